// The points of two polytopes that meet, where those of the features across the normal do not fit.
#ifndef SCREE_PAIR_WITNESS_H
#define SCREE_PAIR_WITNESS_H

#include "pair/answer.h"
#include "pair/exact_nearest.h"
#include "pair/region.h"

/// Two points and the features that they lie on.
typedef struct scree_witness {
    scree_vec3 on_a, on_b;
    scree_feature feature_a, feature_b;
    int index_a, index_b;
} scree_witness;

/// Looks for the points among the features that reach to the contact plane, and moves the normal if it has to, to fit
/// the points and what these lie on: by less than the distance shows. False, and nothing is changed, where there are none
/// that fit better than those in `x`, and for smooth cores.
bool scree_witness_find(const scree_cores *c, scree_answer *x, scree_witness *found);

/// The nearest points of the features that reach to the contact plane across n, along which the gap is the distance to
/// rounding, or to `width` where that is more; polytopes in 3-D. Of more features than it looks at, those near on_a and on_b.
/// False where there are none.
bool scree_witness_nearest(const scree_cores *c, scree_vec3 n, double width, scree_vec3 on_a, scree_vec3 on_b,
                           scree_nearest *out);

#endif
