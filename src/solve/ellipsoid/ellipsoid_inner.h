// A proof that a stationary normal of two overlapping ellipsoids is the one of the least depth.
#ifndef SCREE_SOLVE_ELLIPSOID_ELLIPSOID_INNER_H
#define SCREE_SOLVE_ELLIPSOID_ELLIPSOID_INNER_H

#include "pair/ellipsoid_pair.h"

/// How far above the gap of x the signed distance can be, by an ellipsoid inside M that touches its surface at v: about
/// 0 where x is stationary and the proof succeeds, and never too little (INFINITY where nothing is proven). Tries no
/// further once it is at most `enough`.
double scree_ellipsoid_inner_doubt(const scree_ellipsoid_pair *p, const scree_ellipsoid_view *x, double enough);

#endif
