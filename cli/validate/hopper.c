// Discharge of a flat-bottomed silo: Beverloo, Leniger and van de Velde (1961), W = C rho sqrt(g) (D - k d)^(5/2), D the
// width of the outlet and d the grains' size. A square outlet of width D has 4 / pi times a circle's.
#include <math.h>
#include <stdio.h>

#include "cases.h"
#include "outlet.h"
#include "scene_trial.h"

enum { RATE, WIDTHS = 3, SHAPES = 2 };

static const double pi = 3.14159265358979323846, size = 0.006, silo = 0.078, density = 2500.0; // m, kg/m^3
static const double widths[WIDTHS] = { 4.5, 5.5, 6.5 };                                        // in sizes
static const char *const shape_names[SHAPES] = { "spheres", "cubes" };
// Of equal volume.
static const char *const shapes[SHAPES] = { "{type: sphere, size: {uniform: [0.0057, 0.0063]}}",
                                            "{type: box, size: {uniform: [0.0046, 0.0051]}}" };

static void discharge(const void *user, trial *t)
{
    const study_options *options = user;
    const int count = options->quick ? 2000 : 4000;
    outlet_watch w = scree_outlet_watch(scree_outlet_first(count));
    scene_changes changes = { 0 };
    scene_trial s;
    scree_trial_change(&changes, "shapes.grain=%s", shapes[t->setting / WIDTHS]);
    scree_trial_change(&changes, "insert.0.count=%d", count);
    scree_trial_change(&changes, "stages.1.until.sink.out=%d", scree_outlet_last(count));
    scree_trial_outlet(&changes, silo, widths[t->setting % WIDTHS] * size);
    if (scree_scene_trial_run(&s, &scree_resource_hopper_yaml, &changes, scree_outlet_look, &w, t))
        t->values[RATE] = scree_outlet_rate(&w, s.run);
    if (t->why[0] == 0 && t->setting % WIDTHS == WIDTHS - 1)
        scree_trial_still(t, s.run, t->setting < WIDTHS ? "hopper-spheres" : "hopper-cubes", scree_still_any);
    scree_scene_trial_close(&s);
}

// W^(2/5) = a (D - k d), by least squares.
static void fit(const double rate[WIDTHS], double *a, double *k, double *off)
{
    double sx = 0.0, sy = 0.0, sxx = 0.0, sxy = 0.0;
    for (int i = 0; i < WIDTHS; ++i) {
        const double x = widths[i] * size, y = pow(rate[i], 0.4);
        sx += x;
        sy += y;
        sxx += x * x;
        sxy += x * y;
    }
    *a = (WIDTHS * sxy - sx * sy) / (WIDTHS * sxx - sx * sx);
    *k = (*a * sx - sy) / (WIDTHS * *a * size);
    *off = 0.0;
    for (int i = 0; i < WIDTHS; ++i) *off = fmax(*off, fabs(pow(*a * (widths[i] - *k) * size, 2.5) / rate[i] - 1.0));
}

// Of each seed on its own: how far k and C are from seed to seed.
static void fit_seeds(const trials *t, int kind, trial_mean *k, trial_mean *c)
{
    enum { MOST = 64 };
    const double fraction = 0.6, gravity = 9.81;
    double ks[MOST], cs[MOST], off;
    const int seeds = t->repeats < MOST ? t->repeats : MOST;
    for (int seed = 0; seed < seeds; ++seed) {
        double rate[WIDTHS], a;
        for (int i = 0; i < WIDTHS; ++i) rate[i] = t->list[(kind * WIDTHS + i) * t->repeats + seed].values[RATE];
        fit(rate, &a, &ks[seed], &off);
        cs[seed] = pow(a, 2.5) / (fraction * density * sqrt(gravity)) * pi / 4.0;
    }
    *k = scree_mean_of(ks, seeds);
    *c = scree_mean_of(cs, seeds);
}

