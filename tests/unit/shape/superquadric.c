// The superquadric as a shape: what is refused, box and sphere around it, its limits (ellipsoid and box), and volume
// and inertia, sharp and rounded, against an integration in long double over directions from the centre, with the
// curvatures of an implicit surface, that shares no formula with the library's.
#include <string.h>

#include "check.h"
#include "scenes/place.h"
#include "scenes/random.h"
#include "scree/scree.h"
#include "shape/shape.h"

static const double PI = 3.14159265358979323846;

static void refuse(scree_vec3 semi, double n1, double n2, double rounding, const char *words)
{
    scree_error error = { SCREE_OK, "" };
    scree_shape *s = scree_superquadric_create(semi, n1, n2, rounding, &error);
    CHECK_MSG(s == NULL && error.status == SCREE_INVALID_ARGUMENT, "%s is not refused", words);
    CHECK_MSG(strstr(error.message, words) != NULL, "\"%s\" does not say %s", error.message, words);
    scree_shape_destroy(s);
}

static void test_refusals(void)
{
    const double nan = (double)NAN, inf = (double)INFINITY;
    const scree_vec3 one = s3(1, 1, 1);
    refuse(one, 1.999, 4, 0, "exponents.n1: must be between 2 and 100, got 1.999");
    refuse(one, 4, 0, 0, "exponents.n2: must be between 2 and 100, got 0");
    refuse(one, -4, 4, 0, "exponents.n1: must be between 2 and 100, got -4");
    refuse(one, 4, 100.001, 0, "exponents.n2: must be between 2 and 100, got 100.001");
    refuse(one, nan, 4, 0, "exponents.n1: not finite");
    refuse(one, 4, nan, 0, "exponents.n2: not finite");
    refuse(one, inf, 4, 0, "exponents.n1: not finite");
    refuse(one, 4, -inf, 0, "exponents.n2: not finite");
    refuse(s3(0, 1, 1), 4, 4, 0, "semi_axes.x: must be positive, got 0");
    refuse(s3(1, -1, 1), 4, 4, 0, "semi_axes.y: must be positive, got -1");
    refuse(s3(1, 1, nan), 4, 4, 0, "semi_axes.z");
    refuse(s3(1, inf, 1), 4, 4, 0, "semi_axes.y");
    refuse(s3(1e-61, 1, 1), 4, 4, 0, "semi_axes.x");
    refuse(s3(1, 1, 1e61), 4, 4, 0, "semi_axes.z");
    refuse(s3(1, 1.1e6, 1), 4, 4, 0, "1.1e+06 times");
    refuse(one, 4, 4, -1, "rounding");
    refuse(one, 4, 4, nan, "rounding");
    CHECK(scree_superquadric_create(one, 1, 4, 0, NULL) == NULL);
}

static void test_description(void)
{
    scree_shape *s = scree_superquadric_create(s3(1, 1e6, 3), 100, 2, 0.5, NULL);
    double n1, n2;
    if (!CHECK(s != NULL)) return;
    scree_shape_exponents(s, &n1, &n2);
    const scree_vec3 axes = scree_shape_semi_axes(s);
    CHECK(n1 == 100 && n2 == 2 && axes.x == 1 && axes.y == 1e6 && axes.z == 3 && scree_shape_rounding(s) == 0.5);
    CHECK(scree_shape_kind_of(s) == SCREE_SUPERQUADRIC && scree_shape_dimension(s) == 3);
    CHECK(strcmp(scree_shape_kind_name(SCREE_SUPERQUADRIC), "superquadric") == 0);
    CHECK(scree_shape_vertex_count(s) == 0 && scree_shape_face_count(s) == 0 && scree_shape_edge_count(s) == 0);
    scree_shape_destroy(s);
}

