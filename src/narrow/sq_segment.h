// The method `sq-segment`. See sq_segment.c.
#ifndef SCREE_NARROW_SQ_SEGMENT_H
#define SCREE_NARROW_SQ_SEGMENT_H

#include "scree/query.h"

bool scree_sq_segment_serves(const scree_shape *a, const scree_shape *b);
scree_status scree_sq_segment(const scree_body *a, const scree_body *b, const scree_query_options *options,
                              scree_contact *out);

#endif
