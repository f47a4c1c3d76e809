// scree itself: call by call, all pairs in one call, the boolean query, contact regions, and the papers' methods for
// superquadrics.
#include <stdlib.h>
#include <string.h>

#include "peer.h"
#include "scree/batch.h"
#include "scree/floating_plane.h"
#include "scree/method.h"
#include "scree/pressure.h"
#include "scree/verify.h"

typedef struct scree_peer {
    const bench_pairs *pairs;
    scree_query_options options;
    scree_body *bodies;
    scree_pair *numbers;
    scree_contact *results;
    scree_cache *caches; // one for each moving pair
    scree_contact *kept; // whole contacts, if they are wanted
    scree_batch batch;
    void *regions; // of the pairs of a step, one each: what is asked beside the contact
} scree_peer;

static void close_scree(void *user)
{
    scree_peer *p = user;
    free(p->options.scratch);
    free(p->bodies);
    free(p->numbers);
    free(p->results);
    free(p->caches);
    free(p->batch.scratch);
    free(p->regions);
    free(p);
}

// Bodies, caches and contacts are as long as one line of a processor's cache, or three, and are best not spread over
// more of them.
static void *in_lines(size_t bytes)
{
    const size_t line = 64;
    return aligned_alloc(line, (bytes + line - 1) / line * line);
}

static bool fill_batch(scree_peer *p, const bench_pairs *pairs)
{
    p->bodies = in_lines((2 * pairs->count + 1) * sizeof *p->bodies);
    p->numbers = malloc((pairs->count + 1) * sizeof *p->numbers);
    p->results = in_lines((pairs->count + 1) * sizeof *p->results);
    p->caches = in_lines((pairs->lot + 1) * sizeof *p->caches);
    if (p->bodies == NULL || p->numbers == NULL || p->results == NULL || p->caches == NULL) return false;
    for (size_t i = 0; i < pairs->count; ++i) {
        p->bodies[2 * i] = pairs->a[i];
        p->bodies[2 * i + 1] = pairs->b[i];
        p->numbers[i] = (scree_pair){ .a = (int32_t)(2 * i), .b = (int32_t)(2 * i + 1) };
    }
    p->batch = (scree_batch){ .bodies = p->bodies, .body_count = 2 * pairs->count, .pairs = p->numbers };
    p->batch.pair_count = pairs->count;
    p->batch.threads = 1;
    p->batch.scratch_size = scree_batch_scratch(&p->batch);
    p->batch.scratch = malloc(p->batch.scratch_size);
    return p->batch.scratch != NULL;
}

static void *open_by(const bench_pairs *pairs, const scree_method *method)
{
    scree_peer *p = calloc(1, sizeof *p);
    if (p == NULL) return NULL;
    p->pairs = pairs;
    p->options = scree_query_defaults();
    p->options.method = method;
    for (size_t i = 0; i < pairs->count; ++i) {
        const size_t need = scree_method_scratch(method, pairs->a[i].shape, pairs->b[i].shape) + 64;
        if (need > p->options.scratch_size) p->options.scratch_size = need;
    }
    p->options.scratch = malloc(p->options.scratch_size);
    if (p->options.scratch != NULL && fill_batch(p, pairs)) return p;
    close_scree(p);
    return NULL;
}

static void *open_scree(const bench_pairs *pairs)
{
    return open_by(pairs, NULL);
}

static void *open_moving(const bench_pairs *pairs)
{
    return pairs->set->steps > 1 ? open_by(pairs, NULL) : NULL;
}

static bool is_at_rest(const bench_set *set)
{
    return set->steps > 1 && set->pose != BENCH_ANYHOW;
}

// With scratch for as much as the batch needs, and room for `size` bytes a pair of a step.
static void *open_regions(const bench_pairs *pairs, size_t (*scratch)(const scree_batch *), size_t size)
{
    scree_peer *p = open_by(pairs, NULL);
    if (p == NULL) return NULL;
    const size_t need = scratch != NULL ? scratch(&p->batch) : 0;
    if (need > p->batch.scratch_size) {
        free(p->batch.scratch);
        p->batch.scratch = malloc(need);
        p->batch.scratch_size = need;
    }
    p->regions = in_lines((pairs->lot + 1) * size);
    if (p->batch.scratch != NULL && p->regions != NULL) return p;
    close_scree(p);
    return NULL;
}

