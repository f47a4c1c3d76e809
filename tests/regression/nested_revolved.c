// A cone, cylinder or tapered capsule and a body of quite another size around it or inside it, both on one centre or axis.
//
//   large around small  The ellipsoid is round about its own axis, and the least depths are along a ring about that. All
//                       normals were gone through about the axis of the small body, where the ellipsoid's point is at
//                       rest and leaves the surface by the square of the azimuth: no_convergence, or 100 ms.
//   small in large      Cells of normals were halved along the azimuth before they were narrow enough along the other
//                       angle, so that each of hundreds had to be narrowed by itself: 12,000 cells, 30 ms.
//   all but 2           Exponents of 2 + 1e-8 and the like, which no_convergence was left of for plates and needles.
//   one exponent of 2   A superquadric that has circles for sections without being round. The ellipsoid inside touches it
//                       along them, and has the same least depth.
//   tolerance 0         A box 1e-8 to 1e-12 as large as a cone, about its middle. The points were judged by a step inwards that is
//                       longer than the tolerance then allows, and the interval was as wide as the box: no_convergence for one pair in
//                       300.
#include "check.h"
#include "scenes/place.h"
#include "scenes/random.h"
#include "scree/query.h"
#include "scree/verify.h"

// Of the proofs; each of these pairs took more than twice as many.
enum { MOST_STEPS = 9000 };

static void query(const char *name, const scree_body *a, const scree_body *b, double exact)
{
    scree_contact c = { 0 };
    const scree_status status = scree_query(a, b, NULL, &c);
    CHECK_MSG(status == SCREE_OK, "%s: %s, [%.17g, %.17g]", name, scree_status_name(status), c.lower, c.upper);
    CHECK_MSG(c.iterations <= MOST_STEPS, "%s: %d steps", name, c.iterations);
    CHECK_MSG(isnan(exact) || (c.lower <= exact && exact <= c.upper), "%s: [%.17g, %.17g]", name, c.lower, c.upper);
    scree_verification v;
    CHECK(scree_verify(a, b, &c, NULL, &v) == SCREE_OK);
    CHECK_MSG(v.verdict != SCREE_REFUTED, "%s: %s", name, scree_claim_name(v.claim));
}

// Both ways round, at the origin and elsewhere. `exact` NAN: not known in closed form.
static void check_pair(const char *name, scree_shape *a, scree_shape *b, scree_quat rotation_b, double exact)
{
    const scree_quat rotations[2] = { { 1, 0, 0, 0 }, { 0.5, -0.1, 0.7, 0.3 } };
    for (int k = 0; k < 2; ++k) {
        const scree_vec3 place = k == 0 ? s3(0, 0, 0) : s3_scale(s3(1, -2, 0.5), scree_shape_bounds(a).radius);
        const scree_body x = { a, place, rotations[k] }, y = { b, place, quat_times(rotations[k], rotation_b) };
        query(name, &x, &y, exact);
        query(name, &y, &x, exact);
    }
    scree_shape_destroy(a);
    scree_shape_destroy(b);
}

// The distance of the side of a cone from the middle of its axis.
static double side_of_cone(double radius, double half_length)
{
    return radius * half_length / hypot(radius, 2.0 * half_length);
}

static void test_large_around_small(void)
{
    const scree_quat none = { 1, 0, 0, 0 };
    check_pair("cone in a spheroid", scree_cone_create(0.6, 0.5, 0, NULL),
               scree_ellipsoid_create(s3(4e5, 111162.93784, 111162.93784), 0, NULL), none,
               -111162.93784 - side_of_cone(0.6, 0.5));
    check_pair("flat cone in a long spheroid", scree_cone_create(7e-7, 4e-7, 0, NULL),
               scree_ellipsoid_create(s3(0.6, 0.01514559685, 0.01514559685), 0, NULL), none,
               -0.01514559685 - side_of_cone(7e-7, 4e-7));
    check_pair("tapered capsule in a spheroid", scree_tapered_capsule_create(0.9, 0.0003, 0.9, 0, NULL),
               scree_ellipsoid_create(s3(32134.25, 7668.84, 7668.84), 0, NULL), none, NAN);
    check_pair("cone in what is nearly a ball", scree_cone_create(3.94e-5, 3.94e-5, 0, NULL),
               scree_ellipsoid_create(s3(1, 0.927174183753082, 0.927174183753082), 0, NULL),
               (scree_quat){ 0.36, 0.41, -0.31, 0.78 }, NAN);
}

static void test_small_in_large(void)
{
    check_pair("superquadric in a cone", scree_superquadric_create(s3(4.3e-6, 4.3e-6, 9.3e-7), 8, 4, 0, NULL),
               scree_cone_create(0.862, 0.4796, 0, NULL), (scree_quat){ 1, 0, 0, 0 }, NAN);
    check_pair("block in a tapered capsule", scree_superquadric_create(s3(1, 1, 1), 20, 20, 0, NULL),
               scree_tapered_capsule_create(208867, 1660, 150193, 0, NULL), (scree_quat){ 1, 0, 0, 0 }, NAN);
}

