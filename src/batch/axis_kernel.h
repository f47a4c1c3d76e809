// One axis that proves two bodies to be far enough apart: many pairs over lanes, and the vertices of a hull over lanes.
//
// Source      Any unit n proves distance >= min n.b - max n.a; the choice of n is our own.
// Idea        Bodies that move little from step to step keep the features that they are nearest with, and the axis that
//             belongs to them turns as they do: a face's normal with its body, that of two edges with both. Turned so,
//             the last axis stays the best one as long as the features are; as it stood in the world, it would lose the
//             sine of the angle a step. Round surfaces lose the square of that, so for them the axis stays. Everything
//             is done in the world's directions and from the difference of the positions, the same for both bodies, so
//             that swapping them changes no bit and no order has to be found first. One pair by itself is one lane.
// Limits      Shapes with their origin far outside, half spaces, shapes of the caller's own and quaternions far from
//             unit are left to the search.
#ifndef SCREE_BATCH_AXIS_KERNEL_H
#define SCREE_BATCH_AXIS_KERNEL_H

#include <stddef.h>
#include <string.h>

#include "batch/hull_scan.h"
#include "batch/kernels.h"
#include "batch/lane_rows.h"
#include "narrow/answer.h"
#include "narrow/order.h"
#include "shape/superquadric_form.h"

// Bounds on the error of the gap in roundings, to first order and in the worst case, of each core's radius, of the
// distance between the origins and of the balls' radii: an axis that is unit to 3; a rotation that is off by 15, its
// product by 3; the height of a vertex by 3 more, and by 12 where it was climbed to; the sums. See cores.h.
#define ROUNDINGS_BODY 64.0
#define ROUNDINGS_SHIFT 16.0
#define ROUNDINGS_BALLS 8.0

// Positions beyond this are no poses: see scree_pose_is_valid().
#define FARTHEST 1e60

// Squared lengths of quaternions and of axes outside of these are not trusted to have all their digits.
#define LEAST_SQUARE 1e-280
#define MOST_SQUARE 1e280

enum { AHEAD = 16 }; // pairs by which memory is asked for before it is needed

// ------------------------------------------------------------------------------------------------------ gathering

// Rows of one number a lane. The local vector is what turns with a body: a face's normal, or an edge. `along` is the
// axis in the body's own frame, outwards, and the reach how far the body goes along it.
enum body_row { LOCAL_X, LOCAL_Y, LOCAL_Z, ALONG_X, ALONG_Y, ALONG_Z, REACH, BODY_ROWS };
enum pair_row { AXIS_X, AXIS_Y, AXIS_Z, RADII, ERROR, LEAST, LOWER, PAIR_ROWS };

// What the axis is: the last one; or what turns with the bodies.
enum choice { LAST_AXIS, FACE_A, FACE_B, EDGES };

// Numbers of a body in memory, and of a contact that are not the same for all.
enum { BODY_NUMBERS = sizeof(scree_body) / 8, OUT_NUMBERS = 8 };

typedef struct group {
    int count;
    unsigned planar;             // a bit for each pair in 2-D
    const scree_shape *shape[2]; // of the pair before; and their numbers
    double radii, error, least;
    size_t number[SCREE_LANES]; // of the pairs, in the batch
    const scree_body *body[2][SCREE_LANES];
    int32_t vertex[2][SCREE_LANES];
    double rows[2][BODY_ROWS][SCREE_LANES] __attribute__((aligned(64)));
    double pair[PAIR_ROWS][SCREE_LANES] __attribute__((aligned(64)));
    int64_t choice[SCREE_LANES] __attribute__((aligned(64)));
    lane out[OUT_NUMBERS / SCREE_LANES][SCREE_LANES] __attribute__((aligned(64))); // some numbers of each contact
} group;

typedef lane_mask mask_in_memory __attribute__((may_alias));

static inline lane row(const double *numbers)
{
    return *(const lane_in_memory *)(const void *)numbers;
}

static inline lane3 rows3(double rows[][SCREE_LANES], int first)
{
    return l3(row(rows[first]), row(rows[first + 1]), row(rows[first + 2]));
}

