// Lanes: SCREE_LANES doubles that are computed with together, one pair of bodies in each.
//
// The kernels are written once, with the operators of C on vectors and the few functions below, and compiled for each
// width: 2 (portable C: what every compiler makes of it), 4 (AVX2) and 8 (AVX-512). Lanes do not touch each other and
// nothing is contracted into fused steps, so that a lane holds, bit for bit, what the same operations on plain doubles
// give. All intrinsics of the library are in this file.
#ifndef SCREE_BATCH_LANE_H
#define SCREE_BATCH_LANE_H

#ifndef SCREE_LANES
#error "SCREE_LANES: how many, must be set by the file that includes this one"
#endif

#include <math.h>
#include <stdint.h>

#if SCREE_LANES > 2
#include <immintrin.h>
#endif

typedef double lane __attribute__((vector_size(8 * SCREE_LANES)));
/// All bits of a lane set, or none: what comparisons give.
typedef int64_t lane_mask __attribute__((vector_size(8 * SCREE_LANES)));

/// Numbers in memory that are read and written as lanes, aligned.
typedef lane lane_in_memory __attribute__((may_alias));

static inline lane lane_of(double x)
{
    return (lane){ 0 } + x;
}

static inline lane lane_sqrt(lane a)
{
#if SCREE_LANES == 8
    return (lane)_mm512_sqrt_pd((__m512d)a);
#elif SCREE_LANES == 4
    return (lane)_mm256_sqrt_pd((__m256d)a);
#else
    for (int i = 0; i < SCREE_LANES; ++i) a[i] = sqrt(a[i]);
    return a;
#endif
}

/// Bit i is set where lane i is.
static inline unsigned lane_bits(lane_mask m)
{
#if SCREE_LANES == 8
    return _mm512_test_epi64_mask((__m512i)m, (__m512i)m);
#elif SCREE_LANES == 4
    return (unsigned)_mm256_movemask_pd((__m256d)m);
#else
    unsigned bits = 0;
    for (int i = 0; i < SCREE_LANES; ++i) bits |= m[i] != 0 ? 1u << i : 0u;
    return bits;
#endif
}

/// a where the mask is set, else b.
static inline lane lane_select(lane_mask m, lane a, lane b)
{
    return (lane)((m & (lane_mask)a) | (~m & (lane_mask)b));
}

static inline lane lane_abs(lane a)
{
    return (lane)((lane_mask)a & INT64_MAX);
}

/// Of numbers: neither may be NaN.
static inline lane lane_min(lane a, lane b)
{
    return lane_select(a < b, a, b);
}

static inline lane lane_max(lane a, lane b)
{
    return lane_select(a > b, a, b);
}

// ------------------------------------------------------------------------------- vectors and matrices, as in math/

typedef struct lane3 {
    lane x, y, z;
} lane3;

typedef struct lane_mat3 {
    lane3 row[3];
} lane_mat3;

static inline lane3 l3(lane x, lane y, lane z)
{
    lane3 r = { x, y, z };
    return r;
}

static inline lane3 l3_add(lane3 a, lane3 b)
{
    return l3(a.x + b.x, a.y + b.y, a.z + b.z);
}

static inline lane3 l3_sub(lane3 a, lane3 b)
{
    return l3(a.x - b.x, a.y - b.y, a.z - b.z);
}

static inline lane3 l3_times(lane3 a, lane3 b)
{
    return l3(a.x * b.x, a.y * b.y, a.z * b.z);
}

static inline lane3 l3_scale(lane3 a, lane s)
{
    return l3(a.x * s, a.y * s, a.z * s);
}

static inline lane3 l3_add_scaled(lane3 a, lane s, lane3 b)
{
    return l3(a.x + s * b.x, a.y + s * b.y, a.z + s * b.z);
}

static inline lane l3_dot(lane3 a, lane3 b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static inline lane3 l3_cross(lane3 a, lane3 b)
{
    return l3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}

static inline lane3 l3_select(lane_mask m, lane3 a, lane3 b)
{
    return l3(lane_select(m, a.x, b.x), lane_select(m, a.y, b.y), lane_select(m, a.z, b.z));
}

/// v3_unit() of vectors whose squares stay in the range of doubles, and that are not 0.
static inline lane3 l3_unit(lane3 a)
{
    const lane n = lane_sqrt(l3_dot(a, a));
    return l3(a.x / n, a.y / n, a.z / n);
}

static inline lane3 lm3_mul(const lane_mat3 *m, lane3 v)
{
    return l3(l3_dot(m->row[0], v), l3_dot(m->row[1], v), l3_dot(m->row[2], v));
}

static inline lane3 lm3_mul_transposed(const lane_mat3 *m, lane3 v)
{
    const lane3 *r = m->row;
    return l3(r[0].x * v.x + r[1].x * v.y + r[2].x * v.z, r[0].y * v.x + r[1].y * v.y + r[2].y * v.z,
              r[0].z * v.x + r[1].z * v.y + r[2].z * v.z);
}

static inline lane3 lm3_column(const lane_mat3 *m, int i)
{
    const lane3 *r = m->row;
    return i == 0 ? l3(r[0].x, r[1].x, r[2].x) : i == 1 ? l3(r[0].y, r[1].y, r[2].y) : l3(r[0].z, r[1].z, r[2].z);
}

/// a transposed times b
static inline lane_mat3 lm3_transposed_mul(const lane_mat3 *a, const lane_mat3 *b)
{
    lane_mat3 m;
    for (int i = 0; i < 3; ++i) m.row[i] = lm3_mul_transposed(b, lm3_column(a, i));
    return m;
}

#endif
