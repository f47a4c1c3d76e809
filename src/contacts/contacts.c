// From bodies to contacts: boxes, pairs of boxes, and the batch over them.
//
// Idea        The pairs go to the batch some thousands at a time, so that results that are not wanted never need room.
//             Both the pairs of the last call and those of this one are sorted: one pass hands the caches on.
#include <math.h>
#include <string.h>

#include "base/arena.h"
#include "base/fp_environment.h"
#include "batch/neighbours.h"
#include "pair/pair.h"
#include "scree/broad.h"
#include "shape/shape.h"

enum { BLOCK = 4096 };

// Scratch: boxes and new lists stay; what the broad phase took before, the batch takes after.
typedef struct workspace {
    scree_aabb *boxes;
    scree_pair *pairs;
    scree_cache *caches;
    size_t pair_count;
    scree_contact *results;
    scree_arena rest;
    size_t fixed; // bytes of what is not in the rest
} workspace;

static scree_status check(const scree_system *system)
{
    if (system == NULL || (system->bodies == NULL && system->body_count > 0)) return SCREE_INVALID_ARGUMENT;
    if (!(system->margin >= 0.0 && system->margin < (double)INFINITY)) return SCREE_INVALID_ARGUMENT;
    for (size_t i = 0; i < system->body_count; ++i) {
        const scree_body *b = &system->bodies[i];
        if (b->shape == NULL) return SCREE_INVALID_ARGUMENT;
        if (!scree_pose_is_valid(b)) return SCREE_INVALID_POSE;
        if (b->shape->dimension != system->bodies[0].shape->dimension) return SCREE_MIXED_DIMENSIONS;
    }
    return SCREE_OK;
}

static bool has_memory(const scree_candidates *c)
{
    return c != NULL && (c->pairs != NULL || c->capacity == 0) && (c->scratch != NULL || c->scratch_size == 0);
}

static scree_status need(scree_candidates *c, size_t bytes)
{
    c->scratch_needed = bytes;
    return bytes > c->scratch_size ? SCREE_SCRATCH_TOO_SMALL : SCREE_OK;
}

static scree_status open_workspace(const scree_system *system, scree_candidates *c, workspace *w)
{
    const size_t boxes = (system->body_count + 1) * sizeof *w->boxes, pairs = c->capacity * sizeof *w->pairs;
    const size_t caches = c->caches != NULL ? c->capacity * sizeof *w->caches : 0;
    const size_t results = BLOCK * sizeof *w->results;
    w->fixed =
        scree_arena_bytes(boxes) + scree_arena_bytes(pairs) + scree_arena_bytes(caches) + scree_arena_bytes(results);
    if (need(c, w->fixed) != SCREE_OK) return SCREE_SCRATCH_TOO_SMALL;
    w->rest = scree_arena_make(c->scratch, c->scratch_size);
    w->boxes = scree_arena_take(&w->rest, boxes);
    w->pairs = scree_arena_take(&w->rest, pairs);
    w->caches = scree_arena_take(&w->rest, caches);
    w->results = scree_arena_take(&w->rest, results);
    return SCREE_OK;
}

static scree_status find_pairs(const scree_system *system, scree_candidates *c, workspace *w)
{
    for (size_t i = 0; i < system->body_count; ++i) w->boxes[i] = scree_body_aabb(&system->bodies[i], 0.0);
    scree_broad broad = { .boxes = w->boxes, .box_count = system->body_count, .skin = system->margin };
    broad.period = system->period;
    broad.filter = system->filter;
    broad.threads = system->threads;
    broad.scratch_size = scree_broad_scratch(&broad);
    if (broad.scratch_size == 0) return SCREE_INVALID_ARGUMENT;
    if (need(c, w->fixed + scree_arena_bytes(broad.scratch_size)) != SCREE_OK) return SCREE_SCRATCH_TOO_SMALL;
    scree_arena rest = w->rest;
    broad.scratch = scree_arena_take(&rest, broad.scratch_size);
    const scree_status status = scree_broad_pairs(&broad, w->pairs, c->capacity, &w->pair_count);
    c->needed = w->pair_count;
    return status;
}

static bool is_wanted(const scree_system *system, const scree_pair *p)
{
    return system->bodies[p->a].shape->core != SCREE_CORE_HALF_SPACE ||
           system->bodies[p->b].shape->core != SCREE_CORE_HALF_SPACE;
}

// Takes pairs of two half spaces out.
static void drop_unwanted(const scree_system *system, workspace *w)
{
    size_t kept = 0;
    for (size_t i = 0; i < w->pair_count; ++i)
        if (is_wanted(system, &w->pairs[i])) w->pairs[kept++] = w->pairs[i];
    w->pair_count = kept;
}

