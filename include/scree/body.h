// A body: a borrowed shape at a pose. 64 bytes, plain data.
#ifndef SCREE_BODY_H
#define SCREE_BODY_H

#include "scree/rotation.h"
#include "scree/shape.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Its geometry is position + rotate(orientation, shape). In 2-D: z = 0, and a rotation about z.
typedef struct scree_body {
    const scree_shape *shape;
    scree_vec3 position;
    scree_quat orientation; ///< need not be unit, must not be 0
} scree_body;

/// The shape at `position`, not rotated.
SCREE_API scree_body scree_body_at(const scree_shape *shape, scree_vec3 position);
/// A point given in the shape's own frame (its centroid, say), in world coordinates. Without a body, the point itself.
SCREE_API scree_vec3 scree_body_point(const scree_body *body, scree_vec3 local);

#ifdef __cplusplus
}
#endif

#endif
