// Pairs of polygons over lanes: how the two of each stand to each other. See polygon_batch.h.
//
// Idea    Bodies, and what the polygons have in rows, are as many words as there are lanes or some times that: they are
//         read whole, and transposed. Which of the two comes first is settled in the lanes too.
#ifndef SCREE_BATCH_POLYGON_STAND_H
#define SCREE_BATCH_POLYGON_STAND_H

#include <assert.h>

#include "batch/polygon_kernel.h"

// Inlined, for each number of corners; but where sanitizers look at every access, that takes compilers minutes.
#ifdef SCREE_SANITIZED
#define ALWAYS_INLINE static __attribute__((noinline))
#else
#define ALWAYS_INLINE static inline __attribute__((always_inline))
#endif

// The words of a body, and where they are.
enum body_word { BODY_SHAPE, BODY_X, BODY_Y, BODY_Z, BODY_QW, BODY_QX, BODY_QY, BODY_QZ, BODY_WORDS };

static_assert(offsetof(scree_body, position) == 8 * BODY_X && offsetof(scree_body, orientation) == 8 * BODY_QW &&
                  sizeof(scree_body) == 8 * BODY_WORDS,
              "a body is eight words");

/// Times the two radii, a little more than the usual tolerance of a pair: a polygon's bounds are about the middle of its
/// box, which is no farther from its corners than sqrt(2) radii.
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

// polygon_pair_make(), all but the rows of the polygons.
typedef struct lane_stand {
    const double *flat[2][SCREE_LANES]; // where those are, of A and of B
    lane_flags usual, swapped;          // A is the pair's second body
    lane_turn world, turn;              // of A's frame; of B against A
    lane x, y, dx, dy;                  // of A in the world, of B in A's frame
    lane error, near[2], radius[2];
    lane doubt; // distances up to this may be touching by the usual tolerance
} lane_stand;

ALWAYS_INLINE lane_flags lane_turn_from(const lane body[BODY_WORDS], lane_turn *out)
{
    const lane w = body[BODY_QW], z = body[BODY_QZ], square = w * w + z * z, s = 2.0 / square;
    *out = (lane_turn){ 1.0 - s * (z * z), s * (w * z) };
    // None of the three is negative, so that the sum is 0 where all are.
    const lane rest = lane_abs(body[BODY_Z]) + lane_abs(body[BODY_QX]) + lane_abs(body[BODY_QY]);
    const lane_flags near = flags_below(body[BODY_X] * body[BODY_X] + body[BODY_Y] * body[BODY_Y], lane_of(1e119));
    const lane_flags turns = flags_and(flags_below(lane_of(1e-140), square), flags_below(square, lane_of(1e140)));
    return flags_and(flags_and(near, turns), flags_same(rest, lane_of(0.0)));
}

// scree_pose_in_order(), of poses in the plane.
ALWAYS_INLINE lane_flags poses_in_order(const lane a[BODY_WORDS], const lane b[BODY_WORDS])
{
    lane_flags before = flags_not(flags_below(b[BODY_QZ], a[BODY_QZ]));
    const int words[] = { BODY_QW, BODY_Y, BODY_X };
    for (int i = 0; i < 3; ++i) {
        const lane p = a[words[i]], q = b[words[i]];
        before = flags_or(flags_below(p, q), flags_and(flags_same(p, q), before));
    }
    return before;
}

// scree_pair_in_order(), of bodies and the heads of their polygons.
ALWAYS_INLINE lane_flags lanes_in_order(const lane *a, const lane *b, const lane *s, const lane *t)
{
    const lane r = s[SCREE_FLAT_CORE_RADIUS], q = t[SCREE_FLAT_CORE_RADIUS];
    const lane_mask u = (lane_mask)s[SCREE_FLAT_FINGERPRINT], v = (lane_mask)t[SCREE_FLAT_FINGERPRINT];
    const lane_flags equal = flags_same(q, r), alike = flags_and(equal, flags_same_whole(u, v));
    lane_flags first = flags_or(flags_below(q, r), flags_and(equal, flags_below_whole(u, v)));
    if (flags_bits(alike) != 0) first = flags_or(first, flags_and(alike, poses_in_order(a, b)));
    return first;
}

ALWAYS_INLINE void swap_where(lane_flags f, lane *a, lane *b)
{
    const lane x = *a, y = *b;
    *a = lane_pick(f, y, x);
    *b = lane_pick(f, x, y);
}

// Pairs as they are given: the words of both bodies, the heads of their polygons, and where these are.
typedef struct lane_pairs {
    lane a[BODY_WORDS], b[BODY_WORDS], s[SCREE_FLAT_CORNERS], t[SCREE_FLAT_CORNERS];
    const double *flat_a[SCREE_LANES], *flat_b[SCREE_LANES];
} lane_pairs;

