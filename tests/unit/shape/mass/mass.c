// Volume, centroid and inertia against closed forms, quadruple precision and numerical integration.
#include "oracle/quad.h"
#include "shape/solid.h"

static const double PI = 3.14159265358979323846;

typedef struct sums {
    quad volume, first[3], second[3][3];
} sums;

static void expect(scree_mass m, double volume, scree_vec3 c, scree_sym3 i, double tolerance, double size)
{
    double scale = volume * size * size;
    CHECK_NEAR(m.volume, volume, tolerance * volume);
    CHECK_NEAR(m.centroid.x, c.x, tolerance * (size + fabs(c.x)));
    CHECK_NEAR(m.centroid.y, c.y, tolerance * (size + fabs(c.y)));
    CHECK_NEAR(m.centroid.z, c.z, tolerance * (size + fabs(c.z)));
    CHECK_NEAR(m.inertia.xx, i.xx, tolerance * scale);
    CHECK_NEAR(m.inertia.yy, i.yy, tolerance * scale);
    CHECK_NEAR(m.inertia.zz, i.zz, tolerance * scale);
    CHECK_NEAR(m.inertia.xy, i.xy, tolerance * scale);
    CHECK_NEAR(m.inertia.xz, i.xz, tolerance * scale);
    CHECK_NEAR(m.inertia.yz, i.yz, tolerance * scale);
}

// Signed tetrahedra over the face triangles from the first vertex, in quadruple precision.
static void expect_as_quad(const scree_shape *s, double tolerance)
{
    sums t = { 0 };
    scree_vec3 o = scree_shape_vertex(s, 0);
    for (int f = 0; f < scree_shape_face_count(s); ++f) {
        const int *loop = scree_shape_face_vertices(s, f);
        for (int k = 2; k < scree_shape_face_size(s, f); ++k) {
            const int corner[3] = { loop[0], loop[k - 1], loop[k] };
            quad p[3][3], total[3];
            for (int i = 0; i < 3; ++i) {
                scree_vec3 v = scree_shape_vertex(s, corner[i]);
                p[i][0] = (quad)v.x - o.x;
                p[i][1] = (quad)v.y - o.y;
                p[i][2] = (quad)v.z - o.z;
            }
            quad six = p[0][0] * (p[1][1] * p[2][2] - p[1][2] * p[2][1]) +
                       p[0][1] * (p[1][2] * p[2][0] - p[1][0] * p[2][2]) +
                       p[0][2] * (p[1][0] * p[2][1] - p[1][1] * p[2][0]);
            t.volume += six / 6;
            for (int i = 0; i < 3; ++i) total[i] = p[0][i] + p[1][i] + p[2][i];
            for (int i = 0; i < 3; ++i) {
                t.first[i] += six / 24 * total[i];
                for (int j = 0; j < 3; ++j) {
                    quad sum = total[i] * total[j];
                    for (int k2 = 0; k2 < 3; ++k2) sum += p[k2][i] * p[k2][j];
                    t.second[i][j] += six / 120 * sum;
                }
            }
        }
    }
    quad c[3], q[3][3];
    for (int i = 0; i < 3; ++i) c[i] = t.first[i] / t.volume;
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j) q[i][j] = t.second[i][j] - t.volume * c[i] * c[j];
    }
    scree_sym3 inertia = { (double)(q[1][1] + q[2][2]),
                           (double)(q[0][0] + q[2][2]),
                           (double)(q[0][0] + q[1][1]),
                           (double)-q[0][1],
                           (double)-q[0][2],
                           (double)-q[1][2] };
    scree_vec3 centroid = v3((double)(c[0] + o.x), (double)(c[1] + o.y), (double)(c[2] + o.z));
    expect(scree_shape_mass(s), (double)t.volume, centroid, inertia, tolerance, s->bounds.radius);
}

// Random hulls, fat and thin, at the origin and far from it.
static void test_polyhedra(void)
{
    scree_vec3 p[60];
    for (long n = check_scaled(2000); n > 0; --n) {
        int count = 4 + random_below(56);
        double thin = n % 2 == 0 ? 1.0 : pow(10.0, -random_in(0, 12)), scale = pow(10.0, random_in(-50, 50));
        double far = n % 3 == 0 ? 1e6 : 0.0;
        rotation t = random_orientation();
        scree_vec3 shift = v3_scale(random_direction(), far);
        for (int i = 0; i < count; ++i) {
            scree_vec3 v = random_direction();
            p[i] = v3_scale(v3_add(far > 0.0 ? v : rotated(t, v3(v.x, v.y, v.z * thin)), shift), scale);
        }
        scree_error error;
        scree_shape *s = scree_polyhedron_create(p, (size_t)count, 0.0, &error);
        if (!CHECK_MSG(s != NULL, "%s", s == NULL ? error.message : "")) continue;
        expect_as_quad(s, 4e-15);
        scree_shape_destroy(s);
    }
}

