// Hulls to bytes and back.
//
// Idea    Stores what the construction of the hull found: the vertices as they are stored, the loops of the faces, the
//         slack. Edges, planes and all that is computed from them are then the same, to the last bit. What is read is
//         verified like a new hull before it is used: forged bytes are no danger to a query.
#include "shape/hull/hull_bytes.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>

#include "math/predicates.h"
#include "math/vec3.h"
#include "shape/build.h"
#include "shape/hull/cloud.h"
#include "shape/hull/graph.h"
#include "shape/hull/verify.h"

// Counts whose arrays' sizes still fit into an int.
enum { MOST = INT_MAX / 64 };

// The tolerances of the verification are relative to the size of the vertices; that of all points that the hull was
// made from may have been larger by a rounding or two.
#define SIZE_MARGIN (1.0 + 0x1p-30)

// ---------------------------------------------------------------------------------------------------------- common

static void put_place(scree_byte_writer *w, const scree_shape *s)
{
    scree_put_double(w, s->rounding);
    scree_put_double(w, s->slack);
    scree_put_vector(w, s->centre);
    scree_put_vector(w, s->bounds.low);
    scree_put_vector(w, s->bounds.high);
}

typedef struct place {
    double rounding, slack;
    scree_vec3 centre, low, high;
} place;

static bool refuse(scree_error *error, const char *reason)
{
    scree_error_set(error, SCREE_FILE_ERROR, "%s", reason);
    return false;
}

static bool get_place(scree_byte_reader *r, place *p, scree_error *error)
{
    p->rounding = scree_get_double(r);
    p->slack = scree_get_double(r);
    p->centre = scree_get_vector(r);
    p->low = scree_get_vector(r);
    p->high = scree_get_vector(r);
    if (!scree_check_not_negative("rounding", p->rounding, error)) return false;
    if (isfinite(p->slack) && p->slack >= 0.0 && v3_is_finite(p->centre) && v3_max_abs(p->centre) <= SCREE_LONGEST)
        return true;
    return refuse(error, "slack, centre: not finite, or out of range");
}

// Bounds of a Minkowski difference are one double farther out where its centre is not 0.
static bool is_outward(double stored, double computed, double end)
{
    return stored == computed || stored == nextafter(computed, end);
}

// Once the shape is finished: its slack and its bounds. A surface that may be off by more than the size is none.
static bool set_bounds(scree_shape *s, const place *p, scree_error *error)
{
    if (p->slack > s->core_radius) return refuse(error, "the slack is more than the size");
    s->slack = p->slack;
    const double far = (double)INFINITY;
    const scree_vec3 low = s->bounds.low, high = s->bounds.high;
    const bool fits = is_outward(p->low.x, low.x, -far) && is_outward(p->low.y, low.y, -far) &&
                      is_outward(p->low.z, low.z, -far) && is_outward(p->high.x, high.x, far) &&
                      is_outward(p->high.y, high.y, far) && is_outward(p->high.z, high.z, far);
    if (!fits) return refuse(error, "the bounds are not those of the vertices");
    s->bounds.low = p->low;
    s->bounds.high = p->high;
    return true;
}

static void get_given(scree_byte_reader *r, scree_shape *s)
{
    for (int i = 0; i < s->vertex_count; ++i) s->hull->given_vertex[i] = (int)(scree_get_count(r) & INT_MAX);
}

static bool given_fits(const scree_shape *s)
{
    for (int i = 0; i < s->vertex_count; ++i)
        if (s->hull->given_vertex[i] >= s->hull->given_count) return false;
    return true;
}

// The vertices as a cloud: finite, in range, all distinct, not flat. The caller frees it, also after a failure.
static bool cloud_of(const scree_shape *s, scree_cloud *cloud, scree_error *error)
{
    const size_t count = (size_t)s->vertex_count;
    scree_vec3 *points = malloc(count * sizeof *points);
    if (points == NULL) {
        *cloud = (scree_cloud){ .count = 0 };
        scree_error_set(error, SCREE_NO_MEMORY, "no memory for %zu vertices", count);
        return false;
    }
    for (int i = 0; i < s->vertex_count; ++i) points[i] = scree_stored_vertex(s, i);
    scree_spread spread;
    bool good = scree_cloud_make(points, count, s->dimension, cloud, error) == SCREE_OK;
    free(points);
    if (good && cloud->count != s->vertex_count) good = refuse(error, "two vertices are one");
    good = good && scree_cloud_spread(cloud, s->dimension, &spread, error) == SCREE_OK;
    cloud->size *= SIZE_MARGIN;
    return good;
}

