// Discharge of a flat-bottomed silo: Beverloo, Leniger and van de Velde (1961), W = C rho sqrt(g) (D - k d)^(5/2), D the
// width of the outlet and d the grains' size. A square outlet of width D has 4 / pi times a circle's.
#include <math.h>
#include <stdio.h>

#include "cases.h"
#include "outlet.h"
#include "scene_trial.h"

enum { RATE, WIDTHS = 5, SHAPES = 2, POWERS = 3, LAW = 1 };

static const double pi = 3.14159265358979323846, size = 0.006, silo = 0.078, density = 2500.0; // m, kg/m^3
// In sizes. Cubes arch over outlets that spheres flow through. Through one of 10 sizes three eighths of the grains are out before the
// flow is steady, in a tenth of a second.
static const double widths[SHAPES][WIDTHS] = { { 4.5, 5.25, 6.0, 7.0, 8.0 }, { 6.5, 7.0, 7.5, 8.25, 9.0 } };
static const double powers[POWERS] = { 2.0, 2.5, 3.0 };
static const char *const power_names[POWERS] = { "2", "5/2", "3" };
static const char *const shape_names[SHAPES] = { "spheres", "cubes" };
// Of equal volume.
static const char *const shapes[SHAPES] = { "{type: sphere, size: {uniform: [0.0057, 0.0063]}}",
                                            "{type: box, size: {uniform: [0.0046, 0.0051]}}" };
// By the pressure field a cube that falls on a face is stopped by less than a sphere of the same modulus by the linear law.
static const char *const moduli[SHAPES] = { "2.5e5", "1e6" };

static void discharge(const void *user, trial *t)
{
    const study_options *options = user;
    const int count = options->quick ? 2000 : 4000;
    outlet_watch w = scree_outlet_watch(scree_outlet_first(count));
    scene_changes changes = { 0 };
    scene_trial s;
    const int kind = t->setting / WIDTHS;
    scree_trial_change(&changes, "shapes.grain=%s", shapes[kind]);
    scree_trial_change(&changes, "materials.grain.youngs_modulus=%s", moduli[kind]);
    scree_trial_change(&changes, "insert.0.count=%d", count);
    scree_trial_change(&changes, "stages.1.until.sink.out=%d", scree_outlet_last(count));
    scree_trial_outlet(&changes, silo, widths[kind][t->setting % WIDTHS] * size);
    if (scree_scene_trial_run(&s, &scree_resource_hopper_yaml, &changes, scree_outlet_look, &w, t)) {
        t->values[RATE] = scree_outlet_rate(&w, s.run);
        if (t->setting % WIDTHS == WIDTHS - 1)
            scree_trial_still(t, s.run, kind == 0 ? "hopper-spheres" : "hopper-cubes", scree_still_any);
    }
    scree_scene_trial_close(&s);
}

// W = (a (D - k d))^power.
typedef struct flow_law {
    double power, a, k;
    double farthest, rms; // of the rates, relative; rms over what two constants leave free
} flow_law;

static double rate_by(const flow_law *l, double width)
{
    return pow(l->a * (width - l->k) * size, l->power);
}

// W^(1/power) = a (D - k d), by least squares of the relative errors.
static flow_law fit(const double width[WIDTHS], const double rate[WIDTHS], double power)
{
    double s = 0.0, sx = 0.0, sy = 0.0, sxx = 0.0, sxy = 0.0, squares = 0.0;
    for (int i = 0; i < WIDTHS; ++i) {
        const double x = width[i] * size, y = pow(rate[i], 1.0 / power), weight = 1.0 / (y * y);
        s += weight;
        sx += weight * x;
        sy += weight * y;
        sxx += weight * x * x;
        sxy += weight * x * y;
    }
    flow_law l = { .power = power, .a = (s * sxy - sx * sy) / (s * sxx - sx * sx) };
    l.k = (l.a * sx - sy) / (s * l.a * size);
    for (int i = 0; i < WIDTHS; ++i) {
        const double off = rate_by(&l, width[i]) / rate[i] - 1.0;
        l.farthest = fmax(l.farthest, fabs(off));
        squares += off * off;
    }
    l.rms = sqrt(squares / (WIDTHS - 2.0));
    return l;
}

// Of each seed on its own: how far k and C are from seed to seed.
static void fit_seeds(const trials *t, int kind, trial_mean *k, trial_mean *c)
{
    enum { MOST = 64 };
    const double fraction = 0.6, gravity = 9.81;
    double ks[MOST], cs[MOST];
    const int seeds = t->repeats < MOST ? t->repeats : MOST;
    for (int seed = 0; seed < seeds; ++seed) {
        double rate[WIDTHS];
        for (int i = 0; i < WIDTHS; ++i) rate[i] = t->list[(kind * WIDTHS + i) * t->repeats + seed].values[RATE];
        const flow_law l = fit(widths[kind], rate, powers[LAW]);
        ks[seed] = l.k;
        cs[seed] = pow(l.a, powers[LAW]) / (fraction * density * sqrt(gravity)) * pi / 4.0;
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
        c.series[i].x = widths[i / 2];
        c.series[i].y = i % 2 == 0 ? rate[i / 2] : law[i / 2];
        c.series[i].error = i % 2 == 0 ? error[i / 2] : NULL;
        c.series[i].line = i % 2 != 0;
        c.series[i].count = WIDTHS;
    }
    scree_figures_chart(f, &c);
}

