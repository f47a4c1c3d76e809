// The public query: every refusal, every default, scratch, the cache, and the two short questions.
#include "scree/query.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "scree/method.h"

enum { SCRATCH = 1 << 18 };

static unsigned char scratch[SCRATCH + 64];

static scree_vec3 at(double x, double y, double z)
{
    scree_vec3 v = { x, y, z };
    return v;
}

typedef struct cast {
    scree_shape *cube, *ball, *floor, *square, *disc;
} cast;

static cast make_cast(void)
{
    const scree_vec3 corner[4] = { { -1, -1, 0 }, { 1, -1, 0 }, { 1, 1, 0 }, { -1, 1, 0 } };
    cast s = { scree_box_create(at(1, 1, 1), 0, NULL), scree_sphere_create(1, 0, NULL),
               scree_half_space_create(at(0, 0, 1), 0, 0, NULL), scree_polygon_create(corner, 4, 0, NULL),
               scree_disc_create(1, 0, NULL) };
    CHECK(s.cube != NULL && s.ball != NULL && s.floor != NULL && s.square != NULL && s.disc != NULL);
    return s;
}

static bool is_blank(const scree_contact *c, scree_status status)
{
    scree_contact blank = { .status = status };
    return memcmp(&blank.distance, &c->distance, sizeof c->distance) == 0 && c->lower == 0.0 && c->upper == 0.0 &&
           c->normal.x == 0.0 && c->normal.y == 0.0 && c->normal.z == 0.0 && c->point_a.x == 0.0 &&
           c->point_b.x == 0.0 && c->point.x == 0.0 && c->iterations == 0 && c->status == status;
}

// All three questions refuse alike, and leave nothing behind that looks like an answer.
static void check_refused(const scree_body *a, const scree_body *b, const scree_query_options *o, scree_status status)
{
    scree_contact c;
    memset(&c, 0x55, sizeof c);
    bool yes = true;
    CHECK_MSG(scree_query(a, b, o, &c) == status, "%s expected", scree_status_name(status));
    CHECK_MSG(is_blank(&c, status), "fields left after %s", scree_status_name(status));
    CHECK(scree_overlap(a, b, o, &yes) == status && !yes);
    yes = true;
    CHECK(scree_closer_than(a, b, 1.0, o, &yes) == status && !yes);
}

static bool serves_none(const scree_shape *a, const scree_shape *b)
{
    (void)a;
    (void)b;
    return false;
}

static bool serves_all(const scree_shape *a, const scree_shape *b)
{
    (void)a;
    (void)b;
    return true;
}

static scree_status give_up(const scree_body *a, const scree_body *b, const scree_query_options *options,
                            scree_contact *out)
{
    (void)a;
    (void)b;
    CHECK(options->tolerance >= 0.0 && options->scratch != NULL); // defaults are put in before
    out->distance = 42.0;
    out->normal.x = 1.0;
    return SCREE_NO_MEMORY;
}

static scree_status guess(const scree_body *a, const scree_body *b, const scree_query_options *options,
                          scree_contact *out)
{
    (void)a;
    (void)b;
    (void)options;
    out->normal.y = 1.0;
    out->status = SCREE_NO_CONVERGENCE;
    return SCREE_NO_CONVERGENCE;
}

// Places beyond 1e60 are refused, however near the two are to each other.
static void check_far_places(const cast *s)
{
    scree_shape *round[] = { scree_ellipsoid_create(at(1, 2, 3), 0, NULL),
                             scree_superquadric_create(at(1, 2, 3), 4, 4, 0, NULL),
                             scree_superquadric_create(at(1, 2, 3), 4, 3, 0, NULL), scree_sphere_create(1, 0, NULL) };
    const int kinds = sizeof round / sizeof *round;
    for (int i = 0; i < kinds; ++i)
        for (int k = 0; CHECK(round[i] != NULL) && k <= kinds; ++k) {
            const scree_body a = scree_body_at(round[i], at(0, 0, 1e61));
            const scree_body b = scree_body_at(k < kinds ? round[k] : s->cube, at(9, 0, 1e61));
            check_refused(&a, &b, NULL, SCREE_INVALID_POSE);
            check_refused(&b, &a, NULL, SCREE_INVALID_POSE);
        }
    for (int i = 0; i < kinds; ++i) scree_shape_destroy(round[i]);
}

