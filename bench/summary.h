// What is required of the library against what was measured: the worst set of each row, computed from the results.
#ifndef SCREE_BENCH_SUMMARY_H
#define SCREE_BENCH_SUMMARY_H

#include "result.h"
#include "threads.h"

enum { SUMMARY_ROWS = 56 };

typedef struct summary_row {
    const char *work, *must;
    bool known;         ///< some set of the run has it
    double worst, best; ///< ratios over the sets of the row
    char where[96];     ///< the set that the worst one is of
    bool holds;         ///< the worst one does
} summary_row;

/// The rows, and how many. Without `threads` (NULL) that row is not known.
int bench_summary(const set_result *results, int count, const bench_threads *threads, summary_row rows[SUMMARY_ROWS]);

/// A moving set: with caches and without. NaN where a library does not serve it.
enum { MOVING_TIMES = 4, MOVING_RATIOS = 3 };

typedef struct moving_row {
    double ns[MOVING_TIMES];     ///< call by call, in a batch, call by call with caches, a batch with caches
    double ratio[MOVING_RATIOS]; ///< batch / warm batch, FCL / warm batch, warm batch / one axis
} moving_row;

/// False where the set does not move.
bool bench_moving(const set_result *result, moving_row *out);

#endif
