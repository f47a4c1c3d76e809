// The volume that a polyhedron shares with a half space: closed forms, the divergence theorem, a large box in the place of
// the half space, differences, both orders, batches, refusals.
#include <string.h>

#include "check.h"
#include "math/vec3.h"
#include "scenes/place.h"
#include "scenes/random.h"
#include "scree/scree.h"

static scree_overlap_volume_result query(const scree_body *a, const scree_body *b)
{
    static unsigned char scratch[1 << 20];
    scree_overlap_volume_result r;
    const size_t size = scree_overlap_volume_scratch(a->shape, b->shape);
    CHECK(size > 0 && size <= sizeof scratch && size == scree_overlap_volume_scratch(b->shape, a->shape));
    CHECK(scree_overlap_volume(a, b, scratch, size, &r) == SCREE_OK && r.status == SCREE_OK);
    return r;
}

// A unit cube that stands in the ground by h, and one on an edge: prisms.
static void check_closed_forms(void)
{
    scree_shape *ground = scree_half_space_create(s3(0, 0, 3), 6.0, 0.0, NULL),
                *box = scree_box_create(s3(0.5, 0.5, 0.5), 0.0, NULL);
    const scree_body floor = scree_body_at(ground, s3(0, 0, 5)); // its surface is at 7
    const double h = 0.01;
    scree_body b = scree_body_at(box, s3(1, 2, 7.5 - h));
    const scree_overlap_volume_result r = query(&b, &floor);
    CHECK_NEAR(r.volume, h, 1e-15);
    CHECK_NEAR(r.centroid.x, 1.0, 1e-15);
    CHECK_NEAR(r.centroid.z, 7.0 - 0.5 * h, 1e-14);
    CHECK_NEAR(r.area_vector.z, -1.0, 1e-15);
    CHECK_NEAR(r.area_vector.x, 0.0, 1e-15);
    CHECK_NEAR(v3_norm(r.couple), 0.0, 1e-14);
    CHECK_NEAR(r.area_a, 1.0 + 4.0 * h, 1e-14);
    CHECK_NEAR(r.area_b, 1.0, 1e-15);
    b.orientation = quat_about(s3(1, 0, 0), 0.25 * 3.14159265358979323846);
    b.position.z = 7.0 + sqrt(0.5) - h;
    const scree_overlap_volume_result s = query(&b, &floor);
    CHECK_NEAR(s.volume, h * h, 1e-15);
    CHECK_NEAR(s.centroid.z, 7.0 - h / 3.0, 1e-14);
    CHECK_NEAR(s.area_b, 2.0 * h, 1e-14);
    CHECK_NEAR(s.area_a, 2.0 * sqrt(2.0) * h + 2.0 * h * h, 1e-14);
    // Touching, apart, and wholly inside: with its top in the surface, that counts half for each.
    b = scree_body_at(box, s3(0, 0, 7.5));
    CHECK(query(&b, &floor).volume == 0.0 && query(&b, &floor).area_a == 0.0);
    b.position.z = 9.0;
    CHECK(query(&b, &floor).volume == 0.0);
    b.position.z = 6.5;
    const scree_overlap_volume_result in = query(&b, &floor);
    CHECK_NEAR(in.volume, 1.0, 1e-15);
    CHECK_NEAR(in.area_a, 5.5, 1e-14);
    CHECK_NEAR(in.area_b, 0.5, 1e-14);
    b.position.z = 3.0;
    const scree_overlap_volume_result all = query(&b, &floor);
    CHECK(all.volume == 1.0 && all.area_b == 0.0 && v3_norm(all.area_vector) < 1e-15);
    scree_shape_destroy(ground);
    scree_shape_destroy(box);
}

static scree_shape *random_hull(scree_random *r)
{
    scree_vec3 points[20];
    const size_t count = 4 + (size_t)random_below(r, 17);
    for (size_t i = 0; i < count; ++i) points[i] = v3_scale(random_direction(r), random_between(r, 0.5, 1.0));
    return scree_polyhedron_create(points, count, 0.0, NULL);
}

