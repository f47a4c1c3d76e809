// Users' own shapes in the plane: every kind of callback against every other, polygons and discs, at every distance.
#include "smooth.h"

enum { SCRATCH = 1 << 18, KINDS = 6 };

static unsigned char scratch[SCRATCH];

static scree_query_options with_scratch(void)
{
    scree_query_options o = scree_query_defaults();
    o.scratch = scratch;
    o.scratch_size = SCRATCH;
    return o;
}

static const char *const names[KINDS + 2] = { "ellipse", "rectangle", "segment", "point",
                                              "circle",  "rounded",   "polygon", "disc" };

// One of the shapes by name, and what it is made of. 2-D forms are 3-D ones that are flat along z.
static scree_shape *make(scree_random *r, int kind, form *f, solid *s)
{
    static const form_kind kinds[KINDS] = { FORM_ELLIPSOID, FORM_BOX, FORM_SEGMENT, FORM_POINT, FORM_DISC, FORM_BLOCK };
    double radius = random_below(r, 3) == 0 ? random_unit(r) : 0.0;
    scree_vec3 p[8];
    *f = (form){ .kind = kind < KINDS ? kinds[kind] : FORM_POINT };
    f->p = s3(random_between(r, 0.5, 1.5), random_between(r, 0.5, 1.5), 0);
    if (kind == 0 && random_below(r, 2)) f->p.y = random_decade(r, 0, 3);
    *s = (solid){ .form = f, .radius = radius };
    if (kind == KINDS) {
        for (int i = 0; i < 8; ++i) {
            double angle = random_between(r, 0, 6.283185307179586);
            p[i] = s3(f->p.x * cos(angle), f->p.y * sin(angle), 0);
        }
        scree_shape *polygon = scree_polygon_create(p, 8, radius, NULL);
        *s = (solid){ .shape = polygon, .radius = radius };
        return polygon;
    }
    if (kind == KINDS + 1) {
        s->radius = f->p.x + radius;
        return scree_disc_create(f->p.x, radius, NULL);
    }
    scree_support_def def = { .support = form_support, .user = f, .dimension = 2, .radius = form_radius(f) };
    return scree_support_shape_create(&def, radius, NULL);
}

static scree_contact query(const two_bodies *d, const scree_query_options *o)
{
    scree_contact c, flipped;
    scree_query(&d->body_a, &d->body_b, o, &c);
    scree_query(&d->body_b, &d->body_a, o, &flipped);
    CHECK(c.distance == flipped.distance && c.lower == flipped.lower && c.upper == flipped.upper);
    // Two points at one place are the same body twice, and have no order.
    bool twins = d->a.form != NULL && d->b.form != NULL && d->a.form->kind == FORM_POINT &&
                 d->b.form->kind == FORM_POINT && c.distance == -d->a.radius - d->b.radius;
    CHECK(twins || (c.normal.x == -flipped.normal.x && c.normal.y == -flipped.normal.y));
    CHECK(c.normal.z == 0.0 && c.point_a.z == 0.0 && c.point_b.z == 0.0 && c.point.z == 0.0);
    return c;
}

static long converged, asked;

static void check_two_bodies(two_bodies *d, int mode, scree_random *r, const char *what)
{
    static const double near[4] = { 1.0, 0.3, 0.0, 0.0 }, far[4] = { 3.0, 0.7, 0.3, 0.0 };
    double size = scree_pair_size(d->body_a.shape, d->body_b.shape);
    bool rotated = random_below(r, 4) > 0;
    double angle = rotated ? random_between(r, 0, 6.283185307179586) : 0.0;
    scree_vec3 away = s3_scale(s3(cos(angle), sin(angle), 0), size * random_between(r, near[mode], far[mode]));
    d->body_a.position = s3(random_between(r, -5, 5), random_between(r, -5, 5), 0);
    d->body_b.position = s3_add(d->body_a.position, away);
    d->body_a.orientation = scree_quat_about_z(rotated ? random_between(r, 0, 6.283185307179586) : 0.0);
    d->body_b.orientation = scree_quat_about_z(rotated ? random_between(r, 0, 6.283185307179586) : 0.0);
    scree_query_options o = with_scratch();
    scree_contact c = query(d, &o);
    real truth = two_bodies_distance_near(d, c.normal, 100, true, r);
    check_answer(d, &c, truth, 1e-12 * size, true, what);
    if (mode < 2) {
        ++asked;
        converged += c.status == SCREE_OK;
    }
    o.tolerance = size * random_decade(r, -9, -2);
    c = query(d, &o);
    check_answer(d, &c, truth, o.tolerance, true, what);
    o.tolerance = 0.0;
    c = query(d, &o);
    check_interval(d, &c, truth, what);
    o = with_scratch();
    o.max_iterations = 1 + random_below(r, 6);
    c = query(d, &o);
    check_answer(d, &c, truth, 1e-12 * size, true, what);
    CHECK_MSG(c.iterations <= 2 * o.max_iterations, "%s: %d steps, of %d allowed to each search", what, c.iterations,
              o.max_iterations);
    bool yes;
    double margin = (double)truth + size * random_between(r, -0.2, 0.2);
    o.max_iterations = 0;
    CHECK(scree_closer_than(&d->body_a, &d->body_b, margin, &o, &yes) == SCREE_OK);
    bool clear = mode < 3 && fabs((double)truth - margin) > 1e-2 * size;
    CHECK_MSG(!clear || yes == (truth < margin), "%s: at %.17g, closer than %.17g: %d", what, (double)truth, margin,
              yes);
}

