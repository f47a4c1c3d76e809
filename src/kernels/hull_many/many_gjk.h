// Hulls, a pair in each lane: guesses the nearest features, in float.
//
// Source      GJK: Gilbert, Johnson and Keerthi.
// Idea        The vertices of small hulls are in rows, with a float for each lane, so that all pairs scan for their
//             support vertices together; for large ones, pairs take turns, and the lanes are vertices. The nearest
//             point of a simplex with a new vertex is on a feature with that vertex: three edges and three triangles,
//             all of which are computed for every pair. A simplex of fewer points has some of them twice; quotients are
//             then NaN, and comparisons false. Overlapping pairs wait until all others are done; then they are moved
//             apart along the line between their middles, far enough for a step to find a normal, and from their true
//             positions along that normal until they barely touch: the nearest features are then usually those of the
//             least depth, or adjacent to them.
// Limits      Nothing here is proven. The number of steps is bounded; rounding may end them early.
#ifndef SCREE_KERNELS_HULL_MANY_MANY_GJK_H
#define SCREE_KERNELS_HULL_MANY_MANY_GJK_H

#include "lanes/lane_float.h"
#include "shape/shape.h"

enum {
    MANY_STEPS = 32,
    MOST_MOVES = 3 // moves along a normal, at most
};

/// The last step is one that gains less than this fraction of the squared distance.
#define MANY_GAIN 1e-4f

/// How far overlapping pairs are moved apart: first, in units of the line between their middles; then, in units of
/// their depth along the normal.
#define FIRST_PUSH 0.25f
#define SECOND_PUSH 1.05f

/// Deeper than this, in units of the pair's size, guessed features are hardly ever those of the least depth.
#define MANY_SHALLOW 0.1f

/// Lengths are in units of the pair's size, vertices in units of their hull's radius. All in the frame of A.
typedef struct many_pairs {
    // As in scree_hull.many: a middle and vertices, NaN in the padding. Three rows each.
    float rows[2][SCREE_MANY_LENGTH][FLOAT_LANES] __attribute__((aligned(64)));
    int most[2];                        // the largest vertex count of any of the hulls
    const scree_shape *const *shape[2]; // where hulls are large; else NULL, and the rows are filled
    float_lane3 rotation[3];            // rows of B's rotation matrix
    float_lane3 shift;                  // to B's origin
    float_lane3 middles;                // from A's middle to B's
    float_lane radius[2];               // of the hulls
} many_pairs;

/// The guess: three vertices of A's feature and of B's, some of them equal; and the direction from A to B.
typedef struct many_guess {
    float_whole vertex[2][3];
    float_lane3 way;
    float_flags overlap;
    float_flags lost; // too deep for a guess
    float_whole steps;
} many_guess;

/// One of the vertices; -1 is the middle.
static inline float_lane3 many_at(const many_pairs *c, int which, int i)
{
    return f3_at(&c->rows[which][3 * (i + 1)]);
}

/// The support vertex along d.
static inline float_lane3 farthest(const many_pairs *c, int which, float_lane3 d, float_whole *number)
{
    float_lane3 best = many_at(c, which, 0);
    float_lane most = f3_dot(best, d);
    float_whole first = { 0 }, this = { 0 };
    for (int i = 1; i < c->most[which]; ++i) {
        float_lane3 p = many_at(c, which, i);
        p = f3(float_once(p.x), float_once(p.y), float_once(p.z));
        const float_lane h = f3_dot(p, d);
        const float_flags higher = float_below(most, h);
        most = float_max(h, most); // a NaN is ignored
        this = this + 1;
        best = f3_pick(higher, p, best);
        first = float_pick_whole(higher, this, first);
    }
    *number = first;
    return best;
}

