// Support vertices and points against the largest product over all vertices, in long double.
#include "shape/support.h"

#include "shape/solid.h"

static long double height_of(scree_vec3 d, scree_vec3 p)
{
    return (long double)d.x * p.x + (long double)d.y * p.y + (long double)d.z * p.z;
}

// From any start, a climb must end at the highest vertex, up to a few roundings of the size and the shape's slack (the hull is convex only
// up to its slack). A scan of all vertices must be right to the rounding of heights.
static void check_direction(const scree_shape *s, scree_vec3 d, const char *name)
{
    long double top = -INFINITY, size = s->core_radius * v3_norm(d);
    const long double slack = s->hull->starts != NULL ? s->slack * v3_norm(d) : 0.0L;
    for (int i = 0; i < s->vertex_count; ++i) {
        long double h = height_of(d, scree_stored_vertex(s, i));
        top = h > top ? h : top;
    }
    for (int k = 0; k < 3; ++k) {
        int hint = k == 0 ? 0 : random_below(s->vertex_count), v = scree_support_vertex(s, d, hint);
        if (!CHECK_MSG(v >= 0 && v < s->vertex_count, "%s: vertex %d", name, v)) return;
        long double short_by = top - height_of(d, scree_stored_vertex(s, v));
        CHECK_MSG(short_by <= 1e-15L * size + slack, "%s: %Lg of the size too low", name, short_by / size);
        CHECK(scree_support_vertex(s, d, hint) == v);
        CHECK(scree_support_vertex(s, d, v) == v || s->hull->starts == NULL);
    }
}

// Random directions, those of the axes, of all faces, and of faces tilted by 1e-16 to 1e-8: where many vertices tie.
static void check_shape(scree_shape *s, const char *name)
{
    if (!CHECK_MSG(s != NULL, "%s: no shape", name)) return;
    bool flat = s->dimension == 2;
    for (long n = check_scaled(300); n > 0; --n) {
        scree_vec3 d = v3_scale(random_direction(), pow(10, random_in(-20, 20)));
        check_direction(s, flat ? v3(d.x, d.y, 0) : d, name);
    }
    for (int k = 0; k < 6; ++k) {
        double sign = k % 2 == 0 ? 1.0 : -1.0;
        check_direction(s, k < 2 ? v3(sign, 0, 0) : k < 4 || flat ? v3(0, sign, 0) : v3(0, 0, sign), name);
    }
    for (int f = 0; f < s->hull->face_count; f += 1 + s->hull->face_count / 100) {
        check_direction(s, s->hull->faces[f].normal, name);
        scree_vec3 tilt = v3_scale(random_direction(), pow(10, random_in(-16, -8)));
        if (flat) tilt.z = 0.0;
        check_direction(s, v3_add(s->hull->faces[f].normal, tilt), name);
        double height = -INFINITY;
        for (int i = 0; i < s->vertex_count; ++i) {
            height = fmax(height, v3_dot(s->hull->faces[f].normal, scree_stored_vertex(s, i)));
        }
        CHECK(scree_support_height(s, s->hull->faces[f].normal) == height);
    }
    scree_shape_destroy(s);
}

static scree_shape *on_sphere(int count, double stretch)
{
    static scree_vec3 p[5000];
    for (int i = 0; i < count; ++i) {
        scree_vec3 d = random_direction();
        p[i] = v3(d.x, d.y, d.z * stretch);
    }
    return scree_polyhedron_create(p, (size_t)count, 0.0, NULL);
}

// A cap so flat that steps between neighbours are below the rounding of their heights.
static scree_shape *flat_cap(int side, double bend)
{
    static scree_vec3 p[5000];
    int n = 0;
    for (int i = 0; i < side * side; ++i) {
        double x = 2.0 * (i % side) / (side - 1) - 1, y = 2.0 * (i / side) / (side - 1) - 1;
        p[n++] = v3(x, y, 1 - bend * (x * x + y * y));
    }
    for (int i = 0; i < 4; ++i) p[n++] = v3((i & 1) != 0 ? 1 : -1, (i & 2) != 0 ? 1 : -1, -1);
    return scree_polyhedron_create(p, (size_t)n, 0.0, NULL);
}

static scree_shape *prism(int sides, double height)
{
    static scree_vec3 p[4000];
    for (int i = 0; i < sides; ++i) {
        double a = 2 * 3.14159265358979323846 * i / sides;
        p[2 * i] = v3(cos(a), sin(a), -height);
        p[2 * i + 1] = v3(cos(a), sin(a), height);
    }
    return scree_polyhedron_create(p, 2 * (size_t)sides, 0.0, NULL);
}

