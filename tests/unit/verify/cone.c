// The largest gap along the normals of a cone, and along all normals: never below the oracle's signed distance, nor below the
// gap along any normal in the cone, and equal to it where the best normal is in the cone.
#include "check.h"
#include "oracle/distance.h"
#include "oracle/solid.h"
#include "scenes/pairs.h"
#include "scenes/place.h"
#include "scenes/random.h"
#include "scree/query.h"
#include "verify/check.h"

enum { SEED = 11, PAIRS = 25, DIRECTIONS = 12 };

static long tried, met, met_any;

static double gap_along(const scree_placed_pair *placed, scree_vec3 n)
{
    const wide3 d = w3_of(n);
    const scree_top a = scree_placed_top(&placed->a, d, false), b = scree_placed_top(&placed->b, w3_neg(d), false);
    return -w_round(w_add(a.height, b.height)) / w_round(w3_length(d));
}

// At an angle of at most atan(r) to n.
static scree_vec3 near(scree_vec3 n, double r, scree_random *random)
{
    const scree_vec3 d = random_direction(random), across = s3_sub(d, s3_scale(n, s3_dot(n, d) / s3_dot(n, n)));
    return s3_add(n, s3_scale(across, r * random_unit(random)));
}

// Of any cone: what is found in it is true.
static void check_any_cone(const char *name, const scree_placed_pair *placed, double known, scree_random *random)
{
    const double r = random_decade(random, -9, -0.35), error = 64.0 * VERIFY_ROUNDING * placed->unit;
    const scree_vec3 n = s3_unit(random_direction(random));
    double lower, upper;
    scree_cone_gap(placed, w3_mul(w3_of(n), w_div(w_of(1.0), w3_length(w3_of(n)))), r, -HUGE_VAL, &lower, &upper);
    CHECK_MSG(lower <= known + error && upper >= lower - error, "%s: [%.17g, %.17g], exact %.17g", name, lower, upper,
              known);
    for (int i = 0; i < DIRECTIONS; ++i) {
        const double gap = gap_along(placed, near(n, 0.999 * r, random));
        CHECK_MSG(gap <= upper + error, "%s: %.17g is not below %.17g in a cone of %g", name, gap, upper, r);
    }
}

// Cones that the best normal is in, and all normals.
static void check_best(const char *name, const scree_placed_pair *placed, scree_vec3 best, double known,
                       scree_random *random)
{
    const double r = random_decade(random, -9, -0.35), error = 64.0 * VERIFY_ROUNDING * placed->unit;
    const wide3 n = w3_of(near(best, 0.5 * r, random));
    double lower, upper;
    scree_cone_gap(placed, w3_mul(n, w_div(w_of(1.0), w3_length(n))), r, known + error, &lower, &upper);
    CHECK_MSG(upper >= known - error && lower <= known + error, "%s: cone of %g: [%.17g, %.17g], exact %.17g", name, r,
              lower, upper, known);
    met += upper <= known + error;
    scree_any_gap(placed, known + error, &lower, &upper);
    CHECK_MSG(upper >= known - error && lower <= known + error, "%s: all normals: [%.17g, %.17g], exact %.17g", name,
              lower, upper, known);
    met_any += upper <= known + error;
    ++tried;
    // A bound that would have to be false: the search gives up, and says that there is none.
    scree_any_gap(placed, 2.0 * known, &lower, &upper);
    CHECK_MSG(upper >= known - error, "%s: twice as deep: [%.17g, %.17g], exact %.17g", name, lower, upper, known);
}

static void check_pair(const scree_scene_pose *pose, oracle_pair *pair, scree_random *random)
{
    scree_placed_pair placed;
    scree_place_pair(&pose->body_a, &pose->body_b, &placed);
    const oracle_answer exact = scree_oracle_distance(pair);
    if (!(exact.upper < -64 * (quad)(VERIFY_ROUNDING * placed.unit))) return;
    const char *name = scree_scene_class_name(pose->scene->class_number);
    scree_contact c;
    scree_query_options options = scree_query_defaults();
    if (!CHECK(scree_query(&pose->body_a, &pose->body_b, &options, &c) == SCREE_OK)) return;
    check_any_cone(name, &placed, (double)exact.distance, random);
    check_best(name, &placed, c.normal, (double)exact.distance, random);
}

static bool is_bare(const scree_scene *scene)
{
    for (int i = 0; i < scene->solid_count; ++i)
        if (scree_shape_rounding(scene->solids[i].shape) > 0.0) return false;
    return true;
}

static void check_class(int class_number)
{
    scree_error error;
    scree_scene *scene = scree_scene_open(class_number, SEED, &error);
    oracle_hull **hulls = scene != NULL ? scree_oracle_solids(scene) : NULL;
    if (!CHECK(hulls != NULL)) return;
    oracle_pair pair = { .failed = false };
    scree_random random = random_stream(SEED, (uint64_t)class_number, 0);
    const long count = scree_scene_class_weight(class_number) > 0 ? check_scaled(PAIRS) : 2;
    for (long i = 0; i < count && is_bare(scene); ++i) {
        scree_scene_pose pose;
        scree_scene_pair(scene, (uint64_t)i, &pose);
        if (scree_oracle_place(&pair, hulls[pose.a], &pose.body_a, hulls[pose.b], &pose.body_b))
            check_pair(&pose, &pair, &random);
    }
    scree_oracle_pair_free(&pair);
    scree_oracle_solids_free(scene, hulls);
    scree_scene_close(scene);
}

int main(void)
{
    for (int i = 0; i < scree_scene_class_count(); ++i)
        if (scree_scene_class_group(i) == SCREE_SCENE_POLYHEDRA) check_class(i);
    // The number of vertices, and of cones, is limited.
    CHECK_MSG(100 * met >= 98 * tried && 100 * met_any >= 85 * tried, "of %ld: %ld, all normals %ld", tried, met,
              met_any);
    return check_done();
}
