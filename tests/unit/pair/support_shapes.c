// Users' own shapes in space: every kind of callback against every other, polyhedra and round shapes, at every
// distance.
#include <string.h>

#include "smooth.h"

enum { SCRATCH = 1 << 19 };

static unsigned char scratch[SCRATCH];

static scree_query_options with_scratch(void)
{
    scree_query_options o = scree_query_defaults();
    o.scratch = scratch;
    o.scratch_size = SCRATCH;
    return o;
}

static scree_contact query(const two_bodies *d, const scree_query_options *o)
{
    scree_contact c, flipped;
    scree_query(&d->body_a, &d->body_b, o, &c);
    // The other way round it is the same answer, bit for bit.
    scree_query(&d->body_b, &d->body_a, o, &flipped);
    CHECK(c.distance == flipped.distance && c.lower == flipped.lower && c.upper == flipped.upper);
    // Two points at one place are the same body twice, and have no order.
    const form *f = d->a.form, *g = d->b.form;
    bool twins = f != NULL && g != NULL && f->kind == FORM_POINT && g->kind == FORM_POINT && c.distance <= 0.0;
    CHECK(twins ||
          (c.normal.x == -flipped.normal.x && c.normal.y == -flipped.normal.y && c.normal.z == -flipped.normal.z));
    return c;
}

static form random_form(scree_random *r, form_kind kind, double ratio)
{
    form f = { .kind = kind };
    f.p = s3(random_between(r, 0.5, 1.5), random_between(r, 0.5, 1.5), random_between(r, 0.5, 1.5));
    if (kind == FORM_ELLIPSOID) f.p = s3(1, pow(ratio, random_unit(r)), pow(ratio, random_unit(r)));
    if (kind == FORM_LENS) f.p.z = f.p.x * random_between(r, 0.1, 0.9);
    if (kind == FORM_DROP) f.p.z = f.p.x * random_between(r, 1.1, 3.0);
    return f;
}

// One of the library's own shapes, and the form of its core.
static scree_shape *built_in(scree_random *r, int kind, double rounding, form *f, solid *s)
{
    scree_vec3 p[20];
    double radius = random_between(r, 0.2, 1.0), half = random_between(r, 0.2, 1.5);
    scree_shape *shape;
    *f = (form){ .kind = kind == 0 ? FORM_POINT : FORM_SEGMENT, .p = { 0, 0, half } };
    *s = (solid){ .form = f, .radius = radius + rounding };
    if (kind == 0) return scree_sphere_create(radius, rounding, NULL);
    if (kind == 1) return scree_capsule_create(radius, half, rounding, NULL);
    if (kind == 2) {
        shape = scree_box_create(s3(radius, half, 1), rounding, NULL);
    } else {
        for (int i = 0; i < 20; ++i) p[i] = s3_scale(random_direction(r), radius + 0.2);
        shape = scree_polyhedron_create(p, 20, rounding, NULL);
    }
    *s = (solid){ .shape = shape, .radius = rounding };
    return shape;
}

// How far apart: clear of each other, in reach, deep, concentric.
static double some_distance(scree_random *r, int mode, double size)
{
    return mode == 0   ? size * random_between(r, 1, 3)
           : mode == 1 ? size * random_between(r, 0.3, 0.7)
           : mode == 2 ? size * random_between(r, 0, 0.3)
                       : 0.0;
}

static long converged, asked;

static scree_vec3 middle_of(const solid *s)
{
    return s->form != NULL ? s->form->offset : s3(0, 0, 0);
}

// The bodies' middles at a distance; any rotation, or none where they are to lie in line.
static void place(two_bodies *d, double distance, bool rotated, scree_random *r)
{
    const scree_quat none = { 1, 0, 0, 0 };
    d->body_a.orientation = rotated ? random_rotation(r) : none;
    d->body_b.orientation = rotated ? random_rotation(r) : none;
    d->body_a.position = s3_scale(random_direction(r), 10 * random_unit(r));
    scree_vec3 a = s3_add(d->body_a.position, quat_rotate(d->body_a.orientation, middle_of(&d->a)));
    scree_vec3 b = s3_sub(a, quat_rotate(d->body_b.orientation, middle_of(&d->b)));
    d->body_b.position = s3_add(b, s3_scale(rotated ? random_direction(r) : s3(0, 0, 1), distance));
}

