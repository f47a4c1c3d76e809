// Minkowski differences and entrance blocks: closed forms, exact hulls on a lattice, support functions in 113 bits.
#include "scree/minkowski.h"
#include "oracle/quad.h"
#include "scree/point.h"
#include "shape/lattice.h"
#include "shape/solid.h"

// The points that a body was made of, as given, and its pose.
typedef struct grain {
    int count;
    scree_vec3 points[512];
    double radius; // that its hull is swept by
    scree_body body;
} grain;

static const scree_vec3 origin = { 0, 0, 0 };

static scree_quat random_quat(void)
{
    scree_vec3 u = random_direction();
    double w = random_in(-1, 1);
    scree_quat q = { w, u.x, u.y, u.z };
    return q;
}

static scree_shape *must(scree_shape *shape, const scree_error *error)
{
    CHECK_MSG(shape != NULL, "%s", error->message);
    return shape;
}

static scree_shape *difference(const scree_body *a, const scree_body *b)
{
    scree_error error = { SCREE_OK, "" };
    return must(scree_minkowski_difference(a, b, &error), &error);
}

static scree_shape *block(const scree_body *a, const scree_body *b, scree_vec3 v)
{
    scree_error error = { SCREE_OK, "" };
    return must(scree_entrance_block(a, b, v, &error), &error);
}

static void make_hull(grain *g, int dimension)
{
    scree_error error = { SCREE_OK, "" };
    g->body.shape = dimension == 3 ? scree_polyhedron_create(g->points, (size_t)g->count, g->radius, &error)
                                   : scree_polygon_create(g->points, (size_t)g->count, g->radius, &error);
    must((scree_shape *)(uintptr_t)g->body.shape, &error);
    g->body.orientation = (scree_quat){ 1, 0, 0, 0 };
    g->body.position = origin;
}

static void drop(grain *g)
{
    scree_shape_destroy((scree_shape *)(uintptr_t)g->body.shape);
    g->body.shape = NULL;
}

static bool has_vertex(const scree_shape *s, scree_vec3 p)
{
    for (int i = 0; i < scree_shape_vertex_count(s); ++i) {
        if (v3_equal(scree_shape_vertex(s, i), p)) return true;
    }
    return false;
}

// ------------------------------------------------------------------------------------------------- closed forms

static void test_cubes(void)
{
    scree_shape *cube = scree_box_create(v3(0.5, 0.5, 0.5), 0.0, NULL);
    scree_body a = scree_body_at(cube, v3(1, 2, 3)), b = scree_body_at(cube, v3(3, 2, 3));
    scree_shape *d = difference(&a, &b);
    CHECK(scree_shape_vertex_count(d) == 8 && scree_shape_edge_count(d) == 12 && scree_shape_face_count(d) == 6);
    CHECK(scree_shape_mass(d).volume == 8.0);
    CHECK(v3_equal(scree_shape_mass(d).centroid, v3(-2, 0, 0)));
    for (int i = 0; i < 8; ++i) CHECK(has_vertex(d, v3(i & 1 ? -1 : -3, i & 2 ? 1 : -1, i & 4 ? 1 : -1)));
    scree_shape_destroy(d);
    scree_shape_destroy(cube);
}

// The difference of a body with itself: of a tetrahedron it is a cuboctahedron of 20 times its volume, of a triangle a
// hexagon of 6 times its area.
static void test_difference_bodies(void)
{
    grain t = { .count = 4, .points = { { 0, 0, 0 }, { 3, 0, 0 }, { 0, 2, 0 }, { 1, 1, 5 } } };
    make_hull(&t, 3);
    scree_shape *d = difference(&t.body, &t.body);
    CHECK(scree_shape_vertex_count(d) == 12 && scree_shape_edge_count(d) == 24 && scree_shape_face_count(d) == 14);
    CHECK_NEAR(scree_shape_mass(d).volume, 20.0 * 5.0, 1e-12);
    scree_shape_destroy(d);
    drop(&t);
    grain s = { .count = 3, .points = { { 0, 0, 0 }, { 2, 0, 0 }, { 0.5, 3, 0 } } };
    make_hull(&s, 2);
    s.body.position = v3(7, -5, 0);
    d = difference(&s.body, &s.body);
    CHECK(scree_shape_vertex_count(d) == 6 && scree_shape_dimension(d) == 2);
    CHECK_NEAR(scree_shape_mass(d).volume, 6.0 * 3.0, 1e-13);
    scree_shape_destroy(d);
    drop(&s);
}

