// What must not change an answer about smooth shapes: exchanging the bodies, moving or rotating both, the unit of
// length, a warm start. And the quick verdicts must agree with the distance. For one family of scenes at a time.
#ifndef SCREE_TESTS_CROSS_SMOOTH_INVARIANCE_H
#define SCREE_TESTS_CROSS_SMOOTH_INVARIANCE_H

#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "oracle/quad.h"
#include "oracle/solid.h"
#include "pair/warm.h"
#include "scenes/pairs.h"
#include "scenes/place.h"
#include "scenes/random.h"
#include "scree/query.h"

enum { STEPS = 4 };

/// A family of classes of pairs, and its limits.
typedef struct family {
    int (*count)(void);
    const char *(*name)(int class_number);
    scree_scene *(*open)(int class_number, uint64_t seed, scree_error *error);
    void (*pair)(const scree_scene *scene, uint64_t number, scree_scene_pose *out);
    uint64_t seed;
    long pairs;       ///< of each class
    double agreement; ///< of a warm answer with a cold one, relative to the size
    bool decided;     ///< a warm answer has the status of the cold one
} family;

typedef struct query_setup {
    const family *family;
    void *scratch;
    size_t size;
} query_setup;

// Of moving pairs: all of them, and those that are apart or in shallow contact, by distance over size.
typedef struct steps {
    long warm, cold;
    long usual_warm, usual_cold;
} steps;

static const double shallow = -0.01;

static scree_contact query(const query_setup *s, const scree_body *a, const scree_body *b, scree_cache *cache)
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

