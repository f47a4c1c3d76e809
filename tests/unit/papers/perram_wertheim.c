// The contact function: its value against a maximum over lambda in quadruple precision, its derivatives against
// differences of it, the scaling that makes the two touch, symmetry, and the ends of the range.
#include "check.h"
#include "ellipsoid_quad.h"

typedef struct sample {
    scree_vec3 semi_a, semi_b;
    scree_body a, b;
    quad_pair pair;
    quad_contact exact;
    scree_contact_function got;
    double size;
    double thin;  // the size over the width of both along the normal: what roundings of the poses count for in F
    double sharp; // the size over the smallest radius of curvature: what they count for in the normal
} sample;

static double sharpness(scree_vec3 semi)
{
    double least = fmin(semi.x, fmin(semi.y, semi.z)), most = fmax(semi.x, fmax(semi.y, semi.z));
    return most / (least * least);
}

static void evaluate(sample *s)
{
    s->pair = quad_pair_make(s->semi_a, &s->a, s->semi_b, &s->b);
    s->exact = quad_contact_function(&s->pair);
    CHECK(scree_perram_wertheim(&s->a, &s->b, &s->got) == SCREE_OK);
    const qvec w = s->exact.w;
    quad width = q_sqrt(q3_dot(w, quad_times(&s->pair.a, w))) + q_sqrt(q3_dot(w, quad_times(&s->pair.b, w)));
    s->sharp = s->size * fmax(sharpness(s->semi_a), sharpness(s->semi_b));
    s->thin = s->size * (double)(q3_norm(w) / width);
}

static sample random_sample(scree_random *r, double aspect)
{
    sample s;
    double scale = random_decade(r, -9, 9);
    s.semi_a = s3_scale(random_semi_axes(r, aspect), scale);
    s.semi_b = s3_scale(random_semi_axes(r, aspect), scale * (random_below(r, 3) == 0 ? random_decade(r, -3, 3) : 1));
    s.a.shape = scree_ellipsoid_create(s.semi_a, 0, NULL);
    s.b.shape = scree_ellipsoid_create(s.semi_b, 0, NULL);
    s.size = scree_pair_size(s.a.shape, s.b.shape);
    double gap = s.size * random_sign(r) * random_decade(r, -12, 1);
    random_touching_pair(r, s.semi_a, s.semi_b, gap, &s.a, &s.b);
    scree_vec3 away = s3_scale(random_direction(r), s.size * random_below(r, 2));
    s.a.position = away;
    s.b.position = s3_add(s.b.position, away);
    evaluate(&s);
    return s;
}

static void close_sample(sample *s)
{
    scree_shape_destroy((scree_shape *)s->a.shape);
    scree_shape_destroy((scree_shape *)s->b.shape);
}

static double worst;

static void check_value(const sample *s)
{
    double off = fabs((double)(((quad)s->got.value - s->exact.value) / s->exact.value)) / DOUBLE_UNIT / s->thin;
    worst = fmax(worst, off);
    CHECK_MSG(off <= 60, "value off by %.3g roundings of the width", off);
    for (int i = 1; i < 16; ++i) { // no lambda gives more
        quad f = quad_function_at(&s->pair, (quad)i / 16);
        CHECK((double)(f / (quad)s->got.value) <= 1 + 60 * DOUBLE_UNIT * s->thin);
    }
    // The point is at the same level of both: their scaled copies touch there.
    qvec x = q3_sub(q3_from(s->got.point), q3_from(s->a.position)), y = q3_sub(x, s->pair.d);
    quad in_a = q3_dot(x, quad_solve(&s->pair.a, x)), in_b = q3_dot(y, quad_solve(&s->pair.b, y));
    double thin_a = s->size / fmin(s->semi_a.x, fmin(s->semi_a.y, s->semi_a.z));
    double thin_b = s->size / fmin(s->semi_b.x, fmin(s->semi_b.y, s->semi_b.z));
    double root = sqrt(s->got.value), loss = 1e-13 * fmax(thin_a, thin_b) * fmax(1, 1 / root);
    CHECK_NEAR(sqrt((double)in_a), root, loss * root);
    CHECK_NEAR(sqrt((double)in_b), root, loss * root);
}

