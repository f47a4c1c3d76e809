// Creation: what is refused and in which words, half spaces to the last digit, bounds, and the public view of a shape.
#include "shape/solid.h"

static scree_vec3 identity(const void *user, scree_vec3 d)
{
    (void)user;
    return d;
}

static void refused(scree_shape *s, const scree_error *error, scree_status status, const char *message)
{
    CHECK_MSG(s == NULL && error->status == status && strcmp(error->message, message) == 0, "'%s' instead of '%s'",
              s != NULL ? "a shape" : error->message, message);
    scree_shape_destroy(s);
}

static void test_refused(void)
{
    scree_error e;
    const scree_status bad = SCREE_INVALID_ARGUMENT;
    refused(scree_sphere_create(-1, 0, &e), &e, bad, "radius: must be positive, got -1");
    refused(scree_sphere_create(0, 0, &e), &e, bad, "radius: must be positive, got 0");
    refused(scree_sphere_create(INFINITY, 0, &e), &e, bad, "radius: not finite, got inf");
    refused(scree_sphere_create(-INFINITY, 0, &e), &e, bad, "radius: not finite, got -inf");
    refused(scree_sphere_create(1e61, 0, &e), &e, bad, "radius: must be between 1e-60 and 1e60, got 1e+61");
    refused(scree_sphere_create(1e-61, 0, &e), &e, bad, "radius: must be between 1e-60 and 1e60, got 1e-61");
    refused(scree_sphere_create(1, -2, &e), &e, bad, "rounding: must not be negative, got -2");
    refused(scree_disc_create(-3, 0, &e), &e, bad, "radius: must be positive, got -3");
    refused(scree_disc_create(1, -3, &e), &e, bad, "rounding: must not be negative, got -3");
    refused(scree_capsule_create(1, -1, 0, &e), &e, bad, "half_length: must not be negative, got -1");
    refused(scree_capsule_create(0, 1, 0, &e), &e, bad, "radius: must be positive, got 0");
    refused(scree_capsule_create(1, 1, -1, &e), &e, bad, "rounding: must not be negative, got -1");
    refused(scree_box_create(v3(0, 1, 1), 0, &e), &e, bad, "half_extents.x: must be positive, got 0");
    refused(scree_box_create(v3(1, -1, 1), 0, &e), &e, bad, "half_extents.y: must be positive, got -1");
    refused(scree_box_create(v3(1, 1, 0), 0, &e), &e, bad, "half_extents.z: must be positive, got 0");
    refused(scree_box_create(v3(1, 1, 1), -1, &e), &e, bad, "rounding: must not be negative, got -1");
    refused(scree_half_space_create(v3(0, 0, 0), 1, 0, &e), &e, bad, "normal: must not be 0");
    refused(scree_half_space_create(v3(0, INFINITY, 0), 1, 0, &e), &e, bad, "normal: not finite, got (0, inf, 0)");
    refused(scree_half_space_create(v3(0, 1e-61, 0), 1, 0, &e), &e, bad,
            "normal: must be between 1e-60 and 1e60 long, got (0, 1e-61, 0)");
    refused(scree_half_space_create(v3(0, 0, 1), INFINITY, 0, &e), &e, bad, "offset: not finite, got inf");
    refused(scree_half_space_create(v3(0, 0, 1e-60), 1e50, 0, &e), &e, bad,
            "offset: the plane is farther than 1e60 from the origin (1e+110)");
    refused(scree_half_space_create(v3(0, 0, 1), 1, -1, &e), &e, bad, "rounding: must not be negative, got -1");
    CHECK(scree_sphere_create(-1, 0, NULL) == NULL);
    CHECK(scree_sphere_create((double)NAN, 0, &e) == NULL && strncmp(e.message, "radius: not finite", 18) == 0);
    scree_shape_destroy(NULL);
}

static void test_refused_points(void)
{
    scree_error e;
    const scree_status bad = SCREE_INVALID_ARGUMENT;
    scree_vec3 p[5] = { { 0, 0, 0 }, { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 }, { 1, 1, 1 } };
    refused(scree_polyhedron_create(p, 4, -1, &e), &e, bad, "rounding: must not be negative, got -1");
    refused(scree_polyhedron_create(NULL, 4, 0, &e), &e, bad, "vertices: must not be NULL");
    refused(scree_polyhedron_create(p, 3, 0, &e), &e, SCREE_DEGENERATE_SHAPE,
            "vertices: at least 4 points needed, got 3");
    refused(scree_polyhedron_create(NULL, 0, 0, &e), &e, SCREE_DEGENERATE_SHAPE,
            "vertices: at least 4 points needed, got 0");
    p[3].x = (double)NAN;
    refused(scree_polyhedron_create(p, 5, 0, &e), &e, bad, "vertices[3]: not finite");
    p[3].x = 2e100;
    refused(scree_polyhedron_create(p, 5, 0, &e), &e, bad, "vertices[3]: beyond 1e60");
    p[3].x = 0;
    for (int i = 0; i < 5; ++i) p[i] = v3_scale(p[i], 1e-110);
    refused(scree_polyhedron_create(p, 5, 0, &e), &e, bad, "vertices: smaller than 1e-60");
}