// A body that is its own mirror image gives itself, twice as large: to the last bit, also where edges and faces by the
// hundred are parallel, and by the way of a growing hull.
static void test_doubles(void)
{
    static const int sides[] = { 4, 30, 32, 34, 80, 250 };
    for (size_t k = 0; k < sizeof sides / sizeof *sides; ++k) {
        int n = sides[k], half = n / 2;
        grain p = { .count = 2 * n };
        for (int i = 0; i < n; ++i) { // the other half by mirroring, so that it is exact
            double angle = 3.141592653589793 * (i % half) / half, sign = i < half ? 1.0 : -1.0;
            p.points[i] = v3(sign * cos(angle), sign * sin(angle), -0.75);
            p.points[n + i] = v3(p.points[i].x, p.points[i].y, 0.75);
        }
        make_hull(&p, 3);
        scree_shape *d = difference(&p.body, &p.body);
        CHECK_MSG(scree_shape_vertex_count(d) == 2 * n && scree_shape_face_count(d) == n + 2, "prism %d: %d, %d", n,
                  scree_shape_vertex_count(d), scree_shape_face_count(d));
        for (int i = 0; i < 2 * n; ++i) {
            CHECK_MSG(has_vertex(d, v3_scale(p.points[i], 2.0)), "prism %d: point %d", n, i);
        }
        scree_shape_destroy(d);
        drop(&p);
    }
}

// ------------------------------------------------------------------------------------------------------ lattice

static void add_lattice_point(lattice_hull *h, scree_vec3 p)
{
    lattice_point q = { (int64_t)p.x, (int64_t)p.y, (int64_t)p.z };
    for (int i = 0; i < h->count; ++i) {
        if (memcmp(&h->p[i], &q, sizeof q) == 0) return;
    }
    h->p[h->count++] = q;
}

// All differences of small integers, their hull in integers: the same vertices, edges and faces, not one more.
static void test_lattice_solids(void)
{
    int flat = 0;
    for (long n = 0, count = check_scaled(1000); n < count; ++n) {
        grain a = { .count = 4 }, b = { .count = 4 + random_below(3) };
        scree_shape *shapes[2];
        for (int i = 0; i < a.count; ++i) a.points[i] = v3(random_below(5), random_below(5), random_below(5));
        for (int i = 0; i < b.count; ++i) b.points[i] = v3(random_below(4), random_below(4), random_below(4));
        shapes[0] = scree_polyhedron_create(a.points, (size_t)a.count, 0.0, NULL);
        shapes[1] = scree_polyhedron_create(b.points, (size_t)b.count, 0.0, NULL);
        if (shapes[0] != NULL && shapes[1] != NULL) {
            scree_vec3 shift = v3(random_below(9), random_below(9), random_below(9));
            scree_body p = scree_body_at(shapes[0], shift), q = scree_body_at(shapes[1], v3(2, 1, 4));
            lattice_hull h = { .count = 0 };
            for (int i = 0; i < a.count; ++i) {
                for (int j = 0; j < b.count; ++j) {
                    scree_vec3 x = v3_add(a.points[i], p.position), y = v3_add(b.points[j], q.position);
                    add_lattice_point(&h, v3_sub(x, y));
                }
            }
            CHECK(lattice_solve(&h));
            scree_shape *d = difference(&p, &q);
            CHECK(scree_shape_vertex_count(d) == lattice_bits(h.vertices));
            CHECK(scree_shape_face_count(d) == h.face_count);
            for (int i = 0; i < h.count; ++i) {
                scree_vec3 at = v3((double)h.p[i].x, (double)h.p[i].y, (double)h.p[i].z);
                CHECK(has_vertex(d, at) == ((h.vertices >> i & 1) != 0));
            }
            CHECK(d->slack <= 1e-14 * d->core_radius);
            scree_shape_destroy(d);
        } else {
            ++flat;
        }
        scree_shape_destroy(shapes[0]);
        scree_shape_destroy(shapes[1]);
    }
    printf("%d lattice pairs were flat\n", flat);
}

static int64_t orient(scree_vec3 a, scree_vec3 b, scree_vec3 c)
{
    return (int64_t)((b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x));
}

