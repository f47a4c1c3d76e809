// Bodies of revolution in symmetric and nearly symmetric poses: a cache, of this pose or of one next to it, changes the
// work, never the answer; and every pair is decided.
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "oracle/verified.h"
#include "scenes/place.h"
#include "scenes/random.h"
#include "scenes/superquadrics.h"
#include "scree/query.h"

enum { SEED = 20261, PAIRS = 400 };

typedef struct tally {
    long pairs, undecided;
} tally;

static void report(const scree_scene_pose *pose, long number)
{
    if (check_failures > 6) return;
    printf("class %s seed %d pair %ld\n  ", scree_superquadric_class_name(pose->scene->class_number), SEED, number);
    scree_scene_print(stdout, pose);
}

static void verify(const scree_scene_pose *pose, long number, double tolerance, const scree_contact *x,
                   const char *what)
{
    scree_query_options options = scree_query_defaults();
    if (tolerance == 0.0) options.tolerance = 0.0;
    if (!CHECK(scree_verified_holds(what, &pose->body_a, &pose->body_b, &options, x))) report(pose, number);
}

static scree_contact query(void *scratch, size_t size, const scree_scene_pose *pose, double tolerance,
                           scree_cache *cache)
{
    scree_query_options options = scree_query_defaults();
    scree_contact c = { 0 };
    options.scratch = scratch;
    options.scratch_size = size;
    options.cache = cache;
    if (tolerance == 0.0) options.tolerance = 0.0;
    scree_query(&pose->body_a, &pose->body_b, &options, &c);
    return c;
}

static void compare(const scree_scene_pose *pose, long number, double tolerance, const scree_contact *warm,
                    const scree_contact *cold)
{
    const double size = scree_pair_size(pose->body_a.shape, pose->body_b.shape) + fabs(cold->distance);
    const bool meet = warm->lower <= cold->upper && cold->lower <= warm->upper;
    const bool same = warm->status == cold->status && fabs(warm->distance - cold->distance) <= 2e-12 * size;
    if (!CHECK_MSG(meet && same, "warm %.17g in [%.17g, %.17g] %s, cold %.17g in [%.17g, %.17g] %s", warm->distance,
                   warm->lower, warm->upper, scree_status_name(warm->status), cold->distance, cold->lower, cold->upper,
                   scree_status_name(cold->status)))
        report(pose, number);
    if (!is_verified_as(warm, cold)) verify(pose, number, tolerance, warm, "warm");
}

// A pose next to this one, which fills the cache.
static scree_scene_pose moved(const scree_scene_pose *pose, scree_random *r)
{
    scree_scene_pose p = *pose;
    const double size = scree_pair_size(p.body_a.shape, p.body_b.shape), step = random_decade(r, -12, -2);
    p.body_b.position = s3_add(p.body_b.position, s3_scale(random_direction(r), size * step));
    p.body_b.orientation = quat_times(quat_about(random_direction(r), step), p.body_b.orientation);
    return p;
}

static void run_class(int class_number, void *scratch, size_t bytes, tally *t)
{
    scree_scene *scene = scree_superquadric_scene_open(class_number, SEED, NULL);
    if (!CHECK(scene != NULL)) return;
    scree_random r = random_stream(SEED, (uint64_t)class_number, 9);
    for (long n = 0, count = check_scaled(PAIRS); n < count; ++n) {
        scree_scene_pose pose;
        scree_superquadric_scene_pair(scene, (uint64_t)n, &pose);
        const double tolerance = n % 2 == 1 ? 0.0 : 1.0;
        const scree_contact cold = query(scratch, bytes, &pose, tolerance, NULL);
        verify(&pose, n, tolerance, &cold, "cold");
        t->undecided += cold.status != SCREE_OK;
        ++t->pairs;
        scree_cache cache;
        memset(&cache, 0, sizeof cache);
        for (int i = 0; i < 2; ++i) {
            const scree_contact warm = query(scratch, bytes, &pose, tolerance, &cache);
            compare(&pose, n, tolerance, &warm, &cold);
        }
        const scree_scene_pose before = moved(&pose, &r);
        const scree_contact aside = query(scratch, bytes, &before, tolerance, &cache);
        verify(&before, n, tolerance, &aside, "next to it");
        const scree_contact warm = query(scratch, bytes, &pose, tolerance, &cache);
        compare(&pose, n, tolerance, &warm, &cold);
    }
    scree_scene_close(scene);
}

int main(void)
{
    const size_t bytes = 1 << 22;
    void *scratch = malloc(bytes);
    tally t = { 0 };
    for (int i = 0; i < scree_superquadric_class_count(); ++i) {
        const char *name = scree_superquadric_class_name(i);
        if (scree_superquadric_class_group(i) != SCREE_REVOLVED) continue;
        if (strstr(name, "near") || strstr(name, "beside") || strstr(name, "resting") || strstr(name, "identical") ||
            strstr(name, "stacked") || strstr(name, "nested"))
            run_class(i, scratch, bytes, &t);
    }
    CHECK_MSG(t.pairs > 0 && t.undecided == 0, "%ld of %ld pairs are undecided", t.undecided, t.pairs);
    free(scratch);
    return check_done();
}
