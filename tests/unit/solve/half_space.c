// Anything over a half space: the least height of the body over the plane, worked out in 113 bits.
#include "oracle/quad.h"
#include "smooth.h"

// A plane's normal of any length and its offset, as handed in.
typedef struct plane {
    scree_vec3 normal;
    double offset;
    scree_shape *shape;
    scree_body body;
} plane;

static plane random_plane(scree_random *r, double rounding, double far)
{
    plane p = { .normal = s3_scale(random_direction(r), random_decade(r, -3, 3)) };
    double length = length_of(p.normal);
    p.offset = random_sign(r) * far * random_unit(r) * length;
    p.shape = scree_half_space_create(p.normal, p.offset, rounding, NULL);
    p.body = (scree_body){ p.shape, s3_scale(random_direction(r), far * random_unit(r)), random_rotation(r) };
    return p;
}

// (N . x - offset) / |N| for a point of the world, in the plane's own coordinates.
static quad height_over(const plane *p, scree_vec3 x)
{
    qrot rotation = qrot_of(p->body.orientation);
    qvec local = qrot_undo(&rotation, q3_sub(q3_from(x), q3_from(p->body.position)));
    qvec n = q3_from(p->normal);
    return (q3_dot(n, local) - (quad)p->offset) / q3_norm(n);
}

static real3 outward(const plane *p)
{
    qrot rotation = qrot_of(p->body.orientation);
    qvec n = qrot_apply(&rotation, q3_unit(q3_from(p->normal)));
    return r3((real)n.x, (real)n.y, (real)n.z);
}

// Put the body so that its origin is about this high over the plane, somewhere along it.
static scree_vec3 place_over(const plane *p, double height, scree_random *r)
{
    scree_vec3 start = s3_add(p->body.position, s3_scale(random_direction(r), random_decade(r, -1, 1)));
    real drop = (real)height_over(p, start) - height;
    real3 n = outward(p);
    return s3(start.x - (double)(drop * n.x), start.y - (double)(drop * n.y), start.z - (double)(drop * n.z));
}

static const char *const names[] = { "sphere", "capsule", "box", "hull", "form" };

static scree_shape *some_shape(scree_random *r, int kind, form *f, solid *s)
{
    double radius = random_decade(r, -2, 1), half = random_decade(r, -2, 1),
           rounding = random_below(r, 2) ? 0.125 : 0.0;
    scree_vec3 p[30];
    *f = (form){ .kind = kind == 1 ? FORM_SEGMENT : FORM_POINT, .p = { 0, 0, half } };
    *s = (solid){ .form = f, .radius = radius + rounding };
    if (kind == 0) return scree_sphere_create(radius, rounding, NULL);
    if (kind == 1) return scree_capsule_create(radius, half, rounding, NULL);
    s->radius = rounding;
    if (kind == 4) {
        f->kind = (form_kind)random_below(r, FORM_KINDS);
        f->p = s3(1.5, random_between(r, 0.5, 1.5), random_between(r, 0.25, 1.25));
        return form_shape(f, rounding);
    }
    s->form = NULL;
    for (int i = 0; i < 30; ++i) p[i] = s3_scale(random_direction(r), radius);
    scree_shape *shape = kind == 2 ? scree_box_create(s3(radius, half, 1), rounding, NULL)
                                   : scree_polyhedron_create(p, 30, rounding, NULL);
    s->shape = shape;
    return shape;
}

static void check_contact(const plane *p, const scree_body *body, const solid *s, double plane_rounding,
                          const char *what)
{
    scree_contact c, flipped;
    scree_status status = scree_query(body, &p->body, NULL, &c);
    if (!CHECK_MSG(status == SCREE_OK, "%s: %s", what, scree_status_name(status))) return;
    real3 up = outward(p), n = r3(-up.x, -up.y, -up.z);
    real reach = solid_height(s, real_rotate(body->orientation, n, true));
    real truth = (real)height_over(p, body->position) - reach - plane_rounding;
    double size = scree_pair_size(body->shape, p->shape);
    double roundings = 0x1p-53 * (scree_shape_bounds(body->shape).radius + fabs((double)truth));
    CHECK_MSG(c.lower <= truth + roundings && c.upper >= truth - roundings, "%s: %.17g not in [%.17g, %.17g]", what,
              (double)truth, c.lower, c.upper);
    CHECK_MSG(c.upper - c.lower <= 150 * roundings, "%s: %.3g roundings wide", what, (c.upper - c.lower) / roundings);
    CHECK_MSG(fabsl(c.distance - truth) <= 32 * roundings, "%s: %.17g for %.17g", what, c.distance, (double)truth);
    real3 off = r3_add_scaled(r3_from(c.normal), -1, n);
    CHECK_MSG(sqrtl(r3_dot(off, off)) <= 1e-14L, "%s: normal off by %.3g", what, (double)sqrtl(r3_dot(off, off)));
    // point_b is on the plane, point_a on the body and below all of it; coordinates lose what doubles must.
    double far = length_of(c.point_a) + size + fabs(c.distance) + length_of(p->body.position);
    CHECK_MSG(fabs((double)height_over(p, c.point_b) - plane_rounding) <= 16 * 0x1p-53 * far,
              "%s: point_b is %.3g high", what, (double)height_over(p, c.point_b) - plane_rounding);
    scree_random r = random_stream(98, 0, 0);
    real off_a = off_surface(s, body, c.point_a, n, false, &r);
    CHECK_MSG(off_a <= 64 * 0x1p-53 * far, "%s: point_a is %.3g off", what, (double)off_a);
    CHECK(c.feature_b == SCREE_FEATURE_FACE && c.index_b == 0 && c.iterations == 1);
    CHECK(scree_query(&p->body, body, NULL, &flipped) == SCREE_OK);
    CHECK(flipped.distance == c.distance && flipped.normal.x == -c.normal.x && flipped.feature_a == SCREE_FEATURE_FACE);
    CHECK(flipped.point_a.y == c.point_b.y && flipped.point.z == c.point.z && flipped.index_b == c.index_a);
}

