// Quadratic form, normal, curvature and line of an ellipsoid, against points whose answers are known from how they were
// made, in quadruple precision; and what the calls refuse.
#include "check.h"
#include "ellipsoid_quad.h"

// An ellipsoid somewhere, and how its own coordinates go to the world's.
typedef struct sample {
    scree_vec3 semi;
    scree_body body;
    qrot rotation;
    double size, aspect;
} sample;

static sample random_sample(scree_random *r)
{
    sample s;
    double scale = random_decade(r, -9, 9);
    s.semi = s3_scale(random_semi_axes(r, 1000), scale);
    s.body.shape = scree_ellipsoid_create(s.semi, 0, NULL);
    s.body.position = s3_scale(random_direction(r), random_below(r, 2) * scale * random_decade(r, -2, 2));
    s.body.orientation = quat_scale(random_rotation(r), random_decade(r, -3, 3));
    s.rotation = qrot_of(s.body.orientation);
    s.size = fmax(s.semi.x, fmax(s.semi.y, s.semi.z));
    s.aspect = s.size / fmin(s.semi.x, fmin(s.semi.y, s.semi.z));
    return s;
}

static void close_sample(sample *s)
{
    scree_shape_destroy((scree_shape *)s->body.shape);
}

static qvec q3_divide(qvec v, scree_vec3 by)
{
    return q3(v.x / (quad)by.x, v.y / (quad)by.y, v.z / (quad)by.z);
}

static scree_vec3 rounded(qvec v)
{
    return s3((double)v.x, (double)v.y, (double)v.z);
}

// D v in the world: on the surface for unit v.
static scree_vec3 place(const sample *s, qvec v)
{
    qvec x = q3(v.x * (quad)s->semi.x, v.y * (quad)s->semi.y, v.z * (quad)s->semi.z);
    return rounded(q3_add(qrot_apply(&s->rotation, x), q3_from(s->body.position)));
}

// What the rounding of a world point is worth in lengths of the thinnest axis.
static double blur_of(const sample *s)
{
    scree_vec3 p = s->body.position;
    return 1e-15 * s->aspect * (1 + sqrt(s3_dot(p, p)) / s->size);
}

static quad value_at(const scree_quadric *f, qvec x)
{
    qvec ax = q3((quad)f->a.xx * x.x + (quad)f->a.xy * x.y + (quad)f->a.xz * x.z,
                 (quad)f->a.xy * x.x + (quad)f->a.yy * x.y + (quad)f->a.yz * x.z,
                 (quad)f->a.xz * x.x + (quad)f->a.yz * x.y + (quad)f->a.zz * x.z);
    return q3_dot(x, ax) / 2 + q3_dot(q3_from(f->b), x) + (quad)f->alpha;
}

static void test_quadric(scree_random *r)
{
    for (long n = check_scaled(3000); n > 0; --n) {
        sample s = random_sample(r);
        scree_quadric f;
        if (!CHECK(scree_ellipsoid_quadric(&s.body, &f) == SCREE_OK)) continue;
        // The form itself is a matter of squares: of the aspect, and of the way from the origin.
        scree_vec3 p = s.body.position;
        double far = 1 + sqrt(s3_dot(p, p)) / s.size, loss = 1e-14 * s.aspect * s.aspect * far * far;
        CHECK_NEAR((double)value_at(&f, q3_from(p)), -0.5, loss);
        quad level = (quad)random_decade(r, -2, 2);
        scree_vec3 x = place(&s, q3_scale(q3_unit(q3_from(random_direction(r))), level));
        double l2 = (double)(level * level);
        CHECK_NEAR((double)value_at(&f, q3_from(x)), 0.5 * l2 - 0.5, loss * (1 + l2));
        close_sample(&s);
    }
    scree_shape *e = scree_ellipsoid_create(s3(1, 2, 4), 0, NULL);
    scree_body body = scree_body_at(e, s3(3, 0, 0));
    scree_quadric f;
    CHECK(scree_ellipsoid_quadric(&body, &f) == SCREE_OK);
    CHECK(f.a.xx == 1 && f.a.yy == 0.25 && f.a.zz == 0.0625 && f.a.xy == 0 && f.a.xz == 0 && f.a.yz == 0);
    CHECK(f.b.x == -3 && f.b.y == 0 && f.b.z == 0 && f.alpha == 4);
    scree_shape_destroy(e);
}

