// What must not change an answer: exchanging the bodies, moving or rotating both, the unit of length.
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "oracle/quad.h"
#include "oracle/solid.h"
#include "oracle/verified.h"
#include "scenes/pairs.h"
#include "scenes/place.h"
#include "scenes/random.h"
#include "scree/query.h"

enum { SEED = 771, PAIRS = 800 };

typedef struct query_setup {
    void *scratch;
    size_t size;
} query_setup;

static scree_contact query(const query_setup *s, const scree_body *a, const scree_body *b)
{
    scree_query_options options = scree_query_defaults();
    scree_contact c = { 0 };
    options.scratch = s->scratch;
    options.scratch_size = s->size;
    scree_query(a, b, &options, &c);
    return c;
}

static bool same_vec(scree_vec3 a, scree_vec3 b)
{
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

// What errors are relative to: the pair, and how far apart it is.
static double unit_of(const scree_body *a, const scree_body *b, const scree_contact *c)
{
    return scree_pair_size(a->shape, b->shape) + fabs(c->distance);
}

static void report(const scree_scene_pose *pose, long number, const char *what)
{
    if (check_failures > 6) return;
    printf("%s: class %s seed %d pair %ld\n  ", what, scree_scene_class_name(pose->scene->class_number), SEED, number);
    scree_scene_print(stdout, pose);
}

static void verify(const scree_scene_pose *pose, const scree_body *a, const scree_body *b, const scree_contact *x,
                   long number, const char *what)
{
    if (!CHECK(scree_verified_holds(what, a, b, NULL, x))) report(pose, number, what);
}

// The same shape in the same place: exchanging the two changes nothing at all, so nothing can follow the exchange.
static bool are_twins(const scree_scene_pose *pose)
{
    const scree_solid *a = &pose->scene->solids[pose->a], *b = &pose->scene->solids[pose->b];
    const scree_quat *q = &pose->body_a.orientation, *o = &pose->body_b.orientation;
    return a->kind == b->kind && a->count == b->count && same_vec(pose->body_a.position, pose->body_b.position) &&
           q->w == o->w && q->x == o->x && q->y == o->y && q->z == o->z && same_vec(a->vector, b->vector) &&
           (a->count == 0 || memcmp(a->points, b->points, (size_t)a->count * sizeof *a->points) == 0) &&
           a->radius == b->radius && a->half_length == b->half_length && a->rounding == b->rounding;
}

static void check_swap(const query_setup *s, const scree_scene_pose *pose, const scree_contact *c, long number)
{
    scree_contact d = query(s, &pose->body_b, &pose->body_a);
    verify(pose, &pose->body_b, &pose->body_a, &d, number, "swapped");
    bool same = c->distance == d.distance && c->lower == d.lower && c->upper == d.upper && c->status == d.status &&
                c->state == d.state && same_vec(c->normal, s3_scale(d.normal, -1)) && same_vec(c->point_a, d.point_b) &&
                same_vec(c->point_b, d.point_a) && same_vec(c->point, d.point) && c->feature_a == d.feature_b &&
                c->feature_b == d.feature_a && c->index_a == d.index_b && c->index_b == d.index_a &&
                c->patch_area == d.patch_area && c->iterations == d.iterations;
    if (are_twins(pose)) same = memcmp(c, &d, sizeof d) == 0;
    if (!CHECK_MSG(same, "swapped: distance %.17g for %.17g, normal %g %g %g for %g %g %g", d.distance, c->distance,
                   d.normal.x, d.normal.y, d.normal.z, c->normal.x, c->normal.y, c->normal.z)) {
        report(pose, number, "swap");
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
    scree_contact near = query(s, &a, &b);
    verify(pose, &a, &b, &near, number, "on the grid");
    scree_vec3 far = s3_scale(random_direction(r), size * random_decade(r, 0, 6));
    if (scree_shape_dimension(a.shape) == 2) far.z = 0.0;
    for (int i = 0; i < 6; ++i) *p[i] += grid * nearbyint((&far.x)[i % 3] / grid);
    scree_contact c = query(s, &a, &b);
    verify(pose, &a, &b, &c, number, "shifted");
    bool same = c.distance == near.distance && c.lower == near.lower && c.upper == near.upper &&
                same_vec(c.normal, near.normal) && c.feature_a == near.feature_a && c.index_a == near.index_a;
    if (!CHECK_MSG(same, "shifted: distance %.17g for %.17g", c.distance, near.distance)) report(pose, number, "shift");
}

// A common rotation rounds both orientations and positions: a few roundings of the size and of the way between the two.
static void check_rotated(const query_setup *s, const scree_scene_pose *pose, const scree_contact *c, long number,
                          scree_random *r)
{
    scree_body a = pose->body_a, b = pose->body_b;
    bool planar = scree_shape_dimension(a.shape) == 2;
    scree_quat q = planar ? scree_quat_about_z(random_between(r, -3, 3)) : random_rotation(r);
    scree_vec3 between = s3_sub(b.position, a.position);
    a.orientation = quat_times(q, a.orientation);
    b.orientation = quat_times(q, b.orientation);
    b.position = s3_add(a.position, quat_rotate(q, between));
    scree_contact d = query(s, &a, &b);
    verify(pose, &a, &b, &d, number, "rotated");
    // The vertices may lie far from their origin, and all of it rotates.
    double lever = sqrt(s3_dot(between, between)) + sqrt(s3_dot(a.position, a.position));
    for (int k = 0; k < 2; ++k) {
        scree_bounds bounds = scree_shape_bounds(k ? a.shape : b.shape);
        if (isfinite(bounds.radius)) lever += bounds.radius + sqrt(s3_dot(bounds.centre, bounds.centre));
    }
    for (int k = 0; k < 2; ++k) {
        const scree_solid *solid = &pose->scene->solids[k ? pose->a : pose->b];
        if (solid->kind == SCREE_HALF_SPACE) lever += fabs(solid->offset) / sqrt(s3_dot(solid->vector, solid->vector));
    }
    double bound = 64 * DOUBLE_UNIT * (unit_of(&a, &b, c) + lever) + (c->upper - c->lower) + (d.upper - d.lower);
    if (!CHECK_MSG(fabs(d.distance - c->distance) <= bound, "rotated: distance %.17g for %.17g, allowed %.3g",
                   d.distance, c->distance, bound)) {
        report(pose, number, "rotation");
    }
}

static void check_scale_by(const query_setup *s, const scree_scene *scene, double k, bool exact)
{
    scree_shape **shapes = calloc((size_t)scene->solid_count, sizeof *shapes);
    bool ok = shapes != NULL;
    for (int i = 0; ok && i < scene->solid_count; ++i) {
        shapes[i] = scree_oracle_solid_scaled(&scene->solids[i], k);
        ok = CHECK_MSG(shapes[i] != NULL, "no shape %d of class %s times %g", i,
                       scree_scene_class_name(scene->class_number), k);
    }
    for (long n = 0, count = ok ? check_scaled(PAIRS) : 0; n < count; ++n) {
        scree_scene_pose pose;
        scree_scene_pair(scene, (uint64_t)n, &pose);
        scree_contact c = query(s, &pose.body_a, &pose.body_b); // main() had it checked
        scree_body a = { shapes[pose.a], s3_scale(pose.body_a.position, k), pose.body_a.orientation };
        scree_body b = { shapes[pose.b], s3_scale(pose.body_b.position, k), pose.body_b.orientation };
        scree_contact d = query(s, &a, &b);
        verify(&pose, &a, &b, &d, n, "scaled");
        double unit = unit_of(&pose.body_a, &pose.body_b, &c);
        scree_vec3 between = s3_sub(pose.body_b.position, pose.body_a.position);
        // Times a power of two only the choice of the body to search from may differ (it depends on the shapes' bits),
        // hence some roundings of the pair; otherwise the coordinates were rounded once more.
        double lever = sqrt(s3_dot(between, between)) + sqrt(s3_dot(pose.body_a.position, pose.body_a.position));
        double allowed = exact ? 64 * DOUBLE_UNIT * unit : 64 * DOUBLE_UNIT * (unit + lever);
        if (c.status != SCREE_OK || d.status != SCREE_OK || !exact)
            allowed += (c.upper - c.lower) + (d.upper - d.lower) / k;
        bool same = fabs(d.distance / k - c.distance) <= allowed;
        if (!CHECK_MSG(same, "times %g: distance %.17g for %.17g", k, d.distance / k, c.distance))
            report(&pose, n, "scale");
    }
    for (int i = 0; shapes != NULL && i < scene->solid_count; ++i) scree_shape_destroy(shapes[i]);
    free(shapes);
}

// The quick verdicts agree with the distance wherever it is clear.
static void check_verdicts(const query_setup *s, const scree_scene_pose *pose, const scree_contact *c, long number)
{
    const scree_body *a = &pose->body_a, *b = &pose->body_b;
    scree_query_options options = scree_query_defaults();
    options.scratch = s->scratch;
    options.scratch_size = s->size;
    double unit = unit_of(a, b, c), blur = 128 * DOUBLE_UNIT * unit;
    const double margins[] = {
        0, -unit, unit, c->distance - 4 * blur, c->distance + 4 * blur, c->distance / 2, c->distance * 2, c->upper
    };
    for (int i = -1; i < 8; ++i) {
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

int main(void)
{
    query_setup s = { malloc(1 << 24), 1 << 24 };
    for (int class = 0; class < scree_scene_class_count(); ++class) {
        scree_error error = { .message = "out of memory" };
        scree_scene *scene = scree_scene_open(class, SEED, &error);
        if (!CHECK_MSG(scene != NULL, "class %s: %s", scree_scene_class_name(class), error.message)) continue;
        scree_random r = random_stream(SEED, (uint64_t) class, 99);
        for (long n = 0, count = check_scaled(PAIRS); n < count; ++n) {
            scree_scene_pose pose;
            scree_scene_pair(scene, (uint64_t)n, &pose);
            scree_contact c = query(&s, &pose.body_a, &pose.body_b);
            verify(&pose, &pose.body_a, &pose.body_b, &c, n, "plain");
            check_swap(&s, &pose, &c, n);
            check_shift(&s, &pose, n, &r);
            check_rotated(&s, &pose, &c, n, &r);
            check_verdicts(&s, &pose, &c, n);
        }
        check_scale_by(&s, scene, 0x1p-30, true);
        check_scale_by(&s, scene, 0x1p+30, true);
        check_scale_by(&s, scene, 1e-9, false);
        check_scale_by(&s, scene, 1e9, false);
        scree_scene_close(scene);
    }
    free(s.scratch);
    return check_done();
}
