// Random packings under gravity: how much of the space the grains take.
#include <math.h>
#include <stdio.h>

#include "bed.h"
#include "cases.h"
#include "scene_trial.h"

enum { FRACTION, COORDINATION };

static const double density = 2500.0;

typedef struct packing_row {
    const char *what, *source, *still, *shape; // the shape as the scene has it
    double published, tolerance;
} packing_row;

static const packing_row rows[] = {
    { "spheres", "random close packing", "packing-spheres", "{type: sphere, size: {uniform: [0.0095, 0.0105]}}", 0.64,
      0.01 },
    { "ellipsoids 1.25 : 1 : 0.8", "Donev et al. 2004", "packing-ellipsoids",
      "{type: ellipsoid, semi_axes: [1.25, 1, 0.8], size: {uniform: [0.0095, 0.0105]}}", 0.735, 0.02 },
};

enum { ROWS = sizeof rows / sizeof *rows };

// How many grains, and how wide the periodic box is.
typedef struct packing_size {
    int count;
    double width; // m
    bool strewn;  // at random instead of on a lattice, which slender grains would need much height for
} packing_size;

static const packing_size many = { 4000, 0.14, false }, some = { 500, 0.065, false },
                          many_strewn = { 4000, 0.14, true }, few_strewn = { 250, 0.055, true };

static void settle_shape(const packing_size *of, const char *shape, const char *still, trial *t)
{
    const int count = of->count;
    const double size = 0.01, width = of->width;
    scene_changes changes = { 0 };
    scene_trial s;
    scree_trial_change(&changes, "shapes.grain=%s", shape);
    const double height = of->strewn ? count * 0.5236 * size * size * size / (0.2 * width * width) : 0.6;
    if (of->strewn) {
        scree_trial_change(&changes, "insert.0={from: pack, shapes: grain}");
        scree_trial_change(&changes, "materials.grain.youngs_modulus=1e6");
    }
    scree_trial_change(&changes, "insert.0.count=%d", count);
    scree_trial_change(&changes, "insert.0.region={min: [0, 0, 0.01], max: [%g, %g, %g]}", width, width, height);
    scree_trial_change(&changes, "domain.max=[%g, %g, 0.6]", width, width);
    if (scree_scene_trial_run(&s, &scree_resource_packing_yaml, &changes, NULL, NULL, t)) {
        const scree_sim *sim = scree_run_sim(s.run);
        t->values[FRACTION] = scree_bed_middle_fraction(sim, width * width, 3.0 * size, density);
        t->values[COORDINATION] = scree_sim_measure(sim).coordination;
        if (still != NULL) scree_trial_still(t, s.run, still, scree_still_any);
    }
    scree_scene_trial_close(&s);
}

static void settle(const void *user, trial *t)
{
    const study_options *options = user;
    settle_shape(options->quick ? &some : &many, rows[t->setting].shape, rows[t->setting].still, t);
}

// ------------------------------------------------------------------------------------------------- over the aspect

enum { ASPECTS = 7, FLATTEST = 0, ROUND = 3 };

static const double aspects[ASPECTS] = { 0.35, 0.5, 0.65, 1.0, 1.5, 2.0, 3.0 }; // along the axis over across it

static void settle_spheroids(const void *user, trial *t)
{
    const study_options *options = user;
    char shape[128];
    snprintf(shape, sizeof shape, "{type: ellipsoid, aspect: %g, size: {uniform: [0.0095, 0.0105]}}",
             aspects[t->setting]);
    settle_shape(options->quick ? &few_strewn : &many_strewn, shape, t->setting == FLATTEST ? "aspect-flat" : NULL, t);
}

