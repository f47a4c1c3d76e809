// scree sweep: a grid of values, one run for each point of it.
#ifndef SCREE_CLI_RUN_SWEEP_H
#define SCREE_CLI_RUN_SWEEP_H

#include <sys/types.h>

#include "command.h"
#include "scree_sim/output.h"

/// One key of --set, with its values.
typedef struct sweep_axis {
    char *key;
    char **values;
    size_t count;
} sweep_axis;

typedef enum sweep_end {
    SWEEP_WAITING,
    SWEEP_AT_WORK,
    SWEEP_FINISHED,
    SWEEP_TROUBLE, ///< a grain escaped or overlapped too deeply
    SWEEP_STOPPED, ///< by a signal, with a checkpoint
    SWEEP_FAILED
} sweep_end;

typedef struct sweep_run {
    char *name;   ///< of its folder: key=value_key=value
    char *folder; ///< with the folder of the sweep
    char **sets;  ///< key=value, one for each axis
    sweep_end end;
    bool before; ///< it had ended when this sweep began
    pid_t process;
    double began;
} sweep_run;

typedef struct sweep {
    const char *scene;
    const char *law; ///< of the user's own: its file, or NULL
    char folder[4096];
    sweep_axis *axes;
    size_t axis_count;
    sweep_run *runs;
    size_t run_count;
    size_t jobs, threads;
    bool force, keep_going, quiet;
    char hash[SCREE_SIM_HASH_SIZE]; ///< of the scene's text
} sweep;

enum { MOST_RUNS = 100000 };

// sweep_grid.c
/// KEY=a,b,c as one more axis: values are parted by commas outside of brackets, braces and quotes. 0, or an exit status
/// after a message.
int scree_cli_sweep_axis(sweep *s, const char *words);
/// The runs of the grid, the last axis fastest. 0, or an exit status after a message.
int scree_cli_sweep_grid(sweep *s);
void scree_cli_sweep_free(sweep *s);
/// Has this key more than one value?
bool scree_cli_sweep_varies(const sweep *s, size_t axis);
/// Its value in a run.
const char *scree_cli_sweep_value(const sweep *s, const sweep_run *run, size_t axis);

/// "finished", "trouble" and so on.
const char *scree_cli_sweep_end_name(sweep_end end);

// sweep_runs.c
/// Do what is to be done, some runs at a time. 0, or an exit status after a message; ends are in the runs.
int scree_cli_sweep_work(sweep *s);

// sweep_table.c
/// Write sweep.csv and summary.csv from the time series that are there. 0, or an exit status after a message.
int scree_cli_sweep_gather(const sweep *s);

#endif
