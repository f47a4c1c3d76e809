// Newton's method on a pair of superquadrics with its bounds. See superquadrics.c.
#include "solve/superquadric/superquadric_search.h"

// A step that leaves the surfaces by at most LAST_STEP of the size may be the last: its end is accepted unevaluated, since
// its error is of second order in the step. Only the end of a step of at most SHORT_STEP of the smaller body is taken for
// points of both bodies; else its start is.
#define LAST_STEP 1e-13
#define SHORT_STEP 1e-5
// Intervals up to this width, in units of what the search accepts, are published as narrow.
#define MOST_WIDTH 1.6

// Points that deviate from the normal by no more than this fraction of the size are good enough.
#define NEAR 1e-14
// Points whose squared deviation is below this fraction of others' are taken although their gap is smaller, within the
// tolerance.
#define MUCH_NEARER 1e-4
// Steps allowed for points and normal after the bounds have met, where flat faces leave them open.
enum { EXTRA_STEPS = 16 };
// Bounds are not worth evaluating in the first UNSEEN_STEPS steps (unless the bodies are blocky).
enum { UNSEEN_STEPS = 8 };

scree_sq_finding scree_sq_finding_make(const scree_task *task)
{
    const double least = SCREE_SQ_ENOUGH * task->cores->error, wanted = 0.5 * task->tolerance;
    return (scree_sq_finding){ .lower = -INFINITY,
                               .gap = -INFINITY,
                               .upper = INFINITY,
                               .n = v3(1, 0, 0),
                               .astray2 = INFINITY,
                               .noise = 0.5 * task->cores->error,
                               .enough = wanted > least ? wanted : least };
}

scree_vec3 scree_sq_toward(const scree_sq_pair *p)
{
    const double length2 = v3_norm2(p->offset);
    if (length2 > 1e-200 && length2 < 1e200) return p->offset;
    const scree_vec3 d = v3_unit(p->offset);
    return v3_norm2(d) > 0.5 ? d : v3(1, 0, 0);
}

static void trace_step(const scree_task *task, const scree_sq_view *x, const scree_sq_finding *f)
{
    scree_trace_step step = { .phase = "newton", .iteration = f->steps, .simplex_size = 1 };
    step.simplex[0] = v3_sub(x->on_b, x->on_a);
    step.direction = v3_unit(v3_add(x->normal_a, x->normal_b));
    step.lower = f->lower - task->radii;
    step.upper = f->upper - task->radii;
    task->options->trace(task->options->trace_user, &step);
}

static void move_points(const scree_sq_pair *p, const scree_sq_step *step, scree_vec3 *on_a, scree_vec3 *on_b)
{
    *on_a = v3_add(*on_a, two3_a(&step->move));
    if (!p->point) *on_b = v3_add(*on_b, m3_mul(&p->rotation, two3_b(&step->move)));
}

// Whether the step stays on the surfaces whatever their curvature is: at most the size over p->ball, one over the radius of
// the ball inside (superquadric_pair.h).
static bool stays_on(const scree_sq_pair *p, const scree_sq_step *step)
{
    const double ball = p->point || p->ball[0] < p->ball[1] ? p->ball[0] : p->ball[1];
    return step->length2 <= 2.0 * SCREE_SQ_TRUSTED * ball;
}

static void put_back(const scree_sq_pair *p, scree_vec3 *on_a, scree_vec3 *on_b)
{
    *on_a = sq_project(p->shape[0], *on_a);
    if (p->point) return;
    const scree_vec3 from = m3_mul_transposed(&p->rotation, v3_sub(*on_b, p->offset));
    *on_b = v3_add(p->offset, m3_mul(&p->rotation, sq_project(p->shape[1], from)));
}

// Takes the normal, and the step's end as points of both bodies, if they are better than the known ones. Along two flat
// faces a step may lead anywhere, and far out; then its start is taken.
static void take_points(const scree_sq_pair *p, const scree_sq_view *x, const scree_sq_step *step, scree_vec3 n,
                        double gap, scree_sq_finding *f)
{
    const double margin = 0.25 * f->enough;
    if (!(gap >= f->lower - margin)) return;
    scree_vec3 on_a = x->on_a, on_b = x->on_b;
    if (step->length2 <= SHORT_STEP * SHORT_STEP * p->least * p->least) {
        move_points(p, step, &on_a, &on_b);
        if (!stays_on(p, step)) put_back(p, &on_a, &on_b);
    }
    const double astray2 = v3_norm2(v3_add_scaled(v3_sub(on_b, on_a), -gap, n));
    const bool nearer = astray2 < f->astray2 && gap >= f->gap - f->noise;
    if (!(gap > f->gap + margin) && !nearer && !(astray2 < MUCH_NEARER * f->astray2)) return;
    f->gap = gap;
    f->n = n;
    f->on_a = on_a;
    f->on_b = on_b;
    f->astray2 = astray2;
}

