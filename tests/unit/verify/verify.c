// scree_verify(): right answers are proven, wrong fields are named, rubbish does no harm.
#include "check.h"
#include "scenes/place.h"
#include "scenes/random.h"
#include "scree/scree.h"

static scree_verification verify(const scree_body *a, const scree_body *b, const scree_contact *x)
{
    scree_verification v = { 0 };
    CHECK(scree_verify(a, b, x, NULL, &v) == SCREE_OK);
    return v;
}

static void refuted(const scree_body *a, const scree_body *b, const scree_contact *x, scree_claim claim)
{
    const scree_verification v = verify(a, b, x);
    CHECK_MSG(v.verdict == SCREE_REFUTED && v.claim == claim, "%s, %s: %s, not %s refuted",
              scree_verdict_name(v.verdict), scree_claim_name(v.claim), v.reason, scree_claim_name(claim));
}

// Two spheres of radius 1, a gap of 0.5 along x.
static void spheres(void)
{
    scree_shape *ball = scree_sphere_create(1.0, 0.0, NULL);
    const scree_body a = scree_body_at(ball, (scree_vec3){ 1e6, 0, 0 }),
                     b = scree_body_at(ball, (scree_vec3){ 1e6 + 2.5, 0, 0 });
    scree_contact x;
    CHECK(scree_query(&a, &b, NULL, &x) == SCREE_OK);
    CHECK(verify(&a, &b, &x).verdict == SCREE_PROVEN);
    const scree_contact right = x;
    x.distance += 1e-9;
    refuted(&a, &b, &x, SCREE_CLAIM_DISTANCE);
    x = right;
    x.lower = 0.5000001;
    refuted(&a, &b, &x, SCREE_CLAIM_DISTANCE);
    x.distance = x.upper = x.lower;
    refuted(&a, &b, &x, SCREE_CLAIM_LOWER);
    x = right;
    x.lower = x.distance = x.upper = 0.4999999;
    refuted(&a, &b, &x, SCREE_CLAIM_UPPER);
    x = right;
    x.upper += 1e-6;
    refuted(&a, &b, &x, SCREE_CLAIM_WIDTH);
    x = right;
    x.normal.x = 1.0 + 1e-12;
    refuted(&a, &b, &x, SCREE_CLAIM_NORMAL);
    x = right;
    x.state = SCREE_TOUCHING;
    refuted(&a, &b, &x, SCREE_CLAIM_STATE);
    x = right;
    x.point_b.y += 1e-6;
    refuted(&a, &b, &x, SCREE_CLAIM_POINTS);
    x.point_b.y = x.point_a.y += 1e-3; // both: the difference is right
    refuted(&a, &b, &x, SCREE_CLAIM_POINTS);
    x = right;
    x.status = SCREE_NO_MEMORY;
    refuted(&a, &b, &x, SCREE_CLAIM_STATUS);
    scree_shape_destroy(ball);
}

// The answer of another library: a distance, a normal, perhaps points.
static void foreign(void)
{
    scree_shape *box = scree_box_create((scree_vec3){ 1, 1, 1 }, 0.0, NULL);
    const scree_body a = scree_body_at(box, (scree_vec3){ 0, 0, 0 }), b = scree_body_at(box, (scree_vec3){ 3, 0.5, 0 });
    scree_contact x = { .distance = 1.0 + 1e-10, .normal = { 1, 0, 0 } };
    scree_verify_options o = scree_verify_defaults();
    o.claims = 0;
    scree_verification v;
    CHECK(scree_verify(&a, &b, &x, &o, &v) == SCREE_OK);
    CHECK(v.verdict == SCREE_UNDECIDED && v.claim == SCREE_CLAIM_UPPER);
    o.claims = SCREE_VERIFY_POINTS;
    x.point_a = (scree_vec3){ 1, 0.1, 0.1 };
    x.point_b = (scree_vec3){ 2, 0.1, 0.1 };
    CHECK(scree_verify(&a, &b, &x, &o, &v) == SCREE_OK);
    CHECK_MSG(v.verdict == SCREE_PROVEN, "%s: %s", scree_claim_name(v.claim), v.reason);
    CHECK(v.lower <= 1.0 && v.upper >= 1.0 && v.upper - v.lower < 1e-14);
    x.distance = 1.0 + 1e-8;
    CHECK(scree_verify(&a, &b, &x, &o, &v) == SCREE_OK && v.verdict == SCREE_REFUTED && v.claim == SCREE_CLAIM_LOWER);
    o.tolerance = 1e-7;
    CHECK(scree_verify(&a, &b, &x, &o, &v) == SCREE_OK && v.verdict == SCREE_PROVEN);
    scree_shape_destroy(box);
}

