#include "trials.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "crew.h"
#include "headway.h"
#include "interrupt.h"
#include "kept.h"

typedef struct trials_work {
    const study_options *options;
    trials *trials;
    trial_function run;
    const void *user;
} trials_work;

void scree_trial_headway(trial *t, double share)
{
    const trials *all = t->of;
    size_t sum = 0;
    atomic_store_explicit(&t->percent, (unsigned)(100.0 * fmin(fmax(share, 0.0), 1.0)), memory_order_relaxed);
    if (all == NULL || t->hand != 0) return;
    const size_t count = (size_t)all->settings * (size_t)all->repeats;
    for (size_t i = 0; i < count; ++i) sum += atomic_load_explicit(&all->list[i].percent, memory_order_relaxed);
    scree_headway(all->line, sum, 100 * count);
}

bool scree_trial_kept(trial *t, uint64_t set_up)
{
    const trials *all = t->of;
    if (all == NULL || all->options == NULL) return false;
    scree_key_trial(t->key, all->what, all->options->quick, t->setting, t->seed, set_up);
    t->kept = scree_kept_find(all->options, t->key, t->values, TRIAL_VALUES);
    return t->kept;
}

static void work_on(void *user, int hand, size_t first, size_t end)
{
    const trials_work *w = user;
    for (size_t i = first; i < end && !scree_cli_interrupted(); ++i) {
        trial *t = &w->trials->list[i];
        t->hand = hand;
        w->run(w->user, t);
        scree_trial_headway(t, 1.0);
        if (t->kept || t->why[0] != 0 || scree_cli_interrupted()) continue;
        if (!scree_kept_add(w->options, t->key, t->values, TRIAL_VALUES))
            snprintf(t->why, sizeof t->why, "%s: %s", w->options->keep, strerror(errno));
    }
}

bool scree_trials_run(trials *t, const study_options *options, const char *what, int settings, int repeats,
                      trial_function run, const void *user)
{
    const size_t count = (size_t)settings * (size_t)repeats;
    *t = (trials){ .settings = settings,
                   .repeats = repeats,
                   .options = options,
                   .what = what,
                   .list = calloc(count, sizeof *t->list) };
    if (t->list == NULL) {
        scree_cli_trouble(options->self, "%s: out of memory", what);
        return false;
    }
    for (size_t i = 0; i < count; ++i) {
        t->list[i].setting = (int)(i / (size_t)repeats);
        t->list[i].seed = options->seed + i % (size_t)repeats;
        t->list[i].of = t;
        t->list[i].self = options->self;
        if (t->list[i].seed == options->seed) t->list[i].pictures = options->pictures;
        for (int k = 0; k < TRIAL_VALUES; ++k) t->list[i].values[k] = (double)NAN;
    }
    scree_headway_study(0.0); // the line is of all of them
    trials_work w = { options, t, run, user };
    snprintf(t->line, sizeof t->line, "%s, percent of %zu simulations", what, count);
    if (!scree_crew_run(options->threads, count, 1, work_on, &w, NULL) || scree_cli_interrupted()) return false;
    for (size_t i = 0; i < count; ++i) {
        if (t->list[i].why[0] == 0) continue;
        scree_cli_trouble(options->self, "%s, seed %llu: %s", what, (unsigned long long)t->list[i].seed,
                          t->list[i].why);
        return false;
    }
    return true;
}

void scree_trials_close(trials *t)
{
    free(t->list);
    t->list = NULL;
}

trial_mean scree_mean_of(const double *values, int count)
{
    double sum = 0.0, squares = 0.0;
    int there = 0;
    for (int i = 0; i < count; ++i) {
        if (isnan(values[i])) continue;
        sum += values[i];
        ++there;
    }
    const double mean = sum / there;
    for (int i = 0; i < count; ++i) {
        const double off = values[i] - mean;
        if (!isnan(off)) squares += off * off;
    }
    return (trial_mean){ mean, there > 1 ? sqrt(squares / (there * (there - 1.0))) : (double)NAN, there };
}

trial_mean scree_trials_mean(const trials *t, int setting, int value)
{
    const trial *of = t->list + (size_t)setting * (size_t)t->repeats;
    double *values = malloc((size_t)t->repeats * sizeof *values);
    if (values == NULL) return (trial_mean){ (double)NAN, (double)NAN, 0 };
    for (int i = 0; i < t->repeats; ++i) values[i] = of[i].values[value];
    const trial_mean m = scree_mean_of(values, t->repeats);
    free(values);
    return m;
}

trial_trend scree_trend(double by, double error)
{
    const double errors = 2.0;
    if (by > errors * error) return TREND_YES; // neither of these with a NaN
    return by < -errors * error ? TREND_NO : TREND_UNDECIDED;
}

trial_trend scree_trend_above(const trial_mean *larger, const trial_mean *smaller)
{
    return scree_trend(larger->mean - smaller->mean, hypot(larger->error, smaller->error));
}

trial_trend scree_trend_both(trial_trend a, trial_trend b)
{
    return a > b ? a : b;
}

const char *scree_trend_verdict(figures *f, trial_trend t)
{
    return t == TREND_UNDECIDED ? scree_figures_undecided(f) : scree_figures_verdict(f, t == TREND_YES);
}

int scree_trials_repeats(const study_options *options, int quick, int whole)
{
    if (options->repeats > 0) return options->repeats;
    return options->quick ? quick : whole;
}

const char *scree_trial_error(char words[ERROR_WORDS], const trial_mean *m, int digits)
{
    if (isnan(m->error))
        snprintf(words, ERROR_WORDS, "-");
    else
        snprintf(words, ERROR_WORDS, "%.*f", digits, m->error);
    return words;
}
