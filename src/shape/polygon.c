// Polygons: the hull of points in the plane.
//
// Source  Andrew, Another efficient algorithm for convex hulls in two dimensions, Inf. Proc. Letters 9 (1979).
// Idea    Sorts the points and builds a lower and an upper chain, with an exact orientation test for each turn: the
//         hull of the given doubles, whatever their shape. Then drops runs of vertices that lie on one edge up to
//         rounding; each dropped vertex is checked against the edge that replaces it.
#include <stdlib.h>
#include <string.h>

#include "base/fp_environment.h"
#include "math/dd.h"
#include "math/predicates.h"
#include "shape/build.h"
#include "shape/hull/cloud.h"
#include "shape/support.h"

static int by_place(const void *a, const void *b)
{
    const scree_vec3 *p = a, *q = b; // z holds the number
    if (p->x != q->x) return p->x < q->x ? -1 : 1;
    if (p->y != q->y) return p->y < q->y ? -1 : 1;
    return p->z < q->z ? -1 : 1;
}

// The strictly convex hull, counter-clockwise, as point indices; `sorted` and `chain` have room for all points, the
// chain for one more.
static int chain_hull(const scree_cloud *c, scree_vec3 *sorted, int *chain)
{
    const scree_vec3 *p = c->points;
    for (int i = 0; i < c->count; ++i) sorted[i] = v3(p[i].x, p[i].y, i);
    qsort(sorted, (size_t)c->count, sizeof *sorted, by_place);
    int n = 0;
    for (int side = 0, floor = 1; side < 2; ++side, floor = n) {
        for (int k = side; k < c->count; ++k) { // the upper chain starts next to the last point of the lower one
            int i = (int)sorted[side == 0 ? k : c->count - 1 - k].z;
            while (n > floor && scree_orient2(p[chain[n - 2]], p[chain[n - 1]], p[i]) <= 0.0) --n;
            chain[n++] = i;
        }
    }
    return n - 1; // the first point closes the upper chain
}

// How far q is outside the line from a to b (b on its left is inside).
static double outside(scree_vec3 a, scree_vec3 b, scree_vec3 q)
{
    dd3 chord = dd3_diff(b, a), spoke = dd3_diff(q, a);
    return dd_value(dd_det2(spoke.x, spoke.y, chord.x, chord.y)) / v3_norm(v3_sub(b, a));
}

static double corner_height(const scree_cloud *c, const int *chain, int n, int i)
{
    const scree_vec3 *p = c->points;
    return outside(p[chain[(i + n - 1) % n]], p[chain[(i + 1) % n]], p[chain[i]]);
}

// The length of the longest run of vertices after `from` that the edge from `from` to the one behind them can replace.
static int flat_run(const scree_cloud *c, const int *chain, int n, int from, int left, double tolerance)
{
    const scree_vec3 *p = c->points;
    scree_vec3 a = p[chain[from % n]];
    int run = 0;
    for (; run < left; ++run) {
        scree_vec3 b = p[chain[(from + run + 2) % n]];
        for (int k = 1; k <= run + 1; ++k) {
            scree_vec3 q = p[chain[(from + k) % n]];
            if (outside(a, b, q) > tolerance || v3_dot(v3_sub(q, a), v3_sub(b, a)) < 0.0) return run;
            if (v3_dot(v3_sub(q, b), v3_sub(a, b)) < 0.0) return run;
        }
    }
    return run;
}

// Drops vertices on the edges; starts at the sharpest corner, which stays. Returns the new count, and in `slack` how
// far the dropped ones are outside.
static int straighten(const scree_cloud *c, const int *chain, int n, int *kept, double *slack)
{
    double tolerance = SCREE_FLATNESS * ldexp(c->size, -c->exponent);
    int sharpest = 0;
    double most = -1.0;
    for (int i = 0; i < n; ++i) {
        double h = corner_height(c, chain, n, i);
        if (h > most) {
            most = h;
            sharpest = i;
        }
    }
    int count = 0;
    for (int i = 0; i < n; ++i) {
        int from = sharpest + i, run = flat_run(c, chain, n, from, n - 1 - i, tolerance);
        kept[count++] = chain[from % n];
        scree_vec3 a = c->points[chain[from % n]], b = c->points[chain[(from + run + 1) % n]];
        for (int k = 1; k <= run; ++k) *slack = fmax(*slack, outside(a, b, c->points[chain[(from + k) % n]]));
        i += run;
    }
    *slack *= ldexp(1.0 + 0x1p-50, c->exponent); // in units of the shape, the roundings of `outside` upwards
    return count;
}

// Rotates the loop so that the vertex given first comes first.
static void rotate_to_lowest(int *loop, int n, int *spare)
{
    int low = 0;
    for (int i = 1; i < n; ++i) {
        if (loop[i] < loop[low]) low = i;
    }
    for (int i = 0; i < n; ++i) spare[i] = loop[(low + i) % n];
    memcpy(loop, spare, (size_t)n * sizeof *loop);
}

