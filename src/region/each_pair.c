// One answer for each pair of a batch. Each pair is answered independently, so results do not depend on the number of
// threads.
#include "region/each_pair.h"

#include <math.h>

#include "base/arena.h"
#include "base/fp_environment.h"
#include "base/threads.h"

// What every thread works with.
typedef struct pair_run {
    const scree_batch *batch;
    const scree_each_pair *what;
    int threads;
    unsigned char *slices; // of scratch, one for each thread
    size_t slice;
} pair_run;

static size_t answer_count(const scree_batch *batch)
{
    return batch->active != NULL ? batch->active_count : batch->pair_count;
}

static bool has_arrays(const scree_batch *batch)
{
    return (batch->pairs != NULL || batch->pair_count == 0) && (batch->bodies != NULL || batch->body_count == 0) &&
           (batch->active != NULL || batch->active_count == 0);
}

static bool is_period(double length)
{
    return length >= 0.0 && length < (double)INFINITY;
}

static bool is_valid(const scree_batch *batch)
{
    const scree_vec3 p = batch->period;
    return batch->threads >= 0 && has_arrays(batch) && is_period(p.x) && is_period(p.y) && is_period(p.z);
}

static bool has_bodies(const scree_batch *batch, const scree_pair *pair)
{
    // Negative indices become large.
    return (size_t)pair->a < batch->body_count && (size_t)pair->b < batch->body_count;
}

size_t scree_each_pair_scratch(const scree_batch *batch, size_t (*need)(const scree_shape *a, const scree_shape *b))
{
    if (batch == NULL || !has_arrays(batch)) return 0;
    size_t most = 0;
    const scree_shape *last_a = NULL, *last_b = NULL;
    for (size_t i = 0; i < batch->pair_count; ++i) {
        const scree_pair *pair = &batch->pairs[i];
        if (!has_bodies(batch, pair)) continue;
        const scree_shape *a = batch->bodies[pair->a].shape, *b = batch->bodies[pair->b].shape;
        if (a == last_a && b == last_b) continue;
        last_a = a;
        last_b = b;
        const size_t bytes = need(a, b);
        if (bytes > most) most = bytes;
    }
    const size_t slice = (scree_arena_bytes(most) + SCREE_ARENA_ALIGN - 1) / SCREE_ARENA_ALIGN * SCREE_ARENA_ALIGN;
    return slice * (size_t)scree_thread_count(batch->threads, SCREE_MOST_THREADS) + SCREE_ARENA_ALIGN;
}

bool scree_each_pair_bodies(const scree_batch *batch, size_t i, const scree_body **a, const scree_body **b,
                            scree_body *image)
{
    const size_t at = batch->active != NULL ? (size_t)batch->active[i] : i;
    if (at >= batch->pair_count || !has_bodies(batch, &batch->pairs[at])) return false;
    const scree_pair *pair = &batch->pairs[at];
    *a = &batch->bodies[pair->a];
    *b = &batch->bodies[pair->b];
    if (pair->image[0] == 0 && pair->image[1] == 0 && pair->image[2] == 0) return true;
    *image = scree_pair_image(*b, pair, batch->period);
    *b = image;
    return true;
}

static scree_status answer(const pair_run *run, size_t i, bool tried)
{
    const scree_contact *contact = run->what->contacts != NULL ? &run->what->contacts[i] : NULL;
    const scree_body *a, *b;
    scree_body image;
    if (!scree_each_pair_bodies(run->batch, i, &a, &b, &image)) return SCREE_INVALID_ARGUMENT;
    if (contact != NULL && contact->status != SCREE_OK && contact->status != SCREE_NO_CONVERGENCE)
        return contact->status;
    // A single thread may have any number in a team of the caller's.
    void *scratch = run->slices + (run->threads > 1 ? run->slice * (size_t)scree_this_thread() : 0);
    return run->what->answer(run->what, i, a, b, tried, scratch, run->slice);
}

// The index of the first pair of the block that failed; `none` if there is none.
static long long answer_block(const pair_run *run, long long block, long long none)
{
    SCREE_FP_GUARD();
    const size_t first = (size_t)block * SCREE_PAIR_BLOCK, count = answer_count(run->batch);
    const size_t end = count - first < SCREE_PAIR_BLOCK ? count : first + SCREE_PAIR_BLOCK;
    scree_pair_block done = { 0, 0 };
    if (run->what->answer_block != NULL) run->what->answer_block(run->what, run->batch, first, end, &done);
    long long failed = none;
    for (size_t i = first; i < end; ++i) {
        if ((done.answered >> (i - first) & 1) != 0) continue;
        const scree_status status = answer(run, i, (done.tried >> (i - first) & 1) != 0);
        if (status != SCREE_OK) run->what->refuse(run->what, i, status);
        if (status != SCREE_OK && status != SCREE_UNSUPPORTED_PAIR && failed == none) failed = (long long)i;
    }
    return failed;
}

// The status of the first failure of all blocks.
static scree_status answer_blocks(const pair_run *run)
{
    const long long count = (long long)answer_count(run->batch),
                    blocks = (count + SCREE_PAIR_BLOCK - 1) / SCREE_PAIR_BLOCK;
    long long first = count;
#pragma omp parallel for num_threads(run->threads) schedule(dynamic, 1) reduction(min : first) if (run->threads > 1)
    for (long long i = 0; i < blocks; ++i) {
        const long long failed = answer_block(run, i, count);
        if (failed < first) first = failed;
    }
    if (first == count) return SCREE_OK;
    const scree_status status = answer(run, (size_t)first, false); // again, to get the reason
    run->what->refuse(run->what, (size_t)first, status);
    return status;
}

scree_status scree_each_pair_answer(const scree_batch *batch, const scree_each_pair *what)
{
    if (batch == NULL || !is_valid(batch)) return SCREE_INVALID_ARGUMENT;
    const size_t count = answer_count(batch);
    if (count == 0) return SCREE_OK;
    if (what->results == NULL) return SCREE_INVALID_ARGUMENT;
    pair_run run = { .batch = batch, .what = what, .threads = scree_thread_count(batch->threads, SCREE_MOST_THREADS) };
    scree_arena arena = scree_arena_make(batch->scratch, batch->scratch_size);
    const size_t room = batch->scratch_size > SCREE_ARENA_ALIGN ? batch->scratch_size - SCREE_ARENA_ALIGN : 0;
    run.slice = room / (size_t)run.threads / SCREE_ARENA_ALIGN * SCREE_ARENA_ALIGN;
    run.slices = batch->scratch != NULL ? scree_arena_take(&arena, run.slice * (size_t)run.threads) : NULL;
    if (run.slices == NULL) {
        for (size_t i = 0; i < count; ++i) what->refuse(what, i, SCREE_SCRATCH_TOO_SMALL);
        return SCREE_SCRATCH_TOO_SMALL;
    }
    return answer_blocks(&run);
}
