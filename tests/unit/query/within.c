// The question with a margin: what is refused, what other methods make of it, all sizes, and how large things are.
#include <string.h>

#include "check.h"
#include "scenes/place.h"
#include "scenes/random.h"
#include "scree/batch.h"
#include "scree/method.h"

// Shapes whose quick proof is one of its own, the others that are left to the search, and the size of all.
enum { SHAPES = 9 };

static void make_shapes(scree_shape *shapes[SHAPES], double size)
{
    scree_vec3 points[100], far[8];
    scree_random r = random_stream(5, 0, 0);
    for (int i = 0; i < 100; ++i) points[i] = s3_scale(random_direction(&r), size);
    for (int i = 0; i < 8; ++i) far[i] = s3_scale(s3(100 + (i & 1), 50 + (i >> 1 & 1), i >> 2 & 1), size);
    shapes[0] = scree_box_create(s3(size, 0.5 * size, 0.75 * size), 0, NULL);
    shapes[1] = scree_polyhedron_create(points, 20, 0.125 * size, NULL);
    shapes[2] = scree_polyhedron_create(points, 100, 0, NULL);
    shapes[3] = scree_sphere_create(size, 0, NULL);
    shapes[4] = scree_ellipsoid_create(s3(size, 0.5 * size, 0.3 * size), 0, NULL);
    shapes[5] = scree_superquadric_create(s3(size, 0.5 * size, 0.8 * size), 4, 3, 0.25 * size, NULL);
    shapes[6] = scree_capsule_create(0.25 * size, size, 0, NULL);
    shapes[7] = scree_cylinder_create(0.5 * size, size, 0, NULL);
    shapes[8] = scree_polyhedron_create(far, 8, 0, NULL);
    for (int i = 0; i < SHAPES; ++i) CHECK(shapes[i] != NULL);
}

// Every pair of shapes, 4 to 6 sizes apart, is beyond: by one axis, or, for the shape that is far from its origin, by the
// full search.
static void check_size(double size)
{
    scree_shape *shapes[SHAPES];
    make_shapes(shapes, size);
    scree_random r = random_stream(6, 0, 0);
    for (int i = 0; i < SHAPES; ++i) {
        for (int k = 0; k < SHAPES; ++k) {
            const scree_vec3 apart = s3_scale(random_direction(&r), size * random_between(&r, 4, 6));
            scree_body a = { shapes[i], s3_scale(s3(-3, 2, 1), size), random_rotation(&r) };
            scree_body b = { shapes[k], s3_add(a.position, apart), random_rotation(&r) };
            scree_cache cache;
            memset(&cache, 0, sizeof cache);
            scree_query_options o = scree_query_defaults();
            scree_contact full, c;
            CHECK(scree_query(&a, &b, &o, &full) == SCREE_OK);
            o.within = true;
            o.margin = 0.5 * size;
            o.cache = &cache;
            for (int warm = 0; warm < 3; ++warm) {
                CHECK(scree_query(&a, &b, &o, &c) == SCREE_OK);
                CHECK_MSG(c.beyond == 1, "size %g, shapes %d and %d", size, i, k);
                CHECK(c.distance == c.lower && c.lower <= full.upper && c.upper >= full.lower && c.lower > o.margin);
            }
            CHECK(cache.filled && (double)cache.distance > o.margin);
            // With a margin that the distance is within, the proof is not looked for; the full answer comes.
            o.margin = 2.0 * full.distance;
            CHECK(scree_query(&a, &b, &o, &c) == SCREE_OK && !c.beyond &&
                  c.upper - c.lower <= 1e-11 * size + 1e-12 * size);
        }
    }
    for (int i = 0; i < SHAPES; ++i) scree_shape_destroy(shapes[i]);
}