static void report(const query_setup *s, const scree_scene_pose *pose, long number, const char *what)
{
    if (check_failures > 12) return;
    printf("%s: class %s seed %llu pair %ld\n  ", what, s->family->name(pose->scene->class_number),
           (unsigned long long)s->family->seed, number);
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

static void check_swap(const query_setup *s, const scree_scene_pose *pose, const scree_contact *c, long number)
{
    scree_contact d = query(s, &pose->body_b, &pose->body_a, NULL);
    bool same = c->distance == d.distance && c->lower == d.lower && c->upper == d.upper && c->status == d.status &&
                c->state == d.state && same_vec(c->normal, s3_scale(d.normal, -1)) && same_vec(c->point_a, d.point_b) &&
                same_vec(c->point_b, d.point_a) && same_vec(c->point, d.point) && c->feature_a == d.feature_b &&
                c->feature_b == d.feature_a && c->index_a == d.index_b && c->index_b == d.index_a &&
                c->iterations == d.iterations;
    if (are_twins(pose)) same = memcmp(c, &d, sizeof d) == 0;
    if (!CHECK_MSG(same, "swapped: distance %.17g for %.17g, normal %.17g %.17g %.17g for %.17g %.17g %.17g",
                   d.distance, c->distance, d.normal.x, d.normal.y, d.normal.z, c->normal.x, c->normal.y,
                   c->normal.z)) {
        report(s, pose, number, "swap");
    }
}

// Positions are rounded to a grid first, so that the sums are exact: then not a bit may change.
static void check_shift(const query_setup *s, const scree_scene_pose *pose, long number, scree_random *r)
{
    scree_body a = pose->body_a, b = pose->body_b;
    double size = scree_pair_size(a.shape, b.shape);
    double grid = ldexp(1.0, ilogb(size) - 24), limit = ldexp(grid, 50);
    double *p[] = { &a.position.x, &a.position.y, &a.position.z, &b.position.x, &b.position.y, &b.position.z };
    for (int i = 0; i < 6; ++i) {
        *p[i] = grid * nearbyint(*p[i] / grid);
        if (fabs(*p[i]) > limit) return;
    }
    scree_contact near = query(s, &a, &b, NULL);
    scree_vec3 far = s3_scale(random_direction(r), size * random_decade(r, 0, 6));
    const double by[3] = { far.x, far.y, far.z };
    for (int i = 0; i < 6; ++i) *p[i] += grid * nearbyint(by[i % 3] / grid);
    scree_contact c = query(s, &a, &b, NULL);
    bool same = c.distance == near.distance && c.lower == near.lower && c.upper == near.upper &&
                same_vec(c.normal, near.normal) && c.feature_a == near.feature_a && c.index_a == near.index_a;
    if (!CHECK_MSG(same, "shifted: distance %.17g for %.17g", c.distance, near.distance))
        report(s, pose, number, "shift");
}

// How far the pair's numbers reach: what a rotation or another unit rounds.
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

static void check_rotated(const query_setup *s, const scree_scene_pose *pose, const scree_contact *c, long number,
                          scree_random *r)
{
    scree_body a = pose->body_a, b = pose->body_b;
    scree_quat q = random_rotation(r);
    scree_vec3 between = s3_sub(b.position, a.position);
    a.orientation = quat_times(q, a.orientation);
    b.orientation = quat_times(q, b.orientation);
    b.position = s3_add(a.position, quat_rotate(q, between));
    scree_contact d = query(s, &a, &b, NULL);
    double bound =
        64 * DOUBLE_UNIT * (unit_of(&a, &b, c) + lever_of(pose)) + (c->upper - c->lower) + (d.upper - d.lower);
    if (!CHECK_MSG(fabs(d.distance - c->distance) <= bound, "rotated: distance %.17g for %.17g, allowed %.3g",
                   d.distance, c->distance, bound)) {
        report(s, pose, number, "rotation");
    }
}

// Times a power of two nothing is rounded that was not before; otherwise the numbers are, once.
static void check_unit(const query_setup *s, const scree_scene_pose *pose, const scree_contact *c, long number,
                       double k)
{
    scree_shape *shapes[2] = { scree_oracle_solid_scaled(&pose->scene->solids[pose->a], k),
                               scree_oracle_solid_scaled(&pose->scene->solids[pose->b], k) };
    if (CHECK(shapes[0] != NULL && shapes[1] != NULL)) {
        scree_body a = { shapes[0], s3_scale(pose->body_a.position, k), pose->body_a.orientation };
        scree_body b = { shapes[1], s3_scale(pose->body_b.position, k), pose->body_b.orientation };
        scree_contact d = query(s, &a, &b, NULL);
        bool exact = frexp(k, &(int){ 0 }) == 0.5;
        double lever = exact ? 0.0 : lever_of(pose), unit = unit_of(&pose->body_a, &pose->body_b, c);
        double allowed = 64 * DOUBLE_UNIT * (unit + lever);
        if (c->status != SCREE_OK || d.status != SCREE_OK || !exact)
            allowed += (c->upper - c->lower) + (d.upper - d.lower) / k;
        if (!CHECK_MSG(fabs(d.distance / k - c->distance) <= allowed, "times %g: distance %.17g for %.17g", k,
                       d.distance / k, c->distance)) {
            report(s, pose, number, "unit");
        }
    }
    scree_shape_destroy(shapes[0]);
    scree_shape_destroy(shapes[1]);
}

static void check_verdicts(const query_setup *s, const scree_scene_pose *pose, const scree_contact *c, long number)
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
            report(s, pose, number, "verdict");
        }
    }
}

// Both intervals hold the exact distance, so they meet; and neither answer is worse than the other beyond what is asked
// for. Where one is undecided, its interval tells by how much.
static void compare(const query_setup *s, const scree_scene_pose *pose, long number, const scree_contact *warm,
                    const scree_contact *cold, const char *what)
{
    const double unit = unit_of(&pose->body_a, &pose->body_b, cold);
    double allowed = s->family->agreement * unit;
    if (warm->status != SCREE_OK || cold->status != SCREE_OK)
        allowed += warm->upper - warm->lower + cold->upper - cold->lower;
    bool meet = warm->lower <= cold->upper && cold->lower <= warm->upper;
    bool near = fabs(warm->distance - cold->distance) <= allowed;
    const bool decided = !s->family->decided || warm->status == cold->status;
    if (!CHECK_MSG(meet && near && decided, "%s: warm %.17g in [%.17g, %.17g] %s, cold %.17g in [%.17g, %.17g] %s",
                   what, warm->distance, warm->lower, warm->upper, scree_status_name(warm->status), cold->distance,
                   cold->lower, cold->upper, scree_status_name(cold->status))) {
        report(s, pose, number, what);
    }
}

