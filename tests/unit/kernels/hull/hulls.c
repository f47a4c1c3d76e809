// The direct search for two polyhedra, on pairs whose answer is known by hand: every kind of feature, apart and in
// contact, at sizes from 1e-9 to 1e9; shapes given far from their origin; and a ridge whose edges promise too much.
#include <math.h>
#include <stdlib.h>

#include "check.h"
#include "scree/query.h"

static const double sizes[] = { 1e-9, 1.0, 1e9 };

static scree_shape *make_cube(double half, scree_vec3 centre)
{
    scree_vec3 p[8];
    for (int i = 0; i < 8; ++i) {
        const scree_vec3 corner = { i & 1 ? half : -half, i & 2 ? half : -half, i & 4 ? half : -half };
        p[i] = (scree_vec3){ centre.x + corner.x, centre.y + corner.y, centre.z + corner.z };
    }
    return scree_polyhedron_create(p, 8, 0.0, NULL);
}

static scree_quat about(scree_vec3 axis, double angle)
{
    const double s = sin(0.5 * angle);
    return (scree_quat){ cos(0.5 * angle), s * axis.x, s * axis.y, s * axis.z };
}

static void expect(const char *what, const scree_body *a, const scree_body *b, double distance, double size,
                   scree_feature feature_a, scree_feature feature_b)
{
    scree_contact c;
    CHECK(scree_query(a, b, NULL, &c) == SCREE_OK);
    CHECK_MSG(fabs(c.distance - distance) <= 1e-15 * size && c.lower <= distance + 1e-15 * size &&
                  c.upper >= distance - 1e-15 * size,
              "%s, size %g: %.17g in [%.17g, %.17g] for %.17g", what, size, c.distance, c.lower, c.upper, distance);
    const bool straight = c.feature_a == feature_a && c.feature_b == feature_b;
    CHECK_MSG(straight || (c.feature_a == feature_b && c.feature_b == feature_a), "%s: features %d, %d", what,
              (int)c.feature_a, (int)c.feature_b);
    bool close;
    CHECK(scree_overlap(a, b, NULL, &close) == SCREE_OK && close == (distance < 0.0));
}

// Cubes of unit half edge: one stands on the origin, the other above it, on a corner, an edge or rotated about z.
static void check_features(double size)
{
    const double root2 = sqrt(2.0), root3 = sqrt(3.0);
    const scree_vec3 diagonal = { 1.0 / root2, -1.0 / root2, 0.0 }, x = { 1, 0, 0 }, y = { 0, 1, 0 };
    const scree_quat on_corner = about(diagonal, atan(root2)), on_edge_x = about(x, atan(1.0));
    scree_shape *cube = make_cube(size, (scree_vec3){ 0, 0, 0 });
    if (!CHECK(cube != NULL)) return;
    scree_body a = scree_body_at(cube, (scree_vec3){ 0, 0, 0 }), b = a;
    for (int i = 0; i < 2; ++i) {
        const double gap = (i == 0 ? 0.1 : -0.02) * size, off = 0.3 * size;
        // a corner over a face
        a.orientation = (scree_quat){ 1, 0, 0, 0 };
        b.orientation = on_corner;
        b.position = (scree_vec3){ off, -0.5 * off, (1.0 + root3) * size + gap };
        expect("corner over face", &a, &b, gap, 10 * size, SCREE_FEATURE_FACE, SCREE_FEATURE_VERTEX);
        // two edges at right angles
        a.orientation = on_edge_x;
        b.orientation = about(y, atan(1.0));
        b.position = (scree_vec3){ off, 0.5 * off, 2.0 * root2 * size + gap };
        expect("edge across edge", &a, &b, gap, 10 * size, SCREE_FEATURE_EDGE, SCREE_FEATURE_EDGE);
    }
    // apart only: corner against corner, and corner against edge
    a.orientation = b.orientation = on_corner;
    b.position = (scree_vec3){ 0, 0, 2.0 * root3 * size + 0.1 * size };
    expect("corner over corner", &a, &b, 0.1 * size, 10 * size, SCREE_FEATURE_VERTEX, SCREE_FEATURE_VERTEX);
    a.orientation = on_edge_x;
    b.position = (scree_vec3){ 0.2 * size, 0, (root2 + root3) * size + 0.1 * size };
    expect("corner over edge", &a, &b, 0.1 * size, 10 * size, SCREE_FEATURE_EDGE, SCREE_FEATURE_VERTEX);
    scree_shape_destroy(cube);
}

