// Words of 64 bits sorted, digit by digit.
#ifndef SCREE_BROAD_SORT_H
#define SCREE_BROAD_SORT_H

#include <stddef.h>
#include <stdint.h>

#include "base/arithmetic.h"

typedef struct scree_sorter {
    uint64_t *keys[2]; ///< to be sorted: those of [0]
    uint32_t *order[2];
    size_t count;
} scree_sorter;

/// By key, and among equals as they came; `order` says where each one was. Returns which of the two arrays they are in.
int scree_sort_keys(scree_sorter *s);

#endif
