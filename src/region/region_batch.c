// The contact regions of many pairs in one call: each pair by itself, in threads.
#include <math.h>

#include "base/fp_environment.h"
#include "region/each_pair.h"
#include "scree/region.h"

// A batch of regions; `pairs` comes first, so that a pointer to it is one to the whole.
typedef struct region_batch {
    scree_each_pair pairs;
    const scree_batch *batch;
    double margin;
    scree_region_cache *caches;
} region_batch;

size_t scree_region_batch_scratch(const scree_batch *batch)
{
    return scree_each_pair_scratch(batch, scree_region_scratch);
}

static void keep_ids(const scree_region *r, scree_region_cache *cache)
{
    *cache = (scree_region_cache){ .count = r->point_count };
    for (int i = 0; i < r->point_count; ++i) cache->ids[i] = r->points[i].id;
}

static scree_status answer(const scree_each_pair *what, size_t i, const scree_body *a, const scree_body *b, bool tried,
                           void *scratch, size_t scratch_size)
{
    (void)tried;
    const region_batch *run = (const void *)what;
    const size_t at = run->batch->active != NULL ? (size_t)run->batch->active[i] : i;
    scree_region_cache *cache = run->caches != NULL ? &run->caches[at] : NULL;
    scree_region_options o = { .margin = run->margin, .scratch = scratch, .scratch_size = scratch_size };
    if (cache != NULL && cache->count >= 0 && cache->count <= SCREE_REGION_POINTS) {
        o.last = cache->ids;
        o.last_count = cache->count;
    }
    scree_region *results = what->results;
    const scree_contact *contact = what->contacts != NULL ? &what->contacts[i] : NULL;
    const scree_status status = scree_region_query(a, b, contact, &o, &results[i]);
    if (status == SCREE_OK && cache != NULL) keep_ids(&results[i], cache);
    return status;
}

// Arrays and capacities are the caller's.
static void refuse(const scree_each_pair *what, size_t i, scree_status status)
{
    scree_region *r = (scree_region *)what->results + i;
    r->polygon_count = r->corner_count = r->point_count = 0;
    r->status = status;
}

scree_status scree_region_batch(const scree_batch *batch, const scree_contact *contacts, double margin,
                                scree_region_cache *caches, scree_region *results)
{
    SCREE_FP_GUARD();
    if (!(margin >= 0.0 && margin < (double)INFINITY)) return SCREE_INVALID_ARGUMENT;
    const region_batch run = {
        .pairs = { .contacts = contacts, .answer = answer, .refuse = refuse, .results = results },
        .batch = batch,
        .margin = margin,
        .caches = caches,
    };
    return scree_each_pair_answer(batch, &run.pairs);
}
