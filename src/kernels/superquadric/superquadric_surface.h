// Pairs of superquadrics over lanes: points on their surfaces, and the quantities derived from them.
//
// Source      shape/superquadric_form.h and pair/superquadric_pair.c, operation by operation; part of superquadric.c.
#ifndef SCREE_KERNELS_SUPERQUADRIC_SUPERQUADRIC_SURFACE_H
#define SCREE_KERNELS_SUPERQUADRIC_SUPERQUADRIC_SURFACE_H

#include "kernels/smooth_lanes.h"
#include "pair/superquadric_limits.h"
#include "shape/superquadric_form.h"

// Number of bits of a whole exponent up to SCREE_SQ_MOST_ROUNDED.
enum { EXPONENT_BITS = 4 };

// ------------------------------------------------------------------------------------------------------- exponents

// One exponent of one body, as in scree_exponent.
typedef struct lane_exponent {
    lane n, inverse, dual_less_1, knee, knee_slope, halvings;
    lane_mask bit[2][EXPONENT_BITS]; // masks of the set bits of n - 2 and of n - 1, where n is whole
    lane_mask fractional;            // where it is not
    lane_mask is_2, is_3, exact;     // exact: no nearly facing points, since their powers are quick or no products
    bool some_fractional;
    int bits; // the most bits of a whole n - 1 in any lane
    const scree_exponent *of[SCREE_LANES];
} lane_exponent;

enum exponent_row { N, INVERSE, DUAL, KNEE, KNEE_SLOPE, HALVINGS, EXPONENT_ROWS };

static void gather_numbers(lane_exponent *e)
{
    double rows[EXPONENT_ROWS][SCREE_LANES] __attribute__((aligned(64)));
    for (int i = 0; i < SCREE_LANES; ++i) {
        const scree_exponent *s = e->of[i];
        rows[N][i] = s->n;
        rows[INVERSE][i] = s->inverse;
        rows[DUAL][i] = s->dual_less_1;
        rows[KNEE][i] = s->knee;
        rows[KNEE_SLOPE][i] = s->knee_slope;
        rows[HALVINGS][i] = (double)s->root_halvings;
    }
    e->n = lane_row(rows[N]);
    e->inverse = lane_row(rows[INVERSE]);
    e->dual_less_1 = lane_row(rows[DUAL]);
    e->knee = lane_row(rows[KNEE]);
    e->knee_slope = lane_row(rows[KNEE_SLOPE]);
    e->halvings = lane_row(rows[HALVINGS]);
}

// Packings have few shapes: where all lanes have the same, there is little to gather.
static void gather_exponent(lane_exponent *e)
{
    bool alike = true;
    int most = 1;
    unsigned fractional = 0;
    for (int i = 0; i < SCREE_LANES; ++i) {
        alike = alike && e->of[i]->n == e->of[0]->n;
        most = e->of[i]->whole > most ? e->of[i]->whole : most;
        fractional |= (e->of[i]->whole == 0 ? 1u : 0u) << i;
    }
    if (alike) {
        const scree_exponent *s = e->of[0];
        e->n = lane_of(s->n);
        e->inverse = lane_of(s->inverse);
        e->dual_less_1 = lane_of(s->dual_less_1);
        e->knee = lane_of(s->knee);
        e->knee_slope = lane_of(s->knee_slope);
        e->halvings = lane_of((double)s->root_halvings);
    } else {
        gather_numbers(e);
    }
    e->is_2 = e->n == 2.0;
    e->is_3 = e->n == 3.0;
    e->fractional = lane_of_bits(fractional);
    e->some_fractional = fractional != 0;
    e->exact = e->is_2 | e->is_3 | e->fractional;
    // n - 1 as a number in the last bits of a double: its bits, one by one.
    const lane_mask less_1 = lane_to_bits(e->n + (0x1p52 - 1.0)), less_2 = lane_to_bits(e->n + (0x1p52 - 2.0));
    e->bits = 0;
    for (int k = 0; k < EXPONENT_BITS; ++k) {
        e->bit[0][k] = -(less_2 >> k & 1);
        e->bit[1][k] = -(less_1 >> k & 1);
        if ((most - 1) >> k != 0) e->bits = k + 1;
    }
}