static void report_aspects(figures *f, const trials *t)
{
    double fraction[ASPECTS], error[ASPECTS];
    char words[ERROR_WORDS];
    scree_figures_table(f, "Packing fraction of spheroids", "aspect\tmeasured\terror\tcontacts a grain");
    for (int i = 0; i < ASPECTS; ++i) {
        const trial_mean m = scree_trials_mean(t, i, FRACTION);
        fraction[i] = m.mean;
        error[i] = m.error;
        scree_figures_row(f, "%g\t%.4f\t%s\t%.2f", aspects[i], m.mean, scree_trial_error(words, &m, 4),
                          scree_trials_mean(t, i, COORDINATION).mean);
    }
    const trial_mean round = { fraction[ROUND], error[ROUND], 0 }, flattest = { fraction[0], error[0], 0 },
                     longest = { fraction[ASPECTS - 1], error[ASPECTS - 1], 0 };
    const int a = fraction[1] > fraction[2] ? 1 : 2, b = fraction[4] > fraction[5] ? 4 : 5;
    const trial_mean flat = { fraction[a], error[a], 0 }, slender = { fraction[b], error[b], 0 };
    scree_figures_table(f, "Judged", "figure\tpublished\tmeasured\tverdict");
    scree_figures_row(f, "largest for flat ones (0.5, 0.65)\t0.70 to 0.72\t%.3f\t%s", flat.mean,
                      scree_figures_verdict(f, fabs(flat.mean - 0.71) < 0.02));
    scree_figures_row(f, "largest for slender ones (1.5, 2)\t0.70 to 0.72\t%.3f\t%s", slender.mean,
                      scree_figures_verdict(f, fabs(slender.mean - 0.71) < 0.02));
    scree_figures_row(f, "spheres pack worse than either\tyes\t%.3f\t%s", round.mean,
                      scree_trend_verdict(
                          f, scree_trend_both(scree_trend_above(&flat, &round), scree_trend_above(&slender, &round))));
    scree_figures_row(f, "the fraction falls again towards 0.35 and 3\tyes\t%.3f, %.3f\t%s", flattest.mean,
                      longest.mean,
                      scree_trend_verdict(f, scree_trend_both(scree_trend_above(&flat, &flattest),
                                                              scree_trend_above(&slender, &longest))));
    chart c = { .kind = CHART_POINTS,
                .title = "Packing fraction of spheroids",
                .x_label = "aspect",
                .y_label = "packing fraction",
                .log_x = true,
                .series_count = 1 };
    c.series[0].name = "scree";
    c.series[0].x = aspects;
    c.series[0].y = fraction;
    c.series[0].error = error;
    c.series[0].count = ASPECTS;
    scree_figures_chart(f, &c);
}

static bool run_aspects(const study_options *options, figures *f)
{
    const int repeats = scree_trials_repeats(options, 2, 4);
    scree_figures_paper(f, "aspect", "Improving the density of jammed disordered packings using ellipsoids",
                        "Donev et al., Science 2004");
    scree_figures_section(
        f, "Packing fraction over the aspect",
        "%d spheroids of the volume of spheres of 1 cm (within 5 %%), strewn at random and let fall in a box that is "
        "periodic sideways; no friction, restitution 0.3, 2500 kg/m3, 1 MPa, linear law, " AUTO_STEP
        ". The fraction is that between three sizes above the floor and three below the top, below which 98 %% of the "
        "grains' volume lies. Published: a sharp minimum at the sphere, maxima of about 0.71 near 0.6 and 1.5, then "
        "ever less. %d seed%s.",
        options->quick ? few_strewn.count : many_strewn.count, repeats, repeats > 1 ? "s" : "");
    trials t;
    const bool whole = scree_trials_run(&t, options, "aspect", ASPECTS, repeats, settle_spheroids, options);
    if (whole) report_aspects(f, &t);
    scree_trials_close(&t);
    return whole;
}

const study scree_case_aspect = { .name = "aspect",
                                  .summary = "packing fraction of spheroids over their aspect",
                                  .takes = "quick 45 s, full half an hour",
                                  .run = run_aspects };

// --------------------------------------------------------------------------------------- spheres and ellipsoids

static bool run(const study_options *options, figures *f)
{
    const int repeats = scree_trials_repeats(options, 2, 5);
    scree_figures_paper(f, "packing", "Random packings", "of spheres and of ellipsoids");
    scree_figures_section(f, "Packing fraction without friction",
                          "%d grains, sizes even within 5 %% of 1 cm, no friction, restitution 0.3, 2500 kg/m3, 4 MPa, "
                          "linear law, " AUTO_STEP
                          "; they rain from a disordered lattice onto a floor in a box that is periodic sideways, and "
                          "settle. The fraction is that between three sizes above the floor and three below the top, "
                          "below which 98 %% of the grains' volume lies. Error bars: over %d seeds. Published figures "
                          "are of packings without a floor or gravity.",
                          options->quick ? some.count : many.count, repeats);
    scree_figures_table(f, "Packing fraction",
                        "grains\tpublished\tby\tmeasured\terror\tcontacts a grain\tagreement within\tverdict");
    trials t;
    const bool whole = scree_trials_run(&t, options, "packing", ROWS, repeats, settle, options);
    for (int i = 0; whole && i < ROWS; ++i) {
        const trial_mean m = scree_trials_mean(&t, i, FRACTION), c = scree_trials_mean(&t, i, COORDINATION);
        char words[ERROR_WORDS];
        const bool agrees = fabs(m.mean - rows[i].published) < rows[i].tolerance;
        scree_figures_row(f, "%s\t%.3f\t%s\t%.4f\t%s\t%.2f\t%.2f\t%s", rows[i].what, rows[i].published, rows[i].source,
                          m.mean, scree_trial_error(words, &m, 4), c.mean, rows[i].tolerance,
                          scree_figures_verdict(f, agrees));
    }
    scree_trials_close(&t);
    return whole;
}

const study scree_case_packing = { .name = "packing",
                                   .summary = "random packings of spheres and ellipsoids",
                                   .takes = "quick 30 s, full 20 min",
                                   .run = run };
