// Pairs of hulls: what the search finds (hull_search.h) becomes a contact.
//
// One pair goes from its bodies straight to the contact. In a batch, frames and answers are computed over lanes, a pair in each; the
// searches, in which the lanes are vertices and faces, take turns between.
#include "kernels/hull/hull_level.h"
#include "kernels/hull/hull_search.h"
#include "kernels/hull_warm/again.h"
#include "kernels/pair_lanes.h"
#include "pair/fetch.h"
#include "pair/pair.h"

// ---------------------------------------------------------------------------------------- from an answer to a contact

static inline void name_features(const scree_hull_answer *h, bool swapped, scree_contact *x)
{
    x->feature_a = (scree_feature)either(swapped, (int)h->feature_b, (int)h->feature_a);
    x->feature_b = (scree_feature)either(swapped, (int)h->feature_a, (int)h->feature_b);
    x->index_a = either(swapped, h->index_b, h->index_a);
    x->index_b = either(swapped, h->index_a, h->index_b);
}

/// Publishes a plain answer. Branch-free as to which body is the caller's A.
static inline __attribute__((always_inline)) bool publish_pair(const scree_cores *c, const scree_hull_answer *h,
                                                               double tolerance, bool swapped, scree_contact *out)
{
    static const double signs[2] = { 1.0, -1.0 };
    const scree_answer *x = &h->found;
    scree_vec3 *points[2] = { &out->point_a, &out->point_b };
    out->patch_area = 0.0;
    scree_clear_rest(out);
    scree_publish_to(c, x, v3_lerp(x->on_a, x->on_b, 0.5), c->a->radius + c->b->radius, tolerance, points[swapped],
                     points[!swapped], out);
    name_features(h, swapped, out);
    // Turns -0 into 0: the sign means nothing and should not show.
    const scree_vec3 n = v3_scale(out->normal, signs[swapped]);
    out->normal = v3(n.x + 0.0, n.y + 0.0, n.z + 0.0);
    return out->status == SCREE_OK;
}

/// The caller's bodies.
typedef struct body_pair {
    const scree_body *a, *b;
} body_pair;

/// As with a cache: see scree_measure_again(). Not inlined, to keep its copies off the stack of other pairs.
static __attribute__((noinline)) void measure_again(body_pair bodies, double tolerance, scree_contact *x)
{
    scree_measure_again(SCREE_AT_SINGLE_WIDTH(scree_warm), bodies.a, bodies.b, tolerance, x);
}

/// An answer that is not plain becomes a contact.
static inline bool finish_found(body_pair bodies, const scree_cores *c, const scree_hull_answer *h, double tolerance,
                                bool swapped, scree_contact *out)
{
    *out = (scree_contact){ .status = SCREE_OK };
    if (!finish_level(c, h, tolerance, swapped, out) &&
        (h->needs_patch || !scree_hull_finish(c, &h->found, tolerance, swapped, out)))
        return false;
    measure_again(bodies, tolerance, out);
    return true;
}

/// What a search has found becomes a contact; where the hulls meet in more than a point, or nearly so, with their patch.
static inline bool publish_found(body_pair bodies, const scree_cores *c, const scree_hull_answer *h, double tolerance,
                                 bool swapped, scree_contact *out)
{
    if (h->plain) return publish_pair(c, h, tolerance, swapped, out);
    return finish_found(bodies, c, h, tolerance, swapped, out);
}

// ----------------------------------------------------------------------------------------------------------- one pair

