// Hulls of points: against integer brute force, and for every kind of hard point set against the invariants.
#include "shape/hull/hull.h"

#include "shape/lattice.h"
#include "shape/solid.h"

enum { MOST = 2000 };

static scree_vec3 points[MOST];
static int point_count;

static void add(scree_vec3 p)
{
    if (point_count < MOST) points[point_count++] = p;
}

// Rotated, scaled and moved 1e6 sizes away, as the bits of `how` say.
static void place(unsigned how)
{
    rotation t = random_orientation();
    double scale = pow(10.0, random_in(-9, 9)), far = 1e6 * scale * size_of(points, (size_t)point_count);
    scree_vec3 shift = v3(random_in(-far, far), random_in(-far, far), random_in(-far, far));
    for (int i = 0; i < point_count; ++i) {
        if ((how & 1) != 0) points[i] = rotated(t, points[i]);
        if ((how & 2) != 0) points[i] = v3_scale(points[i], scale);
        if ((how & 4) != 0) points[i] = v3_add(points[i], (how & 2) != 0 ? shift : v3_scale(shift, 1.0 / scale));
    }
}

static scree_shape *hull(const char *name)
{
    scree_error error = { 0 };
    scree_shape *s = scree_polyhedron_create(points, (size_t)point_count, 0.0, &error);
    if (!CHECK_MSG(s != NULL, "%s: %s", name, error.message)) return NULL;
    check_solid(s, points, (size_t)point_count, name);
    return s;
}

static void expect_counts(const char *name, int vertices, int edges, int faces)
{
    scree_shape *s = hull(name);
    if (s == NULL) return;
    CHECK_MSG(s->vertex_count == vertices && s->hull->edge_count == edges && s->hull->face_count == faces,
              "%s: %d vertices, %d edges, %d faces", name, s->vertex_count, s->hull->edge_count, s->hull->face_count);
    scree_shape_destroy(s);
}

static void expect_flat(const char *name, const char *message)
{
    scree_error error = { 0 };
    scree_shape *s = scree_polyhedron_create(points, (size_t)point_count, 0.0, &error);
    CHECK_MSG(s == NULL && error.status == SCREE_DEGENERATE_SHAPE && strcmp(error.message, message) == 0, "%s: '%s'",
              name, s != NULL ? "a shape" : error.message);
    scree_shape_destroy(s);
}

static void random_lattice(lattice_hull *h)
{
    int range = 2 + random_below(8);
    h->count = 4 + random_below(LATTICE_POINTS - 3);
    for (int i = 0; i < h->count; ++i) {
        for (bool fresh = false; !fresh;) {
            lattice_point p = { random_below(range), random_below(range), random_below(range + 2) };
            h->p[i] = p;
            fresh = true;
            for (int j = 0; j < i; ++j) fresh = fresh && memcmp(&h->p[j], &p, sizeof p) != 0;
            if (!fresh && i >= range * range * range) h->count = i, fresh = true;
        }
    }
}

static bool same_faces(const scree_shape *s, const lattice_hull *h)
{
    uint32_t vertices = 0;
    for (int i = 0; i < s->vertex_count; ++i) vertices |= UINT32_C(1) << s->hull->given_vertex[i];
    if (vertices != h->vertices || s->hull->face_count != h->face_count) return false;
    for (int f = 0; f < s->hull->face_count; ++f) {
        uint32_t mask = 0;
        for (int k = 0; k < s->hull->faces[f].count; ++k) {
            mask |= UINT32_C(1) << s->hull->given_vertex[s->hull->face_vertices[s->hull->faces[f].first + k]];
        }
        bool found = false;
        for (int g = 0; g < h->face_count; ++g) found = found || (h->face[g] & h->vertices) == mask;
        if (!found) return false;
    }
    return true;
}

