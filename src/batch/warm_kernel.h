// Two hulls that met a moment ago: do the same features still meet? Many pairs over lanes.
//
// Idea        A vertex and a face, or two edges, have a normal. If the farthest vertices along it are those of the
//             features, and no others are near them, the gap along it is proven; if the foot of the vertex, or the
//             crossing of the edges, is inside, it is the distance of bodies apart; and if it is so far inside that the
//             depth is the least of all (is_least(), hull_least.h), that of bodies that overlap. Frames, normals, proofs
//             and answers are computed over lanes, a pair in each; only to look at vertices and faces, the pairs take
//             turns. Pairs with a face and pairs of edges are collected apart.
// Limits      Other features, features that meet in more than a point or nearly so, and any doubt: no answer, and the
//             search begins as if nothing were known. Nothing that the cache says is believed.
#ifndef SCREE_BATCH_WARM_KERNEL_H
#define SCREE_BATCH_WARM_KERNEL_H

#include <stddef.h>
#include <string.h>

#include "batch/hull_kernel.h"
#include "batch/hull_least.h"
#include "batch/warm_gather.h"

// ---------------------------------------------------------------------------------------- vertices, faces, features

// What is known of the pairs, in the frame of A.
typedef struct warm_lanes {
    lane gap, inside; // negative: the features meet no more
    lane3 n, on_a, on_b;
    unsigned standing; // nothing is in the way of the features
    unsigned settled;  // and they meet in a point, beyond doubt
} warm_lanes;

static inline lane3 l3_neg(lane3 a)
{
    return l3(-a.x, -a.y, -a.z);
}

static inline lane3 local3(const warm_group *w, int which, int first)
{
    return rows3(w->local[which], first);
}

// Vertices that are less than this below the highest one, in units of the core's radius, are next to it: no feature
// that is plain (see hull_near.h) has any but its own.
#define WARM_LEVEL (3.0 * HULL_SLOPE)

// How far a small hull reaches along d; whether as many vertices as `wanted` are up there.
static inline bool scan_top(const scree_shape *s, scree_vec3 d, int wanted, double *reach)
{
    lane height[HULL_SCAN_LIMIT / SCREE_LANES];
    const int count = s->padded_count / SCREE_LANES;
    lane best = height[0] = heights_of(s->x, s->y, s->z, d);
    for (int i = 1, k = SCREE_LANES; i < count; ++i, k += SCREE_LANES) {
        height[i] = heights_of(s->x + k, s->y + k, s->z + k, d);
        best = lane_max(best, height[i]);
    }
    best = lane_most(best);
    *reach = best[0];
    const lane level = best - lane_of(WARM_LEVEL * s->core_radius);
    int found = 0;
    for (int i = 0, rest = s->vertex_count; i < count; ++i, rest -= SCREE_LANES) {
        const unsigned used = rest >= SCREE_LANES ? (1u << SCREE_LANES) - 1u : (1u << (rest > 0 ? rest : 0)) - 1u;
        found += __builtin_popcount(~lane_bits_below(height[i], level) & used);
    }
    return found == wanted;
}

// The same for a large one, along whose edges one climbs. Not inlined: the scan is to stay short.
__attribute__((noinline)) static bool climb_top(const scree_shape *s, scree_vec3 d, scree_feature feature, int index,
                                                double *reach)
{
    const int start = feature == SCREE_FEATURE_VERTEX ? index : s->edges[index].vertex[0];
    *reach = v3_dot(d, scree_stored_vertex(s, scree_support_vertex(s, d, start)));
    return feature_is_plain(s, feature, index, d);
}

static inline bool find_reach(warm_group *w, int which, int i, scree_feature feature)
{
    const scree_shape *s = w->g.shape[which][i];
    double(*rows)[SCREE_LANES] = w->local[which];
    const scree_vec3 d = v3(rows[ALONG][i], rows[ALONG + 1][i], rows[ALONG + 2][i]);
    if (s->padded_count > HULL_SCAN_LIMIT) return climb_top(s, d, feature, w->index[which][i], &rows[REACH][i]);
    return scan_top(s, d, feature == SCREE_FEATURE_VERTEX ? 1 : 2, &rows[REACH][i]);
}

// ------------------------------------------------------------------------------------------------ a face, a vertex

