// Pairs of bodies with equal exponents over lanes, at least one of them a superquadric.
//
// Source      solve/superquadric/superquadric_start.c, superquadric_newton.c and superquadric_search.c, which have the
//             reasons. There a superquadric is made of two steps, each with its own ratio; here its three axes are
//             alike.
// Idea        Newton's method on two surface points, from the normal at the nearest points of two ellipsoids around the
//             bodies, until the two bounds meet. Every axis of each body is moved by its coordinate or by its slope,
//             whichever is less curved there: its ratio to the longest one. All other cases are left to
//             solve/superquadric/superquadrics.c.
// Limits      Bodies of SCREE_FAMILY_ELLIPSOID, _EQUAL and _FRACTIONAL. Compiled once for each width.
#include "kernels/superquadric/equal_surface.h"

// The most steps that lanes take together; 3 to 6 are usual. Pairs that need more are left to the search.
enum { EQUAL_STEPS = 8 };

// Sizes in this range have squares and products that neither overflow nor underflow, and so have those of aspect
// ratios.
#define LEAST_SIZE 1e-10
#define MOST_SIZE 1e10
#define MOST_ASPECT 1e3
// The least longest axis that a step may lead to, and the largest ratio of another one to it.
#define LEAST_BIG 0.2
#define MOST_RATIO 1.5
// For a sum of powers this close to 1, one Halley step gives the root to rounding.
#define ON_SURFACE 1e-5
// Cosine of the two normals from which on a step about one of them is as good as about their mean.
#define NORMALS_CLOSE 0.5

// Index 0 is A, 1 is B.
typedef struct equal_pair {
    equal_body body[2];
    lane3 d;
    lane size, error, least, enough;
} equal_pair;

typedef struct equal_view {
    equal_sight sight[2];
    lane3 on_a, on_b, normal_a, normal_b; // in world axes, from A's centre; both normals from A to B
} equal_view;

static inline lane least_of(lane3 v)
{
    return lane_min(lane_min(v.x, v.y), v.z);
}

static inline lane most_of(lane3 v)
{
    return lane_max(lane_max(v.x, v.y), v.z);
}

// ---------------------------------------------------------------------------------------------------------- the pair

static inline void equal_body_make(const smooth_body *b, equal_body *to, lane_mask *usual)
{
    to->rotation = smooth_rotation(b, usual);
    to->axes = b->axes;
    to->inverse = l3(1.0 / b->axes.x, 1.0 / b->axes.y, 1.0 / b->axes.z);
    to->least = least_of(b->axes);
    to->ball = to->least * to->least / to->e.less_1;
    *usual &= is_between(b->core_radius, LEAST_SIZE, MOST_SIZE) & (b->core_radius <= MOST_ASPECT * to->least);
}

// The exponents are set already.
static inline void equal_pair_make(const smooth_pair *g, lane allowed, equal_pair *p, lane_mask *usual)
{
    equal_body_make(&g->body[0], &p->body[0], usual);
    equal_body_make(&g->body[1], &p->body[1], usual);
    p->d = l3_sub(g->body[1].at, g->body[0].at);
    const lane dd = l3_dot(p->d, p->d), length = lane_sqrt(dd);
    *usual &= is_between(dd, LEAST_SIZE * LEAST_SIZE, MOST_SIZE * MOST_SIZE);
    const lane radii = g->body[0].core_radius + g->body[1].core_radius;
    p->size = radii + length;
    p->error = SCREE_ROUNDING * (SMOOTH_ROUNDINGS_RADIUS * radii + SMOOTH_ROUNDINGS_SHIFT * length);
    p->error += g->body[0].slack + g->body[1].slack;
    p->least = lane_min(p->body[0].least, p->body[1].least);
    p->enough = lane_max(0.5 * allowed, SCREE_SQ_ENOUGH * p->error);
}

static inline void equal_see(const equal_pair *p, const equal_surface_point points[2], equal_view *v)
{
    equal_see_body(&p->body[0], &points[0], &v->sight[0]);
    equal_see_body(&p->body[1], &points[1], &v->sight[1]);
    v->on_a = lm3_mul(&p->body[0].rotation, v->sight[0].at);
    v->normal_a = lm3_mul(&p->body[0].rotation, v->sight[0].normal);
    v->on_b = l3_add(p->d, lm3_mul(&p->body[1].rotation, v->sight[1].at));
    const lane3 n = lm3_mul(&p->body[1].rotation, v->sight[1].normal);
    v->normal_b = l3(-n.x, -n.y, -n.z);
}

