// The method `slm`.
#ifndef SCREE_PAPERS_SLM_H
#define SCREE_PAPERS_SLM_H

#include "scree/query.h"

size_t scree_slm_scratch(const scree_shape *a, const scree_shape *b);
scree_status scree_slm(const scree_body *a, const scree_body *b, const scree_query_options *options,
                       scree_contact *out);

#endif