/// scree_cores_make_plain(), bit for bit, with both bodies side by side in two lanes: for small hulls, the frame is a
/// sixth of the work.
static inline __attribute__((always_inline)) void place_pair(const scree_body *a, const scree_body *b, scree_cores *c)
{
    const scree_quat q = a->orientation, r = b->orientation;
    const scree_two w = { q.w, r.w }, x = { q.x, r.x }, y = { q.y, r.y }, z = { q.z, r.z };
    const scree_two norm2 = w * w + x * x + y * y + z * z, least = { 1e-139, 1e-139 }, most = { 1e139, 1e139 };
    if (!lane_two_all((norm2 > least) & (norm2 < most))) { // m3_from_quat() might overflow or underflow
        scree_cores_make_plain(a, b, c);
        return;
    }
    const scree_two s = 2.0 / norm2;
    const scree_two xx = 1.0 - s * (y * y + z * z), xy = s * (x * y - w * z), xz = s * (x * z + w * y);
    const scree_two yx = s * (x * y + w * z), yy = 1.0 - s * (x * x + z * z), yz = s * (y * z - w * x);
    const scree_two zx = s * (x * z - w * y), zy = s * (y * z + w * x), zz = 1.0 - s * (x * x + y * y);
    const scree_mat3 rotation_b = { { v3(xx[1], xy[1], xz[1]), v3(yx[1], yy[1], yz[1]), v3(zx[1], zy[1], zz[1]) } };
    c->world_rotation = (scree_mat3){ { v3(xx[0], xy[0], xz[0]), v3(yx[0], yy[0], yz[0]), v3(zx[0], zy[0], zz[0]) } };
    c->a = a->shape;
    c->b = b->shape;
    c->rotation = m3_transposed_mul(&c->world_rotation, &rotation_b);
    c->shift = m3_mul_transposed(&c->world_rotation, v3_sub(b->position, a->position));
    c->world_shift = a->position;
    c->swell_a = c->swell_b = 0.0;
    scree_cores_measure(c);
}

/// Where the search begins: see scree_first_direction(). The cached normal is rotated with the bodies.
static inline scree_vec3 first_direction(const scree_cores *c, const scree_cache *cache, bool swapped)
{
    scree_vec3 d = c->shift;
    if (cache != NULL && cache->filled) {
        const scree_vec3 axis = scree_cache_axis(cache);
        d = m3_mul_transposed(&c->world_rotation, swapped ? v3_neg(axis) : axis);
    }
    return v3_norm2(d) > 0.0 && v3_norm2(d) < SCREE_MOST_DIRECTION2 ? d : v3(1, 0, 0);
}

/// See meet_last_face(). Not inlined, to keep the usual path short.
static __attribute__((noinline)) bool answer_last_face(body_pair bodies, const scree_cores *c, const scree_cache *cache,
                                                       double tolerance, bool swapped, scree_contact *out)
{
    scree_hull_answer h;
    return meet_last_face(c, cache, swapped, &h) && publish_found(bodies, c, &h, tolerance, swapped, out);
}

/// The pair that search_quickly() has left. Not inlined, as above.
static __attribute__((noinline)) bool answer_slowly(body_pair bodies, const scree_cores *c, scree_vec3 start,
                                                    face_views *v, hull_rest rest, double tolerance, bool swapped,
                                                    scree_contact *out)
{
    scree_hull_answer h;
    if (!search_on(c, start, v, rest, &h)) return false;
    return publish_found(bodies, c, &h, tolerance, swapped, out);
}

static inline double box_reach(scree_vec3 d, scree_vec3 half)
{
    return fabs(d.x) * half.x + fabs(d.y) * half.y + fabs(d.z) * half.z;
}

/// Whether a face of one of two boxes, both about their own origins, separates them by more than what counts as touching in
/// kernels/box_pair.
static inline bool box_face_separates(const scree_cores *c)
{
    const scree_mat3 *m = &c->rotation;
    const scree_vec3 s = c->shift, h = c->a->hull->box->high, k = c->b->hull->box->high;
    const double touch = 2.0 * c->error;
    if (fabs(s.x) - touch > h.x + box_reach(m->row[0], k) || fabs(s.y) - touch > h.y + box_reach(m->row[1], k) ||
        fabs(s.z) - touch > h.z + box_reach(m->row[2], k))
        return true;
    const scree_vec3 t = m3_mul_transposed(m, s);
    return fabs(t.x) - touch > k.x + box_reach(v3(m->row[0].x, m->row[1].x, m->row[2].x), h) ||
           fabs(t.y) - touch > k.y + box_reach(v3(m->row[0].y, m->row[1].y, m->row[2].y), h) ||
           fabs(t.z) - touch > k.z + box_reach(v3(m->row[0].z, m->row[1].z, m->row[2].z), h);
}

