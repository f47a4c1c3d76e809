// A column of grains in a channel, let go: how far it runs (Lube, Huppert, Sparks and Freundt 2005), and which slope it is
// left with.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "cases.h"
#include "scene_trial.h"

enum { RUN_OUT, ANGLE, ASPECT, FARTHER, MOST_GRAINS = 8192 };

static const double pi = 3.14159265358979323846;
static const double size = 0.01, length = 0.1, width = 0.04; // of grains, of the column along x and y, m

typedef struct column {
    const char *what, *shape;
    double aspect; // height over length that is aimed at
    double friction, rolling_friction;
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
    double *aspect = user;
    if (scree_run_status_of(run).stage > 0) return true;
    const scree_sim_grains_view g = scree_sim_grains(scree_run_sim(run));
    *aspect = height(&g) / length;
    return true;
}

static void let_go(const void *user, trial *t)
{
    const column *c = (const column *)user + t->setting;
    const double fraction = 0.58, volume = pi / 6.0 * size * size * size;
    double aspect = 0.0;
    scene_changes changes = { 0 };
    scene_trial s;
    scree_trial_change(&changes, "shapes.grain=%s", c->shape);
    scree_trial_change(&changes, "materials.grain.friction=%g", c->friction);
    scree_trial_change(&changes, "materials.grain.rolling_friction=%g", c->rolling_friction);
    const double height_there = c->aspect * length, loose = 0.25; // the fraction that they fall from
    scree_trial_change(&changes, "insert.0.count=%d", (int)(height_there * length * width * fraction / volume + 0.5));
    scree_trial_change(&changes, "insert.0.region.max=[%g, %g, %g]", length, width, height_there * fraction / loose);
    if (scree_scene_trial_run(&s, &scree_resource_column_yaml, &changes, watch, &aspect, t)) {
        const scree_sim_grains_view g = scree_sim_grains(scree_run_sim(s.run));
        const double end = front(&g, 0.98);
        t->values[RUN_OUT] = (end - length) / length;
        t->values[ANGLE] = slope(&g, end);
        t->values[ASPECT] = aspect;
        t->values[FARTHER] = (front(&g, 0.995) - length) / length;
    }
    scree_scene_trial_close(&s);
}

#define SPHERES "{type: sphere, size: {uniform: [0.009, 0.011]}}"
#define CUBES "{type: box, size: {uniform: [0.0073, 0.0089]}}" // of equal volume
#define ELLIPSOIDS "{type: ellipsoid, aspect: 2, size: {uniform: [0.009, 0.011]}}"

// ------------------------------------------------------------------------------------------------------- run-out

enum { COLUMNS = 6, LOW = 3 };

static const column columns[COLUMNS] = { { "", SPHERES, 0.7, 0.5, 0.1 }, { "", SPHERES, 1.2, 0.5, 0.1 },
                                         { "", SPHERES, 2.0, 0.5, 0.1 }, { "", SPHERES, 3.5, 0.5, 0.1 },
                                         { "", SPHERES, 5.0, 0.5, 0.1 }, { "", SPHERES, 7.0, 0.5, 0.1 } };

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

static void report_run_out(figures *f, const trials *t)
{
    double a[COLUMNS], measured[COLUMNS], farther[COLUMNS], law[COLUMNS];
    char words[ERROR_WORDS];
    scree_figures_table(f, "Run-out over the column's length",
                        "height over length\texperiment\tmeasured\terror\tby 99.5 % of the grains");
    for (int i = 0; i < COLUMNS; ++i) {
        const trial_mean m = scree_trials_mean(t, i, RUN_OUT);
        a[i] = scree_trials_mean(t, i, ASPECT).mean;
        measured[i] = m.mean;
        farther[i] = scree_trials_mean(t, i, FARTHER).mean;
        law[i] = a[i] < 2.3 ? 1.2 * a[i] : 1.9 * pow(a[i], 2.0 / 3.0);
        scree_figures_row(f, "%.2f\t%.2f\t%.2f\t%s\t%.2f", a[i], law[i], m.mean, scree_trial_error(words, &m, 2),
                          farther[i]);
    }
    const double low = power(a, measured, LOW), high = power(a + LOW, measured + LOW, COLUMNS - LOW);
    scree_figures_table(f, "Powers", "columns\texperiment\tmeasured\tby 99.5 % of the grains\tverdict");
    scree_figures_row(f, "low\t1\t%.2f\t%.2f\t%s", low, power(a, farther, LOW),
                      scree_figures_verdict(f, fabs(low - 1.0) < 0.25));
    scree_figures_row(f, "high\t0.67\t%.2f\t%.2f\t%s", high, power(a + LOW, farther + LOW, COLUMNS - LOW),
                      scree_figures_verdict(f, fabs(high - 2.0 / 3.0) < 0.25));
    chart c = { .kind = CHART_POINTS,
                .title = "Granular collapse",
                .x_label = "height over length",
                .y_label = "run-out over length",
                .log_x = true,
                .log_y = true,
                .series_count = 2 };
    c.series[0].name = "experiment";
    c.series[0].y = law;
    c.series[1].name = "scree";
    c.series[1].y = measured;
    for (int i = 0; i < 2; ++i) {
        c.series[i].x = a;
        c.series[i].count = COLUMNS;
    }
    scree_figures_chart(f, &c);
}

