// A settled box of grains, the start of every row of the benchmark of simulations.
#ifndef SCREE_BENCH_PACKING_H
#define SCREE_BENCH_PACKING_H

#include <stddef.h>

#include "scree/body.h"

/// Grains of size 1 at rest on the floor z = 0, between the walls x = 0, x = width, y = 0, y = width.
typedef struct packing {
    size_t count;
    double width;
    scree_body *bodies; ///< positions and orientations; no shapes
} packing;

/// From a file with the header "# N=... W=..." and a line a grain: x y z, or x y z and a quaternion, scalar first.
/// False, with a line on stderr, where it cannot be read.
bool packing_read(const char *path, packing *out);
/// The other way.
bool packing_write(const char *path, const packing *grains);
void packing_free(packing *p);

#endif
