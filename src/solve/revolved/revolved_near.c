// Witness points from the surface of an ellipsoid or a superquadric, C, against a body of revolution, R.
//
// Idea        On a flat side of a superquadric the support point moves far while the normal changes by a rounding, so
//             support points say little about where the bodies touch. The gauge function of C does not have this
//             problem. The part of R that faces C is a segment between the support points of R's two ends; the gauge is
//             convex along it, and least where R touches C. From there, the gradient of the gauge leads to C's surface.
//             If R faces C with a disc, C's own support point is the accurate one, and R's nearest point to it has a
//             closed form.
//             Both points lie in their bodies, so their distance is an upper bound, whatever the normal was.
#include "solve/revolved/revolved_near.h"

#include "pair/patch.h"
#include "pair/simplex.h"
#include "shape/superquadric_form.h"
#include "solve/revolved/revolved_point.h"

enum { HALVINGS = 64 };

typedef struct pair {
    const scree_cores *c;
    const scree_shape *r, *s; // the body of revolution; the other one
    bool r_is_a;
} pair;

static bool is_revolved(const scree_shape *s)
{
    return s->core == SCREE_CORE_FRUSTUM || s->core == SCREE_CORE_TEAR;
}

static bool has_gauge(const scree_shape *s)
{
    return s->core == SCREE_CORE_ELLIPSOID || s->core == SCREE_CORE_SUPERQUADRIC;
}

// Transforms between A's frame and that of one of the bodies.
static scree_vec3 to_own(const pair *p, bool of_a, scree_vec3 at)
{
    return of_a ? at : m3_mul_transposed(&p->c->rotation, v3_sub(at, p->c->shift));
}

static scree_vec3 from_own(const pair *p, bool of_a, scree_vec3 at)
{
    return of_a ? at : v3_add(m3_mul(&p->c->rotation, at), p->c->shift);
}

static scree_vec3 direction_to_own(const pair *p, bool of_a, scree_vec3 d)
{
    return of_a ? d : m3_mul_transposed(&p->c->rotation, d);
}

// The support points of R's two ends along d, all in R's frame.
static void facing_segment(const scree_shape *r, scree_vec3 d, scree_vec3 ends[2])
{
    const scree_vec3 radial = v3_unit(v3(d.x, d.y, 0.0)), out = r->core == SCREE_CORE_TEAR ? d : radial;
    ends[0] = v3_add_scaled(v3(0, 0, -r->form->half_length), r->form->bottom, out);
    ends[1] = v3_add_scaled(v3(0, 0, r->form->half_length), r->form->top, out);
}

// The parameter of the point of a segment, in C's frame, with the least gauge.
static double least_gauge(const scree_shape *s, scree_vec3 from, scree_vec3 to)
{
    const scree_vec3 along = v3_sub(to, from);
    double low = 0.0, high = 1.0;
    for (int i = 0; i < HALVINGS && low < high; ++i) {
        const double middle = i == 0 ? 0.0 : i == 1 ? 1.0 : 0.5 * (low + high);
        scree_vec3 slope;
        (void)sq_gauge_gradient(s, v3_add_scaled(from, middle, along), &slope);
        if (v3_dot(slope, along) < 0.0)
            low = middle;
        else
            high = middle;
    }
    return high;
}

// The point of C's surface nearest to `at`, approximately, in C's frame: along the gradient of the gauge, then onto the surface.
static scree_vec3 point_adjacent(const scree_shape *s, scree_vec3 at)
{
    scree_vec3 slope;
    const double gauge = sq_gauge_gradient(s, at, &slope);
    if (!(gauge > 1.0)) return at;
    const scree_vec3 on = v3_add_scaled(at, -(gauge - 1.0) / v3_norm2(slope), slope);
    const double rest = sq_gauge(s, on);
    return rest > 1.0 ? v3_scale(on, 1.0 / rest) : on;
}

// Keeps two points, one of R and one of C, in A's frame, if they are nearer to each other than the previous ones.
static void take_points(const pair *p, scree_vec3 on_r, scree_vec3 on_s, scree_answer *x)
{
    const double upper = v3_norm(v3_sub(on_s, on_r)) + p->c->error;
    if (!(upper < x->upper)) return;
    x->upper = fmax(upper, x->distance + p->c->error);
    x->on_a = p->r_is_a ? on_r : on_s;
    x->on_b = p->r_is_a ? on_s : on_r;
}

// `on_r`, in R's frame, and the point of C near it.
static void propose(const pair *p, scree_vec3 on_r, scree_answer *x)
{
    const scree_vec3 from = from_own(p, p->r_is_a, on_r);
    take_points(p, from, from_own(p, !p->r_is_a, point_adjacent(p->s, to_own(p, !p->r_is_a, from))), x);
}

