// Judging a whole answer: every field of a scree_contact against the oracle.
#ifndef SCREE_ORACLE_CONTACT_H
#define SCREE_ORACLE_CONTACT_H

#include "oracle/distance.h"
#include "scree/contact.h"

/// What was found wrong first (NULL: nothing), and how far off each field is. Lengths are in roundings of a double of
/// `unit`, the pair's size and distance together; what world coordinates must lose by being doubles is allowed for.
typedef struct oracle_report {
    const char *fault;
    double fault_value, fault_bound;
    double distance;     ///< the oracle's
    double lower, upper; ///< what it knows of it, rounded
    double unit;
    double error;          ///< of the distance
    double width;          ///< of the interval
    double surface;        ///< the worse of the two points
    double minimal;        ///< how much more than the distance the normal claims
    double identity;       ///< |point_b - point_a - distance * normal|
    bool astray;           ///< a point is off its surface by more than rounding, but no more than the distance shows
    bool features_clear;   ///< the sets of points that meet have clear dimensions
    bool features_smaller; ///< a feature is named that is less than that set
} oracle_report;

/// The pair is placed. `size` is scree_pair_size(), `tolerance` the one of the query.
oracle_report scree_oracle_judge(oracle_pair *pair, const scree_contact *contact, double size, double tolerance);

#endif
