// Pairs of ellipsoids over lanes: the usual way of narrow/ellipsoids.c, one pair a lane.
//
// Source      narrow/cores.c, ellipsoid_pair.h, ellipsoid_climb.c, ellipsoids.c and finish.c, which say why; here is
//             what they do, in the same order, operation by operation, so that the answers are the same to the last
//             bit. tests/cross/batch_lanes.c holds the two against each other.
// Idea        Whole Newton steps from the line of centres, or from the last normal, until the next one would end on the
//             top to rounding; the ball proves it. Lanes that are done wait, holding what they have, for those that are
//             not. Whatever leaves this way, a step that is too long or does not rise, a depth that the ball does not
//             prove, a pose that is not valid, is left to the query for one pair.
// Limits      Included by one file for each width, after SCREE_LANES is set.
#include "batch/smooth_lanes.h"
#include "narrow/ellipsoid_climb.h"
#include "narrow/ellipsoids.h"

// Lanes take so many steps together; some 4 are usual. What needs more does so alone.
enum { LANE_STEPS = 8 };

// ------------------------------------------------------------------------------------------------------- the pair

// A number of each body is x[0] for A and x[1] for B. Names as in ellipsoid_pair.h and cores.h.
typedef struct lane_pair {
    lane_mat3 turn;
    lane3 offset;
    lane radius[2], det[2], inner[2];
    lane3 q[2], k[2];
    lane kb_xx, kb_yy, kb_zz, kb_xy, kb_xz, kb_yz;
    lane noise, error;
} lane_pair;

typedef struct lane_view {
    lane3 n[2]; // in A's and in B's frame
    lane inverse[2];
    lane3 on_a, t;
    lane gap, tt;
} lane_view;

static inline void make_body(const double rows[BODY_ROWS][SCREE_LANES], lane_pair *p, int i)
{
    const lane radius = row(rows[CORE_RADIUS]);
    const lane3 u = l3_scale(rows3(rows, AX), 1.0 / radius), q = l3_times(u, u);
    p->radius[i] = radius;
    p->q[i] = q;
    p->k[i] = l3(q.y * q.z, q.z * q.x, q.x * q.y);
    p->det[i] = q.x * p->k[i].x;
    p->inner[i] = lane_min(lane_min(q.x, q.y), q.z);
}

static void make_pair(const gathered *g, const lane_frame *f, lane_pair *p)
{
    p->turn = f->turn;
    p->offset = f->shift;
    make_body(g->body[0], p, 0);
    make_body(g->body[1], p, 1);
    const lane3 *r = p->turn.row, k = p->k[1];
    const lane3 kx = l3_times(k, r[0]), ky = l3_times(k, r[1]);
    p->kb_xx = l3_dot(kx, r[0]);
    p->kb_yy = l3_dot(ky, r[1]);
    p->kb_zz = l3_dot(l3_times(k, r[2]), r[2]);
    p->kb_xy = l3_dot(kx, r[1]);
    p->kb_xz = l3_dot(kx, r[2]);
    p->kb_yz = l3_dot(ky, r[2]);
    p->noise = 8.0 * SCREE_ROUNDING * f->size;
    p->error = f->error;
}

// scree_ellipsoid_facing()
static inline lane3 facing(const lane_pair *p)
{
    const lane3 d = p->offset, *r = p->turn.row, of_b = lm3_mul_transposed(&p->turn, d);
    const lane length = lane_sqrt(l3_dot(d, d));
    const lane h_a = lane_sqrt(l3_dot(l3_times(p->q[0], d), d));
    const lane h_b = lane_sqrt(l3_dot(l3_times(p->q[1], of_b), of_b));
    const lane s_a = p->radius[0] * length / h_a, s_b = p->radius[1] * length / h_b;
    const lane gap = length - (p->radius[0] * h_a / length + p->radius[1] * h_b / length);
    const lane far = lane_select(gap > 0.0, gap, lane_of(0.0));
    const lane3 a = l3_scale(p->q[0], s_a), b = l3_scale(p->q[1], s_b), bx = l3_times(b, r[0]), by = l3_times(b, r[1]);
    const lane xx = l3_dot(bx, r[0]) + (a.x + far), yy = l3_dot(by, r[1]) + (a.y + far);
    const lane zz = l3_dot(l3_times(b, r[2]), r[2]) + (a.z + far);
    const lane xy = l3_dot(bx, r[1]), xz = l3_dot(bx, r[2]), yz = l3_dot(by, r[2]);
    const lane cxy = xz * yz - xy * zz, cxz = xy * yz - xz * yy, cyz = xy * xz - xx * yz;
    return l3((yy * zz - yz * yz) * d.x + cxy * d.y + cxz * d.z, cxy * d.x + (xx * zz - xz * xz) * d.y + cyz * d.z,
              cxz * d.x + cyz * d.y + (xx * yy - xy * xy) * d.z);
}

