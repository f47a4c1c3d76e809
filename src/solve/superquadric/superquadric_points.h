// Witness points of two superquadrics whose search has settled the distance, but not where the surfaces face each
// other.
//
// Idea        The gap along the normal n is known. B moved back along n by that gap touches A, and the two points where
//             they touch are the witness points, wherever on flat faces they are. GJK finds them, with B left a few
//             errors apart so that there is a distance to find. Both points are in their bodies and close to the plane
//             between them, hence close to the surfaces, to which they are then moved along n. If the points do not
//             meet, n is off by more than the distance shows: Newton's method continues from there, and if that does
//             not help either, the line between them is a better normal.
#ifndef SCREE_SOLVE_SUPERQUADRIC_SUPERQUADRIC_POINTS_H
#define SCREE_SOLVE_SUPERQUADRIC_SUPERQUADRIC_POINTS_H

#include "solve/superquadric/superquadric_search.h"

/// Moves the points to be distance * normal apart, unless they are already. Returns whether both are then on their
/// surfaces: tries half of the deviation for each, then all of it for A's point, then for B's; along a flat side or a
/// needle a point can move far.
bool scree_sq_share_astray(const scree_sq_pair *p, scree_sq_finding *f);

/// Searches for points on both surfaces if those in f, once they are distance * normal apart, would be off them. False
/// if there are none.
bool scree_sq_mend_points(const scree_task *task, const scree_sq_pair *p, scree_sq_finding *f);

/// An upper end for bodies apart, from the points where B, moved back along the normal by the gap, is nearest to A. Those of GJK are
/// means of support points, hence in the bodies, whether or not any support point fits the normal. Where they are still apart by e
/// then, with a normal that is rotated by t, the normal was off: by surfaces that bend in circles of radii whose sum is r, e = r t^2 / 2
/// and r t is how far B was moved aside, over the gap.
void scree_sq_bound_by_meeting(const scree_task *task, scree_sq_finding *f);

/// The same for a superquadric and a polytope that are apart or touch to the tolerance: along an edge a million times as long as the
/// superquadric, its own points are off those of the edge by far more than the distance.
void scree_sq_bound_polytope(const scree_task *task, scree_answer *x);

/// As scree_sq_mend_points() for a superquadric and a polytope. If there are none, x stays as it is.
void scree_sq_mend_polytope(const scree_task *task, scree_answer *x);

/// A polytope's point that lies on a neighbour of the feature named along the normal, tilted by less than the distance
/// shows: moves it to that feature, if the superquadric has a point that faces it there.
void scree_sq_hold_point(const scree_task *task, scree_answer *x);

/// An upper bound from the points themselves, once they are as good as they get. For bodies apart: the distance from the
/// superquadric's surface near its point to the named feature near the polytope's point.
void scree_sq_bound_by_points(const scree_task *task, scree_answer *x);

#endif
