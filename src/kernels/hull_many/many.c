// Hulls, a pair in each lane: contacts from features that a float search guesses.
//
// Idea        A search in float (many_gjk.h, and many_axes.h for tiny hulls that overlap) guesses the features:
//             vertices, edges, a face. From these the distance follows in double, a pair in each lane. It is proven if
//             no other vertex is as far along the normal, which one more scan of all vertices shows, in float, with a
//             margin for rounding; if the points are within the features; and, for pairs that overlap, if all axes have
//             been tested, or a disc and two balls (is_least()), or what is beyond the nearest side (many_adjacent.h),
//             prove the depth to be the least.
// Limits      Hulls that are not too large (scree_has_floats()). No answer where features meet in more than a point, or
//             nearly so, for touching pairs, and where rounding may decide.
#include "kernels/hull_many/many_adjacent.h"
#include "kernels/hull_many/many_deferred.h"
#include "pair/fetch.h"

static inline void write_many(const scree_lane_work *work, const many_group *w, int half, const many_features *x,
                              const published *out, const lane values[CONTACT_DOUBLES], int i)
{
    const size_t pair = work->first + (size_t)w->list->pair[half * SCREE_LANES + i];
    const int swapped = (int)(w->list->swapped[half] >> i & 1u);
    scree_contact *const c = &work->results[pair];
    write_contact(out, values, i, c);
    c->feature_a = (scree_feature)x->kind[swapped][i];
    c->feature_b = (scree_feature)x->kind[1 - swapped][i];
    c->index_a = x->index[swapped][i];
    c->index_b = x->index[1 - swapped][i];
    c->iterations = w->steps[half * SCREE_LANES + i];
    if (work->batch->caches != NULL) scree_cache_keep(&work->batch->caches[pair], c);
}

// Returns the bits of the pairs of a half that are answered; `least`: those that overlap, with a proof that the depth
// along their normal is the least.
static inline unsigned many_publish(const scree_lane_work *work, const many_group *w, int half, unsigned fine,
                                    unsigned overlap, unsigned least, const many_near *y, published *out)
{
    const lane_frame *f = &w->frame[half];
    const gathered *g = &w->g[half];
    lane_mask usual = pose_is_usual(g->body[0]) & pose_is_usual(g->body[1]);
    const lane_answer x = { .distance = y->at.gap,
                            .lower = y->at.gap - f->error,
                            .upper = lane_max(lane_select(lane_of_bits(overlap), y->at.gap, y->at.length), y->at.gap) +
                                     f->error,
                            .steps = lane_of(1.0),
                            .n = y->at.n,
                            .on_a = y->at.on_a,
                            .on_b = y->at.on_b };
    publish(g, f, &x, work->tolerance, out, &usual);
    const lane touch = HULL_TOUCH * f->error;
    const unsigned apart = lane_bits_below(touch, y->at.gap) & ~overlap;
    const unsigned deep = lane_bits_below(y->at.gap, -touch) & overlap & least;
    return fine & (apart | deep) & lane_bits(usual);
}

// The one of two faces whose normal is nearer to d: the first of equals.
static inline int face_along(const scree_shape *s, int face, int other, scree_vec3 d)
{
    return v3_dot(s->hull->faces[other].normal, d) > v3_dot(s->hull->faces[face].normal, d) ? other : face;
}

// The same among the faces at an edge, or at a vertex.
static inline int face_at_edge(const scree_shape *s, int edge, scree_vec3 d)
{
    const scree_edge e = scree_edge_at(s->hull, edge);
    return face_along(s, e.face[0], e.face[1], d);
}

static inline int face_at_vertex(const scree_shape *s, int vertex, scree_vec3 d)
{
    const scree_node *n = &s->hull->nodes[vertex];
    int best = scree_vertex_face(s->hull, n->fan);
    for (int k = n->fan + 1; k < n->fan_end; ++k) best = face_along(s, best, scree_vertex_face(s->hull, k), d);
    return best;
}

