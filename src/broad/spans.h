// Pairs of boxes whatever their shapes, sizes and places: what is left where cells do not part them.
#ifndef SCREE_BROAD_SPANS_H
#define SCREE_BROAD_SPANS_H

#include "broad/sink.h"

/// All pairs of entries that meet, in an order that depends on the boxes alone. Of the cells, the keys and what served
/// to sort them are written over.
void scree_spans_pairs(scree_cells *c, scree_pair_sink *out);

#endif
