// What one set came to.
#ifndef SCREE_BENCH_RESULT_H
#define SCREE_BENCH_RESULT_H

#include "judge.h"
#include "race.h"
#include "tail.h"

enum { MOST_PEERS = 26, MOST_SETS = 320 };

typedef struct set_result {
    const bench_set *set;
    bool served[MOST_PEERS];
    bench_time time[MOST_PEERS];
    bench_verdict verdict[MOST_PEERS];
    size_t pairs;    ///< of all steps together
    bench_tail tail; ///< of scree's single calls; all 0 for moving sets
} set_result;

#endif
