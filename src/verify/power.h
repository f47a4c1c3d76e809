// Powers in wide, for superquadrics: exp and log, good to 2^-90 of the result.
#ifndef SCREE_VERIFY_POWER_H
#define SCREE_VERIFY_POWER_H

#include "verify/wide.h"

/// e^x for x between -700 and 700: reduced by multiples of log 2 and by 2^8, a series, and squared eight times.
static inline wide w_exp(wide x)
{
    enum { HALVINGS = 8 };
    const wide log_2 = { 0x1.62e42fefa39efp-1, 0x1.abc9e3b39803fp-56 };
    // 1 / 5!, 1 / 4!, 1 / 3!, 1 / 2!
    const wide over[4] = { { 0x1.1111111111111p-7, 0x1.1111111111111p-63 },
                           { 0x1.5555555555555p-5, 0x1.5555555555555p-59 },
                           { 0x1.5555555555555p-3, 0x1.5555555555555p-57 },
                           { 0.5, 0.0 } };
    const double k = floor(x.hi * 1.4426950408889634 + 0.5);
    const wide r = w_scale(w_sub(x, w_times(log_2, k)), 0x1p-8);
    // |r| < 2^-9.5: the terms from r^6 / 6! on are below 2^-56 of the sum, and their roundings below 2^-108.
    wide sum =
        w_of(1.0 / 720.0 + r.hi * (1.0 / 5040.0 + r.hi * (1.0 / 40320.0 + r.hi * (1.0 / 362880.0 + r.hi / 3628800.0))));
    for (int i = 0; i < 4; ++i) sum = w_add(over[i], w_mul(r, sum));
    // e^r - 1 keeps its digits where 1 + r would not.
    sum = w_mul(r, w_add(w_of(1.0), w_mul(r, sum)));
    for (int i = 0; i < HALVINGS; ++i) sum = w_add(w_scale(sum, 2.0), w_mul(sum, sum));
    sum = w_add(sum, w_of(1.0));
    const int half = (int)k / 2;
    return w_scale(w_scale(sum, ldexp(1.0, half)), ldexp(1.0, (int)k - half));
}

/// The logarithm of x between 1e-300 and 1e300: that of double, with one correction from its own exponential.
static inline wide w_log(wide x)
{
    const double rough = log(x.hi);
    const wide rest = w_sub(w_mul(x, w_exp(w_of(-rough))), w_of(1.0));
    return w_add(w_of(rough), w_sub(rest, w_scale(w_mul(rest, rest), 0.5)));
}

/// x^n for 0 <= x and n > 0; results below 1e-250 count as 0.
static inline wide w_pow(wide x, wide n)
{
    if (!(x.hi > 1e-280)) return w_of(0.0);
    if (x.hi == 1.0 && x.lo == 0.0) return x;
    const wide exponent = w_mul(n, w_log(x));
    return exponent.hi < -570.0 ? w_of(0.0) : w_exp(exponent);
}

/// (u^n + v^n)^(1/n) for u, v >= 0.
static inline wide w_norm(wide u, wide v, wide n)
{
    const bool first = w_sub(u, v).hi > 0.0;
    const wide most = first ? u : v, least = first ? v : u;
    if (!(least.hi > 0.0)) return most;
    const wide sum = w_add(w_of(1.0), w_pow(w_div(least, most), n));
    return w_mul(most, w_pow(sum, w_div(w_of(1.0), n)));
}

static inline wide w_abs(wide x)
{
    return x.hi < 0.0 ? w_neg(x) : x;
}

#endif
