// Flow of ellipsoids out of a container against their aspect: Fan, Pongo, Hidalgo and Borzsonyi (arXiv:2407.21685): largest
// near 0.6 and 1.5.
#include <math.h>
#include <stdio.h>

#include "bed.h"
#include "cases.h"
#include "outlet.h"
#include "scene_trial.h"

enum { RATE, FRACTION, ASPECTS = 5, FRICTIONS = 2 };

static const double aspects[ASPECTS] = { 0.6, 1.0, 1.5, 0.25, 4.0 }; // along the axis over across it
enum { FLAT, SPHERES, SLENDER, FLATTEST, SLENDEREST, QUICK_ASPECTS = FLATTEST };

static const double frictions[FRICTIONS] = { 0.5, 0.2 };
static const double size = 0.006, silo = 0.06, density = 2500.0; // SI

typedef struct glass {
    outlet_watch outlet;
    running_mean fraction; // of the bed above the outlet, while the rate counts
} glass;

static bool watch(void *user, const scree_run *run)
{
    glass *g = user;
    scree_outlet_look(&g->outlet, run);
    if (!isnan(g->outlet.start))
        scree_running_add(&g->fraction,
                          scree_bed_fraction(scree_run_sim(run), silo * silo, 2.0 * size, 6.0 * size, density));
    return true;
}

// Setting: friction by friction, the aspects of this form.
static int aspects_of(const study_options *options)
{
    return options->quick ? QUICK_ASPECTS : ASPECTS;
}

static void discharge(const void *user, trial *t)
{
    const study_options *options = user;
    const int count = options->quick ? 1400 : 4000, aspect = t->setting % aspects_of(options),
              friction = t->setting / aspects_of(options);
    const double opening = 6.0 * size;
    scene_changes changes = { 0 };
    scene_trial s;
    glass g = { .outlet = scree_outlet_watch(scree_outlet_first(count)) };
    scree_trial_change(&changes, "shapes.grain={type: ellipsoid, aspect: %g, size: {uniform: [0.0057, 0.0063]}}",
                       aspects[aspect]);
    scree_trial_change(&changes, "materials.grain.friction=%g", frictions[friction]);
    const double half = 0.5 * silo, height = count * 0.5236 * size * size * size / (0.2 * silo * silo);
    scree_trial_change(&changes, "insert.0={from: pack, shapes: grain, count: %d}", count);
    scree_trial_change(&changes, "insert.0.region={min: [%g, %g, 0], max: [%g, %g, %g]}", -half, -half, half, half,
                       height);
    scree_trial_change(&changes,
                       "walls.sides={type: box, min: [%g, %g, -0.06], max: [%g, %g, 2], faces: [x-, x+, y-, y+]}",
                       -half, -half, half, half);
    scree_trial_change(&changes, "stages.1.until.sink.out=%d", scree_outlet_last(count));
    scree_trial_change(&changes, "stages.0.at_least=0.4");
    scree_trial_change(&changes, "stages.0.limit=0.5");
    scree_trial_change(&changes, "domain.max=[0.05, 0.05, 2]");
    scree_trial_outlet(&changes, silo, opening);
    if (scree_scene_trial_run(&s, &scree_resource_hopper_yaml, &changes, watch, &g, t)) {
        t->values[RATE] = scree_outlet_rate(&g.outlet, s.run);
        t->values[FRACTION] = scree_running_mean(&g.fraction);
        if (friction == 0 && aspect == FLAT) scree_trial_still(t, s.run, "hourglass", scree_still_any);
    }
    scree_scene_trial_close(&s);
}

// Of the rates, over those of spheres: `relative`, with the error of either.
typedef struct flows {
    double rate[ASPECTS], rate_error[ASPECTS], relative[ASPECTS], error[ASPECTS];
} flows;

static flows report_rates(figures *f, const trials *t, int count, int friction)
{
    const int first = friction * count;
    const trial_mean spheres = scree_trials_mean(t, first + SPHERES, RATE),
                     loose = scree_trials_mean(t, first + SPHERES, FRACTION);
    char words[ERROR_WORDS], caption[64];
    flows of;
    snprintf(caption, sizeof caption, "Rate of discharge, friction %g", frictions[friction]);
    scree_figures_table(f, caption,
                        "aspect\tkg/s\terror\tover that of spheres\tpacking fraction above the outlet\tover that of "
                        "spheres\tspeed over that of spheres");
    for (int i = 0; i < count; ++i) {
        const trial_mean m = scree_trials_mean(t, first + i, RATE), p = scree_trials_mean(t, first + i, FRACTION);
        const double denser = p.mean / loose.mean;
        of.rate[i] = m.mean;
        of.rate_error[i] = m.error;
        of.relative[i] = m.mean / spheres.mean;
        of.error[i] = of.relative[i] * hypot(m.error / m.mean, i == SPHERES ? 0.0 : spheres.error / spheres.mean);
        scree_figures_row(f, "%g\t%.4f\t%s\t%.2f\t%.3f\t%.2f\t%.2f", aspects[i], m.mean,
                          scree_trial_error(words, &m, 4), of.relative[i], p.mean, denser, of.relative[i] / denser);
    }
    return of;
}

