// Spheres and capsules: centres inside, on the surface, on each other; parallel and crossing axes.
#include "report.h"

// google-deepmind/mujoco issue 2206: a small ball sinks into a box with its top at -0.005; once its centre was below
// the surface the depth was wrong.
static void sinking_ball(void)
{
    scree_solid box = solid_box(0.5, 0.5, 0.25), ball = solid_round(SCREE_SPHERE, 0.005, 0);
    for (int k = 0; k <= 200; ++k) {
        double z = -0.01 + k * (0.01 - 1e-6) / 200;
        scree_contact c = judged("mujoco 2206", &box, pose_at(0, 0, -0.255), &ball, pose_at(0, 0, z));
        CHECK_NEAR(c.distance, z, 1e-15);
        CHECK_NORMAL(c, 0, 0, 1);
    }
}

// coal-library/coal issue 344: two balls of radius 0.5, 0.9 apart; the normal was NaN.
static void overlapping_balls(void)
{
    scree_solid ball = solid_round(SCREE_SPHERE, 0.5, 0);
    scree_contact c = judged("coal 344", &ball, pose_at(-0.9, 0, 0), &ball, pose_at(0, 0, 0));
    CHECK_NEAR(c.distance, -0.1, 1e-15);
    CHECK_NORMAL(c, 1, 0, 0);
}

// JOML-CI/JOML issue 353: two spheres that share a centre; a division by 0.
static void one_centre(void)
{
    scree_solid ball = solid_round(SCREE_SPHERE, 0.5, 0), larger = solid_round(SCREE_SPHERE, 2, 0);
    scree_contact c = judged("JOML 353", &ball, pose_at(1, 2, 3), &ball, pose_at(1, 2, 3));
    CHECK_NEAR(c.distance, -1, 1e-15);
    c = judged("JOML 353", &ball, pose_at(1, 2, 3), &larger, pose_at(1, 2, 3));
    CHECK_NEAR(c.distance, -2.5, 1e-15);
}

// idmillington/cyclone-physics issue 34 and luxengine/tornago issue 4, after: a sphere with its centre inside a box,
// and exactly at its centre; the normal had no length, and NaN spread.
static void ball_inside(void)
{
    scree_solid box = solid_box(1, 2, 3), ball = solid_round(SCREE_SPHERE, 0.25, 0);
    scree_contact c = judged("cyclone 34", &box, pose_at(0, 0, 0), &ball, pose_at(0, 0, 0));
    CHECK_NEAR(c.distance, -1.25, 1e-15);
    CHECK_NEAR(fabs(c.normal.x), 1, 1e-15);
    c = judged("cyclone 34", &box, pose_at(0, 0, 0), &ball, pose_at(0.25, 1.5, -2));
    CHECK_NEAR(c.distance, -0.75, 1e-15);
    CHECK_NORMAL(c, 0, 1, 0);
    c = judged("tornago 4, on a face", &box, pose_at(0, 0, 0), &ball, pose_at(0.25, 2, -2));
    CHECK_NEAR(c.distance, -0.25, 1e-15);
    CHECK_NORMAL(c, 0, 1, 0);
}

// jrl-umi3218/sch-core issue 28, after: a ball and a box at distances from far to touching; a NaN kept GJK looping.
static void ball_and_box(void)
{
    scree_solid box = solid_box(0.3, 0.2, 0.4), ball = solid_round(SCREE_SPHERE, 0.05, 0);
    for (int k = 0; k <= 16; ++k) {
        double gap = pow(10.0, -k), x = 0.3 + 0.05 + gap;
        scree_contact c = judged("sch-core 28", &box, pose_at(0, 0, 0), &ball, pose_at(x, 0.1, -0.2));
        CHECK_NEAR(c.distance, x - 0.35, 1e-15);
        CHECK_NORMAL(c, 1, 0, 0);
    }
}

// DanielChappuis/reactphysics3d issue 347, after: an upright capsule against the upright edge of a wall; the two end
// points were clipped away and no contact was left.
static void capsule_along_edge(void)
{
    scree_solid wall = solid_box(1, 1, 1), capsule = solid_round(SCREE_CAPSULE, 0.5, 2);
    for (int k = 0; k <= 10; ++k) {
        double off = 0.2 + 0.03 * k; // from the edge, diagonally
        scree_contact c =
            judged("reactphysics3d 347", &wall, pose_at(0, 0, 0), &capsule, pose_at(1 + off, 1 + off, 0.3));
        CHECK_NEAR(c.distance, off * sqrt(2.0) - 0.5, 1e-15);
        CHECK_NORMAL(c, sqrt(0.5), sqrt(0.5), 0);
    }
}

