// Hulls of hundreds and thousands of vertices: closed forms, the oracle where it can follow, and bounds everywhere.
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "oracle/distance.h"
#include "smooth.h"

enum { MOST_POINTS = 5000, ORACLE_POINTS = 160 };

static scree_vec3 points[MOST_POINTS];
static double slowest;

// Seconds of processor time that a query may take: far more than it does, far less than anybody waits. Builds with
// sanitizers and counters are slow, and run at a part of the scale.
static double patience(void)
{
    return check_scale() < 1.0 ? 30.0 : 2.0;
}

typedef struct big {
    scree_shape *shape;
    size_t count;
} big;

static big hull_of(size_t count)
{
    big b = { scree_polyhedron_create(points, count, 0.0, NULL), count };
    CHECK(b.shape != NULL);
    return b;
}

static big on_ellipsoid(scree_random *r, size_t count, scree_vec3 axes)
{
    for (size_t i = 0; i < count; ++i) {
        scree_vec3 d = random_direction(r);
        points[i] = s3(axes.x * d.x, axes.y * d.y, axes.z * d.z);
    }
    return hull_of(count);
}

static big prism(int sides, double half_height, double phase)
{
    for (int i = 0; i < sides; ++i) {
        double angle = 6.283185307179586 * (i + phase) / sides;
        points[2 * i] = s3(cos(angle), sin(angle), half_height);
        points[2 * i + 1] = s3(cos(angle), sin(angle), -half_height);
    }
    return hull_of(2 * (size_t)sides);
}

// All integer points of a ball: large flat faces with many points in them, edges with points along them.
static big lattice_ball(int radius)
{
    size_t count = 0;
    for (int x = -radius; x <= radius; ++x)
        for (int y = -radius; y <= radius; ++y)
            for (int z = -radius; z <= radius; ++z)
                if (x * x + y * y + z * z <= radius * radius && count < MOST_POINTS) points[count++] = s3(x, y, z);
    return hull_of(count);
}

static scree_contact query(const scree_body *a, const scree_body *b)
{
    scree_query_options o = scree_query_defaults();
    scree_contact c = { 0 };
    o.scratch_size = scree_query_scratch(a->shape, b->shape);
    o.scratch = malloc(o.scratch_size);
    clock_t start = clock();
    scree_status status = scree_query(a, b, &o, &c);
    double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
    slowest = fmax(slowest, seconds);
    CHECK_MSG(seconds <= patience(), "a query took %.3g s", seconds);
    CHECK_MSG(status == SCREE_OK, "%s: [%.17g, %.17g]", scree_status_name(status), c.lower, c.upper);
    // The short questions know the same.
    bool yes;
    double size = scree_pair_size(a->shape, b->shape);
    CHECK(scree_overlap(a, b, &o, &yes) == SCREE_OK && (yes == (c.lower <= 0.0) || fabs(c.distance) <= 1e-13 * size));
    CHECK(scree_closer_than(a, b, c.upper + 1e-6 * size, &o, &yes) == SCREE_OK && yes);
    CHECK(scree_closer_than(a, b, c.lower - 1e-6 * size, &o, &yes) == SCREE_OK && !yes);
    free(o.scratch);
    return c;
}

static two_bodies two_bodies_of(const scree_body *a, const scree_body *b)
{
    two_bodies d = { { .shape = a->shape }, { .shape = b->shape }, *a, *b };
    return d;
}

