// The pressure field of many pairs in one call. Each pair is answered by itself, so the number of threads does not show.
#include <math.h>

#ifdef _OPENMP
#include <omp.h>
#endif

#include "base/arena.h"
#include "base/fp_environment.h"
#include "scree/pressure.h"

enum {
    BLOCK = 64,         // pairs that one thread takes at a time
    MOST_THREADS = 1024 // a system may refuse more, and end the program
};

// What every thread works with.
typedef struct pressure_run {
    const scree_batch *batch;
    const scree_contact *contacts; // or NULL
    bool energy;
    int threads;
    unsigned char *slices; // of scratch, one for each thread
    size_t slice;
    scree_pressure *results;
} pressure_run;

static int thread_count(const scree_batch *batch)
{
    int threads = batch->threads;
#ifdef _OPENMP
    if (threads == 0) threads = omp_get_max_threads();
#endif
    return threads < 1 ? 1 : threads > MOST_THREADS ? MOST_THREADS : threads;
}

static int this_thread(void)
{
#ifdef _OPENMP
    return omp_get_thread_num();
#else
    return 0;
#endif
}

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
    // Negative numbers become large ones.
    return (size_t)pair->a < batch->body_count && (size_t)pair->b < batch->body_count;
}

size_t scree_pressure_batch_scratch(const scree_batch *batch)
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
        const size_t need = scree_pressure_scratch(a, b);
        if (need > most) most = need;
    }
    const size_t slice = (scree_arena_bytes(most) + SCREE_ARENA_ALIGN - 1) / SCREE_ARENA_ALIGN * SCREE_ARENA_ALIGN;
    return slice * (size_t)thread_count(batch) + SCREE_ARENA_ALIGN;
}

static scree_status answer(const pressure_run *run, size_t i, scree_pressure *out)
{
    const scree_batch *batch = run->batch;
    const scree_contact *contact = run->contacts != NULL ? &run->contacts[i] : NULL;
    const size_t at = batch->active != NULL ? (size_t)batch->active[i] : i;
    if (at >= batch->pair_count || !has_bodies(batch, &batch->pairs[at])) return SCREE_INVALID_ARGUMENT;
    if (contact != NULL && contact->status != SCREE_OK && contact->status != SCREE_NO_CONVERGENCE)
        return contact->status;
    const scree_pair *pair = &batch->pairs[at];
    const scree_body *a = &batch->bodies[pair->a], b = scree_pair_image(&batch->bodies[pair->b], pair, batch->period);
    scree_pressure_options o = { .energy = run->energy, .scratch_size = run->slice };
    // A single thread may be any number of a team of the caller's.
    o.scratch = run->slices + (run->threads > 1 ? run->slice * (size_t)this_thread() : 0);
    return scree_pressure_query(a, &b, contact, &o, out);
}

// Whether a pair of the block has a status that counts.
static bool answer_block(const pressure_run *run, long long block)
{
    SCREE_FP_GUARD();
    const size_t first = (size_t)block * BLOCK, count = answer_count(run->batch);
    bool bad = false;
    for (size_t i = first; i < count && i < first + BLOCK; ++i) {
        scree_pressure *out = &run->results[i];
        const scree_status status = answer(run, i, out);
        if (status != SCREE_OK) *out = (scree_pressure){ .status = status };
        bad |= status != SCREE_OK && status != SCREE_UNSUPPORTED_PAIR;
    }
    return bad;
}

static scree_status first_failure(const scree_pressure *results, size_t count)
{
    for (size_t i = 0; i < count; ++i)
        if (results[i].status != SCREE_OK && results[i].status != SCREE_UNSUPPORTED_PAIR) return results[i].status;
    return SCREE_OK;
}

scree_status scree_pressure_batch(const scree_batch *batch, const scree_contact *contacts,
                                  const scree_pressure_options *options, scree_pressure *results)
{
    SCREE_FP_GUARD();
    if (batch == NULL || !is_valid(batch)) return SCREE_INVALID_ARGUMENT;
    const size_t count = answer_count(batch);
    if (count == 0) return SCREE_OK;
    if (results == NULL) return SCREE_INVALID_ARGUMENT;
    pressure_run run = { .batch = batch, .contacts = contacts, .results = results };
    run.energy = options != NULL && options->energy;
    const int threads = run.threads = thread_count(batch);
    scree_arena arena = scree_arena_make(batch->scratch, batch->scratch_size);
    const size_t room = batch->scratch_size > SCREE_ARENA_ALIGN ? batch->scratch_size - SCREE_ARENA_ALIGN : 0;
    run.slice = room / (size_t)threads / SCREE_ARENA_ALIGN * SCREE_ARENA_ALIGN;
    run.slices = batch->scratch != NULL ? scree_arena_take(&arena, run.slice * (size_t)threads) : NULL;
    if (run.slices == NULL) {
        for (size_t i = 0; i < count; ++i) results[i] = (scree_pressure){ .status = SCREE_SCRATCH_TOO_SMALL };
        return SCREE_SCRATCH_TOO_SMALL;
    }
    const long long blocks = (long long)((count + BLOCK - 1) / BLOCK);
    bool bad = false;
    if (threads == 1) { // a team of one costs as much as some answers
        for (long long i = 0; i < blocks; ++i) bad |= answer_block(&run, i);
    } else {
#pragma omp parallel for num_threads(threads) schedule(dynamic, 1) reduction(| : bad)
        for (long long i = 0; i < blocks; ++i) bad |= answer_block(&run, i);
    }
    return bad ? first_failure(results, count) : SCREE_OK;
}
