// Asks about every pair in two of the ways that the library has, and judges every answer.
#ifndef SCREE_HUNT_JUDGE_H
#define SCREE_HUNT_JUDGE_H

#include "hunt/families.h"
#include "scree/batch.h"

/// A way to ask.
typedef enum hunt_way {
    HUNT_SINGLE, ///< one call, cold
    HUNT_STALE,  ///< one call, with a cache that another pose of the same shapes has left
    HUNT_BATCH,  ///< a batch, cold
    HUNT_WARM,   ///< a batch, with the caches of the same poses
    HUNT_WITHIN, ///< a batch with a margin
    HUNT_LOOSE,  ///< one call, cold, with a tolerance above the usual one
    HUNT_WAYS
} hunt_way;

const char *scree_hunt_way_name(hunt_way way);

typedef struct hunt_tally {
    long rounds, shapes, pairs;
    long answers;   ///< distinct ones: what is equal to the last bit is judged once
    long proven;    ///< by scree_verify()
    long judged;    ///< undecided by it, right by another judge
    long undecided; ///< right as far as the directions tried tell, no more
    long no_convergence;
    long wrong; ///< refuted by any judge, or no answer at all
} hunt_tally;

typedef enum hunt_fault {
    HUNT_TOO_WIDE,  ///< no convergence: a true interval, but a wide one
    HUNT_NO_ANSWER, ///< another status
    HUNT_FALSE      ///< refuted by a judge
} hunt_fault;

/// Something is wrong with an answer.
typedef struct hunt_finding {
    hunt_fault fault;
    hunt_way way;
    scree_cache cache; ///< what HUNT_STALE was asked with
    double margin;     ///< and HUNT_WITHIN
    double tolerance;  ///< and HUNT_LOOSE
    char reason[240];
} hunt_finding;

typedef struct hunt_judge hunt_judge;

/// One for each thread; NULL where there is no memory. With `spoil`, every hundredth answer is falsified before it is
/// judged.
hunt_judge *scree_hunt_judge_open(bool spoil);
void scree_hunt_judge_close(hunt_judge *judge);

typedef void (*hunt_report_fn)(void *user, const scree_scene_pose *pose, const hunt_finding *finding);

/// Every pair of a round, in a cold batch and one other way, by the number of the round; adds to the tally and reports each
/// pair with which something is wrong.
void scree_hunt_judge_round(hunt_judge *judge, const hunt_round *round, hunt_tally *tally, hunt_report_fn report,
                            void *user);

/// One pair by itself, with the cache, the margin and the tolerance of `like`. False where nothing is wrong.
bool scree_hunt_judge_pair(hunt_judge *judge, const scree_scene_pose *pose, const hunt_finding *like,
                           hunt_finding *out);

#endif