static void check_two_bodies(two_bodies *d, int mode, scree_random *r, const char *what)
{
    double size = scree_pair_size(d->body_a.shape, d->body_b.shape);
    place(d, some_distance(r, mode, size), random_below(r, 4) > 0, r);
    scree_query_options o = with_scratch();
    scree_contact c = query(d, &o);
    real truth = two_bodies_distance_near(d, c.normal, 60, false, r);
    check_answer(d, &c, truth, 1e-12 * size, false, what);
    if (mode < 2 && blur_of(d) < 1e-14 * size) {
        ++asked;
        converged += c.status == SCREE_OK;
    }
    // A coarse tolerance is kept to as well; without any, the interval is true and as narrow as it comes.
    o.tolerance = size * random_decade(r, -9, -2);
    c = query(d, &o);
    check_answer(d, &c, truth, o.tolerance, false, what);
    o.tolerance = 0.0;
    c = query(d, &o);
    check_interval(d, &c, truth, what);
    // Few steps: a wide interval, and a true one.
    o = with_scratch();
    o.max_iterations = 1 + random_below(r, 6);
    c = query(d, &o);
    check_answer(d, &c, truth, 1e-12 * size, false, what);
    // Closer than: right where the truth is clear of the margin and was found to the last digit.
    bool yes;
    double margin = (double)truth + size * random_between(r, -0.2, 0.2);
    o.max_iterations = 0;
    CHECK(scree_closer_than(&d->body_a, &d->body_b, margin, &o, &yes) == SCREE_OK);
    bool clear = mode < 3 && fabs((double)truth - margin) > 1e-2 * size;
    CHECK_MSG(!clear || yes == (truth < margin), "%s: at %.17g, closer than %.17g: %d", what, (double)truth, margin,
              yes);
}

static const char *const names[FORM_KINDS] = { "ellipsoid", "cylinder", "cone", "box",  "disc",
                                               "point",     "segment",  "lens", "drop", "block" };

static void check_forms(form_kind i, form_kind j, scree_random *r)
{
    for (int mode = 0; mode < 4; ++mode) {
        char what[80];
        snprintf(what, sizeof what, "%s and %s, mode %d", names[i], names[j], mode);
        bool rounded = random_below(r, 3) == 0;
        double round_a = rounded ? random_unit(r) : 0.0, round_b = rounded ? random_unit(r) : 0.0;
        double ratio = random_below(r, 2) ? 1000 : 2;
        form a = random_form(r, i, ratio), b = random_form(r, j, ratio);
        if (random_below(r, 4) == 0) a.offset = s3_scale(random_direction(r), random_decade(r, -1, 4));
        scree_shape *shape_a = form_shape(&a, round_a), *shape_b = form_shape(&b, round_b);
        two_bodies d = { { &a, NULL, round_a }, { &b, NULL, round_b }, { .shape = shape_a }, { .shape = shape_b } };
        if (CHECK(shape_a != NULL && shape_b != NULL)) check_two_bodies(&d, mode, r, what);
        scree_shape_destroy(shape_a);
        scree_shape_destroy(shape_b);
    }
}

// With spheres, capsules, boxes and hulls.
static void check_built_in(form_kind i, int kind, scree_random *r)
{
    for (int mode = 0; mode < 4; ++mode) {
        char what[80];
        snprintf(what, sizeof what, "%s and built-in shape %d, mode %d", names[i], kind, mode);
        form a = random_form(r, i, 2), core;
        two_bodies d = { .a = { &a, NULL, 0.0 } };
        scree_shape *shape_a = form_shape(&a, 0.0);
        scree_shape *shape_b = built_in(r, kind, random_below(r, 2) ? 0.25 : 0.0, &core, &d.b);
        d.body_a.shape = shape_a;
        d.body_b.shape = shape_b;
        if (CHECK(shape_a != NULL && shape_b != NULL)) check_two_bodies(&d, mode, r, what);
        scree_shape_destroy(shape_a);
        scree_shape_destroy(shape_b);
    }
}

