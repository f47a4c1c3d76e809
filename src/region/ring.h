// The pressure field of a shallow contact: one main cell and a ring of cells around it, without cutting these.
#ifndef SCREE_REGION_RING_H
#define SCREE_REGION_RING_H

#include "region/field.h"

/// The field, if S is the cell of planes k (of A) and l (of B) and its neighbours, and that is proven. False: `out` is
/// undefined. Only in 3-D.
bool scree_ring_sum(scree_region_planes *r, scree_cell *cell, int k, int l, int dropped, scree_field *out);

#endif