// A point is a corner of the hull if it is not between two others, and not inside: some line through it and another
// point has all on one side, and on that line it is at an end.
static bool is_corner(const scree_vec3 *p, int count, int i)
{
    for (int j = 0; j < count; ++j) {
        if (v3_equal(p[i], p[j])) continue;
        bool left = true, end = true;
        for (int k = 0; k < count && left; ++k) {
            int64_t t = orient(p[i], p[j], p[k]);
            left = t >= 0;
            if (t == 0 && v3_dot(v3_sub(p[k], p[i]), v3_sub(p[j], p[i])) < 0.0) end = false;
        }
        if (left && end) return true;
    }
    return false;
}

static void test_lattice_polygons(void)
{
    for (long n = 0, count = check_scaled(5000); n < count; ++n) {
        scree_vec3 a[8], b[8], all[64];
        int a_count = 3 + random_below(6), b_count = 3 + random_below(6), sums = 0;
        for (int i = 0; i < a_count; ++i) a[i] = v3(random_below(7), random_below(7), 0);
        for (int i = 0; i < b_count; ++i) b[i] = v3(random_below(5), random_below(5), 0);
        scree_shape *s = scree_polygon_create(a, (size_t)a_count, 0.0, NULL),
                    *t = scree_polygon_create(b, (size_t)b_count, 0.0, NULL);
        if (s != NULL && t != NULL) {
            scree_body p = scree_body_at(s, v3(random_below(9), 3, 0)), q = scree_body_at(t, v3(4, 1, 0));
            for (int i = 0; i < a_count; ++i) {
                for (int j = 0; j < b_count; ++j)
                    all[sums++] = v3_sub(v3_add(a[i], p.position), v3_add(b[j], q.position));
            }
            scree_shape *d = difference(&p, &q);
            int corners = 0;
            for (int i = 0; i < sums; ++i) {
                bool corner = is_corner(all, sums, i), again = false;
                CHECK(corner == has_vertex(d, all[i]));
                for (int j = 0; j < i; ++j) again = again || v3_equal(all[i], all[j]);
                corners += corner && !again;
            }
            CHECK(scree_shape_vertex_count(d) == corners && d->slack == 0.0);
            scree_shape_destroy(d);
        }
        scree_shape_destroy(s);
        scree_shape_destroy(t);
    }
}

// --------------------------------------------------------------------------------------------- support functions

static quad height_of(const grain *g, qvec n)
{
    qrot around = qrot_of(g->body.orientation);
    quad top = 0;
    for (int i = 0; i < g->count; ++i) {
        quad h = q3_dot(n, qrot_apply(&around, q3_from(g->points[i])));
        top = i == 0 ? h : q_max(top, h);
    }
    return top + q3_dot(n, q3_from(g->body.position)) + (quad)g->radius;
}

static quad height_of_shape(const scree_shape *s, qvec n)
{
    quad top = 0;
    for (int i = 0; i < s->vertex_count; ++i) {
        quad h = q3_dot(n, q3_from(scree_stored_vertex(s, i)));
        top = i == 0 ? h : q_max(top, h);
    }
    return top + q3_dot(n, q3_from(s->centre)) + (quad)s->radius;
}

// h of { x - y + v } along n is h of x along n, and of y against it.
static bool same_height(const scree_shape *s, const grain *x, const grain *y, scree_vec3 v, scree_vec3 direction)
{
    qvec n = q3_unit(q3_from(direction));
    quad exact = height_of(x, n) + height_of(y, q3_neg(n)) + q3_dot(n, q3_from(v));
    double off = (double)q_abs(height_of_shape(s, n) - exact);
    return CHECK_MSG(off <= s->slack, "off by %g, slack %g, size %g", off, s->slack, s->core_radius);
}

static void check_bounds(const scree_shape *s)
{
    for (int i = 0; i < s->vertex_count; ++i) {
        qvec p = q3_add(q3_from(s->centre), q3_from(scree_stored_vertex(s, i)));
        bool inside = p.x >= (quad)s->bounds.low.x && p.y >= (quad)s->bounds.low.y && p.z >= (quad)s->bounds.low.z &&
                      p.x <= (quad)s->bounds.high.x && p.y <= (quad)s->bounds.high.y && p.z <= (quad)s->bounds.high.z;
        if (!CHECK(inside)) return;
    }
}

