// A proof that a stationary normal of two overlapping ellipsoids is the one of the least depth.
#ifndef SCREE_SOLVE_ELLIPSOID_ELLIPSOID_INNER_H
#define SCREE_SOLVE_ELLIPSOID_ELLIPSOID_INNER_H

#include "pair/ellipsoid_pair.h"

/// An upper bound on the signed distance minus the gap of x, by an ellipsoid inside M that touches its surface at v:
/// about 0 if x is stationary and the proof succeeds, INFINITY if nothing is proven. Stops trying once it is at most
/// `enough`.
double scree_ellipsoid_inner_doubt(const scree_ellipsoid_pair *p, const scree_ellipsoid_view *x, double enough);

#endif
