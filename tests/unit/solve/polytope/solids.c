// Solids at the ends of the range: balls and capsules in closed form, crossed cores, extreme sizes, pointed hulls, and
// searches that are given too little room.
#include <stdlib.h>

#include "dispatch/auto.h"
#include "oracle/quad.h"
#include "smooth.h"

enum { SCRATCH = 1 << 18 };

static unsigned char scratch[SCRATCH];

static quad clamp01(quad t)
{
    return t < 0 ? 0 : t > 1 ? 1 : t;
}

// The distance of two segments p to p + d and q to q + e, in 113 bits, which sticks that are parallel to their last
// digit need: each end against the other segment, and the crossing.
static quad segments_apart(qvec p, qvec d, qvec q, qvec e)
{
    qvec r = q3_sub(q, p);
    quad dd = q3_dot(d, d), ee = q3_dot(e, e), de = q3_dot(d, e), dr = q3_dot(d, r), er = q3_dot(e, r), best = -1;
    quad s[5] = { 0, 1, 0, 0, 0 }, t[5] = { 0, 0, 0, 1, 0 }, across = dd * ee - de * de;
    t[0] = ee > 0 ? clamp01(-er / ee) : 0;
    t[1] = ee > 0 ? clamp01((de - er) / ee) : 0;
    s[2] = dd > 0 ? clamp01(dr / dd) : 0;
    s[3] = dd > 0 ? clamp01((dr + de) / dd) : 0;
    s[4] = across > 0 ? clamp01((dr * ee - er * de) / across) : 0;
    t[4] = ee > 0 ? clamp01((s[4] * de - er) / ee) : 0;
    s[4] = dd > 0 ? clamp01((t[4] * de + dr) / dd) : 0;
    for (int i = 0; i < 5; ++i) {
        quad distance = q3_norm(q3_add_scaled(q3_add_scaled(r, t[i], e), -s[i], d));
        if (best < 0 || distance < best) best = distance;
    }
    return best;
}

typedef struct stick {
    scree_shape *shape;
    double radius, half; // half 0: a ball
    scree_body body;
} stick;

static stick make_stick(scree_random *r, double half)
{
    stick s = { .radius = random_decade(r, -3, 0), .half = half };
    s.shape = half > 0.0 ? scree_capsule_create(s.radius, half, 0.0, NULL) : scree_sphere_create(s.radius, 0.0, NULL);
    s.body = scree_body_at(s.shape, s3(0, 0, 0));
    return s;
}

static real axis_distance(const stick *a, const stick *b)
{
    qrot rotation_a = qrot_of(a->body.orientation), rotation_b = qrot_of(b->body.orientation);
    qvec d = qrot_apply(&rotation_a, q3(0, 0, (quad)a->half)), e = qrot_apply(&rotation_b, q3(0, 0, (quad)b->half));
    qvec p = q3_sub(q3_from(a->body.position), d), q = q3_sub(q3_from(b->body.position), e);
    return (real)segments_apart(p, q3_scale(d, 2), q, q3_scale(e, 2));
}

