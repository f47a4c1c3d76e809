// The method `auto`: the best that we can build, for every pair of shapes.
#ifndef SCREE_NARROW_AUTO_H
#define SCREE_NARROW_AUTO_H

#include "scree/query.h"

bool scree_auto_serves(const scree_shape *a, const scree_shape *b);
scree_status scree_auto(const scree_body *a, const scree_body *b, const scree_query_options *options,
                        scree_contact *out);

/// Is the signed distance above `margin`? 1: proven yes, 0: proven no, -1: open.
int scree_auto_farther_than(const scree_body *a, const scree_body *b, double margin,
                            const scree_query_options *options);

size_t scree_auto_scratch(const scree_shape *a, const scree_shape *b);

#endif