/// The support vertex of one hull along d: the first of equals, whatever the number of lanes.
static inline int farthest_vertex(const scree_shape *s, float x, float y, float z)
{
    if (s->hull->many != NULL) return scree_farthest_of_few(s, x, y, z);
    float_lane most = float_of(-INFINITY);
    float_whole block = { 0 }, this = { 0 };
    for (int k = 0; k < s->vertex_count; k += FLOAT_LANES) {
        const float_lane h =
            x * float_at(s->hull->many_x + k) + y * float_at(s->hull->many_y + k) + z * float_at(s->hull->many_z + k);
        block = float_pick_whole(float_below(most, h), this, block);
        most = float_max(h, most);
        this = this + FLOAT_LANES;
    }
    int first = SCREE_MANY_MOST;
    for (unsigned bits = float_bits_equal(most, float_most(most)); bits != 0; bits &= bits - 1) {
        const int i = __builtin_ctz(bits), vertex = block[i] + i;
        first = vertex < first ? vertex : first;
    }
    return first < s->vertex_count ? first : 0;
}

/// farthest() for large hulls: the busy pairs, one after the other.
static inline float_lane3 farthest_in_turn(const many_pairs *c, int which, float_lane3 d, unsigned busy,
                                           float_whole *number)
{
    float way[3][FLOAT_LANES] __attribute__((aligned(64))), at[3][FLOAT_LANES] __attribute__((aligned(64)));
    int32_t found[FLOAT_LANES] __attribute__((aligned(64)));
    f3_put(way, d);
    f3_put(at, d);
    float_put_whole_row(found, (float_whole){ 0 });
    for (; busy != 0; busy &= busy - 1) {
        const int i = __builtin_ctz(busy);
        const scree_shape *s = c->shape[which][i];
        const int vertex = farthest_vertex(s, way[0][i], way[1][i], way[2][i]);
        found[i] = vertex;
        float v[3];
        scree_float_vertex(s, vertex, v);
        for (int k = 0; k < 3; ++k) at[k][i] = v[k];
    }
    *number = float_whole_row(found);
    return f3_at((const float(*)[FLOAT_LANES])at);
}

typedef struct many_point {
    float_lane3 at;   // from A's vertex to B's: a point of B - A
    float_whole code; // both vertex indices, B's times SCREE_MANY_MOST
} many_point;

static inline float_lane3 many_rotate_back(const many_pairs *c, float_lane3 d)
{
    const float_lane3 *r = c->rotation;
    return f3(r[0].x * d.x + r[1].x * d.y + r[2].x * d.z, r[0].y * d.x + r[1].y * d.y + r[2].y * d.z,
              r[0].z * d.x + r[1].z * d.y + r[2].z * d.z);
}

static inline float_lane3 many_rotate(const many_pairs *c, float_lane3 d)
{
    return f3(f3_dot(c->rotation[0], d), f3_dot(c->rotation[1], d), f3_dot(c->rotation[2], d));
}

/// The support point of B - A along -d, for the busy pairs.
static inline many_point many_support(const many_pairs *c, float_lane3 shift, float_lane3 d, float_flags busy)
{
    const float_lane3 rotated = many_rotate_back(c, d), back = f3(-rotated.x, -rotated.y, -rotated.z);
    const bool large = c->shape[0] != NULL;
    float_whole in_a, in_b;
    const float_lane3 a = large ? farthest_in_turn(c, 0, d, float_bits(busy), &in_a) : farthest(c, 0, d, &in_a);
    const float_lane3 b = large ? farthest_in_turn(c, 1, back, float_bits(busy), &in_b) : farthest(c, 1, back, &in_b);
    many_point p;
    p.at = f3_add_scaled(f3_add_scaled(shift, c->radius[1], many_rotate(c, b)), -c->radius[0], a);
    p.code = in_a + in_b * SCREE_MANY_MOST;
    return p;
}

static inline many_point many_pick(float_flags f, many_point a, many_point b)
{
    return (many_point){ f3_pick(f, a.at, b.at), float_pick_whole(f, a.code, b.code) };
}

