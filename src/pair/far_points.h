// Witness points of round bodies that are far from the other body.
//
// Idea        A normal that is off by an angle t changes the distance d by d t^2 / 2, so that a search which stops when the
//             distance is right to rounding leaves a normal which is off by its root, and points that are d t astray: more than a
//             thin body is thick. Support points are on the surfaces whatever the normal; the line between them is a normal that
//             fits them, and from afar, where bodies look like points, it hardly depends on where on their surfaces they are.
// Limits      The point of a core that is not round stays where it is.
#ifndef SCREE_PAIR_FAR_POINTS_H
#define SCREE_PAIR_FAR_POINTS_H

#include "pair/answer.h"

/// For bodies far apart of which at least one is an ellipsoid or a superquadric: where the points are off the surfaces, takes support
/// points and the line between them, if that proves the same distance. Other answers stay as they are.
void scree_far_points(const scree_cores *c, scree_answer *x);

#endif
