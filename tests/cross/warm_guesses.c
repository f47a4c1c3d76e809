// Two polyhedra that overlap, and a cache that names features some steps away from those that meet: where the kernels
// answer from it, they have found the least depth of all, whatever they began with; and mostly they do answer.
#include <stdlib.h>
#include <string.h>

#include "batch/kernels.h"
#include "check.h"
#include "oracle/distance.h"
#include "oracle/solid.h"
#include "scenes/grains.h"
#include "scenes/pairs.h"
#include "scenes/place.h"
#include "scenes/random.h"
#include "shape/shape.h"

enum { SEED = 91, PAIRS = 3, GUESSES = 6, STRAY = 3, WIDTHS = 3, SCRATCH = 1 << 22 };

static const int widths[WIDTHS] = { 2, 4, 8 };

static long asked, answered, moved; // guesses; those with an answer; and other features than the guess in it

static int any_neighbour(const scree_shape *s, int vertex, scree_random *r)
{
    const int first = s->fan_start[vertex], count = s->fan_start[vertex + 1] - first;
    return s->neighbours[first + random_below(r, count)];
}

// A feature that is next to one: of the same kind.
static int stray(const scree_shape *s, scree_feature feature, int index, scree_random *r)
{
    if (feature == SCREE_FEATURE_VERTEX) return any_neighbour(s, index, r);
    if (feature == SCREE_FEATURE_FACE) {
        const scree_face *f = &s->faces[index];
        return s->face_neighbours[f->first + random_below(r, f->count)];
    }
    const int vertex = s->edges[index].vertex[random_below(r, 2)];
    const int first = s->fan_start[vertex], count = s->fan_start[vertex + 1] - first;
    return s->vertex_edges[first + random_below(r, count)];
}

static scree_cache guess_from(const scree_scene_pose *pose, const scree_contact *x, int steps, scree_random *r)
{
    const scree_shape *a = pose->body_a.shape, *b = pose->body_b.shape;
    scree_cache cache = { .filled = true, .axis = x->normal, .distance = (float)x->distance };
    int index_a = x->index_a, index_b = x->index_b;
    for (int i = 0; i < steps; ++i) {
        if (random_below(r, 2) == 0)
            index_a = stray(a, x->feature_a, index_a, r);
        else
            index_b = stray(b, x->feature_b, index_b, r);
    }
    cache.hint = (scree_cache_hint){ (int32_t)x->feature_a, (int32_t)x->feature_b, index_a, index_b, 0, 0 };
    return cache;
}

// One kernel, one pair.
static bool run_kernel(const scree_kernels *k, const scree_scene_pose *pose, scree_cache *cache, scree_contact *out)
{
    const scree_body bodies[2] = { pose->body_a, pose->body_b };
    const scree_pair pair = { 0, 1 };
    const scree_cache before = *cache;
    const scree_batch batch = { .bodies = bodies, .body_count = 2, .pairs = &pair, .pair_count = 1, .caches = cache };
    int32_t number = 0;
    scree_lane_work work = { .batch = &batch, .tolerance = -1.0, .pairs = &number, .count = 1, .results = out };
    memset(out, 0x55, sizeof *out);
    if (k->warm_hulls(&work, &number) == 0) return true;
    CHECK(memcmp(cache, &before, sizeof before) == 0); // as it was
    return false;
}

static void try_guess(const scree_scene_pose *pose, const oracle_answer *truth, const scree_cache *guess)
{
    const double size = scree_pair_size(pose->body_a.shape, pose->body_b.shape);
    scree_contact first = { 0 };
    int count = 0, served = 0;
    for (int w = 0; w < WIDTHS; ++w) {
        const scree_kernels *k = scree_kernels_of(widths[w]);
        scree_contact x;
        scree_cache cache = *guess;
        if (k == NULL) continue;
        ++count;
        if (!run_kernel(k, pose, &cache, &x)) continue;
        const bool holds = (quad)x.lower <= truth->upper && (quad)x.upper >= truth->lower;
        CHECK_MSG(holds && fabs(x.distance - (double)truth->distance) <= 1e-13 * size,
                  "%s: %.17g in [%.17g, %.17g], really %.17g", scree_scene_class_name(pose->scene->class_number),
                  x.distance, x.lower, x.upper, (double)truth->distance);
        CHECK(cache.hint.feature_a == (int32_t)x.feature_a && cache.hint.index_a == x.index_a);
        if (served++ == 0) first = x;
        CHECK(memcmp(&x, &first, sizeof x) == 0);
    }
    CHECK(served == 0 || served == count);
    ++asked;
    answered += served > 0;
    moved += served > 0 && (first.index_a != guess->hint.index_a || first.index_b != guess->hint.index_b);
}

static bool is_plain(const scree_contact *x)
{
    enum { V = SCREE_FEATURE_VERTEX, E = SCREE_FEATURE_EDGE, F = SCREE_FEATURE_FACE };
    const int a = (int)x->feature_a, b = (int)x->feature_b;
    return (a == F && b == V) || (a == V && b == F) || (a == E && b == E && x->patch_area == 0.0);
}

static void check_pair(scree_scene_pose *pose, oracle_hull **hulls, oracle_pair *placed, void *scratch, scree_random *r)
{
    const scree_shape *a = pose->body_a.shape, *b = pose->body_b.shape;
    scree_query_options o = scree_query_defaults();
    o.scratch = scratch;
    o.scratch_size = SCRATCH;
    scree_contact x;
    if (!scree_is_hull_pair(a, b) || !a->centred || !b->centred) return;
    const double gap = -scree_pair_size(a, b) * random_decade(r, -4, -1);
    if (!scree_grains_settle(&pose->body_a, &pose->body_b, gap, &o)) return;
    if (scree_query(&pose->body_a, &pose->body_b, &o, &x) != SCREE_OK || !is_plain(&x)) return;
    if (!CHECK(scree_oracle_place(placed, hulls[pose->a], &pose->body_a, hulls[pose->b], &pose->body_b))) return;
    const oracle_answer truth = scree_oracle_distance(placed);
    for (int i = 0; i < GUESSES; ++i) {
        const scree_cache guess = guess_from(pose, &x, i % (STRAY + 1), r);
        try_guess(pose, &truth, &guess);
    }
}

static void check_class(int class_number, void *scratch)
{
    scree_scene *scene = scree_scene_open(class_number, SEED, NULL);
    oracle_hull **hulls = scene != NULL ? scree_oracle_solids(scene) : NULL;
    if (!CHECK(hulls != NULL)) return;
    oracle_pair placed = { 0 };
    scree_random r = random_stream(SEED, 1, (uint64_t)class_number);
    for (long n = 0, count = check_scaled(PAIRS); n < count; ++n) {
        scree_scene_pose pose;
        scree_scene_pair(scene, (uint64_t)n, &pose);
        check_pair(&pose, hulls, &placed, scratch, &r);
    }
    scree_oracle_pair_free(&placed);
    scree_oracle_solids_free(scene, hulls);
    scree_scene_close(scene);
}

int main(void)
{
    void *scratch = malloc(SCRATCH);
    for (int c = 0; CHECK(scratch != NULL) && c < scree_scene_class_count(); ++c)
        if (scree_scene_class_group(c) == SCREE_SCENE_POLYHEDRA) check_class(c, scratch);
    printf("of %ld guesses, %ld were answered, %ld of them by other features\n", asked, answered, moved);
    CHECK(check_scale() < 0.5 || (4 * answered > 3 * asked && 2 * moved > answered));
    free(scratch);
    return check_done();
}
