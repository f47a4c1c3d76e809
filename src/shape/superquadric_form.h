// The surface of a superquadric in its own frame: gauge, normal, curvature, support.
//
// Source  peng-hanley-2019, equation 1, for the inside-outside function; the polar of a gauge for the support.
//
// Idea    The inside-outside function F = (|x/a|^n2 + |y/b|^n2)^(n1/n2) + |z/c|^n1 - 1 overflows a few sizes away from
//         the surface when n1 is 100. The gauge g = (1 + F)^(1/n1) has the same level sets, is 1 on the surface and t
//         at t times the surface, is convex, and neither overflows nor underflows:
//
//           rho = (u^n2 + v^n2)^(1/n2),   g = (rho^n1 + w^n1)^(1/n1),   u = |x|/a, v = |y|/b, w = |z|/c,
//
//         two steps of the same kind. With q <= 1 the ratio of the two arguments of a step and t = q^n, a step is the
//         larger argument times r = (1 + t)^(1/n); its slopes are r / (1 + t) and q^(n-1) times that. One power and one
//         root are enough for all of it, and q^(n-1) is a product where n is whole. The second derivative of a step is
//         (n - 1) (uv/rho^2)^(n-2) / rho times the square of (v, -u) / rho: never negative, nothing cancels, and so the
//         Hessian of g is given as the sum of the squares of two vectors ("bends").
//         The support function h is the gauge of the polar body: arguments a|x|, b|y|, c|z| and exponents n / (n - 1).
//         One power q^(1/(n-1)) and one root of 1 + q^(n/(n-1)) are enough for a step; the slopes give the support
//         point.
//         Equal exponents make one step of three arguments.
//
// Errors  In roundings (2^-53), for lengths and directions whose products stay in a double's range:
//           g          12 of itself, wherever the point is
//           gradient   each component 16 + 6 n of itself, n the larger exponent (the rounding of u makes n of it)
//           h          12 of itself
//           support    d . point 12 of h(d), the gauge of the point 12. Where a component of d is near 0, the
//                      exact point moves fast with d, and so does this one, along the surface.
//         These are guaranteed; the test finds half of it (tests/unit/shape/superquadric_form.c).
#ifndef SCREE_SHAPE_SUPERQUADRIC_FORM_H
#define SCREE_SHAPE_SUPERQUADRIC_FORM_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "math/vec3.h"
#include "shape/shape.h"

/// What a step of exponent n gives: its value and its slopes along the two arguments.
typedef struct sq_step {
    double value, slope_x, slope_y;
} sq_step;

/// The gauge near a point: Hessian = sum over i of bend[i] bend[i]^T.
typedef struct sq_jet {
    double value;
    scree_vec3 gradient;
    scree_vec3 bend[2];
} sq_jet;

/// x^k, k >= 0.
static inline double sq_whole_power(double x, int k)
{
    double r = k & 1 ? x : 1.0;
    while (k >>= 1) {
        x *= x;
        if (k & 1) r *= x;
    }
    return r;
}

/// q^(n-1) and q^(n-2), q >= 0.
static inline double sq_power_less_1(const scree_exponent *e, double q)
{
    return e->whole > 0 ? sq_whole_power(q, e->whole - 1) : pow(q, e->n - 1.0);
}

static inline double sq_power_less_2(const scree_exponent *e, double q)
{
    return e->whole > 0 ? sq_whole_power(q, e->whole - 2) : pow(q, e->n - 2.0);
}

/// y^(1/n) for 1 <= y <= 3.
static inline double sq_root(const scree_exponent *e, double y)
{
    if (y == 1.0) return 1.0; // all of a flat face
    if (e->root_halvings < 0) return pow(y, e->inverse);
    for (int i = 0; i < e->root_halvings; ++i) y = sqrt(y);
    return y;
}

/// q^(1/(n-1)) for 0 <= q <= 1.
static inline double sq_dual_power(const scree_exponent *e, double q)
{
    if (e->dual_halvings < 0) return pow(q, e->dual_less_1);
    for (int i = 0; i < e->dual_halvings; ++i) q = sqrt(q);
    return q;
}