static inline lane_mask mask_row(const int64_t *numbers)
{
    return *(const mask_in_memory *)(const void *)numbers;
}

static inline void put(double *numbers, lane x)
{
    *(lane_in_memory *)(void *)numbers = x;
}

static inline void put3(double rows[][SCREE_LANES], int first, lane3 v)
{
    put(rows[first], v.x);
    put(rows[first + 1], v.y);
    put(rows[first + 2], v.z);
}

static inline void put_column(double rows[][SCREE_LANES], int first, int i, scree_vec3 v)
{
    rows[first][i] = v.x;
    rows[first + 1][i] = v.y;
    rows[first + 2][i] = v.z;
}

// Poses in space are looked at in lanes.
static inline bool is_usual_pair(const scree_body *a, const scree_body *b)
{
    const scree_shape *s = a->shape, *t = b->shape;
    if (s == NULL || t == NULL || !s->centred || !t->centred || s->dimension != t->dimension) return false;
    return s->dimension == 3 || (scree_pose_is_valid(a) && scree_pose_is_valid(b));
}

// A face, or in 2-D an edge, of which the shape has that number.
static inline bool is_face(const scree_shape *s, int32_t feature, int32_t index)
{
    const int32_t flat = s->dimension == 2 ? SCREE_FEATURE_EDGE : SCREE_FEATURE_FACE;
    return feature == flat && (uint32_t)index < (uint32_t)s->face_count;
}

static inline bool is_edge(const scree_shape *s, int32_t feature, int32_t index)
{
    return s->dimension == 3 && feature == SCREE_FEATURE_EDGE && (uint32_t)index < (uint32_t)s->edge_count;
}

static inline scree_vec3 edge_vector(const scree_shape *s, int32_t index)
{
    const int *ends = s->edges[index].vertex;
    return v3_sub(scree_stored_vertex(s, ends[1]), scree_stored_vertex(s, ends[0]));
}

// What the cache says of the axis: a face's normal, for two faces that of the body which `auto` takes for A; the edges;
// or no more than the last axis.
static inline enum choice gather_features(const scree_body *a, const scree_body *b, const scree_cache_hint *h, group *g,
                                          int i)
{
    const scree_shape *s = a->shape, *t = b->shape;
    const bool face_b = is_face(t, h->feature_b, h->index_b);
    if (is_face(s, h->feature_a, h->index_a) && (!face_b || scree_pair_in_order(a, b))) {
        put_column(g->rows[0], LOCAL_X, i, s->faces[h->index_a].normal);
        return FACE_A;
    }
    if (face_b) {
        put_column(g->rows[1], LOCAL_X, i, t->faces[h->index_b].normal);
        return FACE_B;
    }
    if (!is_edge(s, h->feature_a, h->index_a) || !is_edge(t, h->feature_b, h->index_b)) return LAST_AXIS;
    put_column(g->rows[0], LOCAL_X, i, edge_vector(s, h->index_a));
    put_column(g->rows[1], LOCAL_X, i, edge_vector(t, h->index_b));
    return EDGES;
}

// What a pair of shapes has at every place. Piles have few shapes, so that the next pair often has the same.
static inline void learn_shapes(const scree_lane_work *work, const scree_shape *s, const scree_shape *t, group *g)
{
    const double size = s->bounds.radius + t->bounds.radius, balls = s->radius + t->radius;
    g->shape[0] = s;
    g->shape[1] = t;
    g->radii = s->core_radius + t->core_radius;
    g->error = SCREE_ROUNDING * (ROUNDINGS_BODY * g->radii + ROUNDINGS_BALLS * balls) + (s->slack + t->slack);
    g->least = max2(work->margin, work->tolerance < 0.0 ? SCREE_DEFAULT_TOLERANCE * size : work->tolerance);
}

