// From a mesh to a polyhedron: is it closed, is it convex, and its hull.
//
// Idea        A mesh is closed if each of its edges is shared by two faces that run along it in opposite directions.
//             A closed mesh is convex if no point of it is above the plane of a face. The highest point over a plane is
//             a vertex of the hull, which finds it quickly; so no pair of face and point is looked at.
// Departures  Coordinates in files are rounded, often to single precision. Where a face is narrow, that tilts its
//             plane, and a point far away seems to be above it. Only heights that such rounding does not explain count.
// Limits      Two closed surfaces that lie exactly on each other pass for one if they do not share points.
#include <limits.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/fp_environment.h"
#include "math/vec3.h"
#include "scree/mesh.h"
#include "shape/mesh/mesh_weld.h"
#include "shape/shape.h"
#include "shape/support.h"

// A mesh with a concavity up to this, of its size, is taken as convex: some ten roundings of single precision.
static const double CONVEX_ENOUGH = 1e-6;
// One rounding of a number in single precision, relative.
static const double SINGLE_ROUNDING = 0x1p-24;

// A directed edge, for sorting: the two directions of an edge come side by side.
typedef struct mesh_edge {
    int low, high;
    int forward; // from low to high
} mesh_edge;

// The faces of a mesh as they are used here: equal points are one, and no corner follows itself.
typedef struct clean_mesh {
    int *same;    // for each point the first that is equal to it
    int *corners; // of the face at hand
    mesh_edge *edges;
    size_t edge_count;
} clean_mesh;

static scree_status check_mesh(const scree_mesh *m, scree_error *error)
{
    if (m == NULL) return scree_error_set(error, SCREE_INVALID_ARGUMENT, "mesh: must not be NULL");
    if ((m->points == NULL && m->point_count > 0) || (m->corners == NULL && m->corner_count > 0) ||
        (m->face_starts == NULL && m->face_count > 0))
        return scree_error_set(error, SCREE_INVALID_ARGUMENT, "mesh: points, corners or face_starts are missing");
    if (m->point_count > INT_MAX)
        return scree_error_set(error, SCREE_INVALID_ARGUMENT, "points: more than %d", INT_MAX);
    for (size_t i = 0; i < m->point_count; ++i) {
        if (!v3_is_finite(m->points[i]))
            return scree_error_set(error, SCREE_INVALID_ARGUMENT, "points[%zu] is not finite", i);
    }
    for (size_t f = 0; f < m->face_count; ++f) {
        size_t first = m->face_starts[f], end = m->face_starts[f + 1];
        if (end > m->corner_count || first > end || end - first < 3)
            return scree_error_set(error, SCREE_INVALID_ARGUMENT, "face_starts[%zu] is not a face's start", f);
        for (size_t i = first; i < end; ++i) {
            if (m->corners[i] < 0 || (size_t)m->corners[i] >= m->point_count)
                return scree_error_set(error, SCREE_INVALID_ARGUMENT, "corners[%zu] is not a point's number", i);
        }
    }
    return SCREE_OK;
}

static void clean_free(clean_mesh *c)
{
    free(c->same);
    free(c->corners);
    free(c->edges);
}

static bool clean_make(clean_mesh *c, const scree_mesh *m)
{
    memset(c, 0, sizeof *c);
    c->same = malloc((m->point_count + 1) * sizeof *c->same);
    c->corners = malloc((m->corner_count + 1) * sizeof *c->corners);
    c->edges = malloc((m->corner_count + 1) * sizeof *c->edges);
    scree_weld weld = { NULL, 0, 0 };
    bool ok = c->same != NULL && c->corners != NULL && c->edges != NULL;
    for (size_t i = 0; ok && i < m->point_count; ++i) {
        c->same[i] = scree_weld_enter(&weld, m->points, m->points[i], (int)i);
        ok = c->same[i] >= 0;
    }
    scree_weld_free(&weld);
    if (!ok) clean_free(c);
    return ok;
}