/// The nearest point to the origin of the simplex of w and three others, over the features that include w.
typedef struct many_simplex {
    many_point p[3]; // of the feature; unused ones are copies
    float_lane3 v;
} many_simplex;

/// The best feature so far, with one or two points besides w: its squared distance is less than that of w by num / den;
/// the nearest point is s / den and t / den along its edges.
typedef struct many_best {
    float_lane num, den, s, t;
    many_point one, two;
} many_best;

static inline float_flags many_try(many_best *best, float_flags in, float_lane num, float_lane den, float_lane s,
                                   float_lane t)
{
    const float_flags nearer = float_also_below(in, best->num * den, num * best->den);
    best->num = float_pick(nearer, num, best->num);
    best->den = float_pick(nearer, den, best->den);
    best->s = float_pick(nearer, s, best->s);
    best->t = float_pick(nearer, t, best->t);
    return nearer;
}

/// The simplex of w and the first `kept` points of p.
static inline __attribute__((always_inline)) many_simplex nearest_simplex(const many_point *p, int kept, many_point w)
{
    const float_lane none = float_of(0.0f), whole = float_of(1.0f);
    float_lane3 e[3];
    float_lane ew[3], ee[3];
    for (int i = 0; i < kept; ++i) {
        e[i] = f3_sub(p[i].at, w.at);
        ew[i] = -f3_dot(e[i], w.at);
        ee[i] = f3_dot(e[i], e[i]);
    }
    many_best best = { none, whole, none, none, w, w };
    for (int i = 0; i < kept; ++i) {
        const float_flags in = float_also_below(float_below(none, ew[i]), ew[i], ee[i]);
        const float_flags nearer = many_try(&best, in, ew[i] * ew[i], ee[i], ew[i], none);
        best.one = many_pick(nearer, p[i], best.one);
    }
    best.two = best.one;
    for (int k = 0; k < (kept == 3 ? 3 : kept - 1); ++k) {
        const int i = k, j = (k + 1) % 3;
        const float_lane ij = f3_dot(e[i], e[j]), den = ee[i] * ee[j] - ij * ij;
        const float_lane a = ee[j] * ew[i] - ij * ew[j], b = ee[i] * ew[j] - ij * ew[i];
        const float_flags in = float_also_below(float_also_below(float_below(none, a), none, b), a + b, den);
        const float_flags nearer = many_try(&best, in, a * ew[i] + b * ew[j], den, a, b);
        best.one = many_pick(nearer, p[i], best.one);
        best.two = many_pick(nearer, p[j], best.two);
    }
    many_simplex x = { .p = { w, best.one, best.two } };
    const float_lane part = whole / best.den;
    x.v = f3_add_scaled(f3_add_scaled(w.at, best.s * part, f3_sub(best.one.at, w.at)), best.t * part,
                        f3_sub(best.two.at, w.at));
    return x;
}

/// Where the origin is in the simplex of w and three others.
static inline float_flags is_inside(const many_point *p, many_point w)
{
    const float_lane none = float_of(0.0f);
    const float_lane3 e0 = f3_sub(p[0].at, w.at), e1 = f3_sub(p[1].at, w.at), e2 = f3_sub(p[2].at, w.at);
    const float_lane3 c01 = f3_cross(e0, e1), c12 = f3_cross(e1, e2), c20 = f3_cross(e2, e0);
    const float_lane volume = -f3_dot(c01, e2);
    const float_lane x = float_negate_if(f3_dot(c12, w.at), volume), y = float_negate_if(f3_dot(c20, w.at), volume);
    const float_lane z = float_negate_if(f3_dot(c01, w.at), volume);
    const float_flags in = float_also_below(float_also_below(float_below(none, x), none, y), none, z);
    return float_also_below(in, x + y + z, float_abs(volume));
}

