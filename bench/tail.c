// See tail.h.
#include "tail.h"

#include <math.h>
#include <stdlib.h>

#include "scenes/verified.h"
#include "scree/method.h"
#include "scree/query.h"
#include "stopwatch.h"

enum { REPEATS = 9, TRIALS = 1000 };

static int by_time(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

// What reading the clock twice takes.
static double clock_time(void)
{
    double least = (double)INFINITY;
    for (int i = 0; i < TRIALS; ++i) {
        const double begin = scree_stopwatch_now();
        least = fmin(least, scree_stopwatch_now() - begin);
    }
    return least;
}

static void time_pairs(const bench_pairs *pairs, const scree_query_options *o, double *times)
{
    const double clock = clock_time();
    for (size_t i = 0; i < pairs->count; ++i) times[i] = (double)INFINITY;
    for (int k = 0; k < REPEATS; ++k) {
        for (size_t i = 0; i < pairs->count; ++i) {
            scree_contact c;
            const double begin = scree_stopwatch_now();
            (void)scree_query(&pairs->a[i], &pairs->b[i], o, &c);
            times[i] = fmin(times[i], fmax(0.0, scree_stopwatch_now() - begin - clock));
        }
    }
}

// Once more, not timed.
static bool all_hold(const bench_pairs *pairs, const scree_query_options *o)
{
    bool hold = true;
    for (size_t i = 0; i < pairs->count; ++i) {
        scree_contact c;
        (void)scree_query(&pairs->a[i], &pairs->b[i], o, &c);
        hold = scree_verified_holds("of the slowest pairs", &pairs->a[i], &pairs->b[i], o, &c) && hold;
    }
    return hold;
}

bool bench_tail_of(const bench_pairs *pairs, bench_tail *out)
{
    bench_tail tail = { 0.0, 0.0, 0.0 };
    bool hold = true;
    const size_t count = pairs->count;
    scree_query_options o = scree_query_defaults();
    for (size_t i = 0; i < count; ++i) {
        const size_t need = scree_method_scratch(NULL, pairs->a[i].shape, pairs->b[i].shape) + 64;
        if (need > o.scratch_size) o.scratch_size = need;
    }
    o.scratch = malloc(o.scratch_size + 1);
    double *times = calloc(count + 1, sizeof *times);
    if (o.scratch != NULL && times != NULL && count > 0) {
        time_pairs(pairs, &o, times);
        hold = all_hold(pairs, &o);
        qsort(times, count, sizeof *times, by_time);
        for (size_t i = 0; i < count; ++i) tail.mean += times[i] / (double)count;
        tail.high = times[count - 1 - count / 1000];
        tail.most = times[count - 1];
    }
    free(times);
    free(o.scratch);
    *out = tail;
    return hold;
}
