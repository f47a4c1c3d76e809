// The length that the tolerances of a pair are relative to.
#ifndef SCREE_SHAPE_SIZE_H
#define SCREE_SHAPE_SIZE_H

#include "shape/shape.h"

static inline double scree_finite_radius(const scree_shape *s)
{
    return s->core == SCREE_CORE_HALF_SPACE ? s->radius : s->bounds.radius;
}

/// scree_pair_size(), inlined (the exported one cannot be), for shapes that are not NULL.
static inline double scree_size_of_pair(const scree_shape *a, const scree_shape *b)
{
    return scree_finite_radius(a) + scree_finite_radius(b);
}

#endif
