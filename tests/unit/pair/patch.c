// The polygon in which two features meet: each kind of meeting in its plainest form, with the answer written down.
#include <stdlib.h>

#include "check.h"
#include "scenes/place.h"
#include "scenes/random.h"
#include "scree/query.h"

enum { CORNERS = 64, SCRATCH = 1 << 18 };

static unsigned char scratch[SCRATCH];

typedef struct meeting {
    scree_contact c;
    scree_patch patch;
    scree_vec3 polygon[CORNERS];
} meeting;

static meeting meet(const scree_shape *a, scree_vec3 place_a, scree_quat rotation_a, const scree_shape *b,
                    scree_vec3 place_b, scree_quat rotation_b)
{
    meeting m = { .patch = { .count = -1 } };
    scree_body body_a = { a, place_a, rotation_a }, body_b = { b, place_b, rotation_b };
    scree_query_options o = scree_query_defaults();
    o.scratch = scratch;
    o.scratch_size = SCRATCH;
    CHECK(scree_query(&body_a, &body_b, &o, &m.c) == SCREE_OK);
    CHECK(scree_contact_patch(&body_a, &body_b, &m.c, &o, &m.patch, m.polygon, CORNERS) == SCREE_OK);
    // The two ways to ask for the area and the middle agree.
    CHECK_NEAR(m.patch.area, m.c.patch_area, 1e-13);
    if (m.patch.count >= 2) {
        scree_vec3 off = s3_sub(m.patch.centroid, m.c.point);
        CHECK_MSG(sqrt(s3_dot(off, off)) <= 1e-12, "centroid off by %.3g", sqrt(s3_dot(off, off)));
        CHECK(m.patch.normal.x == m.c.normal.x && m.patch.normal.z == m.c.normal.z);
    }
    return m;
}

static const scree_quat none = { 1, 0, 0, 0 };
static const double quarter = 1.5707963267948966;

static void check_point(scree_vec3 p, double x, double y, double z)
{
    CHECK_NEAR(p.x, x, 1e-12);
    CHECK_NEAR(p.y, y, 1e-12);
    CHECK_NEAR(p.z, z, 1e-12);
}

// Two boxes: a face on a face, shifted; rotated by an eighth, an octagon; a small one on a large one.
static void check_faces(const scree_shape *cube, const scree_shape *small)
{
    meeting m = meet(cube, s3(0, 0, 0), none, cube, s3(1, 0.5, 2), none);
    CHECK(m.patch.count == 4);
    CHECK_NEAR(m.patch.area, 1.5, 1e-14);
    check_point(m.patch.centroid, 0.5, 0.25, 1);
    m = meet(cube, s3(0, 0, 0), none, cube, s3(0, 0, 2.5), quat_about(s3(0, 0, 1), 0.5 * quarter));
    CHECK(m.patch.count == 8);
    CHECK_NEAR(m.patch.area, 8 * (sqrt(2.0) - 1), 1e-13);
    check_point(m.patch.centroid, 0, 0, 1.25);
    for (int i = 0; i < m.patch.count; ++i) CHECK_NEAR(m.polygon[i].z, 1.25, 1e-14);
    m = meet(cube, s3(0, 0, 0), none, small, s3(0.25, 0.5, 1.125), none);
    CHECK(m.patch.count == 4 && m.c.distance == -0.125);
    CHECK_NEAR(m.patch.area, 0.25, 1e-14);
    check_point(m.patch.centroid, 0.25, 0.5, 0.9375);
}