static bool has_pressure(const bench_pairs *pairs)
{
    return is_at_rest(pairs->set) && scree_pressure_serves(pairs->a[0].shape, pairs->b[0].shape);
}

static void *open_patch(const bench_pairs *pairs)
{
    return has_pressure(pairs) ? open_by(pairs, NULL) : NULL;
}

static void *open_pressure(const bench_pairs *pairs)
{
    return has_pressure(pairs) ? open_regions(pairs, scree_pressure_batch_scratch, sizeof(scree_pressure)) : NULL;
}

// Pairs at rest without a pressure field: their floating planes are timed.
static bool needs_plane(const bench_pairs *pairs)
{
    return is_at_rest(pairs->set) && !has_pressure(pairs) &&
           scree_floating_plane_serves(pairs->a[0].shape, pairs->b[0].shape);
}

static void *open_floating(const bench_pairs *pairs)
{
    if (!needs_plane(pairs)) return NULL;
    return open_regions(pairs, scree_floating_plane_batch_scratch, sizeof(scree_floating_plane));
}

static void *open_follow(const bench_pairs *pairs)
{
    return needs_plane(pairs) ? open_regions(pairs, scree_floating_plane_batch_scratch, sizeof(scree_vec3)) : NULL;
}

// Only for sets with a superquadric: of other shapes these methods are not the usual ones.
static void *open_paper(const bench_pairs *pairs, const char *name)
{
    const scree_method *method = scree_method_find(name);
    const bench_set *set = pairs->set;
    if (set->steps > 1) return NULL;
    const bool wanted = set->family_a == BENCH_SUPERQUADRIC || set->family_b == BENCH_SUPERQUADRIC;
    if (!wanted || method == NULL || !method->serves(pairs->a[0].shape, pairs->b[0].shape)) return NULL;
    return open_by(pairs, method);
}

static void *open_newton(const bench_pairs *pairs)
{
    return open_paper(pairs, "sq-newton");
}

static void *open_six_cases(const bench_pairs *pairs)
{
    return open_paper(pairs, "ph-sq");
}

static void keep_contacts(void *user, scree_contact *contacts)
{
    scree_peer *p = user;
    p->kept = contacts;
}

static void keep(const scree_peer *p, size_t i, const scree_contact *c, bench_answer *out)
{
    out[i] = (bench_answer){ .distance = c->distance, .normal = c->normal, .failed = c->status != SCREE_OK };
    if (p->kept != NULL) p->kept[i] = *c;
}

static void run_single(void *user, bench_answer *answers)
{
    const scree_peer *p = user;
    for (size_t i = 0; i < p->pairs->count; ++i) {
        scree_contact c;
        (void)scree_query(&p->pairs->a[i], &p->pairs->b[i], &p->options, &c);
        keep(p, i, &c, answers);
    }
}

// They end without convergence where their interval is wide, as it mostly is: a failure is a search that was cut short.
static void run_paper(void *user, bench_answer *answers)
{
    const scree_peer *p = user;
    scree_counts counts;
    const scree_paper paper = { .counts = &counts };
    scree_query_options options = p->options;
    options.paper = &paper;
    for (size_t i = 0; i < p->pairs->count; ++i) {
        scree_contact c;
        (void)scree_query(&p->pairs->a[i], &p->pairs->b[i], &options, &c);
        keep(p, i, &c, answers);
        answers[i].failed = counts.cut_short;
    }
}

static void run_batch(void *user, bench_answer *answers)
{
    scree_peer *p = user;
    (void)scree_query_batch(&p->batch, NULL, p->results);
    for (size_t i = 0; i < p->pairs->count; ++i) keep(p, i, &p->results[i], answers);
}

static void run_ones(void *user, bench_answer *answers)
{
    scree_peer *p = user;
    scree_batch one = p->batch;
    one.pair_count = 1;
    for (size_t i = 0; i < p->pairs->count; ++i) {
        one.pairs = &p->numbers[i];
        (void)scree_query_batch(&one, NULL, &p->results[i]);
        keep(p, i, &p->results[i], answers);
    }
}

// All steps of each pair with a cache of its own, which is empty at the first.
static void run_warm(void *user, bench_answer *answers)
{
    const scree_peer *p = user;
    const size_t lot = p->pairs->lot;
    scree_query_options options = p->options;
    memset(p->caches, 0, lot * sizeof *p->caches);
    for (size_t i = 0; i < p->pairs->count; ++i) {
        scree_contact c;
        options.cache = &p->caches[i % lot];
        (void)scree_query(&p->pairs->a[i], &p->pairs->b[i], &options, &c);
        keep(p, i, &c, answers);
    }
}

