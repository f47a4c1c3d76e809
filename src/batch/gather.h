// A block of pairs copied together, where the kernels cannot read the caller's arrays as they are: B is a periodic
// image, or not all pairs are active.
#ifndef SCREE_BATCH_GATHER_H
#define SCREE_BATCH_GATHER_H

#include "dispatch/kernels.h"

typedef struct scree_gathered {
    scree_batch batch; ///< of the block alone; what is not copied points to the caller's arrays
    scree_pair pairs[SCREE_MOST_WORK];
    scree_cache caches[SCREE_MOST_WORK];             ///< of active pairs
    scree_paper_cache paper_caches[SCREE_MOST_WORK]; ///< of active pairs
    scree_body bodies[2 * SCREE_MOST_WORK];          ///< where there are images: 2 i and 2 i + 1 are those of pair i
} scree_gathered;

/// How many answers a batch is to give.
static inline size_t scree_batch_size(const scree_batch *batch)
{
    return batch->active != NULL ? batch->active_count : batch->pair_count;
}

/// Whether the answers from `first` to `end` need a gathered block. Images count where the batch has a period.
bool scree_must_gather(const scree_batch *batch, size_t first, size_t end);

/// The answers from `first` to `end`, SCREE_MOST_WORK at most. Pairs that are none, or have no bodies, become pairs without
/// bodies.
void scree_gather(const scree_batch *batch, size_t first, size_t end, scree_gathered *out);

/// Puts the caches of active pairs back where they came from.
void scree_scatter_starts(const scree_gathered *block, const scree_batch *batch, size_t first);

#endif
