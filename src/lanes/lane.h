// Lanes: vectors of SCREE_LANES doubles, mostly with one pair of bodies in each lane.
//
// The kernels are written once, with the operators of C on vectors and the few functions below, and compiled for each
// width: 2 (portable C), 4 (AVX2) and 8 (AVX-512); for tests also 1, which is what a thread of a GPU runs. Lanes are
// independent of each other and nothing is contracted into FMA, so that a lane holds, bit for bit, what the same
// operations on doubles give. All intrinsics on vectors, and all casts of their bits, are in this file, in lane_rows.h
// and in lane_float.h.
#ifndef SCREE_LANES_LANE_H
#define SCREE_LANES_LANE_H

#ifndef SCREE_LANES
#error "SCREE_LANES, the number of lanes, must be defined: by CMake for each width of a kernel"
#endif

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#if SCREE_LANES > 2
#include <immintrin.h>
#endif

#include "math/two.h"
#include "scree/vec.h"

typedef double lane __attribute__((vector_size(8 * SCREE_LANES)));
/// A comparison's result: all bits of a lane set, or none.
typedef int64_t lane_mask __attribute__((vector_size(8 * SCREE_LANES)));

/// Doubles in memory that are read and written as vectors, aligned.
typedef lane lane_in_memory __attribute__((may_alias));

/// The same, unaligned.
typedef lane lane_anywhere __attribute__((may_alias, aligned(8)));

/// A shuffle of a and b: their elements, numbered through from 0, in the order named; `mask` is the type that
/// comparisons of such vectors give. gcc 11 has another builtin, which takes the indices as a vector of that type.
#if defined(__clang__) || __GNUC__ >= 12
#define VECTOR_SHUFFLE(mask, a, b, ...) __builtin_shufflevector(a, b, __VA_ARGS__)
#else
#define VECTOR_SHUFFLE(mask, a, b, ...) __builtin_shuffle(a, b, (mask){ __VA_ARGS__ })
#endif
#define LANE_SHUFFLE(a, b, ...) VECTOR_SHUFFLE(lane_mask, a, b, __VA_ARGS__)

static inline lane lane_of(double x)
{
#if SCREE_LANES == 8
    return (lane)_mm512_set1_pd(x);
#elif SCREE_LANES == 4
    return (lane)_mm256_set1_pd(x);
#elif SCREE_LANES == 2
    return (lane){ x, x };
#else
    return (lane){ x };
#endif
}

static inline lane lane_sqrt(lane a)
{
#if SCREE_LANES == 8
    return (lane)_mm512_sqrt_pd((__m512d)a);
#elif SCREE_LANES == 4
    return (lane)_mm256_sqrt_pd((__m256d)a);
#elif SCREE_LANES == 2
    return (lane){ sqrt(a[0]), sqrt(a[1]) };
#else
    return (lane){ sqrt(a[0]) };
#endif
}

static inline scree_two lane_two_sqrt(scree_two a)
{
#if SCREE_LANES > 2
    return (scree_two)_mm_sqrt_pd((__m128d)a);
#else
    return (scree_two){ sqrt(a[0]), sqrt(a[1]) };
#endif
}

/// Two doubles in memory, aligned as a double is.
typedef scree_two lane_two_anywhere __attribute__((may_alias, aligned(8)));

static inline scree_two lane_two_at(const double *p)
{
    return *(const lane_two_anywhere *)(const void *)p;
}

static inline void lane_two_put(scree_two a, double *to)
{
    *(lane_two_anywhere *)(void *)to = a;
}

typedef uint64_t lane_two_words __attribute__((vector_size(16)));

/// As for lanes: the larger one, without the sign, with the sign of b, negated where the highest bit is set, and the bits.
static inline scree_two two_max(scree_two a, scree_two b)
{
    const scree_two_mask m = a > b;
    return (scree_two)((m & (scree_two_mask)a) | (~m & (scree_two_mask)b));
}

static inline scree_two two_abs(scree_two a)
{
    return (scree_two)((scree_two_mask)a & INT64_MAX);
}

static inline scree_two two_signed(scree_two a, scree_two b)
{
    return (scree_two)((scree_two_mask)a | ((scree_two_mask)b & INT64_MIN));
}

static inline scree_two two_negate(scree_two_mask m, scree_two a)
{
    return (scree_two)((scree_two_mask)a ^ (m & INT64_MIN));
}

static inline scree_two_mask two_to_bits(scree_two a)
{
    return (scree_two_mask)a;
}

static inline lane_two_words two_to_words(scree_two a)
{
    return (lane_two_words)a;
}

static inline scree_two two_from_words(lane_two_words w)
{
    return (scree_two)w;
}

/// The lanes exchanged.
static inline scree_two two_swap(scree_two a)
{
    return VECTOR_SHUFFLE(scree_two_mask, a, a, 1, 0);
}

#if SCREE_LANES > 1
/// Two values in the first two lanes, with 1 in the others, and back.
static inline lane lane_of_two(scree_two a)
{
#if SCREE_LANES == 8
    return (lane){ a[0], a[1], 1.0, 1.0, 1.0, 1.0, 1.0, 1.0 };
#elif SCREE_LANES == 4
    return (lane){ a[0], a[1], 1.0, 1.0 };
#else
    return (lane)a;
#endif
}

static inline scree_two lane_first_two(lane a)
{
    return (scree_two){ a[0], a[1] };
}
#endif