// Cubes that share an edge, a corner, or nothing across the normal: no polygon of three corners, no area.
static void check_rims(const scree_shape *cube)
{
    meeting m = meet(cube, s3(0, 0, 0), none, cube, s3(2, 2, 0.5), none); // a part of an edge
    CHECK(m.c.distance == 0.0 && m.patch.area == 0.0);
    CHECK(m.patch.count <= 4);
    for (int i = 0; i < m.patch.count; ++i) CHECK(fabs(m.polygon[i].x - 1) + fabs(m.polygon[i].y - 1) < 1e-14);
    m = meet(cube, s3(0, 0, 0), none, cube, s3(2, 2, 2), none); // a corner
    CHECK(m.c.distance == 0.0 && m.patch.area == 0.0);
    check_point(m.c.point, 1, 1, 1);
    m = meet(cube, s3(0, 0, 0), none, cube, s3(3, 3, 0), none); // edge over edge, along z
    CHECK(m.patch.count == 2 && m.patch.area == 0.0);
    CHECK_NEAR(m.c.distance, sqrt(2.0), 1e-15);
    check_point(m.patch.centroid, 1.5, 1.5, 0);
    CHECK_NEAR(fabs(m.polygon[0].z - m.polygon[1].z), 2.0, 1e-14);
    m = meet(cube, s3(0, 0, 0), none, cube, s3(3, 3, 3), none); // corner over corner
    CHECK(m.patch.count == 0 && m.c.patch_area == 0.0);
    CHECK_NEAR(m.c.distance, sqrt(3.0), 1e-15);
    m = meet(cube, s3(0, 0, 0), none, cube, s3(3, 3, 2), none); // edges in line, end to end
    CHECK(m.patch.area == 0.0);
    CHECK_NEAR(m.c.distance, sqrt(2.0), 1e-15);
}

// An edge across a face, an edge across an edge.
static void check_edges(const scree_shape *cube)
{
    double high = 1 + sqrt(2.0) - 0.25;
    meeting m = meet(cube, s3(0, 0, 0), none, cube, s3(0, 0.5, high), quat_about(s3(1, 0, 0), 0.5 * quarter));
    CHECK(m.patch.count == 2 && m.patch.area == 0.0);
    CHECK(m.c.feature_a == SCREE_FEATURE_FACE && m.c.feature_b == SCREE_FEATURE_EDGE);
    CHECK_NEAR(m.c.distance, -0.25, 1e-14);
    check_point(m.patch.centroid, 0, 0.5, 0.875);
    scree_quat ridge = quat_about(s3(1, 0, 0), 0.5 * quarter);
    scree_quat across = quat_times(quat_about(s3(0, 0, 1), 0.75 * quarter), ridge);
    m = meet(cube, s3(0, 0, 0), ridge, cube, s3(0, 0, 2 * sqrt(2.0) + 0.5), across);
    CHECK(m.patch.count == 0 && m.c.feature_a == SCREE_FEATURE_EDGE && m.c.feature_b == SCREE_FEATURE_EDGE);
    CHECK_NEAR(m.c.distance, 0.5, 1e-14);
    check_point(m.c.point, 0, 0, sqrt(2.0) + 0.25);
    m = meet(cube, s3(0, 0, 0), ridge, cube, s3(0.5, 0, 2 * sqrt(2.0) + 0.5), ridge); // ridge on ridge, in line
    CHECK(m.patch.count == 2);
    check_point(m.patch.centroid, 0.25, 0, sqrt(2.0) + 0.25);
}