// Without an oracle: no direction shows more than the answer, and the points are on the bodies.
static scree_contact check_bounds(const scree_body *a, const scree_body *b, scree_random *r, const char *what)
{
    scree_contact c = query(a, b);
    two_bodies d = two_bodies_of(a, b);
    double size = scree_pair_size(a->shape, b->shape), blur = blur_of(&d);
    real3 n = r3_unit(r3_from(c.normal));
    CHECK_MSG(fabsl(two_bodies_gap(&d, n) - c.distance) <= 4 * blur, "%s: the normal proves %.17g, not %.17g", what,
              (double)two_bodies_gap(&d, n), c.distance);
    for (int i = 0; i < 60; ++i) {
        // From all sides, and from near the normal, where a neighbouring face may be better.
        real3 t =
            i % 2 ? random_real(r, false) : r3_unit(r3_add_scaled(n, random_decade(r, -6, -1), random_real(r, false)));
        real gap = two_bodies_gap(&d, t);
        CHECK_MSG(gap <= c.upper + blur, "%s: %.17g along a direction, upper %.17g", what, (double)gap, c.upper);
    }
    CHECK_MSG(c.upper - c.lower <= 1e-12 * size, "%s: %.3g wide", what, (c.upper - c.lower) / size);
    return c;
}

static void check_random_big(scree_random *r, size_t count_a, size_t count_b)
{
    scree_vec3 axes = s3(1, random_decade(r, -1, 0), random_decade(r, -1, 0));
    big a = on_ellipsoid(r, count_a, axes), b = on_ellipsoid(r, count_b, axes);
    for (int i = 0; i < 6; ++i) {
        static const double reach[6] = { 0.0, 0.05, 0.4, 0.9, 1.5, 5.0 };
        scree_body body_a = { a.shape, { 0, 0, 0 }, random_rotation(r) };
        scree_body body_b = { b.shape, s3_scale(random_direction(r), reach[i]), random_rotation(r) };
        if (i == 0) body_b.orientation = body_a.orientation;
        (void)check_bounds(&body_a, &body_b, r, "random hulls");
        (void)check_bounds(&body_b, &body_a, r, "random hulls, turned round");
    }
    scree_shape_destroy(a.shape);
    scree_shape_destroy(b.shape);
}

// One hull against itself: M is symmetric, so that at rest the depth is the least width, and moved along the normal by
// twice of it they touch.
static void check_same(scree_random *r, size_t count)
{
    big a = on_ellipsoid(r, count, s3(1, 1, 1));
    scree_quat q = random_rotation(r);
    scree_body body_a = { a.shape, { 1, 2, 3 }, q }, body_b = body_a;
    scree_contact c = check_bounds(&body_a, &body_b, r, "a hull on itself");
    CHECK_MSG(c.distance >= -2.0 && c.distance <= -2.0 * (1.0 - 20.0 / (double)count), "depth %.17g", c.distance);
    scree_vec3 apart = s3_scale(c.normal, -c.distance);
    body_b.position = s3_add(body_b.position, apart);
    scree_contact touching = check_bounds(&body_a, &body_b, r, "a hull beside itself");
    CHECK_NEAR(touching.distance, 0.0, 1e-13);
    body_b.position = s3_add(body_b.position, s3_scale(c.normal, 0.25));
    scree_contact clear = check_bounds(&body_a, &body_b, r, "a hull away from itself");
    CHECK_MSG(clear.distance >= 0.25 - 1e-13, "distance %.17g", clear.distance);
    scree_shape_destroy(a.shape);
}

