// The method `fcp-revised`.
#ifndef SCREE_PAPERS_FCP_REVISED_H
#define SCREE_PAPERS_FCP_REVISED_H

#include "scree/query.h"

size_t scree_fcp_revised_scratch(const scree_shape *a, const scree_shape *b);
scree_status scree_fcp_revised(const scree_body *a, const scree_body *b, const scree_query_options *options,
                               scree_contact *out);

#endif
