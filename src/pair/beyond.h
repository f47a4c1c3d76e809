// The short answer to a query with a margin.
#ifndef SCREE_PAIR_BEYOND_H
#define SCREE_PAIR_BEYOND_H

#include "scree/contact.h"

/// Shortens a full answer that proves the bodies to be apart by more than the margin, so that scree_contact.beyond does
/// not depend on how the proof was found.
static inline void scree_shorten(scree_contact *x, double margin)
{
    if (!(x->lower > margin) || x->state != SCREE_SEPARATED || x->beyond) return;
    if (x->status != SCREE_OK && x->status != SCREE_NO_CONVERGENCE) return;
    x->distance = x->lower;
    x->point_a = x->point_b = x->point = (scree_vec3){ 0.0, 0.0, 0.0 };
    x->patch_area = 0.0;
    x->feature_a = x->feature_b = SCREE_FEATURE_SURFACE;
    x->index_a = x->index_b = -1;
    x->status = SCREE_OK;
    x->beyond = true;
}

#endif
