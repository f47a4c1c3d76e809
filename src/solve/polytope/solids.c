// The policy for 3-D cores: which search runs, and which one takes over if its bounds do not meet.
//
//   apart        GJK; if its bounds do not meet, exact normals from the features it ended on (pair/axis.c)
//   overlapping  polytopes with few edges: separating axes (sat.c); others: EPA, then the exact normal of the face it
//                ended on. If the bounds do not meet: a proof over all normals (depth_cover.c), then the other search
//   smooth       one of the cores is not a polytope: smooth_solids.c; if that leaves it open, GJK to the end, then EPA
//   flat         two points, two segments, or one of each: closed form
#include "solve/polytope/solids.h"

#include "pair/exact_nearest.h"
#include "pair/patch.h"
#include "pair/warm.h"
#include "pair/witness.h"
#include "solve/polytope/depth_cover.h"
#include "solve/polytope/epa.h"
#include "solve/polytope/gjk.h"
#include "solve/polytope/sat.h"
#include "solve/smooth/smooth_solids.h"

// Number of edge pairs up to which separating axes beat EPA. Two cubes have 144; two hulls of 8 points have about 320,
// where both take the same number of instructions (callgrind); at 20 points EPA takes a third.
enum { FEW_EDGE_PAIRS = 200 };

// Vertices of EPA's polytope, at most. Small hulls need some 20 and can fall back on separating axes, any two hulls on
// depth_cover.c. Smooth cores need more, to reach the last digits of the tolerance.
enum { SMALL_EDGE_PAIRS = 10000, SMALL_POLYTOPE = 64, LARGE_POLYTOPE = 384 };

enum { GJK_ITERATIONS = 256 };

// What is known so far. The signed distance of the cores is in [best.gap - error, upper + error].
typedef struct knowledge {
    scree_axis best;
    double upper;
    scree_vec3 on_a, on_b;
    bool overlapping; // proven, beyond rounding
    bool all_axes;    // the axes of all features have been scored
    int iterations;
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
    return (long long)a->hull->edge_count * b->hull->edge_count <= FEW_EDGE_PAIRS;
}

static int polytope_room(const scree_shape *a, const scree_shape *b)
{
    bool small = (long long)a->hull->edge_count * b->hull->edge_count <= SMALL_EDGE_PAIRS;
    bool hulls = a->core == SCREE_CORE_POLYHEDRON && b->core == SCREE_CORE_POLYHEDRON;
    return hulls || (is_polytope(a) && is_polytope(b) && small) ? SMALL_POLYTOPE : LARGE_POLYTOPE;
}

static size_t larger(size_t a, size_t b)
{
    return a > b ? a : b;
}

size_t scree_solids_scratch(const scree_shape *a, const scree_shape *b)
{
    size_t sat = larger(scree_sat_scratch(a, b), scree_sat_scratch(b, a));
    return larger(larger(sat, scree_epa_scratch(polytope_room(a, b))), scree_finish_scratch(a, b));
}

// Bounds closer than this are as close as rounding allows.
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

static void propose_axis(const scree_cores *c, scree_vec3 d, knowledge *k)
{
    if (v3_norm2(d) == 0.0) return;
    scree_axis axis = { .n = v3_unit(d), .index_a = -1, .index_b = -1 };
    axis.gap = scree_cores_gap(c, axis.n, &axis.at);
    if (axis.gap > k->best.gap) k->best = axis;
}

// Two points, two segments, or one of each: closed form. If they intersect, M is flat and its normal is the answer.
static void answer_flat_pair(const scree_cores *c, knowledge *k)
{
    int last_a = c->a->core == SCREE_CORE_SEGMENT, last_b = c->b->core == SCREE_CORE_SEGMENT;
    scree_vec3 a0 = scree_cores_vertex_a(c, 0), a1 = scree_cores_vertex_a(c, last_a);
    scree_vec3 b0 = scree_cores_vertex_b(c, 0), b1 = scree_cores_vertex_b(c, last_b);
    k->upper = scree_segment_distance(a0, a1, b0, b1, &k->on_a, &k->on_b);
    scree_vec3 v = v3_sub(k->on_b, k->on_a), along[2] = { v3_unit(v3_sub(a1, a0)), v3_unit(v3_sub(b1, b0)) };
    propose_axis(c, v, k);
    // v made orthogonal to each segment, and the common normal of both: see pair/axis.c.
    for (int i = 0; i < 2; ++i) {
        scree_vec3 across = v3_add_scaled(v, -v3_dot(v, along[i]), along[i]);
        propose_axis(c, v3_add_scaled(across, -v3_dot(across, along[i]), along[i]), k);
    }
    scree_vec3 n = scree_edge_normal(along[0], along[1]);
    propose_axis(c, v3_dot(n, v) < 0.0 ? v3_neg(n) : n, k);
    if (is_rounding(c, k->upper) && k->best.gap < -rounding_width(c)) {
        scree_vec3 line = last_a ? along[0] : along[1];
        propose_axis(c, last_a || last_b ? v3_any_normal_to(line) : v3(0, 0, 1), k);
    }
}

