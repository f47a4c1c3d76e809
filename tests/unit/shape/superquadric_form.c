// The surface of a superquadric against the plain formulas in long double: how many roundings gauge, gradient, support
// value and support point are off, over exponents of 2 to 100, aspect ratios to 1e6 and sizes of 1e-9 to 1e9; that the
// support stays within what cores count on; and curvatures against those of the implicit surface.
#include "shape/superquadric_form.h"

#include "check.h"
#include "scenes/place.h"
#include "scenes/random.h"
#include "shape/support.h"

static const long double UNIT = 0x1p-53L;

typedef struct lvec3 {
    long double x, y, z;
} lvec3;

static double random_exponent(scree_random *r)
{
    static const double usual[] = {
        2, 3, 4, 5, 6, 8, 9, 10, 16, 17, 20, 50, 99, 100, 2.5, 2.0000001, 7.3, 19.5, 99.99
    };
    return random_below(r, 3) == 0 ? 2.0 + 98.0 * random_unit(r) * random_unit(r)
                                   : usual[random_below(r, sizeof usual / sizeof *usual)];
}

static scree_shape *random_shape(scree_random *r, double thinnest)
{
    const double scale = random_decade(r, -9, 9);
    const scree_vec3 semi = s3(scale * random_decade(r, thinnest, 0), scale * random_decade(r, thinnest, 0),
                               scale * random_decade(r, thinnest, 0));
    const double n1 = random_exponent(r), n2 = random_below(r, 2) ? n1 : random_exponent(r);
    return scree_superquadric_create(semi, n1, n2, 0, NULL);
}

// Directions of all kinds: some components are 0, or tiny beside the others.
static scree_vec3 random_axis(scree_random *r)
{
    double c[3];
    for (int i = 0; i < 3; ++i) {
        const double size = random_below(r, 3) == 0 ? random_decade(r, -300, 0) : random_unit(r);
        c[i] = (random_below(r, 8) == 0 ? 0.0 : size) * random_sign(r);
    }
    c[random_below(r, 3)] = random_sign(r) * (0.1 + random_unit(r));
    const double scale = random_decade(r, -30, 30);
    return s3(scale * c[0], scale * c[1], scale * c[2]);
}

static long double norm_of(long double x, long double y, long double n)
{
    const long double most = fmaxl(x, y);
    return most == 0 ? 0 : most * powl(powl(x / most, n) + powl(y / most, n), 1 / n);
}

static long double gauge_of(const scree_shape *s, lvec3 p)
{
    const scree_vec3 a = s->form->semi_axes;
    const long double rho =
        norm_of(fabsl(p.x) / (long double)a.x, fabsl(p.y) / (long double)a.y, (long double)s->form->n2);
    return norm_of(rho, fabsl(p.z) / (long double)a.z, (long double)s->form->n1);
}

static long double height_of(const scree_shape *s, scree_vec3 d)
{
    const scree_vec3 a = s->form->semi_axes;
    const long double m1 = s->form->n1 / ((long double)s->form->n1 - 1),
                      m2 = s->form->n2 / ((long double)s->form->n2 - 1);
    const long double flat = norm_of((long double)a.x * fabsl(d.x), (long double)a.y * fabsl(d.y), m2);
    return norm_of(flat, (long double)a.z * fabsl(d.z), m1);
}

static lvec3 gradient_of(const scree_shape *s, lvec3 p)
{
    const long double a = s->form->semi_axes.x, b = s->form->semi_axes.y, c = s->form->semi_axes.z, n1 = s->form->n1,
                      n2 = s->form->n2;
    const long double u = fabsl(p.x) / a, v = fabsl(p.y) / b, w = fabsl(p.z) / c;
    const long double rho = norm_of(u, v, n2), g = norm_of(rho, w, n1), level = powl(rho / g, n1 - 1);
    lvec3 r = { rho > 0 ? copysignl(level * powl(u / rho, n2 - 1) / a, p.x) : 0,
                rho > 0 ? copysignl(level * powl(v / rho, n2 - 1) / b, p.y) : 0,
                copysignl(powl(w / g, n1 - 1) / c, p.z) };
    return r;
}

static void raise(long double *worst, long double off)
{
    if (!(off <= *worst)) *worst = off;
}

