// What the floor of a silo bears: Janssen (1895), L = S (1 - exp(-M / S)), M being the mass of the grains, S that which the
// floor bears at most.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "bed.h"
#include "cases.h"
#include "scene_trial.h"

enum { MASS, LOAD, SIDEWAYS, MOBILISED, HEIGHTS = 5 };

static const double heights[HEIGHTS] = { 0.5, 1.0, 1.75, 2.75, 4.0 };               // over the silo's width
static const double silo = 0.04, size = 0.005, gravity = 9.81, wall_friction = 0.5; // SI
static const double density = 2500.0, pi = 3.14159265358979323846;

typedef struct silo_watch {
    double start; // of the floor's motion
    running_mean floor, normal, shear;
} silo_watch;

// The second half of the floor's way.
static bool watch(void *user, const scree_run *run)
{
    silo_watch *w = user;
    const scree_run_status status = scree_run_status_of(run);
    const double half = 0.15; // s, of 0.3
    if (status.stage < 1) w->start = status.time;
    if (status.stage < 1 || status.time < w->start + half) return true;
    const scree_sim *sim = scree_run_sim(run);
    double normal = 0.0, shear = 0.0;
    for (int i = 0; i < scree_sim_wall_count(sim); ++i) {
        const scree_sim_wall_view v = scree_sim_wall_at(sim, i);
        if (strcmp(v.name, "floor") == 0) {
            scree_running_add(&w->floor, -v.force.z);
            continue;
        }
        normal += v.name[strlen(v.name) - 2] == 'x' ? fabs(v.force.x) : fabs(v.force.y);
        shear -= v.force.z;
    }
    scree_running_add(&w->normal, normal);
    scree_running_add(&w->shear, shear);
    return true;
}

static void fill(const void *user, trial *t)
{
    const study_options *options = user;
    const double side = options->quick ? silo : 1.5 * silo, height = heights[t->setting] * side;
    const double fraction = 0.58, volume = pi / 6.0 * size * size * size, loose = 0.2;
    scene_changes changes = { 0 };
    scene_trial s;
    silo_watch w = { 0 };
    scree_trial_change(&changes, "insert.0.count=%d", (int)(height * side * side * fraction / volume + 0.5));
    scree_trial_change(&changes, "insert.0.region={min: [%g, %g, 0], max: [%g, %g, %g]}", -0.5 * side, -0.5 * side,
                       0.5 * side, 0.5 * side, height * fraction / loose);
    scree_trial_change(&changes, "domain={min: [%g, %g, -0.05], max: [%g, %g, 2]}", -side, -side, side, side);
    scree_trial_change(&changes,
                       "walls.sides={type: box, min: [%g, %g, -1], max: [%g, %g, 2], faces: [x-, x+, y-, y+]}",
                       -0.5 * side, -0.5 * side, 0.5 * side, 0.5 * side);
    if (scree_scene_trial_run(&s, &scree_resource_janssen_yaml, &changes, watch, &w, t)) {
        const double floor = scree_running_mean(&w.floor), normal = scree_running_mean(&w.normal);
        t->values[MASS] = scree_bed_mass(scree_run_sim(s.run));
        t->values[LOAD] = floor / gravity;
        t->values[SIDEWAYS] = normal;
        t->values[MOBILISED] = scree_running_mean(&w.shear) / (wall_friction * normal);
        if (t->setting == HEIGHTS - 1) scree_trial_still(t, s.run, "janssen", scree_still_any);
    }
    scree_scene_trial_close(&s);
}

// The S that fits best: the sum of squares has one minimum.
static double saturation(const double mass[HEIGHTS], const double load[HEIGHTS])
{
    double best = 0.0, least = (double)INFINITY;
    for (double s = 0.05 * mass[HEIGHTS - 1]; s < 20.0 * mass[HEIGHTS - 1]; s *= 1.002) {
        double squares = 0.0;
        for (int i = 0; i < HEIGHTS; ++i) {
            const double off = load[i] - s * (1.0 - exp(-mass[i] / s));
            squares += off * off;
        }
        if (squares >= least) continue;
        least = squares;
        best = s;
    }
    return best;
}

