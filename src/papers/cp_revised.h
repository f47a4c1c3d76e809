// The method `cp-revised`.
#ifndef SCREE_PAPERS_CP_REVISED_H
#define SCREE_PAPERS_CP_REVISED_H

#include "scree/query.h"

size_t scree_cp_revised_scratch(const scree_shape *a, const scree_shape *b);
scree_status scree_cp_revised(const scree_body *a, const scree_body *b, const scree_query_options *options,
                              scree_contact *out);

#endif
