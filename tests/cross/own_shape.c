// A user's own shape, given by a support callback: the same bodies as polyhedra and polygons, known to the library by
// nothing but their farthest points, against the oracle that has their corners.
#include <stdlib.h>

#include "check.h"
#include "oracle/distance.h"
#include "oracle/solid.h"
#include "scenes/place.h"
#include "scree/query.h"

enum { SEED = 5150, PAIRS = 3000 };

static const char *const names[] = { "hulls",  "hull-features", "solids",     "solid-features",   "face-face",
                                     "nested", "polygons",      "size-ratio", "polygon-features", "lattice",
                                     "tiny",   "huge" };

static scree_vec3 farthest(const void *user, scree_vec3 direction)
{
    const scree_solid *s = user;
    int best = 0;
    for (int i = 1; i < s->count; ++i) {
        if (s3_dot(direction, s->points[i]) > s3_dot(direction, s->points[best])) best = i;
    }
    return s->points[best];
}

static scree_shape *own_shape(const scree_solid *s)
{
    scree_bounds bounds = scree_shape_bounds(s->shape);
    scree_support_def def = { .support = farthest, .user = s, .dimension = scree_shape_dimension(s->shape) };
    scree_mass mass = scree_shape_mass(s->shape);
    def.centre = mass.centroid; // inside, which the middle of the bounds need not be
    scree_vec3 off = s3_sub(bounds.centre, mass.centroid);
    def.radius = (bounds.radius + sqrt(s3_dot(off, off))) * (1 + 1e-12);
    def.mass = mass;
    return scree_support_shape_create(&def, s->rounding, NULL);
}

typedef struct tally {
    long pairs, undecided;
    double error, width;
} tally;

static void check_pair(const scree_scene_pose *pose, const scree_shape *own, const oracle_hull *ha,
                       const oracle_hull *hb, oracle_pair *pair, void *scratch, size_t bytes, tally *t)
{
    scree_body a = pose->body_a, b = pose->body_b;
    a.shape = own;
    scree_query_options options = scree_query_defaults();
    options.scratch = scratch;
    options.scratch_size = bytes;
    scree_contact c = { 0 };
    scree_status status = scree_query(&a, &b, &options, &c);
    if (!CHECK(scree_oracle_place(pair, ha, &a, hb, &b))) return;
    oracle_answer truth = scree_oracle_distance(pair);
    double size = scree_pair_size(a.shape, b.shape), unit = size + fabs((double)truth.distance);
    double error = fabs(c.distance - (double)truth.distance) / unit, width = (c.upper - c.lower) / unit;
    bool inside = (quad)c.lower <= truth.upper && (quad)c.upper >= truth.lower;
    bool good = status == SCREE_OK ? error <= 2e-12 : status == SCREE_NO_CONVERGENCE;
    double off_a = fabs((double)scree_oracle_depth(pair, 0, scree_oracle_point(pair, c.point_a)));
    double off_b = fabs((double)scree_oracle_depth(pair, 1, scree_oracle_point(pair, c.point_b)));
    double far = fmax(sqrt(s3_dot(c.point_a, c.point_a)), sqrt(s3_dot(c.point_b, c.point_b)));
    // Points off by x across the normal change the distance d by x^2 / 2d only (see oracle/contact.c).
    double unseen = fmin(sqrt(2.0 * (c.upper - c.lower) * fabs(c.distance)), 1e-9 * unit);
    bool on = fmax(off_a, off_b) <= 1e-11 * unit + (c.upper - c.lower) + unseen + 8 * DOUBLE_UNIT * far;
    ++t->pairs;
    t->undecided += status == SCREE_NO_CONVERGENCE;
    t->error = fmax(t->error, error);
    t->width = fmax(t->width, width);
    if (!CHECK_MSG(inside && good && on,
                   "exact %.17g; distance %.17g in [%.17g, %.17g], status %s, points off by %.3g, %.3g",
                   (double)truth.distance, c.distance, c.lower, c.upper, scree_status_name(status), off_a, off_b) &&
        check_failures <= 6) {
        printf("class %s seed %d, A by its support:\n  ", scree_scene_class_name(pose->scene->class_number), SEED);
        scree_scene_print(stdout, pose);
    }
}

static void run_class(const char *name, void *scratch, size_t bytes)
{
    scree_scene *scene = scree_scene_open(scree_scene_class_find(name), SEED, NULL);
    if (!CHECK(scene != NULL)) return;
    scree_shape **own = calloc((size_t)scene->solid_count, sizeof *own);
    oracle_hull **hulls = calloc((size_t)scene->solid_count, sizeof *hulls);
    oracle_pair pair = { 0 };
    tally t = { 0 };
    for (int i = 0; i < scene->solid_count; ++i) {
        hulls[i] = scree_oracle_solid(&scene->solids[i]);
        if (scene->solids[i].count > 0) CHECK((own[i] = own_shape(&scene->solids[i])) != NULL);
    }
    for (long n = 0, count = check_scaled(PAIRS); n < count; ++n) {
        scree_scene_pose pose;
        scree_scene_pair(scene, (uint64_t)n, &pose);
        if (own[pose.a] == NULL) continue;
        check_pair(&pose, own[pose.a], hulls[pose.a], hulls[pose.b], &pair, scratch, bytes, &t);
    }
    printf("%-18s %6ld pairs, largest error %.3g and width %.3g of the size, no_convergence %ld\n", name, t.pairs,
           t.error, t.width, t.undecided);
    scree_oracle_pair_free(&pair);
    for (int i = 0; i < scene->solid_count; ++i) {
        scree_oracle_hull_free(hulls[i]);
        scree_shape_destroy(own[i]);
    }
    free(own);
    free(hulls);
    scree_scene_close(scene);
}

int main(void)
{
    size_t bytes = 1 << 24;
    void *scratch = malloc(bytes);
    for (size_t i = 0; i < sizeof names / sizeof names[0]; ++i) run_class(names[i], scratch, bytes);
    free(scratch);
    return check_done();
}
