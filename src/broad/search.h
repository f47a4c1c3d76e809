// The search for pairs, with its effort: tests can bound the work where a clock cannot.
#ifndef SCREE_BROAD_SEARCH_H
#define SCREE_BROAD_SEARCH_H

#include "scree/broad.h"

typedef struct scree_broad_effort {
    size_t tests;  ///< boxes tested, cells and rows looked up; without infinite boxes
    bool by_spans; ///< the cells did not separate the boxes
} scree_broad_effort;

/// scree_broad_pairs(). `count` and `effort` are zero before.
scree_status scree_broad_search(const scree_broad *broad, scree_pair *pairs, size_t capacity, size_t *count,
                                scree_broad_effort *effort);

#endif
