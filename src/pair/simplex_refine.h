// Better weights of the point of a sliver nearest to the origin.
//
// Idea        Where one body is a million times as large as the other, the triangle of M that is nearest to the origin is as long as
//             the one and as wide as the other. Weights that are quotients of areas are then off by the rounding of its length over its
//             width, and so are the points. What they miss the nearest point by is taken apart along the long side and across it,
//             from an end of the shortest side: that leaves the rounding of the length.
#ifndef SCREE_PAIR_SIMPLEX_REFINE_H
#define SCREE_PAIR_SIMPLEX_REFINE_H

#include "pair/simplex.h"

/// The weights of a triangle once more; others stay as they are.
void scree_simplex_refine(scree_simplex *s);

#endif
