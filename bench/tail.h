// How long the slowest pairs of a set take: each pair by itself, by single cold calls of scree.
#ifndef SCREE_BENCH_TAIL_H
#define SCREE_BENCH_TAIL_H

#include "set.h"

typedef struct bench_tail {
    double mean, high, most; ///< seconds: of all pairs, of the pair that 99.9 % are quicker than, of the slowest
} bench_tail;

/// The least of nine repeats counts for each pair, so that other work on the machine does not. All 0 where there is no
/// memory. False, with a message, if scree_verify() refutes an answer.
bool bench_tail_of(const bench_pairs *pairs, bench_tail *out);

#endif
