// The best answer for an ellipsoid with another ellipsoid or with a point (the core of a sphere).
#ifndef SCREE_SOLVE_ELLIPSOID_ELLIPSOIDS_H
#define SCREE_SOLVE_ELLIPSOID_ELLIPSOIDS_H

#include "pair/answer.h"
#include "pair/ellipsoid_limits.h"

size_t scree_ellipsoids_scratch(const scree_shape *a, const scree_shape *b);

/// A is an ellipsoid, B an ellipsoid or a point, or the other way round. False when the scratch is too small.
bool scree_ellipsoids(const scree_task *task, scree_answer *out);

/// Are the two cores farther apart than `margin`? 1 or 0 if that is certain, else -1.
int scree_ellipsoids_farther_than(const scree_task *task, double margin);

#endif