// Balls by callback: the distance is that of the centres less the radii, and the normal is the line between them.
static void check_balls(scree_random *r)
{
    double radius_a = random_decade(r, -3, 0), radius_b = random_decade(r, -3, 0), sum = radius_a + radius_b;
    form a = { .kind = FORM_ELLIPSOID, .p = { radius_a, radius_a, radius_a } };
    form b = { .kind = FORM_ELLIPSOID, .p = { radius_b, radius_b, radius_b } };
    scree_shape *shape_a = form_shape(&a, 0.0), *shape_b = form_shape(&b, 0.0);
    scree_vec3 n = random_direction(r);
    double gap = random_below(r, 3) == 0 ? 0.0 : random_sign(r) * sum * random_decade(r, -15, -0.3);
    if (gap < -0.9 * radius_a || gap < -0.9 * radius_b) gap = 0.0;
    scree_body body_a = { shape_a, s3_scale(random_direction(r), 5), random_rotation(r) };
    scree_body body_b = { shape_b, s3_add(body_a.position, s3_scale(n, sum + gap)), random_rotation(r) };
    scree_vec3 between = s3_sub(body_b.position, body_a.position);
    double truth = length_of(between) - sum, blur = 64 * 0x1p-53 * sum;
    scree_query_options o = with_scratch();
    scree_contact c;
    scree_status status = scree_query(&body_a, &body_b, &o, &c);
    CHECK_MSG(status == SCREE_OK, "balls of %.3g and %.3g at %.3g: %s", radius_a, radius_b, gap,
              scree_status_name(status));
    CHECK_MSG(c.lower <= truth + blur && c.upper >= truth - blur, "balls: %.17g not in [%.17g, %.17g]", truth, c.lower,
              c.upper);
    CHECK_NEAR(c.distance, truth, 1e-12 * sum);
    double off = length_of(s3_sub(c.normal, s3_unit(between)));
    CHECK_MSG(off <= 1e-5 * sqrt(sum / fmin(radius_a, radius_b)), "balls: normal off by %.3g at %.3g", off, gap);
    scree_shape_destroy(shape_a);
    scree_shape_destroy(shape_b);
}