// Few integer points, also scaled and moved without rounding, and rotated.
static void test_lattices(void)
{
    for (long n = check_scaled(4000); n > 0; --n) {
        lattice_hull h;
        random_lattice(&h);
        bool solid = lattice_solve(&h);
        double unit = ldexp(1.0, random_below(300) - 150);
        int shift = random_below(2) * 1000000;
        rotation t = random_orientation();
        point_count = 0;
        for (int i = 0; i < h.count; ++i) {
            scree_vec3 p = v3((double)(h.p[i].x + shift), (double)(h.p[i].y - shift), (double)h.p[i].z);
            add(v3_scale(n % 3 == 0 ? rotated(t, v3_sub(p, v3(shift, -shift, 0))) : p, unit));
        }
        for (int i = random_below(5); i > 0; --i) add(points[random_below(h.count)]);
        if (!solid) {
            scree_error error;
            scree_shape *s = scree_polyhedron_create(points, (size_t)point_count, 0.0, &error);
            CHECK(s == NULL && error.status == SCREE_DEGENERATE_SHAPE);
            scree_shape_destroy(s);
            continue;
        }
        scree_shape *s = hull("lattice");
        if (s != NULL) CHECK_MSG(same_faces(s, &h), "lattice %ld: other faces", n);
        scree_shape_destroy(s);
    }
}

// The exact engine alone: its vertices must hold the oracle's, and nothing may be above any triangle.
static void test_exact_engine(void)
{
    for (long n = check_scaled(500); n > 0; --n) {
        lattice_hull h;
        random_lattice(&h);
        if (!lattice_solve(&h)) continue;
        for (int i = 0; i < h.count; ++i) points[i] = v3((double)h.p[i].x, (double)h.p[i].y, (double)h.p[i].z);
        scree_cloud cloud;
        scree_spread spread;
        scree_surface surface;
        CHECK(scree_cloud_make(points, (size_t)h.count, 3, &cloud, NULL) == SCREE_OK);
        CHECK(scree_cloud_spread(&cloud, 3, &spread, NULL) == SCREE_OK);
        CHECK(scree_hull_exact(&cloud, &spread, &surface) == SCREE_OK);
        uint32_t used = 0;
        bool below = true;
        for (int f = 0; f < surface.face_count; ++f) {
            const int *v = surface.loop + surface.first[f];
            for (int k = 0; k < 3; ++k) used |= UINT32_C(1) << v[k];
            for (int m = 0; m < h.count; ++m) below = below && lattice_height(&h, v[0], v[1], v[2], m) <= 0;
        }
        CHECK(below && (used & h.vertices) == h.vertices);
        CHECK(surface.face_count == 2 * lattice_bits(used) - 4);
        scree_surface_free(&surface);
        scree_cloud_free(&cloud);
    }
}

static void add_box(double x, double y, double z)
{
    for (int i = 0; i < 8; ++i) add(v3((i & 1) != 0 ? x : -x, (i & 2) != 0 ? y : -y, (i & 4) != 0 ? z : -z));
}

// Boxes from needles to plates of 1e-12, rotated: always 6 faces. Full grids of points: the same 6.
static void test_boxes(void)
{
    for (long n = check_scaled(1500); n > 0; --n) {
        point_count = 0;
        add_box(1.0, pow(10.0, -random_in(0, 8)), pow(10.0, -random_in(0, 12)));
        place(1 + (unsigned)(n & 2));
        expect_counts("box", 8, 12, 6);
    }
    for (long n = check_scaled(300); n > 0; --n) {
        int a = 2 + random_below(6), b = 2 + random_below(6), c = 2 + random_below(6);
        double thin = n % 2 == 0 ? 1.0 : pow(10.0, -random_in(1, 12));
        point_count = 0;
        for (int i = 0; i < a * b * c; ++i) add(v3(i % a, i / a % b, thin * (i / (a * b))));
        place((unsigned)n & 3);
        expect_counts("grid", 8, 12, 6);
    }
}

static void test_prisms(void)
{
    const double pi = 3.14159265358979323846;
    for (int n = 3; n <= 500; n += n < 20 ? 1 : 96) {
        for (int k = 0; k < 4; ++k) {
            point_count = 0;
            for (int i = 0; i < n; ++i) {
                double x = cos(2 * pi * i / n), y = sin(2 * pi * i / n), h = k == 0 ? 1.0 : pow(10.0, -4.0 * k);
                add(v3(x, y, -h));
                add(v3(x, y, h));
            }
            place(1);
            expect_counts("prism", 2 * n, 3 * n, n + 2);
        }
    }
}

