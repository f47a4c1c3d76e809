// A superquadric with a segment or a polyhedron.
#ifndef SCREE_SOLVE_SUPERQUADRIC_SUPERQUADRIC_POLYTOPE_H
#define SCREE_SOLVE_SUPERQUADRIC_SUPERQUADRIC_POLYTOPE_H

#include "pair/answer.h"

size_t scree_superquadric_polytope_scratch(const scree_shape *a, const scree_shape *b);

/// False when the scratch is too small.
bool scree_superquadric_polytope(const scree_task *task, scree_answer *out);

#endif
