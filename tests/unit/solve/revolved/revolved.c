// Cylinders, cones and tapered capsules: closed forms where there are any, and a search in long double for all others.
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

typedef enum revolved_kind { CYLINDER, CONE, TAPERED, REVOLVED_KINDS } revolved_kind;

enum { SPHERE = REVOLVED_KINDS, CAPSULE, BOX, HULL, KINDS };

static const char *const names[KINDS] = { "cylinder", "cone", "tapered capsule", "sphere", "capsule", "box", "hull" };

// One of the kinds, and its form for the reference; lengths within a factor of `ratio`.
static scree_shape *make(int kind, double ratio, scree_random *r, form *f, solid *s)
{
    double radius = pow(ratio, random_unit(r)) * random_between(r, 0.3, 1), half = random_between(r, 0.3, 1);
    double other = radius * random_between(r, 0.1, 1);
    scree_vec3 p[20];
    scree_shape *shape = NULL;
    *f = (form){ .kind = FORM_CYLINDER, .p = { radius, 0, half } };
    *s = (solid){ .form = f };
    switch (kind) {
    case CYLINDER:
        return scree_cylinder_create(radius, half, 0.0, NULL);
    case CONE:
        f->kind = FORM_CONE;
        return scree_cone_create(radius, half, 0.0, NULL);
    case TAPERED:
        half += radius; // neither ball holds the other
        *f = (form){ FORM_DROP, { radius - other, 0, 2 * half }, { 0, 0, -half } };
        s->radius = other;
        return scree_tapered_capsule_create(radius, other, half, 0.0, NULL);
    case SPHERE:
    case CAPSULE:
        *f = (form){ .kind = kind == SPHERE ? FORM_POINT : FORM_SEGMENT, .p = { 0, 0, half } };
        s->radius = radius;
        return kind == SPHERE ? scree_sphere_create(radius, 0.0, NULL) : scree_capsule_create(radius, half, 0.0, NULL);
    case BOX:
        shape = scree_box_create(s3(radius, half, 0.7), 0.0, NULL);
        break;
    default:
        for (int i = 0; i < 20; ++i) p[i] = s3_scale(random_direction(r), radius);
        shape = scree_polyhedron_create(p, 20, 0.0, NULL);
        break;
    }
    *s = (solid){ .shape = shape };
    return shape;
}

static long converged, asked;

// Any two kinds, in random orientations: apart, in reach, deep; then moved along the normal to a small gap or overlap.
static void check_pair(int i, int j, double ratio, scree_random *r)
{
    static const double gaps[] = { 1e-3, 1e-9, 1e-13, 0.0, -1e-13, -1e-9, -1e-5 };
    form a, b;
    two_bodies d;
    scree_shape *shape_a = make(i, ratio, r, &a, &d.a), *shape_b = make(j, ratio, r, &b, &d.b);
    double size = scree_pair_size(shape_a, shape_b), reach = size * random_between(r, 0.05, 1.5);
    d.body_a = (scree_body){ shape_a, s3_scale(random_direction(r), 3), random_rotation(r) };
    d.body_b =
        (scree_body){ shape_b, s3_add(d.body_a.position, s3_scale(random_direction(r), reach)), random_rotation(r) };
    char what[80];
    snprintf(what, sizeof what, "%s and %s", names[i], names[j]);
    scree_query_options o = with_scratch();
    scree_contact c;
    for (int k = 0; k < 2; ++k) {
        scree_query(&d.body_a, &d.body_b, &o, &c);
        real truth = two_bodies_distance_near(&d, c.normal, 40, false, r);
        check_answer(&d, &c, truth, 1e-12 * size, false, what);
        ++asked;
        converged += c.status == SCREE_OK;
        double gap = gaps[random_below(r, (int)(sizeof gaps / sizeof *gaps))] * size;
        d.body_b.position = s3_add(d.body_b.position, s3_scale(c.normal, gap - c.distance));
    }
    scree_shape_destroy(shape_a);
    scree_shape_destroy(shape_b);
}

