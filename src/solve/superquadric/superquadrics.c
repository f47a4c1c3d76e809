// A superquadric with another one, an ellipsoid or a point: the policy.
//
// Source      Our own; the methods of the literature (sq_newton.c) minimise F_A + F_B instead of a distance, and do
//             not bound what they find.
// Idea        Newton's method on both surfaces (superquadric_newton.c) from the line of centres, or from the last
//             normal, until bounds from both sides meet: the gap along its normal, and the two balls inside the bodies
//             that touch them at its surface points (superquadric_pair.h). They meet for all pairs apart, touching or
//             in shallow contact, and the answer is then proven. If they do not, in this order:
//               1. Newton's method ended deep inside: superquadric_depth.c proves that there is no smaller depth
//                  elsewhere, or finds it.
//               2. It ended at another stationary pair of points, or at none: it starts again from where GJK's distance
//                  is right to a hundredth.
//               3. The generic search (solids.c), whose normal Newton's method then refines.
//               4. Minima along a ring, or nearly: revolved_cover.c about the axis of a body that is nearly round, then
//                  normal_cover.c. They need more work for each cell and far fewer of them there.
//             Points that are then off their surfaces are looked for once more: superquadric_points.c; and where that fails
//             with a wide tolerance, all of it is tried with the usual one.
#include "solve/superquadric/superquadrics.h"

#include "pair/warm.h"
#include "solve/polytope/gjk.h"
#include "solve/polytope/solids.h"
#include "solve/revolved/revolved_cover.h"
#include "solve/revolved/revolved_symmetry.h"
#include "solve/smooth/normal_cover.h"
#include "solve/superquadric/superquadric_depth.h"
#include "solve/superquadric/superquadric_points.h"

// Exponents up to 8 take 4 to 6 steps; blocky and long bodies up to 20; slightly tilted faces of very blocky ones, all.
enum { FIRST_STEPS = 32, NEXT_STEPS = 32, GJK_STEPS = 32 };

// Cells of the proofs over all normals: first a few, enough for most bodies around a common ball; then about an axis,
// if at least one body is nearly round about it; then as many as it takes.
enum { FEW_CELLS = 6000, AXIS_CELLS = 24000, COVER_CELLS = 100000, COVER_ROUNDS = 12 };

// GJK's bounds must meet to this fraction of the size before Newton's method takes over again.
#define NEAR 1e-2

size_t scree_superquadrics_scratch(const scree_shape *a, const scree_shape *b)
{
    return scree_solids_scratch(a, b);
}

// The cached normal, or the line of centres, which may have length 0.
static void start(const scree_task *task, const scree_sq_pair *p, scree_sq_view *x)
{
    const scree_cache *cache = task->options->cache;
    if (cache != NULL && cache->filled) {
        const scree_vec3 n = m3_mul_transposed(&task->cores->world_rotation, v3_unit(scree_cache_axis(cache)));
        if (v3_is_finite(n) && v3_norm2(n) > 0.5) {
            scree_sq_start_facing(p, n, x);
            return;
        }
    }
    scree_sq_start(p, scree_sq_toward(p), x);
}

static int steps_allowed(const scree_task *task, int most)
{
    const int given = task->options->max_iterations;
    return given > 0 && given < most ? given : most;
}

static void search_by_gjk(const scree_task *task, const scree_sq_pair *p, scree_sq_finding *f)
{
    const scree_cores *c = task->cores;
    scree_gjk_options o = { .start = scree_sq_toward(p), .stop_above = INFINITY, .stop_below = -INFINITY };
    o.tolerance = NEAR * c->size;
    o.max_iterations = steps_allowed(task, GJK_STEPS);
    o.trace = task->options->trace;
    o.trace_user = task->options->trace_user;
    o.radii = task->radii;
    scree_gjk_result g;
    scree_gjk(c, &o, &g);
    f->steps += g.iterations;
    if (g.verdict == SCREE_GJK_INSIDE || g.simplex.count == 0) return;
    scree_vec3 on_a, on_b;
    scree_simplex_points(&g.simplex, &on_a, &on_b);
    scree_sq_view x;
    if (v3_norm2(on_a) == 0.0 || v3_norm2(v3_sub(on_b, p->offset)) == 0.0) return;
    scree_sq_start_at(p, on_a, on_b, &x);
    (void)scree_sq_search(task, p, steps_allowed(task, NEXT_STEPS), &x, f);
}

// Whether the answer will be `ok`; some roundings are still to be added.
static bool is_narrow(const scree_task *task, const scree_sq_finding *f)
{
    const double error = task->cores->error;
    return f->upper - f->lower + 2.0 * error <= fmax(0.96 * task->tolerance, 0.85 * SCREE_NARROW * error);
}