static void test_refused_support(void)
{
    scree_error e;
    const scree_status bad = SCREE_INVALID_ARGUMENT;
    scree_support_def good = { .support = identity, .dimension = 3, .radius = 1 }, def = good;
    def.support = NULL;
    refused(scree_support_shape_create(&def, 0, &e), &e, bad, "support: must not be NULL");
    refused(scree_support_shape_create(NULL, 0, &e), &e, bad, "support: must not be NULL");
    def = good;
    def.dimension = 4;
    refused(scree_support_shape_create(&def, 0, &e), &e, bad, "dimension: must be 2 or 3, got 4");
    def = good;
    def.radius = 0;
    refused(scree_support_shape_create(&def, 0, &e), &e, bad, "radius: must be positive, got 0");
    def = good;
    def.centre.y = (double)INFINITY;
    refused(scree_support_shape_create(&def, 0, &e), &e, bad, "centre: not finite, or beyond 1e60");
    def = good;
    def.dimension = 2;
    def.centre.z = 1;
    refused(scree_support_shape_create(&def, 0, &e), &e, bad, "centre.z: must be 0 in 2-D, got 1");
    refused(scree_support_shape_create(&good, -1, &e), &e, bad, "rounding: must not be negative, got -1");
}

// Unit normals and distances right to a rounding, whatever the length of the normal.
static void test_half_spaces(void)
{
    for (long n = check_scaled(20000); n > 0; --n) {
        double length = pow(10, random_in(-40, 40)), offset = random_in(-1, 1) * length * pow(10, random_in(-15, 15));
        scree_vec3 d = random_direction();
        if (n % 5 == 0) d.x = 0.0;
        scree_vec3 normal = v3_scale(d, length);
        scree_shape *s = scree_half_space_create(normal, offset, 0.0, NULL);
        if (!CHECK(s != NULL)) continue;
        long double x = normal.x, y = normal.y, z = normal.z, r = sqrtl(x * x + y * y + z * z);
        CHECK(fabsl(s->form->plane_normal.x - x / r) <= 0.51L * 0x1p-53L);
        CHECK(fabsl(s->form->plane_normal.y - y / r) <= 0.51L * 0x1p-53L);
        CHECK(fabsl(s->form->plane_normal.z - z / r) <= 0.51L * 0x1p-53L);
        CHECK(fabsl(s->form->plane_offset - offset / r) <= 0x1p-53L * fabsl(offset / r));
        scree_shape_destroy(s);
    }
    scree_shape *s = scree_half_space_create(v3(0, 3, 4), 10, 0, NULL);
    CHECK(s->form->plane_offset == 2.0 && s->form->plane_normal.y == 0.6 && s->form->plane_normal.z == 0.8);
    scree_bounds b = scree_shape_bounds(s);
    CHECK(isinf(b.radius) && isinf(b.low.x) && b.low.x < 0 && isinf(b.high.z));
    scree_shape_destroy(s);
}

// The box and the sphere hold every support point; the box touches, the sphere is not wastefully large.
static void check_bounds(scree_shape *s, const char *name)
{
    if (!CHECK_MSG(s != NULL, "%s: no shape", name)) return;
    scree_bounds b = scree_shape_bounds(s);
    long double size = b.radius;
    for (int n = 0; n < 300; ++n) {
        scree_vec3 d = random_direction();
        if (s->dimension == 2) d.z = 0;
        if (n < 6) d = v3(n == 0 ? 1 : n == 1 ? -1 : 0, n == 2 ? 1 : n == 3 ? -1 : 0, n == 4 ? 1 : n == 5 ? -1 : 0);
        if (n < 6 && s->dimension == 2 && n > 3) continue;
        scree_vec3 p = scree_shape_support(s, d);
        long double x = (long double)p.x - b.centre.x, y = (long double)p.y - b.centre.y,
                    z = (long double)p.z - b.centre.z;
        bool inside =
            p.x >= b.low.x && p.x <= b.high.x && p.y >= b.low.y && p.y <= b.high.y && p.z >= b.low.z && p.z <= b.high.z;
        CHECK_MSG(inside, "%s: outside the box", name);
        // The support point itself is rounded in the given frame; the sphere is around the true one.
        long double rounding = s->radius > 0 ? 4e-16L * (v3_norm(p) + size) : 0;
        CHECK_MSG(sqrtl(x * x + y * y + z * z) <= size + rounding, "%s: outside the sphere", name);
        if (n == 0) CHECK_NEAR(p.x, b.high.x, 1e-15 * (fabs(p.x) + b.radius));
        if (n == 3) CHECK_NEAR(p.y, b.low.y, 1e-15 * (fabs(p.y) + b.radius));
    }
    CHECK_MSG(b.radius <= 0.5 * v3_norm(v3_sub(b.high, b.low)) * 1.0001, "%s: a large sphere", name);
    scree_shape_destroy(s);
}

