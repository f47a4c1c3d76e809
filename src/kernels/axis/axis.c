// Proves by one axis that two bodies are farther apart than the margin: a pair in each lane, or the vertices of a hull.
//
// Source      Any unit n proves distance >= min n.b - max n.a; the choice of n is our own.
// Idea        Bodies that move little from step to step keep their nearest features, and the axis of these rotates with
//             them: a face's normal with its body, that of two edges with both. Rotated like this, the last axis stays
//             the best one as long as the features do; kept as it was in the world, it would lose the sine of the
//             rotation angle in each step. Round surfaces lose only the square of that, so for them the axis is kept.
//             Everything is computed in world directions and from the difference of the positions, in the same way for
//             both bodies, so that swapping them changes no bit and no order has to be established. A single pair uses
//             one lane.
// Limits      Shapes with their origin far outside, half spaces, users' shapes and quaternions far from unit length are
//             left to the search.
#include <stddef.h>
#include <string.h>

#include "kernels/hull/hull_scan.h"
#include "kernels/kernels.h"
#include "lanes/lane_rows.h"
#include "pair/answer.h"
#include "pair/fetch.h"
#include "pair/pair.h"
#include "pair/warm.h"
#include "shape/superquadric_form.h"

// Bounds on the error of the gap in roundings, to first order and in the worst case, of each core's radius, of the
// distance between the origins and of the balls' radii: an axis that is unit to 3; a rotation that is off by 15, its
// product by 3; the height of a vertex by 3 more, and by 12 where it was climbed to; the sums. See pair.h.
#define ROUNDINGS_BODY 64.0
#define ROUNDINGS_SHIFT 16.0
#define ROUNDINGS_BALLS 8.0

// Positions beyond this are invalid: see scree_pose_is_valid().
#define FARTHEST 1e60

// Squared lengths of quaternions and axes outside this range may have lost digits.
#define LEAST_SQUARE 1e-280
#define MOST_SQUARE 1e280

enum { AHEAD = 16 }; // prefetch distance, in pairs

// ------------------------------------------------------------------------------------------------------ gathering

// Rows with a double for each lane. `along` is the axis in the body's own frame, outwards.
enum body_row { ALONG_X, ALONG_Y, ALONG_Z, BODY_ROWS };
enum pair_row { AXIS_X, AXIS_Y, AXIS_Z, RADII, BALLS, ERROR, LEAST, LOWER, PAIR_ROWS };

// The part of a body that the axis rotates with: a face's normal, or an edge; or none.
enum part { NO_PART, FACE_PART, EDGE_PART, PARTS };

// What the axis is: the last one, or one made from the features. With two faces: the one of the body that `auto` takes
// for A.
enum choice { LAST_AXIS, FACE_A, FACE_B, EDGES, FACES };

// Doubles of a body in memory, and those of a contact that differ from pair to pair.
enum { BODY_DOUBLES = sizeof(scree_body) / 8, OUT_DOUBLES = 8 };

typedef struct group {
    int count;
    bool mixed;                  // not all pairs have the same two shapes
    unsigned planar;             // a bit for each 2-D pair
    unsigned chosen[FACES];      // a bit for each pair, by its choice
    const scree_shape *shape[2]; // of the previous pair; and their pair data
    double radii, balls, error, least;
    size_t number[SCREE_LANES]; // indices of the pairs in the batch
    const scree_body *body[2][SCREE_LANES];
    int32_t vertex[2][SCREE_LANES];
    double rows[2][BODY_ROWS][SCREE_LANES] __attribute__((aligned(64)));
    double pair[PAIR_ROWS][SCREE_LANES] __attribute__((aligned(64)));
    const double *from[2][SCREE_LANES]; // the feature's direction leads from here (read with one double more)
    const double *to[2][SCREE_LANES];   // to here
    const double *last[SCREE_LANES];    // the last axis (read with one double more)
    double axis[SCREE_LANES][4];        // that of the cache, or from A to B
    lane out[OUT_DOUBLES / SCREE_LANES][SCREE_LANES] __attribute__((aligned(64))); // some doubles of each contact
} group;

static inline void put3(double rows[][SCREE_LANES], int first, lane3 v)
{
    lane_put_row(rows[first], v.x);
    lane_put_row(rows[first + 1], v.y);
    lane_put_row(rows[first + 2], v.z);
}

