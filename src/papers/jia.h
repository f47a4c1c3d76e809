// The method `jia`: do two ellipsoids overlap? By the signs of an algebraic criterion.
#ifndef SCREE_PAPERS_JIA_H
#define SCREE_PAPERS_JIA_H

#include "pair/pair.h"
#include "papers/perram_wertheim.h"
#include "scree/query.h"

scree_status scree_jia(const scree_body *a, const scree_body *b, const scree_query_options *options,
                       scree_contact *out);

/// Do they overlap or touch? `c` is made from the two bodies, which must be ellipsoids or spheres without rounding.
bool scree_jia_overlap(const scree_cores *c, const scree_body *a, const scree_body *b);

#endif
