// The studies of `scree reproduce`: one for each paper.
#ifndef SCREE_CLI_STUDY_H
#define SCREE_CLI_STUDY_H

#include <stddef.h>
#include <stdint.h>

#include "figures.h"

struct command;

typedef struct study_options {
    const struct command *self; ///< the command that runs the study: for messages
    bool quick;                 ///< a tenth or a fifth of the random pairs, fewer repeats
    size_t pairs;               ///< how many random pairs; 0: what the study itself holds enough
    uint64_t seed;              ///< of what is random
    int threads;                ///< for what is counted; what is timed runs alone on one
    const char *keep;           ///< a file of results of simulations (kept.h); NULL: none
    int repeats;                ///< of each simulation, with seeds of their own; 0: what the study itself holds enough
    int grains;                 ///< of a paper's simulation, at most; 0: what the study itself holds enough
    const char *pictures;       ///< a folder for stills of simulations, and for charts; NULL: none
} study_options;

typedef struct study {
    const char *name;    ///< the paper's key
    const char *summary; ///< one line for --list
    const char *takes;   ///< how long, in its two forms, on two cores or less; likewise
    /// False where it was interrupted or could not go on (the reason is on standard error).
    bool (*run)(const study_options *options, figures *f);
} study;

extern const study scree_study_descantes_2019, scree_study_nezami_2006, scree_study_feng_tan_2020,
    scree_study_girault_2022, scree_study_peng_hanley_2019;

#endif
