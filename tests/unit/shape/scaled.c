// Scaled copies: the same shapes as made from scaled points or parameters, in less memory, alive as long as they are
// used; their contacts are proven.
#include <string.h>

#include "scree/storage.h"
#include "scree/verify.h"
#include "shape/zoo.h"

enum { POINTS = 20 };

static const double factors[] = { 0.5, 4.0, 0x1p-40, 1.0, 1.1, 0.3, 1e9, 7e-9 };
enum { FACTORS = sizeof factors / sizeof *factors, POWERS = 4 }; // the first ones are powers of two

static scree_vec3 times(scree_vec3 v, double f)
{
    return (scree_vec3){ v.x * f, v.y * f, v.z * f };
}

static scree_shape *hull_of(scree_random *r, scree_vec3 *points, int count)
{
    for (int i = 0; i < count; ++i) points[i] = random_direction(r);
    return scree_polyhedron_create(points, (size_t)count, 0.0, NULL);
}

// From bytes it comes back as a shape of its own, which shares nothing.
static scree_shape *from_bytes(const scree_shape *s)
{
    static unsigned char bytes[1 << 16];
    size_t size = 0;
    if (!CHECK(scree_shape_to_bytes(s, bytes, sizeof bytes, &size, NULL) == SCREE_OK)) return NULL;
    return scree_shape_create_from_bytes(bytes, size, NULL, NULL);
}

// Interior points, grids, boxes, far from the origin and rounded: zoo_points().
static void check_hull(scree_random *r, bool planar, int k)
{
    scree_vec3 points[27], scaled[27];
    const size_t count = zoo_points(r, planar, points);
    const double f = factors[k], rounding = random_below(r, 2) == 0 ? 0.0 : 0.1;
    for (size_t i = 0; i < count; ++i) scaled[i] = times(points[i], f);
    scree_shape *s = planar ? scree_polygon_create(points, count, rounding, NULL)
                            : scree_polyhedron_create(points, count, rounding, NULL);
    scree_shape *t = scree_shape_create_scaled(s, f, NULL);
    if (!CHECK(s != NULL && t != NULL)) return;
    if (k < POWERS) {
        scree_shape *same = planar ? scree_polygon_create(scaled, count, f * rounding, NULL)
                                   : scree_polyhedron_create_like(s, scaled, count, f * rounding, NULL);
        CHECK_MSG(same != NULL && zoo_same(r, t, same), "factor %g: not the hull of the scaled points", f);
        scree_shape_destroy(same);
    }
    for (int i = 0; i < scree_shape_vertex_count(s); ++i)
        CHECK(k >= POWERS || zoo_same_vector(scree_shape_vertex(t, i), times(scree_shape_vertex(s, i), f)));
    scree_shape *own = from_bytes(t), *copy = scree_shape_copy(t, NULL, NULL);
    CHECK_MSG(own != NULL && zoo_same(r, t, own), "factor %g: not the same from bytes", f);
    scree_shape_destroy(s);
    CHECK(copy != NULL && own != NULL && zoo_same(r, t, copy));
    CHECK(scree_shape_memory(copy) == scree_shape_memory(own) && scree_shape_memory(t) <= scree_shape_memory(own));
    scree_shape_destroy(t);
    CHECK(zoo_same(r, copy, own));
    scree_shape_destroy(own);
    scree_shape_destroy(copy);
}

static void check_kind(scree_random *r, scree_shape_kind kind, double f)
{
    scree_shape *s = zoo_shape(r, kind), *t = scree_shape_create_scaled(s, f, NULL);
    const double power = scree_shape_dimension(s) == 2 ? f * f : f * f * f;
    const scree_mass m = scree_shape_mass(s), n = scree_shape_mass(t);
    scree_vec3 u, v;
    double c, d, p[2] = { 0, 0 }, q[2] = { 0, 0 };
    CHECK(t != NULL && scree_shape_kind_of(t) == kind && scree_shape_dimension(t) == scree_shape_dimension(s));
    CHECK(scree_shape_rounding(t) == f * scree_shape_rounding(s) && scree_shape_radius(t) == f * scree_shape_radius(s));
    CHECK(scree_shape_top_radius(t) == f * scree_shape_top_radius(s));
    CHECK(scree_shape_half_length(t) == f * scree_shape_half_length(s));
    CHECK(zoo_same_vector(scree_shape_half_extents(t), times(scree_shape_half_extents(s), f)));
    CHECK(zoo_same_vector(scree_shape_semi_axes(t), times(scree_shape_semi_axes(s), f)));
    scree_shape_exponents(s, &p[0], &p[1]);
    scree_shape_exponents(t, &q[0], &q[1]);
    scree_shape_plane(s, &u, &c);
    scree_shape_plane(t, &v, &d);
    CHECK(p[0] == q[0] && p[1] == q[1] && zoo_same_vector(u, v) && d == f * c);
    if (kind != SCREE_HALF_SPACE) CHECK_NEAR(n.volume, power * m.volume, 1e-13 * power * m.volume);
    CHECK(kind == SCREE_HALF_SPACE || n.volume > 0.0);
    scree_shape_destroy(s);
    scree_shape_destroy(t);
}

