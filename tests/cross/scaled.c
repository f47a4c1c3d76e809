// Another unit of length, a power of two times the first: the same answer to the last bit, scaled.
//
// Hulls of many faces, some of which do not hold their own origin, hulls of equal radii, boxes and balls: which body
// comes first and where a search begins must not depend on the unit.
#include "check.h"
#include "scenes/place.h"
#include "scenes/random.h"
#include "scree/query.h"

enum { SEED = 2309, ROUNDS = 60, SHAPES = 6, PAIRS = 60, MOST = 60 };

static scree_shape *make_shape(int kind, const scree_vec3 *points, int count, double radius, double scale)
{
    scree_vec3 p[MOST];
    for (int i = 0; i < count; ++i) p[i] = s3(scale * points[i].x, scale * points[i].y, scale * points[i].z);
    if (kind == 0) return scree_sphere_create(scale * radius, 0.0, NULL);
    if (kind == 1) return scree_box_create(s3(scale, scale * radius, scale), 0.0, NULL);
    return scree_polyhedron_create(p, (size_t)count, 0.0, NULL);
}

static bool is_scaled(scree_vec3 a, scree_vec3 b, double scale)
{
    return a.x * scale == b.x && a.y * scale == b.y && a.z * scale == b.z;
}

static void compare(scree_body a, scree_body b, const scree_shape *large_a, const scree_shape *large_b, double scale)
{
    scree_contact x, y;
    const scree_status status = scree_query(&a, &b, NULL, &x);
    a.position = s3_scale(a.position, scale);
    b.position = s3_scale(b.position, scale);
    a.shape = large_a;
    b.shape = large_b;
    CHECK(scree_query(&a, &b, NULL, &y) == status);
    CHECK_MSG(x.distance * scale == y.distance && x.lower * scale == y.lower && x.upper * scale == y.upper,
              "%.17g becomes %.17g", x.distance, y.distance / scale);
    CHECK(is_scaled(x.normal, y.normal, 1.0) && is_scaled(x.point_a, y.point_a, scale) &&
          is_scaled(x.point_b, y.point_b, scale) && is_scaled(x.point, y.point, scale));
    CHECK(x.feature_a == y.feature_a && x.feature_b == y.feature_b && x.index_a == y.index_a && x.index_b == y.index_b);
    CHECK_MSG(x.iterations == y.iterations, "%d steps become %d", x.iterations, y.iterations);
}

int main(void)
{
    for (long round = 0, rounds = check_scaled(ROUNDS); round < rounds; ++round) {
        scree_random r = random_stream(SEED, (uint64_t)round, 0);
        const double scale = ldexp(1.0, random_below(&r, 81) - 40);
        scree_shape *shapes[SHAPES], *large[SHAPES];
        for (int i = 0; i < SHAPES;) {
            scree_vec3 p[MOST], off = s3_scale(random_direction(&r), 1.2);
            const int kind = random_below(&r, 8), count = 4 + random_below(&r, MOST - 4);
            const double radius = random_between(&r, 0.5, 2.0);
            if (random_below(&r, 2)) off = s3(0, 0, 0);
            for (int k = 0; k < count; ++k) p[k] = s3_add(random_direction(&r), off);
            shapes[i] = make_shape(kind, p, count, radius, 1.0);
            large[i] = make_shape(kind, p, count, radius, scale);
            if (CHECK(shapes[i] != NULL && large[i] != NULL)) ++i;
        }
        for (int k = 0; k < PAIRS; ++k) {
            const int i = random_below(&r, SHAPES), j = random_below(&r, SHAPES);
            scree_body a = scree_body_at(shapes[i], random_in_cube(&r, -1.0, 1.0));
            scree_body b = scree_body_at(shapes[j], random_in_cube(&r, -2.0, 2.0));
            a.orientation = random_rotation(&r);
            b.orientation = random_rotation(&r);
            compare(a, b, large[i], large[j], scale);
        }
        for (int i = 0; i < SHAPES; ++i) {
            scree_shape_destroy(shapes[i]);
            scree_shape_destroy(large[i]);
        }
    }
    return check_done();
}
