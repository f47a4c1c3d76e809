// Two ellipsoids, or superquadrics with two equal whole exponents, straight from the bodies, without scratch, where the
// quick way leads to a proof.
#ifndef SCREE_PAIR_SMOOTH_PAIR_H
#define SCREE_PAIR_SMOOTH_PAIR_H

#include "pair/round_polyhedron.h"

static inline bool scree_is_smooth_pair(const scree_shape *a, const scree_shape *b)
{
    return scree_is_evenly_round(a) && scree_is_evenly_round(b);
}

/// The whole answer for such a pair, poses valid, the tolerance absolute; `cache` may be NULL. False, and `out` as it
/// was, where there is no proof: deep overlaps, needles and plates, and sizes far from 1.
bool scree_smooth_pair(const scree_body *a, const scree_body *b, double tolerance, const scree_cache *cache,
                       scree_contact *out);

#endif
