// Simulations that are repeated with other seeds and for several settings: run some at a time, then averaged.
#ifndef SCREE_CLI_TRIALS_H
#define SCREE_CLI_TRIALS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "keys.h"
#include "study.h"

enum { TRIAL_VALUES = 4 };

struct trials;

typedef struct trial {
    const struct command *self; ///< for messages
    int setting;
    uint64_t seed;
    double values[TRIAL_VALUES]; ///< what was measured; NaN: nothing
    const char *pictures;        ///< the folder for stills of it; NULL: none is wanted
    char why[256];               ///< it failed; empty: it did not
    // How far it is, for the line on the terminal.
    const struct trials *of; ///< NULL: no line, and nothing is kept
    int hand;                ///< the thread that does it; 0 is the main one
    atomic_uint percent;
    // Where its results are kept: scree_trial_kept().
    char key[KEY_SIZE];
    bool kept;
} trial;

/// One simulation, on one thread. Results depend only on setting and seed. It asks scree_trial_kept() before it begins;
/// scree_scene_trial_run() does.
typedef void (*trial_function)(const void *user, trial *t);

/// Whether its results are kept already; if so, they are in t->values, and there is nothing to simulate. `set_up` is that of
/// scree_key_set_up(): all that the trial simulates, but for the seed.
bool scree_trial_kept(trial *t, uint64_t set_up);

typedef struct trials {
    int settings, repeats;
    const study_options *options; ///< NULL: nothing is kept
    const char *what;
    trial *list;    ///< setting by setting
    char line[128]; ///< on the terminal
} trials;

/// So much of it is done, 0 to 1: from the thread that does it, as often as one likes.
void scree_trial_headway(trial *t, double share);

/// Runs them all, options->threads at a time; `what` is for the line on the terminal. False where it was interrupted, or
/// one of them failed (it is said on standard error). To be closed in any case.
bool scree_trials_run(trials *t, const study_options *options, const char *what, int settings, int repeats,
                      trial_function run, const void *user);
void scree_trials_close(trials *t);

/// Over the repeats of a setting that have this value. `error` is the standard error of the mean: NaN for one of them.
typedef struct trial_mean {
    double mean, error;
    int count;
} trial_mean;

trial_mean scree_trials_mean(const trials *t, int setting, int value);
/// Of these numbers, but for those that are NaN.
trial_mean scree_mean_of(const double *values, int count);

/// Whether one figure is above another as expected: by more than two standard errors of the difference; the other way round by
/// more than that; or neither, which it is too where there is no error (NaN: one seed).
typedef enum trial_trend { TREND_YES, TREND_UNDECIDED, TREND_NO } trial_trend;

trial_trend scree_trend(double by, double error);
/// From one of these means to another.
trial_trend scree_trend_above(const trial_mean *larger, const trial_mean *smaller);
/// Both trends together: no if one of them is no, else undecided if one of them is.
trial_trend scree_trend_both(trial_trend a, trial_trend b);
const char *scree_trend_verdict(figures *f, trial_trend t);

/// How many seeds: what the options say, or else the one or the other number.
int scree_trials_repeats(const study_options *options, int quick, int whole);

enum { ERROR_WORDS = 24 };

/// The error with so many digits after the point, "-" where there is none. Returns `words`.
const char *scree_trial_error(char words[ERROR_WORDS], const trial_mean *m, int digits);

#endif
