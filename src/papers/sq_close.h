// From what a superquadric method found to the one result.
//
// As papers/classic.h, but for methods whose search already knows the interval, or does without: nothing is evaluated
// here. A sphere is seen as a whole, and all lengths below include its radius; that of a capsule is settled at the end.
#ifndef SCREE_PAPERS_SQ_CLOSE_H
#define SCREE_PAPERS_SQ_CLOSE_H

#include "papers/classic.h"

typedef struct scree_sq_ending {
    scree_vec3 normal;     ///< unit, from A to B
    double distance;       ///< signed, as the method has it
    double lower, upper;   ///< proven, rounding apart
    scree_vec3 on_a, on_b; ///< on_b - on_a = distance * normal, or nearly
    scree_vec3 point;      ///< the method's contact point
    scree_feature feature_a, feature_b;
    int index_a, index_b;
    int iterations;
    bool cut_short; ///< the search did not come to its own end
    int ph_case;
} scree_sq_ending;

/// As scree_classic_open(), with the radii of spheres included.
void scree_sq_open(const scree_body *a, const scree_body *b, const scree_query_options *options, scree_classic *out);

/// A lower bound of the signed distance that costs nothing: of two balls around the cores.
double scree_sq_least(const scree_classic *p);

/// Tell the caller's trace of the normal found.
void scree_sq_trace(const scree_classic *p, const char *phase, const scree_sq_ending *found);

scree_status scree_sq_close(const scree_classic *p, const scree_sq_ending *found, scree_contact *out);

#endif
