// The depth of two ellipsoids, or of a point in one, if the first climb did not prove it.
#ifndef SCREE_SOLVE_ELLIPSOID_ELLIPSOID_DEPTH_H
#define SCREE_SOLVE_ELLIPSOID_ELLIPSOID_DEPTH_H

#include "pair/ellipsoid_pair.h"

/// x is where a climb ended, and becomes the normal of the largest gap. Returns an upper bound on the signed distance
/// minus that gap: at most `enough`, unless the bound on the work was reached; `most` limits the work further, unless
/// it is 0. Adds to `steps`.
double scree_ellipsoid_depth(const scree_ellipsoid_pair *p, double enough, int most, scree_ellipsoid_view *x,
                             int *steps);

#endif