static void check_refusals(const cast *s)
{
    scree_body a = scree_body_at(s->cube, at(0, 0, 0)), b = scree_body_at(s->cube, at(3, 0, 0)), bad = b;
    scree_body empty = { 0 };
    scree_contact c;
    bool yes;
    check_refused(NULL, &b, NULL, SCREE_INVALID_ARGUMENT);
    check_refused(&a, NULL, NULL, SCREE_INVALID_ARGUMENT);
    check_refused(&empty, &b, NULL, SCREE_INVALID_ARGUMENT);
    check_refused(&a, &empty, NULL, SCREE_INVALID_ARGUMENT);
    CHECK(scree_query(&a, &b, NULL, NULL) == SCREE_INVALID_ARGUMENT);
    CHECK(scree_overlap(&a, &b, NULL, NULL) == SCREE_INVALID_ARGUMENT);
    CHECK(scree_closer_than(&a, &b, NAN, NULL, &yes) == SCREE_INVALID_ARGUMENT);
    CHECK(scree_closer_than(&a, &b, INFINITY, NULL, &yes) == SCREE_INVALID_ARGUMENT);
    for (int i = 0; i < 7; ++i) {
        for (int k = 0; k < 3; ++k) {
            static const double wrong[3] = { NAN, INFINITY, -INFINITY };
            bad = b;
            double *field[7] = { &bad.position.x,    &bad.position.y,    &bad.position.z,   &bad.orientation.w,
                                 &bad.orientation.x, &bad.orientation.y, &bad.orientation.z };
            *field[i] = wrong[k];
            check_refused(&a, &bad, NULL, SCREE_INVALID_POSE);
            check_refused(&bad, &a, NULL, SCREE_INVALID_POSE);
        }
    }
    bad = b;
    bad.orientation = (scree_quat){ 0, 0, 0, 0 };
    check_refused(&a, &bad, NULL, SCREE_INVALID_POSE);
    bad = b;
    bad.position.y = 1e101;
    check_refused(&bad, &a, NULL, SCREE_INVALID_POSE);
    check_far_places(s);
    scree_body flat = scree_body_at(s->square, at(0, 0, 0));
    check_refused(&a, &flat, NULL, SCREE_MIXED_DIMENSIONS);
    check_refused(&flat, &a, NULL, SCREE_MIXED_DIMENSIONS);
    scree_query_options o = scree_query_defaults();
    o.tolerance = NAN;
    check_refused(&a, &b, &o, SCREE_INVALID_ARGUMENT);
    o = scree_query_defaults();
    o.max_iterations = -1;
    check_refused(&a, &b, &o, SCREE_INVALID_ARGUMENT);
    scree_method method = { .name = "none", .serves = serves_none, .answer = give_up };
    o = scree_query_defaults();
    o.method = &method;
    check_refused(&a, &b, &o, SCREE_UNSUPPORTED_PAIR);
    // A method that fails leaves no fields either; one that does not converge leaves what it knows.
    method.serves = serves_all;
    scree_cache cache = { 0 };
    o.cache = &cache;
    CHECK(scree_query(&a, &b, &o, &c) == SCREE_NO_MEMORY && is_blank(&c, SCREE_NO_MEMORY) && cache.filled == 0);
    method.answer = guess;
    CHECK(scree_query(&a, &b, &o, &c) == SCREE_NO_CONVERGENCE && c.normal.y == 1.0 && cache.filled == 1);
}

// In the plane a pose stays in the plane.
static void check_planar_poses(const cast *s)
{
    scree_body a = scree_body_at(s->square, at(0, 0, 0)), b = scree_body_at(s->disc, at(3, 0, 0)), bad = b;
    scree_contact c;
    CHECK(scree_query(&a, &b, NULL, &c) == SCREE_OK && c.distance == 1.0);
    bad.position.z = 1e-9;
    check_refused(&a, &bad, NULL, SCREE_INVALID_POSE);
    bad = b;
    bad.orientation.x = 1e-9;
    check_refused(&bad, &a, NULL, SCREE_INVALID_POSE);
    bad = b;
    bad.orientation.y = 1e-9;
    check_refused(&bad, &a, NULL, SCREE_INVALID_POSE);
}

