// The papers' methods against `auto`: every method answers the very same poses of a simulation, step by step, warm from
// its own answers of the step before, and the time that each takes is added up.
//
// The papers time the first 1,000 steps of a motion. The common plane would take more than a day for the printed boxes, so the
// methods are asked in ten windows of consecutive steps, spread evenly over the 1,000. The first step of a window is not
// counted: there the answers that a method starts from are those of the window before. The times of the simulation's own steps are
// taken outside the windows, from the second step after each on: after the methods, the caches hold their data.
#ifndef SCREE_CLI_COMPARISON_H
#define SCREE_CLI_COMPARISON_H

#include "scree/broad.h"
#include "scree/method.h"
#include "scree_sim/sim.h"

enum {
    COMPARED_CP,
    COMPARED_FCP,
    COMPARED_SLM,
    COMPARED_AUTO,
    COMPARED_METHODS,
    COMPARED_APART = 0,
    COMPARED_IN_CONTACT,
    COMPARED_STATES,
    COMPARED_SPAN = 1000,
    COMPARED_WINDOWS = 10
};

typedef struct comparison_starts {
    scree_cache *cache;
    scree_paper_cache *paper;
} comparison_starts;

typedef struct comparison {
    double margin;     ///< by which boxes are grown, m
    const char *tools; ///< walls whose names begin so are bodies too; NULL: none
    int window;        ///< steps that are counted in each window
    int step;          ///< of the span: how many were seen
    // Sums over the counted steps.
    double seconds[COMPARED_METHODS];
    double iterations[COMPARED_METHODS]; ///< normals tried by cp, sets of candidate planes by fcp, links by slm
    double counted_steps;
    double calls[COMPARED_STATES], quick[COMPARED_STATES]; ///< of slm: all, and those of two iterations or fewer
    // Sums over the steps of the simulation outside the windows.
    double step_seconds, narrow_seconds; ///< all, and detection
    double own_steps;
    size_t grain_count, pair_count; ///< of the last step
    // Memory, grown as it is needed.
    size_t body_count, body_room, old_count, room;
    scree_body *bodies; ///< grains by their ids, then tools
    scree_aabb *boxes;
    scree_pair *pairs, *old_pairs;
    comparison_starts starts[COMPARED_METHODS], old[COMPARED_METHODS];
    void *scratch;
    size_t scratch_size;
} comparison;

/// After each step of the simulation: queries its poses by all methods where the step belongs to a window, and does nothing after
/// the span. False: no memory, or a grain was lost.
bool scree_comparison_step(comparison *b, const scree_sim *sim, const scree_sim_step_view *step);
void scree_comparison_free(comparison *b);

/// All sums as numbers to be kept, and back.
enum { COMPARED_VALUES = 2 * COMPARED_METHODS + 2 * COMPARED_STATES + 6 };
void scree_comparison_values(const comparison *b, double values[COMPARED_VALUES]);
void scree_comparison_set(comparison *b, const double values[COMPARED_VALUES]);

/// Of slm's calls in a state (COMPARED_STATES: in all), those of two iterations or fewer, in percent.
double scree_comparison_quick(const comparison *b, int state);
/// The share of detection in the time of a step, in percent: as it was, or with the time of a method instead.
double scree_comparison_share(const comparison *b);
double scree_comparison_share_by(const comparison *b, int method);

/// What a method takes for a pair: iterations, and nanoseconds.
double scree_comparison_iterations(const comparison *b, int method);
double scree_comparison_nanoseconds(const comparison *b, int method);

#endif