// Where the axes cross, the depth is both radii: the shortest way out is at right angles to both.
static void check_sticks(stick *a, stick *b, const char *what)
{
    scree_contact c;
    scree_status status = scree_query(&a->body, &b->body, NULL, &c);
    real truth = axis_distance(a, b) - a->radius - b->radius;
    double size = scree_pair_size(a->shape, b->shape), far = length_of(s3_sub(b->body.position, a->body.position));
    double blur = 4 * 0x1p-53 * (size + far);
    CHECK_MSG(status == SCREE_OK, "%s: %s", what, scree_status_name(status));
    CHECK_MSG(c.lower <= truth + blur && c.upper >= truth - blur, "%s: %.17g not in [%.17g, %.17g]", what,
              (double)truth, c.lower, c.upper);
    CHECK_MSG(fabsl(c.distance - truth) <= 64 * 0x1p-53 * (size + far), "%s: %.17g for %.17g", what, c.distance,
              (double)truth);
    CHECK_NEAR(length_of(c.normal), 1.0, 1e-15);
    form core_a = { .kind = FORM_SEGMENT, .p = { 0, 0, a->half } },
         core_b = { .kind = FORM_SEGMENT, .p = { 0, 0, b->half } };
    two_bodies d = { { &core_a, NULL, a->radius }, { &core_b, NULL, b->radius }, a->body, b->body };
    scree_random r = random_stream(97, 0, 0);
    real3 n = r3_unit(r3_from(c.normal));
    CHECK_MSG(two_bodies_gap(&d, n) >= c.distance - 64 * 0x1p-53 * (size + far),
              "%s: the normal proves %.17g, not %.17g", what, (double)two_bodies_gap(&d, n), c.distance);
    real off_a = off_surface(&d.a, &d.body_a, c.point_a, n, false, &r);
    real off_b = off_surface(&d.b, &d.body_b, c.point_b, r3(-n.x, -n.y, -n.z), false, &r);
    CHECK_MSG(off_a <= 1e-12 * (size + far) && off_b <= 1e-12 * (size + far), "%s: points %.3g and %.3g off", what,
              (double)off_a, (double)off_b);
    CHECK(c.feature_a == SCREE_FEATURE_SURFACE && c.index_a == -1 && c.index_b == -1);
}

static void check_random_sticks(scree_random *r)
{
    stick a = make_stick(r, random_below(r, 3) ? random_decade(r, -2, 1) : 0.0);
    stick b = make_stick(r, random_below(r, 3) ? random_decade(r, -2, 1) : 0.0);
    a.body.orientation = random_rotation(r);
    int kind = random_below(r, 4);
    // Any way, parallel to rounding, nearly parallel, or at right angles.
    b.body.orientation =
        kind == 0   ? random_rotation(r)
        : kind == 1 ? a.body.orientation
        : kind == 2 ? quat_times(a.body.orientation, quat_about(random_direction(r), random_decade(r, -16, -3)))
                    : quat_times(a.body.orientation, quat_about(s3(1, 0, 0), 1.5707963267948966));
    double far = random_below(r, 4) == 0 ? 0.0 : random_decade(r, -16, 1);
    b.body.position = s3_scale(random_direction(r), far);
    if (random_below(r, 4) == 0) b.body.position = quat_rotate(a.body.orientation, s3(0, 0, far)); // along the axis
    if (random_below(r, 4) == 0) b.body.position = quat_rotate(a.body.orientation, s3(far, 0, 0)); // across it
    check_sticks(&a, &b, "sticks");
    scree_shape_destroy(a.shape);
    scree_shape_destroy(b.shape);
}

// The same cubes in other units: the same digits.
static void check_scales(scree_random *r)
{
    scree_quat q = random_rotation(r), p = random_rotation(r);
    scree_vec3 place = s3_scale(random_direction(r), random_between(r, 0.5, 3));
    scree_contact unit = { 0 };
    for (int k = 0; k < 9; ++k) {
        static const int exponents[9] = { 0, -190, -100, -40, -10, 10, 40, 100, 190 };
        double scale = ldexp(1.0, exponents[k]);
        scree_vec3 tall[4] = { { 0, 0, 2 }, { 1, 0, 0 }, { -1, 1, 0 }, { -1, -1, -0.5 } };
        for (int i = 0; i < 4; ++i) tall[i] = s3_scale(tall[i], scale);
        scree_shape *a = scree_box_create(s3(scale, 0.5 * scale, 0.75 * scale), 0.125 * scale, NULL);
        scree_shape *b = scree_polyhedron_create(tall, 4, 0.0, NULL);
        if (!CHECK_MSG(a != NULL && b != NULL, "no shapes of size 2^%d", exponents[k])) continue;
        scree_body body_a = { a, { 0, 0, 0 }, q }, body_b = { b, s3_scale(place, scale), p };
        scree_contact c;
        CHECK(scree_query(&body_a, &body_b, NULL, &c) == SCREE_OK);
        if (k == 0) unit = c;
        CHECK_MSG(c.distance == scale * unit.distance && c.lower == scale * unit.lower && c.normal.x == unit.normal.x &&
                      c.point_a.y == scale * unit.point_a.y && c.feature_b == unit.feature_b,
                  "2^%d: %.17g for %.17g", exponents[k], c.distance / scale, unit.distance);
        scree_shape_destroy(a);
        scree_shape_destroy(b);
    }
}