static scree_vec3 lost_support(const void *user, scree_vec3 direction)
{
    const double *value = user;
    return at(direction.x, *value, 0);
}

// A support function that returns NaN: an error, never an answer, and never an endless search.
static void check_lost(const cast *s)
{
    static const double values[3] = { NAN, INFINITY, -INFINITY };
    scree_query_options o = scree_query_defaults();
    o.scratch = scratch;
    o.scratch_size = SCRATCH;
    for (int i = 0; i < 6; ++i) {
        scree_support_def def = {
            .support = lost_support, .user = &values[i / 2], .dimension = 3 - i % 2, .radius = 1
        };
        scree_shape *shape = scree_support_shape_create(&def, 0, NULL);
        scree_body a = scree_body_at(shape, at(0, 0, 0)), b = scree_body_at(i % 2 ? s->square : s->cube, at(0.5, 0, 0));
        scree_contact c;
        if (!CHECK(shape != NULL)) continue;
        CHECK_MSG(scree_query(&a, &b, &o, &c) == SCREE_INVALID_ARGUMENT, "support of %g in %d-D: %s", values[i / 2],
                  3 - i % 2, scree_status_name(c.status));
        CHECK(is_blank(&c, SCREE_INVALID_ARGUMENT));
        bool yes = true;
        CHECK(scree_overlap(&a, &b, &o, &yes) == SCREE_INVALID_ARGUMENT && !yes);
        scree_shape_destroy(shape);
    }
}

static void check_scratch(const cast *s)
{
    scree_body a = scree_body_at(s->cube, at(0, 0, 0)), b = scree_body_at(s->cube, at(1.5, 0.25, 0));
    size_t enough = scree_method_scratch(NULL, s->cube, s->cube);
    CHECK(enough > 0 && enough <= SCRATCH);
    scree_query_options o = scree_query_defaults();
    o.scratch = scratch;
    o.scratch_size = enough - 1;
    check_refused(&a, &b, &o, SCREE_SCRATCH_TOO_SMALL);
    o.scratch_size = 0;
    check_refused(&a, &b, &o, SCREE_SCRATCH_TOO_SMALL);
    // Of any alignment, and the answer is the same.
    scree_contact first, c;
    CHECK(scree_query(&a, &b, NULL, &first) == SCREE_OK && first.distance == -0.5);
    for (int shift = 0; shift < 64; shift += 3) {
        o.scratch = scratch + shift;
        o.scratch_size = enough;
        CHECK(scree_query(&a, &b, &o, &c) == SCREE_OK && memcmp(&first.point, &c.point, sizeof c.point) == 0);
    }
}

// The least scratch that will do is what scree_method_scratch() says, for hulls of any size and for a ball: one byte
// less is refused, although most of their searches take none.
static void check_least_scratch(const scree_shape *s, const scree_shape *t)
{
    const scree_body a = scree_body_at(s, at(0, 0, 0)), b = scree_body_at(t, at(1.5, 0.25, 0.125));
    const size_t enough = scree_method_scratch(NULL, s, t);
    if (!CHECK(enough > 0 && enough <= SCRATCH)) return;
    scree_query_options o = scree_query_defaults();
    scree_contact first = { .distance = 1.0 }, c = { .distance = -1.0 };
    o.scratch = scratch;
    o.scratch_size = enough - 1;
    check_refused(&a, &b, &o, SCREE_SCRATCH_TOO_SMALL);
    o.scratch_size = enough;
    CHECK(scree_query(&a, &b, &o, &c) == SCREE_OK && scree_query(&a, &b, NULL, &first) == SCREE_OK);
    CHECK(memcmp(&first.point, &c.point, sizeof c.point) == 0 && first.distance == c.distance);
}

