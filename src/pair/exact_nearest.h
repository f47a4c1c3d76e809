// The nearest points of two features in double-double: for features that are equally near, to rounding, all along.
#ifndef SCREE_PAIR_EXACT_NEAREST_H
#define SCREE_PAIR_EXACT_NEAREST_H

#include "math/dd.h"
#include "pair/axis.h"

typedef struct scree_nearest {
    dd distance2; ///< squared
    scree_vec3 v; ///< from A's point to B's, each coordinate accurate to a rounding of its own, however short
    scree_vec3 on_a, on_b;
} scree_nearest;

/// Two edges, or a face and a vertex, named as in scree_axis, of cores whose vertices count as exact; so do `rotation` and
/// `shift`, which transform B's.
scree_nearest scree_exact_nearest(const scree_cores *c, const scree_axis *features);

/// A face of more than three corners and a vertex: the nearest point of the triangles between the first corner and the sides that the vertex
/// projects into. Infinitely far where it projects into none.
scree_nearest scree_exact_nearest_fan(const scree_cores *c, const scree_axis *features);

/// Two segments between vertices of A, and of B.
scree_nearest scree_exact_nearest_lines(const scree_cores *c, const int ends_a[2], const int ends_b[2]);

/// The nearest of all faces, edges and vertices that end at the vertices of a simplex. False for smooth cores.
bool scree_nearest_features(const scree_cores *c, const scree_simplex *s, scree_nearest *best);

#endif
