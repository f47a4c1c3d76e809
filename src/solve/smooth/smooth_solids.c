// Cores of which at least one is not a polytope: GJK first, then Newton's method on pieces.
//
//   apart, touching  GJK until its bounds are within a tenth of the distance; then a climb (smooth_climb.c) finds the
//                    normal to the last digit, and its witness points close the interval
//   overlapping      the same climb, from GJK's best axis; if that finds no maximum, from the nearest face of EPA's
//                    polytope. A surface around the origin (smooth_normals.c) proves the depth, or EPA runs to the end
//   points           with a cylinder, cone or tapered capsule: closed form (revolved_point.c)
//   parallel axes    of these, and of capsules: closed form (revolved_parallel.c)
//   sides            faces, discs and flanks of cylinders and cones, with each other and with polyhedra, if they extend
//                    far enough around the contact: closed form (revolved_contact.c)
//   surface points   of a superquadric with these, where the climb fails: revolved_superquadric.c
//   flat faces       of a cylinder or cone are not smooth pieces: their normals are tried separately (smooth_discs.c)
//
// What is not settled here is left to solids.c.
#include "solve/smooth/smooth_solids.h"

#include "pair/patch.h"
#include "pair/simplex.h"
#include "solve/polytope/epa.h"
#include "solve/polytope/gjk.h"
#include "solve/revolved/revolved_contact.h"
#include "solve/revolved/revolved_cover.h"
#include "solve/revolved/revolved_near.h"
#include "solve/revolved/revolved_parallel.h"
#include "solve/revolved/revolved_point.h"
#include "solve/revolved/revolved_polyhedron.h"
#include "solve/revolved/revolved_superquadric.h"
#include "solve/smooth/inner_cores.h"
#include "solve/smooth/normal_cover.h"
#include "solve/smooth/rim_depth.h"
#include "solve/smooth/ring_cover.h"
#include "solve/smooth/smooth_discs.h"
#include "solve/smooth/smooth_normals.h"
#include "solve/smooth/smooth_points.h"

enum { COARSE_STEPS = 12, FINE_STEPS = 64 };

// Steps of a climb inside: GJK's axis is a guess, a face of EPA's a good one.
enum { FEW_STEPS = 6, FACE_STEPS = 10 };

// Points that fit a normal to this fraction of the size are in balance.
#define BALANCED 1e-14
enum { BALANCE_STEPS = 48 };

// Vertices of EPA's polytope before the proof about an axis is tried.
enum { FEW_VERTICES = 128 };

// Cells of the proof about an axis.
enum { FIRST_CELLS = 128, FEW_CELLS = 4000, MOST_CELLS = 24000 };

// Cells if all proofs have failed: one in some 100,000 pairs nested at ratios of 1e6.
enum { LAST_CELLS = 800000 };

// Cells of the proof by radii of curvature: at first, and as a last resort.
enum { RADIUS_CELLS = 3000, MOST_RADIUS_CELLS = 24000 };

// GJK hands over when its bounds are this close to each other, relative to the distance.
#define COARSE 0.1
#define FINE 1e-6 // if the climb failed from there

// EPA hands over at this width, relative to the size.
#define COARSE_DEPTH 0.02

// An overlap deeper than this fraction of the size goes to EPA at once.
#define DEEP 0.1

static scree_gjk_result approach(const scree_task *task, scree_vec3 start, double relative, int most_steps)
{
    const scree_query_options *o = task->options;
    scree_gjk_options g = { .start = start, .stop_above = INFINITY, .stop_below = -INFINITY };
    g.tolerance = 8.0 * SCREE_ROUNDING * task->cores->size;
    g.relative = relative;
    g.max_iterations = o->max_iterations > 0 && o->max_iterations < most_steps ? o->max_iterations : most_steps;
    g.trace = o->trace;
    g.trace_user = o->trace_user;
    g.radii = task->radii;
    scree_gjk_result r;
    scree_gjk(task->cores, &g, &r);
    return r;
}

static bool is_closed(const scree_task *task, const scree_climb *x)
{
    return x->upper - x->best.gap <= scree_smooth_narrow(task);
}