static void rubbish(void)
{
    scree_shape *box = scree_box_create((scree_vec3){ 1, 1, 1 }, 0.0, NULL);
    const scree_body a = scree_body_at(box, (scree_vec3){ 0, 0, 0 }), b = scree_body_at(box, (scree_vec3){ 3, 0.5, 0 });
    scree_contact x;
    scree_verification v;
    CHECK(scree_query(&a, &b, NULL, &x) == SCREE_OK);
    CHECK(scree_verify(NULL, &b, &x, NULL, &v) == SCREE_INVALID_ARGUMENT);
    CHECK(scree_verify(&a, NULL, &x, NULL, &v) == SCREE_INVALID_ARGUMENT);
    CHECK(scree_verify(&a, &b, NULL, NULL, &v) == SCREE_INVALID_ARGUMENT);
    CHECK(scree_verify(&a, &b, &x, NULL, NULL) == SCREE_INVALID_ARGUMENT);
    scree_body bad = b;
    bad.orientation = (scree_quat){ 0, 0, 0, 0 };
    CHECK(scree_verify(&a, &bad, &x, NULL, &v) == SCREE_INVALID_POSE);
    bad.shape = NULL;
    CHECK(scree_verify(&a, &bad, &x, NULL, &v) == SCREE_INVALID_ARGUMENT);
    const scree_contact right = x;
    const double worst[] = { (double)NAN, (double)INFINITY, -(double)INFINITY, 1e300, -1e300, 1e61 };
    for (size_t i = 0; i < sizeof worst / sizeof worst[0]; ++i) {
        double *const fields[] = { &x.distance,  &x.lower,     &x.upper,     &x.normal.x,  &x.normal.y, &x.normal.z,
                                   &x.point_a.x, &x.point_a.y, &x.point_a.z, &x.point_b.x, &x.point_b.z };
        for (size_t k = 0; k < sizeof fields / sizeof fields[0]; ++k) {
            x = right;
            *fields[k] = worst[i];
            CHECK_MSG(verify(&a, &b, &x).verdict == SCREE_REFUTED, "field %zu, %g", k, worst[i]);
        }
    }
    x = right;
    x.normal = (scree_vec3){ 0, 0, 0 };
    refuted(&a, &b, &x, SCREE_CLAIM_NORMAL);
    scree_shape_destroy(box);
}

// Two prisms of six sides in each other, with edges that are parallel to rounding: those whose normals are apart on the
// sphere span no face, and must leave no doubt. `tilt` is in radians.
static void parallel_edges(double tilt, double shift)
{
    scree_vec3 corners[12];
    for (int i = 0; i < 12; ++i)
        corners[i] = (scree_vec3){ cos(1.0471975511965976 * i), sin(1.0471975511965976 * i), i < 6 ? -0.8 : 0.8 };
    scree_shape *prism = scree_polyhedron_create(corners, 12, 0.0, NULL);
    const scree_body a = scree_body_at(prism, (scree_vec3){ 0, 0, 0 });
    scree_body b = scree_body_at(prism, (scree_vec3){ shift, 0.7 * shift, 0 });
    b.orientation = (scree_quat){ 1, 0.5 * tilt, 0.3 * tilt, 0.1 * tilt };
    scree_contact x;
    CHECK(scree_query(&a, &b, NULL, &x) == SCREE_OK);
    const scree_verification v = verify(&a, &b, &x);
    CHECK_MSG(v.verdict == SCREE_PROVEN, "tilt %g, shift %g: %s: %s", tilt, shift, scree_claim_name(v.claim), v.reason);
    scree_shape_destroy(prism);
}

// A lens, a needle or a flake whose thickness is less than the coordinates' roundings: its points may come to lie beside it,
// and along the normal there is nothing, but they are no farther from the surface than the roundings. Both points moved by
// twenty times as much are refuted.
static void thinner_than_rounding(scree_random *r, bool powers)
{
    const scree_vec3 axes = { 1.0, random_decade(r, -3.0, 0.0), random_decade(r, -3.0, -2.0) };
    const double far = axes.z * random_decade(r, 0.0, 2.0) * 0x1p53, n1 = random_between(r, 2.0, 20.0);
    scree_shape *thin = powers ? scree_superquadric_create(axes, n1, random_between(r, 2.0, 20.0), 0.0, NULL)
                               : scree_ellipsoid_create(axes, 0.0, NULL);
    scree_shape *ball = scree_sphere_create(1.0, 0.0, NULL);
    const scree_vec3 at = s3_scale(random_direction(r), far);
    scree_body a = scree_body_at(thin, at), b = scree_body_at(ball, s3_add(at, s3_scale(random_direction(r), 4.0)));
    a.orientation = random_rotation(r);
    scree_contact x;
    CHECK(scree_query(&a, &b, NULL, &x) == SCREE_OK);
    const scree_verification v = verify(&a, &b, &x);
    CHECK_MSG(v.verdict != SCREE_REFUTED, "%s: %.3g, allowed %.3g", v.reason, v.claimed, v.allowed);
    const scree_vec3 way = s3_scale(x.normal, 20.0 * 4.0 * 0x1p-53 * far);
    x.point_a = s3_add(x.point_a, way);
    x.point_b = s3_add(x.point_b, way);
    refuted(&a, &b, &x, SCREE_CLAIM_POINTS);
    scree_shape_destroy(thin);
    scree_shape_destroy(ball);
}

