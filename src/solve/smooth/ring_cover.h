// The least depth of a small body in a superquadric that is all but a ball along a section.
#ifndef SCREE_SOLVE_SMOOTH_RING_COVER_H
#define SCREE_SOLVE_SMOOTH_RING_COVER_H

#include "pair/axis.h"

/// Bounds the depth along all normals where one core is a superquadric, with an exponent of 2, up to rounding, whose semi-axes
/// are nearly the same, and the other far smaller than it. True: the signed distance of the cores is at most `upper`, rounding in
/// the support heights apart, which is no more than `width` above the gap along the best normal; `best` is that one if it is
/// better than before. `cells` counts.
bool scree_ring_cover(const scree_cores *c, double width, scree_axis *best, double *upper, int *cells);

#endif
