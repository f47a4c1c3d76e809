// Bodies with equal exponents over lanes (superquadrics with two equal exponents, and ellipsoids): points on their
// surfaces.
//
// Source      pair/superquadric_pair.h for the ellipsoid about a body and the ball in it.
// Idea        With equal exponents n the gauge is one sum: u on the surface has sum |u_i|^n = 1, with axes scaled to 1.
//             A surface point is given by u, nearly on the surface, and rho = (sum |u_i|^n)^(-1/n) takes it there: one
//             Halley step replaces the root. With m_i = |u_i|^(n-2) the slopes are m_i u_i, the ellipsoid around the
//             body has the coefficients m_i, and the curvature along axis i, across the normal, is (n - 1) h m_i /
//             a_i^2.
// Limits      Included by one kernel for each width, after SCREE_LANES is set.
#ifndef SCREE_KERNELS_SUPERQUADRIC_EQUAL_SURFACE_H
#define SCREE_KERNELS_SUPERQUADRIC_EQUAL_SURFACE_H

#include "kernels/smooth_bodies.h"
#include "lanes/lane_power.h"
#include "pair/superquadric_limits.h"
#include "shape/superquadric_form.h"

enum { EXPONENT_BITS = 4 }; // of a whole exponent up to SCREE_MOST_KERNEL_EXPONENT

// The exponent of each lane.
typedef struct equal_exponent {
    lane n, inverse, less_1, dual, knee, knee_slope; // less_1: n - 1; dual: its inverse
    int less_2;                                      // n - 2, where it is the same whole number in all lanes, else -1
    lane_mask bit[EXPONENT_BITS];                    // else masks of the set bits of n - 2, where it is whole
    lane_mask fractional;                            // where it is not
    bool some_whole, some_fractional;
} equal_exponent;

typedef struct equal_body {
    lane_mat3 rotation;
    lane3 axes, inverse;
    lane ball, least; // see scree_sq_pair
    equal_exponent e;
} equal_body;

// A surface point: u, nearly on the surface and without signs.
typedef struct equal_surface_point {
    lane3 u, sign;
} equal_surface_point;

// Quantities derived from it, in the body's own frame.
typedef struct equal_sight {
    lane3 u, powers; // on the surface, without signs; its powers n - 2
    lane3 normal, at;
    lane sum, rho; // of the point: sum u^n, and its root's inverse
    lane height,
        curvature; // support height along the normal; the curvature along axis i is this times its power over a_i^2
} equal_sight;

enum equal_row { EQUAL_N, EQUAL_INVERSE, EQUAL_DUAL, EQUAL_KNEE, EQUAL_KNEE_SLOPE, EQUAL_ROWS };

static inline void equal_gather_exponents(const scree_exponent *const of[SCREE_LANES], equal_exponent *e)
{
    double rows[EQUAL_ROWS][SCREE_LANES] __attribute__((aligned(64)));
    for (int i = 0; i < SCREE_LANES; ++i) {
        rows[EQUAL_N][i] = of[i]->n;
        rows[EQUAL_INVERSE][i] = of[i]->inverse;
        rows[EQUAL_DUAL][i] = of[i]->dual_less_1;
        rows[EQUAL_KNEE][i] = of[i]->knee;
        rows[EQUAL_KNEE_SLOPE][i] = of[i]->knee_slope;
    }
    e->n = lane_row(rows[EQUAL_N]);
    e->inverse = lane_row(rows[EQUAL_INVERSE]);
    e->dual = lane_row(rows[EQUAL_DUAL]);
    e->knee = lane_row(rows[EQUAL_KNEE]);
    e->knee_slope = lane_row(rows[EQUAL_KNEE_SLOPE]);
    // n - 2 as a number in the last bits of a double: its bits, one by one.
    const lane_mask less_2 = lane_to_bits(e->n + (0x1p52 - 2.0));
    for (int k = 0; k < EXPONENT_BITS; ++k) e->bit[k] = -(less_2 >> k & 1);
}

