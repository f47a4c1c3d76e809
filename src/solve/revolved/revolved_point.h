// A point and a cylinder, cone or tapered capsule: a sphere with one of these.
#ifndef SCREE_SOLVE_REVOLVED_REVOLVED_POINT_H
#define SCREE_SOLVE_REVOLVED_REVOLVED_POINT_H

#include "pair/answer.h"

/// True, with the answer, if one core is a point and the other a frustum or a tear.
bool scree_revolved_point(const scree_task *task, scree_answer *out);

/// The point of the surface of a frustum or a tear that is nearest to a point, all in the shape's own frame; and the
/// outward normal there.
scree_vec3 scree_revolved_nearest(const scree_shape *s, scree_vec3 point, scree_vec3 *normal);

/// Moves a polyhedron's point that is off the feature named along the normal, by more than rounding, onto that feature,
/// if the frustum or tear has a point that faces it there. Off a vertex, else onto one of its edges, with the normal across that
/// edge, if it is as good.
void scree_revolved_hold_point(const scree_task *task, scree_answer *x);

#endif
