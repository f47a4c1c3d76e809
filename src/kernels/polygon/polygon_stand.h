// Pairs of polygons over lanes: their relative poses. See polygon.c.
//
// Idea    Bodies, and the rows of the polygons, are a multiple of the vector width long: they are loaded whole, and
//         transposed.
#ifndef SCREE_KERNELS_POLYGON_POLYGON_STAND_H
#define SCREE_KERNELS_POLYGON_POLYGON_STAND_H

#include <assert.h>

#include "kernels/polygon/polygon_kernel.h"
#include "lanes/lane_rows.h"
#include "pair/fetch.h"

// Inlined for each number of corners; not under sanitizers, where that takes compilers minutes.
#ifdef SCREE_SANITIZED
#define ALWAYS_INLINE static __attribute__((noinline))
#else
#define ALWAYS_INLINE static inline __attribute__((always_inline))
#endif

static_assert(offsetof(scree_body, position.x) == 8 * 1 && offsetof(scree_body, position.y) == 8 * 2 &&
                  offsetof(scree_body, orientation.w) == 8 * 4 && offsetof(scree_body, orientation.z) == 8 * 7 &&
                  sizeof(scree_body) == 8 * 8,
              "a body is eight words, of which lane_columns_1247() takes four");

// The words of a body that are 0, or -0, in the plane.
enum { BODY_Z = 3, BODY_QX = 5, BODY_QY = 6, BODY_WORDS = 8 };

static_assert(offsetof(scree_body, position.z) == 8 * BODY_Z && offsetof(scree_body, orientation.x) == 8 * BODY_QX &&
                  offsetof(scree_body, orientation.y) == 8 * BODY_QY,
              "where they are");

/// Times the two radii, a little more than the default tolerance of a pair: a polygon's bounds are centred on its box,
/// whose centre is at most sqrt(2) radii from its corners.
#define MOST_USUAL_TOLERANCE (1.5 * SCREE_DEFAULT_TOLERANCE)

// Transposes words of records, from `at` on, into rows: a multiple of four of them.
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

typedef struct lane_rotation {
    lane c, s;
} lane_rotation;

// polygon_pair_make(), without what is in the rows of the polygons.
typedef struct lane_stand {
    lane_flags usual;
    lane_rotation rotation[2]; // of their frames
    lane x[2], y[2];           // their positions
    lane shift_x, shift_y;     // from A to B
    lane length;               // upper bound of its length
} lane_stand;

// Pairs of one kind are answered in lots of several vectors, each step for a whole lot: the steps are long dependency
// chains, and the processor overlaps several of them.
enum { POLYGON_LOT = 8, POLYGON_MOST = POLYGON_LOT * SCREE_LANES };

// The bodies of a lot, by side, the rows of their polygons, and the results.
typedef struct lane_lot {
    const double *body[2][POLYGON_MOST], *flat[2][POLYGON_MOST];
    double *to[POLYGON_MOST];
} lane_lot;

// Index of a pair of the work, which may be all pairs in order.
ALWAYS_INLINE size_t number_of(const scree_lane_work *work, int i)
{
    return work->first + (size_t)(work->pairs != NULL ? work->pairs[i] : i);
}

ALWAYS_INLINE void add_to_lot(scree_flat_rows rows, const scree_body *a, const scree_body *b, scree_contact *to, int at,
                              lane_lot *out)
{
    out->body[0][at] = (const double *)(const void *)a;
    out->body[1][at] = (const double *)(const void *)b;
    out->flat[0][at] = a->shape->hull->flat[rows];
    out->flat[1][at] = b->shape->hull->flat[rows];
    out->to[at] = (double *)(void *)to;
}

// For pairs that are not listed: false unless all of them are valid and have exactly such rows.
ALWAYS_INLINE bool find_in_order(const scree_lane_work *work, scree_flat_rows rows, int first, int count, lane_lot *out)
{
    // By bits: triangles have all of them, and share one with polygons of four corners.
    static_assert((SCREE_FLAT_THREE & SCREE_FLAT_FOUR) == SCREE_FLAT_FOUR && (SCREE_FLAT_FOUR & SCREE_FLAT_EIGHT) == 0,
                  "what has rows of three also has rows of four");
    static_assert((SCREE_FLAT_THREE | SCREE_FLAT_FOUR | SCREE_FLAT_EIGHT) == SCREE_FLAT_THREE, "rows of three are all");
    const size_t start = work->first + (size_t)first, body_count = work->batch->body_count;
    const scree_pair *pairs = work->batch->pairs + start;
    const scree_body *bodies = work->batch->bodies;
    scree_contact *results = work->results + start;
    unsigned common = (unsigned)rows, any = (unsigned)rows;
    for (int i = 0; i < count; ++i) {
        const scree_pair pair = pairs[i];
        scree_fetch_bodies(work->batch, start + (size_t)(i + POLYGON_MOST));
        if ((size_t)pair.a >= body_count || (size_t)pair.b >= body_count) return false; // out of range, or negative
        const scree_body *a = &bodies[pair.a], *b = &bodies[pair.b];
        if (a->shape == NULL || b->shape == NULL) return false;
        const unsigned in_a = (unsigned)a->shape->hull->flat_rows, in_b = (unsigned)b->shape->hull->flat_rows;
        common &= in_a & in_b;
        if (rows == SCREE_FLAT_EIGHT) any |= in_a | in_b; // for the others, the common bits decide
        add_to_lot(rows, a, b, &results[i], i, out);
    }
    return common == (unsigned)rows && any == (unsigned)rows;
}

