// Hulls, a pair in each lane: the few overlapping pairs of a group are deferred and join those of other groups.
//
// Idea        Overlapping pairs take twice as many steps as others, or test all axes; one of them would stall the other
//             fifteen lanes. If they are few, they are deferred with their state: a pair's answer does not depend on
//             the pairs it is grouped with.
// Limits      Deferred pairs are gathered twice, and leave lanes idle: if they are many, they stay. For large hulls the
//             scans run pair by pair anyway (farthest_in_turn()), and finished lanes cost little.
#ifndef SCREE_KERNELS_HULL_MANY_MANY_DEFERRED_H
#define SCREE_KERNELS_HULL_MANY_MANY_DEFERRED_H

#include "kernels/hull_many/many_group.h"

// Few means at most three of eight pairs.
enum { FEW_PAIRS = 3, OF_PAIRS = 8, MANY_FEW = FEW_PAIRS * FLOAT_LANES / OF_PAIRS };

/// If few pairs of a list overlap, appends them to the deferred ones, which have room for MANY_FEW more. Returns their
/// bits.
static inline unsigned defer_overlapping(const many_list *l, const many_search *x, many_list *deferred)
{
    const unsigned overlap = float_bits(x->overlap);
    if (__builtin_popcount(overlap) * OF_PAIRS > FEW_PAIRS * l->count) return 0;
    many_kept *const to = &deferred->kept;
    for (unsigned rest = overlap; rest != 0; rest &= rest - 1) {
        const int i = __builtin_ctz(rest);
        const bool swapped = (l->swapped[i / SCREE_LANES] >> (i % SCREE_LANES) & 1u) != 0u;
        const int at = many_add(deferred, l->pair[i], l->body[0][i], l->body[1][i], swapped);
        for (int k = 0; k < SIMPLEX; ++k) {
            const many_point *p = k < SIMPLEX - 1 ? &x->p[k] : &x->last;
            to->at[k][0][at] = p->at.x[i];
            to->at[k][1][at] = p->at.y[i];
            to->at[k][2][at] = p->at.z[i];
            to->code[k][at] = p->code[i];
        }
        to->steps[at] = x->steps[i];
    }
    return overlap;
}

/// Restores deferred pairs; unused lanes repeat the first one. All of them overlap.
static inline many_search take_up(const many_pairs *c, many_list *l)
{
    many_kept *const from = &l->kept;
    for (int i = l->count; i < FLOAT_LANES; ++i) {
        for (int k = 0; k < SIMPLEX; ++k) {
            for (int axis = 0; axis < 3; ++axis) from->at[k][axis][i] = from->at[k][axis][0];
            from->code[k][i] = from->code[k][0];
        }
        from->steps[i] = from->steps[0];
    }
    const float_flags all = float_of_bits((unsigned)((UINT64_C(1) << l->count) - 1u)), none = float_less(all, all);
    many_search x = { .v = c->middles, .shift = c->shift, .busy = none, .apart = none, .overlap = all };
    x.lost = none;
    for (int k = 0; k < SIMPLEX; ++k) {
        many_point *const p = k < SIMPLEX - 1 ? &x.p[k] : &x.last;
        p->at = f3_at((const float(*)[FLOAT_LANES])from->at[k]);
        p->code = float_whole_row(from->code[k]);
    }
    x.square = f3_dot(x.v, x.v);
    x.moves = float_of(0.0f);
    x.steps = float_whole_row(from->steps);
    return x;
}

#endif