// A short capsule in one that is larger by up to 1e10, nearly parallel: whether it is level is told by its own ends, not by
// how far they are from the other's point.
static void short_capsule(scree_random *r)
{
    const double size = random_decade(r, 0.0, 5.0), half = random_decade(r, -5.0, 0.0);
    scree_shape *large = scree_capsule_create(size, 0.3 * size, 0.0, NULL);
    scree_shape *small = scree_capsule_create(0.6, half, 0.0, NULL);
    const scree_body a = scree_body_at(large, s3(0, 0, 0));
    scree_body b =
        scree_body_at(small, s3(2, 2, 0)); // deep inside: the points are as far apart as the larger one is wide
    const double tilt = 0.97e-6 * random_between(r, -1.0, 1.0);
    b.orientation = quat_about(s3_unit(s3(1, -1, 0)), tilt);
    scree_contact x;
    CHECK(scree_query(&a, &b, NULL, &x) == SCREE_OK);
    const scree_verification v = verify(&a, &b, &x);
    CHECK_MSG(v.verdict == SCREE_PROVEN, "size %.3g, half length %.3g, tilt %.3g: %s", size, half, tilt, v.reason);
    scree_shape_destroy(large);
    scree_shape_destroy(small);
}

static scree_vec3 unit_ball(const void *user, scree_vec3 direction)
{
    (void)user;
    return s3_unit(direction);
}

// At the centre of a superquadric its gauge has no slope, and of a user's shape no surface is known: a point there is off the
// surface all the same.
static void point_at_centre(double rounding)
{
    const scree_support_def def = { .support = unit_ball, .dimension = 3, .radius = 1.0 };
    scree_shape *user = scree_support_shape_create(&def, 0.0, NULL);
    scree_shape *blocky = scree_superquadric_create(s3(1, 1, 1), 4.0, 4.0, rounding, NULL);
    const scree_body a = scree_body_at(blocky, s3(0, 0, 0)), b = scree_body_at(user, s3(3.0 + rounding, 0, 0));
    scree_contact x;
    CHECK(scree_query(&a, &b, NULL, &x) == SCREE_OK);
    CHECK(verify(&a, &b, &x).verdict == SCREE_PROVEN);
    x.point_a.x -= 1.0; // so that the core's point is its centre
    x.point_b.x -= 1.0;
    x.point.x -= 1.0;
    CHECK(x.point_a.x == rounding && x.point_a.y == 0.0 && x.point_a.z == 0.0);
    refuted(&a, &b, &x, SCREE_CLAIM_POINTS);
    scree_shape_destroy(user);
    scree_shape_destroy(blocky);
}

// An edge along a face that is a sliver, 2e-9 wide: the sides of that are parallel to rounding for a while beyond its tip,
// and yet the contact point is not there.
static void point_beyond_tip(void)
{
    const scree_vec3 ridge[4] = { { -1, 0, 0 }, { 1, 0, 0 }, { 0, -0.5, -1 }, { 0, 0.5, -1 } };
    const scree_vec3 sliver[4] = { { 0, 0, 0 }, { 0.8, 1e-9, 0 }, { 0.8, -1e-9, 0 }, { 0.5, 0, 1 } };
    scree_shape *below = scree_polyhedron_create(ridge, 4, 0.0, NULL);
    scree_shape *above = scree_polyhedron_create(sliver, 4, 0.0, NULL);
    const scree_body a = scree_body_at(below, s3(0, 0, 0)), b = scree_body_at(above, s3(0, 0, 0.1));
    scree_contact x;
    CHECK(scree_query(&a, &b, NULL, &x) == SCREE_OK);
    CHECK(x.feature_a == SCREE_FEATURE_EDGE && x.feature_b == SCREE_FEATURE_FACE);
    CHECK(verify(&a, &b, &x).verdict == SCREE_PROVEN);
    x.point.x = -2e-5;
    refuted(&a, &b, &x, SCREE_CLAIM_POINT);
    x.point.x = 0.8 + 1e-6;
    refuted(&a, &b, &x, SCREE_CLAIM_POINT);
    scree_shape_destroy(below);
    scree_shape_destroy(above);
}

int main(void)
{
    const double tilts[] = { 0.0, 1e-17, 1e-15, 1e-12 }, shifts[] = { 0.0, 1e-13, 1e-3, 0.3 };
    for (int i = 0; i < 16; ++i) parallel_edges(tilts[i / 4], shifts[i % 4]);
    spheres();
    point_beyond_tip();
    point_at_centre(0.0);
    point_at_centre(1.0);
    scree_random r = random_stream(17, 1, 0);
    for (long i = 0, count = check_scaled(2000); i < count; ++i) thinner_than_rounding(&r, i % 2 == 1);
    for (long i = 0, count = check_scaled(20000); i < count; ++i) short_capsule(&r);
    foreign();
    rubbish();
    CHECK(scree_claim_name((scree_claim)99) != NULL);
    return check_done();
}
