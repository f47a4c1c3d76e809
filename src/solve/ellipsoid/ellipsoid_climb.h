// From a normal to the nearest one where the gap is stationary.
#ifndef SCREE_SOLVE_ELLIPSOID_ELLIPSOID_CLIMB_H
#define SCREE_SOLVE_ELLIPSOID_ELLIPSOID_CLIMB_H

#include "pair/ellipsoid_limits.h"
#include "pair/ellipsoid_pair.h"

/// Newton steps up the gap from the view in x until t is 0 to rounding, at most `most` of them. Returns their number.
int scree_ellipsoid_climb(const scree_ellipsoid_pair *p, scree_ellipsoid_view *x, int most);

/// Where one more step leads, to first order: the normal, A's point and the gap.
typedef struct scree_ellipsoid_top {
    scree_vec3 n, on_a;
    double gap;
} scree_ellipsoid_top;

/// The same, but stops where one more step leads to the maximum and the doubt (scree_ellipsoid_doubt()) is at most
/// `doubt`. Then `last` is true and that step is taken: into `top`, not into x, whose doubt is the proven one.
int scree_ellipsoid_climb_near(const scree_ellipsoid_pair *p, scree_ellipsoid_view *x, int most, double doubt,
                               scree_ellipsoid_top *top, bool *last);

/// One more step from x or, if that is too long to be taken unchecked, x itself with both bodies' points corrected by
/// t.
void scree_ellipsoid_last_step(const scree_ellipsoid_pair *p, const scree_ellipsoid_view *x, scree_ellipsoid_top *top);

#endif
