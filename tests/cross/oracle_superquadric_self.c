// The reference for smooth shapes itself, against closed forms, the reference for ellipsoids and the oracle for hulls.
#include <string.h>

#include "check.h"
#include "oracle/ellipsoid.h"
#include "oracle/solid.h"
#include "oracle/superquadric.h"
#include "scenes/place.h"
#include "scenes/random.h"

// The reference's own claim, relative to the size: a hundredth of a rounding of a double, and some.
static const double TIGHT = 4e-18;

// How many queries of the reference, and how many were right but not proven.
static long asked, unsure;

static scree_solid ball(double radius)
{
    return (scree_solid){ .kind = SCREE_SPHERE, .radius = radius };
}

static scree_solid blocky(double x, double y, double z, double n1, double n2)
{
    return (scree_solid){ .kind = SCREE_SUPERQUADRIC, .vector = { x, y, z }, .n1 = n1, .n2 = n2 };
}

static scree_solid revolved(scree_shape_kind kind, double radius, double half_length)
{
    return (scree_solid){ .kind = kind, .radius = radius, .half_length = half_length };
}

static scree_solid tapered(double bottom, double top, double half_length)
{
    return (scree_solid){ .kind = SCREE_TAPERED_CAPSULE, .radius = bottom, .top = top, .half_length = half_length };
}

static scree_body at(double x, double y, double z)
{
    return (scree_body){ NULL, { x, y, z }, { 1, 0, 0, 0 } };
}

static round_answer query(const scree_solid *a, scree_body pose_a, const scree_solid *b, scree_body pose_b)
{
    round_body first, second;
    round_pair pair;
    round_answer r = { 0 };
    const round_effort effort = { .cells = 20000 };
    if (CHECK(scree_oracle_round_body(a, &first) && scree_oracle_round_body(b, &second))) {
        scree_oracle_round_place(&pair, &first, &pose_a, &second, &pose_b);
        r = scree_oracle_round_distance(&pair, &effort);
        CHECK(r.lower <= r.distance && r.distance <= r.upper);
    }
    scree_oracle_round_body_free(&first);
    scree_oracle_round_body_free(&second);
    return r;
}

static void expect(const char *what, round_answer r, long double exact, double size)
{
    const double off = (double)fabsl(r.distance - exact), wide = (double)(r.upper - r.lower);
    CHECK_MSG(off <= TIGHT * size, "%s: %.20Lg for %.20Lg", what, r.distance, exact);
    ++asked;
    unsure += !(wide <= 64 * TIGHT * size);
}

// Bodies whose distance is read off: along an axis, supports are the semi-axes.
static void test_along_axes(void)
{
    const scree_solid a = blocky(1, 2, 3, 5, 7.5), b = blocky(0.5, 0.25, 4, 20, 3), c = ball(0.25);
    const scree_solid rod = revolved(SCREE_CYLINDER, 0.5, 2), hat = revolved(SCREE_CONE, 0.5, 2);
    const scree_solid egg = tapered(0.75, 0.25, 1);
    expect("side by side", query(&a, at(0, 0, 0), &b, at(4, 0, 0)), 2.5L, 10);
    expect("on top", query(&a, at(0, 0, 0), &b, at(0, 0, -7.5)), 0.5L, 10);
    expect("overlapping", query(&b, at(0, 0, 0), &c, at(0, 0.375, 0)), -0.125L, 10);
    expect("ball", query(&a, at(0, 0, 0), &c, at(0, 0, 3.5)), 0.25L, 10);
    expect("cylinders end to end", query(&rod, at(0, 0, 0), &rod, at(0, 0, 4.125)), 0.125L, 5);
    expect("cylinders side by side", query(&rod, at(0, 0, 0), &rod, at(0, 1.25, 3)), 0.25L, 5);
    expect("cylinders in each other", query(&rod, at(0, 0, 0), &rod, at(0, 0, 3.875)), -0.125L, 5);
    expect("cylinders at a corner", query(&rod, at(0, 0, 0), &rod, at(4, 0, 8)), 5.0L, 5);
    expect("cone over cone", query(&hat, at(0, 0, 0), &hat, at(0, 0, 4.5)), 0.5L, 5);
    expect("ball over the tip", query(&hat, at(0, 0, 0), &c, at(0, 0, 2.5)), 0.25L, 5);
    expect("ball under the base", query(&hat, at(0.125, 0, 0), &c, at(0, 0, -2.5)), 0.25L, 5);
    expect("eggs", query(&egg, at(0, 0, 0), &egg, at(0, 0, 3.5)), 0.5L, 5);
    expect("ball in an egg", query(&egg, at(0, 0, 0), &c, at(0.125, 0, -1)), -0.875L, 5);
    // Beside the cone: the slant has normal (8, 0, 1) / sqrt(65) and goes through the tip.
    expect("ball beside a cone", query(&hat, at(0, 0, 0), &c, at(1, 0, 0.5)), (8 * 1 + 0.5L - 2) / sqrtl(65) - 0.25L,
           5);
    // The egg's side touches both balls: its normal leans by the difference of the radii over the distance.
    const long double lean = 0.5L / 2, across = sqrtl(1 - lean * lean);
    expect("ball beside an egg", query(&egg, at(0, 0, 0), &c, at(2, 0, 0)), 2 * across - 0.5L - 0.25L, 5);
}

