// From one normal to the nearest one where the gap is stationary.
#ifndef SCREE_SOLVE_ELLIPSOID_ELLIPSOID_CLIMB_H
#define SCREE_SOLVE_ELLIPSOID_ELLIPSOID_CLIMB_H

#include "pair/ellipsoid_limits.h"
#include "pair/ellipsoid_pair.h"

/// Newton steps up the gap from the view in x, until t is 0 to rounding, at most `most` of them. Returns how many there
/// were.
int scree_ellipsoid_climb(const scree_ellipsoid_pair *p, scree_ellipsoid_view *x, int most);

/// Where one more step leads, to first order: the normal, A's point, and the gap.
typedef struct scree_ellipsoid_top {
    scree_vec3 n, on_a;
    double gap;
} scree_ellipsoid_top;

/// The same, no farther than to where one more step leads to the top and the doubt (scree_ellipsoid_doubt()) is no more
/// than that. `last` says whether it ended so, and that step is then taken: into `top`, not into x, whose doubt is the
/// one that is known.
int scree_ellipsoid_climb_near(const scree_ellipsoid_pair *p, scree_ellipsoid_view *x, int most, double doubt,
                               scree_ellipsoid_top *top, bool *last);

/// One step more from x, or, where that is too long to be taken on trust, x itself, both bodies' points giving way to
/// t.
void scree_ellipsoid_last_step(const scree_ellipsoid_pair *p, const scree_ellipsoid_view *x, scree_ellipsoid_top *top);

#endif
