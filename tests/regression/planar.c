// Polygons and discs.
#include "report.h"
#include "scree/verify.h"

// MattiaMontanari/openGJK issue 3: a quadrilateral and a triangle that overlap; the distance came out as 0.509.
static void overlapping_polygons(void)
{
    const scree_vec3 a[] = {
        { 0.795121, -0.727851, 0 }, { -0.178424, -0.989183, 0 }, { -0.412644, -0.770664, 0 }, { 0.566564, 0.548772, 0 }
    };
    const scree_vec3 b[] = { { -0.211223, -0.511346, 0 }, { -0.347973, 0.45872, 0 }, { 0.277308, 0.969689, 0 } };
    scree_solid sa = solid_polygon(a, 4), sb = solid_polygon(b, 3);
    scree_contact c = judged("openGJK 3", &sa, pose_at(0, 0, 0), &sb, pose_at(0, 0, 0));
    CHECK(c.state == SCREE_OVERLAPPING && c.distance > -0.2);
}

// RandyGaul/cute_headers issue 160: two rectangles hundreds wide that cross; "not colliding".
static void large_rectangles(void)
{
    const scree_vec3 a[] = { { -568, 928, 0 }, { -568, 1056, 0 }, { -848, 1056, 0 }, { -848, 928, 0 } };
    const scree_vec3 b[] = { { -688, 736, 0 }, { -688, 1184, 0 }, { -912, 1184, 0 }, { -912, 736, 0 } };
    scree_solid sa = solid_polygon(a, 4), sb = solid_polygon(b, 4);
    scree_contact c = judged("cute_headers 160", &sa, pose_at(0, 0, 0), &sb, pose_at(0, 0, 0));
    // B has to go left by 848 - 688 = 160, up or down by 256 and 320.
    CHECK_NEAR(c.distance, -160, 1e-12);
    CHECK_NORMAL(c, -1, 0, 0);
}

// RandyGaul/cute_headers issue 256: a diamond and five others, each 2 deep at a vertex or 1 apart.
static void diamonds(void)
{
    const scree_vec3 diamond[] = { { 40, 30, 0 }, { 50, 40, 0 }, { 40, 50, 0 }, { 30, 40, 0 } };
    const double shift[][2] = { { 0, 18 }, { 18, 0 }, { 0, -18 }, { -18, 0 }, { 0, 21 } };
    scree_solid first = solid_polygon(diamond, 4);
    for (int k = 0; k < 5; ++k) {
        scree_vec3 p[4];
        for (int i = 0; i < 4; ++i) p[i] = s3(diamond[i].x + shift[k][0], diamond[i].y + shift[k][1], 0);
        scree_solid other = solid_polygon(p, 4);
        scree_contact c = judged("cute_headers 256", &first, pose_at(0, 0, 0), &other, pose_at(0, 0, 0));
        // Vertex in vertex: out along a side, at 45 degrees. Apart: the two vertices.
        CHECK_NEAR(c.distance, k < 4 ? -sqrt(2.0) : 1.0, 1e-13);
    }
}

// RandyGaul/cute_headers issue 366: a car's outline, given clockwise, half inside a larger square: no contact came.
static void either_order(void)
{
    const scree_vec3 world[] = { { -1, -1, 0 }, { 1, -1, 0 }, { 1, 1, 0 }, { -1, 1, 0 } };
    const scree_vec3 car[] = { { -0.05, -1.04, 0 }, { 0.05, -1.04, 0 }, { 0.05, -0.94, 0 }, { -0.05, -0.94, 0 } };
    scree_vec3 reversed[4];
    for (int i = 0; i < 4; ++i) reversed[i] = car[3 - i];
    scree_solid w = solid_polygon(world, 4);
    for (int k = 0; k < 2; ++k) {
        scree_solid s = solid_polygon(k ? reversed : car, 4);
        scree_contact c = judged("cute_headers 366", &w, pose_at(0, 0, 0), &s, pose_at(0, 0, 0));
        CHECK_NEAR(c.distance, -0.06, 1e-15);
        CHECK_NORMAL(c, 0, -1, 0);
        CHECK_NEAR(c.patch_area, 0.1, 1e-15);
    }
}

// kroitor/gjk.c pull request 5: two triangles that are the same to 1e-5; now and then "not intersecting".
static void same_triangles(void)
{
    const scree_vec3 a[] = { { 4.000009, 11.000008, 0 }, { 5.000006, 4.999989, 0 }, { 9.000001, 8.999997, 0 } };
    const scree_vec3 b[] = { { 4.000003, 11.000010, 0 }, { 4.999989, 4.999999, 0 }, { 8.999997, 8.999998, 0 } };
    scree_solid sa = solid_polygon(a, 3), sb = solid_polygon(b, 3);
    scree_contact c = judged("gjk.c 5", &sa, pose_at(0, 0, 0), &sb, pose_at(0, 0, 0));
    // Out over the longest side: the height of the triangle on it.
    CHECK_NEAR(c.distance, -28.0 / sqrt(37.0), 1e-4);
}

