// The least depth of two polyhedra that overlap, or of a polyhedron and a segment or a point, proven over all normals.
#ifndef SCREE_SOLVE_POLYTOPE_DEPTH_COVER_H
#define SCREE_SOLVE_POLYTOPE_DEPTH_COVER_H

#include "pair/axis.h"

typedef struct scree_depth_cover_result {
    scree_axis best; ///< the axis with the largest gap: `known`, or a better one (features SURFACE)
    double upper;    ///< no axis has a larger gap
    int steps;       ///< directions evaluated
} scree_depth_cover_result;

/// `known` is an axis with its support vertices in known->at; the larger its gap, the less work is left.
void scree_depth_cover(const scree_cores *c, const scree_axis *known, scree_depth_cover_result *out);

#endif