static void check_prisms(scree_random *r, int sides)
{
    const double pi = 3.141592653589793;
    double flat = cos(pi / sides), half = 0.25; // of the apothem, and the half height
    big a = prism(sides, half, 0.0);
    scree_quat q = random_rotation(r);
    scree_vec3 up = quat_rotate(q, s3(0, 0, 1)), side = quat_rotate(q, s3(cos(pi / sides), sin(pi / sides), 0));
    scree_body body_a = { a.shape, { 0, 0, 0 }, q }, body_b = body_a;
    scree_contact c = check_bounds(&body_a, &body_b, r, "a prism on itself");
    CHECK_NEAR(c.distance, -2 * half, 1e-14);
    CHECK(c.feature_a == SCREE_FEATURE_FACE && c.feature_b == SCREE_FEATURE_FACE);
    CHECK_NEAR(fabs(s3_dot(c.normal, up)), 1.0, 1e-14);
    CHECK_NEAR(c.patch_area, 0.5 * sides * sin(2 * pi / sides), 1e-11);
    body_b.position = s3_scale(up, 2 * half + 0.125);
    c = check_bounds(&body_a, &body_b, r, "a prism over another");
    CHECK_NEAR(c.distance, 0.125, 1e-14);
    CHECK_NEAR(c.patch_area, 0.5 * sides * sin(2 * pi / sides), 1e-11);
    body_b.position = s3_scale(side, 2 * flat + 1e-3); // face to face: the faces are rectangles
    c = check_bounds(&body_a, &body_b, r, "a prism beside another");
    CHECK_NEAR(c.distance, 1e-3, 1e-13);
    CHECK_NEAR(c.patch_area, 2 * half * 2 * sin(pi / sides), 1e-11);
    body_b.position = s3_scale(side, 2 * flat - 1e-3);
    c = check_bounds(&body_a, &body_b, r, "a prism pressed against another");
    CHECK_NEAR(c.distance, -1e-3, 1e-13);
    // Rotated by half a side about the common axis, all edges along it are parallel and none are in line.
    big b = prism(sides, half, 0.5);
    body_b = (scree_body){ b.shape, s3_scale(up, 2 * half - 0.0625), q };
    c = check_bounds(&body_a, &body_b, r, "prisms rotated against each other");
    CHECK_NEAR(c.distance, -0.0625, 1e-14);
    scree_shape_destroy(a.shape);
    scree_shape_destroy(b.shape);
}

static void check_lattice(scree_random *r, int radius)
{
    big a = lattice_ball(radius);
    scree_body body_a = scree_body_at(a.shape, s3(0, 0, 0)), body_b = body_a;
    static const double gaps[3] = { 0.0, 0.5, 1e-9 }; // tip to tip
    for (int i = 0; i < 3; ++i) {
        body_b.position = s3(2 * radius + gaps[i], 0, 0);
        scree_contact c = check_bounds(&body_a, &body_b, r, "lattice balls");
        CHECK_NEAR(c.distance, gaps[i], 1e-13 * radius);
    }
    body_b.position = s3(1, 2, 3);
    (void)check_bounds(&body_a, &body_b, r, "lattice balls, deep");
    body_b.orientation = quat_about(s3(0, 0, 1), 1e-9);
    (void)check_bounds(&body_a, &body_b, r, "lattice balls, deep and rotated by 1e-9");
    scree_shape_destroy(a.shape);
}

// Against small bodies: a ball in, on and over a large hull; a cube; a capsule.
static void check_small(scree_random *r, size_t count)
{
    big a = on_ellipsoid(r, count, s3(10, 10, 10));
    scree_shape *cube = scree_box_create(s3(0.1, 0.1, 0.1), 0.0, NULL);
    scree_body body_a = { a.shape, { 0, 0, 0 }, random_rotation(r) };
    for (int i = 0; i < 12; ++i) {
        scree_body body_b = { cube, s3_scale(random_direction(r), i % 4 * 3.4), random_rotation(r) };
        (void)check_bounds(&body_a, &body_b, r, "a large hull and a small cube");
    }
    scree_shape_destroy(a.shape);
    scree_shape_destroy(cube);
}

// As many vertices as the oracle can follow, over faces that it has proven first.
static void check_oracle(scree_random *r)
{
    scree_vec3 axes = s3(1, random_decade(r, -1, 0), random_decade(r, -1, 0)), kept[ORACLE_POINTS];
    big a = on_ellipsoid(r, ORACLE_POINTS, axes);
    memcpy(kept, points, sizeof kept);
    big b = on_ellipsoid(r, ORACLE_POINTS, axes);
    oracle_hull *hull_a = scree_oracle_hull_checked(a.shape, kept, ORACLE_POINTS);
    oracle_hull *hull_b = scree_oracle_hull_checked(b.shape, points, ORACLE_POINTS);
    if (!CHECK(hull_a != NULL && hull_b != NULL)) return;
    oracle_pair pair = { 0 };
    for (int i = 0; i < 4; ++i) {
        scree_body body_a = { a.shape, { 0, 0, 0 }, random_rotation(r) };
        scree_body body_b = { b.shape, s3_scale(random_direction(r), 0.4 * i), random_rotation(r) };
        CHECK(scree_oracle_place(&pair, hull_a, &body_a, hull_b, &body_b));
        oracle_answer truth = scree_oracle_distance(&pair);
        scree_contact c = query(&body_a, &body_b);
        CHECK_MSG(c.lower <= (double)truth.upper && c.upper >= (double)truth.lower, "%.17g not in [%.17g, %.17g]",
                  (double)truth.distance, c.lower, c.upper);
        CHECK_NEAR(c.distance, (double)truth.distance, 1e-14);
    }
    scree_oracle_pair_free(&pair);
    scree_oracle_hull_free(hull_a);
    scree_oracle_hull_free(hull_b);
    scree_shape_destroy(a.shape);
    scree_shape_destroy(b.shape);
}

