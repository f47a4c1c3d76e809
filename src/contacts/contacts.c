// From bodies to contacts: boxes, pairs of boxes, and the batch over them.
//
// Idea        The pairs go to the batch some thousands at a time, so that results that are not wanted never need room.
#include <math.h>
#include <stdlib.h>

#include "base/fp_environment.h"
#include "math/vec3.h"
#include "pair/cores.h"
#include "scree/broad.h"
#include "shape/shape.h"

enum { BLOCK = 4096 };

// What is taken from the heap, and given back at the end.
typedef struct workshop {
    scree_aabb *boxes;
    scree_pair *pairs;
    size_t pair_count;
    void *broad_scratch, *batch_scratch;
    size_t batch_scratch_size;
    scree_contact results[BLOCK];
} workshop;

static void close_workshop(workshop *w)
{
    if (w == NULL) return;
    free(w->boxes);
    free(w->pairs);
    free(w->broad_scratch);
    free(w->batch_scratch);
    free(w);
}

static scree_status check(const scree_pile *pile)
{
    if (pile == NULL || (pile->bodies == NULL && pile->body_count > 0)) return SCREE_INVALID_ARGUMENT;
    if (!(pile->margin >= 0.0 && pile->margin < (double)INFINITY)) return SCREE_INVALID_ARGUMENT;
    for (size_t i = 0; i < pile->body_count; ++i) {
        const scree_body *b = &pile->bodies[i];
        if (b->shape == NULL) return SCREE_INVALID_ARGUMENT;
        if (!scree_pose_is_valid(b)) return SCREE_INVALID_POSE;
        if (b->shape->dimension != pile->bodies[0].shape->dimension) return SCREE_MIXED_DIMENSIONS;
    }
    return SCREE_OK;
}

// The pairs of boxes: counted, then written.
static scree_status find_pairs(const scree_pile *pile, workshop *w)
{
    w->boxes = malloc((pile->body_count + 1) * sizeof *w->boxes);
    if (w->boxes == NULL) return SCREE_NO_MEMORY;
    for (size_t i = 0; i < pile->body_count; ++i) w->boxes[i] = scree_body_aabb(&pile->bodies[i], 0.0);
    scree_broad broad = { .boxes = w->boxes, .box_count = pile->body_count, .skin = pile->margin };
    broad.period = pile->period;
    broad.filter = pile->filter;
    broad.threads = pile->threads;
    broad.scratch_size = scree_broad_scratch(&broad);
    if (broad.scratch_size == 0) return SCREE_INVALID_ARGUMENT;
    broad.scratch = w->broad_scratch = malloc(broad.scratch_size);
    if (broad.scratch == NULL) return SCREE_NO_MEMORY;
    scree_status status = scree_broad_pairs(&broad, NULL, 0, &w->pair_count);
    if (status != SCREE_SCRATCH_TOO_SMALL) return status;
    w->pairs = malloc(w->pair_count * sizeof *w->pairs);
    return w->pairs == NULL ? SCREE_NO_MEMORY : scree_broad_pairs(&broad, w->pairs, w->pair_count, &w->pair_count);
}

static bool is_wanted(const scree_pile *pile, const scree_pair *p)
{
    return pile->bodies[p->a].shape->core != SCREE_CORE_HALF_SPACE ||
           pile->bodies[p->b].shape->core != SCREE_CORE_HALF_SPACE;
}

// Takes pairs of two half spaces out.
static void drop_unwanted(const scree_pile *pile, workshop *w)
{
    size_t kept = 0;
    for (size_t i = 0; i < w->pair_count; ++i)
        if (is_wanted(pile, &w->pairs[i])) w->pairs[kept++] = w->pairs[i];
    w->pair_count = kept;
}

static scree_batch block_of(const scree_pile *pile, size_t first, const workshop *w)
{
    const size_t left = w->pair_count - first, count = left < BLOCK ? left : BLOCK;
    return (scree_batch){ .bodies = pile->bodies,
                          .body_count = pile->body_count,
                          .pairs = w->pairs + first,
                          .pair_count = count,
                          .period = pile->period,
                          .threads = pile->threads };
}

static bool reserve_scratch(workshop *w, scree_batch *batch)
{
    const size_t need = scree_batch_scratch(batch);
    if (need > w->batch_scratch_size) {
        free(w->batch_scratch);
        w->batch_scratch = malloc(need);
        w->batch_scratch_size = w->batch_scratch != NULL ? need : 0;
    }
    batch->scratch = w->batch_scratch;
    batch->scratch_size = w->batch_scratch_size;
    return w->batch_scratch != NULL;
}

static scree_status answer_pairs(const scree_pile *pile, workshop *w, scree_pile_contact *out, size_t capacity,
                                 size_t *count)
{
    scree_status worst = SCREE_OK;
    scree_query_options options = scree_query_defaults();
    options.within = true;
    options.margin = pile->margin;
    for (size_t first = 0; first < w->pair_count; first += BLOCK) {
        scree_batch batch = block_of(pile, first, w);
        if (!reserve_scratch(w, &batch)) return SCREE_NO_MEMORY;
        (void)scree_query_batch(&batch, &options, w->results);
        for (size_t i = 0; i < batch.pair_count; ++i) {
            const scree_contact *x = &w->results[i];
            if (x->status != SCREE_OK && x->status != SCREE_NO_CONVERGENCE) return x->status;
            if (x->lower > pile->margin) continue;
            if (x->status != SCREE_OK) worst = x->status;
            if (*count < capacity) out[*count] = (scree_pile_contact){ w->pairs[first + i], *x };
            ++*count;
        }
    }
    return *count > capacity ? SCREE_SCRATCH_TOO_SMALL : worst;
}

scree_status scree_contacts(const scree_pile *pile, scree_pile_contact *contacts, size_t capacity, size_t *count)
{
    SCREE_FP_GUARD();
    if (count == NULL || (contacts == NULL && capacity > 0)) return SCREE_INVALID_ARGUMENT;
    *count = 0;
    scree_status status = check(pile);
    if (status != SCREE_OK) return status;
    workshop *w = calloc(1, sizeof *w);
    if (w == NULL) return SCREE_NO_MEMORY;
    status = find_pairs(pile, w);
    if (status == SCREE_OK) {
        drop_unwanted(pile, w);
        status = answer_pairs(pile, w, contacts, capacity, count);
    }
    close_workshop(w);
    return status;
}
