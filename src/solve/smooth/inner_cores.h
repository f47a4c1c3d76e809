// The ellipsoids inside superquadrics.
#ifndef SCREE_SOLVE_SMOOTH_INNER_CORES_H
#define SCREE_SOLVE_SMOOTH_INNER_CORES_H

#include "pair/pair.h"

typedef struct scree_inner_core {
    scree_shape shape;
    scree_form form; ///< its own
} scree_inner_core;

/// The same pair with the ellipsoid of its semi-axes in place of each superquadric that touches it along a section, as it
/// does where an exponent is 2 up to rounding, or nearly does near its axes; the ellipsoid is inside, so that what bounds the signed distance of `out`
/// from above bounds that of `c`. `inner` holds the ellipsoids. False where there is no such superquadric.
bool scree_cores_of_inner(const scree_cores *c, scree_inner_core inner[2], scree_cores *out);

#endif