// 3-D poses are checked in lanes.
static inline bool is_usual_pair(const scree_body *a, const scree_body *b)
{
    const scree_shape *s = a->shape, *t = b->shape;
    if (s == NULL || t == NULL || !s->centred || !t->centred || s->dimension != t->dimension) return false;
    return s->dimension == 3 || (scree_pose_is_valid(a) && scree_pose_is_valid(b));
}

// The part of a body that the axis rotates with: face `index`, or in 2-D that edge; or an edge in 3-D. Its direction
// leads from `from` to `to`, which is `none` if there is no part. Branch-free, here and below: the kind is
// unpredictable.
static inline enum part part_of(const scree_shape *s, int32_t flat, int32_t feature, int32_t index, const double *none,
                                const double **from, const double **to)
{
    static const scree_node zero;
    static const scree_edge no_edge;
    const bool face = feature == flat;
    const uint64_t count = (uint32_t)(face ? s->hull->face_count : s->hull->edge_count), number = (uint32_t)index;
    // 1 where the index is below the count
    const unsigned known =
        (unsigned)((number - count) >> 63) & ((unsigned)face | (unsigned)(feature == SCREE_FEATURE_EDGE));
    const bool is_face = known != 0u && face, is_edge = known != 0u && !face;
    const scree_edge edge = is_edge ? scree_edge_at(s->hull, (int)number) : no_edge;
    const scree_node *nodes = is_edge ? s->hull->nodes : &zero;
    const double *other = is_face ? &s->hull->faces[number].normal.x : none;
    *from = &nodes[edge.vertex[0]].at.x;
    *to = is_edge ? &nodes[edge.vertex[1]].at.x : other;
    return (enum part)(known * (face ? FACE_PART : EDGE_PART));
}

static inline void put_axis(group *g, int i, scree_vec3 d)
{
    const double values[4] = { d.x, d.y, d.z, 0.0 };
    memcpy(g->axis[i], values, sizeof values);
}

// The choice of the axis by the cached features.
static inline enum choice gather_features(const scree_body *a, const scree_body *b, const scree_cache *cache, group *g,
                                          int i)
{
    static const unsigned char choices[PARTS][PARTS] = { { LAST_AXIS, FACE_B, LAST_AXIS },
                                                         { FACE_A, FACES, FACE_A },
                                                         { LAST_AXIS, FACE_B, EDGES } };
    const double *const last = g->axis[i];
    put_axis(g, i, scree_cache_axis(cache));
    const int32_t flat = a->shape->dimension == 2 ? SCREE_FEATURE_EDGE : SCREE_FEATURE_FACE;
    const enum part part_a =
        part_of(a->shape, flat, cache->feature_a, cache->index_a, last, &g->from[0][i], &g->to[0][i]);
    const enum part part_b =
        part_of(b->shape, flat, cache->feature_b, cache->index_b, last, &g->from[1][i], &g->to[1][i]);
    const enum choice choice = (enum choice)choices[part_a][part_b];
    g->last[i] = last;
    if (choice != FACES) return choice;
    return scree_pair_in_order(a, b) ? FACE_A : FACE_B;
}

// What depends only on the two shapes. Packings have few shapes, so the next pair often has the same.
static inline void learn_shapes(const scree_lane_work *work, const scree_shape *s, const scree_shape *t, group *g)
{
    const double size = s->bounds.radius + t->bounds.radius, balls = s->radius + t->radius;
    g->balls = balls;
    g->shape[0] = s;
    g->shape[1] = t;
    g->radii = s->core_radius + t->core_radius;
    g->error = SCREE_ROUNDING * (ROUNDINGS_BODY * g->radii + ROUNDINGS_BALLS * balls) + (s->slack + t->slack);
    g->least = max2(work->margin, work->tolerance < 0.0 ? SCREE_DEFAULT_TOLERANCE * size : work->tolerance);
}

// Without a cache, the axis is the line between the origins.
static inline void gather_shift(const scree_body *a, const scree_body *b, group *g, int i)
{
    put_axis(g, i, v3_sub(b->position, a->position));
    g->from[0][i] = g->from[1][i] = g->to[0][i] = g->to[1][i] = g->last[i] = g->axis[i];
    g->chosen[LAST_AXIS] |= 1u << i;
}

