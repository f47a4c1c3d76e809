// The method `auto`: the best that we can build, for every pair of shapes.
#ifndef SCREE_DISPATCH_AUTO_H
#define SCREE_DISPATCH_AUTO_H

#include "dispatch/table.h"

bool scree_auto_serves(const scree_shape *a, const scree_shape *b);

/// The direct kernel, where there is one and the options let it answer; else the search.
scree_status scree_auto(const scree_body *a, const scree_body *b, const scree_query_options *options,
                        scree_contact *out);

/// Only the kernel: false, and `out` is undefined, where it has no proof.
bool scree_auto_direct(const scree_body *a, const scree_body *b, const scree_query_options *options,
                       scree_contact *out);

/// Only the search.
scree_status scree_auto_search(const scree_body *a, const scree_body *b, const scree_query_options *options,
                               scree_contact *out);

/// See scree_way_room().
size_t scree_auto_scratch(const scree_shape *a, const scree_shape *b);

/// Is the signed distance above `margin`, of either sign? 1: proven yes, 0: proven no, -1: undecided. By the kernel,
/// and by the search.
int scree_auto_direct_farther_than(const scree_body *a, const scree_body *b, double margin);
int scree_auto_farther_than(const scree_body *a, const scree_body *b, double margin,
                            const scree_query_options *options);

#endif