// Two hulls that overlap by some per cent of their size, as grains do: what is near the contact plane decides.
static void check_shallow(scree_random *r, size_t count, bool cube)
{
    scree_vec3 kept[ORACLE_POINTS];
    big a = on_ellipsoid(r, count, s3(1, random_between(r, 0.7, 1), random_between(r, 0.7, 1)));
    memcpy(kept, points, sizeof kept);
    for (int i = 0; i < 8; ++i) points[i] = s3(i % 2 - 0.5, i / 2 % 2 - 0.5, i / 4 - 0.5);
    big b = cube ? hull_of(8) : on_ellipsoid(r, count, s3(1, 1, 1));
    oracle_hull *hull_a = scree_oracle_hull_checked(a.shape, kept, (int)count);
    oracle_hull *hull_b = scree_oracle_hull_checked(b.shape, points, (int)b.count);
    if (!CHECK(hull_a != NULL && hull_b != NULL)) return;
    oracle_pair pair = { 0 };
    for (int i = 0; i < 6; ++i) {
        scree_body body_a = { a.shape, { 0, 0, 0 }, random_rotation(r) };
        scree_body body_b = { b.shape, s3_scale(random_direction(r), 4.0), random_rotation(r) };
        // Together along the normal, which changes on the way.
        for (int step = 0; step < 4; ++step) {
            const scree_contact c = query(&body_a, &body_b);
            const double by = -c.distance - random_between(r, 0.01, 0.05);
            body_b.position = s3_add(body_b.position, s3_scale(c.normal, by));
        }
        CHECK(scree_oracle_place(&pair, hull_a, &body_a, hull_b, &body_b));
        const oracle_answer truth = scree_oracle_distance(&pair);
        const scree_contact c = query(&body_a, &body_b), swapped = query(&body_b, &body_a);
        CHECK_MSG(c.lower <= (double)truth.upper && c.upper >= (double)truth.lower, "%.17g not in [%.17g, %.17g]",
                  (double)truth.distance, c.lower, c.upper);
        CHECK_NEAR(c.distance, (double)truth.distance, 1e-14);
        CHECK(swapped.distance == c.distance && s3_dot(swapped.normal, c.normal) < 0.0);
    }
    scree_oracle_pair_free(&pair);
    scree_oracle_hull_free(hull_a);
    scree_oracle_hull_free(hull_b);
    scree_shape_destroy(a.shape);
    scree_shape_destroy(b.shape);
}

