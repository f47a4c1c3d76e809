// Triaxial compression: the peak friction angle, sin(phi) = (s1 - s3) / (s1 + s3), grows with the grains' angularity.
#include <math.h>
#include <stdio.h>

#include "bed.h"
#include "cases.h"
#include "scene_trial.h"

enum { PEAK, END, FRACTION, STRAIN, SHAPES = 4 };

typedef struct sample {
    const char *what, *shape;
} sample;

static const sample samples[SHAPES] = {
    { "spheres", "{type: sphere, size: {uniform: [0.010, 0.014]}}" },
    { "hulls of 40 points", "{type: random_hull, vertices: 40, distinct: 30, size: {uniform: [0.010, 0.014]}}" },
    { "hulls of 12 points", "{type: random_hull, vertices: 12, distinct: 30, size: {uniform: [0.010, 0.014]}}" },
    { "hulls of 6 points", "{type: random_hull, vertices: 6, distinct: 30, size: {uniform: [0.010, 0.014]}}" },
};

static const double pi = 3.14159265358979323846;

enum { WINDOWS = 64 };

typedef struct press {
    double side, height,
        start; // of the plates at the beginning, m; height when the lid begins to go down, NaN: not yet
    running_mean windows[WINDOWS]; // sin(phi), by steps of a hundredth of axial strain
    double fraction;
} press;

static double way(const scree_sim *sim, const char *name, scree_vec3 *force)
{
    const scree_sim_wall_view v = scree_sim_wall_at(sim, scree_bed_wall(sim, name));
    *force = v.force;
    return v.position.x + v.position.y + v.position.z; // each moves along one axis
}

static bool watch(void *user, const scree_run *run)
{
    press *p = user;
    const scree_sim *sim = scree_run_sim(run);
    scree_vec3 west, east, south, north, lid;
    const double x = p->side + way(sim, "east", &east) - way(sim, "west", &west),
                 y = p->side + way(sim, "north", &north) - way(sim, "south", &south),
                 z = p->height + way(sim, "lid", &lid), density = 2650.0;
    if (scree_run_status_of(run).stage < 1) {
        p->start = z;
        p->fraction = scree_bed_mass(sim) / (density * x * y * z);
        return true;
    }
    const double strain = 1.0 - z / p->start, down = lid.z / (x * y),
                 sideways = 0.25 * ((east.x - west.x) / (y * z) + (north.y - south.y) / (x * z));
    const int k = (int)(100.0 * strain);
    if (k >= 0 && k < WINDOWS) scree_running_add(&p->windows[k], (down - sideways) / (down + sideways));
    return true;
}

static double degrees(double sine)
{
    return asin(fmin(fmax(sine, -1.0), 1.0)) * 180.0 / pi;
}

// The largest angle of all windows of strain; `last` is the number of the last window that has one.
static double peak_of(const press *p, int *last)
{
    double peak = 0.0;
    for (int i = 0; i < WINDOWS; ++i) {
        if (p->windows[i].count == 0.0) continue;
        peak = fmax(peak, scree_running_mean(&p->windows[i]));
        *last = i;
    }
    return peak;
}

// Over the last three hundredths of strain.
static double end_of(const press *p, int last)
{
    running_mean end = { 0 };
    for (int i = last; i >= 0 && i > last - 3; --i) {
        end.sum += p->windows[i].sum;
        end.count += p->windows[i].count;
    }
    return scree_running_mean(&end);
}

static void compress(const void *user, trial *t)
{
    const study_options *options = user;
    const int edge = options->quick ? 5 : 10;
    const double side = options->quick ? 0.083 : 0.167, height = 1.2 * side;
    scene_changes changes = { 0 };
    scene_trial s;
    press p = { .side = side, .height = height, .start = (double)NAN };
    static const char *const plates[] = { "west", "east", "south", "north" };
    scree_trial_change(&changes, "shapes.grain=%s", samples[t->setting].shape);
    scree_trial_change(&changes, "insert.0.count=%d", edge * edge * edge);
    for (int i = 0; i < 4; ++i) scree_trial_change(&changes, "tools.%s.offset=%g", plates[i], -0.5 * side);
    scree_trial_change(&changes, "tools.lid.offset=%g", -height);
    scree_trial_change(&changes, "insert.0.region={min: [%g, %g, 0.001], max: [%g, %g, %g]}", 0.001 - 0.5 * side,
                       0.001 - 0.5 * side, 0.5 * side - 0.001, 0.5 * side - 0.001, height - 0.001);
    scree_trial_change(&changes, "stages.1.motion.lid.velocity=[0, 0, %g]", -0.6 * side);
    scree_trial_change(&changes, "domain={min: [-0.3, -0.3, -0.1], max: [0.3, 0.3, 0.4]}");
    if (scree_scene_trial_run(&s, &scree_resource_triaxial_yaml, &changes, watch, &p, t)) {
        int last = 0;
        t->values[PEAK] = degrees(peak_of(&p, &last));
        t->values[END] = degrees(end_of(&p, last));
        t->values[STRAIN] = 0.01 * (last + 1);
        t->values[FRACTION] = p.fraction;
        if (t->setting == SHAPES - 1) scree_trial_still(t, s.run, "triaxial", scree_still_any);
    }
    scree_scene_trial_close(&s);
}