/// x^k for 0 < x <= 1 and 0 < k <= 1, to 7 %: the bits of a double, read as an integer, grow like its logarithm. An
/// addition puts an integer below 2^51 into the last bits of a large double, and back.
static inline double sq_rough_power(double x, double k)
{
    const double one = 1.0, large = 0x1p52;
    uint64_t bits, zero, last;
    memcpy(&bits, &x, sizeof bits);
    memcpy(&zero, &one, sizeof zero);
    memcpy(&last, &large, sizeof last);
    bits = last + ((zero - bits) >> 12);
    memcpy(&x, &bits, sizeof x);
    x = k * (x - large) + large;
    memcpy(&bits, &x, sizeof bits);
    bits = zero - ((bits - last) << 12);
    memcpy(&x, &bits, sizeof x);
    return x;
}

/// (x^n + y^n)^(1/n) for x, y >= 0 with its slopes.
static inline sq_step sq_primal_step(const scree_exponent *e, double x, double y)
{
    const double most = x > y ? x : y, least = x > y ? y : x;
    if (most == 0.0) return (sq_step){ 0.0, 0.0, 0.0 };
    const double q = least / most, p = sq_power_less_1(e, q), sum = 1.0 + q * p;
    const double r = sq_root(e, sum), slope = r / sum, lesser = p * slope;
    return (sq_step){ most * r, x > y ? slope : lesser, x > y ? lesser : slope };
}

/// The same with the exponent n / (n - 1).
static inline sq_step sq_dual_step(const scree_exponent *e, double x, double y)
{
    const double most = x > y ? x : y, least = x > y ? y : x;
    if (most == 0.0) return (sq_step){ 0.0, 0.0, 0.0 };
    const double q = least / most, p = sq_dual_power(e, q), sum = 1.0 + q * p;
    const double slope = 1.0 / sq_root(e, sum), lesser = p * slope;
    return (sq_step){ most * sum * slope, x > y ? slope : lesser, x > y ? lesser : slope };
}

/// Both steps at once, for equal exponents: one root less, and independent powers.
typedef struct sq_steps {
    double value, x, y, z; // and slopes
} sq_steps;

/// Which of three is the largest, and the ratios of the other two to it, in their order.
typedef struct sq_ratios {
    bool first, second; // the largest is x; is y
    double most, q1, q2;
} sq_ratios;

static inline sq_ratios sq_sort(double x, double y, double z)
{
    const bool first = x >= y && x >= z, second = !first && y >= z;
    const double most = first ? x : second ? y : z, scale = most > 0.0 ? most : 1.0;
    return (sq_ratios){ first, second, most, (first ? y : x) / scale, (first || second ? z : y) / scale };
}

static inline sq_steps sq_unsort(const sq_ratios *t, double value, double slope, double p1, double p2)
{
    const double lesser1 = p1 * slope, lesser2 = p2 * slope;
    return (sq_steps){ value, t->first ? slope : lesser1,
                       t->first    ? lesser1
                       : t->second ? slope
                                   : lesser2,
                       t->first || t->second ? lesser2 : slope };
}

static inline sq_steps sq_primal_steps(const scree_shape *s, double x, double y, double z)
{
    if (s->form->n1 == s->form->n2) {
        const sq_ratios t = sq_sort(x, y, z);
        const double p1 = sq_power_less_1(&s->form->along, t.q1), p2 = sq_power_less_1(&s->form->along, t.q2);
        const double sum = 1.0 + (t.q1 * p1 + t.q2 * p2), r = sq_root(&s->form->along, sum);
        return sq_unsort(&t, t.most * r, t.most > 0.0 ? r / sum : 0.0, p1, p2);
    }
    const sq_step flat = sq_primal_step(&s->form->across, x, y), whole = sq_primal_step(&s->form->along, flat.value, z);
    return (sq_steps){ whole.value, whole.slope_x * flat.slope_x, whole.slope_x * flat.slope_y, whole.slope_y };
}