// A point beside a superquadric of equal exponents, in the plane z = 0 and on the diagonal of a square one: the nearest
// point is on the diagonal too, or is where the slope says, by bisection in one variable.
static void test_points(void)
{
    const double exponents[] = { 2, 2.5, 3, 4, 7, 10, 20, 33.3, 100 };
    const scree_solid dot = ball(1e-3);
    for (int i = 0; i < 9; ++i) {
        const double n = exponents[i];
        const scree_solid cube = blocky(1, 1, 1, n, n);
        const long double corner = powl(2, -1 / (long double)n), tip = powl(3, -1 / (long double)n);
        expect("on the diagonal", query(&cube, at(0, 0, 0), &dot, at(2, 2, 0)),
               (2 - corner) * sqrtl(2) - (long double)1e-3, 3);
        expect("over the corner", query(&cube, at(0, 0, 0), &dot, at(2, 2, 2)),
               (2 - tip) * sqrtl(3) - (long double)1e-3, 4);
        // (x, y) on the curve x = cos^(2/n), y = sin^(2/n): the distance to (2, 0.5) has one minimum between.
        long double low = 0, high = 1.5707963267948966L;
        for (int k = 0; k < 200; ++k) {
            const long double first = low + (high - low) / 3, second = high - (high - low) / 3;
            long double d[2];
            for (int m = 0; m < 2; ++m) {
                const long double t = m ? second : first;
                d[m] = hypotl(2 - powl(cosl(t), 2 / (long double)n), 0.5L - powl(sinl(t), 2 / (long double)n));
            }
            if (d[0] < d[1])
                high = second;
            else
                low = first;
        }
        const long double t = (low + high) / 2;
        const long double d = hypotl(2 - powl(cosl(t), 2 / (long double)n), 0.5L - powl(sinl(t), 2 / (long double)n));
        expect("beside", query(&cube, at(0, 0, 0), &dot, at(2, 0.5, 0)), d - (long double)1e-3, 3);
    }
}

static scree_body anywhere(scree_random *r, double reach)
{
    scree_body b = { NULL, s3_scale(random_direction(r), reach * random_unit(r)), random_rotation(r) };
    return b;
}

