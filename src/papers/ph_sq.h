// The method `ph-sq`. See ph_sq.c.
#ifndef SCREE_PAPERS_PH_SQ_H
#define SCREE_PAPERS_PH_SQ_H

#include "scree/query.h"

bool scree_ph_sq_serves(const scree_shape *a, const scree_shape *b);
scree_status scree_ph_sq(const scree_body *a, const scree_body *b, const scree_query_options *options,
                         scree_contact *out);

#endif
