// A contact law of one's own: a spring that is stiffer the deeper it is, without friction. Two balls meet head on and
// exchange their velocities, since the law loses nothing.
#include <math.h>
#include <stdio.h>

#include "scree_sim/laws/common.h"
#include "scree_sim/sim.h"

// f = k d (1 + d / R) along the normal.
static scree_contact_force stiffening(const scree_contact_region *region, const scree_contact_motion *motions,
                                      const scree_contact_constants *constants, double dt,
                                      scree_contact_history *history)
{
    (void)motions;
    (void)dt;
    (void)history;
    const double d = region->depth, k = constants->stiffness, r = constants->radius;
    scree_contact_force out = { 0 };
    out.force = scree_law_scale(k * d * (1.0 + d / r), region->normal);
    out.elastic = k * d * d * (0.5 + d / (3.0 * r));
    return out;
}

int main(void)
{
    scree_error error = { SCREE_OK, "" };
    scree_sim_settings settings = scree_sim_defaults();
    settings.law = SCREE_LAW_USER;
    settings.user_law = stiffening;
    settings.dt = 1e-5;
    scree_sim *sim = scree_sim_create(&settings, &error);
    const scree_material glass = { .name = "glass", .density = 2500.0, .youngs_modulus = 1e6, .restitution = 1.0 };
    const int material = scree_sim_add_material(sim, &glass, &error);
    const int ball = scree_sim_add_shape(sim, scree_sphere_create(0.01, 0.0, &error), &error);
    const scree_grain moving = { .shape = ball, .material = material, .velocity = { 0.5, 0.0, 0.0 } };
    const scree_grain resting = { .shape = ball, .material = material, .position = { 0.021, 0.0, 0.0 } };
    if (sim == NULL || scree_sim_add_grain(sim, &moving, &error) < 0 ||
        scree_sim_add_grain(sim, &resting, &error) < 0) {
        fprintf(stderr, "%s\n", error.message);
        return 1;
    }
    if (!scree_sim_step(sim, 2000, NULL)) return 1;
    const scree_sim_grains_view grains = scree_sim_grains(sim);
    printf("velocities after: %.3f and %.3f m/s\n", fabs(grains.velocities[0].x), grains.velocities[1].x);
    scree_sim_destroy(sim);
    return 0;
}
