// Witness points for searches that have settled only the distance. See superquadric_points.h.
#include "solve/superquadric/superquadric_points.h"

#include "pair/patch.h"
#include "pair/simplex.h"
#include "solve/polytope/gjk.h"

// Bodies count as far apart if the gap is this fraction of the size (of both bodies and the distance between them).
#define FAR_APART 0.5
// A body counts as a point if it is smaller than its distance by this factor.
#define MANY_SIZES 1e4
// Points are far out where the gauge of a body is more.
#define FAR_OUT 2.0
// B is left apart from A by so many errors.
#define LEFT_APART 4.0

enum { ROUNDS = 4, GJK_STEPS = 256, NEWTON_STEPS = 32, LINES = 32, KINKS = 8, BISECTIONS = 64 };

// How far a point is off a body's surface, to first order. That is too little for one that is farther out than the body is large,
// which is as far off as along the ray.
static double off_body(const scree_shape *s, scree_vec3 at)
{
    if (!(v3_norm2(at) > 0.0)) return INFINITY;
    const sq_jet jet = scree_sq_jet(s, at);
    if (jet.value > FAR_OUT) return v3_norm(at) * (1.0 - 1.0 / jet.value);
    return fabs(jet.value - 1.0) / v3_norm(jet.gradient);
}

static scree_vec3 from_b(const scree_sq_pair *p, scree_vec3 at)
{
    return m3_mul_transposed(&p->rotation, v3_sub(at, p->offset));
}

bool scree_sq_share_astray(const scree_sq_pair *p, scree_sq_finding *f)
{
    static const double parts[3] = { 0.5, 1.0, 0.0 };
    const double allowed = scree_sq_allowed_off(p, f);
    if (f->astray2 <= allowed * allowed) return true;
    const scree_vec3 rest = v3_add_scaled(v3_sub(f->on_b, f->on_a), -f->gap, f->n);
    for (int i = 0; i < (p->point ? 0 : 3); ++i) {
        const scree_vec3 on_a = v3_add_scaled(f->on_a, parts[i], rest),
                         on_b = v3_add_scaled(f->on_b, parts[i] - 1.0, rest);
        if (!(off_body(p->shape[0], on_a) <= allowed && off_body(p->shape[1], from_b(p, on_b)) <= allowed)) continue;
        if (i == 0) return true;
        f->on_a = on_a;
        f->on_b = on_b;
        f->astray2 = 0.0;
        return true;
    }
    return false;
}

// Moves a point inside a body along n to its surface. (Along the ray from the centre, a point of a needle would move
// much farther than it is below the surface.) Newton's method on the gauge, which is convex along a line: from the
// second step on it approaches from outside and does not pass the surface.
static scree_vec3 raised(const scree_shape *s, scree_vec3 at, scree_vec3 n)
{
    enum { MOST_STEPS = 16 };
    for (int i = 0; i < MOST_STEPS; ++i) {
        const sq_jet jet = scree_sq_jet(s, at);
        const double rise = v3_dot(jet.gradient, n), step = (1.0 - jet.value) / rise;
        if (!(rise > 0.0) || !isfinite(step)) return sq_project(s, at);
        at = v3_add_scaled(at, step, n);
        if (fabs(step) <= SCREE_ROUNDING * s->core_radius) break;
    }
    return at;
}

// B is a point swept by a ball. A's point, moved along the normal by the gap, may miss B's point sideways by much more
// than is allowed, as long as it is that close to the ball's surface. A keeps its own point.
static bool suits_ball(double radius, const scree_sq_pair *p, scree_sq_finding *f)
{
    const scree_vec3 at = v3_add_scaled(f->on_a, f->gap, f->n), off = v3_sub(p->offset, at);
    const double along = v3_dot(off, f->n), across2 = v3_norm2(v3_add_scaled(off, -along, f->n));
    if (!(fabs(along) + across2 / (2.0 * radius) <= scree_sq_allowed_off(p, f))) return false;
    f->on_b = at;
    f->astray2 = 0.0;
    return true;
}

