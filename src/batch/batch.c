// Many pairs in one call. Each pair is answered by itself, from its own cache, so the number of threads and the order
// of the work cannot show in the results.
#include "scree/batch.h"

#ifdef _OPENMP
#include <omp.h>
#endif

#include "base/arena.h"

static int thread_count(const scree_batch *batch)
{
    if (batch->threads > 0) return batch->threads;
#ifdef _OPENMP
    return omp_get_max_threads();
#else
    return 1;
#endif
}

static int this_thread(void)
{
#ifdef _OPENMP
    return omp_get_thread_num();
#else
    return 0;
#endif
}

static bool is_valid(const scree_batch *batch, scree_pair pair)
{
    return pair.a >= 0 && pair.b >= 0 && (size_t)pair.a < batch->body_count && (size_t)pair.b < batch->body_count &&
           batch->bodies[pair.a].shape != NULL && batch->bodies[pair.b].shape != NULL;
}

// What one thread needs: the most that any pair does, rounded up so that slices stay aligned.
static size_t slice_size(const scree_batch *batch)
{
    size_t most = 0;
    for (size_t i = 0; i < batch->pair_count; ++i) {
        scree_pair pair = batch->pairs[i];
        if (!is_valid(batch, pair)) continue;
        size_t need = scree_query_scratch(batch->bodies[pair.a].shape, batch->bodies[pair.b].shape);
        if (need > most) most = need;
    }
    return (scree_arena_bytes(most) + SCREE_ARENA_ALIGN - 1) / SCREE_ARENA_ALIGN * SCREE_ARENA_ALIGN;
}

size_t scree_batch_scratch(const scree_batch *batch)
{
    return slice_size(batch) * (size_t)thread_count(batch) + SCREE_ARENA_ALIGN;
}

static void answer_one(const scree_batch *batch, const scree_query_options *options, size_t i, void *scratch,
                       size_t scratch_size, scree_contact *result)
{
    scree_pair pair = batch->pairs[i];
    if (!is_valid(batch, pair)) {
        *result = (scree_contact){ .status = SCREE_INVALID_ARGUMENT };
        return;
    }
    scree_query_options o = *options;
    o.cache = batch->caches != NULL ? &batch->caches[i] : NULL;
    o.scratch = scratch;
    o.scratch_size = scratch_size;
    o.trace = NULL;
    (void)scree_query(&batch->bodies[pair.a], &batch->bodies[pair.b], &o, result);
}

scree_status scree_query_batch(const scree_batch *batch, const scree_query_options *options, scree_contact *results)
{
    const scree_query_options defaults = scree_query_defaults();
    if (batch == NULL || (results == NULL && batch->pair_count > 0)) return SCREE_INVALID_ARGUMENT;
    if (batch->threads < 0) return SCREE_INVALID_ARGUMENT;
    if (batch->pair_count == 0) return SCREE_OK;
    if (options == NULL) options = &defaults;
    int threads = thread_count(batch);
    size_t slice = slice_size(batch);
    scree_arena arena = scree_arena_make(batch->scratch, batch->scratch_size);
    unsigned char *slices = scree_arena_take(&arena, slice * (size_t)threads);
    if (batch->scratch == NULL || slices == NULL) return SCREE_SCRATCH_TOO_SMALL;
    long long count = (long long)batch->pair_count;
#pragma omp parallel for num_threads(threads) schedule(dynamic, 64) if (threads > 1)
    for (long long i = 0; i < count; ++i)
        answer_one(batch, options, (size_t)i, slices + slice * (size_t)this_thread(), slice, &results[i]);
    for (size_t i = 0; i < batch->pair_count; ++i)
        if (results[i].status != SCREE_OK) return results[i].status;
    return SCREE_OK;
}