// --------------------------------------------------------------------------------------------------------- the start

// Squared semi-axes of an ellipsoid around the body that touches it near the line d: m_i like q_i^(2 - 4 / n).
static inline lane3 equal_ellipsoid(const equal_body *b, lane3 d)
{
    const lane3 t = l3_abs(l3_times(d, b->inverse));
    const lane3 q = l3_scale(t, 1.0 / most_of(t));
    const lane power = 2.0 - 4.0 * b->e.inverse, none = lane_of(0.0);
    const lane_mask slow = power < 1.0;
    const lane c0 = lane_select(slow, 1.0 - power, none), c2 = lane_select(slow, none, power - 1.0), c1 = 1.0 - c0 - c2;
    const lane3 m = l3(c0 + SCREE_SQ_LEAST + q.x * (c1 + c2 * q.x), c0 + SCREE_SQ_LEAST + q.y * (c1 + c2 * q.y),
                       c0 + SCREE_SQ_LEAST + q.z * (c1 + c2 * q.z));
    const lane k = 1.0 + (1.0 - 2.0 * b->e.inverse) * ((m.x + m.y + m.z) - 1.0); // keeps the body inside
    const lane3 aa = l3_times(b->axes, b->axes);
    return l3(aa.x * (k / m.x), aa.y * (k / m.y), aa.z * (k / m.z));
}

// Approximately the normal at the nearest points of the two ellipsoids; of any length.
static inline lane3 equal_facing(const equal_pair *p)
{
    const lane3 d = p->d;
    lane_sym3 s[2];
    lane h[2];
    for (int i = 0; i < 2; ++i) {
        const lane_mat3 *rotation = &p->body[i].rotation;
        const lane3 own = lm3_mul_transposed(rotation, d), e = equal_ellipsoid(&p->body[i], own);
        s[i] = smooth_rotated(rotation, e);
        h[i] = lane_sqrt(l3_dot(l3_times(e, own), own));
    }
    const lane far = lane_max(l3_dot(d, d) - (h[0] + h[1]), lane_of(0.0));
    const lane dd = l3_dot(d, d);
    lane_sym3 x = ls3_mix(dd / h[0], &s[0], dd / h[1], &s[1]);
    x.xx += far;
    x.yy += far;
    x.zz += far;
    x = ls3_adjugate(&x);
    return ls3_mul(&x, d);
}

// sq_rough_power()
static inline lane rough_power(lane x, lane k)
{
    const lane large = lane_of(0x1p52);
    const lane_words zero = lane_to_words(lane_of(1.0)), last = lane_to_words(large);
    const lane down = lane_from_words(last + ((zero - lane_to_words(x)) >> 12));
    const lane_words bits = lane_to_words(k * (down - large) + large);
    return lane_from_words(zero - ((bits - last) << 12));
}

static inline lane rough_ratio(const equal_exponent *e, lane s)
{
    const lane q = rough_power(lane_max(s, lane_of(1e-100)), e->dual);
    return q * halley(e->less_1, equal_power(e, q) * q, s);
}

// The surface point whose normal is roughly along d.
static inline void equal_surface_point_facing(const equal_body *b, lane3 d, equal_surface_point *s)
{
    const lane3 t = l3_abs(l3_times(d, b->axes)), slopes = l3_scale(t, 1.0 / most_of(t));
    s->sign = signs_of(d);
    const lane3 q = l3(rough_ratio(&b->e, slopes.x), rough_ratio(&b->e, slopes.y), rough_ratio(&b->e, slopes.z));
    const lane sum = l3_dot(l3_times(equal_powers(&b->e, q), q), q);
    s->u = l3_scale(q, halley(b->e.n, sum, lane_of(1.0)));
}

// ---------------------------------------------------------------------------------------------------------- the step

typedef struct lane2 {
    lane x, y;
} lane2;

typedef struct equal_step {
    lane3 du[2];           // in the point's octant, with axes scaled to 1
    lane3 slopes[2];       // the same for the target normal
    lane3 e, f;            // tangents, in world axes
    lane2 on[2], rotation; // the moves of the points and the rotation of the normal, along these
    lane length2, sag;
} equal_step;

typedef struct lane_sym2 {
    lane xx, xy, yy;
} lane_sym2;

static inline lane2 sym2_mul(lane_sym2 m, lane2 v)
{
    return (lane2){ m.xx * v.x + m.xy * v.y, m.xy * v.x + m.yy * v.y };
}