// The points where A and B, moved back along n until they nearly touch, are nearest.
static bool meet_cores(const scree_task *task, double gap, scree_vec3 n, scree_vec3 start, scree_gjk_result *g,
                       scree_vec3 *on_a, scree_vec3 *on_b)
{
    const scree_cores *c = task->cores;
    const double back = gap - LEFT_APART * c->error;
    const int given = task->options->max_iterations;
    scree_cores moved = *c;
    moved.shift = v3_add_scaled(c->shift, -back, n);
    scree_gjk_options o = { .start = start, .stop_above = INFINITY, .stop_below = -INFINITY };
    o.tolerance = c->error;
    o.max_iterations = given > 0 && given < GJK_STEPS ? given : GJK_STEPS;
    scree_gjk(&moved, &o, g);
    if (g->verdict == SCREE_GJK_INSIDE || g->simplex.count == 0) return false;
    if (g->upper > v3_norm(g->v) + c->error) scree_simplex_refine(&g->simplex);
    scree_simplex_points(&g->simplex, on_a, on_b);
    *on_b = v3_add_scaled(*on_b, back, n);
    return true;
}

// The same on the surfaces; and the normal there.
static bool meet(const scree_task *task, const scree_sq_pair *p, const scree_sq_finding *f, scree_sq_finding *x)
{
    scree_gjk_result g;
    const bool met = meet_cores(task, f->gap, f->n, f->n, &g, &x->on_a, &x->on_b);
    x->steps += g.iterations;
    if (!met) return false;
    if (v3_norm2(x->on_a) == 0.0) return false;
    x->on_a = raised(p->shape[0], x->on_a, f->n);
    if (!p->point) {
        // A body smaller than the rounding of its position: any of its points is as good.
        const scree_vec3 at = from_b(p, x->on_b);
        const scree_vec3 toward = v3_neg(m3_mul_transposed(&p->rotation, f->n));
        if (v3_norm2(at) > 0.0) x->on_b = v3_add(p->offset, m3_mul(&p->rotation, raised(p->shape[1], at, toward)));
    }
    x->astray2 = v3_norm2(v3_add_scaled(v3_sub(x->on_b, x->on_a), -f->gap, f->n));
    x->n = v3_unit(f->gap > task->cores->error ? v3_sub(x->on_b, x->on_a) : g.v);
    return true;
}

// The points that Newton's method finds from x.
static bool refine(const scree_task *task, const scree_sq_pair *p, scree_sq_view *x, scree_sq_finding *f)
{
    const int given = task->options->max_iterations;
    (void)scree_sq_search(task, p, given > 0 && given < NEWTON_STEPS ? given : NEWTON_STEPS, x, f);
    return scree_sq_share_astray(p, f);
}

static bool refine_points(const scree_task *task, const scree_sq_pair *p, scree_sq_finding *f)
{
    scree_sq_view x;
    scree_sq_start_at(p, f->on_a, f->on_b, &x);
    return refine(task, p, &x, f);
}

// If a warm start led the search astray: once more, from the line of centres.
static bool start_cold(const scree_task *task, const scree_sq_pair *p, scree_sq_finding *f)
{
    if (task->options->cache == NULL || !task->options->cache->filled) return false;
    scree_sq_view x;
    scree_sq_start(p, scree_sq_toward(p), &x);
    return refine(task, p, &x, f);
}

static bool fits(const scree_task *task, const scree_sq_pair *p, scree_sq_finding *f)
{
    if (scree_sq_share_astray(p, f)) return true;
    return (p->point && suits_ball(task->cores->b->radius, p, f)) || refine_points(task, p, f);
}

// For bodies far apart, where a Newton step is below the rounding of the distance between them: the line between the
// points that face each other is the normal, or leads to better points.
static bool follow_line(const scree_sq_pair *p, scree_sq_finding *f)
{
    const double least = f->lower - 0.5 * f->enough;
    scree_sq_finding x = *f;
    for (int i = 0; i < LINES && f->gap > FAR_APART * p->size; ++i) {
        scree_sq_view view;
        scree_sq_face(p, x.n, &view);
        x.on_a = view.on_a;
        x.on_b = view.on_b;
        x.n = v3_unit(v3_sub(x.on_b, x.on_a));
        x.gap = scree_sq_gap(p, x.n);
        x.astray2 = v3_norm2(v3_add_scaled(v3_sub(x.on_b, x.on_a), -x.gap, x.n));
        ++f->steps;
        if (!(x.gap >= least) || !scree_sq_share_astray(p, &x)) continue;
        x.lower = fmax(x.lower, x.gap);
        x.steps = f->steps;
        *f = x;
        return true;
    }
    return false;
}

