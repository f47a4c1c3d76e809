// The features of one pair of hulls, tested by the kernel that tests those in caches (warm.c): a batch of one.
#ifndef SCREE_KERNELS_HULL_WARM_AGAIN_H
#define SCREE_KERNELS_HULL_WARM_AGAIN_H

#include "kernels/kernels.h"
#include "pair/warm.h"

/// `warm`: scree_warm() of some width. Of `cache` the features and the normal are used. On false there is no proof, and `out` is
/// undefined.
static inline __attribute__((always_inline)) bool scree_meet_again(scree_lane_fn *warm, const scree_body *a,
                                                                   const scree_body *b, double tolerance,
                                                                   scree_cache cache, scree_contact *out)
{
    const scree_body bodies[2] = { *a, *b };
    const scree_pair pair = { .a = 0, .b = 1 };
    const scree_batch batch = { .bodies = bodies, .body_count = 2, .pairs = &pair, .pair_count = 1, .caches = &cache };
    int32_t number = 0;
    scree_lane_work work = { .batch = &batch, .tolerance = tolerance, .pairs = &number, .count = 1, .results = out };
    return warm(&work, &number) == 0;
}

/// A contact of hulls that overlap, and not with two faces: with a cache it comes from the features that meet in a point, even if
/// they are level. So it does without one, if these have a proof: then the bits are the same.
static inline __attribute__((always_inline)) void
scree_measure_again(scree_lane_fn *warm, const scree_body *a, const scree_body *b, double tolerance, scree_contact *x)
{
    const bool faces = x->feature_a == SCREE_FEATURE_FACE && x->feature_b == SCREE_FEATURE_FACE;
    if (!(x->distance < 0.0) || faces) return;
    scree_cache found = { .filled = false };
    scree_contact again;
    scree_cache_keep(&found, x);
    if (scree_meet_again(warm, a, b, tolerance, found, &again)) *x = again;
}

#endif