static inline lane dot2(lane2 a, lane2 b)
{
    return a.x * b.x + a.y * b.y;
}

static inline lane3 across(lane2 v, lane3 e, lane3 f)
{
    return l3_add_scaled(l3_scale(e, v.x), v.y, f);
}

// Curvature across the normal, for scaled e and f.
static inline lane_sym2 equal_curvature(const equal_sight *v, lane3 e, lane3 f)
{
    const lane c = v->curvature;
    const lane3 me = l3_times(v->powers, e), mf = l3_times(v->powers, f);
    return (lane_sym2){ c * l3_dot(me, e), c * l3_dot(me, f), c * l3_dot(mf, f) };
}

static inline void equal_newton(const equal_pair *p, const equal_surface_point points[2], const equal_view *v,
                                equal_step *step, lane_mask *usual)
{
    const lane3 n = v->normal_a;
    const lane sign = sign_of(n.z), a = -1.0 / (sign + n.z), b = n.x * n.y * a;
    const lane3 e = l3(1.0 + sign * n.x * n.x * a, sign * b, -sign * n.x), f = l3(b, sign + n.y * n.y * a, -n.y);
    lane3 own_e[2], own_f[2], scaled_e[2], scaled_f[2];
    lane_sym2 k[2];
    for (int i = 0; i < 2; ++i) {
        const equal_body *body = &p->body[i];
        own_e[i] = lm3_mul_transposed(&body->rotation, e);
        own_f[i] = lm3_mul_transposed(&body->rotation, f);
        scaled_e[i] = l3_times(own_e[i], body->inverse);
        scaled_f[i] = l3_times(own_f[i], body->inverse);
        k[i] = equal_curvature(&v->sight[i], scaled_e[i], scaled_f[i]);
    }
    const lane cosine = l3_dot(n, v->normal_b), secant = 1.0 / cosine;
    const lane3 way = l3_sub(v->on_b, v->on_a);
    const lane g = l3_dot(way, n);
    const lane2 t = { l3_dot(way, e), l3_dot(way, f) };
    lane2 nu = { l3_dot(v->normal_b, e) * secant, l3_dot(v->normal_b, f) * secant };
    const lane_mask same = dot2(nu, nu) <= SCREE_SQ_NOISE * SCREE_SQ_NOISE;
    nu = (lane2){ lane_select(same, lane_of(0.0), nu.x), lane_select(same, lane_of(0.0), nu.y) };
    const lane_sym2 ka = k[0], kb = k[1];
    const lane2 pull = sym2_mul(kb, t), r = { nu.x + pull.x, nu.y + pull.y };
    const lane m00 = ka.xx + kb.xx + g * (kb.xx * ka.xx + kb.xy * ka.xy);
    const lane m01 = ka.xy + kb.xy + g * (kb.xx * ka.xy + kb.xy * ka.yy);
    const lane m10 = ka.xy + kb.xy + g * (kb.xy * ka.xx + kb.yy * ka.xy);
    const lane m11 = ka.yy + kb.yy + g * (kb.xy * ka.xy + kb.yy * ka.yy);
    const lane scale = lane_abs(m00) + lane_abs(m11) + lane_abs(m01) + lane_abs(m10), det = m00 * m11 - m01 * m10;
    *usual &= (lane_abs(det) > SCREE_SQ_SINGULAR * scale * scale) & (cosine > NORMALS_CLOSE);
    const lane inverse = 1.0 / det;
    const lane2 on_a = { (r.x * m11 - r.y * m01) * inverse, (r.y * m00 - r.x * m10) * inverse };
    lane2 rotation = sym2_mul(ka, on_a);
    const lane2 on_b = { on_a.x - t.x + g * rotation.x, on_a.y - t.y + g * rotation.y };
    step->length2 = lane_max(dot2(on_a, on_a), dot2(on_b, on_b));
    step->sag = 0.5 * lane_max(dot2(on_a, rotation), dot2(on_b, sym2_mul(kb, on_b)));
    const lane rotation2 = dot2(rotation, rotation);
    const lane_mask wide = rotation2 > SCREE_SQ_MOST_ROTATION * SCREE_SQ_MOST_ROTATION;
    if (lane_bits(wide) != 0) {
        const lane part = SCREE_SQ_MOST_ROTATION / lane_sqrt(rotation2);
        rotation = (lane2){ lane_select(wide, rotation.x * part, rotation.x),
                            lane_select(wide, rotation.y * part, rotation.y) };
    }
    step->e = e;
    step->f = f;
    step->on[0] = on_a;
    step->on[1] = on_b;
    step->rotation = rotation;
    step->du[0] = l3_times(across(on_a, scaled_e[0], scaled_f[0]), points[0].sign);
    step->du[1] = l3_times(across(on_b, scaled_e[1], scaled_f[1]), points[1].sign);
    const lane3 own = l3_add(v->sight[0].normal, across(rotation, own_e[0], own_f[0]));
    const lane3 other = l3_sub(l3_cross(own_f[1], own_e[1]), across(rotation, own_e[1], own_f[1]));
    step->slopes[0] = l3_times(l3_times(own, p->body[0].axes), points[0].sign);
    step->slopes[1] = l3_times(l3_times(other, p->body[1].axes), points[1].sign);
}

