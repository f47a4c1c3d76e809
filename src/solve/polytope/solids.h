// The best answer for two 3-D cores: points, segments, polyhedra, and any core that has a support function.
#ifndef SCREE_SOLVE_POLYTOPE_SOLIDS_H
#define SCREE_SOLVE_POLYTOPE_SOLIDS_H

#include "pair/answer.h"

size_t scree_solids_scratch(const scree_shape *a, const scree_shape *b);

/// False when the scratch is too small.
bool scree_solids(const scree_task *task, scree_answer *out);

/// Where a search starts: along the last normal, or along the line between the bodies' origins. Of any length but 0.
scree_vec3 scree_first_direction(const scree_task *task);

/// Is the distance of the cores above `margin` (>= 0)? 1: proven yes, 0: proven no, -1: undecided.
int scree_solids_farther_than(const scree_task *task, double margin);

#endif
