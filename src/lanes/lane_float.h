// Float vectors, 2 x SCREE_LANES wide, for prefilters: with flags, integers and 3-D vectors. See lane.h.
#ifndef SCREE_LANES_LANE_FLOAT_H
#define SCREE_LANES_LANE_FLOAT_H

#include "lanes/lane.h"

typedef float float_lane __attribute__((vector_size(8 * SCREE_LANES)));
typedef float_lane float_lane_anywhere __attribute__((may_alias, aligned(4)));

enum { FLOAT_LANES = 2 * SCREE_LANES };

static inline float_lane float_at(const float *p)
{
    return *(const float_lane_anywhere *)(const void *)p;
}

/// The maximum and the minimum, unless one is NaN.
static inline float_lane float_max(float_lane a, float_lane b)
{
#if SCREE_LANES == 8
    return (float_lane)_mm512_max_ps((__m512)a, (__m512)b);
#elif SCREE_LANES == 4
    return (float_lane)_mm256_max_ps((__m256)a, (__m256)b);
#else
    for (int i = 0; i < FLOAT_LANES; ++i) a[i] = a[i] > b[i] ? a[i] : b[i];
    return a;
#endif
}

static inline float_lane float_min(float_lane a, float_lane b)
{
    return -float_max(-a, -b);
}

/// The maximum of all lanes.
static inline float float_most(float_lane a)
{
#if SCREE_LANES == 8
    return _mm512_reduce_max_ps((__m512)a);
#else
    float most = a[0];
    for (int i = 1; i < FLOAT_LANES; ++i) most = a[i] > most ? a[i] : most;
    return most;
#endif
}

/// Bit i is set where lane i equals x.
static inline unsigned float_bits_equal(float_lane a, float x)
{
#if SCREE_LANES == 8
    return _mm512_cmp_ps_mask((__m512)a, _mm512_set1_ps(x), _CMP_EQ_OQ);
#elif SCREE_LANES == 4
    return (unsigned)_mm256_movemask_ps(_mm256_cmp_ps((__m256)a, _mm256_set1_ps(x), _CMP_EQ_OQ));
#else
    unsigned bits = 0;
    for (int i = 0; i < FLOAT_LANES; ++i) bits |= a[i] == x ? 1u << i : 0u;
    return bits;
#endif
}

/// Bit i is set where lane i is not below x.
static inline unsigned float_bits_not_below(float_lane a, float x)
{
#if SCREE_LANES == 8
    return _mm512_cmp_ps_mask((__m512)a, _mm512_set1_ps(x), _CMP_GE_OQ);
#elif SCREE_LANES == 4
    return (unsigned)_mm256_movemask_ps(_mm256_cmp_ps((__m256)a, _mm256_set1_ps(x), _CMP_GE_OQ));
#else
    unsigned bits = 0;
    for (int i = 0; i < FLOAT_LANES; ++i) bits |= a[i] >= x ? 1u << i : 0u;
    return bits;
#endif
}

/// 32-bit integers, as many as there are floats.
typedef int32_t float_whole __attribute__((vector_size(8 * SCREE_LANES)));

/// Floats in memory that are read and written as vectors, aligned.
typedef float_lane float_lane_in_memory __attribute__((may_alias));
typedef float_whole float_whole_in_memory __attribute__((may_alias));

/// A row of floats, or of 32-bit integers, aligned as a vector is.
static inline __attribute__((always_inline)) void float_put_row(float *to, float_lane x)
{
    *(float_lane_in_memory *)(void *)to = x;
}

static inline __attribute__((always_inline)) float_whole float_whole_row(const int32_t *p)
{
    return *(const float_whole_in_memory *)(const void *)p;
}

static inline __attribute__((always_inline)) void float_put_whole_row(int32_t *to, float_whole x)
{
    *(float_whole_in_memory *)(void *)to = x;
}

/// Flags of float lanes; see lane_flags.
#if SCREE_LANES == 8
typedef __mmask16 float_flags;
#else
typedef float_whole float_flags;
#endif

/// Keeps a value that was loaded in a register: without this, compilers load it again for each use.
static inline float_lane float_once(float_lane a)
{
#if SCREE_LANES == 8
    __asm__("" : "+v"(a));
#elif SCREE_LANES == 4
    __asm__("" : "+x"(a));
#endif
    return a;
}

