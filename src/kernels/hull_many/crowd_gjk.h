// Hulls, many pairs side by side: which features are nearest to each other? A guess, in floats, a pair in each lane.
//
// Source      Gilbert, Johnson and Keerthi's distance.
// Idea        The vertices of small hulls lie in rows, one number a lane, so that all pairs look for their farthest
//             vertices together; of large ones, pairs take turns, and the lanes are vertices. The nearest point of a
//             simplex that has a new vertex is on a feature with that vertex: three edges and three triangles, all of
//             which are computed, whatever the pair has. A simplex of fewer points has some of them twice; quotients
//             are then no numbers, and no comparison holds. Pairs that overlap wait until all others are done; then
//             they are taken apart along the line between their middles, far enough to see a normal after a step, and
//             from where they really are along that normal until they hardly touch: the features that are then the
//             nearest are mostly those of the least depth, or next to them.
// Limits      Nothing here is proven. The number of steps is bounded; rounding may end them early.
#ifndef SCREE_KERNELS_HULL_MANY_CROWD_GJK_H
#define SCREE_KERNELS_HULL_MANY_CROWD_GJK_H

#include "lanes/lane_half.h"
#include "shape/shape.h"

enum {
    CROWD_STEPS = 32,
    MOST_MOVES = 3 // along a normal
};

/// A step that gains less than this part of the square of the distance is the last.
#define CROWD_GAIN 1e-4f

/// How far overlapping pairs are taken apart: at first, in units of the line between their middles; then, in units of
/// their depth along the normal.
#define FIRST_PUSH 0.25f
#define SECOND_PUSH 1.05f

/// Deeper than this, in units of the pair's size, features that are guessed are hardly ever those of the least depth.
#define CROWD_SHALLOW 0.1f

/// Lengths are in units of the pair's size, vertices in units of their hull's radius. All in the frame of A.
typedef struct crowd_pairs {
    // As scree_shape.crowd has it: a middle and vertices, NaN where there is none. Three rows each.
    float rows[2][SCREE_CROWD_LENGTH][HALF_LANES] __attribute__((aligned(64)));
    int most[2];                        // vertices that any of the hulls has
    const scree_shape *const *shape[2]; // where hulls are large; else NULL, and the rows are filled
    half3 turn[3];                      // rows of the matrix that turns B
    half3 shift;                        // to B's origin
    half3 middles;                      // from A's middle to B's
    half_lane radius[2];                // of the hulls
} crowd_pairs;

/// What may meet: three vertices of A's feature and of B's, some of them equal; and the way from A to B.
typedef struct crowd_guess {
    half_whole vertex[2][3];
    half3 way;
    half_flags overlap;
    half_flags lost; // too deep for a guess
    half_whole steps;
} crowd_guess;

/// One of the vertices; -1 is the middle.
static inline half3 crowd_at(const crowd_pairs *c, int which, int i)
{
    const half_lane_in_memory *at = (const half_lane_in_memory *)(const void *)c->rows[which][3 * (i + 1)];
    return h3(at[0], at[1], at[2]);
}

/// The vertex that is farthest along d.
static inline half3 farthest(const crowd_pairs *c, int which, half3 d, half_whole *number)
{
    half3 best = crowd_at(c, which, 0);
    half_lane most = h3_dot(best, d);
    half_whole first = { 0 }, this = { 0 };
    for (int i = 1; i < c->most[which]; ++i) {
        half3 p = crowd_at(c, which, i);
        p = h3(half_once(p.x), half_once(p.y), half_once(p.z));
        const half_lane h = h3_dot(p, d);
        const half_flags higher = half_below(most, h);
        most = half_max(h, most); // of no number, what there was
        this = this + 1;
        best = h3_pick(higher, p, best);
        first = half_pick_whole(higher, this, first);
    }
    *number = first;
    return best;
}

