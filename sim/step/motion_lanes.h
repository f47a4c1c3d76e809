// The motion of many grains at once, in loops that are compiled once for each width (drift_lanes.c, kick_lanes.c). Each grain
// gets the same bits as by itself.
//
// Rotations run over as many grains as the processor has lanes: quotients and roots of one grain wait for each other.
#ifndef SCREE_SIM_STEP_MOTION_LANES_H
#define SCREE_SIM_STEP_MOTION_LANES_H

#include "state/state.h"

enum { SIM_ROTATIONS = 64 };

/// Farther than any grain. Its difference from an infinite place has a sign, unlike that of infinity.
#define SIM_NOWHERE 1e300

/// Grains with consecutive indices, at most SIM_ROTATIONS of them.
typedef struct sim_drifts {
    double dt;
    int32_t count;
    double *positions, *velocities, *angular_momenta;
    const double *accelerations, *torques;
    double paths[SIM_ROTATIONS]; // out: of their centres, in this step
} sim_drifts;

/// Grains that rotate: either all are round (equal moments), or none is.
typedef struct sim_rotations {
    int32_t count;
    bool are_round;
    int32_t grains[SIM_ROTATIONS];
    double paths[SIM_ROTATIONS];  // of their centres; scree_sim_rotate() makes it that of all points of round grains
    double masses[SIM_ROTATIONS]; // in; out: inverse masses
    double q[4][SIM_ROTATIONS]; // from the principal frame to world axes: in, and out; of round grains the orientation
    double m[3][SIM_ROTATIONS]; // angular momentum: in the principal frame, of round grains in world axes
    double rate[3]
               [SIM_ROTATIONS]; // time step over principal moments. Round grains: rate[0] has the moment's inverse for
                                // density 1, rate[1] the density
    // Round grains only.
    double radii[SIM_ROTATIONS], norms[SIM_ROTATIONS]; // of the grain; sum of the magnitudes of its coordinates
    double spin[3][SIM_ROTATIONS];                     // out
} sim_rotations;

/// The kick of grains with consecutive indices, at most SIM_ROTATIONS of them.
typedef struct sim_kicks {
    double dt;
    int32_t count;
    bool are_round;                // all of them
    bool watches_energy;           // kinetic and power are wanted
    scree_vec3 low, high, gravity; // the domain, SIM_NOWHERE where nothing leaves it
    const double *positions, *masses;
    double *velocities, *angular_momenta, *accelerations, *old_torques, *spins;
    double own_forces[SIM_ROTATIONS][4], own_torques[SIM_ROTATIONS][4]; // the user's; the fourth number is 0
    double forces[SIM_ROTATIONS][4], torques[SIM_ROTATIONS][4];
    double moments[SIM_ROTATIONS], densities[SIM_ROTATIONS]; // inverse moments for density 1
    double kinetic[SIM_ROTATIONS],
        power[SIM_ROTATIONS]; // out: the energy, and the work of gravity and the user's force
    int troubles;             // out: how many of them have a value that is NaN, or have left the domain
} sim_kicks;

/// How many grains from `i` on are free, up to SIM_ROTATIONS.
static inline int32_t scree_sim_count_free(const sim_grains *g, size_t i, size_t end)
{
    int32_t count = 0;
    while (i + (size_t)count < end && count < SIM_ROTATIONS && g->modes[i + (size_t)count] == SCREE_GRAIN_FREE) ++count;
    return count;
}

/// A bound on the path of the points of a grain: the centre's path, plus twice the radius times the distance of the two
/// unit quaternions, which is more than the chord of any rotation between them. `norm`: see sim_rotations.
static inline __attribute__((always_inline)) double scree_sim_path_of(double way, double radius, double norm,
                                                                      scree_quat from, scree_quat to)
{
    const scree_quat d = { to.w - from.w, to.x - from.x, to.y - from.y, to.z - from.z };
    const double rotation = sqrt(d.w * d.w + d.x * d.x + d.y * d.y + d.z * d.z);
    const double path = way + 2.0 * radius * rotation, rounding = 1e-15 * (norm + radius);
    return path * (1.0 + 1e-12) + rounding;
}

/// Half a kick and the drift of grains, without their rotation.
void scree_sim_drift_run(sim_drifts *drifts);
/// Rotates all grains of a group. The quaternions of those that are not round may get any length.
void scree_sim_rotate(sim_rotations *rotations, double dt);
/// Adds the contacts of the grains from `first` on to the forces and torques.
void scree_sim_sum_loads(const scree_sim *sim, size_t first, sim_kicks *kicks);
/// Half a kick; the spins if all grains are round.
void scree_sim_kick_run(sim_kicks *kicks);
/// Looks for trouble, and computes the energies that are watched.
void scree_sim_watch_run(sim_kicks *kicks);

// One for each width that the library is built with; those above call the widest that the processor has.
void scree_sim_drift_lanes_2(sim_drifts *drifts);
void scree_sim_drift_lanes_4(sim_drifts *drifts);
void scree_sim_drift_lanes_8(sim_drifts *drifts);
void scree_sim_rotate_lanes_2(sim_rotations *rotations, double dt);
void scree_sim_rotate_lanes_4(sim_rotations *rotations, double dt);
void scree_sim_rotate_lanes_8(sim_rotations *rotations, double dt);
void scree_sim_sum_lanes_2(const scree_sim *sim, size_t first, sim_kicks *kicks);
void scree_sim_sum_lanes_4(const scree_sim *sim, size_t first, sim_kicks *kicks);
void scree_sim_sum_lanes_8(const scree_sim *sim, size_t first, sim_kicks *kicks);
void scree_sim_kick_lanes_2(sim_kicks *kicks);
void scree_sim_kick_lanes_4(sim_kicks *kicks);
void scree_sim_kick_lanes_8(sim_kicks *kicks);
void scree_sim_watch_lanes_2(sim_kicks *kicks);
void scree_sim_watch_lanes_4(sim_kicks *kicks);
void scree_sim_watch_lanes_8(sim_kicks *kicks);

#endif
