// Bodies that share a point but for a subnormal number, such as a simulation leaves of a coordinate that was 0.
//
// Seen in   scree itself: a polyhedron with a corner at an ellipsoid's centre, moved by 1e-310, and capsules about one.
// Wrong     the closest point of a coordinate of which 1 / x overflows was lost, and with it an edge: upper 0.13 below
//           the distance.
// Right     the answer of the pair that is not moved, to rounding: an offset this small changes no distance in double precision.
#include "check.h"
#include "scenes/random.h"
#include "scree/query.h"
#include "scree/shape.h"
#include "scree/verify.h"

enum { KINDS = 10 };

static scree_shape *any_shape(scree_random *r)
{
    const scree_vec3 a = random_in_cube(r, 0.01, 1.0);
    scree_vec3 p[8] = { { 0 } }; // a corner at the origin
    for (int i = 1; i < 8; ++i) p[i] = random_in_cube(r, -0.5, 0.5);
    switch (random_below(r, KINDS)) {
    case 0:
        return scree_box_create(a, 0.0, NULL);
    case 1:
        return scree_polyhedron_create(p, 4, 0.0, NULL);
    case 2:
        return scree_polyhedron_create(p, 8, 0.05, NULL);
    case 3:
        return scree_sphere_create(a.x, 0.0, NULL);
    case 4:
        return scree_superquadric_create(a, 4.0, 4.0, 0.0, NULL);
    case 5:
        return scree_capsule_create(a.x, a.y, 0.0, NULL);
    case 6:
        return scree_cylinder_create(a.x, a.y, 0.0, NULL);
    case 7:
        return scree_cone_create(a.x, a.y, 0.0, NULL);
    default: // the likeliest to be alone with a point
        return scree_ellipsoid_create(a, 0.0, NULL);
    }
}

// Some of the coordinates that are 0 become a number that is next to nothing.
static scree_vec3 moved(scree_random *r, scree_vec3 v)
{
    const double step =
        random_below(r, 2) == 0 ? 0x1p-1074 * (1 + random_below(r, 9)) : random_decade(r, -320.0, -300.0);
    double *x[3] = { &v.x, &v.y, &v.z };
    for (int i = 0; i < 3; ++i)
        if (*x[i] == 0.0 && random_below(r, 4) != 0) *x[i] = random_sign(r) * step;
    return v;
}

static void compare(const scree_body *a, const scree_body *b, scree_vec3 position, long number)
{
    scree_body there = *b;
    there.position = position;
    scree_contact x, y;
    const scree_status before = scree_query(a, b, NULL, &x), after = scree_query(a, &there, NULL, &y);
    CHECK_MSG(before == SCREE_OK && after == SCREE_OK, "pair %ld: %s, %s", number, scree_status_name(before),
              scree_status_name(after));
    CHECK_MSG(y.lower <= x.upper && x.lower <= y.upper, "pair %ld: %.17g to %.17g, moved %.17g to %.17g", number,
              x.lower, x.upper, y.lower, y.upper);
    scree_verification v;
    scree_verify(a, &there, &y, NULL, &v);
    CHECK_MSG(v.verdict != SCREE_REFUTED, "pair %ld: %s", number, v.reason);
}

static void a_corner_at_the_centre(void)
{
    const scree_vec3 p[4] = { { 0, 0, 0 }, { 0, 0, -2 }, { 1.2, -1.8, 1 }, { -0.7, -1.7, -1.4 } };
    scree_shape *tetrahedron = scree_polyhedron_create(p, 4, 0.0, NULL);
    scree_shape *ellipsoid = scree_ellipsoid_create((scree_vec3){ 0.891, 0.005, 0.09 }, 0.0, NULL);
    const scree_body a = { tetrahedron, { 0, 0, 0 }, { 0.54, -0.08, 0.83, -0.04 } };
    const scree_body b = { ellipsoid, { 0, 0, 0 }, { -0.03, -0.066, 0.275, 0.245 } };
    compare(&a, &b, (scree_vec3){ 1e-310, -1e-310, 1e-310 }, -1);
    scree_shape_destroy(tetrahedron);
    scree_shape_destroy(ellipsoid);
}

int main(void)
{
    scree_random r = random_stream(2026, 1, 1);
    a_corner_at_the_centre();
    const long count = check_scaled(20000);
    for (long i = 0; i < count; ++i) {
        scree_body a = { any_shape(&r), { 0, 0, 0 }, random_rotation(&r) };
        scree_body b = { any_shape(&r), { 0, 0, 0 }, random_rotation(&r) };
        if (random_below(&r, 3) == 0) b.orientation = a.orientation;
        if (random_below(&r, 3) == 0) b.position.z = random_between(&r, 0.0, 1.5);
        compare(&a, &b, moved(&r, b.position), i);
        scree_shape_destroy((scree_shape *)a.shape);
        scree_shape_destroy((scree_shape *)b.shape);
    }
    return check_done();
}