static inline sq_steps sq_dual_steps(const scree_shape *s, double x, double y, double z)
{
    if (s->form->n1 == s->form->n2) {
        const sq_ratios t = sq_sort(x, y, z);
        const double p1 = sq_dual_power(&s->form->along, t.q1), p2 = sq_dual_power(&s->form->along, t.q2);
        const double sum = 1.0 + (t.q1 * p1 + t.q2 * p2), slope = 1.0 / sq_root(&s->form->along, sum);
        return sq_unsort(&t, t.most * sum * slope, slope, p1, p2);
    }
    const sq_step flat = sq_dual_step(&s->form->across, x, y), whole = sq_dual_step(&s->form->along, flat.value, z);
    return (sq_steps){ whole.value, whole.slope_x * flat.slope_x, whole.slope_x * flat.slope_y, whole.slope_y };
}

/// The gauge of a point: below 1 inside, 1 on the surface, above 1 outside; homogeneous of degree 1.
static inline double sq_gauge(const scree_shape *s, scree_vec3 p)
{
    const scree_vec3 a = s->form->semi_axes;
    return sq_primal_steps(s, fabs(p.x) / a.x, fabs(p.y) / a.y, fabs(p.z) / a.z).value;
}

/// The gauge and its gradient, which is an outward normal of length 1 / h(normal) and the same all along a ray from
/// the centre; p . gradient = gauge. Both are 0 at the centre.
static inline double sq_gauge_gradient(const scree_shape *s, scree_vec3 p, scree_vec3 *gradient)
{
    const scree_vec3 a = s->form->semi_axes;
    const sq_steps g = sq_primal_steps(s, fabs(p.x) / a.x, fabs(p.y) / a.y, fabs(p.z) / a.z);
    *gradient = v3(copysign(g.x / a.x, p.x), copysign(g.y / a.y, p.y), copysign(g.z / a.z, p.z));
    return g.value;
}

/// The outward unit normal of the level set of F through p: of the surface, if p is on it. 0 at the centre.
static inline scree_vec3 sq_normal(const scree_shape *s, scree_vec3 p)
{
    scree_vec3 gradient;
    sq_gauge_gradient(s, p, &gradient);
    return v3_unit(gradient);
}

/// The point of the surface on the ray from the centre through p, which must not be the centre.
static inline scree_vec3 sq_project(const scree_shape *s, scree_vec3 p)
{
    return v3_scale(p, 1.0 / sq_gauge(s, p));
}

/// The support point along d (not 0; lengths from 1e-100 to 1e100), and its height h(d) along d, more accurate than d .
/// point.
static inline scree_vec3 sq_support(const scree_shape *s, scree_vec3 d, double *height)
{
    const scree_vec3 a = s->form->semi_axes;
    const sq_steps h = sq_dual_steps(s, a.x * fabs(d.x), a.y * fabs(d.y), a.z * fabs(d.z));
    *height = h.value;
    return v3(copysign(a.x * h.x, d.x), copysign(a.y * h.y, d.y), copysign(a.z * h.z, d.z));
}

/// Only h(d).
static inline double sq_height(const scree_shape *s, scree_vec3 d)
{
    const scree_vec3 a = s->form->semi_axes;
    return sq_dual_steps(s, a.x * fabs(d.x), a.y * fabs(d.y), a.z * fabs(d.z)).value;
}

/// Gauge, gradient and Hessian of the gauge at p, which must not be the centre. The Hessian is that of a function of
/// degree 1: it falls off as 1 / gauge, and has p in its kernel. On the z axis, where there is no Hessian if n1 = 2 <
/// n2, it is right along x and y.
sq_jet scree_sq_jet(const scree_shape *shape, scree_vec3 p);

/// Principal curvatures of the level set of F through p, the larger one first, and their unit directions in the tangent
/// plane. Both are finite and not negative.
void scree_sq_curvature(const scree_shape *shape, scree_vec3 p, double curvature[2], scree_vec3 direction[2]);

/// Prepares an exponent of a shape.
scree_exponent scree_exponent_make(double n);

#endif
