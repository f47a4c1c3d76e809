// How deep a point is inside a frustum or a polyhedron.
#ifndef SCREE_SOLVE_REVOLVED_INNER_DEPTH_H
#define SCREE_SOLVE_REVOLVED_INNER_DEPTH_H

#include "pair/pair.h"

/// The outward normal of a frustum's flank: along the axis, and across it.
typedef struct scree_slant {
    double sine, cosine;
} scree_slant;

scree_slant scree_slant_of(const scree_shape *s);

/// How deep a point of A's frame is below the nearest side of A or B, a frustum or a polyhedron, and that side's
/// outward normal, in the same frame. Negative outside, where its magnitude may be less than the distance.
double scree_inner_depth(const scree_cores *c, bool of_a, scree_vec3 x, scree_vec3 *normal);

#endif
