// The rows of the benchmark of simulations: which grains, which law, which peer.
#ifndef SCREE_BENCH_DEM_ROWS_H
#define SCREE_BENCH_DEM_ROWS_H

#include "lammps.h"
#include "scree_sim/sim.h"

typedef struct dem_row {
    const char *name;
    scree_shape *(*shape)(int number); ///< of grain `number`, or of all, see `distinct`
    bool distinct;                     ///< every grain has a shape of its own
    bool spheres;                      ///< starts from the packing of spheres, not of cubes
    scree_law law;
    double stiffness; ///< of the law, N/m or N/m^3
    lammps_kind peer; ///< what LAMMPS simulates beside it
    double wanted;    ///< the ratio to that peer that docs/performance.md promises
} dem_row;

extern const dem_row dem_rows[];
extern const int dem_row_count;

typedef struct dem_result {
    double rate;     ///< particle-steps a second
    double awake;    ///< share of the pairs that were answered
    double contacts; ///< per grain
    double overlap;  ///< the largest, as a share of the smaller inradius
    double dt;
} dem_result;

/// Settle the grains for `settle` steps, then time `steps` more. False, with a line on stderr, where that fails.
bool dem_run(const dem_row *row, const packing *grains, int settle, int steps, int threads, dem_result *out);

#endif
