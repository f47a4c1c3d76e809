// Cylinder, cone and tapered capsule: what is refused; support, box and sphere against the hull of two circles or two
// balls in long double; volume, centroid and inertia, sharp and rounded, against closed forms and against slices in
// long double; and the tapered capsules that are balls or capsules.
#include <string.h>

#include "check.h"
#include "scenes/place.h"
#include "scenes/random.h"
#include "scree/scree.h"
#include "shape/shape.h"

static const double PI = 3.14159265358979323846;

typedef enum kind { CYLINDER, CONE, TAPERED, KINDS } kind;

// Radii at the lower and the upper end: of discs, or of balls.
typedef struct body {
    kind kind;
    double bottom, top, half_length, rounding;
} body;

static scree_shape *make(body b, scree_error *error)
{
    return b.kind == CYLINDER ? scree_cylinder_create(b.bottom, b.half_length, b.rounding, error)
           : b.kind == CONE   ? scree_cone_create(b.bottom, b.half_length, b.rounding, error)
                              : scree_tapered_capsule_create(b.bottom, b.top, b.half_length, b.rounding, error);
}

static void refuse(kind k, double bottom, double top, double half_length, double rounding, const char *words)
{
    scree_error error = { SCREE_OK, "" };
    scree_shape *s = make((body){ k, bottom, top, half_length, rounding }, &error);
    CHECK_MSG(s == NULL && error.status == SCREE_INVALID_ARGUMENT, "%d: %s is not refused", (int)k, words);
    CHECK_MSG(strstr(error.message, words) != NULL, "\"%s\" does not say %s", error.message, words);
    scree_shape_destroy(s);
}

static void test_refusals(void)
{
    const double nan = (double)NAN, inf = (double)INFINITY;
    for (kind k = CYLINDER; k <= CONE; ++k) {
        refuse(k, 0, 0, 1, 0, "radius: must be positive, got 0");
        refuse(k, -1, 0, 1, 0, "radius: must be positive, got -1");
        refuse(k, nan, 0, 1, 0, "radius: not finite");
        refuse(k, inf, 0, 1, 0, "radius: ");
        refuse(k, 1e61, 0, 1, 0, "radius: must be between");
        refuse(k, 1, 0, 0, 0, "half_length: must be positive, got 0");
        refuse(k, 1, 0, -1, 0, "half_length: must be positive, got -1");
        refuse(k, 1, 0, nan, 0, "half_length: not finite");
        refuse(k, 1, 0, 1, -1, "rounding: must not be negative");
        refuse(k, 1, 0, 1, nan, "rounding: not finite");
    }
    refuse(TAPERED, 0, 1, 1, 0, "radii.bottom: must be positive, got 0");
    refuse(TAPERED, 1, -2, 1, 0, "radii.top: must be positive, got -2");
    refuse(TAPERED, nan, 1, 1, 0, "radii.bottom: not finite");
    refuse(TAPERED, 1, 1e-61, 1, 0, "radii.top: must be between");
    refuse(TAPERED, 1, 2, -1, 0, "half_length: must not be negative");
    refuse(TAPERED, 1, 2, inf, 0, "half_length: not finite");
    refuse(TAPERED, 1, 2, 1, -1, "rounding: must not be negative");
    CHECK(scree_cylinder_create(-1, 1, 0, NULL) == NULL && scree_cone_create(-1, 1, 0, NULL) == NULL);
    CHECK(scree_tapered_capsule_create(1, 0, 1, 0, NULL) == NULL);
}

static body random_body(scree_random *r)
{
    const double scale = random_decade(r, -9, 9), wide = random_below(r, 3) == 0 ? 6 : 1;
    body b = { (kind)random_below(r, KINDS), scale * random_decade(r, -wide, 0), 0, scale * random_decade(r, -wide, 0),
               random_below(r, 2) ? 0 : scale * random_decade(r, -3, 1) };
    b.top = b.kind == CYLINDER ? b.bottom : b.kind == CONE ? 0 : scale * random_decade(r, -wide, 0);
    if (b.kind == TAPERED && random_below(r, 8) == 0) b.top = b.bottom;
    if (b.kind == TAPERED && random_below(r, 8) == 0) b.half_length = 0;
    return b;
}

// Height along a unit direction, of the hull of both ends.
static long double height_of(body b, long double across, long double z)
{
    const long double ring = b.kind == TAPERED ? 1 : across;
    return fmaxl(b.bottom * ring - b.half_length * z, b.top * ring + b.half_length * z) + b.rounding;
}

