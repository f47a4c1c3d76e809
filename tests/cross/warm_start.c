// Warm against cold: a cache changes the work, never the answer, whatever is in it.
#include <stdlib.h>

#include "check.h"
#include "oracle/quad.h"
#include "oracle/verified.h"
#include "pair/warm.h"
#include "scenes/pairs.h"
#include "scenes/place.h"
#include "scenes/random.h"
#include "scree/query.h"

enum { SEED = 4242, PAIRS = 250, STEPS = 12 };

static scree_contact query(void *scratch, size_t size, const scree_scene_pose *pose, scree_cache *cache)
{
    scree_query_options options = scree_query_defaults();
    scree_contact c = { 0 };
    options.scratch = scratch;
    options.scratch_size = size;
    options.cache = cache;
    scree_query(&pose->body_a, &pose->body_b, &options, &c);
    return c;
}

static long undecided; // pairs that ended with no_convergence one way and with ok the other

static void report(const scree_scene_pose *pose, long number, const char *what)
{
    if (check_failures > 6) return;
    printf("%s: class %s seed %d pair %ld\n  ", what, scree_scene_class_name(pose->scene->class_number), SEED, number);
    scree_scene_print(stdout, pose);
}

static void verify(const scree_scene_pose *pose, long number, const scree_contact *x, const char *what)
{
    if (!CHECK(scree_verified_holds(what, &pose->body_a, &pose->body_b, NULL, x))) report(pose, number, what);
}

// Both intervals hold the exact distance, so they meet; and neither answer is worse than the other beyond rounding.
static void compare(const scree_scene_pose *pose, long number, const scree_contact *warm, const scree_contact *cold,
                    const char *what)
{
    double size = scree_pair_size(pose->body_a.shape, pose->body_b.shape);
    bool meet = warm->lower <= cold->upper && cold->lower <= warm->upper;
    bool near = fabs(warm->distance - cold->distance) <= 2e-12 * (size + fabs(cold->distance));
    undecided += warm->status != cold->status;
    if (!CHECK_MSG(meet && (near || warm->status != SCREE_OK || cold->status != SCREE_OK),
                   "%s: warm %.17g in [%.17g, %.17g] %s, cold %.17g in [%.17g, %.17g] %s", what, warm->distance,
                   warm->lower, warm->upper, scree_status_name(warm->status), cold->distance, cold->lower, cold->upper,
                   scree_status_name(cold->status)))
        report(pose, number, what);
    if (!is_verified_as(warm, cold)) verify(pose, number, warm, what);
}

static void move(scree_scene_pose *pose, scree_random *r)
{
    double size = scree_pair_size(pose->body_a.shape, pose->body_b.shape), step = random_decade(r, -9, -1);
    scree_vec3 d = s3_scale(random_direction(r), size * step);
    if (scree_shape_dimension(pose->body_a.shape) == 2) {
        d.z = 0;
        pose->angle_b += step * random_between(r, -1, 1);
        pose->body_b.orientation = scree_quat_about_z(pose->angle_b);
    } else {
        pose->body_b.orientation = quat_times(quat_about(random_direction(r), step), pose->body_b.orientation);
    }
    pose->body_b.position = s3_add(pose->body_b.position, d);
}

// Hints that are wrong: another pair's normal, of any length, or no direction at all.
static scree_cache wrong_cache(const scree_scene_pose *pose, scree_random *r)
{
    scree_cache cache = { .filled = 1 };
    scree_vec3 axis = random_direction(r);
    if (scree_shape_dimension(pose->body_a.shape) == 2) axis.z = 0;
    int kind = random_below(r, 4);
    if (kind == 0) axis = s3(0, 0, 0);
    if (kind == 1) axis = s3_scale(axis, random_decade(r, -37, 38));
    scree_cache_set_axis(&cache, axis);
    return cache;
}

int main(void)
{
    size_t size = 1 << 24;
    void *scratch = malloc(size);
    long warm_steps = 0, cold_steps = 0;
    for (int class = 0; class < scree_scene_class_count(); ++class) {
        scree_scene *scene = scree_scene_open(class, SEED, NULL);
        if (!CHECK(scene != NULL)) continue;
        scree_random r = random_stream(SEED, (uint64_t) class, 7);
        for (long n = 0, count = check_scaled(PAIRS); n < count; ++n) {
            scree_scene_pose pose;
            scree_cache cache = { 0 };
            scree_scene_pair(scene, (uint64_t)n, &pose);
            for (int k = 0; k < STEPS; ++k) {
                scree_contact cold = query(scratch, size, &pose, NULL), warm = query(scratch, size, &pose, &cache);
                verify(&pose, n, &cold, "cold");
                compare(&pose, n, &warm, &cold, "moving");
                if (k == 0) {
                    // An empty cache is no cache, bit for bit.
                    CHECK(cold.distance == warm.distance && cold.normal.x == warm.normal.x);
                } else {
                    warm_steps += warm.iterations;
                    cold_steps += cold.iterations;
                }
                scree_contact again = query(scratch, size, &pose, &cache);
                compare(&pose, n, &again, &cold, "again");
                scree_cache wrong = wrong_cache(&pose, &r);
                scree_contact misled = query(scratch, size, &pose, &wrong);
                compare(&pose, n, &misled, &cold, "misled");
                move(&pose, &r);
            }
        }
        scree_scene_close(scene);
    }
    printf("steps of moving pairs: warm %ld, cold %ld; status differs for %ld\n", warm_steps, cold_steps, undecided);
    CHECK_MSG(warm_steps <= cold_steps, "a warm start costs more steps (%ld) than a cold one (%ld)", warm_steps,
              cold_steps);
    free(scratch);
    return check_done();
}
