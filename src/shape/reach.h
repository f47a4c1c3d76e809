// The support height of an ellipsoid or a superquadric along a direction: an upper bound, and a point of the body that
// is nearly as far, both without a power.
//
// Source      Our own, by the inequalities of Hoelder and Cauchy.
// Idea        By axes scaled to 1 the body is sum |x_i|^n <= 1, and the direction w. For any u,
//               (sum w_i x_i)^2 <= sum w_i^2 / u_i^(n-2) * sum u_i^(n-2) x_i^2,
//               sum u_i^(n-2) x_i^2 <= (sum u_i^n)^((n-2)/n),
//             with equality where u goes like the support point, w_i^(1/(n-1)): the error of the bound is of second
//             order in that of u, and so a rough power is good enough for u, with a Halley step where exponents are
//             high. For the root r of sum u_i^n, Newton's step from any guess is never below it, and is used for both:
//             the point u / r is inside, and r^(n-2) is not too small.
// Errors      The bound is right to 3 n + 16 roundings of itself; for whole exponents up to SCREE_REACH_MOST_EXPONENT,
//             and the others to what superquadric_form.h says.
#ifndef SCREE_SHAPE_REACH_H
#define SCREE_SHAPE_REACH_H

#include "shape/superquadric_form.h"

#define SCREE_REACH_MOST_EXPONENT 12.0

/// Exponents from here on take the Halley step.
#define SCREE_REACH_BLOCKY 6

typedef struct scree_reach {
    scree_vec3 at; ///< in the body
    double height; ///< no point of it is farther along d than this, for d of length 1
} scree_reach;

/// Approximately x^(1/(n-1)) for 0 <= x <= 1.
static inline double scree_reach_ratio(const scree_exponent *e, double x)
{
    const double least = 1e-30; // roots of less are negligible
    const double s = max2(x, least), q = sq_rough_power(s, e->dual_less_1);
    if (e->whole < SCREE_REACH_BLOCKY) return q;
    const double k = e->n - 1.0, there = sq_whole_power(q, e->whole - 1);
    return q * (((k - 1.0) * there + (k + 1.0) * s) / ((k + 1.0) * there + (k - 1.0) * s));
}

/// An upper bound of y^(1/n), 1 <= y <= 4, and close to it: one Newton step from about the chord from 1 to 3.
static inline double scree_reach_root(const scree_exponent *e, double y)
{
    const double i = e->inverse, guess = 1.0 + (y - 1.0) * (i * (0.55 + i * (0.3 + 0.11 * i)));
    return i * ((e->n - 1.0) * guess + y / sq_whole_power(guess, e->whole - 1));
}

/// Along d, not 0, with lengths from 1e-100 to 1e100.
static inline scree_reach scree_reach_along(const scree_shape *s, scree_vec3 d)
{
    const scree_exponent *e = &s->form->along;
    const scree_vec3 a = s->form->semi_axes, w = v3(a.x * d.x, a.y * d.y, a.z * d.z);
    scree_reach r;
    if (s->core == SCREE_CORE_ELLIPSOID) {
        r.height = v3_norm(w);
        const double per = 1.0 / r.height;
        r.at = v3(a.x * w.x * per, a.y * w.y * per, a.z * w.z * per);
        return r;
    }
    if (s->form->n1 != s->form->n2 || e->whole == 0 || s->form->n1 > SCREE_REACH_MOST_EXPONENT) {
        r.at = sq_support(s, d, &r.height);
        return r;
    }
    const double over = 1.0 / v3_max_abs(w);
    const double x = scree_reach_ratio(e, fabs(w.x) * over), y = scree_reach_ratio(e, fabs(w.y) * over),
                 z = scree_reach_ratio(e, fabs(w.z) * over);
    const double px = sq_whole_power(x, e->whole - 2), py = sq_whole_power(y, e->whole - 2),
                 pz = sq_whole_power(z, e->whole - 2);
    const double root = scree_reach_root(e, x * x * px + y * y * py + z * z * pz), scale = 1.0 / root;
    r.height = sqrt(sq_whole_power(root, e->whole - 2) * (w.x * w.x / px + w.y * w.y / py + w.z * w.z / pz));
    r.at = v3(copysign(scale * a.x * x, d.x), copysign(scale * a.y * y, d.y), copysign(scale * a.z * z, d.z));
    return r;
}

#endif