// ---------------------------------------------------------------------------------------------------------- the move

// The target of a point's longest axis: its coordinate and its slope, and the coordinate's power n - 1.
typedef struct equal_longest {
    lane old, place, slope, power;
} equal_longest;

// The new coordinate of one axis. Near the longest one it follows from the ratio of the slopes: by Halley's method,
// from the target coordinate, and relative to the longest one's own, so that no ratio is formed. A coordinate that
// changes its sign flips the axis.
static inline lane equal_move_axis(const equal_exponent *e, const equal_longest *l, lane u, lane place, lane slope,
                                   lane *sign)
{
    const lane knee = e->knee * l->place;
    const lane_mask by_slope = (slope >= e->knee_slope * l->slope) & ((u >= e->knee * l->old) | (place > knee));
    const lane from = lane_min(lane_max(place, knee), MOST_RATIO * l->place);
    const lane near = from * halley(e->less_1, equal_power(e, from) * from * l->slope, slope * l->power);
    *sign = lane_negate(~by_slope & lane_to_bits(place), *sign);
    return lane_select(by_slope, lane_min(near, MOST_RATIO * l->place), lane_min(lane_abs(place), knee));
}

static inline void equal_move(const equal_body *b, const equal_sight *v, lane3 du, lane3 slopes, lane_mask wanted,
                              equal_surface_point *s, lane_mask *usual)
{
    const lane length2 = l3_dot(du, du);
    if (lane_bits(length2 > 1.0) != 0) du = l3_scale(du, 1.0 / lane_sqrt(lane_max(length2, lane_of(1.0))));
    const lane3 u = v->u, to = l3_add(u, du);
    const lane_mask x = (u.x >= u.y) & (u.x >= u.z), y = ~x & (u.y >= u.z);
    equal_longest l = { .old = most_of(u), .place = lane_select(x, to.x, lane_select(y, to.y, to.z)) };
    l.slope = lane_select(x, slopes.x, lane_select(y, slopes.y, slopes.z));
    *usual &= ~wanted | ((l.place > LEAST_BIG) & (l.slope > 0.0));
    l.power = equal_power(&b->e, l.place) * l.place;
    lane3 sign = s->sign;
    const lane3 next = l3(equal_move_axis(&b->e, &l, u.x, to.x, slopes.x, &sign.x),
                          equal_move_axis(&b->e, &l, u.y, to.y, slopes.y, &sign.y),
                          equal_move_axis(&b->e, &l, u.z, to.z, slopes.z, &sign.z));
    s->u = l3_select(wanted, next, s->u);
    s->sign = l3_select(wanted, sign, s->sign);
}

// --------------------------------------------------------------------------------------------------------- the search

// The result, as in scree_sq_finding.
typedef struct equal_finding {
    lane gap, upper, steps;
    lane3 n, on_a, on_b; // the points relative to A's centre
} equal_finding;

// scree_sq_own_gap()
static inline lane equal_gap(const equal_pair *p, const equal_view *v)
{
    const lane gap = l3_dot(v->normal_a, p->d) - v->sight[0].height;
    const lane3 d = l3_times(lm3_mul_transposed(&p->body[1].rotation, v->normal_a), p->body[1].axes);
    const lane3 m = equal_coefficients(&v->sight[1]);
    return gap - lane_sqrt(d.x * d.x / m.x + d.y * d.y / m.y + d.z * d.z / m.z);
}