// Two ellipsoids, or one and a hull: as the other reference has it.
static void test_ellipsoids(void)
{
    scree_random r = random_stream(3, 1, 4);
    for (long k = 0, pairs = check_scaled(300); k < pairs; ++k) {
        const scree_vec3 axes = s3(random_decade(&r, -1, 1), random_decade(&r, -1, 1), random_decade(&r, -1, 1));
        const scree_solid a = { .kind = SCREE_ELLIPSOID, .vector = axes };
        const scree_solid round = { .kind = SCREE_ELLIPSOID, .vector = { axes.y, axes.z, 0.5 }, .rounding = 0.125 };
        const scree_solid box = { .kind = SCREE_BOX, .vector = { axes.z, 1, axes.x } };
        const scree_solid b = k % 3 == 0 ? box : round;
        const scree_body pose_a = anywhere(&r, 1), pose_b = anywhere(&r, 4);
        ellipsoid_body first, second;
        ellipsoid_pair pair;
        if (!CHECK(scree_oracle_ellipsoid_body(&a, &first) && scree_oracle_ellipsoid_body(&b, &second))) return;
        CHECK(scree_oracle_ellipsoid_place(&pair, &first, &pose_a, &second, &pose_b));
        const oracle_answer exact = scree_oracle_ellipsoid_distance(&pair, ELLIPSOID_THOROUGH);
        const round_answer r1 = query(&a, pose_a, &b, pose_b), r2 = query(&b, pose_b, &a, pose_a);
        const double size = (double)pair.unit;
        expect("ellipsoids", r1, (long double)exact.distance, size);
        expect("ellipsoids, exchanged", r2, (long double)exact.distance, size);
        scree_oracle_ellipsoid_body_free(&first);
        scree_oracle_ellipsoid_body_free(&second);
    }
}

// Boxes, capsules and balls: as the oracle for hulls has it.
static void test_hulls(void)
{
    scree_random r = random_stream(2, 7, 1);
    oracle_pair pair = { 0 };
    for (long k = 0, pairs = check_scaled(300); k < pairs; ++k) {
        const scree_solid solids[] = {
            { .kind = SCREE_BOX, .vector = { random_decade(&r, -1, 0), random_decade(&r, -1, 0), 1 } },
            { .kind = SCREE_CAPSULE, .radius = random_decade(&r, -2, 0), .half_length = random_decade(&r, -1, 0) },
            ball(random_decade(&r, -1, 0)),
        };
        const scree_solid *a = &solids[random_below(&r, 2)], *b = &solids[random_below(&r, 3)];
        const scree_body pose_a = anywhere(&r, 1), pose_b = anywhere(&r, 2);
        oracle_hull *first = scree_oracle_solid(a), *second = scree_oracle_solid(b);
        if (!CHECK(first != NULL && second != NULL)) return;
        CHECK(scree_oracle_place(&pair, first, &pose_a, second, &pose_b));
        const oracle_answer exact = scree_oracle_distance(&pair);
        expect("hulls", query(a, pose_a, b, pose_b), (long double)exact.distance, 4);
        scree_oracle_hull_free(first);
        scree_oracle_hull_free(second);
    }
    scree_oracle_pair_free(&pair);
}

// The distance is the greatest gap, so no direction has a greater one; and a body that is moved along the normal by the
// distance touches. A superquadric of exponent 100 is as good as its box to 3^(-1/100).
static void test_bounds(void)
{
    scree_random r = random_stream(1, 8, 2);
    for (long k = 0, pairs = check_scaled(200); k < pairs; ++k) {
        const scree_solid a = blocky(random_decade(&r, -1, 0), random_decade(&r, -1, 0), 1, random_between(&r, 2, 20),
                                     random_between(&r, 2, 20));
        const scree_solid box = { .kind = SCREE_BOX, .vector = a.vector };
        const scree_solid cube = blocky(a.vector.x, a.vector.y, a.vector.z, 100, 100);
        const scree_solid others[] = { revolved(SCREE_CYLINDER, 0.5, 0.25), revolved(SCREE_CONE, 0.75, 0.5),
                                       tapered(0.25, 0.5, 0.75), blocky(0.5, 0.25, 1, 4, 12) };
        const scree_solid *b = &others[k % 4];
        const scree_body pose_a = anywhere(&r, 1);
        scree_body pose_b = anywhere(&r, 2.5);
        const round_answer d = query(&a, pose_a, b, pose_b);
        round_body first, second;
        round_pair pair;
        if (!CHECK(scree_oracle_round_body(&a, &first) && scree_oracle_round_body(b, &second))) return;
        scree_oracle_round_place(&pair, &first, &pose_a, &second, &pose_b);
        for (int i = 0; i < 100; ++i) CHECK(scree_oracle_round_gap(&pair, random_direction(&r)) <= d.upper);
        const scree_vec3 n = s3((double)d.normal[0], (double)d.normal[1], (double)d.normal[2]);
        CHECK_NEAR((double)scree_oracle_round_gap(&pair, n), (double)d.distance, 1e-14);
        const double full = (double)query(&box, pose_a, b, pose_b).distance;
        const double most = (double)query(&cube, pose_a, b, pose_b).distance;
        CHECK(most >= full - 1e-15 && most <= full + (1 - pow(3, -0.01)) * sqrt(s3_dot(a.vector, a.vector)) + 1e-15);
        pose_b.position = s3_sub(pose_b.position, s3_scale(n, (double)d.distance));
        CHECK_NEAR((double)query(&a, pose_a, b, pose_b).distance, 0.0, 1e-14);
    }
}