static void check_random(scree_random *r)
{
    int kind = random_below(r, 5);
    double rounding = random_below(r, 3) == 0 ? 0.25 : 0.0, far = random_below(r, 2) ? 1.0 : random_decade(r, 0, 9);
    plane p = random_plane(r, rounding, far);
    form f;
    solid s;
    scree_shape *shape = some_shape(r, kind, &f, &s);
    scree_body body = { shape, place_over(&p, random_sign(r) * random_decade(r, -6, 2), r), random_rotation(r) };
    if (CHECK(shape != NULL && p.shape != NULL)) check_contact(&p, &body, &s, rounding, names[kind]);
    // Is it closer than a margin? The closed form answers both ways.
    scree_contact c;
    bool yes;
    CHECK(scree_query(&body, &p.body, NULL, &c) == SCREE_OK);
    CHECK(scree_closer_than(&body, &p.body, c.upper + 1e-3, NULL, &yes) == SCREE_OK && yes);
    CHECK(scree_closer_than(&p.body, &body, c.lower - 1e-3, NULL, &yes) == SCREE_OK && !yes);
    CHECK(scree_overlap(&p.body, &body, NULL, &yes) == SCREE_OK && yes == (c.lower <= 0.0));
    scree_shape_destroy(shape);
    scree_shape_destroy(p.shape);
}

// A box on its face, edge and corner: features, the patch and its middle.
static void check_features(void)
{
    scree_shape *floor = scree_half_space_create(s3(0, 0, 5), 10, 0, NULL),
                *box = scree_box_create(s3(1, 2, 3), 0, NULL);
    scree_shape *capsule = scree_capsule_create(0.5, 2, 0, NULL), *ball = scree_sphere_create(1, 0, NULL);
    scree_body ground = scree_body_at(floor, s3(0, 0, 0)), b = scree_body_at(box, s3(7, 8, 5));
    scree_contact c;
    CHECK(scree_query(&ground, &b, NULL, &c) == SCREE_OK);
    CHECK(c.distance == 0.0 && c.state == SCREE_TOUCHING && c.normal.z == 1.0);
    CHECK(c.feature_a == SCREE_FEATURE_FACE && c.feature_b == SCREE_FEATURE_FACE);
    CHECK_NEAR(c.patch_area, 8.0, 1e-14);
    CHECK_NEAR(c.point.x, 7.0, 1e-14);
    CHECK_NEAR(c.point.y, 8.0, 1e-14);
    CHECK_NEAR(c.point.z, 2.0, 1e-14);
    b.orientation = quat_about(s3(0, 1, 0), 0.7853981633974483); // on an edge along y
    b.position = s3(0, 0, 9);
    CHECK(scree_query(&ground, &b, NULL, &c) == SCREE_OK);
    CHECK(c.feature_b == SCREE_FEATURE_EDGE && c.patch_area == 0.0);
    CHECK_NEAR(c.distance, 7 - 4 * sqrt(0.5), 1e-14);
    CHECK_NEAR(c.point.y, 0.0, 1e-14);
    b.orientation = quat_times(quat_about(s3(1, 0, 0), 0.5), b.orientation);
    CHECK(scree_query(&ground, &b, NULL, &c) == SCREE_OK && c.feature_b == SCREE_FEATURE_VERTEX);
    b = (scree_body){ capsule, { 1, 1, 2.25 }, quat_about(s3(1, 0, 0), 1.5707963267948966) };
    CHECK(scree_query(&ground, &b, NULL, &c) == SCREE_OK);
    CHECK_NEAR(c.distance, -0.25, 1e-15);
    CHECK(c.feature_b == SCREE_FEATURE_SURFACE && c.index_b == -1 && c.patch_area == 0.0);
    CHECK_NEAR(c.point.y, 1.0, 1e-14); // the middle of the line that it lies on
    b = scree_body_at(ball, s3(4, 5, 0));
    CHECK(scree_query(&b, &ground, NULL, &c) == SCREE_OK && c.distance == -3.0 && c.state == SCREE_OVERLAPPING);
    scree_shape_destroy(floor);
    scree_shape_destroy(box);
    scree_shape_destroy(capsule);
    scree_shape_destroy(ball);
}

