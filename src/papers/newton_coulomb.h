// The method `newton-coulomb`.
#ifndef SCREE_PAPERS_NEWTON_COULOMB_H
#define SCREE_PAPERS_NEWTON_COULOMB_H

#include "scree/query.h"

scree_status scree_newton_coulomb(const scree_body *a, const scree_body *b, const scree_query_options *options,
                                  scree_contact *out);

#endif
