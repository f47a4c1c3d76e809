// Packings by random sequential adsorption: nothing overlaps, by closed forms and by all pairs with all images; the
// cells find what a search of all pairs finds; verdicts of the cheap tests against the query; statistics that are
// known.
#include "pack/adsorb.h"

#include <math.h>
#include <string.h>

#include "check.h"
#include "pack/cells.h"
#include "pack/grain.h"
#include "pack/prove.h"
#include "pack/surface.h"
#include "scenes/random.h"
#include "scree/ellipsoid.h"
#include "scree/query.h"

static const double pi = 3.14159265358979323846;

static scree_shape *must(scree_shape *shape)
{
    if (shape == NULL) abort();
    return shape;
}

static scree_shape *spheroid(double aspect, double radius)
{
    const double b = radius / cbrt(aspect);
    return must(scree_ellipsoid_create((scree_vec3){ aspect * b, b, b }, 0.0, NULL));
}

static packing pack_of(const scree_shape *const *shapes, size_t count, packing_box box, uint64_t seed)
{
    packing p;
    const packing_plan plan = { .box = box, .shapes = shapes, .count = count, .seed = seed, .most_attempts = 1000000 };
    scree_adsorb(&plan, &p);
    return p;
}

/// `count` of one shape, at a volume fraction, in a cube.
static packing pack_equal(const scree_shape *shape, size_t count, double fraction, bool walls, uint64_t seed)
{
    const double side = cbrt((double)count * scree_shape_mass(shape).volume / fraction);
    const packing_box box = { { side, side, side }, walls };
    const scree_shape **shapes = malloc(count * sizeof *shapes);
    if (shapes == NULL) abort();
    for (size_t i = 0; i < count; ++i) shapes[i] = shape;
    packing p = pack_of(shapes, count, box, seed);
    free(shapes);
    return p;
}

static scree_vec3 moved(scree_vec3 v, const packing_box *box, int x, int y, int z)
{
    return (scree_vec3){ v.x + x * box->size.x, v.y + y * box->size.y, v.z + z * box->size.z };
}

/// The smallest gap over all pairs and all 27 images, own ones too, in long double for spheres and by the query else.
static double smallest_gap(const packing *p)
{
    static _Alignas(64) unsigned char scratch[1 << 20]; // generous: smooth shapes take some 100 KB
    double smallest = HUGE_VAL;
    const int reach = p->box.walls ? 0 : 1;
    for (size_t i = 0; i < p->count; ++i) {
        for (size_t j = i; j < p->count; ++j) {
            for (int k = 0; k < 27; ++k) {
                const int x = k % 3 - 1, y = k / 3 % 3 - 1, z = k / 9 - 1;
                if (abs(x) > reach || abs(y) > reach || abs(z) > reach || (i == j && x == 0 && y == 0 && z == 0))
                    continue;
                scree_body image = p->bodies[j];
                image.position = moved(image.position, &p->box, x, y, z);
                if (scree_shape_kind_of(image.shape) == SCREE_SPHERE) {
                    const scree_vec3 a = p->bodies[i].position, b = image.position;
                    const long double dx = (long double)a.x - b.x, dy = (long double)a.y - b.y,
                                      dz = (long double)a.z - b.z;
                    const double radii =
                        scree_shape_bounds(p->bodies[i].shape).high.x + scree_shape_bounds(image.shape).high.x;
                    smallest = fmin(smallest, (double)(sqrtl(dx * dx + dy * dy + dz * dz) - (long double)radii));
                    continue;
                }
                scree_contact contact;
                scree_query_options o = scree_query_defaults();
                o.scratch = scratch;
                o.scratch_size = sizeof scratch;
                const scree_status status = scree_query(&p->bodies[i], &image, &o, &contact);
                if (!CHECK(status == SCREE_OK || status == SCREE_NO_CONVERGENCE)) return smallest;
                smallest = fmin(smallest, contact.distance);
            }
        }
    }
    return smallest;
}