// Takes a normal that the cover has found, and what Newton's method makes of it. True if that is better still.
static bool take_normal(const scree_task *task, const scree_sq_pair *p, scree_vec3 n, double depth, scree_sq_view *x,
                        scree_sq_finding *f)
{
    scree_sq_face(p, n, x);
    if (-depth > f->gap) {
        f->gap = -depth;
        f->n = n;
        f->on_a = x->on_a;
        f->on_b = x->on_b;
        f->astray2 = v3_norm2(v3_add_scaled(v3_sub(x->on_b, x->on_a), depth, n));
    }
    if (f->gap > f->lower) f->lower = f->gap;
    (void)scree_sq_search(task, p, NEXT_STEPS, x, f);
    return f->gap > -depth;
}

// The proof over all normals, if the bodies are deep in each other and the depth is not proven to be the least.
static void cover_normals(const scree_task *task, const scree_sq_pair *p, int cells, scree_sq_view *x,
                          scree_sq_finding *f)
{
    int budget = cells;
    if (task->options->max_iterations > 0 || !(f->lower < 0.0)) return;
    bool stop = true;
    for (int left = COVER_ROUNDS; left > 0; --left) {
        scree_vec3 n = f->n;
        double depth;
        const scree_cover_verdict v = scree_normal_cover(task->cores, f->enough, stop, &budget, &n, &depth);
        stop = take_normal(task, p, n, depth, x, f) && left > 2;
        if (v == SCREE_COVER_PROVEN && f->enough - depth < f->upper) f->upper = f->enough - depth;
        if (v != SCREE_COVER_BETTER) break;
    }
    if (f->upper < f->lower) f->upper = f->lower;
    f->steps += cells - (budget > 0 ? budget : 0);
}

// The proof over all normals about an axis: for a ring of minima that is not a great circle.
static void cover_axis(const scree_task *task, const scree_sq_pair *p, scree_sq_view *x, scree_sq_finding *f)
{
    const scree_cores *c = task->cores;
    if (task->options->max_iterations > 0 || !(f->lower < 0.0) || !scree_is_nearly_revolved_pair(c)) return;
    // Without a common axis there is no ring about it.
    const scree_revolved pair = scree_revolved_make(c);
    if (!p->point && !pair.rotates) return;
    scree_axis axis = { .n = f->n, .index_a = -1, .index_b = -1 };
    axis.at.index_a = axis.at.index_b = -1;
    axis.gap = scree_cores_gap(c, f->n, &axis.at);
    scree_cover cover;
    scree_revolved_cover(&pair, &axis, f->enough, AXIS_CELLS, &cover);
    f->steps += cover.cells;
    (void)take_normal(task, p, cover.best.n, -cover.best.gap, x, f);
    if (cover.upper < f->upper) f->upper = cover.upper;
    if (f->upper < f->lower) f->upper = f->lower;
}

static bool search_solids(const scree_task *task, const scree_sq_pair *p, scree_sq_view *x, scree_sq_finding *f)
{
    scree_answer generic;
    if (!scree_solids(task, &generic)) return false;
    const double error = task->cores->error; // each search adds it at its end
    f->steps += generic.iterations;
    if (generic.upper - error < f->upper) f->upper = generic.upper - error;
    scree_sq_face(p, generic.normal, x);
    if (generic.lower + error > f->lower) {
        f->lower = f->gap = generic.lower + error;
        f->n = generic.normal;
        f->on_a = x->on_a;
        f->on_b = x->on_b;
        f->astray2 = v3_norm2(v3_add_scaled(v3_sub(x->on_b, x->on_a), -f->gap, f->n));
        (void)scree_sq_share_astray(p, f);
    }
    (void)scree_sq_search(task, p, steps_allowed(task, NEXT_STEPS), x, f);
    return true;
}

// The distance between two points, each moved onto its surface; infinite where one is a centre.
static double apart_on_surfaces(const scree_sq_pair *p, scree_vec3 on_a, scree_vec3 on_b)
{
    const scree_vec3 from_b = m3_mul_transposed(&p->rotation, v3_sub(on_b, p->offset));
    if (v3_norm2(on_a) == 0.0 || (!p->point && v3_norm2(from_b) == 0.0)) return INFINITY;
    const scree_vec3 of_b =
        p->point ? p->offset : v3_add(p->offset, m3_mul(&p->rotation, sq_project(p->shape[1], from_b)));
    return v3_norm(v3_sub(of_b, sq_project(p->shape[0], on_a)));
}

// Any two points of the bodies bound the distance. For bodies apart or touching, the surface points found are the
// nearest to rounding even if the balls inside are as small as those of needles. On flat sides that face each other they may be far
// aside: then those that scree_settle_points() will make of them.
static void bound_by_points(const scree_sq_pair *p, scree_sq_finding *f)
{
    if (!(f->upper > 0.0)) return;
    const scree_vec3 rest = v3_add_scaled(v3_sub(f->on_b, f->on_a), -f->gap, f->n);
    const scree_vec3 on_a = v3_add_scaled(f->on_a, 0.5, rest), on_b = v3_add_scaled(on_a, f->gap, f->n);
    const double apart = fmin(apart_on_surfaces(p, f->on_a, f->on_b), apart_on_surfaces(p, on_a, on_b));
    if (apart < f->upper) f->upper = fmax(apart, f->lower);
}

