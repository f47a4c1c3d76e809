// The public calls on superquadrics: value, gradient and Hessian of the inside-outside function against the definition
// and its differences in long double, normals and curvatures against points whose answers are known, and what the calls
// refuse.
#include "check.h"
#include "scenes/place.h"
#include "scenes/random.h"
#include "scree/scree.h"

typedef struct lvec3 {
    long double x, y, z;
} lvec3;

typedef struct sample {
    scree_vec3 semi;
    double n1, n2;
    scree_body body;
    long double rotation[3][3]; // own coordinates to the world's
} sample;

static sample make_sample(scree_vec3 semi, double n1, double n2, scree_vec3 position, scree_quat q)
{
    sample s = { semi, n1, n2, { scree_superquadric_create(semi, n1, n2, 0, NULL), position, q }, { { 0 } } };
    const long double n =
        sqrtl((long double)q.w * q.w + (long double)q.x * q.x + (long double)q.y * q.y + (long double)q.z * q.z);
    const long double w = q.w / n, x = q.x / n, y = q.y / n, z = q.z / n;
    const long double m[3][3] = { { 1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y) },
                                  { 2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x) },
                                  { 2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y) } };
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j) s.rotation[i][j] = m[i][j];
    }
    return s;
}

static sample random_sample(scree_random *r)
{
    const double scale = random_decade(r, -6, 6);
    const scree_vec3 semi =
        s3(scale * random_decade(r, -1, 0), scale * random_decade(r, -1, 0), scale * random_decade(r, -1, 0));
    static const double usual[] = { 2, 3, 4, 5, 6, 8, 10, 20, 2.5, 7.3 };
    const double n1 = usual[random_below(r, 10)], n2 = random_below(r, 3) ? usual[random_below(r, 10)] : n1;
    return make_sample(semi, n1, n2, s3_scale(random_direction(r), scale), random_rotation(r));
}

static void close_sample(sample *s)
{
    scree_shape_destroy((scree_shape *)s->body.shape);
}

static lvec3 into_body(const sample *s, lvec3 p)
{
    const long double d[3] = { p.x - s->body.position.x, p.y - s->body.position.y, p.z - s->body.position.z };
    long double x[3] = { 0, 0, 0 };
    for (int j = 0; j < 3; ++j) {
        for (int i = 0; i < 3; ++i) x[j] += s->rotation[i][j] * d[i];
    }
    return (lvec3){ x[0], x[1], x[2] };
}

static scree_vec3 into_world(const sample *s, scree_vec3 p)
{
    long double x[3];
    for (int i = 0; i < 3; ++i) x[i] = s->rotation[i][0] * p.x + s->rotation[i][1] * p.y + s->rotation[i][2] * p.z;
    return s3((double)(x[0] + s->body.position.x), (double)(x[1] + s->body.position.y),
              (double)(x[2] + s->body.position.z));
}

// Equation 1 of peng-hanley-2019, in the world.
static long double value_at(const sample *s, lvec3 world)
{
    const lvec3 p = into_body(s, world);
    const long double u = powl(fabsl(p.x) / s->semi.x, s->n2), v = powl(fabsl(p.y) / s->semi.y, s->n2);
    return powl(u + v, (long double)s->n1 / s->n2) + powl(fabsl(p.z) / s->semi.z, s->n1) - 1;
}

static lvec3 moved(scree_vec3 p, int axis, long double by)
{
    lvec3 q = { p.x, p.y, p.z };
    *(axis == 0 ? &q.x : axis == 1 ? &q.y : &q.z) += by;
    return q;
}

// Along a random direction of the body's frame, at a gauge of about `level`.
static scree_vec3 random_point(scree_random *r, const sample *s, double level)
{
    const scree_vec3 d = random_direction(r);
    return into_world(s, s3(level * s->semi.x * d.x, level * s->semi.y * d.y, level * s->semi.z * d.z));
}