// Edge i as face i: the outward normal is the edge rotated by -90 degrees.
static void set_edge(scree_shape *s, int i)
{
    int j = (i + 1) % s->vertex_count;
    dd3 along = dd3_diff(scree_stored_vertex(s, j), scree_stored_vertex(s, i));
    dd3 across = { along.y, dd_neg(along.x), { 0.0, 0.0 } };
    scree_vec3 normal = dd3_unit(across);
    scree_face face = { normal, scree_support_height(s, normal), 2 * i, 2 };
    scree_edge edge = { { i, j }, { -1, -1 } };
    s->hull->faces[i] = face;
    scree_set_edge(scree_own_hull(s), i, edge);
    s->hull->face_vertices[2 * i] = i;
    s->hull->face_vertices[2 * i + 1] = j;
    scree_set_face_edge(scree_own_hull(s), 2 * i, i);
    scree_set_face_edge(scree_own_hull(s), 2 * i + 1, j);
}

static void fill_flat(const scree_shape *s, scree_flat_rows kind)
{
    double *const flat = s->hull->flat[kind];
    const size_t width = (size_t)scree_flat_width(kind);
    for (int i = 0; i < scree_flat_length(kind); ++i) flat[i] = 0.0;
    const double *const rows[SCREE_FLAT_FIELDS] = { s->x, s->y, s->hull->face_x, s->hull->face_y,
                                                    s->hull->face_offset };
    for (size_t i = 0; i < SCREE_FLAT_FIELDS; ++i) memcpy(flat + i * width, rows[i], width * sizeof *flat);
    flat[scree_flat_tail(kind)] = scree_flat_reach(s);
    if (kind == SCREE_FLAT_THREE) return;
    flat[scree_flat_tail(kind) + 1] = s->radius;
    flat[scree_flat_tail(kind) + 2] = s->vertex_count;
}

// Where the angle between neighbouring edges is less than this, a vertex before one of them may be as deep, to
// rounding, behind the other: the gaps do not decide which of the two it meets.
#define FLAT_CORNER 1e-3

static bool has_flat_corner(const scree_shape *s)
{
    for (int i = 0; i < s->hull->face_count; ++i) {
        const scree_vec3 n = s->hull->faces[i].normal, m = s->hull->faces[(i + 1) % s->hull->face_count].normal;
        if (fabs(n.x * m.y - n.y * m.x) < FLAT_CORNER && n.x * m.x + n.y * m.y > 0.0) return true;
    }
    return false;
}

void scree_shape_set_flats(scree_shape *s)
{
    scree_own_hull(s)->flat_rows = SCREE_FLAT_NONE;
    scree_own_hull(s)->has_flat_corner = has_flat_corner(s);
    if (s->centre.x != 0.0 || s->centre.y != 0.0 || s->hull->has_flat_corner) return;
    const int kinds = s->radius == 0.0 ? SCREE_FLAT_KINDS : SCREE_FLAT_THREE;
    for (int k = SCREE_FLAT_EIGHT; k < kinds && s->hull->flat[k] != NULL; ++k) {
        scree_own_hull(s)->flat_rows = (scree_flat_rows)k;
        fill_flat(s, s->hull->flat_rows);
    }
}

void scree_polygon_finish(scree_shape *s)
{
    scree_shape_pad(s);
    for (int i = 0; i < s->vertex_count; ++i) set_edge(s, i);
    scree_shape_finish(s);
}

static scree_shape *polygon_of(const scree_cloud *c, const scree_vec3 *given, const int *loop, int n, double rounding,
                               scree_error *error)
{
    scree_shape_counts counts = { .vertices = n, .faces = n, .edges = n, .corners = 2 * n };
    scree_shape *s = scree_shape_new(SCREE_POLYGON, SCREE_CORE_POLYGON, counts, error);
    if (s == NULL) return NULL;
    s->dimension = 2;
    s->rounding = s->radius = rounding;
    s->centre = c->centre;
    scree_own_hull(s)->given_count = c->given_count;
    for (int i = 0; i < n; ++i) {
        s->hull->given_vertex[i] = c->given[loop[i]];
        scree_vec3 p = v3_sub(given[s->hull->given_vertex[i]], c->centre);
        s->x[i] = p.x;
        s->y[i] = p.y;
        s->z[i] = 0.0;
    }
    scree_polygon_finish(s);
    return s;
}

static scree_shape *hull_of(const scree_cloud *c, const scree_vec3 *given, double rounding, scree_error *error)
{
    scree_spread spread;
    if (scree_cloud_spread(c, 2, &spread, error) != SCREE_OK) return NULL;
    scree_vec3 *sorted = malloc((size_t)c->count * sizeof *sorted);
    int *chain = malloc(2 * ((size_t)c->count + 1) * sizeof *chain);
    scree_shape *s = NULL;
    if (sorted == NULL || chain == NULL) {
        scree_error_set(error, SCREE_NO_MEMORY, "vertices: no memory for %d points", c->count);
    } else {
        double slack = 0.0;
        int *kept = chain + c->count + 1;
        int n = straighten(c, chain, chain_hull(c, sorted, chain), kept, &slack);
        rotate_to_lowest(kept, n, chain);
        s = polygon_of(c, given, kept, n, rounding, error);
        if (s != NULL) {
            s->slack = slack;
            scree_shape_set_flats(s);
        }
    }
    free(sorted);
    free(chain);
    return s;
}

scree_shape *scree_polygon_create(const scree_vec3 *points, size_t count, double rounding, scree_error *error)
{
    SCREE_FP_GUARD();
    if (!scree_check_not_negative("rounding", rounding, error)) return NULL;
    scree_cloud cloud;
    scree_shape *s = NULL;
    if (scree_cloud_make(points, count, 2, &cloud, error) == SCREE_OK) s = hull_of(&cloud, points, rounding, error);
    scree_cloud_free(&cloud);
    return s;
}