static void test_support(scree_random *r)
{
    long double worst = 0;
    for (long n = check_scaled(4000); n > 0; --n) {
        const body b = random_body(r);
        scree_shape *s = make(b, NULL);
        if (!CHECK(s != NULL)) continue;
        const scree_bounds box = scree_shape_bounds(s);
        const double whole = s->core_radius + s->radius + fabs(s->centre.z);
        for (int k = 0; k < 25; ++k) {
            scree_vec3 d = random_direction(r);
            if (k % 5 == 0) d.x *= random_decade(r, -300, 0);
            if (k % 5 == 1) d.z *= random_decade(r, -300, 0);
            if (k == 2) d.x = d.y = 0;
            if (k == 3) d.z = 0;
            d = s3_scale(d, k % 7 == 6 ? random_decade(r, -200, 200) : random_decade(r, -3, 3));
            const long double length = sqrtl((long double)d.x * d.x + (long double)d.y * d.y + (long double)d.z * d.z);
            const long double flat = sqrtl((long double)d.x * d.x + (long double)d.y * d.y) / length;
            const scree_vec3 p = scree_shape_support(s, d);
            const long double got = ((long double)d.x * p.x + (long double)d.y * p.y + (long double)d.z * p.z) / length;
            const long double off = fabsl(got - height_of(b, flat, d.z / length));
            // The slack, and for the ball that sweeps the core as much as pair.c counts: 8 roundings.
            const long double allowed = s->slack + 0x1p-53L * (8.0L * s->radius + 4.0L * whole);
            if (off / allowed > worst) worst = off / allowed;
            CHECK_MSG(off <= allowed, "%d, %g %g %g %g: off by %Lg", (int)b.kind, b.bottom, b.top, b.half_length,
                      b.rounding, off);
            const double near = 1e-15 * whole; // the point's own roundings
            CHECK(p.x >= box.low.x - near && p.y >= box.low.y - near && p.z >= box.low.z - near);
            CHECK(p.x <= box.high.x + near && p.y <= box.high.y + near && p.z <= box.high.z + near);
            const scree_vec3 out = s3(p.x, p.y, p.z - box.centre.z);
            CHECK(sqrt(s3_dot(out, out)) <= box.radius * (1 + 1e-15));
        }
        // Tight: what the box says is what the support says along the axes.
        CHECK_NEAR(box.high.x, (double)height_of(b, 1, 0), 2e-15 * whole);
        CHECK_NEAR(box.low.y, -(double)height_of(b, 1, 0), 2e-15 * whole);
        CHECK_NEAR(box.high.z, (double)height_of(b, 0, 1), 2e-15 * whole);
        CHECK_NEAR(box.low.z, -(double)height_of(b, 0, -1), 2e-15 * whole);
        CHECK(scree_shape_vertex_count(s) == 0 && scree_shape_edge_count(s) == 0 && scree_shape_face_count(s) == 0);
        scree_shape_destroy(s);
    }
    printf("support off by %.2Lf of what is allowed\n", worst);
}

typedef struct integrals {
    long double volume, first, across, along;
} integrals;

// Slices of the outline between two heights: a circle about (s, z) of this radius, or with radius 0 a line from s to
// s1.
static void add_slices(integrals *sum, long double low, long double high, long double s, long double s1, long double z,
                       long double radius)
{
    const long double pi = 3.14159265358979323846264338327950288L, step = 1.0L / 32, half = (high - low) / 2;
    for (int k = -128; k <= 128 && half > 0; ++k) {
        const long double t = k * step, e = expl(-pi * fabsl(sinhl(t))), near = 2 * half * e / (1 + e);
        const long double at = k < 0 ? low + near : high - near;
        const long double weight = step * half * pi / 2 * coshl(t) * 4 * e / ((1 + e) * (1 + e));
        // Height above the circle's lower end and below its upper one, without cancellation near the ends.
        const long double up = k < 0 ? low - (z - radius) + near : at - (z - radius);
        const long double down = k < 0 ? z + radius - at : z + radius - high + near;
        const long double share = k < 0 ? near / (2 * half) : 1 - near / (2 * half);
        const long double wide = radius > 0 ? s + sqrtl(fmaxl(up * down, 0)) : s * (1 - share) + s1 * share;
        const long double disc = pi * wide * wide * weight;
        sum->volume += disc;
        sum->first += disc * at;
        sum->across += disc * wide * wide / 4;
        sum->along += disc * at * at;
    }
}

