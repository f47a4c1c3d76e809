// The methods that see a shape by its support function alone: round and rounded shapes against the oracle, and users'
// own shapes against the search of unit/smooth.h. Whatever a method finds, its interval is true.
#include "counted.h"
#include "oracle/methods.h"
#include "unit/smooth.h"

enum { SEED = 20200505, PAIRS = 900, SCRATCH = 1 << 20 };

#define ALWAYS 100, 100

// In per cent, of classes that mix bodies apart, touching and overlapping: exact, near, and the most that may meet the
// bound on steps. The shapes, made by scenes/, differ from compiler to compiler, hence the room.
static const methods_rate rates[] = {
    { "auto", { [3] = { ALWAYS } }, { [3] = { ALWAYS } }, 0 },
    // Those for polytopes see the cores of rounded ones; see methods_solid.c.
    { "cp", { [3] = { 70.09, 74.09 } }, { [3] = { 73.34, 77.34 } }, 0.7 },
    { "cp-revised", { [3] = { 78.43, 82.43 } }, { [3] = { 82.02, 86.02 } }, 2.1 },
    { "fcp", { [3] = { 69.96, 73.96 } }, { [3] = { 71.94, 75.94 } }, 0 },
    { "fcp-revised", { [3] = { 94.67, 98.67 } }, { [3] = { 95.19, 99.19 } }, 0 },
    { "slm", { [3] = { 80.41, 84.41 } }, { [3] = { 80.64, 84.64 } }, 0 },
    // The others see whole shapes, and end at the tolerance. Overlapping, plain GJK has the nearest face of a simplex.
    { "gjk-johnson", { [3] = { 42.74, 46.74 } }, { [3] = { 58, 62 } }, 0 },
    { "gjk-signed-volumes", { [3] = { 55.53, 59.53 } }, { [3] = { 59.38, 63.38 } }, 0 },
    { "gjk-td", { [3] = { 99.6, 100 } }, { [3] = { 99.6, 100 } }, 0.3 },
    // A smooth surface takes more faces than there is room for, where the overlap is deep.
    { "gjk-epa", { [3] = { 91.07, 95.07 } }, { [3] = { 91.39, 95.39 } }, 12.5 },
    { "sat", { [3] = { ALWAYS } }, { [3] = { ALWAYS } }, 0 },
};

static const char *const classes[] = {
    "discs",           "discs-any",     "disc-polygon",  "disc-concentric",   "polygon-tiny",
    "polygon-huge",    "polygon-apart", "spheres",       "spheres-any",       "sphere-solid",
    "sphere-in-solid", "capsules",      "capsules-any",  "capsules-parallel", "capsules-coincident",
    "capsule-solid",   "capsule-face",  "capsule-edge",  "capsule-in-solid",  "spheres-concentric",
    "rounded",         "rounded-any",   "rounded-faces", "rounded-edges",     "rounded-concentric",
    "round-ratio",     "round-tiny",    "round-huge",    "round-far",         "round-apart"
};

static const methods_study study = {
    .dimension = 3,
    .seed = SEED,
    .hard = PAIRS,
    .classes = classes,
    .class_count = sizeof classes / sizeof classes[0],
    .rates = rates,
    .rate_count = sizeof rates / sizeof rates[0],
};

static unsigned char scratch[SCRATCH];

static const char *const support_methods[] = { "gjk-johnson", "gjk-signed-volumes", "gjk-epa" };
enum { SUPPORT_METHODS = sizeof support_methods / sizeof support_methods[0] };

static const char *const names[FORM_KINDS] = { "ellipsoid", "cylinder", "cone", "box",  "disc",
                                               "point",     "segment",  "lens", "drop", "block" };