static void expect_off(const scree_solid *solid, scree_vec3 point, scree_vec3 normal)
{
    round_body body;
    const scree_body pose = at(0, 0, 0);
    if (!CHECK(scree_oracle_round_body(solid, &body))) return;
    for (int k = -2; k <= 2; ++k) {
        const double off = 1e-9 * k;
        const scree_vec3 p = s3_add(point, s3_scale(normal, off));
        CHECK_NEAR((double)scree_oracle_round_off(&body, &pose, p, normal), off, 1e-15);
    }
    scree_oracle_round_body_free(&body);
}

// How far points are from surfaces: known points of them, and steps along the normal.
static void test_surfaces(void)
{
    const double h = sqrt(0.5), third = 1 / sqrt(3.0), slant = 1 / sqrt(65.0);
    scree_solid cube = blocky(1, 1, 1, 8, 8), rod = revolved(SCREE_CYLINDER, 0.5, 2),
                hat = revolved(SCREE_CONE, 0.5, 2);
    scree_solid egg = tapered(0.75, 0.25, 1), box = { .kind = SCREE_BOX, .vector = { 1, 2, 3 } };
    const double edge = pow(2, -0.125), tip = pow(3, -0.125);
    expect_off(&cube, s3(1, 0, 0), s3(1, 0, 0));
    expect_off(&cube, s3(edge, -edge, 0), s3(h, -h, 0));
    expect_off(&cube, s3(tip, tip, tip), s3(third, third, third));
    expect_off(&rod, s3(0.3, 0.4, 1), s3(0.6, 0.8, 0));
    expect_off(&rod, s3(0.1, 0.2, -2), s3(0, 0, -1));
    expect_off(&hat, s3(0.25, 0, 0), s3(8 * slant, 0, slant));
    expect_off(&hat, s3(0.25, 0.1, -2), s3(0, 0, -1));
    expect_off(&egg, s3(0, 0, 1.25), s3(0, 0, 1));
    expect_off(&egg, s3(0, 0.75 * 0.8, -1 - 0.75 * 0.6), s3(0, 0.8, -0.6));
    const double lean = 0.25, across = sqrt(1 - lean * lean);
    expect_off(&egg, s3(0.5 * across, 0, 0.5 * lean), s3(across, 0, lean));
    expect_off(&box, s3(1, 0.5, 0), s3(1, 0, 0));
    // Swept by a ball, all the same.
    cube.rounding = rod.rounding = 0.5;
    expect_off(&cube, s3(edge + 0.5 * h, -edge - 0.5 * h, 0), s3(h, -h, 0));
    expect_off(&rod, s3(0.5 + 0.5 * h, 0, 2 + 0.5 * h), s3(h, 0, h));
}

int main(void)
{
    test_along_axes();
    test_points();
    test_ellipsoids();
    test_hulls();
    test_bounds();
    test_surfaces();
    CHECK_MSG(unsure <= asked / 200 + 1, "%ld of %ld answers are right, but not known to be", unsure, asked);
    return check_done();
}
