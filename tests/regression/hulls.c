// Hulls: near-coplanar, repeated and collinear points, ties between many vertices, points against hulls.
#include "report.h"
#include "scenes/random.h"

// A point as a ball too small to matter: its radius is taken off again.
static double point_distance(const char *name, const scree_solid *hull, scree_vec3 p)
{
    const double radius = 1e-6;
    scree_solid dot = solid_round(SCREE_SPHERE, radius, 0);
    return judged(name, hull, pose_at(0, 0, 0), &dot, pose_at(p.x, p.y, p.z)).distance + radius;
}

// Twenty faces, some of them merged from facets that are in one plane only to 4e-15: a facet is nearer to a point just
// inside than the plane that stands for it, and the interval must say so.
static void point_under_merged_face(void)
{
    const scree_vec3 p[] = { { 0.801168325988947, -0.4444349602608219, 0.4937507300337457 },
                             { 0.9472346970108998, -1.6900850054210863, -0.32906187332664794 },
                             { 0.8955148902850419, -1.4787222607264732, 0.7090377614615547 },
                             { 1.6203327959927274, -0.994542824444069, 0.10471228868485784 },
                             { -0.01908661698834443, 0.10219458554231094, 0.444820836295936 },
                             { 0.07525994730775037, -0.9320927149233403, 0.660107867723745 },
                             { 0.0326331897375135, -0.10916815915230221, -0.5932787984922666 },
                             { 0.8000778530154358, -0.44791327864093616, 0.05578239494704813 },
                             { -0.692184715970172, -0.5933475954347064, 0.011046674284430201 },
                             { -0.11800143649530817, -0.15866730163766757, 0.4597454463513499 },
                             { 0.028064934526644582, -1.404317346797932, -0.36306715700904374 },
                             { -0.023654872199213358, -1.1929546021033188, 0.6750324777791589 },
                             { -0.7910995354771356, -0.8542094826146849, 0.02597128433984411 },
                             { 0.161038933301864, -1.2826447193602835, -1.0616142281263568 },
                             { 0.06669236900576919, -0.24835741889463211, -1.2769012595541656 },
                             { 0.8341370322836915, -0.5871025383832661, -0.6278400661148509 },
                             { -0.6581255367019162, -0.7325368551770363, -0.6725757867774688 } };
    scree_solid hull = solid_hull(p, 17);
    scree_shape *shape = scree_polyhedron_create(p, 17, 0, NULL);
    scree_random random = random_stream(3, 17, 20);
    for (int i = 0; CHECK(shape != NULL) && i < 4000; ++i) {
        int f = i % scree_shape_face_count(shape), corners = scree_shape_face_size(shape, f);
        scree_vec3 n = scree_shape_face_normal(shape, f), p0 = { 0, 0, 0 };
        double sum = 0.0, in = 0.01 * random_unit(&random);
        for (int k = 0; k < corners; ++k) {
            scree_vec3 c = scree_shape_vertex(shape, scree_shape_face_vertices(shape, f)[k]);
            double weight = random_unit(&random);
            sum += weight;
            p0 = s3(p0.x + weight * c.x, p0.y + weight * c.y, p0.z + weight * c.z);
        }
        point_distance("under a merged face", &hull,
                       s3(p0.x / sum - in * n.x, p0.y / sum - in * n.y, p0.z / sum - in * n.z));
    }
    scree_shape_destroy(shape);
}

// FEniCS/dolfinx issue 3653: a point against the hull of seven points; GJK ran into its iteration limit.
static void point_and_seven(void)
{
    const scree_vec3 p[] = { { 46.0659, 38.6251, 16.3637 }, { 44.2764, 42.3867, 18.239 },
                             { 50.0397, 38.4649, 19.9843 }, { 47.1963, 40.4563, 19.1057 },
                             { 48.0266, 38.5593, 18.2475 }, { 45.1735, 40.495, 17.3336 },
                             { 48.0415, 40.4456, 18.1963 } };
    scree_solid hull = solid_hull(p, 7);
    double d = point_distance("dolfinx 3653", &hull, s3(44.2919, 39.7508, 18.8208));
    CHECK(d > 0 && d < 5);
}