// Both bodies of a pair rotated alike and moved together; the distance is known.
static void check_known(scree_shape *a, scree_shape *b, scree_vec3 at, scree_quat rotation_b, double distance,
                        const char *what, scree_random *r)
{
    scree_quat q = random_rotation(r);
    scree_body body_a = { a, s3_scale(random_direction(r), 2), q };
    scree_body body_b = { b, s3_add(body_a.position, quat_rotate(q, at)), quat_times(q, rotation_b) };
    double size = scree_pair_size(a, b), blur = 64 * 0x1p-53 * (size + fabs(distance) + 2);
    scree_query_options o = with_scratch();
    scree_contact c;
    scree_status status = scree_query(&body_a, &body_b, &o, &c);
    CHECK_MSG(status == SCREE_OK, "%s: %s at %.17g, [%.17g, %.17g]", what, scree_status_name(status), distance, c.lower,
              c.upper);
    CHECK_MSG(c.lower <= distance + blur && c.upper >= distance - blur, "%s: %.17g not in [%.17g, %.17g]", what,
              distance, c.lower, c.upper);
    CHECK_MSG(fabs(c.distance - distance) <= 1e-12 * size + blur, "%s: %.17g, not %.17g", what, c.distance, distance);
}

static const scree_quat upright = { 1, 0, 0, 0 };
static const double gaps[] = { 0.0, 1e-15, 1e-12, 1e-9, 1e-3, 1.0, -1e-15, -1e-12, -1e-9, -1e-3 };
enum { GAPS = sizeof gaps / sizeof *gaps };

// Cylinders whose axes are parallel: side by side, one on the other, one beside and above the other, in one place.
static void check_parallel(scree_random *r)
{
    double p = random_between(r, 0.3, 1), q = random_between(r, 0.3, 1), k = random_between(r, 0.3, 1), l = 1.25;
    scree_shape *a = scree_cylinder_create(p, k, 0.0, NULL), *b = scree_cylinder_create(q, l, 0.0, NULL);
    for (int i = 0; i < GAPS; ++i) {
        double g = gaps[i], side = random_unit(r);
        double along = k + l + g > 0.0 ? (k + l) * side * 0.9 : 0.0;
        check_known(a, b, s3((p + q + g) * 0.6, (p + q + g) * 0.8, along), upright, g, "side by side", r);
        check_known(a, b, s3((p + q) * side * 0.9, 0, k + l + g), upright, g, "stacked", r);
        if (g > 0.0) check_known(a, b, s3(p + q + 0.6 * g, 0, -k - l - 0.8 * g), upright, g, "rim to rim", r);
    }
    check_known(a, b, s3(0, 0, 0), upright, -fmin(p + q, k + l), "concentric", r);
    scree_shape_destroy(a);
    scree_shape_destroy(b);
}

// The same twice, in one place: the width of the shape.
static void check_twice(scree_random *r)
{
    scree_shape *cylinder = scree_cylinder_create(1, 2, 0, NULL), *cone = scree_cone_create(1, 1, 0, NULL);
    scree_shape *tapered = scree_tapered_capsule_create(1, 2, 3, 0, NULL);
    check_known(cylinder, cylinder, s3(0, 0, 0), upright, -2, "a cylinder in itself", r);
    check_known(cone, cone, s3(0, 0, 0), upright, -4 / sqrt(5), "a cone in itself", r);
    check_known(tapered, tapered, s3(0, 0, 0), upright, -4, "a tapered capsule in itself", r);
    scree_shape_destroy(cylinder);
    scree_shape_destroy(cone);
    scree_shape_destroy(tapered);
}

// On a face of a box: standing on a disc, which may stick out over the edge; lying on its side.
static void check_on_box(scree_random *r)
{
    const scree_quat lying = quat_about(s3(1, 0, 0), 1.5707963267948966);
    double radius = random_between(r, 0.2, 2), half = random_between(r, 0.2, 2);
    scree_shape *box = scree_box_create(s3(1, 1.5, 0.5), 0, NULL),
                *cylinder = scree_cylinder_create(radius, half, 0, NULL);
    for (int i = 0; i < GAPS; ++i) {
        double x = random_between(r, -1, 1), y = random_between(r, -1, 1);
        check_known(box, cylinder, s3(x, y, 0.5 + half + gaps[i]), upright, gaps[i], "standing", r);
        // A quarter turn is a rounding off.
        if (fabs(gaps[i]) >= 1e-12 || gaps[i] == 0.0)
            check_known(box, cylinder, s3(0.9 * x, y, 0.5 + radius + gaps[i]), lying, gaps[i], "lying", r);
    }
    scree_shape_destroy(box);
    scree_shape_destroy(cylinder);
}