// `known` is a gap found already: a disc with a smaller gap is not worth trying.
static void climb_from(const scree_task *task, scree_vec3 n, const scree_simplex *s, double known, int most_steps,
                       scree_climb *x)
{
    *x = (scree_climb){ .best = { .gap = known - task->cores->error }, .upper = INFINITY };
    scree_smooth_discs(task, n, s, x);
    if (x->stationary && (x->best.gap < 0.0 || is_closed(task, x))) return;
    const scree_climb face = *x;
    scree_smooth_climb(task, n, s, most_steps, x);
    if (face.stationary && face.best.gap > x->best.gap) *x = face;
    if (!x->stationary) scree_smooth_discs(task, x->best.n, NULL, x);
}

static void climb_from_gjk(const scree_task *task, const scree_gjk_result *g, scree_climb *x)
{
    if (g->verdict != SCREE_GJK_INSIDE) {
        // Near touching, v is all rounding.
        const bool known = v3_norm(g->v) > task->cores->error;
        climb_from(task, known ? v3_unit(g->v) : g->axis, &g->simplex, g->lower, SCREE_CLIMB_STEPS, x);
        return;
    }
    scree_simplex one = { .count = 1, .weight = { 1.0 } };
    one.vertex[0] = scree_cores_support(task->cores, v3_neg(g->axis), &g->simplex.vertex[0]);
    climb_from(task, g->axis, &one, g->lower, FEW_STEPS, x);
}

// Proves that the climb's gap is the least depth: by the rims that cross there, or by a surface around the origin.
static bool prove(const scree_task *task, const scree_climb *x, scree_answer *out)
{
    const scree_cores *c = task->cores;
    const double narrow = scree_smooth_narrow(task), enough = -x->best.gap - narrow;
    double depth = scree_rim_depth(c, x);
    if (!(depth >= enough)) depth = scree_smooth_normals(c, x, enough, narrow);
    out->upper = fmin(out->upper, fmax(-depth, x->best.gap) + c->error);
    return -depth - x->best.gap <= narrow;
}

static void take(const scree_task *task, const scree_climb *x, scree_answer *out)
{
    const scree_cores *c = task->cores;
    out->iterations += x->steps;
    // Of two equally good answers, the one whose points fit its normal better.
    const double narrow = scree_smooth_narrow(task);
    if (!(x->best.gap >= out->distance - narrow)) return;
    const double strays = scree_astray(x->on_a, x->on_b, x->best.gap, x->best.n);
    if (x->best.gap <= out->distance + narrow && strays >= scree_smooth_astray(out)) {
        out->upper = fmin(out->upper, fmax(x->upper, x->best.gap) + c->error);
        return;
    }
    out->normal = x->best.n;
    out->distance = x->best.gap;
    out->lower = x->best.gap - c->error;
    // An upper bound proven before holds for any normal.
    out->upper = fmax(fmin(out->upper, x->upper + c->error), x->best.gap + c->error);
    out->at = x->best.at;
    out->on_a = x->on_a;
    out->on_b = x->on_b;
}

typedef struct search {
    const scree_task *task;
    scree_answer *out;
} search;

// EPA's guide: a climb from the polytope's nearest face.
static bool look_from_face(void *user, scree_epa_result *r)
{
    const search *s = user;
    scree_climb x;
    climb_from(s->task, r->best.n, &r->nearest, r->best.gap, FACE_STEPS, &x);
    if (!x.stationary) return false;
    take(s->task, &x, s->out);
    if (x.best.gap > r->best.gap) {
        r->best = x.best;
        r->guided = true;
    }
    return is_closed(s->task, &x) || (x.best.gap < 0.0 && prove(s->task, &x, s->out));
}

// If the axes are close to each other, a proof over all normals about one of them is better than a large polytope; with
// a polyhedron, one over all its vertices and edges.
static int room_for(const scree_task *task, int most_vertices)
{
    const scree_cores *c = task->cores;
    if (task->options->max_iterations > 0 || !scree_is_revolved_pair(c)) return most_vertices;
    const scree_revolved pair = scree_revolved_make(c);
    const bool other = c->a->core == SCREE_CORE_POLYHEDRON || c->b->core == SCREE_CORE_POLYHEDRON ||
                       (pair.rotates && !pair.other_nearly);
    return other && most_vertices > FEW_VERTICES ? FEW_VERTICES : most_vertices;
}

