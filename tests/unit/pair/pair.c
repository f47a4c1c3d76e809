// The pair's frame: places, rotations, supports and gaps against the same in 113 bits, and the error bound that everything
// else relies on.
#include "pair/pair.h"

#include "check.h"
#include "oracle/quad.h"
#include "pair/exact_shift.h"
#include "scenes/place.h"
#include "scenes/random.h"

enum { POINTS = 80 };

static qvec q3_stored(const scree_shape *s, int i)
{
    return q3_from(scree_stored_vertex(s, i));
}

// The point of B's stored coordinates in A's stored frame, by the definition.
static qvec in_frame(const scree_body *a, const scree_body *b, qvec stored)
{
    qrot rotation_a = qrot_of(a->orientation), rotation_b = qrot_of(b->orientation);
    qvec world = q3_add(qrot_apply(&rotation_b, q3_add(stored, q3_from(b->shape->centre))), q3_from(b->position));
    return q3_sub(qrot_undo(&rotation_a, q3_sub(world, q3_from(a->position))), q3_from(a->shape->centre));
}

static scree_shape *random_hull(scree_random *r, double far)
{
    scree_vec3 p[POINTS], middle = s3_scale(random_direction(r), far);
    int count = random_below(r, 2) ? POINTS : 10; // by climbing, or by a scan
    for (int i = 0; i < count; ++i) p[i] = s3_add(middle, random_direction(r));
    return scree_polyhedron_create(p, (size_t)count, 0.0, NULL);
}

static double off_by(scree_vec3 p, qvec q)
{
    return (double)q3_norm(q3_sub(q3_from(p), q));
}

static void check_frame(scree_random *r)
{
    double local = random_below(r, 2) ? 0.0 : random_decade(r, 1, 6), far = random_decade(r, 0, 6);
    scree_shape *shape_a = random_hull(r, local), *shape_b = random_hull(r, local);
    scree_body a = { shape_a, s3_scale(random_direction(r), far), random_rotation(r) };
    scree_body b = { shape_b, { 0, 0, 0 }, quat_scale(random_rotation(r), random_decade(r, -9, 9)) };
    // The middles of the bodies near each other, wherever their origins are.
    scree_vec3 middle = s3_add(a.position, quat_rotate(a.orientation, shape_a->centre));
    b.position = s3_sub(middle, quat_rotate(b.orientation, shape_b->centre));
    b.position = s3_add(b.position, s3_scale(random_direction(r), random_decade(r, -3, 1)));
    scree_cores c = scree_cores_make(&a, &b);
    for (int i = 0; i < shape_b->vertex_count; ++i) {
        double off = off_by(scree_cores_vertex_b(&c, i), in_frame(&a, &b, q3_stored(shape_b, i)));
        CHECK_MSG(off <= c.error, "a vertex is off by %.3g, the bound is %.3g", off, c.error);
    }
    qvec origin = in_frame(&a, &b, q3(0, 0, 0));
    CHECK(off_by(dd3_value(scree_exact_shift(&a, &b)), origin) <= 2 * DOUBLE_UNIT * (double)q3_norm(origin));
    CHECK(c.error <= 100 * DOUBLE_UNIT * c.size);
    // Back in the world.
    qrot rotation_a = qrot_of(a.orientation);
    scree_vec3 p = s3_scale(random_direction(r), 2);
    qvec world = q3_add(qrot_apply(&rotation_a, q3_add(q3_from(p), q3_from(shape_a->centre))), q3_from(a.position));
    double rounding = 16 * DOUBLE_UNIT * (double)(q3_norm(world) + 2);
    CHECK(off_by(scree_cores_world_point(&c, p), world) <= rounding);
    CHECK(off_by(scree_cores_world_direction(&c, p), qrot_apply(&rotation_a, q3_from(p))) <= 32 * DOUBLE_UNIT);

    for (int k = 0; k < 8; ++k) {
        scree_vec3 n = random_direction(r);
        scree_mvertex at = { .index_a = random_below(r, shape_a->vertex_count),
                             .index_b = random_below(r, shape_b->vertex_count) };
        double gap = scree_cores_gap(&c, n, &at);
        // The least of n . (b - a) over all vertices.
        quad top = -1e30L, low = 1e30L;
        for (int i = 0; i < shape_a->vertex_count; ++i) top = q_max(top, q3_dot(q3_from(n), q3_stored(shape_a, i)));
        for (int i = 0; i < shape_b->vertex_count; ++i)
            low = q_min(low, q3_dot(q3_from(n), in_frame(&a, &b, q3_stored(shape_b, i))));
        CHECK_MSG(fabs((double)(low - top - (quad)gap)) <= c.error, "gap %.17g, off by %.3g, the bound is %.3g", gap,
                  (double)(low - top - (quad)gap), c.error);
        CHECK(scree_cores_gap(&c, n, NULL) <= gap + c.error && scree_cores_gap(&c, n, NULL) >= gap - c.error);
        // M's vertex is the difference of the two that it names.
        scree_mvertex m = scree_cores_support(&c, s3_scale(n, random_decade(r, -100, 100)), k % 2 ? &at : NULL);
        CHECK(v3_equal(m.a, scree_cores_vertex_a(&c, m.index_a)) && v3_equal(m.b, scree_cores_vertex_b(&c, m.index_b)));
        CHECK(v3_equal(m.w, v3_sub(m.b, m.a)));
        CHECK(fabs(v3_dot(n, m.w) + scree_cores_gap(&c, v3_neg(n), NULL)) <= c.error);
    }
    scree_shape_destroy(shape_a);
    scree_shape_destroy(shape_b);
}

static void check_poses(void)
{
    const scree_vec3 corner[3] = { { 0, 0, 0 }, { 1, 0, 0 }, { 0, 1, 0 } };
    scree_shape *ball = scree_sphere_create(1, 0, NULL), *flat = scree_polygon_create(corner, 3, 0, NULL);
    scree_body body = scree_body_at(ball, s3(1, 2, 3));
    CHECK(body.shape == ball && body.position.y == 2 && body.orientation.w == 1 && body.orientation.z == 0);
    CHECK(scree_pose_is_valid(&body));
    body.orientation = (scree_quat){ 0, 1e-300, 0, 0 };
    CHECK(scree_pose_is_valid(&body));
    body.orientation = (scree_quat){ 0, 0, 0, 0 };
    CHECK(!scree_pose_is_valid(&body));
    body = scree_body_at(flat, s3(1, 2, 0));
    body.orientation = scree_quat_about_z(1.0);
    CHECK(scree_pose_is_valid(&body));
    scree_quat q = scree_quat_about_z(1.5707963267948966);
    scree_vec3 rotated = quat_rotate(q, s3(1, 0, 0));
    CHECK(fabs(rotated.x) < 1e-15 && fabs(rotated.y - 1) < 1e-15 && q.x == 0 && q.y == 0);
    scree_shape_destroy(ball);
    scree_shape_destroy(flat);
}

int main(void)
{
    scree_random r = random_stream(12, 0, 0);
    check_poses();
    for (long i = 0, count = check_scaled(1500); i < count; ++i) check_frame(&r);
    return check_done();
}