static void test_support(scree_random *r)
{
    long double worst_h = 0, worst_d = 0, worst_g = 0, worst_slack = 0;
    for (long n = check_scaled(2000); n > 0; --n) {
        scree_shape *s = random_shape(r, n % 2 ? -6 : -1);
        if (!CHECK(s != NULL)) continue;
        for (int k = 0; k < 50; ++k) {
            const scree_vec3 d = random_axis(r);
            double height;
            const scree_vec3 p = sq_support(s, d, &height), q = scree_superquadric_support(s, d);
            const long double h = height_of(s, d),
                              length = sqrtl((long double)d.x * d.x + (long double)d.y * d.y + (long double)d.z * d.z);
            const long double along = (long double)d.x * p.x + (long double)d.y * p.y + (long double)d.z * p.z;
            lvec3 at = { p.x, p.y, p.z };
            raise(&worst_h, fabsl(height - h) / h / UNIT);
            raise(&worst_d, fabsl(along - h) / h / UNIT);
            raise(&worst_g, fabsl(gauge_of(s, at) - 1) / UNIT);
            if (s->core == SCREE_CORE_SUPERQUADRIC) raise(&worst_slack, fabsl(along - h) / length / s->slack);
            CHECK(p.x == q.x && p.y == q.y && p.z == q.z && sq_height(s, d) == height);
        }
        scree_shape_destroy(s);
    }
    printf("support: h off by %.2Lf roundings, d . point by %.2Lf, gauge of the point by %.2Lf, height by %.2Lf of the "
           "slack\n",
           worst_h, worst_d, worst_g, worst_slack);
    CHECK(worst_h <= 12 && worst_d <= 12 && worst_g <= 12 && worst_slack <= 1);
}

static void test_gauge(scree_random *r)
{
    long double worst_g = 0, worst_grad = 0, worst_dot = 0;
    for (long n = check_scaled(2000); n > 0; --n) {
        scree_shape *s = random_shape(r, n % 2 ? -6 : -1);
        if (!CHECK(s != NULL)) continue;
        for (int k = 0; k < 50; ++k) {
            double height;
            const double away = k % 2 ? 1 : random_decade(r, -20, 20);
            const scree_vec3 x = s3_scale(sq_support(s, random_axis(r), &height), away);
            scree_vec3 gradient;
            const double g = sq_gauge_gradient(s, x, &gradient);
            const lvec3 at = { x.x, x.y, x.z }, exact = gradient_of(s, at);
            const long double value = gauge_of(s, at);
            raise(&worst_g, fabsl(g - value) / value / UNIT);
            const long double got[3] = { gradient.x, gradient.y, gradient.z }, want[3] = { exact.x, exact.y, exact.z };
            const double most = fmax(s->form->n1, s->form->n2);
            for (int i = 0; i < 3; ++i) {
                if (fabsl(want[i]) < 1e-290L * sqrtl(exact.x * exact.x + exact.y * exact.y + exact.z * exact.z))
                    continue;
                raise(&worst_grad, fabsl(got[i] / want[i] - 1) / UNIT / (16 + 6 * most));
            }
            raise(&worst_dot, fabsl(((long double)gradient.x * x.x + (long double)gradient.y * x.y +
                                     (long double)gradient.z * x.z) /
                                        value -
                                    1) /
                                  UNIT);
            CHECK(sq_gauge(s, x) == g);
        }
        scree_shape_destroy(s);
    }
    printf("gauge off by %.2Lf roundings, gradient by %.2Lf of its bound, point . gradient by %.2Lf roundings\n",
           worst_g, worst_grad, worst_dot);
    CHECK(worst_g <= 12 && worst_grad <= 1);
}

// The polar pair: the support point's gradient points along d, and its length is 1 / h.
static void test_polarity(scree_random *r)
{
    for (long n = check_scaled(20000); n > 0; --n) {
        scree_shape *s = random_shape(r, -2);
        if (!CHECK(s != NULL)) continue;
        const scree_vec3 d = random_direction(r);
        double height;
        const scree_vec3 p = sq_support(s, d, &height), normal = sq_normal(s, p), on = sq_project(s, s3_scale(p, 7.0));
        const double loss = 1e-15 * (8 + 4 * fmax(s->form->n1, s->form->n2));
        CHECK_NEAR(normal.x, d.x, loss);
        CHECK_NEAR(normal.y, d.y, loss);
        CHECK_NEAR(normal.z, d.z, loss);
        CHECK_NEAR(on.x, p.x, 4e-15 * s->form->semi_axes.x);
        CHECK_NEAR(on.y, p.y, 4e-15 * s->form->semi_axes.y);
        CHECK_NEAR(on.z, p.z, 4e-15 * s->form->semi_axes.z);
        scree_shape_destroy(s);
    }
}