// Face, disc, flank and edge against each other with room around the contact: proven from these features alone, cold and
// warm, and the same by the reference. B is rotated by `rotation`, tilted, and dropped on A.
static void check_sides(scree_shape *a, scree_shape *b, const two_bodies *forms, scree_quat rotation, const char *what,
                        scree_random *r)
{
    static const double tilts[] = { 0.0, 1e-12, 1e-9, 1e-6, 1e-3, 0.1 };
    const double tilt = tilts[random_below(r, (int)(sizeof tilts / sizeof *tilts))], size = scree_pair_size(a, b);
    const scree_quat lean = quat_about(random_direction(r), tilt);
    two_bodies d = *forms;
    d.body_a = (scree_body){ a, s3_scale(random_direction(r), 2), random_rotation(r) };
    d.body_b = (scree_body){ b, s3(0, 0, 0), quat_times(d.body_a.orientation, quat_times(lean, rotation)) };
    const scree_vec3 over = s3(random_between(r, -0.1, 0.1), random_between(r, -0.1, 0.1), 3);
    d.body_b.position = s3_add(d.body_a.position, quat_rotate(d.body_a.orientation, over));
    scree_query_options o = with_scratch();
    scree_contact c = { .distance = 0.0 }, warm;
    const double gap = gaps[random_below(r, GAPS)];
    for (int i = 0; i < 4; ++i) {
        scree_query(&d.body_a, &d.body_b, &o, &c);
        d.body_b.position = s3_add(d.body_b.position, s3_scale(c.normal, gap - c.distance));
    }
    scree_cache cache = { .filled = false };
    scree_query(&d.body_a, &d.body_b, &o, &c);
    o.cache = &cache;
    for (int i = 0; i < 2; ++i) scree_query(&d.body_a, &d.body_b, &o, &warm);
    const real truth = two_bodies_distance_near(&d, c.normal, 40, false, r);
    check_answer(&d, &c, truth, 1e-12 * size, false, what);
    check_answer(&d, &warm, truth, 1e-12 * size, false, what);
    // Next to touching, the first body that is asked may be a rounding off.
    if (gap <= -1e-9) CHECK_MSG(c.iterations == 1, "%s, tilt %g, gap %g: %d steps", what, tilt, gap, c.iterations);
}

static void check_at_rest(scree_random *r)
{
    const scree_quat across = quat_about(s3(1, 0, 0), 1.5707963267948966);
    form cylinder = { .kind = FORM_CYLINDER, .p = { 0.4, 0, 0.7 } }, cone = { .kind = FORM_CONE, .p = { 0.4, 0, 0.7 } };
    scree_shape *box = scree_box_create(s3(1.2, 1.3, 0.5), 0, NULL),
                *small = scree_box_create(s3(0.1, 0.12, 0.3), 0, NULL);
    scree_shape *c = scree_cylinder_create(0.4, 0.7, 0, NULL), *k = scree_cone_create(0.4, 0.7, 0, NULL);
    const solid with_c = { .form = &cylinder }, with_k = { .form = &cone }, with_box = { .shape = box };
    const solid with_small = { .shape = small };
    check_sides(box, c, &(two_bodies){ .a = with_box, .b = with_c }, upright, "cylinder on its end", r);
    check_sides(box, c, &(two_bodies){ .a = with_box, .b = with_c }, across, "cylinder on its side", r);
    check_sides(box, k, &(two_bodies){ .a = with_box, .b = with_k }, upright, "cone on its base", r);
    check_sides(box, k, &(two_bodies){ .a = with_box, .b = with_k }, random_rotation(r), "cone on a face", r);
    check_sides(c, small, &(two_bodies){ .a = with_c, .b = with_small }, random_rotation(r), "box on a disc", r);
    check_sides(c, k, &(two_bodies){ .a = with_c, .b = with_k }, quat_about(s3(1, 0, 0), 3.141592653589793),
                "cone on its tip", r);
    scree_shape_destroy(box);
    scree_shape_destroy(small);
    scree_shape_destroy(c);
    scree_shape_destroy(k);
}

