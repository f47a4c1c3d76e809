// The reference for ellipsoids itself, against closed forms and against proofs.
#include "check.h"
#include "oracle/ellipsoid.h"
#include "scenes/place.h"
#include "scenes/random.h"

typedef struct bodies {
    ellipsoid_body a, b;
    scree_body pose_a, pose_b;
} bodies;

static ellipsoid_body ellipsoid(double x, double y, double z, double rounding)
{
    return (ellipsoid_body){ .is_ellipsoid = true, .semi_axes = { x, y, z }, .rounding = rounding };
}

static scree_body at(double x, double y, double z)
{
    return scree_body_at(NULL, s3(x, y, z));
}

static oracle_answer distance_of(const bodies *b)
{
    ellipsoid_pair pair = { 0 };
    CHECK(scree_oracle_ellipsoid_place(&pair, &b->a, &b->pose_a, &b->b, &b->pose_b));
    oracle_answer r = scree_oracle_ellipsoid_distance(&pair, ELLIPSOID_USUAL);
    oracle_answer again = scree_oracle_ellipsoid_distance(&pair, ELLIPSOID_THOROUGH);
    CHECK(q_abs(again.distance - r.distance) <= (quad)1e-28L * pair.unit);
    return r;
}

// Both rotated by the same rotation and moved, which must not matter.
static void check_distance(const char *what, bodies b, long double expected, scree_random *r)
{
    for (int k = 0; k < 4; ++k) {
        oracle_answer got = distance_of(&b);
        scree_vec3 x = b.a.semi_axes, y = b.b.semi_axes;
        long double unit = fabsl(expected) + x.x + x.y + x.z + y.x + y.y + y.z;
        // A rotation rounds orientations and positions to doubles; without one, all is exact.
        long double bound = (k == 0 ? 1e-18L : 1e-14L) * unit;
        CHECK_MSG(fabsl((long double)got.distance - expected) <= bound, "%s: %.21Lg, not %.21Lg", what,
                  (long double)got.distance, expected);
        CHECK_MSG(got.upper - got.lower <= (quad)1e-25L * (quad)unit, "%s: not sure, %.3Lg", what,
                  (long double)(got.upper - got.lower));
        scree_quat q = random_rotation(r);
        scree_vec3 between = quat_rotate(q, s3_sub(b.pose_b.position, b.pose_a.position));
        b.pose_a.orientation = quat_times(q, b.pose_a.orientation);
        b.pose_b.orientation = quat_times(q, b.pose_b.orientation);
        b.pose_b.position = s3_add(b.pose_a.position, between);
    }
}

