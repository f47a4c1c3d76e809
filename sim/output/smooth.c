// A polyhedron is shrunk a little and each of its faces moved out again along its normal; the gap along an edge becomes
// a quadrilateral, that at a vertex a polygon. Points have the normals of their faces, so that shading is smooth around
// the edges.
#include "output/smooth.h"

#include <math.h>
#include <stdlib.h>

#include "output/mesh.h"

void scree_sim_smooth_free(scree_sim_smooth_mesh *m)
{
    scree_sim_mesh_free(&m->mesh);
    free(m->normals);
    m->normals = NULL;
}

static scree_vec3 cross(scree_vec3 a, scree_vec3 b)
{
    return (scree_vec3){ a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x };
}

static scree_vec3 minus(scree_vec3 a, scree_vec3 b)
{
    return mesh_add_scaled(a, -1.0, b);
}

static scree_vec3 scaled_to_unit(scree_vec3 v)
{
    const double length = sqrt(mesh_dot(v, v));
    return length > 0.0 ? (scree_vec3){ v.x / length, v.y / length, v.z / length } : (scree_vec3){ 0.0, 0.0, 1.0 };
}

// -------------------------------------------------------------------------------------------------------- polyhedra

/// Points of the bevelled polyhedron: `first[f] + k` is corner k of face f.
typedef struct bevelled {
    const scree_shape *shape;
    scree_vec3 centre;
    int *first;
} bevelled;

static double inradius_of(const scree_shape *shape, scree_vec3 centre)
{
    double inradius = INFINITY;
    for (int f = 0; f < scree_shape_face_count(shape); ++f) {
        const scree_vec3 corner = scree_shape_vertex(shape, scree_shape_face_vertices(shape, f)[0]);
        inradius = fmin(inradius, mesh_dot(scree_shape_face_normal(shape, f), minus(corner, centre)));
    }
    return inradius;
}

/// The point of face f at vertex v.
static size_t corner_of(const bevelled *b, int f, int v)
{
    const int *corners = scree_shape_face_vertices(b->shape, f);
    int k = 0;
    while (corners[k] != v) k++;
    return (size_t)b->first[f] + (size_t)k;
}

static void add_faces(const bevelled *b, double share, scree_sim_smooth_mesh *out)
{
    const double inradius = inradius_of(b->shape, b->centre);
    for (int f = 0; f < scree_shape_face_count(b->shape); ++f) {
        const scree_vec3 normal = scree_shape_face_normal(b->shape, f);
        const int *corners = scree_shape_face_vertices(b->shape, f), size = scree_shape_face_size(b->shape, f);
        b->first[f] = (int)out->mesh.point_count;
        for (int k = 0; k < size; ++k) {
            const scree_vec3 arm = minus(scree_shape_vertex(b->shape, corners[k]), b->centre);
            const scree_vec3 core = mesh_add_scaled(b->centre, 1.0 - share, arm);
            out->normals[out->mesh.point_count] = normal;
            out->mesh.points[out->mesh.point_count++] = mesh_add_scaled(core, share * inradius, normal);
            if (k >= 2)
                scree_sim_mesh_triangle(&out->mesh, (size_t)b->first[f], (size_t)(b->first[f] + k - 1),
                                        (size_t)(b->first[f] + k));
        }
    }
}

/// Oriented outward: the polyhedron is convex.
static void add_outward(const bevelled *b, scree_sim_mesh *mesh, size_t p, size_t q, size_t r)
{
    const scree_vec3 *points = mesh->points;
    const scree_vec3 normal = cross(minus(points[q], points[p]), minus(points[r], points[p]));
    if (mesh_dot(normal, minus(points[p], b->centre)) >= 0.0)
        scree_sim_mesh_triangle(mesh, p, q, r);
    else
        scree_sim_mesh_triangle(mesh, p, r, q);
}

static void add_edges(const bevelled *b, scree_sim_mesh *mesh)
{
    for (int i = 0; i < scree_shape_edge_count(b->shape); ++i) {
        int ends[2], faces[2];
        scree_shape_edge(b->shape, i, ends, faces);
        const size_t p = corner_of(b, faces[0], ends[0]), q = corner_of(b, faces[0], ends[1]);
        const size_t r = corner_of(b, faces[1], ends[1]), s = corner_of(b, faces[1], ends[0]);
        add_outward(b, mesh, p, q, r);
        add_outward(b, mesh, p, r, s);
    }
}