// Tip on tip, of which one is all but flat: the slope of its flank has to be known to the last digit.
static void check_flat_cone(void)
{
    const double gap = -3.4471871694492145e-13; // along a normal that another search found
    scree_shape *a = scree_cone_create(0.4, 1, 0, NULL), *b = scree_cone_create(0.9, 1e-5, 0, NULL);
    const scree_body body_a = scree_body_at(a, s3(0, 0, 0));
    const scree_body body_b = { b, s3(0, 0, 1.00001), { 0, 0, 0.7, -0.0001 } };
    scree_query_options o = with_scratch();
    scree_contact c;
    scree_query(&body_a, &body_b, &o, &c);
    CHECK_MSG(c.upper >= gap - 1e-15, "%.17g below %.17g", c.upper, gap);
    scree_shape_destroy(a);
    scree_shape_destroy(b);
}

// Two cylinders that lie across each other, one on an edge of a box, and two nearly along each other.
static void check_flanks(scree_random *r)
{
    const double angle = random_between(r, 0.8, 2.3), gap = gaps[random_below(r, GAPS)],
                 lean = random_between(r, 0.3, 1.2);
    const scree_quat lying = quat_about(s3(1, 0, 0), 1.5707963267948966), rotated = scree_quat_about_z(angle);
    scree_shape *a = scree_cylinder_create(0.4, 0.9, 0, NULL), *b = scree_cylinder_create(0.3, 0.8, 0, NULL);
    scree_shape *box = scree_box_create(s3(0.5, 0.9, 0.4), 0, NULL);
    // Rotated before both are: about x, A lies along y.
    scree_body body_a = { a, s3(0, 0, 0), lying };
    scree_body body_b = { b, s3(random_between(r, -0.2, 0.2), random_between(r, -0.2, 0.2), 0.7 + gap),
                          quat_times(rotated, lying) };
    scree_query_options o = with_scratch();
    scree_contact c;
    scree_query(&body_a, &body_b, &o, &c);
    CHECK_MSG(fabs(c.distance - gap) <= 1e-14 && c.lower <= gap + 1e-15 && c.upper >= gap - 1e-15 && c.iterations == 1,
              "crossed: %.17g for %.17g, %d steps", c.distance, gap, c.iterations);
    // Over the edge of the box along y, at an angle to both its faces, across it or along it.
    const scree_vec3 out = s3(sin(lean), 0, cos(lean));
    body_a = scree_body_at(box, s3(0, 0, 0));
    body_b.position = s3_add(s3(0.5, 0.1, 0.4), s3_scale(out, 0.3 + gap));
    body_b.orientation = quat_times(quat_about(out, 0.5), quat_times(quat_about(s3(0, 1, 0), lean), lying));
    scree_query(&body_a, &body_b, &o, &c);
    CHECK_MSG(fabs(c.distance - gap) <= 1e-14 && c.lower <= gap + 1e-15 && c.upper >= gap - 1e-15 && c.iterations == 1,
              "on an edge: %.17g for %.17g, %d steps", c.distance, gap, c.iterations);
    scree_shape_destroy(a);
    scree_shape_destroy(b);
    scree_shape_destroy(box);
}

// Balls against each, where the nearest feature is known.
static void check_balls(scree_random *r)
{
    double radius = random_between(r, 0.1, 1), half = random_between(r, 0.5, 1), ball = random_between(r, 0.1, 1);
    scree_shape *cylinder = scree_cylinder_create(radius, half, 0, NULL), *sphere = scree_sphere_create(ball, 0, NULL);
    scree_shape *tapered = scree_tapered_capsule_create(1, 0.25, 2, 0, NULL);
    const double sine = 0.75 / 4, cosine = sqrt(1 - sine * sine);
    for (int i = 0; i < GAPS; ++i) {
        double g = gaps[i], t = random_between(r, -0.9, 0.9);
        check_known(cylinder, sphere, s3(0, radius + ball + g, t * half), upright, g, "ball at the side", r);
        check_known(cylinder, sphere, s3(t * radius, 0, -half - ball - g), upright, g, "ball at a disc", r);
        check_known(cylinder, sphere, s3(0, radius + (ball + g) * 0.6, half + (ball + g) * 0.8), upright, g,
                    "ball at the rim", r);
        // From a point of the axis where the hull's ball has this radius, along the flank's normal.
        double z = 1.5 * t, here = 1 - 0.75 * (z + 2) / 4;
        scree_vec3 n = s3(cosine, 0, sine);
        check_known(tapered, sphere, s3_add(s3(0, 0, z), s3_scale(n, here + ball + g)), upright, g, "ball at the flank",
                    r);
        check_known(tapered, sphere, s3(0, 0, 2.25 + ball + g), upright, g, "ball at the tip", r);
    }
    double z = 0.9 * half, inside = 0.3 * radius;
    check_known(cylinder, sphere, s3(inside, 0, z), upright, fmax(inside - radius, z - half) - ball, "ball inside", r);
    scree_shape_destroy(cylinder);
    scree_shape_destroy(sphere);
    scree_shape_destroy(tapered);
}

