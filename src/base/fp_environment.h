// The floating-point environment that the library computes in: always the default one.
//
// The error bounds assume rounding to nearest and gradual underflow. Searches divide first and test the quotient
// afterwards, and vector kernels divide in lanes that are masked off later: 1/0, 0/0 and infinity - infinity are part
// of ordinary answers. A caller may have set up something else: traps (feenableexcept, as many DEM codes run), another
// rounding mode, or flush-to-zero, which every program that was linked with -ffast-math starts with.
//
//   SCREE_FP_GUARD();   the first line of a public call: the default environment from here on, and the caller's again
//                       wherever the function returns. Its exception flags are then those that it had before.
//   scree_fp_is_default()   for calls that are short: go straight on, or through a function that has a guard
//
// In the default environment, a guard costs five instructions and changes nothing: flags are raised as by any other
// code. Compilers do not know that arithmetic depends on the environment, so a guarded function must load its operands
// from memory, or call a function that is not inlined. The caller's functions (support functions, traces) run in the
// default environment.
#ifndef SCREE_BASE_FP_ENVIRONMENT_H
#define SCREE_BASE_FP_ENVIRONMENT_H

#include <stdbool.h>

#include "base/arithmetic.h"

#if defined(__SSE2__)

#include <xmmintrin.h>

/// The control and status register: 6 flags, then denormals-are-zero, 6 trap masks, rounding, flush-to-zero.
typedef struct scree_fp {
    unsigned control;
    bool changed;
} scree_fp;

#define SCREE_FP_FLAGS 0x3fu
#define SCREE_FP_DEFAULT 0x1f80u // all traps masked, nearest, gradual underflow

static inline bool scree_fp_is_default(void)
{
    return (_mm_getcsr() & ~SCREE_FP_FLAGS) == SCREE_FP_DEFAULT;
}

static inline scree_fp scree_fp_enter(void)
{
    scree_fp caller = { _mm_getcsr(), false };
    if ((caller.control & ~SCREE_FP_FLAGS) != SCREE_FP_DEFAULT) {
        caller.changed = true;
        _mm_setcsr(SCREE_FP_DEFAULT);
        __asm__ volatile("" ::: "memory");
    }
    return caller;
}

static inline void scree_fp_leave(const scree_fp *caller)
{
    if (!caller->changed) return;
    __asm__ volatile("" ::: "memory");
    _mm_setcsr(caller->control);
}

#elif defined(__aarch64__)

#include <stdint.h>

typedef struct scree_fp {
    uint64_t control, flags;
    bool changed;
} scree_fp;

static inline uint64_t scree_fp_control(void)
{
    uint64_t control;
    __asm__ volatile("mrs %0, fpcr" : "=r"(control));
    return control;
}

static inline bool scree_fp_is_default(void)
{
    return scree_fp_control() == 0;
}

static inline scree_fp scree_fp_enter(void)
{
    scree_fp caller = { .control = scree_fp_control() };
    if (caller.control != 0) {
        caller.changed = true;
        __asm__ volatile("mrs %0, fpsr" : "=r"(caller.flags));
        __asm__ volatile("msr fpcr, %0" : : "r"((uint64_t)0) : "memory");
    }
    return caller;
}

static inline void scree_fp_leave(const scree_fp *caller)
{
    if (!caller->changed) return;
    __asm__ volatile("msr fpsr, %0" : : "r"(caller->flags) : "memory");
    __asm__ volatile("msr fpcr, %0" : : "r"(caller->control) : "memory");
}

#else

#include <fenv.h>

typedef struct scree_fp {
    fenv_t environment;
    bool changed;
} scree_fp;

// There is no cheap test: every call takes the guard.
static inline bool scree_fp_is_default(void)
{
    return false;
}

static inline scree_fp scree_fp_enter(void)
{
    scree_fp caller;
    caller.changed = fegetenv(&caller.environment) == 0 && fesetenv(FE_DFL_ENV) == 0;
    return caller;
}

static inline void scree_fp_leave(const scree_fp *caller)
{
    if (caller->changed) (void)fesetenv(&caller->environment);
}

#endif

#define SCREE_FP_GUARD() const scree_fp fp_of_caller __attribute__((cleanup(scree_fp_leave), unused)) = scree_fp_enter()

#endif
