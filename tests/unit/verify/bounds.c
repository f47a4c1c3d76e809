// The bounds that scree_verify() reports hold the exact distance, to the last bit, where they once did not: knives, whose
// edges are between faces that are opposite to rounding, and balls and capsules whose own radius is lost in their rounding.
#include "check.h"
#include "oracle/distance.h"
#include "oracle/solid.h"
#include "scenes/place.h"
#include "scenes/random.h"
#include "scree/query.h"
#include "scree/verify.h"

enum { PAIRS = 3000, MOST_AXES = 4096 };

static void check_pair(const char *what, long number, const scree_solid *a, const scree_body *at_a,
                       const scree_solid *b, const scree_body *at_b)
{
    oracle_hull *hull_a = scree_oracle_solid(a), *hull_b = scree_oracle_solid(b);
    oracle_pair pair = { .failed = false };
    scree_contact c;
    scree_verification v;
    scree_verify_options options = scree_verify_defaults();
    options.most_axes = MOST_AXES;
    if (CHECK(hull_a != NULL && hull_b != NULL && scree_oracle_place(&pair, hull_a, at_a, hull_b, at_b)) &&
        CHECK(scree_query(at_a, at_b, NULL, &c) == SCREE_OK) &&
        CHECK(scree_verify(at_a, at_b, &c, &options, &v) == SCREE_OK)) {
        const oracle_answer exact = scree_oracle_distance(&pair);
        CHECK_MSG((quad)v.lower <= exact.upper && (quad)v.upper >= exact.lower,
                  "%s %ld: [%.17g, %.17g], exact [%.17g, %.17g]", what, number, v.lower, v.upper, (double)exact.lower,
                  (double)exact.upper);
        CHECK_MSG(v.verdict != SCREE_REFUTED, "%s %ld: %s", what, number, v.reason);
    }
    scree_oracle_pair_free(&pair);
    scree_oracle_hull_free(hull_a);
    scree_oracle_hull_free(hull_b);
}

// A blade along y, its edge up. The far end leans, so that its last edge is between the two sides and no other face.
static bool make_knife(scree_solid *out, scree_random *r, scree_vec3 points[6])
{
    const double tall = random_decade(r, -2, 0), half = tall * random_decade(r, -11, -6);
    points[0] = s3(0, -1, 0);
    points[1] = s3(0, 1, 0);
    for (int side = 0; side < 2; ++side) {
        const double x = side == 0 ? -half : half, end = random_between(r, 0.5, 1.5);
        points[2 + 2 * side] = s3(x, -1, -tall);
        points[3 + 2 * side] = s3(x, end, -tall);
    }
    *out = (scree_solid){ .kind = SCREE_POLYHEDRON, .count = 6, .points = points };
    out->shape = scree_polyhedron_create(points, 6, 0.0, NULL);
    return out->shape != NULL;
}

static void check_knives(long number)
{
    scree_random r = random_stream(1, 0, (uint64_t)number);
    scree_vec3 points[2][6];
    scree_solid knife[2];
    if (!make_knife(&knife[0], &r, points[0])) return;
    if (make_knife(&knife[1], &r, points[1])) {
        const scree_vec3 lean = random_vector(&r, 1.0, -14, -6), way = random_vector(&r, 1.0, -14, -6);
        scree_body a = scree_body_at(knife[0].shape, s3(0, 0, 0)), b = scree_body_at(knife[1].shape, way);
        a.orientation = random_rotation(&r);
        const double along = random_between(&r, -1.0, 1.0);
        b.orientation = quat_times((scree_quat){ 1, lean.x, lean.y, lean.z }, a.orientation);
        b.position = s3_add(quat_rotate(a.orientation, s3(0, along, 0)), way);
        check_pair("knives", number, &knife[0], &a, &knife[1], &b);
        scree_shape_destroy(knife[1].shape);
    }
    scree_shape_destroy(knife[0].shape);
}

static void check_balls(long number)
{
    scree_random r = random_stream(2, 0, (uint64_t)number);
    scree_solid solid[2];
    scree_body body[2];
    double reach = 0.0;
    for (int i = 0; i < 2; ++i) {
        const double rounding = random_decade(&r, 3, 15), radius = random_decade(&r, -9, 0);
        const bool capsule = random_below(&r, 2);
        solid[i] = (scree_solid){ .kind = capsule ? SCREE_CAPSULE : SCREE_SPHERE, .radius = radius };
        solid[i].rounding = rounding;
        solid[i].half_length = capsule ? 1.0 : 0.0;
        solid[i].shape = scree_oracle_solid_scaled(&solid[i], 1.0);
        body[i] = scree_body_at(solid[i].shape, s3(0, 0, 0));
        body[i].orientation = random_rotation(&r);
        reach += rounding + radius;
    }
    body[1].position = s3_scale(random_direction(&r), reach);
    check_pair("balls", number, &solid[0], &body[0], &solid[1], &body[1]);
    for (int i = 0; i < 2; ++i) scree_shape_destroy(solid[i].shape);
}

int main(void)
{
    for (long i = 0; i < check_scaled(PAIRS); ++i) {
        check_knives(i);
        check_balls(i);
    }
    return check_done();
}