// Hints that are wrong: any direction, of any length, or none at all.
static scree_cache wrong_cache(scree_random *r)
{
    scree_cache cache = { .filled = true };
    scree_vec3 axis = random_direction(r);
    int kind = random_below(r, 4);
    if (kind == 0) axis = s3(0, 0, 0);
    if (kind == 1) axis = s3_scale(axis, random_decade(r, -37, 38));
    scree_cache_set_axis(&cache, axis);
    return cache;
}

static void check_warm(const query_setup *s, const scree_scene_pose *start, long number, scree_random *r, steps *count)
{
    scree_scene_pose pose = *start;
    scree_cache cache = { 0 };
    double size = scree_pair_size(pose.body_a.shape, pose.body_b.shape);
    for (int k = 0; k < STEPS; ++k) {
        scree_contact cold = query(s, &pose.body_a, &pose.body_b, NULL);
        scree_contact warm = query(s, &pose.body_a, &pose.body_b, &cache);
        compare(s, &pose, number, &warm, &cold, "moving");
        if (k > 0) {
            count->warm += warm.iterations;
            count->cold += cold.iterations;
        }
        if (k > 0 && cold.distance > shallow * size) {
            count->usual_warm += warm.iterations;
            count->usual_cold += cold.iterations;
        }
        scree_cache wrong = wrong_cache(r);
        scree_contact misled = query(s, &pose.body_a, &pose.body_b, &wrong);
        compare(s, &pose, number, &misled, &cold, "misled");
        double step = random_decade(r, -9, -2);
        scree_quat rotation = quat_about(random_direction(r), step);
        pose.body_b.orientation = quat_times(rotation, pose.body_b.orientation);
        pose.body_b.position = s3_add(pose.body_b.position, s3_scale(random_direction(r), size * step));
    }
}

static void check_class(const query_setup *s, int class_number, steps *count)
{
    const family *f = s->family;
    scree_error error = { .message = "out of memory" };
    scree_scene *scene = f->open(class_number, f->seed, &error);
    if (!CHECK_MSG(scene != NULL, "class %s: %s", f->name(class_number), error.message)) return;
    scree_random r = random_stream(f->seed, (uint64_t)class_number, 99);
    for (long n = 0, pairs = check_scaled(f->pairs); n < pairs; ++n) {
        scree_scene_pose pose;
        f->pair(scene, (uint64_t)n, &pose);
        scree_contact c = query(s, &pose.body_a, &pose.body_b, NULL);
        check_swap(s, &pose, &c, n);
        check_shift(s, &pose, n, &r);
        check_rotated(s, &pose, &c, n, &r);
        check_unit(s, &pose, &c, n, n % 2 ? 0x1p-30 : 0x1p+30);
        check_unit(s, &pose, &c, n, n % 2 ? 1e-9 : 1e9);
        check_verdicts(s, &pose, &c, n);
        check_warm(s, &pose, n, &r, count);
    }
    scree_scene_close(scene);
}

/// All classes, or the one that is named.
static inline steps check_family(const query_setup *s, const char *only)
{
    steps count = { 0 };
    for (int class = 0; class < s->family->count(); ++class)
        if (only == NULL || strcmp(only, s->family->name(class)) == 0) check_class(s, class, &count);
    printf("steps of moving pairs: warm %ld, cold %ld; apart or shallow: warm %ld, cold %ld\n", count.warm, count.cold,
           count.usual_warm, count.usual_cold);
    return count;
}

#endif
