// Minkowski sums of convex polygons and polyhedra.
//
// Source      feng-tan-2020, section 2.1: the sum of two convex polytopes is the hull of the sums of their vertices.
// Idea        2-D: the edges of the sum are those of both, in the order of their angles.
//             3-D, small: the hull of all sums of vertices. Large: grows the hull of those found so far. Along the
//             normal of each of its faces it takes the support point of the sum, and adds it where it is above the
//             face; where none is, every face is one of the sum. Only sums that are vertices, or nearly, are ever
//             formed.
// Rounding    Sums are formed in double-double, relative to a centre near them, and rounded once. The largest rounding
//             goes into the slack of the shape, and so does, for a grown hull, what may be left above its faces. The
//             sum of aligned bodies has dozens of nearly coplanar facets. The unevenness of merged faces goes into the
//             slack as well; and supports are scans, since a climb may get stuck where merging removed an edge.
// Limits      A grown hull in a ball of radius R that contains one of radius r, and whose faces nothing exceeds by more
//             than e, misses nothing farther out than e R / r: thin sums of many vertices get a wide slack.
#include "shape/hull/minkowski.h"

#include <stdlib.h>

#include "scree/minkowski.h"
#include "shape/build.h"
#include "shape/support.h"

// Up to this many sums of vertices, all of them go into the hull: two hulls of 64 vertices.
enum { FEW_SUMS = 4096 };

// Each round at least doubles a hull that is still far from the sum; what is left then are slivers.
enum { MOST_ROUNDS = 64 };

// Heights over the faces of a grown hull are off by less than this, relative to the radii of all three: four roundings
// for the choice of each vertex, five for the height itself.
#define HEIGHT_ERROR 0x1p-50

typedef struct sum {
    const scree_summand *p, *q;
    scree_vec3 centre; // the points below are relative to it
    dd3 shift;         // minus the centre
    double size;       // half the diagonal of the box around the sum
    double rounding;   // the largest distance that a point was moved by when it was rounded
    scree_vec3 *points;
    int count, capacity;
} sum;

static scree_status no_memory(scree_error *error, size_t count)
{
    return scree_error_set(error, SCREE_NO_MEMORY, "no memory for %zu points", count);
}

static dd3 precise_point(const sum *s, int i, int j)
{
    return dd3_add(dd3_add(s->p->points[i], s->q->points[j]), s->shift);
}

static void add_point(sum *s, int i, int j)
{
    dd3 exact = precise_point(s, i, j);
    scree_vec3 rest = v3(exact.x.lo, exact.y.lo, exact.z.lo);
    s->rounding = fmax(s->rounding, v3_norm(rest));
    s->points[s->count++] = v3(exact.x.hi, exact.y.hi, exact.z.hi);
}

// ------------------------------------------------------------------------------------------------------- centre

static void widen(const scree_summand *p, scree_vec3 *low, scree_vec3 *high)
{
    scree_vec3 a = dd3_value(p->points[0]), b = a;
    for (int i = 1; i < p->shape->vertex_count; ++i) {
        scree_vec3 x = dd3_value(p->points[i]);
        a = v3(fmin(a.x, x.x), fmin(a.y, x.y), fmin(a.z, x.z));
        b = v3(fmax(b.x, x.x), fmax(b.y, x.y), fmax(b.z, x.z));
    }
    *low = v3_add(*low, a);
    *high = v3_add(*high, b);
}

static double far_or_zero(double middle, double size)
{
    return fabs(middle) > 2.0 * size ? middle : 0.0;
}

// As for the points of a hull (cloud.c): a coordinate is recentred only where the sum is far from its origin.
static void find_centre(sum *s, dd3 shift)
{
    scree_vec3 low = v3(0, 0, 0), high = low;
    widen(s->p, &low, &high);
    widen(s->q, &low, &high);
    s->size = 0.5 * v3_norm(v3_sub(high, low));
    scree_vec3 middle = v3_add(v3_lerp(low, high, 0.5), dd3_value(shift));
    s->centre = v3(far_or_zero(middle.x, s->size), far_or_zero(middle.y, s->size), far_or_zero(middle.z, s->size));
    s->shift = dd3_add(shift, dd3_from(v3_neg(s->centre)));
}

// --------------------------------------------------------------------------------------------------------- 2-D

