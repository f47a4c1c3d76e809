// The Minkowski sum of two cores made of vertices, placed in the world.
#ifndef SCREE_SHAPE_HULL_MINKOWSKI_H
#define SCREE_SHAPE_HULL_MINKOWSKI_H

#include "math/dd.h"
#include "math/vec3.h"
#include "shape/shape.h"

/// A core (point, segment, polygon, polyhedron), rotated, and reflected at the origin where `sign` is -1.
typedef struct scree_summand {
    const scree_shape *shape;
    scree_mat3 rotation;
    double sign;
    const dd3 *points; ///< sign * rotation * vertex for each vertex, in double-double
} scree_summand;

/// { p + q + shift }, with the radii of both added up; one of the two is a polygon or polyhedron. NULL with the reason
/// in `error` where there is no memory, or the sum is too thin, too large or has too many vertices. Its slack includes
/// the rounding of the vertices, and the slack of the two.
scree_shape *scree_minkowski_sum(const scree_summand *p, const scree_summand *q, dd3 shift, scree_error *error);

#endif