// MattiaMontanari/openGJK issue 54, after (the query point is cut off): a truncated cuboid with 24 vertices given to 12
// digits, faces coplanar to 1e-12; the distance of a point was wrong.
static void twelve_digits(void)
{
    const double a = 0.414213562373, b = 0.171572875254;
    scree_vec3 p[24];
    int n = 0;
    for (int k = 0; k < 3; ++k) {
        for (int s = 0; s < 8; ++s) {
            double x = s & 1 ? a : -a, y = s & 2 ? a : -a, z = s & 4 ? b : -b;
            p[n++] = k == 0 ? s3(x, y, z) : k == 1 ? s3(z, x, y) : s3(x, z, y);
        }
    }
    scree_solid hull = solid_hull(p, 24);
    CHECK_NEAR(point_distance("openGJK 54", &hull, s3(0, 0, 1)), 1 - a, 1e-14);
    CHECK_NEAR(point_distance("openGJK 54", &hull, s3(0.1, -0.05, -0.5)), 0.5 - a, 1e-14);
    scree_random r = random_stream(54, 1, 1);
    for (int k = 0; k < 50; ++k) point_distance("openGJK 54", &hull, s3_scale(random_direction(&r), 0.3 + 0.02 * k));
}

// MattiaMontanari/openGJK issue 41, after (the list of vertices is cut off; rebuilt by symmetry): two ball-like hulls
// with many coplanar and tied vertices, apart; the distance was NaN.
static void ball_like(void)
{
    scree_vec3 p[48];
    int n = 0;
    for (int k = 0; k < 3; ++k) {
        for (int s = -1; s <= 1; s += 2) {
            for (int t = -1; t <= 1; t += 2) {
                const scree_vec3 v[3] = { s3(s, 0, 0.70700002 * t), s3(s, 0.414, 0.414 * t), s3(s, -0.414, 0.414 * t) };
                for (int i = 0; i < 3; ++i) {
                    p[n++] = k == 0 ? v[i] : k == 1 ? s3(v[i].y, v[i].x, v[i].z) : s3(v[i].z, v[i].y, v[i].x);
                }
            }
        }
    }
    scree_solid ball = solid_hull(p, n), box = solid_box(0.5, 0.5, 0.5);
    for (int k = 0; k < 12; ++k) {
        scree_contact c = judged("openGJK 41", &ball, pose_at(0, 0, 0), &box, pose_at(3, 0.1 * k, 0.05 * k));
        CHECK(c.distance > 1 && c.distance < 2);
        judged("openGJK 41, two", &ball, pose_at(0, 0, 0), &ball, pose_at(1.5 + 0.1 * k, 0.4, 0.3));
    }
}

// bepu/bepuphysics2 issue 325: points of a furniture model, many within 1e-3 of each other; building the hull never
// ended. The first fifteen of the report.
static void manyed_points(void)
{
    const scree_vec3 p[] = {
        { -0.637357891, 0.347849399, -0.303436399 }, { -0.636290252, 0.345867455, -0.301366687 },
        { -0.992014945, 0.348357588, -0.3031407 },   { -1.00909662, 0.386065364, -0.303337872 },
        { 0.637357891, 0.347849399, -0.303436399 },  { -0.636290252, 0.345918268, 0.701366544 },
        { -0.636503756, 0.345918268, 0.700873733 },  { -0.992655516, 0.346578926, 0.701070845 },
        { -0.992655516, 0.346578926, -0.301070988 }, { 0.636290252, 0.345867455, -0.301366687 },
        { -0.995858312, 0.348510057, -0.301859498 }, { -1.01272643, 0.385912925, -0.302056611 },
        { -1.01037765, 0.390029252, -0.302746475 },  { -0.637357891, 0.389521062, -0.302845061 },
        { 1.00909662, 0.386065364, -0.303337872 },
    };
    scree_solid hull = solid_hull(p, 15);
    for (int k = 0; k < 8; ++k) {
        judged("bepuphysics2 325", &hull, pose_at(0, 0, 0), &hull,
               pose_rotated(0.2 * k, 0.03, 0.1, s3(1, 2, 3), 0.4 * k));
    }
}

