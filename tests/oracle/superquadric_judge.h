// Judging answers about superquadrics and other smooth shapes, field by field, and the long runs over the classes of
// scenes/superquadrics.h.
#ifndef SCREE_ORACLE_SUPERQUADRIC_JUDGE_H
#define SCREE_ORACLE_SUPERQUADRIC_JUDGE_H

#include "oracle/distance.h"
#include "oracle/superquadric.h"
#include "scenes/superquadrics.h"
#include "scree/method.h"

/// One answer to judge.
typedef struct round_question {
    const round_pair *pair;
    const round_answer *truth;
    const scree_method *method;
    const oracle_hull *hull_a, *hull_b; ///< of polyhedra; NULL: their points are not looked at
    oracle_pair *hulls;                 ///< room for questions about them
    double tolerance;                   ///< absolute, as asked for
    bool cut_short;                     ///< the search met its bound on steps
} round_question;

/// What was found wrong first (NULL: nothing). Lengths are in roundings of a double of size + |distance|.
typedef struct round_verdict {
    const char *fault;
    double value, bound;
    double error, width;
    double surface; ///< the worse of the two points
    double minimal; ///< how much less than the distance the gap along the normal is
} round_verdict;

/// `auto` must be right; the papers' methods must not say what is not true.
round_verdict scree_oracle_round_judge(const round_question *question, scree_status returned,
                                       const scree_contact *contact);

typedef struct round_study {
    scree_superquadric_group group;
    uint64_t seed;
    long pairs;       ///< shared out by weight
    long thorough;    ///< of so many pairs, at least, the reference itself is searched for from everywhere
    long one_in;      ///< one of so many pairs is also answered by the papers' methods; 0: none
    double unsure;    ///< and of those that the reference itself may not be sure of
    const char *only; ///< a class, or NULL: all
    long number;      ///< one pair of it, or -1: all
} round_study;

/// Prints a table of classes and one of methods. Returns the number of faults; `done` counts the pairs.
long scree_oracle_round_drive(const round_study *study, long *done);

#endif