static void test_round(void)
{
    const scree_sym3 zero = { 0 };
    scree_shape *s = scree_sphere_create(2.0, 0.5, NULL);
    double v = 4.0 / 3.0 * PI * 15.625, i = 0.4 * v * 6.25;
    scree_sym3 ball = { i, i, i, 0, 0, 0 };
    expect(scree_shape_mass(s), v, v3(0, 0, 0), ball, 1e-15, 2.5);
    scree_shape_destroy(s);

    s = scree_disc_create(2.0, 0.0, NULL);
    scree_sym3 disc = { 0, 0, 8.0 * PI, 0, 0, 0 };
    expect(scree_shape_mass(s), 4.0 * PI, v3(0, 0, 0), disc, 1e-15, 2.0);
    scree_shape_destroy(s);

    s = scree_capsule_create(1.5, 0.0, 0.0, NULL); // a ball
    i = 0.4 * 4.5 * PI * 2.25;
    scree_sym3 small = { i, i, i, 0, 0, 0 };
    expect(scree_shape_mass(s), 4.5 * PI, v3(0, 0, 0), small, 1e-15, 1.5);
    scree_shape_destroy(s);

    s = scree_half_space_create(v3(0, 0, 1), 0, 0, NULL);
    CHECK(isinf(scree_shape_mass(s).volume) && isinf(scree_shape_mass(s).inertia.xx));
    CHECK(memcmp(&zero.xy, &(double){ scree_shape_mass(s).inertia.xy }, sizeof zero.xy) == 0);
    scree_shape_destroy(s);
}

// A capsule as slices across its axis, by Simpson's rule; each slice is a disc.
static void test_capsule(void)
{
    double r = 0.75, h = 1.25, volume = 0, along = 0, across = 0;
    enum { STEPS = 200000 };
    scree_shape *s = scree_capsule_create(0.5, h, 0.25, NULL);
    for (int i = 0; i <= STEPS; ++i) {
        double z = (h + r) * (2.0 * i / STEPS - 1.0), e = fmax(fabs(z) - h, 0.0), a = fmax(r * r - e * e, 0.0);
        double weight = (i == 0 || i == STEPS ? 1.0 : i % 2 == 1 ? 4.0 : 2.0) / 3.0 * 2.0 * (h + r) / STEPS * PI;
        volume += weight * a;
        along += weight * 0.5 * a * a;
        across += weight * (0.25 * a * a + a * z * z);
    }
    scree_sym3 i = { across, across, along, 0, 0, 0 };
    expect(scree_shape_mass(s), volume, v3(0, 0, 0), i, 1e-9, 2.0);
    scree_shape_destroy(s);
}

// The integral of x^2 over a box of half extents a, b, c swept by a ball: core, slabs, quarter cylinders, eighths.
static double square_over_rounded_box(double a, double b, double c, double r)
{
    double sum = 8 * a * b * c * a * a / 3;
    sum += 8 * b * c * (pow(a + r, 3) - a * a * a) / 3;
    sum += 8 * a * (b + c) * r * a * a / 3;
    sum += PI * r * r * 2 * a * a * a / 3;
    sum += 8 * (b + c) * (a * a * PI * r * r / 4 + 2 * a * r * r * r / 3 + PI * pow(r, 4) / 16);
    sum += 4 * PI / 3 * r * r * r * a * a + PI * a * pow(r, 4) + 4 * PI / 15 * pow(r, 5);
    return sum;
}