static inline lane3 first_direction(const gathered *g, const lane_frame *f, const lane_pair *p, lane_mask *usual)
{
    const lane3 axis = rows3(g->axis, WX);
    const lane length2 = l3_dot(axis, axis);
    const lane_mask warm = row(g->axis[WARM]) != 0.0;
    *usual &= ~warm | is_between(length2, 1e-200, 1e200);
    lane3 d = axis;
    if (lane_bits(~warm) != 0) d = facing(p);
    if (lane_bits(warm) != 0) d = l3_select(warm, lm3_mul_transposed(&f->world_turn, l3_unit(axis)), d);
    *usual &= is_between(l3_dot(d, d), 1e-200, 1e200);
    return d;
}

// scree_ellipsoid_look()
static inline lane_view look(const lane_pair *p, lane3 m)
{
    lane_view x;
    const lane3 of_b = lm3_mul_transposed(&p->turn, m);
    const lane3 w_a = l3_times(p->q[0], m), w_b = l3_times(p->q[1], of_b);
    const lane length = lane_sqrt(l3_dot(m, m)), scale = 1.0 / length;
    const lane inverse_a = 1.0 / lane_sqrt(l3_dot(w_a, m)), inverse_b = 1.0 / lane_sqrt(l3_dot(w_b, of_b));
    x.n[0] = l3_scale(m, scale);
    x.n[1] = l3_scale(of_b, scale);
    x.inverse[0] = inverse_a * length;
    x.inverse[1] = inverse_b * length;
    x.on_a = l3_scale(w_a, p->radius[0] * inverse_a);
    const lane3 from_b = lm3_mul(&p->turn, l3_scale(w_b, p->radius[1] * inverse_b));
    const lane3 v = l3_sub(p->offset, l3_add(x.on_a, from_b));
    x.gap = l3_dot(x.n[0], v);
    x.t = l3_add_scaled(v, -x.gap, x.n[0]);
    x.tt = l3_dot(x.t, x.t);
    return x;
}

// ------------------------------------------------------------------------------------------------------- the climb

typedef struct lane_step {
    lane3 step;
    lane bend, slope, length2;
    lane_mask usual; // the matrix is positive, and far from singular
} lane_step;

// newton_step() with scree_ellipsoid_bend_at()
static inline lane_step newton_step(const lane_pair *p, const lane_view *x)
{
    const lane r_a = p->radius[0] * x->inverse[0] * x->inverse[0], r_b = p->radius[1] * x->inverse[1] * x->inverse[1];
    const lane f_a = r_a * x->inverse[0], f_b = r_b * x->inverse[1];
    const lane3 e = l3_scale(p->k[0], f_a), e_b = l3_scale(p->k[1], f_b);
    const lane3 s = l3_times(x->n[0], x->n[0]), s_b = l3_times(x->n[1], x->n[1]), n = x->n[0];
    const lane trace_a = e.x * (s.y + s.z) + e.y * (s.z + s.x) + e.z * (s.x + s.y);
    const lane trace_b = e_b.x * (s_b.y + s_b.z) + e_b.y * (s_b.z + s_b.x) + e_b.z * (s_b.x + s_b.y);
    lane both =
        p->kb_xx * (e.y * s.z + e.z * s.y) + p->kb_yy * (e.z * s.x + e.x * s.z) + p->kb_zz * (e.x * s.y + e.y * s.x);
    both -= 2.0 * (p->kb_xy * e.z * n.x * n.y + p->kb_xz * e.y * n.x * n.z + p->kb_yz * e.x * n.y * n.z);
    const lane shared = lane_select(both > 0.0, both * f_b, lane_of(0.0));
    const lane bend_det = r_a * r_a * p->det[0] + r_b * r_b * p->det[1] + shared;
    lane_step w = { .bend = trace_a + trace_b };
    const lane det = bend_det + x->gap * (w.bend + x->gap), trace = w.bend + 2.0 * x->gap;
    w.usual = (det > SCREE_CLIMB_SINGULAR * w.bend * w.bend) & (trace > 0.0);
    const lane3 t = x->t;
    const lane3 k_t =
        l3(p->kb_xx * t.x + p->kb_xy * t.y + p->kb_xz * t.z, p->kb_xy * t.x + p->kb_yy * t.y + p->kb_yz * t.z,
           p->kb_xz * t.x + p->kb_yz * t.y + p->kb_zz * t.z);
    lane3 d = l3_add_scaled(l3_times(e, t), f_b, k_t);
    d = l3_add_scaled(d, -l3_dot(d, n), n);
    w.step = l3_scale(l3_add_scaled(d, x->gap, t), 1.0 / det);
    w.slope = l3_dot(t, w.step);
    w.length2 = l3_dot(w.step, w.step);
    return w;
}

static inline lane_view view_select(lane_mask m, const lane_view *a, const lane_view *b)
{
    lane_view r;
    for (int i = 0; i < 2; ++i) {
        r.n[i] = l3_select(m, a->n[i], b->n[i]);
        r.inverse[i] = lane_select(m, a->inverse[i], b->inverse[i]);
    }
    r.on_a = l3_select(m, a->on_a, b->on_a);
    r.t = l3_select(m, a->t, b->t);
    r.gap = lane_select(m, a->gap, b->gap);
    r.tt = lane_select(m, a->tt, b->tt);
    return r;
}

