// The point of a polytope's surface nearest to a point outside: a walk over faces, edges and vertices.
#ifndef SCREE_PAIR_POINT_WALK_H
#define SCREE_PAIR_POINT_WALK_H

#include "scree/contact.h"
#include "shape/shape.h"

/// A point of a polyhedron's or polygon's surface, and where it lies: the smallest feature that holds it. An edge is
/// without its ends, a face without its edges; a polygon has no faces.
typedef struct scree_surface_point {
    scree_feature kind;
    int index;     ///< of the vertex, edge or face
    scree_vec3 at; ///< in stored coordinates
} scree_surface_point;

scree_surface_point scree_surface_vertex(const scree_shape *s, int vertex);

/// The feature of a point known to be on the surface, with vertices and edges reaching as far as `slack`; for any other
/// point, some surface point near it. `vertex` is a guess: a vertex whose faces may hold the point, which saves a scan,
/// or -1.
scree_surface_point scree_surface_locate(const scree_shape *s, scree_vec3 x, int vertex, double slack);

/// nezami-2006, 3.4 and 3.6: from p, which may be anywhere on the surface, to the point nearest to q. False if q is in
/// the polytope, on its surface included; p may then only serve as a start.
bool scree_point_walk(const scree_shape *s, scree_vec3 q, scree_surface_point *p);

#endif
