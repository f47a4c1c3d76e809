#define _GNU_SOURCE // sched_getaffinity
#include "threads.h"

#include <math.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>

#include "interrupt.h"
#include "scenes/verified.h"
#include "scree/batch.h"
#include "stopwatch.h"

// Long enough a turn for the start of a thread not to show, in seconds.
#define LONG_ENOUGH 0.02

static bool is_wanted(const bench_set *set)
{
    static const char *const wanted[THREAD_SETS][2] = { { "polyhedra, 10 % apart", "20 vertices" },
                                                        { "polyhedra, 1 % in", "20 vertices" },
                                                        { "ellipsoids, 1e-2 apart", "3" } };
    for (int i = 0; i < THREAD_SETS; ++i)
        if (strcmp(set->group, wanted[i][0]) == 0 && strcmp(set->name, wanted[i][1]) == 0) return true;
    return false;
}

static int cores_here(void)
{
    cpu_set_t set;
    return sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 1;
}

// One batch over all pairs, with room for two threads.
typedef struct workload {
    scree_body *bodies;
    scree_pair *numbers;
    scree_contact *results;
    scree_batch batch;
} workload;

static bool open_workload(workload *w, const bench_pairs *pairs)
{
    const size_t count = pairs->count;
    w->bodies = malloc(2 * count * sizeof *w->bodies);
    w->numbers = malloc(count * sizeof *w->numbers);
    w->results = malloc(count * sizeof *w->results);
    if (w->bodies == NULL || w->numbers == NULL || w->results == NULL) return false;
    for (size_t i = 0; i < count; ++i) {
        w->bodies[2 * i] = pairs->a[i];
        w->bodies[2 * i + 1] = pairs->b[i];
        w->numbers[i] = (scree_pair){ .a = (int32_t)(2 * i), .b = (int32_t)(2 * i + 1) };
    }
    w->batch = (scree_batch){ .bodies = w->bodies, .body_count = 2 * count, .pairs = w->numbers, .threads = 2 };
    w->batch.pair_count = count;
    w->batch.scratch_size = scree_batch_scratch(&w->batch);
    w->batch.scratch = malloc(w->batch.scratch_size);
    return w->batch.scratch != NULL;
}

static void close_workload(workload *w)
{
    free(w->bodies);
    free(w->numbers);
    free(w->results);
    free(w->batch.scratch);
}

static double seconds_of(workload *w, int threads, int rounds)
{
    w->batch.threads = threads;
    const double begin = scree_stopwatch_now();
    for (int i = 0; i < rounds; ++i) (void)scree_query_batch(&w->batch, NULL, w->results);
    return (scree_stopwatch_now() - begin) / rounds;
}

static void race(workload *w, int turns, double *one, double *two)
{
    const double once = seconds_of(w, 1, 1), warm = seconds_of(w, 2, 1);
    const int rounds = 1 + (int)(LONG_ENOUGH / fmin(once, warm));
    *one = *two = INFINITY;
    for (int i = 0; i < turns && !scree_cli_interrupted(); ++i) {
        *one = fmin(*one, seconds_of(w, 1, rounds));
        *two = fmin(*two, seconds_of(w, 2, rounds));
    }
}

// Of one thread or of two: the last call's answers.
static bool all_hold(const workload *w)
{
    bool hold = true;
    for (size_t i = 0; i < w->batch.pair_count; ++i)
        hold = scree_verified_holds("of two threads", &w->bodies[2 * i], &w->bodies[2 * i + 1], NULL, &w->results[i]) &&
               hold;
    return hold;
}

bool bench_threads_race(bench_threads *out, size_t pairs, int turns, uint64_t seed)
{
    *out = (bench_threads){ .cores = cores_here() };
    bool whole = true;
    for (int i = 0; whole && i < bench_set_count(); ++i) {
        if (!is_wanted(bench_set_at(i))) continue;
        bench_pairs p;
        workload w = { 0 };
        whole = bench_pairs_open(&p, bench_set_at(i), pairs, seed) && open_workload(&w, &p);
        if (whole) {
            double one, two;
            race(&w, turns, &one, &two);
            whole = all_hold(&w);
            out->set[out->count] = bench_set_at(i);
            out->one[out->count] = 1e9 * one / (double)p.count;
            out->two[out->count++] = 1e9 * two / (double)p.count;
        }
        close_workload(&w);
        bench_pairs_close(&p);
    }
    return whole;
}
