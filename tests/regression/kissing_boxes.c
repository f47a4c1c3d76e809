// Boxes that touch to within a rounding, in general position: where one search says "apart" and the next "overlapping".
// Each function is a public report; "after" says that the geometry is our reading of it.
#include "report.h"

static const char *const edge_error = "origin outside the polytope";

// flexible-collision-library/fcl issue 493: two boxes of side 0.5 with one orientation, face on face; rotation leaves
// them a rounding apart. EPA threw because the origin was outside of its polytope.
static void one_orientation(void)
{
    const double a[12] = { 0.96193976625564348026,  0.15401279915737359216,  0.22572537250328919556,
                           2.0770063995786869349,   -0.19134171618254486313, 0.96936494951283913579,
                           0.15401279915737359216,  0.48468247475641951239,  -0.19509032201612822033,
                           -0.19134171618254486313, 0.96193976625564348026,  1.1543291419087275962 };
    const double b[12] = { 0.96193976625564348026,  0.15401279915737359216,  0.22572537250328919556, 2,
                           -0.19134171618254486313, 0.96936494951283913579,  0.15401279915737359216, 0,
                           -0.19509032201612822033, -0.19134171618254486313, 0.96193976625564348026, 1.25 };
    scree_solid box = solid_box(0.25, 0.25, 0.25);
    scree_contact c = judged(edge_error, &box, pose_matrix(a), &box, pose_matrix(b));
    CHECK_NEAR(c.distance, 0.0, 1e-15);
    CHECK(c.feature_a == SCREE_FEATURE_FACE && c.feature_b == SCREE_FEATURE_FACE);
}

// flexible-collision-library/fcl issue 495: two boxes of side 0.25, meant to be one epsilon apart.
static void epsilon_apart(void)
{
    const double a[12] = { 0.94096063217417758029,  0.29296840037289501035,  0.16959541586174811667,
                           0.073242100093223821977, -0.23569836841299879326, 0.92661523595848427348,
                           -0.29296840037289506586, 0.2316538089896212349,   -0.2429801799032638987,
                           0.23569836841299884878,  0.94096063217417758029,  1.3089245921032497399 };
    const double b[12] = { 0.94096063217417758029,  0.29296840037289501035, 0.16959541586174811667,  0,
                           -0.23569836841299879326, 0.92661523595848427348, -0.29296840037289506586, 0,
                           -0.2429801799032638987,  0.23569836841299884878, 0.94096063217417758029,  1.25 };
    scree_solid box = solid_box(0.125, 0.125, 0.125);
    scree_contact c = judged(edge_error, &box, pose_matrix(a), &box, pose_matrix(b));
    CHECK_NEAR(c.distance, 0.0, 1e-15);
    // From one side of 0 to the other: the distance follows, and so does the verdict.
    for (int k = -40; k <= 40; ++k) {
        double shift = k * 1e-15;
        scree_body moved = pose_matrix(a);
        scree_vec3 up = quat_rotate(moved.orientation, s3(0, 1, 0));
        moved.position = s3_add(moved.position, s3_scale(up, shift));
        scree_contact m = judged("fcl 495, shifted", &box, moved, &box, pose_matrix(b));
        CHECK_NEAR(m.distance, c.distance + shift, 1e-15);
    }
}

// flexible-collision-library/fcl issue 399: two flat-lying boxes whose side faces are nearly parallel (2e-4).
static void nearly_parallel_sides(void)
{
    const double angle_a = atan2(-0.99504432079443971837, -0.099432387353076273628);
    const double angle_b = atan2(-0.099215354901756730444, 0.99506598442099225554);
    scree_solid a = solid_box(0.5 * 0.23768037557601928711, 0.5 * 0.15702305734157562256, 0.125);
    scree_solid b = solid_box(0.5 * 0.01, 0.5 * 0.78165709972381591797, 0.125);
    judged("fcl 399", &a, pose_rotated(0.29526406526565551758, -0.013230856508016586304, 0, s3(0, 0, 1), angle_a), &b,
           pose_rotated(0.22759585694545214629, 0.14974093549228112421, 0, s3(0, 0, 1), angle_b));
}

// flexible-collision-library/fcl issue 398, after: a plate 0.01 thick lies on a long board; the heights add up only to
// a rounding.
static void plate_on_board(void)
{
    scree_solid board = solid_box(0.307, 1.5, 0.0185), plate = solid_box(0.247, 0.276, 0.005);
    double top = 0.9115 + 0.0185 + 0.005;
    for (int k = -3; k <= 3; ++k) {
        double z = top;
        for (int i = 0; i < abs(k); ++i) z = nextafter(z, k < 0 ? 0 : 2);
        scree_contact c = judged("fcl 398", &board, pose_at(-0.675, 0, 0.9115), &plate, pose_at(-0.7, 0.13, z));
        CHECK_NEAR(c.distance, (z - 0.9115) - 0.0185 - 0.005, 2e-16);
        CHECK_NORMAL(c, 0, 0, 1);
    }
}

