// The depth of two ellipsoids, or of a point in one, where the first climb has not settled it.
#ifndef SCREE_SOLVE_ELLIPSOID_ELLIPSOID_DEPTH_H
#define SCREE_SOLVE_ELLIPSOID_ELLIPSOID_DEPTH_H

#include "pair/ellipsoid_pair.h"

/// x is where a climb ended, and becomes the normal of the largest gap. Returns how far above that gap the signed
/// distance can be: at most `enough`, unless the bound on the work was met; `most` bounds it further, unless it is 0.
/// `steps` counts on.
double scree_ellipsoid_depth(const scree_ellipsoid_pair *p, double enough, int most, scree_ellipsoid_view *x,
                             int *steps);

#endif
