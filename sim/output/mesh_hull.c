// Rounded polyhedra and support shapes: points of the surface, and their hull. Flat shapes: a fan.
#include <math.h>
#include <stdlib.h>

#include "output/mesh.h"

enum { FLAT_STEPS = 12, ARC_STEPS = 2 };

typedef struct cloud {
    scree_vec3 *points;
    size_t count;
} cloud;

/// Room for all points that sample_surface() may add.
static size_t most_points(const scree_shape *shape, size_t directions, int steps)
{
    size_t count = directions + 4 * (size_t)scree_shape_edge_count(shape) * (size_t)(steps + 1);
    for (int i = 0; i < scree_shape_face_count(shape); ++i) count += (size_t)scree_shape_face_size(shape, i);
    return count;
}

/// The two ends of an edge, moved by the rounding along normals from one face's to the other's.
static void sample_edge(const scree_shape *shape, int edge, int steps, cloud *out)
{
    int ends[2], faces[2];
    scree_shape_edge(shape, edge, ends, faces);
    const scree_vec3 from = scree_shape_face_normal(shape, faces[0]), to = scree_shape_face_normal(shape, faces[1]);
    const double angle = acos(fmax(-1.0, fmin(1.0, mesh_dot(from, to)))), rounding = scree_shape_rounding(shape);
    if (sin(angle) < 1e-9) return;
    for (int k = 0; k <= steps; ++k) {
        const double t = angle * k / steps, a = sin(angle - t) / sin(angle), b = sin(t) / sin(angle);
        const scree_vec3 normal = { a * from.x + b * to.x, a * from.y + b * to.y, a * from.z + b * to.z };
        for (int i = 0; i < 2; ++i)
            out->points[out->count++] = mesh_add_scaled(scree_shape_vertex(shape, ends[i]), rounding, normal);
    }
}

static void sample_surface(const scree_shape *shape, const scree_sim_mesh *sphere, int steps, cloud *out)
{
    const double rounding = scree_shape_rounding(shape);
    for (size_t i = 0; i < sphere->point_count; ++i)
        out->points[out->count++] = scree_shape_support(shape, sphere->points[i]);
    for (int i = 0; i < scree_shape_edge_count(shape); ++i) sample_edge(shape, i, steps, out);
    for (int i = 0; i < scree_shape_face_count(shape); ++i) {
        const int *corners = scree_shape_face_vertices(shape, i);
        for (int k = 0; k < scree_shape_face_size(shape, i); ++k)
            out->points[out->count++] =
                mesh_add_scaled(scree_shape_vertex(shape, corners[k]), rounding, scree_shape_face_normal(shape, i));
    }
}

bool scree_sim_mesh_hull(const scree_shape *shape, int detail, scree_sim_mesh *mesh)
{
    scree_sim_mesh sphere;
    if (!scree_sim_mesh_sphere(detail, &sphere)) return false;
    const int steps = ARC_STEPS << detail;
    cloud points = { malloc(most_points(shape, sphere.point_count, steps) * sizeof *points.points), 0 };
    bool made = points.points != NULL;
    if (made) {
        sample_surface(shape, &sphere, steps, &points);
        scree_shape *hull = scree_polyhedron_create(points.points, points.count, 0.0, NULL);
        made = hull != NULL && scree_sim_mesh_faces(hull, mesh);
        scree_shape_destroy(hull);
    }
    if (!made && points.points != NULL) { // a support shape without volume: its support points, as they are
        for (size_t i = 0; i < sphere.point_count; ++i) sphere.points[i] = points.points[i];
        *mesh = sphere;
        sphere = (scree_sim_mesh){ 0 };
        made = true;
    }
    free(points.points);
    scree_sim_mesh_free(&sphere);
    return made;
}

/// The support points of directions all around, those of the edges' normals among them.
static size_t flat_points(const scree_shape *shape, int steps, scree_vec3 *points)
{
    const double pi = acos(-1.0), rounding = scree_shape_rounding(shape);
    const int corners = scree_shape_vertex_count(shape);
    size_t count = 0;
    if (corners == 0) {
        for (int i = 0; i < steps; ++i) {
            const double angle = 2.0 * pi * i / steps;
            points[count++] = scree_shape_support(shape, (scree_vec3){ cos(angle), sin(angle), 0.0 });
        }
        return count;
    }
    for (int i = 0; i < corners; ++i) {
        const scree_vec3 before = scree_shape_vertex(shape, (i + corners - 1) % corners),
                         here = scree_shape_vertex(shape, i), after = scree_shape_vertex(shape, (i + 1) % corners);
        const double from = atan2(before.x - here.x, here.y - before.y);
        double to = atan2(here.x - after.x, after.y - here.y);
        if (to < from) to += 2.0 * pi;
        const int arc = rounding > 0.0 ? (int)ceil((to - from) / (2.0 * pi) * steps) : 0;
        for (int k = 0; k <= arc; ++k) {
            const double angle = arc > 0 ? from + (to - from) * k / arc : from;
            points[count++] = (scree_vec3){ here.x + rounding * cos(angle), here.y + rounding * sin(angle), 0.0 };
        }
    }
    return count;
}

bool scree_sim_mesh_flat(const scree_shape *shape, int detail, scree_sim_mesh *mesh)
{
    const int steps = FLAT_STEPS << detail;
    const size_t most = (size_t)steps + 2 * (size_t)scree_shape_vertex_count(shape);
    if (!scree_sim_mesh_reserve(mesh, most, most)) return false;
    mesh->point_count = flat_points(shape, steps, mesh->points);
    for (size_t i = 2; i < mesh->point_count; ++i) scree_sim_mesh_triangle(mesh, 0, i - 1, i);
    return true;
}
