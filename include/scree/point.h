// A point and a body.
#ifndef SCREE_POINT_H
#define SCREE_POINT_H

#include "scree/query.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The contact of a body (A) and a point, as scree_query() returns it for a ball of radius 0 (B): the signed distance
/// is negative inside, the normal goes from the body to the point, point_a is the nearest point of the surface and
/// point_b the point itself. In 2-D its z must be 0.
SCREE_API scree_status scree_point_distance(const scree_body *body, scree_vec3 point,
                                            const scree_query_options *options, scree_contact *out);

/// Bytes of scratch (aligned as malloc aligns) that scree_point_distance() needs for this shape; 0 for NULL.
/// Without any of the caller's it has a small buffer on the stack, enough for hulls of up to 64 vertices.
SCREE_API size_t scree_point_scratch(const scree_shape *shape);

#ifdef __cplusplus
}
#endif

#endif
