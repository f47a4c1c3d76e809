// Newton's method on a pair of superquadrics with its bounds. See superquadrics.c.
#include "narrow/superquadric_search.h"

// The bounds are worth a look once the step leaves the surfaces by no more than this part of the size; and its end is
// taken without a look, its error being of second order in that, below this one.
#define WORTH_A_LOOK 1e-11
#define LAST_STEP 1e-13
// And only if it is no longer than this part of the smaller body.
#define SHORT_STEP 1e-5
// Points are good enough that are off each other, across the normal, by no more than this part of the size.
#define NEAR 1e-14
// Points that are off by this part of what others are, squared, are worth a smaller gap, within the tolerance.
#define MUCH_NEARER 1e-4
// After a step with no more sag than this, in parts of the size, there may be nothing left to do: points and normals
// that are off each other by less than this part of the root of the tolerance make no difference to it.
#define NEARLY_THERE 1e-7
#define FINE 0.05
// A step of this part of the size is rounding.
#define STANDSTILL 1e-14
// Steps after the bounds have met that are granted to points and normal, where flat faces leave them open.
enum { EXTRA_STEPS = 16 };

// What the bounds may be apart by, in units of the pair's rounding error, beside that error on both sides.
#define ENOUGH 1.5
scree_sq_finding scree_sq_finding_make(const scree_task *task)
{
    return (scree_sq_finding){ .lower = -INFINITY,
                               .gap = -INFINITY,
                               .upper = INFINITY,
                               .n = v3(1, 0, 0),
                               .astray2 = INFINITY,
                               .blur = 0.5 * task->cores->error,
                               .enough = fmax(ENOUGH * task->cores->error, 0.5 * task->tolerance) };
}

scree_vec3 scree_sq_toward(const scree_sq_pair *p)
{
    const double length2 = v3_norm2(p->offset);
    if (length2 > 1e-200 && length2 < 1e200) return p->offset;
    const scree_vec3 d = v3_unit(p->offset);
    return v3_norm2(d) > 0.5 ? d : v3(1, 0, 0);
}

static void tell(const scree_task *task, const scree_sq_view *x, const scree_sq_finding *f)
{
    scree_trace_step step = { .phase = "newton", .iteration = f->steps, .simplex_size = 1 };
    step.simplex[0] = v3_sub(x->on_b, x->on_a);
    step.direction = v3_unit(v3_add(x->normal_a, x->normal_b));
    step.lower = f->lower - task->radii;
    step.upper = f->upper - task->radii;
    task->options->trace(task->options->trace_user, &step);
}

// The normal, and the step's end as points of both bodies: if they are better than those that are known. Along faces
// that are flat to each other a step may lead anywhere, and far out; then it is where it started from.
static void take_points(const scree_sq_pair *p, const scree_sq_view *x, const scree_sq_step *step, scree_vec3 n,
                        double gap, scree_sq_finding *f)
{
    const double margin = 0.25 * f->enough;
    if (!(gap >= f->lower - margin)) return;
    scree_vec3 on_a = x->on_a, on_b = x->on_b;
    if (step->length2 <= SHORT_STEP * SHORT_STEP * p->least * p->least) {
        on_a = v3_add(on_a, two3_a(&step->move));
        if (!p->point) on_b = v3_add(on_b, m3_mul(&p->turn, two3_b(&step->move)));
    }
    const double astray2 = v3_norm2(v3_add_scaled(v3_sub(on_b, on_a), -gap, n));
    const bool nearer = astray2 < f->astray2 && gap >= f->gap - f->blur;
    if (!(gap > f->gap + margin) && !nearer && !(astray2 < MUCH_NEARER * f->astray2)) return;
    f->gap = gap;
    f->n = n;
    f->on_a = on_a;
    f->on_b = on_b;
    f->astray2 = astray2;
}

// The bounds at x, where its next step is small. True when they meet.
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

// Where the next step will be none to speak of, the bounds are looked at without it: along the mean of both normals.
static bool is_there(const scree_sq_pair *p, const scree_sq_view *x, double fine, scree_sq_finding *f)
{
    const scree_vec3 sum = v3_add(x->normal_a, x->normal_b), v = v3_sub(x->on_b, x->on_a);
    const scree_vec3 n = v3_scale(sum, 1.0 / v3_norm(sum));
    const double gap = scree_sq_quick_gap(p, x, n), upper = scree_sq_ball_bound(p, x);
    const double astray2 = v3_norm2(v3_add_scaled(v, -gap, n));
    const double apart2 = v3_norm2(v3_sub(x->normal_a, x->normal_b));
    if (!(upper - gap <= f->enough && astray2 <= fine * fine * p->least * p->least && apart2 <= fine * fine))
        return false;
    *f = (scree_sq_finding){ .lower = gap,
                             .upper = upper,
                             .n = n,
                             .gap = gap,
                             .on_a = x->on_a,
                             .on_b = x->on_b,
                             .astray2 = astray2,
                             .blur = f->blur,
                             .enough = f->enough,
                             .steps = f->steps };
    return true;
}

bool scree_sq_search(const scree_task *task, const scree_sq_pair *p, int most, scree_sq_view *x, scree_sq_finding *f)
{
    const double worth = WORTH_A_LOOK * p->size, last = LAST_STEP * p->size, standstill = STANDSTILL * p->size;
    const double near2 = NEAR * NEAR * p->size * p->size;
    const double nearly = NEARLY_THERE * p->size, fine = FINE * sqrt(f->enough / p->size);
    int extra = 0;
    for (int i = 0; i < most; ++i) {
        scree_sq_step step;
        scree_sq_newton_step(p, x, &step);
        ++f->steps;
        if (step.sag <= worth && look(p, x, &step, step.sag <= last, f) &&
            ((step.sag <= last && f->astray2 <= near2) || extra++ == EXTRA_STEPS))
            return true;
        if (task->options->trace != NULL) tell(task, x, f);
        if (step.length2 <= standstill * standstill) return true;
        scree_sq_advance(p, &step, x);
        if (step.sag <= nearly && !p->blocky && is_there(p, x, fine, f)) return true;
    }
    return false;
}
