// Hulls, a pair in each lane: measures the guessed features; for tiny hulls that overlap, those along the axes of least
// depth. See many.c.
#ifndef SCREE_KERNELS_HULL_MANY_MANY_MEASURE_H
#define SCREE_KERNELS_HULL_MANY_MANY_MEASURE_H

#include "kernels/hull/hull_kernel.h"
#include "kernels/hull_many/many_near.h"
#include "kernels/hull_many/many_tetrahedra.h"

// Stores the search's guesses for the rest of the kernel.
static inline void put_guess(many_group *w, const many_guess *guess)
{
    float way[3][FLOAT_LANES] __attribute__((aligned(64)));
    *(float_lane_in_memory *)(void *)way[0] = guess->way.x;
    *(float_lane_in_memory *)(void *)way[1] = guess->way.y;
    *(float_lane_in_memory *)(void *)way[2] = guess->way.z;
    for (int k = 0; k < 3; ++k)
        for (int i = 0; i < FLOAT_LANES; ++i) w->way[i / SCREE_LANES][k][i % SCREE_LANES] = way[k][i];
    for (int k = 0; k < 2; ++k)
        for (int i = 0; i < 3; ++i) *(float_whole_in_memory *)(void *)w->vertex[k][i] = guess->vertex[k][i];
    *(float_whole_in_memory *)(void *)w->steps = guess->steps;
}

// The support features along an axis, for the pairs whose flags are set: the first three of the farthest vertices.
static inline void guess_along(const many_pairs *c, float_flags which, float_lane3 n, many_guess *guess)
{
    const float_lane3 back = many_rotate_back(c, n);
    for (int k = 0; k < 2; ++k) {
        const float_lane3 d = k == 0 ? n : f3(-back.x, -back.y, -back.z);
        float_lane most, other;
        many_reach(c, k, d, &most, &other);
        int32_t bits[FLOAT_LANES] __attribute__((aligned(64))), vertex[3][FLOAT_LANES] __attribute__((aligned(64)));
        *(float_whole_in_memory *)(void *)bits = bits_near(c, k, d, most);
        for (int i = 0; i < FLOAT_LANES; ++i) {
            const uint32_t all = (uint32_t)bits[i] | (bits[i] == 0 ? 1u : 0u), others = all & (all - 1);
            const uint32_t second = others != 0 ? others : all, more = second & (second - 1);
            vertex[0][i] = __builtin_ctz(all);
            vertex[1][i] = __builtin_ctz(second);
            vertex[2][i] = __builtin_ctz(more != 0 ? more : second);
        }
        for (int i = 0; i < 3; ++i) {
            const float_whole found = *(const float_whole_in_memory *)(const void *)vertex[i];
            guess->vertex[k][i] = float_pick_whole(which, found, guess->vertex[k][i]);
        }
    }
    guess->way = f3_pick(which, n, guess->way);
}

// Features of a group, and distances along their normals.
typedef struct many_measures {
    many_features features[HALVES];
    many_near near[HALVES];
    unsigned proven; // there are features, and their gap is that of the hulls along their normal
    unsigned fine;   // and the features meet
} many_measures;

static inline void many_measure(many_group *w, const many_guess *guess, many_measures *m)
{
    put_guess(w, guess);
    for (int half = 0; half < HALVES; ++half) {
        many_features_of(w, half, &m->features[half]);
        many_distance(w, half, &m->features[half], &m->near[half]);
    }
    m->proven = many_prove(w, m->features, m->near) & (m->features[0].known | m->features[1].known << SCREE_LANES);
    m->fine = m->proven & (m->near[0].fine | m->near[1].fine << SCREE_LANES);
}

