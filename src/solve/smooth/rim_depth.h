// A proof of the depth where the rims of two cylinders or cones cross.
#ifndef SCREE_SOLVE_SMOOTH_RIM_DEPTH_H
#define SCREE_SOLVE_SMOOTH_RIM_DEPTH_H

#include "solve/smooth/smooth_climb.h"

/// A lower bound on the depth of the cores (up to cores->error); -infinity if nothing was proven. `x` is where a climb
/// ended with a gap below 0.
double scree_rim_depth(const scree_cores *c, const scree_climb *x);

#endif