/// The vertex of one hull that is farthest along d, the first of equals, whatever the number of lanes.
static inline int farthest_vertex(const scree_shape *s, float x, float y, float z)
{
    half_lane most = half_of(-INFINITY);
    half_whole block = { 0 }, this = { 0 };
    for (int k = 0; k < s->vertex_count; k += HALF_LANES) {
        const half_lane h = x * half_at(s->crowd_x + k) + y * half_at(s->crowd_y + k) + z * half_at(s->crowd_z + k);
        block = half_pick_whole(half_below(most, h), this, block);
        most = half_max(h, most);
        this = this + HALF_LANES;
    }
    int first = SCREE_CROWD_MOST;
    for (unsigned bits = half_bits_equal(most, half_most(most)); bits != 0; bits &= bits - 1) {
        const int i = __builtin_ctz(bits), vertex = block[i] + i;
        first = vertex < first ? vertex : first;
    }
    return first < s->vertex_count ? first : 0;
}

/// The same as farthest() for large hulls, of the pairs that are busy: one after the other.
static inline half3 farthest_in_turn(const crowd_pairs *c, int which, half3 d, unsigned busy, half_whole *number)
{
    float way[3][HALF_LANES] __attribute__((aligned(64))), at[3][HALF_LANES] __attribute__((aligned(64)));
    int32_t found[HALF_LANES] __attribute__((aligned(64)));
    half3_put(way, d);
    half3_put(at, d);
    *(half_whole_in_memory *)(void *)found = (half_whole){ 0 };
    for (; busy != 0; busy &= busy - 1) {
        const int i = __builtin_ctz(busy);
        const scree_shape *s = c->shape[which][i];
        const int vertex = farthest_vertex(s, way[0][i], way[1][i], way[2][i]);
        found[i] = vertex;
        at[0][i] = s->crowd_x[vertex];
        at[1][i] = s->crowd_y[vertex];
        at[2][i] = s->crowd_z[vertex];
    }
    *number = *(const half_whole_in_memory *)(const void *)found;
    return half3_at((const float(*)[HALF_LANES])at);
}

typedef struct crowd_point {
    half3 at;        // from A's vertex to B's
    half_whole code; // the numbers of both, B's times SCREE_CROWD_MOST
} crowd_point;

static inline half3 crowd_turn_back(const crowd_pairs *c, half3 d)
{
    const half3 *r = c->turn;
    return h3(r[0].x * d.x + r[1].x * d.y + r[2].x * d.z, r[0].y * d.x + r[1].y * d.y + r[2].y * d.z,
              r[0].z * d.x + r[1].z * d.y + r[2].z * d.z);
}

static inline half3 crowd_turn(const crowd_pairs *c, half3 d)
{
    return h3(h3_dot(c->turn[0], d), h3_dot(c->turn[1], d), h3_dot(c->turn[2], d));
}

/// The point of B - A that is farthest against d, of the pairs that are busy.
static inline crowd_point crowd_support(const crowd_pairs *c, half3 shift, half3 d, half_flags busy)
{
    const half3 turned = crowd_turn_back(c, d), back = h3(-turned.x, -turned.y, -turned.z);
    const bool large = c->shape[0] != NULL;
    half_whole in_a, in_b;
    const half3 a = large ? farthest_in_turn(c, 0, d, half_bits(busy), &in_a) : farthest(c, 0, d, &in_a);
    const half3 b = large ? farthest_in_turn(c, 1, back, half_bits(busy), &in_b) : farthest(c, 1, back, &in_b);
    crowd_point p;
    p.at = h3_add_scaled(h3_add_scaled(shift, c->radius[1], crowd_turn(c, b)), -c->radius[0], a);
    p.code = in_a + in_b * SCREE_CROWD_MOST;
    return p;
}

static inline crowd_point crowd_pick(half_flags f, crowd_point a, crowd_point b)
{
    return (crowd_point){ h3_pick(f, a.at, b.at), half_pick_whole(f, a.code, b.code) };
}

/// The point of the simplex of w and three others, features with w alone, that is nearest to the origin.
typedef struct crowd_simplex {
    crowd_point p[3]; // of the feature; those that it does not have are copies
    half3 v;
} crowd_simplex;

