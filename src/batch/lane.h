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

/// The same, wherever they begin.
typedef lane lane_anywhere __attribute__((may_alias, aligned(8)));

static inline lane lane_of(double x)
{
#if SCREE_LANES == 8
    return (lane)_mm512_set1_pd(x);
#elif SCREE_LANES == 4
    return (lane)_mm256_set1_pd(x);
#else
    return (lane){ x, x };
#endif
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

/// a where a < b, else b: of numbers, the smaller one.
static inline lane lane_min(lane a, lane b)
{
#if SCREE_LANES == 8
    return (lane)_mm512_min_pd((__m512d)a, (__m512d)b);
#elif SCREE_LANES == 4
    return (lane)_mm256_min_pd((__m256d)a, (__m256d)b);
#else
    return lane_select(a < b, a, b);
#endif
}

/// a where a > b, else b: of numbers, the larger one.
static inline lane lane_max(lane a, lane b)
{
#if SCREE_LANES == 8
    return (lane)_mm512_max_pd((__m512d)a, (__m512d)b);
#elif SCREE_LANES == 4
    return (lane)_mm256_max_pd((__m256d)a, (__m256d)b);
#else
    return lane_select(a > b, a, b);
#endif
}

/// Bit i is set where a < b in lane i; where a == b.
static inline unsigned lane_bits_below(lane a, lane b)
{
#if SCREE_LANES == 8
    return _mm512_cmp_pd_mask((__m512d)a, (__m512d)b, _CMP_LT_OQ);
#else
    return lane_bits(a < b);
#endif
}

static inline unsigned lane_bits_equal(lane a, lane b)
{
#if SCREE_LANES == 8
    return _mm512_cmp_pd_mask((__m512d)a, (__m512d)b, _CMP_EQ_OQ);
#else
    return lane_bits(a == b);
#endif
}

static inline lane lane_at(const double *p)
{
    return *(const lane_anywhere *)(const void *)p;
}

/// 0, 1, 2, ...
static inline lane_mask lane_numbers(void)
{
    lane_mask n = { 0 };
    for (int i = 0; i < SCREE_LANES; ++i) n[i] = i;
    return n;
}

/// Set in the first `count` lanes.
static inline lane_mask lane_first(int count)
{
    return lane_numbers() < (lane_mask){ 0 } + count;
}

/// The largest of all lanes, in each of them; and the smallest. Of numbers.
static inline lane lane_most(lane a)
{
#if SCREE_LANES == 8
    __m512d m = (__m512d)a;
    m = _mm512_max_pd(m, _mm512_shuffle_f64x2(m, m, 0x4e));
    m = _mm512_max_pd(m, _mm512_shuffle_f64x2(m, m, 0xb1));
    return (lane)_mm512_max_pd(m, _mm512_permute_pd(m, 0x55));
#elif SCREE_LANES == 4
    __m256d m = (__m256d)a;
    m = _mm256_max_pd(m, _mm256_permute2f128_pd(m, m, 0x01));
    return (lane)_mm256_max_pd(m, _mm256_permute_pd(m, 0x05));
#else
    return lane_max(a, (lane){ a[1], a[0] });
#endif
}

static inline lane lane_least(lane a)
{
    return -lane_most(-a);
}

// Of two rows, that are `step` rows apart: the upper right part of one changes places with the lower left of the other.
#if SCREE_LANES == 8
#define LANE_MIX_LOW(step, a, b)                                                                                       \
    ((step) == 1   ? __builtin_shufflevector(a, b, 0, 8, 2, 10, 4, 12, 6, 14)                                          \
     : (step) == 2 ? __builtin_shufflevector(a, b, 0, 1, 8, 9, 4, 5, 12, 13)                                           \
                   : __builtin_shufflevector(a, b, 0, 1, 2, 3, 8, 9, 10, 11))
#define LANE_MIX_HIGH(step, a, b)                                                                                      \
    ((step) == 1   ? __builtin_shufflevector(a, b, 1, 9, 3, 11, 5, 13, 7, 15)                                          \
     : (step) == 2 ? __builtin_shufflevector(a, b, 2, 3, 10, 11, 6, 7, 14, 15)                                         \
                   : __builtin_shufflevector(a, b, 4, 5, 6, 7, 12, 13, 14, 15))
#elif SCREE_LANES == 4
#define LANE_MIX_LOW(step, a, b)                                                                                       \
    ((step) == 1 ? __builtin_shufflevector(a, b, 0, 4, 2, 6) : __builtin_shufflevector(a, b, 0, 1, 4, 5))
#define LANE_MIX_HIGH(step, a, b)                                                                                      \
    ((step) == 1 ? __builtin_shufflevector(a, b, 1, 5, 3, 7) : __builtin_shufflevector(a, b, 2, 3, 6, 7))
#else
#define LANE_MIX_LOW(step, a, b) ((lane){ (a)[0], (b)[0] })
#define LANE_MIX_HIGH(step, a, b) ((lane){ (a)[1], (b)[1] })
#endif

static inline void lane_mix(lane *rows, int step, int i)
{
    const lane a = rows[i], b = rows[i + step];
    rows[i] = LANE_MIX_LOW(step, a, b);
    rows[i + step] = LANE_MIX_HIGH(step, a, b);
}

/// Rows become columns: as many as there are lanes.
static inline void lane_transpose(lane rows[SCREE_LANES])
{
    for (int i = 0; i < SCREE_LANES; i += 2) lane_mix(rows, 1, i);
#if SCREE_LANES > 2
    for (int i = 0; i < SCREE_LANES; ++i)
        if ((i & 2) == 0) lane_mix(rows, 2, i);
#endif
#if SCREE_LANES > 4
    for (int i = 0; i < 4; ++i) lane_mix(rows, 4, i);
#endif
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
