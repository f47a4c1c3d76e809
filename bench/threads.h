// Two threads against one: the batch, not pinned to a core.
#ifndef SCREE_BENCH_THREADS_H
#define SCREE_BENCH_THREADS_H

#include "set.h"

enum { THREAD_SETS = 3 };

typedef struct bench_threads {
    int cores; ///< that this process may run on
    int count;
    const bench_set *set[THREAD_SETS];
    double one[THREAD_SETS], two[THREAD_SETS]; ///< ns a pair, the best turn
} bench_threads;

/// `pairs` of each set, `turns` times by one thread and by two in turn. False on failure, with a message on standard
/// error.
bool bench_threads_race(bench_threads *out, size_t pairs, int turns, uint64_t seed);

#endif
