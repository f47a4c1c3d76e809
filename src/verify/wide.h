// Double-double arithmetic of the checker: a number as the unevaluated sum hi + lo, good for 31 digits.
//
// The searches have their own (math/dd.h); a checker that shared it would share its slips. Sums and products are off by
// less than 2^-102 of their operands' size, quotients and roots by less than 2^-100. Source: Joldes, Muller, Popescu,
// ACM TOMS 44 (2017), the accurate sum and the product without FMA. Exact splitting needs plain doubles, no fused
// operations, and magnitudes between 1e-290 and 1e290 (or 0), which callers see to.
#ifndef SCREE_VERIFY_WIDE_H
#define SCREE_VERIFY_WIDE_H

#include <math.h>

#include "base/arithmetic.h"
#include "scree/vec.h"

typedef struct wide {
    double hi, lo;
} wide;

typedef struct wide3 {
    wide x, y, z;
} wide3;

static inline wide w_make(double hi, double lo)
{
    return (wide){ hi, lo };
}

static inline wide w_of(double a)
{
    return (wide){ a, 0.0 };
}

static inline double w_round(wide a)
{
    return a.hi + a.lo;
}

/// a + b, exactly.
static inline wide w_sum(double a, double b)
{
    const double s = a + b, b_part = s - a, a_part = s - b_part;
    return w_make(s, (a - a_part) + (b - b_part));
}

static inline wide w_fast_sum(double a, double b)
{
    const double s = a + b;
    return w_make(s, b - (s - a));
}

/// a b, exactly.
static inline wide w_product(double a, double b)
{
    const double split = 134217729.0, p = a * b; // 2^27 + 1
    const double at = split * a, a1 = at - (at - a), a2 = a - a1;
    const double bt = split * b, b1 = bt - (bt - b), b2 = b - b1;
    return w_make(p, a2 * b2 - (((p - a1 * b1) - a2 * b1) - a1 * b2));
}

static inline wide w_neg(wide a)
{
    return w_make(-a.hi, -a.lo);
}

static inline wide w_add(wide a, wide b)
{
    wide s = w_sum(a.hi, b.hi);
    const wide t = w_sum(a.lo, b.lo);
    s = w_fast_sum(s.hi, s.lo + t.hi);
    return w_fast_sum(s.hi, s.lo + t.lo);
}

static inline wide w_sub(wide a, wide b)
{
    return w_add(a, w_neg(b));
}

static inline wide w_mul(wide a, wide b)
{
    const wide p = w_product(a.hi, b.hi);
    return w_fast_sum(p.hi, p.lo + (a.hi * b.lo + a.lo * b.hi));
}

static inline wide w_times(wide a, double b)
{
    const wide p = w_product(a.hi, b);
    return w_fast_sum(p.hi, p.lo + a.lo * b);
}

/// a 2^k for the power of two s.
static inline wide w_scale(wide a, double s)
{
    return w_make(a.hi * s, a.lo * s);
}

/// b is not 0.
static inline wide w_div(wide a, wide b)
{
    const double q1 = a.hi / b.hi;
    wide r = w_sub(a, w_times(b, q1));
    const double q2 = r.hi / b.hi;
    r = w_sub(r, w_times(b, q2));
    return w_add(w_fast_sum(q1, q2), w_of(r.hi / b.hi));
}

/// 0 for a <= 0.
static inline wide w_sqrt(wide a)
{
    if (!(a.hi > 0.0)) return w_of(0.0);
    const double s = sqrt(a.hi);
    const wide rest = w_sub(a, w_product(s, s));
    return w_fast_sum(s, rest.hi / (2.0 * s));
}

static inline wide3 w3_of(scree_vec3 a)
{
    return (wide3){ w_of(a.x), w_of(a.y), w_of(a.z) };
}

static inline scree_vec3 w3_round(wide3 a)
{
    return (scree_vec3){ w_round(a.x), w_round(a.y), w_round(a.z) };
}