static void check_heights(const scree_shape *s, const grain *x, const grain *y, scree_vec3 v, int directions)
{
    bool planar = s->dimension == 2;
    for (int k = 0; k < directions; ++k) {
        scree_vec3 n = random_direction();
        if (planar) n = v3_unit(v3(n.x, n.y + 1e-3, 0));
        if (!same_height(s, x, y, v, n)) return;
    }
    int step = 1 + s->hull->face_count / 200;
    for (int f = 0; f < s->hull->face_count; f += step) {
        if (!same_height(s, x, y, v, s->hull->faces[f].normal)) return;
    }
    check_bounds(s);
    if (planar) return;
    CHECK(s->vertex_count - s->hull->edge_count + s->hull->face_count == 2);
    check_faces(s, s->core_radius, "difference");
    check_fans(s, "difference");
}

static void fill_round(grain *g, int count, scree_vec3 axes, bool planar)
{
    g->count = count;
    for (int i = 0; i < count; ++i) {
        scree_vec3 u = random_direction();
        if (planar) u = v3_unit(v3(u.x, u.y, 0));
        g->points[i] = v3(u.x * axes.x, u.y * axes.y, planar ? 0.0 : u.z * axes.z);
    }
}

static void pose(grain *g, double spread, bool planar)
{
    g->body.orientation = planar ? scree_quat_about_z(random_in(-4, 4)) : random_quat();
    g->body.position = v3_scale(random_direction(), spread);
    if (planar) g->body.position.z = 0.0;
}

typedef struct family {
    const char *name;
    int least, most; // points
    scree_vec3 axes;
    double spread;  // of the positions
    double far;     // both are moved by this
    double widest;  // slack allowed, in roundings of the size
    double scale_b; // B's size, relative
    bool planar;
} family;

static const family families[] = {
    { "hulls", 4, 24, { 1, 1, 1 }, 2, 0, 64, 1, false },
    { "hulls, far out", 4, 24, { 1, 1, 1 }, 2, 1e9, 64, 1, false },
    { "hulls, far apart", 4, 24, { 1, 1, 1 }, 1e7, 0, 64, 1, false },
    { "tiny", 4, 24, { 1e-9, 1e-9, 1e-9 }, 2e-9, 0, 64, 1, false },
    { "huge", 4, 24, { 1e9, 1e9, 1e9 }, 2e9, 0, 64, 1, false },
    { "smallest", 4, 12, { 1e-50, 1e-50, 1e-50 }, 1e-50, 0, 64, 1, false },
    { "largest", 4, 12, { 1e50, 1e50, 1e50 }, 1e50, 0, 64, 1, false },
    { "size ratio", 4, 24, { 1, 1, 1 }, 2, 0, 128, 1e-6, false },
    { "out of sight", 4, 24, { 1, 1, 1 }, 2, 0, 128, 1e-18, false },
    { "needles", 4, 24, { 1, 1e-6, 1e-6 }, 1, 0, 128, 1, false },
    { "plates", 4, 24, { 1, 1, 1e-9 }, 1, 0, 128, 1, false },
    { "grown", 70, 300, { 1, 1, 1 }, 2, 1e5, 256, 1, false },
    { "grown, a small one", 300, 500, { 1, 1, 1 }, 2, 0, 256, 0.01, false },
    { "grown, flat", 70, 200, { 1, 1, 0.01 }, 2, 0, 1e5, 1, false },
    { "polygons", 3, 40, { 1, 1, 1 }, 2, 0, 64, 1, true },
    { "polygons, far out", 3, 40, { 1, 1, 1 }, 2, 1e9, 64, 1, true },
    { "slivers", 3, 12, { 1, 1e-9, 1 }, 2, 0, 64, 1, true },
    { "polygons, size ratio", 3, 40, { 1, 1, 1 }, 2, 0, 64, 1e-6, true },
    { "large polygons", 300, 500, { 1, 1, 1 }, 2, 0, 64, 1, true },
};