// The edge from vertex i to the next one.
static dd3 edge_from(const scree_summand *p, int i)
{
    const dd3 *a = &p->points[i], *b = &p->points[(i + 1) % p->shape->vertex_count];
    dd3 e = { dd_sub(b->x, a->x), dd_sub(b->y, a->y), { 0.0, 0.0 } };
    return e;
}

// 0 for angles from 0 up to, but excluding, 180 degrees.
static int half_of(dd3 e)
{
    return e.y.hi > 0.0 || (e.y.hi == 0.0 && e.x.hi > 0.0) ? 0 : 1;
}

// Negative where e has the smaller angle.
static int compare_angles(dd3 e, dd3 f)
{
    int d = half_of(e) - half_of(f);
    if (d != 0) return d;
    double cross = dd_det2(e.x, e.y, f.x, f.y).hi;
    return cross > 0.0 ? -1 : cross < 0.0 ? 1 : 0;
}

// The lowest vertex, of several the leftmost: there the edges' angles start at 0.
static int lowest(const scree_summand *p)
{
    int best = 0;
    for (int i = 1; i < p->shape->vertex_count; ++i) {
        dd x = dd_sub(p->points[i].x, p->points[best].x), y = dd_sub(p->points[i].y, p->points[best].y);
        if (y.hi < 0.0 || (y.hi == 0.0 && x.hi < 0.0)) best = i;
    }
    return best;
}

// A disc's core, a single point, has no edges.
static int edges_of(const scree_summand *p)
{
    return p->shape->core == SCREE_CORE_POLYGON ? p->shape->vertex_count : 0;
}

static void merge_edges(sum *s)
{
    const scree_summand *p = s->p, *q = s->q;
    int p_edges = edges_of(p), q_edges = edges_of(q), p_done = 0, q_done = 0;
    int i = lowest(p), j = lowest(q);
    while (p_done < p_edges || q_done < q_edges) {
        add_point(s, i, j);
        int order = p_done == p_edges ? 1 : q_done == q_edges ? -1 : compare_angles(edge_from(p, i), edge_from(q, j));
        if (order <= 0) {
            i = (i + 1) % p_edges;
            ++p_done;
        }
        if (order >= 0) {
            j = (j + 1) % q_edges;
            ++q_done;
        }
    }
}

static scree_shape *sum_2d(sum *s, double radius, scree_error *error)
{
    size_t most = (size_t)s->p->shape->vertex_count + (size_t)s->q->shape->vertex_count;
    s->points = malloc(most * sizeof *s->points);
    if (s->points == NULL) {
        no_memory(error, most);
        return NULL;
    }
    merge_edges(s);
    return scree_polygon_create(s->points, (size_t)s->count, radius, error);
}

// -------------------------------------------------------------------------------------------- 3-D, all the sums

static scree_shape *sum_of_all(sum *s, double radius, scree_error *error)
{
    int p_count = s->p->shape->vertex_count, q_count = s->q->shape->vertex_count;
    size_t most = (size_t)p_count * (size_t)q_count;
    s->points = malloc(most * sizeof *s->points);
    if (s->points == NULL) {
        no_memory(error, most);
        return NULL;
    }
    for (int i = 0; i < p_count; ++i) {
        for (int j = 0; j < q_count; ++j) add_point(s, i, j);
    }
    return scree_polyhedron_create(s->points, most, radius, error);
}

// ------------------------------------------------------------------------------------------- 3-D, a growing hull

typedef struct growth {
    sum *s;
    uint64_t *table; // the pairs added so far: 1 + i * q_count + j; 0 where empty
    uint64_t mask;
    scree_vec3 *p_points, *q_points; // of the summands, rounded
    int hint_p, hint_q;
    bool full; // there is no room for more points
} growth;

static int farthest(const scree_summand *p, scree_vec3 d, int hint)
{
    return scree_support_vertex(p->shape, v3_scale(m3_mul_transposed(&p->rotation, d), p->sign), hint);
}

// False where the pair was there already, or there is no room.
static bool add_pair(growth *g, int i, int j)
{
    sum *s = g->s;
    uint64_t key = 1 + (uint64_t)i * (uint64_t)s->q->shape->vertex_count + (uint64_t)j;
    uint64_t h = key * 0x9e3779b97f4a7c15u;
    for (h = (h ^ h >> 32) & g->mask; g->table[h] != 0; h = (h + 1) & g->mask) {
        if (g->table[h] == key) return false;
    }
    g->full = s->count == s->capacity;
    if (g->full) return false;
    g->table[h] = key;
    add_point(s, i, j);
    return true;
}

