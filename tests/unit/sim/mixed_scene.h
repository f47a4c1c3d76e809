// A heap of everything: shapes of many kinds and clusters fall on a floor between moving walls, or into a periodic
// domain.
#ifndef SCREE_TESTS_SIM_MIXED_SCENE_H
#define SCREE_TESTS_SIM_MIXED_SCENE_H

#include <stdint.h>

#include "scene.h"

static inline double random_share(uint64_t *state)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (double)(*state >> 11) * 0x1p-53;
}

static inline scree_quat random_orientation(uint64_t *state)
{
    return scree_quat_from_euler(vec(6.0 * random_share(state), 3.0 * random_share(state), 6.0 * random_share(state)));
}

/// Eight shapes; the last one is a cluster.
static inline void add_shapes(scree_sim *sim, uint64_t *state)
{
    scree_vec3 points[14];
    for (int i = 0; i < 14; ++i) {
        const scree_vec3 d = vec(random_share(state) - 0.5, random_share(state) - 0.5, random_share(state) - 0.5);
        const double length = sqrt(d.x * d.x + d.y * d.y + d.z * d.z);
        points[i] = vec(0.5 * d.x / length, 0.5 * d.y / length, 0.5 * d.z / length);
    }
    scree_shape *const shapes[] = {
        scree_sphere_create(0.4, 0.0, NULL),
        scree_box_create(vec(0.4, 0.3, 0.5), 0.0, NULL),
        scree_ellipsoid_create(vec(0.5, 0.3, 0.4), 0.0, NULL),
        scree_cylinder_create(0.35, 0.4, 0.0, NULL),
        scree_capsule_create(0.3, 0.3, 0.0, NULL),
        scree_polyhedron_create(points, 14, 0.0, NULL),
        scree_superquadric_create(vec(0.4, 0.4, 0.4), 8.0, 8.0, 0.0, NULL),
    };
    for (int i = 0; i < 7; ++i) CHECK(scree_sim_add_shape(sim, shapes[i], NULL) == i);
    const scree_grain_part parts[] = { { 0, { 0.0, 0.0, 0.0 }, { 1.0, 0.0, 0.0, 0.0 } },
                                       { 0, { 0.5, 0.0, 0.0 }, { 1.0, 0.0, 0.0, 0.0 } },
                                       { 1, { 0.0, 0.6, 0.1 }, { 0.9, 0.1, 0.2, 0.3 } } };
    CHECK(scree_sim_add_cluster(sim, parts, 3, NULL, NULL) == 7);
}

static inline scree_sim_settings mixed_settings(bool is_periodic, int threads)
{
    scree_sim_settings s = scree_sim_defaults();
    s.domain_low = vec(-2.5, -2.5, -1.0);
    s.domain_high = vec(2.5, 2.5, 40.0);
    s.gravity = vec(0.0, 0.3, -9.81);
    s.dt = 5e-4;
    s.threads = threads;
    s.energy_limit = 2.0;
    if (is_periodic) s.boundary[0] = s.boundary[1] = SCREE_PERIODIC;
    return s;
}

static inline scree_sim *mixed_scene_of(scree_sim_settings s)
{
    const bool is_periodic = s.boundary[0] == SCREE_PERIODIC;
    scree_material m = plain_material(0.4, 0.4);
    m.rolling_friction = 0.02;
    m.torsional_friction = 0.01;
    scree_sim *sim = new_sim(s, m);
    uint64_t state = 7;
    add_shapes(sim, &state);
    add_plane(sim, vec(0.0, 0.0, 1.0), 0.0);
    if (!is_periodic) {
        add_plane(sim, vec(1.0, 0.0, 0.0), -2.5);
        const int moving = add_plane(sim, vec(-1.0, 0.0, 0.0), -2.5);
        add_plane(sim, vec(0.0, 1.0, 0.0), -2.5);
        add_plane(sim, vec(0.0, -1.0, 0.0), -2.5);
        const scree_wall_motion motion = { .amplitude = { 0.05, 0.0, 0.0 }, .frequency = 3.0 };
        CHECK(scree_sim_move_wall(sim, moving, &motion, NULL));
    }
    for (int i = 0; i < 80; ++i) {
        const scree_grain grain = { .shape = i % 8,
                                    .position = { -1.6 + 1.6 * (i % 3), -1.6 + 1.6 * (i / 3 % 3), 1.0 + 1.7 * (i / 9) },
                                    .orientation = random_orientation(&state),
                                    .velocity = { random_share(&state), random_share(&state), -5.0 } };
        CHECK(scree_sim_add_grain(sim, &grain, NULL) == i);
    }
    return sim;
}

static inline scree_sim *mixed_scene(bool is_periodic, int threads)
{
    return mixed_scene_of(mixed_settings(is_periodic, threads));
}

#endif
