// Pairs of smooth bodies over lanes: the loop from pairs to answers.
//
// Idea        A kernel defines answer_lanes(); what it leaves goes to the single query.
// Limits      Bodies without a centre of their own: ellipsoids and superquadrics. Included by one kernel for each
//             width, after SCREE_LANES is set.
#ifndef SCREE_KERNELS_SMOOTH_LANES_H
#define SCREE_KERNELS_SMOOTH_LANES_H

#include "kernels/pair_lanes.h"

// Answers one pair in each lane; returns the bits of the lanes that have an answer. Defined by the kernel.
static unsigned answer_lanes(const gathered *g, double tolerance, published *out);

static int run(const scree_lane_work *work, int32_t *left)
{
    int rest = 0;
    for (int first = 0; first < work->count; first += SCREE_LANES) {
        gathered g;
        published out;
        gather(work, first, &g);
        const unsigned answered = answer_lanes(&g, work->tolerance, &out);
        for (int i = 0; i < SCREE_LANES && first + i < work->count; ++i) {
            if ((answered >> i & 1u) == 0u) {
                left[rest++] = work->pairs[first + i];
                continue;
            }
            const size_t pair = work->first + (size_t)work->pairs[first + i];
            scree_contact *const x = &work->results[pair];
            scatter(&out, i, g.swapped[i], x);
            if (work->batch->caches == NULL) continue;
            scree_cache_keep(&work->batch->caches[pair], x);
        }
    }
    return rest;
}

#endif
