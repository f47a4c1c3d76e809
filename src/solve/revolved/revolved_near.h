// Witness points of a body of revolution and an ellipsoid or a superquadric that touch or nearly touch.
#ifndef SCREE_SOLVE_REVOLVED_REVOLVED_NEAR_H
#define SCREE_SOLVE_REVOLVED_REVOLVED_NEAR_H

#include "pair/answer.h"

/// For an answer whose normal is right: replaces its points by nearer ones, and bounds `upper` by their distance. Does
/// nothing for other pairs.
void scree_revolved_near(const scree_task *task, scree_answer *x);

/// The points where, seen along the normal, the facing parts of a body of revolution and of a polyhedron cross; taken if
/// they fit the normal better. Support points hardly determine them where a side that is 1e8 times as long as the edge
/// that it crosses lies on that edge.
void scree_revolved_cross(const scree_task *task, scree_answer *x);

#endif
