// Surfaces as triangles: the choice by kind, polyhedra, and shapes that a sphere is stretched to.
#include "output/mesh.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "output/bytes.h"

enum { ICOSAHEDRON_POINTS = 12, ICOSAHEDRON_TRIANGLES = 20 };

void scree_sim_mesh_free(scree_sim_mesh *mesh)
{
    if (mesh == NULL) return;
    free(mesh->points);
    free(mesh->corners);
    *mesh = (scree_sim_mesh){ 0 };
}

bool scree_sim_mesh_reserve(scree_sim_mesh *mesh, size_t points, size_t triangles)
{
    *mesh = (scree_sim_mesh){ 0 };
    mesh->points = malloc((points + 1) * sizeof *mesh->points);
    mesh->corners = malloc((triangles + 1) * 3 * sizeof *mesh->corners);
    if (mesh->points != NULL && mesh->corners != NULL) return true;
    scree_sim_mesh_free(mesh);
    return false;
}

void scree_sim_mesh_triangle(scree_sim_mesh *mesh, size_t a, size_t b, size_t c)
{
    int32_t *corners = mesh->corners + 3 * mesh->triangle_count++;
    corners[0] = (int32_t)a;
    corners[1] = (int32_t)b;
    corners[2] = (int32_t)c;
}

bool scree_sim_mesh_faces(const scree_shape *shape, scree_sim_mesh *mesh)
{
    const int points = scree_shape_vertex_count(shape), faces = scree_shape_face_count(shape);
    size_t triangles = 0;
    for (int i = 0; i < faces; ++i) triangles += (size_t)scree_shape_face_size(shape, i) - 2;
    if (!scree_sim_mesh_reserve(mesh, (size_t)points, triangles)) return false;
    for (int i = 0; i < points; ++i) mesh->points[mesh->point_count++] = scree_shape_vertex(shape, i);
    for (int i = 0; i < faces; ++i) {
        const int *corners = scree_shape_face_vertices(shape, i);
        for (int k = 2; k < scree_shape_face_size(shape, i); ++k)
            scree_sim_mesh_triangle(mesh, (size_t)corners[0], (size_t)corners[k - 1], (size_t)corners[k]);
    }
    return true;
}

// ----------------------------------------------------------------------------------------------------------- sphere

static scree_vec3 unit(scree_vec3 v)
{
    const double scale = 1.0 / sqrt(mesh_dot(v, v));
    return (scree_vec3){ scale * v.x, scale * v.y, scale * v.z };
}

static void make_icosahedron(scree_sim_mesh *mesh)
{
    static const int32_t corners[3 * ICOSAHEDRON_TRIANGLES] = {
        0, 11, 5, 0, 5, 1, 0, 1, 7, 0, 7, 10, 0, 10, 11, 1, 5, 9, 5, 11, 4,  11, 10, 2,  10, 7, 6, 7, 1, 8,
        3, 9,  4, 3, 4, 2, 3, 2, 6, 3, 6, 8,  3, 8,  9,  4, 9, 5, 2, 4,  11, 6,  2,  10, 8,  6, 7, 9, 8, 1,
    };
    const double g = 0.5 * (1.0 + sqrt(5.0));
    const scree_vec3 points[ICOSAHEDRON_POINTS] = {
        { -1.0, g, 0.0 },  { 1.0, g, 0.0 },  { -1.0, -g, 0.0 }, { 1.0, -g, 0.0 }, { 0.0, -1.0, g },  { 0.0, 1.0, g },
        { 0.0, -1.0, -g }, { 0.0, 1.0, -g }, { g, 0.0, -1.0 },  { g, 0.0, 1.0 },  { -g, 0.0, -1.0 }, { -g, 0.0, 1.0 },
    };
    for (int i = 0; i < ICOSAHEDRON_POINTS; ++i) mesh->points[i] = unit(points[i]);
    memcpy(mesh->corners, corners, sizeof corners);
    mesh->point_count = ICOSAHEDRON_POINTS;
    mesh->triangle_count = ICOSAHEDRON_TRIANGLES;
}

/// Midpoints of edges, found again by the edge's ends: each edge belongs to two triangles.
typedef struct midpoints {
    int32_t (*ends)[2];
    int32_t *points;
    size_t slots;
} midpoints;

static int32_t midpoint(scree_sim_mesh *mesh, midpoints *m, int32_t a, int32_t b)
{
    const int32_t low = a < b ? a : b, high = a < b ? b : a;
    size_t slot = ((size_t)low * 7919 + (size_t)high) % m->slots;
    for (; m->points[slot] >= 0; slot = (slot + 1) % m->slots) {
        if (m->ends[slot][0] == low && m->ends[slot][1] == high) return m->points[slot];
    }
    m->ends[slot][0] = low;
    m->ends[slot][1] = high;
    m->points[slot] = (int32_t)mesh->point_count;
    mesh->points[mesh->point_count] = unit(mesh_add_scaled(mesh->points[a], 1.0, mesh->points[b]));
    return (int32_t)mesh->point_count++;
}