// Which pairs are less deep along the normal of the features than along all axes but the chosen ones: then that normal
// is one of these. (The vertices near an axis may be those of features with another normal.)
static inline unsigned below_limit(const many_group *w, const many_measures *m, float_lane limit)
{
    float numbers[FLOAT_LANES] __attribute__((aligned(64)));
    *(float_lane_in_memory *)(void *)numbers = limit;
    unsigned below = 0;
    for (int half = 0; half < HALVES; ++half) {
        double limits[SCREE_LANES] __attribute__((aligned(64)));
        for (int i = 0; i < SCREE_LANES; ++i) limits[i] = (double)numbers[half * SCREE_LANES + i];
        const lane depth = HULL_TOUCH * w->frame[half].error - m->near[half].at.gap;
        below |= lane_bits_below(depth, row(limits) * w->frame[half].size) << (half * SCREE_LANES);
    }
    return below;
}

// Which of these pairs have the same features in both.
static inline unsigned same_features(unsigned these, const many_measures *m, const many_measures *other)
{
    unsigned same = 0;
    for (; these != 0; these &= these - 1) {
        const int at = __builtin_ctz(these), half = at / SCREE_LANES, i = at % SCREE_LANES;
        const many_features *x = &m->features[half], *y = &other->features[half];
        bool equal = true;
        for (int k = 0; k < 2; ++k) equal = equal && x->kind[k][i] == y->kind[k][i] && x->index[k][i] == y->index[k][i];
        same |= (equal ? 1u : 0u) << at;
    }
    return same;
}

// For pairs with two axes that tie, puts the better one into `m`.
static inline void choose_axis(unsigned equal, const many_measures *other, many_measures *m)
{
    unsigned better = 0;
    for (int half = 0; half < HALVES; ++half)
        better |= lane_bits_below(m->near[half].at.gap, other->near[half].at.gap) << (half * SCREE_LANES);
    better &= equal;
    for (int half = 0; half < HALVES; ++half) {
        const unsigned bits = better >> (half * SCREE_LANES) & ((1u << SCREE_LANES) - 1u);
        const lane_mask these = lane_of_bits(bits);
        many_near *to = &m->near[half];
        const many_near *from = &other->near[half];
        to->at.gap = lane_select(these, from->at.gap, to->at.gap);
        to->inside = lane_select(these, from->inside, to->inside);
        to->at.n = l3_select(these, from->at.n, to->at.n);
        to->at.on_a = l3_select(these, from->at.on_a, to->at.on_a);
        to->at.on_b = l3_select(these, from->at.on_b, to->at.on_b);
        for (int k = 0; k < 2; ++k)
            for (int i = 0; i < SCREE_LANES; ++i) {
                if ((bits >> i & 1u) == 0u) continue;
                m->features[half].kind[k][i] = other->features[half].kind[k][i];
                m->features[half].index[k][i] = other->features[half].index[k][i];
            }
    }
    m->fine = (m->fine & ~better) | (other->fine & better);
}

// Overlapping pairs of tiny hulls: the features of the least depth. Returns the bits of the pairs that have them.
static inline __attribute__((always_inline)) unsigned many_deep(many_group *w, bool tetrahedra, many_guess *guess,
                                                                many_measures *m)
{
    many_depths x;
    if (tetrahedra) {
        tetra_least(&w->pairs, &x);
    } else {
        many_gather_axes(w, 0);
        many_gather_axes(w, 1);
        many_least(&w->pairs, &w->axes, &x);
    }
    guess_along(&w->pairs, guess->overlap, x.way[0], guess);
    many_measure(w, guess, m);
    const unsigned least = float_bits(x.certain) & m->proven & below_limit(w, m, x.limit);
    const unsigned equal = least & float_bits(guess->overlap) & ~float_bits(x.single);
    if (equal == 0) return least;
    many_measures other;
    guess_along(&w->pairs, float_of_bits(equal), x.way[1], guess);
    many_measure(w, guess, &other);
    const unsigned both = equal & other.proven & below_limit(w, &other, x.limit) & ~same_features(equal, m, &other);
    choose_axis(both, &other, m);
    return least & (~equal | both);
}

#endif
