// Witness points of curved bodies that a search leaves off their surfaces.
//
// Idea        Of bodies of very unequal size: a search works in the frame of the larger body, where a point of the smaller one is off
//             by roundings of the larger one's size. Afterwards that point is projected onto its own surface, in its own frame; the
//             other point follows, distance * normal away, and is off only by roundings of its own body's size.
//             Of round bodies that are far from the other one: a normal that is off by an angle t changes the distance d by
//             d t^2 / 2, so that a search which stops when the distance is right to rounding leaves a normal which is off by its
//             root, and points that are d t astray: more than a thin body is thick. Support points are on the surfaces whatever
//             the normal; the line between them is a normal that fits them, and from afar, where bodies look like points, it hardly
//             depends on where on their surfaces they are.
// Limits      The kernels leave pairs of very unequal size to the searches, so that each pair is answered the same way everywhere. The
//             point of a core that is not round stays where it is when the other body is far.
#ifndef SCREE_PAIR_ANCHOR_H
#define SCREE_PAIR_ANCHOR_H

#include "pair/answer.h"

/// For 3-D bodies of very unequal size, of which at least one is curved; others stay as they are. `error` bounds the
/// error of the points.
void scree_anchor_points(const scree_body *a, const scree_body *b, double error, scree_contact *out);

/// For bodies far apart of which at least one is an ellipsoid or a superquadric: where the points are off the surfaces, takes support
/// points and the line between them, if that proves the same distance. Other answers stay as they are.
void scree_far_points(const scree_cores *c, scree_answer *x);

#endif
