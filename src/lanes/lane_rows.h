// Transposes and gathers: rows of doubles become columns, records become rows. With the intrinsics for that.
#ifndef SCREE_LANES_LANE_ROWS_H
#define SCREE_LANES_LANE_ROWS_H

#include "lanes/lane.h"

// Interleave the even elements of two rows; and the odd ones.
#if SCREE_LANES == 8
#define LANE_MIX_LOW(a, b) LANE_SHUFFLE(a, b, 0, 8, 2, 10, 4, 12, 6, 14)
#define LANE_MIX_HIGH(a, b) LANE_SHUFFLE(a, b, 1, 9, 3, 11, 5, 13, 7, 15)
#elif SCREE_LANES == 4
#define LANE_MIX_LOW(a, b) LANE_SHUFFLE(a, b, 0, 4, 2, 6)
#define LANE_MIX_HIGH(a, b) LANE_SHUFFLE(a, b, 1, 5, 3, 7)
#elif SCREE_LANES == 2
#define LANE_MIX_LOW(a, b) ((lane){ (a)[0], (b)[0] })
#define LANE_MIX_HIGH(a, b) ((lane){ (a)[1], (b)[1] })
#endif

#if SCREE_LANES == 8
// The pairs of elements at even places of both rows; and at odd ones.
static inline lane lane_even_couples(lane a, lane b)
{
    return LANE_SHUFFLE(a, b, 0, 1, 4, 5, 8, 9, 12, 13);
}

static inline lane lane_odd_couples(lane a, lane b)
{
    return LANE_SHUFFLE(a, b, 2, 3, 6, 7, 10, 11, 14, 15);
}

// From four rows that each hold interleaved pairs of two rows: every second column, beginning with column `first`.
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

#if SCREE_LANES == 1
// One lane: the matrix is 1 by 1, and its own transpose.
static inline void lane_transpose(const lane rows[1])
{
    (void)rows;
}

static inline lane lane_most_of_rows(const lane rows[1])
{
    return rows[0];
}
#else
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
    rows[0] = LANE_SHUFFLE(low[0], low[1], 0, 1, 4, 5);
    rows[1] = LANE_SHUFFLE(high[0], high[1], 0, 1, 4, 5);
    rows[2] = LANE_SHUFFLE(low[0], low[1], 2, 3, 6, 7);
    rows[3] = LANE_SHUFFLE(high[0], high[1], 2, 3, 6, 7);
#else
    rows[0] = low[0];
    rows[1] = high[0];
#endif
}

/// The maximum of each row, in the lane of the row's index.
static inline lane lane_most_of_rows(const lane rows[SCREE_LANES])
{
    lane two[SCREE_LANES / 2];
    for (int i = 0; i < SCREE_LANES / 2; ++i)
        two[i] = lane_max(LANE_MIX_LOW(rows[2 * i], rows[2 * i + 1]), LANE_MIX_HIGH(rows[2 * i], rows[2 * i + 1]));
#if SCREE_LANES == 8
    lane four[2];
    for (int i = 0; i < 2; ++i)
        four[i] = lane_max(lane_even_couples(two[2 * i], two[2 * i + 1]), lane_odd_couples(two[2 * i], two[2 * i + 1]));
    return lane_max(lane_even_couples(four[0], four[1]), lane_odd_couples(four[0], four[1]));
#elif SCREE_LANES == 4
    return lane_max(LANE_SHUFFLE(two[0], two[1], 0, 1, 4, 5), LANE_SHUFFLE(two[0], two[1], 2, 3, 6, 7));
#else
    return two[0];
#endif
}
#endif

/// Gathers element `at` of each record. (Doubles that were stored one by one could not be loaded as a vector until all
/// stores have finished: no store forwarding.)
static inline lane lane_column(const double *const records[SCREE_LANES], size_t at)
{
    const double *const *r = records;
#if SCREE_LANES == 8
    const __m256d low = _mm256_set_pd(r[3][at], r[2][at], r[1][at], r[0][at]);
    const __m256d high = _mm256_set_pd(r[7][at], r[6][at], r[5][at], r[4][at]);
    return (lane)_mm512_insertf64x4(_mm512_castpd256_pd512(low), high, 1);
#elif SCREE_LANES == 4
    return (lane)_mm256_set_pd(r[3][at], r[2][at], r[1][at], r[0][at]);
#elif SCREE_LANES == 2
    return (lane){ r[0][at], r[1][at] };
#else
    return (lane){ r[0][at] };
#endif
}

/// Of one row, the numbers at the places that a table of bytes names, every `step`th of its entries.
static inline __attribute__((always_inline)) lane lane_at_bytes(const double *row, const uint8_t *at, int step)
{
#if SCREE_LANES == 8
    return (lane){ row[at[0]],        row[at[step]],     row[at[2 * step]], row[at[3 * step]],
                   row[at[4 * step]], row[at[5 * step]], row[at[6 * step]], row[at[7 * step]] };
#elif SCREE_LANES == 4
    return (lane){ row[at[0]], row[at[step]], row[at[2 * step]], row[at[3 * step]] };
#elif SCREE_LANES == 2
    return (lane){ row[at[0]], row[at[step]] };
#else
    (void)step;
    return (lane){ row[at[0]] };
#endif
}

/// Gathers the four doubles from `at` on of each record, as four rows.
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

/// Gathers the doubles 1, 2, 4 and 7 of each record, as four rows.
static inline void lane_columns_1247(const double *const records[SCREE_LANES], lane rows[4])
{
#if SCREE_LANES == 8
    lane two[4], four[2][2];
    for (int i = 0; i < 4; ++i)
        two[i] = LANE_SHUFFLE(lane_at(records[2 * i]), lane_at(records[2 * i + 1]), 1, 9, 2, 10, 4, 12, 7, 15);
    for (int i = 0; i < 2; ++i) {
        four[0][i] = LANE_SHUFFLE(two[2 * i], two[2 * i + 1], 0, 1, 8, 9, 2, 3, 10, 11);
        four[1][i] = LANE_SHUFFLE(two[2 * i], two[2 * i + 1], 4, 5, 12, 13, 6, 7, 14, 15);
    }
    for (int i = 0; i < 2; ++i) {
        rows[2 * i] = LANE_SHUFFLE(four[i][0], four[i][1], 0, 1, 2, 3, 8, 9, 10, 11);
        rows[2 * i + 1] = LANE_SHUFFLE(four[i][0], four[i][1], 4, 5, 6, 7, 12, 13, 14, 15);
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

/// The reverse: row k of eight becomes the element `at` + k of each record. Overwrites the rows.
static inline void lane_store_eights(lane rows[8], int at, double *const records[SCREE_LANES])
{
    for (int k = 0; k < 8; k += SCREE_LANES) {
        lane_transpose(rows + k);
        for (int i = 0; i < SCREE_LANES; ++i) lane_put(records[i] + at + k, rows[k + i]);
    }
}

/// The same for the rows 0, a, b, 0, c, d, 0, 0.
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

/// The eight bytes of `bytes`, from the lowest on, become 32-bit integers.
static inline void lane_store_bytes(uint64_t bytes, void *to)
{
#if SCREE_LANES >= 4
    _mm256_storeu_si256(to, _mm256_cvtepu8_epi32(_mm_cvtsi64_si128((int64_t)bytes)));
#else
    int32_t values[8];
    for (int i = 0; i < 8; ++i) values[i] = (int32_t)(bytes >> 8 * i & 255u);
    memcpy(to, values, sizeof values);
#endif
}

#endif
