// Random numbers of a filling: the same seed gives the same grains. Each grain has a stream of its own, so that what one
// grain draws does not change the next. Only + - * / and sqrt are used for directions and rotations: the same bits on
// every machine.
#ifndef SCREE_SIM_FILL_RANDOM_H
#define SCREE_SIM_FILL_RANDOM_H

#include <math.h>
#include <stdint.h>

#include "scree/vec.h"

/// splitmix64 (Steele, Lea and Flood 2014): a counter and a mixer.
typedef struct scree_fill_random {
    uint64_t state;
} scree_fill_random;

static inline uint64_t fill_word(scree_fill_random *r)
{
    uint64_t z = (r->state += 0x9E3779B97F4A7C15u);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

/// Its own stream for each (seed, stream, number).
static inline scree_fill_random fill_stream(uint64_t seed, uint64_t stream, uint64_t number)
{
    scree_fill_random r = { seed };
    r.state = fill_word(&r) ^ (stream * 0xD1B54A32D192ED03u);
    r.state = fill_word(&r) ^ (number * 0x8CB92BA72F3D8DD7u);
    return r;
}

/// In [0, 1).
static inline double fill_unit(scree_fill_random *r)
{
    return (double)(fill_word(r) >> 11) * 0x1p-53;
}

static inline double fill_between(scree_fill_random *r, double low, double high)
{
    return low + (high - low) * fill_unit(r);
}

/// Even on the unit sphere (Marsaglia 1972).
static inline scree_vec3 fill_direction(scree_fill_random *r)
{
    for (;;) {
        const double a = fill_between(r, -1.0, 1.0), b = fill_between(r, -1.0, 1.0), s = a * a + b * b;
        if (s >= 1.0) continue;
        const double f = 2.0 * sqrt(1.0 - s);
        const scree_vec3 v = { a * f, b * f, 1.0 - 2.0 * s };
        return v;
    }
}

/// Even on the unit circle: x and y.
static inline scree_vec3 fill_circle(scree_fill_random *r)
{
    for (;;) {
        const double a = fill_between(r, -1.0, 1.0), b = fill_between(r, -1.0, 1.0), s = a * a + b * b;
        if (s >= 1.0 || s < 0x1p-40) continue;
        const double f = 1.0 / sqrt(s);
        const scree_vec3 v = { a * f, b * f, 0.0 };
        return v;
    }
}

/// Even over all rotations (Marsaglia 1972), or in 2-D over those about z.
static inline scree_quat fill_rotation(scree_fill_random *r, int dimension)
{
    const scree_vec3 p = fill_circle(r);
    if (dimension == 2) {
        const scree_quat about_z = { p.x, 0.0, 0.0, p.y };
        return about_z;
    }
    const scree_vec3 q = fill_circle(r);
    const double u = fill_unit(r), s = sqrt(1.0 - u), c = sqrt(u);
    const scree_quat o = { s * p.x, s * p.y, c * q.x, c * q.y };
    return o;
}

/// Normal, with mean 0 and deviation 1 (the polar method).
static inline double fill_normal(scree_fill_random *r)
{
    for (;;) {
        const double a = fill_between(r, -1.0, 1.0), b = fill_between(r, -1.0, 1.0), s = a * a + b * b;
        if (s < 1.0 && s > 0.0) return a * sqrt(-2.0 * log(s) / s);
    }
}

#endif
