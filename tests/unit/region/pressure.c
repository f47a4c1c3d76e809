// The pressure field where it has a closed form, and the statuses.
#include <stdlib.h>

#include "check.h"
#include "scenes/place.h"
#include "scenes/random.h"
#include "scree/scree.h"

static scree_pressure query(const scree_body *a, const scree_body *b, bool energy)
{
    const scree_pressure_options o = { .energy = energy };
    scree_pressure p;
    CHECK(scree_pressure_query(a, b, NULL, &o, &p) == SCREE_OK);
    return p;
}

// 2 times the integral of the distance to the boundary of a box of sides a >= b >= h: inset boxes, from t = 0 to h / 2.
static double box_energy(double a, double b, double h)
{
    const double t = 0.5 * h; // the integral of (a - 2t)(b - 2t)(h - 2t)
    return 2.0 * (a * b * h * t - (a * b + a * h + b * h) * t * t + 4.0 / 3.0 * (a + b + h) * t * t * t -
                  2.0 * t * t * t * t);
}

// A smaller box pressed into the face of a larger one: the shared volume is a box, with 5 faces of the smaller one.
static void check_box_in_face(void)
{
    scree_shape *large = scree_box_create(s3(2, 2, 1), 0.0, NULL),
                *small = scree_box_create(s3(0.5, 0.25, 0.5), 0.0, NULL);
    const double h = 0.1, d = 1e-5;
    const scree_body a = scree_body_at(large, s3(0, 0, 0));
    scree_body b = scree_body_at(small, s3(0.3, -0.2, 1.5 - h));
    const scree_pressure p = query(&a, &b, true);
    CHECK_NEAR(p.energy, box_energy(1.0, 0.5, h), 1e-15);
    // The force is the slope of the energy in h.
    const double force = (box_energy(1.0, 0.5, h + d) - box_energy(1.0, 0.5, h - d)) / (2.0 * d);
    CHECK_NEAR(p.force.z, force, 1e-9);
    CHECK_NEAR(p.force.x, 0.0, 1e-15);
    CHECK_NEAR(p.force.y, 0.0, 1e-15);
    CHECK_NEAR(p.centre.x, 0.3, 1e-15);
    CHECK_NEAR(p.centre.y, -0.2, 1e-15);
    CHECK_NEAR(p.couple.x, 0.0, 1e-15);
    CHECK_NEAR(p.couple.y, 0.0, 1e-15);
    // S closes the smaller box's lower end: its projection is the whole face.
    CHECK_NEAR(p.area, 0.5, 1e-14);
    CHECK_NEAR(p.moments.xx, 0.5 / 12.0, 1e-14);
    CHECK_NEAR(p.moments.yy, 0.125 / 12.0, 1e-14);
    CHECK_NEAR(p.moments.xy, 0.0, 1e-14);
    CHECK(!p.deep && p.status == SCREE_OK);
    b.position.z = 1.1; // 0.4 deep, the inscribed ball has 0.25
    CHECK(query(&a, &b, false).deep);
    scree_shape_destroy(large);
    scree_shape_destroy(small);
}

// On a half space. All five faces of the box that are in it count.
static void check_half_space(void)
{
    scree_shape *floor = scree_half_space_create(s3(0, 0, 2), 0.0, 0.0, NULL);
    scree_shape *box = scree_box_create(s3(0.5, 0.5, 0.5), 0.0, NULL);
    const double h = 0.01;
    const scree_body a = scree_body_at(floor, s3(5, 6, 7)), b = scree_body_at(box, s3(1, 2, 7.5 - h));
    const scree_pressure p = query(&a, &b, true);
    CHECK_NEAR(p.energy, box_energy(1.0, 1.0, h), 1e-15);
    CHECK_NEAR(p.area, 1.0, 1e-13);
    CHECK(p.force.z > 0.97 * h && p.force.z < h);
    CHECK_NEAR(p.centre.z, 7.0 - 0.5 * h, 2e-4);
    scree_pressure q;
    CHECK(scree_pressure_query(&a, &a, NULL, NULL, &q) == SCREE_UNSUPPORTED_PAIR && q.status == SCREE_UNSUPPORTED_PAIR);
    scree_shape_destroy(floor);
    scree_shape_destroy(box);
}