static inline float_lane float_of(float x)
{
#if SCREE_LANES == 8
    return (float_lane)_mm512_set1_ps(x);
#elif SCREE_LANES == 4
    return (float_lane)_mm256_set1_ps(x);
#elif SCREE_LANES == 2
    return (float_lane){ x, x, x, x };
#else
    return (float_lane){ x, x };
#endif
}

static inline float_flags float_below(float_lane a, float_lane b)
{
#if SCREE_LANES == 8
    return _mm512_cmp_ps_mask((__m512)a, (__m512)b, _CMP_LT_OQ);
#else
    return a < b;
#endif
}

/// For integers.
static inline float_flags float_same(float_whole a, float_whole b)
{
#if SCREE_LANES == 8
    return _mm512_cmpeq_epi32_mask((__m512i)a, (__m512i)b);
#else
    return a == b;
#endif
}

static inline float_flags float_and(float_flags a, float_flags b)
{
#if SCREE_LANES == 8
    return _mm512_kand(a, b);
#else
    return a & b;
#endif
}

static inline float_flags float_or(float_flags a, float_flags b)
{
#if SCREE_LANES == 8
    return _mm512_kor(a, b);
#else
    return a | b;
#endif
}

/// a, but not b.
static inline float_flags float_less(float_flags a, float_flags b)
{
#if SCREE_LANES == 8
    return _mm512_kandn(b, a);
#else
    return a & ~b;
#endif
}

/// Where the flag is set, and a < b.
static inline float_flags float_also_below(float_flags f, float_lane a, float_lane b)
{
#if SCREE_LANES == 8
    return _mm512_mask_cmp_ps_mask(f, (__m512)a, (__m512)b, _CMP_LT_OQ);
#else
    return f & (a < b);
#endif
}

/// Bit i is set where flag i is.
static inline unsigned float_bits(float_flags f)
{
#if SCREE_LANES == 8
    return f;
#elif SCREE_LANES == 4
    return (unsigned)_mm256_movemask_ps((__m256)f);
#else
    unsigned bits = 0;
    for (int i = 0; i < FLOAT_LANES; ++i) bits |= f[i] != 0 ? 1u << i : 0u;
    return bits;
#endif
}

static inline float_flags float_of_bits(unsigned bits)
{
#if SCREE_LANES == 8
    return (float_flags)bits;
#else
    float_whole one = { 0 };
    for (int i = 0; i < FLOAT_LANES; ++i) one[i] = 1 << i;
    return ((one & (int32_t)bits) != 0);
#endif
}

/// a where the flag is set, else b.
static inline float_lane float_pick(float_flags f, float_lane a, float_lane b)
{
#if SCREE_LANES == 8
    return (float_lane)_mm512_mask_blend_ps(f, (__m512)b, (__m512)a);
#elif SCREE_LANES == 4
    return (float_lane)_mm256_blendv_ps((__m256)b, (__m256)a, (__m256)f);
#else
    return (float_lane)((f & (float_whole)a) | (~f & (float_whole)b));
#endif
}

static inline float_whole float_pick_whole(float_flags f, float_whole a, float_whole b)
{
    return (float_whole)float_pick(f, (float_lane)a, (float_lane)b);
}

static inline float_lane float_sqrt(float_lane a)
{
#if SCREE_LANES == 8
    return (float_lane)_mm512_sqrt_ps((__m512)a);
#elif SCREE_LANES == 4
    return (float_lane)_mm256_sqrt_ps((__m256)a);
#else
    for (int i = 0; i < FLOAT_LANES; ++i) a[i] = sqrtf(a[i]);
    return a;
#endif
}

static inline float_lane float_abs(float_lane a)
{
    return (float_lane)((float_whole)a & INT32_MAX);
}

/// a, negated where b is negative.
static inline float_lane float_negate_if(float_lane a, float_lane b)
{
    return (float_lane)((float_whole)a ^ ((float_whole)b & INT32_MIN));
}

