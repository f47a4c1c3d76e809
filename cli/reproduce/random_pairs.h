// Random pairs that overlap: every method's answers against the exact ones.
//
// The grains are hulls of 4 to 20 points, their centroids at their origins. A pair is two grains in any orientation, B
// moved from A along any direction until the overlap is a chosen share of the one that they have centroid on centroid:
// so every pair can be given every share, whatever its shapes. Exact is what `auto` certifies.
#ifndef SCREE_CLI_RANDOM_PAIRS_H
#define SCREE_CLI_RANDOM_PAIRS_H

#include "scree/method.h"
#include "study.h"

enum { PAIR_DEPTHS = 6, PAIR_METHODS = 16 };

/// The classes of overlaps, as shares of that of coinciding centroids.
extern const double scree_random_pairs_depths[PAIR_DEPTHS + 1];

/// An answer is right if the distance is exact to 1e-9 of the pair's size; nearly so, to 1e-6.
typedef struct tally {
    uint64_t asked, right, nearly, too_deep, too_shallow, cut_short, certified;
    uint64_t iterations, gjk_updates, epa_iterations, perturbations, candidates, link_iterations;
    uint64_t beyond_bound; ///< expansions that took as many as 3 (v_A + v_B) - 8 steps, or more
    uint64_t asked_at[PAIR_DEPTHS], wrong_at[PAIR_DEPTHS];
} tally;

typedef struct pair_results {
    size_t pairs;
    int method_count;
    const scree_method *methods[PAIR_METHODS]; ///< all that serve polyhedra
    tally tallies[PAIR_METHODS];
    double median_off[PAIR_METHODS], worst_off[PAIR_METHODS]; ///< of answers that are not right: error / overlap
} pair_results;

/// The same for any number of threads. False where it was interrupted, or could not go on (the reason is on standard
/// error).
bool scree_random_pairs_run(const study_options *options, size_t pairs, pair_results *out);

#endif