// Shapes that differ have fingerprints that differ, and equal ones equal ones.
static void test_fingerprints(void)
{
    scree_shape *s[] = {
        scree_superquadric_create(s3(1, 2, 3), 4, 5, 0, NULL),   scree_superquadric_create(s3(1, 2, 3), 5, 4, 0, NULL),
        scree_superquadric_create(s3(1, 2, 3), 4, 5, 0.1, NULL), scree_superquadric_create(s3(2, 1, 3), 4, 5, 0, NULL),
        scree_superquadric_create(s3(1, 2, 3), 2, 2, 0, NULL),   scree_ellipsoid_create(s3(1, 2, 3), 0, NULL)
    };
    enum { COUNT = sizeof s / sizeof *s };
    for (int i = 0; i < COUNT; ++i) {
        for (int j = 0; j < i; ++j) CHECK_MSG(s[i]->fingerprint != s[j]->fingerprint, "%d and %d", i, j);
    }
    scree_shape *same = scree_superquadric_create(s3(1, 2, 3), 4, 5, 0, NULL);
    CHECK(same->fingerprint == s[0]->fingerprint);
    scree_shape_destroy(same);
    for (int i = 0; i < COUNT; ++i) scree_shape_destroy(s[i]);
}

typedef struct surface {
    long double a[3], n1, n2, r;
} surface;

// F = rho^n1 + w^n1 - 1 with its first and second derivatives, straight from the definition, in the octant x, y, z > 0.
static void derive(const surface *s, const long double p[3], long double slope[3], long double bend[3][3])
{
    const long double u = p[0] / s->a[0], v = p[1] / s->a[1], w = p[2] / s->a[2], m = s->n1 / s->n2;
    const long double up = powl(u, s->n2), vp = powl(v, s->n2), wp = powl(w, s->n1), sum = up + vp;
    const long double outer = m * powl(sum, m - 1), inner = (m - 1) * outer / sum;
    const long double du = s->n2 * up / u, dv = s->n2 * vp / v, duu = (s->n2 - 1) * du / u, dvv = (s->n2 - 1) * dv / v;
    slope[0] = outer * du / s->a[0];
    slope[1] = outer * dv / s->a[1];
    slope[2] = s->n1 * wp / w / s->a[2];
    bend[0][0] = (inner * du * du + outer * duu) / (s->a[0] * s->a[0]);
    bend[1][1] = (inner * dv * dv + outer * dvv) / (s->a[1] * s->a[1]);
    bend[0][1] = bend[1][0] = inner * du * dv / (s->a[0] * s->a[1]);
    bend[2][2] = s->n1 * (s->n1 - 1) * wp / (w * w) / (s->a[2] * s->a[2]);
    bend[0][2] = bend[2][0] = bend[1][2] = bend[2][1] = 0;
}

typedef struct integrals {
    long double volume, second[3];
} integrals;

// The surface point along v, one of an octant, pushed out by r. By Gauss, the volume is the integral of x . n / 3 and
// that of x_i^2 is the integral of x_i^3 n_i / 3. Its element is (1 + 2 H r + K r^2) times that of y = v / g, which is
// |y|^2 / (n . v) of the solid angle.
static void add_point(integrals *sum, const surface *s, const long double v[3], long double weight)
{
    const long double flat = powl(powl(v[0] / s->a[0], s->n2) + powl(v[1] / s->a[1], s->n2), s->n1 / s->n2);
    const long double gauge = powl(flat + powl(v[2] / s->a[2], s->n1), 1 / s->n1);
    const long double y[3] = { v[0] / gauge, v[1] / gauge, v[2] / gauge };
    long double slope[3], bend[3][3], steep2 = 0, trace = 0, twice = 0, facing = 0;
    derive(s, y, slope, bend);
    for (int i = 0; i < 3; ++i) {
        steep2 += slope[i] * slope[i];
        trace += bend[i][i];
        for (int j = 0; j < 3; ++j) twice += slope[i] * bend[i][j] * slope[j];
    }
    const long double steep = sqrtl(steep2), mean = (steep2 * trace - twice) / (steep2 * steep) / 2;
    const long double flat_det = bend[0][0] * bend[1][1] - bend[0][1] * bend[0][1];
    const long double adjoint = bend[2][2] * (bend[1][1] * slope[0] * slope[0] + bend[0][0] * slope[1] * slope[1] -
                                              2 * bend[0][1] * slope[0] * slope[1]) +
                                flat_det * slope[2] * slope[2];
    const long double gauss = adjoint / (steep2 * steep2);
    for (int i = 0; i < 3; ++i) facing += slope[i] / steep * v[i];
    const long double area = weight / (gauge * gauge) / facing * (1 + 2 * mean * s->r + gauss * s->r * s->r);
    for (int i = 0; i < 3; ++i) {
        const long double n = slope[i] / steep, x = y[i] + s->r * n;
        sum->volume += area * x * n / 3;
        sum->second[i] += area * x * x * x * n / 3;
    }
}

