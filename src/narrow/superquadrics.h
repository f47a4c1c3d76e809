// A superquadric with another one, an ellipsoid or a point.
#ifndef SCREE_NARROW_SUPERQUADRICS_H
#define SCREE_NARROW_SUPERQUADRICS_H

#include "narrow/answer.h"

size_t scree_superquadrics_scratch(const scree_shape *a, const scree_shape *b);

/// False when the scratch is too small.
bool scree_superquadrics(const scree_task *task, scree_answer *out);

#endif
