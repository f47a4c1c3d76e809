// The oracle itself, against closed forms: who guards the guard.
#include "check.h"
#include "oracle/distance.h"
#include "scenes/place.h"
#include "scenes/random.h"

// The oracle's own claim is far below a rounding of a double.
static const double TIGHT = 1e-17;

static scree_body at(double x, double y, double z)
{
    scree_body b = { NULL, { x, y, z }, { 1, 0, 0, 0 } };
    return b;
}

static double query(const oracle_hull *a, scree_body pose_a, const oracle_hull *b, scree_body pose_b)
{
    static oracle_pair pair;
    if (!CHECK(scree_oracle_place(&pair, a, &pose_a, b, &pose_b))) return NAN;
    oracle_answer r = scree_oracle_distance(&pair);
    double unit = (double)scree_oracle_extent(&pair);
    CHECK(r.lower <= r.distance && r.distance <= r.upper);
    CHECK_MSG((double)(r.upper - r.lower) <= TIGHT * (unit + 1), "loose: %.3g", (double)(r.upper - r.lower));
    return (double)r.distance;
}

// Two boxes along the axes: gap by coordinates.
static double boxes_aligned(scree_vec3 h, scree_vec3 k, scree_vec3 d)
{
    double gap[3] = { fabs(d.x) - h.x - k.x, fabs(d.y) - h.y - k.y, fabs(d.z) - h.z - k.z };
    double most = fmax(gap[0], fmax(gap[1], gap[2])), sum = 0.0;
    for (int i = 0; i < 3; ++i) sum += gap[i] > 0 ? gap[i] * gap[i] : 0.0;
    return most <= 0 ? most : sqrt(sum);
}

static void test_aligned_boxes(void)
{
    scree_random r = random_stream(1, 1, 1);
    for (int k = 0; k < 200; ++k) {
        scree_vec3 h = s3(random_between(&r, 0.1, 2), random_between(&r, 0.1, 2), random_between(&r, 0.1, 2));
        scree_vec3 g = s3(random_between(&r, 0.1, 2), random_between(&r, 0.1, 2), random_between(&r, 0.1, 2));
        scree_vec3 d = s3(random_between(&r, -5, 5), random_between(&r, -5, 5), random_between(&r, -5, 5));
        oracle_hull *a = scree_oracle_box(h, 0.0), *b = scree_oracle_box(g, 0.0);
        if (!CHECK(a != NULL && b != NULL)) return;
        CHECK(a->facet_count == 6 && a->edge_count == 12);
        double expected = boxes_aligned(h, g, d);
        CHECK_NEAR(query(a, at(0, 0, 0), b, at(d.x, d.y, d.z)), expected, 1e-14);
        // The same rotated together by a half turn about a diagonal, whose matrix is exact.
        scree_body pa = { NULL, { 3, 4, 5 }, { 0, 1, 1, 0 } },
                   pb = { NULL, { 3 + d.y, 4 + d.x, 5 - d.z }, { 0, 1, 1, 0 } };
        CHECK_NEAR(query(a, pa, b, pb), expected, 1e-14);
        scree_oracle_hull_free(a);
        scree_oracle_hull_free(b);
    }
}