// Things in line, with closed forms. Each stands on the top of the one before, at a gap.
static void check_stacks(scree_random *r)
{
    const struct {
        form_kind lower, upper;
        scree_vec3 p, q;
        double top, bottom;
        bool solid; // one of the two is: they can overlap
    } stack[] = {
        { FORM_CYLINDER, FORM_CYLINDER, { 1, 0, 2 }, { 0.5, 0, 1 }, 2, 1, true }, // face on face
        { FORM_CYLINDER, FORM_CONE, { 1, 0, 2 }, { 1, 0, 1 }, 2, 1, true },       // its base on a face
        { FORM_CONE, FORM_CYLINDER, { 1, 0, 1 }, { 1, 0, 1 }, 1, 1, true },       // a face on an apex
        { FORM_BOX, FORM_ELLIPSOID, { 1, 2, 3 }, { 1, 2, 0.5 }, 3, 0.5, true },
        { FORM_LENS, FORM_LENS, { 2, 0, 1 }, { 3, 0, 2 }, 1, 1, true },
        { FORM_DROP, FORM_BLOCK, { 1, 0, 2 }, { 1, 1, 1 }, 2, 1, true },
        { FORM_DISC, FORM_DISC, { 1, 0, 0 }, { 2, 0, 0 }, 0, 0, false },
        { FORM_DISC, FORM_POINT, { 1, 0, 0 }, { 0, 0, 0 }, 0, 0, false },
        { FORM_SEGMENT, FORM_SEGMENT, { 0, 0, 1 }, { 0, 0, 2 }, 1, 2, false }, // end to end
        { FORM_SEGMENT, FORM_SEGMENT, { 1, 0, 0 }, { 0, 1, 0 }, 0, 0, false }, // crossed
        { FORM_SEGMENT, FORM_SEGMENT, { 1, 0, 0 }, { 1, 0, 0 }, 0, 0, false }, // side by side
        { FORM_POINT, FORM_POINT, { 0, 0, 0 }, { 0, 0, 0 }, 0, 0, false },
    };
    static const double gaps[] = { 0.0, 1e-15, 1e-12, 1e-9, 1e-3, 1.0, 100.0, -1e-15, -1e-12, -1e-9, -1e-3 };
    for (size_t i = 0; i < sizeof stack / sizeof *stack; ++i) {
        for (size_t k = 0; k < sizeof gaps / sizeof *gaps; ++k) {
            double radius = random_below(r, 2) ? 0.0 : 0.125, rest = stack[i].top + stack[i].bottom;
            if (gaps[k] < 0.0 && !stack[i].solid) continue;
            form a = { .kind = stack[i].lower, .p = stack[i].p }, b = { .kind = stack[i].upper, .p = stack[i].q };
            scree_shape *shape_a = form_shape(&a, radius), *shape_b = form_shape(&b, 0.0);
            scree_quat q = random_rotation(r);
            scree_body body_a = { shape_a, { 0, 0, 0 }, q };
            scree_body body_b = { shape_b, quat_rotate(q, s3(0, 0, rest + radius + gaps[k])), q };
            scree_query_options o = with_scratch();
            scree_contact c;
            scree_status status = scree_query(&body_a, &body_b, &o, &c);
            double size = scree_pair_size(shape_a, shape_b), slack = 64 * 0x1p-53 * (size + fabs(gaps[k]));
            CHECK_MSG(status == SCREE_OK, "stack %zu at %.3g: %s, [%.17g, %.17g]", i, gaps[k],
                      scree_status_name(status), c.lower, c.upper);
            CHECK_MSG(c.lower <= gaps[k] + slack && c.upper >= gaps[k] - slack, "stack %zu at %.3g: [%.17g, %.17g]", i,
                      gaps[k], c.lower, c.upper);
            CHECK_MSG(fabs(c.distance - gaps[k]) <= 1e-12 * size + slack, "stack %zu at %.3g: %.17g", i, gaps[k],
                      c.distance);
            scree_vec3 up = quat_rotate(q, s3(0, 0, 1));
            double off = length_of(s3_sub(c.normal, up));
            if (gaps[k] >= 1e-3) CHECK_MSG(off <= 1e-4, "stack %zu at %.3g: normal off by %.3g", i, gaps[k], off);
            scree_shape_destroy(shape_a);
            scree_shape_destroy(shape_b);
        }
    }
}

// Tangent along a known normal, then moved along it: that is the distance. Ellipsoids against each other, against a
// face of a box or hull, and against the side of a capsule; not so far in that another way out is shorter.
static long tangents, settled;

