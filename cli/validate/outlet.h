// The outlet of the silo of scenes/hopper.yaml, and the rate of its discharge.
#ifndef SCREE_CLI_OUTLET_H
#define SCREE_CLI_OUTLET_H

#include "scene_trial.h"

/// The rate counts from the moment that an eighth of the grains is out until three eighths are: later the bed above the outlet is
/// hardly higher than the outlet is wide.
static inline int scree_outlet_first(int grains)
{
    return grains / 8;
}

static inline int scree_outlet_last(int grains)
{
    return 3 * grains / 8;
}

typedef struct outlet_watch {
    int64_t from;       ///< how many are out before it counts
    double start, mass; ///< time, and mass inside, by then
} outlet_watch;

outlet_watch scree_outlet_watch(int64_t from);
/// A scene_watch. The flow is steady once the first are out, and as long as the bed is high.
bool scree_outlet_look(void *user, const scree_run *run);
/// Since then, kg/s.
double scree_outlet_rate(const outlet_watch *w, const scree_run *run);

/// The four plates of the floor about a square outlet.
void scree_trial_outlet(scene_changes *changes, double silo, double width);

#endif
