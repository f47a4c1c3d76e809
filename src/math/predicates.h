// The sign of an orientation determinant, exact.
#ifndef SCREE_MATH_PREDICATES_H
#define SCREE_MATH_PREDICATES_H

#include "scree/vec.h"

/// Positive where a, b, c turn counter-clockwise in the xy-plane, 0 where they are collinear. The sign is exact and the
/// value right to a few roundings of itself, as long as products of two differences neither over- nor underflow.
double scree_orient2(scree_vec3 a, scree_vec3 b, scree_vec3 c);

/// (b - a) x (c - a) . (d - a): positive where d sees a, b, c turn clockwise (it is on the outer side of a face that is
/// counter-clockwise from outside), 0 where the four are coplanar. As above, for products of three differences.
double scree_orient3(scree_vec3 a, scree_vec3 b, scree_vec3 c, scree_vec3 d);

#endif