// A pyramid on a cube's face, as low as 1e-13 of the size, is a pyramid; at 1e-17 it is a face.
static void test_shallow(void)
{
    for (double height = 1e-8; height > 9e-14; height *= 0.1) {
        for (int k = 0; k < 20; ++k) {
            point_count = 0;
            add_box(1, 1, 1);
            add(v3(0.1, 0.2, 1.0 + height));
            place(k == 0 ? 0 : 1);
            expect_counts("low pyramid", 9, 16, 9);
        }
    }
    for (int k = 0; k < 20; ++k) {
        point_count = 0;
        add_box(1, 1, 1);
        add(v3(0.1, 0.2, 1.0 + 1e-17));
        add(v3(1.0, 0.3, 1.0));
        place(k == 0 ? 0 : 1);
        expect_counts("point in a face", 8, 12, 6);
    }
}

static scree_vec3 in_cube(void)
{
    return v3(random_in(-1, 1), random_in(-1, 1), random_in(-1, 1));
}

// One set of each kind: what is random, what is degenerate, and what is neither quite.
static const char *random_set(int kind)
{
    static const char *const names[] = { "on a sphere", "in a cube", "on a lattice", "plate",      "needle",
                                         "1 ulp apart", "clusters",  "corners",      "noisy grid", "low dome",
                                         "low bumps",   "lens",      "curve",        "cylinder" };
    int n = 4 + random_below(100);
    double w = pow(10.0, -random_in(8, 17)), thin = pow(10.0, -random_in(1, 12));
    point_count = 0;
    for (int i = 0; i < n; ++i) {
        scree_vec3 p = in_cube(), d = random_direction(), corner = v3(i & 1, i >> 1 & 1, i >> 2 & 1);
        double angle = random_in(0, 7), square = p.x * p.x + p.y * p.y;
        switch (kind) {
        case 0:
            add(d);
            break;
        case 1:
            add(p);
            break;
        case 2:
            add(v3(random_below(5), random_below(5), random_below(5)));
            break;
        case 3:
            add(v3(p.x, p.y, thin * p.z));
            break;
        case 4:
            add(v3(p.x, thin * 1e4 * p.y, thin * 1e4 * p.z));
            break;
        case 5:
            add(v3_add_scaled(corner, 0x1p-52 * random_below(3), v3(1, 1, 1)));
            break;
        case 6:
            add(v3_add_scaled(points[random_below(point_count + 1) * (i > 8)], i > 8 ? w : 1.0, d));
            break;
        case 7:
            add(v3_add_scaled(corner, w, d));
            break;
        case 8:
            add(v3_add_scaled(v3(i % 4, i / 4 % 4, i / 16 % 4), w, d));
            break;
        case 9:
            add(v3(p.x, p.y, -w * square));
            break;
        case 10:
            add(v3(i % 8, i / 8 % 8, w * random_below(3)));
            break;
        case 11:
            add(v3(p.x, p.y, (i % 2 == 0 ? thin : -thin) * (2.0 - square)));
            break;
        case 12:
            add(v3(p.x, p.x * p.x, p.x * p.x * p.x));
            break;
        default:
            add(v3(cos(angle), sin(angle), thin * random_below(3)));
            break;
        }
    }
    if (kind == 2 || kind == 5 || kind == 7 || kind == 13) { // these may be flat by chance
        for (int i = 0; i < 4; ++i) add(v3(i == 1, i == 2, i == 3));
    }
    if (kind >= 8 && kind <= 10) {
        for (int i = 0; i < 4; ++i) add(v3((i & 1) == 0 ? -1 : 7, (i & 2) == 0 ? -1 : 7, -1));
    }
    return names[kind];
}

