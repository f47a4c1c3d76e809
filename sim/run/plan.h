// What can be known of a scene before it is run.
#ifndef SCREE_SIM_RUN_PLAN_H
#define SCREE_SIM_RUN_PLAN_H

#include "scree_sim/run.h"

/// What a sample of its grains tells: the largest stable time step, the smallest and largest equivalent diameter, and what
/// decides about the step and about the overlap to expect. `plan` has mass, fall and load already.
bool scree_run_sample(const scree_scene *scene, scree_law_function user_law, scree_scene_plan *plan,
                      scree_error *error);
/// Of all stages, by their limits where the end is a condition; NaN where there is no limit.
double scree_run_duration(const scree_scene *scene);
/// 2-D: its area.
double scree_run_region_volume(const scree_scene_region *region, int dimension);

#endif