// The default tolerance, a coarse one, all that doubles can give, and then few steps.
static void check_methods(const two_bodies *d, bool flat, scree_random *r, const char *pair)
{
    double size = scree_pair_size(d->body_a.shape, d->body_b.shape);
    real truth = two_bodies_distance(d, 60, flat, r);
    for (int k = 0; k < SUPPORT_METHODS; ++k) {
        scree_query_options o = scree_query_defaults();
        o.scratch = scratch;
        o.scratch_size = SCRATCH;
        o.method = scree_method_find(support_methods[k]);
        if (!CHECK(o.method != NULL && o.method->serves(d->body_a.shape, d->body_b.shape))) continue;
        for (int mode = 0; mode < 4; ++mode) {
            scree_contact c = { 0 };
            double tolerance = mode == 1 ? size * random_decade(r, -9, -2) : mode == 2 ? 0.0 : 1e-12 * size;
            o.tolerance = tolerance;
            o.max_iterations = mode == 3 ? 1 + random_below(r, 6) : 0;
            char what[120];
            snprintf(what, sizeof what, "%s, %s, mode %d", support_methods[k], pair, mode);
            scree_status status = scree_query(&d->body_a, &d->body_b, &o, &c);
            CHECK_MSG(status == c.status, "%s: status %d and %d", what, status, c.status);
            if (mode == 2)
                check_interval(d, &c, truth, what);
            else
                check_answer(d, &c, truth, tolerance, flat, what);
        }
    }
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

// Apart, in reach, deep, and at one place.
static double some_distance(double size, int mode, scree_random *r)
{
    const double low[] = { 1.0, 0.3, 0.0, 0.0 }, high[] = { 3.0, 0.7, 0.3, 0.0 };
    return size * random_between(r, low[mode], high[mode]);
}

static void check_forms(form_kind i, form_kind j, int mode, scree_random *r)
{
    double round_a = random_below(r, 3) == 0 ? random_unit(r) : 0.0,
           round_b = random_below(r, 3) ? 0.0 : random_unit(r);
    form a = random_form(r, i, 100), b = random_form(r, j, 2);
    scree_shape *shape_a = form_shape(&a, round_a), *shape_b = form_shape(&b, round_b);
    if (CHECK(shape_a != NULL && shape_b != NULL)) {
        two_bodies d = { { &a, NULL, round_a }, { &b, NULL, round_b }, { .shape = shape_a }, { .shape = shape_b } };
        double distance = some_distance(scree_pair_size(shape_a, shape_b), mode, r);
        d.body_a.orientation = random_rotation(r);
        d.body_b.orientation = random_rotation(r);
        d.body_a.position = s3_scale(random_direction(r), 10 * random_unit(r));
        d.body_b.position = s3_add(d.body_a.position, s3_scale(random_direction(r), distance));
        char pair[80];
        snprintf(pair, sizeof pair, "%s and %s, place %d", names[i], names[j], mode);
        check_methods(&d, false, r, pair);
    }
    scree_shape_destroy(shape_a);
    scree_shape_destroy(shape_b);
}

// Ellipses: their forms have no height.
static scree_shape *ellipse_shape(const form *f)
{
    scree_support_def def = { .support = form_support, .user = f, .dimension = 2, .radius = form_radius(f) };
    return scree_support_shape_create(&def, 0.0, NULL);
}

static void check_ellipses(int mode, scree_random *r)
{
    form a = { .kind = FORM_ELLIPSOID, .p = { 1, random_decade(r, -2, 1), 0 } };
    form b = { .kind = FORM_ELLIPSOID, .p = { random_decade(r, -1, 1), 1, 0 } };
    scree_shape *shape_a = ellipse_shape(&a), *shape_b = ellipse_shape(&b);
    if (CHECK(shape_a != NULL && shape_b != NULL)) {
        two_bodies d = { { &a, NULL, 0 }, { &b, NULL, 0 }, { .shape = shape_a }, { .shape = shape_b } };
        double distance = some_distance(scree_pair_size(shape_a, shape_b), mode, r), angle = random_between(r, 0, 6);
        d.body_a.orientation = scree_quat_about_z(random_between(r, 0, 6));
        d.body_b.orientation = scree_quat_about_z(random_between(r, 0, 6));
        d.body_b.position = s3(distance * cos(angle), distance * sin(angle), 0);
        check_methods(&d, true, r, "two ellipses");
    }
    scree_shape_destroy(shape_a);
    scree_shape_destroy(shape_b);
}

// Balls by callback and as spheres: what is between their centres, less the radii, in 113 bits.
static void check_balls(scree_random *r)
{
    double radius_a = random_decade(r, -3, 0), radius_b = random_decade(r, -3, 0), sum = radius_a + radius_b;
    form a = { .kind = FORM_ELLIPSOID, .p = { radius_a, radius_a, radius_a } };
    scree_shape *shape_a = random_below(r, 2) ? form_shape(&a, 0.0) : scree_sphere_create(radius_a, 0.0, NULL);
    scree_shape *shape_b = scree_sphere_create(radius_b, 0.0, NULL);
    double between = sum * (1 + random_sign(r) * random_decade(r, -15, -0.1));
    scree_body body_a = { shape_a, s3_scale(random_direction(r), 5), random_rotation(r) };
    scree_body body_b = { shape_b, s3_add(body_a.position, s3_scale(random_direction(r), between)), { 1, 0, 0, 0 } };
    quad exact = q3_norm(q3_sub(q3_from(body_b.position), q3_from(body_a.position))) - (quad)radius_a - (quad)radius_b;
    quad blur = (quad)(16 * DOUBLE_UNIT * sum); // of the callback
    oracle_answer truth = { .distance = exact, .lower = exact - blur, .upper = exact + blur };
    for (int k = 0; k < SUPPORT_METHODS; ++k) {
        scree_query_options o = scree_query_defaults();
        o.scratch = scratch;
        o.scratch_size = SCRATCH;
        o.method = scree_method_find(support_methods[k]);
        methods_question q = { o.method, &body_a, &body_b, 1e-12 * scree_pair_size(shape_a, shape_b),
                               &truth,   NULL,    &counted };
        scree_contact c = { 0 };
        scree_status status = query_counted(&body_a, &body_b, &o, &c);
        methods_verdict v = scree_methods_judge(&q, status, &c);
        CHECK_MSG(v.fault == NULL, "%s, balls of %.17g and %.17g, %.17g apart: %s: %.17g, allowed %.17g",
                  support_methods[k], radius_a, radius_b, between, v.fault, v.value, v.bound);
        if (exact > 0) {
            CHECK_MSG(v.error <= METHODS_EXACT, "%s, balls of %.17g and %.17g, %.17g apart: error %.3g",
                      support_methods[k], radius_a, radius_b, between, v.error);
        }
    }
    scree_shape_destroy(shape_a);
    scree_shape_destroy(shape_b);
}

int main(void)
{
    long done = 0, wrong = scree_methods_drive(&study, check_scale(), &done);
    CHECK_MSG(wrong == 0, "%ld faults and rates out of their bands, over %ld round pairs", wrong, done);
    scree_random r = random_stream(SEED, 1, 1);
    for (long n = 0, count = check_scaled(2000); n < count; ++n) check_balls(&r);
    for (long n = 0, count = check_scaled(200); n < count; ++n) check_ellipses((int)(n % 4), &r);
    for (long n = 0, count = check_scaled(4 * FORM_KINDS * FORM_KINDS); n < count; ++n) {
        long k = n / 4;
        check_forms((form_kind)(k % FORM_KINDS), (form_kind)(k / FORM_KINDS), (int)(n % 4), &r);
    }
    return check_done();
}
