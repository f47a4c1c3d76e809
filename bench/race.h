// Times of all libraries on one set: in turns, pinned to one core, best and median.
#ifndef SCREE_BENCH_RACE_H
#define SCREE_BENCH_RACE_H

#include "peer.h"

typedef struct bench_time {
    double best, median; ///< seconds for the whole set
} bench_time;

typedef struct bench_entry {
    const bench_peer *peer;
    void *state; ///< NULL: does not serve the set
    bench_answer *answers;
    bench_time time;
} bench_entry;

/// This thread stays on the processor that it is on. False where the system does not let it.
bool bench_pin(void);

/// It may run again wherever it might before.
void bench_unpin(void);

/// `turns` for each, two at a time, one library after the other, so that whatever slows the machine slows them all. False where
/// it was interrupted.
bool bench_race(bench_entry *entries, int count, int turns);

#endif
