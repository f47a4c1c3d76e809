// nezami-2006, 5.2.2: a loader bucket in a pile of polyhedra. Table I's ratios at the start of each of its three motions, and
// beyond the paper the force and the torque on the bucket.
//
// Method  `auto` moves the grains. In windows of the first 1,000 steps of each motion all methods are asked about the very same
//         poses (comparison.h), the bucket's plates among them.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "command.h"
#include "comparison_report.h"
#include "headway.h"
#include "kept.h"
#include "keys.h"
#include "scene_trial.h"
#include "scree/rotation.h"
#include "simulations.h"

enum { PHASES = 3, DIG = 2 };

static const char *const phases[PHASES] = { "translation", "rotation", "lifting" };
static const double starts[PHASES] = { 0.0, 5.0, 13.0 }, ends[PHASES] = { 8.0, 16.0, 20.0 }; // s of the digging
static const double printed_slm[PHASES] = { 18.31, 18.14, 18.05 }, printed_fcp[PHASES] = { 12.54, 11.12, 11.68 };
static const int printed_grains = 21952;

typedef struct load {
    double force_x, force_z, torque, count; // sums over a motion
    double most;                            // of the torque
} load;

typedef struct dig {
    comparison methods[PHASES];
    double pace;  // of the bucket, over the printed one
    double start; // of the digging; NaN: not yet
    double dt;
    load loads[PHASES];
    bool lost;
    const trial *trial;
    int drawn; // pictures so far
} dig;

// Grains push the bucket: force, and torque about its hinge, the rear end of its bottom.
static void measure_load(const scree_sim *sim, load *l)
{
    const scree_vec3 rear = { 0.075, 0.0, -0.005 };
    scree_vec3 hinge = { 0.0, 0.0, 0.0 };
    double x = 0.0, z = 0.0, torque = 0.0;
    for (int i = 0; i < scree_sim_wall_count(sim); ++i) {
        const scree_sim_wall_view w = scree_sim_wall_at(sim, i);
        if (strcmp(w.name, "bucket_bottom") != 0) continue;
        const scree_vec3 arm = scree_quat_rotate(w.orientation, rear);
        hinge = (scree_vec3){ w.position.x + arm.x, 0.0, w.position.z + arm.z };
    }
    for (int i = 0; i < scree_sim_wall_count(sim); ++i) {
        const scree_sim_wall_view w = scree_sim_wall_at(sim, i);
        if (strncmp(w.name, "bucket", 6) != 0) continue;
        const double rx = w.position.x - hinge.x, rz = w.position.z - hinge.z;
        x += w.force.x;
        z += w.force.z;
        torque += w.torque.y + rz * w.force.x - rx * w.force.z;
    }
    l->force_x += x;
    l->force_z += z;
    l->torque += torque;
    l->count += 1.0;
    l->most = fmax(l->most, fabs(torque));
}

static void after_step(void *user, const scree_sim *sim, const scree_sim_step_view *step)
{
    dig *d = user;
    if (isnan(d->start) || d->lost) return;
    const double time = (scree_sim_time(sim) - d->start) * d->pace;
    for (int p = 0; p < PHASES; ++p) {
        comparison *m = &d->methods[p];
        if (time < starts[p] || m->step >= COMPARED_SPAN) continue;
        scree_headway("nezami-2006, bucket, asking", (size_t)m->step, COMPARED_SPAN);
        if (!scree_comparison_step(m, sim, step)) d->lost = true;
        return;
    }
}

static bool watch(void *user, const scree_run *run)
{
    dig *d = user;
    const scree_run_status s = scree_run_status_of(run);
    if (s.steps == 0 || isnan(d->dt)) {
        d->dt = s.dt;
        scree_sim_observe(scree_run_sim(run), after_step, d);
    }
    if (!isnan(s.end_time)) scree_headway("nezami-2006, bucket, steps", (size_t)s.steps, (size_t)(s.end_time / s.dt));
    if (s.stage < DIG) return !d->lost;
    if (isnan(d->start)) d->start = s.time;
    const double time = (s.time - d->start) * d->pace;
    static const double moments[] = { 0.0, 5.0, 19.9 }; // of Fig. 18, s; the last one just before the end
    static const char *const names[] = { "nezami-2006-bucket-0s", "nezami-2006-bucket-5s", "nezami-2006-bucket-20s" };
    if (d->drawn < 3 && time >= moments[d->drawn])
        scree_trial_still(d->trial, run, names[d->drawn++], (scree_vec3){ -0.25, 1.0, -0.45 });
    for (int p = 0; p < PHASES; ++p)
        if (time >= starts[p] && time <= ends[p]) measure_load(scree_run_sim(run), &d->loads[p]);
    return !d->lost;
}