// B counts as a point at its distance: A's nearest point to B's that faces it. (The line between points that face each other
// leads away where A is flatter than the distance is long.)
static bool follow_point(const scree_task *task, const scree_sq_pair *p, scree_sq_finding *f)
{
    const double least = f->lower - 0.5 * f->enough;
    if (p->point || !(f->gap > MANY_SIZES * p->shape[1]->core_radius)) return false;
    scree_sq_finding x = *f;
    for (int i = 0; i < ROUNDS; ++i) {
        scree_sq_view view;
        scree_sq_face(p, x.n, &view);
        scree_sq_pair to_point = *p;
        to_point.point = true;
        to_point.offset = x.on_b = view.on_b;
        scree_sq_finding nearest = scree_sq_finding_make(task);
        scree_sq_start(&to_point, to_point.offset, &view);
        (void)scree_sq_search(task, &to_point, NEWTON_STEPS, &view, &nearest);
        f->steps += nearest.steps;
        x.on_a = nearest.on_a;
        x.n = v3_unit(v3_sub(x.on_b, x.on_a));
        x.gap = scree_sq_gap(p, x.n);
        x.astray2 = v3_norm2(v3_add_scaled(v3_sub(x.on_b, x.on_a), -x.gap, x.n));
        if (!(x.gap >= least) || !scree_sq_share_astray(p, &x)) continue;
        x.lower = fmax(x.lower, x.gap);
        x.steps = f->steps;
        *f = x;
        return true;
    }
    return false;
}

// A point of a surface with normal n is moved along the surface as seen from the centre, at `from`: how that changes its distance from
// another, at v from it.
static double change_along(scree_vec3 from, scree_vec3 n, scree_vec3 move, scree_vec3 v)
{
    const scree_vec3 way = v3_add_scaled(move, -v3_dot(n, move) / v3_dot(n, from), from);
    return -v3_dot(v3_add_scaled(v, -v3_dot(n, v), n), way);
}

// How the distance between the points of x changes where both are moved towards those of y.
static double change_towards(const scree_sq_pair *p, const scree_sq_view *x, scree_vec3 move_a, scree_vec3 move_b)
{
    const scree_vec3 v = v3_sub(x->on_b, x->on_a);
    const double by_a = change_along(x->on_a, x->normal_a, move_a, v);
    return p->point ? by_a : by_a + change_along(v3_sub(x->on_b, p->offset), x->normal_b, move_b, v3_neg(v));
}

// A step of Newton's method, but no farther than to where the distance between the points is least.
static void step_to_least(const scree_sq_pair *p, scree_sq_view *x)
{
    scree_sq_step step;
    scree_sq_view y = *x;
    scree_sq_newton_step(p, x, &step);
    scree_sq_advance(p, &step, &y);
    const scree_vec3 on_a = x->on_a, on_b = x->on_b, move_a = v3_sub(y.on_a, on_a), move_b = v3_sub(y.on_b, on_b);
    const bool across = change_towards(p, x, move_a, move_b) < 0.0 && change_towards(p, &y, move_a, move_b) > 0.0;
    *x = y;
    double from = 0.0, to = 1.0;
    for (int i = 0; across && i < BISECTIONS; ++i) {
        const double part = 0.5 * (from + to);
        if (!(from < part && part < to)) break;
        scree_sq_start_at(p, v3_add_scaled(on_a, part, move_a), v3_add_scaled(on_b, part, move_b), x);
        *(change_towards(p, x, move_a, move_b) > 0.0 ? &to : &from) = part;
    }
}

// Near a pole, the curvature may jump from one value to another across the line where two coordinates are equal, relative to their
// semi-axes: for the exponents 2 and 100, however near to the pole. Newton's method goes to and fro across that line, on which the
// points are.
static bool settle_on_kink(const scree_task *task, const scree_sq_pair *p, scree_sq_finding *f)
{
    if (!(f->gap > task->cores->error) || task->options->max_iterations > 0) return false;
    scree_sq_view x;
    scree_sq_start_at(p, f->on_a, f->on_b, &x);
    for (int i = 0; i < KINKS; ++i) step_to_least(p, &x);
    f->steps += KINKS;
    return refine(task, p, &x, f);
}

