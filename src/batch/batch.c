// Many pairs in one call. Each pair is answered by itself, from its own cache, so the number of threads and the order
// of the work cannot show in the results; nor can the lanes, which give the same bits as the query for one pair.
#include "scree/batch.h"

#include <math.h>

#ifdef _OPENMP
#include <omp.h>
#endif

#include "base/arena.h"
#include "batch/kernels.h"
#include "scree/method.h"
#include "shape/shape.h"

enum {
    BLOCK = 128, // pairs that one thread takes at a time
    RECENT = 64
};

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

// Shapes of pairs that were asked about a moment ago: piles have few shapes, and asking every method costs as much as
// an answer.
typedef struct recent_needs {
    const scree_shape *a[RECENT], *b[RECENT];
    size_t need[RECENT];
} recent_needs;

static size_t need_of(recent_needs *recent, const scree_shape *a, const scree_shape *b)
{
    const size_t at = (((uintptr_t)a >> 6) * 31 + ((uintptr_t)b >> 6)) % RECENT;
    if (recent->a[at] != a || recent->b[at] != b) {
        recent->a[at] = a;
        recent->b[at] = b;
        recent->need[at] = scree_query_scratch(a, b);
    }
    return recent->need[at];
}

// What one thread needs: the most that any pair does, rounded up so that slices stay aligned.
static size_t slice_size(const scree_batch *batch)
{
    size_t most = 0;
    recent_needs recent = { 0 };
    for (size_t i = 0; i < batch->pair_count; ++i) {
        scree_pair pair = batch->pairs[i];
        if (!is_valid(batch, pair)) continue;
        size_t need = need_of(&recent, batch->bodies[pair.a].shape, batch->bodies[pair.b].shape);
        if (need > most) most = need;
    }
    return (scree_arena_bytes(most) + SCREE_ARENA_ALIGN - 1) / SCREE_ARENA_ALIGN * SCREE_ARENA_ALIGN;
}

size_t scree_batch_scratch(const scree_batch *batch)
{
    return slice_size(batch) * (size_t)thread_count(batch) + SCREE_ARENA_ALIGN;
}

// What every thread works with.
typedef struct batch_run {
    const scree_batch *batch;
    scree_query_options options;
    const scree_kernels *kernels; // NULL: one pair after the other
    unsigned char *slices;
    size_t slice;
    scree_contact *results;
} batch_run;

static void answer_one(const batch_run *run, size_t i)
{
    const scree_batch *batch = run->batch;
    scree_pair pair = batch->pairs[i];
    if (!is_valid(batch, pair)) {
        run->results[i] = (scree_contact){ .status = SCREE_INVALID_ARGUMENT };
        return;
    }
    scree_query_options o = run->options;
    o.cache = batch->caches != NULL ? &batch->caches[i] : NULL;
    o.scratch = run->slices + run->slice * (size_t)this_thread();
    o.scratch_size = run->slice;
    (void)scree_query(&batch->bodies[pair.a], &batch->bodies[pair.b], &o, &run->results[i]);
}

static bool is_ellipsoid_pair(const scree_batch *batch, scree_pair pair)
{
    return is_valid(batch, pair) && batch->bodies[pair.a].shape->core == SCREE_CORE_ELLIPSOID &&
           batch->bodies[pair.b].shape->core == SCREE_CORE_ELLIPSOID;
}

// The pairs of one block: those that a kernel takes together, the others, and what the kernel leaves, one by one.
static void answer_block(const batch_run *run, size_t first, size_t end)
{
    int32_t ellipsoids[BLOCK];
    int count = 0;
    for (size_t i = first; i < end; ++i) {
        if (run->kernels != NULL && is_ellipsoid_pair(run->batch, run->batch->pairs[i]))
            ellipsoids[count++] = (int32_t)(i - first);
        else
            answer_one(run, i);
    }
    if (count == 0) return;
    scree_lane_work work = { .batch = run->batch, .tolerance = run->options.tolerance, .first = first };
    work.pairs = ellipsoids;
    work.count = count;
    work.results = run->results;
    const int left = run->kernels->ellipsoids(&work, ellipsoids);
    for (int i = 0; i < left; ++i) answer_one(run, first + (size_t)ellipsoids[i]);
}

// The kernels answer as `auto` does where nothing is asked for that only a single pair has.
static bool suits_kernels(const scree_query_options *o)
{
    return (o->method == NULL || o->method == scree_method_at(0)) && o->max_iterations == 0 && !isnan(o->tolerance);
}

int scree_batch_lanes(void)
{
    return scree_kernels_best()->lanes;
}

scree_status scree_query_batch(const scree_batch *batch, const scree_query_options *options, scree_contact *results)
{
    const scree_query_options defaults = scree_query_defaults();
    if (batch == NULL || (results == NULL && batch->pair_count > 0)) return SCREE_INVALID_ARGUMENT;
    if (batch->threads < 0) return SCREE_INVALID_ARGUMENT;
    if (batch->pair_count == 0) return SCREE_OK;
    batch_run run = { .batch = batch, .options = options != NULL ? *options : defaults, .results = results };
    run.options.trace = NULL;
    run.kernels = suits_kernels(&run.options) ? scree_kernels_best() : NULL;
    // What each thread gets of the scratch; a pair that needs more says so itself.
    int threads = thread_count(batch);
    scree_arena arena = scree_arena_make(batch->scratch, batch->scratch_size);
    const size_t room = batch->scratch_size > SCREE_ARENA_ALIGN ? batch->scratch_size - SCREE_ARENA_ALIGN : 0;
    run.slice = room / (size_t)threads / SCREE_ARENA_ALIGN * SCREE_ARENA_ALIGN;
    run.slices = scree_arena_take(&arena, run.slice * (size_t)threads);
    if (batch->scratch == NULL || run.slices == NULL) return SCREE_SCRATCH_TOO_SMALL;
    long long blocks = (long long)((batch->pair_count + BLOCK - 1) / BLOCK);
#pragma omp parallel for num_threads(threads) schedule(dynamic, 1) if (threads > 1)
    for (long long i = 0; i < blocks; ++i) {
        const size_t first = (size_t)i * BLOCK, end = first + BLOCK;
        answer_block(&run, first, end < batch->pair_count ? end : batch->pair_count);
    }
    for (size_t i = 0; i < batch->pair_count; ++i)
        if (results[i].status != SCREE_OK) return results[i].status;
    return SCREE_OK;
}