static void answer_with(const scree_task *task, const scree_sq_finding *f, scree_answer *out)
{
    const scree_cores *c = task->cores;
    const double error = c->error;
    out->distance = f->gap;
    out->lower = f->lower - error;
    out->upper = (f->upper > f->lower ? f->upper : f->lower) + error;
    out->normal = f->n;
    out->on_a = f->on_a;
    out->on_b = f->on_b;
    scree_settle_points(c, out);
    out->at = (scree_mvertex){ .a = out->on_a, .b = out->on_b, .w = v3_sub(out->on_b, out->on_a) };
    out->at.index_a = out->at.index_b = -1;
    out->iterations = f->steps > 0 ? f->steps : 1;
}

// False where the scratch is too small. `mended` is whether the points are on the surfaces.
static bool search(const scree_task *task, const scree_sq_pair *p, scree_sq_finding *f, bool *mended)
{
    scree_sq_view x;
    start(task, p, &x);
    bool ended = scree_sq_search(task, p, steps_allowed(task, FIRST_STEPS), &x, f);
    // Bounds that have met leave the points of slightly tilted faces open: they are given as many steps again.
    if (!ended && scree_sq_is_settled(f)) ended = scree_sq_search(task, p, steps_allowed(task, NEXT_STEPS), &x, f);
    if (!scree_sq_is_settled(f) && ended && f->lower < 0.0) scree_sq_prove_depth(task, p, &x, f);
    const bool overlapping = f->upper < -task->cores->error;
    if (!scree_sq_is_settled(f) && !overlapping) search_by_gjk(task, p, f);
    const bool open = !scree_sq_is_settled(f);
    if (open && !search_solids(task, p, &x, f)) return false;
    if (!is_narrow(task, f)) cover_normals(task, p, FEW_CELLS, &x, f);
    if (!is_narrow(task, f)) cover_axis(task, p, &x, f);
    if (!is_narrow(task, f)) cover_normals(task, p, COVER_CELLS, &x, f);
    if (open) scree_sq_take_surface_points(p, &x, f);
    *mended = scree_sq_mend_points(task, p, f);
    if (!is_narrow(task, f)) bound_by_points(p, f);
    if (!is_narrow(task, f) && f->upper > 0.0) scree_sq_bound_by_meeting(task, f);
    return true;
}

// The generic search ends at the tolerance, with a normal that is off by its root: from there Newton's method may lead away from
// the points of a needle. Once more, as if no more than the usual tolerance had been asked for.
static bool search_tightly(const scree_task *task, const scree_sq_pair *p, scree_sq_finding *f, bool *mended)
{
    scree_task tight = *task;
    tight.tolerance = SCREE_DEFAULT_TOLERANCE * task->cores->size;
    if (task->options->max_iterations > 0 || !(tight.tolerance < task->tolerance)) return true;
    scree_sq_finding g = scree_sq_finding_make(&tight);
    bool good;
    if (!search(&tight, p, &g, &good)) return false;
    g.steps += f->steps;
    f->steps = g.steps;
    if (good) *f = g;
    *mended = good;
    return true;
}

bool scree_superquadrics(const scree_task *task, scree_answer *out)
{
    const scree_sq_pair p = scree_sq_pair_make(task->cores);
    scree_sq_finding f = scree_sq_finding_make(task);
    bool mended;
    if (!search(task, &p, &f, &mended) || (!mended && !search_tightly(task, &p, &f, &mended))) return false;
    // Without points on the surfaces the answer is not one: its interval is made too wide for `ok`.
    if (!mended) f.lower -= fmax(2.0 * fmax(task->tolerance, scree_narrow_width(task->cores)), sqrt(f.astray2));
    answer_with(task, &f, out);
    return true;
}

int scree_superquadrics_farther_than(const scree_task *task, double margin)
{
    const scree_sq_pair p = scree_sq_pair_make(task->cores);
    const double error = task->cores->error;
    scree_sq_view x;
    start(task, &p, &x);
    for (int i = 0; i < FIRST_STEPS; ++i) {
        if (scree_sq_ball_bound(&p, &x) <= margin - error) return 0;
        scree_sq_step step;
        scree_sq_newton_step(&p, &x, &step);
        const scree_vec3 n = v3_unit(two3_a(&step.facing));
        if ((p.blocky ? scree_sq_gap(&p, n) : scree_sq_quick_gap(&p, &x, n)) > margin + error) return 1;
        scree_sq_advance(&p, &step, &x);
    }
    return scree_solids_farther_than(task, margin);
}
