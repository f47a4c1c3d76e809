// Random packings under gravity: how much of the space the grains take.
#include <math.h>
#include <stdio.h>

#include "cases.h"
#include "scene_trial.h"

enum { FRACTION, COORDINATION };

static const double pi = 3.14159265358979323846;

typedef struct packing_row {
    const char *what, *source, *shape; // the shape as the scene has it
    double published, tolerance;
} packing_row;

static const packing_row rows[] = {
    { "spheres", "random close packing", "{type: sphere, size: {uniform: [0.0095, 0.0105]}}", 0.64, 0.01 },
    { "ellipsoids 1.25 : 1 : 0.8", "Donev et al. 2004",
      "{type: ellipsoid, semi_axes: [1.25, 1, 0.8], size: {uniform: [0.0095, 0.0105]}}", 0.735, 0.02 },
};

enum { ROWS = sizeof rows / sizeof *rows };

// The part of a ball about height z between two heights, as a volume.
static double below(double r, double z, double height)
{
    const double h = fmin(fmax(height - z + r, 0.0), 2.0 * r);
    return pi * h * h * (3.0 * r - h) / 3.0;
}

// Of the middle of the packing, away from floor and surface; grains as balls of equal volume where they are cut.
static double fraction(const scree_sim *sim, double area, double size)
{
    const scree_sim_grains_view g = scree_sim_grains(sim);
    const double density = 2500.0;
    double all = 0.0, inside = 0.0;
    for (size_t i = 0; i < g.count; ++i) all += g.masses[i] / density;
    const double top = all / (area * 0.64), low = 3.0 * size, high = top - 3.0 * size;
    for (size_t i = 0; i < g.count; ++i) {
        const double r = cbrt(0.75 * g.masses[i] / density / pi), z = g.positions[i].z;
        inside += below(r, z, high) - below(r, z, low);
    }
    return inside / (area * (high - low));
}

static void settle(const void *user, trial *t)
{
    const study_options *options = user;
    const packing_row *row = &rows[t->setting];
    const int count = options->quick ? 500 : 4000;
    const double size = 0.01, width = options->quick ? 0.065 : 0.14;
    scene_changes changes = { 0 };
    scene_trial s;
    scree_trial_change(&changes, "shapes.grain=%s", row->shape);
    scree_trial_change(&changes, "insert.0.count=%d", count);
    scree_trial_change(&changes, "insert.0.region.max=[%g, %g, 0.6]", width, width);
    scree_trial_change(&changes, "domain.max=[%g, %g, 0.6]", width, width);
    if (scree_scene_trial_run(&s, &scree_resource_packing_yaml, &changes, NULL, NULL, t)) {
        const scree_sim *sim = scree_run_sim(s.run);
        t->values[FRACTION] = fraction(sim, width * width, size);
        t->values[COORDINATION] = scree_sim_measure(sim).coordination;
    }
    scree_scene_trial_close(&s);
}

static bool run(const study_options *options, figures *f)
{
    const int repeats = options->quick ? 2 : 5;
    scree_figures_paper(f, "packing", "Random packings", "of spheres and of ellipsoids");
    scree_figures_section(
        f, "Packing fraction without friction",
        "%d grains, sizes even within 5 %% of 1 cm, no friction, restitution 0.3, 2500 kg/m3, 4 MPa; they "
        "rain from a disordered lattice onto a floor in a box that is periodic sideways, and settle. The "
        "fraction is that of the middle, three sizes away from floor and surface. Error bars: over %d "
        "seeds. Published figures are of packings without a floor or gravity.",
        options->quick ? 500 : 4000, repeats);
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
                                   .run = run };