// From grain to grain that is more angular, and from the least angular hulls to the most.
static void report_steps(figures *f, const trials *t)
{
    enum { STEPS = 4 };
    static const int steps[STEPS][2] = { { 0, 1 }, { 1, 2 }, { 2, 3 }, { 1, 3 } };
    scree_figures_table(f, "Trends",
                        "stronger\tpeak: by degrees\terror\tverdict\tat the end: by degrees\terror\tverdict");
    for (int i = 0; i < STEPS; ++i) {
        const char *verdicts[2];
        char words[2][ERROR_WORDS];
        double by[2];
        for (int k = 0; k < 2; ++k) {
            const trial_mean from = scree_trials_mean(t, steps[i][0], k == 0 ? PEAK : END),
                             to = scree_trials_mean(t, steps[i][1], k == 0 ? PEAK : END),
                             step = { to.mean - from.mean, hypot(to.error, from.error), to.count };
            by[k] = step.mean;
            scree_trial_error(words[k], &step, 1);
            verdicts[k] = scree_trend_verdict(f, scree_trend_above(&to, &from));
        }
        scree_figures_row(f, "%s over %s\t%+.1f\t%s\t%s\t%+.1f\t%s\t%s", samples[steps[i][1]].what,
                          samples[steps[i][0]].what, by[0], words[0], verdicts[0], by[1], words[1], verdicts[1]);
    }
}

void scree_triaxial_report(figures *f, const trials *t)
{
    double angle[2][SHAPES], error[2][SHAPES]; // at the peak, at the end
    char words[3][ERROR_WORDS];
    scree_figures_table(
        f, "Friction angle of the assembly",
        "grains\tpeak, degrees\terror\tat the end\terror\taxial strain by then\tpacking fraction at the start\terror");
    for (int i = 0; i < SHAPES; ++i) {
        const trial_mean peak = scree_trials_mean(t, i, PEAK), end = scree_trials_mean(t, i, END),
                         fraction = scree_trials_mean(t, i, FRACTION);
        angle[0][i] = peak.mean;
        angle[1][i] = end.mean;
        error[0][i] = peak.error;
        error[1][i] = end.error;
        scree_figures_row(f, "%s\t%.1f\t%s\t%.1f\t%s\t%.2f\t%.3f\t%s", samples[i].what, peak.mean,
                          scree_trial_error(words[0], &peak, 1), end.mean, scree_trial_error(words[1], &end, 1),
                          scree_trials_mean(t, i, STRAIN).mean, fraction.mean,
                          scree_trial_error(words[2], &fraction, 3));
    }
    report_steps(f, t);
    static const char *const names[SHAPES] = { "spheres", "40 points", "12 points", "6 points" };
    static const char *const series[2] = { "at the peak", "at the end" };
    chart c = { .kind = CHART_BARS,
                .title = "Friction angle",
                .x_label = "grains: spheres, hulls of so many points",
                .y_label = "degrees",
                .categories = names,
                .category_count = SHAPES,
                .series_count = 2 };
    for (int k = 0; k < 2; ++k) {
        c.series[k].name = series[k];
        c.series[k].y = angle[k];
        c.series[k].error = error[k];
        c.series[k].count = SHAPES;
    }
    scree_figures_chart(f, &c);
}

static bool run(const study_options *options, figures *f)
{
    const int repeats = scree_trials_repeats(options, 3, 3), edge = options->quick ? 5 : 10;
    scree_figures_paper(f, "triaxial", "Triaxial compression",
                        "strength and angularity, e.g. Azema, Radjai and Dubois, Physical Review E 2013");
    scree_figures_section(
        f, "Peak friction angle against angularity",
        "%d grains of 10 to 14 mm, 2650 kg/m3, 1 MPa, restitution 0.3, friction 0.5, depth law, " AUTO_STEP
        ", strewn at random between six smooth plates without gravity: pressed together by servos of 5 kPa until "
        "all of them hold it, then the lid goes down at half of the height a second while they hold it at the sides "
        "(local damping 0.1; inertial number about "
        "0.005). sin(phi) = (s1 - s3) / (s1 + s3), by means over a hundredth of axial strain; at the end over the last "
        "three. Hulls are of points drawn at random on a sphere: the fewer points, the more angular. Numerical work "
        "finds that strength grows with angularity, and no figure is for these very grains: the trend is judged. They "
        "do not start equally dense, and a peak grows with that; what is left at the end depends on it less. A step "
        "counts where it is above two standard errors, else it is undecided. %d "
        "seed%s.",
        edge * edge * edge, repeats, repeats > 1 ? "s" : "");
    trials t;
    const bool whole = scree_trials_run(&t, options, "triaxial, peak and end", SHAPES, repeats, compress, options);
    if (whole) scree_triaxial_report(f, &t);
    scree_trials_close(&t);
    return whole;
}

const study scree_case_triaxial = { .name = "triaxial",
                                    .summary = "the peak friction angle grows with angularity",
                                    .takes = "quick 20 s, full 5 min",
                                    .run = run };