static void test_rounded_box(void)
{
    for (long n = check_scaled(500); n > 0; --n) {
        double a = pow(10, random_in(-3, 1)), b = random_in(0.1, 2), c = random_in(0.1, 2),
               r = pow(10, random_in(-4, 2));
        double x = square_over_rounded_box(a, b, c, r), y = square_over_rounded_box(b, c, a, r);
        double z = square_over_rounded_box(c, a, b, r);
        double volume =
            8 * a * b * c + 8 * r * (a * b + b * c + c * a) + 2 * PI * r * r * (a + b + c) + 4.0 / 3.0 * PI * r * r * r;
        scree_sym3 i = { y + z, x + z, x + y, 0, 0, 0 };
        scree_error error;
        scree_shape *s = scree_box_create(v3(a, b, c), r, &error);
        if (!CHECK(s != NULL)) continue;
        expect(scree_shape_mass(s), volume, v3(0, 0, 0), i, 4e-15, s->bounds.radius);
        scree_shape_destroy(s);
        // The same box as a polyhedron, rotated and far away: the frame must not matter.
        rotation t = random_orientation();
        scree_vec3 p[8], far = v3(1000, -2000, 500);
        for (int k = 0; k < 8; ++k) {
            p[k] = v3_add(rotated(t, v3((k & 1) != 0 ? a : -a, (k & 2) != 0 ? b : -b, (k & 4) != 0 ? c : -c)), far);
        }
        s = scree_polyhedron_create(p, 8, r, &error);
        if (!CHECK(s != NULL)) continue;
        scree_mass m = scree_shape_mass(s);
        double rounding = 1e-12 / fmin(a, fmin(b, c)); // the corners are off by 1e-13
        CHECK_NEAR(m.volume, volume, rounding * volume);
        CHECK_NEAR(m.inertia.xx + m.inertia.yy + m.inertia.zz, 2 * (x + y + z), rounding * (x + y + z));
        CHECK(v3_norm(v3_sub(m.centroid, far)) < 1e-12);
        scree_shape_destroy(s);
    }
}

static double distance_to_segment(scree_vec3 p, scree_vec3 a, scree_vec3 b)
{
    scree_vec3 d = v3_sub(b, a);
    double t = fmin(1.0, fmax(0.0, v3_dot(v3_sub(p, a), d) / v3_norm2(d)));
    return v3_norm(v3_sub(p, v3_add_scaled(a, t, d)));
}

// From p to the sharp body: 0 inside.
static double distance_to_core(const scree_shape *s, scree_vec3 p)
{
    double nearest = INFINITY;
    bool inside = true;
    for (int f = 0; f < scree_shape_face_count(s); ++f) {
        const int *loop = scree_shape_face_vertices(s, f);
        int count = scree_shape_face_size(s, f);
        scree_vec3 n = scree_shape_face_normal(s, f);
        double h = v3_dot(n, v3_sub(p, scree_shape_vertex(s, loop[0])));
        bool over = h > 0.0;
        inside = inside && h <= 0.0;
        for (int k = 0; k < count; ++k) {
            scree_vec3 a = scree_shape_vertex(s, loop[k]), b = scree_shape_vertex(s, loop[(k + 1) % count]);
            over = over && v3_dot(v3_cross(n, v3_sub(b, a)), v3_sub(p, a)) >= 0.0;
            nearest = fmin(nearest, distance_to_segment(p, a, b));
        }
        if (over) nearest = fmin(nearest, h);
    }
    return inside ? 0.0 : nearest;
}

static double reach(const scree_shape *s, scree_vec3 from, scree_vec3 d, double radius, double far)
{
    double low = 0.0, high = far;
    for (int i = 0; i < 40; ++i) {
        double t = 0.5 * (low + high);
        if (distance_to_core(s, v3_add_scaled(from, t, d)) <= radius)
            low = t;
        else
            high = t;
    }
    return low;
}

// Any rounded polyhedron by rays from its centroid, over a grid of directions; the rule's error is some 1e-4.
static void test_rounded_by_rays(void)
{
    enum { ROWS = 60 };
    for (long n = check_scaled(6); n > 0; --n) {
        scree_vec3 p[12];
        int count = 4 + random_below(8);
        double r = random_in(0.1, 1.5);
        for (int i = 0; i < count; ++i) p[i] = v3_add(v3_scale(random_direction(), random_in(0.5, 1)), v3(3, -2, 1));
        scree_error error;
        scree_shape *s = scree_polyhedron_create(p, (size_t)count, r, &error);
        if (!CHECK(s != NULL)) continue;
        scree_mass m = scree_shape_mass(s);
        double volume = 0, xx = 0, yy = 0, zz = 0, xy = 0, xz = 0, yz = 0;
        scree_vec3 first = v3(0, 0, 0);
        for (int i = 0; i < ROWS; ++i) {
            for (int j = 0; j < 2 * ROWS; ++j) {
                double z = 2 * (i + 0.5) / ROWS - 1, a = PI * (j + 0.5) / ROWS, w = sqrt(1 - z * z);
                scree_vec3 d = v3(w * cos(a), w * sin(a), z);
                double t = reach(s, m.centroid, d, r, 8.0), solid = 2.0 * PI / (ROWS * ROWS),
                       t5 = solid * pow(t, 5) / 5;
                volume += solid * t * t * t / 3;
                first = v3_add_scaled(first, solid * pow(t, 4) / 4, d);
                xx += t5 * d.x * d.x, yy += t5 * d.y * d.y, zz += t5 * d.z * d.z;
                xy += t5 * d.x * d.y, xz += t5 * d.x * d.z, yz += t5 * d.y * d.z;
            }
        }
        scree_sym3 inertia = { yy + zz, xx + zz, xx + yy, -xy, -xz, -yz };
        scree_vec3 centroid = v3_add_scaled(m.centroid, 1 / volume, first);
        expect(m, volume, centroid, inertia, 1e-3, s->bounds.radius);
        scree_shape_destroy(s);
    }
}