// Two wedges, edge over edge, rotated against each other about a point of both edges: that is where they meet; and where
// they are as good as parallel, it is the middle of what they share.
static void check_rotated_edges(double size)
{
    const double gap = 0.2 * size, here = 0.3 * size, there = -0.2 * size;
    const scree_vec3 wedge[4] = {
        { -size, 0, 0 }, { size, 0, 0 }, { 0, -size, -1.5 * size }, { 0, size, -1.5 * size }
    };
    scree_vec3 upper[4];
    for (int i = 0; i < 4; ++i) upper[i] = (scree_vec3){ wedge[i].x, wedge[i].y, -wedge[i].z };
    scree_shape *low = scree_polyhedron_create(wedge, 4, 0.0, NULL),
                *high = scree_polyhedron_create(upper, 4, 0.0, NULL);
    if (!CHECK(low != NULL && high != NULL)) return;
    const scree_body a = scree_body_at(low, (scree_vec3){ 0, 0, 0 });
    const double angles[] = { 0.0, 1e-12, 1e-10, 1e-8, 1e-4, 1e-3, 0.01, 0.011, 0.1, 0.5, 1.0 };
    for (size_t i = 0; i < sizeof angles / sizeof *angles; ++i) {
        const double angle = angles[i], c = cos(angle), sine = sin(angle);
        const bool parallel = angle < 1e-6;
        scree_body b = scree_body_at(high, (scree_vec3){ here - there * c, -there * sine, gap });
        b.orientation = about((scree_vec3){ 0, 0, 1 }, angle);
        expect("edge over edge", &a, &b, gap, 10 * size, SCREE_FEATURE_EDGE, SCREE_FEATURE_EDGE);
        scree_contact x;
        CHECK(scree_query(&a, &b, NULL, &x) == SCREE_OK);
        // What rounding moves the crossing by grows as the angle falls.
        const double at = parallel ? 0.25 * size : here, off = parallel ? 1e-5 : 1e-15 + 1e-15 / (angle * angle);
        CHECK_MSG(fabs(x.point.x - at) <= 10.0 * off * size && fabs(x.point.z - 0.5 * gap) <= 1e-14 * size,
                  "angle %g, size %g: at %.17g", angle, size, x.point.x);
    }
    scree_shape_destroy(low);
    scree_shape_destroy(high);
}

// The same cube, given a hundred edges away from its origin: as right as its rounded coordinates.
static void check_far_from_origin(void)
{
    const scree_vec3 far = { 100, -70, 30 };
    scree_shape *there = make_cube(0.5, far), *here = make_cube(0.5, (scree_vec3){ 0, 0, 0 });
    if (!CHECK(there != NULL && here != NULL)) return;
    const scree_vec3 axis = { 0.6, 0.0, 0.8 };
    scree_body a = scree_body_at(here, (scree_vec3){ 0, 0, 0 }), b = scree_body_at(here, (scree_vec3){ 0.9, 0.3, 0.2 });
    a.orientation = about(axis, 0.4);
    scree_body moved = b;
    moved.shape = there;
    moved.position = (scree_vec3){ 0.9 - far.x, 0.3 - far.y, 0.2 - far.z };
    scree_contact near_by = { 0 }, far_off = { 0 };
    CHECK(scree_query(&a, &b, NULL, &near_by) == SCREE_OK && scree_query(&a, &moved, NULL, &far_off) == SCREE_OK);
    CHECK(fabs(near_by.distance - far_off.distance) <= 1e-13 && near_by.feature_a == far_off.feature_a);
    scree_shape_destroy(here);
    scree_shape_destroy(there);
}

