// A stack of grains on a plane, left alone: does it rest, and does it creep?
//
// What is to be told apart. A stack of ten unit cubes sways like a soft tower, with a period of 2 s, and its dashpots,
// made for the restitution of two cubes (periods of 0.02 s), take about 90 s to damp that sway by a factor of e. The
// positions of two single steps differ by the sway; creep is what is left of it in the mean, or once the sway is gone:
//   mean_drift   of the mean positions of the first and the second half, weighted by 1 - cos, which leaves nothing of
//                an oscillation with many periods in a half
//   raw_drift    of the positions after half of the steps and after all of them. A weak drag damps the sway: -drag m v
//                stops no grain that a contact lets creep, since it vanishes with the velocity.
#ifndef SCREE_TESTS_SIM_STACK_H
#define SCREE_TESTS_SIM_STACK_H

#include "mixed_scene.h"

enum { STACK_MOST = 16 };

typedef struct stack_result {
    double mean_drift, raw_drift; // the most of any grain, m
    double kinetic;               // in the end, over the energy of a drop of each grain from a tenth of its height
    double weight;                // on the floor in the end, over that of the grains
} stack_result;

static inline double distance_between(scree_vec3 a, scree_vec3 b)
{
    return hypot(a.x - b.x, hypot(a.y - b.y, a.z - b.z));
}

/// `count` grains of a shape of height 1, each a little off, tilted by up to 1e-3 and rotated by a further `rotation`.
static inline scree_sim *new_stack(scree_sim_settings s, scree_material m, scree_shape *shape, int count, double twist)
{
    scree_sim *sim = new_sim(s, m);
    add_plane(sim, vec(0.0, 0.0, 1.0), 0.0);
    const int form = scree_sim_add_shape(sim, shape, NULL);
    uint64_t state = 5;
    for (int i = 0; i < count; ++i) {
        const scree_grain grain = { .shape = form,
                                    .position = { 0.02 * random_share(&state), 0.02 * random_share(&state), 0.5 + i },
                                    .orientation = scree_quat_from_euler(
                                        vec(1e-3 * random_share(&state), 1e-3 * random_share(&state), twist * i)) };
        CHECK(scree_sim_add_grain(sim, &grain, NULL) == i);
    }
    return sim;
}

/// `sum` gets the weighted sum of the positions over so many steps; returns the sum of the weights.
static inline double sum_positions(scree_sim *sim, int64_t steps, scree_vec3 *sum)
{
    enum { EVERY = 20 };
    const double pi = 3.14159265358979;
    const size_t count = scree_sim_grains(sim).count;
    double weights = 0.0;
    for (size_t i = 0; i < count; ++i) sum[i] = vec(0.0, 0.0, 0.0);
    for (int64_t k = 0; k < steps; k += EVERY) {
        run_steps(sim, EVERY);
        const double weight = 1.0 - cos(2.0 * pi * ((double)k + 0.5 * EVERY) / (double)steps);
        const scree_vec3 *p = scree_sim_grains(sim).positions;
        weights += weight;
        for (size_t i = 0; i < count; ++i)
            sum[i] = vec(sum[i].x + weight * p[i].x, sum[i].y + weight * p[i].y, sum[i].z + weight * p[i].z);
    }
    return weights;
}

/// Destroys the simulation.
static inline stack_result watch_stack(scree_sim *sim, int64_t steps)
{
    stack_result r = { 0 };
    scree_vec3 sums[2][STACK_MOST], half[STACK_MOST];
    double weights[2], mass = 0.0;
    const size_t count = scree_sim_grains(sim).count;
    weights[0] = sum_positions(sim, steps / 2, sums[0]);
    for (size_t i = 0; i < count; ++i) half[i] = scree_sim_grains(sim).positions[i];
    weights[1] = sum_positions(sim, steps / 2, sums[1]);
    const scree_sim_grains_view g = scree_sim_grains(sim);
    for (size_t i = 0; i < count; ++i) {
        scree_vec3 mean[2];
        for (int h = 0; h < 2; ++h)
            mean[h] = vec(sums[h][i].x / weights[h], sums[h][i].y / weights[h], sums[h][i].z / weights[h]);
        r.mean_drift = fmax(r.mean_drift, distance_between(mean[0], mean[1]));
        r.raw_drift = fmax(r.raw_drift, distance_between(half[i], g.positions[i]));
        mass += g.masses[i];
    }
    const scree_sim_totals t = scree_sim_measure(sim);
    r.kinetic = (t.kinetic_translation + t.kinetic_rotation) / (mass * 9.81 * 0.1);
    r.weight = -scree_sim_wall_at(sim, 0).force.z / (mass * 9.81);
    scree_sim_destroy(sim);
    return r;
}

#endif
