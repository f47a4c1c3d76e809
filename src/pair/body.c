// A body at a place, and its points in the world.
#include "scree/body.h"

#include "base/fp_environment.h"
#include "math/vec3.h"

scree_body scree_body_at(const scree_shape *shape, scree_vec3 position)
{
    scree_body body = { shape, position, { 1.0, 0.0, 0.0, 0.0 } };
    return body;
}

// Not inlined: see base/fp_environment.h.
__attribute__((noinline)) static scree_vec3 point_of(const scree_body *body, scree_vec3 local)
{
    scree_mat3 rotation = m3_from_quat(body->orientation);
    return v3_add(m3_mul(&rotation, local), body->position);
}

scree_vec3 scree_body_point(const scree_body *body, scree_vec3 local)
{
    SCREE_FP_GUARD();
    return body != NULL ? point_of(body, local) : local;
}