static void check_packing(const packing *p, const char *what, bool brute)
{
    CHECK_MSG(p->end == PACKING_COMPLETE, "%s: end %d at %zu", what, (int)p->end, p->count);
    const packing_proof proof = scree_packing_prove(p, NULL, NULL);
    CHECK_MSG(proof.complete && proof.apart, "%s: not proven, lower %g", what, proof.lower);
    CHECK_MSG(proof.lower > 0.0 && proof.lower <= proof.upper, "%s: [%g, %g]", what, proof.lower, proof.upper);
    for (size_t i = 0; i < p->count; ++i) {
        const scree_vec3 c = p->places[i], s = p->box.size;
        CHECK(c.x >= 0.0 && c.y >= 0.0 && c.z >= 0.0 && c.x <= s.x && c.y <= s.y && c.z <= s.z);
    }
    if (!brute || p->box.walls) return;
    const double gap = smallest_gap(p), slack = 1e-13 * (p->box.size.x + p->outer[0]);
    CHECK_MSG(gap >= proof.lower - slack && gap <= proof.upper + slack, "%s: %.17g not in [%.17g, %.17g]", what, gap,
              proof.lower, proof.upper);
}

// ------------------------------------------------------------------------------------------------------ packing

static void test_spheres(void)
{
    for (int i = 0; i < 3; ++i) {
        const double radius = i == 0 ? 0.5 : i == 1 ? 1e-9 : 3e9;
        scree_shape *ball = must(scree_sphere_create(radius, 0.0, NULL));
        packing p = pack_equal(ball, 200, 0.3, false, 7 + (uint64_t)i);
        check_packing(&p, "spheres", true);
        CHECK_NEAR(scree_packing_fraction(&p), 0.3, 1e-12);
        scree_packing_free(&p);
        scree_shape_destroy(ball);
    }
}

static void test_spheroids(void)
{
    const double aspects[] = { 1.0 / 6.0, 0.5, 1.0, 2.0, 6.0 };
    for (size_t i = 0; i < sizeof aspects / sizeof *aspects; ++i) {
        scree_shape *shape = spheroid(aspects[i], 0.5);
        packing p = pack_equal(shape, 140, 0.2, false, i);
        check_packing(&p, "spheroids", true);
        scree_packing_free(&p);
        scree_shape_destroy(shape);
    }
    scree_shape *needle = spheroid(400.0, 1.0); // beyond the quadratic forms
    packing p = pack_equal(needle, 300, 1e-4, false, 3);
    check_packing(&p, "needles", false);
    scree_packing_free(&p);
    scree_shape_destroy(needle);
}

static void test_other_shapes(void)
{
    const scree_vec3 corners[] = { { 100.0, 0.0, 0.0 }, { 101.0, 0.0, 0.0 }, { 100.0, 1.0, 0.0 }, { 100.0, 0.0, 1.0 } };
    scree_shape *shapes[] = {
        must(scree_box_create((scree_vec3){ 1.0, 1.0, 2.0 }, 0.0, NULL)),
        must(scree_capsule_create(0.5, 1.0, 0.0, NULL)),
        must(scree_polyhedron_create(corners, 4, 0.1, NULL)), // far from its own origin
        must(scree_ellipsoid_create((scree_vec3){ 1.0, 0.5, 0.2 }, 0.0, NULL)),
        must(scree_ellipsoid_create((scree_vec3){ 1.0, 0.5, 0.2 }, 0.1, NULL)),
        must(scree_superquadric_create((scree_vec3){ 1.0, 0.7, 0.4 }, 3.0, 5.0, 0.0, NULL)),
        must(scree_cylinder_create(0.5, 0.6, 0.0, NULL)),
        must(scree_cone_create(0.5, 0.6, 0.05, NULL)),
        must(scree_tapered_capsule_create(0.5, 0.3, 0.4, 0.0, NULL)),
    };
    const size_t kinds = sizeof shapes / sizeof *shapes;
    for (size_t i = 0; i < kinds; ++i) {
        packing p = pack_equal(shapes[i], 60, 0.12, false, i);
        check_packing(&p, scree_shape_kind_name(scree_shape_kind_of(shapes[i])), true);
        scree_packing_free(&p);
        p = pack_equal(shapes[i], 60, 0.1, true, i);
        check_packing(&p, "walls", false);
        scree_packing_free(&p);
    }
    // All of them together, in a box that is no cube.
    const scree_shape *mixed[80];
    for (size_t i = 0; i < 80; ++i) mixed[i] = shapes[i % kinds];
    packing p = pack_of(mixed, 80, (packing_box){ { 10.0, 14.0, 22.0 }, false }, 5);
    check_packing(&p, "mixed", true);
    scree_packing_free(&p);
    for (size_t i = 0; i < kinds; ++i) scree_shape_destroy(shapes[i]);
}

