// The families of pairs that the hunt draws from, and its rounds: a few shapes in many poses each.
#ifndef SCREE_HUNT_FAMILIES_H
#define SCREE_HUNT_FAMILIES_H

#include "hunt/shapes.h"

/// How the two bodies of a pair are put together.
typedef enum hunt_poses {
    HUNT_FEATURES, // features facing each other, lattices, concentric, coincident, far away: scenes/poses.h
    HUNT_SURFACES, // surface points facing each other at gaps of every size, deep ones too: scenes/superquadric_poses.h
    HUNT_SYMMETRIC, // concentric, coaxial, stacked, identical, and all of these but for next to nothing
    HUNT_APART,     // gaps of every size alone
    HUNT_RESTING,   // surfaces against each other, on one axis or with parallel axes, but for a tilt of next to nothing
    HUNT_RIMS       // edges level with a face at a corner of it, overlapping by the length of a short side
} hunt_poses;

typedef struct hunt_family {
    const char *name;
    hunt_maker a, b;
    double ratio; ///< the sizes of A and B differ by up to this many decades
    double unit;  ///< and both are 10^-unit to 10^unit
    hunt_poses poses;
    int pairs; ///< of a round; each lap has one of every family
} hunt_family;

enum { HUNT_SHAPES = 8, HUNT_RUN_MAX = 16, HUNT_PAIRS_MAX = 2700 };

int scree_hunt_family_count(void);
const hunt_family *scree_hunt_family(int number);

/// One round: HUNT_SHAPES shapes, half of them for A, and `count` pairs of them. `run` pairs in a row have the same two
/// shapes, so that the answer to one is a plausible but wrong warm start for the next.
typedef struct hunt_round {
    scree_scene scene;
    scree_solid solids[HUNT_SHAPES];
    uint64_t number;
    int count, run;
    int used; ///< how many of the shapes are in some pair
    scree_scene_pose poses[HUNT_PAIRS_MAX];
} hunt_round;

/// Depends on nothing but the seed, the family and the number.
void scree_hunt_round_open(hunt_round *round, int family, uint64_t seed, uint64_t number);
void scree_hunt_round_close(hunt_round *round);

#endif
