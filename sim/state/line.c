#include "state/line.h"

static scree_vec3 along_of(scree_vec3 normal)
{
    return v3(-normal.y, normal.x, 0.0);
}

bool scree_sim_make_line(const scree_sim *sim, scree_shape **shape, scree_vec3 *normal, double *offset,
                         scree_error *error)
{
    const scree_vec3 size = v3_sub(sim->settings.domain_high, sim->settings.domain_low);
    const double reach = hypot(size.x, size.y);
    scree_vec3 given;
    scree_shape_plane(*shape, &given, offset);
    if (given.z != 0.0)
        return scree_sim_fail(error, SCREE_INVALID_ARGUMENT, "half space: in 2-D the z of its normal must be 0");
    if (!isfinite(reach))
        return scree_sim_fail(error, SCREE_INVALID_ARGUMENT, "half space: in 2-D the domain must be bounded");
    const double length = hypot(given.x, given.y);
    const scree_vec3 n = v3(given.x / length, given.y / length, 0.0), along = along_of(n);
    const scree_vec3 left = v3_scale(-2.0 * reach, along), right = v3_scale(2.0 * reach, along);
    const scree_vec3 corners[4] = { left, right, v3_add_scaled(left, -reach, n), v3_add_scaled(right, -reach, n) };
    scree_shape *rectangle = scree_polygon_create(corners, 4, 0.0, error);
    if (rectangle == NULL) return false;
    *offset = *offset / length + scree_shape_rounding(*shape);
    *normal = n;
    scree_shape_destroy(*shape);
    *shape = rectangle;
    return true;
}

void scree_sim_centre_line(const scree_sim *sim, const sim_part *part, scree_body *body)
{
    const scree_vec3 middle = v3_scale(0.5, v3_add(sim->settings.domain_low, sim->settings.domain_high));
    const scree_vec3 along = along_of(quat_rotate(body->orientation, part->line));
    const double way = v3_dot(v3_sub(middle, body->position), along);
    body->position = v3_add_scaled(body->position, way, along);
    body->position.z = 0.0;
}

scree_aabb scree_sim_line_box(const sim_part *part, const scree_body *body)
{
    const scree_aabb own = scree_body_aabb(body, 0.0);
    const scree_vec3 n = quat_rotate(body->orientation, part->line);
    scree_aabb box = { v3(-INFINITY, -INFINITY, 0.0), v3(INFINITY, INFINITY, 0.0) };
    if (n.y == 0.0 && n.x > 0.0) box.high.x = own.high.x;
    if (n.y == 0.0 && n.x < 0.0) box.low.x = own.low.x;
    if (n.x == 0.0 && n.y > 0.0) box.high.y = own.high.y;
    if (n.x == 0.0 && n.y < 0.0) box.low.y = own.low.y;
    return box;
}
