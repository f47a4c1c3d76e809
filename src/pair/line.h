// Two round bodies: are they apart along the line between their centres, or near it?
#ifndef SCREE_PAIR_LINE_H
#define SCREE_PAIR_LINE_H

#include "scree/body.h"
#include "shape/shape.h"

/// Ellipsoids and superquadrics, with no centre but their own.
static inline bool scree_is_round_pair(const scree_shape *a, const scree_shape *b)
{
    const bool round_a = a->core == SCREE_CORE_ELLIPSOID || a->core == SCREE_CORE_SUPERQUADRIC;
    const bool round_b = b->core == SCREE_CORE_ELLIPSOID || b->core == SCREE_CORE_SUPERQUADRIC;
    return round_a && round_b;
}

/// Of such a pair, with valid poses: true where the cores are proven to be farther apart than `margin`, of either sign.
bool scree_line_separates(const scree_body *a, const scree_body *b, double margin);

#endif
