// Bodies deep in each other: contacts lost, depths along the wrong direction, NaN.
#include "report.h"
#include "scenes/random.h"

// flexible-collision-library/fcl issue 545: a small cube with its centre at (0.4, 0.4, 0.4), on the diagonal of a cube
// of side 1. The normal pointed along the diagonal and the depth was sqrt(3) too large; it is along an axis.
static void on_the_diagonal(void)
{
    scree_solid big = solid_box(0.5, 0.5, 0.5);
    const scree_vec3 corners[] = { { -0.5, -0.5, -0.5 }, { 0.5, -0.5, -0.5 }, { -0.5, 0.5, -0.5 }, { 0.5, 0.5, -0.5 },
                                   { -0.5, -0.5, 0.5 },  { 0.5, -0.5, 0.5 },  { -0.5, 0.5, 0.5 },  { 0.5, 0.5, 0.5 } };
    scree_solid hull = solid_hull(corners, 8);
    const double halves[] = { 0.05, 0.1, 0.2, 1e-3, 1e-6 };
    for (int i = 0; i < 5; ++i) {
        scree_solid small = solid_box(halves[i], halves[i], halves[i]);
        for (int k = 0; k < 2; ++k) {
            scree_contact c = judged("fcl 545", k ? &hull : &big, pose_at(0, 0, 0), &small, pose_at(0.4, 0.4, 0.4));
            CHECK_NEAR(c.distance, -(0.1 + halves[i]), 1e-15);
            double most = fmax(c.normal.x, fmax(c.normal.y, c.normal.z));
            CHECK_NEAR(most, 1.0, 1e-15);
        }
    }
}

// google-deepmind/mujoco issue 1800, after (the second box is cut off): a table top 0.65 x 0.48 x 0.04 rotated about the
// vertical, in deep contact; no collision was reported.
static void table_tops(void)
{
    scree_solid top = solid_box(0.65, 0.48, 0.04);
    scree_body a = { NULL,
                     { 1.10164554, -0.11389316, 0.74 },
                     { -0.348312918, -1.42624718e-10, -6.59013393e-11, 0.937378318 } };
    for (int k = 0; k <= 12; ++k) {
        scree_contact c = judged("mujoco 1800", &top, a, &top, pose_at(0.68 + 0.05 * k, -0.6 + 0.05 * k, 0.74));
        CHECK_NEAR(c.distance, -0.08, 1e-9);
    }
}

// MattiaMontanari/openGJK issue 13, after: of fully penetrating cubes in random orientations two in ten thousand came
// out tens of centimetres apart.
static void random_cubes(void)
{
    scree_shape *cube = scree_box_create(s3(0.5, 0.5, 0.5), 0.0, NULL);
    scree_random r = random_stream(13, 13, 13);
    long wrong = 0, count = check_scaled(200000);
    for (long k = 0; k < count; ++k) {
        scree_body a = { cube, s3_scale(random_direction(&r), 10), random_rotation(&r) };
        scree_body b = { cube, s3_add(a.position, s3_scale(random_direction(&r), random_between(&r, 0, 0.999))),
                         random_rotation(&r) };
        scree_contact c;
        bool overlap = false;
        // Centres nearer than the sum of the inscribed radii: certain to overlap, by at least the difference.
        scree_vec3 d = s3_sub(b.position, a.position);
        wrong += scree_query(&a, &b, NULL, &c) != SCREE_OK || c.distance > sqrt(s3_dot(d, d)) - 1 + 1e-12;
        wrong += scree_overlap(&a, &b, NULL, &overlap) != SCREE_OK || !overlap;
    }
    CHECK_MSG(wrong == 0, "openGJK 13: %ld of %ld wrong", wrong, count);
    scree_shape_destroy(cube);
}