static inline float_lane reciprocal_length(float_lane3 v)
{
    return float_of(1.0f) / float_sqrt(f3_dot(v, v));
}

/// The state of the search.
typedef struct many_search {
    many_point p[3];
    many_point last; // for overlapping pairs: the fourth point of the simplex that contains the origin
    float_lane3 v, shift;
    float_lane square; // of v
    float_lane moves;  // along a normal, so far
    float_whole steps;
    float_flags busy;
    float_flags apart; // or known to be
    float_flags overlap, lost;
} many_search;

/// The support point of a step along v.
typedef struct many_view {
    many_point w;
    float_lane along; // its height over v
    many_simplex next;
    float_lane square;
    float_flags gains; // busy pairs that have not converged
} many_view;

static inline __attribute__((always_inline)) many_view many_look(const many_pairs *c, int kept, const many_search *x)
{
    many_view y = { .w = many_support(c, x->shift, x->v, x->busy) };
    y.along = f3_dot(x->v, y.w.at);
    y.next = nearest_simplex(x->p, kept, y.w);
    y.square = f3_dot(y.next.v, y.next.v);
    y.gains = float_also_below(x->busy, float_of(MANY_GAIN) * x->square, x->square - y.along);
    return y;
}

/// Takes the step.
static inline void many_go(many_search *x, float_flags these, const many_view *y)
{
    for (int k = 0; k < 3; ++k) x->p[k] = many_pick(these, y->next.p[k], x->p[k]);
    x->v = f3_pick(these, y->next.v, x->v);
    x->square = float_pick(these, y->square, x->square);
}

/// One step for pairs at their true positions. Pairs found to overlap wait.
static inline __attribute__((always_inline)) void many_step(const many_pairs *c, int kept, many_search *x)
{
    const many_view y = many_look(c, kept, x);
    float_flags steps = y.gains, met = float_less(steps, steps);
    x->apart = float_or(x->apart, float_below(float_of(0.0f), y.along));
    if (kept == 3) {
        const float_flags open = float_less(steps, x->apart);
        if (float_bits(open) != 0) {
            met = float_and(open, is_inside(x->p, y.w));
            steps = float_less(steps, met);
            x->overlap = float_or(x->overlap, met);
            x->last = many_pick(met, y.w, x->last);
        }
    }
    x->busy = float_also_below(steps, y.square, x->square);
    x->steps = float_pick_whole(float_or(x->busy, met), x->steps + 1, x->steps);
    many_go(x, x->busy, &y);
}

/// Moves pairs, which then start from the nearest of their simplex points and w.
static inline void many_move(many_search *x, float_flags which, float_lane3 shift, many_point w)
{
    const float_lane3 by = f3_sub(shift, x->shift);
    const float_lane whole = float_of(1.0f);
    many_point moved[3] = { x->p[0], x->p[1], x->p[2] };
    for (int k = 0; k < 3; ++k) moved[k].at = f3_add_scaled(moved[k].at, whole, by);
    w.at = f3_add_scaled(w.at, whole, by);
    const many_simplex next = nearest_simplex(moved, 3, w);
    for (int k = 0; k < 3; ++k) x->p[k] = many_pick(which, next.p[k], x->p[k]);
    x->v = f3_pick(which, next.v, x->v);
    x->square = f3_dot(x->v, x->v);
    x->shift = f3_pick(which, shift, x->shift);
}

/// Moves overlapping pairs with the normal v along it until they barely touch: w is the highest point along it.
static inline void many_push(const many_pairs *c, many_search *x, float_flags these, many_point w, float_lane3 v,
                             float_lane along)
{
    const float_lane part = reciprocal_length(v);
    const float_lane3 n = f3(v.x * part, v.y * part, v.z * part);
    // The gap along v at the true position.
    const float_lane gap = along * part - f3_dot(n, f3_sub(x->shift, c->shift));
    many_move(x, these, f3_add_scaled(c->shift, float_of(SECOND_PUSH) * float_max(-gap, float_of(0.0f)), n), w);
    x->lost = float_or(x->lost, float_also_below(these, gap, float_of(-MANY_SHALLOW)));
    x->busy = float_less(x->busy, x->lost);
    x->moves = float_pick(these, x->moves + float_of(1.0f), x->moves);
}

