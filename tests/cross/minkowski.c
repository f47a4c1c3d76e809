// The reference point's signed distance from the explicit difference, or entrance block, is the pair's: against the
// query and against the oracle, over every class of scenes.
#include <stdlib.h>

#include "check.h"
#include "oracle/distance.h"
#include "oracle/solid.h"
#include "scenes/pairs.h"
#include "scenes/place.h"
#include "scenes/random.h"
#include "scree/minkowski.h"
#include "scree/point.h"

enum { SEED = 271828, PAIRS = 1600 };

typedef struct tally {
    long pairs, separated, overlapping, undecided;
    double apart; // from the query's answer, in roundings of what the two know
    double width;
} tally;

static bool is_polytope(const scree_shape *s)
{
    return scree_shape_vertex_count(s) > 0;
}

static bool is_served(const scree_scene_pose *pose)
{
    const scree_shape *a = pose->body_a.shape, *b = pose->body_b.shape;
    return (is_polytope(a) || is_polytope(b)) && scree_shape_kind_of(a) != SCREE_HALF_SPACE &&
           scree_shape_kind_of(b) != SCREE_HALF_SPACE;
}

// The origin for a difference; for a block, A's centroid or any point, near or far.
static scree_vec3 choose_reference(const scree_scene_pose *pose, uint64_t number, double size)
{
    scree_random r = random_stream(SEED, 7, number);
    scree_vec3 v = scree_body_point(&pose->body_a, scree_shape_mass(pose->body_a.shape).centroid);
    if (number % 4 == 2) v = s3_scale(random_direction(&r), size * random_decade(&r, -3, 3));
    if (number % 4 == 3) v = s3_add(v, s3_scale(random_direction(&r), size * random_decade(&r, -3, 1)));
    if (number % 4 == 0) v = s3(0, 0, 0);
    if (scree_shape_dimension(pose->body_a.shape) == 2) v.z = 0.0;
    return v;
}

static scree_query_options roomy(size_t bytes, void **scratch, size_t *size)
{
    if (bytes > *size) {
        free(*scratch);
        *scratch = malloc(bytes);
        *size = *scratch != NULL ? bytes : 0;
    }
    scree_query_options options = scree_query_defaults();
    options.scratch = *scratch;
    options.scratch_size = *size;
    return options;
}

static void complain(const scree_scene_pose *pose, uint64_t number, const char *what)
{
    if (check_failures > 6) return;
    printf("%s: class %s pair %llu\n  ", what, scree_scene_class_name(pose->scene->class_number),
           (unsigned long long)number);
    scree_scene_print(stdout, pose);
}

static void compare(const scree_scene_pose *pose, uint64_t number, const scree_contact *own, const scree_contact *query,
                    const oracle_answer *truth, double size, tally *t)
{
    double unit = size + fabs(query->distance), apart = fabs(own->distance - query->distance) / (DOUBLE_UNIT * unit);
    bool holds = truth->upper >= (quad)own->lower && truth->lower <= (quad)own->upper;
    bool ordered = own->lower <= own->distance && own->distance <= own->upper;
    bool decided = own->status == SCREE_OK && query->status == SCREE_OK;
    ++t->pairs;
    t->separated += query->distance > 0.0;
    t->overlapping += query->distance < 0.0;
    t->undecided += !decided;
    if (decided) {
        t->apart = fmax(t->apart, apart);
        t->width = fmax(t->width, (own->upper - own->lower) / (DOUBLE_UNIT * unit));
    }
    if (!CHECK_MSG(holds && ordered && (apart <= 128.0 || !decided),
                   "exact %.17g; of the point %.17g in [%.17g, %.17g] %s, of the pair %.17g in [%.17g, %.17g] %s",
                   (double)truth->distance, own->distance, own->lower, own->upper, scree_status_name(own->status),
                   query->distance, query->lower, query->upper, scree_status_name(query->status)))
        complain(pose, number, "distances");
}

static void run_pair(const scree_scene_pose *pose, uint64_t number, oracle_hull **hulls, oracle_pair *pair,
                     void **scratch, size_t *scratch_size, tally *t)
{
    const scree_body *a = &pose->body_a, *b = &pose->body_b;
    double size = scree_pair_size(a->shape, b->shape);
    scree_vec3 reference = choose_reference(pose, number, size);
    scree_error error = { SCREE_OK, "" };
    scree_shape *shape =
        number % 4 == 0 ? scree_minkowski_difference(a, b, &error) : scree_entrance_block(a, b, reference, &error);
    if (!CHECK_MSG(shape != NULL, "%s", error.message)) {
        complain(pose, number, "no shape");
        return;
    }
    scree_body body = scree_body_at(shape, s3(0, 0, 0));
    scree_contact own = { 0 }, query = { 0 };
    scree_query_options options = roomy(scree_point_scratch(shape), scratch, scratch_size);
    scree_point_distance(&body, reference, &options, &own);
    options = roomy(scree_query_scratch(a->shape, b->shape), scratch, scratch_size);
    scree_query(a, b, &options, &query);
    if (CHECK(scree_oracle_place(pair, hulls[pose->a], a, hulls[pose->b], b))) {
        oracle_answer truth = scree_oracle_distance(pair);
        compare(pose, number, &own, &query, &truth, size, t);
    }
    scree_shape_destroy(shape);
}

static void run_class(int class_number, long *pairs)
{
    scree_scene *scene = scree_scene_open(class_number, SEED, NULL);
    if (!CHECK(scene != NULL)) return;
    oracle_hull **hulls = scree_oracle_solids(scene);
    CHECK(hulls != NULL);
    oracle_pair pair = { 0 };
    void *scratch = NULL;
    size_t scratch_size = 0;
    tally t = { 0 };
    long count = check_scaled(scree_scene_class_weight(class_number) > 0 ? PAIRS : 12);
    for (long k = 0; hulls != NULL && k < count; ++k) {
        scree_scene_pose pose;
        scree_scene_pair(scene, (uint64_t)k, &pose);
        if (is_served(&pose)) run_pair(&pose, (uint64_t)k, hulls, &pair, &scratch, &scratch_size, &t);
    }
    if (t.pairs > 0)
        printf("%-22s %5ld pairs, %5ld separated, %5ld overlapping; %.3g roundings from the query, width %.3g%s\n",
               scree_scene_class_name(class_number), t.pairs, t.separated, t.overlapping, t.apart, t.width,
               t.undecided > 0 ? "; some undecided" : "");
    *pairs += t.pairs;
    free(scratch);
    scree_oracle_pair_free(&pair);
    scree_oracle_solids_free(scene, hulls);
    scree_scene_close(scene);
}

int main(void)
{
    long pairs = 0;
    for (int i = 0; i < scree_scene_class_count(); ++i) run_class(i, &pairs);
    printf("%ld pairs\n", pairs);
    CHECK(pairs >= check_scaled(20000));
    return check_done();
}