static void test_normal(scree_random *r)
{
    for (long n = check_scaled(3000); n > 0; --n) {
        sample s = random_sample(r);
        qvec v = q3_unit(q3_from(random_direction(r)));
        quad level = n % 2 ? 1 : (quad)random_decade(r, -3, 3);
        scree_vec3 got, x = place(&s, q3_scale(v, level));
        if (!CHECK(scree_ellipsoid_normal(&s.body, x, &got) == SCREE_OK)) continue;
        qvec expected = q3_unit(qrot_apply(&s.rotation, q3_divide(v, s.semi)));
        double loss = 1e-14 * s.aspect + 4 * s.aspect * blur_of(&s) / fmin(1, (double)level);
        CHECK_MSG((double)q3_norm(q3_sub(q3_from(got), expected)) <= loss, "%ld: normal off by %.3g, allowed %.3g", n,
                  (double)q3_norm(q3_sub(q3_from(got), expected)), loss);
        CHECK_NEAR(s3_dot(got, got), 1.0, 1e-15);
        close_sample(&s);
    }
}

// Radii of curvature by the support function: the second derivatives of h(n) = |D n| across n. Another way than (B.3).
static void expect_curvature(const sample *s, qvec v, const scree_curvature *got, double loss)
{
    qvec n = q3_unit(q3_divide(v, s->semi));
    qvec dn = q3(n.x * (quad)s->semi.x, n.y * (quad)s->semi.y, n.z * (quad)s->semi.z);
    quad h = q3_norm(dn);
    qvec along[2] = { qrot_undo(&s->rotation, q3_from(got->along_smallest)),
                      qrot_undo(&s->rotation, q3_from(got->along_largest)) };
    quad radius[2], mixed = 0;
    for (int i = 0; i < 2; ++i) {
        along[i] = q3_unit(q3_add_scaled(along[i], -q3_dot(along[i], n), n));
        qvec d = q3(along[i].x * (quad)s->semi.x, along[i].y * (quad)s->semi.y, along[i].z * (quad)s->semi.z);
        quad slope = q3_dot(d, dn) / h;
        radius[i] = (q3_dot(d, d) - slope * slope) / h;
        qvec d0 = q3(along[0].x * (quad)s->semi.x, along[0].y * (quad)s->semi.y, along[0].z * (quad)s->semi.z);
        if (i == 1) mixed = (q3_dot(d0, d) - q3_dot(d0, dn) / h * slope) / h;
    }
    CHECK_MSG(fabs(got->smallest / (double)radius[0] - 1) <= loss, "smallest %.17g for %.17g, allowed %.3g",
              got->smallest, (double)radius[0], loss);
    CHECK_MSG(fabs(got->largest / (double)radius[1] - 1) <= loss, "largest %.17g for %.17g, allowed %.3g", got->largest,
              (double)radius[1], loss);
    CHECK_MSG(fabs((double)mixed) <= loss * got->largest, "the directions are not principal: %.3g", (double)mixed);
    CHECK_NEAR(got->gaussian * got->gaussian, got->smallest * got->largest, 4e-15 * got->smallest * got->largest);
}

