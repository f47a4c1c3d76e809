// Grain sizes drawn from a distribution.
#ifndef SCREE_SIM_FILL_SIZES_H
#define SCREE_SIM_FILL_SIZES_H

#include "fill/random.h"
#include "scree_sim/scene.h"

/// One size; 0 where the shape has lengths of its own. Distributions by mass are turned into those by number: a grain
/// of size d weighs d^dimension.
double scree_fill_size(const scree_scene_size *size, int dimension, scree_fill_random *random);
/// The mean of size^dimension over the number distribution, by drawing: masses and volumes of many grains follow.
double scree_fill_mean_power(const scree_scene_size *size, int dimension);

#endif
