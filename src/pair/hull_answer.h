// The result of a direct search on two polyhedra.
#ifndef SCREE_PAIR_HULL_ANSWER_H
#define SCREE_PAIR_HULL_ANSWER_H

#include "pair/answer.h"
#include "pair/publish.h"

typedef struct scree_hull_answer {
    scree_answer found;
    bool plain; ///< the features below are beyond doubt, and they meet in one point: nothing is left to be settled, and
                ///< `found.at` is not filled in
    bool
        needs_patch; ///< of one that is not plain: where the hulls share no patch along the normal, the distance is only a bound
                     ///< from below, and the upper end means nothing
    scree_feature feature_a, feature_b;
    int index_a, index_b;
} scree_hull_answer;

/// Gives the caller's A and B back their places. -0 becomes 0: the sign means nothing and should not show.
static inline bool scree_hull_close(bool swapped, scree_contact *out)
{
    if (swapped) scree_contact_flip(out);
    out->normal = v3(out->normal.x + 0.0, out->normal.y + 0.0, out->normal.z + 0.0);
    out->distance += 0.0;
    return out->status == SCREE_OK;
}

/// The last step for answers that are not plain: patch and contact point. `swapped`: the cores' A is the caller's B.
bool scree_hull_finish(const scree_cores *c, const scree_answer *found, double tolerance, bool swapped,
                       scree_contact *out);

enum { SCREE_HULL_PATCH = 16 * 1024 };

#endif
