// The rows of the benchmark of simulations: which grains, which law, which peer.
#ifndef SCREE_BENCH_DEM_ROWS_H
#define SCREE_BENCH_DEM_ROWS_H

#include "lammps.h"
#include "scree_sim/sim.h"

typedef struct dem_row {
    const char *name;
    scree_shape *(*shape)(int number); ///< of grain `number`, or of all, see `distinct`
    bool distinct;                     ///< every grain has a shape of its own
    const char *packing; ///< that it starts from: "cubes" and "spheres" are there, others are made (settle.h)
    scree_law law;
    double stiffness; ///< of the law, N/m or N/m^3
    lammps_kind peer; ///< what LAMMPS simulates for comparison
    double wanted;    ///< the ratio to that peer that docs/performance.md promises
    double damping;   ///< local, while it settles; 0 in rows
} dem_row;

extern const dem_row dem_rows[];
extern const int dem_row_count;

/// A hull of 14 vertices, another for each number.
scree_shape *dem_gravel(int number);

typedef struct dem_result {
    double rate;      ///< particle-steps a second
    double all_awake; ///< the same with no pair asleep
    double awake;     ///< share of the pairs that were answered
    double contacts;  ///< per grain
    double overlap;   ///< the largest, as a share of the smaller inradius
    double dt;
} dem_result;

/// A box of grains as a row has it, not settled yet; `skin` 0: as the simulator chooses it. Wall 0 is the floor, wall 1 the four sides.
scree_sim *dem_build(const dem_row *row, const packing *grains, int threads, double skin, scree_error *error);

/// Particle-steps a second of so many steps: of processor time with one thread, else of the time that passes. 0, with a line on stderr,
/// where the simulation stops.
double dem_rate(scree_sim *sim, int steps, int threads);

/// Settle the grains for `settle` steps, then time `steps` more. False, with a line on stderr, where that fails.
bool dem_run(const dem_row *row, const packing *grains, int settle, int steps, int threads, dem_result *out);

#endif