// sq_whole_power()
static inline lane whole_power(const lane_mask bit[EXPONENT_BITS], int bits, lane x)
{
    lane r = lane_select(bit[0], x, lane_of(1.0));
    for (int k = 1; k < bits; ++k) {
        x *= x;
        r = lane_select(bit[k], r * x, r);
    }
    return r;
}

// x where it is no fractional exponent's, else that power of q. A function of its own: it is rare, and called from many
// places.
static __attribute__((noinline)) lane fractional_powers(const lane_exponent *e, lane x, lane q, lane_mask wanted)
{
    const unsigned fractional = lane_bits(e->fractional & wanted);
    for (int i = 0; i < SCREE_LANES; ++i)
        if ((fractional >> i & 1u) != 0u) x[i] = pow(q[i], e->n[i] - 2.0);
    return x;
}

// sq_power_less_2() in the lanes of `wanted`.
static inline lane power_less_2(const lane_exponent *e, lane q, lane_mask wanted)
{
    const lane r = whole_power(e->bit[0], e->bits, q);
    return e->some_fractional ? fractional_powers(e, r, q, wanted) : r;
}

// sq_root() in the lanes of `wanted`.
static inline lane root_of(const lane_exponent *e, lane y, lane_mask wanted)
{
    lane r = y;
    for (int k = 0; k < 3; ++k) r = lane_select(e->halvings > (double)k, lane_sqrt(r), r);
    const unsigned broken = lane_bits(wanted & (e->halvings < 0.0) & (y != 1.0));
    for (int i = 0; i < SCREE_LANES; ++i)
        if ((broken >> i & 1u) != 0u) r[i] = pow(y[i], e->of[i]->inverse);
    return r;
}

// --------------------------------------------------------------------------------------------------------- the points

typedef struct lane_surface_point {
    lane q, p;        // of one step of one body, as in scree_sq_ratio
    lane_mask second; // y, or z, is the larger argument
} lane_surface_point;

// scree_sq_ratio_of() in the lanes of `wanted`.
static inline lane_surface_point ratio_of(const lane_exponent *e, lane q, lane_mask second, lane_mask wanted)
{
    return (lane_surface_point){ q, power_less_2(e, q, wanted), second };
}

// scree_sq_ratio_facing() for s > 0, in the lanes of `wanted`.
static inline lane_surface_point ratio_facing(const lane_exponent *e, lane s, lane_mask second, lane_mask wanted)
{
    lane q = lane_select(e->is_3, lane_sqrt(s), s);
    const unsigned broken = lane_bits(wanted & ~e->is_2 & ~e->is_3);
    for (int i = 0; i < SCREE_LANES; ++i)
        if ((broken >> i & 1u) != 0u) q[i] = sq_dual_power(e->of[i], s[i]);
    return (lane_surface_point){ q, s / q, second };
}

// The q of scree_sq_ratio_nearly_facing(), for whole exponents
static inline lane nearly_facing(const lane_exponent *e, lane s, lane q)
{
    const lane k = e->n - 1.0, there = whole_power(e->bit[1], e->bits, q), one = lane_of(1.0);
    q *= ((k - 1.0) * there + (k + 1.0) * s) / ((k + 1.0) * there + (k - 1.0) * s);
    return lane_select(q < 1.0, q, one);
}

static inline lane_surface_point surface_point_select(lane_mask m, lane_surface_point a, lane_surface_point b)
{
    return (lane_surface_point){ lane_select(m, a.q, b.q), lane_select(m, a.p, b.p), (m & a.second) | (~m & b.second) };
}

// copysign(1, x)
static inline lane sign_of(lane x)
{
    return lane_signed(lane_of(1.0), x);
}

static inline lane3 signs_of(lane3 d)
{
    return l3(sign_of(d.x), sign_of(d.y), sign_of(d.z));
}