static void test_value(scree_random *r)
{
    for (long n = check_scaled(4000); n > 0; --n) {
        sample s = random_sample(r);
        const scree_vec3 p = random_point(r, &s, random_between(r, 0.6, 1.4));
        scree_field_value f;
        if (CHECK(scree_superquadric_value(&s.body, p, &f) == SCREE_OK)) {
            const double least = fmin(s.semi.x, fmin(s.semi.y, s.semi.z)), most = fmax(s.n1, s.n2);
            const long double exact = value_at(&s, moved(p, 0, 0)), level = 1 + exact;
            // A rounding of the world's coordinates is one of the size: n of it over the least semi-axis.
            const double scale = (double)level + 1,
                         blur = 4e-15 * most * fmax(s.semi.x, fmax(s.semi.y, s.semi.z)) / least;
            CHECK_NEAR(f.value, (double)exact, blur * scale);
            const double got[3] = { f.gradient.x, f.gradient.y, f.gradient.z };
            const double hessian[3][3] = { { f.hessian.xx, f.hessian.xy, f.hessian.xz },
                                           { f.hessian.xy, f.hessian.yy, f.hessian.yz },
                                           { f.hessian.xz, f.hessian.yz, f.hessian.zz } };
            const long double step = 1e-5L * least / most;
            for (int i = 0; i < 3; ++i) {
                const long double high = value_at(&s, moved(p, i, step)), low = value_at(&s, moved(p, i, -step));
                CHECK_NEAR(got[i], (double)((high - low) / (2 * step)), 1e-7 * scale * most / least);
                CHECK_NEAR(hessian[i][i], (double)((high + low - 2 * exact) / (step * step)),
                           1e-4 * scale * most * most / (least * least));
                for (int j = 0; j < i; ++j) {
                    lvec3 corner[4];
                    for (int k = 0; k < 4; ++k) {
                        corner[k] = moved(p, i, k & 1 ? step : -step);
                        *(j == 0 ? &corner[k].x : &corner[k].y) += k & 2 ? step : -step;
                    }
                    const long double mixed = value_at(&s, corner[3]) - value_at(&s, corner[1]) -
                                              value_at(&s, corner[2]) + value_at(&s, corner[0]);
                    CHECK_NEAR(hessian[i][j], (double)(mixed / (4 * step * step)),
                               1e-4 * scale * most * most / (least * least));
                }
            }
        }
        close_sample(&s);
    }
}

// Closed forms: n1 = n2 = 4 in its own frame, where F is a sum of fourth powers; the centre; a sphere.
static void test_closed_forms(void)
{
    scree_shape *s = scree_superquadric_create(s3(1, 2, 4), 4, 4, 0, NULL);
    scree_body body = { s, { 0, 0, 0 }, { 1, 0, 0, 0 } };
    scree_field_value f;
    CHECK(scree_superquadric_value(&body, s3(-0.5, 1, 2), &f) == SCREE_OK);
    CHECK_NEAR(f.value, 3.0 / 16 - 1, 1e-15);
    CHECK_NEAR(f.gradient.x, -0.5, 1e-15);
    CHECK_NEAR(f.gradient.y, 0.25, 1e-15);
    CHECK_NEAR(f.gradient.z, 0.125, 1e-15);
    CHECK_NEAR(f.hessian.xx, 3, 1e-14);
    CHECK_NEAR(f.hessian.yy, 0.75, 1e-14);
    CHECK_NEAR(f.hessian.zz, 0.1875, 1e-14);
    CHECK(f.hessian.xy == 0 && f.hessian.xz == 0 && f.hessian.yz == 0);
    CHECK(scree_superquadric_value(&body, s3(0, 0, 0), &f) == SCREE_OK);
    CHECK(f.value == -1 && f.gradient.x == 0 && f.gradient.y == 0 && f.gradient.z == 0 && f.hessian.xx == 0);
    scree_curvature c;
    CHECK(scree_superquadric_curvature(&body, s3(1, 0, 0), &c) == SCREE_OK);
    CHECK(isinf(c.smallest) && isinf(c.largest) && isinf(c.gaussian));
    // The corner of the unit one: by symmetry both radii are equal. Along the diagonal of x^4 + y^4 + z^4 = 1,
    // x = 3^(-1/4): the curvature is F_xx / |grad F| = 12 x^2 / (4 x^3 sqrt 3) = sqrt(3) / x.
    scree_shape *unit = scree_superquadric_create(s3(1, 1, 1), 4, 4, 0, NULL);
    body.shape = unit;
    const double x = pow(3, -0.25);
    CHECK(scree_superquadric_curvature(&body, s3(x, -x, x), &c) == SCREE_OK);
    CHECK_NEAR(c.smallest, x / sqrt(3), 1e-14);
    CHECK_NEAR(c.largest, x / sqrt(3), 1e-14);
    CHECK_NEAR(c.gaussian, x / sqrt(3), 1e-14);
    scree_shape *ball = scree_sphere_create(3, 0, NULL);
    body.shape = ball;
    CHECK(scree_superquadric_value(&body, s3(0, 6, 0), &f) == SCREE_OK && f.value == 3);
    CHECK_NEAR(f.gradient.y, 4.0 / 3, 1e-15);
    CHECK_NEAR(f.hessian.xx, 2.0 / 9, 1e-16);
    CHECK(scree_superquadric_value(&body, s3(0, 0, 0), &f) == SCREE_OK && f.value == -1);
    CHECK_NEAR(f.hessian.xx, 2.0 / 9, 1e-16);
    CHECK_NEAR(f.hessian.zz, 2.0 / 9, 1e-16);
    CHECK(scree_superquadric_curvature(&body, s3(1, 2, 2), &c) == SCREE_OK);
    CHECK_NEAR(c.smallest, 3, 1e-14);
    CHECK_NEAR(c.largest, 3, 1e-14);
    CHECK(scree_superquadric_curvature(&body, s3(0, 0, -3), &c) == SCREE_OK);
    CHECK_NEAR(c.smallest, 3, 1e-14);
    CHECK_NEAR(c.largest, 3, 1e-14);
    // On the z axis with n1 = 2, x^2 / a^2 along x and y^2 / b^2 along y, whatever n2 is.
    scree_shape *lens = scree_superquadric_create(s3(1, 2, 4), 2, 6, 0, NULL);
    body.shape = lens;
    CHECK(scree_superquadric_value(&body, s3(0, 0, 2), &f) == SCREE_OK);
    CHECK_NEAR(f.value, -0.75, 1e-15);
    CHECK_NEAR(f.hessian.xx, 2, 1e-15);
    CHECK_NEAR(f.hessian.yy, 0.5, 1e-15);
    CHECK_NEAR(f.hessian.zz, 0.125, 1e-15);
    CHECK(scree_superquadric_curvature(&body, s3(0, 0, 4), &c) == SCREE_OK);
    CHECK_NEAR(c.smallest, 0.25, 1e-15); // a^2 / c
    CHECK_NEAR(c.largest, 1, 1e-15);     // b^2 / c
    CHECK_NEAR(fabs(c.along_smallest.x), 1, 1e-15);
    scree_shape_destroy(s);
    scree_shape_destroy(unit);
    scree_shape_destroy(ball);
    scree_shape_destroy(lens);
}

