// The policy for 3-D cores: who searches, and who takes over when that does not settle it.
//
//   apart        GJK; where its bounds do not meet, exact normals from the features it ended on (polish.c)
//   overlapping  polytopes of few edges: separating axes (sat.c). Of many: EPA, then the exact normal of the face that
//                it ended on; separating axes if the bounds still do not meet. Smooth cores: EPA.
//   flat         points and segments that cross: any normal at right angles to both
#include "narrow/solids.h"

#include "narrow/epa.h"
#include "narrow/gjk.h"
#include "narrow/sat.h"

// Pairs of edges up to which separating axes beat EPA (two hulls of 32 vertices have about 8,000).
enum { FEW_EDGE_PAIRS = 10000, GJK_ITERATIONS = 256 };

// What is known so far. The signed distance of the cores is in [best.gap - error, upper + error].
typedef struct knowledge {
    scree_axis best;
    double upper;
    scree_vec3 on_a, on_b;
} knowledge;

static bool is_polytope(const scree_shape *s)
{
    return s->core == SCREE_CORE_POINT || s->core == SCREE_CORE_SEGMENT || s->core == SCREE_CORE_POLYHEDRON;
}

static bool are_polytopes(const scree_cores *c)
{
    return is_polytope(c->a) && is_polytope(c->b);
}

static bool is_flat_pair(const scree_cores *c)
{
    return are_polytopes(c) && c->a->core != SCREE_CORE_POLYHEDRON && c->b->core != SCREE_CORE_POLYHEDRON;
}

static bool has_few_edges(const scree_shape *a, const scree_shape *b)
{
    return (long long)a->edge_count * b->edge_count <= FEW_EDGE_PAIRS;
}

static size_t larger(size_t a, size_t b)
{
    return a > b ? a : b;
}

size_t scree_solids_scratch(const scree_shape *a, const scree_shape *b)
{
    size_t sat = larger(scree_sat_scratch(a, b), scree_sat_scratch(b, a));
    bool epa = !is_polytope(a) || !is_polytope(b) || !has_few_edges(a, b);
    return larger(larger(sat, epa ? scree_epa_scratch() : 0), scree_finish_scratch(a, b));
}

// Bounds closer than this are as good as rounding lets them be.
static double rounding_width(const scree_cores *c)
{
    return 0.5 * c->error;
}

static bool is_settled(const scree_task *task, const knowledge *k)
{
    return k->upper - k->best.gap <= rounding_width(task->cores);
}

static bool is_rounding(const scree_cores *c, double length)
{
    return length <= c->error;
}

static void offer_axis(const scree_cores *c, scree_vec3 d, knowledge *k)
{
    if (v3_norm2(d) == 0.0) return;
    scree_axis axis = { .n = v3_unit(d), .index_a = -1, .index_b = -1 };
    axis.gap = scree_cores_gap(c, axis.n, &axis.at);
    if (axis.gap > k->best.gap) k->best = axis;
}

// Two points, two segments, or one of each: closed form. Where they meet, M is flat and its normal is the normal.
static void answer_flat_pair(const scree_cores *c, knowledge *k)
{
    int last_a = c->a->core == SCREE_CORE_SEGMENT, last_b = c->b->core == SCREE_CORE_SEGMENT;
    scree_vec3 a0 = scree_cores_vertex_a(c, 0), a1 = scree_cores_vertex_a(c, last_a);
    scree_vec3 b0 = scree_cores_vertex_b(c, 0), b1 = scree_cores_vertex_b(c, last_b);
    k->upper = scree_segment_distance(a0, a1, b0, b1, &k->on_a, &k->on_b);
    scree_vec3 v = v3_sub(k->on_b, k->on_a), along[2] = { v3_unit(v3_sub(a1, a0)), v3_unit(v3_sub(b1, b0)) };
    offer_axis(c, v, k);
    // v freed of what it has along each segment, and the normal of both: see polish.c.
    for (int i = 0; i < 2; ++i) {
        scree_vec3 beside = v3_add_scaled(v, -v3_dot(v, along[i]), along[i]);
        offer_axis(c, v3_add_scaled(beside, -v3_dot(beside, along[i]), along[i]), k);
    }
    scree_vec3 n = scree_edge_normal(along[0], along[1]);
    offer_axis(c, v3_dot(n, v) < 0.0 ? v3_neg(n) : n, k);
    if (is_rounding(c, k->upper) && k->best.gap < -rounding_width(c)) {
        scree_vec3 line = last_a ? along[0] : along[1];
        offer_axis(c, last_a || last_b ? v3_any_normal_to(line) : v3(0, 0, 1), k);
    }
}

