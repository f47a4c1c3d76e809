// The papers' methods against the oracle: one truth for each pair, and the answers of all methods that serve it.
//
// What an answer must be, whatever its method: finite, with an interval that holds the truth and the distance itself,
// status ok only where that interval is narrow, a unit normal, points that differ by the distance along it, a state
// that fits, counts that belong to the method. How often the distance is the exact one is a matter of the method, and
// is tallied.
#ifndef SCREE_ORACLE_METHODS_H
#define SCREE_ORACLE_METHODS_H

#include "oracle/distance.h"
#include "oracle/usual.h"
#include "scree/method.h"

/// The method serves the pair, and is one that is known here: whose counts can be judged, whose rates are known.
bool scree_methods_queries(const scree_method *method, const scree_shape *a, const scree_shape *b);

/// One answer to judge.
typedef struct methods_question {
    const scree_method *method;
    const scree_body *a, *b;
    double tolerance;           ///< absolute, as asked for
    const oracle_answer *truth; ///< its interval is what counts
    oracle_pair *pair;          ///< placed, and the points of proven answers are looked at too; or NULL
    const scree_counts *counts; ///< that came with the answer
} methods_question;

typedef struct methods_verdict {
    const char *fault; ///< what was found wrong first; NULL: nothing
    double value, bound;
    double error; ///< of the distance, relative to size + |distance|
} methods_verdict;

methods_verdict scree_methods_judge(const methods_question *question, scree_status returned, const scree_contact *c);

/// An error of at most this, relative to size + |distance|, is called exact; and of at most that, near.
#define METHODS_EXACT 1e-9
#define METHODS_NEAR 1e-6

/// What a method's answers to one kind of pairs came to.
typedef struct methods_tally {
    long asked, exact, near, proven, cut_short, faults;
    double worst;      ///< the largest error
    double wrong;      ///< the sum of the errors of answers that are not near
    double iterations; ///< the sum
} methods_tally;

/// Room for the table of methods.
enum { METHODS_MAX = 32 };

typedef struct methods_table {
    const char *name;
    long pairs, bad_pairs; ///< bad: the oracle is not sure, or out of memory
    methods_tally of[METHODS_MAX];
} methods_table;

/// Adds `pairs` pairs of a scene of usual shapes, or, with meeting < 0, of a class of scenes/pairs.h. Faults are
/// printed, the first few with the request that asks for the pair again. False where there is no memory.
bool scree_methods_run(const scree_scene *scene, int meeting, long pairs, methods_table *table);

/// A range that a share of all answers is in, in per cent.
typedef struct methods_band {
    double low, high;
} methods_band;

/// Usual pairs apart, overlapping a little and much; and the hard classes of scenes/pairs.h, all together.
enum { METHODS_KINDS = 4 };

/// How often a method is known to be right, for each kind of pairs, and how often it does not end.
typedef struct methods_rate {
    const char *method;
    methods_band exact[METHODS_KINDS], near[METHODS_KINDS];
    double cut_short; ///< at most so many searches meet their bound on steps, of any kind of pairs
} methods_rate;

typedef struct methods_study {
    int dimension;
    uint64_t seed;
    long apart, shallow, deep;  ///< numbers of usual pairs; 0: this kind is left out
    long hard;                  ///< of each class
    const char *const *classes; ///< the hard ones
    int class_count;
    const methods_rate *rates; ///< of all methods that serve the pairs
    int rate_count;
} methods_study;

/// Runs `scale` of the pairs and prints a table for each kind. The number of faults, and of rates outside their bands,
/// each said in words; with a scale below 1, bands are as much wider as a sample of that size may stray, four sigma.
/// `done` counts the pairs.
long scree_methods_drive(const methods_study *study, double scale, long *done);

#endif