/// Between walls: every support point of every grain is in the box.
static void test_walls(void)
{
    scree_shape *shape = spheroid(4.0, 0.5);
    packing p = pack_equal(shape, 200, 0.15, true, 11);
    check_packing(&p, "walls", false);
    for (size_t i = 0; i < p.count; ++i) {
        const scree_body *b = &p.bodies[i];
        const double q[4] = { b->orientation.w, b->orientation.x, b->orientation.y, b->orientation.z };
        // Half widths of a rotated ellipsoid: the root of sum (R_ik a_k)^2.
        const double r[3][3] = {
            { 1 - 2 * (q[2] * q[2] + q[3] * q[3]), 2 * (q[1] * q[2] - q[0] * q[3]), 2 * (q[1] * q[3] + q[0] * q[2]) },
            { 2 * (q[1] * q[2] + q[0] * q[3]), 1 - 2 * (q[1] * q[1] + q[3] * q[3]), 2 * (q[2] * q[3] - q[0] * q[1]) },
            { 2 * (q[1] * q[3] - q[0] * q[2]), 2 * (q[2] * q[3] + q[0] * q[1]), 1 - 2 * (q[1] * q[1] + q[2] * q[2]) },
        };
        const scree_vec3 a = scree_shape_semi_axes(b->shape);
        const double centre[3] = { b->position.x, b->position.y, b->position.z };
        for (int k = 0; k < 3; ++k) {
            const double half = sqrt(pow(r[k][0] * a.x, 2) + pow(r[k][1] * a.y, 2) + pow(r[k][2] * a.z, 2));
            CHECK(centre[k] - half > 0.0 && centre[k] + half < p.box.size.x);
        }
    }
    scree_packing_free(&p);
    scree_shape_destroy(shape);
}

static void test_determinism(void)
{
    scree_shape *shape = spheroid(3.0, 0.5);
    packing p = pack_equal(shape, 300, 0.2, false, 42), q = pack_equal(shape, 300, 0.2, false, 42),
            r = pack_equal(shape, 300, 0.2, false, 43);
    CHECK(p.count == q.count && p.attempts == q.attempts);
    CHECK(memcmp(p.bodies, q.bodies, p.count * sizeof *p.bodies) == 0);
    CHECK(memcmp(p.bodies, r.bodies, p.count * sizeof *p.bodies) != 0);
    scree_packing_free(&p);
    scree_packing_free(&q);
    scree_packing_free(&r);
    scree_shape_destroy(shape);
}

