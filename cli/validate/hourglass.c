// Flow of ellipsoids out of a container against their aspect: Fan, Pongo, Hidalgo and Borzsonyi (arXiv:2407.21685): largest
// near 0.6 and 1.5.
#include <math.h>
#include <stdio.h>

#include "bed.h"
#include "cases.h"
#include "outlet.h"
#include "scene_trial.h"

enum { RATE, FLATTEST = 0, FLAT, SPHERES, SLENDER, SLENDEREST, ASPECTS };

static const double aspects[ASPECTS] = { 0.25, 0.6, 1.0, 1.5, 4.0 }; // along the axis over across it
static const double size = 0.006, silo = 0.06;                       // m

static void discharge(const void *user, trial *t)
{
    const study_options *options = user;
    const int count = options->quick ? 900 : 4000;
    const double opening = 6.0 * size;
    scene_changes changes = { 0 };
    scene_trial s;
    outlet_watch w = scree_outlet_watch(count / 8);
    scree_trial_change(&changes, "shapes.grain={type: ellipsoid, aspect: %g, size: {uniform: [0.0057, 0.0063]}}",
                       aspects[t->setting]);
    const double half = 0.5 * silo, height = count * 0.5236 * size * size * size / (0.2 * silo * silo);
    scree_trial_change(&changes, "insert.0={from: pack, shapes: grain, count: %d}", count);
    scree_trial_change(&changes, "insert.0.region={min: [%g, %g, 0], max: [%g, %g, %g]}", -half, -half, half, half,
                       height);
    scree_trial_change(&changes,
                       "walls.sides={type: box, min: [%g, %g, -0.06], max: [%g, %g, 2], faces: [x-, x+, y-, y+]}",
                       -half, -half, half, half);
    scree_trial_change(&changes, "stages.1.until.sink.out=%d", count / 2);
    scree_trial_change(&changes, "stages.0.at_least=0.4");
    scree_trial_change(&changes, "stages.0.limit=0.5");
    scree_trial_change(&changes, "domain.max=[0.05, 0.05, 2]");
    scree_trial_outlet(&changes, silo, opening);
    if (scree_scene_trial_run(&s, &scree_resource_hopper_yaml, &changes, scree_outlet_look, &w, t))
        t->values[RATE] = scree_outlet_rate(&w, s.run);
    scree_scene_trial_close(&s);
}

static void report(figures *f, const trials *t)
{
    double rate[ASPECTS], relative[ASPECTS], error[ASPECTS];
    for (int i = 0; i < ASPECTS; ++i) {
        const trial_mean m = scree_trials_mean(t, i, RATE);
        rate[i] = m.mean;
        error[i] = m.error;
    }
    scree_figures_table(f, "Rate of discharge", "aspect\tkg/s\terror\tover that of spheres");
    for (int i = 0; i < ASPECTS; ++i) {
        char words[ERROR_WORDS];
        const trial_mean m = { rate[i], error[i], t->repeats };
        relative[i] = rate[i] / rate[SPHERES];
        scree_figures_row(f, "%g\t%.4f\t%s\t%.2f", aspects[i], rate[i], scree_trial_error(words, &m, 4), relative[i]);
    }
    scree_figures_table(f, "Trends", "trend\tpublished\tmeasured\tverdict");
    scree_figures_row(f, "lentils of 0.6 over spheres\t1.15\t%.2f\t%s", relative[FLAT],
                      scree_figures_verdict(f, relative[FLAT] > 1.0));
    scree_figures_row(f, "grains of 1.5 over spheres\tabove 1\t%.2f\t%s", relative[SLENDER],
                      scree_figures_verdict(f, relative[SLENDER] > 1.0));
    scree_figures_row(f, "0.25 over 0.6\tbelow 1\t%.2f\t%s", relative[FLATTEST] / relative[FLAT],
                      scree_figures_verdict(f, relative[FLATTEST] < relative[FLAT]));
    scree_figures_row(f, "4 over 1.5\tbelow 1\t%.2f\t%s", relative[SLENDEREST] / relative[SLENDER],
                      scree_figures_verdict(f, relative[SLENDEREST] < relative[SLENDER]));
    chart c = { .kind = CHART_POINTS,
                .title = "Flow of ellipsoids through an outlet",
                .x_label = "aspect",
                .y_label = "rate over that of spheres",
                .log_x = true,
                .series_count = 1 };
    c.series[0].name = "scree";
    c.series[0].x = aspects;
    c.series[0].y = relative;
    c.series[0].count = ASPECTS;
    scree_figures_chart(f, &c);
}

static bool run(const study_options *options, figures *f)
{
    const int repeats = options->quick ? 1 : 4;
    scree_figures_paper(f, "hourglass", "Effect of particle shape on the flow of an hourglass",
                        "Fan, Pongo, Hidalgo and Borzsonyi, arXiv:2407.21685");
    scree_figures_section(f, "Rate against aspect",
                          "%d spheroids of the volume of a sphere of 6 mm, 2500 kg/m3, 0.25 MPa, restitution 0.5, "
                          "friction 0.5, in the silo of `hopper`, 10 sizes wide, with a square outlet of 6 sizes (the "
                          "paper: a cylinder, and a round one). The rate is "
                          "that between an eighth and half of "
                          "the grains. Published: maxima near 0.6 and 1.5, for 0.6 some 15 %% above spheres, and a "
                          "drop towards 0.25 and 4. %d "
                          "seed%s.",
                          options->quick ? 900 : 4000, repeats, repeats > 1 ? "s" : "");
    trials t;
    const bool whole = scree_trials_run(&t, options, "hourglass", ASPECTS, repeats, discharge, options);
    if (whole) report(f, &t);
    scree_trials_close(&t);
    return whole;
}

const study scree_case_hourglass = { .name = "hourglass",
                                     .summary = "flow of ellipsoids against their aspect",
                                     .run = run };