/// The faces around each vertex, one edge after the other: a fan of triangles.
static void add_vertex(const bevelled *b, const int (*edge_faces)[2], size_t count, int v, scree_sim_mesh *mesh)
{
    const int start = edge_faces[0][0];
    int from = start, previous = -1;
    size_t before = 0;
    for (size_t step = 0; step < count; ++step) {
        int next = -1;
        for (size_t i = 0; i < count && next < 0; ++i) {
            const int a = edge_faces[i][0], c = edge_faces[i][1];
            if (a == from && c != previous)
                next = c;
            else if (c == from && a != previous)
                next = a;
        }
        if (next < 0 || next == start) return;
        const size_t corner = corner_of(b, next, v);
        if (step > 0) add_outward(b, mesh, corner_of(b, start, v), before, corner);
        before = corner;
        previous = from;
        from = next;
    }
}

static bool add_vertices(const bevelled *b, scree_sim_mesh *mesh)
{
    const int edges = scree_shape_edge_count(b->shape), vertices = scree_shape_vertex_count(b->shape);
    int(*faces)[2] = malloc((size_t)(edges + 1) * sizeof *faces);
    if (faces == NULL) return false;
    for (int v = 0; v < vertices; ++v) {
        size_t count = 0;
        for (int i = 0; i < edges; ++i) {
            int ends[2], adjacent[2];
            scree_shape_edge(b->shape, i, ends, adjacent);
            if (ends[0] != v && ends[1] != v) continue;
            faces[count][0] = adjacent[0];
            faces[count++][1] = adjacent[1];
        }
        if (count >= 3) add_vertex(b, (const int(*)[2])faces, count, v, mesh);
    }
    free(faces);
    return true;
}

static bool make_bevelled(const scree_shape *shape, double share, scree_sim_smooth_mesh *out)
{
    const size_t edges = (size_t)scree_shape_edge_count(shape);
    bevelled b = { shape, scree_shape_mass(shape).centroid, malloc((edges + 1) * sizeof *b.first) };
    out->normals = malloc((2 * edges + 1) * sizeof *out->normals);
    bool made = b.first != NULL && out->normals != NULL && scree_sim_mesh_reserve(&out->mesh, 2 * edges, 6 * edges);
    if (made) {
        add_faces(&b, share, out);
        add_edges(&b, &out->mesh);
        made = add_vertices(&b, &out->mesh);
    }
    free(b.first);
    return made;
}

// ----------------------------------------------------------------------------------------------------------- others

/// The mean of the triangles' normals by area: large flat ones decide at their rims.
static bool take_normals(scree_sim_smooth_mesh *out)
{
    scree_sim_mesh *m = &out->mesh;
    out->normals = calloc(m->point_count + 1, sizeof *out->normals);
    if (out->normals == NULL) return false;
    for (size_t i = 0; i < m->triangle_count; ++i) {
        const int32_t *c = m->corners + 3 * i;
        const scree_vec3 area = cross(minus(m->points[c[1]], m->points[c[0]]), minus(m->points[c[2]], m->points[c[0]]));
        for (int k = 0; k < 3; ++k) out->normals[c[k]] = mesh_add_scaled(out->normals[c[k]], 1.0, area);
    }
    for (size_t i = 0; i < m->point_count; ++i) out->normals[i] = scaled_to_unit(out->normals[i]);
    return true;
}

/// A sharp cylinder or cone with its rims rounded; NULL for other shapes.
static scree_shape *rounded_copy(const scree_shape *shape, double share)
{
    const scree_shape_kind kind = scree_shape_kind_of(shape);
    const double radius = scree_shape_radius(shape), half = scree_shape_half_length(shape);
    if (scree_shape_rounding(shape) > 0.0) return NULL;
    const double rounding = share * fmin(radius, half);
    if (kind == SCREE_CYLINDER) return scree_cylinder_create(radius - rounding, half - rounding, rounding, NULL);
    if (kind == SCREE_CONE) return scree_cone_create(radius - rounding, half - rounding, rounding, NULL);
    return NULL;
}

bool scree_sim_smooth_make(const scree_shape *shape, int detail, double bevel, scree_sim_smooth_mesh *out)
{
    *out = (scree_sim_smooth_mesh){ 0 };
    const bool sharp = scree_shape_face_count(shape) > 0 && scree_shape_rounding(shape) == 0.0 && bevel > 0.0;
    scree_shape *copy = bevel > 0.0 ? rounded_copy(shape, bevel) : NULL;
    const bool made =
        sharp ? make_bevelled(shape, bevel, out)
              : scree_sim_mesh_make(copy != NULL ? copy : shape, detail, &out->mesh, NULL) && take_normals(out);
    scree_shape_destroy(copy);
    if (!made) scree_sim_smooth_free(out);
    return made;
}
