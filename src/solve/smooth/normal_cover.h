// A proof over the whole sphere of normals: the last proof of a depth between two cores of which at least one is an
// ellipsoid or a superquadric and the other is not a polyhedron. It copes with minima along a ring, or nearly so:
// coaxial, concentric, coincident bodies.
#ifndef SCREE_SOLVE_SMOOTH_NORMAL_COVER_H
#define SCREE_SOLVE_SMOOTH_NORMAL_COVER_H

#include "pair/pair.h"

typedef enum scree_cover_verdict {
    SCREE_COVER_PROVEN, ///< `depth`, that along `n`, is the least of all up to `enough`
    SCREE_COVER_BETTER, ///< there is less depth along `n`
    SCREE_COVER_OPEN    ///< not enough cells, or the bodies may be apart; n is as good as before, or better
} scree_cover_verdict;

/// Starts from `n`, the normal of the least depth known. With `stop`, a normal with less depth is returned at once, for
/// the caller to start a search from; otherwise the cover continues with it. Takes cells from `budget`.
scree_cover_verdict scree_normal_cover(const scree_cores *c, double enough, bool stop, int *budget, scree_vec3 *n,
                                       double *depth);

#endif
