// The graph of a polyhedron: from loops of vertices around the faces to edges, fans and planes.
#ifndef SCREE_SHAPE_HULL_GRAPH_H
#define SCREE_SHAPE_HULL_GRAPH_H

#include <stdbool.h>

#include "shape/shape.h"

/// Fills edges, face_edges and fans from faces[].first, faces[].count and face_vertices. False unless the faces form
/// one closed surface with the topology of a sphere, each edge between two faces and each vertex with one fan of at
/// least 3. Also false without memory; `no_memory` is then set.
bool scree_graph_link(scree_shape *shape, bool *no_memory);

/// Fill the normal and offset of every face of a linked polyhedron with its vertices.
void scree_graph_planes(scree_shape *shape);

/// The outward area vector of face f (twice the area long), and its unit normal: each accurate to a rounding of its
/// length, however thin the face.
scree_vec3 scree_graph_face_area(const scree_shape *shape, int f);
scree_vec3 scree_graph_face_normal(const scree_shape *shape, int f);

#endif
