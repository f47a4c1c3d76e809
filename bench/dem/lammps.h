// Debian's LAMMPS on the same packing.
#ifndef SCREE_BENCH_LAMMPS_H
#define SCREE_BENCH_LAMMPS_H

#include "packing.h"

typedef enum lammps_kind {
    LAMMPS_CUBES,  ///< body/rounded/polyhedron: cubes of edge 1, of which 0.05 on each side is rounding
    LAMMPS_SPHERES ///< gran/hooke/history: balls of diameter 1, linear springs with tangential history
} lammps_kind;

/// Particle-steps a second on one core, over `steps` steps after `relax` others, by LAMMPS's own clock. Files go into
/// `folder`. 0, with a line on stderr, where the program `lmp` is missing or fails.
double lammps_rate(lammps_kind kind, const packing *grains, int relax, int steps, const char *folder);

#endif