static inline void gather(const scree_lane_work *work, size_t number, group *g)
{
    const scree_batch *batch = work->batch;
    const scree_body *a = &batch->bodies[batch->pairs[number].a], *b = &batch->bodies[batch->pairs[number].b];
    const scree_cache *cache = batch->caches != NULL ? &batch->caches[number] : NULL;
    const bool warm = cache != NULL && cache->filled;
    const scree_shape *s = a->shape, *t = b->shape;
    const int i = g->count++;
    g->number[i] = number;
    g->body[0][i] = a;
    g->body[1][i] = b;
    g->vertex[0][i] = warm ? cache->hint.vertex_a : 0;
    g->vertex[1][i] = warm ? cache->hint.vertex_b : 0;
    g->choice[i] = warm ? gather_features(a, b, &cache->hint, g, i) : LAST_AXIS;
    put_column(g->pair, AXIS_X, i, warm ? cache->axis : v3_sub(b->position, a->position));
    if (s != g->shape[0] || t != g->shape[1]) learn_shapes(work, s, t, g);
    g->pair[RADII][i] = g->radii;
    g->pair[ERROR][i] = g->error;
    g->pair[LEAST][i] = g->least;
    g->planar |= (s->dimension == 2 ? 1u : 0u) << i;
}

// ------------------------------------------------------------------------------------------------------- the axis

// Which squares have all their digits.
static inline unsigned is_trusted(lane square)
{
    return lane_bits_below(lane_of(LEAST_SQUARE), square) & lane_bits_below(square, lane_of(MOST_SQUARE));
}

typedef struct lane_body {
    lane3 place;
    lane_mat3 turn;
} lane_body;

// The numbers of the bodies as they lie in memory, turned into rows.
static inline void read_bodies(group *g, int which, lane numbers[BODY_NUMBERS])
{
    for (int first = 0; first < BODY_NUMBERS; first += SCREE_LANES) {
        for (int i = 0; i < SCREE_LANES; ++i)
            numbers[first + i] = lane_at((const double *)(const void *)g->body[which][i] + first);
        lane_transpose(numbers + first);
    }
}

// The rotation as m3_from_quat() makes it; `usual` loses the lanes whose squares are not to be trusted.
static inline lane_body body_of(group *g, int which, unsigned *usual)
{
    lane numbers[BODY_NUMBERS];
    read_bodies(g, which, numbers);
    const lane w = numbers[4], x = numbers[5], y = numbers[6], z = numbers[7];
    const lane square = w * w + x * x + y * y + z * z, s = 2.0 / square;
    lane_body body = { .place = l3(numbers[1], numbers[2], numbers[3]) };
    const lane far = lane_abs(body.place.x) + lane_abs(body.place.y) + lane_abs(body.place.z);
    *usual &= lane_bits_below(far, lane_of(FARTHEST)) & is_trusted(square);
    body.turn.row[0] = l3(1.0 - s * (y * y + z * z), s * (x * y - w * z), s * (x * z + w * y));
    body.turn.row[1] = l3(s * (x * y + w * z), 1.0 - s * (x * x + z * z), s * (y * z - w * x));
    body.turn.row[2] = l3(s * (x * z - w * y), s * (y * z + w * x), 1.0 - s * (x * x + y * y));
    return body;
}

static inline lane3 l3_neg(lane3 a)
{
    return l3(-a.x, -a.y, -a.z);
}

// Unit, from A to B.
static inline lane3 axis_of(group *g, const lane_body *body_a, const lane_body *body_b, unsigned *usual)
{
    const lane3 a = lm3_mul(&body_a->turn, rows3(g->rows[0], LOCAL_X));
    const lane3 b = lm3_mul(&body_b->turn, rows3(g->rows[1], LOCAL_X)), across = l3_cross(a, b);
    const lane_mask choice = mask_row(g->choice);
    lane3 n = rows3(g->pair, AXIS_X);
    const lane_mask away = l3_dot(across, n) < 0.0;
    n = l3_select(choice == EDGES, l3_select(away, l3_neg(across), across), n);
    n = l3_select(choice == FACE_A, a, n);
    n = l3_select(choice == FACE_B, l3_neg(b), n);
    const lane square = l3_dot(n, n);
    *usual &= is_trusted(square); // not so for parallel edges
    n = l3_scale(n, 1.0 / lane_sqrt(square));
    *usual &= ~g->planar | lane_bits_equal(n.z, lane_of(0.0));
    return n;
}

