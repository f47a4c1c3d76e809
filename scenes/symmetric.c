// Symmetric poses and shapes. See symmetric.h.
#include "symmetric.h"

#include <math.h>

#include "place.h"

// Quarter and half rotates about the axes, and third rotates about a diagonal.
static scree_quat quarter_turn(scree_random *r)
{
    const double h = 0.70710678118654757;
    const scree_quat rotations[] = { { 1, 0, 0, 0 },  { h, h, 0, 0 }, { h, 0, h, 0 },
                                     { h, 0, 0, h },  { 0, 1, 0, 0 }, { 0, 0, 0, 1 },
                                     { h, -h, 0, 0 }, { 0, h, h, 0 }, { 0.5, 0.5, 0.5, 0.5 } };
    return rotations[random_below(r, 9)];
}

static scree_vec3 some_axis(scree_random *r)
{
    const int k = random_below(r, 3);
    const double sign = random_sign(r);
    return k == 0 ? s3(sign, 0, 0) : k == 1 ? s3(0, sign, 0) : s3(0, 0, sign);
}

// From coincident to apart.
static double some_way(double size, scree_random *r)
{
    const int how = random_below(r, 4);
    if (how < 2) return 0.0;
    return size * (how == 2 ? random_between(r, 0.0, 1.2) : random_decade(r, -16, 0));
}

static void put_on_axis(scree_scene_pose *pose, double size, scree_random *r)
{
    const scree_vec3 axis = some_axis(r);
    const double angle = random_between(r, -3.2, 3.2), way = some_way(size, r);
    pose->body_b.orientation = quat_times(quat_about(axis, angle), quarter_turn(r));
    pose->body_b.position = s3_scale(axis, way);
}

static void put_in_plane(scree_scene_pose *pose, double size, scree_random *r)
{
    const scree_vec3 along = some_axis(r), across = some_axis(r);
    const double way = some_way(size, r), aside = some_way(size, r);
    pose->body_b.orientation = random_below(r, 2) ? pose->body_a.orientation : quarter_turn(r);
    pose->body_b.position = s3_add(s3_scale(along, way), s3_scale(across, aside));
}

// A in random orientations, and B its image in a plane across z.
static void put_mirrored(scree_scene_pose *pose, double size, scree_random *r)
{
    const scree_quat q = random_rotation(r);
    const double way = some_way(size, r);
    pose->body_a.orientation = q;
    pose->body_b.orientation = (scree_quat){ q.w, -q.x, -q.y, q.z };
    pose->body_b.position = s3(0, 0, way);
}

static void nudge(scree_scene_pose *pose, double size, scree_random *r)
{
    const scree_vec3 by = random_vector(r, size, -16, -2), axis = random_direction(r);
    const scree_quat tilt = quat_about(axis, random_decade(r, -16, -2));
    const int which = random_below(r, 3);
    if (which != 0) pose->body_b.position = s3_add(pose->body_b.position, by);
    if (which != 1) pose->body_b.orientation = quat_times(tilt, pose->body_b.orientation);
}

void scree_symmetric_put(scree_scene_pose *pose, double size, scree_random *r)
{
    const int how = random_below(r, 4);
    if (how < 2)
        put_on_axis(pose, size, r);
    else if (how == 2)
        put_in_plane(pose, size, r);
    else
        put_mirrored(pose, size, r);
    if (random_below(r, 2)) nudge(pose, size, r);
    // Half of the pairs keep their exact zeros.
    if (random_below(r, 2)) return;
    const scree_quat q = random_rotation(r);
    pose->body_a.orientation = quat_times(q, pose->body_a.orientation);
    pose->body_b.orientation = quat_times(q, pose->body_b.orientation);
    pose->body_b.position = quat_rotate(q, pose->body_b.position);
}

scree_vec3 scree_symmetric_axes(scree_random *r)
{
    const double usual[] = { 0.25, 0.5, 0.5, 0.8, 1.0, 1.0, 2.0 };
    double x = usual[random_below(r, 7)], y = usual[random_below(r, 7)], z = usual[random_below(r, 7)];
    const int equal = random_below(r, 8);
    if (equal < 5) y = x;
    if (equal < 2) z = x;
    const double thin = random_decade(r, -3, 0), off_y = random_signed_decade(r, -16, -3);
    const double off_z = random_signed_decade(r, -16, -3);
    if (random_below(r, 8) == 0) z *= thin;
    if (random_below(r, 8) == 0) x *= thin, y *= thin;
    if (random_below(r, 4) == 0) y *= 1.0 + off_y;
    if (random_below(r, 8) == 0) z *= 1.0 + off_z;
    const int order = random_below(r, 6);
    return order == 0 ? s3(y, z, x) : order == 1 ? s3(z, x, y) : s3(x, y, z);
}

double scree_symmetric_exponent(scree_random *r)
{
    const double usual[] = { 2, 2, 2, 2.5, 3, 4, 4, 5, 6, 8, 10, 12, 20, 50, 100 };
    const int how = random_below(r, 6);
    const double any = 2.0 * pow(50.0, random_unit(r)), next = 2.0 + random_decade(r, -15, -1);
    const double one = usual[random_below(r, 15)];
    return how == 0 ? any : how == 1 && random_below(r, 2) ? next : one;
}
