// A superquadric and a cylinder or cone, by points of the superquadric's surface instead of normals.
#ifndef SCREE_SOLVE_REVOLVED_REVOLVED_SUPERQUADRIC_H
#define SCREE_SOLVE_REVOLVED_REVOLVED_SUPERQUADRIC_H

#include "pair/answer.h"

/// Where a search has left `x` open: the points where a superquadric and a cylinder, cone or tapered capsule (without its cap) are
/// nearest, their normal and their bounds. Takes them if they narrow the interval. Starts at the side of R that faces along the
/// normal, or with `from_points` at the side that R's point is on. False if `x` stays as it is, as for other pairs.
bool scree_revolved_superquadric(const scree_task *task, bool from_points, scree_answer *x);

#endif
