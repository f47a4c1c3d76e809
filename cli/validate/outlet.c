#include "outlet.h"

#include <math.h>

#include "bed.h"

outlet_watch scree_outlet_watch(int64_t from)
{
    return (outlet_watch){ from, (double)NAN, 0.0 };
}

bool scree_outlet_look(void *user, const scree_run *run)
{
    outlet_watch *w = user;
    const scree_run_status s = scree_run_status_of(run);
    if (s.removed >= w->from && isnan(w->start)) {
        w->start = s.time;
        w->mass = scree_bed_mass(scree_run_sim(run));
    }
    return true;
}

double scree_outlet_rate(const outlet_watch *w, const scree_run *run)
{
    return (w->mass - scree_bed_mass(scree_run_sim(run))) / (scree_run_status_of(run).time - w->start);
}

void scree_trial_outlet(scene_changes *changes, double silo, double width)
{
    const double plate = 0.5 * (silo - width), at = 0.5 * width + 0.5 * plate;
    scree_trial_change(changes, "walls.left={type: plate, size: [%g, 0.1, 0.01], position: [%g, 0, -0.005]}", plate,
                       -at);
    scree_trial_change(changes, "walls.right={type: plate, size: [%g, 0.1, 0.01], position: [%g, 0, -0.005]}", plate,
                       at);
    scree_trial_change(changes, "walls.front={type: plate, size: [0.1, %g, 0.01], position: [0, %g, -0.005]}", plate,
                       -at);
    scree_trial_change(changes, "walls.back={type: plate, size: [0.1, %g, 0.01], position: [0, %g, -0.005]}", plate,
                       at);
}
