// Orientation determinants with an exact sign, and a cross product without cancellation.
#ifndef SCREE_MATH_PREDICATES_H
#define SCREE_MATH_PREDICATES_H

#include "base/arithmetic.h"
#include "scree/vec.h"

/// Positive where a, b, c turn counter-clockwise in the xy-plane, 0 where they are collinear. The sign is exact as long
/// as products of two differences neither over- nor underflow; the value is right to some roundings of those products.
double scree_orient2(scree_vec3 a, scree_vec3 b, scree_vec3 c);

/// (b - a) x (c - a) . (d - a): positive where d sees a, b, c turn clockwise (it is on the outer side of a face that is
/// counter-clockwise from outside), 0 where the four are coplanar. As above, for products of three differences.
double scree_orient3(scree_vec3 a, scree_vec3 b, scree_vec3 c, scree_vec3 d);

/// (b - a) x (c - a), each coordinate right to a few roundings of itself; under the same condition.
scree_vec3 scree_cross_exact(scree_vec3 a, scree_vec3 b, scree_vec3 c);

#endif