// A further call on the contacts of a step, such as their pressure fields; NULL: none.
typedef void add_fn(scree_peer *p, const scree_batch *step, size_t first);

// Step by step, all pairs of a step in one call, and what a DEM wants to know of them.
static void run_steps(scree_peer *p, add_fn *add, bench_answer *answers)
{
    const size_t lot = p->pairs->lot;
    scree_query_options options = scree_query_defaults();
    options.within = true;
    options.margin = p->pairs->margin;
    memset(p->caches, 0, lot * sizeof *p->caches);
    scree_batch batch = p->batch;
    batch.body_count = 2 * lot;
    batch.pair_count = lot;
    batch.caches = p->caches;
    for (size_t first = 0; first < p->pairs->count; first += lot) {
        batch.bodies = p->bodies + 2 * first;
        (void)scree_query_batch(&batch, &options, p->results);
        if (add != NULL) add(p, &batch, first);
        for (size_t i = 0; i < lot; ++i) keep(p, first + i, &p->results[i], answers);
    }
}

static void run_margin(void *user, bench_answer *answers)
{
    run_steps(user, NULL, answers);
}

static void add_patches(scree_peer *p, const scree_batch *step, size_t first)
{
    for (size_t i = 0; i < step->pair_count; ++i) {
        scree_patch patch;
        scree_vec3 corners[16];
        (void)scree_contact_patch(&p->pairs->a[first + i], &p->pairs->b[first + i], &p->results[i], &p->options, &patch,
                                  corners, 16);
    }
}

static void run_patch(void *user, bench_answer *answers)
{
    run_steps(user, add_patches, answers);
}

static void add_pressure(scree_peer *p, const scree_batch *step, size_t first)
{
    (void)first;
    (void)scree_pressure_batch(step, p->results, NULL, p->regions);
}

static void run_pressure(void *user, bench_answer *answers)
{
    run_steps(user, add_pressure, answers);
}

static void add_planes(scree_peer *p, const scree_batch *step, size_t first)
{
    (void)first;
    (void)scree_floating_plane_batch(step, p->results, p->regions);
}

static void run_floating(void *user, bench_answer *answers)
{
    run_steps(user, add_planes, answers);
}

// Each pair from its last plane, without a query but at the first step, as the simulator does.
static void run_follow(void *user, bench_answer *answers)
{
    scree_peer *p = user;
    const size_t lot = p->pairs->lot;
    scree_vec3 *last = p->regions;
    scree_floating_plane_options options = { .scratch = p->batch.scratch, .scratch_size = p->batch.scratch_size };
    memset(last, 0, lot * sizeof *last);
    for (size_t i = 0; i < p->pairs->count; ++i) {
        scree_floating_plane plane;
        options.last = &last[i % lot];
        const scree_status status =
            scree_floating_plane_query(&p->pairs->a[i], &p->pairs->b[i], NULL, &options, &plane);
        answers[i] = (bench_answer){ .distance = plane.area > 0.0 ? -1.0 : 1.0, .normal = plane.normal };
        answers[i].failed = status != SCREE_OK;
    }
}

static void run_overlap(void *user, bench_answer *answers)
{
    const scree_peer *p = user;
    for (size_t i = 0; i < p->pairs->count; ++i) {
        bool overlap = false;
        const scree_status status = scree_overlap(&p->pairs->a[i], &p->pairs->b[i], &p->options, &overlap);
        answers[i] = (bench_answer){ .distance = overlap ? -1.0 : 1.0, .failed = status != SCREE_OK };
    }
}

// What a DEM asks of a pair that it has not seen before: all of it if the two are in contact.
static void run_within(void *user, bench_answer *answers)
{
    const scree_peer *p = user;
    scree_query_options options = p->options;
    options.within = true;
    for (size_t i = 0; i < p->pairs->count; ++i) {
        scree_contact c;
        (void)scree_query(&p->pairs->a[i], &p->pairs->b[i], &options, &c);
        keep(p, i, &c, answers);
    }
}

// The papers' normals and points need not be right.
#define METHOD_CLAIMS (SCREE_VERIFY_INTERVAL | SCREE_VERIFY_STATE)