/// The first grain goes in at once, and so on: for dilute spheres the mean number of attempts is 1 / (1 - 8 phi).
static void test_statistics(void)
{
    scree_shape *ball = must(scree_sphere_create(0.5, 0.0, NULL));
    const size_t count = (size_t)check_scaled(20000) + 100;
    packing p = pack_equal(ball, count, 0.01, false, 5);
    double expected = 0.0;
    for (size_t i = 0; i < count; ++i) expected += 1.0 / (1.0 - 0.08 * (double)i / (double)count);
    CHECK_NEAR((double)p.attempts / expected, 1.0, 4.0 / sqrt((double)count));
    // Places and axes are even: means of cos^2 and of x / L.
    double place = 0.0, axis = 0.0;
    for (size_t i = 0; i < p.count; ++i) {
        const scree_quat q = p.bodies[i].orientation;
        place += p.places[i].x / p.box.size.x / (double)p.count;
        axis += pow(1.0 - 2.0 * (q.x * q.x + q.y * q.y), 2) / (double)p.count;
    }
    CHECK_NEAR(place, 0.5, 4.0 * 0.289 / sqrt((double)count));
    CHECK_NEAR(axis, 1.0 / 3.0, 4.0 * 0.3 / sqrt((double)count));
    scree_packing_free(&p);
    scree_shape_destroy(ball);
}

static bool stop_at_fifty(void *user, size_t placed)
{
    *(size_t *)user += 1;
    return placed < 50;
}

static void test_ends(void)
{
    scree_shape *ball = must(scree_sphere_create(0.5, 0.0, NULL)), *plane = NULL;
    // Spheres do not come beyond about 0.385.
    packing p = pack_equal(ball, 100, 0.6, false, 1);
    CHECK(p.end == PACKING_GAVE_UP);
    CHECK(p.count > 40 && p.count < 75);
    CHECK(scree_packing_prove(&p, NULL, NULL).apart);
    scree_packing_free(&p);
    p = pack_equal(ball, 3, 0.25, false, 1);
    CHECK(p.end == PACKING_TOO_WIDE && p.count == 0);
    scree_packing_free(&p);
    const scree_shape *shapes[2000];
    for (int i = 0; i < 2000; ++i) shapes[i] = ball;
    size_t looks = 0;
    packing_plan plan = { .box = { { 15.0, 15.0, 15.0 }, false }, .shapes = shapes, .count = 2000 };
    CHECK(scree_adsorb(&plan, &p) == PACKING_GAVE_UP && p.attempts == p.count + 1); // one attempt each
    scree_packing_free(&p);
    plan.most_attempts = 100000;
    plan.go_on = stop_at_fifty;
    plan.user = &looks;
    CHECK(scree_adsorb(&plan, &p) == PACKING_STOPPED);
    CHECK(looks == 2 && p.count >= 50 && p.count < 2000 && scree_packing_prove(&p, NULL, NULL).apart);
    scree_packing_free(&p);
    plane = must(scree_half_space_create((scree_vec3){ 0.0, 0.0, 1.0 }, 0.0, 0.0, NULL));
    shapes[0] = plane;
    CHECK(scree_adsorb(&plan, &p) == PACKING_REFUSED);
    scree_packing_free(&p);
    shapes[0] = ball;
    packing_plan flat = plan;
    flat.box.size.z = 0.0;
    CHECK(scree_adsorb(&flat, &p) == PACKING_REFUSED);
    scree_packing_free(&p);
    packing_plan none = plan;
    none.count = 0;
    CHECK(scree_adsorb(&none, &p) == PACKING_COMPLETE && p.count == 0);
    CHECK(scree_packing_prove(&p, NULL, NULL).apart);
    scree_packing_free(&p);
    scree_shape_destroy(ball);
    scree_shape_destroy(plane);
}

/// A proof finds what is wrong.
static void test_proof_of_overlap(void)
{
    scree_shape *ball = must(scree_sphere_create(0.5, 0.0, NULL));
    packing p = pack_equal(ball, 200, 0.2, false, 9);
    // The image across the box, a thousandth too near.
    p.places[1] = p.places[0];
    p.places[1].x += p.places[0].x < 1.0 ? p.box.size.x - 0.999 : -0.999;
    p.bodies[1].position = p.places[1];
    const packing_proof proof = scree_packing_prove(&p, NULL, NULL);
    CHECK(proof.complete && !proof.apart);
    CHECK(proof.lower <= -0.001 + 1e-12);
    scree_packing_free(&p);
    scree_shape_destroy(ball);
}

