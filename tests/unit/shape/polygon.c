// Polygons: hulls against brute force over all pairs in integers, thin and rotated ones, and their edges.
#include "shape/solid.h"

enum { MOST = 64 };

static scree_vec3 points[1000];

static int64_t orient(const int64_t a[2], const int64_t b[2], const int64_t c[2])
{
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
}

// p is a corner of the hull if it is an end of two edges in different directions: all points on one side, none beyond.
static bool is_corner(int64_t p[][2], int n, int i)
{
    int sides = 0;
    for (int j = 0; j < n; ++j) {
        if (p[j][0] == p[i][0] && p[j][1] == p[i][1]) continue;
        bool left = true, right = true, last = true;
        for (int k = 0; k < n; ++k) {
            int64_t t = orient(p[i], p[j], p[k]);
            left = left && t >= 0;
            right = right && t <= 0;
            int64_t along = (p[k][0] - p[i][0]) * (p[j][0] - p[i][0]) + (p[k][1] - p[i][1]) * (p[j][1] - p[i][1]);
            last = last && !(t == 0 && along < 0);
        }
        if (!last) return false;
        sides |= (left ? 1 : 0) | (right ? 2 : 0);
    }
    return sides == 3;
}

static void check_edges(const scree_shape *s, const scree_vec3 *given, int count, const char *name)
{
    double size = size_of(given, (size_t)count);
    bool good = s->dimension == 2 && s->hull->face_count == s->vertex_count && scree_shape_face_count(s) == 0 &&
                scree_shape_edge_count(s) == s->vertex_count;
    long double outside = 0;
    for (int i = 0; i < s->vertex_count; ++i) {
        int j = (i + 1) % s->vertex_count, ends[2], adjacent[2];
        scree_shape_edge(s, i, ends, adjacent);
        good = good && ends[0] == i && ends[1] == j && adjacent[0] == -1 && adjacent[1] == -1;
        const scree_face *f = &s->hull->faces[i];
        scree_vec3 a = scree_shape_vertex(s, i), b = scree_shape_vertex(s, j);
        good = good && v3_equal(a, given[s->hull->given_vertex[i]]) && f->count == 2 && f->normal.z == 0.0;
        good = good && s->hull->face_vertices[f->first] == i && s->hull->face_vertices[f->first + 1] == j;
        long double dx = (long double)b.x - a.x, dy = (long double)b.y - a.y, length = sqrtl(dx * dx + dy * dy);
        good = good && fabsl(f->normal.x - dy / length) < 1e-16L && fabsl(f->normal.y + dx / length) < 1e-16L;
        for (int k = 0; k < s->vertex_count; ++k) {
            good = good && v3_dot(f->normal, scree_stored_vertex(s, k)) <= f->offset;
        }
        for (int k = 0; k < count; ++k) {
            long double h = (dy * ((long double)given[k].x - a.x) - dx * ((long double)given[k].y - a.y)) / length;
            outside = h > outside ? h : outside;
        }
    }
    CHECK_MSG(good, "%s: an edge is wrong", name);
    CHECK_MSG(outside <= 4e-15 * size && outside <= s->slack + 1e-19 * size,
              "%s: a point is outside by %Lg of the size", name, outside / size);
}

static void test_lattices(void)
{
    for (long n = check_scaled(20000); n > 0; --n) {
        int64_t p[MOST][2];
        int count = 3 + random_below(MOST - 3), range = 2 + random_below(12), corners = 0;
        double unit = ldexp(1.0, random_below(300) - 150);
        int shift = random_below(2) * 1000000;
        for (int i = 0; i < count; ++i) {
            for (int k = 0; k < 2; ++k) p[i][k] = random_below(range);
            points[i] = v3((double)(p[i][0] + shift) * unit, (double)(p[i][1] - shift) * unit, 0);
        }
        bool flat = true;
        for (int i = 0; i < count; ++i) {
            for (int j = 0; j < i; ++j) flat = flat && orient(p[0], p[i], p[j]) == 0;
        }
        scree_error error;
        scree_shape *s = scree_polygon_create(points, (size_t)count, 0.0, &error);
        if (flat) {
            CHECK(s == NULL && error.status == SCREE_DEGENERATE_SHAPE);
            continue;
        }
        if (!CHECK_MSG(s != NULL, "%s", s == NULL ? error.message : "")) continue;
        for (int i = 0; i < count; ++i) {
            bool first = true;
            for (int j = 0; j < i; ++j) first = first && (p[j][0] != p[i][0] || p[j][1] != p[i][1]);
            corners += first && is_corner(p, count, i);
        }
        CHECK_MSG(s->vertex_count == corners, "%d corners, not %d", s->vertex_count, corners);
        for (int i = 0; i < s->vertex_count; ++i) CHECK(is_corner(p, count, s->hull->given_vertex[i]));
        check_edges(s, points, count, "lattice");
        scree_shape_destroy(s);
    }
}

