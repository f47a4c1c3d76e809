// The ellipsoid as a shape: what is refused; box, support, mass; and the mass of rounded ellipsoids against an
// integration over the surface in long double that shares no formula with it.
#include <string.h>

#include "check.h"
#include "scenes/place.h"
#include "scenes/random.h"
#include "scree/scree.h"

static const double PI = 3.14159265358979323846;

static void refuse(scree_vec3 semi, double rounding, const char *field)
{
    scree_error error = { SCREE_OK, "" };
    scree_shape *s = scree_ellipsoid_create(semi, rounding, &error);
    CHECK_MSG(s == NULL && error.status == SCREE_INVALID_ARGUMENT, "%s is not refused", field);
    CHECK_MSG(strstr(error.message, field) != NULL, "\"%s\" does not name %s", error.message, field);
    scree_shape_destroy(s);
}

static void test_refusals(void)
{
    const double nan = (double)NAN, inf = (double)INFINITY;
    refuse(s3(0, 1, 1), 0, "semi_axes.x");
    refuse(s3(1, -1, 1), 0, "semi_axes.y");
    refuse(s3(1, 1, nan), 0, "semi_axes.z");
    refuse(s3(1, inf, 1), 0, "semi_axes.y");
    refuse(s3(1e-61, 1, 1), 0, "semi_axes.x");
    refuse(s3(1, 1, 1e61), 0, "semi_axes.z");
    refuse(s3(1, 1, 1), -1, "rounding");
    refuse(s3(1, 1, 1), nan, "rounding");
    refuse(s3(1, 1.1e6, 1), 0, "1.1e+06 times");
    refuse(s3(1e-30, 1, 1e30), 0, "semi_axes");
    CHECK(scree_ellipsoid_create(s3(1, -1, 1), 0, NULL) == NULL);
    scree_shape *widest = scree_ellipsoid_create(s3(1, 1e6, 3), 0, NULL);
    CHECK(widest != NULL);
    scree_shape_destroy(widest);
}

// Names, axes, box and support: the tangent plane at D v has the normal D^-1 v, and the box touches at the axes' ends.
static void test_surface(scree_random *r)
{
    for (long n = check_scaled(2000); n > 0; --n) {
        double scale = random_decade(r, -50, 50), rounding = n % 2 ? 0.0 : scale * random_decade(r, -3, 1);
        scree_vec3 semi =
            s3(scale * random_decade(r, -3, 0), scale * random_decade(r, -3, 0), scale * random_decade(r, -3, 0));
        scree_shape *s = scree_ellipsoid_create(semi, rounding, NULL);
        if (!CHECK(s != NULL)) continue;
        scree_vec3 axes = scree_shape_semi_axes(s);
        CHECK(axes.x == semi.x && axes.y == semi.y && axes.z == semi.z && scree_shape_rounding(s) == rounding);
        CHECK(scree_shape_kind_of(s) == SCREE_ELLIPSOID && scree_shape_dimension(s) == 3);
        CHECK(strcmp(scree_shape_kind_name(scree_shape_kind_of(s)), "ellipsoid") == 0);
        CHECK(scree_shape_vertex_count(s) == 0 && scree_shape_face_count(s) == 0 && scree_shape_edge_count(s) == 0);
        scree_bounds b = scree_shape_bounds(s);
        double longest = fmax(semi.x, fmax(semi.y, semi.z)) + rounding;
        CHECK(b.high.x >= semi.x + rounding && b.high.x <= (semi.x + rounding) * (1 + 1e-15) && b.low.x == -b.high.x);
        CHECK(b.high.z >= semi.z + rounding && b.high.z <= (semi.z + rounding) * (1 + 1e-15) && b.low.z == -b.high.z);
        CHECK(b.radius >= longest && b.radius <= longest * (1 + 1e-15));
        scree_vec3 v = random_direction(r), normal = s3_unit(s3(v.x / semi.x, v.y / semi.y, v.z / semi.z));
        scree_vec3 p = scree_shape_support(s, s3_scale(normal, random_decade(r, -20, 20)));
        CHECK_NEAR(p.x, semi.x * v.x + rounding * normal.x, 1e-14 * (semi.x + rounding));
        CHECK_NEAR(p.y, semi.y * v.y + rounding * normal.y, 1e-14 * (semi.y + rounding));
        CHECK_NEAR(p.z, semi.z * v.z + rounding * normal.z, 1e-14 * (semi.z + rounding));
        scree_shape_destroy(s);
    }
}

typedef struct integrals {
    long double volume, second[3];
} integrals;

// One octant of the swept body's surface x = y + r n, by the double exponential rule in both angles of y = D v. By
// Gauss, the volume is the integral of x . n / 3 and that of x_i^2 is the integral of x_i^3 n_i / 3. The surface
// element is (1 + 2 H r + K r^2) times that of y, with H and K as girault-2022 prints them (B.1).
static void add_surface_point(integrals *sum, const long double a[3], long double r, const long double v[3],
                              long double weight)
{
    long double slope2 = 0, out2 = 0, abc = a[0] * a[1] * a[2], y[3], square = 0, x[3], n[3];
    for (int i = 0; i < 3; ++i) {
        y[i] = a[i] * v[i];
        slope2 += v[i] * v[i] / (a[i] * a[i]);
        out2 += y[i] * y[i];
        square += a[i] * a[i];
    }
    long double slope = sqrtl(slope2), gauss = 1 / (abc * slope2 * abc * slope2);
    long double mean = (square - out2) / (2 * abc * abc * slope2 * slope);
    long double area = weight * abc * slope * (1 + 2 * mean * r + gauss * r * r);
    for (int i = 0; i < 3; ++i) {
        n[i] = v[i] / (a[i] * slope);
        x[i] = y[i] + r * n[i];
        sum->volume += area * x[i] * n[i] / 3;
        sum->second[i] += area * x[i] * x[i] * x[i] * n[i] / 3;
    }
}

