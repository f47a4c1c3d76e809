// Witness points of two superquadrics whose search has settled the distance, but not where the surfaces face each other.
//
// Idea        The gap along the normal n is known. B moved back along n by that gap touches A, and the two points where
//             they touch are the witness points, wherever on flat faces they are. GJK finds them, with B left a few
//             errors apart so that there is a distance to find. Both points lie in their bodies and next to the plane
//             between them, hence next to the surfaces, to which they are then moved along n. Where the points do not
//             meet, n is off by what the distance does not show: Newton's method goes on from there, and if that does not
//             help either, the line between them is a better normal.
#ifndef SCREE_SOLVE_SUPERQUADRIC_SUPERQUADRIC_POINTS_H
#define SCREE_SOLVE_SUPERQUADRIC_SUPERQUADRIC_POINTS_H

#include "solve/superquadric/superquadric_search.h"

/// Whether both points are on their surfaces once each has taken its half of what they are astray by; or A's all of it, or
/// B's: along a flat side or a needle one may be moved far. If they are not astray by next to nothing, they are moved so.
bool scree_sq_share_astray(const scree_sq_pair *p, scree_sq_finding *f);

/// Looks for points on both surfaces where those in f, once they are distance * normal apart, would be off them. False
/// where it finds none.
bool scree_sq_mend_points(const scree_task *task, const scree_sq_pair *p, scree_sq_finding *f);

/// An upper end for bodies apart, from the points where B, moved back along the normal by the gap, is nearest to A. Those of GJK are
/// means of support points, hence in the bodies, whether or not any support point fits the normal. Where they are still apart by e
/// then, with a normal that is turned by t, the normal was off: by surfaces that bend in circles of radii whose sum is r, e = r t^2 / 2
/// and r t is how far B was moved aside, over the gap.
void scree_sq_bound_by_meeting(const scree_task *task, const scree_sq_pair *p, scree_sq_finding *f);

/// As scree_sq_mend_points() for a superquadric and a polytope. Where it finds none, x stays as it is.
void scree_sq_mend_polytope(const scree_task *task, scree_answer *x);

/// A polytope's point that lies on a neighbour of the feature that is named along the normal, which leans by less than
/// the distance shows: goes to that feature, if the superquadric has a point that faces it there.
void scree_sq_hold_point(const scree_task *task, scree_answer *x);

#endif