bool scree_sq_mend_points(const scree_task *task, const scree_sq_pair *p, scree_sq_finding *f)
{
    if (scree_sq_share_astray(p, f) || start_cold(task, p, f) || follow_line(p, f) || follow_point(task, p, f))
        return true;
    const double least = f->lower - 0.5 * f->enough;
    scree_sq_finding x = *f;
    for (int i = 0; i < ROUNDS; ++i) {
        scree_sq_finding next = x;
        if (!meet(task, p, &x, &next)) break;
        x.steps = next.steps;
        x.on_a = next.on_a;
        x.on_b = next.on_b;
        x.astray2 = next.astray2;
        if (fits(task, p, &x)) {
            *f = x;
            return true;
        }
        if (!(v3_norm2(next.n) > 0.5)) break;
        x.n = next.n;
        x.gap = scree_sq_gap(p, x.n);
        if (!(x.gap >= least)) break;
        if (x.gap > x.lower) x.lower = x.gap;
    }
    f->steps = x.steps;
    return settle_on_kink(task, p, f);
}

// How far apart the points are where B, moved back along n by the gap, is nearest to A. A normal that turns out to be off is mended,
// until the distance is within `enough` of `lower`.
static double meeting_distance(const scree_task *task, scree_vec3 n, double gap, double lower, double enough,
                               int *steps)
{
    const double left = LEFT_APART * task->cores->error;
    double upper = INFINITY;
    for (int i = 0; i < ROUNDS && gap >= lower - 0.5 * enough; ++i) {
        scree_gjk_result g;
        scree_vec3 on_a, on_b;
        const bool met = meet_cores(task, gap, n, n, &g, &on_a, &on_b);
        *steps += g.iterations;
        if (!met) break;
        upper = fmin(upper, v3_norm(v3_sub(on_b, on_a)));
        const scree_vec3 tilt = v3_sub(v3_unit(g.v), n);
        const double beyond = v3_norm(g.v) - left;
        if (upper - lower <= enough || !(gap > left && beyond > 0.0 && v3_norm2(tilt) > 0.0)) break;
        n = v3_unit(v3_add_scaled(n, 2.0 * beyond / (v3_norm2(tilt) * gap), tilt));
        gap = scree_cores_gap(task->cores, n, NULL);
    }
    return upper;
}

void scree_sq_bound_by_meeting(const scree_task *task, scree_sq_finding *f)
{
    if (!(f->gap > LEFT_APART * task->cores->error)) return;
    const double upper = meeting_distance(task, f->n, f->gap, f->lower, f->enough, &f->steps);
    f->upper = fmin(f->upper, fmax(upper, f->lower));
}

void scree_sq_bound_polytope(const scree_task *task, scree_answer *x)
{
    const double error = task->cores->error, enough = fmax(0.5 * task->tolerance, error);
    double upper = meeting_distance(task, x->normal, x->distance, x->distance, enough, &x->iterations);
    // Along a long edge GJK may come to its end by rounding before it knows more than that edge: from aside it sees other points.
    const scree_vec3 aside = v3_any_normal_to(x->normal), starts[2] = { aside, v3_cross(x->normal, aside) };
    for (int i = 0; i < 2 && !(upper - x->distance <= enough); ++i) {
        scree_gjk_result g;
        scree_vec3 on_a, on_b;
        if (meet_cores(task, x->distance, x->normal, starts[i], &g, &on_a, &on_b))
            upper = fmin(upper, v3_norm(v3_sub(on_b, on_a)));
        x->iterations += g.iterations;
    }
    x->upper = fmin(x->upper, fmax(upper, x->distance) + error);
}

// Transforms a point of the superquadric, A or B, to its own frame, and back.
static scree_vec3 to_own(const scree_cores *c, bool first, scree_vec3 at)
{
    return first ? at : m3_mul_transposed(&c->rotation, v3_sub(at, c->shift));
}