// -------------------------------------------------------------------------------------------------------- parts

typedef struct pair_count {
    size_t count;
    unsigned long long sum; // of a mix of the numbers
} pair_count;

static bool count_pair(void *user, packing_pair pair)
{
    pair_count *c = user;
    ++c->count;
    c->sum += (unsigned long long)pair.a * 1000003u + pair.b;
    return true;
}

static void test_pairs(void)
{
    scree_random random = random_stream(1, 2, 3);
    scree_shape *ball = must(scree_sphere_create(0.2, 0.0, NULL));
    for (int round = 0; round < (int)check_scaled(60); ++round) {
        packing p = { .count = (size_t)random_below(&random, 150) + 2 };
        p.box.walls = round % 3 == 0;
        p.box.size = (scree_vec3){ random_between(&random, 1.0, 4.0), random_between(&random, 1.0, 4.0),
                                   random_between(&random, 1.0, 12.0) };
        scree_body bodies[160];
        scree_vec3 places[160];
        double outer[160];
        p.bodies = bodies;
        p.places = places;
        p.outer = outer;
        for (size_t i = 0; i < p.count; ++i) {
            places[i] = (scree_vec3){ p.box.size.x * random_unit(&random), p.box.size.y * random_unit(&random),
                                      p.box.size.z * random_unit(&random) };
            bodies[i] = scree_body_at(ball, places[i]);
            outer[i] = random_between(&random, 0.05, 0.2);
        }
        const double margin = scree_packing_most_margin(&p) * random_unit(&random);
        pair_count found = { 0 }, expected = { 0 };
        CHECK(scree_packing_pairs(&p, margin, count_pair, &found));
        for (uint32_t i = 0; i < p.count; ++i) {
            for (uint32_t j = 0; j < i; ++j) {
                double best = HUGE_VAL;
                for (int k = 0; k < 27; ++k) {
                    const int x = k % 3 - 1, y = k / 3 % 3 - 1, z = k / 9 - 1;
                    if (p.box.walls && (x != 0 || y != 0 || z != 0)) continue;
                    const scree_vec3 v = moved(places[j], &p.box, x, y, z);
                    best = fmin(
                        best, sqrt(pow(v.x - places[i].x, 2) + pow(v.y - places[i].y, 2) + pow(v.z - places[i].z, 2)));
                }
                if (best <= outer[i] + outer[j] + margin) count_pair(&expected, (packing_pair){ j, i, 0, 0, 0 });
            }
        }
        CHECK_MSG(found.count == expected.count && found.sum == expected.sum, "round %d: %zu pairs, not %zu", round,
                  found.count, expected.count);
    }
    scree_shape_destroy(ball);
}

