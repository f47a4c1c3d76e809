// Parts of scree_sim_mesh_make().
#ifndef SCREE_SIM_OUTPUT_MESH_H
#define SCREE_SIM_OUTPUT_MESH_H

#include "scree_sim/output.h"

enum { SCREE_SIM_MOST_DETAIL = 5 };

/// Memory for so many points and triangles; counts 0.
bool scree_sim_mesh_reserve(scree_sim_mesh *mesh, size_t points, size_t triangles);
void scree_sim_mesh_triangle(scree_sim_mesh *mesh, size_t a, size_t b, size_t c);

/// Unit vectors, evenly spread: an icosahedron, each triangle cut in four `detail` times. 10 * 4^detail + 2 points.
bool scree_sim_mesh_sphere(int detail, scree_sim_mesh *mesh);
/// The faces of a polyhedron or box, without its rounding.
bool scree_sim_mesh_faces(const scree_shape *shape, scree_sim_mesh *mesh);
/// Shapes of revolution about z: capsules, tapered capsules, cylinders and cones, with their rounding.
bool scree_sim_mesh_revolution(const scree_shape *shape, int detail, scree_sim_mesh *mesh);
/// Polyhedra and boxes with a rounding, and support shapes: the hull of points of their surface.
bool scree_sim_mesh_hull(const scree_shape *shape, int detail, scree_sim_mesh *mesh);
/// Discs, polygons and flat support shapes.
bool scree_sim_mesh_flat(const scree_shape *shape, int detail, scree_sim_mesh *mesh);

static inline scree_vec3 mesh_add_scaled(scree_vec3 a, double s, scree_vec3 b)
{
    return (scree_vec3){ a.x + s * b.x, a.y + s * b.y, a.z + s * b.z };
}

static inline double mesh_dot(scree_vec3 a, scree_vec3 b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

#endif
