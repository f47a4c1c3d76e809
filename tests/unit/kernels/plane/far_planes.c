// A plane along the axes, far from the origin, where the terms of a body's height cancel: its distance has the bits of the
// general case (a normal of length 2, which takes twice the digits), and its interval holds the exact one.
#include <math.h>
#include <string.h>

#include "check.h"
#include "scenes/random.h"
#include "scree/query.h"

static scree_contact ask(scree_vec3 normal, double offset, const scree_shape *shape, scree_vec3 position)
{
    scree_shape *floor = scree_half_space_create(normal, offset, 0.0, NULL);
    const scree_body plane = scree_body_at(floor, (scree_vec3){ 0.0, 0.0, 0.0 }), body = scree_body_at(shape, position);
    scree_contact c;
    CHECK(scree_query(&plane, &body, NULL, &c) == SCREE_OK);
    scree_shape_destroy(floor);
    return c;
}

static bool same(double a, double b)
{
    return memcmp(&a, &b, sizeof a) == 0;
}

static void check_plane(scree_random *random, const scree_shape *shape, const double half[3])
{
    const int axis = random_below(random, 3);
    const double sign = random_sign(random);
    const double offset = random_signed_decade(random, -2.0, 4.0);
    double n[3] = { 0.0, 0.0, 0.0 }, p[3];
    n[axis] = sign;
    for (int k = 0; k < 3; ++k) p[k] = random_between(random, -1.0, 1.0);
    p[axis] = sign * offset + 0.04 * p[axis];
    const scree_vec3 position = { p[0], p[1], p[2] };
    const scree_contact c = ask((scree_vec3){ n[0], n[1], n[2] }, offset, shape, position);
    const scree_contact d = ask((scree_vec3){ 2.0 * n[0], 2.0 * n[1], 2.0 * n[2] }, 2.0 * offset, shape, position);
    CHECK(same(c.distance, d.distance) && same(c.lower, d.lower) && same(c.upper, d.upper));
    CHECK(same(c.point.x, d.point.x) && same(c.point.y, d.point.y) && same(c.point.z, d.point.z));
    const long double exact = (long double)sign * p[axis] - offset - half[axis];
    CHECK_MSG(c.lower <= exact && exact <= c.upper, "off by %Lg at an offset of %g", c.distance - exact, offset);
}

int main(void)
{
    const double radius[3] = { 0.01, 0.01, 0.01 }, half[3] = { 0.01, 0.02, 0.015 };
    scree_shape *ball = scree_sphere_create(radius[0], 0.0, NULL);
    scree_shape *box = scree_box_create((scree_vec3){ half[0], half[1], half[2] }, 0.0, NULL);
    scree_random random = random_stream(5, 0, 0);
    for (long i = check_scaled(20000); i > 0; --i) {
        check_plane(&random, ball, radius);
        check_plane(&random, box, half);
    }
    scree_shape_destroy(ball);
    scree_shape_destroy(box);
    return check_done();
}
