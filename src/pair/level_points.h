// Points of two polytopes that are distance * normal apart, for a normal that belongs to no pair of their features.
#ifndef SCREE_PAIR_LEVEL_POINTS_H
#define SCREE_PAIR_LEVEL_POINTS_H

#include "pair/answer.h"

enum { SCREE_LEVEL_CORNERS = 8 };

/// Two points of the hulls of these corners, at most SCREE_LEVEL_CORNERS of each core, whose difference is as close as
/// possible to x->distance * x->normal. Returns the deviation.
double scree_level_points(const scree_cores *c, const scree_answer *x, const int *corners_a, int count_a,
                          const int *corners_b, int count_b, scree_vec3 *on_a, scree_vec3 *on_b);

#endif
