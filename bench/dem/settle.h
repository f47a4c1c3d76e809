// Packings of grains that are no cubes and no spheres: the cubes' places, fallen together; kept in a file.
#ifndef SCREE_BENCH_DEM_SETTLE_H
#define SCREE_BENCH_DEM_SETTLE_H

#include "rows.h"

/// Grains of a row at rest, from `from` or from the file that an earlier run left in `folder`. False, with a line on stderr,
/// where they do not come to rest or cannot be kept.
bool dem_settle(const dem_row *row, const packing *from, const char *folder, packing *out);

#endif