// Deep in each other, and a flat face is a normal that is good around, but not the best: a surface that was begun for
// its depth proves nothing. The distance is that of the reference in 113 bits (tests/oracle).
static void check_face_not_best(void)
{
    const double distance = -0.51050266980123005;
    scree_shape *a = scree_cone_create(1, 0.23891555374584811, 0.0, NULL);
    scree_shape *b = scree_cylinder_create(1, 0.1243231236497556, 0.0, NULL);
    const scree_body body_a = {
        a, s3(0, 0, 0), { -0.39997331990063217, 0.65151653304830603, -0.2528367896564922, 0.59297648210412246 }
    };
    const scree_body body_b = { b,
                                s3(0.00028966292801083093, -0.022944030365796658, -0.010495707266756815),
                                { -0.18200527466319605, 0.51795926980641083, 0.31982984495809774,
                                  0.77220537753272833 } };
    scree_query_options o = with_scratch();
    for (int i = 0; i < 2; ++i) {
        scree_contact c;
        if (i == 1) o.tolerance = 0.0;
        CHECK(scree_query(&body_a, &body_b, &o, &c) == SCREE_OK);
        CHECK_MSG(c.lower <= distance && c.upper >= distance, "%.17g not in [%.17g, %.17g]", distance, c.lower,
                  c.upper);
    }
    scree_shape_destroy(a);
    scree_shape_destroy(b);
}

// A drop many times smaller than how far it is from the other body's middle: which end of it a point belongs to is
// not lost in the rounding of the large one. The reference's distance, and a normal that fits the points.
static void check_far_drop(void)
{
    const double distance = 0.00039635539369107869;
    scree_shape *a = scree_cylinder_create(0.04557873626812365, 1, 0.0, NULL);
    scree_shape *b =
        scree_tapered_capsule_create(0.00036860960032761915, 0.00063468934070124632, 0.00033943730135606569, 0.0, NULL);
    const scree_body body_a = {
        a, s3(0, 0, 0), { -0.10705298781522658, 0.097738945864592044, 0.72917890191621293, 0.66879360438133473 }
    };
    const scree_body body_b = { b,
                                s3(-0.0052335100469912627, -0.99500369370496311, 0.11687844859322601),
                                { -0.53482849293972767, 0.023391393233256147, 0.1710045887045698,
                                  0.82714494286334561 } };
    scree_query_options o = with_scratch();
    o.tolerance = 0.0;
    scree_contact c;
    CHECK(scree_query(&body_a, &body_b, &o, &c) == SCREE_OK);
    CHECK(c.lower <= distance && c.upper >= distance);
    // Its normal as the reference has it, to the digits that were kept.
    CHECK(length_of(s3_sub(c.normal, s3(-0.439110382, -0.690029516, 0.57536192))) <= 2e-9);
    scree_shape_destroy(a);
    scree_shape_destroy(b);
}

int main(void)
{
    scree_random r = random_stream(31, 0, 0);
    check_twice(&r);
    check_face_not_best();
    check_far_drop();
    check_flat_cone();
    for (long i = 0, count = check_scaled(300); i < count; ++i) {
        check_parallel(&r);
        check_on_box(&r);
        check_balls(&r);
        check_flanks(&r);
    }
    for (long i = 0, count = check_scaled(60); i < count; ++i) check_at_rest(&r);
    for (long n = 0, count = check_scaled(6); n < count; ++n)
        for (int i = 0; i < REVOLVED_KINDS; ++i)
            for (int j = 0; j < KINDS; ++j) check_pair(i, j, n % 3 == 2 ? 300 : 1, &r);
    printf("%ld of %ld pairs converged\n", converged, asked);
    CHECK_MSG((double)converged >= 0.98 * (double)asked - 1, "%ld of %ld pairs converged", converged, asked);
    return check_done();
}