static bool search_polytope(const scree_task *task, const scree_simplex *start, int room, scree_answer *out)
{
    const scree_cores *c = task->cores;
    search s = { task, out };
    const scree_epa_guide guide = { COARSE_DEPTH * c->size, look_from_face, &s };
    scree_epa_result epa;
    if (!scree_epa_guided(task, start, room, scree_smooth_narrow(task), &guide, &epa)) return false;
    out->iterations += epa.iterations;
    // If a climb has found as large a gap, its normal and points are better than those of a face.
    const double narrow = scree_smooth_narrow(task);
    if (!epa.guided && epa.best.gap > out->distance + narrow) (void)look_from_face(&s, &epa);
    if (epa.best.gap > out->distance + narrow) {
        out->normal = epa.best.n;
        out->distance = epa.best.gap;
        out->lower = epa.best.gap - c->error;
        out->at = epa.best.at;
        scree_simplex_points(&epa.nearest, &out->on_a, &out->on_b);
        if (scree_smooth_astray(out) > narrow + c->error) {
            scree_simplex_refine(&epa.nearest);
            scree_simplex_points(&epa.nearest, &out->on_a, &out->on_b);
        }
    }
    out->upper = fmin(out->upper, epa.upper + c->error);
    return isfinite(out->distance); // not so if a user's support function returned NaN
}

static bool is_faceted(const scree_shape *s, scree_vec3 n)
{
    return s->core == SCREE_CORE_SUPPORT ? scree_core_seems_faceted(s, n) : s->core <= SCREE_CORE_POLYHEDRON;
}

// Users' shapes that seem to be polytopes, with each other and with polytopes: GJK and EPA finish by themselves, and
// sooner.
static bool are_faceted(const scree_cores *c, scree_vec3 n)
{
    return is_faceted(c->a, n) && is_faceted(c->b, v3_neg(m3_mul_transposed(&c->rotation, n)));
}

// From GJK's simplex, which may not contain the origin yet, to the end.
static bool search_on(const scree_task *task, const scree_gjk_result *g, int most_vertices, scree_answer *out)
{
    const double before = out->upper;
    if (!search_polytope(task, &g->simplex, room_for(task, most_vertices), out)) return false;
    if (g->verdict == SCREE_GJK_INSIDE) return true;
    // Once the origin is proven to be inside, no other search adds to it. For a flat M, EPA returns 0 on the caller's
    // claim that the origin is inside, which is not known here.
    if (out->upper < -task->cores->error) return true;
    if (out->upper >= task->cores->error) out->upper = fmin(before, g->upper + task->cores->error);
    return out->upper - out->lower <= fmax(task->tolerance, SCREE_NARROW * task->cores->error);
}

// From an axis of features that had no proof, to that of the rims that meet near it.
static bool climb_from_axis(const scree_task *task, const scree_axis *axis, scree_answer *out)
{
    if (!(axis->gap > -DEEP * task->cores->size)) return false;
    const scree_simplex one = { .count = 1, .weight = { 1.0 }, .vertex = { axis->at } };
    *out = (scree_answer){ .distance = -INFINITY, .lower = -INFINITY, .upper = INFINITY };
    scree_climb x;
    climb_from(task, axis->n, &one, axis->gap, SCREE_CLIMB_STEPS, &x);
    if (!x.stationary) return false;
    take(task, &x, out);
    return is_closed(task, &x) || (x.best.gap < 0.0 && prove(task, &x, out));
}

// The radii, to be subtracted later, add some roundings.
static bool is_wide(const scree_task *task, const scree_answer *x)
{
    return !(x->upper - x->lower <= fmax(0.96 * task->tolerance, 0.85 * scree_narrow_width(task->cores)));
}