/// The best feature so far, with one or two points beside w: it is nearer than w by num / den, in squares; the nearest
/// point is s / den and t / den along its edges.
typedef struct crowd_best {
    half_lane num, den, s, t;
    crowd_point one, two;
} crowd_best;

static inline half_flags crowd_try(crowd_best *best, half_flags in, half_lane num, half_lane den, half_lane s,
                                   half_lane t)
{
    const half_flags nearer = half_also_below(in, best->num * den, num * best->den);
    best->num = half_pick(nearer, num, best->num);
    best->den = half_pick(nearer, den, best->den);
    best->s = half_pick(nearer, s, best->s);
    best->t = half_pick(nearer, t, best->t);
    return nearer;
}

/// The simplex of w and of the first points of p, as many as `kept`.
static inline __attribute__((always_inline)) crowd_simplex nearest_simplex(const crowd_point *p, int kept,
                                                                           crowd_point w)
{
    const half_lane none = half_of(0.0f), whole = half_of(1.0f);
    half3 e[3];
    half_lane ew[3], ee[3];
    for (int i = 0; i < kept; ++i) {
        e[i] = h3_sub(p[i].at, w.at);
        ew[i] = -h3_dot(e[i], w.at);
        ee[i] = h3_dot(e[i], e[i]);
    }
    crowd_best best = { none, whole, none, none, w, w };
    for (int i = 0; i < kept; ++i) {
        const half_flags in = half_also_below(half_below(none, ew[i]), ew[i], ee[i]);
        const half_flags nearer = crowd_try(&best, in, ew[i] * ew[i], ee[i], ew[i], none);
        best.one = crowd_pick(nearer, p[i], best.one);
    }
    best.two = best.one;
    for (int k = 0; k < (kept == 3 ? 3 : kept - 1); ++k) {
        const int i = k, j = (k + 1) % 3;
        const half_lane ij = h3_dot(e[i], e[j]), den = ee[i] * ee[j] - ij * ij;
        const half_lane a = ee[j] * ew[i] - ij * ew[j], b = ee[i] * ew[j] - ij * ew[i];
        const half_flags in = half_also_below(half_also_below(half_below(none, a), none, b), a + b, den);
        const half_flags nearer = crowd_try(&best, in, a * ew[i] + b * ew[j], den, a, b);
        best.one = crowd_pick(nearer, p[i], best.one);
        best.two = crowd_pick(nearer, p[j], best.two);
    }
    crowd_simplex x = { .p = { w, best.one, best.two } };
    const half_lane part = whole / best.den;
    x.v = h3_add_scaled(h3_add_scaled(w.at, best.s * part, h3_sub(best.one.at, w.at)), best.t * part,
                        h3_sub(best.two.at, w.at));
    return x;
}

/// Where the origin is in the simplex of w and three others.
static inline half_flags is_inside(const crowd_point *p, crowd_point w)
{
    const half_lane none = half_of(0.0f);
    const half3 e0 = h3_sub(p[0].at, w.at), e1 = h3_sub(p[1].at, w.at), e2 = h3_sub(p[2].at, w.at);
    const half3 c01 = h3_cross(e0, e1), c12 = h3_cross(e1, e2), c20 = h3_cross(e2, e0);
    const half_lane volume = -h3_dot(c01, e2);
    const half_lane x = half_turn(h3_dot(c12, w.at), volume), y = half_turn(h3_dot(c20, w.at), volume);
    const half_lane z = half_turn(h3_dot(c01, w.at), volume);
    const half_flags in = half_also_below(half_also_below(half_below(none, x), none, y), none, z);
    return half_also_below(in, x + y + z, half_abs(volume));
}

static inline half_lane reciprocal_length(half3 v)
{
    return half_of(1.0f) / half_sqrt(h3_dot(v, v));
}