static void test_curvature(scree_random *r)
{
    for (long n = check_scaled(3000); n > 0; --n) {
        sample s = random_sample(r);
        s.body.position = s3(0, 0, 0); // or else the point's rounding is all that one sees
        qvec v = q3_unit(q3_from(random_direction(r)));
        scree_curvature got;
        // Off the surface by a little, along the radius.
        quad level = 1 + (quad)(random_below(r, 2) * 1e-6);
        if (!CHECK(scree_ellipsoid_curvature(&s.body, place(&s, q3_scale(v, level)), &got) == SCREE_OK)) continue;
        expect_curvature(&s, v, &got, 1e-13 * s.aspect * s.aspect);
        CHECK_NEAR(s3_dot(got.along_smallest, got.along_largest), 0.0, 1e-15);
        CHECK_NEAR(s3_dot(got.along_smallest, got.along_smallest), 1.0, 2e-15);
        close_sample(&s);
    }
    scree_shape *e = scree_ellipsoid_create(s3(1, 2, 4), 0, NULL), *ball = scree_sphere_create(3, 0, NULL);
    scree_body body = scree_body_at(e, s3(0, 0, 0)), round = scree_body_at(ball, s3(0, 0, 5));
    scree_curvature c;
    // At the end of an axis of length a the radii are the squares of the others over a.
    CHECK(scree_ellipsoid_curvature(&body, s3(1, 0, 0), &c) == SCREE_OK);
    CHECK_NEAR(c.smallest, 4, 4e-15);
    CHECK_NEAR(c.largest, 16, 2e-14);
    CHECK_NEAR(fabs(c.along_smallest.y), 1, 1e-15);
    CHECK_NEAR(fabs(c.along_largest.z), 1, 1e-15);
    CHECK(scree_ellipsoid_curvature(&body, s3(0, 0, -4), &c) == SCREE_OK);
    CHECK_NEAR(c.smallest, 0.25, 1e-15);
    CHECK_NEAR(c.largest, 1, 1e-15);
    CHECK(scree_ellipsoid_curvature(&round, s3(1, 2, 7), &c) == SCREE_OK); // every point is an umbilic
    CHECK_NEAR(c.smallest, 3, 3e-15);
    CHECK_NEAR(c.largest, 3, 3e-15);
    CHECK(c.smallest <= c.largest);
    scree_shape_destroy(e);
    scree_shape_destroy(ball);
}

// Lines through two points of the surface, with start and end anywhere on them.
static void test_ray(scree_random *r)
{
    for (long n = check_scaled(3000); n > 0; --n) {
        sample s = random_sample(r);
        qvec u = q3_unit(q3_from(random_direction(r))), v = q3_unit(q3_from(random_direction(r)));
        double start = random_between(r, -3, 3), end = random_between(r, -3, 3);
        // In units of the chord u -> v: from = u + start (v - u), so that u is at (0 - start) / (end - start).
        qvec chord = q3_sub(v, u);
        scree_vec3 from = place(&s, q3_add_scaled(u, (quad)start, chord));
        scree_vec3 to = place(&s, q3_add_scaled(u, (quad)end, chord));
        double t0 = -start / (end - start), t1 = (1 - start) / (end - start), first, last;
        bool meets;
        if (!CHECK(scree_ellipsoid_ray(&s.body, from, to, &meets, &first, &last) == SCREE_OK)) continue;
        // The roots of a quadratic: off by the rounding of the points over the length of the chord, squared.
        double length = (double)q3_norm(chord), way = fabs(end - start) * length;
        double loss = 100 * (1 + s.aspect) * (blur_of(&s) + 1e-15) * (1 + fabs(start) + fabs(end)) / (length * way);
        if (loss > 1e-3) continue;
        CHECK_MSG(meets && fabs(first - fmin(t0, t1)) <= loss && fabs(last - fmax(t0, t1)) <= loss,
                  "%ld: %.17g %.17g for %.17g %.17g, allowed %.3g", n, first, last, fmin(t0, t1), fmax(t0, t1), loss);
        // A tangent line, lifted off the surface.
        qvec across = q3_unit(q3_cross(u, v)), away = q3_scale(u, (quad)1.001);
        CHECK(scree_ellipsoid_ray(&s.body, place(&s, away), place(&s, q3_add(away, across)), &meets, &first, &last) ==
              SCREE_OK);
        if (blur_of(&s) < 1e-5) CHECK(!meets);
        close_sample(&s);
    }
    scree_shape *e = scree_ellipsoid_create(s3(1, 2, 4), 0, NULL);
    scree_body body = scree_body_at(e, s3(10, 0, 0));
    bool meets;
    double first, last;
    CHECK(scree_ellipsoid_ray(&body, s3(0, 0, 0), s3(1, 0, 0), &meets, &first, &last) == SCREE_OK);
    CHECK(meets && fabs(first - 9) < 1e-14 && fabs(last - 11) < 1e-14);
    CHECK(scree_ellipsoid_ray(&body, s3(10, 0, 0), s3(10, 0, 2), &meets, &first, &last) == SCREE_OK);
    CHECK(meets && first == -2 && last == 2);
    CHECK(scree_ellipsoid_ray(&body, s3(10, 2, 0), s3(11, 2, 0), &meets, &first, &last) == SCREE_OK); // tangent
    CHECK(meets && first == 0 && last == 0);
    CHECK(scree_ellipsoid_ray(&body, s3(0, 3, 0), s3(1, 3, 0), &meets, &first, &last) == SCREE_OK);
    CHECK(!meets && first == 0 && last == 0);
    scree_shape_destroy(e);
}

