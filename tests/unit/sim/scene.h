// Small scenes for the tests of the simulator.
#ifndef SCREE_TESTS_SIM_SCENE_H
#define SCREE_TESTS_SIM_SCENE_H

#include "check.h"
#include "scree_sim/sim.h"

static inline scree_vec3 vec(double x, double y, double z)
{
    return (scree_vec3){ x, y, z };
}

/// Density 1000, modulus 1e6: grains of 1 m have a stiffness of the order of 1e6 N/m.
static inline scree_material plain_material(double restitution, double friction)
{
    return (scree_material){ .name = "plain",
                             .density = 1000.0,
                             .youngs_modulus = 1e6,
                             .poisson_ratio = 0.25,
                             .restitution = restitution,
                             .friction = friction };
}

static inline scree_sim *new_sim(scree_sim_settings settings, scree_material material)
{
    scree_error error = { SCREE_OK, "" };
    scree_sim *sim = scree_sim_create(&settings, &error);
    CHECK_MSG(sim != NULL, "%s", error.message);
    CHECK(scree_sim_add_material(sim, &material, &error) == 0);
    return sim;
}

/// A half space as a wall: normal . x <= offset is solid.
static inline int add_plane(scree_sim *sim, scree_vec3 normal, double offset)
{
    const int shape = scree_sim_add_shape(sim, scree_half_space_create(normal, offset, 0.0, NULL), NULL);
    const scree_grain_part piece = { shape, vec(0.0, 0.0, 0.0), { 1.0, 0.0, 0.0, 0.0 } };
    const scree_wall wall = { .name = "plane", .pieces = &piece, .piece_count = 1 };
    return scree_sim_add_wall(sim, &wall, NULL);
}

static inline int64_t add_at(scree_sim *sim, int shape, scree_vec3 position, scree_vec3 velocity)
{
    const scree_grain grain = { .shape = shape, .position = position, .velocity = velocity };
    scree_error error = { SCREE_OK, "" };
    const int64_t id = scree_sim_add_grain(sim, &grain, &error);
    CHECK_MSG(id >= 0, "%s", error.message);
    return id;
}

static inline bool run_steps(scree_sim *sim, int64_t steps)
{
    scree_sim_report report;
    const bool ok = scree_sim_step(sim, steps, &report);
    CHECK_MSG(ok, "trouble %d of grain %lld at %g", (int)report.trouble, (long long)report.grain, report.time);
    return ok;
}

#endif