// Which pairs have no vertices in the way; how far inside the foot is.
static inline unsigned look_at_faces(warm_group *w)
{
    unsigned fine = 0;
    for (int i = 0; i < w->count; ++i) {
        const int home = w->home[i];
        fine |= (find_reach(w, !home, i, SCREE_FEATURE_VERTEX) ? 1u : 0u) << i;
        const scree_vec3 p = v3(w->over[OVER][i], w->over[OVER + 1][i], w->over[OVER + 2][i]);
        w->over[INSIDE][i] = place_over_face(w->g.shape[home][i], w->index[home][i], p).inside;
    }
    return fine;
}

static inline void meet_face_pairs(const lane_frame *f, warm_group *w, warm_lanes *x)
{
    const lane_mask of_b = row(w->of_b) > lane_of(0.0);
    const lane3 normal = local3(w, 0, VECTOR), vertex = local3(w, 0, PLACE);
    // B's vertex, or the normal of its face, in A's frame; then A's normal, or its vertex, in B's.
    const lane3 turned = lm3_mul(&f->turn, l3_select(of_b, normal, vertex)), p = l3_add(turned, f->shift);
    const lane3 back = lm3_mul_transposed(&f->turn, l3_select(of_b, l3_sub(vertex, f->shift), l3_neg(normal)));
    const lane3 over = l3_select(of_b, back, p), n = l3_select(of_b, l3_neg(turned), normal);
    const lane3 along = l3_select(of_b, n, back);
    put3(w->local[0], ALONG, along);
    put3(w->local[1], ALONG, along);
    put3(w->over, OVER, over);
    const unsigned fine = look_at_faces(w);
    const lane reach = lane_select(of_b, row(w->local[0][REACH]), row(w->local[1][REACH]));
    x->n = n;
    x->gap = l3_dot(normal, over) - row(w->over[OFFSET]);
    x->inside = row(w->over[INSIDE]);
    x->on_a = l3_select(of_b, vertex, l3_add_scaled(p, -x->gap, n));
    x->on_b = l3_select(of_b, l3_add_scaled(vertex, x->gap, n), p);
    x->standing = fine & lane_bits(reach <= l3_dot(along, vertex));
    x->settled = x->standing & lane_bits(x->inside >= lane_of(0.0));
}

// ------------------------------------------------------------------------------------------------------- two edges

// scree_edge_normal(); `u2` is the square of u.
static inline lane3 edge_normals(lane3 u, lane3 e, lane u2)
{
    const lane3 n = l3_cross(u, e), across = l3_add_scaled(n, -l3_dot(n, u) / u2, u);
    return l3_scale(across, 1.0 / lane_sqrt(l3_dot(across, across)));
}

static inline unsigned look_at_edges(warm_group *w)
{
    unsigned fine = 0;
    for (int i = 0; i < w->count; ++i) {
        const bool top_a = find_reach(w, 0, i, SCREE_FEATURE_EDGE), top_b = find_reach(w, 1, i, SCREE_FEATURE_EDGE);
        fine |= (top_a && top_b ? 1u : 0u) << i;
    }
    return fine;
}