// A short ridge under a flat bottom that is rotated by a tiny angle: edges whose arcs may cross, but which other
// vertices are in the way of. The interval must meet that of the search by GJK and EPA.
static void check_ridge(void)
{
    const double half = 5e-5, width = 3e-5, height = 0.4;
    const scree_vec3 ridge[] = { { -half, 0, 1 }, { half, 0, 1 }, { -.12, 2, .8 }, { .12, 2, .8 }, { -.12, -2, .8 },
                                 { .12, -2, .8 }, { -2, -2, -2 }, { 2, -2, -2 },   { -2, 2, -2 },  { 2, 2, -2 } };
    enum { ROUND = 700 };
    scree_vec3 p[ROUND + 4] = {
        { -.5, -width, -height }, { -.5, width, -height }, { .3, .25, -height }, { .3, -width * (1 - 1e-6), -height }
    };
    for (int i = 0; i < ROUND; ++i) {
        const double angle = 2.399963 * i, z = 1 - 2 * (i + .5) / ROUND, r = sqrt(1 - z * z);
        p[i + 4] = (scree_vec3){ .45 * r * cos(angle), .5 * r * sin(angle), .2 + .5 * z };
    }
    scree_shape *s = scree_polyhedron_create(ridge, 10, 0.0, NULL),
                *t = scree_polyhedron_create(p, ROUND + 4, 0.0, NULL);
    if (!CHECK(s != NULL && t != NULL)) return;
    scree_query_options o = scree_query_defaults();
    o.scratch_size = scree_query_scratch(s, t);
    o.scratch = malloc(o.scratch_size);
    const scree_body a = scree_body_at(s, (scree_vec3){ 0, 0, 0 });
    for (int k = 0; o.scratch != NULL && k < 96; ++k) {
        const double depth = k % 2 == 0 ? 1e-6 : 1e-5, angle = (k % 4 < 2 ? 1 : -1) * pow(10, -13 + 0.25 * (k / 4));
        scree_body b = scree_body_at(t, (scree_vec3){ .5, 0, 1 + height - depth });
        b.orientation = (scree_quat){ 1, 0, 0.5 * angle, 0 };
        scree_contact c, slow;
        o.max_iterations = 0;
        CHECK(scree_query(&a, &b, &o, &c) == SCREE_OK);
        o.max_iterations = 100000;
        (void)scree_query(&a, &b, &o, &slow);
        CHECK_MSG(c.lower <= slow.upper && slow.lower <= c.upper, "depth %g, angle %g: %.17g for %.17g", depth, angle,
                  c.distance, slow.distance);
    }
    free(o.scratch);
    scree_shape_destroy(s);
    scree_shape_destroy(t);
}

// A sliver a thousandth of a rounding thick, far beyond whose tip the other body is: seen from there, the sides of its
// faces are parallel. The distance is that of the general search.
static void check_sliver(void)
{
    const double thin = -0x1.8157d8f01ffcfp-42, thick = -0x1.8157d8f027d25p-42, low = -0x1.c0f67b7fd3d2cp-41;
    const double up = 0x1.54c62332405a1p-41,
                 x[3] = { 0x1.2166b265a6d49p-40, 0x1.ab9ae7c4d0c2dp-40, 0x1.05e4c35e35635p-43 };
    const double left[3] = { 0x1.8849cbec62de2p-10, 0x1.655fad8e79c72p-11, -0x1.b400bc6937db9p-11 };
    const double side[2] = { -0x1.2d79c052a73b5p-9, 0x1.d5aa5eec154cap-16 };
    const double level[3] = { 0x1.0ea16b65dccadp-10, 0x1.0ea16bd68ba04p-10, 0x1.0ea16b65dccadp-10 };
    scree_vec3 p[6], q[6];
    for (int i = 0; i < 6; ++i) {
        p[i] = (scree_vec3){ x[i / 2], i % 2 == 0 ? low : up, i / 2 == 0 ? thin : thick };
        q[i] = (scree_vec3){ left[i / 2], side[i % 2], level[i / 2] };
    }
    const scree_quat rotation = { 0x1.05d7aea8e557fp-1, -0x1.5dc04cb6cf9e7p-1, 0x1.4b098822e39b4p-2,
                                  0x1.92b8eba542683p-3 };
    scree_shape *a = scree_polyhedron_create(p, 6, 0.0, NULL), *b = scree_polyhedron_create(q, 6, 0.0, NULL);
    if (!CHECK(a != NULL && b != NULL)) return;
    const scree_body body_a = { a, { 0, 0, 0 }, rotation };
    const scree_body body_b = { b,
                                { 0x1.0908549df5cccp-11, -0x1.3b80220482a8ep-10, -0x1.e7d18c4bb9a73p-13 },
                                rotation };
    scree_contact quick, slow;
    scree_query_options o = scree_query_defaults();
    CHECK(scree_query(&body_a, &body_b, &o, &quick) == SCREE_OK);
    o.max_iterations = 1000; // not for the quick ways
    CHECK(scree_query(&body_a, &body_b, &o, &slow) == SCREE_OK);
    CHECK_MSG(quick.lower <= slow.upper && slow.lower <= quick.upper, "[%g, %g] and [%g, %g]", quick.lower, quick.upper,
              slow.lower, slow.upper);
    scree_shape_destroy(a);
    scree_shape_destroy(b);
}

int main(void)
{
    check_sliver();
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; ++i) {
        check_features(sizes[i]);
        check_rotated_edges(sizes[i]);
    }
    check_far_from_origin();
    check_ridge();
    return check_done();
}
