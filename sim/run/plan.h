// What can be known of a scene before it is run.
#ifndef SCREE_SIM_RUN_PLAN_H
#define SCREE_SIM_RUN_PLAN_H

#include "scree_sim/scene.h"

/// The largest stable time step, and the smallest and largest equivalent diameter, of a sample of its grains.
bool scree_run_time_step(const scree_scene *scene, scree_law_function user_law, double *limit, double *smallest,
                         double *largest, scree_error *error);
/// Of all stages, by their limits if the end is a condition; NaN if there is no limit.
double scree_run_duration(const scree_scene *scene);
/// 2-D: its area.
double scree_run_region_volume(const scree_scene_region *region, int dimension);

#endif