// A corner over a face of a prism of many sides, nearer and nearer to it: what is next to touching ends, too.
static void check_near_touch(void)
{
    enum { SIDES = 70 };
    scree_vec3 p[2 * SIDES];
    for (int i = 0; i < 2 * SIDES; ++i) {
        const double t = 2.0 * acos(-1.0) * (i / 2 + 0.5) / SIDES;
        p[i] = (scree_vec3){ cos(t), sin(t), i % 2 == 0 ? -1 : 1 };
    }
    const scree_vec3 q[4] = { { 0, 0, 0 }, { 1, 0.5, 0 }, { 1, -0.5, 0.5 }, { 1, -0.5, -0.5 } };
    scree_body a = { scree_polyhedron_create(p, 2 * SIDES, 0.0, NULL), { 0, 0, 0 }, { 1, 0, 0, 0 } };
    scree_body b = { scree_polyhedron_create(q, 4, 0.0, NULL), { 0, 0.003, 0.1 }, { 1, 0, 0, 0 } };
    if (!CHECK(a.shape != NULL && b.shape != NULL)) return;
    for (int i = -60; i <= 60; ++i) {
        const double gap = (i < 0 ? -1.0 : 1.0) * pow(10.0, -9.0 - 0.1 * (60 - abs(i)));
        b.position.x = cos(acos(-1.0) / SIDES) + gap;
        const scree_contact c = query(&a, &b);
        CHECK_MSG(fabs(c.distance - gap) <= 1e-14, "%.17g at a gap of %.17g", c.distance, gap);
    }
    scree_shape_destroy((scree_shape *)a.shape);
    scree_shape_destroy((scree_shape *)b.shape);
}

// A prism squeezed to a needle, in itself: most pairs of its edges promise less depth than the best, and none keeps it. Scoring all
// of them took up to 16 ms; now the kernel leaves the pair to the search after 1,024, within 1 ms. The quickest of three counts, since
// other programs run as well.
static double needle_in_itself(scree_random *r)
{
    enum { SIDES = 32 };
    const double thin = random_decade(r, -11, -5), other = random_decade(r, -11, -5);
    const scree_quat rotation = random_rotation(r);
    for (int i = 0; i < SIDES; ++i) {
        const double angle = 6.283185307179586 * i / SIDES, x = cos(angle), y = other * sin(angle);
        points[2 * i] = quat_rotate(rotation, s3(x, y, thin));
        points[2 * i + 1] = quat_rotate(rotation, s3(x, y, -thin));
    }
    scree_shape *s = scree_polyhedron_create(points, 2 * (size_t)SIDES, 0.0, NULL);
    if (s == NULL) return 0.0; // flat
    const scree_body body = { s, { 0, 0, 0 }, random_rotation(r) };
    double quickest = INFINITY;
    for (int i = 0; i < 3; ++i) {
        scree_contact c;
        const clock_t start = clock();
        CHECK(scree_query(&body, &body, NULL, &c) == SCREE_OK);
        quickest = fmin(quickest, (double)(clock() - start) / CLOCKS_PER_SEC);
    }
    scree_shape_destroy(s);
    return quickest;
}

static void check_needles(void)
{
    scree_random r = random_stream(8, 1, 0);
    double longest = 0.0;
    for (long i = 0, count = check_scaled(60); i < count; ++i) longest = fmax(longest, needle_in_itself(&r));
    CHECK_MSG(check_scale() < 1.0 || longest <= 4e-3, "a needle in itself took %.3g ms", 1e3 * longest);
    printf("needles in themselves: %.3g ms\n", 1e3 * longest);
}

int main(void)
{
    scree_random r = random_stream(8, 0, 0);
    check_needles();
    check_near_touch();
    for (long i = 0, count = check_scaled(6); i < count; ++i) {
        check_random_big(&r, 200, 200);
        check_same(&r, 200);
        check_small(&r, 300);
        check_oracle(&r);
    }
    for (long i = 0, count = check_scaled(2); i < count; ++i) {
        check_random_big(&r, 1000, 1000);
        check_random_big(&r, 5000, 300);
        check_same(&r, 1000);
        check_prisms(&r, 100);
        check_prisms(&r, 500);
        check_lattice(&r, 4);
        check_lattice(&r, 9);
        check_small(&r, 5000);
        check_shallow(&r, 60, false);
        check_shallow(&r, ORACLE_POINTS, false);
        check_shallow(&r, 100, true);
    }
    check_random_big(&r, MOST_POINTS, MOST_POINTS);
    check_same(&r, MOST_POINTS);
    printf("slowest query: %.3g ms\n", 1e3 * slowest);
    return check_done();
}