// Second derivatives of the gauge by differences of its exact gradient, in long double.
static void test_hessian(scree_random *r)
{
    for (long n = check_scaled(5000); n > 0; --n) {
        scree_shape *s = random_shape(r, -1);
        if (!CHECK(s != NULL)) continue;
        double height;
        const scree_vec3 p = s3_scale(sq_support(s, random_direction(r), &height), random_decade(r, -2, 2));
        const sq_jet jet = scree_sq_jet(s, p);
        scree_vec3 gradient;
        CHECK_NEAR(sq_gauge_gradient(s, p, &gradient), jet.value, 1e-14 * jet.value);
        const double unit[3] = { 1 / s->form->semi_axes.x, 1 / s->form->semi_axes.y, 1 / s->form->semi_axes.z };
        CHECK_NEAR(gradient.x, jet.gradient.x, 1e-13 * unit[0]);
        CHECK_NEAR(gradient.y, jet.gradient.y, 1e-13 * unit[1]);
        CHECK_NEAR(gradient.z, jet.gradient.z, 1e-13 * unit[2]);
        for (int j = 0; j < 3; ++j) {
            const long double step =
                1e-7L * jet.value / (long double)unit[j] / (long double)(s->form->n1 + s->form->n2);
            lvec3 low = { p.x, p.y, p.z }, high = low;
            *(j == 0 ? &low.x : j == 1 ? &low.y : &low.z) -= step;
            *(j == 0 ? &high.x : j == 1 ? &high.y : &high.z) += step;
            const lvec3 from = gradient_of(s, low), to = gradient_of(s, high);
            const long double slope[3] = { (to.x - from.x) / (2 * step), (to.y - from.y) / (2 * step),
                                           (to.z - from.z) / (2 * step) };
            for (int i = 0; i < 3; ++i) {
                double got = 0;
                for (int k = 0; k < 2; ++k) {
                    const double b[3] = { jet.bend[k].x, jet.bend[k].y, jet.bend[k].z };
                    got += b[i] * b[j];
                }
                const double scale = fmax(s->form->n1, s->form->n2) * unit[i] * unit[j] / jet.value;
                CHECK_NEAR(got, (double)slope[i], 1e-9 * scale);
            }
        }
        scree_shape_destroy(s);
    }
}

// Gaussian and mean curvature of an implicit surface, from differences of the exact normal along two tangents.
static void test_curvature(scree_random *r)
{
    for (long n = check_scaled(5000); n > 0; --n) {
        scree_shape *s = random_shape(r, -1);
        if (!CHECK(s != NULL)) continue;
        double height, curvature[2];
        scree_vec3 direction[2];
        const scree_vec3 d = random_direction(r), p = sq_support(s, d, &height);
        const double size = fmax(s->form->semi_axes.x, fmax(s->form->semi_axes.y, s->form->semi_axes.z));
        const double least = fmin(s->form->semi_axes.x, fmin(s->form->semi_axes.y, s->form->semi_axes.z)),
                     blocky = fmax(s->form->n1, s->form->n2);
        scree_sq_curvature(s, p, curvature, direction);
        CHECK(curvature[0] >= curvature[1] && curvature[1] >= 0 && isfinite(curvature[0]));
        CHECK_NEAR(s3_dot(direction[0], direction[1]), 0, 1e-14);
        CHECK_NEAR(s3_dot(direction[0], sq_normal(s, p)), 0, 1e-13);
        for (int k = 0; k < 2; ++k) {
            const scree_vec3 t = direction[k];
            const long double step = 1e-7L * (long double)least / (long double)blocky;
            const lvec3 low = { p.x - step * t.x, p.y - step * t.y, p.z - step * t.z },
                        high = { p.x + step * t.x, p.y + step * t.y, p.z + step * t.z };
            const lvec3 from = gradient_of(s, low), to = gradient_of(s, high),
                        at = gradient_of(s, (lvec3){ p.x, p.y, p.z });
            const long double steep = sqrtl(at.x * at.x + at.y * at.y + at.z * at.z);
            const scree_vec3 change =
                s3((double)((to.x - from.x) / (2 * step * steep)), (double)((to.y - from.y) / (2 * step * steep)),
                   (double)((to.z - from.z) / (2 * step * steep)));
            const double loss = 1e-8 * blocky * size / (least * least);
            CHECK_NEAR(s3_dot(change, t), curvature[k], loss);
            CHECK_NEAR(s3_dot(change, direction[1 - k]), 0, loss); // principal: the normal does not turn aside
        }
        scree_shape_destroy(s);
    }
}

