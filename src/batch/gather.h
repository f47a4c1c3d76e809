// A block of pairs copied together, where the kernels cannot read the caller's arrays as they are: B is a periodic image.
#ifndef SCREE_BATCH_GATHER_H
#define SCREE_BATCH_GATHER_H

#include "dispatch/kernels.h"

/// The bodies 2 i and 2 i + 1 are those of pair i.
typedef struct scree_gathered {
    scree_batch batch; ///< of the block alone, with the arrays below
    scree_body bodies[2 * SCREE_MOST_WORK];
    scree_pair pairs[SCREE_MOST_WORK];
} scree_gathered;

/// Whether the pairs from `first` to `end` have to be gathered. Images count where the batch has a period.
bool scree_must_gather(const scree_batch *batch, size_t first, size_t end);

/// The pairs from `first` to `end`, SCREE_MOST_WORK at most. Pairs without bodies stay such pairs.
void scree_gather(const scree_batch *batch, size_t first, size_t end, scree_gathered *out);

#endif