// The normal is the gradient's direction, wherever the point is; curvature does not depend on how far off the point is.
static void test_normal(scree_random *r)
{
    for (long n = check_scaled(4000); n > 0; --n) {
        sample s = random_sample(r);
        const scree_vec3 d = random_direction(r);
        const scree_vec3 p = s3(s.semi.x * d.x, s.semi.y * d.y, s.semi.z * d.z), world = into_world(&s, p);
        const scree_vec3 far = into_world(&s, s3_scale(p, 100));
        scree_field_value f;
        scree_vec3 normal, same;
        scree_curvature c, again;
        const double loss = 1e-13 * (s.n1 + s.n2);
        CHECK(scree_superquadric_normal(&s.body, world, &normal) == SCREE_OK);
        CHECK(scree_superquadric_normal(&s.body, far, &same) == SCREE_OK);
        CHECK(scree_superquadric_value(&s.body, world, &f) == SCREE_OK);
        const double steep = sqrt(s3_dot(f.gradient, f.gradient));
        CHECK_NEAR(s3_dot(normal, normal), 1, 1e-15);
        CHECK_NEAR(normal.x, f.gradient.x / steep, loss);
        CHECK_NEAR(normal.y, f.gradient.y / steep, loss);
        CHECK_NEAR(normal.z, f.gradient.z / steep, loss);
        CHECK_NEAR(normal.x, same.x, loss);
        CHECK_NEAR(normal.y, same.y, loss);
        CHECK_NEAR(normal.z, same.z, loss);
        CHECK(scree_superquadric_curvature(&s.body, world, &c) == SCREE_OK);
        CHECK(scree_superquadric_curvature(&s.body, far, &again) == SCREE_OK);
        CHECK(c.smallest <= c.largest && c.smallest > 0);
        CHECK_NEAR(c.gaussian, sqrt(c.smallest) * sqrt(c.largest), 1e-14 * c.gaussian);
        CHECK_NEAR(again.smallest, c.smallest, 100 * loss * c.smallest);
        CHECK_NEAR(s3_dot(c.along_smallest, normal), 0, loss);
        CHECK_NEAR(s3_dot(c.along_largest, normal), 0, loss);
        close_sample(&s);
    }
}