static integrals slice(body b)
{
    integrals sum = { 0 };
    const bool balls = b.kind == TAPERED;
    const long double l = b.half_length, less = (long double)b.bottom - b.top;
    const long double s0 = balls ? 0 : b.bottom, s1 = balls ? 0 : b.top;
    const long double r0 = (balls ? b.bottom : 0.0L) + b.rounding, r1 = (balls ? b.top : 0.0L) + b.rounding;
    if (balls && 2 * l <= fabsl(less)) { // one holds the other
        const long double z = less > 0 ? -l : l, r = fmaxl(r0, r1);
        add_slices(&sum, z - r, z + r, 0, 0, z, r);
        return sum;
    }
    const long double sine = less / (balls ? 2 * l : sqrtl(4 * l * l + less * less)),
                      cosine = sqrtl((1 - sine) * (1 + sine));
    const long double low = -l + r0 * sine, high = l + r1 * sine;
    add_slices(&sum, -l - r0, low, s0, 0, -l, r0);
    add_slices(&sum, low, high, s0 + r0 * cosine, s1 + r1 * cosine, 0, 0);
    add_slices(&sum, high, l + r1, s1, 0, l, r1);
    return sum;
}

static double worst_mass;

static void expect(body b, long double volume, long double centre, long double across, long double along,
                   double allowed)
{
    scree_shape *s = make(b, NULL);
    if (!CHECK(s != NULL)) return;
    const scree_mass m = scree_shape_mass(s);
    const double size = fmax(fmax(b.bottom, b.top), b.half_length) + b.rounding;
    double off = fabs(m.volume / (double)volume - 1);
    off = fmax(off, fabs(m.centroid.z - (double)centre) / size);
    off = fmax(off, fmax(fabs(m.inertia.xx / (double)across - 1), fabs(m.inertia.zz / (double)along - 1)));
    worst_mass = fmax(worst_mass, off);
    CHECK_MSG(off <= allowed, "%d, %g %g %g, rounding %g: off by %.3g", (int)b.kind, b.bottom, b.top, b.half_length,
              b.rounding, off);
    CHECK(m.inertia.xx == m.inertia.yy && m.inertia.xy == 0 && m.inertia.xz == 0 && m.inertia.yz == 0);
    CHECK(m.centroid.x == 0 && m.centroid.y == 0);
    scree_shape_destroy(s);
}

static void test_slices(scree_random *r)
{
    for (long n = check_scaled(2000); n > 0; --n) {
        const body b = random_body(r);
        const integrals sum = slice(b);
        const long double centre = sum.first / sum.volume, along = sum.along - sum.volume * centre * centre;
        expect(b, sum.volume, centre, sum.across + along, 2 * sum.across, 2e-14);
    }
    printf("volume, centroid and inertia off by %.2g at most\n", worst_mass);
}

static void test_closed_forms(void)
{
    static const double scales[] = { 1, 1e-9, 1e9, 1e-55, 1e55 };
    for (int i = 0; i < 5; ++i) {
        const double s = scales[i], volume = PI * s * s * s, five = s * s * volume;
        expect((body){ CYLINDER, 2 * s, 2 * s, 3 * s, 0 }, 24 * volume, 0, 24 * (1 + 3) * five, 24 * 2 * five, 2e-15);
        // A cone of height h: volume pi R^2 h / 3, centroid h / 4 above the base, 3/20 (R^2 + h^2 / 4) and 3/10 R^2.
        expect((body){ CONE, 2 * s, 0, 3 * s, 0 }, 8 * volume, -1.5 * s, 8 * 0.15 * (4 + 9) * five, 8 * 0.3 * 4 * five,
               4e-15);
        // A ball and a capsule.
        expect((body){ TAPERED, s, 5 * s, 2 * s, 0 }, 500.0 / 3 * volume, 2 * s, 500.0 / 3 * 10 * five,
               500.0 / 3 * 10 * five, 2e-15);
        expect((body){ TAPERED, 3 * s, s, s, 2 * s }, 500.0 / 3 * volume, -s, 500.0 / 3 * 10 * five,
               500.0 / 3 * 10 * five, 2e-15);
        expect((body){ TAPERED, s, s, 3 * s, 0 }, (6 + 4.0 / 3) * volume, 0,
               (6 * 3.25 + 4.0 / 3 * (0.4 + 9 + 2.25)) * five, (3 + 4.0 / 3 * 0.4) * five, 2e-15);
    }
    // Nothing beside its rounding.
    const double ball = 4 * PI / 3 * 1e150;
    expect((body){ CONE, 1e-10, 0, 1e-10, 1e50 }, ball, 0, 0.4 * ball * 1e100, 0.4 * ball * 1e100, 4e-15);
}