static inline void gather(const scree_lane_work *work, size_t number, group *g)
{
    const scree_batch *batch = work->batch;
    const scree_body *a = &batch->bodies[batch->pairs[number].a], *b = &batch->bodies[batch->pairs[number].b];
    const scree_cache *cache = batch->caches != NULL ? &batch->caches[number] : NULL;
    const bool warm = cache != NULL && cache->filled;
    const scree_shape *s = a->shape, *t = b->shape;
    const int i = g->count++;
    scree_fetch_result(&work->results[number]);
    g->number[i] = number;
    g->body[0][i] = a;
    g->body[1][i] = b;
    g->vertex[0][i] = warm ? cache->vertex_a : 0;
    g->vertex[1][i] = warm ? cache->vertex_b : 0;
    if (warm)
        g->chosen[gather_features(a, b, cache, g, i)] |= 1u << i;
    else
        gather_shift(a, b, g, i);
    if (s != g->shape[0] || t != g->shape[1]) {
        g->mixed = i > 0 || g->mixed;
        learn_shapes(work, s, t, g);
    }
    g->pair[RADII][i] = g->radii;
    g->pair[BALLS][i] = g->balls;
    g->pair[ERROR][i] = g->error;
    g->pair[LEAST][i] = g->least;
    g->planar |= (s->dimension == 2 ? 1u : 0u) << i;
}

// ------------------------------------------------------------------------------------------------------- the axis

// Which squares have kept all their digits.
static inline unsigned is_trusted(lane square)
{
    return lane_bits_below(lane_of(LEAST_SQUARE), square) & lane_bits_below(square, lane_of(MOST_SQUARE));
}

typedef struct lane_body {
    lane3 place;
    lane_mat3 rotation;
} lane_body;

// Transposes the bodies in memory into rows.
static inline void read_bodies(group *g, int which, lane values[BODY_DOUBLES])
{
    for (int first = 0; first < BODY_DOUBLES; first += SCREE_LANES) {
        for (int i = 0; i < SCREE_LANES; ++i)
            values[first + i] = lane_at((const double *)(const void *)g->body[which][i] + first);
        lane_transpose(values + first);
    }
}

// The rotation as m3_from_quat() makes it; clears the bits in `usual` where the squares are out of range.
static inline lane_body body_of(group *g, int which, unsigned *usual)
{
    lane values[BODY_DOUBLES];
    read_bodies(g, which, values);
    const lane w = values[4], x = values[5], y = values[6], z = values[7];
    const lane square = w * w + x * x + y * y + z * z, s = 2.0 / square;
    lane_body body = { .place = l3(values[1], values[2], values[3]) };
    const lane far = lane_abs(body.place.x) + lane_abs(body.place.y) + lane_abs(body.place.z);
    *usual &= lane_bits_below(far, lane_of(FARTHEST)) & is_trusted(square);
    body.rotation.row[0] = l3(1.0 - s * (y * y + z * z), s * (x * y - w * z), s * (x * z + w * y));
    body.rotation.row[1] = l3(s * (x * y + w * z), 1.0 - s * (x * x + z * z), s * (y * z - w * x));
    body.rotation.row[2] = l3(s * (x * z - w * y), s * (y * z + w * x), 1.0 - s * (x * x + y * y));
    return body;
}

static inline lane3 l3_neg(lane3 a)
{
    return l3(-a.x, -a.y, -a.z);
}

static inline lane3 gather_directions(const double *const records[SCREE_LANES])
{
    lane rows[4];
    lane_columns_of_four(records, 0, rows);
    return l3(rows[0], rows[1], rows[2]);
}

// Unit, from A to B.
static inline lane3 axis_of(group *g, const lane_body *body_a, const lane_body *body_b, unsigned *usual)
{
    const lane3 local_a = l3_sub(gather_directions(g->to[0]), gather_directions(g->from[0]));
    const lane3 local_b = l3_sub(gather_directions(g->to[1]), gather_directions(g->from[1]));
    const lane3 a = lm3_mul(&body_a->rotation, local_a), b = lm3_mul(&body_b->rotation, local_b),
                across = l3_cross(a, b);
    lane3 n = gather_directions(g->last);
    const lane_mask away = l3_dot(across, n) < 0.0;
    n = l3_select(lane_of_bits(g->chosen[EDGES]), l3_select(away, l3_neg(across), across), n);
    n = l3_select(lane_of_bits(g->chosen[FACE_A]), a, n);
    n = l3_select(lane_of_bits(g->chosen[FACE_B]), l3_neg(b), n);
    const lane square = l3_dot(n, n);
    *usual &= is_trusted(square); // false for parallel edges
    n = l3_scale(n, 1.0 / lane_sqrt(square));
    *usual &= ~g->planar | lane_bits_equal(n.z, lane_of(0.0));
    return n;
}

