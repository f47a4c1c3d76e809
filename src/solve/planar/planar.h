// Two 2-D cores: polygons, points, and users' own shapes.
#ifndef SCREE_SOLVE_PLANAR_PLANAR_H
#define SCREE_SOLVE_PLANAR_PLANAR_H

#include "pair/answer.h"

/// Polygons and points: exact, by their edges.
void scree_polygons(const scree_task *task, scree_answer *out);

/// Any two 2-D cores that have support functions. False if the scratch is too small.
bool scree_planar_shapes(const scree_task *task, scree_answer *out);

size_t scree_planar_shapes_scratch(void);

#endif