// erincatto/box2d issue 326: the points (0,0), (10,10), (5,5), (3,3) are collinear; building the polygon corrupted the
// stack. They must be refused; with one point off the line they make a triangle.
static void collinear_points(void)
{
    const scree_vec3 line[] = { { 0, 0, 0 }, { 10, 10, 0 }, { 5, 5, 0 }, { 3, 3, 0 } };
    scree_error error = { .status = SCREE_OK };
    CHECK(scree_polygon_create(line, 4, 0.0, &error) == NULL);
    CHECK(error.status == SCREE_DEGENERATE_SHAPE);
    const scree_vec3 bent[] = { { 0, 0, 0 }, { 10, 10, 0 }, { 5, 5, 0 }, { 3, 3, 0 }, { 10, 0, 0 } };
    scree_solid s = solid_polygon(bent, 5), disc = solid_round(SCREE_DISC, 1, 0);
    scree_contact c = judged("box2d 326", &s, pose_at(0, 0, 0), &disc, pose_at(4, 6, 0));
    CHECK_NEAR(c.distance, sqrt(2.0) - 1, 1e-15);
    scree_shape *shape = scree_polygon_create(bent, 5, 0.0, NULL);
    CHECK(shape != NULL && scree_shape_vertex_count(shape) == 3);
    scree_shape_destroy(shape);
}

// dimforge/parry issue 34: a ball of radius 1 with its centre exactly on the corner of a square of half side 1: no
// contact. The depth is 1: over the corner, or over either side.
static void ball_on_corner(void)
{
    const scree_vec3 square[] = { { -1, -1, 0 }, { 1, -1, 0 }, { 1, 1, 0 }, { -1, 1, 0 } };
    scree_solid s = solid_polygon(square, 4), ball = solid_round(SCREE_DISC, 1, 0);
    scree_contact c = judged("parry 34", &ball, pose_at(1, 1, 0), &s, pose_at(0, 0, 0));
    CHECK_NEAR(c.distance, -1, 1e-15);
    scree_solid box = solid_box(1, 1, 1), sphere = solid_round(SCREE_SPHERE, 1, 0);
    c = judged("parry 34, 3-D", &sphere, pose_at(1, 1, 1), &box, pose_at(0, 0, 0));
    CHECK_NEAR(c.distance, -1, 1e-15);
}

// rustgd/collision-rs issue 111: a circle that moves past a rotated 50 x 10 rectangle; the time of impact search never
// ended. At its two ends, and on the way.
static void circle_and_wall(void)
{
    const scree_vec3 rectangle[] = { { -25, -5, 0 }, { 25, -5, 0 }, { 25, 5, 0 }, { -25, 5, 0 } };
    scree_solid wall = solid_polygon(rectangle, 4), circle = solid_round(SCREE_DISC, 1, 0);
    scree_body at = pose_rotated(164.1754, -13.967552, 0, s3(0, 0, 1), 1.5707963267948966);
    for (int k = 0; k <= 20; ++k) {
        double t = 0.05 * k, x = 158.0754 + t * (159.39767 - 158.0754), y = -5.287695 + t * (-6.6099815 + 5.287695);
        scree_contact c = judged("collision-rs 111", &circle, pose_at(x, y, 0), &wall, at);
        CHECK_NEAR(c.distance, 164.1754 - 5 - x - 1, 1e-13);
        CHECK_NORMAL(c, 1, 0, 0);
    }
}

// MattiaMontanari/openGJK issue 56, after (the arc is cut off): a slice of a disc 1e4 from the origin with arc steps of
// a thousandth, and a rectangle; the distance was NaN.
static void slice_and_rectangle(void)
{
    scree_vec3 p[34];
    for (int i = 0; i < 33; ++i) {
        double angle = -0.96 + 0.012 * i;
        p[i] = s3(14483 + 1130.5 * cos(angle), 45848 + 1130.5 * sin(angle), 0);
    }
    p[33] = s3(14483, 45848, 0);
    scree_solid slice = solid_polygon(p, 34);
    const scree_vec3 r[] = { { -300, -20, 0 }, { 300, -20, 0 }, { 300, 20, 0 }, { -300, 20, 0 } };
    scree_solid rectangle = solid_polygon(r, 4);
    for (int k = 0; k < 20; ++k) {
        judged("openGJK 56", &slice, pose_at(0, 0, 0), &rectangle,
               pose_rotated(15300 + 20 * k, 45100 + 15 * k, 0, s3(0, 0, 1), 0.3 * k));
    }
}

