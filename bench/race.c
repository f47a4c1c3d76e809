#define _GNU_SOURCE // sched_setaffinity
#include "race.h"

#include <sched.h>
#include <stdlib.h>

#include "interrupt.h"
#include "stopwatch.h"

enum { MOST_TURNS = 64 };

static cpu_set_t before;
static bool pinned;

void bench_unpin(void)
{
    if (pinned) pinned = sched_setaffinity(0, sizeof before, &before) != 0;
}

bool bench_pin(void)
{
    const int here = sched_getcpu();
    cpu_set_t one;
    CPU_ZERO(&one);
    if (here < 0) return false;
    CPU_SET((unsigned)here, &one);
    if (sched_getaffinity(0, sizeof before, &before) != 0) return false;
    pinned = sched_setaffinity(0, sizeof one, &one) == 0;
    return pinned;
}

static int by_time(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

bool bench_race(bench_entry *entries, int count, int turns)
{
    double(*times)[MOST_TURNS] = calloc((size_t)count, sizeof *times);
    if (times == NULL) return false;
    if (turns > MOST_TURNS) turns = MOST_TURNS;
    bool whole = true;
    // Twice in a row: else whoever comes after one that reads the same shapes would find them in the caches, and others not.
    for (int turn = 0; whole && turn < turns; turn += 2) {
        for (int i = 0; whole && i < count; ++i) {
            const bench_entry *e = &entries[i];
            for (int k = turn; e->state != NULL && k < turn + 2 && k < turns; ++k) {
                const double begin = scree_stopwatch_now();
                e->peer->run(e->state, e->answers);
                times[i][k] = scree_stopwatch_now() - begin;
            }
            whole = !scree_cli_interrupted();
        }
    }
    for (int i = 0; whole && i < count; ++i) {
        qsort(times[i], (size_t)turns, sizeof times[i][0], by_time);
        entries[i].time = (bench_time){ .best = times[i][0], .median = times[i][turns / 2] };
    }
    free(times);
    return whole;
}