static void check_closed_forms(void)
{
    scree_random r = random_stream(17, 0, 0);
    // Balls: |c| - r - r, inside each other too.
    for (int i = 0; i < 40; ++i) {
        double x = random_decade(&r, -3, 3), y = random_decade(&r, -3, 3), c = random_decade(&r, -3, 3.5);
        bodies b = { ellipsoid(x, x, x, 0), ellipsoid(y, y, y, 0), at(0, 0, 0), at(0, c, 0) };
        check_distance("balls", b, (long double)c - x - y, &r);
    }
    // Along a common axis, apart.
    for (int i = 0; i < 40; ++i) {
        double a[6], gap = random_decade(&r, -12, 1);
        for (int k = 0; k < 6; ++k) a[k] = random_decade(&r, -1.5, 1.5);
        double c = a[0] + a[3] + gap;
        bodies b = { ellipsoid(a[0], a[1], a[2], 0), ellipsoid(a[3], a[4], a[5], 0), at(0, 0, 0), at(-c, 0, 0) };
        check_distance("on an axis", b, (long double)c - a[0] - a[3], &r);
    }
    // One centre, axes aligned: h_A + h_B is least along an axis where both have their shortest.
    for (int i = 0; i < 40; ++i) {
        double a[6];
        for (int k = 0; k < 6; ++k) a[k] = random_decade(&r, k % 3 ? 0 : -1.5, k % 3 ? 1.5 : 0);
        bodies b = { ellipsoid(a[0], a[1], a[2], 0.25), ellipsoid(a[3], a[4], a[5], 0.5), at(1, 2, 3), at(1, 2, 3) };
        check_distance("one centre", b, -(long double)a[0] - a[3] - 0.75L, &r);
    }
    // A half space.
    ellipsoid_body plane = { .hull = scree_oracle_half_space(s3(0, 0, 2), -1, 0) };
    for (int i = 0; plane.hull != NULL && i < 20; ++i) {
        double z = random_between(&r, -3, 3), c = random_decade(&r, -1.5, 1.5);
        bodies b = { ellipsoid(1, 0.5, c, 0), plane, at(0.3, -7, z), at(0, 0, 0) };
        check_distance("half space", b, (long double)z - c + 0.5L, &r);
    }
    scree_oracle_ellipsoid_body_free(&plane);
    // A box face on, and an edge of it: a circle's distance from a line.
    ellipsoid_body box = { .hull = scree_oracle_box(s3(1, 1, 1), 0) };
    for (int i = 0; box.hull != NULL && i < 20; ++i) {
        double gap = random_between(&r, -0.3, 2), c = random_decade(&r, -0.3, 1.5);
        bodies face = { ellipsoid(1, 0.5, c, 0), box, at(0.3, -0.2, 1 + c + gap), at(0, 0, 0) };
        check_distance("box, face", face, (long double)face.pose_a.position.z - 1 - c, &r);
        bodies edge = { ellipsoid(0.5, 0.5, 3, 0), box, at(1 + 3 * gap + 1, 1 + 4 * gap + 1.25, 0), at(0, 0, 0) };
        long double x = edge.pose_a.position.x - 1, y = edge.pose_a.position.y - 1;
        if (gap > 0) check_distance("box, edge", edge, sqrtl(x * x + y * y) - 0.5L, &r);
    }
    scree_oracle_ellipsoid_body_free(&box);
}

// The coverings prove what is true and nothing else.
static void check_proofs(void)
{
    bodies b = { ellipsoid(1, 2, 3, 0), ellipsoid(0.5, 0.7, 4, 0), at(0, 0, 0), at(0.3, 0.4, 0.1) };
    b.pose_b.orientation = (scree_quat){ 0.3, 0.5, -0.7, 0.2 };
    ellipsoid_pair pair = { 0 };
    CHECK(scree_oracle_ellipsoid_place(&pair, &b.a, &b.pose_a, &b.b, &b.pose_b));
    long double d = (long double)scree_oracle_ellipsoid_distance(&pair, ELLIPSOID_USUAL).distance;
    CHECK(scree_oracle_ellipsoid_prove(&pair, d, 1e-9L, 100000).proven);
    CHECK(!scree_oracle_ellipsoid_prove(&pair, d - 1e-6L, 1e-9L, 100000).proven);
    CHECK(scree_oracle_ellipsoid_prove(&pair, d + 1e-6L, 1e-9L, 100000).proven);
}

// On, off and inside the surface.
static void check_depth(void)
{
    ellipsoid_body e = ellipsoid(2, 1, 0.01, 0);
    scree_body pose = at(1, 2, 3);
    CHECK_NEAR((double)scree_oracle_ellipsoid_depth(&e, &pose, s3(4, 2, 3)), 1.0, 1e-18);
    CHECK_NEAR((double)scree_oracle_ellipsoid_depth(&e, &pose, s3(1, 2, 3)), -0.01, 1e-18);
    CHECK_NEAR((double)scree_oracle_ellipsoid_depth(&e, &pose, s3(1, 2, 2.5)), 0.49, 1e-15);
    e.rounding = 0.5;
    CHECK_NEAR((double)scree_oracle_ellipsoid_depth(&e, &pose, s3(1, 4, 3)), 0.5, 1e-15);
}

int main(void)
{
    check_closed_forms();
    check_proofs();
    check_depth();
    return check_done();
}
