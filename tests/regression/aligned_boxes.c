// Boxes with parallel faces: stacked, equal, flush, touching. Each function is a public report; "after" says that the
// report gives no numbers, or not all, and the geometry is our reading of it.
#include "report.h"

// danfis/libccd issue 25: two cubes of side 2, the second 1.9 above the first. GJK + EPA gave depth 0 and a NaN
// direction; the depth is 0.1, up.
static void stacked_cubes(void)
{
    scree_solid cube = solid_box(1, 1, 1);
    scree_contact c = judged("libccd 25", &cube, pose_at(0, 0, 0), &cube, pose_at(0, 0, 1.9));
    CHECK_NEAR(c.distance, -0.1, 1e-15);
    CHECK_NORMAL(c, 0, 0, 1);
    CHECK_NEAR(c.patch_area, 4.0, 1e-14);
}

// google-deepmind/mujoco_warp issue 1526, after: two boxes stacked concentrically, 2.5e-4 into each other. The origin
// lies on a face of GJK's tetrahedron and the contact was dropped.
static void concentric_stack(void)
{
    scree_solid box = solid_box(0.2, 0.2, 0.2);
    scree_contact c = judged("mujoco_warp 1526", &box, pose_at(0, 0, 0.2), &box, pose_at(0, 0, 0.6 - 2.5e-4));
    CHECK_NEAR(c.distance, -2.5e-4, 1e-15);
    CHECK(c.state == SCREE_OVERLAPPING);
    CHECK_NORMAL(c, 0, 0, 1);
    CHECK(c.feature_a == SCREE_FEATURE_FACE && c.feature_b == SCREE_FEATURE_FACE);
}

// google-deepmind/mujoco issue 3476, after: two boxes 71 wide rest face to face, one rotated so little that a corner
// is 0.056 inside. The collider added a phantom contact 71.056 deep.
static void kissing_corner(void)
{
    scree_solid box = solid_box(50, 35.5, 20);
    double yaw = 0.056 / 50;
    scree_contact c = judged("mujoco 3476", &box, pose_at(0, 0, 0), &box, pose_rotated(0, 71, 0, s3(0, 0, 1), yaw));
    // The corner (50, -35.5) rotated by yaw, against the plane y = 35.5.
    CHECK_NEAR(c.distance, 71 - 50 * sin(yaw) - 35.5 * cos(yaw) - 35.5, 1e-13);
    CHECK(c.normal.y > 0.999);
}

// rustgd/collision-rs issue 51: the same rectangle and the same cuboid, of side 10, at the same place. No collision was
// found in 2-D, and the distance panicked in 3-D.
static void same_body(void)
{
    scree_solid cube = solid_box(5, 5, 5);
    scree_contact c = judged("collision-rs 51, 3-D", &cube, pose_at(0, 0, 0), &cube, pose_at(0, 0, 0));
    CHECK_NEAR(c.distance, -10, 1e-14);
    const scree_vec3 square[] = { { -5, -5, 0 }, { 5, -5, 0 }, { 5, 5, 0 }, { -5, 5, 0 } };
    scree_solid rectangle = solid_polygon(square, 4);
    c = judged("collision-rs 51, 2-D", &rectangle, pose_at(0, 0, 0), &rectangle, pose_at(0, 0, 0));
    CHECK_NEAR(c.distance, -10, 1e-14);
}

// coal-library/coal pull request 325, after: two unit cubes that share exactly one vertex. EPA was handed a simplex of
// one point and the distance came out as minus infinity; it is 0. The same for one edge, and for one face.
static void one_edge_apart(void)
{
    scree_solid cube = solid_box(0.5, 0.5, 0.5);
    const scree_vec3 steps[] = { { 1, 1, 1 }, { 1, 1, 0 }, { 1, 0, 0 }, { -1, 1, -1 }, { 0, -1, 1 }, { 0, 0, -1 } };
    for (int i = 0; i < 6; ++i) {
        scree_contact c =
            judged("coal 325", &cube, pose_at(0, 0, 0), &cube, pose_at(steps[i].x, steps[i].y, steps[i].z));
        CHECK(c.distance == 0.0 && c.state == SCREE_TOUCHING);
    }
}

