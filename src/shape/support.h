// Support points of cores made of vertices.
#ifndef SCREE_SHAPE_SUPPORT_H
#define SCREE_SHAPE_SUPPORT_H

#include "shape/shape.h"

/// Above this many vertices the support climbs along the vertex graph instead of scanning. Measured (x86-64, SSE2): a
/// scan costs 0.6 ns a vertex; a climb 10 ns from the right vertex, 30 to 40 ns from near it, 50 to 100 ns from
/// anywhere.
enum { SCREE_SCAN_LIMIT = 64 };

/// The index of the support vertex of the core (point, segment, polygon, polyhedron), with the largest
/// v3_dot(direction, vertex) in stored coordinates; among equals, any, but always the same for the same arguments.
/// `hint` is a vertex to start from, where the size makes that pay (any valid index; 0 is fine).
int scree_support_vertex(const scree_shape *shape, scree_vec3 direction, int hint);

/// The largest v3_dot(direction, vertex) over all vertices, as evaluated in double: a scan, whatever their number.
double scree_support_height(const scree_shape *shape, scree_vec3 direction);

/// The support point of a smooth core along a direction of any length but 0, in stored coordinates.
scree_vec3 scree_smooth_support(const scree_shape *shape, scree_vec3 direction);

/// The same for one core each.
scree_vec3 scree_superquadric_support(const scree_shape *shape, scree_vec3 direction);
scree_vec3 scree_frustum_support(const scree_shape *shape, scree_vec3 direction);
scree_vec3 scree_tear_support(const scree_shape *shape, scree_vec3 direction);

/// A vertex near the support vertex along a direction, where the shape has a table of them; else any.
int scree_support_start(const scree_shape *shape, scree_vec3 direction);

/// The number of cells along a side of the table of starts, 0 for no table; and filling it, once the graph is there.
int scree_support_start_side(int vertex_count);
void scree_support_fill_starts(scree_shape *shape);

#endif
