// Separating axis test for two polytopes: the exact penetration depth.
#ifndef SCREE_SOLVE_POLYTOPE_SAT_H
#define SCREE_SOLVE_POLYTOPE_SAT_H

#include "base/arena.h"
#include "pair/axis.h"

typedef struct scree_sat_result {
    scree_axis best; ///< the axis with the largest gap
    double upper;    ///< no axis of M has a larger gap: the signed distance of overlapping cores is at most this
    int axes;        ///< how many were scored
} scree_sat_result;

/// Bytes of scratch that scree_sat() takes.
size_t scree_sat_scratch(const scree_shape *a, const scree_shape *b);

/// Scores the normals of all faces and of all pairs of edges that span a face of M. At least one core is a polyhedron;
/// the other is a polyhedron, a segment or a point. False if the scratch is too small.
bool scree_sat(const scree_cores *c, scree_arena scratch, scree_sat_result *out);

#endif