static scree_gjk_result search_distance(const scree_task *task, double stop_above, double stop_below)
{
    const scree_cores *c = task->cores;
    const scree_query_options *o = task->options;
    scree_gjk_options g = { .stop_above = stop_above, .stop_below = stop_below };
    g.start = o->cache != NULL && o->cache->filled ? m3_mul_transposed(&c->world_turn, o->cache->axis) : c->shift;
    if (!v3_is_finite(g.start) || v3_norm2(g.start) == 0.0) g.start = v3(1, 0, 0);
    g.tolerance = are_polytopes(c) ? 4.0 * SCREE_ROUNDING * c->size
                                   : fmax(0.25 * task->tolerance, 8.0 * SCREE_ROUNDING * c->size);
    g.max_iterations = o->max_iterations > 0 ? o->max_iterations : GJK_ITERATIONS;
    g.trace = o->trace;
    g.trace_user = o->trace_user;
    scree_gjk_result r;
    scree_gjk(c, &g, &r);
    return r;
}

// The features of the best axis are nearer to each other than the points known so far.
static void take_feature_points(const scree_cores *c, knowledge *k)
{
    scree_vec3 on_a, on_b;
    double distance = scree_axis_feature_distance(c, &k->best, &on_a, &on_b);
    if (!(distance < k->upper)) return;
    k->upper = distance;
    k->on_a = on_a;
    k->on_b = on_b;
}

// Exact normals from the features that GJK ended on, near ones first.
static void polish_apart(const scree_task *task, const scree_gjk_result *g, knowledge *k)
{
    for (int wide = 0; wide < 2 && !is_settled(task, k); ++wide) {
        scree_polish(task->cores, &g->simplex, g->v, wide != 0, &k->best);
        take_feature_points(task->cores, k);
    }
}

// Apart, and still not narrow: the axes of all features.
static bool narrow_apart(const scree_task *task, knowledge *k)
{
    const scree_cores *c = task->cores;
    if (k->upper - k->best.gap <= task->tolerance || !are_polytopes(c)) return true;
    scree_sat_result sat;
    if (!scree_sat(c, task->scratch, &sat)) return false;
    if (sat.best.gap > k->best.gap) k->best = sat.best;
    take_feature_points(c, k);
    return true;
}

// Points that belong to the best axis when the cores overlap: they are on the far sides of each other.
static void take_overlap_points(const scree_cores *c, knowledge *k)
{
    const scree_axis *x = &k->best;
    scree_vec3 on_a = x->at.a, on_b = x->at.b;
    if (x->feature_a == SCREE_FEATURE_FACE)
        on_a = v3_add_scaled(on_b, -x->gap, x->n);
    else if (x->feature_b == SCREE_FEATURE_FACE)
        on_b = v3_add_scaled(on_a, x->gap, x->n);
    else if (x->feature_a == SCREE_FEATURE_EDGE)
        (void)scree_axis_feature_distance(c, x, &on_a, &on_b);
    else
        return;
    k->on_a = on_a;
    k->on_b = on_b;
}

static bool search_axes(const scree_task *task, knowledge *k, int *iterations)
{
    scree_sat_result sat;
    if (!scree_sat(task->cores, task->scratch, &sat)) return false;
    *iterations += sat.axes;
    k->best = sat.best;
    k->upper = sat.upper;
    take_overlap_points(task->cores, k);
    return true;
}

