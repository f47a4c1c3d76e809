// Finds pairs of boxes of any shape, size and place: the fallback where cells do not separate them.
#ifndef SCREE_BROAD_SPANS_H
#define SCREE_BROAD_SPANS_H

#include "broad/sink.h"

/// All pairs of entries that meet, in an order that depends only on the boxes. Overwrites the keys of the cells and the
/// sort buffers.
void scree_spans_pairs(scree_cells *c, scree_pair_sink *out);

#endif