static void check_tangent(scree_random *r)
{
    static const double gaps[] = { 0.0, 1e-15, 1e-12, 1e-9, 1e-6, 1e-3, 1.0, -1e-15, -1e-12, -1e-9, -1e-6, -1e-3 };
    form egg = random_form(r, FORM_ELLIPSOID, random_below(r, 2) ? 30 : 2), core;
    form second = random_form(r, FORM_ELLIPSOID, 3);
    solid other;
    int kind = 1 + random_below(r, 4); // 4: another ellipsoid
    scree_shape *shape_a = form_shape(&egg, 0.0);
    scree_shape *shape_b = kind == 4 ? form_shape(&second, 0.0) : built_in(r, kind, 0.0, &core, &other);
    if (kind == 4) other = (solid){ .form = &second };
    scree_body a = { shape_a, { 1, -2, 0.5 }, random_rotation(r) }, b = { shape_b, { 0, 0, 0 }, random_rotation(r) };
    // B's outward direction where they touch, in B's frame; for boxes and hulls a face's, for capsules across the axis.
    scree_vec3 out = random_direction(r), on_b = s3(0, 0, 0);
    if (kind == 1) out = s3_across(s3(0, 0, 1));
    if (kind == 2 || kind == 3) {
        int face = random_below(r, scree_shape_face_count(shape_b)), size = scree_shape_face_size(shape_b, face);
        out = scree_shape_face_normal(shape_b, face);
        for (int i = 0; i < size; ++i) {
            scree_vec3 v = scree_shape_vertex(shape_b, scree_shape_face_vertices(shape_b, face)[i]);
            on_b = s3_add(on_b, s3_scale(v, 1.0 / size));
        }
    } else {
        on_b = kind == 4 ? form_support(&second, out) : s3_scale(out, other.radius);
    }
    const scree_quat back = { a.orientation.w, -a.orientation.x, -a.orientation.y, -a.orientation.z };
    scree_vec3 n = s3_scale(quat_rotate(b.orientation, out), -1), top = form_support(&egg, quat_rotate(back, n));
    scree_vec3 touch = s3_add(a.position, quat_rotate(a.orientation, top));
    double size = scree_pair_size(shape_a, shape_b), blur = 64 * 0x1p-53 * size;
    for (size_t i = 0; i < sizeof gaps / sizeof *gaps; ++i) {
        double gap = gaps[i] < 0.0 && kind == 3 ? fmax(gaps[i], -1e-9) : gaps[i]; // a hull's faces are small
        b.position = s3_sub(s3_add(touch, s3_scale(n, gap)), quat_rotate(b.orientation, on_b));
        scree_query_options o = with_scratch();
        scree_contact c;
        scree_status status = scree_query(&a, &b, &o, &c);
        ++tangents;
        settled += status == SCREE_OK;
        CHECK_MSG(c.lower <= gap + blur && c.upper >= gap - blur, "tangent %d at %.3g: [%.17g, %.17g]", kind, gap,
                  c.lower, c.upper);
        CHECK_MSG(fabs(c.distance - gap) <= (status == SCREE_OK ? 1e-12 : 1e-9) * size + blur,
                  "tangent %d at %.3g: %.17g, %s", kind, gap, c.distance, scree_status_name(status));
    }
    scree_shape_destroy(shape_a);
    scree_shape_destroy(shape_b);
}

// Concentric: no method closes the bounds where every direction is as good; the interval is true, the depth near.
static void check_concentric(void)
{
    form ball = { .kind = FORM_ELLIPSOID, .p = { 1, 1, 1 } }, egg = { .kind = FORM_ELLIPSOID, .p = { 2, 3, 0.5 } };
    scree_shape *shape_ball = form_shape(&ball, 0.0), *shape_egg = form_shape(&egg, 0.0);
    const scree_shape *second[2] = { shape_ball, shape_egg };
    const double depth[2] = { 2.0, 1.5 };
    for (int i = 0; i < 2; ++i) {
        scree_body a = scree_body_at(shape_ball, s3(1, 2, 3)), b = scree_body_at(second[i], s3(1, 2, 3));
        scree_query_options o = with_scratch();
        scree_contact c;
        scree_status status = scree_query(&a, &b, &o, &c);
        CHECK(status == SCREE_OK || status == SCREE_NO_CONVERGENCE);
        CHECK_MSG(c.lower <= -depth[i] + 1e-14 && c.upper >= -depth[i] - 1e-14, "concentric: [%.17g, %.17g]", c.lower,
                  c.upper);
        CHECK_NEAR(c.distance, -depth[i], 1e-2);
        CHECK(c.state == SCREE_OVERLAPPING);
    }
    scree_shape_destroy(shape_ball);
    scree_shape_destroy(shape_egg);
}

