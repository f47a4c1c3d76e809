// Random packings of the five regular solids with friction: Baker and Kudrolli (2010), plastic dice, loose and dense.
#include <math.h>
#include <stdio.h>

#include "bed.h"
#include "cases.h"
#include "scene_trial.h"

enum {
    FRACTION,
    CONTACTS,
    CUBE = 1,
    SOLIDS = 5,
    LOOSE = 0,
    DENSE,
    ROUGH,
    SMOOTH_LOOSE,
    SMOOTH_DENSE,
    STATES,
    PUBLISHED = ROUGH
};

static const char *const names[SOLIDS] = { "tetrahedron", "cube", "octahedron", "dodecahedron", "icosahedron" };
static const double published[PUBLISHED][SOLIDS] = { { 0.51, 0.54, 0.52, 0.51, 0.50 },
                                                     { 0.64, 0.67, 0.64, 0.63, 0.59 } };

typedef struct packing_state {
    const char *what;
    bool dense;
    double friction;
} packing_state;

// The first two are judged; the others show what friction does, which the paper does not tell.
static const packing_state states[STATES] = {
    { "loose", false, 0.5 },
    { "dense", true, 0.5 },
    { "loose, friction 1", false, 1.0 },
    { "loose, friction 0.2", false, 0.2 },
    { "dense, friction 0.2", true, 0.2 },
};

static const double size = 0.01, density = 1200.0; // of the sphere of equal volume; SI
static const double drag = 60.0;                   // 1/s, of loose packings
static const double deviation = 0.01;              // in print

static double shaking(const study_options *options)
{
    return options->quick ? 0.6 : 5.0; // s
}

static void settle(const void *user, trial *t)
{
    const study_options *options = user;
    const int solid = t->setting % SOLIDS, state = t->setting / SOLIDS, count = options->quick ? 150 : 600;
    const double side = options->quick ? 4.5 * size : 6.0 * size;
    scene_changes changes = { 0 };
    scene_trial s;
    scree_trial_change(&changes, "insert.0.shapes=%s", names[solid]);
    scree_trial_change(&changes, "insert.0.count=%d", count);
    scree_trial_change(&changes, "domain.max=[%g, %g, 1]", side, side);
    const double volume = count * 0.5236 * size * size * size, height = volume / (0.15 * side * side); // of all grains
    scree_trial_change(&changes, "insert.0.region.max=[%g, %g, %g]", side, side, height);
    scree_trial_change(&changes, "materials.plastic.friction=%g", states[state].friction);
    if (!states[state].dense) {
        // A grain that sinks steadily has no net force, so the time until the highest one is down is waited for.
        const double sinking = height * drag / 9.81;
        scree_trial_change(&changes, "drag=%g", drag);
        scree_trial_change(&changes, "stages.0.at_least=%g", sinking);
        scree_trial_change(&changes, "stages.0.limit=%g", sinking + 0.6);
        scree_trial_change(&changes, "stages.1.motion.floor.amplitude=[0, 0, 0]");
        scree_trial_change(&changes, "stages.1.until.time=0.01");
    } else {
        scree_trial_change(&changes, "stages.1.until.time=%g", shaking(options));
    }
    if (scree_scene_trial_run(&s, &scree_resource_solids_yaml, &changes, NULL, NULL, t)) {
        const scree_sim *sim = scree_run_sim(s.run);
        t->values[FRACTION] = scree_bed_middle_fraction(sim, side * side, 2.5 * size, density);
        t->values[CONTACTS] = scree_sim_measure(sim).coordination;
        if (state == DENSE) {
            char still[32];
            snprintf(still, sizeof still, "solids-%s", names[solid]);
            scree_trial_still(t, s.run, still, scree_still_any);
        }
    }
    scree_scene_trial_close(&s);
}