// -------------------------------------------------------------------------------------------------------- the gap

// The support height of a core along d where a short scan will not do. `hint` is where a climb starts, and gets where
// it ended. Not inlined, to keep the caller short.
__attribute__((noinline)) static double far_reach(const scree_shape *s, scree_vec3 d, int32_t *hint)
{
    const scree_vec3 u = v3(s->form->semi_axes.x * d.x, s->form->semi_axes.y * d.y, s->form->semi_axes.z * d.z);
    if (s->core == SCREE_CORE_ELLIPSOID && v3_norm2(u) > LEAST_SQUARE) return v3_norm(u);
    if (s->core == SCREE_CORE_SUPERQUADRIC) return sq_height(s, d);
    if (scree_core_is_smooth(s)) return v3_dot(d, scree_smooth_support(s, d));
    *hint = scree_support_vertex(s, d, *hint >= 0 && *hint < s->vertex_count ? *hint : 0);
    return v3_dot(d, scree_stored_vertex(s, *hint));
}

// Partial maxima in lanes; the largest is the support height.
static inline __attribute__((always_inline)) lane reach_of(group *g, int which, int i)
{
    const scree_shape *s = g->body[which][i]->shape;
    double(*rows)[SCREE_LANES] = g->rows[which];
    const scree_vec3 d = v3(rows[ALONG_X][i], rows[ALONG_Y][i], rows[ALONG_Z][i]);
    if (scree_core_is_smooth(s) || s->padded_count > HULL_SCAN_LIMIT)
        return lane_of(far_reach(s, d, &g->vertex[which][i]));
    lane best = heights_of(s->x, s->y, s->z, d);
    for (int k = SCREE_LANES; k < s->padded_count; k += SCREE_LANES)
        best = lane_max(heights_of(s->x + k, s->y + k, s->z + k, d), best);
    return best;
}

// The same with a pair in each lane, where all bodies have one shape. Same bits, since rounding is monotonic. For a
// box: the ends of its sides, in the order of the sum.
static inline lane common_reach(const scree_shape *s, lane3 d)
{
    if (s->is_box) {
        const lane x = lane_max(d.x * s->hull->box->low.x, d.x * s->hull->box->high.x);
        const lane y = lane_max(d.y * s->hull->box->low.y, d.y * s->hull->box->high.y);
        return x + y + lane_max(d.z * s->hull->box->low.z, d.z * s->hull->box->high.z);
    }
    lane best = d.x * s->x[0] + d.y * s->y[0] + d.z * s->z[0];
    for (int k = 1; k < s->vertex_count; ++k) best = lane_max(d.x * s->x[k] + d.y * s->y[k] + d.z * s->z[k], best);
    return best;
}

static inline bool has_common_reach(const group *g, const scree_shape *s)
{
    return s->is_box || (g->count == SCREE_LANES && !scree_core_is_smooth(s) && s->padded_count <= HULL_SCAN_LIMIT);
}

// The sum of both cores' support heights, in the lanes whose bits are set.
static inline lane find_reaches(group *g, lane3 along_a, lane3 along_b, unsigned bits)
{
    if (!g->mixed && has_common_reach(g, g->shape[0]) && has_common_reach(g, g->shape[1]))
        return common_reach(g->shape[0], along_a) + common_reach(g->shape[1], along_b);
    lane reach[2][SCREE_LANES];
    put3(g->rows[0], ALONG_X, along_a);
    put3(g->rows[1], ALONG_X, along_b);
    if (bits != (1u << SCREE_LANES) - 1u) memset(reach, 0, sizeof reach);
    for (; bits != 0; bits &= bits - 1) {
        const int i = __builtin_ctz(bits);
        for (int k = 0; k < 2; ++k) reach[k][i] = reach_of(g, k, i);
    }
    return lane_most_of_rows(reach[0]) + lane_most_of_rows(reach[1]);
}

// Writes the doubles of the contacts in the order of memory, and those of the caches.
static inline void put_out(group *g, lane3 axis, lane lower, lane upper)
{
    const lane3 n = l3(axis.x + 0.0, axis.y + 0.0, axis.z + 0.0); // no -0
    const lane none = lane_of(0.0), values[OUT_DOUBLES] = { lower, lower, upper, n.x, n.y, n.z, none, none };
    put3(g->pair, AXIS_X, n);
    lane_put_row(g->pair[LOWER], lower);
    for (int k = 0; k < OUT_DOUBLES / SCREE_LANES; ++k) {
        for (int i = 0; i < SCREE_LANES; ++i) g->out[k][i] = values[k * SCREE_LANES + i];
        lane_transpose(g->out[k]);
    }
}

