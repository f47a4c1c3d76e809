// Two polygons of few corners, the quick way: straight from the bodies, without scratch.
#ifndef SCREE_PAIR_POLYGON_PAIR_H
#define SCREE_PAIR_POLYGON_PAIR_H

#include "scree/query.h"
#include "shape/shape.h"

/// Every edge meets every vertex, which pays up to some number of them.
enum { SCREE_POLYGON_CORNERS = 32 };

static inline bool scree_is_polygon_pair(const scree_shape *a, const scree_shape *b)
{
    return a->core == SCREE_CORE_POLYGON && b->core == SCREE_CORE_POLYGON && a->vertex_count <= SCREE_POLYGON_CORNERS &&
           b->vertex_count <= SCREE_POLYGON_CORNERS;
}

/// What rows two polygons have both. Where either is none, or has too many corners for them: SCREE_FLAT_NONE.
static inline scree_flat_rows scree_polygon_rows(const scree_shape *a, const scree_shape *b)
{
    return a->flat_rows < b->flat_rows ? a->flat_rows : b->flat_rows;
}

/// The whole answer for such a pair, poses valid, the tolerance absolute. False, and `out` as it was, where rounding
/// leaves a doubt: polygons in touch, edges that are nearly parallel.
bool scree_polygon_pair(const scree_body *a, const scree_body *b, double tolerance, scree_contact *out);

/// Is the signed distance of the cores above `margin`, which is not negative? 1: proven yes, 0: proven no, -1: open.
int scree_polygon_pair_farther_than(const scree_body *a, const scree_body *b, double margin);

#endif
