// Two bodies of revolution with parallel axes: cylinders, cones, tapered capsules, capsules, flush, stacked or
// concentric.
#ifndef SCREE_SOLVE_REVOLVED_REVOLVED_PARALLEL_H
#define SCREE_SOLVE_REVOLVED_REVOLVED_PARALLEL_H

#include "pair/answer.h"

/// True, with the answer, if both cores are points, segments, frusta or tears and their axes are parallel up to
/// rounding.
bool scree_revolved_parallel(const scree_task *task, scree_answer *out);

#endif