// The bounds at x, if its next step is small. True if they meet.
static bool look(const scree_sq_pair *p, const scree_sq_view *x, const scree_sq_step *step, bool last,
                 scree_sq_finding *f)
{
    const scree_vec3 facing = two3_a(&step->facing), n = v3_scale(facing, 1.0 / v3_norm(facing));
    const double upper = scree_sq_ball_bound(p, x);
    if (upper < f->upper) f->upper = upper;
    double gap = p->blocky ? scree_sq_gap(p, n) : scree_sq_quick_gap(p, x, n);
    if (!(f->upper - gap <= f->enough) && last && !p->blocky) gap = scree_sq_gap(p, n);
    take_points(p, x, step, n, gap, f);
    if (gap > f->lower) f->lower = gap;
    return scree_sq_is_settled(f);
}

// If the next step is negligible, the bounds are evaluated without it, along A's normal. If they meet there is nothing
// left to do (THERE), or only to take the end of the next step for points and normal (NEARBY).
typedef enum arrival { UNDERWAY, NEARBY, THERE } arrival;

// The interval can be narrow while the points are still off. Up to `fine`, settling them later moves both along their
// surfaces; if B is a point, it stays where it is, and A's point has to be as near already as answers allow.
static arrival arrive(const scree_sq_pair *p, const scree_sq_view *x, double fine, scree_sq_finding *f)
{
    const scree_vec3 n = x->normal_a, v = v3_sub(x->on_b, x->on_a);
    const double gap = scree_sq_own_gap(p, x), upper = scree_sq_ball_bound(p, x);
    if (!(upper - gap <= f->enough)) return UNDERWAY;
    const double astray2 = v3_norm2(v3_add_scaled(v, -gap, n));
    const double apart2 = v3_norm2(v3_sub(x->normal_a, x->normal_b));
    f->lower = f->gap = gap;
    f->upper = upper;
    f->n = n;
    f->on_a = x->on_a;
    f->on_b = x->on_b;
    f->astray2 = astray2;
    const double near = p->point ? scree_sq_allowed_off(p, f) : fine * p->least;
    return astray2 <= near * near && apart2 <= fine * fine ? THERE : NEARBY;
}

// Accepts the end of the step unevaluated.
static void trust(const scree_sq_pair *p, const scree_sq_step *step, scree_sq_finding *f)
{
    const scree_vec3 facing = two3_a(&step->facing);
    f->n = v3_scale(facing, 1.0 / v3_norm(facing));
    move_points(p, step, &f->on_a, &f->on_b);
    f->astray2 = v3_norm2(v3_add_scaled(v3_sub(f->on_b, f->on_a), -f->gap, f->n));
}

void scree_sq_take_surface_points(const scree_sq_pair *p, const scree_sq_view *x, scree_sq_finding *f)
{
    const scree_vec3 v = v3_sub(x->on_b, x->on_a), n = v3_unit(v3_add(x->normal_a, x->normal_b));
    const double worth = MUCH_NEARER * f->astray2, known2 = v3_norm2(v3_add_scaled(v, -f->gap, f->n));
    const double gap = scree_sq_gap(p, n), width = f->upper - f->lower;
    // With this gap the interval must stay as narrow as rounding allows.
    const double margin = fmax(fmin(f->enough, MOST_WIDTH * f->enough - width), 0.25 * width);
    const double own2 = v3_norm2(v3_add_scaled(v, -gap, n));
    // Opposite normals have no mean.
    const bool own = v3_norm2(n) > 0.5 && own2 < worth && gap >= f->lower - margin;
    if (!own && !(known2 < worth)) return;
    f->on_a = x->on_a;
    f->on_b = x->on_b;
    f->astray2 = own ? own2 : known2;
    if (!own) return;
    f->gap = gap;
    f->n = n;
}

bool scree_sq_search(const scree_task *task, const scree_sq_pair *p, int most, scree_sq_view *x, scree_sq_finding *f)
{
    const double worth = SCREE_SQ_WORTH_A_LOOK * p->size, last = LAST_STEP * p->size,
                 standstill = SCREE_SQ_STANDSTILL * p->size;
    const double near2 = NEAR * NEAR * p->size * p->size;
    const double nearly = SCREE_SQ_NEARLY_THERE * p->size, fine = SCREE_SQ_FINE * sqrt(f->enough / p->size);
    arrival at = UNDERWAY;
    int extra = 0;
    for (int i = 0; i < most; ++i) {
        scree_sq_step step;
        scree_sq_newton_step(p, x, &step);
        ++f->steps;
        if (at == NEARBY && stays_on(p, &step)) {
            trust(p, &step, f);
            return true;
        }
        const bool still = step.length2 <= standstill * standstill, unseen = i < UNSEEN_STEPS && !p->blocky && !still;
        if (!unseen && step.sag <= worth && look(p, x, &step, step.sag <= last, f) &&
            ((step.sag <= last && f->astray2 <= near2) || extra++ == EXTRA_STEPS))
            return true;
        // The interval is closed, by this search or another one, but the points are off: where flat faces leave the
        // step open, x may have better ones.
        if (f->astray2 > near2 && scree_sq_is_settled(f)) scree_sq_take_surface_points(p, x, f);
        if (task->options->trace != NULL) trace_step(task, x, f);
        if (still) return true;
        scree_sq_advance(p, &step, x);
        at = step.sag <= nearly && !p->blocky ? arrive(p, x, fine, f) : UNDERWAY;
        if (at == THERE) return true;
    }
    return false;
}