/// See scree_hull_pair().
static inline bool answer_pair(const scree_body *a, const scree_body *b, double tolerance, const scree_cache *cache,
                               hull_rest rest, scree_contact *out)
{
    const bool swapped = !scree_pair_in_order(a, b);
    const scree_body *bodies[2] = { a, b }, *first = bodies[swapped], *second = bodies[!swapped];
    scree_cores c;
    if (a->shape->centred && b->shape->centred)
        place_pair(first, second, &c);
    else
        c = scree_cores_make(first, second);
    // Where no face separates two boxes they usually overlap or touch: test all axes, as in a batch.
    if (c.a->is_box && c.b->is_box && !box_face_separates(&c) &&
        SCREE_AT_SINGLE_WIDTH(scree_box_pair)(a, b, tolerance, out))
        return true;
    const body_pair pair = { a, b };
    if (cache != NULL && scree_cache_has_patch(cache) && answer_last_face(pair, &c, cache, tolerance, swapped, out))
        return true;
    const bool tiny = is_tiny(c.a) && is_tiny(c.b); // these need no direction
    const scree_vec3 start = tiny ? v3(0, 0, 0) : first_direction(&c, cache, swapped);
    face_views v;
    scree_hull_answer h;
    if (!are_small(&c) || !search_quickly(&c, start, HULL_TOUCH * c.error, &v, &h))
        return answer_slowly(pair, &c, start, &v, rest, tolerance, swapped, out);
    return publish_pair(&c, &h, tolerance, swapped, out);
}

// ------------------------------------------------------------------------------------------------------------ a batch

// What the searches read of a frame, and write: a row has a double for each lane.
enum frame_row { ROTATION, SHIFT = ROTATION + 9, START = SHIFT + 3, SIZE = START + 3, ERROR, FRAME_ROWS };

enum answer_row { GAP, LOW, UP, ROUNDS, NORMAL, ON_A = NORMAL + 3, ON_B = ON_A + 3, ANSWER_ROWS = ON_B + 3 };

typedef struct hull_group {
    double frame[FRAME_ROWS][SCREE_LANES] __attribute__((aligned(64)));
    double answer[ANSWER_ROWS][SCREE_LANES] __attribute__((aligned(64)));
    scree_hull_answer found[SCREE_LANES];
} hull_group;

// scree_first_direction()
static inline lane3 first_directions(const gathered *g, const lane_frame *f)
{
    const lane3 warm = lm3_mul_transposed(&f->world_rotation, rows3(g->axis, WX));
    const lane3 d = l3_select(lane_row(g->axis[WARM]) > lane_of(0.0), warm, f->shift);
    const lane square = l3_dot(d, d);
    const lane_mask fine = (square > lane_of(0.0)) & (square < lane_of(SCREE_MOST_DIRECTION2));
    return l3_select(fine, d, l3(lane_of(1.0), lane_of(0.0), lane_of(0.0)));
}

static inline void put_frame(const gathered *g, const lane_frame *f, hull_group *h)
{
    for (int i = 0; i < 3; ++i) put3(h->frame, ROTATION + 3 * i, f->rotation.row[i]);
    put3(h->frame, SHIFT, f->shift);
    put3(h->frame, START, first_directions(g, f));
    lane_put_row(h->frame[SIZE], f->size);
    lane_put_row(h->frame[ERROR], f->error);
}

// The cores of one lane's pair.
static inline scree_cores cores_of_lane(const gathered *g, const lane_frame *f, const hull_group *h, int i)
{
    const double(*rows)[SCREE_LANES] = (const double(*)[SCREE_LANES])h->frame;
    scree_cores c = { .a = g->shape[0][i], .b = g->shape[1][i], .size = rows[SIZE][i], .error = rows[ERROR][i] };
    for (int k = 0; k < 3; ++k) {
        c.rotation.row[k] = column3(rows, ROTATION + 3 * k, i);
        c.world_rotation.row[k] = lane_vector(&f->world_rotation.row[k], i);
    }
    c.shift = column3(rows, SHIFT, i);
    c.world_shift = lane_vector(&f->world_shift, i);
    return c;
}

// What becomes of a pair.
enum hull_outcome { HULL_LEFT, HULL_PLAIN, HULL_FINISHED };

