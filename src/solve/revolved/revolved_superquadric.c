// A superquadric S and a cylinder, cone or tapered capsule R, by points of S's surface instead of normals.
//
// Idea        Near the pole of a superquadric with the exponents 2 and n, and on flat sides, the support point moves far while the
//             normal changes by less than a rounding: the climb over normals (smooth_climb.c) finds the distance, but not the points,
//             or stalls. The other way round nothing is lost: the normal is a well-conditioned function of the point. R's side is the
//             segments from rim to rim (of a cone, from the rim to the tip), one for each angle around the axis. The climb of a
//             superquadric and a polytope (superquadric_polytope_climb.c) finds where S and one of them are nearest, or least deep.
//             The common normal there has an angle around the axis, too. Where that is the segment's, R is nowhere nearer. If not, it
//             is on the side where R is nearer, and at least as far as the right angle, because S is convex; so the right angle is
//             bracketed, and found by regula falsi. Where the tip is nearest, the first segment is right.
//             At the end, the gap along the normal is a lower bound as always. The distance of the two points is an upper bound, and
//             so is that of R's point from the ball inside S that touches it at S's point: see superquadric_pair.h.
// Limits      Not for points inside a disc, whose normal is the axis (smooth_discs.c), or on the cap of a tapered capsule. For
//             overlapping bodies, a local minimum of the depth.
#include "solve/revolved/revolved_superquadric.h"

#include "pair/patch.h"
#include "solve/superquadric/superquadric_polytope_search.h"

enum { CLIMB_STEPS = 40, ROTATIONS = 64, STRIDES = 4 };

// Angles below this are rounding.
#define NO_ANGLE (4.0 * SCREE_ROUNDING)

typedef struct search {
    const scree_shape *r;
    scree_shape segment; // of R
    _Alignas(64) double at[3][SCREE_VERTEX_LANES];
    scree_cores cores; // with the segment instead of R
    scree_task task;
    scree_sq_stand v;
    scree_sq_touch t;
    scree_vec3 e, f; // angle 0, and at right angles to that and to the axis; in R's frame
    int steps;
} search;

static void put_end(search *s, int i, double radius, double z, scree_vec3 e)
{
    s->at[0][i] = radius * e.x;
    s->at[1][i] = radius * e.y;
    s->at[2][i] = z;
}

// The segment at an angle, whose direction across the axis is e. Of a tapered capsule, from where it leaves the ball.
static void put_segment(search *s, scree_vec3 e)
{
    const scree_form *form = s->r->form;
    const double sine = s->r->core == SCREE_CORE_TEAR ? (form->bottom - form->top) / (2.0 * form->half_length) : 0.0;
    const double cosine = sqrt((1.0 - sine) * (1.0 + sine));
    for (int i = 0; i < SCREE_VERTEX_LANES; ++i)
        put_end(s, i, cosine * form->bottom, sine * form->bottom - form->half_length, e);
    put_end(s, 1, cosine * form->top, sine * form->top + form->half_length, e);
}

// From the segment at `angle` to the angle of the normal there; 0 for R's tip.
static double lean_at(search *s, double angle)
{
    const double cosine = cos(angle), sine = sin(angle);
    const scree_vec3 e = v3_add_scaled(v3_scale(s->e, cosine), sine, s->f);
    const scree_vec3 across = v3_add_scaled(v3_scale(s->f, cosine), -sine, s->e);
    put_segment(s, e);
    scree_sq_touch_at(&s->v, s->t.x, &s->t);
    (void)scree_sq_climb(&s->v, CLIMB_STEPS, &s->t, &s->steps);
    const int vertex = s->t.on.kind == SCREE_FEATURE_VERTEX ? s->t.on.index : -1;
    if (vertex >= 0 && s->at[0][vertex] == 0.0 && s->at[1][vertex] == 0.0) return 0.0;
    const scree_vec3 d = v3_neg(m3_mul_transposed(&s->v.rotation, s->t.m));
    return atan2(v3_dot(d, across), v3_dot(d, e));
}

// To the segment whose angle is that of the normal: the Illinois method, which halves the lean at an end that stays twice.
static void rotate(search *s)
{
    double from = 0.0, near = lean_at(s, from), to = near;
    if (!(fabs(near) > NO_ANGLE)) return;
    double far = lean_at(s, to);
    for (int i = 0; i < STRIDES && near * far > 0.0; ++i) {
        from = to;
        near = far;
        to += far;
        far = lean_at(s, to);
    }
    if (!(near * far < 0.0)) return;
    for (int i = 0, stays = 0; i < ROTATIONS && fabs(to - from) > NO_ANGLE; ++i) {
        const double middle = from + near / (near - far) * (to - from), lean = lean_at(s, middle);
        if (!(fabs(lean) > NO_ANGLE)) return;
        if (lean * near > 0.0) {
            from = middle;
            near = lean;
            if (stays > 0) far *= 0.5;
            stays = 1;
        } else {
            to = middle;
            far = lean;
            if (stays < 0) near *= 0.5;
            stays = -1;
        }
    }
}

