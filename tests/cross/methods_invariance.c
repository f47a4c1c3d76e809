// What must not change a method's answer: asking twice, moving or rotating both bodies, the unit of length, and, where
// the method is exact, exchanging them. What rounding makes another pair of, a flawed method may answer otherwise: its
// interval is true all the same.
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "counted.h"
#include "oracle/methods.h"
#include "oracle/solid.h"
#include "scenes/place.h"
#include "scenes/random.h"

enum { SEED = 1988, USUAL_PAIRS = 120, CLASS_PAIRS = 10, SCRATCH = 1 << 22 };

// These prove every answer for polytopes.
static const char *const exact_methods[] = { "auto", "sat", "gjk-epa" };

typedef struct asked {
    const scree_scene_pose *pose;
    uint64_t number;
    oracle_answer truth;
    void *scratch;
} asked;

static scree_contact query(const asked *q, const scree_method *m, const scree_body *a, const scree_body *b)
{
    scree_query_options options = scree_query_defaults();
    scree_contact c;
    memset(&c, 0, sizeof c); // padding too: answers are compared by their bytes
    options.method = m;
    options.scratch = q->scratch;
    options.scratch_size = SCRATCH;
    query_counted(a, b, &options, &c);
    return c;
}

static bool is_exact(const scree_method *m, const scree_scene_pose *pose)
{
    bool exact = false;
    for (size_t i = 0; i < sizeof exact_methods / sizeof exact_methods[0]; ++i) {
        exact = exact || strcmp(m->name, exact_methods[i]) == 0;
    }
    const scree_shape *a = pose->body_a.shape, *b = pose->body_b.shape;
    return exact && scree_shape_vertex_count(a) > 0 && scree_shape_vertex_count(b) > 0 &&
           scree_shape_rounding(a) == 0.0 && scree_shape_rounding(b) == 0.0;
}

static void report(const asked *q, const scree_method *m, const char *what)
{
    if (check_failures > 8) return;
    int class_number = q->pose->scene->class_number;
    printf("%s, %s: class %s seed %d pair %llu\n  ", what, m->name,
           class_number < 0 ? "(usual)" : scree_scene_class_name(class_number), SEED, (unsigned long long)q->number);
    scree_scene_print(stdout, q->pose);
}

static double length(scree_vec3 v)
{
    return sqrt(s3_dot(v, v));
}

// The answer for the pair as it now is; the truth has moved by no more than `blur`. `unit` is the new unit of length.
static scree_contact judge(const asked *q, const scree_method *m, const scree_body *a, const scree_body *b,
                           const scree_contact *before, double unit, double blur, const char *what)
{
    scree_contact c = query(q, m, a, b);
    oracle_answer truth = q->truth;
    truth.distance *= (quad)unit;
    truth.lower = (truth.lower - (quad)blur) * (quad)unit;
    truth.upper = (truth.upper + (quad)blur) * (quad)unit;
    methods_question question = { m, a, b, 1e-12 * scree_pair_size(a->shape, b->shape), &truth, NULL, &counted };
    methods_verdict v = scree_methods_judge(&question, c.status, &c);
    bool good =
        CHECK_MSG(v.fault == NULL, "%s, %s: %s: %.17g, allowed %.17g", what, m->name, v.fault, v.value, v.bound);
    if (is_exact(m, q->pose)) {
        double allowed = (before->upper - before->lower) + (c.upper - c.lower) / unit + blur;
        good = CHECK_MSG(fabs(c.distance / unit - before->distance) <= allowed && c.status == SCREE_OK,
                         "%s, %s: %.17g for %.17g, status %s", what, m->name, c.distance / unit, before->distance,
                         scree_status_name(c.status)) &&
               good;
    }
    if (!good) report(q, m, what);
    return c;
}

static void check_twice(const asked *q, const scree_method *m, const scree_contact *c)
{
    // Other memory on the stack and in the scratch must not matter.
    memset(q->scratch, 0xA5, 1 << 15);
    scree_contact again = query(q, m, &q->pose->body_a, &q->pose->body_b);
    if (!CHECK_MSG(memcmp(c, &again, sizeof again) == 0, "%s: twice: %.17g and %.17g", m->name, c->distance,
                   again.distance))
        report(q, m, "twice");
}

