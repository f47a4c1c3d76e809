// The long runs: every class of a group of scenes against the oracle.
#ifndef SCREE_ORACLE_DRIVE_H
#define SCREE_ORACLE_DRIVE_H

#include "scenes/pairs.h"

/// What a class's run came to.
typedef struct oracle_tally {
    long pairs, faults, no_convergence, astray, separated, overlapping;
    double error, width, surface, minimal; ///< the largest seen, in roundings of a double of size + |distance|
    long features_smaller, features_clear;
    long iterations;
} oracle_tally;

/// Runs `pairs` pairs of a class; prints the first faults, each with a line that asks for the pair again. False where
/// the shapes could not be made.
bool scree_oracle_drive(int class_number, uint64_t seed, long pairs, oracle_tally *out);

/// Runs a group, `pairs` in all, shared out by weight, and prints a table. Returns the number of faults; `done` counts
/// the pairs.
long scree_oracle_drive_group(scree_scene_group group, uint64_t seed, long pairs, long *done);

#endif