// Capsules on faces, beside each other, end on; spheres have no patch.
static void check_round(const scree_shape *cube)
{
    scree_shape *capsule = scree_capsule_create(0.5, 3, 0, NULL), *ball = scree_sphere_create(1, 0, NULL);
    scree_shape *soft = scree_box_create(s3(1, 1, 1), 0.25, NULL);
    scree_quat lie = quat_about(s3(0, 1, 0), quarter);
    meeting m = meet(cube, s3(0, 0, 0), none, capsule, s3(0.5, 0.25, 1.75), lie);
    CHECK(m.patch.count == 2 && m.c.feature_a == SCREE_FEATURE_FACE && m.c.feature_b == SCREE_FEATURE_SURFACE);
    check_point(m.patch.centroid, 0, 0.25, 1.125);
    CHECK_NEAR(fabs(m.polygon[0].x - m.polygon[1].x), 2.0, 1e-14);
    m = meet(capsule, s3(0, 0, 0), none, capsule, s3(2, 0, 1), none); // side by side: z from -2 to 3
    CHECK(m.patch.count == 2);
    check_point(m.patch.centroid, 1, 0, 0.5);
    m = meet(capsule, s3(0, 0, 0), none, capsule, s3(0, 0, 8), none); // end to end
    CHECK(m.patch.count == 0 && m.c.distance == 1.0);
    m = meet(capsule, s3(0, 0, 0), none, capsule, s3(2, 0, 0), lie); // crossed
    CHECK(m.patch.count == 0);
    m = meet(ball, s3(0, 0, 0), none, cube, s3(0, 0, 2.5), none);
    CHECK(m.patch.count == 0 && m.c.distance == 0.5);
    m = meet(soft, s3(0, 0, 0), none, soft, s3(1, 0, 2.625), none); // rounded: midway between the skins
    CHECK(m.patch.count == 4);
    CHECK_NEAR(m.patch.area, 2.0, 1e-14);
    check_point(m.patch.centroid, 0.5, 0, 1.3125);
    m = meet(cube, s3(0, 0, 0), none, soft, s3(0, 0, 2.5), none); // of unequal radii: midway between skins, not cores
    check_point(m.patch.centroid, 0, 0, 1.125);
    scree_shape_destroy(capsule);
    scree_shape_destroy(ball);
    scree_shape_destroy(soft);
}

// On a half space all of the feature is the patch; two half spaces, and users' own shapes, have none.
static scree_vec3 dot_support(const void *user, scree_vec3 direction)
{
    (void)user;
    (void)direction;
    return s3(0, 0, 0);
}

static void check_half_spaces(const scree_shape *cube)
{
    scree_shape *floor = scree_half_space_create(s3(0, 0, 1), 0, 0, NULL),
                *roof = scree_half_space_create(s3(0, 0, -1), -1, 0, NULL);
    scree_shape *capsule = scree_capsule_create(0.5, 2, 0, NULL);
    scree_support_def def = { .support = dot_support, .dimension = 3, .radius = 1 };
    scree_shape *own = scree_support_shape_create(&def, 0, NULL);
    for (int way = 0; way < 2; ++way) {
        const scree_shape *first = way ? cube : floor, *second = way ? floor : cube;
        meeting m = meet(first, s3(0, 0, way ? 1.5 : 0), none, second, s3(0, 0, way ? 0 : 1.5), none);
        CHECK(m.patch.count == 4 && m.c.distance == 0.5);
        CHECK_NEAR(m.patch.area, 4.0, 1e-14);
        check_point(m.patch.centroid, 0, 0, 0.25);
    }
    meeting m = meet(floor, s3(0, 0, 0), none, cube, s3(0, 0, 2), quat_about(s3(1, 0, 0), 0.5 * quarter));
    CHECK(m.patch.count == 2);
    check_point(m.patch.centroid, 0, 0, 1 - sqrt(0.5));
    m = meet(floor, s3(0, 0, 0), none, capsule, s3(1, 2, 1), quat_about(s3(0, 1, 0), quarter));
    CHECK(m.patch.count == 2);
    check_point(m.patch.centroid, 1, 2, 0.25);
    m = meet(floor, s3(0, 0, 0), none, capsule, s3(1, 2, 4), none);
    CHECK(m.patch.count == 0);
    m = meet(floor, s3(0, 0, 0), none, roof, s3(0, 0, 0), none);
    CHECK(m.patch.count == 0 && m.c.distance == 1.0);
    m = meet(floor, s3(0, 0, 0), none, own, s3(0, 0, 3), none);
    CHECK(m.patch.count == 0 && m.c.distance == 3.0);
    m = meet(cube, s3(0, 0, 0), none, own, s3(0, 0, 3), none);
    CHECK(m.patch.count == 0 && m.c.distance == 2.0);
    scree_shape_destroy(floor);
    scree_shape_destroy(roof);
    scree_shape_destroy(capsule);
    scree_shape_destroy(own);
}

