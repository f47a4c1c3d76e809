// How far a simulation has come: one line on a terminal that is written over, plain lines now and then elsewhere.
#ifndef SCREE_CLI_RUN_PROGRESS_H
#define SCREE_CLI_RUN_PROGRESS_H

#include "scree_sim/run.h"

typedef struct run_progress {
    bool quiet, terminal, shown;
    double begin, last; ///< s of the clock
    double stepped;     ///< when the last steps were done: pictures and pages come after that
    double begin_time;  ///< simulated, when this program began
    double work;        ///< particle-steps
    int64_t steps;      ///< at the last call
} run_progress;

void scree_cli_progress_start(run_progress *p, bool quiet);
/// Every few steps.
void scree_cli_progress_step(run_progress *p, const scree_run *run);
/// A line that stays.
void scree_cli_progress_note(run_progress *p, const char *words);
void scree_cli_progress_done(run_progress *p, const scree_run *run);

#endif
