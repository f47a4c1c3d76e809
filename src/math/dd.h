// Double-double arithmetic: a number as the unevaluated sum hi + lo, |lo| at most half a unit in the last place of hi.
//
//   exact      dd_two_sum, dd_two_diff, dd_two_prod: the sum, difference or product of two doubles, no error at all
//   106 bits   dd_add, dd_sub, dd_mul, dd_div, dd_sqrt: relative error of a few 2^-104
//   vectors    dd3_from, dd3_diff, dd3_cross, dd3_dot, dd3_unit
//
// Source: Dekker, Numer. Math. 18 (1971); Knuth, TAOCP vol. 2, 4.2.2; Joldes, Muller, Popescu, ACM TOMS 44 (2017).
// Needs evaluation in plain double and no contraction into FMA, as the build sets it. Exact as long as nothing
// overflows, and the products' last bits do not fall below 2^-1074: callers scale where that could happen.
#ifndef SCREE_MATH_DD_H
#define SCREE_MATH_DD_H

#include <math.h>

#include "math/vec3.h"

typedef struct dd {
    double hi, lo;
} dd;

typedef struct dd3 {
    dd x, y, z;
} dd3;

static inline dd dd_make(double hi, double lo)
{
    dd r = { hi, lo };
    return r;
}

static inline double dd_value(dd a)
{
    return a.hi + a.lo;
}

static inline dd dd_two_sum(double a, double b)
{
    double s = a + b, t = s - a;
    return dd_make(s, (a - (s - t)) + (b - t));
}

static inline dd dd_two_diff(double a, double b)
{
    double s = a - b, t = s - a;
    return dd_make(s, (a - (s - t)) - (b + t));
}

/// The sum where |a| >= |b|, or a is 0.
static inline dd dd_quick_two_sum(double a, double b)
{
    double s = a + b;
    return dd_make(s, b - (s - a));
}

#ifdef __FMA__
static inline dd dd_two_prod(double a, double b)
{
    double p = a * b;
    return dd_make(p, fma(a, b, -p));
}
#else
// Dekker's product: each factor is split into halves of 26 bits, whose products are exact. The same result as with FMA.
static inline dd dd_two_prod(double a, double b)
{
    const double splitter = 134217729.0; // 2^27 + 1
    double p = a * b;
    double ta = splitter * a, tb = splitter * b;
    double ah = ta - (ta - a), al = a - ah, bh = tb - (tb - b), bl = b - bh;
    return dd_make(p, ((ah * bh - p) + ah * bl + al * bh) + al * bl);
}
#endif

static inline dd dd_neg(dd a)
{
    return dd_make(-a.hi, -a.lo);
}

static inline dd dd_add(dd a, dd b)
{
    dd s = dd_two_sum(a.hi, b.hi), t = dd_two_sum(a.lo, b.lo);
    s = dd_quick_two_sum(s.hi, s.lo + t.hi);
    return dd_quick_two_sum(s.hi, s.lo + t.lo);
}

static inline dd dd_sub(dd a, dd b)
{
    return dd_add(a, dd_neg(b));
}

static inline dd dd_mul(dd a, dd b)
{
    dd p = dd_two_prod(a.hi, b.hi);
    return dd_quick_two_sum(p.hi, p.lo + (a.hi * b.lo + a.lo * b.hi));
}

static inline dd dd_mul_double(dd a, double b)
{
    dd p = dd_two_prod(a.hi, b);
    return dd_quick_two_sum(p.hi, p.lo + a.lo * b);
}

static inline dd dd_div(dd a, dd b)
{
    double q = a.hi / b.hi;
    dd r = dd_sub(a, dd_mul_double(b, q));
    double q2 = r.hi / b.hi;
    r = dd_sub(r, dd_mul_double(b, q2));
    dd s = dd_quick_two_sum(q, q2);
    return dd_add(s, dd_make(r.hi / b.hi, 0.0));
}

/// One step of Newton's from the double root; 0 for a <= 0.
static inline dd dd_sqrt(dd a)
{
    if (!(a.hi > 0.0)) return dd_make(0.0, 0.0);
    double s = sqrt(a.hi);
    dd rest = dd_sub(a, dd_two_prod(s, s));
    return dd_quick_two_sum(s, rest.hi / (2.0 * s));
}

static inline dd3 dd3_from(scree_vec3 a)
{
    dd3 r = { { a.x, 0.0 }, { a.y, 0.0 }, { a.z, 0.0 } };
    return r;
}

/// a - b, exactly.
static inline dd3 dd3_diff(scree_vec3 a, scree_vec3 b)
{
    dd3 r = { dd_two_diff(a.x, b.x), dd_two_diff(a.y, b.y), dd_two_diff(a.z, b.z) };
    return r;
}

static inline dd3 dd3_add(dd3 a, dd3 b)
{
    dd3 r = { dd_add(a.x, b.x), dd_add(a.y, b.y), dd_add(a.z, b.z) };
    return r;
}

static inline dd dd_det2(dd a, dd b, dd c, dd d)
{
    return dd_sub(dd_mul(a, d), dd_mul(b, c));
}

static inline dd3 dd3_cross(dd3 a, dd3 b)
{
    dd3 r = { dd_det2(a.y, a.z, b.y, b.z), dd_det2(a.z, a.x, b.z, b.x), dd_det2(a.x, a.y, b.x, b.y) };
    return r;
}

static inline dd dd3_dot(dd3 a, dd3 b)
{
    return dd_add(dd_add(dd_mul(a.x, b.x), dd_mul(a.y, b.y)), dd_mul(a.z, b.z));
}

static inline scree_vec3 dd3_value(dd3 a)
{
    return v3(dd_value(a.x), dd_value(a.y), dd_value(a.z));
}

/// Multiplied by 2^exponent.
static inline dd3 dd3_scale2(dd3 a, int exponent)
{
    double s = ldexp(1.0, exponent);
    dd3 r = { { a.x.hi * s, a.x.lo * s }, { a.y.hi * s, a.y.lo * s }, { a.z.hi * s, a.z.lo * s } };
    return r;
}

/// a at length 1, each coordinate right to little more than half a rounding; (0, 0, 0) stays. The magnitude of a is
/// between 1e-300 and 1e300.
static inline scree_vec3 dd3_unit(dd3 a)
{
    double m = v3_max_abs(dd3_value(a));
    if (!(m > 0.0)) return v3(0, 0, 0);
    int exponent;
    (void)frexp(m, &exponent);
    a = dd3_scale2(a, -exponent);
    // r is 1 / |a| in double, r + r e / 2 in double-double: one step of Newton's.
    dd square = dd3_dot(a, a);
    double r = 1.0 / sqrt(square.hi);
    dd rest = dd_sub(dd_make(1.0, 0.0), dd_mul(square, dd_two_prod(r, r)));
    double correction = 0.5 * r * rest.hi;
    dd x = dd_mul_double(a.x, r), y = dd_mul_double(a.y, r), z = dd_mul_double(a.z, r);
    return v3(x.hi + (x.lo + a.x.hi * correction), y.hi + (y.lo + a.y.hi * correction),
              z.hi + (z.lo + a.z.hi * correction));
}

#endif
