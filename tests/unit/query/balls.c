// Two balls by the inline closed form: the numbers of a query, to the last bit.
#include <string.h>

#include "check.h"
#include "scenes/random.h"
#include "scree/ball.h"
#include "scree/query.h"

enum { SEED = 1618 };

static void check_pair(scree_vec3 a, double radius_a, double rounding, scree_vec3 b, double radius_b)
{
    scree_shape *first = scree_sphere_create(radius_a, rounding, NULL),
                *second = scree_sphere_create(radius_b, 0.0, NULL);
    const scree_body bodies[2] = { scree_body_at(first, a), scree_body_at(second, b) };
    scree_contact c;
    scree_ball_contact own = { 0 };
    CHECK(scree_query(&bodies[0], &bodies[1], NULL, &c) == SCREE_OK);
    CHECK(scree_two_balls(a, radius_a + rounding, b, radius_b, &own));
    const scree_ball_contact same = { c.distance, c.lower, c.upper, c.normal, c.point_a, c.point_b, c.point };
    CHECK_MSG(memcmp(&own, &same, sizeof own) == 0, "%g and %g: %.17g, a query says %.17g", radius_a, radius_b,
              own.distance, c.distance);
    scree_shape_destroy(first);
    scree_shape_destroy(second);
}

int main(void)
{
    scree_random random = random_stream(SEED, 0, 0);
    const long count = check_scaled(20000);
    for (long i = 0; i < count; ++i) {
        const double size = random_decade(&random, -20.0, 20.0);
        const scree_vec3 a = random_in_cube(&random, -size, size);
        scree_vec3 b = random_in_cube(&random, -size, size);
        if (i % 4 == 0) b.x = a.x;
        if (i % 8 == 0) b.y = a.y;
        check_pair(a, size * random_between(&random, 0.1, 1.5), i % 3 == 0 ? 0.1 * size : 0.0, b,
                   size * random_between(&random, 0.1, 1.5));
    }
    const scree_vec3 origin = { 0.0, 0.0, 0.0 }, near = { 1e-70, 0.0, 0.0 }, far = { 0.0, 1e65, 0.0 };
    scree_ball_contact c;
    CHECK(!scree_two_balls(origin, 1.0, origin, 1.0, &c));
    CHECK(!scree_two_balls(origin, 1.0, near, 1.0, &c));
    CHECK(!scree_two_balls(origin, 1.0, far, 1.0, &c));
    return check_done();
}