static scree_body moved(const scree_body *b, scree_vec3 by, scree_vec3 axis, double angle)
{
    scree_body c = *b;
    const scree_quat rotation = quat_about(axis, angle);
    c.position = v3_add(quat_rotate(rotation, b->position), by);
    c.orientation = quat_times(rotation, b->orientation);
    return c;
}

// The polyhedron moves by `by` and about the world's origin: minus the couple there, as the half space is at rest.
static void check_gradient(const scree_body *a, const scree_body *plane, const scree_overlap_volume_result *r,
                           double depth)
{
    const double h = 1e-3 * depth;
    const scree_vec3 couple = v3_add(r->couple, v3_cross(r->centroid, r->area_vector));
    for (int k = 0; k < 3; ++k) {
        const scree_vec3 axis = s3(k == 0, k == 1, k == 2), none = s3(0, 0, 0);
        double slope[2] = { 0, 0 };
        for (int i = -2; i <= 2; ++i) {
            const double weight = i == 0 ? 0.0 : (abs(i) == 1 ? 8.0 : -1.0) * (i < 0 ? -1.0 : 1.0) / 12.0;
            const scree_body shifted = moved(a, v3_scale(axis, i * h), axis, 0.0), turned = moved(a, none, axis, i * h);
            slope[0] += weight * query(&shifted, plane).volume / h;
            slope[1] += weight * query(&turned, plane).volume / h;
        }
        const double allowed = 1e-5 * r->area_b + 1e-12;
        CHECK_NEAR(slope[0], v3_dot(r->area_vector, axis), allowed);
        CHECK_NEAR(slope[1], v3_dot(couple, axis), 4.0 * allowed);
    }
}

static void check_random(scree_random *r)
{
    scree_shape *hull = random_hull(r), *box = scree_box_create(s3(50, 50, 50), 0.0, NULL);
    const scree_vec3 given = v3_scale(random_direction(r), random_between(r, 0.2, 5.0));
    scree_shape *half = scree_half_space_create(given, random_between(r, -3, 3), 0.0, NULL);
    const scree_body plane = { .shape = half, .position = random_direction(r), .orientation = random_rotation(r) };
    scree_body a = { .shape = hull, .position = v3_scale(random_direction(r), 3.0), .orientation = random_rotation(r) };
    scree_contact c;
    const double depth = random_decade(r, -4, 0.0);
    CHECK(scree_query(&a, &plane, NULL, &c) == SCREE_OK);
    const scree_vec3 m = v3_neg(c.normal); // outward of the half space
    a.position = v3_add_scaled(a.position, -depth - c.distance, m);
    const scree_overlap_volume_result v = query(&a, &plane), w = query(&plane, &a);
    // The divergence theorem: what closes the surface is the section.
    CHECK(v.volume > 0.0 && v.volume <= scree_shape_mass(hull).volume * (1.0 + 1e-14));
    CHECK_NEAR(v3_norm(v3_add_scaled(v.area_vector, v.area_b, m)), 0.0, 1e-13);
    CHECK(v.volume == w.volume && v3_equal(v.centroid, w.centroid) && v.area_a == w.area_b && v.area_b == w.area_a);
    CHECK(v3_equal(v.area_vector, v3_neg(w.area_vector)) && v3_equal(v.couple, v3_neg(w.couple)));
    // A box of a hundred times the size with its top in the plane.
    scree_body large = { .shape = box, .orientation = quat_from_to(s3(0, 0, 1), m) };
    CHECK(scree_query(&a, &plane, NULL, &c) == SCREE_OK);
    large.position = v3_add_scaled(v3_add_scaled(a.position, v3_dot(v3_sub(c.point_b, a.position), m), m), -50.0, m);
    const scree_overlap_volume_result o = query(&a, &large);
    CHECK_NEAR(v.volume, o.volume, 1e-13);
    CHECK_NEAR(v3_norm(v3_sub(v.area_vector, o.area_vector)), 0.0, 1e-12);
    CHECK_NEAR(v3_norm(v3_sub(v.couple, o.couple)), 0.0, 1e-12);
    CHECK_NEAR(v.volume * v3_norm(v3_sub(v.centroid, o.centroid)), 0.0, 1e-12);
    CHECK_NEAR(v.area_a, o.area_a, 1e-12);
    check_gradient(&a, &plane, &v, depth);
    scree_shape_destroy(hull);
    scree_shape_destroy(half);
    scree_shape_destroy(box);
}