// Exponents 2: what is said of ellipsoids, from other formulas.
static void test_ellipsoids(scree_random *r)
{
    for (long n = check_scaled(2000); n > 0; --n) {
        const scree_vec3 semi = s3(random_decade(r, -1, 0), random_decade(r, -1, 0), random_decade(r, -1, 0));
        sample s = make_sample(semi, 2, 2, random_direction(r), random_rotation(r));
        scree_shape *shape = scree_ellipsoid_create(semi, 0, NULL);
        const scree_body e = { shape, s.body.position, s.body.orientation };
        const scree_vec3 d = random_direction(r), p = into_world(&s, s3(semi.x * d.x, semi.y * d.y, semi.z * d.z));
        scree_curvature a = { 0 }, b = a, c = a;
        CHECK(scree_superquadric_curvature(&s.body, p, &a) == SCREE_OK &&
              scree_ellipsoid_curvature(&e, p, &b) == SCREE_OK);
        CHECK(scree_superquadric_curvature(&e, p, &c) == SCREE_OK && c.smallest == a.smallest);
        CHECK_NEAR(a.smallest, b.smallest, 1e-12 * b.smallest);
        CHECK_NEAR(a.largest, b.largest, 1e-11 * b.largest);
        CHECK_NEAR(a.gaussian, b.gaussian, 1e-12 * b.gaussian);
        if (b.largest > 1.1 * b.smallest) CHECK_NEAR(fabs(s3_dot(a.along_smallest, b.along_smallest)), 1, 1e-12);
        scree_shape_destroy(shape);
        close_sample(&s);
    }
}

static void test_refusals(void)
{
    scree_shape *s = scree_superquadric_create(s3(1, 2, 3), 100, 100, 0, NULL),
                *round = scree_superquadric_create(s3(1, 2, 3), 4, 4, 0.1, NULL);
    scree_shape *box = scree_box_create(s3(1, 1, 1), 0, NULL), *ball = scree_sphere_create(1, 0.5, NULL);
    scree_body body = { s, { 0, 0, 0 }, { 1, 0, 0, 0 } }, lost = body, bad = body;
    lost.shape = NULL;
    bad.orientation = (scree_quat){ 0, 0, 0, 0 };
    scree_field_value f = { 7, { 0, 0, 0 }, { 0, 0, 0, 0, 0, 0 } };
    scree_vec3 n;
    scree_curvature c;
    const scree_vec3 p = s3(1, 1, 1), nowhere = s3((double)NAN, 0, 0);
    CHECK(scree_superquadric_value(NULL, p, &f) == SCREE_INVALID_ARGUMENT);
    CHECK(scree_superquadric_value(&lost, p, &f) == SCREE_INVALID_ARGUMENT);
    CHECK(scree_superquadric_value(&body, p, NULL) == SCREE_INVALID_ARGUMENT);
    CHECK(scree_superquadric_value(&body, nowhere, &f) == SCREE_INVALID_ARGUMENT);
    CHECK(scree_superquadric_value(&bad, p, &f) == SCREE_INVALID_POSE);
    CHECK(scree_superquadric_value(&body, s3(1e5, 0, 0), &f) == SCREE_INVALID_ARGUMENT && f.value == 7); // 1e500
    CHECK(scree_superquadric_normal(&body, s3(1e5, 0, 0), &n) == SCREE_OK && n.x == 1);
    CHECK(scree_superquadric_normal(&body, s3(0, 0, 0), &n) == SCREE_INVALID_ARGUMENT);
    CHECK(scree_superquadric_normal(&body, p, NULL) == SCREE_INVALID_ARGUMENT);
    CHECK(scree_superquadric_normal(&bad, p, &n) == SCREE_INVALID_POSE);
    CHECK(scree_superquadric_curvature(&body, s3(0, 0, 0), &c) == SCREE_INVALID_ARGUMENT);
    CHECK(scree_superquadric_curvature(&body, p, NULL) == SCREE_INVALID_ARGUMENT);
    CHECK(scree_superquadric_curvature(&bad, p, &c) == SCREE_INVALID_POSE);
    const scree_shape *wrong[] = { round, box, ball };
    for (int i = 0; i < 3; ++i) {
        body.shape = wrong[i];
        CHECK(scree_superquadric_value(&body, p, &f) == SCREE_INVALID_ARGUMENT);
        CHECK(scree_superquadric_normal(&body, p, &n) == SCREE_INVALID_ARGUMENT);
        CHECK(scree_superquadric_curvature(&body, p, &c) == SCREE_INVALID_ARGUMENT);
    }
    scree_shape_destroy(s);
    scree_shape_destroy(round);
    scree_shape_destroy(box);
    scree_shape_destroy(ball);
}

int main(void)
{
    scree_random r = random_stream(5, 4, 1);
    test_value(&r);
    test_closed_forms();
    test_normal(&r);
    test_ellipsoids(&r);
    test_refusals();
    return check_done();
}
