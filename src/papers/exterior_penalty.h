// The method `exterior-penalty`.
#ifndef SCREE_PAPERS_EXTERIOR_PENALTY_H
#define SCREE_PAPERS_EXTERIOR_PENALTY_H

#include "scree/query.h"

scree_status scree_exterior_penalty(const scree_body *a, const scree_body *b, const scree_query_options *options,
                                    scree_contact *out);

#endif