// The derivative along a unit step by a central difference in quadruple precision.
static quad moved(const sample *s, int which, qvec axis, quad h)
{
    quad_pair p = s->pair;
    if (which == 0) {
        p.d = q3_add_scaled(p.d, h * (quad)s->size, axis);
    } else {
        quad c = h / 2; // a quaternion (1, c axis): a rotation by 2 atan(c), equal to h to the third order
        const qrot rotation = qrot_from(1, c * axis.x, c * axis.y, c * axis.z);
        quad_matrix *m = which == 1 ? &p.a : &p.b, rotated;
        for (int i = 0; i < 3; ++i) { // T M T^T, where M is symmetric
            qvec k = quad_times(m, rotation.row[i]);
            rotated.row[i] = q3(q3_dot(rotation.row[0], k), q3_dot(rotation.row[1], k), q3_dot(rotation.row[2], k));
        }
        *m = rotated;
    }
    return quad_contact_function(&p).value;
}

static void check_derivatives(const sample *s)
{
    const scree_vec3 given[3] = { s3_scale(s->got.gradient, s->size), s->got.rotation_gradient_a,
                                  s->got.rotation_gradient_b };
    double scale = fabs(s->got.value) * s->thin;
    const quad h = (quad)1e-9 / (quad)s->thin;
    for (int which = 0; which < 3; ++which) {
        for (int k = 0; k < 3; ++k) {
            qvec axis = q3(k == 0, k == 1, k == 2);
            quad slope = (moved(s, which, axis, h) - moved(s, which, axis, -h)) / (2 * h);
            double got = k == 0 ? given[which].x : k == 1 ? given[which].y : given[which].z;
            CHECK_MSG(fabs(got - (double)slope) <= 1e-14 * scale * s->sharp, "derivative %d %d: %.17g for %.17g", which,
                      k, got, (double)slope);
        }
    }
}

// Both scaled by the root of F, about their centres: the distance by `auto` is 0.
static void check_scaling(const sample *s)
{
    double root = sqrt(s->got.value);
    if (root < 1e-3 || root > 1e3) return;
    scree_body a = s->a, b = s->b;
    scree_shape *large_a = scree_ellipsoid_create(s3_scale(s->semi_a, root), 0, NULL);
    scree_shape *large_b = scree_ellipsoid_create(s3_scale(s->semi_b, root), 0, NULL);
    a.shape = large_a;
    b.shape = large_b;
    scree_contact c;
    scree_status status = scree_query(&a, &b, NULL, &c);
    if (CHECK_MSG(status == SCREE_OK, "auto: [%.3g, %.3g]", c.lower, c.upper)) {
        double size = scree_pair_size(large_a, large_b);
        CHECK_MSG(fabs(c.distance) <= 2e-12 * size, "scaled by %g, still %.3g of the size apart", root,
                  c.distance / size);
    }
    scree_shape_destroy(large_a);
    scree_shape_destroy(large_b);
}

static void check_symmetry(const sample *s)
{
    scree_contact_function f;
    CHECK(scree_perram_wertheim(&s->b, &s->a, &f) == SCREE_OK);
    CHECK_NEAR(f.value, s->got.value, 120 * DOUBLE_UNIT * s->thin * f.value);
    scree_vec3 sum = s3_add(f.gradient, s->got.gradient);
    CHECK(sqrt(s3_dot(sum, sum)) * s->size <= 4e-14 * s->sharp * f.value * s->thin);
    // A common rotation changes nothing.
    scree_vec3 d = s3_sub(s->b.position, s->a.position);
    scree_vec3 rotation =
        s3_add(s3_cross(d, s->got.gradient), s3_add(s->got.rotation_gradient_a, s->got.rotation_gradient_b));
    CHECK(sqrt(s3_dot(rotation, rotation)) <=
          1e-14 * s->sharp * s->thin * f.value * (1 + sqrt(s3_dot(d, d)) / s->size));
}

static void test_random(scree_random *r)
{
    static const double aspects[] = { 1.5, 10, 1000 };
    for (long n = check_scaled(3000); n > 0; --n) {
        sample s = random_sample(r, aspects[n % 3]);
        check_value(&s);
        check_scaling(&s);
        check_symmetry(&s);
        if (n % 8 == 0) check_derivatives(&s);
        close_sample(&s);
    }
    printf("value: off by %.3g roundings times size over width\n", worst);
}