// ------------------------------------------------------------------------------------------------------ polyhedra

void scree_put_polyhedron(scree_byte_writer *w, const scree_shape *s)
{
    put_place(w, s);
    scree_put_count(w, s->vertex_count);
    scree_put_count(w, s->hull->face_count);
    scree_put_count(w, 2 * s->hull->edge_count);
    scree_put_count(w, s->hull->given_count);
    for (int i = 0; i < s->vertex_count; ++i) scree_put_vector(w, scree_stored_vertex(s, i));
    for (int i = 0; i < s->vertex_count; ++i) scree_put_count(w, s->hull->given_vertex[i]);
    for (int f = 0; f < s->hull->face_count; ++f) scree_put_count(w, s->hull->faces[f].count);
    for (int k = 0; k < 2 * s->hull->edge_count; ++k) scree_put_count(w, s->hull->face_vertices[k]);
}

// Checks that faces have at least three corners, and that corners are vertices.
static bool get_loops(scree_byte_reader *r, scree_shape *s)
{
    const int corners = 2 * s->hull->edge_count;
    int first = 0;
    for (int f = 0; f < s->hull->face_count; ++f) {
        const uint32_t count = scree_get_count(r);
        if (count < 3 || count > (uint32_t)(corners - first)) return false;
        s->hull->faces[f].first = first;
        s->hull->faces[f].count = (int)count;
        first += (int)count;
    }
    for (int k = 0; k < corners; ++k) {
        const uint32_t vertex = scree_get_count(r);
        if (vertex >= (uint32_t)s->vertex_count) return false;
        s->hull->face_vertices[k] = (int)vertex;
    }
    return first == corners;
}

static bool normals_are_finite(const scree_shape *s)
{
    for (int f = 0; f < s->hull->face_count; ++f)
        if (!v3_is_finite(s->hull->faces[f].normal)) return false;
    return true;
}

// Is this the hull of its vertices? Leaves the planes in the shape, and the least slack that it can have.
static bool prove(scree_shape *s, scree_error *error)
{
    bool no_memory;
    scree_cloud cloud;
    bool good = cloud_of(s, &cloud, error);
    if (good && !scree_graph_link(s, &no_memory)) {
        scree_error_set(error, no_memory ? SCREE_NO_MEMORY : SCREE_FILE_ERROR,
                        no_memory ? "no memory" : "the faces are no closed surface");
        good = false;
    }
    if (good) {
        scree_shape_pad(s);
        scree_graph_planes(s);
        for (int i = 0; i < s->vertex_count; ++i) s->hull->given_vertex[i] = i;
        const scree_status verdict = normals_are_finite(s) ? scree_verify_hull(s, &cloud) : SCREE_NOT_CONVEX;
        good = verdict == SCREE_OK;
        if (!good)
            scree_error_set(error, verdict, verdict == SCREE_NO_MEMORY ? "no memory" : "the faces are not convex");
    }
    scree_cloud_free(&cloud);
    return good;
}

static bool fill_polyhedron(scree_byte_reader *r, scree_shape *s, const place *p, scree_error *error)
{
    s->rounding = s->radius = p->rounding;
    s->centre = p->centre;
    for (int i = 0; i < s->vertex_count; ++i) {
        const scree_vec3 v = scree_get_vector(r);
        s->x[i] = v.x;
        s->y[i] = v.y;
        s->z[i] = v.z;
    }
    scree_byte_reader given = *r; // the proof needs their place
    get_given(r, s);
    if (!given_fits(s)) return refuse(error, "a vertex is none of the points that were given");
    if (!get_loops(r, s)) return refuse(error, "faces: too few corners, or a corner that is no vertex");
    if (!prove(s, error)) return false;
    get_given(&given, s);
    if (p->slack < s->slack) return refuse(error, "the slack is less than these faces have");
    s->slack = p->slack;
    scree_shape_finish(s);
    return set_bounds(s, p, error);
}

