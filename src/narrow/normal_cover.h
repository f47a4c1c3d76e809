// All normals, covered: the last proof of a depth between two cores of which at least one is an ellipsoid or a
// superquadric. It is the one that copes with minima along a ring, or nearly so: coaxial, concentric, coincident bodies.
#ifndef SCREE_NARROW_NORMAL_COVER_H
#define SCREE_NARROW_NORMAL_COVER_H

#include "narrow/cores.h"

typedef enum scree_cover_verdict {
    SCREE_COVER_PROVEN, ///< along no normal is the depth below the level
    SCREE_COVER_BETTER, ///< it is, along `better`
    SCREE_COVER_OPEN    ///< the cells did not suffice
} scree_cover_verdict;

/// `n` is the normal of the least depth known, `level` a little below that depth and above 0. Takes cells from
/// `budget`.
scree_cover_verdict scree_normal_cover(const scree_cores *c, scree_vec3 n, double level, int *budget,
                                       scree_vec3 *better);

#endif