// andreacasalino/Flexible-GJK-and-EPA issue 8, after: two convex bodies close to each other with parallel nearest
// faces: GJK looped for ever.
static void close_parallel_faces(void)
{
    scree_solid box = solid_box(1, 2, 0.5);
    for (int k = 1; k <= 15; ++k) {
        double gap = pow(10.0, -k), z = 1 + gap;
        scree_contact c = judged("Flexible-GJK 8", &box, pose_at(0.3, 0, 0), &box, pose_at(0, 0.7, z));
        CHECK_NEAR(c.distance, z - 1, 1e-15);
        CHECK_NORMAL(c, 0, 0, 1);
    }
}

// google-deepmind/mujoco_warp pull request 1597, after: boxes at rest, level, one rotated about the vertical. Crosses of
// edges that are parallel to the face normal tie with it, and noise picked an edge axis and phantom points.
static void level_at_rest(void)
{
    scree_solid low = solid_box(0.4, 0.4, 0.1), high = solid_box(0.1, 0.15, 0.05);
    for (int k = 0; k < 16; ++k) {
        scree_contact c = judged("mujoco_warp 1597", &low, pose_at(0, 0, 0), &high,
                                 pose_rotated(0.05, 0.02, 0.15 - 1e-4, s3(0, 0, 1), 0.1 * k));
        CHECK_NEAR(c.distance, -1e-4, 1e-15);
        CHECK(c.feature_a == SCREE_FEATURE_FACE && c.feature_b == SCREE_FEATURE_FACE);
        CHECK_NEAR(c.patch_area, 0.2 * 0.3, 1e-14);
    }
}

// google-deepmind/mujoco issue 2471: two small boxes 6 mm apart, one rotated by 2e-6 about the direction between them.
// The contact within the margin came and went.
static void tiny_rotation(void)
{
    scree_solid box = solid_box(0.007, 0.007, 0.01);
    for (int k = 0; k <= 60; ++k) {
        double t = 1e-7 * k;
        scree_body rotated = { NULL, { 0, 0, 0 }, { 1, 0, t, 0 } };
        rotated.position = quat_rotate(rotated.orientation, s3(0, 0, 0.05));
        scree_contact c = judged("mujoco 2471", &box, rotated, &box, pose_at(0, 0.02, 0.06));
        CHECK_NEAR(c.distance, 0.006, 1e-17);
        CHECK_NORMAL(c, 0, 1, 0);
    }
}

// google-deepmind/mujoco issue 2356: a peg lies on a smaller cube, overhanging at both ends, and jitters. The contact
// point must be the middle of the common patch, and stay there when the peg is nudged.
static void overhanging_peg(void)
{
    scree_solid cube = solid_box(0.025, 0.025, 0.025), peg = solid_box(0.048, 0.01, 0.01);
    for (int k = -4; k <= 4; ++k) {
        double nudge = 1e-9 * k;
        scree_contact c = judged("mujoco 2356", &cube, pose_at(0, 0, 0.025), &peg,
                                 pose_rotated(0, 0, 0.06 - 1e-7, s3(0, 1, 0), nudge));
        CHECK_NEAR(c.point.x, 0, 1e-8);
        CHECK_NEAR(c.point.y, 0, 1e-8);
        CHECK_NEAR(c.patch_area, 0.05 * 0.02, 1e-9);
    }
}

int main(void)
{
    stacked_cubes();
    concentric_stack();
    kissing_corner();
    same_body();
    one_edge_apart();
    close_parallel_faces();
    level_at_rest();
    tiny_rotation();
    overhanging_peg();
    return check_done();
}