static bool search_polytope(const scree_task *task, const scree_simplex *start, knowledge *k, int *iterations)
{
    const scree_cores *c = task->cores;
    scree_epa_result epa;
    bool polytopes = are_polytopes(c);
    double tolerance = polytopes ? rounding_width(c) : fmax(0.25 * task->tolerance, rounding_width(c));
    if (!scree_epa(task, start, tolerance, &epa)) return false;
    *iterations += epa.iterations;
    k->best = epa.best;
    k->upper = epa.upper;
    scree_simplex_points(&epa.nearest, &k->on_a, &k->on_b);
    if (!polytopes) return true;
    for (int wide = 0; wide < 2 && (wide == 0 || !is_settled(task, k)); ++wide) {
        scree_polish(c, &epa.nearest, k->best.n, wide != 0, &k->best);
        take_overlap_points(c, k);
    }
    if (is_settled(task, k)) return true;
    return search_axes(task, k, iterations);
}

// The cores overlap, or are nearer to touching than GJK can tell.
static bool answer_overlap(const scree_task *task, const scree_gjk_result *g, knowledge *k, int *iterations)
{
    const scree_cores *c = task->cores;
    const knowledge before = *k;
    bool axes_first = are_polytopes(c) && has_few_edges(c->a, c->b);
    if (!(axes_first ? search_axes(task, k, iterations) : search_polytope(task, &g->simplex, k, iterations)))
        return false;
    if (k->upper < -c->error && k->best.gap <= 0.0) return true; // proven to overlap
    // In the touching band a gap says no more than that the distance is not below it, and GJK's nearest points are on
    // both surfaces to rounding, which those of an axis among many equal ones need not be.
    if (before.best.gap > k->best.gap) k->best = before.best;
    k->upper = g->verdict == SCREE_GJK_INSIDE ? 0.0 : before.upper;
    if (g->verdict == SCREE_GJK_NEAR) {
        k->on_a = before.on_a;
        k->on_b = before.on_b;
    }
    if (k->best.gap > 0.0) take_feature_points(c, k);
    k->upper = fmax(k->upper, k->best.gap);
    return true;
}

static bool search(const scree_task *task, knowledge *k, int *iterations)
{
    scree_gjk_result g = search_distance(task, INFINITY, -INFINITY);
    *iterations = g.iterations;
    *k = (knowledge){ .best = { .n = g.axis, .gap = g.lower, .index_a = -1, .index_b = -1 }, .upper = g.upper };
    if (g.simplex.count > 0) {
        scree_simplex_points(&g.simplex, &k->on_a, &k->on_b);
        k->best.at = g.simplex.vertex[0];
    }
    if (g.verdict != SCREE_GJK_INSIDE) polish_apart(task, &g, k);
    if (is_settled(task, k)) return true;
    return k->best.gap > 0.0 ? narrow_apart(task, k) : answer_overlap(task, &g, k, iterations);
}

bool scree_solids(const scree_task *task, scree_answer *out)
{
    const scree_cores *c = task->cores;
    knowledge k = { .best = { .gap = -INFINITY } };
    int iterations = 1;
    if (is_flat_pair(c))
        answer_flat_pair(c, &k);
    else if (!search(task, &k, &iterations))
        return false;
    out->normal = k.best.n;
    out->distance = scree_cores_gap(c, k.best.n, &k.best.at);
    out->lower = out->distance - c->error;
    out->upper = fmax(k.upper, out->distance) + c->error;
    out->at = k.best.at;
    out->on_a = k.on_a;
    out->on_b = k.on_b;
    out->iterations = iterations;
    return true;
}

int scree_solids_farther_than(const scree_task *task, double margin)
{
    const scree_cores *c = task->cores;
    scree_gjk_result g = search_distance(task, margin + c->error, margin - c->error);
    if (g.lower > margin + c->error) return 1;
    if (g.verdict == SCREE_GJK_INSIDE || g.upper <= margin - c->error) return 0;
    return -1;
}