// Positions are rounded to a grid first, so that the sums are exact: then not a bit may change.
static void check_shift(const asked *q, const scree_method *m, scree_vec3 way)
{
    scree_body a = q->pose->body_a, b = q->pose->body_b;
    double size = scree_pair_size(a.shape, b.shape), grid = ldexp(1.0, ilogb(size) - 24), limit = ldexp(grid, 50);
    double *p[] = { &a.position.x, &a.position.y, &a.position.z, &b.position.x, &b.position.y, &b.position.z };
    for (int i = 0; i < 6; ++i) {
        *p[i] = grid * nearbyint(*p[i] / grid);
        if (fabs(*p[i]) > limit) return;
    }
    scree_contact near = query(q, m, &a, &b);
    const scree_counts counts = counted;
    const double along[3] = { way.x * size, way.y * size, way.z * size };
    for (int i = 0; i < 6; ++i) *p[i] += grid * nearbyint(along[i % 3] / grid);
    scree_contact far = query(q, m, &a, &b);
    bool same = near.distance == far.distance && near.lower == far.lower && near.upper == far.upper &&
                memcmp(&near.normal, &far.normal, sizeof far.normal) == 0 && near.iterations == far.iterations &&
                memcmp(&counts, &counted, sizeof counted) == 0 && near.index_a == far.index_a &&
                near.index_b == far.index_b;
    if (!CHECK_MSG(same, "%s: shifted: %.17g for %.17g", m->name, far.distance, near.distance)) report(q, m, "shift");
}

static void check_rotated(const asked *q, const scree_method *m, const scree_contact *c, scree_quat rotation)
{
    scree_body a = q->pose->body_a, b = q->pose->body_b;
    scree_vec3 between = s3_sub(b.position, a.position);
    a.orientation = quat_times(rotation, a.orientation);
    b.orientation = quat_times(rotation, b.orientation);
    b.position = s3_add(a.position, quat_rotate(rotation, between));
    // Vertices may lie far from their origin, and all of it rotates.
    double lever = length(between) + length(a.position);
    for (int k = 0; k < 2; ++k) {
        scree_bounds bounds = scree_shape_bounds(k ? a.shape : b.shape);
        lever += bounds.radius + length(bounds.centre);
    }
    judge(q, m, &a, &b, c, 1.0, 64 * DOUBLE_UNIT * lever, "rotated");
}

// Times a power of two nothing is rounded: but for `auto`, which chooses by the shapes' bits what to search from, not a
// bit of the result may change, nor the way to it. An absolute epsilon anywhere would show.
static void compare_bits(const asked *q, const scree_method *m, const scree_contact *c, const scree_counts *counts,
                         const scree_contact *d, double unit)
{
    bool same = d->distance == c->distance * unit && d->lower == c->lower * unit && d->upper == c->upper * unit &&
                memcmp(&c->normal, &d->normal, sizeof d->normal) == 0 && c->iterations == d->iterations &&
                memcmp(counts, &counted, sizeof counted) == 0;
    if (!CHECK_MSG(same || m == scree_method_at(0), "%s: times %g: %.17g for %.17g, %d steps for %d", m->name, unit,
                   d->distance / unit, c->distance, d->iterations, c->iterations))
        report(q, m, "bits");
}

