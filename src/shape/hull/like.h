// A polyhedron by the face graph of another one.
#ifndef SCREE_SHAPE_HULL_LIKE_H
#define SCREE_SHAPE_HULL_LIKE_H

#include <stddef.h>

#include "shape/shape.h"

/// The hull of the points with the graph of `pattern`, where that is proven; else, and for a NULL pattern, NULL:
/// compute the hull.
scree_shape *scree_shape_like(const scree_shape *pattern, const scree_vec3 *points, size_t count, double rounding);

#endif
