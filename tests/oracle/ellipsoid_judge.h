// Judging answers about ellipsoids, field by field, and the long runs over the classes of scenes/ellipsoids.h.
#ifndef SCREE_ORACLE_ELLIPSOID_JUDGE_H
#define SCREE_ORACLE_ELLIPSOID_JUDGE_H

#include "oracle/ellipsoid.h"
#include "scree/method.h"

/// One answer to judge.
typedef struct ellipsoid_question {
    const ellipsoid_pair *pair;
    const oracle_answer *truth;
    const scree_method *method;
    oracle_pair *hulls; ///< room for questions about one polytope; NULL: its points are not looked at
    double tolerance;   ///< absolute, as asked for
    bool cut_short;     ///< the search met its bound on steps
} ellipsoid_question;

/// What was found wrong first (NULL: nothing). Lengths are in roundings of a double of size + |distance|.
typedef struct ellipsoid_verdict {
    const char *fault;
    double value, bound;
    double error, width;
    double surface; ///< the worse of the two points
    double minimal; ///< how much less than the distance the gap along the normal is
} ellipsoid_verdict;

/// `auto` must be right; the papers' methods must not say what is not true.
ellipsoid_verdict scree_oracle_ellipsoid_judge(const ellipsoid_question *question, scree_status returned,
                                               const scree_contact *contact);

typedef struct ellipsoid_study {
    bool pure; ///< two ellipsoids; otherwise one, and another shape
    uint64_t seed;
    long pairs;       ///< shared out by weight
    long proofs;      ///< of so many overlapping pairs, at least, that no direction was missed
    long one_in;      ///< one of so many pairs is also answered by the papers' methods
    const char *only; ///< a class, or NULL: all
} ellipsoid_study;

/// Prints a table of classes and one of methods. Returns the number of faults; `done` counts the pairs.
long scree_oracle_ellipsoid_drive(const ellipsoid_study *study, long *done);

#endif