/// The cheap verdicts against the certified query.
static void test_verdicts(void)
{
    scree_random random = random_stream(4, 5, 6);
    long decided = 0, all = check_scaled(20000);
    for (long i = 0; i < all; ++i) {
        const double size = random_decade(&random, -9.0, 9.0);
        scree_shape *shapes[2];
        scree_body bodies[2];
        grain grains[2];
        scree_vec3 d = { 0.0, 0.0, 0.0 };
        grain_mould moulds[2];
        for (int k = 0; k < 2; ++k) {
            shapes[k] = must(scree_ellipsoid_create((scree_vec3){ size * random_decade(&random, -0.9, 0.9),
                                                                  size * random_decade(&random, -0.9, 0.9),
                                                                  size * random_decade(&random, -0.9, 0.9) },
                                                    0.0, NULL));
            moulds[k] = scree_pack_grain_mould(shapes[k]);
        }
        for (int k = 0; k < 2; ++k) {
            const double reach = (moulds[0].outer + moulds[1].outer) * random_unit(&random);
            const scree_vec3 n = random_direction(&random);
            if (k == 1) d = (scree_vec3){ reach * n.x, reach * n.y, reach * n.z };
            bodies[k] = scree_pack_grain_body(&moulds[k], d, random_rotation(&random));
            grains[k] =
                scree_pack_grain_make(&moulds[k], bodies[k].orientation, d, fmin(moulds[0].inner, moulds[1].inner));
        }
        scree_contact contact;
        if (!CHECK(scree_query(&bodies[0], &bodies[1], NULL, &contact) == SCREE_OK)) return;
        const double margin = random_word(&random) & 1 ? 0.0 : 1e-3 * size;
        grain_verdict verdict = scree_pack_grains_screen(&grains[1], &grains[0], true, d, margin);
        if (verdict == GRAINS_CLOSE) verdict = scree_pack_grains_compare(&grains[1], &grains[0], d, margin);
        decided += verdict != GRAINS_CLOSE;
        CHECK_MSG(verdict != GRAINS_APART || contact.upper > margin, "apart at %g", contact.distance / size);
        CHECK_MSG(verdict != GRAINS_OVERLAP || contact.lower < 0.0, "overlap at %g", contact.distance / size);
        if (scree_pack_grain_reaches(&grains[0], true, d, moulds[1].inner)) CHECK(contact.lower < 0.0);
        scree_shape_destroy(shapes[0]);
        scree_shape_destroy(shapes[1]);
    }
    CHECK_MSG((double)decided > 0.98 * (double)all, "%ld of %ld decided", decided, all);
}

/// Balls in and around the moulds of other shapes, by the query with a small ball at many directions.
static void check_mould(const scree_shape *shape, scree_random *random)
{
    const grain_mould m = scree_pack_grain_mould(shape);
    CHECK(m.inner >= 0.0 && m.inner <= m.outer);
    for (int k = 0; k < 50; ++k) {
        const scree_vec3 n = random_direction(random), s = scree_shape_support(shape, n);
        const double height = (s.x - m.centroid.x) * n.x + (s.y - m.centroid.y) * n.y + (s.z - m.centroid.z) * n.z;
        const double away = sqrt(pow(s.x - m.centroid.x, 2) + pow(s.y - m.centroid.y, 2) + pow(s.z - m.centroid.z, 2));
        CHECK(height >= m.inner && away <= m.outer);
    }
}

/// One of the round shapes, of random proportions.
static scree_shape *random_round(scree_random *random, long i, double size)
{
    double x[3];
    for (int k = 0; k < 3; ++k) x[k] = size * random_decade(random, -1.0, 1.0);
    const double n1 = random_between(random, 2.0, 20.0), n2 = random_between(random, 2.0, 20.0);
    const double rounding = i % 2 == 0 ? 0.0 : 0.1 * size;
    switch (i % 5) {
    case 0:
        return must(scree_ellipsoid_create((scree_vec3){ x[0], x[1], x[2] }, rounding, NULL));
    case 1:
        return must(scree_superquadric_create((scree_vec3){ x[0], x[1], x[2] }, n1, n2, rounding, NULL));
    case 2:
        return must(scree_cylinder_create(x[0], x[1], rounding, NULL));
    case 3:
        return must(scree_cone_create(x[0], x[1], rounding, NULL));
    default:
        return must(scree_tapered_capsule_create(x[0], x[1], x[2], rounding, NULL));
    }
}