// Takes the pairs from `first` on; the last one repeats where they do not fill the lanes.
ALWAYS_INLINE bool find_lot(const scree_lane_work *work, scree_flat_rows rows, int first, int count, lane_lot *out)
{
    if (work->pairs == NULL && !find_in_order(work, rows, first, count, out)) return false;
    for (int i = 0; work->pairs != NULL && i < count; ++i) {
        const size_t number = number_of(work, first + i);
        const scree_pair pair = work->batch->pairs[number];
        add_to_lot(rows, &work->batch->bodies[pair.a], &work->batch->bodies[pair.b], &work->results[number], i, out);
    }
    for (int i = count; i % SCREE_LANES != 0; ++i) {
        for (int side = 0; side < 2; ++side) {
            out->body[side][i] = out->body[side][count - 1];
            out->flat[side][i] = out->flat[side][count - 1];
        }
        out->to[i] = out->to[count - 1];
    }
    return true;
}

// All of the bodies are in the plane.
ALWAYS_INLINE bool are_planar(const double *const a[SCREE_LANES], const double *const b[SCREE_LANES])
{
    lane_mask bits[BODY_WORDS / SCREE_LANES] = { { 0 } };
    for (int i = 0; i < SCREE_LANES; ++i)
        for (int k = 0; k < BODY_WORDS; k += SCREE_LANES)
            bits[k / SCREE_LANES] |= lane_to_bits(lane_at(a[i] + k)) | lane_to_bits(lane_at(b[i] + k));
    int64_t rest = 0;
    const int words[] = { BODY_Z, BODY_QX, BODY_QY };
    for (int i = 0; i < 3; ++i) rest |= bits[words[i] / SCREE_LANES][words[i] % SCREE_LANES];
    return (uint64_t)rest << 1 == 0; // 0 or -0
}

// What is read of the bodies of one side.
enum body_row { BODY_X, BODY_Y, BODY_QW, BODY_QZ, BODY_ROWS };

ALWAYS_INLINE lane_flags lane_rotation_from(const lane body[BODY_ROWS], lane_rotation *out)
{
    const lane w = body[BODY_QW], z = body[BODY_QZ], ww = w * w, zz = z * z, square = ww + zz, t = 1.0 / square;
    *out = (lane_rotation){ (ww - zz) * t, (w * (z + z)) * t };
    const lane_flags near = flags_below(body[BODY_X] * body[BODY_X] + body[BODY_Y] * body[BODY_Y], lane_of(1e119));
    const lane_flags usual_length =
        flags_and(flags_below(lane_of(1e-140), square), flags_below(square, lane_of(1e140)));
    return flags_and(near, usual_length);
}

ALWAYS_INLINE void find_stand(const lane_lot *lot, int first, lane_stand *out)
{
    lane a[BODY_ROWS], b[BODY_ROWS];
    lane_columns_1247(lot->body[0] + first, a);
    lane_columns_1247(lot->body[1] + first, b);
    const bool planar = are_planar(lot->body[0] + first, lot->body[1] + first);
    const lane_flags usual =
        flags_and(lane_rotation_from(a, &out->rotation[0]), lane_rotation_from(b, &out->rotation[1]));
    out->usual = flags_and(usual, flags_of_bits(planar ? ~0u : 0u));
    out->shift_x = b[BODY_X] - a[BODY_X];
    out->shift_y = b[BODY_Y] - a[BODY_Y];
    const lane x = lane_abs(out->shift_x), y = lane_abs(out->shift_y);
    out->length = lane_max(x, y) + 0.5 * lane_min(x, y);
    out->x[0] = a[BODY_X];
    out->y[0] = a[BODY_Y];
    out->x[1] = b[BODY_X];
    out->y[1] = b[BODY_Y];
}

#endif