// A third of what would be as near the limit as the printed 1.2e-4 s is for the printed grains: with that, grains fly apart.
static double step_of(int grains)
{
    return 0.4e-4 * sqrt((double)printed_grains / grains);
}

// The same way in less time.
static void change_pace(scene_changes *changes, double pace)
{
    static const char *const plates[] = { "bottom", "bend", "back", "left", "right" };
    for (int i = 0; i < 5; ++i)
        scree_trial_change(changes,
                           "stages.2.motion.bucket_%s=[{start: 0, end: %g, velocity: [%g, 0, 0]}, {start: %g, end: %g, "
                           "spin: [0, %g, 0], centre: [1.49375, 0, 0.04]}, {start: %g, end: %g, velocity: [0, 0, %g]}]",
                           plates[i], ends[0] / pace, -0.03125 * pace, starts[1] / pace, ends[1] / pace, 0.10313 * pace,
                           starts[2] / pace, ends[2] / pace, 0.025714 * pace);
    scree_trial_change(changes, "stages.2.until.time=%g", ends[2] / pace);
}

static scene_changes changes_of(int grains, double pace)
{
    static const char *const shapes[] = { "tetrahedron", "pyramid", "cube", "fourteen" };
    scene_changes changes = { 0 };
    const double scale = cbrt((double)printed_grains / grains);
    for (int i = 0; i < 4; ++i)
        scree_trial_change(&changes, "shapes.%s.size={sieve: [[%g, 0], [%g, 0.5], [%g, 1]], by: number}", shapes[i],
                           0.01 * scale, 0.025 * scale, 0.04 * scale);
    scree_trial_change(&changes, "insert.0.count=%d", grains);
    scree_trial_change(&changes, "time_step=%g", step_of(grains));
    if (grains < printed_grains) // large grains find no place in a narrow bin that is as full
        scree_trial_change(&changes, "insert.0.region.max=[0.4, 0.3, 6]");
    if (pace != 1.0) change_pace(&changes, pace);
    return changes;
}

static bool run_bucket(const study_options *options, scene_changes *changes, uint64_t seed, dig *d)
{
    trial t = { .self = options->self, .seed = seed, .pictures = seed == options->seed ? options->pictures : NULL };
    scene_trial s;
    d->trial = &t;
    const bool whole = scree_scene_trial_run(&s, &scree_resource_nezami_bucket_yaml, changes, watch, d, &t);
    if (t.why[0] != 0) scree_cli_trouble(&scree_cli_reproduce, "nezami-2006, bucket: %s", t.why);
    scree_scene_trial_close(&s);
    return whole && !d->lost;
}

static bool kept_bucket(const study_options *options, int grains, uint64_t seed, dig *d)
{
    enum { LOAD_VALUES = 5, PHASE_VALUES = COMPARED_VALUES + LOAD_VALUES };
    char key[KEY_SIZE];
    double values[PHASES * PHASE_VALUES];
    scene_changes changes = changes_of(grains, d->pace);
    scree_key_bucket(key, grains, d->pace, d->methods[0].window, seed,
                     scree_scene_set_up(&scree_resource_nezami_bucket_yaml, &changes));
    if (scree_kept_find(options, key, values, PHASES * PHASE_VALUES)) {
        for (int p = 0; p < PHASES; ++p) {
            const double *of = values + (size_t)p * PHASE_VALUES, *l = of + COMPARED_VALUES;
            scree_comparison_set(&d->methods[p], of);
            d->loads[p] = (load){ l[0], l[1], l[2], l[3], l[4] };
        }
        return true;
    }
    if (!run_bucket(options, &changes, seed, d)) return false;
    for (int p = 0; p < PHASES; ++p) {
        double *of = values + (size_t)p * PHASE_VALUES, *l = of + COMPARED_VALUES;
        scree_comparison_values(&d->methods[p], of);
        l[0] = d->loads[p].force_x;
        l[1] = d->loads[p].force_z;
        l[2] = d->loads[p].torque;
        l[3] = d->loads[p].count;
        l[4] = d->loads[p].most;
    }
    return scree_kept_add(options, key, values, PHASES * PHASE_VALUES);
}

enum { AGAINST, DOWN, TORQUE, MOST_TORQUE, LOAD_FIGURES, MOST_SEEDS = 32 };

