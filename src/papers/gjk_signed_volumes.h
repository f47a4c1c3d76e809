// The method `gjk-signed-volumes`.
#ifndef SCREE_PAPERS_GJK_SIGNED_VOLUMES_H
#define SCREE_PAPERS_GJK_SIGNED_VOLUMES_H

#include "scree/query.h"

size_t scree_gjk_signed_volumes_scratch(const scree_shape *a, const scree_shape *b);
scree_status scree_gjk_signed_volumes(const scree_body *a, const scree_body *b, const scree_query_options *options,
                                      scree_contact *out);

#endif