// Balls, capsules and planes have one-line answers.
static void test_round(void)
{
    oracle_hull *ball = scree_oracle_ball(1.0, 0.25, false), *dot = scree_oracle_ball(0.5, 0.0, false);
    oracle_hull *capsule = scree_oracle_capsule(0.5, 2.0, 0.0), *box = scree_oracle_box(s3(1, 2, 3), 0.5);
    oracle_hull *floor = scree_oracle_half_space(s3(0, 0, 2), 2.0, 0.0);
    oracle_hull *roof = scree_oracle_half_space(s3(0, 0, -4), -12.0, 0.0);
    CHECK_NEAR(query(ball, at(0, 0, 0), dot, at(3, 4, 0)), 5.0 - 1.75, 1e-15);
    CHECK_NEAR(query(ball, at(0, 0, 0), dot, at(0, 0, 0)), -1.75, 1e-15);
    CHECK_NEAR(query(dot, at(4, 0, 0), box, at(0, 0, 0)), 3.0 - 1.0, 1e-15);
    CHECK_NEAR(query(dot, at(0.25, 0, 0), box, at(0, 0, 0)), -0.75 - 1.0, 1e-15);
    CHECK_NEAR(query(capsule, at(0, 0, 0), capsule, at(3, 0, 1)), 2.0, 1e-15);
    CHECK_NEAR(query(capsule, at(0, 0, 0), capsule, at(0, 0, 1)), -1.0, 1e-15);
    CHECK_NEAR(query(capsule, at(0, 0, 0), dot, at(3, 0, 6)), 5.0 - 1.0, 1e-15);
    scree_body lying = { NULL, { 0, 1, 0 }, { 1, 0, 1, 0 } };
    CHECK_NEAR(query(capsule, at(0, 0, 0), capsule, lying), 0.0, 1e-15);
    CHECK_NEAR(query(capsule, at(0, 0, 0), box, at(0, 0, 0)), -1.0 - 1.0, 1e-15);
    CHECK_NEAR(query(floor, at(0, 0, 0), ball, at(7, 7, 4)), 4.0 - 1.0 - 1.25, 1e-15);
    CHECK_NEAR(query(box, at(0, 0, -1), floor, at(0, 0, 0)), -1.0 - 3.5 - 1.0, 1e-15);
    CHECK_NEAR(query(floor, at(0, 0, 0), roof, at(0, 0, 0)), 2.0, 1e-15);
    oracle_hull *all[] = { ball, dot, capsule, box, floor, roof };
    for (int i = 0; i < 6; ++i) scree_oracle_hull_free(all[i]);
}

// A cube stood on its corner over another: the corner's height; and on its edge: the edge's.
static void test_rotated_cubes(void)
{
    oracle_hull *cube = scree_oracle_box(s3(1, 1, 1), 0.0);
    const double third = acos(1 / sqrt(3.0));
    scree_vec3 axis = s3_unit(s3(1, -1, 0));
    scree_body corner = { NULL, { 0.1, 0.2, 4 }, quat_about(axis, third) };
    CHECK_NEAR(query(cube, at(0, 0, 0), cube, corner), 3.0 - sqrt(3.0), 1e-15);
    corner.position.z = 2.5;
    CHECK_NEAR(query(cube, at(0, 0, 0), cube, corner), 1.5 - sqrt(3.0), 1e-15);
    scree_body edge = { NULL, { 0, 0, 4 }, quat_about(s3(1, 0, 0), 0.7853981633974483) };
    CHECK_NEAR(query(cube, at(0, 0, 0), cube, edge), 3.0 - sqrt(2.0), 1e-15);
    // Edge over edge, crossed: gap along z of two prisms stood on their edges.
    scree_body below = { NULL, { 0, 0, 0 }, quat_about(s3(0, 1, 0), 0.7853981633974483) };
    CHECK_NEAR(query(cube, below, cube, edge), 4.0 - 2 * sqrt(2.0), 1e-15);
    edge.position.z = 2.5;
    CHECK_NEAR(query(cube, below, cube, edge), 2.5 - 2 * sqrt(2.0), 1e-15);
    scree_oracle_hull_free(cube);
}

// A tilt far below a rounding is seen: two unit cubes a distance 1 apart, the upper one tilted by t about x. Its lowest
// edge comes down by half of sin(t), to first order.
static void test_tiny_tilts(void)
{
    oracle_hull *cube = scree_oracle_box(s3(0.5, 0.5, 0.5), 0.0);
    for (int k = 3; k <= 22; ++k) {
        double half = pow(10.0, -k);
        scree_body upper = { NULL, { 0.25, 0.125, 1 }, { 1, half, 0, 0 } }, lower = at(0, 0, 0);
        oracle_pair pair = { 0 };
        CHECK(scree_oracle_place(&pair, cube, &lower, cube, &upper));
        quad t = (quad)half, sine = 2 * t / (1 + t * t), cosine = (1 - t * t) / (1 + t * t);
        // The edge (y, z) = (-1/2, -1/2) of the upper cube, rotated.
        quad expected = 1 - (quad)0.5 * sine - (quad)0.5 * cosine - (quad)0.5;
        oracle_answer r = scree_oracle_distance(&pair);
        CHECK_MSG(q_abs(r.distance - expected) <= (quad)1e-30, "tilt 1e-%d: %.3g for %.3g", k, (double)r.distance,
                  (double)expected);
        CHECK(r.lower <= expected && expected <= r.upper);
        scree_oracle_pair_free(&pair);
    }
    scree_oracle_hull_free(cube);
}

