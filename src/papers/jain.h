// The method `jain`.
#ifndef SCREE_PAPERS_JAIN_H
#define SCREE_PAPERS_JAIN_H

#include "scree/query.h"

scree_status scree_jain(const scree_body *a, const scree_body *b, const scree_query_options *options,
                        scree_contact *out);

#endif
