// The Minkowski difference of two bodies, and Shi's entrance block, as shapes of their own.
//
// Two bodies overlap if their difference contains the origin, and their signed distance is that of the origin from it.
// A query never builds the difference; these calls do, to inspect it, to write it to a file, or to query many positions
// of one pair that moves without rotating.
#ifndef SCREE_MINKOWSKI_H
#define SCREE_MINKOWSKI_H

#include "scree/body.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Two solids whose difference has more vertices than this are rejected. Hulls of n vertices in general position make
/// some 4 n or 5 n; two prisms of n sides with perpendicular axes n^2 / 2.
enum { SCREE_MINKOWSKI_MOST_VERTICES = 1 << 17 };

/// A (-) B = { a - b }: a polyhedron, in 2-D a polygon, in world axes; to be placed at the origin without a rotation.
///
/// At least one of the two must be a polyhedron, a box or a polygon; the other may also be a sphere, capsule or disc.
/// Radii add up: (A + ball r) (-) (B + ball s) is the difference of the cores, rounded by r + s.
///
/// Vertices are the exact differences rounded to double, relative to a point near them: no digits are lost where the
/// two bodies are far from the origin or from each other, and the interval of a query with the new shape is true of the
/// exact difference of the two bodies, as their doubles define them. scree_shape_vertex() gives them in the world,
/// rounded again where they are far from its origin.
///
/// NULL with the reason in `error` (which may be NULL) otherwise. Destroy it with scree_shape_destroy().
SCREE_API scree_shape *scree_minkowski_difference(const scree_body *a, const scree_body *b, scree_error *error);

/// Shi's entrance block E(A, B) = { b - a + reference }, in the same way: where the reference point of A (any point
/// that moves with A; its centroid, say, by scree_body_point()) must not enter for A to stay out of B. The signed
/// distance of the reference point from it is that of A and B.
SCREE_API scree_shape *scree_entrance_block(const scree_body *a, const scree_body *b, scree_vec3 reference,
                                            scree_error *error);

#ifdef __cplusplus
}
#endif

#endif