static void test_moulds(void)
{
    scree_random random = random_stream(7, 8, 9);
    for (long i = 0; i < check_scaled(2000); ++i) {
        scree_shape *shape = random_round(&random, i, random_decade(&random, -9.0, 9.0));
        check_mould(shape, &random);
        scree_shape_destroy(shape);
    }
    // The balls are about as good as can be.
    scree_shape *can = must(scree_cylinder_create(1.0, 2.0, 0.0, NULL)),
                *hat = must(scree_cone_create(3.0, 4.0, 0.0, NULL));
    CHECK_NEAR(scree_pack_grain_mould(can).inner, 1.0, 0.02);
    CHECK_NEAR(scree_pack_grain_mould(can).outer, sqrt(5.0), 1e-3);
    CHECK_NEAR(scree_pack_grain_mould(hat).outer, 6.0, 1e-3); // from the centroid, a quarter of the height, to the apex
    CHECK_NEAR(scree_pack_grain_mould(hat).inner, 2.0, 0.05); // to the base
    scree_shape_destroy(can);
    scree_shape_destroy(hat);
    for (long i = 0; i < check_scaled(300); ++i) {
        scree_vec3 points[12];
        const double size = random_decade(&random, -9.0, 9.0);
        for (int k = 0; k < 12; ++k) {
            const scree_vec3 n = random_direction(&random);
            points[k] = (scree_vec3){ size * (3.0 + n.x), size * n.y, size * 0.4 * n.z };
        }
        scree_shape *shape = must(scree_polyhedron_create(points, 12, i % 2 == 0 ? 0.0 : 0.1 * size, NULL));
        check_mould(shape, &random);
        scree_shape_destroy(shape);
    }
}

/// Six times the volume that the triangles enclose.
static double enclosed(const surface *s)
{
    double sum = 0.0;
    for (size_t i = 0; i < s->triangle_count; ++i) {
        const int *t = s->corners + 3 * i;
        const scree_vec3 a = s->points[t[0]], b = s->points[t[1]], c = s->points[t[2]];
        sum += a.x * (b.y * c.z - b.z * c.y) + a.y * (b.z * c.x - b.x * c.z) + a.z * (b.x * c.y - b.y * c.x);
    }
    return sum / 6.0;
}

static void test_surfaces(void)
{
    scree_shape *box = must(scree_box_create((scree_vec3){ 1.0, 2.0, 3.0 }, 0.0, NULL));
    scree_shape *shape = must(scree_ellipsoid_create((scree_vec3){ 1.0, 2.0, 3.0 }, 0.0, NULL));
    scree_shape *capsule = must(scree_capsule_create(1.0, 2.0, 0.0, NULL));
    surface s;
    CHECK(scree_pack_surface_make(box, 0, &s) && s.point_count == 8 && s.triangle_count == 12);
    CHECK_NEAR(enclosed(&s), 48.0, 1e-12);
    scree_pack_surface_free(&s);
    for (int detail = 0; detail <= SURFACE_MOST_DETAIL; ++detail) {
        const size_t parts = (size_t)1 << (2 * detail);
        CHECK(scree_pack_surface_make(shape, detail, &s));
        CHECK(s.point_count == 10 * parts + 2 && s.triangle_count == 20 * parts); // Euler: closed
        const double exact = 8.0 * pi, part = 0.6 / (double)parts;
        CHECK(enclosed(&s) < exact && enclosed(&s) > exact * (1.0 - part));
        for (size_t i = 0; i < s.point_count; ++i) {
            const scree_vec3 p = s.points[i];
            CHECK_NEAR(p.x * p.x + p.y * p.y / 4.0 + p.z * p.z / 9.0, 1.0, 1e-14);
        }
        scree_pack_surface_free(&s);
    }
    CHECK(scree_pack_surface_make(capsule, 4, &s));
    CHECK_NEAR(enclosed(&s), scree_shape_mass(capsule).volume, 0.01 * scree_shape_mass(capsule).volume);
    scree_pack_surface_free(&s);
    scree_shape_destroy(box);
    scree_shape_destroy(shape);
    scree_shape_destroy(capsule);
}