/// Each triangle becomes four. There is room for them.
static bool refine(scree_sim_mesh *mesh)
{
    midpoints m = { .slots = 4 * mesh->triangle_count };
    m.ends = malloc(m.slots * sizeof *m.ends);
    m.points = malloc(m.slots * sizeof *m.points);
    const bool made = m.ends != NULL && m.points != NULL;
    for (size_t i = 0; i < m.slots && made; ++i) m.points[i] = -1;
    const size_t count = mesh->triangle_count;
    for (size_t i = 0; i < count && made; ++i) {
        int32_t *t = mesh->corners + 3 * i;
        const int32_t a = t[0], b = t[1], c = t[2];
        const int32_t ab = midpoint(mesh, &m, a, b), bc = midpoint(mesh, &m, b, c), ca = midpoint(mesh, &m, c, a);
        const int32_t outer[9] = { a, ab, ca, b, bc, ab, c, ca, bc }, inner[3] = { ab, bc, ca };
        memcpy(t, inner, sizeof inner);
        memcpy(mesh->corners + 3 * mesh->triangle_count, outer, sizeof outer);
        mesh->triangle_count += 3;
    }
    free(m.ends);
    free(m.points);
    return made;
}

bool scree_sim_mesh_sphere(int detail, scree_sim_mesh *mesh)
{
    const size_t parts = (size_t)1 << (2 * detail);
    if (!scree_sim_mesh_reserve(mesh, 10 * parts + 2, ICOSAHEDRON_TRIANGLES * parts)) return false;
    make_icosahedron(mesh);
    for (int i = 0; i < detail; ++i) {
        if (refine(mesh)) continue;
        scree_sim_mesh_free(mesh);
        return false;
    }
    return true;
}

// ------------------------------------------------------------------------------ spheres, ellipsoids, superquadrics

/// (|x|^n + |y|^n)^(1 / n), also where a power of its own would be 0.
static double norm_of(double x, double y, double n)
{
    const double most = fmax(fabs(x), fabs(y));
    return most > 0.0 ? most * pow(pow(fabs(x) / most, n) + pow(fabs(y) / most, n), 1.0 / n) : 0.0;
}

/// The point of an ellipsoid or a superquadric that the direction u is stretched to; with a rounding, moved along the
/// normal there.
static scree_vec3 stretched(const scree_shape *shape, scree_vec3 u)
{
    const scree_vec3 a = scree_shape_semi_axes(shape);
    double n1, n2;
    scree_shape_exponents(shape, &n1, &n2);
    const double across = norm_of(u.x, u.y, n2), all = norm_of(across, u.z, n1);
    const double flat = across > 0.0 ? pow(across / all, n1 - 1.0) : 0.0, least = across > 0.0 ? across : 1.0;
    const scree_vec3 normal = unit((scree_vec3){ flat * copysign(pow(fabs(u.x) / least, n2 - 1.0), u.x) / a.x,
                                                 flat * copysign(pow(fabs(u.y) / least, n2 - 1.0), u.y) / a.y,
                                                 copysign(pow(fabs(u.z) / all, n1 - 1.0), u.z) / a.z });
    const scree_vec3 core = { a.x * u.x / all, a.y * u.y / all, a.z * u.z / all };
    return mesh_add_scaled(core, scree_shape_rounding(shape), normal);
}

static bool make_stretched(const scree_shape *shape, int detail, scree_sim_mesh *mesh)
{
    if (!scree_sim_mesh_sphere(detail, mesh)) return false;
    const bool ball = scree_shape_kind_of(shape) == SCREE_SPHERE;
    for (size_t i = 0; i < mesh->point_count; ++i)
        mesh->points[i] = ball ? scree_shape_support(shape, mesh->points[i]) : stretched(shape, mesh->points[i]);
    return true;
}

// ------------------------------------------------------------------------------------------------------- the choice

static bool make(const scree_shape *shape, int detail, scree_sim_mesh *mesh)
{
    switch (scree_shape_kind_of(shape)) {
    case SCREE_SPHERE:
    case SCREE_ELLIPSOID:
    case SCREE_SUPERQUADRIC:
        return make_stretched(shape, detail, mesh);
    case SCREE_CAPSULE:
    case SCREE_TAPERED_CAPSULE:
    case SCREE_CYLINDER:
    case SCREE_CONE:
        return scree_sim_mesh_revolution(shape, detail, mesh);
    default:
        break;
    }
    if (scree_shape_dimension(shape) == 2) return scree_sim_mesh_flat(shape, detail, mesh);
    if (scree_shape_face_count(shape) > 0 && scree_shape_rounding(shape) == 0.0)
        return scree_sim_mesh_faces(shape, mesh);
    return scree_sim_mesh_hull(shape, detail, mesh);
}

bool scree_sim_mesh_make(const scree_shape *shape, int detail, scree_sim_mesh *mesh, scree_error *error)
{
    if (mesh == NULL) return scree_output_fail(error, SCREE_INVALID_ARGUMENT, "mesh: is NULL");
    *mesh = (scree_sim_mesh){ 0 };
    if (shape == NULL) return scree_output_fail(error, SCREE_INVALID_ARGUMENT, "shape: is NULL");
    if (scree_shape_kind_of(shape) == SCREE_HALF_SPACE)
        return scree_output_fail(error, SCREE_INVALID_ARGUMENT,
                                 "shape: a half space has no end; use scree_sim_mesh_plane()");
    if (detail < 0 || detail > SCREE_SIM_MOST_DETAIL)
        return scree_output_fail(error, SCREE_INVALID_ARGUMENT, "detail: must be 0 to %d", SCREE_SIM_MOST_DETAIL);
    return make(shape, detail, mesh) || scree_output_no_memory(error);
}