enum { MOST_NODES = 280 };

static struct {
    long double sine, cosine, weight;
} nodes[2 * MOST_NODES + 1];

// The double exponential rule on (0, pi / 2), with `half` nodes to each side.
static void fill_nodes(int half)
{
    const long double half_pi = 1.57079632679489661923132169163975144L, step = 4.0L / half;
    for (int k = -half; k <= half; ++k) {
        const long double t = k * step, e = expl(-2 * half_pi * fabsl(sinhl(t))), near = half_pi * e / (1 + e);
        nodes[k + half].sine = k < 0 ? sinl(near) : cosl(near);
        nodes[k + half].cosine = k < 0 ? cosl(near) : sinl(near);
        nodes[k + half].weight = step * half_pi * half_pi * coshl(t) * 2 * e / ((1 + e) * (1 + e));
    }
}

static double worst;

static void expect(scree_vec3 semi, double n1, double n2, double rounding, int half, double allowed)
{
    const surface f = { { semi.x, semi.y, semi.z }, n1, n2, rounding };
    integrals sum = { 0 };
    fill_nodes(half);
    for (int i = 0; i <= 2 * half; ++i) {
        const long double weight = 8 * nodes[i].weight * nodes[i].cosine;
        if (weight < 1e-25L || nodes[i].sine < 1e-15L || nodes[i].cosine < 1e-15L) continue;
        for (int j = 0; j <= 2 * half; ++j) {
            if (nodes[j].weight < 1e-25L || nodes[j].sine < 1e-15L || nodes[j].cosine < 1e-15L) continue;
            const long double v[3] = { nodes[i].cosine * nodes[j].cosine, nodes[i].cosine * nodes[j].sine,
                                       nodes[i].sine };
            add_point(&sum, &f, v, weight * nodes[j].weight);
        }
    }
    scree_shape *s = scree_superquadric_create(semi, n1, n2, rounding, NULL);
    if (!CHECK(s != NULL)) return;
    const scree_mass m = scree_shape_mass(s);
    const double *second[3] = { &m.inertia.xx, &m.inertia.yy, &m.inertia.zz };
    double off = fabs(m.volume / (double)sum.volume - 1);
    for (int i = 0; i < 3; ++i)
        off = fmax(off, fabs(*second[i] / (double)(sum.second[(i + 1) % 3] + sum.second[(i + 2) % 3]) - 1));
    worst = fmax(worst, off);
    CHECK_MSG(off <= allowed, "%g %g %g, exponents %g %g, rounding %g: off by %.3g", semi.x, semi.y, semi.z, n1, n2,
              rounding, off);
    CHECK(m.centroid.x == 0 && m.centroid.y == 0 && m.centroid.z == 0);
    CHECK(m.inertia.xy == 0 && m.inertia.xz == 0 && m.inertia.yz == 0);
    scree_shape_destroy(s);
}

static void test_mass(scree_random *r)
{
    expect(s3(1, 1, 1), 4, 4, 0, 150, 1e-13);
    expect(s3(1, 2, 3), 3, 5, 0, 150, 1e-13);
    expect(s3(1, 2, 3), 2, 6.5, 0, 150, 1e-13);
    expect(s3(2, 1, 0.5), 8, 2, 0, 180, 1e-13);
    expect(s3(1, 1, 1), 4, 4, 0.25, 150, 1e-12);
    expect(s3(1, 2, 3), 3, 5, 2, 150, 1e-12);
    expect(s3(2, 1, 0.5), 8, 2, 0.01, 240, 1e-12);
    expect(s3(1, 0.9, 1.1), 12, 12, 0.1, 280, 1e-9);
    for (long n = check_scaled(3); n > 0; --n) {
        const double scale = random_decade(r, -9, 9), n1 = random_between(r, 2, 7), n2 = random_between(r, 2, 7);
        const scree_vec3 semi = s3(random_decade(r, -0.7, 0), random_decade(r, -0.7, 0), random_decade(r, -0.7, 0));
        expect(s3_scale(semi, scale), n1, n2, n % 2 ? scale * random_decade(r, -2, 1) : 0, 180, 1e-11);
    }
    printf("volume and inertia off by %.2g at most\n", worst);
}

