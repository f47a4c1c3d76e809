// What the answers are worth: against references in 64 or 113 bits that prove what they say.
#ifndef SCREE_BENCH_JUDGE_H
#define SCREE_BENCH_JUDGE_H

#include "peer.h"

/// The exact distances of pairs of a set, evenly taken.
typedef struct bench_truth {
    size_t count;
    size_t *pairs;    ///< their numbers
    double *distance; ///< signed
} bench_truth;

/// `most` of them or all, less those of which nothing is proven: the same ones in every run. False where memory ran
/// out.
bool bench_truth_open(bench_truth *truth, const bench_pairs *pairs, size_t most);
void bench_truth_close(bench_truth *truth);

/// Errors are relative to the pair's size.
typedef struct bench_verdict {
    double median, high, worst; ///< of the distance; `high`: 99.9 %, of a thousand and more. NaN where there is none
    size_t judged, wrong; ///< wrong: overlap where there is none, none where there is, or off by 1e-3 and more; of
                          ///< scree, also all that scree_verify() refutes, judged or not
    size_t failed;        ///< of all pairs
    size_t proven, undecided, refuted; ///< of scree's answers, all of them: by scree_verify()
} bench_verdict;

/// `contacts`: those of scree, or NULL. One that is not the answer of the timed turns counts as refuted.
bench_verdict bench_judge(const bench_peer *peer, const bench_pairs *pairs, const bench_truth *truth,
                          const bench_answer *answers, const scree_contact *contacts);

#endif