// flexible-collision-library/fcl issue 445, after (the last row of the second transform is cut off): two boxes on a
// shelf, rotated by about a right angle and 4e-3 apart in angle, tilted by 1e-8.
static void boxes_on_shelf(void)
{
    const double a[12] = { 0.44540578475530234748,     0.89532881496493399442,  -8.8937407685638678971e-09,
                           1.2652949075960071568,      -0.89532881496493377238, 0.44540578475530190339,
                           -2.8948680226084145336e-08, 1.4551012423210101243,   -2.1957263975186326105e-08,
                           2.0856732016652919226e-08,  0.99999999999999955591,  0.49480006232932938204 };
    double b[12] = { 0.44171122913485860728,
                     0.8971572827861190591,
                     -1.622764514865468214e-09,
                     1.1304016226141906376,
                     -0.8971572827861190591,
                     0.44171122913485860728,
                     -5.1621053952306079594e-09,
                     1.8410802645284281009,
                     -3.9144271413829990148e-09,
                     3.7360349218094348098e-09,
                     1,
                     0.44 };
    scree_solid box_a = solid_box(0.15825, 0.1138, 0.0884), box_b = solid_box(0.24715, 0.1773, 0.0376);
    for (int k = 0; k <= 10; ++k) {
        b[11] = 0.36 + 0.01 * k;
        judged("fcl 445", &box_a, pose_matrix(a), &box_b, pose_matrix(b));
    }
}

// flexible-collision-library/fcl issue 390, after (the height of the second box is cut off): a small box against a tall
// thin wall, rotated by a right angle to within 6e-8.
static void box_and_wall(void)
{
    scree_solid box = solid_box(0.015, 0.06, 0.05), wall = solid_box(0.0125, 0.175, 0.9225);
    scree_body a = { NULL, { 0.63499979627350811029, -0.48500002215636439651, 1.0778146458339641356 }, { 1, 0, 0, 1 } };
    a.orientation.x = -4.7e-8;
    a.orientation.y = 1.8e-8;
    scree_body b = { NULL, { 0.8, -0.4575, 0.9225 }, { 1, 0, 0, 1 } };
    scree_contact c = judged("fcl 390", &box, a, &wall, b);
    // Rotated by a right angle: the box reaches 0.06 in x, the wall 0.175 in x and 0.0125 in y.
    CHECK(c.distance < 0.8 - 0.635);
    // Pushed along y until the faces meet: touching within roundings, and the tilt is seen.
    for (int k = -2; k <= 2; ++k) {
        a.position.y = -0.4575 - 0.0125 - 0.015 + k * 1e-9;
        judged("fcl 390, pushed", &box, a, &wall, b);
    }
}

// flexible-collision-library/fcl issue 293: a thin wide plate and a small box, apart; the nearest points were NaN.
static void nan_points(void)
{
    scree_solid plate = solid_box(1.375, 3, 0.025), box = solid_box(0.212, 0.075, 0.0843);
    scree_body b = { NULL, { 0.192074, -0.277870, 0.273546 }, { 0.672811, 0.340674, 0.155066, 0.638138 } };
    scree_contact c = judged("fcl 293", &plate, pose_at(1.625, 0, 0.5), &box, b);
    CHECK(c.state == SCREE_SEPARATED);
}

// RobotLocomotion/drake pull request 20033, after: where boxes touch, the normal (the gradient of the distance) had to
// be rebuilt by hand, by the kind of contact. Here it is there, for every kind.
static void normals_of_touching(void)
{
    scree_solid cube = solid_box(0.5, 0.5, 0.5);
    scree_contact face = judged("drake 20033, face", &cube, pose_at(0, 0, 0), &cube, pose_at(0.25, 0.25, 1));
    CHECK_NORMAL(face, 0, 0, 1);
    double reach = sqrt(0.5);
    scree_contact edge = judged("drake 20033, edge on face", &cube, pose_at(0, 0, 0), &cube,
                                pose_rotated(0, 0, 0.5 + reach, s3(1, 0, 0), 0.7853981633974483));
    CHECK_NEAR(edge.distance, 0, 1e-15);
    CHECK_NORMAL(edge, 0, 0, 1);
    scree_body crossed = pose_rotated(0, 0, 2 * reach, s3(1, 0, 0), 0.7853981633974483);
    scree_contact edges = judged("drake 20033, crossed edges", &cube,
                                 pose_rotated(0, 0, 0, s3(0, 1, 0), 0.7853981633974483), &cube, crossed);
    CHECK_NEAR(edges.distance, 0, 1e-15);
    CHECK_NORMAL(edges, 0, 0, 1);
    CHECK(edges.feature_a == SCREE_FEATURE_EDGE && edges.feature_b == SCREE_FEATURE_EDGE);
}

int main(void)
{
    one_orientation();
    epsilon_apart();
    nearly_parallel_sides();
    plate_on_board();
    boxes_on_shelf();
    box_and_wall();
    nan_points();
    normals_of_touching();
    return check_done();
}