// DanielChappuis/reactphysics3d issue 381, after: capsules joined end to end in a chain, straight and bent: they share
// an end point, and the depth must be both radii, never 0 or less.
static void chain_of_capsules(void)
{
    scree_solid link = solid_round(SCREE_CAPSULE, 0.1, 0.5);
    for (int k = 0; k <= 12; ++k) {
        double bend = 0.25 * k;
        scree_vec3 axis = s3(sin(bend), 0, cos(bend));
        scree_body next = pose_rotated(0.5 * axis.x, 0, 0.5 + 0.5 * axis.z, s3(0, 1, 0), bend);
        scree_contact c = judged("reactphysics3d 381", &link, pose_at(0, 0, 0), &link, next);
        CHECK_NEAR(c.distance, -0.2, 1e-15);
    }
}

// turanszkij/WickedEngine pull request 745, after: the axis of a capsule passes through a thin plate; the normal was
// NaN and the depth too small.
static void axis_through_plate(void)
{
    scree_solid plate = solid_box(2, 2, 0.01), capsule = solid_round(SCREE_CAPSULE, 0.3, 1);
    for (int k = -10; k <= 10; ++k) {
        double z = 0.1 * k;
        scree_contact c = judged("WickedEngine 745", &plate, pose_at(0, 0, 0), &capsule, pose_at(0.2, -0.3, z));
        // Up or down until the lower or upper end has left, or sideways out over the rim.
        CHECK_NEAR(c.distance, -(1 + 0.3 + 0.01 - fabs(z)), 1e-15);
    }
}

// flexible-collision-library/fcl issue 31, after: distances between a capsule and a box, upright, lying and tilted.
static void capsule_and_box(void)
{
    scree_solid box = solid_box(1, 2, 5), capsule = solid_round(SCREE_CAPSULE, 2, 5);
    scree_contact c = judged("fcl 31, above", &box, pose_at(0, 0, 0), &capsule, pose_at(0, 0, 14));
    CHECK_NEAR(c.distance, 14 - 5 - 5 - 2, 1e-15);
    c = judged("fcl 31, beside", &box, pose_at(0, 0, 0), &capsule, pose_at(8, 0, 1));
    CHECK_NEAR(c.distance, 8 - 1 - 2, 1e-15);
    c = judged("fcl 31, lying", &box, pose_at(0, 0, 0), &capsule,
               pose_rotated(0, 0, 9, s3(1, 0, 0), 1.5707963267948966));
    CHECK_NEAR(c.distance, 9 - 5 - 2, 1e-14);
    judged("fcl 31, tilted", &box, pose_at(0, 0, 0), &capsule, pose_rotated(-4, 3, 9, s3(1, 2, 0), 0.7));
}

// jrouwe/JoltPhysics issue 419, after: a capsule 0.01 beside a box, at many places along it; here and there the depth
// came out as 0.5.
static void capsule_adjacent_box(void)
{
    scree_solid box = solid_box(0.578125, 0.5, 1.5), capsule = solid_round(SCREE_CAPSULE, 0.35, 0.9);
    for (int k = 0; k < 60; ++k) {
        scree_contact c =
            judged("Jolt 419", &box, pose_at(6.921875, 0, 6.5), &capsule,
                   pose_rotated(6.921875 - 0.578125 - 0.36, 0.02 * k - 0.5, 5 + 0.05 * k, s3(1, 0, 0), 0.1 * k));
        CHECK_NEAR(c.distance, 0.01, 1e-14);
        CHECK_NORMAL(c, -1, 0, 0);
    }
}

// jrouwe/JoltPhysics issue 2103, after (the cylinder as a prism of 48 sides): a cylinder that touches a large capsule
// to within rounding; the depth came out as metres.
static void cylinder_touches_capsule(void)
{
    scree_vec3 p[96];
    for (int i = 0; i < 48; ++i) {
        double angle = 6.283185307179586 * i / 48;
        p[2 * i] = s3(0.4975 * cos(angle), -0.3, 0.4975 * sin(angle));
        p[2 * i + 1] = s3(0.4975 * cos(angle), 0.3, 0.4975 * sin(angle));
    }
    scree_solid cylinder = solid_hull(p, 96), capsule = solid_round(SCREE_CAPSULE, 7.19732189, 2.03114343);
    // Their capsules stand along y, ours along z.
    scree_body upright = pose_rotated(0, 0, 0, s3(1, 0, 0), 1.5707963267948966);
    scree_contact c =
        judged("Jolt 2103", &capsule, upright, &cylinder, pose_at(-0.951660156, -2.09155273, -7.63574218));
    CHECK_NEAR(c.distance, 0, 0.01);
}