static void test_heights(void)
{
    for (size_t k = 0; k < sizeof families / sizeof *families; ++k) {
        const family *f = &families[k];
        double widest = 0.0;
        for (long n = 0, count = check_scaled(f->most > 60 ? 6 : 100); n < count; ++n) {
            grain a = { .radius = 0.0 }, b = { .radius = n % 3 == 0 ? 0.125 * f->axes.x : 0.0 };
            int range = f->most - f->least + 1;
            fill_round(&a, f->least + random_below(range), f->axes, f->planar);
            fill_round(&b, f->least + random_below(range), v3_scale(f->axes, f->scale_b), f->planar);
            make_hull(&a, f->planar ? 2 : 3);
            make_hull(&b, f->planar ? 2 : 3);
            pose(&a, f->spread, f->planar);
            pose(&b, f->spread, f->planar);
            scree_vec3 far = v3(f->far, -0.3 * f->far, 0), v = n % 2 == 0 ? origin : a.body.position;
            a.body.position = v3_add(a.body.position, far);
            b.body.position = v3_add(b.body.position, far);
            scree_shape *s = n % 4 == 0 ? difference(&a.body, &b.body) : block(&a.body, &b.body, v);
            const grain *x = n % 4 == 0 ? &a : &b, *y = n % 4 == 0 ? &b : &a;
            if (s != NULL) check_heights(s, x, y, n % 4 == 0 ? origin : v, 60);
            if (s != NULL) widest = fmax(widest, s->slack / (DOUBLE_UNIT * (s->core_radius + s->radius)));
            scree_shape_destroy(s);
            drop(&a);
            drop(&b);
        }
        CHECK_MSG(widest <= f->widest, "%s: slack of %.3g roundings", f->name, widest);
        printf("%-22s slack up to %.3g roundings of the size\n", f->name, widest);
    }
}

// ------------------------------------------------------------------------------------------------ how they relate

// B (-) A is the mirror image of A (-) B, to the last bit, and the entrance block the same moved by the reference.
static void test_mirror_and_shift(void)
{
    for (long n = 0, count = check_scaled(200); n < count; ++n) {
        bool planar = n % 2 == 1;
        grain a = { .radius = 0.0 }, b = { .radius = 0.0 };
        fill_round(&a, 4 + random_below(10), v3(1, 1, 1), planar);
        fill_round(&b, 4 + random_below(10), v3(1, 1, 1), planar);
        make_hull(&a, planar ? 2 : 3);
        make_hull(&b, planar ? 2 : 3);
        pose(&a, 0.5, planar);
        pose(&b, 0.5, planar);
        scree_vec3 v = v3(random_below(9) - 4, 3, planar ? 0 : -2);
        scree_shape *d = difference(&a.body, &b.body), *m = difference(&b.body, &a.body),
                    *e = block(&a.body, &b.body, v);
        scree_shape *e0 = block(&a.body, &b.body, origin);
        int vertices = scree_shape_vertex_count(d);
        CHECK(vertices == scree_shape_vertex_count(m) && vertices == scree_shape_vertex_count(e0));
        CHECK(vertices == scree_shape_vertex_count(e));
        for (int i = 0; i < vertices; ++i) {
            scree_vec3 p = scree_shape_vertex(d, i);
            CHECK(has_vertex(m, v3_neg(p)) && has_vertex(e0, v3_neg(p)));
        }
        for (int k = 0; k < 20; ++k) {
            scree_vec3 u = random_direction();
            if (planar) u = v3_unit(v3(u.x, u.y, 0));
            double here = v3_dot(u, scree_shape_support(e, u)), there = v3_dot(u, scree_shape_support(e0, u));
            CHECK_NEAR(here, there + v3_dot(u, v), 1e-14);
        }
        scree_shape_destroy(d);
        scree_shape_destroy(m);
        scree_shape_destroy(e);
        scree_shape_destroy(e0);
        drop(&a);
        drop(&b);
    }
}

static double distance_from(const scree_shape *s, scree_vec3 point, scree_contact *out)
{
    scree_body body = scree_body_at(s, origin);
    CHECK(scree_point_distance(&body, point, NULL, out) == SCREE_OK);
    return out->distance;
}

