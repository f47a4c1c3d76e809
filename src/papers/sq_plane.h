// The method `sq-plane`. See sq_plane.c.
#ifndef SCREE_PAPERS_SQ_PLANE_H
#define SCREE_PAPERS_SQ_PLANE_H

#include "scree/query.h"

bool scree_sq_plane_serves(const scree_shape *a, const scree_shape *b);
scree_status scree_sq_plane(const scree_body *a, const scree_body *b, const scree_query_options *options,
                            scree_contact *out);

#endif
