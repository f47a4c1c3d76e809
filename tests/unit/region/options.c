// Options of zeros are the defaults of the pressure field, the region and the floating plane; options of another size are
// those of another header, and refused by every call.
#include <string.h>

#include "check.h"
#include "scenes/place.h"
#include "scree/scree.h"

static const uint32_t off[3] = { 1, (uint32_t)-8, 8 };

static uint32_t other(uint32_t size, int i)
{
    return i == 0 ? off[i] : size + off[i];
}

static bool is_same(scree_vec3 p, scree_vec3 q)
{
    return memcmp(&p, &q, sizeof p) == 0;
}

static void test_pressure(const scree_body *a, const scree_body *b)
{
    const scree_pressure_options zeros = { 0 }, whole = scree_pressure_defaults();
    scree_pressure plain, p;
    CHECK(whole.size == sizeof whole && !whole.energy && whole.scratch == NULL);
    CHECK(scree_pressure_query(a, b, NULL, NULL, &plain) == SCREE_OK && plain.area > 0.0);
    CHECK(scree_pressure_query(a, b, NULL, &zeros, &p) == SCREE_OK && is_same(p.force, plain.force));
    CHECK(scree_pressure_query(a, b, NULL, &whole, &p) == SCREE_OK && is_same(p.force, plain.force));
    for (int i = 0; i < 3; ++i) {
        const scree_pressure_options o = { .size = other(sizeof o, i) };
        p = plain;
        CHECK(scree_pressure_query(a, b, NULL, &o, &p) == SCREE_INVALID_ARGUMENT);
        CHECK(p.status == SCREE_INVALID_ARGUMENT && p.area == 0.0);
        CHECK(scree_pressure_query(a, b, NULL, &o, NULL) == SCREE_INVALID_ARGUMENT);
    }
}

static void test_pressure_batch(const scree_body *a, const scree_body *b)
{
    static unsigned char scratch[1 << 18];
    const scree_body bodies[2] = { *a, *b };
    const scree_pair pair = { .a = 0, .b = 1 };
    const scree_batch batch = { .bodies = bodies,
                                .body_count = 2,
                                .pairs = &pair,
                                .pair_count = 1,
                                .threads = 1,
                                .scratch = scratch,
                                .scratch_size = sizeof scratch };
    scree_pressure_options o = { .energy = true };
    scree_pressure p;
    CHECK(scree_pressure_batch(&batch, NULL, &o, &p) == SCREE_OK && p.energy > 0.0);
    o.size = sizeof o;
    CHECK(scree_pressure_batch(&batch, NULL, &o, &p) == SCREE_OK && p.energy > 0.0);
    for (int i = 0; i < 3; ++i) {
        o.size = other(sizeof o, i);
        p.energy = -1.0;
        CHECK(scree_pressure_batch(&batch, NULL, &o, &p) == SCREE_INVALID_ARGUMENT && p.energy == -1.0);
    }
}

static void test_region(const scree_body *a, const scree_body *b)
{
    const scree_region_options zeros = { 0 }, whole = scree_region_defaults();
    scree_region plain = { .polygon_capacity = 0 }, r = plain;
    CHECK(whole.size == sizeof whole && whole.margin == 0.0 && whole.last == NULL && whole.last_count == 0);
    CHECK(scree_region_query(a, b, NULL, NULL, &plain) == SCREE_OK && plain.point_count == SCREE_REGION_POINTS);
    CHECK(scree_region_query(a, b, NULL, &zeros, &r) == SCREE_OK && r.point_count == plain.point_count);
    CHECK(is_same(r.points[0].point, plain.points[0].point) && r.points[0].id == plain.points[0].id);
    CHECK(scree_region_query(a, b, NULL, &whole, &r) == SCREE_OK && r.point_count == plain.point_count);
    for (int i = 0; i < 3; ++i) {
        const scree_region_options o = { .size = other(sizeof o, i) };
        CHECK(scree_region_query(a, b, NULL, &o, &r) == SCREE_INVALID_ARGUMENT);
        CHECK(r.status == SCREE_INVALID_ARGUMENT && r.point_count == 0);
    }
}

static void test_floating_plane(const scree_body *a, const scree_body *b)
{
    const scree_floating_plane_options zeros = { 0 }, whole = scree_floating_plane_defaults();
    scree_floating_plane plain, p;
    CHECK(whole.size == sizeof whole && whole.scratch == NULL && whole.last == NULL);
    CHECK(scree_floating_plane_query(a, b, NULL, NULL, &plain) == SCREE_OK && plain.area > 0.0);
    CHECK(scree_floating_plane_query(a, b, NULL, &zeros, &p) == SCREE_OK && is_same(p.force, plain.force));
    CHECK(scree_floating_plane_query(a, b, NULL, &whole, &p) == SCREE_OK && is_same(p.force, plain.force));
    for (int i = 0; i < 3; ++i) {
        scree_vec3 last = { 1.0, 2.0, 3.0 };
        const scree_floating_plane_options o = { .size = other(sizeof o, i), .last = &last };
        CHECK(scree_floating_plane_query(a, b, NULL, &o, &p) == SCREE_INVALID_ARGUMENT);
        CHECK(p.status == SCREE_INVALID_ARGUMENT && p.area == 0.0 && last.y == 2.0);
    }
}

int main(void)
{
    scree_shape *cube = scree_box_create(s3(1, 1, 1), 0, NULL), *ball = scree_ellipsoid_create(s3(1, 1, 1), 0, NULL);
    const scree_body a = scree_body_at(cube, s3(0, 0, 0)), b = scree_body_at(cube, s3(0.25, 0.5, 1.75));
    const scree_body round_body = scree_body_at(ball, s3(0.25, 0.5, 1.75));
    test_pressure(&a, &b);
    test_pressure_batch(&a, &b);
    test_region(&a, &b);
    test_floating_plane(&a, &round_body);
    scree_shape_destroy(cube);
    scree_shape_destroy(ball);
    return check_done();
}