/// a - b and a + b, exactly.
static inline wide3 w3_difference(scree_vec3 a, scree_vec3 b)
{
    return (wide3){ w_sum(a.x, -b.x), w_sum(a.y, -b.y), w_sum(a.z, -b.z) };
}

static inline wide3 w3_sum(scree_vec3 a, scree_vec3 b)
{
    return (wide3){ w_sum(a.x, b.x), w_sum(a.y, b.y), w_sum(a.z, b.z) };
}

static inline wide3 w3_add(wide3 a, wide3 b)
{
    return (wide3){ w_add(a.x, b.x), w_add(a.y, b.y), w_add(a.z, b.z) };
}

static inline wide3 w3_sub(wide3 a, wide3 b)
{
    return (wide3){ w_sub(a.x, b.x), w_sub(a.y, b.y), w_sub(a.z, b.z) };
}

static inline wide3 w3_neg(wide3 a)
{
    return (wide3){ w_neg(a.x), w_neg(a.y), w_neg(a.z) };
}

static inline wide3 w3_times(wide3 a, double s)
{
    return (wide3){ w_times(a.x, s), w_times(a.y, s), w_times(a.z, s) };
}

static inline wide3 w3_mul(wide3 a, wide s)
{
    return (wide3){ w_mul(a.x, s), w_mul(a.y, s), w_mul(a.z, s) };
}

/// The three high products and their sum are exact, what they leave is summed in double: off by less than 2^-100 of
/// |a| |b|. After the compensated product of Ogita, Rump and Oishi, SIAM J. Sci. Comput. 26 (2005).
static inline wide w3_dot(wide3 a, wide3 b)
{
    const wide p = w_product(a.x.hi, b.x.hi), q = w_product(a.y.hi, b.y.hi), r = w_product(a.z.hi, b.z.hi);
    const wide s = w_sum(p.hi, q.hi), t = w_sum(s.hi, r.hi);
    const double lo_x = a.x.hi * b.x.lo + a.x.lo * b.x.hi, lo_y = a.y.hi * b.y.lo + a.y.lo * b.y.hi;
    const double lo_z = a.z.hi * b.z.lo + a.z.lo * b.z.hi;
    return w_sum(t.hi, (s.lo + t.lo) + ((p.lo + lo_x) + (q.lo + lo_y) + (r.lo + lo_z)));
}

/// The product with a vector of doubles.
static inline wide w3_dot_plain(wide3 a, scree_vec3 b)
{
    const wide p = w_product(a.x.hi, b.x), q = w_product(a.y.hi, b.y), r = w_product(a.z.hi, b.z);
    const wide s = w_sum(p.hi, q.hi), t = w_sum(s.hi, r.hi);
    const double lo = (p.lo + a.x.lo * b.x) + (q.lo + a.y.lo * b.y) + (r.lo + a.z.lo * b.z);
    return w_sum(t.hi, (s.lo + t.lo) + lo);
}

/// a b - c d, off by less than 2^-100 of the products' size.
static inline wide w_determinant(wide a, wide b, wide c, wide d)
{
    const wide p = w_product(a.hi, b.hi), q = w_product(-c.hi, d.hi), s = w_sum(p.hi, q.hi);
    const double lo_p = a.hi * b.lo + a.lo * b.hi, lo_q = c.hi * d.lo + c.lo * d.hi;
    return w_sum(s.hi, s.lo + ((p.lo + lo_p) + (q.lo - lo_q)));
}

static inline wide3 w3_cross(wide3 a, wide3 b)
{
    return (wide3){ w_determinant(a.y, b.z, a.z, b.y), w_determinant(a.z, b.x, a.x, b.z),
                    w_determinant(a.x, b.y, a.y, b.x) };
}

static inline wide w3_length(wide3 a)
{
    return w_sqrt(w3_dot(a, a));
}

#endif
