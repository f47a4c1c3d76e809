// Smooth bodies with rounded polyhedra, with tips, and on half spaces far away.
//
//   rounded polyhedra  Of bodies of unequal size the smaller one's point went to its support point, and the larger one's along
//                      its rounding: off the vertex or edge that is named, by up to 1e-7 of the size.
//   tips               With cylinders, cones and tapered capsules the polyhedron's point was beside the vertex that is named.
//   rims               No convergence where a disc is all but level with an edge and its rim is over the end of it.
//   far planes         The height of a body's origin over a plane is known to twice the digits of a double. Of a body 1e20
//                      times smaller than the way to the plane's origin that is more than the interval said.
#include "report.h"

static void check_pair(const char *name, scree_shape *a, scree_body pose_a, scree_shape *b, scree_body pose_b)
{
    pose_a.shape = a;
    pose_b.shape = b;
    for (int k = 0; k < 2; ++k) {
        const scree_body *first = k == 0 ? &pose_a : &pose_b, *second = k == 0 ? &pose_b : &pose_a;
        scree_contact c = { 0 };
        const scree_status status = scree_query(first, second, NULL, &c);
        CHECK_MSG(status == SCREE_OK, "%s: %s", name, scree_status_name(status));
        not_refuted(first, second, name, -1.0, &c);
    }
    scree_shape_destroy(a);
    scree_shape_destroy(b);
}

static scree_body at(double x, double y, double z, scree_quat q)
{
    return (scree_body){ NULL, { x, y, z }, q };
}

static void test_rounded_polyhedra(void)
{
    const scree_quat none = { 1, 0, 0, 0 };
    const scree_vec3 needle[] = { { 0, -2e-10, 0 }, { 0, 0, 0 }, { 0, 0, -6e-7 }, { -10, 0, 0 } };
    check_pair("vertex of a needle", scree_polyhedron_create(needle, 4, 100, NULL), at(0, 0, 0, none),
               scree_superquadric_create(s3(0.9, 0.4, 0.4), 2, 2.03, 0, NULL), at(-100, -70, -140, none));
    const scree_vec3 plate[] = { { 0, 0, 0 }, { -20, 0, 0 }, { 0, 0, 0.06 }, { 0, 3e-9, 0 } };
    check_pair("edge of a plate", scree_superquadric_create(s3(0.5, 0.4, 0.5), 2, 2.2, 0, NULL),
               at(0, 0, 0, (scree_quat){ -0.2, 0, 0, 0.6 }), scree_polyhedron_create(plate, 4, 80, NULL),
               at(0, 50, 0, none));
    const scree_vec3 solid[] = { { 0, 0, 0 }, { 0, 0, 10 }, { 30, 60, 0 }, { -64.1, 0, 14.2 } };
    check_pair("vertex of a tetrahedron", scree_superquadric_create(s3(0.9, 0.3, 0.3), 7, 7, 0, NULL),
               at(0, 0, 0, (scree_quat){ -0.2, 0.7, 0, 0.7 }), scree_polyhedron_create(solid, 4, 6, NULL),
               at(40, -60, -10, (scree_quat){ -0.414, 0.815, -0.4, 0.04 }));
}

static void test_tips(void)
{
    const scree_vec3 plate[] = {
        { 0.01, 0, 0.0001296 }, { 0, 0.012, -0.0001 }, { 0, 0.01, 0.0001296 }, { -0.012, 0, 0.00013 }
    };
    check_pair("tapered capsule across a plate", scree_polyhedron_create(plate, 4, 0, NULL),
               at(0.24115401, -0.7, 2.9055, (scree_quat){ 1, 0, 0, 0 }),
               scree_tapered_capsule_create(2e-5, 2e-6, 0.6, 0, NULL),
               at(0.241154007, -0.71, 2.905539, (scree_quat){ 0.70711, 0.7071, 0, 0 }));
}

// The base of a cone, all but level with an edge: the least distance is from its end to the rim.
static void test_rims(void)
{
    const scree_vec3 wedge[] = { { -1, 0, 1 }, { 0, 1, 0 }, { 0, 0, 1 }, { 0, -1, 0 } };
    check_pair("a rim over the end of an edge", scree_polyhedron_create(wedge, 4, 0, NULL),
               at(0, 0, 0, (scree_quat){ 1, 0, 0, 0 }), scree_cone_create(1, 0.2, 0, NULL),
               at(0, 0, 4, (scree_quat){ 1, 4.2e-8, -4e-8, 0 }));
}

static void test_far_planes(void)
{
    const scree_quat none = { 1, 0, 0, 0 };
    const scree_vec3 n = { 0.0033889651381072594, 0.004270579615608401, -0.0015931534056387892 };
    const scree_quat q = { 0.12687629670017178, -0.9553032300783297, -0.2668588147310784, -0.00919330940870275 };
    const scree_vec3 place = { 0.007407879920596799, 0.25936558706844226, 0.6516838312994692 };
    check_pair("a ball of 4e-21", scree_sphere_create(4e-21, 0, NULL), at(0, 0, 0, none),
               scree_half_space_create(n, 0, 0, NULL), at(place.x, place.y, place.z, q));
    const scree_vec3 m = { 25.52973001888799, 44.63204440607948, 2.9217066686614093 };
    const scree_quat p = { -0.10186885014956859, -0.6782136460515573, 0.3895798718549115, -0.6147166104183034 };
    check_pair("an ellipsoid of 1e-20", scree_ellipsoid_create(s3(1e-20, 1e-20, 2e-20), 0, NULL), at(0, 0, 0, none),
               scree_half_space_create(m, 0, 0, NULL),
               at(0.275950776004533, -0.3142959270423547, -0.727467281869851, p));
}

// A ball, given as a superquadric, about the middle of a capsule: 0 / 0 hid the depth across the axis, and the answer was the
// one along it, 1.71 deep instead of 0.93.
static void test_concentric(void)
{
    scree_shape *capsule = scree_capsule_create(0.8, 0.78035, 0, NULL);
    scree_shape *ball =
        scree_superquadric_create(s3(0.13356297286201113, 0.13356297286201113, 0.13356297286201113), 2, 2, 0, NULL);
    const scree_vec3 place = { 2.926183372442964, 0.360259770025861, 0.555 };
    const scree_body a = { capsule, place, { 1, 0, 0, 0 } };
    const scree_body b = { ball, place, { 0.2814969482416924, 0.91, 0.2609939878160097, -0.13377 } };
    scree_contact c = { 0 };
    CHECK(scree_query(&a, &b, NULL, &c) == SCREE_OK);
    CHECK_NEAR(c.distance, -0.8 - 0.13356297286201113, 1e-14);
    not_refuted(&a, &b, "a ball in a capsule", -1.0, &c);
    scree_shape_destroy(capsule);
    scree_shape_destroy(ball);
}

int main(void)
{
    test_concentric();
    test_rounded_polyhedra();
    test_tips();
    test_rims();
    test_far_planes();
    return check_done();
}
