// A block of pairs copied together, where the kernels cannot read the caller's arrays directly: B is a periodic image,
// or only some pairs are active.
#ifndef SCREE_BATCH_GATHER_H
#define SCREE_BATCH_GATHER_H

#include "dispatch/kernels.h"

typedef struct scree_gathered {
    scree_batch batch; ///< of this block; what is not copied points to the caller's arrays
    scree_pair pairs[SCREE_MOST_WORK];
    scree_cache caches[SCREE_MOST_WORK];             ///< of active pairs
    scree_paper_cache paper_caches[SCREE_MOST_WORK]; ///< of active pairs
    scree_body bodies[2 * SCREE_MOST_WORK];          ///< with images: bodies 2 i and 2 i + 1 are those of pair i
} scree_gathered;

/// The number of answers that a batch gives.
static inline size_t scree_batch_size(const scree_batch *batch)
{
    return batch->active != NULL ? batch->active_count : batch->pair_count;
}

/// Whether the answers from `first` to `end` need a gathered block. Images count where the batch has a period.
bool scree_must_gather(const scree_batch *batch, size_t first, size_t end);

/// Gathers the answers from `first` to `end`, at most SCREE_MOST_WORK. Pairs with an invalid index become pairs without
/// bodies.
void scree_gather(const scree_batch *batch, size_t first, size_t end, scree_gathered *out);

/// Writes the caches of active pairs back.
void scree_scatter_starts(const scree_gathered *block, const scree_batch *batch, size_t first);

#endif