// bepu/bepuphysics2 issue 60, after: faces made of many nearly coplanar points: the hull got overlapping faces.
static void nearly_coplanar(void)
{
    enum { SIDE = 3 };
    scree_vec3 p[6 * SIDE * SIDE];
    scree_random r = random_stream(60, 1, 1);
    const double noises[] = { 0, 1e-16, 1e-15, 1e-13, 1e-10 };
    for (int m = 0; m < 5; ++m) {
        int n = 0;
        for (int f = 0; f < 6; ++f) {
            for (int i = 0; i < SIDE * SIDE; ++i) {
                double u = i % SIDE - 1, v = i / SIDE - 1,
                       h = (f & 1 ? 1 : -1) * (1 + noises[m] * random_between(&r, -1, 1));
                p[n++] = f < 2 ? s3(h, u, v) : f < 4 ? s3(u, h, v) : s3(u, v, h);
            }
        }
        scree_solid lumpy = solid_hull(p, n), cube = solid_box(1, 1, 1);
        scree_contact c = judged("bepuphysics2 60", &lumpy, pose_at(0, 0, 0), &cube, pose_at(0.3, 0.2, 2.5));
        CHECK_NEAR(c.distance, 0.5, 1e-15 + 2 * noises[m]);
        c = judged("bepuphysics2 60, inside", &lumpy, pose_at(0, 0, 0), &cube, pose_at(0.3, 0.2, 1.5));
        CHECK_NEAR(c.distance, -0.5, 1e-15 + 2 * noises[m]);
    }
}

// google-deepmind/mujoco_warp issue 258: a ball over a box given as a convex mesh with its top at z = 0; it flew away.
static void ball_on_mesh(void)
{
    const scree_vec3 p[] = { { 1, 1, 0 },  { 1, 1, -1 },  { 1, -1, 0 },  { 1, -1, -1 },
                             { -1, 1, 0 }, { -1, 1, -1 }, { -1, -1, 0 }, { -1, -1, -1 } };
    scree_solid mesh = solid_hull(p, 8), ball = solid_round(SCREE_SPHERE, 0.1, 0);
    scree_contact c = judged("mujoco_warp 258", &mesh, pose_at(0, 0, 0), &ball, pose_at(0, 0.1, 0.3));
    CHECK_NEAR(c.distance, 0.2, 1e-16);
    CHECK_NORMAL(c, 0, 0, 1);
    c = judged("mujoco_warp 258, touching", &mesh, pose_at(0, 0, 0), &ball, pose_at(0, 0.1, 0.1));
    CHECK(c.distance == 0.0);
}

// dimforge/ncollide issue 157, after (the cylinder as a prism of 48 sides): a thin cuboid that just reaches a cylinder,
// 60 away from the origin: "intersecting", and yet no contact.
static void cylinder_and_panel(void)
{
    scree_vec3 p[96];
    for (int i = 0; i < 48; ++i) {
        double angle = 6.283185307179586 * i / 48;
        p[2 * i] = s3(0.5 * cos(angle), -0.925, 0.5 * sin(angle));
        p[2 * i + 1] = s3(0.5 * cos(angle), 0.925, 0.5 * sin(angle));
    }
    scree_solid cylinder = solid_hull(p, 96), panel = solid_box(0.05, 0.75, 0.5);
    for (int k = 0; k < 2; ++k) {
        double shift = k == 0 ? 0 : -60;
        scree_contact c = judged("ncollide 157", &cylinder, pose_at(10.97, 0.925, 61.02 + shift), &panel,
                                 pose_at(11.50, 0.75, 60.5 + shift));
        CHECK_NEAR(c.distance, (11.50 - 0.05) - (10.97 + 0.5), 2e-3);
    }
}

// MattiaMontanari/openGJK issue 20 and flexible-collision-library/fcl issue 319, after: shapes of a robot, a box and a
// drum, where the search called its own state impossible.
static void box_and_drum(void)
{
    scree_vec3 p[64];
    for (int i = 0; i < 32; ++i) {
        double angle = 6.283185307179586 * i / 32;
        p[2 * i] = s3(0.18 * cos(angle), 0.18 * sin(angle), -0.09);
        p[2 * i + 1] = s3(0.18 * cos(angle), 0.18 * sin(angle), 0.09);
    }
    scree_solid drum = solid_hull(p, 64), box = solid_box(0.025, 0.195, 0.735);
    scree_body a = { NULL, { 0.8, -0.385, 0.735 }, { 0.707107, 0, 0, 0.707107 } };
    scree_body b = { NULL, { 0.4, -0.4, 0.93 }, { 0.991445, 0, 0, -0.130526 } };
    scree_contact c = judged("fcl 319", &box, a, &drum, b);
    CHECK_NEAR(c.distance, 0.8 - 0.195 - 0.4 - 0.18, 1e-3);
}

int main(void)
{
    point_under_merged_face();
    point_and_seven();
    twelve_digits();
    ball_like();
    manyed_points();
    nearly_coplanar();
    ball_on_mesh();
    cylinder_and_panel();
    box_and_drum();
    return check_done();
}
