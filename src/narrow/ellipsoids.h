// The best answer for an ellipsoid with another ellipsoid or with a point (the core of a sphere).
#ifndef SCREE_NARROW_ELLIPSOIDS_H
#define SCREE_NARROW_ELLIPSOIDS_H

#include "narrow/answer.h"

/// What the bounds may be apart by, in units of the pair's rounding error, beside that error on both sides.
#define SCREE_ELLIPSOIDS_ENOUGH 2.0

size_t scree_ellipsoids_scratch(const scree_shape *a, const scree_shape *b);

/// A is an ellipsoid, B an ellipsoid or a point, or the other way round. False when the scratch is too small.
bool scree_ellipsoids(const scree_task *task, scree_answer *out);

/// Are the two cores farther apart than `margin`? 1 or 0 where that is certain, -1 where it is not.
int scree_ellipsoids_farther_than(const scree_task *task, double margin);

#endif