// By points of a superquadric's surface. Whether these close the interval.
static bool search_surface(const scree_task *task, scree_answer *x)
{
    bool found = false;
    for (int i = 0; i < 2 && is_wide(task, x); ++i) found = scree_revolved_superquadric(task, i > 0, x) || found;
    return found && !is_wide(task, x);
}

static bool search_all(const scree_task *task, scree_vec3 start, int most_vertices, scree_answer *out)
{
    scree_axis axis;
    if (scree_revolved_point(task, out) || scree_revolved_parallel(task, out) ||
        scree_revolved_contact(task, start, &axis, out) || climb_from_axis(task, &axis, out))
        return true;
    scree_gjk_result g = approach(task, start, COARSE, COARSE_STEPS);
    *out = (scree_answer){ .distance = -INFINITY, .lower = -INFINITY, .upper = INFINITY, .iterations = g.iterations };
    if (g.simplex.count == 0 || are_faceted(task->cores, g.axis)) return false;
    // Deep inside, GJK's best axis is not even a guess.
    if (g.verdict == SCREE_GJK_INSIDE && g.lower < -DEEP * task->cores->size)
        return search_polytope(task, &g.simplex, room_for(task, most_vertices), out);
    scree_climb x;
    climb_from_gjk(task, &g, &x);
    take(task, &x, out);
    if (!x.stationary && !is_closed(task, &x) && g.verdict != SCREE_GJK_INSIDE) {
        g = approach(task, x.best.gap > g.lower ? x.best.n : g.axis, FINE, FINE_STEPS);
        out->iterations += g.iterations;
        climb_from_gjk(task, &g, &x);
        take(task, &x, out);
    }
    if (is_closed(task, &x)) return true;
    if (!x.stationary && g.verdict != SCREE_GJK_INSIDE && search_surface(task, out)) return true;
    // The points of a climb that did not converge do not belong to its normal.
    if (!x.stationary) out->distance = -INFINITY;
    if (x.best.gap >= 0.0) return false;
    if (x.stationary && prove(task, &x, out)) return true;
    return g.verdict != SCREE_GJK_APART && search_on(task, &g, most_vertices, out);
}

// Support points along normals tilted from n by `tilt` to four sides: the pieces that meet there.
static scree_simplex points_around(const scree_cores *c, scree_vec3 n, double tilt)
{
    const scree_view view = scree_view_along(n);
    const scree_vec3 sides[4] = { view.u, view.v, v3_neg(view.u), v3_neg(view.v) };
    scree_simplex s = { .count = 4 };
    for (int i = 0; i < 4; ++i) {
        s.vertex[i] = scree_cores_support(c, v3_neg(v3_add_scaled(n, tilt, sides[i])), NULL);
        s.weight[i] = 0.25;
    }
    return s;
}

// Reduces four nearly coplanar points to the three whose triangle is nearest to the origin.
static void drop_one(scree_simplex *s)
{
    scree_simplex best = *s;
    double least = INFINITY;
    for (int skip = 0; skip < 4; ++skip) {
        scree_simplex three = { .count = 3 };
        for (int i = 0; i < 3; ++i) three.vertex[i] = s->vertex[(skip + 1 + i) % 4];
        const scree_vec3 v =
            scree_nearest_on_triangle(three.vertex[0].w, three.vertex[1].w, three.vertex[2].w, three.weight);
        if (!(v3_norm2(v) < least)) continue;
        least = v3_norm2(v);
        best = three;
    }
    *s = best;
}