// -------------------------------------------------------------------------------------------------------- the gap

// How far a core reaches along d that is not a matter of a short scan. `hint` is where a climb starts, and gets where
// it ended. Not inlined: the scan is to stay short.
__attribute__((noinline)) static double far_reach(const scree_shape *s, scree_vec3 d, int32_t *hint)
{
    const scree_vec3 u = v3(s->semi_axes.x * d.x, s->semi_axes.y * d.y, s->semi_axes.z * d.z);
    if (s->core == SCREE_CORE_ELLIPSOID && v3_norm2(u) > LEAST_SQUARE) return v3_norm(u);
    if (s->core == SCREE_CORE_SUPERQUADRIC) return sq_height(s, d);
    if (scree_core_is_smooth(s)) return v3_dot(d, scree_smooth_support(s, d));
    *hint = scree_support_vertex(s, d, *hint >= 0 && *hint < s->vertex_count ? *hint : 0);
    return v3_dot(d, scree_stored_vertex(s, *hint));
}

static inline __attribute__((always_inline)) void find_reach(group *g, int which, int i)
{
    const scree_shape *s = g->body[which][i]->shape;
    double(*rows)[SCREE_LANES] = g->rows[which];
    const scree_vec3 d = v3(rows[ALONG_X][i], rows[ALONG_Y][i], rows[ALONG_Z][i]);
    if (scree_core_is_smooth(s) || s->padded_count > HULL_SCAN_LIMIT) {
        rows[REACH][i] = far_reach(s, d, &g->vertex[which][i]) + s->radius;
        return;
    }
    lane best = heights_of(s->x, s->y, s->z, d);
    for (int k = SCREE_LANES; k < s->padded_count; k += SCREE_LANES)
        best = lane_max(heights_of(s->x + k, s->y + k, s->z + k, d), best);
    rows[REACH][i] = lane_most(best)[0] + s->radius;
}

// What goes into the contacts, number by number as they lie in memory; and into the caches.
static inline void put_out(group *g, lane3 axis, lane lower, lane upper)
{
    const lane3 n = l3(axis.x + 0.0, axis.y + 0.0, axis.z + 0.0); // no -0
    const lane none = lane_of(0.0), numbers[OUT_NUMBERS] = { lower, lower, upper, n.x, n.y, n.z, none, none };
    put3(g->pair, AXIS_X, n);
    put(g->pair[LOWER], lower);
    for (int k = 0; k < OUT_NUMBERS / SCREE_LANES; ++k) {
        for (int i = 0; i < SCREE_LANES; ++i) g->out[k][i] = numbers[k * SCREE_LANES + i];
        lane_transpose(g->out[k]);
    }
}

// Where the gap is proven; what goes into their answers is then in g->out.
static unsigned prove(group *g)
{
    for (int i = g->count; i < SCREE_LANES; ++i) { // anything valid
        g->body[0][i] = g->body[0][0];
        g->body[1][i] = g->body[1][0];
    }
    unsigned usual = (1u << g->count) - 1u;
    const lane_body a = body_of(g, 0, &usual), b = body_of(g, 1, &usual);
    const lane3 n = axis_of(g, &a, &b, &usual);
    put3(g->rows[0], ALONG_X, lm3_mul_transposed(&a.turn, n));
    put3(g->rows[1], ALONG_X, lm3_mul_transposed(&b.turn, l3_neg(n)));
    for (unsigned bits = usual; bits != 0; bits &= bits - 1) {
        find_reach(g, 0, __builtin_ctz(bits));
        find_reach(g, 1, __builtin_ctz(bits));
    }
    const lane3 shift = l3_sub(b.place, a.place);
    const lane length = lane_abs(shift.x) + lane_abs(shift.y) + lane_abs(shift.z);
    const lane error = row(g->pair[ERROR]) + SCREE_ROUNDING * ROUNDINGS_SHIFT * length;
    const lane lower = l3_dot(n, shift) - (row(g->rows[0][REACH]) + row(g->rows[1][REACH])) - error;
    put_out(g, n, lower, length + row(g->pair[RADII]) + error);
    return usual & lane_bits_below(row(g->pair[LEAST]), lower); // not so where anything is not a number
}

