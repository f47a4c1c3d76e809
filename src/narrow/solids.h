// The best answer for two 3-D cores: points, segments, polyhedra, and users' own by their support points.
#ifndef SCREE_NARROW_SOLIDS_H
#define SCREE_NARROW_SOLIDS_H

#include "narrow/answer.h"

size_t scree_solids_scratch(const scree_shape *a, const scree_shape *b);

/// Two hulls of so many vertices together take as much scratch as any other such two: that of their polytope.
enum { SCREE_SMALL_HULLS = 60, SCREE_SMALL_HULLS_SCRATCH = 17280 };

/// False when the scratch is too small.
bool scree_solids(const scree_task *task, scree_answer *out);

/// Where a search begins: along the last normal, or the line between the bodies' origins. Of any length but 0.
scree_vec3 scree_first_direction(const scree_task *task);

/// Is the distance of the cores above `margin` (>= 0)? 1: proven yes, 0: proven no, -1: open.
int scree_solids_farther_than(const scree_task *task, double margin);

#endif
