// The points where two polytopes meet, for when those of the normal's features do not fit.
#ifndef SCREE_PAIR_WITNESS_H
#define SCREE_PAIR_WITNESS_H

#include "pair/answer.h"
#include "pair/exact_nearest.h"
#include "pair/patch.h"

/// Two points and the features that they lie on.
typedef struct scree_witness {
    scree_vec3 on_a, on_b;
    scree_feature feature_a, feature_b;
    int index_a, index_b;
} scree_witness;

/// Searches the points among the features that reach to the contact plane, and adjusts the normal if necessary, by less
/// than the distance shows, to fit the points and their features. False, and nothing is changed, where none fit better
/// than those in `x`, and for smooth cores.
bool scree_witness_find(const scree_cores *c, scree_answer *x, scree_witness *found);

/// The nearest points of the features that reach to the contact plane along n, whose `gap` is the distance to rounding,
/// or to `width` where that is more; polytopes in 3-D. Of more features than are tested, those near on_a and on_b. Edges that
/// merged faces hide are tested unless points are as near as the gap without them. False where there are none.
bool scree_witness_nearest(const scree_cores *c, scree_vec3 n, double gap, double width, scree_vec3 on_a,
                           scree_vec3 on_b, scree_nearest *out);

#endif
