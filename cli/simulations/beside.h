// The papers' methods beside `auto`: every method is asked about the very same poses of a simulation, step by step, warm from
// its own answers of the step before, and the time that each takes is added up.
#ifndef SCREE_CLI_BESIDE_H
#define SCREE_CLI_BESIDE_H

#include "scree/broad.h"
#include "scree/method.h"
#include "scree_sim/sim.h"

enum {
    BESIDE_CP,
    BESIDE_FCP,
    BESIDE_SLM,
    BESIDE_AUTO,
    BESIDE_METHODS,
    BESIDE_APART = 0,
    BESIDE_IN_CONTACT,
    BESIDE_STATES
};

typedef struct beside_starts {
    scree_cache *cache;
    scree_paper_cache *paper;
} beside_starts;

typedef struct beside {
    double margin;     ///< by which boxes are grown, m
    const char *tools; ///< walls whose names begin so are bodies too; NULL: none
    // Sums, since the last reset.
    double seconds[BESIDE_METHODS];
    double step_seconds, narrow_seconds;               ///< of the simulation's own steps: all, and detection
    double calls[BESIDE_STATES], quick[BESIDE_STATES]; ///< of slm: all, and those of two iterations or fewer
    size_t grain_count, pair_count;                    ///< of the last step
    // Memory, grown as it is needed.
    size_t body_count, body_room, old_count, room;
    scree_body *bodies; ///< grains by their ids, then tools
    scree_aabb *boxes;
    scree_pair *pairs, *old_pairs;
    beside_starts starts[BESIDE_METHODS], old[BESIDE_METHODS];
    void *scratch;
    size_t scratch_size;
} beside;

/// Adds the times of a step of the simulation itself.
void scree_beside_note(beside *b, const scree_sim_step_view *step);
/// Asks all methods about the poses of now. False: no memory, or a grain was lost.
bool scree_beside_query(beside *b, const scree_sim *sim);
/// Sums at 0; what the methods know of the last step stays.
void scree_beside_reset(beside *b);
void scree_beside_free(beside *b);

/// All sums as numbers to be kept, and back.
enum { BESIDE_VALUES = BESIDE_METHODS + 2 * BESIDE_STATES + 4 };
void scree_beside_values(const beside *b, double values[BESIDE_VALUES]);
void scree_beside_set(beside *b, const double values[BESIDE_VALUES]);

/// Of slm's calls in a state (BESIDE_STATES: in all), those of two iterations or fewer, in percent.
double scree_beside_quick(const beside *b, int state);
/// The share of detection in the time of the steps, in percent: as it was, or with the time of a method instead.
double scree_beside_share(const beside *b);
double scree_beside_share_by(const beside *b, int method);

#endif