// The relative error of a rate: of the outlets together, for one of few seeds is itself uncertain. NaN: one seed.
static double pooled_error(const double rate[WIDTHS], const double error[WIDTHS])
{
    double squares = 0.0;
    for (int i = 0; i < WIDTHS; ++i) squares += error[i] * error[i] / (rate[i] * rate[i]);
    return sqrt(squares / WIDTHS);
}

// Two constants bend other powers towards the rates: a power is excluded where it misses them by more than three errors.
static void report_powers(figures *f, double rate[SHAPES][WIDTHS], double error[SHAPES][WIDTHS], int kinds)
{
    char words[ERROR_WORDS];
    scree_figures_table(
        f, "Other powers, fitted likewise",
        "grains\tpower\tk\tfarthest from the fit, %\troot mean square, %\tover the rates' error\texcluded");
    for (int i = 0; i < kinds; ++i) {
        const double of_rates = pooled_error(rate[i], error[i]);
        for (int n = 0; n < POWERS; ++n) {
            const flow_law l = fit(widths[i], rate[i], powers[n]);
            const trial_mean ratio = { l.rms, l.rms / of_rates, 1 };
            scree_figures_row(f, "%s\t%s\t%.2f\t%.1f\t%.1f\t%s\t%s", shape_names[i], power_names[n], l.k,
                              100.0 * l.farthest, 100.0 * l.rms, scree_trial_error(words, &ratio, 1),
                              isnan(of_rates)          ? "-"
                              : l.rms > 3.0 * of_rates ? "yes"
                                                       : "no");
        }
    }
}

// By the rates' errors; undecided where one seed has none.
static const char *judge_law(figures *f, const flow_law *l, double of_rates)
{
    if (isnan(of_rates)) return scree_figures_undecided(f);
    return scree_figures_verdict(f, l->rms <= 3.0 * of_rates && l->k > 0.5 && l->k < 3.0);
}

void scree_hopper_report(figures *f, const trials *t, int kinds)
{
    double rate[SHAPES][WIDTHS], error[SHAPES][WIDTHS], law[SHAPES][WIDTHS];
    char words[ERROR_WORDS], more[ERROR_WORDS];
    scree_figures_table(f, "Rate of discharge", "grains\toutlet, sizes\tkg/s\terror");
    for (int i = 0; i < kinds * WIDTHS; ++i) {
        const trial_mean m = scree_trials_mean(t, i, RATE);
        rate[i / WIDTHS][i % WIDTHS] = m.mean;
        error[i / WIDTHS][i % WIDTHS] = m.error;
        scree_figures_row(f, "%s\t%.2f\t%.4f\t%s", shape_names[i / WIDTHS], widths[i / WIDTHS][i % WIDTHS], m.mean,
                          scree_trial_error(words, &m, 4));
    }
    scree_figures_table(f, "The law of the power 5/2, fitted",
                        "grains\tk\terror\tC\terror\tfarthest from the fit, %\tverdict");
    for (int i = 0; i < kinds; ++i) {
        trial_mean ks, cs;
        const flow_law l = fit(widths[i], rate[i], powers[LAW]);
        fit_seeds(t, i, &ks, &cs);
        for (int n = 0; n < WIDTHS; ++n) law[i][n] = rate_by(&l, widths[i][n]);
        scree_figures_row(f, "%s\t%.2f\t%s\t%.2f\t%s\t%.1f\t%s", shape_names[i], l.k, scree_trial_error(words, &ks, 2),
                          cs.mean, scree_trial_error(more, &cs, 2), 100.0 * l.farthest,
                          judge_law(f, &l, pooled_error(rate[i], error[i])));
    }
    report_powers(f, rate, error, kinds);
    draw(f, rate, error, law, kinds);
}

static bool run(const study_options *options, figures *f)
{
    const int repeats = scree_trials_repeats(options, 2, 3), kinds = options->quick ? 1 : SHAPES;
    scree_figures_paper(f, "hopper", "The flow of granular solids through orifices",
                        "Beverloo, Leniger and van de Velde, Chemical Engineering Science 1961");
    scree_figures_section(
        f, "Rate and width of the outlet",
        "%d grains of 6 mm (size within 5 %%), 2500 kg/m3, 0.25 MPa (cubes, of the same volume: 1 MPa), restitution "
        "0.5, friction 0.5, spheres by the linear law and cubes by the pressure field, " AUTO_STEP
        "; a silo of 7.8 cm x 7.8 cm with a flat floor and a square outlet, five of 4.5 to 8 sizes (cubes: 6.5 to 9). "
        "The silo is 13 sizes wide: the law is said to need 2.5 widths of the outlet, which is so up to 5.2 sizes. The "
        "rate is that between an eighth and three eighths of the grains. Agreement: the rates follow (D - k d)^(5/2) "
        "within three of their errors (root mean square) with k between 0.5 and 3 (Beverloo: k = 1.4 for spheres, C = "
        "0.58; C here with a packing fraction of 0.6, and by a circle's area). Powers that miss by more are excluded: "
        "where 2 and 3 are not, the rates agree with 5/2 and do not single it out. %d seed%s.",
        options->quick ? 2000 : 4000, repeats, repeats > 1 ? "s" : "");
    trials t;
    const bool whole =
        scree_trials_run(&t, options, "hopper, five outlets", kinds * WIDTHS, repeats, discharge, options);
    if (whole) scree_hopper_report(f, &t, kinds);
    scree_trials_close(&t);
    return whole;
}

const study scree_case_hopper = { .name = "hopper",
                                  .summary = "a silo's discharge and the 5/2 power of its outlet",
                                  .takes = "quick 1 min, full 20 min",
                                  .run = run };