// The first direction: the warm start's, or from centre to centre.
scree_vec3 scree_first_direction(const scree_task *task)
{
    const scree_cores *c = task->cores;
    // For two boxes the answer must not depend on the cache: see scree_hull_pair().
    const scree_cache *cache = c->a->is_box && c->b->is_box ? NULL : task->options->cache;
    scree_vec3 d =
        cache != NULL && cache->filled ? m3_mul_transposed(&c->world_rotation, scree_cache_axis(cache)) : c->shift;
    return v3_norm2(d) > 0.0 && v3_norm2(d) < SCREE_MOST_DIRECTION2 ? d : v3(1, 0, 0);
}

static scree_gjk_result search_distance(const scree_task *task, scree_vec3 start, double stop_above, double stop_below)
{
    const scree_cores *c = task->cores;
    const scree_query_options *o = task->options;
    scree_gjk_options g = { .start = start, .stop_above = stop_above, .stop_below = stop_below };
    g.tolerance = are_polytopes(c) ? 4.0 * SCREE_ROUNDING * c->size
                                   : fmax(0.25 * task->tolerance, 8.0 * SCREE_ROUNDING * c->size);
    g.max_iterations = o->max_iterations > 0 ? o->max_iterations : GJK_ITERATIONS;
    g.trace = o->trace;
    g.trace_user = o->trace_user;
    g.radii = task->radii;
    scree_gjk_result r;
    scree_gjk(c, &g, &r);
    return r;
}

static void propose_points(scree_vec3 on_a, scree_vec3 on_b, knowledge *k)
{
    double distance = v3_norm(v3_sub(on_b, on_a));
    if (!(distance < k->upper)) return;
    k->upper = distance;
    k->on_a = on_a;
    k->on_b = on_b;
}

// Tries points on the features of the best axis, and on the features that face each other across it. Each is on its
// body, so their distance is an upper bound. A vertex over a face is left to the first call, which checks that its
// projection is inside the face.
static void take_feature_points(const scree_task *task, knowledge *k)
{
    scree_vec3 on_a, on_b;
    if (isfinite(scree_axis_feature_distance(task->cores, &k->best, &on_a, &on_b))) propose_points(on_a, on_b, k);
    scree_arena scratch = task->scratch;
    scree_region r = scree_region_make(task->cores, k->best.n, &k->best.at, &scratch);
    if (isfinite(scree_region_nearest(&r, &on_a, &on_b))) propose_points(on_a, on_b, k);
    bool vertex_face = !scree_region_has_patch(&r) && (r.a.count > 2 || r.b.count > 2);
    if (!vertex_face && scree_region_held_points(&r, &on_a, &on_b)) propose_points(on_a, on_b, k);
}

// Exact normals from the features that GJK ended on, near ones first. A better normal gives better points, and these a
// better direction for the next round. The points of bodies in touch are as near as they can be, and give no direction: try the
// faces around them.
static void polish_apart(const scree_task *task, const scree_gjk_result *g, knowledge *k)
{
    scree_vec3 toward = g->v;
    for (int round = 0; round < 3 && !is_settled(task, k); ++round) {
        const bool in_touch = k->upper <= rounding_width(task->cores);
        if (round == 1 && in_touch)
            scree_polish_faces(task->cores, &g->simplex, &k->best);
        else
            scree_polish(task->cores, &g->simplex, toward, round == 2, &k->best);
        take_feature_points(task, k);
        toward = v3_sub(k->on_b, k->on_a);
        scree_nearest nearest;
        if (round == 1 && !in_touch && scree_nearest_features(task->cores, &g->simplex, &nearest)) {
            propose_points(nearest.on_a, nearest.on_b, k);
            toward = nearest.v;
        }
        propose_axis(task->cores, toward, k);
    }
}