// The mean of support points along normals within `tilt` of the axis that is nearest to gap * normal: GJK on the part
// of M that faces the axis. Returns its distance from that.
static double balance_within(const scree_cores *c, const scree_axis *axis, double tilt, scree_answer *out)
{
    const scree_vec3 way = v3_scale(axis->n, axis->gap);
    scree_simplex s = { .count = 1, .weight = { 1.0 } }, best = s;
    s.vertex[0] = scree_cores_support(c, v3_neg(axis->n), NULL);
    s.vertex[0].w = v3_sub(s.vertex[0].w, way);
    double least = INFINITY;
    for (int i = 0; i < BALANCE_STEPS; ++i) {
        bool inside = false;
        if (s.count == 4) drop_one(&s);
        (void)scree_simplex_reduce(&s, &inside);
        // The point as the weights give it: those of a sliver are less accurate than the point itself.
        scree_vec3 rest = v3(0, 0, 0);
        for (int k = 0; k < s.count; ++k) rest = v3_add_scaled(rest, s.weight[k], s.vertex[k].w);
        const scree_vec3 across = v3_add_scaled(rest, -v3_dot(rest, axis->n), axis->n);
        const double off = v3_norm(rest);
        if (!(off < least)) break;
        least = off;
        best = s;
        if (off <= BALANCED * c->size || !(v3_norm2(across) > 0.0)) break;
        // Tilt the normal towards the remainder: M's support point along it is farther in that direction.
        const scree_vec3 n = v3_add_scaled(axis->n, tilt, v3_unit(across));
        s.vertex[s.count] = scree_cores_support(c, v3_neg(n), NULL);
        s.vertex[s.count].w = v3_sub(s.vertex[s.count].w, way);
        ++s.count;
    }
    scree_simplex_points(&best, &out->on_a, &out->on_b);
    return least;
}

// The points of the cores near an axis that fit it best.
static void balance(const scree_task *task, const scree_axis *axis, scree_answer *out)
{
    const scree_cores *c = task->cores;
    double least = INFINITY;
    for (double tilt = 1e-10; tilt < 1e-4 && least > BALANCED * c->size; tilt *= 3.0) {
        scree_answer x = *out;
        const double off = balance_within(c, axis, tilt, &x);
        if (!(off < least)) continue;
        least = off;
        *out = x;
    }
}

// Normal and points to the last digit, from an axis known to be the best; for a shallow overlap, the proof too.
static void refine(const scree_task *task, const scree_axis *axis, scree_answer *out)
{
    static const double tilts[] = { 1e-6, 1e-3, 0.03 };
    scree_climb x;
    for (size_t i = 0; i < sizeof tilts / sizeof tilts[0]; ++i) {
        const scree_simplex s = points_around(task->cores, axis->n, tilts[i]);
        climb_from(task, axis->n, &s, axis->gap, SCREE_CLIMB_STEPS, &x);
        if (x.stationary && x.best.gap >= axis->gap - task->cores->error) {
            take(task, &x, out);
            if (x.best.gap < 0.0 && is_wide(task, out)) (void)prove(task, &x, out);
            return;
        }
    }
}

// Takes the axis known to be the best, with the normal and the points that fit it best.
static void take_cover(const scree_task *task, const scree_cover *cover, scree_answer *out)
{
    const scree_cores *c = task->cores;
    out->iterations += cover->cells;
    refine(task, &cover->best, out);
    scree_answer other = *out;
    other.normal = cover->best.n;
    other.distance = cover->best.gap;
    other.lower = cover->best.gap - c->error;
    other.at = cover->best.at;
    balance(task, &cover->best, &other);
    scree_revolved_cross(task, &other);
    const double narrow = scree_smooth_narrow(task), ahead = other.distance - out->distance;
    if (ahead > narrow || (ahead >= -narrow && scree_smooth_fits_better(c, &other, out))) *out = other;
    // As a last resort: any two points, one of each core, bound the signed distance.
    const double points = fmin(v3_norm(cover->best.at.w), v3_norm(v3_sub(out->on_b, out->on_a)));
    out->upper = fmin(out->upper, fmin(cover->upper, points) + c->error);
    out->upper = fmax(out->upper, out->distance + c->error);
}

// Nearly touching bodies whose points are too far from each other.
static void mend_points(const scree_task *task, scree_answer *x)
{
    if (!isfinite(x->distance)) return;
    scree_answer other = *x;
    scree_revolved_near(task, &other);
    if (other.upper < x->upper) scree_smooth_settle(task, &other);
    if (other.upper < x->upper) *x = other;
    (void)search_surface(task, x);
}