// A guess of the features of a pair that overlaps, and the normal. Such pairs meet with a face or with two edges: for a
// vertex and an edge, or two vertices, a face of the edge, or of A's vertex, that faces along the normal is as good a
// guess.
static inline void keep_guess(const many_group *w, int half, const many_features *x, int i, scree_cache *guess)
{
    const int swapped = (int)(w->list->swapped[half] >> i & 1u);
    const lane_frame *f = &w->frame[half];
    const scree_vec3 way = column3(w->way[half], 0, i);
    scree_mat3 rotation, world_rotation;
    for (int k = 0; k < 3; ++k) {
        rotation.row[k] = lane_vector(&f->rotation.row[k], i);
        world_rotation.row[k] = lane_vector(&f->world_rotation.row[k], i);
    }
    int kind[2] = { x->kind[0][i], x->kind[1][i] }, index[2] = { x->index[0][i], x->index[1][i] };
    if (kind[0] + kind[1] < 4) {
        const int reference = kind[1] == 2;
        const scree_shape *s = w->g[half].shape[reference][i];
        const scree_vec3 d = reference == 1 ? v3_neg(m3_mul_transposed(&rotation, way)) : way;
        const int of = index[reference];
        index[reference] = kind[reference] == 2 ? face_at_edge(s, of, d) : face_at_vertex(s, of, d);
        kind[reference] = 3;
    }
    const scree_vec3 n = m3_mul(&world_rotation, way);
    *guess = (scree_cache){ .filled = true };
    scree_cache_set_axis(guess, swapped != 0 ? v3_neg(n) : n);
    guess->feature_a = (uint8_t)kind[swapped];
    guess->feature_b = (uint8_t)kind[1 - swapped];
    guess->index_a = index[swapped];
    guess->index_b = index[1 - swapped];
}

// The pairs that are left, and guesses of their features, by pair index.
typedef struct many_rest {
    scree_cache *guesses;
    int32_t *left;
    int count;
} many_rest;

// Answers what it can of the pairs of a half, those in `used`.
static inline void write_half(const scree_lane_work *work, const many_group *w, int half, unsigned used,
                              unsigned answered, unsigned guessed, const many_features *x, published *out,
                              many_rest *rest)
{
    const int first = half * SCREE_LANES;
    lane values[CONTACT_DOUBLES];
    swap_contacts_back(out, w->list->swapped[half], values);
    for (int i = 0; i < SCREE_LANES; ++i) {
        if ((used >> i & 1u) == 0u) continue;
        const int32_t pair = w->list->pair[first + i];
        if ((answered >> i & 1u) != 0u) {
            write_many(work, w, half, x, out, values, i);
            continue;
        }
        rest->left[rest->count++] = pair;
        if ((guessed & x->known) >> i & 1u) keep_guess(w, half, x, i, &rest->guesses[pair]);
    }
}

// Fills unused lanes with the first pair's bodies.
static inline void fill_many(many_list *l)
{
    for (int i = l->count; i < FLOAT_LANES; ++i)
        for (int k = 0; k < 2; ++k) l->body[k][i] = l->body[k][0];
}

// What the pairs of a group have in common: two tetrahedra; two hulls of few axes; two small ones; others.
typedef enum many_kind { TETRAHEDRA, TINY_HULLS, SMALL_HULLS, LARGE_HULLS, MANY_KINDS } many_kind;

// The bits of overlapping pairs that have the least depth along the normal of their features.
static inline unsigned many_least_depth(const many_group *w, const many_measures *m, unsigned overlap)
{
    unsigned least = 0;
    for (int half = 0; half < HALVES; ++half) least |= many_disc(w, half, &m->near[half]) << (half * SCREE_LANES);
    const unsigned open = overlap & m->fine & ~least;
    return open != 0 ? least | many_adjacent(w, m, open) : least;
}

// All groups: for each kind, new pairs and deferred ones; and the state of the one that is being answered.
typedef struct many_groups {
    many_list first[MANY_KINDS], deferred[MANY_KINDS];
    many_group now;
} many_groups;

