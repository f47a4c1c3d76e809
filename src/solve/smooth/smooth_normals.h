// A proof that two overlapping cores are nowhere less deep than along one normal.
#ifndef SCREE_SOLVE_SMOOTH_SMOOTH_NORMALS_H
#define SCREE_SOLVE_SMOOTH_SMOOTH_NORMALS_H

#include "solve/smooth/smooth_climb.h"

/// A lower bound on the depth of the cores (up to cores->error); -infinity if nothing was proven. `x` is where a climb
/// ended with a gap below 0; `enough` is the depth to prove, and the bound is not improved beyond it.
double scree_smooth_normals(const scree_cores *c, const scree_climb *x, double enough, double tolerance);

#endif