// Two equal cubes, flush: the sides lie in common planes, and no force is sideways.
static void check_flush(void)
{
    scree_shape *box = scree_box_create(s3(0.5, 0.5, 0.5), 0.0, NULL);
    const double h = 0.02;
    const scree_body a = scree_body_at(box, s3(0, 0, 0)), b = scree_body_at(box, s3(0, 0, 1.0 - h));
    const scree_pressure p = query(&a, &b, true);
    CHECK_NEAR(p.energy, box_energy(1.0, 1.0, h), 1e-15);
    CHECK_NEAR(p.force.x, 0.0, 1e-15);
    CHECK_NEAR(p.force.y, 0.0, 1e-15);
    CHECK_NEAR(p.couple.x, 0.0, 1e-15);
    CHECK_NEAR(p.area, 1.0, 1e-13);
    // Shifted a little, the mean of both ways is what it was.
    const double d = 1e-7;
    scree_body c = b;
    c.position.x = d;
    const scree_pressure plus = query(&a, &c, false);
    c.position.x = -d;
    const scree_pressure minus = query(&a, &c, false);
    CHECK_NEAR(0.5 * (plus.force.z + minus.force.z), p.force.z, 1e-8);
    CHECK_NEAR(plus.force.x, -minus.force.x, 1e-12);
    CHECK(plus.force.x > 0.0 && plus.force.x < 2.0 * h * h); // energy falls where they slide apart
    // The same body twice: neither presses.
    const scree_pressure same = query(&a, &a, true);
    CHECK_NEAR(same.energy, box_energy(1.0, 1.0, 1.0), 1e-14);
    CHECK(same.force.x == 0.0 && same.force.y == 0.0 && same.force.z == 0.0 && same.deep);
    scree_shape_destroy(box);
}

static void check_apart_and_inside(void)
{
    scree_shape *box = scree_box_create(s3(0.5, 0.5, 0.5), 0.0, NULL),
                *small = scree_box_create(s3(0.1, 0.1, 0.1), 0.0, NULL);
    const scree_body a = scree_body_at(box, s3(0, 0, 0)), b = scree_body_at(box, s3(0, 0.2, 1.5));
    const scree_body touching = scree_body_at(box, s3(1, 0.2, 0)), inside = scree_body_at(small, s3(0.1, 0, 0));
    const scree_pressure p = query(&a, &b, true), q = query(&a, &touching, true), r = query(&a, &inside, true);
    CHECK(p.force.z == 0.0 && p.area == 0.0 && p.energy == 0.0 && !p.deep);
    CHECK(q.force.x == 0.0 && q.area == 0.0);
    CHECK(r.force.x == 0.0 && r.area == 0.0 && r.deep);
    CHECK_NEAR(r.energy, box_energy(0.2, 0.2, 0.2), 1e-15);
    scree_shape_destroy(box);
    scree_shape_destroy(small);
}

