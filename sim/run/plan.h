// What can be known of a scene before it is run.
#ifndef SCREE_SIM_RUN_PLAN_H
#define SCREE_SIM_RUN_PLAN_H

#include "scree_sim/run.h"

/// What a sample of its grains tells: the largest stable time step, the smallest and largest equivalent diameter, and what
/// decides about the step and about the overlap to expect. `plan` has mass, fall and load already.
bool scree_run_sample(const scree_scene *scene, const scree_run_options *options, scree_scene_plan *plan,
                      scree_error *error);
/// The duration of all stages together; a stage that ends on a condition counts with its limit. NaN where it has none.
double scree_run_duration(const scree_scene *scene);
/// Is scree_run_duration() an upper bound? Not where a stage waits for insertions, whose grains may have to wait for a free place.
bool scree_run_duration_is_bound(const scree_scene *scene);
/// Estimated computing time on one core; grains[i] is the number of grains of item i of `insert`. NaN where the duration is NaN.
double scree_run_seconds(const scree_scene *scene, const scree_scene_plan *plan, const double *grains);

#endif
