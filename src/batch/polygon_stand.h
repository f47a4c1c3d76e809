// Pairs of polygons over lanes: how the two of each stand to each other. See polygon_batch.h.
//
// Idea    Bodies, and what the polygons have in rows, are as many words as there are lanes or some times that: they are
//         read whole, and transposed.
#ifndef SCREE_BATCH_POLYGON_STAND_H
#define SCREE_BATCH_POLYGON_STAND_H

#include <assert.h>

#include "batch/lane_rows.h"
#include "batch/polygon_kernel.h"

// Inlined, for each number of corners; but where sanitizers look at every access, that takes compilers minutes.
#ifdef SCREE_SANITIZED
#define ALWAYS_INLINE static __attribute__((noinline))
#else
#define ALWAYS_INLINE static inline __attribute__((always_inline))
#endif

static_assert(offsetof(scree_body, position.x) == 8 * 1 && offsetof(scree_body, position.y) == 8 * 2 &&
                  offsetof(scree_body, orientation.w) == 8 * 4 && offsetof(scree_body, orientation.z) == 8 * 7 &&
                  sizeof(scree_body) == 8 * 8,
              "a body is eight words, of which lane_columns_1247() takes four");

// The words that are 0, or -0, in the plane.
enum { BODY_Z = 3, BODY_QX = 5, BODY_QY = 6, BODY_WORDS = 8 };

static_assert(offsetof(scree_body, position.z) == 8 * BODY_Z && offsetof(scree_body, orientation.x) == 8 * BODY_QX &&
                  offsetof(scree_body, orientation.y) == 8 * BODY_QY,
              "where they are");

/// Times the two radii, a little more than the usual tolerance of a pair: a polygon's bounds are about the middle of
/// its box, which is no farther from its corners than sqrt(2) radii.
#define MOST_USUAL_TOLERANCE (1.5 * SCREE_DEFAULT_TOLERANCE)

// Words of records, from `at` on, become rows of one word of each: a multiple of four of them.
ALWAYS_INLINE void load_records(const double *const from[SCREE_LANES], int at, int words, lane *rows)
{
    int k = 0;
    for (; k + SCREE_LANES <= words; k += SCREE_LANES) {
        for (int i = 0; i < SCREE_LANES; ++i) rows[k + i] = lane_at(from[i] + at + k);
        lane_transpose(rows + k);
    }
    if (k < words) lane_columns_of_four(from, at + k, rows + k);
}

// ------------------------------------------------------------------------------------------------------- the frame

typedef struct lane_turn {
    lane c, s;
} lane_turn;

// polygon_pair_make(), all but what is in the rows of the polygons.
typedef struct lane_stand {
    const double *flat[2][SCREE_LANES]; // where those are
    lane_flags usual;
    lane_turn turn[2], across; // of their frames; of B against A
    lane x[2], y[2];           // where they are
    lane dx[2], dy[2];         // from A to B, as they see it
    lane far;
} lane_stand;

// The bodies of both sides.
typedef struct lane_bodies {
    const double *words[2][SCREE_LANES];
    bool planar; // all of them
} lane_bodies;

ALWAYS_INLINE void find_bodies(const scree_lane_work *work, scree_flat_rows rows, const int32_t *numbers,
                               lane_bodies *out, lane_stand *stand)
{
    for (int i = 0; i < SCREE_LANES; ++i) {
        const scree_pair pair = work->batch->pairs[work->first + (size_t)numbers[i]];
        const scree_body *a = &work->batch->bodies[pair.a], *b = &work->batch->bodies[pair.b];
        stand->flat[0][i] = a->shape->flat[rows];
        stand->flat[1][i] = b->shape->flat[rows];
        out->words[0][i] = (const double *)(const void *)a;
        out->words[1][i] = (const double *)(const void *)b;
    }
    lane_mask bits[BODY_WORDS / SCREE_LANES] = { { 0 } };
    for (int i = 0; i < SCREE_LANES; ++i)
        for (int k = 0; k < BODY_WORDS; k += SCREE_LANES)
            bits[k / SCREE_LANES] |=
                (lane_mask)lane_at(out->words[0][i] + k) | (lane_mask)lane_at(out->words[1][i] + k);
    int64_t rest = 0;
    const int words[] = { BODY_Z, BODY_QX, BODY_QY };
    for (int i = 0; i < 3; ++i) rest |= bits[words[i] / SCREE_LANES][words[i] % SCREE_LANES];
    out->planar = (uint64_t)rest << 1 == 0; // 0 or -0
}

// What is read of the bodies of one side.
enum body_row { BODY_X, BODY_Y, BODY_QW, BODY_QZ, BODY_ROWS };

ALWAYS_INLINE lane_flags lane_turn_from(const lane body[BODY_ROWS], lane_turn *out)
{
    const lane w = body[BODY_QW], z = body[BODY_QZ], square = w * w + z * z, s = 2.0 / square;
    *out = (lane_turn){ 1.0 - s * (z * z), s * (w * z) };
    const lane_flags near = flags_below(body[BODY_X] * body[BODY_X] + body[BODY_Y] * body[BODY_Y], lane_of(1e119));
    const lane_flags turns = flags_and(flags_below(lane_of(1e-140), square), flags_below(square, lane_of(1e140)));
    return flags_and(near, turns);
}

ALWAYS_INLINE void find_stand(const scree_lane_work *work, scree_flat_rows rows, const int32_t *numbers,
                              lane_stand *out)
{
    lane_bodies bodies;
    find_bodies(work, rows, numbers, &bodies, out);
    lane a[BODY_ROWS], b[BODY_ROWS];
    lane_columns_1247(bodies.words[0], a);
    lane_columns_1247(bodies.words[1], b);
    lane_turn u, v;
    const lane_flags usual = flags_and(lane_turn_from(a, &u), lane_turn_from(b, &v));
    out->usual = flags_and(usual, flags_of_bits(bodies.planar ? ~0u : 0u));
    out->across = (lane_turn){ u.c * v.c + u.s * v.s, u.c * v.s - u.s * v.c };
    const lane px = b[BODY_X] - a[BODY_X], py = b[BODY_Y] - a[BODY_Y];
    const lane x = lane_abs(px), y = lane_abs(py);
    out->far = SCREE_ROUNDINGS_SHIFT * (lane_max(x, y) + 0.5 * lane_min(x, y));
    out->turn[0] = u;
    out->turn[1] = v;
    out->x[0] = a[BODY_X];
    out->y[0] = a[BODY_Y];
    out->x[1] = b[BODY_X];
    out->y[1] = b[BODY_Y];
    for (int k = 0; k < 2; ++k) {
        const lane_turn t = out->turn[k];
        out->dx[k] = t.c * px + t.s * py;
        out->dy[k] = t.c * py - t.s * px;
    }
}

#endif
