// A column of grains in a channel, let go: how far it runs (Lube, Huppert, Sparks and Freundt 2005), and which slope it is
// left with.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "cases.h"
#include "scene_trial.h"

enum { RUN_OUT, ANGLE, ASPECT, FARTHER, TOE, MOST_GRAINS = 8192, MOST_SEEDS = 64 };

static const double pi = 3.14159265358979323846;
static const double size = 0.01, width = 0.04; // of grains, of the channel, m

typedef struct column {
    const char *what, *shape;
    double length; // along the channel, m
    double aspect; // height over length that is aimed at
    double friction, rolling_friction;
    double slowly; // the gate moves away with this speed, m/s; 0: it is gone at once
    const char *still;
} column;

static int compare(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

// What this share of the grains is behind of: single ones roll far ahead.
static double front(const scree_sim_grains_view *g, double share)
{
    double x[MOST_GRAINS];
    const size_t count = g->count < MOST_GRAINS ? g->count : MOST_GRAINS;
    for (size_t i = 0; i < count; ++i) x[i] = g->positions[i].x;
    qsort(x, count, sizeof *x, compare);
    return count > 0 ? x[(size_t)(share * (double)(count - 1))] : 0.0;
}

// The slope of the highest grains in strips of one and a half grains, from a fifth to four fifths of the heap's length.
static double slope(const scree_sim_grains_view *g, double end)
{
    enum { MOST_STRIPS = 400 };
    const double strip = 1.5 * size, from = 0.2 * end, to = 0.8 * end;
    double top[MOST_STRIPS] = { 0.0 }, sx = 0.0, sz = 0.0, sxx = 0.0, sxz = 0.0, n = 0.0;
    for (size_t i = 0; i < g->count; ++i) {
        const double x = g->positions[i].x;
        const int k = (int)((x - from) / strip);
        if (x >= from && x < to && k < MOST_STRIPS) top[k] = fmax(top[k], g->positions[i].z);
    }
    for (int k = 0; k < MOST_STRIPS; ++k) {
        const double x = from + strip * (k + 0.5);
        if (top[k] <= 0.0) continue;
        n += 1.0;
        sx += x;
        sz += top[k];
        sxx += x * x;
        sxz += x * top[k];
    }
    return n < 3.0 ? (double)NAN : atan(-(n * sxz - sx * sz) / (n * sxx - sx * sx)) * 180.0 / pi;
}

static double height(const scree_sim_grains_view *g)
{
    double z[MOST_GRAINS];
    const size_t count = g->count < MOST_GRAINS ? g->count : MOST_GRAINS;
    for (size_t i = 0; i < count; ++i) z[i] = g->positions[i].z;
    qsort(z, count, sizeof *z, compare);
    return count > 0 ? z[(size_t)(0.98 * (double)(count - 1))] + 0.5 * size : 0.0;
}

// Notes the column's height until it is let go.
static bool watch(void *user, const scree_run *run)
{
    double *top = user;
    if (scree_run_status_of(run).stage > 0) return true;
    const scree_sim_grains_view g = scree_sim_grains(scree_run_sim(run));
    *top = height(&g);
    return true;
}

static void let_go(const void *user, trial *t)
{
    const column *c = (const column *)user + t->setting;
    const double fraction = 0.58, volume = pi / 6.0 * size * size * size, length = c->length;
    double top = 0.0;
    scene_changes changes = { 0 };
    scene_trial s;
    scree_trial_change(&changes, "shapes.grain=%s", c->shape);
    scree_trial_change(&changes, "materials.grain.friction=%g", c->friction);
    scree_trial_change(&changes, "materials.grain.rolling_friction=%g", c->rolling_friction);
    const double height_there = c->aspect * length, loose = 0.25; // the fraction that they fall from
    scree_trial_change(&changes, "insert.0.count=%d", (int)(height_there * length * width * fraction / volume + 0.5));
    scree_trial_change(&changes, "insert.0.region.max=[%g, %g, %g]", length, width, height_there * fraction / loose);
    scree_trial_change(&changes, "walls.gate.offset=%g", -length);
    if (c->slowly > 0.0) // as far as three lengths of the column, where nothing leans on it any more
        scree_trial_change(&changes,
                           "stages.1={name: collapse, motion: {gate: {velocity: [%g, 0, 0]}}, until: {time: %g}}",
                           c->slowly, 3.0 * length / c->slowly);
    if (scree_scene_trial_run(&s, &scree_resource_column_yaml, &changes, watch, &top, t)) {
        const scree_sim_grains_view g = scree_sim_grains(scree_run_sim(s.run));
        const double end = front(&g, 0.98);
        t->values[RUN_OUT] = (end - length) / length;
        t->values[ANGLE] = slope(&g, end);
        t->values[ASPECT] = top / length;
        t->values[FARTHER] = (front(&g, 0.995) - length) / length;
        if (c->still != NULL) scree_trial_still(t, s.run, c->still, (scree_vec3){ 0.2, 1.0, -0.35 });
    }
    scree_scene_trial_close(&s);
}

#define SPHERES "{type: sphere, size: {uniform: [0.009, 0.011]}}"
#define CUBES "{type: box, size: {uniform: [0.0073, 0.0089]}}" // of equal volume
#define ELLIPSOIDS "{type: ellipsoid, aspect: 2, size: {uniform: [0.009, 0.011]}}"

// ------------------------------------------------------------------------------------------------------- run-out

// Low and high ones ten grains long; then low ones that are twice as long, which `--quick` leaves out.
enum { SHORT_COLUMNS = 6, LOW = 3, COLUMNS = SHORT_COLUMNS + LOW };

static const column columns[COLUMNS] = {
    { "", SPHERES, 0.1, 0.7, 0.5, 0.1, 0.0, NULL },           { "", SPHERES, 0.1, 1.2, 0.5, 0.1, 0.0, NULL },
    { "", SPHERES, 0.1, 2.0, 0.5, 0.1, 0.0, "collapse-low" }, { "", SPHERES, 0.1, 3.5, 0.5, 0.1, 0.0, NULL },
    { "", SPHERES, 0.1, 5.0, 0.5, 0.1, 0.0, NULL },           { "", SPHERES, 0.1, 7.0, 0.5, 0.1, 0.0, "collapse-high" },
    { "", SPHERES, 0.2, 0.7, 0.5, 0.1, 0.0, NULL },           { "", SPHERES, 0.2, 1.2, 0.5, 0.1, 0.0, NULL },
    { "", SPHERES, 0.2, 2.0, 0.5, 0.1, 0.0, NULL },
};

// The power with which y grows with x, by least squares of the logarithms.
static double power(const double *x, const double *y, int count)
{
    double sx = 0.0, sy = 0.0, sxx = 0.0, sxy = 0.0;
    for (int i = 0; i < count; ++i) {
        const double a = log(x[i]), b = log(y[i]);
        sx += a;
        sy += b;
        sxx += a * a;
        sxy += a * b;
    }
    return (count * sxy - sx * sy) / (count * sxx - sx * sx);
}

// The toe of a wedge whose last 2 % of area end at RUN_OUT, and the last 0.5 %, half as long, at FARTHER.
static double value_of(const trial *t, int value)
{
    return value == TOE ? 2.0 * t->values[FARTHER] - t->values[RUN_OUT] : t->values[value];
}

static double toe_of(const trials *t, int setting)
{
    double sum = 0.0;
    for (int seed = 0; seed < t->repeats; ++seed) sum += value_of(&t->list[setting * t->repeats + seed], TOE);
    return sum / t->repeats;
}

// Of columns first to first + LOW, seed by seed.
static trial_mean power_of(const trials *t, int first, int value)
{
    double powers[MOST_SEEDS];
    const int seeds = t->repeats < MOST_SEEDS ? t->repeats : MOST_SEEDS;
    for (int seed = 0; seed < seeds; ++seed) {
        double a[LOW], y[LOW];
        for (int i = 0; i < LOW; ++i) {
            const trial *of = &t->list[(first + i) * t->repeats + seed];
            a[i] = of->values[ASPECT];
            y[i] = value_of(of, value);
        }
        powers[seed] = power(a, y, LOW);
    }
    return scree_mean_of(powers, seeds);
}

static void report_powers(figures *f, const trials *t)
{
    static const struct {
        const char *what;
        int first;
        double power;
    } of[] = { { "low", 0, 1.0 }, { "high", LOW, 2.0 / 3.0 }, { "low, twice as long", SHORT_COLUMNS, 1.0 } };
    char words[ERROR_WORDS];
    scree_figures_table(f, "Powers",
                        "columns\texperiment\tmeasured\terror\tby 99.5 % of the grains\tby the toe\tmeasured: verdict");
    for (int i = 0; i < (t->settings == COLUMNS ? 3 : 2); ++i) {
        const trial_mean m = power_of(t, of[i].first, RUN_OUT);
        scree_figures_row(f, "%s\t%.2f\t%.2f\t%s\t%.2f\t%.2f\t%s", of[i].what, of[i].power, m.mean,
                          scree_trial_error(words, &m, 2), power_of(t, of[i].first, FARTHER).mean,
                          power_of(t, of[i].first, TOE).mean,
                          scree_figures_verdict(f, fabs(m.mean - of[i].power) < 0.25));
    }
}

static void report_run_out(figures *f, const trials *t)
{
    double a[COLUMNS], measured[COLUMNS], error[COLUMNS], toe[COLUMNS], law[COLUMNS];
    char words[ERROR_WORDS];
    scree_figures_table(f, "Run-out over the column's length",
                        "grains long\theight over length\texperiment\tmeasured\terror\tby 99.5 % of the grains\tthe "
                        "toe\tslope, degrees");
    for (int i = 0; i < t->settings; ++i) {
        const trial_mean m = scree_trials_mean(t, i, RUN_OUT);
        a[i] = scree_trials_mean(t, i, ASPECT).mean;
        measured[i] = m.mean;
        error[i] = m.error;
        toe[i] = toe_of(t, i);
        law[i] = a[i] < 2.3 ? 1.2 * a[i] : 1.9 * pow(a[i], 2.0 / 3.0);
        scree_figures_row(f, "%.0f\t%.2f\t%.2f\t%.2f\t%s\t%.2f\t%.2f\t%.1f", columns[i].length / size, a[i], law[i],
                          m.mean, scree_trial_error(words, &m, 2), scree_trials_mean(t, i, FARTHER).mean, toe[i],
                          scree_trials_mean(t, i, ANGLE).mean);
    }
    report_powers(f, t);
    chart c = { .kind = CHART_POINTS,
                .title = "Granular collapse",
                .x_label = "height over length",
                .y_label = "run-out over length",
                .log_x = true,
                .log_y = true,
                .series_count = t->settings == COLUMNS ? 4 : 3 };
    static const char *const names[4] = { "experiment", "98 % of the grains", "the toe",
                                          "the toe, twenty grains long" };
    const double *const y[4] = { law, measured, toe, toe + SHORT_COLUMNS };
    for (int i = 0; i < c.series_count; ++i) {
        c.series[i].name = names[i];
        c.series[i].x = i < 3 ? a : a + SHORT_COLUMNS;
        c.series[i].y = y[i];
        c.series[i].error = i == 1 ? error : NULL;
        c.series[i].line = i == 0;
        c.series[i].count = i < 3 ? SHORT_COLUMNS : LOW;
    }
    scree_figures_chart(f, &c);
}

static bool run_collapse(const study_options *options, figures *f)
{
    const int repeats = scree_trials_repeats(options, 2, 4);
    scree_figures_paper(f, "collapse", "Collapses of two-dimensional granular columns",
                        "Lube, Huppert, Sparks and Freundt, Physical Review E 2005");
    scree_figures_section(
        f, "Run-out against the column's aspect",
        "In a channel, the run-out over the initial length is 1.2 a for columns of height over length a below 2.3, and "
        "1.9 a^(2/3) above 2.8, for sand and other grains. Here: spheres of 1 cm (size within 10 %%), with friction "
        "0.5 and rolling friction 0.1, ten grains long (310 to 3,100 in all)%s and four wide, periodic across, on a "
        "floor that they neither slide nor roll on; 2500 kg/m3, 1 MPa, restitution 0.4, linear law, " AUTO_STEP
        ". The end is where 98 %% of the grains are behind; the toe is where all of a wedge would be, by that and by "
        "where 99.5 %% are. The factors depend on grains and walls, the powers do not: they are judged, within 0.25. "
        "%d seed%s.",
        options->quick ? "" : ", the low ones also twenty,", repeats, repeats > 1 ? "s" : "");
    trials t;
    const bool whole =
        scree_trials_run(&t, options, "collapse", options->quick ? SHORT_COLUMNS : COLUMNS, repeats, let_go, columns);
    if (whole) report_run_out(f, &t);
    scree_trials_close(&t);
    return whole;
}

const study scree_case_collapse = { .name = "collapse",
                                    .summary = "run-out of a granular column against its aspect",
                                    .takes = "quick 1.5 min, full 8 min",
                                    .run = run_collapse };

// -------------------------------------------------------------------------------------------------------- repose

enum { FRICTIONS = 4, USUAL = 2, CUBE_HEAP = 5, QUICK_HEAPS = 8, HEAPS = QUICK_HEAPS + FRICTIONS - 1 };

static const double frictions[FRICTIONS] = { 0.1, 0.3, 0.5, 0.9 };
static const column heaps[HEAPS] = {
    { "spheres, friction 0.1", SPHERES, 0.1, 1.5, 0.1, 0.0, 0.0, NULL },
    { "spheres, friction 0.3", SPHERES, 0.1, 1.5, 0.3, 0.0, 0.0, NULL },
    { "spheres, friction 0.5", SPHERES, 0.1, 1.5, 0.5, 0.0, 0.0, "repose-spheres" },
    { "spheres, friction 0.9", SPHERES, 0.1, 1.5, 0.9, 0.0, 0.0, NULL },
    { "ellipsoids 2 : 1 : 1, friction 0.5", ELLIPSOIDS, 0.1, 1.5, 0.5, 0.0, 0.0, NULL },
    { "cubes, friction 0.5", CUBES, 0.1, 1.5, 0.5, 0.0, 0.0, "repose-cubes" },
    { "spheres, friction 0.5, the gate drawn away at 0.1 m/s", SPHERES, 0.1, 1.5, 0.5, 0.0, 0.1, NULL },
    { "spheres, friction 0.5, rolling friction 0.1, the gate at 0.1 m/s", SPHERES, 0.1, 1.5, 0.5, 0.1, 0.1, NULL },
    // `--quick` leaves these out.
    { "cubes, friction 0.1", CUBES, 0.1, 1.5, 0.1, 0.0, 0.0, NULL },
    { "cubes, friction 0.3", CUBES, 0.1, 1.5, 0.3, 0.0, 0.0, NULL },
    { "cubes, friction 0.9", CUBES, 0.1, 1.5, 0.9, 0.0, 0.0, NULL },
};

// The heaps of a shape, by their friction.
static const int sphere_heaps[FRICTIONS] = { 0, 1, USUAL, 3 };
static const int cube_heaps[FRICTIONS] = { QUICK_HEAPS, QUICK_HEAPS + 1, CUBE_HEAP, QUICK_HEAPS + 2 };

static double known(double error)
{
    return isnan(error) ? 0.0 : error; // of one seed there is none
}

// Of one seed there is no error.
static const char *judge_change(figures *f, double change, double off, double error)
{
    return scree_trend_verdict(f, scree_trend(change, isnan(error) ? error : off));
}

// Does it grow from each friction to the next, by more than two errors of the change? And does it fall anywhere?
static void report_growth(figures *f, const char *grains, const int heap[FRICTIONS], const double angle[HEAPS],
                          const double error[HEAPS])
{
    bool falls = false;
    for (int i = 1; i < FRICTIONS; ++i) {
        const double change = angle[heap[i]] - angle[heap[i - 1]],
                     off = hypot(known(error[heap[i]]), known(error[heap[i - 1]]));
        falls = falls || change < -2.0 * off;
        scree_figures_row(f, "%s, friction %g to %g\tsteeper\t%+.1f\t%.1f\t%s", grains, frictions[i - 1], frictions[i],
                          change, off, judge_change(f, change, off, error[heap[i]]));
    }
    scree_figures_row(f, "%s: nowhere flatter with more friction, within two errors\tyes\t-\t-\t%s", grains,
                      scree_figures_verdict(f, !falls));
}

static void report_trends(figures *f, const double angle[HEAPS], const double error[HEAPS], bool all)
{
    const double cubes = angle[CUBE_HEAP] - angle[USUAL], off = hypot(known(error[CUBE_HEAP]), known(error[USUAL]));
    scree_figures_table(f, "Trends", "trend\texpected\tdegrees\terror\tverdict");
    report_growth(f, "spheres", sphere_heaps, angle, error);
    if (all) report_growth(f, "cubes", cube_heaps, angle, error);
    scree_figures_row(f, "cubes over spheres, friction 0.5\tsteeper\t%+.1f\t%.1f\t%s", cubes, off,
                      judge_change(f, cubes, off, error[CUBE_HEAP]));
}

static void draw_angles(figures *f, const double angle[HEAPS], const double error[HEAPS], bool all)
{
    enum { SERIES = 5, CUBES_DRAWN = 2 };
    static const char *const names[SERIES] = { "spheres", "ellipsoids 2 : 1 : 1", "cubes", "spheres, slow gate",
                                               "with rolling friction 0.1" };
    double cubes[FRICTIONS], cubes_error[FRICTIONS];
    chart c = { .kind = CHART_POINTS,
                .title = "Slope of the heap that a column leaves",
                .x_label = "friction",
                .y_label = "degrees",
                .series_count = SERIES };
    for (int i = 0; i < SERIES; ++i) {
        const int first = i == 0 ? 0 : FRICTIONS - 1 + i;
        c.series[i].name = names[i];
        c.series[i].x = i == 0 ? frictions : &frictions[USUAL];
        c.series[i].y = angle + first;
        c.series[i].error = error + first;
        c.series[i].count = i == 0 ? FRICTIONS : 1;
    }
    for (int i = 0; i < FRICTIONS && all; ++i) {
        cubes[i] = angle[cube_heaps[i]];
        cubes_error[i] = error[cube_heaps[i]];
    }
    if (all) {
        c.series[CUBES_DRAWN].x = frictions;
        c.series[CUBES_DRAWN].y = cubes;
        c.series[CUBES_DRAWN].error = cubes_error;
        c.series[CUBES_DRAWN].count = FRICTIONS;
    }
    scree_figures_chart(f, &c);
}

static void report_angles(figures *f, const trials *t)
{
    double angle[HEAPS] = { 0.0 }, error[HEAPS] = { 0.0 };
    char words[ERROR_WORDS];
    const bool all = t->settings == HEAPS;
    scree_figures_table(f, "Slope that is left", "grains\tdegrees\terror");
    for (int i = 0; i < t->settings; ++i) {
        const trial_mean m = scree_trials_mean(t, i, ANGLE);
        angle[i] = m.mean;
        error[i] = m.error;
        scree_figures_row(f, "%s\t%.1f\t%s", heaps[i].what, m.mean, scree_trial_error(words, &m, 1));
    }
    report_trends(f, angle, error, all);
    draw_angles(f, angle, error, all);
}

static bool run_repose(const study_options *options, figures *f)
{
    const int repeats = scree_trials_repeats(options, 2, 6);
    scree_figures_paper(f, "repose", "Angle of repose", "its growth with friction and with angularity");
    scree_figures_section(
        f, "Slope of the heap that a column leaves",
        "A column as in `collapse`, 1.5 times as high as long: some 660 grains of the volume of spheres of 1 cm, 2500 "
        "kg/m3, 1 MPa, restitution 0.4, frictions as below and no rolling friction among grains, on a floor that they "
        "neither slide nor roll on; spheres and ellipsoids by the linear law, cubes by the pressure field, " AUTO_STEP
        ". The slope is that of the highest grains from a fifth to four fifths of the heap. Experiments agree on the "
        "trends: steeper with friction, and with angularity. The angles depend on how a heap is made: besides those of "
        "a column that falls apart, two of a gate that is drawn away. A step counts where the change is above two "
        "standard errors, else it is undecided. %d seed%s.",
        repeats, repeats > 1 ? "s" : "");
    trials t;
    const bool whole =
        scree_trials_run(&t, options, "repose", options->quick ? QUICK_HEAPS : HEAPS, repeats, let_go, heaps);
    if (whole) report_angles(f, &t);
    scree_trials_close(&t);
    return whole;
}

const study scree_case_repose = { .name = "repose",
                                  .summary = "the slope of a heap grows with friction and angularity",
                                  .takes = "quick 1.5 min, full 8 min",
                                  .run = run_repose };
