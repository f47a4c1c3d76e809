// Pairs sorted in place: by a, then b, then image.
#ifndef SCREE_BROAD_PAIR_ORDER_H
#define SCREE_BROAD_PAIR_ORDER_H

#include "scree/broad.h"

/// In the order of scree_pair_order(). No two pairs are equal, so the result does not depend on the threads.
void scree_sort_pairs(scree_pair *pairs, size_t count, int threads);

#endif
