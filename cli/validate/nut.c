// The Brazil nut: a large sphere rises through small ones that are shaken (Rosato, Strandburg, Prinz and Swendsen 1987).
#include <math.h>
#include <stdio.h>

#include "bed.h"
#include "cases.h"
#include "scene_trial.h"

enum { FIRST, LAST, SIZES = 2 };

static const double large[SIZES] = { 0.03, 0.01 }; // m; the small ones: 0.01

typedef struct nut_watch {
    double settle, end; // s
    running_mean first, last;
} nut_watch;

// The nut's height: the share of the other grains that lie lower.
static double depth(const scree_sim *sim)
{
    const scree_sim_grains_view g = scree_sim_grains(sim);
    double nut = 0.0, lower = 0.0;
    for (size_t i = 0; i < g.count; ++i)
        if (g.ids[i] == 0) nut = g.positions[i].z;
    for (size_t i = 0; i < g.count; ++i) lower += g.positions[i].z < nut;
    return lower / (double)(g.count - 1);
}

static bool watch(void *user, const scree_run *run)
{
    nut_watch *w = user;
    const double time = scree_run_status_of(run).time, span = 0.2;
    if (time > w->settle - span && time <= w->settle) scree_running_add(&w->first, depth(scree_run_sim(run)));
    if (time > w->end - span) scree_running_add(&w->last, depth(scree_run_sim(run)));
    return true;
}

static void shake(const void *user, trial *t)
{
    const study_options *options = user;
    const double settle = 0.3, time = options->quick ? 2.5 : 12.0, d = large[t->setting];
    scene_changes changes = { 0 };
    scene_trial s;
    nut_watch w = { .settle = settle, .end = settle + time };
    scree_trial_change(&changes, "shapes.large.size=%g", d);
    scree_trial_change(&changes, "insert.0.grains.0.position=[0, 0, %g]", 0.5 * d + 1e-4);
    scree_trial_change(&changes, "insert.1.region.min=[-0.032, -0.032, %g]", d + 2e-4);
    scree_trial_change(&changes, "stages.1.until.time=%g", time);
    if (scree_scene_trial_run(&s, &scree_resource_nut_yaml, &changes, watch, &w, t)) {
        t->values[FIRST] = scree_running_mean(&w.first);
        t->values[LAST] = scree_running_mean(&w.last);
        if (t->setting == 0) scree_trial_still(t, s.run, "nut", scree_still_any);
    }
    scree_scene_trial_close(&s);
}

static bool run(const study_options *options, figures *f)
{
    const int repeats = scree_trials_repeats(options, 2, 6);
    scree_figures_paper(f, "nut", "Why the Brazil nuts are on top",
                        "Rosato, Strandburg, Prinz and Swendsen, Physical Review Letters 1987");
    scree_figures_section(
        f, "Rise of a large sphere",
        "One sphere of 3 cm on the floor of a box of 6.4 cm x 6.4 cm, 220 of 1 cm (within 10 %%) above it, all of 1500 "
        "kg/m3, 0.25 MPa, restitution 0.5, friction 0.4, linear law, " AUTO_STEP
        ". Floor and walls are shaken together with 4 mm at 15 Hz (3.6 g) for %g s. Its height is the share of the "
        "grains that lie lower, averaged over three periods. Beside it a sphere of 1 cm in the same place. %d seed%s.",
        options->quick ? 2.5 : 12.0, repeats, repeats > 1 ? "s" : "");
    trials t;
    const bool whole = scree_trials_run(&t, options, "nut", SIZES, repeats, shake, options);
    if (whole) {
        char words[ERROR_WORDS];
        double rise = 0.0;
        scree_figures_table(f, "Height in the bed, 0 to 1", "size over the others'\tbefore\tafter\terror");
        for (int i = 0; i < SIZES; ++i) {
            const trial_mean m = scree_trials_mean(&t, i, LAST);
            if (i == 0) rise = m.mean;
            scree_figures_row(f, "%g\t%.2f\t%.2f\t%s", large[i] / 0.01, scree_trials_mean(&t, i, FIRST).mean, m.mean,
                              scree_trial_error(words, &m, 2));
        }
        scree_figures_table(f, "Judged", "trend\texpected\tmeasured\tverdict");
        scree_figures_row(f, "the large one comes to the top\tabove 0.75\t%.2f\t%s", rise,
                          scree_figures_verdict(f, rise > 0.75));
    }
    scree_trials_close(&t);
    return whole;
}

const study scree_case_nut = {
    .name = "nut", .summary = "a large sphere rises in a shaken bed", .takes = "quick 10 s, full 1.5 min", .run = run
};