// GJK from a start direction, then the features it ended on; adds to what is known.
static scree_gjk_result look_apart(const scree_task *task, scree_vec3 start, knowledge *k)
{
    scree_gjk_result g = search_distance(task, start, INFINITY, -INFINITY);
    k->iterations += g.iterations;
    if (g.lower > k->best.gap) {
        k->best = (scree_axis){ .n = g.axis, .gap = g.lower, .index_a = -1, .index_b = -1 };
        if (g.simplex.count > 0) k->best.at = g.simplex.vertex[0];
    }
    if (g.verdict == SCREE_GJK_INSIDE) {
        if (k->upper > 0.0) {
            k->upper = 0.0;
            k->on_a = k->best.at.a;
            k->on_b = k->best.at.b;
        }
        return g;
    }
    scree_vec3 on_a, on_b;
    scree_simplex_points(&g.simplex, &on_a, &on_b);
    propose_points(on_a, on_b, k);
    if (are_polytopes(task->cores))
        polish_apart(task, &g, k);
    else if (!is_settled(task, k))
        scree_polish(task->cores, &g.simplex, g.v, false, &k->best);
    return g;
}

// The witness points of the best axis for overlapping cores, where they lie on the far sides of each other.
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

static bool search_axes(const scree_task *task, knowledge *k)
{
    scree_sat_result sat;
    if (!scree_sat(task->cores, task->scratch, &sat)) return false;
    k->iterations += sat.axes;
    k->all_axes = true;
    k->best = sat.best;
    k->upper = sat.upper;
    take_overlap_points(task->cores, k);
    return true;
}

static bool search_polytope(const scree_task *task, const scree_simplex *start, knowledge *k)
{
    const scree_cores *c = task->cores;
    scree_epa_result epa;
    bool polytopes = are_polytopes(c);
    double tolerance = polytopes ? rounding_width(c) : fmax(0.25 * task->tolerance, rounding_width(c));
    if (!scree_epa(task, start, polytope_room(c->a, c->b), tolerance, &epa)) return false;
    k->iterations += epa.iterations;
    k->best = epa.best;
    k->upper = epa.upper;
    scree_simplex_points(&epa.nearest, &k->on_a, &k->on_b);
    for (int wide = 0; polytopes && wide < 2 && (wide == 0 || !is_settled(task, k)); ++wide) {
        scree_polish(c, &epa.nearest, k->best.n, wide != 0, &k->best);
        take_overlap_points(c, k);
    }
    return true;
}

// Whether one of the two is a polyhedron; depth_cover.c needs one as its reference.
static bool one_is_polyhedron(const scree_cores *c)
{
    return c->a->core == SCREE_CORE_POLYHEDRON || c->b->core == SCREE_CORE_POLYHEDRON;
}

// Once all normals are covered, a width of this many errors is accepted: all axes would not do much better.
#define COVERED 1.5

// Proves the depth over all normals, starting from the best one so far. If a better one is found, prefer an axis that
// belongs to features as long as it is as good to rounding.
static void search_normals(const scree_task *task, knowledge *k)
{
    const scree_cores *c = task->cores;
    scree_depth_cover_result cover;
    scree_depth_cover(c, &k->best, &cover);
    k->iterations += cover.steps;
    k->upper = fmin(k->upper, fmax(cover.upper, cover.best.gap));
    if (!(cover.best.gap > k->best.gap)) return;
    const scree_axis found = cover.best;
    const scree_simplex at = { .count = 1, .vertex = { found.at } };
    k->best = found;
    k->best.gap -= rounding_width(c);
    scree_polish(c, &at, found.n, true, &k->best);
    take_overlap_points(c, k);
    if (k->best.gap < found.gap - rounding_width(c) || k->best.feature_a == SCREE_FEATURE_SURFACE) k->best = found;
}

// A gap beyond rounding, but no proof that the cores overlap by more than that: the interval would have to hold the nearest points, too,
// and be wider than rounding explains.
static bool may_touch(const scree_cores *c, const knowledge *k)
{
    return k->best.gap < -c->error && !(k->upper < -c->error);
}

// The depth, by the search that suits the pair; if its bounds do not meet, the other searches add what they find.
static bool search_depth(const scree_task *task, const scree_simplex *start, knowledge *k)
{
    const scree_cores *c = task->cores;
    bool polytopes = are_polytopes(c), axes_first = polytopes && has_few_edges(c->a, c->b);
    if (!(axes_first ? search_axes(task, k) : search_polytope(task, start, k))) return false;
    if (!polytopes || (is_settled(task, k) && !may_touch(c, k))) return true;
    if (one_is_polyhedron(c)) search_normals(task, k);
    if (k->upper - k->best.gap <= COVERED * c->error && !may_touch(c, k)) return true;
    knowledge other = *k;
    if (!(axes_first ? search_polytope(task, start, &other) : search_axes(task, &other))) return false;
    double upper = fmin(k->upper, other.upper);
    if (other.best.gap > k->best.gap) *k = other;
    k->upper = fmax(upper, k->best.gap);
    k->all_axes = true;
    return true;
}