static void compare(const scree_shape *s, scree_mass want, double allowed, const char *what)
{
    const scree_mass m = scree_shape_mass(s);
    CHECK_MSG(
        fabs(m.volume / want.volume - 1) <= allowed && fabs(m.inertia.xx / want.inertia.xx - 1) <= allowed &&
            fabs(m.inertia.yy / want.inertia.yy - 1) <= allowed && fabs(m.inertia.zz / want.inertia.zz - 1) <= allowed,
        "%s: volume %.17g instead of %.17g, inertia %.17g %.17g %.17g instead of %.17g %.17g %.17g", what, m.volume,
        want.volume, m.inertia.xx, m.inertia.yy, m.inertia.zz, want.inertia.xx, want.inertia.yy, want.inertia.zz);
}

// Exponents of 2 and almost 2 against the ellipsoid, whose rounded mass has other formulas; and what does not change:
// units, and which of x and y is which.
static void test_relatives(scree_random *r)
{
    for (long n = check_scaled(60); n > 0; --n) {
        const double scale = random_decade(r, -50, 50), wide = n % 3 == 0 ? -6 : -2.5;
        const scree_vec3 semi = s3(scale * random_decade(r, wide, 0), scale * random_decade(r, wide, 0), scale);
        const double rounding = n % 2 ? 0 : scale * random_decade(r, -4, 1), n1 = random_between(r, 2, 100),
                     n2 = random_between(r, 2, 100);
        scree_shape *e = scree_ellipsoid_create(semi, rounding, NULL),
                    *s = scree_superquadric_create(semi, 2, 2, rounding, NULL);
        scree_shape *near = scree_superquadric_create(semi, 2 + 1e-15, 2 + 1e-15, rounding, NULL);
        scree_shape *one = scree_superquadric_create(semi, n1, n2, rounding, NULL);
        scree_shape *other =
            scree_superquadric_create(s3(7 * semi.y, 7 * semi.x, 7 * semi.z), n1, n2, 7 * rounding, NULL);
        if (CHECK(e != NULL && s != NULL && near != NULL && one != NULL && other != NULL)) {
            compare(s, scree_shape_mass(e), 0, "2, 2");
            compare(near, scree_shape_mass(e), n % 3 == 0 ? 2e-12 : 1e-13, "almost 2, 2");
            CHECK(near->core == SCREE_CORE_SUPERQUADRIC && s->core == SCREE_CORE_ELLIPSOID);
            const scree_mass m = scree_shape_mass(one);
            const double five = 16807 * m.inertia.xx, six = 16807 * m.inertia.yy, seven = 16807 * m.inertia.zz;
            const scree_mass want = { 343 * m.volume, { 0, 0, 0 }, { six, five, seven, 0, 0, 0 } };
            compare(other, want, 1e-13, "rotated and in other units");
        }
        scree_shape_destroy(e);
        scree_shape_destroy(s);
        scree_shape_destroy(near);
        scree_shape_destroy(one);
        scree_shape_destroy(other);
    }
}