// Rectangles and their edges' points, rotated: 4 corners, from squares to needles of 1e-12.
static void test_rotated(void)
{
    for (long n = check_scaled(5000); n > 0; --n) {
        double angle = random_in(0, 7), c = cos(angle), w = sin(angle), thin = pow(10.0, -random_in(0, 12));
        int sides = 1 + random_below(10), count = 0;
        for (int i = 0; i <= sides; ++i) {
            for (int j = 0; j <= sides; ++j) {
                double x = (double)i / sides, y = thin * j / sides;
                points[count++] = v3(c * x - w * y, w * x + c * y, 0);
            }
        }
        scree_error error;
        scree_shape *s = scree_polygon_create(points, (size_t)count, 0.0, &error);
        if (!CHECK(s != NULL)) continue;
        CHECK_MSG(s->vertex_count == 4, "%d corners, thin %g, sides %d", s->vertex_count, thin, sides);
        check_edges(s, points, count, "rotated");
        scree_shape_destroy(s);
    }
}

// Random points on circles and in squares; chains of points one ulp apart; dents of every depth.
static void test_random(void)
{
    for (long n = check_scaled(5000); n > 0; --n) {
        int count = 3 + random_below(200);
        double w = pow(10.0, -random_in(6, 17)), scale = pow(10.0, random_in(-50, 50));
        for (int i = 0; i < count; ++i) {
            double a = random_in(0, 7), x = random_in(-1, 1);
            scree_vec3 p = n % 4 == 0   ? v3(cos(a), sin(a), 0)
                           : n % 4 == 1 ? v3(x, random_in(-1, 1), 0)
                           : n % 4 == 2
                               ? v3(x, (i % 2 == 0 ? 1 : -1) * (1 + w * (1 - x * x)), 0)
                               : v3(i % 2 + random_below(3) * 0x1p-52, i / 2 % 2 + random_below(3) * 0x1p-52, 0);
            points[i] = v3_scale(p, scale);
        }
        scree_error error;
        scree_shape *s = scree_polygon_create(points, (size_t)count, 0.0, &error);
        if (s == NULL && n % 4 == 3 && count < 8) continue; // may be flat by chance
        if (!CHECK_MSG(s != NULL, "%s", s == NULL ? error.message : "")) continue;
        check_edges(s, points, count, "random");
        scree_shape_destroy(s);
    }
}

static void test_refused(void)
{
    scree_error error;
    const scree_vec3 lifted[3] = { { 0, 0, 0 }, { 1, 0, 0 }, { 0, 1, 1e-9 } };
    CHECK(scree_polygon_create(lifted, 3, 0, &error) == NULL && error.status == SCREE_INVALID_ARGUMENT);
    CHECK(strcmp(error.message, "vertices[2]: z must be 0 in 2-D, got 1e-09") == 0);
    const scree_vec3 line[3] = { { 0, 0, 0 }, { 1, 1, 0 }, { 3, 3, 0 } };
    CHECK(scree_polygon_create(line, 3, 0, &error) == NULL && error.status == SCREE_DEGENERATE_SHAPE);
    CHECK(strcmp(error.message, "vertices: the points are collinear") == 0);
    CHECK(scree_polygon_create(line, 2, 0, &error) == NULL && error.status == SCREE_DEGENERATE_SHAPE);
    CHECK(scree_polygon_create(line, 3, -1, &error) == NULL && error.status == SCREE_INVALID_ARGUMENT);
    CHECK(scree_polygon_create(NULL, 3, 0, NULL) == NULL);
}

int main(void)
{
    test_lattices();
    test_rotated();
    test_random();
    test_refused();
    return check_done();
}