// Round partners: the radii add up, and the distance is still the pair's.
static void test_round_partners(void)
{
    scree_shape *box = scree_box_create(v3(1, 2, 3), 0.25, NULL), *ball = scree_sphere_create(0.5, 0.125, NULL);
    scree_shape *pill = scree_capsule_create(0.5, 1.0, 0.0, NULL), *disc = scree_disc_create(0.5, 0.0, NULL);
    scree_vec3 corners[4] = { { -1, -1, 0 }, { 1, -1, 0 }, { 1, 1, 0 }, { -1, 1, 0 } };
    scree_shape *square = scree_polygon_create(corners, 4, 0.0, NULL);
    scree_body a = scree_body_at(box, origin), b = scree_body_at(ball, v3(3, 0, 0)),
               c = scree_body_at(pill, v3(0, 4, 0));
    scree_contact own, query;

    scree_shape *d = difference(&a, &b);
    CHECK(scree_shape_rounding(d) == 0.875 && scree_shape_vertex_count(d) == 8);
    CHECK_NEAR(distance_from(d, origin, &own), 1.125, 1e-15);
    CHECK(v3_equal(own.normal, v3(1, 0, 0))); // of the difference: the pair's own
    scree_shape_destroy(d);

    d = block(&a, &b, v3(0.5, 0, 0));
    CHECK_NEAR(distance_from(d, v3(0.5, 0, 0), &own), 1.125, 1e-15);
    CHECK(v3_equal(own.normal, v3(-1, 0, 0))); // of the block: from B to A
    scree_shape_destroy(d);

    c.orientation = (scree_quat){ 1, 0.3, 0.2, 0.1 };
    d = difference(&c, &a);
    CHECK(scree_shape_rounding(d) == 0.75);
    CHECK(scree_query(&c, &a, NULL, &query) == SCREE_OK);
    CHECK_NEAR(distance_from(d, origin, &own), query.distance, 1e-14);
    scree_shape_destroy(d);

    scree_body p = scree_body_at(disc, v3(2, 2, 0)), q = scree_body_at(square, origin);
    d = block(&p, &q, p.position);
    CHECK(scree_shape_vertex_count(d) == 4 && scree_shape_rounding(d) == 0.5);
    CHECK_NEAR(distance_from(d, p.position, &own), sqrt(2.0) - 0.5, 1e-15);
    scree_shape_destroy(d);

    scree_shape_destroy(box);
    scree_shape_destroy(ball);
    scree_shape_destroy(pill);
    scree_shape_destroy(disc);
    scree_shape_destroy(square);
}

// Cubes that touch by a face, an edge or a corner: 0, far out too.
static void test_touching(void)
{
    scree_shape *cube = scree_box_create(v3(0.5, 0.5, 0.5), 0.0, NULL);
    static const scree_vec3 shifts[] = { { 1, 0, 0 }, { 1, 1, 0 }, { 1, 1, 1 }, { 1, 0.25, -0.5 }, { 0, -1, 1 } };
    for (int k = 0; k < 10; ++k) {
        scree_vec3 far = k < 5 ? origin : v3(1e12, -3e12, 7e11);
        scree_body a = scree_body_at(cube, far), b = scree_body_at(cube, v3_add(far, shifts[k % 5]));
        scree_contact own;
        scree_shape *d = difference(&a, &b), *e = block(&a, &b, far);
        CHECK(distance_from(d, origin, &own) == 0.0 && own.state == SCREE_TOUCHING);
        CHECK(distance_from(e, far, &own) == 0.0 && own.state == SCREE_TOUCHING);
        scree_shape_destroy(d);
        scree_shape_destroy(e);
    }
    scree_shape_destroy(cube);
}

// ----------------------------------------------------------------------------------------------------- refusals

static void refuse(const scree_body *a, const scree_body *b, scree_vec3 v, scree_status status, const char *words)
{
    scree_error error = { SCREE_OK, "" };
    CHECK(scree_entrance_block(a, b, v, &error) == NULL);
    CHECK_MSG(error.status == status && strstr(error.message, words) != NULL, "%s: %s", words, error.message);
    CHECK(scree_entrance_block(a, b, v, NULL) == NULL);
}

static scree_vec3 support_of_nothing(const void *user, scree_vec3 d)
{
    (void)user;
    return v3_unit(d);
}