/// What the search knows.
typedef struct crowd_search {
    crowd_point p[3];
    crowd_point last; // of pairs that overlap: the fourth point of the simplex that told so
    half3 v, shift;
    half_lane square; // of v
    half_lane moves;  // along a normal, so far
    half_whole steps;
    half_flags busy;
    half_flags apart; // or known to be
    half_flags overlap, lost;
} crowd_search;

/// What a step sees along v.
typedef struct crowd_view {
    crowd_point w;
    half_lane along; // its height over v
    crowd_simplex next;
    half_lane square;
    half_flags gains; // busy pairs that are not at their end
} crowd_view;

static inline __attribute__((always_inline)) crowd_view crowd_look(const crowd_pairs *c, int kept,
                                                                   const crowd_search *x)
{
    crowd_view y = { .w = crowd_support(c, x->shift, x->v, x->busy) };
    y.along = h3_dot(x->v, y.w.at);
    y.next = nearest_simplex(x->p, kept, y.w);
    y.square = h3_dot(y.next.v, y.next.v);
    y.gains = half_also_below(x->busy, half_of(CROWD_GAIN) * x->square, x->square - y.along);
    return y;
}

/// Goes there.
static inline void crowd_go(crowd_search *x, half_flags these, const crowd_view *y)
{
    for (int k = 0; k < 3; ++k) x->p[k] = crowd_pick(these, y->next.p[k], x->p[k]);
    x->v = h3_pick(these, y->next.v, x->v);
    x->square = half_pick(these, y->square, x->square);
}

/// A step of pairs where they are. Those that turn out to overlap wait.
static inline __attribute__((always_inline)) void crowd_step(const crowd_pairs *c, int kept, crowd_search *x)
{
    const crowd_view y = crowd_look(c, kept, x);
    half_flags steps = y.gains, met = half_less(steps, steps);
    x->apart = half_or(x->apart, half_below(half_of(0.0f), y.along));
    if (kept == 3) {
        const half_flags open = half_less(steps, x->apart);
        if (half_bits(open) != 0) {
            met = half_and(open, is_inside(x->p, y.w));
            steps = half_less(steps, met);
            x->overlap = half_or(x->overlap, met);
            x->last = crowd_pick(met, y.w, x->last);
        }
    }
    x->busy = half_also_below(steps, y.square, x->square);
    x->steps = half_pick_whole(half_or(x->busy, met), x->steps + 1, x->steps);
    crowd_go(x, x->busy, &y);
}

/// Moves pairs, which then begin with what is nearest of the points that they had and w.
static inline void crowd_move(crowd_search *x, half_flags which, half3 shift, crowd_point w)
{
    const half3 by = h3_sub(shift, x->shift);
    const half_lane whole = half_of(1.0f);
    crowd_point moved[3] = { x->p[0], x->p[1], x->p[2] };
    for (int k = 0; k < 3; ++k) moved[k].at = h3_add_scaled(moved[k].at, whole, by);
    w.at = h3_add_scaled(w.at, whole, by);
    const crowd_simplex next = nearest_simplex(moved, 3, w);
    for (int k = 0; k < 3; ++k) x->p[k] = crowd_pick(which, next.p[k], x->p[k]);
    x->v = h3_pick(which, next.v, x->v);
    x->square = h3_dot(x->v, x->v);
    x->shift = h3_pick(which, shift, x->shift);
}

/// Moves pairs that overlap, and have the normal v, along it until they hardly touch: w is the point that is highest
/// over it.
static inline void crowd_push(const crowd_pairs *c, crowd_search *x, half_flags these, crowd_point w, half3 v,
                              half_lane along)
{
    const half_lane part = reciprocal_length(v);
    const half3 n = h3(v.x * part, v.y * part, v.z * part);
    // Along v the pair is that far apart where it really is.
    const half_lane gap = along * part - h3_dot(n, h3_sub(x->shift, c->shift));
    crowd_move(x, these, h3_add_scaled(c->shift, half_of(SECOND_PUSH) * half_max(-gap, half_of(0.0f)), n), w);
    x->lost = half_or(x->lost, half_also_below(these, gap, half_of(-CROWD_SHALLOW)));
    x->busy = half_less(x->busy, x->lost);
    x->moves = half_pick(these, x->moves + half_of(1.0f), x->moves);
}

