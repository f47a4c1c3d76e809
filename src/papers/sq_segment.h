// The method `sq-segment`, and the edge test that `ph-sq` is built on. See sq_segment.c.
#ifndef SCREE_PAPERS_SQ_SEGMENT_H
#define SCREE_PAPERS_SQ_SEGMENT_H

#include "papers/sq_field.h"
#include "scree/query.h"

/// The point of a segment where F is least.
typedef struct scree_sq_edge {
    scree_vec3 point; ///< about the superquadric's axes, like the ends
    double t;         ///< 0 at `from`, 1 at `to`: exactly so at an end
    double value;     ///< F there
    scree_vec3 gradient;
    int steps;
} scree_sq_edge;

scree_sq_edge scree_sq_edge_test(const scree_sq_field *f, scree_vec3 from, scree_vec3 to);

bool scree_sq_segment_serves(const scree_shape *a, const scree_shape *b);
scree_status scree_sq_segment(const scree_body *a, const scree_body *b, const scree_query_options *options,
                              scree_contact *out);

#endif