static void check_scratch_of_sizes(const cast *s)
{
    static const int sizes[] = { 4, 5, 8, 14, 20, 28, 30, 31, 32, 56, 57, 100 };
    enum { SIZES = sizeof sizes / sizeof *sizes, MOST = 100 };
    scree_shape *hull[SIZES];
    for (int i = 0; i < SIZES; ++i) {
        scree_vec3 p[MOST]; // a spiral on a sphere
        for (int k = 0; k < sizes[i]; ++k) {
            const double z = (2 * k + 1.0) / sizes[i] - 1.0, r = sqrt(1.0 - z * z);
            p[k] = at(r * cos(2.4 * k), r * sin(2.4 * k), z);
        }
        hull[i] = scree_polyhedron_create(p, (size_t)sizes[i], 0.0, NULL);
        if (!CHECK(hull[i] != NULL)) exit(EXIT_FAILURE);
    }
    for (int i = 0; i < SIZES; ++i) {
        check_least_scratch(hull[i], s->ball);
        for (int k = 0; k < SIZES; ++k) check_least_scratch(hull[i], hull[k]);
    }
    for (int i = 0; i < SIZES; ++i) scree_shape_destroy(hull[i]);
}

static void check_defaults(const cast *s)
{
    scree_query_options d = scree_query_defaults();
    CHECK(d.method == NULL && d.tolerance < 0.0 && d.max_iterations == 0 && d.cache == NULL && d.scratch == NULL);
    CHECK(d.scratch_size == 0 && d.trace == NULL);
    CHECK_NEAR(scree_pair_size(s->cube, s->ball), sqrt(3.0) + 1, 1e-14);
    CHECK_NEAR(scree_pair_size(s->floor, s->ball), 1.0, 1e-15); // the finite one, beside a half space
    CHECK_NEAR(scree_pair_size(s->square, s->disc), sqrt(2.0) + 1, 1e-14);
    // The tolerance decides what touches, and no more: the distance is as good as ever.
    scree_body a = scree_body_at(s->cube, at(0, 0, 0)), b = scree_body_at(s->cube, at(2.125, 0, 0));
    scree_query_options o = scree_query_defaults();
    scree_contact c;
    CHECK(scree_query(&a, &b, NULL, &c) == SCREE_OK && c.state == SCREE_SEPARATED && c.distance == 0.125);
    o.tolerance = 0.25;
    CHECK(scree_query(&a, &b, &o, &c) == SCREE_OK && c.state == SCREE_TOUCHING && c.distance == 0.125);
    o.tolerance = INFINITY;
    CHECK(scree_query(&a, &b, &o, &c) == SCREE_OK && c.state == SCREE_TOUCHING && c.distance == 0.125);
    o.tolerance = 0.0;
    b.position.x = 2.0;
    CHECK(scree_query(&a, &b, &o, &c) == SCREE_OK && c.state == SCREE_TOUCHING && c.distance == 0.0);
    b.position.x = 1.5;
    CHECK(scree_query(&a, &b, &o, &c) == SCREE_OK && c.state == SCREE_OVERLAPPING && c.distance == -0.5);
    // By name or by default, `auto` is the same method.
    scree_contact named;
    o = scree_query_defaults();
    o.method = scree_method_find("auto");
    CHECK(scree_query(&a, &b, &o, &named) == SCREE_OK && memcmp(&named.point_a, &c.point_a, sizeof c.point_a) == 0);
}

static void check_cache(const cast *s)
{
    scree_body a = scree_body_at(s->cube, at(0, 0, 0)), b = scree_body_at(s->ball, at(0, 2.5, 0.25));
    scree_query_options o = scree_query_defaults();
    scree_cache cache = { 0 };
    scree_contact cold, warm;
    o.cache = &cache;
    CHECK(scree_query(&a, &b, &o, &cold) == SCREE_OK);
    CHECK(cache.filled == 1 && cache.axis[1] == 1.0f && cache.axis[0] == 0.0f);
    CHECK(scree_query(&a, &b, &o, &warm) == SCREE_OK);
    CHECK(warm.distance == cold.distance && warm.iterations <= cold.iterations);
    // The other way round, it is turned round too.
    CHECK(scree_query(&b, &a, &o, &warm) == SCREE_OK && cache.axis[1] == -1.0f && warm.distance == cold.distance);
    // What no query left there does no harm.
    static const float nonsense[] = { 0.0f, NAN, INFINITY, 1e38f, 1e-38f };
    for (size_t i = 0; i < sizeof nonsense / sizeof *nonsense; ++i) {
        cache = (scree_cache){ .axis = { nonsense[i], -nonsense[i], 0 }, .filled = 1 };
        CHECK(scree_query(&a, &b, &o, &warm) == SCREE_OK);
        CHECK_NEAR(warm.distance, 0.5, 1e-14);
        bool yes;
        cache = (scree_cache){ .axis = { nonsense[i], -nonsense[i], 0 }, .filled = 1 };
        CHECK(scree_overlap(&b, &a, &o, &yes) == SCREE_OK && !yes);
    }
}

