// A point as a body: a core of one vertex without rounding, on the stack.
#include "scree/point.h"

#include "base/arithmetic.h"
#include "shape/shape.h"

// Not scree_sphere_create(), which needs a radius and allocates.
static scree_shape point_of(int dimension)
{
    double *const row = (double *)scree_ball_row;
    return (scree_shape){ .kind = dimension == 2 ? SCREE_DISC : SCREE_SPHERE,
                          .core = SCREE_CORE_POINT,
                          .family = dimension == 2 ? SCREE_FAMILY_DISC : SCREE_FAMILY_BALL,
                          .dimension = dimension,
                          .hull = &scree_no_hull,
                          .form = &scree_no_form,
                          .vertex_count = 1,
                          .padded_count = SCREE_VERTEX_LANES,
                          .x = row,
                          .y = row,
                          .z = row };
}

scree_status scree_point_distance(const scree_body *body, scree_vec3 point, const scree_query_options *options,
                                  scree_contact *out)
{
    if (body == NULL || body->shape == NULL) return scree_query(body, body, options, out);
    const scree_shape p = point_of(body->shape->dimension);
    scree_body there = scree_body_at(&p, point);
    return scree_query(body, &there, options, out);
}

size_t scree_point_scratch(const scree_shape *shape)
{
    if (shape == NULL) return 0;
    const scree_shape p = point_of(shape->dimension);
    return scree_query_scratch(shape, &p);
}
