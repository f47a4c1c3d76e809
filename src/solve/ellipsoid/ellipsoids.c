// An ellipsoid with another one, or with a point: the policy.
//
// Source      The gap along a normal and its maximum are those of any convex pair (docs/certificate.md). Newton's
//             method on it, the proofs and their order are our own.
// Idea        For bodies apart the gap has one maximum above 0. The climb to it (ellipsoid_climb.c) starts from the
//             last normal, or from the normal where the line of centres meets an ellipsoid around M, and that is all.
//             The upper bound comes from a ball inside M = B - A that touches its surface where the climb ended: with
//             t, the component of v across the normal, the doubt is about t^2 / 2 over the sum of gap and ball radius,
//             which falls below rounding before t does. The sign of the gap does not matter, so touching and shallow
//             contacts are not special cases. In deeper overlaps the maximum found may be one of several, and the ball
//             too small to decide: ellipsoid_depth.c proves it or finds a better one; if that is not enough,
//             normal_cover.c does, and revolved_cover.c for nearly coaxial bodies.
#include "solve/ellipsoid/ellipsoids.h"

#include "pair/warm.h"
#include "solve/ellipsoid/ellipsoid_climb.h"
#include "solve/ellipsoid/ellipsoid_depth.h"
#include "solve/revolved/revolved_cover.h"
#include "solve/revolved/revolved_symmetry.h"
#include "solve/smooth/normal_cover.h"

// Some 5 are usual, up to 40 for needles that cross deeply.
enum { CLIMB_STEPS = 100 };

// Cells of the proofs over all normals: first a few; then about an axis, if a body is nearly round about it; then as
// many as it takes.
enum { FEW_CELLS = 6000, AXIS_CELLS = 24000, COVER_CELLS = 100000, COVER_ROUNDS = 12 };

size_t scree_ellipsoids_scratch(const scree_shape *a, const scree_shape *b)
{
    return scree_finish_scratch(a, b);
}

static bool squares_well(scree_vec3 d)
{
    const double length2 = v3_norm2(d);
    return length2 > 1e-200 && length2 < 1e200;
}

// The cached normal, or the one that the line of centres suggests; of any length whose square neither over- nor
// underflows.
static scree_vec3 first_direction(const scree_task *task, const scree_ellipsoid_pair *p)
{
    const scree_cache *cache = task->options->cache;
    scree_vec3 d = p->offset;
    if (cache != NULL && cache->filled)
        d = m3_mul_transposed(&task->cores->world_rotation, v3_unit(scree_cache_axis(cache)));
    else if (squares_well(d))
        d = scree_ellipsoid_facing(p);
    if (squares_well(d)) return d;
    d = v3_unit(p->offset);
    return squares_well(d) ? d : v3(1, 0, 0);
}

static void trace_step(const scree_task *task, const scree_ellipsoid_pair *p, const scree_ellipsoid_view *x,
                       int iteration)
{
    const scree_vec3 on_b = v3_sub(p->offset, x->from_b);
    scree_trace_step step = { .phase = "newton", .iteration = iteration, .simplex_size = 1 };
    step.simplex[0] = v3_sub(on_b, x->on_a);
    step.direction = two3_a(&x->n);
    step.lower = x->gap - task->radii;
    step.upper = x->gap + scree_ellipsoid_doubt(p, x) - task->radii;
    task->options->trace(task->options->trace_user, &step);
}

static int most_steps(const scree_task *task)
{
    const int most = task->options->max_iterations;
    return most > 0 && most < CLIMB_STEPS ? most : CLIMB_STEPS;
}

// Climbs to the maximum, one step at a time if there is a trace.
static int climb(const scree_task *task, const scree_ellipsoid_pair *p, scree_ellipsoid_view *x)
{
    const int most = most_steps(task);
    if (task->options->trace == NULL) return scree_ellipsoid_climb(p, x, most);
    int steps = 0;
    for (double before = INFINITY; steps < most && x->tt != before; ++steps) {
        trace_step(task, p, x, steps);
        before = x->tt;
        if (scree_ellipsoid_climb(p, x, 1) == 0) break;
    }
    return steps;
}

static void answer_with(const scree_task *task, const scree_ellipsoid_top *top, double gap, double doubt, int steps,
                        scree_answer *out)
{
    const scree_cores *c = task->cores;
    out->distance = top->gap;
    out->lower = gap - c->error;
    out->upper = (top->gap > gap + doubt ? top->gap : gap + doubt) + c->error;
    out->normal = top->n;
    out->on_a = c->a->core == SCREE_CORE_POINT ? scree_cores_vertex_a(c, 0) : top->on_a;
    out->on_b = v3_add_scaled(out->on_a, top->gap, top->n);
    out->at = (scree_mvertex){ .a = out->on_a, .b = out->on_b, .w = v3_sub(out->on_b, out->on_a) };
    out->at.index_a = out->at.index_b = -1;
    out->iterations = steps > 0 ? steps : 1;
}