// ------------------------------------------------------------------------------------------------------ the answer

// All but the first numbers are the same for all.
static inline void scatter(group *g, int i, scree_contact *x)
{
    static const scree_contact rest = { .index_a = -1, .index_b = -1, .iterations = 1, .beyond = 1 };
    const size_t from = OUT_NUMBERS * sizeof(double);
    for (int k = 0; k < OUT_NUMBERS / SCREE_LANES; ++k)
        *(lane_anywhere *)(void *)((double *)(void *)x + (ptrdiff_t)k * SCREE_LANES) = g->out[k][i];
    memcpy((char *)x + from, (const char *)&rest + from, sizeof rest - from);
}

static inline void remember(group *g, int i, scree_cache *cache)
{
    // An axis that turns with features is made anew from them: the last one need not be kept, nor its distance.
    const bool same = cache->hint.vertex_a == g->vertex[0][i] && cache->hint.vertex_b == g->vertex[1][i];
    if (g->choice[i] != LAST_AXIS && same && !cache->linked) return;
    if (!cache->filled) cache->hint = (scree_cache_hint){ .index_a = -1, .index_b = -1 };
    cache->axis = v3(g->pair[AXIS_X][i], g->pair[AXIS_Y][i], g->pair[AXIS_Z][i]);
    cache->distance = (float)g->pair[LOWER][i];
    cache->hint.vertex_a = g->vertex[0][i];
    cache->hint.vertex_b = g->vertex[1][i];
    cache->filled = true;
    cache->linked = false;
}

// Answers the pairs of a group that are beyond; the numbers of the others go to `left`. Returns how many.
static int answer_group(const scree_lane_work *work, group *g, int32_t *left)
{
    int rest = 0;
    const unsigned proven = g->count > 0 ? prove(g) : 0u;
    for (int i = 0; i < g->count; ++i) {
        const size_t number = g->number[i];
        if ((proven >> i & 1u) == 0u) {
            left[rest++] = (int32_t)(number - work->first);
            continue;
        }
        scatter(g, i, &work->results[number]);
        if (work->batch->caches != NULL) remember(g, i, &work->batch->caches[number]);
    }
    g->count = 0;
    g->planar = 0;
    return rest;
}

// What was within the margin will be so again, mostly, and then a proof would be in vain.
static inline bool is_worth_it(const scree_lane_work *work, size_t number)
{
    const scree_batch *batch = work->batch;
    const scree_cache *cache = batch->caches != NULL ? &batch->caches[number] : NULL;
    if (cache != NULL && cache->filled && !((double)cache->distance > work->margin)) return false;
    const scree_pair pair = batch->pairs[number];
    return is_usual_pair(&batch->bodies[pair.a], &batch->bodies[pair.b]);
}

// Bodies that a pair has may be anywhere in memory.
static inline void fetch(const scree_lane_work *work, size_t number)
{
    const scree_pair pair = work->batch->pairs[number];
    __builtin_prefetch(&work->batch->bodies[pair.a]);
    __builtin_prefetch(&work->batch->bodies[pair.b]);
}

static int run(const scree_lane_work *work, int32_t *left)
{
    group g = { .count = 0 };
    int rest = 0;
    for (int k = 0; k < AHEAD && k < work->count; ++k) fetch(work, work->first + (size_t)work->pairs[k]);
    for (int k = 0; k < work->count; ++k) {
        if (k + AHEAD < work->count) fetch(work, work->first + (size_t)work->pairs[k + AHEAD]);
        const int32_t pair = work->pairs[k];
        const size_t number = work->first + (size_t)pair;
        if (is_worth_it(work, number))
            gather(work, number, &g);
        else
            left[rest++] = pair;
        if (g.count == SCREE_LANES) rest += answer_group(work, &g, left + rest);
    }
    return rest + answer_group(work, &g, left + rest);
}

#endif