// The hunt: an edge of 1e-13, parallel to one of a triangle 1e5 times as large as its polygon. In the pair's frame its two ends
// are one point; the vertex beyond it passed for one over it, and the points came out 23,000 off the small triangle.
static void edge_below_rounding(void)
{
    const scree_vec3 a[] = { { 0, 0, 0 },
                             { 24182.123312399, 181968.1783651688, 0 },
                             { 179743.037144543, 34113.67760709261, 0 } };
    const scree_vec3 b[] = { { 0, 0, 0 },
                             { 0.9999999999999084, -5.2887899438183e-14, 0 },
                             { 0.9999999999999142, 4.9520320903598e-14, 0 } };
    scree_solid sa = solid_polygon(a, 3), sb = solid_polygon(b, 3);
    scree_contact c = judged("edge below rounding", &sa, pose_at(-1.548e+05, 8.63e+04, 0), &sb,
                             pose_rotated(0, 1.4e+05, 0, s3(0, 0, 1), -2.2744866834812556));
    CHECK(fabs(c.point_b.x) < 2.0);
}

// The hunt: a disc beside a sliver 1e-16 thick. The nearest point was on one edge, the normal that of the next, parallel to it
// to rounding.
static void disc_on_sliver(void)
{
    const scree_vec3 p[] = { { 3e-05, 0, 0 }, { 7.74e-06, 1.5e-16, 0 }, { -2e-05, 9e-17, 0 } };
    scree_solid disc = solid_round(SCREE_DISC, 1, 0), sliver = solid_polygon(p, 3);
    judged("disc on sliver", &disc, pose_at(0, 0, 0), &sliver,
           pose_rotated(-0.48418856, 0.8749637, 0, s3(0, 0, 1), -2.6361494));
}

// The hunt: two needles in each other, a long edge of one at 3e-6 to one of the other. The gaps of the two edges are the same to
// rounding, and the projection of the vertex was beyond the end of the edge that was taken, 8e-12 off the surface.
static void needles(void)
{
    const scree_vec3 a[] = { { 0, 0, 0 }, { -0.5, 1.3e-06, 0 }, { -0.5, -1.3e-06, 0 } };
    const scree_vec3 b[] = { { 1, 0, 0 }, { -0.5, 1.3e-06, 0 }, { -0.5, -1e-06, 0 } };
    scree_solid sa = solid_polygon(a, 3), sb = solid_polygon(b, 3);
    const scree_vec3 z = s3(0, 0, 1);
    judged("needles", &sa, pose_rotated(0.173111872, -0.23033870283, 0, z, 1.1817617), &sb,
           pose_rotated(0.17311187196, -0.23033870283, 0, z, 1.181762));
}

static scree_vec3 support_of_disc(const void *user, scree_vec3 direction)
{
    const double scale = *(const double *)user / sqrt(direction.x * direction.x + direction.y * direction.y);
    return s3(direction.x * scale, direction.y * scale, 0);
}

static void check_users_disc(const scree_body *polygon, const scree_body *disc)
{
    scree_contact c;
    scree_verification v = { 0 };
    CHECK(scree_query(polygon, disc, NULL, &c) == SCREE_OK);
    CHECK(scree_verify(polygon, disc, &c, NULL, &v) == SCREE_OK);
    CHECK_MSG(v.verdict != SCREE_REFUTED, "disc at %g, %g: %s: claimed %.17g, found %.17g, allowed %.3g",
              disc->position.x, disc->position.y, v.reason, v.claimed, v.found, v.allowed);
}

// A disc as a user's support function, far larger than a rounded polygon and overlapping with it: the polygon's point was up to the
// root of the tolerance off the vertex or edge that was named.
static void users_discs(void)
{
    const scree_vec3 p[] = { { 0.19389689199294668, 0.011791638567192564, 0 },
                             { 0.11794651466254269, -0.7167413484157241, 0 },
                             { -0.4771514316815255, -0.7598359387910072, 0 },
                             { 0.3861861036949308, 0.3931035525999971, 0 },
                             { 0.6061306972603158, 0.5823622638195329, 0 } };
    const double radius = 43.570521500019254;
    const scree_support_def def = { .support = support_of_disc, .user = &radius, .dimension = 2, .radius = radius };
    scree_shape *polygon = scree_polygon_create(p, 5, 0.6624537353803361, NULL);
    scree_shape *user = scree_support_shape_create(&def, 0.0, NULL);
    const scree_body a = { polygon, { 0, 0, 0 }, { 1, 0, 0, 1 } };
    scree_body b = { user, { -2.7435873662761296, 45.114430891067684, 0 }, { 1, 0, 0, 0 } };
    check_users_disc(&a, &b);
    for (int i = 0; i < 200; ++i) {
        const double away = 42.0 + 0.02 * i;
        b.position = s3(away * cos(0.7 * i), away * sin(0.7 * i), 0);
        check_users_disc(&a, &b);
    }
    scree_shape_destroy(polygon);
    scree_shape_destroy(user);
}

int main(void)
{
    users_discs();
    needles();
    edge_below_rounding();
    disc_on_sliver();
    overlapping_polygons();
    large_rectangles();
    diamonds();
    either_order();
    same_triangles();
    collinear_points();
    ball_on_corner();
    circle_and_wall();
    slice_and_rectangle();
    return check_done();
}