// The cores overlap, or are nearer to touching than GJK can resolve. False if the scratch is too small.
static bool look_inside(const scree_task *task, const scree_gjk_result *g, knowledge *k)
{
    const scree_cores *c = task->cores;
    const knowledge before = *k;
    if (!search_depth(task, &g->simplex, k)) return false;
    k->overlapping = k->upper < -c->error && k->best.gap <= 0.0;
    if (k->overlapping) return true;
    // In the touching band a gap only bounds the distance from below. The nearest points found before are on both
    // surfaces to rounding; those of one axis among many equal ones need not be.
    if (before.best.gap > k->best.gap) k->best = before.best;
    k->upper = fmax(before.upper, k->best.gap);
    if (g->verdict == SCREE_GJK_NEAR) {
        k->on_a = before.on_a;
        k->on_b = before.on_b;
    }
    return true;
}

// They overlap along every axis so far, by no more than the error, and points of both are as near: no better is worth a search.
// Stacked prisms of many sides have hundreds of features in the plane where they meet.
static bool is_in_touch(const scree_cores *c, const knowledge *k)
{
    return k->best.gap <= 0.0 && k->best.gap >= -c->error && k->upper <= c->error;
}

// The cores are apart, or nearly, and the bounds have not met. Restart from the best normal, which leads GJK to other
// vertices of the same features; then from the best of all axes.
static bool look_closer(const scree_task *task, knowledge *k)
{
    for (int round = 0; round < 4 && !is_settled(task, k); ++round) {
        take_feature_points(task, k);
        (void)look_apart(task, k->best.n, k);
        if (round != 1 || is_settled(task, k)) continue;
        if (k->all_axes || k->upper - k->best.gap <= task->tolerance) break;
        knowledge axes = *k;
        if (!search_axes(task, &axes)) return false;
        k->all_axes = true;
        if (axes.best.gap > k->best.gap) k->best = axes.best;
    }
    // Flat tips facing each other: the gap is the same to rounding along the normals of all their faces, and the
    // nearest point may be on a face that none of the searches ended on, or on an edge hidden in a merged face.
    for (int round = 0; round < 4 && !is_settled(task, k) && !is_in_touch(task->cores, k); ++round) {
        const knowledge before = *k;
        const double width = fmax(k->upper - k->best.gap, 0.0);
        scree_nearest nearest;
        if (!scree_witness_nearest(task->cores, k->best.n, k->best.gap, width, k->on_a, k->on_b, &nearest)) break;
        propose_points(nearest.on_a, nearest.on_b, k);
        propose_axis(task->cores, nearest.v, k);
        if (!(k->upper < before.upper || k->best.gap > before.best.gap)) break;
    }
    return true;
}

static bool search(const scree_task *task, knowledge *k)
{
    scree_gjk_result g = look_apart(task, scree_first_direction(task), k);
    bool polytopes = are_polytopes(task->cores);
    // Smooth cores that overlap within rounding have a distance, but no witness points yet.
    if (is_settled(task, k) && (polytopes || g.verdict != SCREE_GJK_INSIDE)) return true;
    if (k->best.gap <= 0.0 && !look_inside(task, &g, k)) return false;
    return k->overlapping || !polytopes || look_closer(task, k);
}

bool scree_solids(const scree_task *task, scree_answer *out)
{
    const scree_cores *c = task->cores;
    knowledge k = { .best = { .gap = -INFINITY }, .upper = INFINITY };
    const bool smooth = !are_polytopes(c);
    if (smooth && scree_smooth_solids(task, scree_first_direction(task), polytope_room(c->a, c->b), out)) return true;
    if (is_flat_pair(c))
        answer_flat_pair(c, &k);
    else if (!search(task, &k))
        return false;
    scree_answer climbed;
    if (smooth) climbed = *out;
    out->normal = k.best.n;
    out->distance = scree_cores_gap(c, k.best.n, &k.best.at);
    out->lower = out->distance - c->error;
    out->upper = fmax(k.upper, out->distance) + c->error;
    out->at = k.best.at;
    out->on_a = k.on_a;
    out->on_b = k.on_b;
    out->iterations = k.iterations > 0 ? k.iterations : 1;
    if (smooth) scree_smooth_merge(task, &climbed, out);
    return true;
}

int scree_solids_farther_than(const scree_task *task, double margin)
{
    const scree_cores *c = task->cores;
    scree_gjk_result g = search_distance(task, scree_first_direction(task), margin + c->error, margin - c->error);
    if (g.lower > margin + c->error) return 1;
    if (g.verdict == SCREE_GJK_INSIDE || g.upper <= margin - c->error) return 0;
    return -1;
}