const bench_peer bench_scree = { .name = "scree",
                                 .what = "scree_query(), call by call",
                                 .exact_depth = true,
                                 .claims = SCREE_VERIFY_ALL,
                                 .open = open_scree,
                                 .run = run_single,
                                 .keep = keep_contacts,
                                 .close = close_scree };
const bench_peer bench_scree_batch = { .name = "scree, batch",
                                       .what = "scree_query_batch(), all pairs in one call on one thread",
                                       .exact_depth = true,
                                       .claims = SCREE_VERIFY_ALL,
                                       .open = open_scree,
                                       .run = run_batch,
                                       .keep = keep_contacts,
                                       .close = close_scree };
const bench_peer bench_scree_one = { .name = "scree, batch of one",
                                     .what = "scree_query_batch(), a call for each pair",
                                     .exact_depth = true,
                                     .claims = SCREE_VERIFY_ALL,
                                     .open = open_scree,
                                     .run = run_ones,
                                     .keep = keep_contacts,
                                     .close = close_scree };
const bench_peer bench_scree_warm = { .name = "scree, warm",
                                      .what = "scree_query() with a cache, call by call",
                                      .exact_depth = true,
                                      .claims = SCREE_VERIFY_ALL,
                                      .open = open_moving,
                                      .run = run_warm,
                                      .keep = keep_contacts,
                                      .close = close_scree };
const bench_peer bench_scree_margin = { .name = "scree, warm batch",
                                        .what =
                                            "scree_query_batch() with caches and a margin of 0.5 % of the size: the "
                                            "full contact up to it, beyond it a proven gap",
                                        .scope = BENCH_WITHIN,
                                        .exact_depth = true,
                                        .claims = SCREE_VERIFY_ALL,
                                        .open = open_moving,
                                        .run = run_margin,
                                        .keep = keep_contacts,
                                        .close = close_scree };
const bench_peer bench_scree_patch = { .name = "scree, patch",
                                       .what = "the warm batch, and scree_contact_patch() of each pair at rest",
                                       .scope = BENCH_WITHIN,
                                       .exact_depth = true,
                                       .open = open_patch,
                                       .run = run_patch,
                                       .close = close_scree };
const bench_peer bench_scree_pressure = { .name = "scree, pressure",
                                          .what = "the warm batch, and scree_pressure_batch() of the pairs at rest",
                                          .scope = BENCH_WITHIN,
                                          .exact_depth = true,
                                          .open = open_pressure,
                                          .run = run_pressure,
                                          .close = close_scree };
const bench_peer bench_scree_floating = {
    .name = "scree, floating plane",
    .what = "the warm batch, and scree_floating_plane_batch() of pairs at rest that have no pressure field",
    .scope = BENCH_WITHIN,
    .exact_depth = true,
    .open = open_floating,
    .run = run_floating,
    .close = close_scree
};
const bench_peer bench_scree_follow = {
    .name = "scree, same plane",
    .what = "scree_floating_plane_query() from the plane of the last step, without a query of the contact",
    .scope = BENCH_VERDICT,
    .open = open_follow,
    .run = run_follow,
    .close = close_scree
};
const bench_peer bench_scree_overlap = { .name = "scree, verdict",
                                         .what = "scree_overlap()",
                                         .scope = BENCH_VERDICT,
                                         .open = open_scree,
                                         .run = run_overlap,
                                         .close = close_scree };
const bench_peer bench_scree_within = { .name = "scree, within",
                                        .what = "scree_query() with a margin of 0, call by call, no cache",
                                        .scope = BENCH_CONTACT,
                                        .exact_depth = true,
                                        .claims = SCREE_VERIFY_ALL,
                                        .open = open_scree,
                                        .run = run_within,
                                        .keep = keep_contacts,
                                        .close = close_scree };
const bench_peer bench_scree_newton = { .name = "sq-newton",
                                        .what = "the method of the literature for two superquadrics, as scree has it",
                                        .scope = BENCH_CONTACT,
                                        .claims = METHOD_CLAIMS,
                                        .open = open_newton,
                                        .run = run_paper,
                                        .keep = keep_contacts,
                                        .close = close_scree };
const bench_peer bench_scree_six_cases = { .name = "ph-sq",
                                           .what = "the six cases of peng-hanley-2019, as scree has them",
                                           .scope = BENCH_CONTACT,
                                           .claims = METHOD_CLAIMS,
                                           .open = open_six_cases,
                                           .run = run_paper,
                                           .keep = keep_contacts,
                                           .close = close_scree };
