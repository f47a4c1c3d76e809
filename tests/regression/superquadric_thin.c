// Thin superquadrics next to a small tetrahedron: lower ends that were above the exact distance. Where the surface has
// hardly begun to bend, it bends by many times as much at the end of the last step of Newton's method; the step was
// taken for one whose error is below rounding, and ended inside the surface by more than that.
#include "check.h"
#include "scenes/place.h"
#include "scenes/random.h"
#include "scree/query.h"
#include "scree/verify.h"

// An interval that is narrower below by this factor is right as well: what rounding costs is a part of what it may.
#define PART 0.6

static void check_pair(const char *name, int number, const scree_body *a, const scree_body *b)
{
    scree_contact c = { 0 };
    scree_verification v = { 0 };
    const scree_status status = scree_query(a, b, NULL, &c);
    CHECK_MSG(status == SCREE_OK, "%s %d: %s", name, number, scree_status_name(status));
    c.lower = c.distance - PART * (c.distance - c.lower);
    CHECK(scree_verify(a, b, &c, NULL, &v) == SCREE_OK);
    CHECK_MSG(v.verdict != SCREE_REFUTED, "%s %d: %s: %.17g, found %.17g", name, number, scree_claim_name(v.claim),
              v.claimed, v.found);
}

// From the hunt.
static void check_report(void)
{
    const scree_vec3 corner[4] = { { 0.008525072, 0, -0.001 }, { 0.008525072, 0, 0 }, { 0, 0, 0 }, { 0, 0.008, 0 } };
    scree_shape *s = scree_superquadric_create(s3(0.7, 0.06, 0.006), 3, 3, 0, NULL);
    scree_shape *p = scree_polyhedron_create(corner, 4, 0, NULL);
    const scree_body a = { s, { 0, 0, 0 }, { -0.263756, 0.90806, -0.246218, -0.2126864 } };
    const scree_body b = { p, { -0.567, 0.241, 0.371 }, { -0.263756, 0.9080605, -0.246218, -0.2126864 } };
    check_pair("report", 0, &a, &b);
    check_pair("report", 1, &b, &a);
    scree_shape_destroy(s);
    scree_shape_destroy(p);
}

// An edge across a tip, all but parallel to the thin side.
static void check_random(bool equal, int count)
{
    for (int i = 0; i < count; ++i) {
        scree_random r = random_stream(21, equal, (uint64_t)i);
        const double n1 = equal ? 3 + random_below(&r, 2) : random_between(&r, 2.01, 5);
        const double n2 = equal ? n1 : random_between(&r, 2.01, 5);
        const double wide = random_decade(&r, -2, -1), thin = random_decade(&r, -3, -2);
        const double d = random_decade(&r, -3, -2), away = random_decade(&r, -3, -1), up = random_between(&r, 0.1, 0.9);
        const double y = wide * random_signed_decade(&r, -4, -2);
        const scree_vec3 corner[4] = { { d, 0, -0.1 * d }, { d, 0, 0 }, { 0, 0, 0 }, { 0, d, 0 } };
        const scree_vec3 tilt = random_vector(&r, 1.0, -8, -5);
        scree_shape *s = scree_superquadric_create(s3(0.7, wide, thin), n1, n2, 0, NULL);
        scree_shape *p = scree_polyhedron_create(corner, 4, 0, NULL);
        scree_body a = { s, { 0, 0, 0 }, random_rotation(&r) }, b = { p, { 0, 0, 0 }, { 0, 0, 0, 0 } };
        const scree_quat q = a.orientation;
        b.orientation = (scree_quat){ q.w, q.x + tilt.x, q.y + tilt.y, q.z + tilt.z };
        b.position = quat_rotate(q, s3(-0.7 - away - d, y, 0.1 * d * up));
        check_pair(equal ? "equal exponents" : "pair", i, &a, &b);
        scree_shape_destroy(s);
        scree_shape_destroy(p);
    }
}

int main(void)
{
    check_report();
    check_random(true, 10000);
    check_random(false, 10000);
    return check_done();
}