// Near the axes and the planes of symmetry, where powers run out of range: finite, and one of the two exponents of 2
// keeps its curvature.
static void test_slivers(scree_random *r)
{
    for (long n = check_scaled(20000); n > 0; --n) {
        scree_shape *s = random_shape(r, -2);
        if (!CHECK(s != NULL)) continue;
        const scree_vec3 d = random_axis(r),
                         p = s3(s->form->semi_axes.x * d.x, s->form->semi_axes.y * d.y, s->form->semi_axes.z * d.z);
        const sq_jet jet = scree_sq_jet(s, p);
        scree_vec3 gradient, direction[2];
        double curvature[2];
        CHECK_NEAR(jet.value, sq_gauge_gradient(s, p, &gradient), 1e-14 * jet.value);
        for (int i = 0; i < 2; ++i)
            CHECK(isfinite(jet.bend[i].x) && isfinite(jet.bend[i].y) && isfinite(jet.bend[i].z));
        scree_sq_curvature(s, sq_project(s, p), curvature, direction);
        CHECK(isfinite(curvature[0]) && curvature[1] >= 0 && curvature[0] >= curvature[1]);
        CHECK_NEAR(s3_dot(direction[0], direction[0]), 1, 1e-14);
        scree_shape_destroy(s);
    }
    scree_shape *ball = scree_superquadric_create(s3(2, 2, 2), 2, 2, 0, NULL);
    for (int k = 0; k < 320; ++k) {
        double curvature[2];
        scree_vec3 direction[2];
        scree_sq_curvature(ball, s3(2 * pow(10, -k), 3 * pow(10, -k), -2), curvature, direction);
        CHECK_NEAR(curvature[0] * sq_gauge(ball, s3(2 * pow(10, -k), 3 * pow(10, -k), -2)), 0.5, 1e-14);
        CHECK_NEAR(curvature[1], curvature[0], 1e-14);
    }
    scree_shape_destroy(ball);
}

// Where nothing may overflow: far away, at the centre, on the axes and in the planes of symmetry.
static void test_extremes(void)
{
    static const double sizes[] = { 1, 1e-54, 1e54 };
    for (int i = 0; i < 3; ++i) {
        scree_shape *s = scree_superquadric_create(s3(sizes[i], 2e-6 * sizes[i], 1e-3 * sizes[i]), 100, 99.5, 0, NULL);
        if (!CHECK(s != NULL)) continue;
        scree_vec3 gradient;
        CHECK(sq_gauge(s, s3(0, 0, 0)) == 0);
        CHECK(sq_gauge_gradient(s, s3(0, 0, 0), &gradient) == 0 && gradient.x == 0 && gradient.y == 0 &&
              gradient.z == 0);
        CHECK_NEAR(sq_gauge(s, s3(1e60, 0, 0)) * sizes[i], 1e60, 1e46);
        CHECK_NEAR(sq_gauge(s, s3(1e60, 1e60, 1e60)) * 2e-6 * sizes[i], 1e60, 1e46);
        CHECK_NEAR(sq_gauge(s, s3(1e-200, 1e-204, -1e-200)) * 1e-3 * sizes[i], 1e-200, 1e-214);
        double curvature[2];
        scree_vec3 direction[2], n = sq_normal(s, s3(0, 0, -1e-60));
        CHECK(n.x == 0 && n.y == 0 && n.z == -1);
        scree_sq_curvature(s, s3(0, 0, s->form->semi_axes.z), curvature, direction);
        CHECK(curvature[0] == 0 && curvature[1] == 0);
        double height;
        const scree_vec3 corner = sq_support(s, s3(-1, -1, -1), &height);
        CHECK(corner.x < 0 && corner.y < 0 && corner.z < 0);
        const scree_vec3 tiny = scree_superquadric_support(s, s3(5e-324, 0, 0)),
                         huge = scree_superquadric_support(s, s3(1.7e308, 1.7e308, 0));
        CHECK(tiny.x == s->form->semi_axes.x && tiny.y == 0 && tiny.z == 0);
        CHECK(huge.x > 0.9 * s->form->semi_axes.x && huge.y > 0.5 * s->form->semi_axes.y && huge.z == 0);
        scree_shape_destroy(s);
    }
}

int main(void)
{
    scree_random r = random_stream(5, 1, 1);
    test_support(&r);
    test_gauge(&r);
    test_polarity(&r);
    test_hessian(&r);
    test_curvature(&r);
    test_slivers(&r);
    test_extremes();
    return check_done();
}