/// Prisms and pyramids in the cylinder and the cone; and points of superquadrics and rounded ellipsoids.
static void test_other_surfaces(void)
{
    scree_shape *can = must(scree_cylinder_create(1.5, 2.0, 0.0, NULL)),
                *hat = must(scree_cone_create(1.5, 2.0, 0.0, NULL));
    scree_shape *brick = must(scree_superquadric_create((scree_vec3){ 1.0, 2.0, 3.0 }, 4.0, 6.0, 0.0, NULL));
    scree_shape *egg = must(scree_ellipsoid_create((scree_vec3){ 1.0, 2.0, 3.0 }, 0.5, NULL));
    scree_shape *soap = must(scree_superquadric_create((scree_vec3){ 1.0, 2.0, 3.0 }, 50.0, 100.0, 0.5, NULL));
    surface s;
    for (int detail = 0; detail <= SURFACE_MOST_DETAIL; ++detail) {
        const size_t n = (size_t)6 << detail;
        const double base = 0.5 * (double)n * sin(2.0 * pi / (double)n) * 2.25;
        CHECK(scree_pack_surface_make(can, detail, &s) && s.point_count == 2 * n && s.triangle_count == 4 * n - 4);
        CHECK_NEAR(enclosed(&s), 4.0 * base, 1e-12);
        scree_pack_surface_free(&s);
        CHECK(scree_pack_surface_make(hat, detail, &s) && s.point_count == n + 1 && s.triangle_count == 2 * n - 2);
        CHECK_NEAR(enclosed(&s), 4.0 / 3.0 * base, 1e-12);
        scree_pack_surface_free(&s);
        CHECK(scree_pack_surface_make(brick, detail, &s));
        for (size_t i = 0; i < s.point_count; ++i) {
            const scree_vec3 p = s.points[i];
            const double across = pow(fabs(p.x), 6.0) + pow(fabs(p.y) / 2.0, 6.0);
            CHECK_NEAR(pow(across, 4.0 / 6.0) + pow(p.z / 3.0, 4.0), 1.0, 1e-13);
        }
        scree_pack_surface_free(&s);
        // Of a rounded one, the ball of its rounding about the point inside touches the surface: the nearest point of
        // the sharp ellipsoid is 0.5 away.
        CHECK(scree_pack_surface_make(egg, detail, &s));
        scree_shape *yolk = must(scree_ellipsoid_create((scree_vec3){ 1.0, 2.0, 3.0 }, 0.0, NULL));
        scree_shape *grit = must(scree_sphere_create(1e-3, 0.0, NULL));
        for (size_t i = 0; i < s.point_count && i < 100; ++i) {
            const scree_body a = scree_body_at(yolk, (scree_vec3){ 0.0, 0.0, 0.0 }),
                             b = scree_body_at(grit, s.points[i]);
            scree_contact contact;
            CHECK(scree_query(&a, &b, NULL, &contact) == SCREE_OK);
            CHECK_NEAR(contact.distance, 0.5 - 1e-3, 1e-12);
        }
        scree_shape_destroy(yolk);
        scree_shape_destroy(grit);
        scree_pack_surface_free(&s);
    }
    CHECK(scree_pack_surface_make(soap, 5, &s)); // nearly a box of half sides 1.5, 2.5, 3.5
    CHECK(enclosed(&s) > 0.93 * 105.0 && enclosed(&s) < 105.0);
    scree_pack_surface_free(&s);
    scree_shape *const all[] = { can, hat, brick, egg, soap };
    for (size_t i = 0; i < sizeof all / sizeof *all; ++i) scree_shape_destroy(all[i]);
}

int main(void)
{
    test_spheres();
    test_spheroids();
    test_other_shapes();
    test_walls();
    test_determinism();
    test_statistics();
    test_ends();
    test_proof_of_overlap();
    test_pairs();
    test_verdicts();
    test_moulds();
    test_surfaces();
    test_other_surfaces();
    return check_done();
}