/// 1 where both lanes are set, else 0.
static inline unsigned lane_two_all(scree_two_mask m)
{
#if SCREE_LANES > 2
    return _mm_movemask_pd((__m128d)m) == 3;
#else
    return (m[0] & m[1]) != 0;
#endif
}

/// Bit i is set where the mask is set in lane i.
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

/// a where the mask is set, else 0.
static inline lane lane_where(lane_mask m, lane a)
{
    return (lane)((lane_mask)a & m);
}

/// a if the condition holds, else b, in all lanes. (For a conditional expression in a loop, gcc 12 with AVX-512 may
/// select in the first lane only.)
static inline lane lane_either(bool condition, lane a, lane b)
{
    return lane_select((lane_mask){ 0 } - (int64_t)condition, a, b);
}

static inline lane lane_abs(lane a)
{
    return (lane)((lane_mask)a & INT64_MAX);
}

/// a >= 0 with the sign of b.
static inline lane lane_signed(lane a, lane b)
{
    return (lane)((lane_mask)a | ((lane_mask)b & INT64_MIN));
}

/// -a where the highest bit of m is set, else a.
static inline lane lane_negate(lane_mask m, lane a)
{
    return (lane)((lane_mask)a ^ (m & INT64_MIN));
}

/// The same integer in all lanes.
static inline lane_mask lane_whole(int64_t x)
{
    return (lane_mask){ 0 } + x;
}

/// The bits of doubles as integers, and back.
static inline lane_mask lane_to_bits(lane a)
{
    return (lane_mask)a;
}

static inline lane lane_from_bits(lane_mask m)
{
    return (lane)m;
}

/// The same without a sign: where they are shifted to the right, and where sums wrap around.
typedef uint64_t lane_words __attribute__((vector_size(8 * SCREE_LANES)));

static inline lane_words lane_to_words(lane a)
{
    return (lane_words)a;
}

static inline lane lane_from_words(lane_words w)
{
    return (lane)w;
}

/// Each lane of `digits` holds sixteen 4-bit integers: the one with the index in that lane of `at`.
static inline lane_mask lane_digit(lane_mask digits, lane_mask at)
{
    return (lane_mask)((lane_words)digits >> (lane_words)(at << 2)) & 15;
}

/// a where a < b, else b: the minimum, unless one is NaN.
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

/// a where a > b, else b: the maximum, unless one is NaN.
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

/// Bit i is set where a < b in lane i; the second, where a == b.
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

/// Doubles in memory as a vector: anywhere, or a row of SCREE_LANES, aligned as a vector is. Always inline, so that they do not
/// count when gcc weighs what else to inline.
static inline lane lane_at(const double *p)
{
    return *(const lane_anywhere *)(const void *)p;
}

static inline __attribute__((always_inline)) void lane_put(double *to, lane x)
{
    *(lane_anywhere *)(void *)to = x;
}

static inline __attribute__((always_inline)) lane lane_row(const double *p)
{
    return *(const lane_in_memory *)(const void *)p;
}

static inline __attribute__((always_inline)) void lane_put_row(double *to, lane x)
{
    *(lane_in_memory *)(void *)to = x;
}

static inline __attribute__((always_inline)) void lane_put_whole_row(int64_t *to, lane_mask m)
{
    *(lane_mask *)(void *)to = m;
}

/// Such rows, one after the other.
static inline __attribute__((always_inline)) lane_in_memory *lane_rows(double *p)
{
    return (lane_in_memory *)(void *)p;
}

/// 0, 1, 2, ...
static inline lane_mask lane_numbers(void)
{
#if SCREE_LANES == 8
    return (lane_mask){ 0, 1, 2, 3, 4, 5, 6, 7 };
#elif SCREE_LANES == 4
    return (lane_mask){ 0, 1, 2, 3 };
#elif SCREE_LANES == 2
    return (lane_mask){ 0, 1 };
#else
    return (lane_mask){ 0 };
#endif
}

/// Set in the first `count` lanes.
static inline lane_mask lane_first(int count)
{
    return lane_numbers() < (lane_mask){ 0 } + count;
}

/// The mask is set in the lanes whose bits are.
static inline lane_mask lane_of_bits(unsigned bits)
{
    const lane_mask none = { 0 }, one = none + 1;
    return ((none + (int64_t)bits) & (one << lane_numbers())) != 0;
}

/// The maximum of all lanes, in every lane; and the minimum. Not for NaN.
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
#elif SCREE_LANES == 2
    return lane_max(a, (lane){ a[1], a[0] });
#else
    return a;
#endif
}

static inline lane lane_least(lane a)
{
    return -lane_most(-a);
}

// ----------------------------------------------------------------------------------------------------------- flags

/// One bit a lane (AVX-512 mask registers), or a vector mask: whichever the processor compares into and selects by.
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

/// The same for integers.
static inline lane_mask lane_pick_whole(lane_flags f, lane_mask a, lane_mask b)
{
#if SCREE_LANES == 8
    return (lane_mask)_mm512_mask_blend_epi64(f, (__m512i)b, (__m512i)a);
#else
    return (f & a) | (~f & b);
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

/// One vector in all lanes.
static inline lane3 l3_of(scree_vec3 v)
{
    return l3(lane_of(v.x), lane_of(v.y), lane_of(v.z));
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

/// v3_unit(), for vectors other than 0 whose squares neither overflow nor underflow.
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
