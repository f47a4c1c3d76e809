// Free rotations of many grains at once: the splitting of motion.c waits for one quotient after the other, so it runs
// over as many grains as the processor has lanes. Each grain gets the same bits as by itself.
#ifndef SCREE_SIM_STEP_ROTATIONS_H
#define SCREE_SIM_STEP_ROTATIONS_H

#include <stdint.h>

enum { SIM_ROTATIONS = 64 };

typedef struct sim_rotations {
    int32_t count;
    int32_t grains[SIM_ROTATIONS];
    double paths[SIM_ROTATIONS];   // of their centres, in this step
    double q[4][SIM_ROTATIONS];    // from the principal frame to world axes: in, and out, with any length
    double m[3][SIM_ROTATIONS];    // angular momentum in the principal frame
    double rate[3][SIM_ROTATIONS]; // time step over principal moments
} sim_rotations;

/// Rotates all grains of the group.
void scree_sim_rotate(sim_rotations *rotations);

// One for each width that the library is built with; scree_sim_rotate() calls the widest that the processor has.
void scree_sim_rotate_lanes_2(sim_rotations *rotations);
void scree_sim_rotate_lanes_4(sim_rotations *rotations);
void scree_sim_rotate_lanes_8(sim_rotations *rotations);

#endif
