// A proof that two overlapping cores are no less deep in each other than along one normal.
#ifndef SCREE_SOLVE_SMOOTH_SMOOTH_NORMALS_H
#define SCREE_SOLVE_SMOOTH_SMOOTH_NORMALS_H

#include "solve/smooth/smooth_climb.h"

/// The depth of the cores is at least this (up to cores->error); -infinity where nothing was proven. `x` is where a
/// climb ended with a gap below 0, and `enough` the depth to prove: more is not tried for.
double scree_smooth_normals(const scree_cores *c, const scree_climb *x, double enough, double tolerance);

#endif
