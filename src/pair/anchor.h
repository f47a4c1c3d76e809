// Witness points of bodies of very unequal size.
//
// Idea        A search works in the frame of the larger body, where a point of the smaller one is off by roundings of
//             the larger one's size. Afterwards that point is projected onto its own surface, in its own frame; the
//             other point follows, distance * normal away, and is off only by roundings of its own body's size.
// Limits      The kernels leave such pairs to the searches, so that each pair is answered the same way everywhere.
#ifndef SCREE_PAIR_ANCHOR_H
#define SCREE_PAIR_ANCHOR_H

#include "scree/query.h"
#include "shape/shape.h"

/// Bounding radii that differ by more than this factor are very unequal.
#define SCREE_UNEQUAL 64.0

static inline bool scree_are_unequal(const scree_shape *a, const scree_shape *b)
{
    const double r = a->bounds.radius, s = b->bounds.radius;
    return r * SCREE_UNEQUAL < s || s * SCREE_UNEQUAL < r;
}

/// For 3-D bodies of very unequal size, of which at least one is curved; others stay as they are. `error` bounds the
/// error of the points.
void scree_anchor_points(const scree_body *a, const scree_body *b, double error, scree_contact *out);

#endif
