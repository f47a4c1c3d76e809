// The depth of two spheroids by a planar problem, for pairs with a ring of normals of (nearly) least depth.
#ifndef SCREE_SOLVE_ELLIPSOID_ELLIPSOID_COAXIAL_H
#define SCREE_SOLVE_ELLIPSOID_ELLIPSOID_COAXIAL_H

#include "pair/ellipsoid_pair.h"

/// An upper bound on the signed distance minus the gap of x, by spheroids inside the two bodies. Valid for any pair
/// (INFINITY if nothing is proven); sharp for coaxial spheroids, and for nearly coaxial ones of which one is prolate.
/// `normal` receives the best normal of the planar problem, which may be better than that of x, or x's own if there is
/// none.
double scree_ellipsoid_coaxial_doubt(const scree_ellipsoid_pair *p, double enough, const scree_ellipsoid_view *x,
                                     scree_vec3 *normal);

#endif
