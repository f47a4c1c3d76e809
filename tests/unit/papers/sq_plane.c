// A superquadric on a plane: against the printed F in long double, in either order, at any size.
#include "papers/sq_plane.h"

#include "sq_real.h"

// Either way round.
static void check_pair(scree_random *r)
{
    const double scale = random_decade(r, -9, 9);
    block b =
        block_make(s3(scale * random_decade(r, -2, 0), scale * random_decade(r, -2, 0), scale),
                   random_below(r, 3) ? random_between(r, 2, 20) : 2, random_below(r, 3) ? 2 + random_below(r, 99) : 2);
    const scree_vec3 n = random_direction(r);
    scree_shape *plane = scree_half_space_create(n, scale * random_between(r, -1, 1), 0, NULL);
    b.body.orientation = random_rotation(r);
    b.body.position = s3_scale(random_direction(r), 2 * scale);
    const scree_body wall = scree_body_at(plane, s3(0, 0, 0));
    const scree_contact c = block_query("sq-plane", &b.body, &wall, NULL),
                        back = block_query("sq-plane", &wall, &b.body, NULL);
    const double size = scree_pair_size(b.body.shape, plane);
    CHECK(c.status == SCREE_OK && back.status == SCREE_OK);
    CHECK_NEAR(back.distance, c.distance, 1e-14 * size);
    CHECK_NEAR(s3_dot(c.normal, n), -1.0, 1e-14);
    CHECK_NEAR(s3_dot(back.normal, n), 1.0, 1e-14);
    CHECK(c.feature_a == SCREE_FEATURE_SURFACE && c.index_a == -1 && c.feature_b == SCREE_FEATURE_FACE);
    CHECK(back.feature_b == SCREE_FEATURE_SURFACE && back.index_b == -1 && back.feature_a == SCREE_FEATURE_FACE);
    CHECK_NEAR(s3_dot(s3_sub(back.point_b, c.point_a), n), 0.0, 1e-13 * size);
    scree_shape_destroy(plane);
    block_free(&b);
}

// The height of the lowest point is that of the centre less the support function.
static void check_height(scree_random *r)
{
    const double scale = random_decade(r, -9, 9), level = scale * random_between(r, -1, 1);
    block b = block_make(s3(scale * random_decade(r, -2, 0), scale * random_decade(r, -2, 0), scale),
                         random_between(r, 2, 100), 2 + random_below(r, 99));
    const scree_vec3 n = random_direction(r);
    scree_shape *plane = scree_half_space_create(n, level, 0, NULL);
    b.body.orientation = random_rotation(r);
    b.body.position = s3_scale(random_direction(r), 2 * scale);
    const scree_body wall = scree_body_at(plane, s3(0, 0, 0));
    const scree_contact c = block_query("sq-plane", &b.body, &wall, NULL);
    const real3 u = r3_unit(r3_from(n));
    const real truth = r3_dot(u, r3_from(b.body.position)) - level - block_height(&b, r3(-u.x, -u.y, -u.z));
    CHECK_MSG(c.lower <= truth + 1e-15L * scale && c.upper >= truth - 1e-15L * scale, "[%.17g, %.17g] for %.17Lg",
              c.lower, c.upper, truth);
    CHECK_NEAR(c.distance, (double)truth, 1e-14 * scale);
    CHECK_NEAR((double)block_value(&b, r3_from(c.point_a)), 0.0, 1e-10);
    scree_shape_destroy(plane);
    block_free(&b);
}

int main(void)
{
    scree_random r = random_stream(71, 0, 0);
    for (long i = 0, n = check_scaled(4000); i < n; ++i) {
        check_pair(&r);
        check_height(&r);
    }
    return check_done();
}
