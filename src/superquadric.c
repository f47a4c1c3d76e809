// The public calls on superquadrics. See scree/superquadric.h.
#include "scree/superquadric.h"

scree_status scree_superquadric_value(const scree_body *superquadric, scree_vec3 point, scree_field_value *out)
{
    (void)superquadric;
    (void)point;
    (void)out;
    return SCREE_UNSUPPORTED_PAIR;
}

scree_status scree_superquadric_normal(const scree_body *superquadric, scree_vec3 point, scree_vec3 *out)
{
    (void)superquadric;
    (void)point;
    (void)out;
    return SCREE_UNSUPPORTED_PAIR;
}

scree_status scree_superquadric_curvature(const scree_body *superquadric, scree_vec3 point, scree_curvature *out)
{
    (void)superquadric;
    (void)point;
    (void)out;
    return SCREE_UNSUPPORTED_PAIR;
}
