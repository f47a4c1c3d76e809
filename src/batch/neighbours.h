// A batch of pairs that a broad phase has found.
#ifndef SCREE_BATCH_NEIGHBOURS_H
#define SCREE_BATCH_NEIGHBOURS_H

#include "scree/batch.h"

/// scree_query_batch() for pairs most of which are apart: with a margin, those without a filled cache are tested along the line
/// between their origins first.
scree_status scree_query_neighbours(const scree_batch *batch, const scree_query_options *options,
                                    scree_contact *results);

#endif
