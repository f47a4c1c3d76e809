// What one set came to.
#ifndef SCREE_BENCH_RESULT_H
#define SCREE_BENCH_RESULT_H

#include "judge.h"
#include "race.h"

enum { MOST_PEERS = 20, MOST_SETS = 192 };

typedef struct set_result {
    const bench_set *set;
    bool served[MOST_PEERS];
    bench_time time[MOST_PEERS];
    bench_verdict verdict[MOST_PEERS];
    size_t pairs; ///< of all steps together
} set_result;

#endif
