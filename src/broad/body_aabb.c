// Boxes along the axes around bodies.
#include <float.h>
#include <math.h>

#include "base/fp_environment.h"
#include "math/vec3.h"
#include "scree/broad.h"
#include "shape/shape.h"

// Roundings of the shape's size and of the position that a box may be off by: from rotating, supporting and moving a
// point.
#define ROUNDINGS 64.0

static scree_aabb half_space_box(const scree_body *body, const scree_mat3 *rotation, double margin)
{
    const double far = (double)INFINITY;
    scree_aabb box = { v3(-far, -far, -far), v3(far, far, far) };
    const scree_shape *s = body->shape;
    const scree_vec3 n = m3_mul(rotation, s->form->plane_normal);
    const double reach = s->form->plane_offset + v3_dot(n, body->position) + s->radius + margin;
    const double off =
        ROUNDINGS * DBL_EPSILON * (fabs(s->form->plane_offset) + v3_max_abs(body->position) + fabs(reach));
    const bool along_x = n.y == 0.0 && n.z == 0.0, along_y = n.x == 0.0 && n.z == 0.0,
               along_z = n.x == 0.0 && n.y == 0.0;
    if (along_x && n.x > 0.0) box.high.x = reach + off;
    if (along_y && n.y > 0.0) box.high.y = reach + off;
    if (along_z && n.z > 0.0) box.high.z = reach + off;
    if (along_x && n.x < 0.0) box.low.x = -reach - off;
    if (along_y && n.y < 0.0) box.low.y = -reach - off;
    if (along_z && n.z < 0.0) box.low.z = -reach - off;
    return box;
}

// How far the body reaches from its position along a world axis: `row` is that axis in the body's frame.
static double reach_along(const scree_shape *s, scree_vec3 row)
{
    return v3_dot(row, scree_shape_support(s, row));
}

// Not inlined: see base/fp_environment.h.
__attribute__((noinline)) static scree_aabb box_around(const scree_body *body, double margin)
{
    const scree_shape *s = body->shape;
    const scree_mat3 rotation = m3_from_quat(body->orientation);
    if (s->core == SCREE_CORE_HALF_SPACE) return half_space_box(body, &rotation, margin);
    const scree_vec3 p = body->position, *r = rotation.row;
    const double size = v3_norm(s->bounds.centre) + s->bounds.radius;
    const double off = margin + ROUNDINGS * DBL_EPSILON * size + DBL_EPSILON * v3_max_abs(p);
    scree_aabb box;
    box.high = v3(p.x + reach_along(s, r[0]) + off, p.y + reach_along(s, r[1]) + off, p.z + reach_along(s, r[2]) + off);
    box.low = v3(p.x - reach_along(s, v3_neg(r[0])) - off, p.y - reach_along(s, v3_neg(r[1])) - off,
                 p.z - reach_along(s, v3_neg(r[2])) - off);
    if (s->dimension == 2) box.low.z = box.high.z = 0.0;
    return box;
}

scree_aabb scree_body_aabb(const scree_body *body, double margin)
{
    SCREE_FP_GUARD();
    const double far = (double)INFINITY;
    const scree_aabb empty = { v3(far, far, far), v3(-far, -far, -far) };
    return body != NULL && body->shape != NULL ? box_around(body, margin) : empty;
}