/// All overlapping pairs: apart along the line between their middles, one step, and back along the normal found.
static inline void many_push_first(const many_pairs *c, many_search *x)
{
    x->busy = x->overlap;
    many_move(x, x->overlap, f3_add_scaled(c->shift, float_of(FIRST_PUSH), c->middles), x->last);
    const many_view y = many_look(c, 3, x);
    many_go(x, float_also_below(y.gains, y.square, x->square), &y);
    const many_point w = many_support(c, x->shift, x->v, x->busy);
    x->steps = float_pick_whole(x->busy, x->steps + 2, x->steps);
    many_push(c, x, x->busy, w, x->v, f3_dot(x->v, w.at));
}

/// Which of these converged overlapping pairs are nearest at a vertex or on an edge of the difference: a face adjacent
/// to it has less depth.
static inline float_flags many_is_over_corner(const many_search *x, float_flags these)
{
    const float_flags more = float_also_below(these, x->moves, float_of((float)MOST_MOVES));
    const float_whole p = x->p[0].code, q = x->p[1].code, r = x->p[2].code;
    return float_and(more, float_or(float_or(float_same(p, q), float_same(q, r)), float_same(p, r)));
}

/// One step for overlapping pairs that have been moved.
static inline void many_pushed_step(const many_pairs *c, many_search *x)
{
    const float_lane3 v = x->v;
    const many_view y = many_look(c, 3, x);
    const float_flags steps = float_also_below(y.gains, y.square, x->square), ended = float_less(x->busy, steps);
    float_flags again = float_less(steps, steps);
    if (float_bits(ended) != 0) again = many_is_over_corner(x, ended);
    x->busy = float_or(steps, again);
    x->steps = float_pick_whole(x->busy, x->steps + 1, x->steps);
    many_go(x, steps, &y);
    if (float_bits(again) != 0) many_push(c, x, again, y.w, v, y.along);
}

/// The search at the true positions, for the pairs whose flags are set: the nearest features of pairs that do not
/// overlap.
static inline many_search many_search_all(const many_pairs *c, float_flags used)
{
    const float_flags none = float_less(used, used);
    many_search x = { .shift = c->shift, .busy = used, .apart = none, .overlap = none, .lost = none };
    const many_point w = many_support(c, c->shift, c->middles, used);
    x.p[0] = x.p[1] = x.p[2] = x.last = w;
    x.v = w.at;
    x.square = f3_dot(w.at, w.at);
    x.moves = float_of(0.0f);
    x.steps = (float_whole){ 0 } + 2;
    many_step(c, 1, &x);
    many_step(c, 2, &x);
    for (int step = 3; step < MANY_STEPS && float_bits(x.busy) != 0; ++step) many_step(c, 3, &x);
    return x;
}

/// Continues for pairs that overlap: features of the least depth, or adjacent to them.
static inline void many_search_deep(const many_pairs *c, many_search *x)
{
    many_push_first(c, x);
    for (int step = 0; step < MANY_STEPS && float_bits(x->busy) != 0; ++step) many_pushed_step(c, x);
}

/// Extracts the guess.
static inline void many_found(const many_search *x, many_guess *out)
{
    for (int k = 0; k < 3; ++k) {
        out->vertex[0][k] = x->p[k].code & (SCREE_MANY_MOST - 1);
        out->vertex[1][k] = x->p[k].code / SCREE_MANY_MOST;
    }
    out->way = x->v;
    out->overlap = x->overlap;
    out->lost = x->lost;
    out->steps = x->steps;
}

#endif
