// Cores of which at least one is no polytope: a quick search, coarse by GJK and fine by Newton's method on pieces.
#ifndef SCREE_SOLVE_SMOOTH_SMOOTH_SOLIDS_H
#define SCREE_SOLVE_SMOOTH_SMOOTH_SOLIDS_H

#include "pair/answer.h"

/// True: `out` is the answer. False: this search did not bring its bounds together (or left the pair alone: faceted
/// shapes of one's own; too little scratch), and `out` holds what it found. `start` is the first direction,
/// `most_vertices` the room for a polytope (scree_epa_scratch()).
bool scree_smooth_solids(const scree_task *task, scree_vec3 start, int most_vertices, scree_answer *out);

/// Another search had to bring the bounds together: where what this one left behind is as good a normal, its normal and
/// points are the better ones.
void scree_smooth_merge(const scree_task *task, const scree_answer *climbed, scree_answer *x);

#endif
