// What is measured of a bed of grains: how much of a layer it fills, where its grains are, what its walls bear.
#ifndef SCREE_CLI_BED_H
#define SCREE_CLI_BED_H

#include "scree_sim/sim.h"

#define BED_SHARE 0.98 // of the grains, below what counts as the top of their bed

/// The share of the layer between two heights that grains fill, over `area`; grains that are cut count as balls of equal
/// volume. All grains have this density.
double scree_bed_fraction(const scree_sim *sim, double area, double low, double high, double density);

/// The height below which this share of the grains' volume lies; grains count as balls of equal volume.
double scree_bed_top(const scree_sim *sim, double share, double density);

/// The packing fraction of a bed on a floor at height 0, but for this margin above the floor and below the top, which is where
/// 98 % of the volume is below: single grains that lie higher do not raise it. NaN: the bed is no higher than both margins.
double scree_bed_middle_fraction(const scree_sim *sim, double area, double margin, double density);

double scree_bed_mass(const scree_sim *sim);
scree_vec3 scree_bed_centre(const scree_sim *sim); ///< of mass

/// The wall with this name; -1: there is none.
int scree_bed_wall(const scree_sim *sim, const char *name);

/// A mean that grows.
typedef struct running_mean {
    double sum, count;
} running_mean;

void scree_running_add(running_mean *m, double value);
double scree_running_mean(const running_mean *m); ///< NaN: nothing was added

#endif
