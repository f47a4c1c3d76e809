// Where pairs go, and what it took to find them.
#ifndef SCREE_BROAD_SINK_H
#define SCREE_BROAD_SINK_H

#include "broad/cells.h"

/// Pairs are counted, and written as long as there is room.
typedef struct scree_pair_sink {
    scree_pair *pairs; ///< NULL: counted alone
    size_t capacity, count;
    size_t work; ///< boxes held against others, and cells looked up
} scree_pair_sink;

/// The lower number is A. Both boxes are images of their owners': their difference is what B is to be shifted by.
static inline scree_pair scree_pair_of(const scree_cell_entry *a, const scree_cell_entry *b)
{
    const bool turned = a->owner > b->owner;
    const scree_cell_entry *first = turned ? b : a, *second = turned ? a : b;
    scree_pair p = { .a = first->owner, .b = second->owner };
    for (int i = 0; i < 3; ++i) p.image[i] = (int16_t)(second->image[i] - first->image[i]);
    return p;
}

/// Two boxes that meet. Of two ghosts, the owners meet as well.
static inline void scree_sink_take(scree_pair_sink *out, const scree_cell_entry *a, const scree_cell_entry *b)
{
    if (a->ghost && b->ghost) return;
    if (out->pairs != NULL && out->count < out->capacity) out->pairs[out->count] = scree_pair_of(a, b);
    ++out->count;
}

#endif
