// Very unequal bodies, large and small, near and far.
#include "report.h"
#include "scenes/random.h"
#include "scree/verify.h"

// danfis/libccd issue 17: a box of 5 m and one of 0.2 m; normal and depth were right, the contact location was off.
static void location_on_large_box(void)
{
    scree_solid large = solid_box(2.5, 2.5, 2.5), small = solid_box(0.1, 0.1, 0.1);
    for (int k = -2; k <= 2; ++k) {
        scree_contact c = judged("libccd 17", &large, pose_at(0, 0, -2.5), &small, pose_at(1.1 * k, -0.7 * k, 0.09));
        CHECK_NEAR(c.distance, -0.01, 1e-15);
        CHECK_NEAR(c.point.x, 1.1 * k, 1e-14);
        CHECK_NEAR(c.point.y, -0.7 * k, 1e-14);
        CHECK_NEAR(c.patch_area, 0.04, 1e-14);
    }
}

// google-deepmind/mujoco_warp issue 1430: a free cube (half 0.1) rests on a fixed box (half height 0.25) that is 1 to
// 100 wide; with the width the contact sank in and was lost.
static void growing_floor(void)
{
    const double widths[] = { 1, 10, 25, 50, 100, 1e4, 1e6 };
    scree_solid cube = solid_box(0.1, 0.1, 0.1);
    for (int i = 0; i < 7; ++i) {
        scree_solid floor = solid_box(widths[i], widths[i], 0.25);
        scree_contact c = judged("mujoco_warp 1430", &floor, pose_at(0, 0, 0.25), &cube, pose_at(0, 0, 0.6));
        CHECK_NEAR(c.distance, 0.6 - 0.1 - 0.5, 1e-16 * widths[i]);
        c = judged("mujoco_warp 1430, sunk", &floor, pose_at(0, 0, 0.25), &cube, pose_at(0, 0, 0.599));
        CHECK_NEAR(c.distance, -0.001, 1e-15 * widths[i]);
        CHECK_NORMAL(c, 0, 0, 1);
    }
}

// bulletphysics/bullet3 issue 1703, after: a small box on a static box of half extents 128, 1, 128, without margin: the
// penetration came back positive.
static void wide_floor(void)
{
    scree_solid floor = solid_box(128, 1, 128), box = solid_box(0.5, 0.5, 0.5);
    for (int k = -5; k <= 5; ++k) {
        double y = 1.5 + 0.01 * k;
        scree_contact c = judged("bullet3 1703", &floor, pose_at(0, 0, 0), &box, pose_at(60.3, y, -77.1));
        CHECK_NEAR(c.distance, y - 1.5, 1e-14);
        CHECK((k < 0) == (c.state == SCREE_OVERLAPPING));
        CHECK_NORMAL(c, 0, 1, 0);
    }
}

// dimforge/parry issue 166: a cube on a ground hull of 20,000 x 20,000; the normal flipped and the points came from the
// top of the cube.
static void huge_ground(void)
{
    scree_vec3 p[8];
    for (int i = 0; i < 8; ++i) p[i] = s3(i & 1 ? 1e4 : -1e4, i & 2 ? 0 : -1, i & 4 ? 1e4 : -1e4);
    scree_solid ground = solid_hull(p, 8), cube = solid_box(0.5, 0.5, 0.5);
    for (int k = 0; k < 20; ++k) {
        scree_body at = pose_rotated(431.7 * k, 0.4999, -222.2 * k, s3(0, 1, 0), 0.37 * k);
        scree_contact c = judged("parry 166", &ground, pose_at(0, 0, 0), &cube, at);
        CHECK_NEAR(c.distance, -1e-4, 1e-12);
        CHECK_NORMAL(c, 0, 1, 0);
        CHECK_NEAR(c.point.x, at.position.x, 1e-11);
        CHECK_NEAR(c.point.z, at.position.z, 1e-11);
    }
}

// jrouwe/JoltPhysics pull request 2065, after: a box 5 cm deep in a thin floor with edges of 84 m; EPA settled on a
// wrong facet and its point lay tens of metres outside.
static void long_edges(void)
{
    const scree_vec3 p[] = {
        { 0, 0, 0 }, { 84, 0, 0 }, { 0, 84, 0 }, { 0, 0, -0.5 }, { 84, 0, -0.5 }, { 0, 84, -0.5 }
    };
    scree_solid floor = solid_hull(p, 6), box = solid_box(0.3, 0.3, 0.9);
    for (int k = 1; k < 9; ++k) {
        scree_body at = pose_rotated(4.0 * k, 3.0 * k, 0.85, s3(0, 0, 1), 0.2 * k);
        scree_contact c = judged("Jolt 2065", &floor, pose_at(0, 0, 0), &box, at);
        CHECK_NEAR(c.distance, -0.05, 1e-13);
        CHECK_NEAR(c.point.x, at.position.x, 1e-12);
        CHECK_NEAR(c.point.y, at.position.y, 1e-12);
    }
}

