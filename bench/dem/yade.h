// Debian's YADE on the same cubes, if it is installed.
#ifndef SCREE_BENCH_DEM_YADE_H
#define SCREE_BENCH_DEM_YADE_H

#include "packing.h"

/// Particle-steps a second of its polyhedra by their volumetric law, on one core; `folder` takes its input. 0, with a line on
/// stderr, where it is not there.
double yade_rate(const packing *cubes, int steps, const char *folder);

#endif