static void draw(figures *f, double rate[SHAPES][WIDTHS], double error[SHAPES][WIDTHS], double law[SHAPES][WIDTHS],
                 int kinds)
{
    static const char *const names[2 * SHAPES] = { "spheres", "(D - k d)^(5/2), spheres", "cubes",
                                                   "(D - k d)^(5/2), cubes" };
    chart c = { .kind = CHART_POINTS,
                .title = "Discharge of a silo",
                .x_label = "width of the outlet, sizes",
                .y_label = "kg/s",
                .series_count = 2 * kinds };
    for (int i = 0; i < 2 * kinds; ++i) {
        c.series[i].name = names[i];
        c.series[i].x = widths;
        c.series[i].y = i % 2 == 0 ? rate[i / 2] : law[i / 2];
        c.series[i].error = i % 2 == 0 ? error[i / 2] : NULL;
        c.series[i].line = i % 2 != 0;
        c.series[i].count = WIDTHS;
    }
    scree_figures_chart(f, &c);
}

static void report(figures *f, const trials *t, int kinds)
{
    double rate[SHAPES][WIDTHS], error[SHAPES][WIDTHS], law[SHAPES][WIDTHS];
    char words[ERROR_WORDS], more[ERROR_WORDS];
    scree_figures_table(f, "Rate of discharge", "grains\toutlet, sizes\tkg/s\terror");
    for (int i = 0; i < kinds * WIDTHS; ++i) {
        const trial_mean m = scree_trials_mean(t, i, RATE);
        rate[i / WIDTHS][i % WIDTHS] = m.mean;
        error[i / WIDTHS][i % WIDTHS] = m.error;
        scree_figures_row(f, "%s\t%.1f\t%.4f\t%s", shape_names[i / WIDTHS], widths[i % WIDTHS], m.mean,
                          scree_trial_error(words, &m, 4));
    }
    scree_figures_table(f, "The law of the power 5/2, fitted",
                        "grains\tk\terror\tC\terror\tfarthest from the fit, %\tverdict");
    for (int i = 0; i < kinds; ++i) {
        double a, k, off;
        trial_mean ks, cs;
        fit(rate[i], &a, &k, &off);
        fit_seeds(t, i, &ks, &cs);
        for (int n = 0; n < WIDTHS; ++n) law[i][n] = pow(a * (widths[n] - k) * size, 2.5);
        scree_figures_row(f, "%s\t%.2f\t%s\t%.2f\t%s\t%.1f\t%s", shape_names[i], k, scree_trial_error(words, &ks, 2),
                          cs.mean, scree_trial_error(more, &cs, 2), 100.0 * off,
                          scree_figures_verdict(f, off < 0.08 && k > 0.5 && k < 3.0));
    }
    draw(f, rate, error, law, kinds);
}

static bool run(const study_options *options, figures *f)
{
    const int repeats = scree_trials_repeats(options, 2, 3), kinds = options->quick ? 1 : SHAPES;
    scree_figures_paper(f, "hopper", "The flow of granular solids through orifices",
                        "Beverloo, Leniger and van de Velde, Chemical Engineering Science 1961");
    scree_figures_section(
        f, "Rate and width of the outlet",
        "%d grains of 6 mm (size within 5 %%), 2500 kg/m3, 0.25 MPa, restitution 0.5, friction 0.5, in a silo "
        "of 7.8 cm x 7.8 cm with a flat floor and a square outlet. The rate is that between an eighth and "
        "three eighths of the grains. Agreement: the rates follow (D - k d)^(5/2) within 8 %% with k between 0.5 "
        "and 3 (Beverloo: k = 1.4 for spheres, C = 0.58; C here with a packing fraction of 0.6, and by "
        "a circle's area). %d seed%s.",
        options->quick ? 2000 : 4000, repeats, repeats > 1 ? "s" : "");
    trials t;
    const bool whole = scree_trials_run(&t, options, "hopper", kinds * WIDTHS, repeats, discharge, options);
    if (whole) report(f, &t, kinds);
    scree_trials_close(&t);
    return whole;
}

const study scree_case_hopper = { .name = "hopper",
                                  .summary = "a silo's discharge and the 5/2 power of its outlet",
                                  .run = run };