// Two squares: 2-D.
static void check_squares(void)
{
    const scree_vec3 corner[4] = { { -0.5, -0.5, 0 }, { 0.5, -0.5, 0 }, { 0.5, 0.5, 0 }, { -0.5, 0.5, 0 } };
    const scree_vec3 wide[4] = { { -2, -1, 0 }, { 2, -1, 0 }, { 2, 0, 0 }, { -2, 0, 0 } };
    scree_shape *square = scree_polygon_create(corner, 4, 0.0, NULL),
                *ground = scree_polygon_create(wide, 4, 0.0, NULL);
    const double h = 0.1;
    const scree_body a = scree_body_at(ground, s3(0, 0, 0)), b = scree_body_at(square, s3(0.4, 0.5 - h, 0));
    const scree_pressure p = query(&a, &b, true);
    // A rectangle of 1 by h: 2 times the integral of (1 - 2t)(h - 2t) to h / 2.
    CHECK_NEAR(p.energy, 0.5 * h * h - h * h * h / 6.0, 1e-15);
    CHECK_NEAR(p.force.y, h - 0.5 * h * h, 1e-14);
    CHECK_NEAR(p.force.x, 0.0, 1e-15);
    CHECK_NEAR(p.centre.x, 0.4, 1e-15);
    CHECK_NEAR(p.area, 1.0, 1e-14);
    CHECK_NEAR(p.moments.xx, 1.0 / 12.0, 1e-14);
    CHECK(p.couple.x == 0.0 && p.couple.y == 0.0 && p.moments.zz == 0.0);
    CHECK_NEAR(p.couple.z, 0.0, 1e-15);
    scree_pressure mixed;
    scree_shape *box = scree_box_create(s3(1, 1, 1), 0.0, NULL), *disc = scree_disc_create(1.0, 0.0, NULL);
    const scree_body c = scree_body_at(box, s3(0, 0, 0)), d = scree_body_at(disc, s3(0, 0, 0));
    CHECK(scree_pressure_query(&a, &c, NULL, NULL, &mixed) == SCREE_UNSUPPORTED_PAIR);
    CHECK(scree_pressure_query(&a, &d, NULL, NULL, &mixed) == SCREE_UNSUPPORTED_PAIR);
    scree_shape_destroy(square);
    scree_shape_destroy(ground);
    scree_shape_destroy(box);
    scree_shape_destroy(disc);
}

// Rounded shapes have no such field; a bad pose is one.
static void check_statuses(void)
{
    scree_shape *box = scree_box_create(s3(0.5, 0.5, 0.5), 0.0, NULL),
                *rounded = scree_box_create(s3(0.5, 0.5, 0.5), 0.1, NULL);
    const scree_body a = scree_body_at(box, s3(0, 0, 0)), b = scree_body_at(rounded, s3(0, 0.2, 0.9));
    scree_body c = a;
    scree_pressure p;
    CHECK(scree_pressure_query(&a, &b, NULL, NULL, &p) == SCREE_UNSUPPORTED_PAIR);
    CHECK(scree_pressure_scratch(box, rounded) == 0 && !scree_pressure_serves(box, rounded));
    c.orientation = (scree_quat){ 0, 0, 0, 0 };
    CHECK(scree_pressure_query(&a, &c, NULL, NULL, &p) == SCREE_INVALID_POSE && p.status == SCREE_INVALID_POSE);
    scree_shape_destroy(box);
    scree_shape_destroy(rounded);
}

// Any normal will do, the answer is the same but for rounding.
static void check_other_normals(void)
{
    scree_shape *box = scree_box_create(s3(0.5, 0.4, 0.3), 0.0, NULL);
    const scree_body a = scree_body_at(box, s3(0, 0, 0));
    scree_body b = scree_body_at(box, s3(0.6, 0.5, 0.35));
    b.orientation = quat_about(s3_unit(s3(1, 2, 3)), 1.1);
    const scree_pressure p = query(&a, &b, false);
    CHECK(p.force.x > 0.0);
    const scree_vec3 normals[] = { { 1, 0, 0 },           { -1, 2, 0.5 },         { 0, 0, -1 },        { -3, -3, -3 },
                                   { 1e-200, 2e-200, 0 }, { 0, -4e-320, 5e-324 }, { 1e300, 0, -1e300 } };
    for (size_t i = 0; i < sizeof normals / sizeof *normals; ++i) {
        const scree_contact hint = { .distance = -0.1, .normal = normals[i], .point = { 9, 9, 9 } };
        scree_pressure q;
        CHECK(scree_pressure_query(&a, &b, &hint, NULL, &q) == SCREE_OK);
        CHECK_NEAR(q.force.x, p.force.x, 1e-14);
        CHECK_NEAR(q.couple.y, p.couple.y, 1e-14);
        CHECK_NEAR(q.area, p.area, 1e-13);
        scree_region r = { .point_count = 0 };
        CHECK(scree_region_query(&a, &b, &hint, NULL, &r) == SCREE_OK && r.point_count > 0);
    }
    const scree_contact zero = { .distance = -0.1 };
    scree_pressure q;
    CHECK(scree_pressure_query(&a, &b, &zero, NULL, &q) == SCREE_INVALID_ARGUMENT);
    scree_shape_destroy(box);
}