// As meet_edges() has it.
static inline void meet_edge_pairs(const lane_frame *f, warm_group *w, warm_lanes *x)
{
    const lane3 u = local3(w, 0, VECTOR), p = local3(w, 0, PLACE), e = lm3_mul(&f->turn, local3(w, 1, VECTOR));
    const lane3 turned = lm3_mul(&f->turn, local3(w, 1, PLACE)), between = l3_sub(l3_add(turned, f->shift), p);
    const gathered *g = &w->g;
    const lane3 last = lm3_mul_transposed(&f->world_turn, rows3(g->axis, WX));
    const lane u2 = l3_dot(u, u), e2 = l3_dot(e, e), error = f->error;
    const lane3 across = edge_normals(u, e, u2);
    const lane3 n = l3_select(l3_dot(across, last) < lane_of(0.0), l3_neg(across), across);
    put3(w->local[0], ALONG, n);
    put3(w->local[1], ALONG, l3_neg(lm3_mul_transposed(&f->turn, n)));
    const unsigned fine = look_at_edges(w);
    const lane reach_a = row(w->local[0][REACH]), reach_b = row(w->local[1][REACH]);
    x->n = n;
    x->gap = l3_dot(n, f->shift) - reach_a - reach_b;
    // The edges are as far out as anything.
    const lane_mask out = (reach_a - l3_dot(n, p) <= error) & (l3_dot(n, turned) + reach_b <= error);
    const lane3 across_b = l3_cross(n, e), across_a = l3_cross(n, u);
    const lane wide = l3_dot(u, across_b), part = 1.0 / wide, area = lane_abs(wide), lengths = lane_sqrt(u2 * e2);
    const lane s = l3_dot(between, across_b) * part, t = l3_dot(between, across_a) * part;
    const lane end_s = lane_min(s, 1.0 - s), end_t = lane_min(t, 1.0 - t);
    // How far the crossing is from the sides of the parallelogram.
    x->inside = lane_min(end_s * lane_sqrt(u2), end_t * lane_sqrt(e2)) * area / lengths;
    x->on_a = l3_add_scaled(p, s, u);
    x->on_b = l3_add_scaled(l3_add(turned, f->shift), t, e);
    const lane3 astray = l3_add_scaled(l3_sub(x->on_b, x->on_a), -x->gap, n);
    const lane_mask clear = (end_s > lane_of(HULL_END)) & (end_t > lane_of(HULL_END)) &
                            (l3_dot(astray, astray) <= error * error) & (area > lane_of(HULL_PARALLEL) * lengths);
    x->standing = fine & lane_bits(out);
    x->settled = x->standing & lane_bits(clear);
}

// ------------------------------------------------------------------------------------------------- the least depth

// is_least(), without its quotients.
static inline unsigned are_least(const lane_frame *f, const warm_group *w, const warm_lanes *x)
{
    const lane none = lane_of(0.0), enough = 8.0 * f->error - x->gap, radius = x->inside - f->error;
    const lane a = row(w->local[0][INNER]), b = row(w->local[1][INNER]), along = l3_dot(x->n, f->shift);
    const lane3 off = l3_add_scaled(f->shift, -along, x->n);
    const lane across = lane_sqrt(l3_dot(off, off)), square = enough * enough + radius * radius;
    const lane cosine = enough * enough - radius * radius, sine = 2.0 * radius * enough;
    const lane_mask least = (radius > none) & (a > none) & (b > none) & (sine * along - cosine * across > none) &
                            ((a + b - enough) * square > along * cosine + across * sine);
    return lane_bits(least);
}

static inline scree_vec3 lane_vector(const lane3 *v, int i)
{
    return v3(v->x[i], v->y[i], v->z[i]);
}

// What is next to the features of one lane: whether their depth, which no ball has proven, is the least; and if not,
// where there is less.
__attribute__((noinline)) static bool look_around(const lane_frame *f, const warm_group *w, const warm_lanes *x, int i,
                                                  bool edges, next_face *next)
{
    scree_cores c = { .a = w->g.shape[0][i], .b = w->g.shape[1][i] };
    for (int k = 0; k < 3; ++k) c.turn.row[k] = lane_vector(&f->turn.row[k], i);
    c.shift = lane_vector(&f->shift, i);
    const int home = w->home[i];
    scree_mat3 back;
    const hull_frame frame = home == 1 ? frame_of_b(&c, &back) : frame_of_a(&c);
    hull_meeting m = { .n = lane_vector(&x->n, i), .gap = x->gap[i] };
    m.on_home = lane_vector(&x->on_a, i);
    m.on_guest = lane_vector(&x->on_b, i);
    m.feature_home = edges ? SCREE_FEATURE_EDGE : SCREE_FEATURE_FACE;
    m.index_home = w->index[home][i];
    m.index_guest = w->index[!home][i];
    if (home == 1) {
        const scree_vec3 on_a = m.on_home;
        m.n = c.b->faces[m.index_home].normal;
        m.on_home = m3_mul(&back, v3_sub(m.on_guest, c.shift));
        m.on_guest = m3_mul(&back, v3_sub(on_a, c.shift));
    }
    hull_side sides[NEAR_SIDES];
    const double error = f->error[i], enough = 8.0 * error - m.gap;
    const int count = near_sides(&frame, &m, enough, error, sides);
    const bool settled = (x->settled >> i & 1u) != 0u;
    if (settled && sides_close(&frame, &m, sides, count, enough, error)) return true;
    next->index_home = -1;
    const bool better = find_next_face(&frame, &m, sides, count, next);
    if (settled && !better && c.a->padded_count > HULL_SCAN_LIMIT && c.b->padded_count > HULL_SCAN_LIMIT)
        return is_least_by_balls(&frame, &m, x->inside[i], enough, error);
    if (!better || home == 0) return false;
    *next = (next_face){ next->tangent, next->feature_guest, next->feature_home, next->index_guest, next->index_home };
    return false;
}