// In the plane: two edges share a segment, whose length is the measure; a corner and an edge share none.
static void check_planar(void)
{
    const scree_vec3 corner[4] = { { -1, -1, 0 }, { 1, -1, 0 }, { 1, 1, 0 }, { -1, 1, 0 } };
    scree_shape *square = scree_polygon_create(corner, 4, 0, NULL), *disc = scree_disc_create(1, 0, NULL);
    meeting m = meet(square, s3(0, 0, 0), none, square, s3(2.25, 0.5, 0), none);
    CHECK(m.patch.count == 2 && m.c.distance == 0.25);
    CHECK_NEAR(m.patch.area, 1.5, 1e-14);
    check_point(m.patch.centroid, 1.125, 0.25, 0);
    m = meet(square, s3(0, 0, 0), none, square, s3(2.5, 0, 0), scree_quat_about_z(0.5 * quarter));
    CHECK(m.patch.count == 0 && m.c.feature_a == SCREE_FEATURE_EDGE && m.c.feature_b == SCREE_FEATURE_VERTEX);
    m = meet(square, s3(0, 0, 0), none, square, s3(2, 2, 0), none); // a corner shared
    CHECK(m.c.distance == 0.0);
    CHECK_NEAR(m.patch.area, 0.0, 1e-15);
    check_point(m.c.point, 1, 1, 0);
    m = meet(square, s3(0, 0, 0), none, disc, s3(0, 2.5, 0), none);
    CHECK(m.patch.count == 0 && m.c.distance == 0.5);
    scree_shape_destroy(square);
    scree_shape_destroy(disc);
}

// Less room than corners: the first of them, and the true count. Prisms of 60 sides share 60 corners.
static void check_capacity(const scree_shape *cube)
{
    scree_body a = scree_body_at(cube, s3(0, 0, 0)), b = { cube, { 0, 0, 2 }, quat_about(s3(0, 0, 1), 0.5 * quarter) };
    scree_contact c;
    scree_patch patch, none_asked;
    scree_vec3 all[CORNERS], few[CORNERS];
    for (int i = 0; i < CORNERS; ++i) few[i] = s3(99, 99, 99);
    CHECK(scree_query(&a, &b, NULL, &c) == SCREE_OK);
    CHECK(scree_contact_patch(&a, &b, &c, NULL, &patch, all, CORNERS) == SCREE_OK && patch.count == 8);
    CHECK(scree_contact_patch(&a, &b, &c, NULL, &patch, few, 3) == SCREE_OK && patch.count == 8);
    for (int i = 0; i < CORNERS; ++i) CHECK(i < 3 ? few[i].x == all[i].x && few[i].y == all[i].y : few[i].x == 99);
    CHECK(scree_contact_patch(&a, &b, &c, NULL, &none_asked, NULL, 0) == SCREE_OK && none_asked.count == 8);
    CHECK(none_asked.area == patch.area);
    // The corners run round the normal, counter-clockwise.
    scree_vec3 sum = s3(0, 0, 0);
    for (int i = 0; i < 8; ++i) sum = s3_add(sum, s3_cross(all[i], all[(i + 1) % 8]));
    CHECK_NEAR(0.5 * s3_dot(sum, patch.normal), patch.area, 1e-13);
}