static void report(figures *f, const trials *t)
{
    double measured[STATES][SOLIDS], errors[STATES][SOLIDS];
    char words[ERROR_WORDS];
    scree_figures_table(f, "Packing fraction",
                        "solid\tpacking\tpublished\tmeasured\terror\tcontacts a grain\twithin three deviations");
    for (int i = 0; i < STATES * SOLIDS; ++i) {
        const int solid = i % SOLIDS, state = i / SOLIDS;
        const trial_mean m = scree_trials_mean(t, i, FRACTION), c = scree_trials_mean(t, i, CONTACTS);
        const double error = isnan(m.error) ? 0.0 : m.error, band = 3.0 * hypot(deviation, error);
        const double print = published[states[state].dense ? DENSE : LOOSE][solid];
        measured[state][solid] = m.mean;
        errors[state][solid] = m.error;
        scree_figures_row(f, "%s\t%s\t%.2f\t%.3f\t%s\t%.2f\t%s", names[solid], states[state].what, print, m.mean,
                          scree_trial_error(words, &m, 3), c.mean,
                          state >= PUBLISHED ? scree_figures_beyond(f)
                                             : scree_figures_verdict(f, fabs(m.mean - print) <= band));
    }
    scree_figures_table(f, "Trends", "trend\tverdict");
    trial_trend denser = TREND_YES, cubes = TREND_YES;
    double looser = 0.0, denser_smooth = 0.0; // by friction 1, by friction 0.2
    double squares[2] = { 0.0, 0.0 };         // of the errors of both
    for (int i = 0; i < SOLIDS; ++i) {
        const double *loose = &errors[LOOSE][i], *dense = &errors[DENSE][i];
        denser = scree_trend_both(denser, scree_trend(measured[DENSE][i] - measured[LOOSE][i], hypot(*dense, *loose)));
        if (i != CUBE)
            cubes = scree_trend_both(
                cubes, scree_trend(measured[DENSE][CUBE] - measured[DENSE][i], hypot(errors[DENSE][CUBE], *dense)));
        looser += (measured[LOOSE][i] - measured[ROUGH][i]) / SOLIDS;
        denser_smooth += (measured[SMOOTH_DENSE][i] - measured[DENSE][i]) / SOLIDS;
        squares[0] += pow(hypot(*loose, errors[ROUGH][i]) / SOLIDS, 2.0);
        squares[1] += pow(hypot(*dense, errors[SMOOTH_DENSE][i]) / SOLIDS, 2.0);
    }
    scree_figures_row(f, "shaken packings are denser than loose ones, for each solid\t%s",
                      scree_trend_verdict(f, denser));
    scree_figures_row(f, "of the dense packings, that of cubes is the densest\t%s", scree_trend_verdict(f, cubes));
    scree_figures_row(f, "more friction, looser (friction 1: by %.3f in the mean)\t%s", looser,
                      scree_trend_verdict(f, scree_trend(looser, sqrt(squares[0]))));
    scree_figures_row(f, "less friction, denser (dense, friction 0.2: by %.3f in the mean)\t%s", denser_smooth,
                      scree_trend_verdict(f, scree_trend(denser_smooth, sqrt(squares[1]))));
    chart c = { .kind = CHART_BARS,
                .title = "Packing fraction of the regular solids",
                .x_label = "solid",
                .y_label = "packing fraction",
                .categories = names,
                .category_count = SOLIDS,
                .series_count = 4 };
    static const double print_error[SOLIDS] = { 0.01, 0.01, 0.01, 0.01, 0.01 };
    static const char *const series[4] = { "loose, published", "loose", "dense, published", "dense" };
    for (int i = 0; i < 4; ++i) {
        c.series[i].name = series[i];
        c.series[i].y = i % 2 == 0 ? published[i / 2] : measured[i / 2];
        c.series[i].error = i % 2 == 0 ? print_error : errors[i / 2];
        c.series[i].count = SOLIDS;
    }
    scree_figures_chart(f, &c);
}

static bool run(const study_options *options, figures *f)
{
    const int repeats = scree_trials_repeats(options, 1, 4);
    scree_figures_paper(f, "solids", "Maximum and minimum stable random packings of Platonic solids",
                        "Baker and Kudrolli, Physical Review E 2010");
    scree_figures_doi(f, "10.1103/PhysRevE.82.061304");
    scree_figures_section(
        f, "Loose and dense",
        "Plastic dice, settled after a stream of water (loose) or shaken (dense); fractions +-0.01. Here: %d grains of "
        "the volume of a sphere of 1 cm, 1200 kg/m3, 0.5 MPa, restitution 0.3, friction 0.5 (not told), by the depth "
        "law, " AUTO_STEP
        ", strewn at random over a floor, periodic sideways. Loose: they sink slowly, with a drag of 60 1/s (at most "
        "0.16 m/s). Dense: they fall, and the floor is shaken for %g s at 30 Hz with 2.9 g. Both once more with other "
        "frictions, for the paper finds looser packings of rougher grains. The fraction is that between 2.5 sizes "
        "above the floor and 2.5 below the top, below which 98 %% of the grains' volume lies. A trend counts where it "
        "is above two standard errors, else it is undecided; %d seed%s.",
        options->quick ? 150 : 600, shaking(options), repeats, repeats > 1 ? "s" : "");
    trials t;
    const bool whole = scree_trials_run(&t, options, "solids", STATES * SOLIDS, repeats, settle, options);
    if (whole) report(f, &t);
    scree_trials_close(&t);
    return whole;
}

const study scree_case_solids = { .name = "solids",
                                  .summary = "loose and dense packings of the five regular solids",
                                  .takes = "quick 1 min, full an hour",
                                  .run = run };
