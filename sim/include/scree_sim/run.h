// A scene, run: grains are inserted, stages begin and end, sinks take grains out, files are written.
//
//   scree_scene_plan_make()   what a scene will simulate, without simulating it
//   scree_run_create()        a simulation from a scene
//   scree_run_advance()       on to the end, to a time, or until the caller says stop
//   scree_run_sim()           the simulation itself, to look at or to couple with
//
// A run gives the same bytes for any number of threads, and the same where it was interrupted and resumed.
#ifndef SCREE_SIM_RUN_H
#define SCREE_SIM_RUN_H

#include "scree_sim/scene.h"

#ifdef __cplusplus
extern "C" {
#endif

/// What is expected of a scene. Estimates are of the order of magnitude.
typedef struct scree_scene_plan {
    int64_t grains;           ///< -1: not known before (a mass, a fraction, a rate without a count)
    double mass;              ///< kg, expected
    double smallest, largest; ///< equivalent diameters, of a sample of grains
    double time_step;         ///< s, that will be used
    double time_limit;        ///< s, the largest stable one by the rule of docs/simulation.md
    double duration;          ///< s of simulated time; the limits of stages where they have one; NaN: open
    double steps;             ///< duration over time step; NaN: open
    double memory;            ///< bytes
    double seconds;           ///< of computing on one core; NaN: open
} scree_scene_plan;

SCREE_API bool scree_scene_plan_make(const scree_scene *scene, scree_scene_plan *plan, scree_error *error);

#ifdef __cplusplus
}
#endif

#endif