static void check_refusals(const scree_shape *cube)
{
    const scree_vec3 corner[3] = { { 0, 0, 0 }, { 1, 0, 0 }, { 0, 1, 0 } };
    scree_shape *flat = scree_polygon_create(corner, 3, 0, NULL);
    scree_body a = scree_body_at(cube, s3(0, 0, 0)), b = scree_body_at(cube, s3(0, 0, 2)), empty = { 0 };
    scree_body lost = scree_body_at(cube, s3(NAN, 0, 0)), planar = scree_body_at(flat, s3(0, 0, 0));
    scree_contact c, bad;
    scree_patch patch = { .count = 7 };
    scree_vec3 polygon[4];
    CHECK(scree_query(&a, &b, NULL, &c) == SCREE_OK);
    CHECK(scree_contact_patch(NULL, &b, &c, NULL, &patch, polygon, 4) == SCREE_INVALID_ARGUMENT);
    CHECK(scree_contact_patch(&a, NULL, &c, NULL, &patch, polygon, 4) == SCREE_INVALID_ARGUMENT);
    CHECK(scree_contact_patch(&a, &b, NULL, NULL, &patch, polygon, 4) == SCREE_INVALID_ARGUMENT);
    CHECK(scree_contact_patch(&a, &b, &c, NULL, NULL, polygon, 4) == SCREE_INVALID_ARGUMENT);
    CHECK(scree_contact_patch(&a, &b, &c, NULL, &patch, polygon, -1) == SCREE_INVALID_ARGUMENT);
    CHECK(scree_contact_patch(&a, &b, &c, NULL, &patch, NULL, 4) == SCREE_INVALID_ARGUMENT);
    CHECK(scree_contact_patch(&empty, &b, &c, NULL, &patch, polygon, 4) == SCREE_INVALID_ARGUMENT && patch.count == 0);
    CHECK(scree_contact_patch(&a, &empty, &c, NULL, &patch, polygon, 4) == SCREE_INVALID_ARGUMENT);
    CHECK(scree_contact_patch(&lost, &b, &c, NULL, &patch, polygon, 4) == SCREE_INVALID_POSE);
    CHECK(scree_contact_patch(&a, &lost, &c, NULL, &patch, polygon, 4) == SCREE_INVALID_POSE);
    CHECK(scree_contact_patch(&a, &planar, &c, NULL, &patch, polygon, 4) == SCREE_MIXED_DIMENSIONS);
    bad = c;
    bad.normal = s3(0, 0, 0);
    CHECK(scree_contact_patch(&a, &b, &bad, NULL, &patch, polygon, 4) == SCREE_INVALID_ARGUMENT);
    for (int i = 0; i < 3; ++i) {
        bad.normal = s3(i == 0 ? NAN : 0, i == 1 ? INFINITY : 0, i == 2 ? -INFINITY : 0);
        CHECK(scree_contact_patch(&a, &b, &bad, NULL, &patch, polygon, 4) == SCREE_INVALID_ARGUMENT);
    }
    scree_query_options o = scree_query_defaults();
    CHECK(scree_contact_patch(&a, &b, &c, &o, &patch, polygon, 4) == SCREE_OK && patch.count == 4); // on the stack
    size_t enough = scree_query_scratch(cube, cube);
    o.scratch = malloc(enough);
    o.scratch_size = 64;
    CHECK(scree_contact_patch(&a, &b, &c, &o, &patch, polygon, 4) == SCREE_SCRATCH_TOO_SMALL);
    o.scratch_size = enough;
    CHECK(scree_contact_patch(&a, &b, &c, &o, &patch, polygon, 4) == SCREE_OK && patch.count == 4);
    free(o.scratch);
    scree_shape_destroy(flat);
}

int main(void)
{
    scree_shape *cube = scree_box_create(s3(1, 1, 1), 0, NULL),
                *small = scree_box_create(s3(0.25, 0.25, 0.25), 0, NULL);
    check_faces(cube, small);
    check_rims(cube);
    check_edges(cube);
    check_round(cube);
    check_half_spaces(cube);
    check_planar();
    check_capacity(cube);
    check_refusals(cube);
    scree_shape_destroy(cube);
    scree_shape_destroy(small);
    return check_done();
}