static void check_units(const asked *q, const scree_method *m, const scree_contact *c, const scree_counts *counts)
{
    static const double units[] = { 0x1p-30, 0x1p+30, 1e-9, 1e9 };
    const scree_scene_pose *pose = q->pose;
    double far = length(pose->body_a.position) + length(pose->body_b.position);
    for (int s = 0; s < 2; ++s) {
        scree_bounds bounds = scree_shape_bounds(s ? pose->body_a.shape : pose->body_b.shape);
        far += bounds.radius + length(bounds.centre);
    }
    for (int i = 0; i < 4; ++i) {
        double k = units[i];
        scree_shape *shape_a = scree_oracle_solid_scaled(&pose->scene->solids[pose->a], k);
        scree_shape *shape_b = scree_oracle_solid_scaled(&pose->scene->solids[pose->b], k);
        scree_body a = { shape_a, s3_scale(pose->body_a.position, k), pose->body_a.orientation };
        scree_body b = { shape_b, s3_scale(pose->body_b.position, k), pose->body_b.orientation };
        if (CHECK(shape_a != NULL && shape_b != NULL)) {
            scree_contact d = judge(q, m, &a, &b, c, k, i < 2 ? 0.0 : 16 * DOUBLE_UNIT * far, "scaled");
            if (i < 2) compare_bits(q, m, c, counts, &d, k);
        }
        scree_shape_destroy(shape_a);
        scree_shape_destroy(shape_b);
    }
}

static void check_pair(asked *q, scree_random *r)
{
    const scree_body *a = &q->pose->body_a, *b = &q->pose->body_b;
    bool planar = scree_shape_dimension(a->shape) == 2;
    scree_quat rotation = planar ? scree_quat_about_z(random_between(r, -3, 3)) : random_rotation(r);
    scree_vec3 way = s3_scale(random_direction(r), random_decade(r, 0, 6));
    if (planar) way.z = 0.0;
    for (int i = 0; i < scree_method_count(); ++i) {
        const scree_method *m = scree_method_at(i);
        if (!scree_methods_queries(m, a->shape, b->shape)) continue;
        scree_contact c = query(q, m, a, b);
        const scree_counts counts = counted;
        check_twice(q, m, &c);
        judge(q, m, b, a, &c, 1.0, 0.0, "swapped");
        check_shift(q, m, way);
        check_rotated(q, m, &c, rotation);
        check_units(q, m, &c, &counts);
    }
}

// Pairs of usual shapes, or of a class.
static void check_scene(const scree_scene *scene, int meeting, long pairs, void *scratch)
{
    oracle_hull **hulls = scene != NULL ? scree_oracle_solids(scene) : NULL;
    if (!CHECK(hulls != NULL)) return;
    oracle_pair placed = { 0 };
    scree_random r = random_stream(SEED, (uint64_t)scene->class_number, (uint64_t)meeting);
    for (long n = 0; n < pairs; ++n) {
        scree_scene_pose pose;
        if (meeting < 0)
            scree_scene_pair(scene, (uint64_t)n, &pose);
        else
            scree_usual_pair(scene, (usual_meeting)meeting, (uint64_t)n, &pose);
        asked q = { .pose = &pose, .number = (uint64_t)n, .scratch = scratch };
        if (!CHECK(scree_oracle_place(&placed, hulls[pose.a], &pose.body_a, hulls[pose.b], &pose.body_b))) break;
        q.truth = scree_oracle_distance(&placed);
        check_pair(&q, &r);
    }
    scree_oracle_pair_free(&placed);
    scree_oracle_solids_free(scene, hulls);
}

static bool has_half_spaces(int class_number)
{
    return strncmp(scree_scene_class_name(class_number), "plane-", 6) == 0;
}

int main(void)
{
    void *scratch = calloc(1, SCRATCH);
    CHECK(scratch != NULL);
    for (int dimension = 2; dimension <= 3; ++dimension) {
        scree_scene *usual = scree_usual_open(dimension, SEED);
        for (int how = USUAL_APART; how <= USUAL_DEEP; ++how)
            check_scene(usual, how, check_scaled(USUAL_PAIRS), scratch);
        scree_scene_close(usual);
    }
    for (int class = 0; class < scree_scene_class_count(); ++class) {
        if (has_half_spaces(class) || scree_scene_class_weight(class) == 0) continue;
        scree_scene *scene = scree_scene_open(class, SEED, NULL);
        check_scene(scene, -1, check_scaled(CLASS_PAIRS), scratch);
        scree_scene_close(scene);
    }
    free(scratch);
    return check_done();
}