ALWAYS_INLINE void load_pairs(const scree_lane_work *work, scree_flat_rows rows, const int32_t *numbers,
                              lane_pairs *out)
{
    const scree_body *one[SCREE_LANES], *two[SCREE_LANES];
    for (int i = 0; i < SCREE_LANES; ++i) {
        const scree_pair pair = work->batch->pairs[work->first + (size_t)numbers[i]];
        one[i] = &work->batch->bodies[pair.a];
        two[i] = &work->batch->bodies[pair.b];
    }
    for (int i = 0; i < SCREE_LANES; ++i) {
        out->flat_a[i] = one[i]->shape->flat[rows];
        out->flat_b[i] = two[i]->shape->flat[rows];
        for (int k = 0; k < BODY_WORDS; k += SCREE_LANES) {
            out->a[k + i] = lane_at((const double *)(const void *)one[i] + k);
            out->b[k + i] = lane_at((const double *)(const void *)two[i] + k);
        }
    }
    for (int k = 0; k < BODY_WORDS; k += SCREE_LANES) {
        lane_transpose(out->a + k);
        lane_transpose(out->b + k);
    }
    load_records(out->flat_a, 0, SCREE_FLAT_CORNERS, out->s);
    load_records(out->flat_b, 0, SCREE_FLAT_CORNERS, out->t);
}

// A and B change places where B comes first.
ALWAYS_INLINE void put_in_order(lane_pairs *p, lane_stand *out)
{
    const lane_flags swapped = out->swapped = flags_not(lanes_in_order(p->a, p->b, p->s, p->t));
    const unsigned bits = flags_bits(swapped);
    for (int i = 0; i < SCREE_LANES; ++i) {
        const double *const both[2] = { p->flat_a[i], p->flat_b[i] }; // no branch
        const unsigned first = bits >> i & 1u;
        out->flat[0][i] = both[first];
        out->flat[1][i] = both[1 - first];
    }
    const int words[] = { BODY_X, BODY_Y, BODY_QW, BODY_QZ };
    for (int i = 0; i < 4; ++i) swap_where(swapped, &p->a[words[i]], &p->b[words[i]]);
    swap_where(swapped, &p->s[SCREE_FLAT_CORE_RADIUS], &p->t[SCREE_FLAT_CORE_RADIUS]);
    swap_where(swapped, &p->s[SCREE_FLAT_RADIUS], &p->t[SCREE_FLAT_RADIUS]);
}

ALWAYS_INLINE void find_stand(const scree_lane_work *work, scree_flat_rows rows, const int32_t *numbers,
                              lane_stand *out)
{
    lane_pairs p;
    load_pairs(work, rows, numbers, &p);
    put_in_order(&p, out);
    const lane *const a = p.a, *const b = p.b, *const s = p.s, *const t = p.t;
    lane_turn u, v;
    out->usual = flags_and(lane_turn_from(a, &u), lane_turn_from(b, &v));
    out->turn = (lane_turn){ u.c * v.c + u.s * v.s, u.c * v.s - u.s * v.c };
    const lane px = b[BODY_X] - a[BODY_X], py = b[BODY_Y] - a[BODY_Y];
    const lane dx = u.c * px + u.s * py, dy = u.c * py - u.s * px;
    const lane r = s[SCREE_FLAT_CORE_RADIUS], q = t[SCREE_FLAT_CORE_RADIUS];
    out->world = u;
    out->x = a[BODY_X];
    out->y = a[BODY_Y];
    out->dx = dx;
    out->dy = dy;
    out->error = SCREE_ROUNDING * (SCREE_ROUNDINGS_A * r + SCREE_ROUNDINGS_B * q +
                                   SCREE_ROUNDINGS_SHIFT * lane_sqrt(dx * dx + dy * dy)) +
                 (s[SCREE_FLAT_SLACK] + t[SCREE_FLAT_SLACK]);
    out->near[0] = POLYGON_CLEAR * r + out->error;
    out->near[1] = POLYGON_CLEAR * q + out->error;
    out->radius[0] = s[SCREE_FLAT_RADIUS];
    out->radius[1] = t[SCREE_FLAT_RADIUS];
    // A sum, since gcc 12 takes the condition of a choice between lanes, in a loop, for that of the first lane alone.
    const double usual = work->tolerance < 0.0 ? MOST_USUAL_TOLERANCE : 0.0, none = work->tolerance < 0.0 ? 0.0 : -1.0;
    out->doubt = usual * (r + q + out->radius[0] + out->radius[1]) + none;
}

#endif
