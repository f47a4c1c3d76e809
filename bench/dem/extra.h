// What the table of settled boxes leaves out: threads, flow, size and memory.
#ifndef SCREE_BENCH_DEM_EXTRA_H
#define SCREE_BENCH_DEM_EXTRA_H

#include "rows.h"

/// Prints a row for each: two threads against one, a heap that flows against one that rests, a bed of `copies` times
/// `copies` boxes against one of them, and the memory of distinct hulls. False where a simulation failed.
bool dem_extra(const packing *cubes, bool quick, int copies);

#endif