static inline lane3 l3_abs(lane3 a)
{
    return l3(lane_abs(a.x), lane_abs(a.y), lane_abs(a.z));
}

static inline lane3 l3_neg(lane3 a)
{
    return l3(-a.x, -a.y, -a.z);
}

// Index 0 is A, 1 is B. Names as in superquadric_pair.h.
typedef struct lane_pair {
    lane_exponent along[2], across[2];
    lane3 axes[2], inverse[2];
    lane ball[2];
    lane_mask halved1, halved2;
    lane_mat3 rotation;
    lane3 offset;
    lane size, least, enough;
} lane_pair;

typedef struct lane_view {
    lane_surface_point along[2], across[2];
    lane3 sign[2], u[2], m[2], own[2], d1[2];
    lane rho[2], x[2], y[2], x_step[2], y_step[2], height[2], c0[2], c1[2], d0x[2], d0y[2];
    lane3 on_a, on_b, normal_a, normal_b;
} lane_view;

static inline lane least_of(lane3 v)
{
    return lane_min(lane_min(v.x, v.y), v.z);
}

static void make_pair(const gathered *g, const lane_frame *f, lane allowed, lane_pair *p)
{
    lane least[2];
    for (int i = 0; i < 2; ++i) {
        for (int k = 0; k < SCREE_LANES; ++k) {
            p->along[i].of[k] = &g->shape[i][k]->form->along;
            p->across[i].of[k] = &g->shape[i][k]->form->across;
        }
        gather_exponent(&p->along[i]);
        gather_exponent(&p->across[i]);
        p->axes[i] = rows3(g->body[i], AX);
        p->inverse[i] = l3(1.0 / p->axes[i].x, 1.0 / p->axes[i].y, 1.0 / p->axes[i].z);
        least[i] = least_of(p->axes[i]);
        p->ball[i] = least[i] * least[i] / (lane_max(p->along[i].n, p->across[i].n) - 1.0);
    }
    p->halved1 = (p->along[0].halvings >= 0.0) & (p->along[1].halvings >= 0.0);
    p->halved2 = (p->across[0].halvings >= 0.0) & (p->across[1].halvings >= 0.0);
    p->rotation = f->rotation;
    p->offset = f->shift;
    p->size = f->size;
    p->least = lane_min(least[0], least[1]);
    p->enough = lane_max(0.5 * allowed, SCREE_SQ_ENOUGH * f->error);
}

// A value and its inverse.
typedef struct both_ways {
    lane up, down;
} both_ways;

// two_root()
static inline both_ways root_both(lane k, lane y)
{
    const double middle = 1.4142135623730951, log_middle = 0.34657359027997264;
    const lane z = (y - middle) / (y + middle), w = z * z, w2 = w * w, w4 = w2 * w2;
    const lane low = (1.0 + w * (1.0 / 3)) + w2 * (1.0 / 5 + w * (1.0 / 7));
    const lane high = (1.0 / 9 + w * (1.0 / 11)) + w2 * (1.0 / 13 + w * (1.0 / 15)) + w4 * (1.0 / 17 + w * (1.0 / 19));
    const lane t = k * (0.5 * log_middle + z * (low + w4 * high)), t2 = t * t, t4 = t2 * t2;
    const lane even =
        t2 * ((1.0 / 2 + t2 * (1.0 / 24)) + t4 * ((1.0 / 720 + t2 * (1.0 / 40320)) + t4 * (1.0 / 3628800)));
    const lane odd = t * ((1.0 + t2 * (1.0 / 6)) +
                          t4 * ((1.0 / 120 + t2 * (1.0 / 5040)) + t4 * (1.0 / 362880 + t2 * (1.0 / 39916800))));
    const lane up = 1.0 + (even + odd), down = 1.0 + (even - odd);
    return (both_ways){ up * up, down * down };
}

