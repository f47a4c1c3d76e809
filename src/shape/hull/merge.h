// Merges coplanar neighbours into one face, and drops points in the middle of faces and edges.
#ifndef SCREE_SHAPE_HULL_MERGE_H
#define SCREE_SHAPE_HULL_MERGE_H

#include "shape/hull/hull.h"
#include "shape/shape.h"

typedef enum scree_merge_outcome {
    SCREE_MERGE_NOTHING, // every face and vertex stays
    SCREE_MERGE_DONE,    // `out` is the surface with larger faces
    SCREE_MERGE_FAILED,  // the merged faces have no simple borders, or too few corners
    SCREE_MERGE_NO_MEMORY
} scree_merge_outcome;

/// For a linked shape with normals, whose given_vertex holds indices of points, which `out` is made of.
scree_merge_outcome scree_merge(const scree_shape *shape, double tolerance, scree_surface *out);

#endif