static void test_refusals(void)
{
    scree_shape *e = scree_ellipsoid_create(s3(1, 2, 3), 0, NULL),
                *soft = scree_ellipsoid_create(s3(1, 2, 3), 0.1, NULL);
    scree_shape *box = scree_box_create(s3(1, 1, 1), 0, NULL);
    const scree_vec3 o = s3(0, 0, 0), x = s3(1, 0, 0), wrong = s3(0, (double)NAN, 0);
    scree_body good = scree_body_at(e, o), rounded_one = scree_body_at(soft, o), other = scree_body_at(box, o);
    scree_body lost = scree_body_at(e, wrong), none = scree_body_at(NULL, o), upright = good;
    upright.orientation = (scree_quat){ 0, 0, 0, 0 };
    const scree_body *bad[] = { NULL, &none, &rounded_one, &other, &lost, &upright };
    scree_quadric f;
    scree_vec3 n;
    scree_curvature c;
    scree_contact_function pw;
    bool yes;
    double first, last;
    for (int i = 0; i < 6; ++i) {
        scree_status single = i < 4 ? SCREE_INVALID_ARGUMENT : SCREE_INVALID_POSE;
        scree_status pair = i < 2 ? SCREE_INVALID_ARGUMENT : i < 4 ? SCREE_UNSUPPORTED_PAIR : SCREE_INVALID_POSE;
        CHECK(scree_ellipsoid_quadric(bad[i], &f) == single);
        CHECK(scree_ellipsoid_normal(bad[i], x, &n) == single);
        CHECK(scree_ellipsoid_curvature(bad[i], x, &c) == single);
        CHECK(scree_ellipsoid_ray(bad[i], o, x, &yes, &first, &last) == single);
        CHECK(scree_ellipsoids_overlap(bad[i], &good, &yes) == pair &&
              scree_ellipsoids_overlap(&good, bad[i], &yes) == pair);
        CHECK(scree_perram_wertheim(bad[i], &good, &pw) == pair && scree_perram_wertheim(&good, bad[i], &pw) == pair);
        CHECK(pw.value == 0 && !yes);
    }
    CHECK(scree_ellipsoid_normal(&good, o, &n) == SCREE_INVALID_ARGUMENT); // the centre has none
    CHECK(scree_ellipsoid_curvature(&good, o, &c) == SCREE_INVALID_ARGUMENT);
    CHECK(scree_ellipsoid_normal(&good, wrong, &n) == SCREE_INVALID_ARGUMENT);
    CHECK(scree_ellipsoid_curvature(&good, wrong, &c) == SCREE_INVALID_ARGUMENT);
    CHECK(scree_ellipsoid_ray(&good, x, x, &yes, &first, &last) == SCREE_INVALID_ARGUMENT);
    CHECK(scree_ellipsoid_ray(&good, wrong, x, &yes, &first, &last) == SCREE_INVALID_ARGUMENT);
    CHECK(scree_ellipsoid_ray(&good, x, wrong, &yes, &first, &last) == SCREE_INVALID_ARGUMENT);
    CHECK(scree_ellipsoid_quadric(&good, NULL) == SCREE_INVALID_ARGUMENT);
    CHECK(scree_ellipsoid_normal(&good, x, NULL) == SCREE_INVALID_ARGUMENT);
    CHECK(scree_ellipsoid_curvature(&good, x, NULL) == SCREE_INVALID_ARGUMENT);
    CHECK(scree_ellipsoid_ray(&good, o, x, NULL, &first, &last) == SCREE_INVALID_ARGUMENT);
    CHECK(scree_ellipsoids_overlap(&good, &good, NULL) == SCREE_INVALID_ARGUMENT);
    CHECK(scree_perram_wertheim(&good, &good, NULL) == SCREE_INVALID_ARGUMENT);
    scree_shape_destroy(e);
    scree_shape_destroy(soft);
    scree_shape_destroy(box);
}