static inline __attribute__((always_inline)) void finish_many(const scree_lane_work *work, many_groups *groups,
                                                              bool again, many_kind kind, many_rest *rest)
{
    many_list *const l = again ? &groups->deferred[kind] : &groups->first[kind];
    many_group *const w = &groups->now;
    if (l->count == 0) return;
    fill_many(l);
    w->list = l;
    many_gather(w, kind == LARGE_HULLS);
    many_guess guess;
    const unsigned all = (unsigned)((UINT64_C(1) << l->count) - 1u);
    unsigned deferred = 0;
    many_search x;
    if (again) {
        x = take_up(&w->pairs, l);
    } else {
        x = many_search_all(&w->pairs, float_of_bits(all));
        if (kind != LARGE_HULLS && float_bits(x.overlap) != 0)
            deferred = defer_overlapping(l, &x, &groups->deferred[kind]);
    }
    l->count = 0;
    if (kind > TINY_HULLS && (float_bits(x.overlap) & ~deferred) != 0) many_search_deep(&w->pairs, &x);
    many_found(&x, &guess);
    const unsigned used = all & ~deferred;
    const unsigned lost = float_bits(guess.lost), overlap = float_bits(guess.overlap) & used & ~lost;
    if ((used & ~lost) == 0) {
        for (unsigned bits = used; bits != 0; bits &= bits - 1)
            rest->left[rest->count++] = l->pair[__builtin_ctz(bits)];
        return;
    }
    unsigned least = 0;
    many_measures m;
    if (kind <= TINY_HULLS && overlap != 0)
        least = many_deep(w, kind == TETRAHEDRA, &guess, &m);
    else
        many_measure(w, &guess, &m);
    if ((overlap & ~least) != 0) least |= many_least_depth(w, &m, overlap & ~least);
    for (int half = 0; half < HALVES; ++half) {
        const int first = half * SCREE_LANES;
        published out;
        const unsigned answered = many_publish(work, w, half, (m.fine & ~lost) >> first, overlap >> first,
                                               least >> first, &m.near[half], &out);
        const unsigned guessed = kind <= TINY_HULLS ? 0 : overlap >> first;
        write_half(work, w, half, used >> first, answered, guessed, &m.features[half], &out, rest);
    }
}

// Instantiated for each kind.
static inline void finish_kind(const scree_lane_work *work, many_groups *groups, bool again, many_kind kind,
                               many_rest *rest)
{
    if (kind == TETRAHEDRA)
        finish_many(work, groups, again, TETRAHEDRA, rest);
    else if (kind == TINY_HULLS)
        finish_many(work, groups, again, TINY_HULLS, rest);
    else if (kind == SMALL_HULLS)
        finish_many(work, groups, again, SMALL_HULLS, rest);
    else
        finish_many(work, groups, false, LARGE_HULLS, rest);
}

// Finishes a group; and the deferred pairs, if those of the next group might not fit.
static inline void finish_group(const scree_lane_work *work, many_groups *groups, many_kind kind, many_rest *rest)
{
    finish_kind(work, groups, false, kind, rest);
    if (groups->deferred[kind].count > FLOAT_LANES - MANY_FEW) finish_kind(work, groups, true, kind, rest);
}

static inline many_kind kind_of_shape(const scree_shape *s)
{
    if (s->hull->many_axes != NULL) return s->vertex_count == TETRA_VERTICES ? TETRAHEDRA : TINY_HULLS;
    return s->hull->many != NULL ? SMALL_HULLS : LARGE_HULLS;
}

static inline bool is_in_many(const scree_shape *s)
{
    return scree_has_floats(s) && s->centred;
}

/// Answers what it can; for the other pairs, `guesses` may hold their features.
static inline int run_many(const scree_lane_work *work, scree_cache *guesses, int32_t *left)
{
    many_groups groups;
    for (int k = 0; k < MANY_KINDS; ++k) groups.first[k].count = groups.deferred[k].count = 0;
    many_rest rest = { guesses, left, 0 };
    for (int k = 0; k < work->count; ++k) {
        const int32_t pair = work->pairs[k];
        const scree_batch *batch = work->batch;
        const scree_pair *p = &batch->pairs[work->first + (size_t)pair];
        const scree_body *a = &batch->bodies[p->a], *b = &batch->bodies[p->b];
        guesses[pair].filled = false;
        if (!is_in_many(a->shape) || !is_in_many(b->shape)) {
            left[rest.count++] = pair;
            continue;
        }
        scree_fetch_result(&work->results[work->first + (size_t)pair]);
        const bool swapped = !scree_pair_in_order(a, b);
        const many_kind kind_a = kind_of_shape(a->shape), kind_b = kind_of_shape(b->shape);
        const many_kind kind = kind_a > kind_b ? kind_a : kind_b;
        const int at = many_add(&groups.first[kind], pair, swapped ? b : a, swapped ? a : b, swapped);
        if (at == FLOAT_LANES - 1) finish_group(work, &groups, kind, &rest);
    }
    for (int kind = 0; kind < MANY_KINDS; ++kind) {
        finish_group(work, &groups, (many_kind)kind, &rest);
        finish_kind(work, &groups, true, (many_kind)kind, &rest);
    }
    return rest.count;
}

int SCREE_AT_WIDTH(scree_hull_many)(const scree_lane_work *work, scree_cache *guesses, int32_t *left)
{
    return run_many(work, guesses, left);
}
