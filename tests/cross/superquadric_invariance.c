// What must not change an answer about a superquadric, cylinder, cone or tapered capsule: exchanging the bodies, moving or
// turning both, the unit of length, a warm start. The quick verdicts must agree with the distance. And the limits: with
// exponents of 2 a superquadric is an ellipsoid; as they grow it becomes its box.
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "oracle/quad.h"
#include "oracle/solid.h"
#include "scenes/place.h"
#include "scenes/random.h"
#include "scenes/superquadrics.h"
#include "scree/query.h"

enum { SEED = 1023, PAIRS = 25, STEPS = 4, LIMITS = 2000 };

typedef struct asker {
    void *scratch;
    size_t size;
} asker;

// Of moving pairs: all of them, and those that are apart or in shallow contact, by distance over size.
typedef struct steps {
    long warm, cold;
    long usual_warm, usual_cold, usual;
} steps;

static const double shallow = -0.01;

// Of a cold search's steps, what a warm one of such pairs may take (0.6 measured; blocky ones 0.4).
#define USUAL_GAIN 0.9

static scree_contact ask(const asker *s, const scree_body *a, const scree_body *b, scree_cache *cache)
{
    scree_query_options options = scree_query_defaults();
    scree_contact c = { 0 };
    options.scratch = s->scratch;
    options.scratch_size = s->size;
    options.cache = cache;
    scree_query(a, b, &options, &c);
    return c;
}

