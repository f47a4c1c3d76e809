// Converts what a superquadric method found into a contact.
//
// As papers/classic.h, but for methods whose search already knows the interval, or does without: nothing is evaluated
// here. Spheres are whole, and all lengths below include their radius; that of a capsule is subtracted at the end.
#ifndef SCREE_PAPERS_SQ_CLOSE_H
#define SCREE_PAPERS_SQ_CLOSE_H

#include "papers/classic.h"

typedef struct scree_sq_ending {
    scree_vec3 normal;     ///< unit, from A to B
    double distance;       ///< signed, as the method has it
    double lower, upper;   ///< proven, up to rounding
    scree_vec3 on_a, on_b; ///< on_b - on_a = distance * normal, or nearly
    scree_vec3 point;      ///< the method's contact point
    scree_feature feature_a, feature_b;
    int index_a, index_b;
    int iterations;
    bool cut_short; ///< the search did not converge by itself
    int ph_case;
} scree_sq_ending;

/// As scree_classic_open(), with the radii of spheres included.
void scree_sq_open(const scree_body *a, const scree_body *b, const scree_query_options *options, scree_classic *out);

/// A cheap lower bound of the signed distance: that of two balls around the cores.
double scree_sq_least(const scree_classic *p);

/// Reports the normal found to the caller's trace.
void scree_sq_trace(const scree_classic *p, const char *phase, const scree_sq_ending *found);

scree_status scree_sq_close(const scree_classic *p, const scree_sq_ending *found, scree_contact *out);

#endif
