// Doubles with a running error bound: bn_add, bn_sub, bn_mul, ... carry a value and a bound on its error.
//
// The true number is within `error` of `value`, whatever the operands cancelled. Cheaper than interval arithmetic,
// since no rounding mode is switched, and enough to say whether a sign is certain. Products that fall below the range
// of doubles cost DBL_MIN; an overflow makes the error infinite or NaN, and then no sign is certain.
#ifndef SCREE_MATH_BOUNDED_H
#define SCREE_MATH_BOUNDED_H

#include <float.h>
#include <math.h>
#include <stdbool.h>

#include "base/arithmetic.h"

typedef struct bn {
    double value, error;
} bn;

// Each operation rounds the error bound itself by less than this, relatively.
#define BN_OWN_ROUNDING (1.0 + 0x1p-49)

static inline bn bn_make(double value, double error)
{
    bn r = { value, error };
    return r;
}

static inline bn bn_exact(double value)
{
    return bn_make(value, 0.0);
}

static inline bn bn_add(bn a, bn b)
{
    double v = a.value + b.value;
    return bn_make(v, (a.error + b.error + 0x1p-53 * fabs(v)) * BN_OWN_ROUNDING);
}

static inline bn bn_sub(bn a, bn b)
{
    double v = a.value - b.value;
    return bn_make(v, (a.error + b.error + 0x1p-53 * fabs(v)) * BN_OWN_ROUNDING);
}

static inline bn bn_mul(bn a, bn b)
{
    double v = a.value * b.value;
    double e = fabs(a.value) * b.error + (fabs(b.value) + b.error) * a.error;
    return bn_make(v, (e + 0x1p-53 * fabs(v)) * BN_OWN_ROUNDING + DBL_MIN);
}

/// Times an exact double.
static inline bn bn_scale(bn a, double s)
{
    return bn_mul(a, bn_exact(s));
}

static inline bn bn_square(bn a)
{
    return bn_mul(a, a);
}

static inline bool bn_is_positive(bn a)
{
    return a.value > a.error;
}

static inline bool bn_is_negative(bn a)
{
    return a.value < -a.error;
}

#endif
