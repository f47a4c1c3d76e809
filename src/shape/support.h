// Support points of cores made of vertices: the vertex that is farthest along a direction.
#ifndef SCREE_SHAPE_SUPPORT_H
#define SCREE_SHAPE_SUPPORT_H

#include "shape/shape.h"

/// Above this many vertices the support climbs along the vertex graph instead of scanning.
enum { SCREE_SCAN_LIMIT = 96 };

/// The number of the vertex of the core (point, segment, polygon, polyhedron) with the largest v3_dot(direction,
/// vertex) in stored coordinates; among equals, any, but always the same for the same arguments. `hint` is a vertex to
/// start from, where the size makes that pay (any valid number; 0 is fine).
int scree_support_vertex(const scree_shape *shape, scree_vec3 direction, int hint);

/// The largest v3_dot(direction, vertex) over all vertices, as evaluated in double: a scan, whatever their number.
double scree_support_height(const scree_shape *shape, scree_vec3 direction);

#endif
