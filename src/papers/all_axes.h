// The method `sat`.
#ifndef SCREE_PAPERS_ALL_AXES_H
#define SCREE_PAPERS_ALL_AXES_H

#include "scree/query.h"

size_t scree_all_axes_scratch(const scree_shape *a, const scree_shape *b);
scree_status scree_all_axes(const scree_body *a, const scree_body *b, const scree_query_options *options,
                            scree_contact *out);

#endif
