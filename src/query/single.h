// A query that gets its cache and scratch apart from the options, for a batch of one pair: to copy the options takes as long
// as an answer for two balls.
#ifndef SCREE_QUERY_SINGLE_H
#define SCREE_QUERY_SINGLE_H

#include "scree/query.h"

/// As scree_query(), with this cache (or NULL) and scratch in place of those of `options` (or NULL), and without their trace.
/// The shapes and `out` are there; the options are whole (pair/answer.h), and their `paper` is NULL.
scree_status scree_query_single(const scree_body *a, const scree_body *b, const scree_query_options *options,
                                scree_cache *cache, void *scratch, size_t scratch_size, scree_contact *out);

#endif
