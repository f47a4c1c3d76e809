// The flat faces of cylinders and cones as normals.
#ifndef SCREE_SOLVE_SMOOTH_SMOOTH_DISCS_H
#define SCREE_SOLVE_SMOOTH_SMOOTH_DISCS_H

#include "solve/smooth/smooth_climb.h"

/// Tries the faces whose normals are along n, or opposite to it for B, and takes one whose gap is larger than that of
/// `x`. `s`, or NULL, is a simplex whose points may lie over a disc.
void scree_smooth_discs(const scree_task *task, scree_vec3 n, const scree_simplex *s, scree_climb *x);

#endif