/// All pairs that overlap: away along the line between their middles, a step, and back along the normal that is there.
static inline void crowd_push_first(const crowd_pairs *c, crowd_search *x)
{
    x->busy = x->overlap;
    crowd_move(x, x->overlap, h3_add_scaled(c->shift, half_of(FIRST_PUSH), c->middles), x->last);
    const crowd_view y = crowd_look(c, 3, x);
    crowd_go(x, half_also_below(y.gains, y.square, x->square), &y);
    const crowd_point w = crowd_support(c, x->shift, x->v, x->busy);
    x->steps = half_pick_whole(x->busy, x->steps + 2, x->steps);
    crowd_push(c, x, x->busy, w, x->v, h3_dot(x->v, w.at));
}

/// Which of these pairs, which overlap and have come to an end, are nearest at a vertex, or on an edge, of their
/// difference: next to it, over a face, there is less depth.
static inline half_flags crowd_is_over_corner(const crowd_search *x, half_flags these)
{
    const half_flags more = half_also_below(these, x->moves, half_of((float)MOST_MOVES));
    const half_whole p = x->p[0].code, q = x->p[1].code, r = x->p[2].code;
    return half_and(more, half_or(half_or(half_same(p, q), half_same(q, r)), half_same(p, r)));
}

/// A step of pairs that overlap and were pushed.
static inline void crowd_pushed_step(const crowd_pairs *c, crowd_search *x)
{
    const half3 v = x->v;
    const crowd_view y = crowd_look(c, 3, x);
    const half_flags steps = half_also_below(y.gains, y.square, x->square), ended = half_less(x->busy, steps);
    half_flags again = half_less(steps, steps);
    if (half_bits(ended) != 0) again = crowd_is_over_corner(x, ended);
    x->busy = half_or(steps, again);
    x->steps = half_pick_whole(x->busy, x->steps + 1, x->steps);
    crowd_go(x, steps, &y);
    if (half_bits(again) != 0) crowd_push(c, x, again, y.w, v, y.along);
}

/// The search where the pairs are, of those whose flag is set: the features that are nearest, of pairs that do not
/// overlap.
static inline crowd_search crowd_search_all(const crowd_pairs *c, half_flags used)
{
    const half_flags none = half_less(used, used);
    crowd_search x = { .shift = c->shift, .busy = used, .apart = none, .overlap = none, .lost = none };
    const crowd_point w = crowd_support(c, c->shift, c->middles, used);
    x.p[0] = x.p[1] = x.p[2] = x.last = w;
    x.v = w.at;
    x.square = h3_dot(w.at, w.at);
    x.moves = half_of(0.0f);
    x.steps = (half_whole){ 0 } + 2;
    crowd_step(c, 1, &x);
    crowd_step(c, 2, &x);
    for (int step = 3; step < CROWD_STEPS && half_bits(x.busy) != 0; ++step) crowd_step(c, 3, &x);
    return x;
}

/// The search goes on for those that overlap: features of the least depth, or next to it.
static inline void crowd_search_deep(const crowd_pairs *c, crowd_search *x)
{
    crowd_push_first(c, x);
    for (int step = 0; step < CROWD_STEPS && half_bits(x->busy) != 0; ++step) crowd_pushed_step(c, x);
}

/// What was found.
static inline void crowd_found(const crowd_search *x, crowd_guess *out)
{
    for (int k = 0; k < 3; ++k) {
        out->vertex[0][k] = x->p[k].code & (SCREE_CROWD_MOST - 1);
        out->vertex[1][k] = x->p[k].code / SCREE_CROWD_MOST;
    }
    out->way = x->v;
    out->overlap = x->overlap;
    out->lost = x->lost;
    out->steps = x->steps;
}

#endif