static bool run_collapse(const study_options *options, figures *f)
{
    const int repeats = options->quick ? 1 : 4;
    scree_figures_paper(f, "collapse", "Collapses of two-dimensional granular columns",
                        "Lube, Huppert, Sparks and Freundt, Physical Review E 2005");
    scree_figures_section(
        f, "Run-out against the column's aspect",
        "In a channel, the run-out over the initial length is 1.2 a for columns of height over length a "
        "below 2.3, and 1.9 a^(2/3) above 2.8, for sand and other grains. Here: spheres of 1 cm (size "
        "within 10 %%) with friction 0.5 and rolling friction 0.1, ten grains long and four wide, "
        "periodic across, on a floor that they neither slide nor roll on; 1 MPa, restitution 0.4. The end is where 98 "
        "%% of the grains are behind. The "
        "factors depend on grains and walls, the powers do not: they are judged, within 0.25.");
    trials t;
    const bool whole = scree_trials_run(&t, options, "collapse", COLUMNS, repeats, let_go, columns);
    if (whole) report_run_out(f, &t);
    scree_trials_close(&t);
    return whole;
}

const study scree_case_collapse = { .name = "collapse",
                                    .summary = "run-out of a granular column against its aspect",
                                    .run = run_collapse };

// -------------------------------------------------------------------------------------------------------- repose

enum { FRICTIONS = 4, HEAPS = 6 };

static const column heaps[HEAPS] = {
    { "spheres, friction 0.1", SPHERES, 1.5, 0.1, 0.0 },
    { "spheres, friction 0.3", SPHERES, 1.5, 0.3, 0.0 },
    { "spheres, friction 0.5", SPHERES, 1.5, 0.5, 0.0 },
    { "spheres, friction 0.9", SPHERES, 1.5, 0.9, 0.0 },
    { "ellipsoids 2 : 1 : 1, friction 0.5", ELLIPSOIDS, 1.5, 0.5, 0.0 },
    { "cubes, friction 0.5", CUBES, 1.5, 0.5, 0.0 },
};

static void report_angles(figures *f, const trials *t)
{
    double angle[HEAPS];
    char words[ERROR_WORDS];
    scree_figures_table(f, "Slope that is left", "grains\tdegrees\terror");
    for (int i = 0; i < HEAPS; ++i) {
        const trial_mean m = scree_trials_mean(t, i, ANGLE);
        angle[i] = m.mean;
        scree_figures_row(f, "%s\t%.1f\t%s", heaps[i].what, m.mean, scree_trial_error(words, &m, 1));
    }
    double mean = 0.0; // with more friction than the first; beyond 0.3 spheres roll rather than slide
    for (int i = 1; i < FRICTIONS; ++i) mean += angle[i] / (FRICTIONS - 1);
    scree_figures_table(f, "Trends", "trend\tverdict");
    scree_figures_row(f, "steeper with friction from 0.3 on than with 0.1\t%s",
                      scree_figures_verdict(f, mean > angle[0]));
    scree_figures_row(f, "cubes steeper than spheres\t%s",
                      scree_figures_verdict(f, angle[HEAPS - 1] > angle[FRICTIONS - 2]));
}

static bool run_repose(const study_options *options, figures *f)
{
    const int repeats = options->quick ? 2 : 6;
    scree_figures_paper(f, "repose", "Angle of repose", "its growth with friction and with angularity");
    scree_figures_section(
        f, "Slope of the heap that a column leaves",
        "A column as in `collapse`, 1.5 times as high as long; between grains there is no rolling friction. The slope "
        "is "
        "that of the highest grains from a fifth to four fifths of the heap. Experiments agree on the "
        "trends; the angles depend on how a heap is made.");
    trials t;
    const bool whole = scree_trials_run(&t, options, "repose", HEAPS, repeats, let_go, heaps);
    if (whole) report_angles(f, &t);
    scree_trials_close(&t);
    return whole;
}

const study scree_case_repose = { .name = "repose",
                                  .summary = "the slope of a heap grows with friction and angularity",
                                  .run = run_repose };