// A huge rounding makes anything a ball; its second moments still show the core's place.
static void test_nearly_a_ball(void)
{
    scree_vec3 p[4] = { { 1, 2, 3 }, { 2, 2, 3 }, { 1, 3, 3 }, { 1, 2, 4 } };
    scree_shape *s = scree_polyhedron_create(p, 4, 1e9, NULL);
    double v = 4.0 / 3.0 * PI * 1e27, i = 0.4 * v * 1e18;
    scree_sym3 ball = { i, i, i, 0, 0, 0 };
    expect(scree_shape_mass(s), v, v3(1, 2, 3), ball, 4e-9, 1e9);
    scree_shape_destroy(s);
}

// Polygons: a rotated rectangle with round corners, far from the origin, and a regular polygon.
static void test_polygons(void)
{
    for (long n = check_scaled(1000); n > 0; --n) {
        double a = pow(10, random_in(-6, 1)), b = random_in(0.1, 2), r = n % 4 == 0 ? 0.0 : pow(10, random_in(-3, 2));
        double angle = random_in(0, 7), c = cos(angle), w = sin(angle), far = n % 3 == 0 ? 1e3 : 0.0;
        scree_vec3 p[4];
        for (int k = 0; k < 4; ++k) {
            double x = (k & 1) != 0 ? a : -a, y = (k & 2) != 0 ? b : -b;
            p[k] = v3(c * x - w * y + far, w * x + c * y - far, 0);
        }
        double area = 4 * a * b + 4 * r * (a + b) + PI * r * r;
        double polar = 4 * a * b * (a * a + b * b) / 3;
        polar += 4 * b * ((pow(a + r, 3) - a * a * a) / 3 + r * b * b / 3);
        polar += 4 * a * ((pow(b + r, 3) - b * b * b) / 3 + r * a * a / 3);
        polar += PI * r * r * (a * a + b * b) + 8.0 / 3.0 * r * r * r * (a + b) + PI * pow(r, 4) / 2;
        scree_error error;
        scree_shape *s = scree_polygon_create(p, 4, r, &error);
        if (!CHECK_MSG(s != NULL, "%s", s == NULL ? error.message : "")) continue;
        scree_mass m = scree_shape_mass(s);
        double tolerance = 1e-15 * (8 + (2 + 4 * far) / a); // the corners as given are off by a rounding
        CHECK_NEAR(m.volume, area, tolerance * area);
        CHECK_NEAR(m.inertia.zz, polar, tolerance * polar);
        CHECK_NEAR(m.centroid.x, far, 1e-15 * (4 + far + r));
        CHECK_NEAR(m.centroid.y, -far, 1e-15 * (4 + far + r));
        CHECK(m.inertia.xx == 0.0 && m.inertia.yy == 0.0 && m.inertia.xy == 0.0);
        scree_shape_destroy(s);
    }
    for (int k = 3; k < 200; k += 7) {
        scree_vec3 p[200];
        for (int i = 0; i < k; ++i) p[i] = v3(cos(2 * PI * i / k), sin(2 * PI * i / k), 0);
        scree_shape *s = scree_polygon_create(p, (size_t)k, 0.0, NULL);
        double area = 0.5 * k * sin(2 * PI / k), q = cos(PI / k);
        CHECK_NEAR(scree_shape_mass(s).volume, area, 2e-15 * area);
        CHECK_NEAR(scree_shape_mass(s).inertia.zz, area * (1 + 2 * q * q) / 6, 2e-15);
        scree_shape_destroy(s);
    }
}

static scree_vec3 no_support(const void *user, scree_vec3 d)
{
    (void)user;
    return v3_unit(d);
}

static void test_passed_through(void)
{
    scree_support_def def = { no_support, NULL, 3, { 0, 0, 0 }, 1.0, { 5, { 1, 2, 3 }, { 1, 2, 3, 4, 5, 6 } } };
    scree_shape *s = scree_support_shape_create(&def, 0.5, NULL);
    scree_mass m = scree_shape_mass(s);
    CHECK(memcmp(&m, &def.mass, sizeof m) == 0);
    scree_shape_destroy(s);
}

int main(void)
{
    test_polyhedra();
    test_round();
    test_capsule();
    test_rounded_box();
    test_rounded_by_rays();
    test_nearly_a_ball();
    test_polygons();
    test_passed_through();
    return check_done();
}