// Judges whether the rate of item `less` is below that of item `more`.
static void report_drop(figures *f, const char *what, double friction, const flows *o, int less, int more)
{
    const double ratio = o->rate[less] / o->rate[more];
    const trial_mean m = { ratio,
                           ratio * hypot(o->rate_error[less] / o->rate[less], o->rate_error[more] / o->rate[more]), 0 };
    char words[ERROR_WORDS];
    scree_figures_row(f, "%s\t%g\tbelow 1\t%.2f\t%s\t%s", what, friction, ratio, scree_trial_error(words, &m, 2),
                      scree_trend_verdict(f, scree_trend(1.0 - m.mean, m.error)));
}

// Within three of its errors of 1.15, which is printed as "some".
static const char *verdict_of_most(figures *f, const trial_mean *flat)
{
    return isnan(flat->error) ? scree_figures_undecided(f)
                              : scree_figures_verdict(f, fabs(flat->mean - 1.15) <= 3.0 * flat->error);
}

void scree_hourglass_report(figures *f, const trials *t, int count)
{
    flows of[FRICTIONS];
    for (int i = 0; i < FRICTIONS; ++i) of[i] = report_rates(f, t, count, i);
    scree_figures_table(f, "Trends", "trend\tfriction\tpublished\tmeasured\terror\tverdict");
    for (int i = 0; i < FRICTIONS; ++i) {
        const flows *o = &of[i];
        char words[2][ERROR_WORDS];
        const trial_mean flat = { o->relative[FLAT], o->error[FLAT], t->repeats },
                         slender = { o->relative[SLENDER], o->error[SLENDER], t->repeats };
        scree_trial_error(words[0], &flat, 2);
        scree_figures_row(f, "lentils of 0.6 over spheres\t%g\tabove 1\t%.2f\t%s\t%s", frictions[i], flat.mean,
                          words[0], scree_trend_verdict(f, scree_trend(flat.mean - 1.0, flat.error)));
        scree_figures_row(f, "the same\t%g\t1.15\t%.2f\t%s\t%s", frictions[i], flat.mean, words[0],
                          verdict_of_most(f, &flat));
        scree_figures_row(f, "grains of 1.5 over spheres\t%g\tabove 1\t%.2f\t%s\t%s", frictions[i], slender.mean,
                          scree_trial_error(words[1], &slender, 2),
                          scree_trend_verdict(f, scree_trend(slender.mean - 1.0, slender.error)));
        if (count < ASPECTS) continue;
        report_drop(f, "0.25 over 0.6", frictions[i], o, FLATTEST, FLAT);
        report_drop(f, "4 over 1.5", frictions[i], o, SLENDEREST, SLENDER);
    }
    chart c = { .kind = CHART_POINTS,
                .title = "Flow of ellipsoids through an outlet",
                .x_label = "aspect",
                .y_label = "rate over that of spheres",
                .log_x = true,
                .series_count = FRICTIONS };
    static const char *const names[FRICTIONS] = { "friction 0.5", "friction 0.2" };
    for (int i = 0; i < FRICTIONS; ++i) {
        c.series[i].name = names[i];
        c.series[i].x = aspects;
        c.series[i].y = of[i].relative;
        c.series[i].error = of[i].error;
        c.series[i].count = count;
    }
    scree_figures_chart(f, &c);
}

static bool run(const study_options *options, figures *f)
{
    const int repeats = scree_trials_repeats(options, 2, 4), count = aspects_of(options);
    scree_figures_paper(f, "hourglass", "Effect of particle shape on the flow of an hourglass",
                        "Fan, Pongo, Hidalgo and Borzsonyi, arXiv:2407.21685");
    scree_figures_section(
        f, "Rate against aspect",
        "%d spheroids of the volume of a sphere of 6 mm, 2500 kg/m3, 0.25 MPa, restitution 0.5, linear law, " AUTO_STEP
        ", friction 0.5 and once more 0.2, in the silo of `hopper`, 10 sizes wide, with a square outlet of 6 sizes "
        "(the paper: a cylinder, and a round one; its abstract tells neither friction nor sizes). The rate is that "
        "between an eighth and three eighths of the grains; the packing fraction is that from 2 to 6 sizes above the "
        "floor in that time, and what the rate changes by besides is the speed. Published: maxima near 0.6 and 1.5, "
        "for 0.6 some 15 %% above spheres, and a drop towards 0.25 and 4%s; both packing and speed have maxima. Above "
        "or below 1 is what is so by more than two standard errors, else it is undecided; agreement with 1.15: within "
        "three. %d seed%s.",
        options->quick ? 1400 : 4000, options->quick ? " (left out here)" : "", repeats, repeats > 1 ? "s" : "");
    trials t;
    const bool whole = scree_trials_run(&t, options, "hourglass", FRICTIONS * count, repeats, discharge, options);
    if (whole) scree_hourglass_report(f, &t, count);
    scree_trials_close(&t);
    return whole;
}

const study scree_case_hourglass = { .name = "hourglass",
                                     .summary = "flow of ellipsoids against their aspect",
                                     .takes = "quick 2 min, full an hour",
                                     .run = run };
