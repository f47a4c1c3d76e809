// A ball and a polyhedron: the centre, a point, against planes, edges and vertices. No search, no scratch.
#ifndef SCREE_PAIR_POINT_POLYHEDRON_H
#define SCREE_PAIR_POINT_POLYHEDRON_H

#include "scree/query.h"
#include "shape/shape.h"

static inline bool scree_is_centred_point(const scree_shape *s)
{
    return s->core == SCREE_CORE_POINT && s->core_radius == 0.0;
}

/// One is a polyhedron, the other a point at its own stored origin.
static inline bool scree_is_point_polyhedron(const scree_shape *a, const scree_shape *b)
{
    return (a->core == SCREE_CORE_POLYHEDRON && scree_is_centred_point(b)) ||
           (b->core == SCREE_CORE_POLYHEDRON && scree_is_centred_point(a));
}

/// The whole answer for such a pair, poses valid, the tolerance absolute. False, and `out` as it was, where rounding
/// leaves a doubt: about the side that the point is on, the nearest feature, or its name.
bool scree_point_polyhedron(const scree_body *a, const scree_body *b, double tolerance, scree_contact *out);

/// Is the signed distance of the cores above `margin`, which is not negative? 1: proven yes, 0: proven no, -1: open.
int scree_point_polyhedron_farther_than(const scree_body *a, const scree_body *b, double margin);

#endif