// EPA once more with all its vertices, if it had only a few because the cover was to come. For a shallow overlap GJK
// may not have finished: then only a polytope around the origin counts.
static void search_full_polytope(const scree_task *task, scree_vec3 start, int most_vertices, scree_answer *out)
{
    if (room_for(task, most_vertices) == most_vertices) return;
    const scree_gjk_result g = approach(task, start, COARSE, COARSE_STEPS);
    const double before = out->upper;
    out->iterations += g.iterations;
    if (g.verdict == SCREE_GJK_APART || !search_polytope(task, &g.simplex, most_vertices, out)) return;
    if (g.verdict != SCREE_GJK_INSIDE && out->upper >= -task->cores->error) out->upper = before;
}

static scree_axis axis_along(const scree_cores *c, scree_vec3 n)
{
    scree_axis axis = { .n = n, .index_a = -1, .index_b = -1 };
    axis.at.index_a = axis.at.index_b = -1;
    axis.gap = scree_cores_gap(c, n, &axis.at);
    return axis;
}

// A ring of minima where the other body is nearly, but not quite, round about the axis: decided by radii of curvature.
static void search_radii(const scree_task *task, double width, int most_cells, scree_answer *out)
{
    const scree_cores *c = task->cores;
    const scree_shape *other = c->a->core == SCREE_CORE_FRUSTUM || c->a->core == SCREE_CORE_TEAR ? c->b : c->a;
    if (!(out->lower < 0.0) || (other->core != SCREE_CORE_ELLIPSOID && other->core != SCREE_CORE_SUPERQUADRIC)) return;
    int budget = most_cells;
    scree_vec3 n = out->normal;
    double depth;
    const scree_cover_verdict v = scree_normal_cover(c, width, false, &budget, &n, &depth);
    const scree_cover cover = { .best = axis_along(c, n),
                                .upper = v == SCREE_COVER_PROVEN ? width - depth : INFINITY,
                                .cells = most_cells - (budget > 0 ? budget : 0) };
    take_cover(task, &cover, out);
}

// The bound from the ellipsoids inside superquadrics with one exponent 2: such a superquadric touches the ellipsoid
// with its semi-axes along two sections, which may be circles, and a ring of minima there is the ellipsoid's too.
static void search_inner(const scree_task *task, scree_vec3 n, double width, scree_answer *out)
{
    scree_inner_core inner[2];
    scree_cores c = *task->cores;
    if (!scree_cores_of_inner(task->cores, inner, &c)) return;
    const scree_axis axis = axis_along(&c, n);
    if (!(axis.gap <= out->distance + 0.25 * width)) return;
    const scree_revolved pair = scree_revolved_make(&c);
    scree_cover cover;
    scree_revolved_cover(&pair, &axis, width, FEW_CELLS, &cover);
    out->iterations += cover.cells;
    out->upper = fmin(out->upper, cover.upper + task->cores->error);
    out->upper = fmax(out->upper, out->distance + task->cores->error);
}

// A ring of minima in a superquadric that is nearly a ball there.
static void search_ring(const scree_task *task, double width, scree_answer *out)
{
    const scree_cores *c = task->cores;
    scree_cover cover = { .best = axis_along(c, out->normal) };
    if (!(out->lower < 0.0) || !scree_ring_cover(c, width, &cover.best, &cover.upper, &cover.cells)) return;
    take_cover(task, &cover, out);
}

// The answer found, with the uncertainty of its points in the interval; true if that is narrow.
static bool close_with(const scree_task *task, const scree_answer *found, scree_answer *out)
{
    *out = *found;
    scree_smooth_settle(task, out);
    if (is_wide(task, out)) mend_points(task, out);
    return !is_wide(task, out);
}

// All normals, by the vertices and edges of a polyhedron; false if that is not possible.
static bool search_polyhedron(const scree_task *task, scree_vec3 n, double width, scree_answer *x)
{
    const scree_axis axis = axis_along(task->cores, n);
    scree_cover cover;
    if (!scree_revolved_polyhedron(task->cores, &axis, width, MOST_CELLS, &cover)) return false;
    take_cover(task, &cover, x);
    return true;
}