// Specks far apart: their faces are smaller than a rounding of the way between them.
static void check_specks(scree_random *r)
{
    double small = random_decade(r, -12, -6), far = random_decade(r, 6, 12);
    scree_shape *a = scree_box_create(s3(small, 2 * small, small), 0.0, NULL),
                *b = scree_capsule_create(small, small, 0.0, NULL);
    const scree_shape *shape[2] = { a, b };
    for (int k = 0; k < 4; ++k) {
        scree_quat q = random_below(r, 2) ? random_rotation(r) : (scree_quat){ 1, 0, 0, 0 };
        scree_body body_a = { shape[k % 2], { 0, 0, 0 }, { 1, 0, 0, 0 } };
        scree_body body_b = { shape[k / 2], random_below(r, 2) ? s3(far, 0, 0) : s3_scale(random_direction(r), far),
                              q };
        scree_contact c;
        CHECK(scree_query(&body_a, &body_b, NULL, &c) == SCREE_OK);
        double truth = length_of(body_b.position);
        CHECK_MSG(fabs(c.distance - truth) <= 6 * small + 8 * 0x1p-53 * truth, "specks: %.17g for %.17g", c.distance,
                  truth);
        CHECK(c.lower <= truth && c.upper >= truth - 6 * small && c.upper - c.lower <= 1e-13 * truth);
        scree_vec3 off = s3_sub(c.normal, s3_unit(body_b.position));
        CHECK_MSG(length_of(off) <= 6 * small / far + 1e-15, "specks: normal off by %.3g", length_of(off));
    }
    scree_shape_destroy(a);
    scree_shape_destroy(b);
}

// Pyramids of 100 sides, tip to tip, tip on face, tip in the body: more edges end there than any list holds.
static void check_tips(scree_random *r)
{
    enum { SIDES = 100 };
    scree_vec3 p[SIDES + 1];
    for (int i = 0; i < SIDES; ++i) {
        double angle = 6.283185307179586 * i / SIDES;
        p[i] = s3(cos(angle), sin(angle), 0);
    }
    p[SIDES] = s3(0, 0, 1);
    scree_shape *tip = scree_polyhedron_create(p, SIDES + 1, 0.0, NULL),
                *slab = scree_box_create(s3(3, 3, 0.5), 0.0, NULL);
    scree_query_options o = scree_query_defaults();
    o.scratch = scratch;
    o.scratch_size = SCRATCH;
    scree_quat over = quat_about(s3(1, 0, 0), 3.141592653589793), q = random_rotation(r);
    static const double gaps[4] = { 0.5, 1e-9, 0.0, -0.25 };
    for (int i = 0; i < 4; ++i) {
        scree_contact c;
        double up = 2 + gaps[i];
        scree_body a = { tip, { 0, 0, 0 }, q };
        scree_body b = { tip, quat_rotate(q, s3(0, 0, up)), quat_times(q, over) };
        CHECK(scree_query(&a, &b, &o, &c) == SCREE_OK);
        if (gaps[i] >= 0.0) CHECK_NEAR(c.distance, gaps[i], 1e-14);
        if (gaps[i] == 0.5) CHECK(c.feature_a == SCREE_FEATURE_VERTEX && c.feature_b == SCREE_FEATURE_VERTEX);
        b = (scree_body){ slab, quat_rotate(q, s3(0.25, 0, 1.5 + gaps[i])), q };
        CHECK(scree_query(&a, &b, &o, &c) == SCREE_OK);
        CHECK_NEAR(c.distance, gaps[i], 1e-14);
        // A box's corner beside the tip, seen along a ridge.
        b = (scree_body){ slab, quat_rotate(q, s3(3 + gaps[i], 3, 1.25)), q };
        CHECK(scree_query(&a, &b, &o, &c) == SCREE_OK);
        two_bodies d = { { .shape = tip }, { .shape = slab }, a, b };
        real best = two_bodies_distance_near(&d, c.normal, 50, false, r);
        CHECK_MSG(c.lower <= best + 1e-14L && c.upper >= best - 1e-14L, "tip and box: %.17g not in [%.17g, %.17g]",
                  (double)best, c.lower, c.upper);
    }
    scree_shape_destroy(tip);
    scree_shape_destroy(slab);
}