typedef struct dig_figures {
    double compared[PHASES][COMPARISON_FIGURES], loads[PHASES][LOAD_FIGURES];
} dig_figures; // of one seed

typedef struct dig_means {
    trial_mean compared[PHASES][COMPARISON_FIGURES], loads[PHASES][LOAD_FIGURES];
} dig_means;

static void read_figures(const dig *d, dig_figures *of)
{
    for (int p = 0; p < PHASES; ++p) {
        const load *l = &d->loads[p];
        scree_comparison_figures(&d->methods[p], of->compared[p]);
        of->loads[p][AGAINST] = l->force_x / l->count;
        of->loads[p][DOWN] = -l->force_z / l->count;
        of->loads[p][TORQUE] = l->torque / l->count;
        of->loads[p][MOST_TORQUE] = l->most;
    }
}

static void average(const dig_figures of[MOST_SEEDS], int seeds, dig_means *m)
{
    double values[MOST_SEEDS];
    for (int p = 0; p < PHASES; ++p) {
        for (int k = 0; k < COMPARISON_FIGURES; ++k) {
            for (int i = 0; i < seeds; ++i) values[i] = of[i].compared[p][k];
            m->compared[p][k] = scree_mean_of(values, seeds);
        }
        for (int k = 0; k < LOAD_FIGURES; ++k) {
            for (int i = 0; i < seeds; ++i) values[i] = of[i].loads[p][k];
            m->loads[p][k] = scree_mean_of(values, seeds);
        }
    }
}

static void report_ratios(figures *f, const dig_means *m)
{
    scree_figures_table(f, "Table I: the time of CP over that of a method",
                        "phase\tSLM\terror\tFCP\terror\tauto\tlinks of two iterations or fewer, %: all\tapart\tin "
                        "contact\tpairs\tSLM > FCP > 1");
    for (int p = 0; p < PHASES; ++p) {
        const trial_mean *of = m->compared[p], *fcp = &of[RATIO_FCP], *slm = &of[RATIO_SLM];
        char words[2][ERROR_WORDS];
        scree_figures_row(f, "%s\t%.1f\t%s\t%.1f\t%s\t%.0f\t%.1f\t%.1f\t%.1f\t%.0f\t%s", phases[p], slm->mean,
                          scree_trial_error(words[0], slm, 1), fcp->mean, scree_trial_error(words[1], fcp, 1),
                          of[RATIO_AUTO].mean, of[LINKS_ALL].mean, of[LINKS_APART].mean, of[LINKS_IN_CONTACT].mean,
                          of[PAIRS].mean, scree_figures_verdict(f, slm->mean > fcp->mean && fcp->mean > 1.0));
    }
}

static void judge(figures *f, const dig_means *m)
{
    const double most_links = 98.0;
    char words[16];
    scree_comparison_printed_table(f, "phase");
    for (int p = 0; p < PHASES; ++p) {
        const trial_mean *of = m->compared[p], *fcp = &of[RATIO_FCP], *slm = &of[RATIO_SLM], *links = &of[LINKS_ALL];
        snprintf(words, sizeof words, "%.2f", printed_slm[p]);
        scree_comparison_printed_row(f, "R of SLM", phases[p], words, slm, 1,
                                     scree_comparison_in_print(slm->mean, printed_slm[p], printed_slm[p]));
        snprintf(words, sizeof words, "%.2f", printed_fcp[p]);
        scree_comparison_printed_row(f, "R of FCP", phases[p], words, fcp, 1,
                                     scree_comparison_in_print(fcp->mean, printed_fcp[p], printed_fcp[p]));
        scree_comparison_printed_row(f, "links of two iterations or fewer, %", phases[p], "above 98", links, 1,
                                     links->mean > most_links);
    }
}

static void report_loads(figures *f, const dig_means *m)
{
    char words[3][ERROR_WORDS];
    scree_figures_table(f, "Grains on the bucket, means over each motion",
                        "phase\tagainst its way, N\terror\tdown, N\terror\ttorque about the hinge, N m\terror\tlargest "
                        "torque\tverdict");
    for (int p = 0; p < PHASES; ++p) {
        const trial_mean *l = m->loads[p];
        scree_figures_row(f, "%s\t%.0f\t%s\t%.0f\t%s\t%.0f\t%s\t%.0f\t%s", phases[p], l[AGAINST].mean,
                          scree_trial_error(words[0], &l[AGAINST], 0), l[DOWN].mean,
                          scree_trial_error(words[1], &l[DOWN], 0), l[TORQUE].mean,
                          scree_trial_error(words[2], &l[TORQUE], 0), l[MOST_TORQUE].mean, scree_figures_beyond(f));
    }
}