// The faces of p are faces of the sum, moved by the support vertex of q along their normals.
static void add_faces(growth *g, const scree_summand *p, const scree_summand *q, bool swapped)
{
    const scree_shape *shape = p->shape;
    int hint = 0;
    for (int f = 0; f < shape->hull->face_count && shape->core == SCREE_CORE_POLYHEDRON; ++f) {
        scree_vec3 n = v3_scale(m3_mul(&p->rotation, shape->hull->faces[f].normal), p->sign);
        hint = farthest(q, n, hint);
        for (int k = 0; k < shape->hull->faces[f].count; ++k) {
            int i = shape->hull->face_vertices[shape->hull->faces[f].first + k];
            (void)add_pair(g, swapped ? hint : i, swapped ? i : hint);
        }
    }
}

static int highest(const scree_vec3 *points, int count, scree_vec3 d)
{
    int best = 0;
    double most = v3_dot(d, points[0]);
    for (int i = 1; i < count; ++i) {
        double h = v3_dot(d, points[i]);
        if (h > most) {
            most = h;
            best = i;
        }
    }
    return best;
}

static double height_error(const sum *s, const scree_shape *hull)
{
    return HEIGHT_ERROR * (s->p->shape->core_radius + s->q->shape->core_radius + hull->core_radius);
}

// For every face of the hull, finds the support point of the sum along its normal, and adds it if it is above and new.
// Returns how many were added; `excess` is the largest height over a face. With `all`, scans every vertex; otherwise
// climbs.
static int grow(growth *g, const scree_shape *hull, bool all, double *excess)
{
    sum *s = g->s;
    int added = 0;
    double error = height_error(s, hull);
    *excess = 0.0;
    for (int f = 0; f < hull->hull->face_count; ++f) {
        const scree_face *face = &hull->hull->faces[f];
        scree_vec3 n = face->normal;
        g->hint_p = all ? highest(g->p_points, s->p->shape->vertex_count, n) : farthest(s->p, n, g->hint_p);
        g->hint_q = all ? highest(g->q_points, s->q->shape->vertex_count, n) : farthest(s->q, n, g->hint_q);
        scree_vec3 top = v3_sub(dd3_value(precise_point(s, g->hint_p, g->hint_q)), hull->centre);
        double above = v3_dot(n, top) - face->offset;
        *excess = fmax(*excess, above);
        if (above > error && add_pair(g, g->hint_p, g->hint_q)) ++added;
    }
    return added;
}

// How far from the hull a point may be that is at most `excess` above any face: scaling the hull about its middle by 1
// + excess / r would include it.
static double reach(const scree_shape *hull, double excess)
{
    scree_vec3 middle = v3(0, 0, 0);
    for (int i = 0; i < hull->vertex_count; ++i) {
        middle = v3_add_scaled(middle, 1.0 / hull->vertex_count, scree_stored_vertex(hull, i));
    }
    double inner = (double)INFINITY, outer = 0.0;
    for (int f = 0; f < hull->hull->face_count; ++f) {
        inner = fmin(inner, hull->hull->faces[f].offset - v3_dot(hull->hull->faces[f].normal, middle));
    }
    for (int i = 0; i < hull->vertex_count; ++i) {
        outer = fmax(outer, v3_norm(v3_sub(scree_stored_vertex(hull, i), middle)));
    }
    return inner > 0.0 ? excess * outer / inner : (double)INFINITY;
}

static scree_status too_many(scree_error *error)
{
    return scree_error_set(error, SCREE_INVALID_ARGUMENT, "more than %d vertices", (int)SCREE_MINKOWSKI_MOST_VERTICES);
}

static scree_shape *grow_to_the_end(growth *g, double radius, scree_error *error)
{
    sum *s = g->s;
    add_faces(g, s->p, s->q, false);
    add_faces(g, s->q, s->p, true);
    for (int round = 0; round < MOST_ROUNDS && !g->full; ++round) {
        scree_shape *hull = scree_polyhedron_create(s->points, (size_t)s->count, radius, error);
        if (hull == NULL) return NULL;
        double excess;
        if (grow(g, hull, false, &excess) == 0 && grow(g, hull, true, &excess) == 0 && !g->full) {
            hull->slack += reach(hull, excess + height_error(s, hull));
            return hull;
        }
        scree_shape_destroy(hull);
    }
    if (g->full)
        too_many(error);
    else
        scree_error_set(error, SCREE_NO_CONVERGENCE, "not complete in %d rounds", (int)MOST_ROUNDS);
    return NULL;
}