static void test_bounds(void)
{
    check_bounds(scree_sphere_create(2, 0, NULL), "sphere");
    check_bounds(scree_sphere_create(2, 0.1, NULL), "rounded sphere");
    check_bounds(scree_capsule_create(1, 3, 0.1, NULL), "capsule");
    check_bounds(scree_disc_create(1, 0.1, NULL), "disc");
    check_bounds(scree_box_create(v3(1, 2, 3), 0, NULL), "box");
    check_bounds(scree_box_create(v3(1, 2, 3), 0.7, NULL), "rounded box");
    for (long n = check_scaled(200); n > 0; --n) {
        scree_vec3 p[20], far = v3_scale(random_direction(), n % 2 == 0 ? 0.0 : 1e6);
        double scale = pow(10, random_in(-9, 9));
        for (int i = 0; i < 20; ++i) p[i] = v3_scale(v3_add(random_direction(), far), scale);
        check_bounds(scree_polyhedron_create(p, 20, n % 3 == 0 ? 0.0 : scale * random_unit(), NULL), "polyhedron");
        for (int i = 0; i < 20; ++i) p[i].z = 0;
        check_bounds(scree_polygon_create(p, 20, n % 3 == 0 ? 0.0 : scale * random_unit(), NULL), "polygon");
    }
}

static void test_view(void)
{
    scree_shape *s = scree_box_create(v3(1, 2, 3), 0.5, NULL), *ball = scree_sphere_create(1, 0, NULL);
    CHECK(scree_shape_kind_of(s) == SCREE_BOX && scree_shape_dimension(s) == 3 && scree_shape_rounding(s) == 0.5);
    CHECK(scree_shape_vertex_count(s) == 8 && scree_shape_edge_count(s) == 12 && scree_shape_face_count(s) == 6);
    for (int f = 0; f < 6; ++f) {
        scree_vec3 n = scree_shape_face_normal(s, f), sum = v3(0, 0, 0);
        const int *loop = scree_shape_face_vertices(s, f);
        CHECK(scree_shape_face_size(s, f) == 4);
        for (int k = 0; k < 4; ++k) {
            scree_vec3 a = scree_shape_vertex(s, loop[k]), b = scree_shape_vertex(s, loop[(k + 1) % 4]);
            sum = v3_add(sum, v3_cross(a, b));
        }
        CHECK(v3_norm(v3_sub(v3_unit(sum), n)) < 1e-15); // counter-clockwise from outside
    }
    for (int i = 0; i < 12; ++i) {
        int v[2], f[2];
        scree_shape_edge(s, i, v, f);
        scree_vec3 along = v3_sub(scree_shape_vertex(s, v[1]), scree_shape_vertex(s, v[0]));
        scree_vec3 n = v3_cross(scree_shape_face_normal(s, f[0]), scree_shape_face_normal(s, f[1]));
        CHECK_NEAR(v3_dot(v3_unit(along), n), 1.0, 1e-15);
    }
    check_fans(s, "box");
    CHECK(scree_shape_vertex_count(ball) == 0 && scree_shape_edge_count(ball) == 0 &&
          scree_shape_face_count(ball) == 0);
    CHECK(strcmp(scree_shape_kind_name(SCREE_HALF_SPACE), "plane") == 0);
    CHECK(strcmp(scree_shape_kind_name(SCREE_POLYGON), "polygon") == 0);
    CHECK(strcmp(scree_shape_kind_name((scree_shape_kind)99), "unknown") == 0);
    scree_shape_destroy(s);
    scree_shape_destroy(ball);
}

// Equal shapes have equal fingerprints; one bit elsewhere, and they differ.
static void test_fingerprints(void)
{
    scree_shape *a = scree_box_create(v3(1, 2, 3), 0, NULL), *b = scree_box_create(v3(1, 2, 3), 0, NULL);
    scree_shape *c = scree_box_create(v3(1, 2, nextafter(3, 4)), 0, NULL),
                *d = scree_box_create(v3(1, 2, 3), 1e-9, NULL);
    scree_shape *e = scree_box_create(v3(1, 3, 2), 0, NULL), *f = scree_sphere_create(1, 0, NULL),
                *g = scree_disc_create(1, 0, NULL);
    CHECK(a->fingerprint == b->fingerprint);
    CHECK(a->fingerprint != c->fingerprint && a->fingerprint != d->fingerprint && a->fingerprint != e->fingerprint);
    CHECK(f->fingerprint != g->fingerprint);
    scree_shape *all[] = { a, b, c, d, e, f, g };
    for (int i = 0; i < 7; ++i) scree_shape_destroy(all[i]);
}

int main(void)
{
    test_refused();
    test_refused_points();
    test_refused_support();
    test_half_spaces();
    test_bounds();
    test_view();
    test_fingerprints();
    return check_done();
}