// The searches themselves, with every amount of scratch from none on: refused, or answered well. The public query asks
// for enough first, so that this cannot happen to a caller.
static void check_cramped(scree_random *r)
{
    scree_vec3 p[40];
    for (int i = 0; i < 40; ++i) p[i] = random_direction(r);
    form egg = { .kind = FORM_ELLIPSOID, .p = { 1, 2, 1 } }, ring = { .kind = FORM_DISC, .p = { 1, 0, 0 } };
    scree_support_def def = { .support = form_support, .user = &ring, .dimension = 2, .radius = 1 };
    const scree_vec3 square[4] = { { -1, -1, 0 }, { 1, -1, 0 }, { 1, 1, 0 }, { -1, 1, 0 } };
    scree_shape *shape[6] = { scree_box_create(s3(1, 1, 1), 0.0, NULL), scree_polyhedron_create(p, 40, 0.0, NULL),
                              scree_capsule_create(0.5, 1, 0.0, NULL),  form_shape(&egg, 0.0),
                              scree_polygon_create(square, 4, 0, NULL), scree_support_shape_create(&def, 0.0, NULL) };
    long refused = 0, answered = 0;
    for (int k = 0; k < 36; ++k) {
        const scree_shape *a = shape[k / 6], *b = shape[k % 6];
        if (scree_shape_dimension(a) != scree_shape_dimension(b)) continue;
        for (int i = 0; i < 4; ++i) {
            static const double apart[4] = { 0.5, 1.9, 2.0, 3.0 };
            scree_body body_a = scree_body_at(a, s3(0, 0, 0)), body_b = scree_body_at(b, s3(apart[i], 0, 0));
            scree_query_options o = scree_query_defaults();
            scree_contact full, c = { 0 };
            o.tolerance = 1e-12;
            o.scratch = scratch;
            o.scratch_size = SCRATCH;
            CHECK(scree_auto(&body_a, &body_b, &o, &full) == SCREE_OK);
            size_t enough = scree_auto_scratch(a, b);
            for (size_t bytes = 0; bytes < enough; bytes += enough / 24 + 1) {
                o.scratch_size = bytes;
                scree_status status = scree_auto(&body_a, &body_b, &o, &c);
                bool good = c.lower <= full.upper && c.upper >= full.lower;
                CHECK(status == SCREE_SCRATCH_TOO_SMALL || good);
                refused += status == SCREE_SCRATCH_TOO_SMALL;
                answered += status == SCREE_OK;
            }
        }
    }
    CHECK_MSG(refused > 100 && answered > 100, "%ld refused, %ld answered", refused, answered);
    for (int i = 0; i < 6; ++i) scree_shape_destroy(shape[i]);
}

int main(void)
{
    scree_random r = random_stream(10, 0, 0);
    check_cramped(&r);
    for (long i = 0, count = check_scaled(4000); i < count; ++i) check_random_sticks(&r);
    for (long i = 0, count = check_scaled(300); i < count; ++i) {
        check_scales(&r);
        check_specks(&r);
    }
    for (long i = 0, count = check_scaled(20); i < count; ++i) check_tips(&r);
    return check_done();
}
