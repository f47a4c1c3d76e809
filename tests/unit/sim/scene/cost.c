// The computing time that `scree check` states: grains in flight cost little, and those that come later count from then on.
#include <stdio.h>
#include <string.h>

#include "check.h"
#include "scree_sim/run.h"

/// A thousand hulls into a box of 1 x 1 x 10 m, between two heights, for a while.
static double seconds_of(double low, double high, const char *rate, double duration)
{
    char text[1000];
    snprintf(text, sizeof text,
             "domain: {min: [0, 0, 0], max: [1, 1, 10]}\n"
             "materials: {rock: {density: 2500}}\n"
             "shapes: {stone: {type: random_hull, vertices: 10, size: 0.02, distinct: 3}}\n"
             "walls: {box: {type: box, faces: [x-, x+, y-, y+, z-]}}\n"
             "insert: [{shapes: stone, count: 1000, %s region: {min: [0.1, 0.1, %g], max: [0.9, 0.9, %g]}}]\n"
             "stages: [{until: {time: %g}}]\n",
             rate, low, high, duration);
    scree_scene_errors errors;
    scree_scene_plan plan = { .seconds = -1.0 };
    scree_error error = { SCREE_OK, "" };
    scree_scene *scene = scree_scene_parse(text, strlen(text), "s.yaml", NULL, 0, &errors);
    if (CHECK_MSG(scene != NULL, "%s", errors.count > 0 ? errors.list[0].message : "no scene"))
        CHECK_MSG(scree_scene_plan_make(scene, &plan, &error), "%s", error.message);
    scree_scene_destroy(scene);
    scree_scene_errors_free(&errors);
    return plan.seconds;
}

int main(void)
{
    const double flight = seconds_of(9.0, 9.9, "", 1.0), bed = seconds_of(0.02, 0.2, "", 1.0);
    CHECK_MSG(flight > 0.0 && 4.0 * flight < bed, "in flight %g s, in a bed %g s", flight, bed);
    const double slowly = seconds_of(0.02, 0.2, "rate: 1000,", 1.0);
    CHECK_MSG(0.3 * bed < slowly && slowly < 0.6 * bed, "poured %g s, at once %g s", slowly, bed);
    return check_done();
}
