// A normal as good as the one that was found, and perpendicular to features that hold the points.
#ifndef SCREE_PAIR_LEVEL_NORMAL_H
#define SCREE_PAIR_LEVEL_NORMAL_H

#include "pair/answer.h"
#include "pair/patch.h"

/// If a point of `x` is on no feature of its polytope that is perpendicular to the normal, within `slack`: takes another normal, along which
/// the gap is the same to rounding, with points on features that are perpendicular to it. `r` is the region of the answer; the scratch behind it
/// has room for another. True if one was taken.
bool scree_level_normal(const scree_region *r, scree_arena scratch, double slack, scree_answer *x);

#endif
