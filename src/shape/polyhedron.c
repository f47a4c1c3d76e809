// Polyhedra: the hull of points, with a graph that is proven before it is used.
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/impossible.h"
#include "math/vec3.h"
#include "shape/build.h"
#include "shape/cloud.h"
#include "shape/graph.h"
#include "shape/hull.h"
#include "shape/like.h"
#include "shape/merge.h"
#include "shape/verify.h"

enum { MERGE_ROUNDS = 16 };

// From the lowest vertex on, so that what is summed over a face does not depend on how the face was found.
static void copy_loop(int *to, const int *from, int count, const int *number)
{
    int lowest = 0;
    for (int k = 1; k < count; ++k) {
        if (number[from[k]] < number[from[lowest]]) lowest = k;
    }
    for (int k = 0; k < count; ++k) to[k] = number[from[(lowest + k) % count]];
}

// The shape of a surface: vertices in order of first appearance, linked, with normals. given_vertex holds numbers of
// cloud points. NULL with SCREE_OK where the surface is not a closed one.
static scree_shape *shape_of(const scree_cloud *c, const scree_vec3 *given, const scree_surface *surface,
                             scree_status *status, scree_error *error)
{
    *status = SCREE_NO_MEMORY;
    int corners = surface->first[surface->face_count];
    int *number = malloc((size_t)c->count * sizeof *number);
    if (number == NULL) {
        scree_error_set(error, SCREE_NO_MEMORY, "vertices: no memory");
        return NULL;
    }
    for (int i = 0; i < c->count; ++i) number[i] = -1;
    for (int k = 0; k < corners; ++k) number[surface->loop[k]] = 0;
    int vertices = 0;
    for (int i = 0; i < c->count; ++i) {
        if (number[i] == 0) number[i] = vertices++;
    }
    scree_shape_counts counts = { vertices, surface->face_count, corners / 2, corners, corners };
    scree_shape *s = scree_shape_new(SCREE_POLYHEDRON, SCREE_CORE_POLYHEDRON, counts, error);
    if (s == NULL) {
        free(number);
        return NULL;
    }
    for (int i = 0; i < c->count; ++i) {
        if (number[i] < 0) continue;
        scree_vec3 p = v3_sub(given[c->given[i]], c->centre);
        s->x[number[i]] = p.x;
        s->y[number[i]] = p.y;
        s->z[number[i]] = p.z;
        s->given_vertex[number[i]] = i;
    }
    for (int f = 0; f < surface->face_count; ++f) {
        s->faces[f].first = surface->first[f];
        s->faces[f].count = surface->first[f + 1] - surface->first[f];
        copy_loop(s->face_vertices + surface->first[f], surface->loop + surface->first[f], s->faces[f].count, number);
    }
    free(number);
    s->centre = c->centre;
    bool no_memory = false;
    if (corners % 2 == 0 && scree_graph_link(s, &no_memory)) {
        for (int f = 0; f < s->face_count; ++f) s->faces[f].normal = scree_graph_face_normal(s, f);
        *status = SCREE_OK;
        return s;
    }
    scree_shape_destroy(s);
    if (!no_memory)
        *status = SCREE_OK;
    else
        scree_error_set(error, SCREE_NO_MEMORY, "vertices: no memory");
    return NULL;
}

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
            *status = scree_error_set(error, SCREE_NO_MEMORY, "vertices: no memory");
        }
    }
    return s;
}

typedef enum engine { BY_QHULL, EXACT, EXACT_NOT_MERGED, ENGINES } engine;

// One way to the hull; NULL with SCREE_OK where it leads to a graph that does not stand the checks.
static scree_shape *attempt(engine how, const scree_cloud *c, const scree_spread *spread, const scree_vec3 *given,
                            scree_status *status, scree_error *error)
{
    scree_surface surface;
    *status = how == BY_QHULL ? scree_hull_qhull(c, spread, &surface) : scree_hull_exact(c, spread, &surface);
    if (*status == SCREE_NO_MEMORY) scree_error_set(error, SCREE_NO_MEMORY, "vertices: no memory");
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
    if (verdict == SCREE_NO_MEMORY) *status = scree_error_set(error, SCREE_NO_MEMORY, "vertices: no memory");
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
    if (SCREE_IMPOSSIBLE(s == NULL && status == SCREE_OK)) {
        scree_error_set(error, SCREE_DEGENERATE_SHAPE, "vertices: no hull of these points could be proven");
    }
    return s;
}

scree_shape *scree_polyhedron(const scree_vec3 *points, size_t count, double rounding, scree_error *error)
{
    return scree_polyhedron_like(NULL, points, count, rounding, error);
}

scree_shape *scree_polyhedron_like(const scree_shape *pattern, const scree_vec3 *points, size_t count, double rounding,
                                   scree_error *error)
{
    if (!scree_check_not_negative("rounding", rounding, error)) return NULL;
    scree_shape *s = scree_shape_like(pattern, points, count, rounding);
    if (s != NULL) return s;
    scree_cloud cloud;
    if (scree_cloud_make(points, count, 3, &cloud, error) == SCREE_OK) s = hull_of(&cloud, points, error);
    if (s != NULL) {
        s->rounding = s->radius = rounding;
        s->given_count = (int)count;
        for (int i = 0; i < s->vertex_count; ++i) s->given_vertex[i] = cloud.given[s->given_vertex[i]];
        scree_shape_finish(s);
    }
    scree_cloud_free(&cloud);
    return s;
}