static void test_exponent_of_2(void)
{
    const scree_quat none = { 1, 0, 0, 0 }, quarter = { 0.5, -0.5, -0.5, -0.5 };
    check_pair("capsule", scree_superquadric_create(s3(0.2, 0.13, 0.2), 2, 12, 0, NULL),
               scree_capsule_create(0.9, 1, 0, NULL), quarter, -1.1);
    check_pair("cylinder", scree_superquadric_create(s3(0.9, 0.9, 0.9), 2, 2.001, 0, NULL),
               scree_cylinder_create(0.9, 2, 0, NULL), quarter, -1.8);
    check_pair("cone", scree_cone_create(1, 0.2, 0, NULL), scree_superquadric_create(s3(37, 37, 37), 2, 5.6, 0, NULL),
               none, -37.0 - side_of_cone(1, 0.2));
}

// Thin bodies whose radii of curvature tell little: the plate's section is nearly a circle, the needle touches its ellipsoid.
static void test_all_but_2(void)
{
    check_pair("plate through a cone", scree_cone_create(0.3, 3, 0, NULL),
               scree_superquadric_create(s3(0.52, 0.001, 0.52), 2.000004, 2.000004, 0, NULL),
               (scree_quat){ 0.5, 0.5, 0.5, 0.5 }, NAN);
    const scree_quat quarter = { 0.7071067812, 0, 0.7071067812, 0 };
    check_pair("cone along a needle",
               scree_superquadric_create(s3(0.6, 0.00185563785, 0.00185563785), 2.00000001, 2, 0, NULL),
               scree_cone_create(0.0003, 0.1, 0, NULL), quarter, NAN);
    check_pair("needle in a cone", scree_cone_create(0.66, 0.66, 0, NULL),
               scree_superquadric_create(s3(1.8e-6, 5.6e-5, 0.345), 2.00000000055, 2.00000000055, 0, NULL),
               (scree_quat){ 0.7071067811865476, 0, 0, 0.7071067811865476 }, NAN);
}

static void query_exactly(const scree_body *a, const scree_body *b, double exact)
{
    scree_query_options options = scree_query_defaults();
    scree_verify_options judge = scree_verify_defaults();
    options.tolerance = judge.tolerance = 0.0;
    scree_contact c = { 0 };
    const scree_status status = scree_query(a, b, &options, &c);
    CHECK_MSG(status == SCREE_OK, "box in a cone: %s, [%.17g, %.17g]", scree_status_name(status), c.lower, c.upper);
    CHECK(isnan(exact) || (c.lower <= exact && exact <= c.upper));
    scree_verification v;
    CHECK(scree_verify(a, b, &c, &judge, &v) == SCREE_OK);
    CHECK_MSG(v.verdict != SCREE_REFUTED, "box in a cone: %s", scree_claim_name(v.claim));
}

// The exact distance is the least over all azimuths, in 40 digits.
static void test_tolerance_0(void)
{
    scree_shape *cone = scree_cone_create(0.023885509836847413, 1, 0, NULL);
    scree_shape *box =
        scree_box_create(s3(8.630994721593537e-11, 7.756049666714868e-11, 7.761688540345357e-11), 0, NULL);
    const scree_body a = { cone, { 0, 0, 0 }, { 1, 0, 1, 0 } };
    const scree_body b = { box,
                           { -6.8509204307320524e-18, 4.5554268402675395e-15, 3.7227788061356145e-15 },
                           { 0.2744756777237607, 0.3704556516041926, 0.04148397183704611, 0.14160329399136917 } };
    query_exactly(&a, &b, -0.01194190341058129795);
    scree_shape_destroy(cone);
    scree_shape_destroy(box);
    scree_random r = random_stream(23, 1, 0);
    for (long i = 0, count = check_scaled(2000); i < count; ++i) {
        const double size = random_decade(&r, -12.0, -8.0);
        cone = scree_cone_create(random_decade(&r, -4.0, 0.0), 1, 0, NULL);
        box = scree_box_create(s3_scale(s3(1, random_between(&r, 0.1, 1.0), random_between(&r, 0.1, 1.0)), size), 0,
                               NULL);
        const scree_body x = { cone, { 0, 0, 0 }, random_rotation(&r) };
        const scree_body y = { box, s3_scale(random_direction(&r), random_decade(&r, -17.0, -6.0)),
                               random_rotation(&r) };
        query_exactly(&x, &y, NAN);
        scree_shape_destroy(cone);
        scree_shape_destroy(box);
    }
}

int main(void)
{
    test_tolerance_0();
    test_all_but_2();
    test_large_around_small();
    test_small_in_large();
    test_exponent_of_2();
    return check_done();
}
