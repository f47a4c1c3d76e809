// Radix sort of 64-bit words.
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

/// Stable; `order` says where each key was. Returns which of the two arrays holds the result.
int scree_sort_keys(scree_sorter *s);

#endif