// scree_sq_ball_bound()
static inline lane equal_bound(const equal_pair *p, const equal_view *v)
{
    const lane ra = p->body[0].ball / v->sight[0].height, rb = p->body[1].ball / v->sight[1].height;
    const lane3 from = l3_add_scaled(v->on_a, -ra, v->normal_a), to = l3_add_scaled(v->on_b, rb, v->normal_b);
    const lane3 way = l3_sub(to, from);
    return lane_sqrt(l3_dot(way, way)) - (ra + rb);
}

// For the lanes in `near`: returns those that are done; `nearby` gets the others whose bounds meet.
static inline lane_mask equal_arrive(const equal_pair *p, const equal_view *v, lane fine, lane_mask near,
                                     lane_mask *nearby, equal_finding *f)
{
    const lane gap = equal_gap(p, v), upper = equal_bound(p, v);
    const lane_mask met = near & (upper - gap <= p->enough);
    const lane3 astray = l3_add_scaled(l3_sub(v->on_b, v->on_a), -gap, v->normal_a);
    const lane3 apart = l3_sub(v->normal_a, v->normal_b);
    f->gap = lane_select(met, gap, f->gap);
    f->upper = lane_select(met, upper, f->upper);
    // Restores the unit length lost in the rotation: one Newton step for its inverse.
    const lane mended = 1.5 - 0.5 * l3_dot(v->normal_a, v->normal_a);
    f->n = l3_select(met, l3_scale(v->normal_a, mended), f->n);
    f->on_a = l3_select(met, v->on_a, f->on_a);
    f->on_b = l3_select(met, v->on_b, f->on_b);
    const lane_mask there =
        met & (l3_dot(astray, astray) <= fine * fine * p->least * p->least) & (l3_dot(apart, apart) <= fine * fine);
    *nearby = met & ~there;
    return there;
}

// One last step, without evaluation.
static inline void equal_trust(const equal_view *v, const equal_step *step, lane_mask m, equal_finding *f)
{
    const lane3 n = l3_add(v->normal_a, across(step->rotation, step->e, step->f));
    f->n = l3_select(m, l3_scale(n, 1.0 / lane_sqrt(l3_dot(n, n))), f->n);
    f->on_a = l3_select(m, l3_add(f->on_a, across(step->on[0], step->e, step->f)), f->on_a);
    f->on_b = l3_select(m, l3_add(f->on_b, across(step->on[1], step->e, step->f)), f->on_b);
}

// scree_sq_search(), up to its regular end.
static inline void equal_search(const equal_pair *p, equal_surface_point points[2], equal_finding *f, lane_mask *usual)
{
    const lane nearly = SCREE_SQ_NEARLY_THERE * p->size, standstill = SCREE_SQ_STANDSTILL * p->size;
    const lane fine = SCREE_SQ_FINE * lane_sqrt(p->enough / p->size);
    const lane ball = lane_min(p->body[0].ball, p->body[1].ball);
    const lane_mask none = { 0 };
    lane_mask active = *usual, nearby = none;
    equal_view v;
    equal_see(p, points, &v);
    *f = (equal_finding){ .steps = lane_of(0.0) };
    for (int i = 0; i < EQUAL_STEPS && lane_bits(active) != 0; ++i) {
        equal_step step;
        lane_mask regular = active;
        equal_newton(p, points, &v, &step, &regular);
        f->steps += lane_where(active, lane_of(1.0));
        nearby &= regular & (step.length2 <= 2.0 * SCREE_SQ_TRUSTED * ball);
        if (lane_bits(nearby) != 0) equal_trust(&v, &step, nearby, f);
        active &= ~nearby;
        *usual &= ~active | (regular & ~(step.length2 <= standstill * standstill));
        active &= *usual;
        if (lane_bits(active) == 0) break;
        equal_move(&p->body[0], &v.sight[0], step.du[0], step.slopes[0], active, &points[0], usual);
        equal_move(&p->body[1], &v.sight[1], step.du[1], step.slopes[1], active, &points[1], usual);
        active &= *usual;
        equal_see(p, points, &v);
        lane_mask near = active & (step.sag <= nearly);
        for (int k = 0; k < 2; ++k) near &= lane_abs(v.sight[k].sum - 1.0) <= ON_SURFACE;
        nearby = none;
        if (lane_bits(near) != 0) active &= ~equal_arrive(p, &v, fine, near, &nearby, f);
    }
    *usual &= ~active;
}

