// The method `moving-balls`.
#ifndef SCREE_PAPERS_MOVING_BALLS_H
#define SCREE_PAPERS_MOVING_BALLS_H

#include "scree/query.h"

scree_status scree_moving_balls(const scree_body *a, const scree_body *b, const scree_query_options *options,
                                scree_contact *out);

#endif