scree_shape *scree_get_polyhedron(scree_byte_reader *r, scree_error *error)
{
    place p;
    if (!get_place(r, &p, error)) return NULL;
    const size_t vertices = scree_get_count(r), faces = scree_get_count(r), corners = scree_get_count(r),
                 given = scree_get_count(r);
    if (r->is_short || vertices > MOST || faces > MOST || corners > MOST || given > INT_MAX || corners % 2 != 0 ||
        vertices < 4 || faces < 4 || r->size - r->at != 28 * vertices + 4 * faces + 4 * corners) {
        refuse(error, "the counts do not fit the size");
        return NULL;
    }
    scree_shape_counts counts = { (int)vertices, (int)faces, (int)corners / 2, (int)corners, (int)corners };
    scree_shape *s = scree_shape_new(SCREE_POLYHEDRON, SCREE_CORE_POLYHEDRON, counts, error);
    if (s == NULL) return NULL;
    scree_own_hull(s)->given_count = (int)given;
    if (fill_polyhedron(r, s, &p, error)) return s;
    scree_shape_destroy(s);
    return NULL;
}

// -------------------------------------------------------------------------------------------------------- polygons

void scree_put_polygon(scree_byte_writer *w, const scree_shape *s)
{
    put_place(w, s);
    scree_put_count(w, s->vertex_count);
    scree_put_count(w, s->hull->given_count);
    for (int i = 0; i < s->vertex_count; ++i) {
        scree_put_double(w, s->x[i]);
        scree_put_double(w, s->y[i]);
    }
    for (int i = 0; i < s->vertex_count; ++i) scree_put_count(w, s->hull->given_vertex[i]);
}

// Every corner turns left, and the edges go around once: from the lower half of the directions to the upper one once.
static bool is_convex(const scree_cloud *c)
{
    const int n = c->count;
    int rounds = 0;
    for (int i = 0; i < n; ++i) {
        const scree_vec3 p = c->points[i], q = c->points[(i + 1) % n], r = c->points[(i + 2) % n];
        if (!(scree_orient2(p, q, r) > 0.0)) return false;
        const bool upper = q.y > p.y || (q.y == p.y && q.x > p.x), next = r.y > q.y || (r.y == q.y && r.x > q.x);
        rounds += !upper && next;
    }
    return rounds == 1;
}

static bool fill_polygon(scree_byte_reader *r, scree_shape *s, const place *p, scree_error *error)
{
    s->dimension = 2;
    s->rounding = s->radius = p->rounding;
    s->centre = p->centre;
    for (int i = 0; i < s->vertex_count; ++i) {
        s->x[i] = scree_get_double(r);
        s->y[i] = scree_get_double(r);
        s->z[i] = 0.0;
    }
    get_given(r, s);
    if (!given_fits(s)) return refuse(error, "a vertex is none of the points that were given");
    if (p->centre.z != 0.0) return refuse(error, "centre.z: must be 0");
    scree_cloud cloud;
    bool good = cloud_of(s, &cloud, error);
    if (good && !is_convex(&cloud)) good = refuse(error, "the vertices are no convex polygon");
    scree_cloud_free(&cloud);
    if (!good) return false;
    scree_polygon_finish(s);
    s->slack = p->slack;
    scree_shape_set_flats(s);
    return set_bounds(s, p, error);
}

scree_shape *scree_get_polygon(scree_byte_reader *r, scree_error *error)
{
    place p;
    if (!get_place(r, &p, error)) return NULL;
    const size_t vertices = scree_get_count(r), given = scree_get_count(r);
    if (r->is_short || vertices > MOST || given > INT_MAX || vertices < 3 || r->size - r->at != 20 * vertices) {
        refuse(error, "the counts do not fit the size");
        return NULL;
    }
    const int n = (int)vertices;
    scree_shape_counts counts = { .vertices = n, .faces = n, .edges = n, .corners = 2 * n };
    scree_shape *s = scree_shape_new(SCREE_POLYGON, SCREE_CORE_POLYGON, counts, error);
    if (s == NULL) return NULL;
    scree_own_hull(s)->given_count = (int)given;
    if (fill_polygon(r, s, &p, error)) return s;
    scree_shape_destroy(s);
    return NULL;
}
