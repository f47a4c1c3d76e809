// Cores of which at least one is not a polytope: GJK first, then Newton's method on pieces.
#ifndef SCREE_SOLVE_SMOOTH_SMOOTH_SOLIDS_H
#define SCREE_SOLVE_SMOOTH_SMOOTH_SOLIDS_H

#include "pair/answer.h"

/// True: `out` is the answer. False: the bounds did not meet (or the pair was not tried: users' faceted shapes; too
/// little scratch), and `out` holds what was found. `start` is the first direction, `most_vertices` the room for a
/// polytope (scree_epa_scratch()).
bool scree_smooth_solids(const scree_task *task, scree_vec3 start, int most_vertices, scree_answer *out);

/// For a pair whose bounds were closed by another search: if the normal that this one found is as good, its normal and
/// points are the better ones.
void scree_smooth_merge(const scree_task *task, const scree_answer *climbed, scree_answer *x);

#endif