// Ends with corners in bunches, off their planes by up to `uneven`: merged faces with edges of very different lengths.
static scree_shape *uneven_prism(int sides, double uneven)
{
    static scree_vec3 p[4000];
    for (int i = 0; i < sides; ++i) {
        double a = i % 7 == 0 ? random_in(0, 6.28) : atan2(p[2 * i - 2].y, p[2 * i - 2].x) + pow(10, random_in(-6, -1));
        p[2 * i] = v3(cos(a), sin(a), -1 + uneven * random_in(-1, 1));
        p[2 * i + 1] = v3(cos(a), sin(a), 1 + uneven * random_in(-1, 1));
    }
    return scree_polyhedron_create(p, 2 * (size_t)sides, 0.0, NULL);
}

static scree_shape *cone(int sides)
{
    static scree_vec3 p[4000];
    for (int i = 0; i < sides; ++i) {
        double a = 2 * 3.14159265358979323846 * i / sides;
        p[i] = v3(cos(a), sin(a), 0);
    }
    p[sides] = v3(0.1, 0.2, 1);
    return scree_polyhedron_create(p, (size_t)sides + 1, 0.0, NULL);
}

static scree_shape *regular_polygon(int sides)
{
    static scree_vec3 p[4000];
    for (int i = 0; i < sides; ++i) {
        double a = 2 * 3.14159265358979323846 * i / sides;
        p[i] = v3(cos(a), sin(a), 0);
    }
    return scree_polygon_create(p, (size_t)sides, 0.0, NULL);
}

static void test_vertices(void)
{
    for (int n = 4; n < 60; ++n) check_shape(on_sphere(n, 1.0), "few on a sphere");
    check_shape(on_sphere(64, 1.0), "64 on a sphere");
    check_shape(on_sphere(65, 1.0), "65 on a sphere");
    check_shape(on_sphere(300, 1e-6), "plate");
    check_shape(on_sphere(300, 1e6), "needle");
    check_shape(on_sphere(2000, 1.0), "many on a sphere");
    check_shape(flat_cap(20, 1e-6), "cap");
    check_shape(flat_cap(20, 1e-11), "flat cap");
    check_shape(flat_cap(40, 3e-12), "flatter cap");
    check_shape(prism(500, 1.0), "prism");
    check_shape(prism(500, 1e-9), "thin prism");
    check_shape(prism(501, 1.0), "odd prism");
    for (int k = 0; k < 8; ++k) check_shape(uneven_prism(200, 0.0), "prism with corners in bunches");
    for (int k = 0; k < 16; ++k) check_shape(uneven_prism(200, pow(10, random_in(-17, -12))), "uneven prism");
    check_shape(cone(1000), "cone");
    check_shape(regular_polygon(3), "triangle");
    check_shape(regular_polygon(500), "polygon");
    check_shape(scree_box_create(v3(1, 2, 3), 0, NULL), "box");
    check_shape(scree_capsule_create(1, 2, 0, NULL), "capsule");
    check_shape(scree_sphere_create(1, 0, NULL), "sphere");
}

static scree_vec3 ellipsoid(const void *user, scree_vec3 d)
{
    const scree_vec3 *a = user;
    scree_vec3 u = v3_unit(d), w = v3(a->x * u.x, a->y * u.y, a->z * u.z);
    double n = v3_norm(w);
    return v3(a->x * w.x / n, a->y * w.y / n, a->z * w.z / n);
}

// The public support counts the rounding in, in the given frame.
static void test_points(void)
{
    scree_vec3 axes = v3(1, 2, 3), p[8], far = v3(1e7, -3e7, 5);
    for (int i = 0; i < 8; ++i) p[i] = v3_add(far, v3(i & 1, i >> 1 & 1, i >> 2 & 1));
    scree_support_def def = { .support = ellipsoid, .user = &axes, .dimension = 3, .radius = 3.0 };
    scree_shape *own = scree_support_shape_create(&def, 0.5, NULL), *ball = scree_sphere_create(2, 0.5, NULL);
    scree_shape *cube = scree_polyhedron_create(p, 8, 0.25, NULL), *sharp = scree_polyhedron_create(p, 8, 0.0, NULL);
    for (long n = check_scaled(2000); n > 0; --n) {
        scree_vec3 u = random_direction(), d = v3_scale(u, pow(10, random_in(-100, 100)));
        scree_vec3 q = scree_shape_support(ball, d);
        CHECK(v3_norm(v3_sub(q, v3_scale(u, 2.5))) < 2e-15);
        double top = v3_norm(v3(axes.x * u.x, axes.y * u.y, axes.z * u.z)) + 0.5;
        CHECK_NEAR(v3_dot(scree_shape_support(own, d), u), top, 2e-15);
        scree_vec3 corner = v3_add(far, v3(u.x > 0, u.y > 0, u.z > 0));
        CHECK(v3_equal(scree_shape_support(sharp, d), corner));
        CHECK(v3_norm(v3_sub(v3_sub(scree_shape_support(cube, d), corner), v3_scale(u, 0.25))) < 1e-8);
    }
    scree_shape_destroy(own);
    scree_shape_destroy(ball);
    scree_shape_destroy(cube);
    scree_shape_destroy(sharp);
}

int main(void)
{
    test_vertices();
    test_points();
    return check_done();
}
