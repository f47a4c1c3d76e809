// The best answer for an ellipsoid with a segment (the core of a capsule) or a polyhedron.
#ifndef SCREE_SOLVE_ELLIPSOID_ELLIPSOID_POLYTOPE_H
#define SCREE_SOLVE_ELLIPSOID_ELLIPSOID_POLYTOPE_H

#include "pair/answer.h"

size_t scree_ellipsoid_polytope_scratch(const scree_shape *a, const scree_shape *b);

/// Either of the two is the ellipsoid. False when the scratch is too small.
bool scree_ellipsoid_polytope(const scree_task *task, scree_answer *out);

#endif