static void check_refusals(void)
{
    scree_shape *cube = scree_box_create(s3(1, 1, 1), 0, NULL), *ball = scree_ellipsoid_create(s3(1, 1, 0.5), 0, NULL);
    const scree_body bodies[4] = { scree_body_at(cube, s3(0, 0, 0)), scree_body_at(cube, s3(4, 0, 0)),
                                   scree_body_at(ball, s3(0, 0, 0)), scree_body_at(ball, s3(4, 0, 0)) };
    const double bad[4] = { (double)NAN, -1e-9, (double)INFINITY, -(double)INFINITY };
    scree_query_options o = scree_query_defaults();
    scree_contact c, results[2];
    const scree_pair pairs[2] = { { .a = 0, .b = 1 }, { .a = 2, .b = 3 } };
    static unsigned char scratch[1 << 18];
    scree_batch batch = { .bodies = bodies, .body_count = 4, .pairs = pairs, .pair_count = 2, .threads = 1 };
    batch.scratch = scratch;
    batch.scratch_size = sizeof scratch;
    for (int i = 0; i < 4; ++i) {
        o.margin = bad[i];
        o.within = false; // not looked at
        CHECK(scree_query(&bodies[0], &bodies[1], &o, &c) == SCREE_OK && c.distance == 2.0);
        o.within = true;
        CHECK(scree_query(&bodies[0], &bodies[1], &o, &c) == SCREE_INVALID_ARGUMENT);
        CHECK(scree_query_batch(&batch, &o, results) == SCREE_INVALID_ARGUMENT);
        CHECK(results[0].status == SCREE_INVALID_ARGUMENT && results[1].status == SCREE_INVALID_ARGUMENT);
    }
    o.margin = 1.0;
    CHECK(scree_query_batch(&batch, &o, results) == SCREE_OK && results[0].beyond && results[1].beyond);
    // A bound on the steps is none on a proof; bad ones are refused all the same.
    o.max_iterations = -1;
    CHECK(scree_query_batch(&batch, &o, results) == SCREE_INVALID_ARGUMENT);
    o.max_iterations = 0;
    // Other methods search to their end, and say the same of what they proved.
    scree_query_options plain = scree_query_defaults();
    for (int i = 1; i < scree_method_count(); ++i) {
        o.method = plain.method = scree_method_at(i);
        scree_contact full;
        const scree_status status = scree_query(&bodies[0], &bodies[1], &plain, &full);
        CHECK(scree_query(&bodies[0], &bodies[1], &o, &c) == status);
        CHECK(status != SCREE_OK || (c.beyond == 1 && c.lower == full.lower && c.upper == full.upper));
        o.margin = 3.0;
        CHECK(scree_query(&bodies[0], &bodies[1], &o, &c) == status && memcmp(&c, &full, sizeof c) == 0);
        o.margin = 1.0;
    }
    scree_shape_destroy(cube);
    scree_shape_destroy(ball);
}

// In the plane, a last axis that leaves it proves nothing that can be told.
static void check_planar(void)
{
    scree_shape *disc = scree_disc_create(1, 0, NULL);
    const scree_body a = scree_body_at(disc, s3(0, 0, 0)), b = scree_body_at(disc, s3(4, 0, 0));
    scree_query_options o = scree_query_defaults();
    scree_cache cache = { .filled = true, .axis = { 0.8f, 0, 0.6f }, .distance = 2.0f };
    scree_contact c;
    o.within = true;
    o.margin = 0.5;
    o.cache = &cache;
    CHECK(scree_query(&a, &b, &o, &c) == SCREE_OK && c.normal.z == 0.0 && c.beyond);
    CHECK(scree_query(&a, &b, &o, &c) == SCREE_OK && c.normal.x == 1.0 && c.beyond);
    scree_shape_destroy(disc);
}

int main(void)
{
    CHECK(sizeof(scree_body) == 64 && sizeof(scree_cache) <= 32 && sizeof(scree_contact) <= 160);
    for (int decade = -9; decade <= 9; decade += 3) check_size(pow(10.0, decade));
    check_refusals();
    check_planar();
    return check_done();
}