// Bodies that are known: the volumes of n1 = n2 = 4 and of a "round box" in the limit; between the ellipsoid and the
// box.
static void test_known(void)
{
    scree_shape *s = scree_superquadric_create(s3(1, 1, 1), 4, 4, 0, NULL);
    // 8 Gamma(5/4)^3 / Gamma(7/4)
    CHECK_NEAR(scree_shape_mass(s).volume, 6.481987351786382, 1e-14);
    scree_shape_destroy(s);
    // A ball of radius r swept over a box: the superquadric of exponent 100 is inside, and less than 1 % smaller.
    scree_shape *box = scree_box_create(s3(3, 2, 1), 0.5, NULL),
                *blocky = scree_superquadric_create(s3(3, 2, 1), 100, 100, 0.5, NULL);
    const double ratio = scree_shape_mass(blocky).volume / scree_shape_mass(box).volume;
    CHECK_MSG(ratio < 1 && ratio > 0.99, "exponent 100 has %.6f of the box's volume", ratio);
    scree_shape_destroy(box);
    scree_shape_destroy(blocky);
    // Two exponents apart: n2 = 2 and n1 = 100 is nearly a cylinder.
    scree_shape *round = scree_superquadric_create(s3(2, 2, 1), 100, 2, 0, NULL);
    CHECK_NEAR(scree_shape_mass(round).volume, 8 * PI, 0.01 * 8 * PI);
    scree_shape_destroy(round);
}

// Nothing sticks out of box and sphere, and both touch: the box at the ends of the axes, the sphere within a search of
// the octant.
static void test_bounds(scree_random *r)
{
    for (long n = check_scaled(300); n > 0; --n) {
        const double scale = random_decade(r, -9, 9), n1 = n % 5 ? random_between(r, 2, 100) : 2,
                     n2 = n % 4 ? random_between(r, 2, 100) : n1,
                     rounding = n % 2 ? 0.0 : scale * random_decade(r, -2, 1);
        const scree_vec3 semi =
            s3(scale * random_decade(r, -1, 0), scale * random_decade(r, -1, 0), scale * random_decade(r, -1, 0));
        scree_shape *s = scree_superquadric_create(semi, n1, n2, rounding, NULL);
        if (!CHECK(s != NULL)) continue;
        const scree_bounds b = scree_shape_bounds(s);
        CHECK(b.high.x >= semi.x + rounding && b.high.x <= (semi.x + rounding) * (1 + 1e-15) && b.low.x == -b.high.x);
        CHECK(b.high.y >= semi.y + rounding && b.high.y <= (semi.y + rounding) * (1 + 1e-15) && b.low.y == -b.high.y);
        CHECK(b.high.z >= semi.z + rounding && b.high.z <= (semi.z + rounding) * (1 + 1e-15) && b.low.z == -b.high.z);
        double farthest = 0;
        for (int i = 0; i <= 80; ++i) {
            // In powers of the coordinates the curve is a line; its ends and its middle are taken alike.
            const double t = 0.5 - 0.5 * cos(PI * i / 80), up = pow(1 - t, 1 / n1), down = pow(t, 1 / n1);
            for (int k = 0; k <= 80; ++k) {
                const double q = 0.5 - 0.5 * cos(PI * k / 80);
                const double x = semi.x * up * pow(1 - q, 1 / n2), y = semi.y * up * pow(q, 1 / n2), z = semi.z * down;
                farthest = fmax(farthest, sqrt(x * x + y * y + z * z));
            }
        }
        CHECK_MSG(b.radius >= farthest + rounding && b.radius <= (farthest + rounding) * 1.01, "radius %g, found %g",
                  b.radius, farthest + rounding);
        CHECK(b.centre.x == 0 && b.centre.y == 0 && b.centre.z == 0);
        const scree_vec3 d = random_direction(r), p = scree_shape_support(s, d);
        CHECK(sqrt(s3_dot(p, p)) <= b.radius * (1 + 1e-15));
        scree_shape_destroy(s);
    }
    // Equal exponents, by Lagrange: x ~ a^(2 / (n - 2) + 1).
    scree_shape *s = scree_superquadric_create(s3(1, 2, 3), 4, 4, 0, NULL);
    CHECK_NEAR(scree_shape_bounds(s).radius, pow(1.0 + 16.0 + 81.0, 0.25), 1e-14);
    scree_shape_destroy(s);
}

int main(void)
{
    scree_random r = random_stream(5, 2, 1);
    test_refusals();
    test_description();
    test_fingerprints();
    test_mass(&r);
    test_relatives(&r);
    test_known();
    test_bounds(&r);
    return check_done();
}