// Face f goes into c->corners; returns how many there are, 0 where less than 3 differ.
static size_t clean_face(clean_mesh *c, const scree_mesh *m, size_t f)
{
    size_t count = 0;
    for (size_t i = m->face_starts[f]; i < m->face_starts[f + 1]; ++i) {
        int point = c->same[m->corners[i]];
        if (count == 0 || c->corners[count - 1] != point) c->corners[count++] = point;
    }
    while (count > 1 && c->corners[count - 1] == c->corners[0]) count--;
    return count >= 3 ? count : 0;
}

static int compare_edges(const void *left, const void *right)
{
    const mesh_edge *a = left, *b = right;
    if (a->low != b->low) return a->low < b->low ? -1 : 1;
    if (a->high != b->high) return a->high < b->high ? -1 : 1;
    return a->forward - b->forward;
}

// The number of an edge that is not shared by two faces in opposite directions; edge_count if there is none.
static size_t open_edge(clean_mesh *c, const scree_mesh *m)
{
    c->edge_count = 0;
    for (size_t f = 0; f < m->face_count; ++f) {
        size_t count = clean_face(c, m, f);
        for (size_t i = 0; i < count; ++i) {
            int from = c->corners[i], to = c->corners[(i + 1) % count];
            mesh_edge edge = { from < to ? from : to, from < to ? to : from, from < to };
            c->edges[c->edge_count++] = edge;
        }
    }
    qsort(c->edges, c->edge_count, sizeof *c->edges, compare_edges);
    size_t i = 0;
    for (; i < c->edge_count; i += 2) {
        const mesh_edge *e = &c->edges[i];
        bool paired = i + 1 < c->edge_count && e[0].low == e[1].low && e[0].high == e[1].high && e[0].forward == 0 &&
                      e[1].forward == 1;
        bool third = i + 2 < c->edge_count && e[0].low == e[2].low && e[0].high == e[2].high;
        if (!paired || third) return i;
    }
    return c->edge_count;
}

typedef struct face_plane {
    scree_vec3 centre, normal; // about the hull's centre; the normal is unit, outward if the faces run that way
    double area, width;        // width: how far the face reaches across its longest extent
} face_plane;

static scree_vec3 local_point(const scree_mesh *m, const scree_shape *hull, int i)
{
    return v3_sub(m->points[i], hull->centre);
}

static face_plane plane_of(const clean_mesh *c, size_t count, const scree_mesh *m, const scree_shape *hull)
{
    face_plane p = { v3(0, 0, 0), v3(0, 0, 0), 0.0, 0.0 };
    for (size_t i = 0; i < count; ++i)
        p.centre = v3_add_scaled(p.centre, 1.0 / (double)count, local_point(m, hull, c->corners[i]));
    double reach = 0.0;
    scree_vec3 before = v3_sub(local_point(m, hull, c->corners[count - 1]), p.centre), vector = v3(0, 0, 0);
    for (size_t i = 0; i < count; ++i) {
        scree_vec3 corner = v3_sub(local_point(m, hull, c->corners[i]), p.centre);
        vector = v3_add(vector, v3_cross(before, corner));
        reach = fmax(reach, v3_norm(corner));
        before = corner;
    }
    p.normal = v3_unit(vector);
    p.area = 0.5 * v3_norm(vector);
    p.width = reach > 0.0 ? p.area / reach : 0.0;
    return p;
}

// Whether the faces run clockwise: the volume that they enclose is then negative.
static bool is_inside_out(clean_mesh *c, const scree_mesh *m, const scree_shape *hull)
{
    double volume = 0.0;
    for (size_t f = 0; f < m->face_count; ++f) {
        size_t count = clean_face(c, m, f);
        if (count == 0) continue;
        face_plane p = plane_of(c, count, m, hull);
        volume += p.area / hull->core_radius / hull->core_radius * v3_dot(p.normal, p.centre) / hull->core_radius;
    }
    return volume < 0.0;
}