// What a tapered capsule is: a ball where one holds the other, to the last digit, a capsule where the radii are equal,
// and in between a tear.
static void test_cores(void)
{
    scree_shape *inner = scree_tapered_capsule_create(1, 3, 1, 0, NULL),
                *outer = scree_tapered_capsule_create(3, 1, 1, 0, NULL);
    scree_shape *just = scree_tapered_capsule_create(1, 3, nextafter(1, 2), 0, NULL),
                *point = scree_tapered_capsule_create(2, 2, 0, 0, NULL);
    scree_shape *equal = scree_tapered_capsule_create(2, 2, 3, 0, NULL), *capsule = scree_capsule_create(2, 3, 0, NULL);
    CHECK(inner->core == SCREE_CORE_POINT && inner->centre.z == 1 && inner->radius == 3);
    CHECK(outer->core == SCREE_CORE_POINT && outer->centre.z == -1 && outer->radius == 3);
    CHECK(point->core == SCREE_CORE_POINT && point->centre.z == 0 && point->radius == 2);
    CHECK(just->core == SCREE_CORE_TEAR && equal->core == SCREE_CORE_SEGMENT);
    CHECK_NEAR(scree_shape_mass(just).volume, 36 * PI, 1e-12);
    CHECK_NEAR(scree_shape_mass(just).centroid.z, 1, 1e-15);
    CHECK(scree_shape_mass(equal).volume == scree_shape_mass(capsule).volume);
    CHECK(scree_shape_kind_of(inner) == SCREE_TAPERED_CAPSULE && scree_shape_kind_of(equal) == SCREE_TAPERED_CAPSULE);
    scree_shape *all[] = { inner,
                           outer,
                           just,
                           point,
                           equal,
                           capsule,
                           scree_cylinder_create(2, 3, 0, NULL),
                           scree_cone_create(2, 3, 0, NULL),
                           scree_cylinder_create(2, 3, 1, NULL),
                           scree_cylinder_create(3, 2, 0, NULL),
                           scree_tapered_capsule_create(1, 3, 0.5, 0, NULL),
                           scree_tapered_capsule_create(3, 1, 0.5, 0, NULL),
                           scree_tapered_capsule_create(1, 2, 3, 0, NULL),
                           scree_tapered_capsule_create(2, 1, 3, 0, NULL) };
    enum { COUNT = sizeof all / sizeof *all };
    for (int i = 0; i < COUNT; ++i) {
        for (int j = 0; j < i; ++j) CHECK_MSG(all[i]->fingerprint != all[j]->fingerprint, "%d and %d", i, j);
    }
    for (int i = 0; i < COUNT; ++i) scree_shape_destroy(all[i]);
}

// They are bodies in space: none meets a disc.
static void test_dimensions(void)
{
    scree_shape *disc = scree_disc_create(1, 0, NULL);
    for (kind k = CYLINDER; k < KINDS; ++k) {
        scree_shape *s = make((body){ k, 1, k == CONE ? 0 : 1, 1, 0 }, NULL);
        const scree_body a = { s, { 0, 0, 0 }, { 1, 0, 0, 0 } }, b = { disc, { 5, 0, 0 }, { 1, 0, 0, 0 } };
        scree_contact contact;
        CHECK(scree_shape_dimension(s) == 3 && scree_query(&a, &b, NULL, &contact) == SCREE_MIXED_DIMENSIONS);
        scree_shape_destroy(s);
    }
    scree_shape_destroy(disc);
    CHECK(strcmp(scree_shape_kind_name(SCREE_CYLINDER), "cylinder") == 0);
    CHECK(strcmp(scree_shape_kind_name(SCREE_CONE), "cone") == 0);
    CHECK(strcmp(scree_shape_kind_name(SCREE_TAPERED_CAPSULE), "tapered_capsule") == 0);
}

// The sphere around a cone or a tapered capsule touches at both ends.
static void test_spheres(void)
{
    scree_shape *cone = scree_cone_create(1, 1, 0, NULL), *flat = scree_cone_create(3, 1, 0, NULL),
                *drop = scree_tapered_capsule_create(1, 2, 3, 0.5, NULL);
    scree_bounds b = scree_shape_bounds(cone);
    CHECK_NEAR(b.centre.z, -0.25, 0);
    CHECK_NEAR(b.radius, 1.25, 2e-15);
    b = scree_shape_bounds(flat);
    CHECK_NEAR(b.centre.z, -1, 0);
    CHECK_NEAR(b.radius, 3, 4e-15);
    b = scree_shape_bounds(drop);
    CHECK_NEAR(b.centre.z, 0.5, 0);
    CHECK_NEAR(b.radius, 5, 8e-15);
    scree_shape_destroy(cone);
    scree_shape_destroy(flat);
    scree_shape_destroy(drop);
}

int main(void)
{
    scree_random r = random_stream(5, 3, 1);
    test_refusals();
    test_support(&r);
    test_closed_forms();
    test_slices(&r);
    test_cores();
    test_dimensions();
    test_spheres();
    return check_done();
}