static inline void equal_exponent_of(const scree_exponent *const of[SCREE_LANES], equal_exponent *e)
{
    bool alike = true;
    unsigned fractional = 0;
    for (int i = 0; i < SCREE_LANES; ++i) {
        alike = alike && of[i]->n == of[0]->n;
        fractional |= (of[i]->whole == 0 ? 1u : 0u) << i;
    }
    e->fractional = lane_of_bits(fractional);
    e->some_fractional = fractional != 0;
    e->some_whole = fractional != (1u << SCREE_LANES) - 1u;
    e->less_2 = alike && e->some_whole ? of[0]->whole - 2 : -1;
    if (!alike) {
        equal_gather_exponents(of, e);
    } else {
        e->n = lane_of(of[0]->n);
        e->inverse = lane_of(of[0]->inverse);
        e->dual = lane_of(of[0]->dual_less_1);
        e->knee = lane_of(of[0]->knee);
        e->knee_slope = lane_of(of[0]->knee_slope);
    }
    e->less_1 = e->n - 1.0;
}

// x^(n-2), the products in the order of sq_whole_power().
static inline lane equal_power(const equal_exponent *e, lane x)
{
    lane r = lane_of(1.0);
    if (e->less_2 >= 0) {
        if ((e->less_2 & 1) != 0) r = x;
        for (int k = e->less_2 >> 1; k != 0; k >>= 1) {
            x *= x;
            if ((k & 1) != 0) r *= x;
        }
        return r;
    }
    const lane power = e->some_fractional ? lane_power(x, e->n - 2.0) : r;
    if (!e->some_whole) return power;
    r = lane_select(e->bit[0], x, r);
    for (int k = 1; k < EXPONENT_BITS; ++k) {
        x *= x;
        r = lane_select(e->bit[k], r * x, r);
    }
    return lane_select(e->fractional, power, r);
}

static inline lane3 equal_powers(const equal_exponent *e, lane3 q)
{
    return l3(equal_power(e, q.x), equal_power(e, q.y), equal_power(e, q.z));
}

static inline lane3 l3_abs(lane3 a)
{
    return l3(lane_abs(a.x), lane_abs(a.y), lane_abs(a.z));
}

static inline lane sign_of(lane x)
{
    return lane_signed(lane_of(1.0), x);
}

static inline lane3 signs_of(lane3 d)
{
    return l3(sign_of(d.x), sign_of(d.y), sign_of(d.z));
}

// A Halley step for x^k = s from x, where x^k is `there`, multiplies x by this.
static inline lane halley(lane k, lane there, lane s)
{
    return ((k - 1.0) * there + (k + 1.0) * s) / ((k + 1.0) * there + (k - 1.0) * s);
}

static inline void equal_see_body(const equal_body *b, const equal_surface_point *s, equal_sight *v)
{
    const equal_exponent *e = &b->e;
    v->powers = equal_powers(e, s->u);
    const lane3 w = l3_times(v->powers, s->u), slopes = l3_times(l3_times(w, b->inverse), s->sign);
    v->sum = l3_dot(w, s->u);
    v->rho = halley(e->n, v->sum, lane_of(1.0));
    const lane length2 = l3_dot(slopes, slopes), inverse = lane_sqrt(length2) * (1.0 / length2);
    v->normal = l3_scale(slopes, inverse);
    v->height = v->rho * v->sum * inverse;
    v->curvature = e->less_1 * inverse * (2.0 - v->rho);
    v->u = l3_scale(s->u, v->rho);
    v->at = l3_times(l3_times(v->u, s->sign), b->axes);
}

// The coefficients m of the ellipsoid around the body.
static inline lane3 equal_coefficients(const equal_sight *v)
{
    return l3_scale(v->powers, 1.0 / (v->sum * (v->rho * v->rho)));
}

#endif
