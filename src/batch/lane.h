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
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

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

/// Two numbers, whatever the width: of the two bodies of a pair.
typedef double lane_duo __attribute__((vector_size(16)));

static inline lane_duo duo_sqrt(lane_duo a)
{
#if SCREE_LANES > 2
    return (lane_duo)_mm_sqrt_pd((__m128d)a);
#else
    return (lane_duo){ sqrt(a[0]), sqrt(a[1]) };
#endif
}

/// 1 where both of what a comparison gave are set, else 0.
typedef int64_t lane_duo_mask __attribute__((vector_size(16)));

static inline unsigned duo_all(lane_duo_mask m)
{
#if SCREE_LANES > 2
    return _mm_movemask_pd((__m128d)m) == 3;
#else
    return (m[0] & m[1]) != 0;
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

/// a if the condition holds, else b: in all lanes. (gcc 12 may make of a conditional expression, in a loop and for
/// AVX-512, a choice in the first lane alone.)
static inline lane lane_either(bool condition, lane a, lane b)
{
    return lane_select((lane_mask){ 0 } - (int64_t)condition, a, b);
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

/// Set in the lanes whose bits are.
static inline lane_mask lane_of_bits(unsigned bits)
{
    const lane_mask none = { 0 }, one = none + 1;
    return ((none + (int64_t)bits) & (one << lane_numbers())) != 0;
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

// ----------------------------------------------------------------------------------------------------------- flags

/// One bit for each lane, as the processor's comparisons give them and its selections take them best.
#if SCREE_LANES == 8
typedef __mmask8 lane_flags;
#else
typedef lane_mask lane_flags;
#endif

static inline lane_flags flags_below(lane a, lane b)
{
#if SCREE_LANES == 8
    return _mm512_cmp_pd_mask((__m512d)a, (__m512d)b, _CMP_LT_OQ);
#else
    return a < b;
#endif
}

static inline lane_flags flags_same(lane a, lane b)
{
#if SCREE_LANES == 8
    return _mm512_cmp_pd_mask((__m512d)a, (__m512d)b, _CMP_EQ_OQ);
#else
    return a == b;
#endif
}

/// Of whole numbers without a sign; and whether they are the same.
static inline lane_flags flags_below_whole(lane_mask a, lane_mask b)
{
#if SCREE_LANES == 8
    return _mm512_cmplt_epu64_mask((__m512i)a, (__m512i)b);
#else
    return (a ^ INT64_MIN) < (b ^ INT64_MIN);
#endif
}

static inline lane_flags flags_same_whole(lane_mask a, lane_mask b)
{
#if SCREE_LANES == 8
    return _mm512_cmpeq_epi64_mask((__m512i)a, (__m512i)b);
#else
    return a == b;
#endif
}

static inline lane_flags flags_and(lane_flags a, lane_flags b)
{
    return (lane_flags)(a & b);
}

static inline lane_flags flags_or(lane_flags a, lane_flags b)
{
    return (lane_flags)(a | b);
}

static inline lane_flags flags_not(lane_flags a)
{
    return (lane_flags)~a;
}

/// Bit i is set where flag i is.
static inline unsigned flags_bits(lane_flags f)
{
#if SCREE_LANES == 8
    return f;
#else
    return lane_bits(f);
#endif
}

/// Flag i is set where bit i is.
static inline lane_flags flags_of_bits(unsigned bits)
{
#if SCREE_LANES == 8
    return (lane_flags)bits;
#else
    return lane_of_bits(bits);
#endif
}

/// a where the flag is set, else b.
static inline lane lane_pick(lane_flags f, lane a, lane b)
{
#if SCREE_LANES == 8
    return (lane)_mm512_mask_blend_pd(f, (__m512d)b, (__m512d)a);
#else
    return lane_select(f, a, b);
#endif
}

/// The same of whole numbers.
static inline lane_mask lane_pick_whole(lane_flags f, lane_mask a, lane_mask b)
{
#if SCREE_LANES == 8
    return (lane_mask)_mm512_mask_blend_epi64(f, (__m512i)b, (__m512i)a);
#else
    return (f & a) | (~f & b);
#endif
}

// ---------------------------------------------------------------- twice as many lanes of floats, for a first look

typedef float half_lane __attribute__((vector_size(8 * SCREE_LANES)));
typedef half_lane half_lane_anywhere __attribute__((may_alias, aligned(4)));

enum { HALF_LANES = 2 * SCREE_LANES };

static inline half_lane half_at(const float *p)
{
    return *(const half_lane_anywhere *)(const void *)p;
}

/// Of numbers, the larger one and the smaller one.
static inline half_lane half_max(half_lane a, half_lane b)
{
#if SCREE_LANES == 8
    return (half_lane)_mm512_max_ps((__m512)a, (__m512)b);
#elif SCREE_LANES == 4
    return (half_lane)_mm256_max_ps((__m256)a, (__m256)b);
#else
    for (int i = 0; i < HALF_LANES; ++i) a[i] = a[i] > b[i] ? a[i] : b[i];
    return a;
#endif
}

static inline half_lane half_min(half_lane a, half_lane b)
{
    return -half_max(-a, -b);
}

/// The largest of all.
static inline float half_most(half_lane a)
{
#if SCREE_LANES == 8
    return _mm512_reduce_max_ps((__m512)a);
#else
    float most = a[0];
    for (int i = 1; i < HALF_LANES; ++i) most = a[i] > most ? a[i] : most;
    return most;
#endif
}

/// Bit i is set where lane i is x.
static inline unsigned half_bits_equal(half_lane a, float x)
{
#if SCREE_LANES == 8
    return _mm512_cmp_ps_mask((__m512)a, _mm512_set1_ps(x), _CMP_EQ_OQ);
#elif SCREE_LANES == 4
    return (unsigned)_mm256_movemask_ps(_mm256_cmp_ps((__m256)a, _mm256_set1_ps(x), _CMP_EQ_OQ));
#else
    unsigned bits = 0;
    for (int i = 0; i < HALF_LANES; ++i) bits |= a[i] == x ? 1u << i : 0u;
    return bits;
#endif
}

/// Bit i is set where lane i is not below x.
static inline unsigned half_bits_not_below(half_lane a, float x)
{
#if SCREE_LANES == 8
    return _mm512_cmp_ps_mask((__m512)a, _mm512_set1_ps(x), _CMP_GE_OQ);
#elif SCREE_LANES == 4
    return (unsigned)_mm256_movemask_ps(_mm256_cmp_ps((__m256)a, _mm256_set1_ps(x), _CMP_GE_OQ));
#else
    unsigned bits = 0;
    for (int i = 0; i < HALF_LANES; ++i) bits |= a[i] >= x ? 1u << i : 0u;
    return bits;
#endif
}

// ------------------------------------------------------------------------------------------------- rows and columns

// Of two rows, their numbers at even places, in turn; and those at odd ones.
#if SCREE_LANES == 8
#define LANE_MIX_LOW(a, b) __builtin_shufflevector(a, b, 0, 8, 2, 10, 4, 12, 6, 14)
#define LANE_MIX_HIGH(a, b) __builtin_shufflevector(a, b, 1, 9, 3, 11, 5, 13, 7, 15)
#elif SCREE_LANES == 4
#define LANE_MIX_LOW(a, b) __builtin_shufflevector(a, b, 0, 4, 2, 6)
#define LANE_MIX_HIGH(a, b) __builtin_shufflevector(a, b, 1, 5, 3, 7)
#else
#define LANE_MIX_LOW(a, b) ((lane){ (a)[0], (b)[0] })
#define LANE_MIX_HIGH(a, b) ((lane){ (a)[1], (b)[1] })
#endif

#if SCREE_LANES == 8
// The couples of both rows that are at even places, and at odd ones.
static inline lane lane_even_couples(lane a, lane b)
{
    return __builtin_shufflevector(a, b, 0, 1, 4, 5, 8, 9, 12, 13);
}

static inline lane lane_odd_couples(lane a, lane b)
{
    return __builtin_shufflevector(a, b, 2, 3, 6, 7, 10, 11, 14, 15);
}

// Four rows of couples, each of two rows: every second column, from column `first` on.
static inline void lane_part_columns(const lane couples[4], int first, lane rows[8])
{
    const lane even = lane_even_couples(couples[0], couples[1]), odd = lane_odd_couples(couples[0], couples[1]);
    const lane more_even = lane_even_couples(couples[2], couples[3]),
               more_odd = lane_odd_couples(couples[2], couples[3]);
    rows[first] = lane_even_couples(even, more_even);
    rows[first + 2] = lane_even_couples(odd, more_odd);
    rows[first + 4] = lane_odd_couples(even, more_even);
    rows[first + 6] = lane_odd_couples(odd, more_odd);
}
#endif

/// Rows become columns: as many as there are lanes.
static inline void lane_transpose(lane rows[SCREE_LANES])
{
    lane low[SCREE_LANES / 2], high[SCREE_LANES / 2];
    for (int i = 0; i < SCREE_LANES / 2; ++i) {
        low[i] = LANE_MIX_LOW(rows[2 * i], rows[2 * i + 1]);
        high[i] = LANE_MIX_HIGH(rows[2 * i], rows[2 * i + 1]);
    }
#if SCREE_LANES == 8
    lane_part_columns(low, 0, rows);
    lane_part_columns(high, 1, rows);
#elif SCREE_LANES == 4
    rows[0] = __builtin_shufflevector(low[0], low[1], 0, 1, 4, 5);
    rows[1] = __builtin_shufflevector(high[0], high[1], 0, 1, 4, 5);
    rows[2] = __builtin_shufflevector(low[0], low[1], 2, 3, 6, 7);
    rows[3] = __builtin_shufflevector(high[0], high[1], 2, 3, 6, 7);
#else
    rows[0] = low[0];
    rows[1] = high[0];
#endif
}

/// Of records, the number at a place, one in each lane. (Numbers that are stored one by one could not be read as lanes
/// before they are all in memory.)
static inline lane lane_column(const double *const records[SCREE_LANES], size_t at)
{
    const double *const *r = records;
#if SCREE_LANES == 8
    const __m256d low = _mm256_set_pd(r[3][at], r[2][at], r[1][at], r[0][at]);
    const __m256d high = _mm256_set_pd(r[7][at], r[6][at], r[5][at], r[4][at]);
    return (lane)_mm512_insertf64x4(_mm512_castpd256_pd512(low), high, 1);
#elif SCREE_LANES == 4
    return (lane)_mm256_set_pd(r[3][at], r[2][at], r[1][at], r[0][at]);
#else
    return (lane){ r[0][at], r[1][at] };
#endif
}

/// Of records, the four numbers from `at` on, as rows of one number of each.
static inline void lane_columns_of_four(const double *const records[SCREE_LANES], int at, lane rows[4])
{
#if SCREE_LANES == 8
    lane two[4]; // records 0 and 2, 1 and 3, 4 and 6, 5 and 7
    for (int i = 0; i < 4; ++i) {
        const double *const *from = records + (i & 1) + 4 * (i / 2);
        const __m512d one = _mm512_castpd256_pd512(_mm256_loadu_pd(from[0] + at));
        two[i] = (lane)_mm512_insertf64x4(one, _mm256_loadu_pd(from[2] + at), 1);
    }
    const lane low = LANE_MIX_LOW(two[0], two[1]), high = LANE_MIX_HIGH(two[0], two[1]);
    const lane more_low = LANE_MIX_LOW(two[2], two[3]), more_high = LANE_MIX_HIGH(two[2], two[3]);
    rows[0] = lane_even_couples(low, more_low);
    rows[1] = lane_even_couples(high, more_high);
    rows[2] = lane_odd_couples(low, more_low);
    rows[3] = lane_odd_couples(high, more_high);
#else
    for (int k = 0; k < 4; k += SCREE_LANES) {
        for (int i = 0; i < SCREE_LANES; ++i) rows[k + i] = lane_at(records[i] + at + k);
        lane_transpose(rows + k);
    }
#endif
}

/// Of records of eight numbers, those at 1, 2, 4 and 7, as rows of one number of each.
static inline void lane_columns_1247(const double *const records[SCREE_LANES], lane rows[4])
{
#if SCREE_LANES == 8
    lane two[4], four[2][2];
    for (int i = 0; i < 4; ++i)
        two[i] =
            __builtin_shufflevector(lane_at(records[2 * i]), lane_at(records[2 * i + 1]), 1, 9, 2, 10, 4, 12, 7, 15);
    for (int i = 0; i < 2; ++i) {
        four[0][i] = __builtin_shufflevector(two[2 * i], two[2 * i + 1], 0, 1, 8, 9, 2, 3, 10, 11);
        four[1][i] = __builtin_shufflevector(two[2 * i], two[2 * i + 1], 4, 5, 12, 13, 6, 7, 14, 15);
    }
    for (int i = 0; i < 2; ++i) {
        rows[2 * i] = __builtin_shufflevector(four[i][0], four[i][1], 0, 1, 2, 3, 8, 9, 10, 11);
        rows[2 * i + 1] = __builtin_shufflevector(four[i][0], four[i][1], 4, 5, 6, 7, 12, 13, 14, 15);
    }
#else
    lane all[8];
    for (int k = 0; k < 8; k += SCREE_LANES) {
        for (int i = 0; i < SCREE_LANES; ++i) all[k + i] = lane_at(records[i] + k);
        lane_transpose(all + k);
    }
    rows[0] = all[1];
    rows[1] = all[2];
    rows[2] = all[4];
    rows[3] = all[7];
#endif
}

/// Rows of one number of each record become the eight numbers from `at` on of each. The rows change.
static inline void lane_store_eights(lane rows[8], int at, double *const records[SCREE_LANES])
{
    for (int k = 0; k < 8; k += SCREE_LANES) {
        lane_transpose(rows + k);
        for (int i = 0; i < SCREE_LANES; ++i) *(lane_anywhere *)(void *)(records[i] + at + k) = rows[k + i];
    }
}

/// The same of 0, two rows, 0, two rows, 0 and 0.
static inline void lane_store_couples(lane a, lane b, lane c, lane d, int at, double *const records[SCREE_LANES])
{
#if SCREE_LANES == 8
    const __m512d first[2] = { (__m512d)LANE_MIX_LOW(a, b), (__m512d)LANE_MIX_HIGH(a, b) };
    const __m512d second[2] = { (__m512d)LANE_MIX_LOW(c, d), (__m512d)LANE_MIX_HIGH(c, d) };
    for (int i = 0; i < 8; ++i) {
        const long long k = i / 2 * 2, m = k + 8;
        const __m512i from = _mm512_setr_epi64(0, k, k + 1, 0, m, m + 1, 0, 0);
        _mm512_storeu_pd(records[i] + at, _mm512_maskz_permutex2var_pd(0x36, first[i % 2], from, second[i % 2]));
    }
#else
    const lane zero = { 0 };
    lane_store_eights((lane[]){ zero, a, b, zero, c, d, zero, zero }, at, records);
#endif
}

/// Bytes become 32-bit numbers: those of `bytes`, from the lowest on, eight of them, and eight zeros behind.
static inline void lane_store_bytes(uint64_t bytes, void *to)
{
#if SCREE_LANES == 8
    _mm512_storeu_si512(to, _mm512_zextsi256_si512(_mm256_cvtepu8_epi32(_mm_cvtsi64_si128((int64_t)bytes))));
#elif SCREE_LANES == 4
    _mm256_storeu_si256(to, _mm256_cvtepu8_epi32(_mm_cvtsi64_si128((int64_t)bytes)));
    _mm256_storeu_si256((__m256i *)to + 1, _mm256_setzero_si256());
#else
    int32_t numbers[16] = { 0 };
    for (int i = 0; i < 8; ++i) numbers[i] = (int32_t)(bytes >> 8 * i & 255u);
    memcpy(to, numbers, sizeof numbers);
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

static inline lane_mat3 lm3_transposed(const lane_mat3 *m)
{
    const lane3 *r = m->row;
    return (lane_mat3){ { l3(r[0].x, r[1].x, r[2].x), l3(r[0].y, r[1].y, r[2].y), l3(r[0].z, r[1].z, r[2].z) } };
}

/// a transposed times b
static inline lane_mat3 lm3_transposed_mul(const lane_mat3 *a, const lane_mat3 *b)
{
    lane_mat3 m = lm3_transposed(a);
    for (int i = 0; i < 3; ++i) m.row[i] = lm3_mul_transposed(b, m.row[i]);
    return m;
}

#endif
