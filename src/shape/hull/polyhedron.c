// Polyhedra: the hull of points, with a graph that is proven before it is used.
//
// Idea    Qhull finds the hull; coplanar faces are merged; the result is checked against all points. Where Qhull gives
//         up or its hull fails the checks (bodies hardly thicker than rounding, bumps just above it), and in builds
//         without Qhull, the hull is computed in exact arithmetic and merged; where even that fails, it is used as it
//         is, in triangles.
#include <stdlib.h>

#include "base/fp_environment.h"
#include "math/vec3.h"
#include "shape/build.h"
#include "shape/hull/cloud.h"
#include "shape/hull/graph.h"
#include "shape/hull/hull.h"
#include "shape/hull/like.h"
#include "shape/hull/merge.h"
#include "shape/hull/order.h"
#include "shape/hull/verify.h"

enum { MERGE_ROUNDS = 16 };

static scree_status out_of_memory(scree_error *error)
{
    return scree_error_set(error, SCREE_NO_MEMORY, "vertices: no memory");
}

// number[i]: the vertex index of point i of the cloud, in order of first appearance, or -1. Returns the number of
// vertices.
static int number_vertices(const scree_cloud *c, const scree_surface *surface, int *number)
{
    int vertices = 0;
    for (int i = 0; i < c->count; ++i) number[i] = -1;
    for (int k = 0; k < surface->first[surface->face_count]; ++k) number[surface->loop[k]] = 0;
    for (int i = 0; i < c->count; ++i) {
        if (number[i] == 0) number[i] = vertices++;
    }
    return vertices;
}

static void copy_vertices(scree_shape *s, const scree_cloud *c, const scree_vec3 *given, const int *number)
{
    s->centre = c->centre;
    for (int i = 0; i < c->count; ++i) {
        if (number[i] < 0) continue;
        scree_vec3 p = v3_sub(given[c->given[i]], c->centre);
        s->x[number[i]] = p.x;
        s->y[number[i]] = p.y;
        s->z[number[i]] = p.z;
        s->hull->given_vertex[number[i]] = i;
    }
}

static void copy_loops(scree_shape *s, const scree_surface *surface, const int *number)
{
    for (int f = 0; f < surface->face_count; ++f) {
        s->hull->faces[f].first = surface->first[f];
        s->hull->faces[f].count = surface->first[f + 1] - surface->first[f];
    }
    for (int k = 0; k < surface->first[surface->face_count]; ++k) s->hull->face_vertices[k] = number[surface->loop[k]];
}

// The shape of a surface, with its faces in order, linked, with normals; given_vertex holds indices of cloud points.
// NULL with SCREE_OK where the surface is not closed.
static scree_shape *shape_of(const scree_cloud *c, const scree_vec3 *given, scree_surface *surface,
                             scree_status *status, scree_error *error)
{
    int corners = surface->first[surface->face_count];
    int *number = malloc((size_t)c->count * sizeof *number);
    scree_shape *s = NULL;
    if (number != NULL && scree_surface_order(surface)) {
        int vertices = number_vertices(c, surface, number);
        scree_shape_counts counts = { vertices, surface->face_count, corners / 2, corners, corners };
        s = scree_shape_new(SCREE_POLYHEDRON, SCREE_CORE_POLYHEDRON, counts, NULL);
    }
    bool no_memory = s == NULL, closed = false;
    if (s != NULL) {
        copy_vertices(s, c, given, number);
        copy_loops(s, surface, number);
        closed = corners % 2 == 0 && scree_graph_link(s, &no_memory);
    }
    free(number);
    if (closed) {
        for (int f = 0; f < s->hull->face_count; ++f) s->hull->faces[f].normal = scree_graph_face_normal(s, f);
        return s;
    }
    scree_shape_destroy(s);
    if (no_memory) *status = out_of_memory(error);
    return NULL;
}

// Merging rounds until nothing changes: a face that has lost vertices may be flat with its neighbour.
static scree_shape *merged(const scree_cloud *c, const scree_vec3 *given, scree_shape *s, scree_status *status,
                           scree_error *error)
{
    for (int round = 0; s != NULL && round < MERGE_ROUNDS; ++round) {
        scree_surface surface;
        scree_merge_outcome outcome = scree_merge(s, SCREE_FLATNESS * c->size, &surface);
        if (outcome == SCREE_MERGE_NOTHING) return s;
        scree_shape_destroy(s);
        s = NULL;
        if (outcome == SCREE_MERGE_DONE) {
            s = shape_of(c, given, &surface, status, error);
            scree_surface_free(&surface);
        } else if (outcome == SCREE_MERGE_NO_MEMORY) {
            *status = out_of_memory(error);
        }
    }
    return s;
}

typedef enum engine { BY_QHULL, EXACT, EXACT_NOT_MERGED, ENGINES } engine;

// One way to the hull; NULL with SCREE_OK where its graph fails the checks.
static scree_shape *attempt(engine how, const scree_cloud *c, const scree_spread *spread, const scree_vec3 *given,
                            scree_status *status, scree_error *error)
{
    scree_surface surface;
    *status = how == BY_QHULL ? scree_hull_qhull(c, spread, &surface) : scree_hull_exact(c, spread, &surface);
    if (*status == SCREE_NO_MEMORY) out_of_memory(error);
    if (*status == SCREE_NO_CONVERGENCE) *status = SCREE_OK;
    if (surface.face_count == 0) return NULL;
    scree_shape *s = shape_of(c, given, &surface, status, error);
    scree_surface_free(&surface);
    if (how != EXACT_NOT_MERGED) s = merged(c, given, s, status, error);
    if (s == NULL) return NULL;
    scree_shape_pad(s);
    scree_graph_planes(s);
    scree_status verdict = scree_verify_hull(s, c);
    if (verdict == SCREE_OK) return s;
    scree_shape_destroy(s);
    if (verdict == SCREE_NO_MEMORY) *status = out_of_memory(error);
    return NULL;
}

static scree_shape *hull_of(const scree_cloud *c, const scree_vec3 *given, scree_error *error)
{
    scree_spread spread;
    scree_status status = scree_cloud_spread(c, 3, &spread, error);
    scree_shape *s = NULL;
    for (engine how = BY_QHULL; how < ENGINES && s == NULL && status == SCREE_OK; ++how) {
        s = attempt(how, c, &spread, given, &status, error);
    }
    if (s == NULL && status == SCREE_OK) {
        scree_error_set(error, SCREE_DEGENERATE_SHAPE, "vertices: no hull of these points could be proven");
    }
    return s;
}

scree_shape *scree_polyhedron_create(const scree_vec3 *points, size_t count, double rounding, scree_error *error)
{
    return scree_polyhedron_create_like(NULL, points, count, rounding, error);
}

scree_shape *scree_polyhedron_create_like(const scree_shape *pattern, const scree_vec3 *points, size_t count,
                                          double rounding, scree_error *error)
{
    SCREE_FP_GUARD();
    if (!scree_check_not_negative("rounding", rounding, error)) return NULL;
    scree_shape *s = scree_shape_like(pattern, points, count, rounding);
    if (s != NULL) return s;
    scree_cloud cloud;
    if (scree_cloud_make(points, count, 3, &cloud, error) == SCREE_OK) s = hull_of(&cloud, points, error);
    if (s != NULL) {
        s->rounding = s->radius = rounding;
        scree_own_hull(s)->given_count = (int)count;
        for (int i = 0; i < s->vertex_count; ++i) s->hull->given_vertex[i] = cloud.given[s->hull->given_vertex[i]];
        scree_shape_finish(s);
    }
    scree_cloud_free(&cloud);
    return s;
}