// If the others have left a wide interval: all normals about the axis of a body of revolution. Few cells first; if
// these are not enough, a climb from the best normal, better points or a larger polytope may be. For bodies apart and
// shallow overlaps, the first cells find the normal, and its points or a surface around it are the proof. `x` is what
// was found so far, without the uncertainty of its points: better ones may come.
static bool search_cover(const scree_task *task, scree_vec3 start, int most_vertices, scree_answer *x,
                         scree_answer *out)
{
    static const struct {
        int cells;
        bool other; // about the other body's axis
    } tries[] = { { FIRST_CELLS, false }, { FEW_CELLS, false }, { FEW_CELLS, true }, { MOST_CELLS, false } };
    const scree_cores *c = task->cores;
    if (!scree_is_revolved_pair(c) || task->options->max_iterations > 0) return false;
    double width = fmax(0.25 * task->tolerance, 1.5 * c->error);
    scree_vec3 n = isfinite(x->distance) ? x->normal : v3_unit(start);
    if (search_polyhedron(task, n, width, x) && close_with(task, x, out)) return true;
    for (size_t i = 0; i < sizeof tries / sizeof tries[0]; ++i) {
        scree_revolved pair = scree_revolved_make(c);
        if (tries[i].other && !scree_revolved_make_other(c, &pair)) continue;
        const scree_axis axis = axis_along(c, n);
        scree_cover cover;
        scree_revolved_cover(&pair, &axis, width, tries[i].cells, &cover);
        take_cover(task, &cover, x);
        if (close_with(task, x, out)) break;
        if (i < 2) {
            search_inner(task, x->normal, width, x);
            if (close_with(task, x, out)) break;
        }
        if (i == 0) {
            search_ring(task, width, x);
            if (close_with(task, x, out)) break;
        }
        if (i == 1) {
            search_full_polytope(task, start, most_vertices, x);
            if (close_with(task, x, out)) break;
            search_radii(task, width, RADIUS_CELLS, x);
            if (close_with(task, x, out)) break;
        }
        n = x->normal;
        width *= 1.2; // so that no cell stays at the limit
    }
    if (!is_wide(task, out)) return true;
    search_radii(task, width, MOST_RADIUS_CELLS, x);
    if (close_with(task, x, out) || !(x->lower < 0.0)) return true;
    // A ring of minima along a section where a superquadric's radius of curvature has no lower bound: as many cells as
    // it takes.
    const scree_revolved pair = scree_revolved_make(c);
    const scree_axis axis = axis_along(c, x->normal);
    scree_cover cover;
    scree_revolved_cover(&pair, &axis, width, LAST_CELLS, &cover);
    take_cover(task, &cover, x);
    (void)close_with(task, x, out);
    return true;
}

static bool search_pair(const scree_task *task, scree_vec3 start, int most_vertices, scree_answer *out)
{
    const bool done = search_all(task, start, most_vertices, out);
    scree_answer found = *out;
    if (done) scree_smooth_settle(task, out);
    if (is_wide(task, out)) mend_points(task, out);
    if (!(done || out->lower <= 0.0) || !is_wide(task, out)) return done;
    return search_cover(task, start, most_vertices, &found, out) || done;
}

bool scree_smooth_solids(const scree_task *task, scree_vec3 start, int most_vertices, scree_answer *out)
{
    if (!search_pair(task, start, most_vertices, out)) return false;
    scree_revolved_hold_point(task, out);
    return true;
}

void scree_smooth_merge(const scree_task *task, const scree_answer *climbed, scree_answer *x)
{
    const scree_cores *c = task->cores;
    if (climbed->distance >= x->distance - scree_smooth_narrow(task) &&
        scree_smooth_astray(climbed) < scree_smooth_astray(x)) {
        const scree_answer other = *x;
        *x = *climbed;
        x->upper = fmax(fmin(other.upper, climbed->upper), x->distance + c->error);
        x->iterations += other.iterations;
    }
    scree_answer found = *x;
    if (!close_with(task, &found, x)) (void)search_cover(task, x->normal, 0, &found, x);
    scree_revolved_hold_point(task, x);
}