static void test_refusals(void)
{
    scree_shape *box = scree_box_create(v3(1, 1, 1), 0.0, NULL), *ball = scree_sphere_create(1.0, 0.0, NULL);
    scree_shape *floor = scree_half_space_create(v3(0, 0, 1), 0.0, 0.0, NULL),
                *disc = scree_disc_create(1.0, 0.0, NULL);
    scree_support_def def = { .support = support_of_nothing, .dimension = 3, .radius = 1.0 };
    scree_shape *own = scree_support_shape_create(&def, 0.0, NULL);
    scree_vec3 corners[3] = { { 0, 0, 0 }, { 1, 0, 0 }, { 0, 1, 0 } };
    scree_shape *triangle = scree_polygon_create(corners, 3, 0.0, NULL);
    scree_body a = scree_body_at(box, origin), b = scree_body_at(ball, origin), plane = scree_body_at(floor, origin);
    scree_body flat = scree_body_at(disc, origin), none = { .shape = NULL }, lost = scree_body_at(box, v3(NAN, 0, 0));
    scree_body mine = scree_body_at(own, origin), three = scree_body_at(triangle, origin);
    refuse(NULL, &a, origin, SCREE_INVALID_ARGUMENT, "a: ");
    refuse(&a, &none, origin, SCREE_INVALID_ARGUMENT, "b: ");
    refuse(&lost, &a, origin, SCREE_INVALID_POSE, "a: ");
    refuse(&a, &lost, origin, SCREE_INVALID_POSE, "b: ");
    refuse(&a, &plane, origin, SCREE_UNSUPPORTED_PAIR, "b.shape: a plane");
    refuse(&mine, &a, origin, SCREE_UNSUPPORTED_PAIR, "a.shape: a custom");
    refuse(&b, &b, origin, SCREE_UNSUPPORTED_PAIR, "sphere and sphere must be a polyhedron");
    refuse(&flat, &flat, origin, SCREE_UNSUPPORTED_PAIR, "must be a polygon");
    refuse(&a, &flat, origin, SCREE_MIXED_DIMENSIONS, "b.shape: a 2-D disc");
    refuse(&a, &a, v3(0, INFINITY, 0), SCREE_INVALID_ARGUMENT, "reference");
    refuse(&a, &a, v3(0, 2e60, 0), SCREE_INVALID_ARGUMENT, "reference");
    refuse(&three, &flat, v3(0, 0, 1), SCREE_INVALID_ARGUMENT, "reference");
    scree_body east = scree_body_at(box, v3(1e60, 0, 0)), west = scree_body_at(box, v3(-1e60, 0, 0));
    refuse(&east, &west, origin, SCREE_INVALID_ARGUMENT, "beyond 1e60");
    scree_shape *big = scree_box_create(v3(9e59, 9e59, 9e59), 0.0, NULL);
    a.shape = big;
    refuse(&a, &a, origin, SCREE_INVALID_ARGUMENT, "beyond 1e60");
    scree_shape_destroy(big);
    scree_shape_destroy(box);
    scree_shape_destroy(ball);
    scree_shape_destroy(floor);
    scree_shape_destroy(disc);
    scree_shape_destroy(own);
    scree_shape_destroy(triangle);
}

// Two fine cylinders across each other: every side of one meets every side of the other.
static void test_too_many(void)
{
    enum { SIDES = 1000 };
    static scree_vec3 upright[2 * SIDES], lying[2 * SIDES];
    for (int i = 0; i < 2 * SIDES; ++i) {
        double angle = 6.283185307179586 * (i % SIDES) / SIDES, z = i < SIDES ? -1.0 : 1.0;
        upright[i] = v3(cos(angle), sin(angle), z);
        lying[i] = v3(z, cos(angle), sin(angle));
    }
    scree_shape *s = scree_polyhedron_create(upright, 2 * SIDES, 0.0, NULL),
                *t = scree_polyhedron_create(lying, 2 * SIDES, 0.0, NULL);
    scree_body a = scree_body_at(s, origin), b = scree_body_at(t, origin);
    b.orientation = (scree_quat){ 1, 0.2, 0.3, 0.4 };
    scree_error error = { SCREE_OK, "" };
    CHECK(scree_minkowski_difference(&a, &b, &error) == NULL && error.status == SCREE_INVALID_ARGUMENT);
    CHECK_MSG(strstr(error.message, "more than 131072 vertices") != NULL, "%s", error.message);
    scree_shape_destroy(s);
    scree_shape_destroy(t);
}

int main(void)
{
    test_cubes();
    test_difference_bodies();
    test_doubles();
    test_lattice_solids();
    test_lattice_polygons();
    test_heights();
    test_mirror_and_shift();
    test_round_partners();
    test_touching();
    test_refusals();
    if (check_scale() >= 0.5) test_too_many();
    return check_done();
}