enum { NODES = 192 };

static struct {
    long double sine, cosine, weight;
} nodes[2 * NODES + 1];

// The double exponential rule on (0, pi / 2). Both ends are reached with all digits.
static void fill_nodes(void)
{
    const long double half_pi = 1.57079632679489661923132169163975144L, step = 1.0L / 48;
    for (int k = -NODES; k <= NODES; ++k) {
        long double t = k * step, e = expl(-2 * half_pi * fabsl(sinhl(t)));
        long double near = half_pi * e / (1 + e); // the distance from the nearer end
        nodes[k + NODES].sine = k < 0 ? sinl(near) : cosl(near);
        nodes[k + NODES].cosine = k < 0 ? cosl(near) : sinl(near);
        nodes[k + NODES].weight = step * half_pi * half_pi * coshl(t) * 2 * e / ((1 + e) * (1 + e));
    }
}

static integrals integrate(scree_vec3 semi, double rounding)
{
    const long double a[3] = { semi.x, semi.y, semi.z };
    integrals sum = { 0 };
    for (int i = 0; i <= 2 * NODES; ++i) {
        long double sine = nodes[i].sine, cosine = nodes[i].cosine, weight = 8 * nodes[i].weight * cosine;
        for (int j = 0; j <= 2 * NODES; ++j) {
            const long double v[3] = { cosine * nodes[j].cosine, cosine * nodes[j].sine, sine };
            add_surface_point(&sum, a, rounding, v, weight * nodes[j].weight);
        }
    }
    return sum;
}

static double worst;

static void expect(scree_vec3 semi, double rounding, double volume, const double second[3])
{
    scree_shape *s = scree_ellipsoid_create(semi, rounding, NULL);
    if (!CHECK(s != NULL)) return;
    scree_mass m = scree_shape_mass(s);
    const double inertia[3] = { second[1] + second[2], second[0] + second[2], second[0] + second[1] };
    const double got[3] = { m.inertia.xx, m.inertia.yy, m.inertia.zz };
    double off = fabs(m.volume / volume - 1);
    for (int i = 0; i < 3; ++i) off = fmax(off, fabs(got[i] / inertia[i] - 1));
    worst = fmax(worst, off);
    CHECK_MSG(off <= 4e-15, "%g %g %g, rounding %g: off by %.3g", semi.x, semi.y, semi.z, rounding, off);
    CHECK(m.centroid.x == 0 && m.centroid.y == 0 && m.centroid.z == 0);
    CHECK(m.inertia.xy == 0 && m.inertia.xz == 0 && m.inertia.yz == 0);
    scree_shape_destroy(s);
}

static void expect_integrals(scree_vec3 semi, double rounding)
{
    integrals sum = integrate(semi, rounding);
    const double second[3] = { (double)sum.second[0], (double)sum.second[1], (double)sum.second[2] };
    expect(semi, rounding, (double)sum.volume, second);
}

static void test_closed_forms(void)
{
    static const double scales[] = { 1.0, 1e-9, 1e9, 1e-50, 1e50 };
    for (int i = 0; i < 5; ++i) {
        double s = scales[i], ball = 4 * PI / 3 * s * s * s, each = 0.2 * ball * s * s;
        const double plain[3] = { 24 * 16 * each, 24 * 9 * each, 24 * 4 * each };
        expect(s3(4 * s, 3 * s, 2 * s), 0, 24 * ball, plain);
        const double round[3] = { each, each, each }; // a sphere, whatever part of its radius is rounding
        expect(s3(s, s, s), 0, ball, round);
        expect(s3(0.25 * s, 0.25 * s, 0.25 * s), 0.75 * s, ball, round);
        expect(s3(0.9990234375 * s, 0.9990234375 * s, 0.9990234375 * s), 0x1p-10 * s, ball, round);
        expect(s3(1e-9 * s, 1e-9 * s, 1e-9 * s), s * (1 - 1e-9), ball, round);
    }
    const double big = 1e50, ball = 4 * PI / 3 * big * big * big, each = 0.2 * ball * big * big;
    const double round[3] = { each, each, each };
    expect(s3(1e-60, 1e-58, 1e-59), big, ball, round); // the ellipsoid is nothing beside its rounding
}

static void test_rounded(scree_random *r)
{
    static const double flat[] = { 1e-3, 1e-2, 0.3, 1.0, 30.0, 1000.0 }, roundings[] = { 1e-4, 0.02, 0.5, 40.0 };
    for (int i = 0; i < 6; ++i) {
        for (int k = 0; k < 4; ++k) {
            expect_integrals(s3(1, 1, flat[i]), roundings[k]);
            expect_integrals(s3(flat[i], 1, 0.05), roundings[k]);
        }
    }
    for (long n = check_scaled(40); n > 0; --n) {
        double scale = random_decade(r, -9, 9);
        scree_vec3 semi = s3(random_decade(r, -3, 0), random_decade(r, -3, 0), random_decade(r, -3, 0));
        expect_integrals(s3_scale(semi, scale), scale * random_decade(r, -4, 1));
    }
    printf("rounded ellipsoids: volume and inertia off by %.2g at most\n", worst);
}

int main(void)
{
    scree_random r = random_stream(4, 1, 1);
    fill_nodes();
    test_refusals();
    test_surface(&r);
    test_closed_forms();
    test_rounded(&r);
    return check_done();
}