static void check_kinds(int i, int j, scree_random *r)
{
    for (int mode = 0; mode < 4; ++mode) {
        char what[80];
        snprintf(what, sizeof what, "%s and %s, mode %d", names[i], names[j], mode);
        form a, b;
        two_bodies d;
        scree_shape *shape_a = make(r, i, &a, &d.a), *shape_b = make(r, j, &b, &d.b);
        d.body_a = scree_body_at(shape_a, s3(0, 0, 0));
        d.body_b = scree_body_at(shape_b, s3(0, 0, 0));
        if (CHECK(shape_a != NULL && shape_b != NULL)) check_two_bodies(&d, mode, r, what);
        scree_shape_destroy(shape_a);
        scree_shape_destroy(shape_b);
    }
}

// Circles by callback, from far apart to one in the other, and exactly in touch.
static void check_circles(scree_random *r)
{
    double radius_a = random_decade(r, -3, 0), radius_b = random_decade(r, -3, 0), sum = radius_a + radius_b;
    form a = { .kind = FORM_DISC, .p = { radius_a, 0, 0 } };
    scree_support_def def = { .support = form_support, .user = &a, .dimension = 2, .radius = radius_a };
    scree_shape *shape_a = scree_support_shape_create(&def, 0.0, NULL),
                *shape_b = scree_disc_create(radius_b, 0.0, NULL);
    double angle = random_between(r, 0, 6.283185307179586);
    double gap = random_below(r, 3) == 0 ? 0.0 : random_sign(r) * sum * random_decade(r, -15, -0.3);
    if (gap < -0.9 * fmin(radius_a, radius_b)) gap = 0.0;
    scree_body body_a = scree_body_at(shape_a, s3(3, -2, 0)), body_b = scree_body_at(shape_b, s3(0, 0, 0));
    body_b.position = s3_add(body_a.position, s3_scale(s3(cos(angle), sin(angle), 0), sum + gap));
    double truth = length_of(s3_sub(body_b.position, body_a.position)) - sum, blur = 64 * 0x1p-53 * sum;
    scree_contact c;
    CHECK(scree_query(&body_a, &body_b, NULL, &c) == SCREE_OK);
    CHECK_MSG(c.lower <= truth + blur && c.upper >= truth - blur, "circles: %.17g not in [%.17g, %.17g]", truth,
              c.lower, c.upper);
    CHECK_NEAR(c.distance, truth, 1e-12 * sum + blur);
    CHECK(c.feature_a == SCREE_FEATURE_SURFACE && c.feature_b == SCREE_FEATURE_SURFACE && c.index_a == -1);
    scree_shape_destroy(shape_a);
    scree_shape_destroy(shape_b);
}

// M without an area: points and segments on each other. The distance is 0, and the normal crosses the segment.
static void check_flat(void)
{
    form dot = { .kind = FORM_POINT }, stick = { .kind = FORM_SEGMENT, .p = { 3, 4, 0 } };
    form *forms[2] = { &dot, &stick };
    scree_shape *shape[2];
    for (int i = 0; i < 2; ++i) {
        scree_support_def def = { .support = form_support, .user = forms[i], .dimension = 2, .radius = 5 };
        shape[i] = scree_support_shape_create(&def, 0.0, NULL);
    }
    for (int k = 0; k < 3 * 4; ++k) {
        const scree_shape *a = shape[k % 4 > 0], *b = shape[k % 4 > 1];
        double along = k / 4 * 0.25; // of the half length; a point must stay on its segment
        if (k % 4 == 0) along = 0.0;
        scree_body body_a = scree_body_at(a, s3(0, 0, 0)), body_b = scree_body_at(b, s3(3 * along, 4 * along, 0));
        scree_contact c;
        CHECK(scree_query(&body_a, &body_b, NULL, &c) == SCREE_OK);
        CHECK_MSG(c.lower <= 0.0 && c.upper >= 0.0 && fabs(c.distance) <= 1e-13, "flat %d: %.17g", k, c.distance);
        CHECK(c.state == SCREE_TOUCHING);
        if (k % 4 > 0) CHECK_NEAR(3 * c.normal.x + 4 * c.normal.y, 0.0, 1e-13);
        CHECK_NEAR(length_of(c.normal), 1.0, 1e-15);
    }
    for (int i = 0; i < 2; ++i) scree_shape_destroy(shape[i]);
}

// A circle in a circle, at the same place: every direction is as good, and the interval says so.
static void check_concentric(void)
{
    form a = { .kind = FORM_DISC, .p = { 1, 0, 0 } };
    scree_support_def def = { .support = form_support, .user = &a, .dimension = 2, .radius = 1 };
    scree_shape *shape = scree_support_shape_create(&def, 0.0, NULL);
    scree_body body = scree_body_at(shape, s3(1, 1, 0));
    scree_contact c;
    scree_status status = scree_query(&body, &body, NULL, &c);
    CHECK(status == SCREE_OK || status == SCREE_NO_CONVERGENCE);
    CHECK(c.lower <= -2.0 + 1e-15 && c.upper >= -2.0 - 1e-15);
    CHECK_NEAR(c.distance, -2.0, 1e-3);
    scree_shape_destroy(shape);
}

int main(void)
{
    scree_random r = random_stream(6, 0, 0);
    check_concentric();
    check_flat();
    for (long i = 0, count = check_scaled(5000); i < count; ++i) check_circles(&r);
    for (long n = 0, count = check_scaled(5); n < count; ++n) {
        for (int i = 0; i < KINDS + 2; ++i)
            for (int j = 0; j < KINDS + 2; ++j)
                if (i < KINDS || j < KINDS) check_kinds(i, j, &r);
    }
    printf("%ld of %ld pairs converged\n", converged, asked);
    CHECK_MSG((double)converged >= 0.99 * (double)asked, "%ld of %ld pairs converged", converged, asked);
    return check_done();
}
