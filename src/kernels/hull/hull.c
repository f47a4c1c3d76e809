// Pairs of hulls in a batch: their frames and their answers are computed over lanes, a pair in each; the searches, in
// which the lanes are vertices and faces, take turns between.
#include "kernels/contact_rows.h"
#include "kernels/hull/hull_kernel.h"
#include "kernels/pair_lanes.h"
#include "pair/fetch.h"

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
    const lane3 d = l3_select(row(g->axis[WARM]) > lane_of(0.0), warm, f->shift);
    const lane square = l3_dot(d, d);
    const lane_mask fine = (square > lane_of(0.0)) & (square < lane_of(SCREE_MOST_DIRECTION2));
    return l3_select(fine, d, l3(lane_of(1.0), lane_of(0.0), lane_of(0.0)));
}

static inline void put_frame(const gathered *g, const lane_frame *f, hull_group *h)
{
    for (int i = 0; i < 3; ++i) put3(h->frame, ROTATION + 3 * i, f->rotation.row[i]);
    put3(h->frame, SHIFT, f->shift);
    put3(h->frame, START, first_directions(g, f));
    put(h->frame[SIZE], f->size);
    put(h->frame[ERROR], f->error);
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
    for (int k = 0; k < ANSWER_ROWS; ++k) put(h->answer[k], lane_of(0.0));
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
    lane_answer x = { .distance = row(rows[GAP]), .lower = row(rows[LOW]), .upper = row(rows[UP]) };
    x.steps = row(rows[ROUNDS]);
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
