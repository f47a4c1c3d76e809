// The point of a simplex nearest to the origin.
#ifndef SCREE_PAIR_SIMPLEX_H
#define SCREE_PAIR_SIMPLEX_H

#include "pair/pair.h"

typedef struct scree_simplex {
    int count; ///< 1 to 4
    scree_mvertex vertex[4];
    double weight[4]; ///< of the nearest point: positive, together 1
} scree_simplex;

/// (q - p) x (r - p), perpendicular to the longest side to the last digit even where the triangle is a sliver.
scree_vec3 scree_triangle_normal(scree_vec3 p, scree_vec3 q, scree_vec3 r);

/// The nearest point of the triangle p q r, or of the segment p q, with its weights.
scree_vec3 scree_nearest_on_segment(scree_vec3 p, scree_vec3 q, double weight[2]);
scree_vec3 scree_nearest_on_triangle(scree_vec3 p, scree_vec3 q, scree_vec3 r, double weight[3]);

/// Reduces the simplex to the smallest face that holds its point nearest to the origin, and returns that point. A
/// tetrahedron that certainly contains the origin stays whole: `inside` is then true.
scree_vec3 scree_simplex_reduce(scree_simplex *s, bool *inside);

/// Better weights of the point of a sliver nearest to the origin: those of a triangle once more; others stay as they are.
void scree_simplex_refine(scree_simplex *s);

/// The two points, one of each core, that the weights give.
void scree_simplex_points(const scree_simplex *s, scree_vec3 *on_a, scree_vec3 *on_b);

#endif
