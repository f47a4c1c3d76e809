// The best answer for a superquadric with another one, an ellipsoid or a point (the core of a sphere).
#ifndef SCREE_SOLVE_SUPERQUADRIC_SUPERQUADRICS_H
#define SCREE_SOLVE_SUPERQUADRIC_SUPERQUADRICS_H

#include "pair/answer.h"

size_t scree_superquadrics_scratch(const scree_shape *a, const scree_shape *b);

/// A is a superquadric or an ellipsoid; B is too, or a point. False when the scratch is too small.
bool scree_superquadrics(const scree_task *task, scree_answer *out);

/// Are the two cores farther apart than `margin`? 1 or 0 if that is certain, else -1.
int scree_superquadrics_farther_than(const scree_task *task, double margin);

#endif