// Two stones, each at two sizes, in contact: the proof knows nothing of how the shapes were made.
static void check_contacts(scree_random *r)
{
    scree_vec3 points[POINTS];
    scree_shape *a = hull_of(r, points, 4 + random_below(r, POINTS - 3)), *b = hull_of(r, points, POINTS);
    const double f = random_between(r, 0.5, 2.0), g = random_between(r, 0.5, 2.0);
    scree_shape *s = scree_shape_create_scaled(a, f, NULL), *t = scree_shape_create_scaled(b, g, NULL);
    scree_shape_destroy(a);
    const scree_body one = { s, { 0, 0, 0 }, random_rotation(r) },
                     two = { t, times(random_direction(r), random_between(r, 0.5, 1.2) * (f + g)), random_rotation(r) };
    scree_contact c;
    scree_verification proof;
    CHECK(scree_query(&one, &two, NULL, &c) == SCREE_OK);
    CHECK(scree_verify(&one, &two, &c, NULL, &proof) == SCREE_OK);
    CHECK_MSG(proof.verdict != SCREE_REFUTED, "%s: %s", scree_claim_name(proof.claim), proof.reason);
    scree_shape_destroy(b);
    scree_shape_destroy(s);
    scree_shape_destroy(t);
}

static long released;

static void *hand_out(void *user, size_t size, size_t alignment)
{
    (void)user;
    return aligned_alloc(alignment, size);
}

static void take_back(void *user, void *block, size_t size)
{
    (void)user;
    (void)size;
    ++released;
    free(block);
}

// The original lives until the last of its scaled copies is destroyed; a copy of a copy shares with the original.
static void check_lives(scree_random *r)
{
    scree_vec3 points[POINTS];
    const scree_allocator own = { hand_out, take_back, NULL };
    scree_shape *hull = hull_of(r, points, POINTS), *s = scree_shape_copy(hull, &own, NULL);
    scree_shape *t = scree_shape_create_scaled(s, 1.1, NULL), *u = scree_shape_create_scaled(t, 1.1, NULL);
    CHECK(3 * scree_shape_memory(t) < 2 * scree_shape_memory(s) &&
          scree_shape_memory(u) <= scree_shape_memory(t) + 256);
    scree_shape_destroy(t);
    scree_shape_destroy(s);
    CHECK(released == 0);
    scree_shape *copy = scree_shape_copy(u, &own, NULL);
    CHECK(scree_shape_memory(copy) == scree_shape_memory(hull) && zoo_same(r, u, copy));
    scree_shape_destroy(u);
    CHECK(released == 1);
    scree_shape_destroy(copy);
    CHECK(released == 2);
    scree_shape_destroy(hull);
}

static void check_refusals(scree_random *r)
{
    static const double bad[] = { 0.0, -1.0, NAN, INFINITY, 1e-300, 1e59 };
    scree_shape *own = zoo_shape(r, SCREE_SUPPORT_SHAPE);
    scree_vec3 points[POINTS];
    scree_shape *s = hull_of(r, points, POINTS), *far = scree_shape_create_scaled(s, 1e50, NULL);
    scree_error error = { SCREE_OK, "" };
    CHECK(scree_shape_create_scaled(NULL, 2.0, &error) == NULL && error.status == SCREE_INVALID_ARGUMENT);
    CHECK(scree_shape_create_scaled(own, 2.0, &error) == NULL && error.status == SCREE_INVALID_ARGUMENT);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; ++i) {
        error.status = SCREE_OK;
        CHECK(scree_shape_create_scaled(far, bad[i], &error) == NULL && error.status == SCREE_INVALID_ARGUMENT);
        CHECK(error.message[0] != '\0');
    }
    scree_shape_destroy(own);
    scree_shape_destroy(s);
    scree_shape_destroy(far);
}

int main(void)
{
    scree_random r = random_stream(18, 11, 3);
    for (int i = 0; i < check_scaled(400); ++i)
        for (int k = 0; k < FACTORS; ++k) check_hull(&r, i % 4 == 0, k);
    for (int i = 0; i < check_scaled(200); ++i)
        for (int kind = 0; kind < ZOO_KINDS; ++kind)
            if (kind != SCREE_SUPPORT_SHAPE && kind != SCREE_POLYHEDRON && kind != SCREE_POLYGON)
                check_kind(&r, (scree_shape_kind)kind, random_between(&r, 0.01, 100.0));
    for (int i = 0; i < check_scaled(20000); ++i) check_contacts(&r);
    check_lives(&r);
    check_refusals(&r);
    return check_done();
}