// scree_ellipsoid_doubt()
static inline lane doubt_of(const lane_pair *p, const lane_view *x)
{
    const lane ball = p->radius[0] * p->inner[0] * x->inverse[0] + p->radius[1] * p->inner[1] * x->inverse[1];
    const lane depth = x->gap + ball, reach = lane_sqrt(depth * depth + x->tt);
    return lane_select(depth > 0.0, x->tt / (depth + reach), reach - depth);
}

// Where a climb ended.
typedef struct lane_end {
    lane steps, doubt, slope;
    lane3 step;     // what is left to go
    lane_mask last; // that is one more step, to be taken on trust; else nothing is left
} lane_end;

// One whole step of the lanes that are `active`; returns those of them that go on.
static inline lane_mask advance(const lane_pair *p, const lane_step *w, lane_view *x, lane_mask active, lane_end *end,
                                lane_mask *usual)
{
    const lane_view next = look(p, l3_add_scaled(x->n[0], lane_of(1.0), w->step));
    const lane_mask flat = w->slope <= p->noise, better = next.tt < x->tt;
    const lane_mask rises = next.gap > x->gap + SCREE_CLIMB_GAIN * w->slope;
    *usual &= ~active | flat | rises;
    const lane_mask taken = active & ((flat & better) | (~flat & rises));
    const lane_mask ended = flat & ~(next.tt < 0.25 * x->tt);
    *x = view_select(taken, &next, x);
    end->steps += (lane)((lane_mask)lane_of(1.0) & taken);
    return taken & ~ended;
}

// scree_ellipsoid_climb_near(), by whole steps alone.
static lane_end climb(const lane_pair *p, lane_view *x, lane_mask *usual)
{
    const lane least = p->noise * p->noise, enough = SCREE_ELLIPSOIDS_ENOUGH * p->error;
    lane_end end = { .steps = lane_of(0.0) };
    lane_mask active = *usual & ~(x->tt <= least);
    for (int i = 0; i < LANE_STEPS && lane_bits(active) != 0; ++i) {
        const lane_step w = newton_step(p, x);
        const lane blur = p->noise + SCREE_ROUNDING * w.bend;
        *usual &= ~active | (w.usual & ~(x->tt <= blur * blur) & (w.length2 < 1.0));
        active &= *usual;
        lane_mask last = active & (w.length2 < SCREE_CLIMB_LAST * SCREE_CLIMB_LAST) & (w.slope >= 0.0);
        if (lane_bits(last) != 0) {
            last &= doubt_of(p, x) <= enough;
            end.last |= last;
            end.step = l3_select(last, w.step, end.step);
            end.slope = lane_select(last, w.slope, end.slope);
            active &= ~last;
            if (lane_bits(active) == 0) break;
        }
        active = advance(p, &w, x, active, &end, usual) & ~(x->tt <= least);
    }
    end.doubt = doubt_of(p, x);
    *usual &= (end.last | (x->tt <= least)) & (end.doubt <= enough);
    return end;
}

// ------------------------------------------------------------------------------------------------------ the answer

typedef struct lane_top {
    lane3 n, on_a;
    lane gap;
} lane_top;

static inline lane_top top_of(const lane_pair *p, const lane_view *x, const lane_end *end)
{
    const lane scale = p->radius[0] * x->inverse[0] * x->inverse[0] * x->inverse[0];
    const lane3 n = x->n[0], turned = l3_times(p->k[0], l3_cross(n, end->step));
    lane_top top;
    top.on_a = l3_select(end->last, l3_add_scaled(x->on_a, scale, l3_cross(turned, n)), x->on_a);
    top.n = l3_select(end->last, l3_unit(l3_add(n, end->step)), n);
    top.gap = lane_select(end->last, x->gap + 0.5 * end->slope, x->gap);
    return top;
}

// answer_with()
static inline lane_answer answer_of(const lane_pair *p, const lane_view *x, const lane_end *end)
{
    const lane_top top = top_of(p, x, end);
    const lane high = x->gap + end->doubt;
    lane_answer r = { .distance = top.gap, .steps = end->steps, .n = top.n, .on_a = top.on_a };
    r.lower = x->gap - p->error;
    r.upper = lane_select(top.gap > high, top.gap, high) + p->error;
    r.on_b = l3_add_scaled(top.on_a, top.gap, top.n);
    return r;
}

static unsigned answer_lanes(const gathered *g, double tolerance, published *out)
{
    lane_mask usual = pose_is_usual(g->body[0]) & pose_is_usual(g->body[1]);
    lane_frame f;
    lane_pair p;
    make_frame(g, &f);
    make_pair(g, &f, &p);
    lane_view x = look(&p, first_direction(g, &f, &p, &usual));
    const lane_end end = climb(&p, &x, &usual);
    const lane_answer answer = answer_of(&p, &x, &end);
    publish(g, &f, &answer, tolerance, out, &usual);
    return lane_bits(usual);
}