static bool same_vec(scree_vec3 a, scree_vec3 b)
{
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

static bool same_quat(scree_quat a, scree_quat b)
{
    return a.w == b.w && a.x == b.x && a.y == b.y && a.z == b.z;
}

// What errors are relative to: the pair, and how far apart it is.
static double unit_of(const scree_body *a, const scree_body *b, const scree_contact *c)
{
    return scree_pair_size(a->shape, b->shape) + fabs(c->distance);
}

static void report(const scree_scene_pose *pose, long number, const char *what)
{
    if (check_failures > 12) return;
    printf("%s: class %s seed %d pair %ld\n  ", what, scree_superquadric_class_name(pose->scene->class_number), SEED,
           number);
    scree_scene_print(stdout, pose);
}

// The same shape in the same place: exchanging the two changes nothing at all, so nothing can follow the exchange.
static bool are_twins(const scree_scene_pose *pose)
{
    const scree_solid *a = &pose->scene->solids[pose->a], *b = &pose->scene->solids[pose->b];
    return a->kind == b->kind && same_vec(a->vector, b->vector) && a->rounding == b->rounding && a->n1 == b->n1 &&
           a->n2 == b->n2 && a->radius == b->radius && a->half_length == b->half_length && a->top == b->top &&
           same_vec(pose->body_a.position, pose->body_b.position) &&
           same_quat(pose->body_a.orientation, pose->body_b.orientation);
}

static void check_swap(const asker *s, const scree_scene_pose *pose, const scree_contact *c, long number)
{
    scree_contact d = ask(s, &pose->body_b, &pose->body_a, NULL);
    bool same = c->distance == d.distance && c->lower == d.lower && c->upper == d.upper && c->status == d.status &&
                c->state == d.state && same_vec(c->normal, s3_scale(d.normal, -1)) && same_vec(c->point_a, d.point_b) &&
                same_vec(c->point_b, d.point_a) && same_vec(c->point, d.point) && c->feature_a == d.feature_b &&
                c->feature_b == d.feature_a && c->index_a == d.index_b && c->index_b == d.index_a &&
                c->iterations == d.iterations;
    if (are_twins(pose)) same = memcmp(c, &d, sizeof d) == 0;
    if (!CHECK_MSG(same, "swapped: distance %.17g for %.17g, normal %.17g %.17g %.17g for %.17g %.17g %.17g",
                   d.distance, c->distance, d.normal.x, d.normal.y, d.normal.z, c->normal.x, c->normal.y,
                   c->normal.z)) {
        report(pose, number, "swap");
    }
}

// Positions are rounded to a grid first, so that the sums are exact: then not a bit may change.
static void check_shift(const asker *s, const scree_scene_pose *pose, long number, scree_random *r)
{
    scree_body a = pose->body_a, b = pose->body_b;
    double size = scree_pair_size(a.shape, b.shape);
    double grid = ldexp(1.0, ilogb(size) - 24), limit = ldexp(grid, 50);
    double *p[] = { &a.position.x, &a.position.y, &a.position.z, &b.position.x, &b.position.y, &b.position.z };
    for (int i = 0; i < 6; ++i) {
        *p[i] = grid * nearbyint(*p[i] / grid);
        if (fabs(*p[i]) > limit) return;
    }
    scree_contact near = ask(s, &a, &b, NULL);
    scree_vec3 far = s3_scale(random_direction(r), size * random_decade(r, 0, 6));
    const double by[3] = { far.x, far.y, far.z };
    for (int i = 0; i < 6; ++i) *p[i] += grid * nearbyint(by[i % 3] / grid);
    scree_contact c = ask(s, &a, &b, NULL);
    bool same = c.distance == near.distance && c.lower == near.lower && c.upper == near.upper &&
                same_vec(c.normal, near.normal) && c.feature_a == near.feature_a && c.index_a == near.index_a;
    if (!CHECK_MSG(same, "shifted: distance %.17g for %.17g", c.distance, near.distance)) report(pose, number, "shift");
}

// How far the pair's numbers reach: what a turn or another unit rounds.
static double lever_of(const scree_scene_pose *pose)
{
    scree_vec3 a = pose->body_a.position, d = s3_sub(pose->body_b.position, a);
    double lever = sqrt(s3_dot(d, d)) + sqrt(s3_dot(a, a));
    for (int k = 0; k < 2; ++k) {
        const scree_solid *solid = &pose->scene->solids[k ? pose->a : pose->b];
        scree_bounds bounds = scree_shape_bounds(solid->shape);
        if (isfinite(bounds.radius)) lever += bounds.radius + sqrt(s3_dot(bounds.centre, bounds.centre));
        if (solid->kind == SCREE_HALF_SPACE) lever += fabs(solid->offset) / sqrt(s3_dot(solid->vector, solid->vector));
    }
    return lever;
}

static void check_turn(const asker *s, const scree_scene_pose *pose, const scree_contact *c, long number,
                       scree_random *r)
{
    scree_body a = pose->body_a, b = pose->body_b;
    scree_quat q = random_rotation(r);
    scree_vec3 between = s3_sub(b.position, a.position);
    a.orientation = quat_times(q, a.orientation);
    b.orientation = quat_times(q, b.orientation);
    b.position = s3_add(a.position, quat_turn(q, between));
    scree_contact d = ask(s, &a, &b, NULL);
    double bound =
        64 * DOUBLE_UNIT * (unit_of(&a, &b, c) + lever_of(pose)) + (c->upper - c->lower) + (d.upper - d.lower);
    if (!CHECK_MSG(fabs(d.distance - c->distance) <= bound, "turned: distance %.17g for %.17g, allowed %.3g",
                   d.distance, c->distance, bound)) {
        report(pose, number, "turn");
    }
}

// Times a power of two nothing is rounded that was not before; otherwise the numbers are, once.
static void check_unit(const asker *s, const scree_scene_pose *pose, const scree_contact *c, long number, double k)
{
    scree_shape *shapes[2] = { scree_oracle_solid_scaled(&pose->scene->solids[pose->a], k),
                               scree_oracle_solid_scaled(&pose->scene->solids[pose->b], k) };
    if (CHECK(shapes[0] != NULL && shapes[1] != NULL)) {
        scree_body a = { shapes[0], s3_scale(pose->body_a.position, k), pose->body_a.orientation };
        scree_body b = { shapes[1], s3_scale(pose->body_b.position, k), pose->body_b.orientation };
        scree_contact d = ask(s, &a, &b, NULL);
        bool exact = frexp(k, &(int){ 0 }) == 0.5;
        double lever = exact ? 0.0 : lever_of(pose), unit = unit_of(&pose->body_a, &pose->body_b, c);
        double allowed = 64 * DOUBLE_UNIT * (unit + lever);
        if (c->status != SCREE_OK || d.status != SCREE_OK || !exact)
            allowed += (c->upper - c->lower) + (d.upper - d.lower) / k;
        if (!CHECK_MSG(fabs(d.distance / k - c->distance) <= allowed, "times %g: distance %.17g for %.17g", k,
                       d.distance / k, c->distance)) {
            report(pose, number, "unit");
        }
    }
    scree_shape_destroy(shapes[0]);
    scree_shape_destroy(shapes[1]);
}

static void check_verdicts(const asker *s, const scree_scene_pose *pose, const scree_contact *c, long number)
{
    const scree_body *a = &pose->body_a, *b = &pose->body_b;
    scree_query_options options = scree_query_defaults();
    options.scratch = s->scratch;
    options.scratch_size = s->size;
    double unit = unit_of(a, b, c), blur = 128 * DOUBLE_UNIT * unit;
    const double margins[] = {
        0, -unit, unit, c->distance - 4 * blur, c->distance + 4 * blur, c->distance / 2, c->distance * 2
    };
    for (int i = -1; i < 7; ++i) {
        bool yes = false;
        double margin = i < 0 ? 0 : margins[i];
        scree_status status =
            i < 0 ? scree_overlap(a, b, &options, &yes) : scree_closer_than(a, b, margin, &options, &yes);
        bool right = status == SCREE_OK;
        if (c->upper <= margin) right = right && yes;
        if (c->lower > margin + blur + fabs(margin) * 4 * DOUBLE_UNIT) right = right && !yes;
        if (!CHECK_MSG(right, "closer than %.17g: %d, status %s, distance %.17g in [%.17g, %.17g]", margin, (int)yes,
                       scree_status_name(status), c->distance, c->lower, c->upper)) {
            report(pose, number, "verdict");
        }
    }
}

// Both intervals hold the exact distance, so they meet; and neither answer is worse than the other beyond what is asked
// for. Where one is undecided, its interval tells by how much.
static void compare(const scree_scene_pose *pose, long number, const scree_contact *warm, const scree_contact *cold,
                    const char *what)
{
    const double unit = unit_of(&pose->body_a, &pose->body_b, cold);
    double allowed = 1e-12 * unit;
    if (warm->status != SCREE_OK || cold->status != SCREE_OK)
        allowed += warm->upper - warm->lower + cold->upper - cold->lower;
    bool meet = warm->lower <= cold->upper && cold->lower <= warm->upper;
    bool near = fabs(warm->distance - cold->distance) <= allowed;
    if (!CHECK_MSG(meet && near, "%s: warm %.17g in [%.17g, %.17g] %s, cold %.17g in [%.17g, %.17g] %s", what,
                   warm->distance, warm->lower, warm->upper, scree_status_name(warm->status), cold->distance,
                   cold->lower, cold->upper, scree_status_name(cold->status))) {
        report(pose, number, what);
    }
}

// Hints that are wrong: any direction, of any length, or none at all.
static scree_cache wrong_cache(scree_random *r)
{
    scree_cache cache = { .filled = 1, .axis = random_direction(r) };
    int kind = random_below(r, 4);
    if (kind == 0) cache.axis = s3(0, 0, 0);
    if (kind == 1) cache.axis = s3_scale(cache.axis, random_decade(r, -200, 200));
    return cache;
}

static void check_warm(const asker *s, const scree_scene_pose *start, long number, scree_random *r, steps *count)
{
    scree_scene_pose pose = *start;
    scree_cache cache = { 0 };
    double size = scree_pair_size(pose.body_a.shape, pose.body_b.shape);
    for (int k = 0; k < STEPS; ++k) {
        scree_contact cold = ask(s, &pose.body_a, &pose.body_b, NULL);
        scree_contact warm = ask(s, &pose.body_a, &pose.body_b, &cache);
        compare(&pose, number, &warm, &cold, "moving");
        if (k > 0) {
            count->warm += warm.iterations;
            count->cold += cold.iterations;
        }
        if (k > 0 && cold.distance > shallow * size) {
            ++count->usual;
            count->usual_warm += warm.iterations;
            count->usual_cold += cold.iterations;
        }
        scree_cache wrong = wrong_cache(r);
        scree_contact misled = ask(s, &pose.body_a, &pose.body_b, &wrong);
        compare(&pose, number, &misled, &cold, "misled");
        double step = random_decade(r, -9, -2);
        scree_quat turn = quat_about(random_direction(r), step);
        pose.body_b.orientation = quat_times(turn, pose.body_b.orientation);
        pose.body_b.position = s3_add(pose.body_b.position, s3_scale(random_direction(r), size * step));
    }
}

static void check_class(const asker *s, int class_number, steps *count)
{
    scree_error error = { .message = "out of memory" };
    scree_scene *scene = scree_superquadric_scene_open(class_number, SEED, &error);
    if (!CHECK_MSG(scene != NULL, "class %s: %s", scree_superquadric_class_name(class_number), error.message)) return;
    scree_random r = random_stream(SEED, (uint64_t)class_number, 99);
    for (long n = 0, pairs = check_scaled(PAIRS); n < pairs; ++n) {
        scree_scene_pose pose;
        scree_superquadric_scene_pair(scene, (uint64_t)n, &pose);
        scree_contact c = ask(s, &pose.body_a, &pose.body_b, NULL);
        check_swap(s, &pose, &c, n);
        check_shift(s, &pose, n, &r);
        check_turn(s, &pose, &c, n, &r);
        check_unit(s, &pose, &c, n, n % 2 ? 0x1p-30 : 0x1p+30);
        check_unit(s, &pose, &c, n, n % 2 ? 1e-9 : 1e9);
        check_verdicts(s, &pose, &c, n);
        check_warm(s, &pose, n, &r, count);
    }
    scree_scene_close(scene);
}

// Some other body: a sphere, capsule, box, cylinder or superquadric.
static scree_shape *some_shape(scree_random *r)
{
    double x = random_decade(r, -0.5, 0.5), y = random_decade(r, -0.5, 0.5), z = random_decade(r, -0.5, 0.5);
    switch (random_below(r, 5)) {
    case 0:
        return scree_sphere(x, 0.0, NULL);
    case 1:
        return scree_capsule(x, y, 0.0, NULL);
    case 2:
        return scree_box(s3(x, y, z), 0.0, NULL);
    case 3:
        return scree_cylinder(x, y, 0.0, NULL);
    default:
        return scree_superquadric(s3(x, y, z), random_between(r, 2, 20), random_between(r, 2, 20), 0.0, NULL);
    }
}

// With exponents of 2, or next to it, a superquadric is an ellipsoid: the derivative of the distance by an exponent is
// below the size.
static void check_round_limit(const asker *s, scree_random *r)
{
    const scree_vec3 axes = s3(random_decade(r, -1, 1), random_decade(r, -1, 1), random_decade(r, -1, 1));
    const double rounding = random_below(r, 4) ? 0.0 : random_decade(r, -3, 0);
    scree_shape *round = scree_ellipsoid(axes, rounding, NULL), *two = scree_superquadric(axes, 2, 2, rounding, NULL);
    scree_shape *next = scree_superquadric(axes, 2 + 0x1p-51, 2 + 0x1p-50, rounding, NULL), *other = some_shape(r);
    if (CHECK(round != NULL && two != NULL && next != NULL && other != NULL)) {
        scree_body a = { round, s3(0, 0, 0), random_rotation(r) }, b = { other, s3(0, 0, 0), random_rotation(r) };
        double size = scree_pair_size(round, other);
        b.position = s3_scale(random_direction(r), size * random_unit(r));
        scree_contact c = ask(s, &a, &b, NULL);
        a.shape = two;
        scree_contact d = ask(s, &a, &b, NULL);
        a.shape = next;
        scree_contact e = ask(s, &a, &b, NULL);
        CHECK_MSG(fabs(d.distance - c.distance) <= 1e-12 * size, "exponents 2: %.17g, ellipsoid %.17g", d.distance,
                  c.distance);
        CHECK_MSG(fabs(e.distance - c.distance) <= 1e-12 * size + (e.upper - e.lower),
                  "exponents next to 2: %.17g, ellipsoid %.17g", e.distance, c.distance);
    }
    scree_shape_destroy(round);
    scree_shape_destroy(two);
    scree_shape_destroy(next);
    scree_shape_destroy(other);
}

// As the exponents grow, superquadrics grow towards their box: the distance falls towards that of the box. Of a point of
// the box, 3^(-1/n) times it is in the superquadric.
static void check_box_limit(const asker *s, scree_random *r)
{
    const scree_vec3 axes = s3(random_decade(r, -1, 1), random_decade(r, -1, 1), random_decade(r, -1, 1));
    const double exponents[] = { 4, 10, 25, 50, 100 }, corner = sqrt(s3_dot(axes, axes));
    scree_shape *box = scree_box(axes, 0.0, NULL), *other = some_shape(r);
    if (CHECK(box != NULL && other != NULL)) {
        scree_body a = { box, s3(0, 0, 0), random_rotation(r) }, b = { other, s3(0, 0, 0), random_rotation(r) };
        const double size = scree_pair_size(box, other), slack = 1e-11 * size;
        b.position = s3_scale(random_direction(r), size * random_unit(r));
        const scree_contact least = ask(s, &a, &b, NULL);
        double last = INFINITY;
        for (int i = 0; i < 5; ++i) {
            scree_shape *blocky = scree_superquadric(axes, exponents[i], exponents[i], 0.0, NULL);
            if (!CHECK(blocky != NULL)) continue;
            a.shape = blocky;
            const scree_contact c = ask(s, &a, &b, NULL);
            const double most = least.distance + corner * (1 - pow(3.0, -1.0 / exponents[i]));
            CHECK_MSG(c.distance <= last + slack + (c.upper - c.lower), "exponents %g: %.17g, less before: %.17g",
                      exponents[i], c.distance, last);
            CHECK_MSG(c.upper >= least.distance - slack && c.lower <= most + slack,
                      "exponents %g: %.17g, box %.17g, allowed up to %.17g", exponents[i], c.distance, least.distance,
                      most);
            last = c.upper;
            scree_shape_destroy(blocky);
        }
    }
    scree_shape_destroy(box);
    scree_shape_destroy(other);
}

int main(int argc, char **argv)
{
    asker s = { malloc(1 << 24), 1 << 24 };
    steps count = { 0 };
    for (int class = 0; class < scree_superquadric_class_count(); ++class) {
        if (argc > 1 && strcmp(argv[1], scree_superquadric_class_name(class)) != 0) continue;
        check_class(&s, class, &count);
    }
    scree_random r = random_stream(SEED, 7, 7);
    for (long k = 0, pairs = check_scaled(LIMITS); k < pairs; ++k) {
        check_round_limit(&s, &r);
        check_box_limit(&s, &r);
    }
    printf("steps of moving pairs: warm %ld, cold %ld\n", count.warm, count.cold);
    // Pairs that are searched for by polytopes cost the same either way, but for chance.
    CHECK_MSG(count.warm <= count.cold + count.cold / 10, "a warm start costs more steps (%ld) than a cold one (%ld)",
              count.warm, count.cold);
    const double usual = count.usual > 0 ? (double)count.usual : 1.0;
    const double warm = (double)count.usual_warm / usual, cold = (double)count.usual_cold / usual;
    printf("apart or in shallow contact: warm %.2f, cold %.2f each\n", warm, cold);
    CHECK_MSG(warm <= USUAL_GAIN * cold, "warm starts of usual pairs take %.2f steps, cold ones %.2f", warm, cold);
    free(s.scratch);
    return check_done();
}