// The pair of one lane. A plain answer goes to the rows of the group; where the hulls meet in more than a point, or nearly so, the
// contact is finished here, as answer_slowly() does it.
static inline enum hull_outcome answer_hull_lane(body_pair bodies, const scree_cores *c, double tolerance, bool swapped,
                                                 const scree_cache *cache, hull_group *h, int i, scree_contact *out)
{
    const double(*rows)[SCREE_LANES] = (const double(*)[SCREE_LANES])h->frame;
    scree_hull_answer *x = &h->found[i];
    const bool is_known = cache != NULL && scree_cache_has_patch(cache) && meet_last_face(c, cache, swapped, x);
    if (!is_known && !search_hulls(c, column3(rows, START, i), x)) return HULL_LEFT;
    const scree_answer *y = &x->found;
    if (!x->plain) {
        const double allowed = tolerance < 0.0 ? SCREE_DEFAULT_TOLERANCE * scree_size_of_pair(c->a, c->b) : tolerance;
        return finish_found(bodies, c, x, allowed, swapped, out) ? HULL_FINISHED : HULL_LEFT;
    }
    const double values[ANSWER_ROWS] = { y->distance, y->lower,    y->upper,    (double)y->iterations,
                                         y->normal.x, y->normal.y, y->normal.z, y->on_a.x,
                                         y->on_a.y,   y->on_a.z,   y->on_b.x,   y->on_b.y,
                                         y->on_b.z };
    for (int k = 0; k < ANSWER_ROWS; ++k) h->answer[k][i] = values[k];
    return HULL_PLAIN;
}

static inline size_t pair_of_lane(const scree_lane_work *work, int first, int i)
{
    return work->first + (size_t)work->pairs[first + i];
}

// Which lanes have an answer in `out`; those of `finished` have theirs among the results.
static inline unsigned answer_hulls(const gathered *g, const scree_lane_work *work, int first, int count, hull_group *h,
                                    published *out, unsigned *finished)
{
    lane_frame f;
    make_frame(g, &f);
    put_frame(g, &f, h);
    lane_mask usual = pose_is_usual(g->body[0]) & pose_is_usual(g->body[1]);
    unsigned answered = 0;
    *finished = 0;
    for (int k = 0; k < ANSWER_ROWS; ++k) lane_put_row(h->answer[k], lane_of(0.0));
    for (unsigned bits = lane_bits(usual) & ((1u << count) - 1u); bits != 0; bits &= bits - 1) {
        const int i = __builtin_ctz(bits);
        if (scree_has_centre(g->shape[0][i]) || scree_has_centre(g->shape[1][i])) continue;
        const size_t pair = pair_of_lane(work, first, i);
        const scree_cache *cache = work->batch->caches != NULL ? &work->batch->caches[pair] : NULL;
        // A simulation, where shapes may be many.
        for (int k = 0; k < 2 && cache != NULL && i + 1 < count; ++k) scree_fetch_arrays(g->shape[k][i + 1]);
        const scree_cores c = cores_of_lane(g, &f, h, i);
        const scree_pair ends = work->batch->pairs[pair];
        const body_pair bodies = { &work->batch->bodies[ends.a], &work->batch->bodies[ends.b] };
        const enum hull_outcome outcome =
            answer_hull_lane(bodies, &c, work->tolerance, g->swapped[i], cache, h, i, &work->results[pair]);
        answered |= (outcome == HULL_PLAIN ? 1u : 0u) << i;
        *finished |= (outcome == HULL_FINISHED ? 1u : 0u) << i;
    }
    const double(*rows)[SCREE_LANES] = (const double(*)[SCREE_LANES])h->answer;
    lane_answer x = { .distance = lane_row(rows[GAP]), .lower = lane_row(rows[LOW]), .upper = lane_row(rows[UP]) };
    x.steps = lane_row(rows[ROUNDS]);
    x.n = rows3(rows, NORMAL);
    x.on_a = rows3(rows, ON_A);
    x.on_b = rows3(rows, ON_B);
    publish(g, &f, &x, work->tolerance, out, &usual);
    return answered & lane_bits(usual);
}

static inline int run_hulls(const scree_lane_work *work, int32_t *left)
{
    int rest = 0;
    for (int first = 0; first < work->count; first += SCREE_LANES) {
        gathered g;
        published out;
        hull_group h;
        gather(work, first, &g);
        const int count = work->count - first < SCREE_LANES ? work->count - first : SCREE_LANES;
        unsigned finished;
        const unsigned answered = answer_hulls(&g, work, first, count, &h, &out, &finished);
        for (int i = 0; i < count; ++i) {
            if (((answered | finished) >> i & 1u) == 0u) {
                left[rest++] = work->pairs[first + i];
                continue;
            }
            const size_t pair = pair_of_lane(work, first, i);
            scree_contact *const x = &work->results[pair];
            if ((answered >> i & 1u) != 0u) {
                scatter(&out, i, g.swapped[i], x);
                name_features(&h.found[i], g.swapped[i], x);
            }
            if (work->batch->caches != NULL) scree_cache_keep(&work->batch->caches[pair], x);
        }
    }
    return rest;
}

