// Orientations in degrees, against rotation matrices that are multiplied one after the other.
#include "rotation.h"

#include <math.h>

#include "check.h"
#include "scenes/random.h"
#include "scree/body.h"

static scree_vec3 turned(scree_quat q, scree_vec3 v)
{
    const scree_body body = { NULL, { 0.0, 0.0, 0.0 }, q };
    return scree_body_point(&body, v);
}

/// Rotation about an axis of coordinates: x to y to z to x.
static scree_vec3 about(int axis, double degrees, scree_vec3 v)
{
    const double c = cos(degrees * acos(-1.0) / 180.0), s = sin(degrees * acos(-1.0) / 180.0);
    if (axis == 0) return (scree_vec3){ v.x, c * v.y - s * v.z, s * v.y + c * v.z };
    if (axis == 1) return (scree_vec3){ c * v.x + s * v.z, v.y, c * v.z - s * v.x };
    return (scree_vec3){ c * v.x - s * v.y, s * v.x + c * v.y, v.z };
}

static bool is_near(scree_vec3 a, scree_vec3 b, double error)
{
    return fabs(a.x - b.x) <= error && fabs(a.y - b.y) <= error && fabs(a.z - b.z) <= error;
}

static bool is_same(scree_vec3 a, scree_vec3 b)
{
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

int main(void)
{
    scree_random random = random_stream(1, 2, 3);
    for (int i = 0; i < 10000; ++i) {
        const scree_vec3 e = { random_between(&random, -720.0, 720.0), random_between(&random, -720.0, 720.0),
                               random_between(&random, -720.0, 720.0) };
        const scree_vec3 v = { random_between(&random, -1.0, 1.0), random_between(&random, -1.0, 1.0), 0.5 };
        const scree_vec3 expected = about(2, e.z, about(1, e.y, about(0, e.x, v)));
        CHECK(is_near(turned(scree_cli_quat_euler(e), v), expected, 1e-13));
        const scree_vec3 axis = { 0.0, i % 2 == 0 ? 1e-300 : 1e300, 0.0 };
        CHECK(is_near(turned(scree_cli_quat_axis_angle(axis, e.x), v), about(1, e.x, v), 1e-13));
        CHECK(is_near(turned(scree_cli_quat_axis_angle(v, e.x), v), v, 1e-13)); // the axis stays
    }
    // Quarter turns are exact, however many.
    const scree_vec3 v = { 0.1, 0.7, -0.3 };
    for (int k = -9; k <= 9; ++k) {
        scree_vec3 w = v;
        for (int i = 0; i < ((k % 4) + 4) % 4; ++i) w = (scree_vec3){ -w.y, w.x, w.z };
        CHECK(is_same(turned(scree_cli_quat_euler((scree_vec3){ 0.0, 0.0, 90.0 * k }), v), w));
    }
    return check_done();
}
