// A point and a body: closed forms, and the oracle on scenes.
#include <string.h>

#include "check.h"
#include "math/vec3.h"
#include "oracle/distance.h"
#include "oracle/solid.h"
#include "scenes/random.h"
#include "scree/point.h"

enum { SEED = 5772 };

static const scree_vec3 origin = { 0, 0, 0 };

static scree_contact query(const scree_shape *s, scree_vec3 at, scree_vec3 p)
{
    scree_body body = scree_body_at(s, at);
    scree_contact c;
    CHECK(scree_point_distance(&body, p, NULL, &c) == SCREE_OK && c.status == SCREE_OK);
    CHECK(c.lower <= c.distance && c.distance <= c.upper);
    CHECK(v3_norm(v3_sub(c.point_b, p)) <= 1e-14 * (1.0 + v3_norm(p)));
    return c;
}

static void test_closed_forms(void)
{
    scree_shape *ball = scree_sphere_create(2.0, 0.0, NULL), *box = scree_box_create(v3(1, 2, 3), 0.0, NULL);
    scree_shape *soft = scree_box_create(v3(1, 2, 3), 0.5, NULL),
                *floor = scree_half_space_create(v3(0, 0, 2), 2.0, 0.0, NULL);
    scree_shape *disc = scree_disc_create(2.0, 0.0, NULL), *pill = scree_capsule_create(0.5, 1.0, 0.0, NULL);
    scree_vec3 corners[3] = { { 0, 0, 0 }, { 4, 0, 0 }, { 0, 4, 0 } };
    scree_shape *triangle = scree_polygon_create(corners, 3, 0.0, NULL);

    CHECK_NEAR(query(ball, v3(1, 0, 0), v3(4, 4, 0)).distance, 3.0, 1e-14);
    CHECK_NEAR(query(ball, origin, origin).distance, -2.0, 1e-14);
    scree_contact c = query(box, origin, v3(4, 6, 3));
    CHECK_NEAR(c.distance, 5.0, 1e-14);
    CHECK_NEAR(v3_norm(v3_sub(c.normal, v3(0.6, 0.8, 0))), 0.0, 1e-15);
    CHECK_NEAR(v3_norm(v3_sub(c.point_a, v3(1, 2, 3))), 0.0, 1e-14);
    c = query(box, origin, v3(0.75, 0.5, -0.25));
    CHECK_NEAR(c.distance, -0.25, 1e-15);
    CHECK(v3_equal(c.normal, v3(1, 0, 0)));
    CHECK(c.feature_a == SCREE_FEATURE_FACE && c.feature_b == SCREE_FEATURE_SURFACE && c.index_b == -1);
    CHECK(query(box, origin, v3(1, 2, 3)).distance == 0.0);
    CHECK(query(box, origin, v3(1, 0, 0)).state == SCREE_TOUCHING);
    CHECK_NEAR(query(soft, origin, v3(4, 6, 3)).distance, 4.5, 1e-14);
    CHECK_NEAR(query(soft, origin, v3(0, 0, 0)).distance, -1.5, 1e-14);
    CHECK_NEAR(query(floor, origin, v3(7, 7, 3)).distance, 2.0, 1e-14);
    CHECK_NEAR(query(floor, origin, v3(7, 7, -3)).distance, -4.0, 1e-14);
    CHECK_NEAR(query(disc, v3(1, 0, 0), v3(4, 4, 0)).distance, 3.0, 1e-14);
    CHECK_NEAR(query(pill, origin, v3(3, 0, 5)).distance, 4.5, 1e-14);
    CHECK_NEAR(query(triangle, origin, v3(4, 4, 0)).distance, sqrt(8.0), 1e-14);
    CHECK_NEAR(query(triangle, origin, v3(1, 0.5, 0)).distance, -0.5, 1e-15);
    scree_shape *all[] = { ball, box, soft, floor, disc, pill, triangle };
    for (size_t i = 0; i < sizeof all / sizeof *all; ++i) scree_shape_destroy(all[i]);
}

static void test_refusals(void)
{
    scree_shape *box = scree_box_create(v3(1, 1, 1), 0.0, NULL), *disc = scree_disc_create(1.0, 0.0, NULL);
    scree_body body = scree_body_at(box, origin), flat = scree_body_at(disc, origin), none = { .shape = NULL };
    scree_contact c;
    CHECK(scree_point_distance(NULL, origin, NULL, &c) == SCREE_INVALID_ARGUMENT);
    CHECK(scree_point_distance(&none, origin, NULL, &c) == SCREE_INVALID_ARGUMENT &&
          c.status == SCREE_INVALID_ARGUMENT);
    CHECK(scree_point_distance(&body, origin, NULL, NULL) == SCREE_INVALID_ARGUMENT);
    CHECK(scree_point_distance(&body, v3(0, NAN, 0), NULL, &c) == SCREE_INVALID_POSE);
    CHECK(scree_point_distance(&body, v3(0, 0, 2e60), NULL, &c) == SCREE_INVALID_POSE);
    CHECK(scree_point_distance(&flat, v3(0, 0, 1), NULL, &c) == SCREE_INVALID_POSE);
    scree_shape_destroy(box);
    scree_shape_destroy(disc);
}