// ------------------------------------------------------------------------------------------------------ the answer

// Numbers at the beginning of a contact, which `published` has in the order of memory, but for the last one.
enum { OUT_NUMBERS = 16 };

// A and B change places where they have done so before; and rows become contacts.
static inline void turn_out(const warm_group *w, const published *p, lane numbers[OUT_NUMBERS])
{
    const lane_mask swapped = row(w->swapped) > lane_of(0.0);
    for (int k = 0; k < OUT_NUMBERS - 1; ++k) numbers[k] = row(p->out[k]);
    numbers[OUT_NUMBERS - 1] = lane_of(0.0);
    for (int k = 0; k < 3; ++k) {
        const lane a = numbers[AX_OUT + k], b = numbers[BX + k], n = numbers[NX + k];
        numbers[NX + k] = lane_select(swapped, 0.0 - n, n);
        numbers[AX_OUT + k] = lane_select(swapped, b, a);
        numbers[BX + k] = lane_select(swapped, a, b);
    }
    for (int first = 0; first < OUT_NUMBERS; first += SCREE_LANES) lane_transpose(numbers + first);
}

// Into the contact; and into the cache, which knows the features already.
static inline void write_contact(const published *p, const lane numbers[OUT_NUMBERS], int i, bool swapped, int steps,
                                 scree_cache *cache, scree_contact *x)
{
    double *const to = (double *)(void *)x;
    for (int first = 0; first < OUT_NUMBERS; first += SCREE_LANES)
        *(lane_anywhere *)(void *)(to + first) = numbers[first + i];
    const double distance = p->out[DISTANCE][i];
    const bool touching = (p->touching >> i & 1u) != 0u;
    const scree_vec3 n = column3(p->out, NX, i);
    x->feature_a = (scree_feature)cache->hint.feature_a;
    x->feature_b = (scree_feature)cache->hint.feature_b;
    x->index_a = cache->hint.index_a;
    x->index_b = cache->hint.index_b;
    x->iterations = steps;
    x->state = touching ? SCREE_TOUCHING : distance > 0.0 ? SCREE_SEPARATED : SCREE_OVERLAPPING;
    const size_t from = offsetof(scree_contact, status);
    memset((unsigned char *)x + from, 0, sizeof *x - from);
    cache->axis = swapped ? v3(0.0 - n.x, 0.0 - n.y, 0.0 - n.z) : n;
    cache->distance = (float)distance;
}

// Which lanes are answered; the answers are then in `out`. Of others, `next` may say what to try, A's features first.
static inline unsigned answer_warm(const scree_lane_work *work, warm_group *w, bool edges, published *out,
                                   next_face next[SCREE_LANES])
{
    lane_frame f;
    warm_lanes x;
    gather_poses(w, 0);
    gather_poses(w, 1);
    make_frame(&w->g, &f);
    const gathered *g = &w->g;
    lane_mask usual = pose_is_usual(g->body[0]) & pose_is_usual(g->body[1]);
    if (edges)
        meet_edge_pairs(&f, w, &x);
    else
        meet_face_pairs(&f, w, &x);
    const lane touch = HULL_TOUCH * f.error;
    const unsigned used = lane_bits(usual) & ((1u << w->count) - 1u);
    const unsigned apart = lane_bits_below(touch, x.gap), deep = lane_bits_below(x.gap, -touch);
    unsigned least = x.settled & deep & are_least(&f, w, &x);
    for (unsigned bits = x.standing & used & deep & ~least; bits != 0; bits &= bits - 1) {
        const int i = __builtin_ctz(bits);
        if (look_around(&f, w, &x, i, edges, &next[i])) least |= 1u << i;
    }
    lane_answer y = { .distance = x.gap, .lower = x.gap - f.error, .upper = x.gap + f.error, .steps = lane_of(1.0) };
    y.n = x.n;
    y.on_a = x.on_a;
    y.on_b = x.on_b;
    publish(g, &f, &y, work->tolerance, out, &usual);
    return used & x.settled & (apart | least) & lane_bits(usual);
}