// (1.6): a hundredth of the threshold, of the smallest Gaussian radius on either surface. No surface point may have a
// smaller one, and the ends of the longest axes have it.
static void test_accuracy(scree_random *r)
{
    for (long i = 0; i < check_scaled(300); ++i) {
        sample s[2] = { random_sample(r), random_sample(r) };
        double threshold = random_decade(r, -6, 0), got, least = INFINITY;
        if (!CHECK(scree_ellipsoids_accuracy(&s[0].body, &s[1].body, threshold, &got) == SCREE_OK)) continue;
        const double radius = got / (0.01 * threshold);
        for (int m = 0; m < 2; ++m) {
            scree_curvature c;
            const scree_vec3 a = s[m].semi;
            const quad longest = (quad)fmax(a.x, fmax(a.y, a.z));
            least = fmin(least, (double)((quad)a.x * (quad)a.y * (quad)a.z / (longest * longest)));
            for (int k = 0; k < 20; ++k) {
                CHECK(scree_ellipsoid_curvature(&s[m].body, place(&s[m], q3_from(random_direction(r))), &c) ==
                      SCREE_OK);
                CHECK_MSG(c.gaussian >= radius * (1 - 1e-9 * s[m].aspect), "%.17g below %.17g", c.gaussian, radius);
            }
        }
        CHECK_NEAR(radius / least, 1.0, 1e-14);
        for (int m = 0; m < 2; ++m) close_sample(&s[m]);
    }
    // The paper's spheroids: Req = 1, aspect ratio 6; and a sphere beside it.
    scree_body slender = { .shape = scree_ellipsoid_create(s3(cbrt(36.0), 1 / cbrt(6.0), 1 / cbrt(6.0)), 0, NULL) };
    scree_body ball = { .shape = scree_sphere_create(2.0, 0, NULL) };
    slender.orientation.w = ball.orientation.w = 1;
    double out = -1;
    CHECK(scree_ellipsoids_accuracy(&slender, &ball, 1e-3, &out) == SCREE_OK);
    CHECK_NEAR(out, 1e-5 / cbrt(6.0 * 6.0 * 36.0), 1e-20);
    CHECK(scree_ellipsoids_accuracy(&ball, &ball, 1e-3, &out) == SCREE_OK);
    CHECK_NEAR(out, 2e-5, 1e-20);
    const double bad[] = { 0.0, -1.0, INFINITY, NAN };
    for (int i = 0; i < 4; ++i) CHECK(scree_ellipsoids_accuracy(&ball, &ball, bad[i], &out) == SCREE_INVALID_ARGUMENT);
    CHECK(scree_ellipsoids_accuracy(NULL, &ball, 1e-3, &out) == SCREE_INVALID_ARGUMENT);
    CHECK(scree_ellipsoids_accuracy(&ball, NULL, 1e-3, &out) == SCREE_INVALID_ARGUMENT);
    CHECK(scree_ellipsoids_accuracy(&ball, &slender, 1e-3, NULL) == SCREE_INVALID_ARGUMENT);
    scree_shape_destroy((scree_shape *)slender.shape);
    scree_shape_destroy((scree_shape *)ball.shape);
}

int main(void)
{
    scree_random r = random_stream(4, 2, 1);
    test_quadric(&r);
    test_normal(&r);
    test_curvature(&r);
    test_ray(&r);
    test_accuracy(&r);
    test_refusals();
    return check_done();
}