void scree_janssen_report(figures *f, const trials *t, double side)
{
    double mass[HEIGHTS], load[HEIGHTS], error[HEIGHTS], law[HEIGHTS], farthest = 0.0;
    char words[ERROR_WORDS];
    for (int i = 0; i < HEIGHTS; ++i) {
        mass[i] = scree_trials_mean(t, i, MASS).mean;
        load[i] = scree_trials_mean(t, i, LOAD).mean;
    }
    const double s = saturation(mass, load), last = mass[HEIGHTS - 1];
    scree_figures_table(f, "The floor's load",
                        "height over width\tgrains, kg\tload, kg\terror\tJanssen, kg\twalls' friction, % of the most");
    for (int i = 0; i < HEIGHTS; ++i) {
        const trial_mean m = scree_trials_mean(t, i, LOAD);
        error[i] = m.error;
        law[i] = s * (1.0 - exp(-mass[i] / s));
        farthest = fmax(farthest, fabs(load[i] - law[i]) / s);
        scree_figures_row(f, "%.2f\t%.4f\t%.4f\t%s\t%.4f\t%.0f", heights[i], mass[i], m.mean,
                          scree_trial_error(words, &m, 4), law[i], 100.0 * scree_trials_mean(t, i, MOBILISED).mean);
    }
    // S = rho A lambda with lambda = side / (4 mu K).
    const double bulk = 0.58 * density, lambda = s / (bulk * side * side), k = side / (4.0 * wall_friction * lambda);
    const double gain = (load[HEIGHTS - 1] - load[HEIGHTS - 2]) / (last - mass[HEIGHTS - 2]);
    scree_figures_table(f, "Judged", "figure\texpected\tmeasured\tverdict");
    scree_figures_row(f, "share of the last grains' weight that the floor bears\tbelow 0.1\t%.2f\t%s", gain,
                      scree_figures_verdict(f, gain < 0.1));
    scree_figures_row(f, "farthest from Janssen's curve, of its saturation\tbelow 0.1\t%.3f\t%s", farthest,
                      scree_figures_verdict(f, farthest < 0.1));
    scree_figures_row(f, "pressure sideways over pressure down, K, by the fit\t0.3 to 1\t%.2f\t%s", k,
                      scree_figures_verdict(f, k > 0.3 && k < 1.0));
    chart c = { .kind = CHART_POINTS,
                .title = "What the floor of a silo bears",
                .x_label = "mass of the grains, kg",
                .y_label = "load of the floor, kg",
                .series_count = 3 };
    static const char *const series[3] = { "scree", "Janssen", "all of it" };
    const double *const y[3] = { load, law, mass };
    for (int i = 0; i < 3; ++i) {
        c.series[i].name = series[i];
        c.series[i].x = mass;
        c.series[i].y = y[i];
        c.series[i].error = i == 0 ? error : NULL;
        c.series[i].line = i > 0;
        c.series[i].count = HEIGHTS;
    }
    scree_figures_chart(f, &c);
}

static bool run(const study_options *options, figures *f)
{
    const int repeats = scree_trials_repeats(options, 2, 3);
    const double side = options->quick ? silo : 1.5 * silo;
    scree_figures_paper(f, "janssen", "Pressure of corn in silos", "Janssen, 1895");
    scree_figures_section(f, "Saturation of the load on the floor",
                          "Spheres of 5 mm (within 10 %%), 2500 kg/m3, 0.25 MPa, restitution 0.3, friction 0.5 among "
                          "them and on the walls, linear law, " AUTO_STEP
                          ", fall into a square silo of %.0f grains' width. The floor then goes down by 1.8 grains, so "
                          "that the walls' friction points up everywhere, as the law has it; the load is the mean over "
                          "the second half of that way. One constant, the saturation S, is fitted. %d seed%s.",
                          side / size, repeats, repeats > 1 ? "s" : "");
    trials t;
    const bool whole = scree_trials_run(&t, options, "janssen", HEIGHTS, repeats, fill, options);
    if (whole) scree_janssen_report(f, &t, side);
    scree_trials_close(&t);
    return whole;
}

const study scree_case_janssen = {
    .name = "janssen", .summary = "the load on a silo's floor saturates", .takes = "quick 30 s, full 7 min", .run = run
};