static scree_vec3 from_own(const scree_cores *c, bool first, scree_vec3 at)
{
    return first ? at : v3_add(m3_mul(&c->rotation, at), c->shift);
}

// Takes the polytope's point and the superquadric's point that faces it, if that one is on its surface.
static bool take_facing(const scree_task *task, scree_vec3 on_polytope, scree_answer *x)
{
    const scree_cores *c = task->cores;
    const bool first = c->a->core == SCREE_CORE_SUPERQUADRIC;
    const scree_vec3 facing = v3_add_scaled(on_polytope, first ? -x->distance : x->distance, x->normal);
    const double allowed = SCREE_SQ_OFF_SURFACE * c->size + task->tolerance;
    if (!(off_body(first ? c->a : c->b, to_own(c, first, facing)) <= allowed)) return false;
    x->on_a = first ? facing : on_polytope;
    x->on_b = first ? on_polytope : facing;
    return true;
}

void scree_sq_mend_polytope(const scree_task *task, scree_answer *x)
{
    const scree_cores *c = task->cores;
    const bool first = c->a->core == SCREE_CORE_SUPERQUADRIC;
    const double allowed = SCREE_SQ_OFF_SURFACE * c->size + task->tolerance;
    const scree_shape *s = first ? c->a : c->b;
    const bool facing = scree_astray(x->on_a, x->on_b, x->distance, x->normal) <= allowed;
    if (facing && off_body(s, to_own(c, first, first ? x->on_a : x->on_b)) <= allowed) return;
    // On a flat side the superquadric's point may be anywhere: put it opposite the polytope's.
    if (take_facing(task, first ? x->on_b : x->on_a, x)) return;
    scree_gjk_result g;
    scree_vec3 on[2];
    const bool met = meet_cores(task, x->distance, x->normal, x->normal, &g, &on[0], &on[1]);
    x->iterations += g.iterations;
    if (!met) return;
    const scree_vec3 own = to_own(c, first, on[first ? 0 : 1]);
    const scree_vec3 outward = first ? x->normal : v3_neg(m3_mul_transposed(&c->rotation, x->normal));
    if (v3_norm2(own) == 0.0) return;
    on[first ? 0 : 1] = from_own(c, first, raised(s, own, outward));
    if (scree_astray(on[0], on[1], x->distance, x->normal) > allowed) return;
    x->on_a = on[0];
    x->on_b = on[1];
}

void scree_sq_hold_point(const scree_task *task, scree_answer *x)
{
    const scree_cores *c = task->cores;
    const bool first = c->a->core == SCREE_CORE_SUPERQUADRIC;
    scree_arena scratch = task->scratch;
    const scree_feature_set set =
        first ? scree_feature_of_b(c, x->normal, &x->at, &scratch) : scree_feature_of_a(c, x->normal, &x->at, &scratch);
    if (set.corner == NULL || set.count < 2) return;
    const scree_vec3 point = first ? x->on_b : x->on_a, held = scree_feature_nearest(&set, x->normal, point);
    if (v3_norm(v3_sub(held, point)) > 2.0 * SCREE_LEVEL * c->error) (void)take_facing(task, held, x);
}

void scree_sq_bound_by_points(const scree_task *task, scree_answer *x)
{
    const scree_cores *c = task->cores;
    const bool first = c->a->core == SCREE_CORE_SUPERQUADRIC;
    scree_arena scratch = task->scratch;
    const scree_feature_set set =
        first ? scree_feature_of_b(c, x->normal, &x->at, &scratch) : scree_feature_of_a(c, x->normal, &x->at, &scratch);
    const scree_vec3 own = to_own(c, first, first ? x->on_a : x->on_b);
    const scree_vec3 outward = first ? x->normal : v3_neg(m3_mul_transposed(&c->rotation, x->normal));
    if (!(x->distance > 0.0) || set.corner == NULL || v3_norm2(own) == 0.0) return;
    const scree_shape *s = first ? c->a : c->b;
    const scree_vec3 on_surface = from_own(c, first, sq_project(s, raised(s, own, outward)));
    const scree_vec3 held = scree_feature_nearest(&set, x->normal, first ? x->on_b : x->on_a);
    x->upper = fmin(x->upper, fmax(v3_norm(v3_sub(held, on_surface)), x->distance) + c->error);
}
