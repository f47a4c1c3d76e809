// How far a simulation has come: one line on a terminal that is written over, plain lines now and then elsewhere.
#ifndef SCREE_CLI_RUN_PROGRESS_H
#define SCREE_CLI_RUN_PROGRESS_H

#include "scree_sim/run.h"

typedef struct run_progress {
    bool quiet, terminal, shown;
    double begin, last; ///< s of the clock: of the first step, of the last line
    double stepped;     ///< when the last steps were done: pictures and pages come after that
    double begin_time;  ///< simulated, when this program began
    double work;        ///< particle-steps
    int64_t steps;      ///< at the last call
} run_progress;

/// A part of the line. Where the line is too long, those of the lowest rank are left out first.
typedef struct progress_field {
    char words[96];
    int rank; ///< 0: never left out
} progress_field;

/// The fields in their order, joined by commas, in at most `width` columns; the last ones are cut off in the end. 0: any
/// length.
void scree_cli_progress_fit(const progress_field *fields, int count, int width, char *line, size_t size);

void scree_cli_progress_start(run_progress *p, bool quiet);
/// Every few steps.
void scree_cli_progress_step(run_progress *p, const scree_run *run);
/// A line that stays.
void scree_cli_progress_note(run_progress *p, const char *words);
void scree_cli_progress_done(run_progress *p, const scree_run *run);

#endif