static void report(figures *f, const dig_means *m)
{
    double fcp[PHASES], slm[PHASES], errors[2][PHASES];
    for (int p = 0; p < PHASES; ++p) {
        slm[p] = m->compared[p][RATIO_SLM].mean;
        fcp[p] = m->compared[p][RATIO_FCP].mean;
        errors[0][p] = m->compared[p][RATIO_SLM].error;
        errors[1][p] = m->compared[p][RATIO_FCP].error;
    }
    report_ratios(f, m);
    judge(f, m);
    scree_comparison_costs(f, "phase", phases, PHASES, m->compared);
    scree_comparison_shares(f, "phase", phases, PHASES, m->compared);
    report_loads(f, m);
    chart c = { .kind = CHART_BARS,
                .title = "Loader bucket: speed-up over CP",
                .x_label = "phase",
                .y_label = "R",
                .categories = phases,
                .category_count = PHASES,
                .series_count = 4 };
    static const char *const names[4] = { "SLM, paper", "SLM", "FCP, paper", "FCP" };
    const double *const y[4] = { printed_slm, slm, printed_fcp, fcp };
    for (int i = 0; i < 4; ++i) {
        c.series[i].name = names[i];
        c.series[i].y = y[i];
        c.series[i].error = i % 2 == 0 ? NULL : errors[i / 2];
        c.series[i].count = PHASES;
    }
    scree_figures_chart(f, &c);
}

static void introduce(figures *f, int grains, int seeds, const dig *d)
{
    scree_figures_section(
        f, "5.2.2: loader bucket",
        "Printed: 21,952 grains of the four shapes, 1 to 4 cm with a median of 2.5 cm, in a bin of 0.60 m x 0.40 m; "
        "130 and 102 kN/m, 35 degrees, 1.2e-4 s; a bucket of five plates, 0.04 m above the ground, goes 0.25 m into "
        "the pile from 0 to 8 s, rotates by 65 degrees from 5 to 16 s and is lifted by 0.18 m from 13 to 20 s. Here: "
        "%d grains, their sizes %.2f times the printed ones, so that they are as much in all, a time step of %.2g s "
        "(in proportion a third of the printed one, with which grains fly apart), and the bucket %g times as fast. "
        "Ours: 2650 kg/m3, restitution 0.3, depth law, one contact point a pair, sizes as diameters of spheres of "
        "equal volume, strewn at random over the bin; the bucket 0.4 m wide, 0.2 m deep and high, of plates of 1 cm, "
        "rotating about the rear end of its bottom. Timed in ten windows of %d steps, spread evenly over the first "
        "1,000 of each motion (in print all of these). Agreement: ratios within a fifth; more than 98 %% of the links "
        "within two iterations. Iterations and shares as with the box. %d seed%s.",
        grains, cbrt((double)printed_grains / grains), step_of(grains), d->pace, d->methods[0].window, seeds,
        seeds > 1 ? "s" : "");
}

bool scree_nezami_bucket(const study_options *options, figures *f)
{
    const int limit = options->grains > 0 ? options->grains
                      : options->quick    ? 512
                                          : printed_grains,
              grains = limit < printed_grains ? limit : printed_grains, wanted = scree_trials_repeats(options, 1, 1),
              seeds = wanted < MOST_SEEDS ? wanted : MOST_SEEDS;
    dig_figures of[MOST_SEEDS];
    dig_means m;
    dig d = { 0 };
    scree_headway_study(seeds);
    for (int i = 0; i < seeds; ++i) {
        scree_headway_simulation(1.0);
        d = (dig){ .pace = options->quick ? 4.0 : 1.0, .start = (double)NAN, .dt = (double)NAN };
        for (int p = 0; p < PHASES; ++p) {
            d.methods[p].margin = 0.05 * 0.025 * cbrt((double)printed_grains / grains);
            d.methods[p].tools = "bucket";
            d.methods[p].window = options->quick ? 4 : 10;
        }
        const bool whole = kept_bucket(options, grains, options->seed + (uint64_t)i, &d);
        if (whole) read_figures(&d, &of[i]);
        for (int p = 0; p < PHASES; ++p) scree_comparison_free(&d.methods[p]);
        if (!whole) return false;
    }
    average(of, seeds, &m);
    introduce(f, grains, seeds, &d);
    report(f, &m);
    return true;
}