static void check_batch(scree_random *r)
{
    enum { COUNT = 40 };
    scree_shape *half = scree_half_space_create(s3(0, 0, 1), 0.0, 0.0, NULL), *hull = random_hull(r);
    scree_body bodies[COUNT + 1] = { scree_body_at(half, s3(0, 0, 0)) };
    scree_pair pairs[COUNT];
    scree_overlap_volume_result results[COUNT];
    for (int i = 0; i < COUNT; ++i) {
        bodies[i + 1] = (scree_body){ .shape = hull,
                                      .position = v3_scale(random_direction(r), 0.8),
                                      .orientation = random_rotation(r) };
        pairs[i] = i % 2 ? (scree_pair){ .a = i + 1, .b = 0 } : (scree_pair){ .a = 0, .b = i + 1 };
    }
    scree_batch batch = { .bodies = bodies, .body_count = COUNT + 1, .pairs = pairs, .pair_count = COUNT };
    batch.scratch_size = scree_overlap_volume_batch_scratch(&batch);
    batch.scratch = malloc(batch.scratch_size);
    CHECK(scree_overlap_volume_batch(&batch, NULL, results) == SCREE_OK);
    for (int i = 0; i < COUNT; ++i) {
        const scree_overlap_volume_result one = query(&bodies[pairs[i].a], &bodies[pairs[i].b]);
        CHECK(memcmp(&one, &results[i], sizeof one) == 0);
    }
    free(batch.scratch);
    scree_shape_destroy(half);
    scree_shape_destroy(hull);
}

static void check_refusals(void)
{
    scree_shape *half = scree_half_space_create(s3(0, 0, 1), 0.0, 0.0, NULL),
                *soft = scree_half_space_create(s3(0, 0, 1), 0.0, 0.1, NULL),
                *box = scree_box_create(s3(1, 1, 1), 0.0, NULL), *ball = scree_sphere_create(1.0, 0.0, NULL);
    const scree_body a = scree_body_at(half, s3(0, 0, 0)), b = scree_body_at(soft, s3(0, 0, 0)),
                     c = scree_body_at(box, s3(0, 0, 0)), d = scree_body_at(ball, s3(0, 0, 0));
    unsigned char scratch[4096];
    scree_overlap_volume_result r;
    CHECK(scree_overlap_volume(&a, &a, scratch, sizeof scratch, &r) == SCREE_UNSUPPORTED_PAIR);
    CHECK(scree_overlap_volume(&b, &c, scratch, sizeof scratch, &r) == SCREE_UNSUPPORTED_PAIR);
    CHECK(scree_overlap_volume(&a, &d, scratch, sizeof scratch, &r) == SCREE_UNSUPPORTED_PAIR);
    CHECK(scree_overlap_volume(&a, &c, NULL, 0, &r) == SCREE_SCRATCH_TOO_SMALL);
    CHECK(scree_overlap_volume_scratch(half, half) == 0 && scree_overlap_volume_scratch(soft, box) == 0);
    scree_shape_destroy(half);
    scree_shape_destroy(soft);
    scree_shape_destroy(box);
    scree_shape_destroy(ball);
}

int main(void)
{
    scree_random r = random_stream(4, 7, 1);
    check_closed_forms();
    check_batch(&r);
    check_refusals();
    const long count = check_scaled(1000);
    for (long i = 0; i < count; ++i) check_random(&r);
    return check_done();
}
