#define _POSIX_C_SOURCE 200809L
#include "stopwatch.h"

#include <math.h>
#include <time.h>

#include "interrupt.h"

enum { MOST_RUNS = 1 << 24 };

double scree_stopwatch_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static double time_of(const contestant *c, int runs)
{
    double begin = scree_stopwatch_now();
    for (int i = 0; i < runs; ++i) c->run(c->user);
    return scree_stopwatch_now() - begin;
}

/// How many runs make a turn; doing so also fills the caches.
static int runs_for(const contestant *c, double turn_time)
{
    int runs = 1;
    while (runs < MOST_RUNS && time_of(c, runs) < turn_time) runs *= 2;
    return runs;
}

bool scree_stopwatch_race(contestant *contestants, int count, int turns, double turn_time)
{
    for (int i = 0; i < count; ++i) {
        contestants[i].runs_a_turn = runs_for(&contestants[i], turn_time);
        contestants[i].best = INFINITY;
    }
    for (int turn = 0; turn < turns; ++turn) {
        for (int i = 0; i < count; ++i) {
            contestant *c = &contestants[i];
            c->best = fmin(c->best, time_of(c, c->runs_a_turn) / c->runs_a_turn);
            if (scree_cli_interrupted()) return false;
        }
    }
    return true;
}