// Spheres: F = (d / (p + q))^2 and lambda = p / (p + q), whatever their sizes.
static void test_spheres(void)
{
    static const double radii[] = { 1, 3, 1e-9, 1e9, 1e-60, 1e60 };
    for (int i = 0; i < 6; ++i) {
        for (int j = 0; j < 6; ++j) {
            double p = radii[i], q = radii[j], d = 0.7 * (p + q);
            if (d > 1e60) continue;
            scree_shape *ball = scree_sphere_create(p, 0, NULL), *other = scree_ellipsoid_create(s3(q, q, q), 0, NULL);
            scree_body a = scree_body_at(ball, s3(0, 0, 0)), b = scree_body_at(other, s3(0.6 * d, 0, 0.8 * d));
            b.orientation = (scree_quat){ 0.5, 0.5, -0.5, 0.5 };
            scree_contact_function f;
            CHECK(scree_perram_wertheim(&a, &b, &f) == SCREE_OK);
            CHECK_NEAR(f.value, 0.49, 1e-14);
            CHECK_NEAR(f.lambda, p / (p + q), 1e-13 * f.lambda);
            double slope = 2 * 0.7 / (p + q);
            CHECK_NEAR(f.gradient.x, 0.6 * slope, 1e-14 * slope);
            CHECK_NEAR(f.gradient.z, 0.8 * slope, 1e-14 * slope);
            CHECK_NEAR(sqrt(s3_dot(f.rotation_gradient_a, f.rotation_gradient_a)), 0, 1e-14);
            CHECK_NEAR(f.point.z, 0.8 * 0.7 * p, 1e-14 * (p + q));
            scree_shape_destroy(ball);
            scree_shape_destroy(other);
        }
    }
}

// Concentric: all 0. Nearly: the function is a quadratic form in d there, down to the smallest numbers.
static void test_concentric(scree_random *r)
{
    scree_shape *p = scree_ellipsoid_create(s3(1, 2, 3), 0, NULL), *q = scree_ellipsoid_create(s3(2, 1e-3, 1), 0, NULL);
    scree_body a = { p, s3(5, 6, 7), random_rotation(r) }, b = { q, s3(5, 6, 7), random_rotation(r) };
    scree_contact_function f, g;
    CHECK(scree_perram_wertheim(&a, &b, &f) == SCREE_OK);
    CHECK(f.value == 0 && f.lambda == 0.5 && f.gradient.x == 0 && f.rotation_gradient_a.y == 0 &&
          f.rotation_gradient_b.z == 0);
    CHECK(f.point.x == 5 && f.point.y == 6 && f.point.z == 7);
    a.position = s3(0, 0, 0);
    b.position = s3(0.25, 0.5, -0.125);
    CHECK(scree_perram_wertheim(&a, &b, &f) == SCREE_OK);
    for (int k = -40; k >= -1060; k -= 60) {
        b.position = s3(ldexp(0.25, k), ldexp(0.5, k), ldexp(-0.125, k));
        CHECK(scree_perram_wertheim(&a, &b, &g) == SCREE_OK);
        CHECK_NEAR(g.value, ldexp(f.value, 2 * k), 1e-13 * ldexp(f.value, 2 * k));
        CHECK_NEAR(g.lambda, f.lambda, k > -1000 ? 1e-13 : 1e-2);
        if (k > -1000) CHECK_NEAR(g.gradient.y, ldexp(f.gradient.y, k), 1e-11 * fabs(ldexp(f.gradient.y, k)));
    }
    // Far apart.
    b.position = s3(1e55, 2e55, -1e55);
    CHECK(scree_perram_wertheim(&a, &b, &g) == SCREE_OK);
    CHECK(isfinite(g.value) && g.value > 1e100 && isfinite(g.gradient.x) && isfinite(g.point.x));
    scree_shape_destroy(p);
    scree_shape_destroy(q);
}

int main(void)
{
    scree_random r = random_stream(4, 3, 1);
    test_random(&r);
    test_spheres();
    test_concentric(&r);
    return check_done();
}
