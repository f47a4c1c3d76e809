// An ellipsoid or a superquadric with a polyhedron, where the nearest feature is clear: straight from the bodies,
// without scratch.
#ifndef SCREE_PAIR_ROUND_POLYHEDRON_H
#define SCREE_PAIR_ROUND_POLYHEDRON_H

#include "scree/query.h"
#include "shape/shape.h"

/// Exponents above this are too blocky for Newton's method alone.
#define SCREE_ROUND_MOST_EXPONENT 12.0

/// An ellipsoid, or a superquadric with two equal whole exponents.
static inline bool scree_is_evenly_round(const scree_shape *s)
{
    if (s->core == SCREE_CORE_ELLIPSOID) return true;
    return s->core == SCREE_CORE_SUPERQUADRIC && s->n1 == s->n2 && s->along.whole > 0 &&
           s->n1 <= SCREE_ROUND_MOST_EXPONENT;
}

static inline bool scree_is_round_polyhedron(const scree_shape *a, const scree_shape *b)
{
    return (a->core == SCREE_CORE_POLYHEDRON && scree_is_evenly_round(b)) ||
           (b->core == SCREE_CORE_POLYHEDRON && scree_is_evenly_round(a));
}

/// With polyhedra of up to so many vertices, scree_auto_scratch() is not more than this: no need to say how much it is.
enum { SCREE_ROUND_SMALL = 32, SCREE_ROUND_SCRATCH = 101760 };

/// The whole answer for such a pair, the tolerance absolute; negative: the default. False, and `out` as it was, where a
/// pose is not valid and where the quick way does not lead to a proof: deep overlaps, and doubt about the nearest
/// feature or its name.
bool scree_round_polyhedron(const scree_body *a, const scree_body *b, double tolerance, scree_contact *out);

/// Is the signed distance of the cores above `margin`, which is not negative? 1: proven yes, 0: proven no, -1: open.
int scree_round_polyhedron_farther_than(const scree_body *a, const scree_body *b, double margin);

#endif
