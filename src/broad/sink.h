// Collects pairs, and counts the effort.
#ifndef SCREE_BROAD_SINK_H
#define SCREE_BROAD_SINK_H

#include "broad/cells.h"

/// Pairs are counted, and written as long as there is room.
typedef struct scree_pair_sink {
    scree_pair *pairs; ///< NULL: only count
    size_t capacity, count;
    size_t work;                ///< boxes tested and cells looked up
    const scree_filter *filter; ///< NULL: none
    size_t filtered;            ///< pairs that met and were left out
} scree_pair_sink;

/// Whether two owners may pair.
static inline bool scree_may_pair(const scree_filter *f, int32_t a, int32_t b)
{
    if (f->groups != NULL && f->groups[a] == f->groups[b] && f->groups[a] != 0) return false;
    if (f->species == NULL) return true;
    const unsigned s = f->species[a], t = f->species[b];
    return ((f->excluded[s] >> t | f->excluded[t] >> s) & 1) == 0;
}

/// The lower index becomes A. Both boxes may be images; the difference is the shift of B.
static inline scree_pair scree_pair_of(const scree_cell_entry *a, const scree_cell_entry *b)
{
    const bool swapped = a->owner > b->owner;
    const scree_cell_entry *first = swapped ? b : a, *second = swapped ? a : b;
    scree_pair p = { .a = first->owner, .b = second->owner };
    for (int i = 0; i < 3; ++i) p.image[i] = (int16_t)(second->image[i] - first->image[i]);
    return p;
}

/// Takes two boxes that meet. Two ghosts are skipped: their owners meet as well.
static inline void scree_sink_take(scree_pair_sink *out, const scree_cell_entry *a, const scree_cell_entry *b)
{
    if (a->ghost && b->ghost) return;
    if (out->filter != NULL && !scree_may_pair(out->filter, a->owner, b->owner)) {
        ++out->filtered;
        return;
    }
    if (out->pairs != NULL && out->count < out->capacity) out->pairs[out->count] = scree_pair_of(a, b);
    ++out->count;
}

#endif