static void round_points(const scree_summand *p, scree_vec3 *out)
{
    for (int i = 0; i < p->shape->vertex_count; ++i) out[i] = dd3_value(p->points[i]);
}

static scree_shape *sum_by_growth(sum *s, double radius, scree_error *error)
{
    size_t p_count = (size_t)s->p->shape->vertex_count, q_count = (size_t)s->q->shape->vertex_count;
    s->capacity = SCREE_MINKOWSKI_MOST_VERTICES;
    size_t places = 2 * (size_t)s->capacity;
    growth g = { .s = s, .mask = places - 1 };
    g.table = calloc(places, sizeof *g.table);
    g.p_points = malloc((p_count + q_count) * sizeof *g.p_points);
    s->points = malloc((size_t)s->capacity * sizeof *s->points);
    scree_shape *hull = NULL;
    if (g.table == NULL || g.p_points == NULL || s->points == NULL) {
        no_memory(error, (size_t)s->capacity + p_count + q_count);
    } else {
        g.q_points = g.p_points + p_count;
        round_points(s->p, g.p_points);
        round_points(s->q, g.q_points);
        hull = grow_to_the_end(&g, radius, error);
    }
    free(g.table);
    free(g.p_points);
    return hull;
}

// --------------------------------------------------------------------------------------------------------- both

static double outward(double x, double centre, double end)
{
    return centre == 0.0 ? x : nextafter(x, end);
}

// Moves the shape to its place. Given coordinates are centre + stored, and here that sum is rounded.
static scree_shape *place(scree_shape *shape, const sum *s, double radius_rest, scree_error *error)
{
    if (shape == NULL) return NULL;
    const scree_vec3 c = s->centre;
    shape->centre = v3_add(shape->centre, c); // one of the two is 0, coordinate by coordinate
    shape->slack += s->rounding + s->p->shape->slack + s->q->shape->slack + fabs(radius_rest);
    shape->slack *= 1.0 + 0x1p-50;
    scree_shape_set_bounds(shape);
    scree_shape_set_mass(shape);
    scree_shape_set_flats(shape);
    scree_bounds *b = &shape->bounds;
    const double far = (double)INFINITY;
    b->low = v3(outward(b->low.x, c.x, -far), outward(b->low.y, c.y, -far), outward(b->low.z, c.z, -far));
    b->high = v3(outward(b->high.x, c.x, far), outward(b->high.y, c.y, far), outward(b->high.z, c.z, far));
    if (fmax(v3_max_abs(b->low), v3_max_abs(b->high)) <= SCREE_LONGEST && isfinite(shape->slack)) return shape;
    scree_shape_destroy(shape);
    scree_error_set(error, SCREE_INVALID_ARGUMENT, "reaches beyond 1e60");
    return NULL;
}

// The hull's error messages only know points: names the bodies.
static void name_operands(scree_error *error)
{
    if (error == NULL) return;
    const scree_error inner = *error;
    scree_error_set(error, inner.status, "a, b: their difference: %s", inner.message);
}

scree_shape *scree_minkowski_sum(const scree_summand *p, const scree_summand *q, dd3 shift, scree_error *error)
{
    sum s = { .p = p, .q = q };
    find_centre(&s, shift);
    dd radius = dd_two_sum(p->shape->radius, q->shape->radius);
    long long sums = (long long)p->shape->vertex_count * q->shape->vertex_count;
    bool few = sums <= FEW_SUMS || p->shape->vertex_count == 1 || q->shape->vertex_count == 1;
    scree_shape *shape = p->shape->dimension == 2 ? sum_2d(&s, radius.hi, error)
                         : few                    ? sum_of_all(&s, radius.hi, error)
                                                  : sum_by_growth(&s, radius.hi, error);
    free(s.points);
    shape = place(shape, &s, radius.lo, error);
    if (shape == NULL) name_operands(error);
    return shape;
}
