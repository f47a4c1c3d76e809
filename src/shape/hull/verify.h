// The proof that a graph is the hull of its points.
#ifndef SCREE_SHAPE_HULL_VERIFY_H
#define SCREE_SHAPE_HULL_VERIFY_H

#include "shape/hull/cloud.h"
#include "shape/shape.h"

/// For a linked polyhedron with planes, whose given_vertex holds indices of cloud points: are its faces flat, their
/// loops convex, and all points of the cloud inside, up to a few times the flatness? Sets shape->slack. SCREE_OK,
/// SCREE_NOT_CONVEX or SCREE_NO_MEMORY.
scree_status scree_verify_hull(scree_shape *shape, const scree_cloud *cloud);

/// The most that a corner of a merged face is below its plane: a merged facet can be nearer to a point inside than the
/// face is by that much.
double scree_hull_unevenness(const scree_shape *s);

#endif
