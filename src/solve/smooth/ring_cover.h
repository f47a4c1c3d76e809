// The least depth of a small body in a superquadric that is nearly a ball along a section.
#ifndef SCREE_SOLVE_SMOOTH_RING_COVER_H
#define SCREE_SOLVE_SMOOTH_RING_COVER_H

#include "pair/axis.h"

/// Bounds the depth along all normals if one core is a superquadric with an exponent of 2, up to rounding, and nearly
/// equal semi-axes, and the other is far smaller. True: the signed distance of the cores is at most `upper`, up to
/// rounding in the support functions, and `upper` is at most `width` above the gap along the best normal; `best` is
/// that normal if it is better than before. Adds to `cells`.
bool scree_ring_cover(const scree_cores *c, double width, scree_axis *best, double *upper, int *cells);

#endif
