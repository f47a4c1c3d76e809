// Two tetrahedra, of chance and thin, that met a moment ago, or that are said to have met with whatever features: what
// the kernel for such pairs answers is right by the oracle, in every field, and the same bytes at every width; what it
// does not answer keeps its cache; and most of what has moved a little is answered.
#include <string.h>

#include "check.h"
#include "dispatch/kernels.h"
#include "many_families.h"
#include "oracle/contact.h"
#include "oracle/solid.h"
#include "oracle/verified.h"
#include "pair/warm.h"

enum { SEED = 61, GROUPS = 60, PAIRS = 37, WIDTHS = 4 };

static const int widths[WIDTHS] = { 1, 2, 4, 8 };

static long asked, answered; // of overlapping pairs with the caches of a moment ago

typedef struct group {
    scree_body bodies[2 * PAIRS];
    int solid[2 * PAIRS];
    scree_pair pairs[PAIRS];
    scree_cache caches[PAIRS];
    bool overlaps[PAIRS];
} group;

static void judge(oracle_hull **hulls, const group *g, int i, const scree_contact *x, const char *name)
{
    oracle_pair placed = { 0 };
    const scree_body *a = &g->bodies[2 * i], *b = &g->bodies[2 * i + 1];
    const double size = scree_pair_size(a->shape, b->shape);
    if (CHECK(scree_oracle_place(&placed, hulls[g->solid[2 * i]], a, hulls[g->solid[2 * i + 1]], b))) {
        const oracle_report r = scree_oracle_judge(&placed, x, size, 1e-12 * size);
        CHECK_MSG(r.fault == NULL, "%s: %s: %.17g, allowed %.17g; %.17g in [%.17g, %.17g], really %.17g", name, r.fault,
                  r.fault_value, r.fault_bound, x->distance, x->lower, x->upper, r.distance);
    }
    scree_oracle_pair_free(&placed);
    CHECK(scree_verified_holds(name, a, b, NULL, x));
}

// The kernel of one width; bits of what it leaves.
static uint64_t run_kernel(const scree_kernels *k, const group *g, scree_contact results[PAIRS])
{
    int32_t numbers[PAIRS];
    scree_cache caches[PAIRS];
    memcpy(caches, g->caches, sizeof caches);
    memset(results, 0, PAIRS * sizeof *results);
    for (int i = 0; i < PAIRS; ++i) numbers[i] = i;
    const scree_batch batch = { .bodies = g->bodies, .body_count = 2 * PAIRS, .pairs = g->pairs, .caches = caches };
    scree_lane_work work = { .batch = &batch, .tolerance = -1.0, .pairs = numbers, .count = PAIRS };
    work.results = results;
    const int left = k->warm_hulls(&work, numbers);
    uint64_t bits = 0;
    for (int i = 0; i < left; ++i) {
        bits |= UINT64_C(1) << numbers[i];
        CHECK(memcmp(&caches[numbers[i]], &g->caches[numbers[i]], sizeof caches[0]) == 0);
    }
    return bits;
}

// Returns the bits of what is left.
static uint64_t check_group(oracle_hull **hulls, const group *g, const char *name)
{
    scree_contact first[PAIRS], results[PAIRS];
    uint64_t left = UINT64_MAX; // as long as no kernel has been asked
    for (int w = 0; w < WIDTHS; ++w) {
        const scree_kernels *k = scree_kernels_of(widths[w]);
        if (k == NULL) continue;
        const uint64_t these = run_kernel(k, g, w == 0 ? first : results);
        if (w == 0) left = these;
        CHECK_MSG(these == left, "%s: answered with some lanes only", name);
        for (int i = 0; w > 0 && i < PAIRS; ++i)
            if ((left >> i & 1u) == 0u) CHECK(memcmp(&results[i], &first[i], sizeof first[i]) == 0);
    }
    for (int i = 0; i < PAIRS; ++i)
        if ((left >> i & 1u) == 0u) judge(hulls, g, i, &first[i], name);
    return left;
}

static void fill_group(const scree_scene *scene, group *g, scree_random *r)
{
    for (int i = 0; i < PAIRS; ++i) {
        scree_body *a = &g->bodies[2 * i], *b = &g->bodies[2 * i + 1];
        scree_query_options o = scree_query_defaults();
        scree_contact x;
        for (int k = 0; k < 2; ++k) {
            g->solid[2 * i + k] = random_below(r, SOLIDS);
            g->bodies[2 * i + k] = scree_body_at(scene->solids[g->solid[2 * i + k]].shape, s3(0, 0, 0));
        }
        place(a, b, r);
        g->pairs[i] = (scree_pair){ .a = 2 * i, .b = 2 * i + 1 };
        g->caches[i] = (scree_cache){ 0 };
        o.cache = &g->caches[i];
        g->overlaps[i] = CHECK(scree_query(a, b, &o, &x) == SCREE_OK) && x.distance < 0.0;
        CHECK(scree_verified_holds("cold", a, b, &o, &x));
        // A small step.
        const double size = scree_pair_size(a->shape, b->shape);
        b->position = s3_add(b->position, s3_scale(random_direction(r), random_decade(r, -6, -2) * size));
    }
}

// A face of each with a vertex, and two edges, as it comes; numbers that no tetrahedron has now and then.
static void spoil_caches(group *g, scree_random *r)
{
    for (int i = 0; i < PAIRS; ++i) {
        const int kind = random_below(r, 3);
        scree_cache *cache = &g->caches[i];
        *cache = (scree_cache){ .filled = true };
        scree_cache_set_axis(cache, random_direction(r));
        cache->feature_a = kind == 0 ? SCREE_FEATURE_EDGE : kind == 1 ? SCREE_FEATURE_FACE : SCREE_FEATURE_VERTEX;
        cache->feature_b = kind == 0 ? SCREE_FEATURE_EDGE : kind == 1 ? SCREE_FEATURE_VERTEX : SCREE_FEATURE_FACE;
        cache->index_a = random_below(r, kind == 0 ? 7 : 5);
        cache->index_b = random_below(r, kind == 0 ? 7 : 5);
    }
}

static void check_family(family f)
{
    scree_random r = random_stream(SEED, (uint64_t)f, 0);
    scree_scene *scene = family_scene(f, &r);
    oracle_hull **hulls = scree_oracle_solids(scene);
    for (long n = 0, count = check_scaled(GROUPS); CHECK(hulls != NULL) && n < count; ++n) {
        group g;
        fill_group(scene, &g, &r);
        const uint64_t left = check_group(hulls, &g, family_name[f]);
        for (int i = 0; f == TETRAHEDRA && i < PAIRS; ++i) {
            asked += g.overlaps[i];
            answered += g.overlaps[i] && (left >> i & 1u) == 0u;
        }
        spoil_caches(&g, &r);
        (void)check_group(hulls, &g, family_name[f]);
    }
    scree_oracle_solids_free(scene, hulls);
    scree_scene_close(scene);
}

int main(void)
{
    check_family(TETRAHEDRA);
    check_family(THIN_ONES);
    printf("of %ld pairs that overlapped, %ld were answered from their caches\n", asked, answered);
    CHECK(check_scale() < 0.5 || 2 * answered > asked);
    return check_done();
}