// What the header promises of the stack, and the scratch beyond it.
static void test_scratch(void)
{
    enum { LARGE = 4000 };
    static scree_vec3 points[LARGE];
    scree_random r = { SEED };
    for (int i = 0; i < LARGE; ++i) points[i] = random_direction(&r);
    scree_shape *small = scree_polyhedron_create(points, 64, 0.0, NULL),
                *large = scree_polyhedron_create(points, LARGE, 0.0, NULL);
    scree_body body = scree_body_at(small, origin);
    scree_contact c;
    CHECK(scree_point_distance(&body, v3(0, 0, 2), NULL, &c) == SCREE_OK);
    body.shape = large;
    CHECK(scree_point_distance(&body, v3(0, 0, 2), NULL, &c) == SCREE_SCRATCH_TOO_SMALL);
    scree_query_options options = scree_query_defaults();
    options.scratch_size = scree_point_scratch(large);
    options.scratch = malloc(options.scratch_size);
    CHECK(scree_point_distance(&body, v3(0, 0, 2), &options, &c) == SCREE_OK && c.distance >= 1.0);
    free(options.scratch);
    scree_shape_destroy(small);
    scree_shape_destroy(large);
}

// A point of the neighbourhood: near the surface, inside, far; on a vertex.
static scree_vec3 choose_point(const scree_body *body, scree_random *r)
{
    scree_bounds b = scree_shape_bounds(body->shape);
    scree_vec3 local = v3_add_scaled(b.centre, b.radius * random_decade(r, -3, 1), random_direction(r));
    int vertices = scree_shape_vertex_count(body->shape);
    if (vertices > 0 && random_below(r, 4) == 0) local = scree_shape_vertex(body->shape, random_below(r, vertices));
    scree_vec3 p = scree_body_point(body, local);
    if (scree_shape_dimension(body->shape) == 2) p.z = 0.0;
    return p;
}

static void run_class(int class_number, void *scratch, size_t bytes)
{
    scree_scene *scene = scree_scene_open(class_number, SEED, NULL);
    if (!CHECK(scene != NULL)) return;
    oracle_hull **hulls = scree_oracle_solids(scene);
    scree_query_options options = scree_query_defaults();
    options.scratch = scratch;
    options.scratch_size = bytes;
    oracle_pair pair = { 0 };
    double widest = 0.0;
    for (long n = 0, count = check_scaled(100); CHECK(hulls != NULL) && n < count; ++n) {
        scree_scene_pose pose;
        scree_scene_pair(scene, (uint64_t)n, &pose);
        if (scree_shape_kind_of(pose.body_a.shape) == SCREE_HALF_SPACE) continue;
        scree_random r = random_stream(SEED, 1, (uint64_t)n);
        scree_vec3 p = choose_point(&pose.body_a, &r);
        scree_contact c;
        scree_status status = scree_point_distance(&pose.body_a, p, &options, &c);
        if (!CHECK(scree_oracle_place(&pair, hulls[pose.a], &pose.body_a, hulls[pose.b], &pose.body_b))) break;
        quad truth = scree_oracle_depth(&pair, 0, scree_oracle_point(&pair, p));
        double unit = scree_shape_bounds(pose.body_a.shape).radius + fabs(c.distance);
        double wider = 1e-25 * unit; // the oracle's own
        CHECK_MSG(status == SCREE_OK && truth >= (quad)(c.lower - wider) && truth <= (quad)(c.upper + wider),
                  "class %s pair %ld: %s, %.17g in [%.17g, %.17g], exact %.17g", scree_scene_class_name(class_number),
                  n, scree_status_name(status), c.distance, c.lower, c.upper, (double)truth);
        widest = fmax(widest, (c.upper - c.lower) / (DOUBLE_UNIT * unit));
    }
    CHECK_MSG(widest <= 512.0, "class %s: %.3g roundings wide", scree_scene_class_name(class_number), widest);
    scree_oracle_pair_free(&pair);
    scree_oracle_solids_free(scene, hulls);
    scree_scene_close(scene);
}

int main(void)
{
    size_t bytes = (size_t)1 << 22;
    void *scratch = malloc(bytes);
    test_closed_forms();
    test_refusals();
    test_scratch();
    for (int i = 0; i < scree_scene_class_count(); ++i) run_class(i, scratch, bytes);
    free(scratch);
    return check_done();
}