// Pairs that are to be looked at once more, with other features in their caches; what these were before.
enum { AGAIN = SCREE_MOST_WORK, PASSES = 4 };

typedef struct warm_again {
    int count;
    int32_t pair[AGAIN];
    scree_cache_hint before[AGAIN];
} warm_again;

// The run of one kernel: what is left goes to `left`.
typedef struct warm_run {
    const scree_lane_work *work;
    int pass;
    const scree_cache_hint *before; // of the pairs of this pass, but for the first
    warm_again *again;
    int32_t *left;
    int rest;
} warm_run;

// Another try, if there is one left; else the cache is as it was.
static inline void leave(warm_run *r, const warm_group *w, int i, const next_face *next)
{
    scree_cache_hint *const h = &r->work->batch->caches[w->number[i]].hint, now = *h;
    const scree_cache_hint first = r->pass == 0 ? now : r->before[w->turn[i]];
    if (next->index_home < 0 || r->pass + 1 == PASSES || r->again->count == AGAIN) {
        *h = first;
        r->left[r->rest++] = w->pair[i];
        return;
    }
    const bool swapped = w->g.swapped[i];
    h->feature_a = (int32_t)(swapped ? next->feature_guest : next->feature_home);
    h->feature_b = (int32_t)(swapped ? next->feature_home : next->feature_guest);
    h->index_a = swapped ? next->index_guest : next->index_home;
    h->index_b = swapped ? next->index_home : next->index_guest;
    const int k = r->again->count++;
    r->again->pair[k] = w->pair[i];
    r->again->before[k] = first;
}

// Answers the pairs of a group.
static inline __attribute__((always_inline)) void finish_group(warm_run *r, warm_group *w, bool edges)
{
    if (w->count == 0) return;
    const scree_lane_work *work = r->work;
    published out;
    lane numbers[OUT_NUMBERS];
    next_face next[SCREE_LANES];
    if (w->count < SCREE_LANES) fill_up(w);
    for (int i = 0; i < SCREE_LANES; ++i) next[i].index_home = -1;
    const unsigned answered = answer_warm(work, w, edges, &out, next);
    turn_out(w, &out, numbers);
    for (int i = 0; i < w->count; ++i) {
        const size_t number = w->number[i];
        if ((answered >> i & 1u) != 0u)
            write_contact(&out, numbers, i, w->g.swapped[i], r->pass + 1, &work->batch->caches[number],
                          &work->results[number]);
        else
            leave(r, w, i, &next[i]);
    }
    w->count = 0;
}

static inline void run_pass(warm_run *r, warm_group groups[2], const int32_t *pairs, int count)
{
    for (int k = 0; k < count; ++k) {
        const int32_t pair = pairs[k];
        warm_group *w = gather_warm(r->work, pair, groups);
        if (w == NULL) {
            if (r->pass > 0) r->work->batch->caches[r->work->first + (size_t)pair].hint = r->before[k];
            r->left[r->rest++] = pair;
            continue;
        }
        w->turn[w->count - 1] = k;
        if (w->count < SCREE_LANES) continue;
        if (w == groups)
            finish_group(r, &groups[0], false);
        else
            finish_group(r, &groups[1], true);
    }
    finish_group(r, &groups[0], false);
    finish_group(r, &groups[1], true);
}

static inline int run_warm(const scree_lane_work *work, int32_t *left)
{
    warm_group groups[2];
    warm_again again[2];
    for (int k = 0; k < 2; ++k) {
        groups[k].count = again[k].count = 0;
        memset(groups[k].g.shape, 0, sizeof groups[k].g.shape);
    }
    warm_run r = { .work = work, .again = &again[0] };
    r.left = left;
    run_pass(&r, groups, work->pairs, work->count);
    for (r.pass = 1; r.again->count > 0; ++r.pass) {
        const warm_again *const these = r.again;
        r.before = these->before;
        r.again = &again[r.pass % 2];
        r.again->count = 0;
        run_pass(&r, groups, these->pair, these->count);
    }
    return r.rest;
}

#endif
