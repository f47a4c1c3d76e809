// All normals of two hulls in each other: the bound is true, by the oracle, and meets the best axis to rounding, for
// every class of polyhedra, from any axis to begin with.
#include "solve/polytope/depth_cover.h"

#include "check.h"
#include "oracle/distance.h"
#include "oracle/solid.h"
#include "pair/pair.h"
#include "scenes/pairs.h"
#include "scenes/random.h"

enum { SEED = 7, PAIRS = 150 };

static void check_pair(const scree_scene_pose *pose, oracle_pair *pair, scree_random *r)
{
    const bool in_order = scree_pair_in_order(&pose->body_a, &pose->body_b);
    const oracle_answer exact = scree_oracle_distance(pair);
    const scree_cores c =
        in_order ? scree_cores_make(&pose->body_a, &pose->body_b) : scree_cores_make(&pose->body_b, &pose->body_a);
    if (!(exact.upper < -(quad)c.error)) return;
    scree_axis known = { .n = random_direction(r) };
    known.gap = scree_cores_gap(&c, known.n, &known.at);
    scree_depth_cover_result x;
    scree_depth_cover(&c, &known, &x);
    const char *name = scree_scene_class_name(pose->scene->class_number);
    CHECK_MSG((quad)x.upper + (quad)c.error >= exact.lower, "%s: upper %.17g, exact %.17g", name, x.upper,
              (double)exact.distance);
    CHECK_MSG((quad)x.best.gap - (quad)c.error <= exact.upper, "%s: gap %.17g, exact %.17g", name, x.best.gap,
              (double)exact.distance);
    CHECK_MSG(x.upper - x.best.gap <= 4.0 * c.error, "%s: %.3g errors wide, %d steps", name,
              (x.upper - x.best.gap) / c.error, x.steps);
}

static void check_class(int class_number)
{
    scree_error error;
    scree_scene *scene = scree_scene_open(class_number, SEED, &error);
    oracle_hull **hulls = scene != NULL ? scree_oracle_solids(scene) : NULL;
    if (!CHECK(hulls != NULL)) return;
    oracle_pair pair = { .failed = false };
    scree_random r = random_stream(SEED, (uint64_t)class_number, 0);
    const long count = scree_scene_class_weight(class_number) > 0 ? check_scaled(PAIRS) : 2;
    for (long i = 0; i < count; ++i) {
        scree_scene_pose pose;
        scree_scene_pair(scene, (uint64_t)i, &pose);
        if (scree_oracle_place(&pair, hulls[pose.a], &pose.body_a, hulls[pose.b], &pose.body_b))
            check_pair(&pose, &pair, &r);
    }
    scree_oracle_pair_free(&pair);
    scree_oracle_solids_free(scene, hulls);
    scree_scene_close(scene);
}

int main(void)
{
    for (int i = 0; i < scree_scene_class_count(); ++i)
        if (scree_scene_class_group(i) == SCREE_SCENE_POLYHEDRA) check_class(i);
    return check_done();
}