static void test_random_sets(void)
{
    for (long n = check_scaled(7000); n > 0; --n) {
        const char *name = random_set((int)(n % 14));
        place((unsigned)(n / 14) & 3);
        scree_shape_destroy(hull(name));
    }
    for (long n = check_scaled(200); n > 0; --n) {
        const char *name = random_set((int)(n % 2));
        place(4 + ((unsigned)(n / 2) & 3));
        scree_shape_destroy(hull(name));
    }
}

static void test_flat(void)
{
    for (int k = 0; k < 200; ++k) {
        point_count = 0;
        for (int i = 0; i < 60; ++i) add(v3(random_in(-1, 1), random_in(-1, 1), 0));
        place(1 + (unsigned)(k & 2));
        expect_flat("plane", "vertices: the points are coplanar");
        point_count = 0;
        scree_vec3 d = random_direction();
        for (int i = 0; i < 10; ++i) add(v3_scale(d, random_in(-1, 1)));
        expect_flat("line", "vertices: the points are collinear");
    }
    point_count = 0;
    for (int i = 0; i < 5; ++i) add(v3(1, 2, 3));
    expect_flat("point", "vertices: all points are one");
    point_count = 3;
    expect_flat("three", "vertices: at least 4 points needed, got 3");
}

// Plates and needles around the thickness where flat begins: refused as flat, or right.
static void test_nearly_flat(void)
{
    long flat = 0, solid = 0;
    for (long n = check_scaled(3000); n > 0; --n) {
        double thick = pow(10.0, -random_in(11.5, 16.5)), wide = n % 3 == 0 ? 1.0 : pow(10.0, -random_in(0, 15));
        point_count = 0;
        if (n % 2 == 0) add_box(1.0, wide, thick);
        for (int i = n % 2 == 0 ? 60 : random_below(56); i < 60; ++i) {
            add(v3(random_in(-1, 1), random_in(-wide, wide), random_in(-thick, thick)));
        }
        place(1);
        scree_error error = { 0 };
        scree_shape *s = scree_polyhedron_create(points, (size_t)point_count, 0.0, &error);
        if (s == NULL) {
            CHECK_MSG(error.status == SCREE_DEGENERATE_SHAPE && fmin(thick, wide) < 2e-14 &&
                          strncmp(error.message, "vertices: the points are co", 27) == 0,
                      "%g thick, %g wide: %s", thick, wide, error.message);
            ++flat;
            continue;
        }
        CHECK(fmin(thick, wide) > 4e-16);
        check_solid(s, points, (size_t)point_count, "nearly flat");
        scree_shape_destroy(s);
        ++solid;
    }
    CHECK(flat > 0 || solid > 0);
}

// From 1e-45 to 1e45.
static void test_units(void)
{
    for (int e = -45; e <= 45; e += 9) {
        for (int k = 0; k < 20; ++k) {
            point_count = 0;
            add_box(1, 0.5, 0.25);
            place(1);
            for (int i = 0; i < 8; ++i) points[i] = v3_scale(points[i], pow(10.0, e));
            expect_counts("unit", 8, 12, 6);
        }
    }
}

static void test_many(void)
{
    static scree_vec3 many[10000];
    for (int i = 0; i < 10000; ++i) many[i] = v3_scale(random_direction(), i % 2 == 0 ? 1.0 : random_in(0.9, 0.99));
    scree_error error;
    scree_shape *s = scree_polyhedron_create(many, 10000, 0.0, &error);
    if (!CHECK(s != NULL)) return;
    CHECK(s->vertex_count >= 5000);
    check_fans(s, "many");
    bool inside = true;
    for (int f = 0; f < s->hull->face_count; f += 17) {
        for (int i = 0; i < 10000; ++i)
            inside = inside && v3_dot(s->hull->faces[f].normal, many[i]) <= s->hull->faces[f].offset;
    }
    CHECK(inside);
    scree_shape_destroy(s);
}

int main(void)
{
    test_lattices();
    test_exact_engine();
    test_boxes();
    test_prisms();
    test_shallow();
    test_random_sets();
    test_flat();
    test_nearly_flat();
    test_units();
    test_many();
    return check_done();
}