// Two half spaces: a distance if they face each other, and no translation parts them otherwise.
static void check_two(scree_random *r)
{
    scree_vec3 normal = s3_scale(random_direction(r), random_decade(r, -2, 2));
    double length = length_of(normal), scale = ldexp(1.0, random_below(r, 10) - 5), radius = random_below(r, 2) * 0.5;
    double at = random_between(r, -3, 3), gap = random_between(r, -2, 2);
    scree_shape *a = scree_half_space_create(normal, at * length, radius, NULL);
    scree_shape *b = scree_half_space_create(s3_scale(normal, -scale), -(at + gap) * length * scale, radius, NULL);
    scree_quat q = random_rotation(r);
    scree_vec3 place = s3_scale(random_direction(r), random_decade(r, 0, 3));
    scree_body body_a = { a, place, q }, body_b = { b, place, q };
    scree_contact c;
    scree_status status = scree_query(&body_a, &body_b, NULL, &c);
    CHECK_MSG(status == SCREE_OK, "opposite: %s", scree_status_name(status));
    double slack = 1e-14 * (fabs(at) + fabs(gap) + 1);
    CHECK_MSG(c.lower <= gap - 2 * radius + slack && c.upper >= gap - 2 * radius - slack, "opposite: [%.17g, %.17g]",
              c.lower, c.upper);
    CHECK_NEAR(c.distance, gap - 2 * radius, slack);
    CHECK(c.feature_a == SCREE_FEATURE_FACE && c.feature_b == SCREE_FEATURE_FACE);
    scree_vec3 n = quat_rotate(q, s3_unit(normal));
    CHECK_MSG(length_of(s3_sub(c.normal, n)) <= 1e-14, "opposite: normal off by %.3g", length_of(s3_sub(c.normal, n)));
    bool yes;
    CHECK(scree_closer_than(&body_a, &body_b, gap - 2 * radius + 1e-6, NULL, &yes) == SCREE_OK && yes);
    CHECK(scree_closer_than(&body_a, &body_b, gap - 2 * radius - 1e-6, NULL, &yes) == SCREE_OK && !yes);
    // Tilted by more than rounding, or the same way round, they share an unbounded part.
    body_b.orientation = quat_times(quat_about(random_direction(r), random_decade(r, -8, 0)), q);
    if (length_of(s3_cross(quat_rotate(body_b.orientation, s3_unit(normal)), n)) > 1e-10) {
        CHECK(scree_query(&body_a, &body_b, NULL, &c) == SCREE_UNBOUNDED_OVERLAP);
        CHECK(c.status == SCREE_UNBOUNDED_OVERLAP && c.distance == 0.0 && c.normal.x == 0.0);
        CHECK(scree_closer_than(&body_a, &body_b, 1.0, NULL, &yes) == SCREE_UNBOUNDED_OVERLAP);
    }
    CHECK(scree_query(&body_a, &body_a, NULL, &c) == SCREE_UNBOUNDED_OVERLAP);
    scree_shape_destroy(a);
    scree_shape_destroy(b);
}

// A pebble at the far end of a long slope: two large terms cancel.
static void check_far(void)
{
    scree_shape *slope = scree_half_space_create(s3(3, 4, 0), 5e12, 0, NULL), *ball = scree_sphere_create(0.5, 0, NULL);
    scree_body ground = scree_body_at(slope, s3(0, 0, 0)), pebble = scree_body_at(ball, s3(6e11, 8e11, 1e15));
    scree_contact c;
    CHECK(scree_query(&ground, &pebble, NULL, &c) == SCREE_OK && c.distance == -0.5 && c.upper - c.lower < 1e-13);
    pebble.position.x += 0.625; // 3 * 0.625 / 5 higher
    CHECK(scree_query(&ground, &pebble, NULL, &c) == SCREE_OK);
    CHECK_NEAR(c.distance, -0.125, 1e-15);
    scree_shape_destroy(slope);
    scree_shape_destroy(ball);
}

int main(void)
{
    scree_random r = random_stream(7, 0, 0);
    check_features();
    check_far();
    for (long i = 0, count = check_scaled(5000); i < count; ++i) check_random(&r);
    for (long i = 0, count = check_scaled(5000); i < count; ++i) check_two(&r);
    return check_done();
}