// Around the margin, from both sides, for every kind of search.
static void check_margins(const cast *s)
{
    const scree_shape *pair[5][2] = { { s->cube, s->cube },
                                      { s->ball, s->cube },
                                      { s->ball, s->floor },
                                      { s->square, s->square },
                                      { s->disc, s->square } };
    for (int i = 0; i < 5; ++i) {
        for (int k = -3; k <= 5; ++k) {
            double gap = 0.25 * k; // along x in the plane, along z in space; half spaces lie below
            bool flat = i > 2, floor = i == 2;
            scree_body a = scree_body_at(pair[i][0], floor ? at(0, 0, 1 + gap) : at(0, 0, 0));
            scree_body b = scree_body_at(pair[i][1], flat    ? at(2 + gap, 0, 0)
                                                     : floor ? at(0, 0, 0)
                                                             : at(0, 0, 2 + gap));
            bool yes;
            CHECK(scree_overlap(&a, &b, NULL, &yes) == SCREE_OK && yes == (gap <= 0.0));
            for (int m = -4; m <= 6; ++m) {
                double margin = 0.25 * m;
                CHECK(scree_closer_than(&a, &b, margin, NULL, &yes) == SCREE_OK);
                CHECK_MSG(yes == (gap <= margin), "pair %d: at %g, closer than %g: %d", i, gap, margin, yes);
                CHECK(scree_closer_than(&b, &a, margin, NULL, &yes) == SCREE_OK && yes == (gap <= margin));
                // Just off the margin it is no longer a matter of rounding.
                CHECK(scree_closer_than(&a, &b, gap - 1e-12, NULL, &yes) == SCREE_OK && !yes);
                CHECK(scree_closer_than(&a, &b, gap + 1e-12, NULL, &yes) == SCREE_OK && yes);
            }
        }
    }
}

static void count_step(void *user, const scree_trace_step *step)
{
    CHECK(step->phase != NULL && step->iteration >= 1);
    ++*(int *)user;
}

// The trace tells of searches; it does not change them.
static void check_trace(const cast *s)
{
    scree_body a = scree_body_at(s->cube, at(0, 0, 0)), b = { s->cube, { 1, 2.5, 1 }, { 0.9, 0.1, 0.2, 0.3 } };
    scree_query_options o = scree_query_defaults();
    scree_contact plain, traced;
    int steps = 0;
    CHECK(scree_query(&a, &b, &o, &plain) == SCREE_OK);
    o.trace = count_step;
    o.trace_user = &steps;
    CHECK(scree_query(&a, &b, &o, &traced) == SCREE_OK);
    CHECK(steps > 0 && traced.distance == plain.distance && traced.iterations == plain.iterations);
}

// Bounds on the steps are kept, and what is known then is true.
static void check_few_steps(const cast *s)
{
    scree_body a = scree_body_at(s->cube, at(0, 0, 0)), b = { s->cube, { 1, 2.5, 1 }, { 0.9, 0.1, 0.2, 0.3 } };
    scree_contact full, c;
    CHECK(scree_query(&a, &b, NULL, &full) == SCREE_OK);
    for (int most = 1; most < 12; ++most) {
        scree_query_options o = scree_query_defaults();
        o.max_iterations = most;
        scree_status status = scree_query(&a, &b, &o, &c);
        CHECK(status == SCREE_OK || status == SCREE_NO_CONVERGENCE);
        CHECK(c.status == status && c.lower <= full.upper && c.upper >= full.lower && c.lower <= c.upper);
    }
}

int main(void)
{
    cast s = make_cast();
    check_refusals(&s);
    check_planar_poses(&s);
    check_lost(&s);
    check_scratch(&s);
    check_scratch_of_sizes(&s);
    check_defaults(&s);
    check_cache(&s);
    check_margins(&s);
    check_trace(&s);
    check_few_steps(&s);
    scree_shape_destroy(s.cube);
    scree_shape_destroy(s.ball);
    scree_shape_destroy(s.floor);
    scree_shape_destroy(s.square);
    scree_shape_destroy(s.disc);
    return check_done();
}