// The caches of pairs that are there again, and empty ones for the others; then the new lists take the old ones' place.
static void hand_on(const workspace *w, scree_candidates *c)
{
    size_t old = 0;
    const size_t last = c->count < c->capacity ? c->count : c->capacity;
    for (size_t i = 0; c->caches != NULL && i < w->pair_count; ++i) {
        while (old < last && scree_pair_order(&c->pairs[old], &w->pairs[i]) < 0) ++old;
        const bool again = old < last && scree_pair_order(&c->pairs[old], &w->pairs[i]) == 0;
        if (again)
            w->caches[i] = c->caches[old];
        else
            memset(&w->caches[i], 0, sizeof w->caches[i]);
    }
    c->count = w->pair_count;
    if (w->pair_count == 0) return;
    memcpy(c->pairs, w->pairs, w->pair_count * sizeof *c->pairs);
    if (c->caches != NULL) memcpy(c->caches, w->caches, w->pair_count * sizeof *c->caches);
}

static scree_batch batch_of(const scree_system *system, const scree_candidates *c)
{
    return (scree_batch){ .bodies = system->bodies,
                          .body_count = system->body_count,
                          .pairs = c->pairs,
                          .pair_count = c->count,
                          .caches = c->caches,
                          .period = system->period,
                          .threads = system->threads };
}

// The contacts among the results of a block.
static scree_status keep_contacts(const scree_batch *block, const scree_contact *results, double margin,
                                  scree_pair_contact *out, size_t capacity, size_t *count, scree_status *worst)
{
    for (size_t i = 0; i < block->pair_count; ++i) {
        const scree_contact *x = &results[i];
        if (x->status != SCREE_OK && x->status != SCREE_NO_CONVERGENCE) return x->status;
        if (x->lower > margin) continue;
        if (x->status != SCREE_OK) *worst = x->status;
        if (*count < capacity) out[*count] = (scree_pair_contact){ block->pairs[i], *x };
        ++*count;
    }
    return SCREE_OK;
}

static scree_status answer_pairs(const scree_system *system, const scree_query_options *options, scree_candidates *c,
                                 workspace *w, scree_pair_contact *out, size_t capacity, size_t *count)
{
    scree_status worst = SCREE_OK;
    scree_query_options o = options != NULL ? *options : scree_query_defaults();
    o.within = true;
    o.margin = system->margin;
    scree_batch batch = batch_of(system, c);
    const size_t bytes = scree_batch_scratch(&batch), used = c->scratch_needed;
    if (need(c, w->fixed + scree_arena_bytes(bytes)) != SCREE_OK) return SCREE_SCRATCH_TOO_SMALL;
    if (c->scratch_needed < used) c->scratch_needed = used;
    void *scratch = scree_arena_take(&w->rest, bytes);
    for (size_t first = 0; first < c->count; first += BLOCK) {
        scree_batch block = batch;
        block.pairs += first;
        if (block.caches != NULL) block.caches += first;
        block.pair_count = c->count - first < BLOCK ? c->count - first : BLOCK;
        block.scratch = scratch;
        block.scratch_size = bytes;
        (void)scree_query_neighbours(&block, &o, w->results);
        const scree_status status = keep_contacts(&block, w->results, system->margin, out, capacity, count, &worst);
        if (status != SCREE_OK) return status;
    }
    return *count > capacity ? SCREE_SCRATCH_TOO_SMALL : worst;
}

scree_status scree_contacts(const scree_system *system, const scree_query_options *options,
                            scree_candidates *candidates, scree_pair_contact *contacts, size_t capacity, size_t *count)
{
    SCREE_FP_GUARD();
    if (count == NULL || (contacts == NULL && capacity > 0)) return SCREE_INVALID_ARGUMENT;
    *count = 0;
    if (!has_memory(candidates) || (options != NULL && options->size != 0 && options->size != sizeof *options))
        return SCREE_INVALID_ARGUMENT;
    scree_status status = check(system);
    if (status != SCREE_OK) return status;
    workspace w = { .boxes = NULL };
    candidates->needed = candidates->scratch_needed = 0;
    status = open_workspace(system, candidates, &w);
    if (status == SCREE_OK) status = find_pairs(system, candidates, &w);
    if (status != SCREE_OK) return status;
    drop_unwanted(system, &w);
    hand_on(&w, candidates);
    return answer_pairs(system, options, candidates, &w, contacts, capacity, count);
}
