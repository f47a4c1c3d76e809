// The depth of two spheroids by a planar problem: a ring of normals, or nearly, may have it.
#ifndef SCREE_SOLVE_ELLIPSOID_ELLIPSOID_COAXIAL_H
#define SCREE_SOLVE_ELLIPSOID_ELLIPSOID_COAXIAL_H

#include "pair/ellipsoid_pair.h"

/// How far above the gap of x the signed distance can be, by spheroids inside the two bodies. True for any pair
/// (INFINITY where nothing is proven); sharp for coaxial spheroids, and for nearly coaxial ones of which one is
/// prolate. `normal` gets the one of the least depth of those, which may be better than that of x, and x's own where
/// there is none.
double scree_ellipsoid_coaxial_doubt(const scree_ellipsoid_pair *p, double enough, const scree_ellipsoid_view *x,
                                     scree_vec3 *normal);

#endif