// godotengine/godot issue 70615: a capsule of human size on a sphere of 50 m; the normal was the difference of two
// points 1e-4 apart and swung about.
static void capsule_on_planet(void)
{
    scree_solid planet = solid_round(SCREE_SPHERE, 25, 0), human = solid_round(SCREE_CAPSULE, 0.2, 0.7);
    for (int k = 0; k < 12; ++k) {
        scree_vec3 up = s3_unit(s3(sin(0.5 * k), 0.1 * k, cos(0.5 * k)));
        scree_body at = { NULL, s3_scale(up, 25 + 0.9 - 1e-4), quat_from_to(s3(0, 0, 1), up) };
        scree_contact c = judged("godot 70615", &planet, pose_at(0, 0, 0), &human, at);
        CHECK_NEAR(c.distance, -1e-4, 1e-13);
        CHECK_NORMAL(c, up.x, up.y, up.z);
    }
}

// jrouwe/JoltPhysics issue 671, after: a box hovers less than 0.001 over a hull, and both rotate together; the normal
// flipped at some angles.
static void hovering_box(void)
{
    scree_vec3 p[8];
    for (int i = 0; i < 8; ++i) p[i] = s3(i & 1 ? 2 : -2, i & 2 ? 0.5 : -0.5, i & 4 ? 2 : -2);
    scree_solid hull = solid_hull(p, 8), box = solid_box(0.5, 0.5, 0.5);
    for (int k = 0; k < 100; ++k) {
        scree_quat rotation = quat_about(s3_unit(s3(0.3, 1, 0.2)), 0.0628 * k);
        scree_vec3 up = quat_rotate(rotation, s3(0, 1, 0));
        scree_body below = { NULL, { 10, 20, 30 }, rotation }, above = { NULL, { 0, 0, 0 }, rotation };
        above.position = s3_add(below.position, s3_add(s3_scale(up, 1.0005), quat_rotate(rotation, s3(0.7, 0, -0.4))));
        scree_contact c = judged("Jolt 671", &hull, below, &box, above);
        CHECK_NEAR(c.distance, 0.0005, 1e-13);
        CHECK_NORMAL(c, up.x, up.y, up.z);
    }
}

static void check_in_planet(const scree_vec3 *p, int count, double radius, double length, scree_vec3 at)
{
    scree_verify_options axes = scree_verify_defaults();
    axes.most_axes = 100000;
    scree_shape *grain = scree_polyhedron_create(p, (size_t)count, 0.0, NULL);
    scree_shape *planet = scree_capsule_create(radius, length, 0.0, NULL);
    const scree_body a = scree_body_at(grain, (scree_vec3){ 0.0, 0.0, 0.0 }), b = scree_body_at(planet, at);
    scree_contact c;
    scree_verification v;
    CHECK(scree_query(&a, &b, NULL, &c) == SCREE_OK);
    CHECK(scree_verify(&a, &b, &c, &axes, &v) == SCREE_OK);
    CHECK_MSG(v.verdict != SCREE_REFUTED, "%.17g in [%.17g, %.17g], found %.17g", c.distance, c.lower, c.upper,
              v.found);
    scree_shape_destroy(grain);
    scree_shape_destroy(planet);
}

// Our own: a grain about the axis of a capsule 1e12 to 1e17 times as large, whose rounding is larger than the grain. Upper ends
// were up to 12 % below the distance.
static void grain_in_planet(void)
{
    const scree_vec3 first[4] = { { 0.9, 0.8, 0.3 }, { 0.06, -0.9, 0.7 }, { 0.8, -0.2, 0.6 }, { -0.7, 0.4, 0.5 } };
    check_in_planet(first, 4, 1e16, 2e15, (scree_vec3){ 0.02, -0.02, 0.02 });
    scree_random r = random_stream(13, 0, 0);
    for (int i = 0; i < 600; ++i) {
        scree_vec3 p[8];
        const int count = 4 + random_below(&r, 5);
        for (int k = 0; k < count; ++k) p[k] = random_in_cube(&r, -1.0, 1.0);
        const double length = random_decade(&r, 12.0, 17.0), radius = length * random_decade(&r, -2.0, 2.0);
        scree_vec3 at = random_in_cube(&r, -0.1, 0.1);
        if (i % 2 == 0) at.z += length * random_between(&r, -1.0, 1.0);
        check_in_planet(p, count, radius, length, at);
    }
}

int main(void)
{
    location_on_large_box();
    growing_floor();
    wide_floor();
    huge_ground();
    long_edges();
    capsule_on_planet();
    hovering_box();
    grain_in_planet();
    return check_done();
}
