// Free rotations of many grains at once: the splitting of motion.c waits for one quotient after the other, so it runs
// over as many grains as the processor has lanes. Each grain gets the same bits as alone.
#ifndef SCREE_SIM_STEP_TURNS_H
#define SCREE_SIM_STEP_TURNS_H

#include <stdint.h>

enum { SIM_TURNS = 64 };

typedef struct sim_turns {
    int32_t count;
    int32_t grains[SIM_TURNS];
    double paths[SIM_TURNS];   // of their centres, in this step
    double q[4][SIM_TURNS];    // from the principal frame to world axes: in, and out, with any length
    double m[3][SIM_TURNS];    // angular momentum in the principal frame
    double rate[3][SIM_TURNS]; // time step over principal moments
} sim_turns;

/// Rotates all grains of the group.
void scree_sim_turn(sim_turns *turns);

// One for each width that the library is built with; scree_sim_turn() calls the widest that the processor has.
void scree_sim_turn_lanes_2(sim_turns *turns);
void scree_sim_turn_lanes_4(sim_turns *turns);
void scree_sim_turn_lanes_8(sim_turns *turns);

#endif