// -------------------------------------------------------------------------------------------- a contact of the search

#if SCREE_LANES <= SCREE_MOST_SINGLE_LANES
// Whether the vertex that the face has met is over it.
static inline bool is_over_face(const scree_cores *c, const scree_hull_answer *h)
{
    const scree_vec3 a = h->found.on_a, b = h->found.on_b;
    if (h->feature_a == SCREE_FEATURE_FACE)
        return c->a->hull->faces[h->index_a].count <= HULL_CORNERS && place_over_face(c->a, h->index_a, b).passed == 0;
    const scree_vec3 over = m3_mul_transposed(&c->rotation, v3_sub(a, c->shift));
    return c->b->hull->faces[h->index_b].count <= HULL_CORNERS && place_over_face(c->b, h->index_b, over).passed == 0;
}

// Whether the features are two edges that share a segment, or nearly so.
static inline bool share_segment(const scree_cores *c, const scree_hull_answer *h)
{
    if (h->feature_a != SCREE_FEATURE_EDGE || h->feature_b != SCREE_FEATURE_EDGE) return false;
    const measure_ends ends = ends_found(c, h, true, true);
    return are_parallel(first_lane(ends.u), first_lane(ends.e));
}

bool SCREE_AT_WIDTH(scree_hull_settle)(const scree_cores *c, double tolerance, scree_contact *x)
{
    const int a = (int)x->feature_a, b = (int)x->feature_b;
    const bool face = a == SCREE_FEATURE_FACE || b == SCREE_FEATURE_FACE;
    if (a < SCREE_FEATURE_VERTEX || b < SCREE_FEATURE_VERTEX || a + b > SCREE_FEATURE_FACE + SCREE_FEATURE_VERTEX)
        return false;
    scree_hull_answer h = { .feature_a = x->feature_a, .feature_b = x->feature_b };
    h.index_a = x->index_a;
    h.index_b = x->index_b;
    h.found.iterations = x->iterations;
    const scree_vec3 n = m3_mul_transposed(&c->world_rotation, x->normal);
    if (share_segment(c, &h) || !measure_found(c, n, x->distance + (c->a->radius + c->b->radius), &h)) return false;
    if (!(h.found.distance > HULL_TOUCH * c->error) || (face && !is_over_face(c, &h))) return false;
    scree_contact y;
    if (!publish_pair(c, &h, tolerance, false, &y)) return false;
    *x = y;
    return true;
}
#endif

bool SCREE_AT_WIDTH(scree_hull)(const scree_cores *c, scree_vec3 start, scree_hull_answer *out)
{
    return search_hulls(c, start, out);
}

#if SCREE_LANES == 4 && defined SCREE_WIDE_LANES
// Not inlined: one copy of the code for both entries.
static __attribute__((noinline)) bool answer(const scree_body *a, const scree_body *b, double tolerance,
                                             const scree_cache *cache, hull_rest rest, scree_contact *out)
{
    return answer_pair(a, b, tolerance, cache, rest, out);
}

bool scree_hull_pair_lanes_4(const scree_body *a, const scree_body *b, double tolerance, const scree_cache *cache,
                             scree_contact *out)
{
    return answer(a, b, tolerance, cache, search_thoroughly, out);
}

bool scree_hull_pair_lanes_4_8(const scree_body *a, const scree_body *b, double tolerance, const scree_cache *cache,
                               scree_contact *out)
{
    return answer(a, b, tolerance, cache, scree_hull_rest_lanes_8, out);
}
#else
bool SCREE_AT_WIDTH(scree_hull_pair)(const scree_body *a, const scree_body *b, double tolerance,
                                     const scree_cache *cache, scree_contact *out)
{
    return answer_pair(a, b, tolerance, cache, search_thoroughly, out);
}
#endif

#if SCREE_LANES == 8
bool scree_hull_rest_lanes_8(const scree_cores *c, scree_vec3 start, const struct face_views *v, scree_hull_answer *out)
{
    return search_thoroughly(c, start, v, out);
}
#endif

int SCREE_AT_WIDTH(scree_hulls)(const scree_lane_work *work, int32_t *left)
{
    return run_hulls(work, left);
}
