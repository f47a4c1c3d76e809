// What the compiler must give: IEEE 754 arithmetic in double. Every source of the library sees this file.
//
// The error bounds count each rounding, exact sums recover what a rounding lost, and infinities and NaN are tested for.
// Options that let the compiler change the arithmetic make certified intervals false, without a sign of it.
#ifndef SCREE_BASE_ARITHMETIC_H
#define SCREE_BASE_ARITHMETIC_H

#include <float.h>

#if defined(__FAST_MATH__) || defined(__ASSOCIATIVE_MATH__) || defined(__RECIPROCAL_MATH__) ||                         \
    (defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__)
#error                                                                                                                 \
    "scree must not be compiled with -ffast-math, -Ofast, -funsafe-math-optimizations or -ffinite-math-only: they change rounding, and its certified intervals would be false"
#endif

#if FLT_EVAL_METHOD != 0
#error                                                                                                                 \
    "scree needs arithmetic that rounds to double (FLT_EVAL_METHOD 0); on 32-bit x86, compile with -msse2 -mfpmath=sse instead of x87"
#endif

#endif
