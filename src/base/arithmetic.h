// What the library needs from the compiler: IEEE 754 arithmetic in double. Every source file includes this.
//
// The error bounds count each rounding, exact sums recover what a rounding lost, and infinities, NaN and the sign of 0
// are tested for. Options that let the compiler change the arithmetic make certified intervals wrong, silently. gcc 11
// and clang do not define a macro for all of them: cmake/flags.cmake checks for the options by name.
#ifndef SCREE_BASE_ARITHMETIC_H
#define SCREE_BASE_ARITHMETIC_H

#include <float.h>

#if defined(__FAST_MATH__) || (defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__)
#define SCREE_OTHER_MATH
#elif defined(__ASSOCIATIVE_MATH__) || defined(__RECIPROCAL_MATH__) || defined(__NO_SIGNED_ZEROS__)
#define SCREE_OTHER_MATH
#endif

#ifdef SCREE_OTHER_MATH
#error "scree: -ffast-math, -Ofast and their parts make certified intervals false; compile without them"
#endif

#if FLT_EVAL_METHOD != 0
#error "scree: x87 arithmetic does not round to double; compile with -msse2 -mfpmath=sse (FLT_EVAL_METHOD 0)"
#endif

#endif
