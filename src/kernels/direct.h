// Helpers for single-pair kernels: limits beyond which a result is certain, features of boxes, and batches pair by pair.
#ifndef SCREE_KERNELS_DIRECT_H
#define SCREE_KERNELS_DIRECT_H

#include <stddef.h>
#include <string.h>

#include "kernels/kernels.h"
#include "pair/answer.h"
#include "pair/patch.h"
#include "pair/warm.h"
#include "shape/shape.h"

/// Distances above this, in units of the pair's error, are certainly not 0, and the line between the nearest points has
/// a direction: the angle that rounding rotates it by costs less than a rounding of the gap along it.
#define DIRECT_CLEAR 64.0

/// An edge whose squared length is above this, in units of the pair's error times the gap, has a direction: its ends
/// are rounded, but the angle that this rotates it by moves a projection on it so little that the distance changes by
/// less than a rounding.
#define DIRECT_SHORT 16.0

/// The square of the sine above which a sign is certain: a little more than the slope that decides a feature.
#define DIRECT_SLOPE2 (1.01 * SCREE_FEATURE_SLOPE * SCREE_FEATURE_SLOPE)

/// The feature of a box that is nearest to a cell of space; see shape/box.c.
static inline scree_feature scree_box_feature(int cell)
{
    // Counts the axes along which the cell is not the middle third.
    enum { F = SCREE_FEATURE_FACE, E = SCREE_FEATURE_EDGE, V = SCREE_FEATURE_VERTEX };
    static const unsigned char kinds[27] = { V, E, V, E, F, E, V, E, V, E, F, E, F, 0,
                                             F, E, F, E, V, E, V, E, F, E, V, E, V };
    return (scree_feature)kinds[cell];
}

/// Answers the pairs of a batch one after the other; `left` gets those without an answer. Inlined, and `answer` with
/// it.
static inline __attribute__((always_inline)) int scree_answer_directly(const scree_lane_work *work,
                                                                       scree_direct_fn *answer, int32_t *left)
{
    int rest = 0;
    for (int i = 0; i < work->count; ++i) {
        const size_t number = work->first + (size_t)work->pairs[i];
        const scree_pair pair = work->batch->pairs[number];
        const scree_body *a = &work->batch->bodies[pair.a], *b = &work->batch->bodies[pair.b];
        const double tolerance =
            work->tolerance < 0.0 ? SCREE_DEFAULT_TOLERANCE * scree_size_of_pair(a->shape, b->shape) : work->tolerance;
        scree_contact *out = &work->results[number];
        if (!scree_pose_is_valid(a) || !scree_pose_is_valid(b) || !answer(a, b, tolerance, out))
            left[rest++] = work->pairs[i];
        else if (work->batch->caches != NULL)
            scree_cache_keep(&work->batch->caches[number], out);
    }
    return rest;
}

#endif