// Which lanes have a proof; their answers are then in g->out.
static unsigned prove(group *g)
{
    for (int i = g->count; i < SCREE_LANES; ++i) { // unused lanes: any valid data
        g->body[0][i] = g->body[0][0];
        g->body[1][i] = g->body[1][0];
        g->from[0][i] = g->from[1][i] = g->to[0][i] = g->to[1][i] = g->last[i] = g->last[0];
    }
    unsigned usual = (1u << g->count) - 1u;
    const lane_body a = body_of(g, 0, &usual), b = body_of(g, 1, &usual);
    const lane3 n = axis_of(g, &a, &b, &usual);
    const lane3 along_a = lm3_mul_transposed(&a.rotation, n), along_b = lm3_mul_transposed(&b.rotation, l3_neg(n));
    const lane reach = find_reaches(g, along_a, along_b, usual) + lane_row(g->pair[BALLS]);
    const lane3 shift = l3_sub(b.place, a.place);
    const lane length = lane_abs(shift.x) + lane_abs(shift.y) + lane_abs(shift.z);
    const lane error = lane_row(g->pair[ERROR]) + SCREE_ROUNDING * ROUNDINGS_SHIFT * length;
    const lane lower = l3_dot(n, shift) - reach - error;
    put_out(g, n, lower, length + lane_row(g->pair[RADII]) + error);
    return usual & lane_bits_below(lane_row(g->pair[LEAST]), lower); // false where anything is NaN
}

// ------------------------------------------------------------------------------------------------------ the answer

// All but the first doubles are the same for every pair.
static inline void scatter(group *g, int i, scree_contact *x)
{
    static const scree_contact rest = { .index_a = -1, .index_b = -1, .iterations = 1, .beyond = true };
    const size_t from = OUT_DOUBLES * sizeof(double);
    for (int k = 0; k < OUT_DOUBLES / SCREE_LANES; ++k)
        lane_put((double *)(void *)x + (ptrdiff_t)k * SCREE_LANES, g->out[k][i]);
    memcpy((char *)x + from, (const char *)&rest + from, sizeof rest - from);
}

static inline void remember(group *g, int i, scree_cache *cache)
{
    // An axis that rotates with features is made from them each time: neither it nor its distance need be stored.
    const uint16_t vertex_a = (uint16_t)g->vertex[0][i], vertex_b = (uint16_t)g->vertex[1][i];
    const bool same = cache->vertex_a == vertex_a && cache->vertex_b == vertex_b;
    if ((g->chosen[LAST_AXIS] >> i & 1u) == 0u && same) return;
    if (!cache->filled) *cache = (scree_cache){ .index_a = -1, .index_b = -1 };
    scree_cache_set_axis(cache, v3(g->pair[AXIS_X][i], g->pair[AXIS_Y][i], g->pair[AXIS_Z][i]));
    cache->distance = (float)g->pair[LOWER][i];
    cache->vertex_a = vertex_a;
    cache->vertex_b = vertex_b;
    cache->filled = true;
}

// Answers the pairs of a group that are beyond the margin; the indices of the others go to `left`. Returns how many.
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
    g->mixed = false;
    memset(g->chosen, 0, sizeof g->chosen);
    return rest;
}

static int run(const scree_lane_work *work, int32_t *left)
{
    group g;
    g.count = 0;
    g.mixed = false;
    g.planar = 0;
    g.shape[0] = g.shape[1] = NULL;
    memset(g.chosen, 0, sizeof g.chosen);
    int rest = 0;
    for (int k = 0; k < work->count; ++k) {
        const int32_t pair = work->pairs[k];
        const size_t number = work->first + (size_t)pair;
        scree_fetch_bodies(work->batch, number + AHEAD);
        const scree_pair bodies = work->batch->pairs[number];
        if (is_usual_pair(&work->batch->bodies[bodies.a], &work->batch->bodies[bodies.b]))
            gather(work, number, &g);
        else
            left[rest++] = pair;
        if (g.count == SCREE_LANES) rest += answer_group(work, &g, left + rest);
    }
    return rest + answer_group(work, &g, left + rest);
}

int SCREE_AT_WIDTH(scree_axis)(const scree_lane_work *work, int32_t *left)
{
    return run(work, left);
}