// A bar through a plate, at a slant: S is two caps, one at each end, and the force is the sum of both.
static void check_skewer(void)
{
    scree_shape *bar = scree_box_create(s3(0.1, 0.12, 2.0), 0.0, NULL),
                *plate = scree_box_create(s3(1, 1, 0.3), 0.0, NULL);
    const scree_body b = scree_body_at(plate, s3(0, 0, 0));
    scree_body a = scree_body_at(bar, s3(0.85, 0.05, 0.1));
    a.orientation = quat_about(s3_unit(s3(1, 2, 0.3)), 0.3);
    const scree_pressure quick = query(&a, &b, false), whole = query(&a, &b, true);
    CHECK(quick.deep);
    scree_random r = random_stream(1, 2, 3);
    for (int i = 0; i < 100; ++i) { // some of these normals start the search at one cap, some at the other
        const scree_contact hint = { .distance = -0.2, .normal = random_direction(&r), .point = { 9, 9, 9 } };
        scree_pressure p;
        CHECK(scree_pressure_query(&a, &b, &hint, NULL, &p) == SCREE_OK);
        CHECK_NEAR(p.force.x, whole.force.x, 1e-15);
        CHECK_NEAR(p.force.z, whole.force.z, 1e-15);
        CHECK_NEAR(p.area, whole.area, 1e-14);
        CHECK_NEAR(p.couple.y, whole.couple.y, 1e-15);
    }
    const double d = 1e-6;
    scree_body c = b;
    c.position.x = d;
    const double plus = query(&a, &c, true).energy;
    c.position.x = -d;
    CHECK_NEAR(quick.force.x, -(plus - query(&a, &c, true).energy) / (2.0 * d), 1e-8);
    CHECK(fabs(quick.force.x) > 1e-5);
    scree_shape_destroy(bar);
    scree_shape_destroy(plate);
}

// Two prisms of many sides in one place, rotated by hardly anything: nearly all pairs of their planes have a cell, or seem to.
static void check_coincident_prisms(void)
{
    enum { SIDES = 90 };
    scree_vec3 corner[2 * SIDES];
    for (int i = 0; i < SIDES; ++i) {
        const double angle = 6.283185307179586 * i / SIDES;
        corner[2 * i] = s3(cos(angle), sin(angle), -1.0);
        corner[2 * i + 1] = s3(cos(angle), sin(angle), 1.0);
    }
    scree_shape *prism = scree_polyhedron_create(corner, 2 * SIDES, 0.0, NULL);
    const double tilt = 1e-11;
    const scree_body a = scree_body_at(prism, s3(0, 0, 0));
    scree_body b = scree_body_at(prism, s3(0, 0, tilt));
    b.orientation = (scree_quat){ 1.0, tilt, 0.3 * tilt, 0.0 };
    const size_t need = scree_pressure_scratch(prism, prism);
    const scree_pressure_options o = { .scratch = malloc(need), .scratch_size = need };
    scree_pressure p;
    CHECK(scree_pressure_query(&a, &b, NULL, &o, &p) == SCREE_OK && p.deep);
    free(o.scratch);
    scree_shape_destroy(prism);
}

int main(void)
{
    check_box_in_face();
    check_half_space();
    check_flush();
    check_apart_and_inside();
    check_squares();
    check_statuses();
    check_other_normals();
    check_skewer();
    check_coincident_prisms();
    return check_done();
}
