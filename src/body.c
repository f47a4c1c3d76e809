#include "scree/body.h"

#include <math.h>

scree_body scree_body_at(const scree_shape *shape, scree_vec3 position)
{
    scree_body body = { shape, position, { 1.0, 0.0, 0.0, 0.0 } };
    return body;
}

scree_quat scree_quat_about_z(double angle)
{
    scree_quat q = { cos(0.5 * angle), 0.0, 0.0, sin(0.5 * angle) };
    return q;
}