static bool is_narrow(const scree_task *task, double doubt)
{
    const double error = task->cores->error, rounding = SCREE_NARROW * error;
    return doubt + 2.0 * error <= (task->tolerance > rounding ? task->tolerance : rounding);
}

static double width_for(const scree_task *task)
{
    return fmax(0.5 * task->tolerance, 1.5 * task->cores->error);
}

// Climbs from a normal that a proof has found. Returns the gain.
static double climb_from(const scree_ellipsoid_pair *p, scree_vec3 n, scree_ellipsoid_view *x, int *steps)
{
    const double before = x->gap;
    scree_ellipsoid_view y;
    scree_ellipsoid_look(p, n, &y);
    *steps += scree_ellipsoid_climb(p, &y, CLIMB_STEPS);
    if (y.gap > x->gap) *x = y;
    return x->gap - before;
}

// The last proof, over all normals, with a climb from each better normal that it finds. Returns the doubt left.
static double cover_normals(const scree_task *task, const scree_ellipsoid_pair *p, int cells, double doubt,
                            scree_ellipsoid_view *x, int *steps)
{
    const double width = width_for(task);
    int budget = cells;
    bool stop = true;
    for (int left = COVER_ROUNDS; left > 0; --left) {
        scree_vec3 n = v3_unit(two3_a(&x->n));
        double depth;
        const scree_cover_verdict v = scree_normal_cover(task->cores, width, stop, &budget, &n, &depth);
        doubt -= climb_from(p, n, x, steps);
        stop = x->gap > -depth && left > 2;
        if (v == SCREE_COVER_PROVEN) doubt = fmax(width - depth - x->gap, 0.0);
        if (v != SCREE_COVER_BETTER) break;
    }
    *steps += cells - (budget > 0 ? budget : 0);
    return doubt;
}

// The same in coordinates about an axis, for a ring of minima that is not a great circle.
static double cover_axis(const scree_task *task, const scree_ellipsoid_pair *p, double doubt, scree_ellipsoid_view *x,
                         int *steps)
{
    const scree_cores *c = task->cores;
    if (!scree_is_nearly_revolved_pair(c)) return doubt;
    const scree_revolved pair = scree_revolved_make(c);
    if (!pair.rotates) return doubt;
    scree_axis axis = { .n = v3_unit(two3_a(&x->n)), .index_a = -1, .index_b = -1 };
    axis.at.index_a = axis.at.index_b = -1;
    axis.gap = scree_cores_gap(c, axis.n, &axis.at);
    scree_cover cover;
    scree_revolved_cover(&pair, &axis, width_for(task), AXIS_CELLS, &cover);
    *steps += cover.cells;
    doubt -= climb_from(p, cover.best.n, x, steps);
    return fmin(doubt, fmax(cover.upper - x->gap, 0.0));
}

static double cover_all(const scree_task *task, const scree_ellipsoid_pair *p, double doubt, scree_ellipsoid_view *x,
                        int *steps)
{
    doubt = cover_normals(task, p, FEW_CELLS, doubt, x, steps);
    if (!is_narrow(task, doubt)) doubt = cover_axis(task, p, doubt, x, steps);
    return is_narrow(task, doubt) ? doubt : cover_normals(task, p, COVER_CELLS, doubt, x, steps);
}

bool scree_ellipsoids(const scree_task *task, scree_answer *out)
{
    scree_ellipsoid_pair p;
    scree_ellipsoid_pair_make(task->cores, &p);
    scree_ellipsoid_view x;
    scree_ellipsoid_look(&p, first_direction(task, &p), &x);
    const double enough = SCREE_ELLIPSOIDS_ENOUGH * task->cores->error;
    scree_ellipsoid_top top;
    int steps = 0;
    bool near = false;
    if (task->options->trace == NULL)
        steps = scree_ellipsoid_climb_near(&p, &x, most_steps(task), enough, &top, &near);
    else
        steps = climb(task, &p, &x);
    double doubt = scree_ellipsoid_doubt(&p, &x);
    if (!near) {
        if (!(doubt <= enough)) doubt = scree_ellipsoid_depth(&p, enough, task->options->max_iterations, &x, &steps);
        if (!is_narrow(task, doubt) && task->options->max_iterations <= 0)
            doubt = cover_all(task, &p, doubt, &x, &steps);
        scree_ellipsoid_last_step(&p, &x, &top);
    }
    answer_with(task, &top, x.gap, doubt, steps, out);
    return true;
}

int scree_ellipsoids_farther_than(const scree_task *task, double margin)
{
    scree_ellipsoid_pair p;
    scree_ellipsoid_pair_make(task->cores, &p);
    const double error = task->cores->error;
    scree_ellipsoid_view x;
    scree_ellipsoid_look(&p, first_direction(task, &p), &x);
    for (int i = 0; i < CLIMB_STEPS; ++i) {
        if (x.gap > margin + error) return 1;
        if (x.gap + scree_ellipsoid_doubt(&p, &x) <= margin - error) return 0;
        if (scree_ellipsoid_climb(&p, &x, 1) == 0) break;
    }
    return -1;
}