// coal-library/coal issue 189, after: a convex body against a half space was refused.
static void hull_on_ground(void)
{
    const scree_vec3 p[] = { { 1, 1, 1 }, { 1, -1, -1 }, { -1, 1, -1 }, { -1, -1, 1 } };
    scree_solid ground = solid_plane(s3(0, 0, 2), 0), tetrahedron = solid_hull(p, 4);
    scree_contact c = judged("coal 189", &ground, pose_at(0, 0, 0), &tetrahedron, pose_at(3, 4, 0.75));
    CHECK_NEAR(c.distance, -0.25, 1e-16);
    CHECK_NORMAL(c, 0, 0, 1);
    c = judged("coal 189", &tetrahedron, pose_at(3, 4, 1.75), &ground, pose_at(0, 0, 0));
    CHECK_NEAR(c.distance, 0.75, 1e-16);
    CHECK_NORMAL(c, 0, 0, -1);
}

// Found by the hunt: a ball's centre inside a hull that has faces in one plane to 1e-8, or to 1e-6: the plane it was the
// least behind was that of a face adjacent to the one that holds the point on the hull.
static void inside_level_faces(void)
{
    const scree_vec3 bottom[] = { { 3, 0, -1.51779486 },   { 0, 0, 2 },
                                  { 3, 1, -1.5 },          { -3, 1, -1.51779486 },
                                  { 2, -2, -1.517794864 }, { 0, 0, -1.517794864 } };
    const scree_vec3 wide[] = { { 2e3, 0, 0 },  { 0, 2e3, -181.4207147 },   { 0, 0, 200 },
                                { -2e3, 0, 0 }, { 0, -2e3, -181.42071469 }, { 0, 0, -181.4207147 } };
    scree_solid ball = solid_round(SCREE_SPHERE, 1, 0), low = solid_hull(bottom, 6), large = solid_hull(wide, 6);
    (void)judged("faces in one plane", &ball, pose_at(0, 0, 0), &low, pose_at(-1, 0, 0.8));
    scree_body tilted = pose_at(0, -2, 2);
    tilted.orientation.x = -2e-5;
    (void)judged("faces in one plane", &ball, pose_at(0, -2, 0), &large, tilted);
}

// The oracle knows no cylinders and tapered capsules: scree_verify() alone.
static void verified(const char *name, scree_shape *s, scree_body a, scree_shape *t, scree_body b)
{
    if (CHECK_MSG(s != NULL && t != NULL, "%s: no shapes", name)) {
        scree_query_options options = scree_query_defaults();
        scree_contact c = { .distance = NAN };
        a.shape = s;
        b.shape = t;
        options.scratch_size = scree_query_scratch(s, t);
        options.scratch = malloc(options.scratch_size + 1);
        CHECK_MSG(scree_query(&a, &b, &options, &c) == SCREE_OK, "%s: no answer", name);
        (void)not_refuted(&a, &b, name, options.tolerance, &c);
        free(options.scratch);
    }
    scree_shape_destroy(s);
    scree_shape_destroy(t);
}

// Found by the hunt: the points of a search that ends at its tolerance are off by that, and so next to no face or edge by
// rounding alone; that of the support vertex was named, far from the point.
static void level_faces_and_round_bodies(void)
{
    const scree_vec3 bottom[] = { { 20, 0, 10 },
                                  { 0, 0, 12 },
                                  { 0, 20, -12.250623340664 },
                                  { -20, 14, 10 },
                                  { -20.1, -4, -12.25062334066 },
                                  { -17, 0, -12.250623340664 },
                                  { 0, -20, 0 },
                                  { 0, -20, -12.250623340664 },
                                  { 15, -10, -12.250623340664 },
                                  { 0, 0, -12.250623340666 } };
    const scree_vec3 blade[] = { { 0, -10, 27.26 },
                                 { 0.00017982049, -3.6851335e-05, 0.0002359397 },
                                 { 0.000159905907, 6.263137e-05, 1.37077e-05 },
                                 { -2.44304, 12.203, -27 },
                                 { 0.0001399913222, 0.00016211408, -0.0002085244 } };
    verified("level faces and a tapered capsule", scree_polyhedron_create(bottom, 10, 0, NULL),
             (scree_body){ NULL, { 0, 0, 0 }, { 0.4, 0.7, 0.4, 0.4 } },
             scree_tapered_capsule_create(0.1, 0.4, 1, 0, NULL), pose_at(-1, 1, 0.4));
    verified("level edges and a cylinder", scree_polyhedron_create(blade, 5, 0, NULL),
             (scree_body){ NULL, { -2.20198, -2.0347, -0.1063 }, { 0.04, 0.21, 0.88, 0.4 } },
             scree_cylinder_create(1, 0.6, 0, NULL),
             (scree_body){ NULL, { -2.202, -2.0347, -0.1063 }, { 0.04, 0.2, 0.9, 0.4 } });
}

int main(void)
{
    sinking_ball();
    overlapping_balls();
    one_centre();
    ball_inside();
    ball_and_box();
    capsule_along_edge();
    chain_of_capsules();
    axis_through_plate();
    capsule_and_box();
    capsule_adjacent_box();
    cylinder_touches_capsule();
    hull_on_ground();
    inside_level_faces();
    level_faces_and_round_bodies();
    return check_done();
}
