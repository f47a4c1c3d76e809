// The pressure field of many pairs in one call.
#include "base/fp_environment.h"
#include "pair/fetch.h"
#include "region/each_pair.h"
#include "region/planes.h"
#include "region/prepare.h"
#include "region/single.h"

size_t scree_pressure_batch_scratch(const scree_batch *batch)
{
    return scree_each_pair_scratch(batch, scree_pressure_scratch);
}

static scree_status answer(const scree_each_pair *what, size_t i, const scree_body *a, const scree_body *b, bool tried,
                           void *scratch, size_t scratch_size)
{
    const scree_pressure_options o = { .energy = what->energy, .scratch = scratch, .scratch_size = scratch_size };
    scree_pressure *results = what->results;
    return scree_pressure_of_pair(a, b, what->contacts != NULL ? &what->contacts[i] : NULL, &o, tried, &results[i]);
}

// Pairs of a block that are for one kernel.
typedef struct field_list {
    scree_field_pair pairs[SCREE_PAIR_BLOCK];
    uint64_t bits[SCREE_PAIR_BLOCK]; // of each, in the block
    int count;
} field_list;

// What is left goes to the end of another list, or counts as tried.
static void run_list(const field_list *list, scree_field_fn *fields, field_list *rest, scree_pair_block *block)
{
    const uint64_t done = list->count > 0 ? fields(list->pairs, list->count) : 0;
    for (int i = 0; i < list->count; ++i) {
        if ((done >> i & 1) != 0) {
            block->answered |= list->bits[i];
        } else if (rest != NULL) {
            rest->bits[rest->count] = list->bits[i];
            rest->pairs[rest->count++] = list->pairs[i];
        } else {
            block->tried |= list->bits[i];
        }
    }
}

// The pair was prepared at the end of the list of the previous pair's kind, the likeliest; moves it if it is of
// another.
static void put_in_list(field_list *lists, scree_field_kind kind, scree_field_kind guess, uint64_t bit)
{
    if (kind == SCREE_FIELD_GENERAL) return;
    field_list *list = &lists[kind], *from = &lists[guess];
    if (kind != guess) list->pairs[list->count] = from->pairs[from->count];
    list->bits[list->count++] = bit;
}

// A contact of two bodies that the kernels can handle.
static bool is_usual(const scree_contact *c, const scree_body *a, const scree_body *b)
{
    if (c->status != SCREE_OK && c->status != SCREE_NO_CONVERGENCE) return false;
    if (c->beyond || c->distance > 0.0 || !v3_is_finite(c->normal) || !v3_is_finite(c->point)) return false;
    return scree_region_serves(a->shape, b->shape) && scree_pose_is_valid(a) && scree_pose_is_valid(b);
}

// Prefetches the shapes of pair i. Always inline: see pair/fetch.h.
static inline __attribute__((always_inline)) void fetch(const scree_batch *batch, size_t i)
{
    const size_t at = batch->active != NULL ? (size_t)batch->active[i] : i;
    if (at < batch->pair_count) scree_fetch_shapes(batch, at);
}

static void answer_block(const scree_each_pair *what, const scree_batch *batch, size_t from, size_t to,
                         scree_pair_block *block)
{
    const scree_kernels *kernels = scree_kernels_best();
    scree_body images[SCREE_PAIR_BLOCK];
    field_list lists[SCREE_FIELD_GENERAL]; // by kind
    field_list *surfaces = &lists[SCREE_FIELD_SURFACE];
    scree_pressure *results = what->results;
    for (int k = 0; k < SCREE_FIELD_GENERAL; ++k) lists[k].count = 0;
    scree_field_kind guess = SCREE_FIELD_BOXES;
    for (size_t i = from; i < to; ++i) {
        enum { AHEAD = 8 };
        if (i + AHEAD < to) fetch(batch, i + AHEAD);
        const scree_body *a, *b;
        const scree_contact *contact = &what->contacts[i];
        if (!scree_each_pair_bodies(batch, i, &a, &b, &images[i - from]) || !is_usual(contact, a, b)) continue;
        field_list *list = &lists[guess];
        const scree_field_kind kind = scree_field_prepare(a, b, contact, &results[i], &list->pairs[list->count]);
        put_in_list(lists, kind, guess, (uint64_t)1 << (i - from));
        if (kind != SCREE_FIELD_GENERAL) guess = kind;
    }
    run_list(&lists[SCREE_FIELD_BOXES], kernels->box_fields, surfaces, block);
    run_list(&lists[SCREE_FIELD_ON_PLANE], kernels->plane_fields, surfaces, block);
    run_list(&lists[SCREE_FIELD_EDGES], kernels->edge_fields, surfaces, block);
    run_list(surfaces, kernels->surface_fields, NULL, block);
}

static void refuse(const scree_each_pair *what, size_t i, scree_status status)
{
    scree_pressure *results = what->results;
    results[i] = (scree_pressure){ .status = status };
}

scree_status scree_pressure_batch(const scree_batch *batch, const scree_contact *contacts,
                                  const scree_pressure_options *options, scree_pressure *results)
{
    SCREE_FP_GUARD();
    if (options != NULL && options->size != 0 && options->size != sizeof *options) return SCREE_INVALID_ARGUMENT;
    const bool energy = options != NULL && options->energy;
    const scree_each_pair what = { .contacts = contacts,
                                   .answer = answer,
                                   .answer_block = energy || contacts == NULL ? NULL : answer_block,
                                   .refuse = refuse,
                                   .results = results,
                                   .energy = energy };
    return scree_each_pair_answer(batch, &what);
}
