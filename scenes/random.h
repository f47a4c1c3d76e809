// Random numbers for scenes: the same seed gives the same scene on every machine. So no expression draws twice where
// the order is the compiler's to choose, as among the arguments of a call: each draw has a declaration of its own, or
// one of the functions here makes several in an order of its own.
#ifndef SCREE_SCENES_RANDOM_H
#define SCREE_SCENES_RANDOM_H

#include <math.h>
#include <stdint.h>

#include "scree/vec.h"

/// splitmix64 (Steele, Lea and Flood 2014): a counter and a mixer, so that streams may start anywhere.
typedef struct scree_random {
    uint64_t state;
} scree_random;

static inline uint64_t random_word(scree_random *r)
{
    uint64_t z = (r->state += 0x9E3779B97F4A7C15u);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

/// Its own stream for each (seed, stream, number).
static inline scree_random random_stream(uint64_t seed, uint64_t stream, uint64_t number)
{
    scree_random r = { seed };
    r.state = random_word(&r) ^ (stream * 0xD1B54A32D192ED03u);
    r.state = random_word(&r) ^ (number * 0x8CB92BA72F3D8DD7u);
    return r;
}

/// In [0, 1).
static inline double random_unit(scree_random *r)
{
    return (double)(random_word(r) >> 11) * 0x1p-53;
}

static inline double random_between(scree_random *r, double low, double high)
{
    return low + (high - low) * random_unit(r);
}

/// In 0 .. count - 1.
static inline int random_below(scree_random *r, int count)
{
    return (int)(random_word(r) % (uint64_t)count);
}

/// 10^u, u even in [low, high]: magnitudes of every size are as frequent.
static inline double random_decade(scree_random *r, double low, double high)
{
    return pow(10.0, random_between(r, low, high));
}

static inline double random_sign(scree_random *r)
{
    return random_word(r) & 1 ? 1.0 : -1.0;
}

static inline double random_signed_decade(scree_random *r, double low, double high)
{
    double sign = random_sign(r);
    return sign * random_decade(r, low, high);
}

/// Even in a cube; z is drawn first.
static inline scree_vec3 random_in_cube(scree_random *r, double low, double high)
{
    double z = random_between(r, low, high), y = random_between(r, low, high);
    scree_vec3 v = { random_between(r, low, high), y, z };
    return v;
}

/// Even on the unit sphere.
static inline scree_vec3 random_direction(scree_random *r)
{
    double z = random_between(r, -1.0, 1.0), angle = random_between(r, 0.0, 6.283185307179586);
    double s = sqrt(1.0 - z * z);
    scree_vec3 v = { s * cos(angle), s * sin(angle), z };
    return v;
}

/// A random direction, of a length of unit times 10^low to 10^high, which is drawn first.
static inline scree_vec3 random_vector(scree_random *r, double unit, double low, double high)
{
    double length = unit * random_decade(r, low, high);
    scree_vec3 d = random_direction(r), v = { length * d.x, length * d.y, length * d.z };
    return v;
}

/// Even over all rotations (Shoemake 1992).
static inline scree_quat random_rotation(scree_random *r)
{
    double u = random_unit(r), s = sqrt(1.0 - u), c = sqrt(u);
    double p = random_between(r, 0.0, 6.283185307179586), q = random_between(r, 0.0, 6.283185307179586);
    scree_quat o = { c * cos(q), s * sin(p), s * cos(p), c * sin(q) };
    return o;
}

#endif