// The largest height over a face, beyond what rounding explains, over the size of a closed mesh.
static double highest(clean_mesh *c, const scree_mesh *m, const scree_shape *hull)
{
    double sign = is_inside_out(c, m, hull) ? -1.0 : 1.0, worst = 0.0;
    scree_bounds bounds = scree_shape_bounds(hull);
    double size = v3_norm(v3_sub(bounds.high, bounds.low));
    int vertex = 0;
    for (size_t f = 0; f < m->face_count; ++f) {
        size_t count = clean_face(c, m, f);
        if (count == 0) continue;
        face_plane p = plane_of(c, count, m, hull);
        scree_vec3 outward = v3_scale(p.normal, sign);
        if (!(p.width > SINGLE_ROUNDING * size)) continue; // no direction is known
        vertex = scree_support_vertex(hull, outward, vertex);
        scree_vec3 to_vertex = v3_sub(scree_stored_vertex(hull, vertex), p.centre);
        double lever = 1.0 + v3_norm(to_vertex) / p.width;
        worst = fmax(worst, v3_dot(outward, to_vertex) - SINGLE_ROUNDING * size * lever);
    }
    return worst / size;
}

// The hull of the points that faces use; of all, where there are no faces.
static scree_shape *hull_of(const scree_mesh *m, double rounding, scree_error *error)
{
    if (m->face_count == 0) return scree_polyhedron_create(m->points, m->point_count, rounding, error);
    scree_vec3 *used = malloc((m->point_count + 1) * sizeof *used);
    unsigned char *is_used = calloc(m->point_count + 1, 1);
    scree_shape *shape = NULL;
    if (used != NULL && is_used != NULL) {
        size_t count = 0;
        for (size_t i = m->face_starts[0]; i < m->face_starts[m->face_count]; ++i) is_used[m->corners[i]] = 1;
        for (size_t i = 0; i < m->point_count; ++i) {
            if (is_used[i]) used[count++] = m->points[i];
        }
        shape = scree_polyhedron_create(used, count, rounding, error);
    } else
        scree_error_set(error, SCREE_NO_MEMORY, "out of memory");
    free(used);
    free(is_used);
    return shape;
}

static scree_status check_closed(clean_mesh *c, const scree_mesh *m, scree_error *error)
{
    size_t open = open_edge(c, m);
    if (c->edge_count == 0) return scree_error_set(error, SCREE_NOT_CONVEX, "the mesh has no faces: ask for its hull");
    if (open == c->edge_count) return SCREE_OK;
    return scree_error_set(error, SCREE_NOT_CONVEX,
                           "the mesh is not closed: its edge between points %d and %d (from 0) is not shared by two "
                           "faces in opposite directions; ask for its hull",
                           c->edges[open].low, c->edges[open].high);
}

static scree_status check_convex(const scree_mesh *m, const scree_shape *hull, scree_error *error)
{
    clean_mesh c;
    if (!clean_make(&c, m)) return scree_error_set(error, SCREE_NO_MEMORY, "out of memory");
    scree_status status = check_closed(&c, m, error);
    double height = status == SCREE_OK ? highest(&c, m, hull) : 0.0;
    clean_free(&c);
    if (height > CONVEX_ENOUGH)
        return scree_error_set(error, SCREE_NOT_CONVEX,
                               "the mesh is not convex: it rises above one of its faces by %.3g of its size; ask for "
                               "its hull",
                               height);
    return status;
}

double scree_mesh_concavity(const scree_mesh *mesh)
{
    SCREE_FP_GUARD();
    clean_mesh c;
    if (check_mesh(mesh, NULL) != SCREE_OK || !clean_make(&c, mesh)) return INFINITY;
    double result = INFINITY;
    if (check_closed(&c, mesh, NULL) == SCREE_OK) {
        scree_error error = { SCREE_OK, "" };
        scree_shape *hull = hull_of(mesh, 0.0, &error);
        if (hull != NULL)
            result = highest(&c, mesh, hull);
        else if (error.status == SCREE_DEGENERATE_SHAPE)
            result = 0.0; // flat: nothing is above anything
        scree_shape_destroy(hull);
    }
    clean_free(&c);
    return result;
}

scree_shape *scree_polyhedron_create_from_mesh(const scree_mesh *mesh, bool hull, double rounding, scree_error *error)
{
    SCREE_FP_GUARD();
    if (check_mesh(mesh, error) != SCREE_OK) return NULL;
    scree_shape *shape = hull_of(mesh, rounding, error);
    if (shape == NULL || hull || check_convex(mesh, shape, error) == SCREE_OK) return shape;
    scree_shape_destroy(shape);
    return NULL;
}
