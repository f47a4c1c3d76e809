// The method `sq-newton`. See sq_newton.c.
#ifndef SCREE_PAPERS_SQ_NEWTON_H
#define SCREE_PAPERS_SQ_NEWTON_H

#include "scree/query.h"

bool scree_sq_newton_serves(const scree_shape *a, const scree_shape *b);
scree_status scree_sq_newton(const scree_body *a, const scree_body *b, const scree_query_options *options,
                             scree_contact *out);

#endif