// By square roots where that works for both bodies, else by the series.
static inline both_ways sum_root(const lane_exponent *e, lane_mask halved, lane y)
{
    both_ways r = { y, y };
    if (lane_bits(halved) != 0) {
        lane x = y;
        for (int k = 0; k < 3; ++k) {
            const lane_mask go_on = halved & (e->halvings > (double)k);
            if (lane_bits(go_on) != 0) x = lane_select(go_on, lane_sqrt(x), x);
        }
        r = (both_ways){ x, 1.0 / x };
    }
    if (lane_bits(~halved) == 0) return r;
    const both_ways s = root_both(e->inverse, y);
    return (both_ways){ lane_select(halved, r.up, s.up), lane_select(halved, r.down, s.down) };
}

// scree_sq_see() for one body; `at` gets its point and `w` its normal, with the length of the gauge's gradient.
static inline void see_body(const lane_pair *p, int i, lane_view *v, lane3 *at, lane3 *w)
{
    const lane q1 = v->along[i].q, p1 = v->along[i].p, q2 = v->across[i].q, p2 = v->across[i].p;
    const lane sum1 = 1.0 + q1 * q1 * p1, sum2 = 1.0 + q2 * q2 * p2;
    const both_ways r1 = sum_root(&p->along[i], p->halved1, sum1);
    const both_ways r2 = sum_root(&p->across[i], p->halved2, sum2);
    const lane root1 = r1.up, root2 = r2.up, big1 = r1.down, big2 = r2.down;
    const lane slope1 = root1 * (1.0 / sum1), slope2 = root2 * (1.0 / sum2);
    const lane_mask y = v->across[i].second, z = v->along[i].second;
    const lane small1 = q1 * big1, m1 = slope1 * root1, m1_small = p1 * m1;
    const lane m_rho = lane_select(z, m1_small, m1), rho = lane_select(z, small1, big1);
    const lane small2 = q2 * big2, lesser2 = q2 * p2 * slope2, m2 = m_rho * slope2 * root2, m2_small = p2 * m2;
    v->rho[i] = rho;
    v->x[i] = lane_select(y, small2, big2);
    v->y[i] = lane_select(y, big2, small2);
    v->x_step[i] = lane_select(y, lesser2, slope2);
    v->y_step[i] = lane_select(y, slope2, lesser2);
    v->u[i] = l3(rho * v->x[i], rho * v->y[i], lane_select(z, big1, small1));
    v->m[i] = l3(lane_select(y, m2_small, m2), lane_select(y, m2, m2_small), lane_select(z, m1, m1_small));
    const lane3 scale = l3_times(p->inverse[i], v->sign[i]);
    *w = l3_times(l3_times(v->u[i], v->m[i]), scale);
    v->height[i] = 1.0 / lane_sqrt(l3_dot(*w, *w));
    v->own[i] = l3_scale(*w, v->height[i]);
    const lane one = lane_of(1.0), bend1 = p->along[i].n - 1.0, bend2 = p->across[i].n - 1.0;
    v->c0[i] = v->height[i] * m_rho * bend2 * p2 * slope2 * slope2;
    v->c1[i] = v->height[i] * bend1 * p1 * slope1 * slope1;
    v->d0x[i] = scale.x * lane_select(y, one, q2);
    v->d0y[i] = -scale.y * lane_select(y, q2, one);
    const lane by_rho = lane_select(z, one, q1);
    v->d1[i] = l3(scale.x * by_rho * v->x_step[i], scale.y * by_rho * v->y_step[i], -scale.z * lane_select(z, q1, one));
    *at = l3_times(l3_times(v->u[i], v->sign[i]), p->axes[i]);
}

static void see(const lane_pair *p, lane_view *v)
{
    lane3 at[2], w[2];
    see_body(p, 0, v, &at[0], &w[0]);
    see_body(p, 1, v, &at[1], &w[1]);
    v->on_a = at[0];
    v->normal_a = v->own[0];
    v->on_b = l3_add(p->offset, lm3_mul(&p->rotation, at[1]));
    v->normal_b = l3_scale(lm3_mul(&p->rotation, w[1]), -v->height[1]);
}

#endif