// The point of a segment, in R's frame, that is nearest to R: the distance is convex along it, and its gradient is the
// normal at R's nearest point.
static scree_vec3 nearest_along(const scree_shape *r, scree_vec3 from, scree_vec3 to)
{
    const scree_vec3 along = v3_sub(to, from);
    double low = 0.0, high = 1.0;
    for (int i = 0; i < HALVINGS && low < high; ++i) {
        const double middle = i == 0 ? 0.0 : i == 1 ? 1.0 : 0.5 * (low + high);
        scree_vec3 normal;
        (void)scree_revolved_nearest(r, v3_add_scaled(from, middle, along), &normal);
        if (v3_dot(normal, along) < 0.0)
            low = middle;
        else
            high = middle;
    }
    return v3_add_scaled(from, high, along);
}

// The sides of the polyhedron's feature along the normal, each with R's nearest point: near a disc that is nearly
// parallel to an edge or a face, support points of either may be anywhere.
static void propose_sides(const scree_task *task, const pair *p, scree_answer *x)
{
    scree_arena scratch = task->scratch;
    const scree_feature_set set = p->r_is_a ? scree_feature_of_b(p->c, x->normal, &x->at, &scratch)
                                            : scree_feature_of_a(p->c, x->normal, &x->at, &scratch);
    for (int i = 0; set.corner != NULL && i < set.count; ++i) {
        const scree_vec3 from = to_own(p, p->r_is_a, set.corner[i]);
        const scree_vec3 to = to_own(p, p->r_is_a, set.corner[(i + 1) % set.count]);
        const scree_vec3 on_s = nearest_along(p->r, from, to);
        scree_vec3 normal;
        const scree_vec3 on_r = scree_revolved_nearest(p->r, on_s, &normal);
        take_points(p, from_own(p, p->r_is_a, on_r), from_own(p, p->r_is_a, on_s), x);
    }
}

void scree_revolved_near(const scree_task *task, scree_answer *x)
{
    const scree_cores *c = task->cores;
    const bool r_is_a = is_revolved(c->a);
    const pair p = { c, r_is_a ? c->a : c->b, r_is_a ? c->b : c->a, r_is_a };
    if (!is_revolved(p.r) || !(v3_norm2(x->normal) > 0.5)) return;
    if (p.s->core == SCREE_CORE_POLYHEDRON && x->distance > 0.0) propose_sides(task, &p, x);
    if (!has_gauge(p.s)) return;
    const scree_vec3 toward = r_is_a ? x->normal : v3_neg(x->normal);
    scree_vec3 ends[2], seen[2];
    facing_segment(p.r, direction_to_own(&p, r_is_a, toward), ends);
    for (int i = 0; i < 2; ++i) seen[i] = to_own(&p, !r_is_a, from_own(&p, r_is_a, ends[i]));
    propose(&p, v3_lerp(ends[0], ends[1], least_gauge(p.s, seen[0], seen[1])), x);
    const scree_vec3 on_s = scree_smooth_support(p.s, direction_to_own(&p, !r_is_a, v3_neg(toward)));
    scree_vec3 normal;
    propose(&p, scree_revolved_nearest(p.r, to_own(&p, r_is_a, from_own(&p, !r_is_a, on_s)), &normal), x);
}

void scree_revolved_cross(const scree_task *task, scree_answer *x)
{
    const scree_cores *c = task->cores;
    const bool r_is_a = is_revolved(c->a);
    const pair p = { c, r_is_a ? c->a : c->b, r_is_a ? c->b : c->a, r_is_a };
    if (!is_revolved(p.r) || p.s->core != SCREE_CORE_POLYHEDRON) return;
    scree_arena scratch = task->scratch;
    const scree_feature_set set = r_is_a ? scree_feature_of_b(c, x->normal, &x->at, &scratch)
                                         : scree_feature_of_a(c, x->normal, &x->at, &scratch);
    if (set.corner == NULL) return;
    const scree_vec3 toward = r_is_a ? x->normal : v3_neg(x->normal), way = v3_scale(toward, x->distance);
    scree_vec3 ends[2];
    facing_segment(p.r, direction_to_own(&p, r_is_a, toward), ends);
    for (int i = 0; i < 2; ++i) ends[i] = from_own(&p, r_is_a, ends[i]);
    double least = scree_astray(x->on_a, x->on_b, x->distance, x->normal);
    for (int i = 0; i < set.count; ++i) {
        const scree_vec3 from = v3_sub(set.corner[i], way), to = v3_sub(set.corner[(i + 1) % set.count], way);
        scree_vec3 on_r, on_s;
        const double off = scree_segment_distance(ends[0], ends[1], from, to, &on_r, &on_s);
        if (!(off < least)) continue;
        least = off;
        on_s = v3_add(on_s, way);
        x->on_a = r_is_a ? on_r : on_s;
        x->on_b = r_is_a ? on_s : on_r;
    }
}