// scree_settle_points()
static inline void equal_settle(const equal_pair *p, const equal_finding *f, smooth_answer *x)
{
    const lane3 rest = l3_add_scaled(l3_sub(f->on_b, f->on_a), -x->distance, x->n);
    const lane_mask astray = l3_dot(rest, rest) > p->error * p->error;
    x->on_a = l3_select(astray, l3_add_scaled(f->on_a, lane_of(0.5), rest), f->on_a);
    x->on_b = l3_sub(l3_add_scaled(x->on_a, x->distance, x->n), p->d);
}

// Answers one pair in each lane; returns the bits of those answered. The exponents are in `p`.
static inline unsigned equal_answer(const smooth_pair *g, double tolerance, equal_pair *p, published *out)
{
    lane_mask usual = lane_whole(-1);
    const lane bounds = g->body[0].bound + g->body[1].bound;
    equal_pair_make(g, lane_either(tolerance < 0.0, SCREE_DEFAULT_TOLERANCE * bounds, lane_of(tolerance)), p, &usual);
    lane3 n = g->axis;
    if (lane_bits(~g->warm) != 0) n = l3_select(g->warm, n, equal_facing(p));
    usual &= is_between(l3_dot(n, n), 1e-200, 1e200);
    equal_surface_point points[2];
    equal_surface_point_facing(&p->body[0], lm3_mul_transposed(&p->body[0].rotation, n), &points[0]);
    equal_surface_point_facing(&p->body[1], lm3_mul_transposed(&p->body[1].rotation, l3(-n.x, -n.y, -n.z)), &points[1]);
    equal_finding found;
    equal_search(p, points, &found, &usual);
    smooth_answer x = { .distance = found.gap, .steps = found.steps, .n = found.n };
    x.lower = found.gap - p->error;
    x.upper = lane_max(found.upper, found.gap) + p->error;
    equal_settle(p, &found, &x);
    smooth_publish(g, &x, p->error, tolerance, out, &usual);
    return lane_bits(usual);
}

// --------------------------------------------------------------------------------------------------------- the answers

static inline void equal_exponents(const scree_body *const bodies[SCREE_LANES], equal_exponent *e)
{
    const scree_exponent *of[SCREE_LANES];
    for (int i = 0; i < SCREE_LANES; ++i) of[i] = &bodies[i]->shape->form->along;
    equal_exponent_of(of, e);
}

static inline int equal_run(const scree_lane_work *work, int32_t *left)
{
    int rest = 0;
    for (int first = 0; first < work->count; first += SCREE_LANES) {
        const scree_body *bodies[2][SCREE_LANES];
        bool swapped[SCREE_LANES];
        unsigned flipped = 0;
        smooth_bodies(work, first, bodies);
        for (int i = 0; i < SCREE_LANES; ++i) {
            const scree_body *a = bodies[0][i], *b = bodies[1][i];
            swapped[i] = !scree_pair_in_order(a, b);
            flipped |= (swapped[i] ? 1u : 0u) << i;
            bodies[0][i] = swapped[i] ? b : a;
            bodies[1][i] = swapped[i] ? a : b;
        }
        smooth_pair g;
        equal_pair p;
        published out;
        smooth_gather(work, first, bodies, &g);
        g.axis = l3_select(lane_of_bits(flipped), l3_scale(g.axis, lane_of(-1.0)), g.axis);
        equal_exponents(bodies[0], &p.body[0].e);
        equal_exponents(bodies[1], &p.body[1].e);
        const unsigned answered = equal_answer(&g, work->tolerance, &p, &out);
        for (int i = 0; i < SCREE_LANES && first + i < work->count; ++i) {
            if ((answered >> i & 1u) == 0u) {
                left[rest++] = work->pairs[first + i];
                continue;
            }
            const size_t pair = work->first + (size_t)work->pairs[first + i];
            scatter(&out, i, swapped[i], &work->results[pair]);
            if (work->batch->caches != NULL) scree_cache_keep(&work->batch->caches[pair], &work->results[pair]);
        }
    }
    return rest;
}

int SCREE_AT_WIDTH(scree_equal)(const scree_lane_work *work, int32_t *left)
{
    return equal_run(work, left);
}

// A single pair gains nothing from 8 lanes.
#if SCREE_LANES <= SCREE_MOST_SINGLE_LANES
#include "kernels/superquadric/equal_single.h"

bool SCREE_AT_WIDTH(scree_equal_pair)(const scree_body *a, const scree_body *b, double tolerance,
                                      const scree_cache *cache, scree_contact *out)
{
    return equal_answer_single(a, b, tolerance, cache, out);
}
#endif