static void test_planar(void)
{
    scree_vec3 square[] = { { -1, -1, 0 }, { 1, -1, 0 }, { 1, 1, 0 }, { -1, 1, 0 }, { 0, 0, 0 }, { 0, 1, 0 } };
    oracle_hull *s = scree_oracle_hull(square, 6, 2, 0.0), *disc = scree_oracle_ball(0.5, 0.0, true);
    CHECK_NEAR(query(s, at(0, 0, 0), s, at(3, 0.5, 0)), 1.0, 1e-15);
    CHECK_NEAR(query(s, at(0, 0, 0), s, at(5, 6, 0)), 5.0, 1e-15);
    CHECK_NEAR(query(s, at(0, 0, 0), s, at(0.5, 0.25, 0)), -1.5, 1e-15);
    CHECK_NEAR(query(s, at(0, 0, 0), disc, at(0.5, 0.25, 0)), -1.0, 1e-15);
    CHECK_NEAR(query(disc, at(4, 5, 0), s, at(0, 0, 0)), 4.5, 1e-15);
    CHECK_NEAR(query(disc, at(3, 4, 0), disc, at(0, 0, 0)), 4.0, 1e-15);
    scree_body rotated = { NULL, { 3, 0, 0 }, { 1, 0, 0, 0 } };
    rotated.orientation = quat_about(s3(0, 0, 1), 0.7853981633974483);
    CHECK_NEAR(query(s, at(0, 0, 0), s, rotated), 2.0 - sqrt(2.0), 1e-15);
    scree_oracle_hull_free(s);
    scree_oracle_hull_free(disc);
}

// Any direction's gap is at most the answer, and shifting B by s changes the answer by at most |s|: two properties that
// a search which missed an axis or a feature would break.
static void test_bounds(void)
{
    scree_random r = random_stream(5, 5, 5);
    oracle_pair pair = { 0 };
    for (int k = 0; k < 60; ++k) {
        scree_vec3 p[12], q[9];
        for (int i = 0; i < 12; ++i) p[i] = random_direction(&r);
        for (int i = 0; i < 9; ++i) q[i] = s3_scale(random_direction(&r), random_between(&r, 0.5, 1));
        oracle_hull *a = scree_oracle_hull(p, 12, 3, 0.0), *b = scree_oracle_hull(q, 9, 3, 0.0);
        if (!CHECK(a != NULL && b != NULL)) return;
        scree_body pa = at(0, 0, 0),
                   pb = { NULL, s3_scale(random_direction(&r), random_between(&r, 0, 2.5)), { 1, 0, 0, 0 } };
        pb.orientation = random_rotation(&r);
        CHECK(scree_oracle_place(&pair, a, &pa, b, &pb));
        oracle_answer d = scree_oracle_distance(&pair);
        quad along = scree_oracle_gap_along(&pair, d.normal);
        CHECK_NEAR((double)along, (double)d.distance, 1e-25);
        for (int i = 0; i < 200; ++i) {
            qvec n = scree_oracle_direction(&pair, random_direction(&r));
            CHECK(scree_oracle_gap_along(&pair, n) <= d.upper);
        }
        // Moved along its own normal until they touch.
        scree_vec3 n = s3((double)d.normal.x, (double)d.normal.y, (double)d.normal.z);
        pb.position = s3_sub(pb.position, s3_scale(n, (double)d.distance));
        CHECK(scree_oracle_place(&pair, a, &pa, b, &pb));
        CHECK_NEAR((double)scree_oracle_distance(&pair).distance, 0.0, 1e-15);
        scree_oracle_hull_free(a);
        scree_oracle_hull_free(b);
    }
    scree_oracle_pair_free(&pair);
}

int main(void)
{
    test_aligned_boxes();
    test_round();
    test_rotated_cubes();
    test_tiny_tilts();
    test_planar();
    test_bounds();
    return check_done();
}