// A support function that lies: any point for any direction, the same one each time, now and then none at all. There is
// no right answer; there is an answer or an error, of finite numbers in order, and no endless search.
typedef struct liar {
    uint64_t seed;
    int nothing_in; // one direction of so many has no point; 0: none
} liar;

static scree_vec3 liar_support(const void *user, scree_vec3 d)
{
    const liar *l = user;
    uint64_t bits[3];
    memcpy(bits, &d, sizeof bits);
    scree_random r = random_stream(l->seed, bits[0] ^ bits[1] << 7, bits[2]);
    if (l->nothing_in > 0 && random_below(&r, l->nothing_in) == 0) return s3(NAN, 0, 0);
    // Half of the time something like the truth about a ball, so that searches go on for a while.
    scree_vec3 ball = s3_unit(d), lie = s3_scale(random_direction(&r), random_unit(&r));
    return random_below(&r, 2) ? ball : s3_add(s3_scale(ball, 0.5), s3_scale(lie, 0.5));
}

static void check_liar(scree_random *r)
{
    liar l = { random_word(r), random_below(r, 2) ? 0 : 1 + random_below(r, 40) };
    scree_support_def def = { .support = liar_support, .user = &l, .dimension = 3, .radius = 1 };
    scree_shape *shape = scree_support_shape_create(&def, 0.0, NULL),
                *cube = scree_box_create(s3(1, 0.5, 0.5), 0.0, NULL);
    scree_body a = { shape, { 0, 0, 0 }, random_rotation(r) };
    scree_body b = { random_below(r, 2) ? cube : shape, s3_scale(random_direction(r), random_unit(r)),
                     random_rotation(r) };
    scree_query_options o = with_scratch();
    scree_contact c;
    scree_status status = scree_query(&a, &b, &o, &c);
    bool answered = status == SCREE_OK || status == SCREE_NO_CONVERGENCE;
    CHECK(answered || status == SCREE_INVALID_ARGUMENT);
    CHECK(c.status == status && isfinite(c.distance) && c.lower <= c.distance && c.distance <= c.upper);
    CHECK(isfinite(length_of(c.point_a)) && isfinite(length_of(c.point_b)) && isfinite(length_of(c.point)));
    if (answered) CHECK_NEAR(length_of(c.normal), 1.0, 1e-12);
    scree_shape_destroy(shape);
    scree_shape_destroy(cube);
}

int main(void)
{
    scree_random r = random_stream(5, 0, 0);
    check_concentric();
    for (long i = 0, count = check_scaled(3000); i < count; ++i) check_liar(&r);
    for (long i = 0, count = check_scaled(20); i < count; ++i) check_stacks(&r);
    for (long i = 0, count = check_scaled(3000); i < count; ++i) check_balls(&r);
    for (long i = 0, count = check_scaled(2000); i < count; ++i) check_tangent(&r);
    // All combinations of kinds, twice; of a sample some, from all over the table.
    enum { OTHERS = FORM_KINDS + 4, STRIDE = 37 };
    for (long n = 0, count = check_scaled(2 * FORM_KINDS * OTHERS); n < count; ++n) {
        const int k = (int)(n * STRIDE % (FORM_KINDS * OTHERS)), other = k % OTHERS;
        const form_kind kind = (form_kind)(k / OTHERS);
        if (other < FORM_KINDS)
            check_forms(kind, (form_kind)other, &r);
        else
            check_built_in(kind, other - FORM_KINDS, &r);
    }
    printf("%ld of %ld pairs converged\n", converged, asked);
    CHECK_MSG((double)converged >= 0.98 * (double)asked - 1, "%ld of %ld pairs converged", converged, asked);
    printf("%ld of %ld tangent pairs converged\n", settled, tangents);
    CHECK_MSG((double)settled >= 0.999 * (double)tangents - 1, "%ld of %ld tangent pairs", settled, tangents);
    return check_done();
}