// MattiaMontanari/openGJK issue 52: two prisms 400 across at 1e5 from the origin, one inside the other's footprint but
// rotated; the distance came out as 0.003.
static void far_prisms(void)
{
    const float x[2][4] = { { 90945.08f, 91077.46f, 91454.92f, 91322.54f },
                            { 90919.64f, 91162.62f, 91480.36f, 91237.38f } };
    const float y[2][4] = { { 54122.54f, 53745.082f, 53877.46f, 54254.918f },
                            { 54037.383f, 53719.637f, 53962.617f, 54280.363f } };
    scree_vec3 p[2][8];
    for (int b = 0; b < 2; ++b) {
        for (int i = 0; i < 8; ++i) p[b][i] = s3((double)x[b][i % 4], (double)y[b][i % 4], i < 4 ? 300 : 0);
    }
    scree_solid sa = solid_hull(p[0], 8), sb = solid_hull(p[1], 8);
    scree_contact c = judged("openGJK 52", &sa, pose_at(0, 0, 0), &sb, pose_at(0, 0, 0));
    CHECK_NEAR(c.distance, -300, 1e-11);
}

// JuliaRobotics/EnhancedGJK.jl issue 30, after (the transforms are cut off): a box inside a hull with one far vertex;
// a point certainly inside was called outside.
static void far_vertex(void)
{
    const scree_vec3 p[] = { { -0.32686943, -0.23770937, 0.204528 }, { -0.32686943, -0.23770937, -0.0762 },
                             { -0.32686943, 0.23770937, -0.0762 },   { 0.32682246, -0.23770937, 0.204528 },
                             { 0.32682246, -0.23770937, -0.0762 },   { -1.4459023, 0.8858041, 0.9851251 },
                             { 0.32682246, 0.23770937, -0.0762 },    { 0.32682246, 0.23770937, 0.204528 } };
    scree_solid hull = solid_hull(p, 8), dot = solid_round(SCREE_SPHERE, 1e-9, 0);
    scree_solid box = solid_box(0.0587980675, 0.125, 0.035249975);
    scree_contact c =
        judged("EnhancedGJK 30, vertex", &dot, pose_at(-1.4459023, 0.8858041, 0.9851251), &hull, pose_at(0, 0, 0));
    CHECK_NEAR(c.distance, -1e-9, 1e-15);
    c = judged("EnhancedGJK 30, box", &box, pose_at(-0.0267980725, 0, 0.035249975), &hull, pose_at(0, 0, 0));
    CHECK(c.state == SCREE_OVERLAPPING);
}

// NVIDIAGameWorks/PhysX issue 490, after: two wedges that no plane of a face separates, only the cross of two edges.
// Edges were skipped in a loop, and the wrong length came back.
static void edges_only(void)
{
    const scree_vec3 p[] = { { -1, 0, 0 }, { 1, 0, 0 }, { 0, -0.2, -1 }, { 0, 0.2, -1 } };
    scree_solid wedge = solid_hull(p, 4);
    for (int k = -5; k <= 5; ++k) {
        // Upside down and rotated by a right angle: edge over edge, crossed.
        scree_body over = { NULL, { 0, 0, 0.01 * k }, { 0, 1, 1, 0 } };
        scree_contact c = judged("PhysX 490", &wedge, pose_at(0, 0, 0), &wedge, over);
        CHECK_NEAR(c.distance, 0.01 * k, 1e-15);
        CHECK_NORMAL(c, 0, 0, 1);
        CHECK(c.feature_a == SCREE_FEATURE_EDGE && c.feature_b == SCREE_FEATURE_EDGE);
    }
}

// bepu/bepuphysics2 issue 417, after: extruded polygons with parallel caps, overlapping; the depth was NaN.
static void extruded_polygons(void)
{
    scree_vec3 p[2][16];
    int sides[2] = { 5, 8 };
    for (int b = 0; b < 2; ++b) {
        for (int i = 0; i < sides[b]; ++i) {
            double angle = 6.283185307179586 * i / sides[b];
            p[b][2 * i] = s3(cos(angle), sin(angle), -0.5);
            p[b][2 * i + 1] = s3(cos(angle), sin(angle), 0.5);
        }
    }
    scree_solid sa = solid_hull(p[0], 10), sb = solid_hull(p[1], 16);
    for (int k = 0; k < 24; ++k) {
        scree_contact c = judged("bepuphysics2 417", &sa, pose_at(0, 0, 0), &sb,
                                 pose_rotated(0.07 * k, 0.02 * k, 0, s3(0, 0, 1), 0.13 * k));
        CHECK(c.distance < 0 && c.distance >= -1 - 1e-14);
    }
}

int main(void)
{
    on_the_diagonal();
    table_tops();
    random_cubes();
    far_prisms();
    far_vertex();
    edges_only();
    extruded_polygons();
    return check_done();
}