/// Doubles rounded to float: `first` becomes the lower half of the lanes, `second` the upper.
static inline float_lane float_of_lanes(lane first, lane second)
{
#if SCREE_LANES == 8
    const __m256 low = _mm512_cvtpd_ps((__m512d)first), high = _mm512_cvtpd_ps((__m512d)second);
    return (float_lane)_mm512_castpd_ps(
        _mm512_insertf64x4(_mm512_castpd256_pd512(_mm256_castps_pd(low)), _mm256_castps_pd(high), 1));
#elif SCREE_LANES == 4
    return (float_lane)_mm256_insertf128_ps(_mm256_castps128_ps256(_mm256_cvtpd_ps((__m256d)first)),
                                            _mm256_cvtpd_ps((__m256d)second), 1);
#elif SCREE_LANES == 2
    return (float_lane){ (float)first[0], (float)first[1], (float)second[0], (float)second[1] };
#else
    return (float_lane){ (float)first[0], (float)second[0] };
#endif
}

// Interleave the lower halves of two rows; and their upper halves.
#if SCREE_LANES == 8
#define FLOAT_ZIP_LOW(a, b) VECTOR_SHUFFLE(float_whole, a, b, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23)
#define FLOAT_ZIP_HIGH(a, b)                                                                                           \
    VECTOR_SHUFFLE(float_whole, a, b, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31)
#elif SCREE_LANES == 4
#define FLOAT_ZIP_LOW(a, b) VECTOR_SHUFFLE(float_whole, a, b, 0, 8, 1, 9, 2, 10, 3, 11)
#define FLOAT_ZIP_HIGH(a, b) VECTOR_SHUFFLE(float_whole, a, b, 4, 12, 5, 13, 6, 14, 7, 15)
#elif SCREE_LANES == 2
#define FLOAT_ZIP_LOW(a, b) ((float_lane){ (a)[0], (b)[0], (a)[1], (b)[1] })
#define FLOAT_ZIP_HIGH(a, b) ((float_lane){ (a)[2], (b)[2], (a)[3], (b)[3] })
#else
#define FLOAT_ZIP_LOW(a, b) ((float_lane){ (a)[0], (b)[0] })
#define FLOAT_ZIP_HIGH(a, b) ((float_lane){ (a)[1], (b)[1] })
#endif

/// Transposes a square of as many rows as there are lanes.
static inline __attribute__((always_inline)) void float_transpose(float_lane rows[FLOAT_LANES])
{
    float_lane mixed[FLOAT_LANES];
    for (int size = FLOAT_LANES; size > 1; size /= 2) {
        for (int i = 0; i < FLOAT_LANES / 2; ++i) {
            mixed[2 * i] = FLOAT_ZIP_LOW(rows[i], rows[i + FLOAT_LANES / 2]);
            mixed[2 * i + 1] = FLOAT_ZIP_HIGH(rows[i], rows[i + FLOAT_LANES / 2]);
        }
        for (int i = 0; i < FLOAT_LANES; ++i) rows[i] = mixed[i];
    }
}

typedef struct float_lane3 {
    float_lane x, y, z;
} float_lane3;

static inline float_lane3 f3(float_lane x, float_lane y, float_lane z)
{
    float_lane3 r = { x, y, z };
    return r;
}

/// Three rows.
static inline float_lane3 f3_at(const float rows[3][FLOAT_LANES])
{
    const float_lane_in_memory *at = (const float_lane_in_memory *)(const void *)rows;
    return f3(at[0], at[1], at[2]);
}

static inline void f3_put(float rows[3][FLOAT_LANES], float_lane3 x)
{
    float_lane_in_memory *to = (float_lane_in_memory *)(void *)rows;
    to[0] = x.x;
    to[1] = x.y;
    to[2] = x.z;
}

static inline float_lane3 f3_sub(float_lane3 a, float_lane3 b)
{
    return f3(a.x - b.x, a.y - b.y, a.z - b.z);
}

static inline float_lane3 f3_add_scaled(float_lane3 a, float_lane s, float_lane3 b)
{
    return f3(a.x + s * b.x, a.y + s * b.y, a.z + s * b.z);
}

static inline float_lane f3_dot(float_lane3 a, float_lane3 b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static inline float_lane3 f3_cross(float_lane3 a, float_lane3 b)
{
    return f3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}

static inline float_lane3 f3_pick(float_flags f, float_lane3 a, float_lane3 b)
{
    return f3(float_pick(f, a.x, b.x), float_pick(f, a.y, b.y), float_pick(f, a.z, b.z));
}

#endif