static void prepare(const scree_task *task, const scree_shape *r, bool r_is_a, search *s)
{
    s->r = r;
    s->segment = *r;
    s->segment.core = SCREE_CORE_SEGMENT;
    s->segment.vertex_count = 2;
    s->segment.padded_count = SCREE_VERTEX_LANES;
    s->segment.x = s->at[0];
    s->segment.y = s->at[1];
    s->segment.z = s->at[2];
    s->cores = *task->cores;
    *(r_is_a ? &s->cores.a : &s->cores.b) = &s->segment;
    s->task = *task;
    s->task.cores = &s->cores;
    s->v = scree_sq_stand_make(&s->task);
    s->steps = 0;
}

// From S's frame to A's.
static scree_vec3 to_frame(const search *s, scree_vec3 x)
{
    return s->v.first ? x : v3_add(m3_mul(&s->cores.rotation, x), s->cores.shift);
}

static double least_axis(const scree_shape *s)
{
    return fmin(s->form->semi_axes.x, fmin(s->form->semi_axes.y, s->form->semi_axes.z));
}

// Any point of S and any point of R bound the distance, and so does a ball in S that touches it at the point found.
static double upper_of(const search *s)
{
    const scree_shape *sq = s->v.s;
    const double least = least_axis(sq), height = v3_dot(s->t.m, s->t.x);
    const double ball = least * least / ((fmax(sq->form->n1, sq->form->n2) - 1.0) * height);
    const scree_vec3 centre = v3_add_scaled(s->t.x, -ball, s->t.m);
    return fmin(v3_norm(v3_sub(s->t.q, s->t.x)), v3_norm(v3_sub(s->t.q, centre)) - ball);
}

static bool take(const scree_task *task, const search *s, scree_answer *x)
{
    const scree_cores *c = task->cores;
    const scree_vec3 on_s = to_frame(s, s->t.x), on_r = to_frame(s, s->t.q);
    scree_answer y = *x;
    y.normal = v3_unit(s->v.first ? s->t.m : v3_neg(m3_mul(&c->rotation, s->t.m)));
    y.on_a = s->v.first ? on_s : on_r;
    y.on_b = s->v.first ? on_r : on_s;
    y.distance = scree_cores_gap(c, y.normal, &y.at);
    y.lower = y.distance - c->error;
    y.upper = fmax(upper_of(s) + c->error, y.distance + c->error);
    y.iterations += s->steps;
    // By its own bounds: a narrow interval by those known before says nothing of the points.
    if (!(y.upper - y.lower < x->upper - x->lower)) return false;
    y.upper = fmax(fmin(x->upper, y.upper), y.distance + c->error);
    *x = y;
    return true;
}

static bool is_revolved(const scree_shape *s)
{
    return s->core == SCREE_CORE_FRUSTUM || s->core == SCREE_CORE_TEAR;
}

// At the angle of a vector, in R's frame, around the axis; of one along the axis, at any.
static void start_at(search *s, scree_vec3 d)
{
    const scree_vec3 radial = v3_unit(v3(d.x, d.y, 0.0));
    s->e = v3_norm2(radial) > 0.5 ? radial : v3(1, 0, 0);
    s->f = v3(-s->e.y, s->e.x, 0.0);
}

bool scree_revolved_superquadric(const scree_task *task, bool from_points, scree_answer *x)
{
    const scree_cores *c = task->cores;
    const bool r_is_a = is_revolved(c->a);
    const scree_shape *r = r_is_a ? c->a : c->b, *other = r_is_a ? c->b : c->a;
    if (!is_revolved(r) || other->core != SCREE_CORE_SUPERQUADRIC || task->options->max_iterations > 0) return false;
    // Where R is deeper in S than S is thin, no ball in S proves anything.
    if (!(v3_norm2(x->normal) > 0.5) || x->upper < -least_axis(other)) return false;
    search s;
    prepare(task, r, r_is_a, &s);
    const scree_vec3 m = s.v.first ? x->normal : v3_neg(m3_mul_transposed(&c->rotation, x->normal));
    const scree_vec3 on_r = r_is_a ? x->on_a : m3_mul_transposed(&c->rotation, v3_sub(x->on_b, c->shift));
    double height;
    s.t = (scree_sq_touch){ .on = scree_surface_vertex(&s.segment, 0) };
    s.t.x = sq_support(s.v.s, m, &height);
    start_at(&s, from_points ? on_r : v3_neg(m3_mul_transposed(&s.v.rotation, m)));
    rotate(&s);
    return take(task, &s, x);
}
