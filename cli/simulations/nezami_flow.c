// nezami-2006, 5.2.1: polyhedra flow out of a box, and the time that detection takes by the common plane, the fast common
// plane, the shortest link and `auto`.
//
// Method  `auto` moves the grains. In windows of the first 1,000 steps of the flow (comparison.h), every method is asked about
//         the very same poses: all pairs whose boxes along the axes, grown by 5 % of D50, overlap.
#include <math.h>
#include <stdio.h>

#include "command.h"
#include "comparison_report.h"
#include "headway.h"
#include "interrupt.h"
#include "kept.h"
#include "keys.h"
#include "scene_trial.h"
#include "simulations.h"

static const double median_size = 0.038; // D50, m

typedef struct flow {
    comparison methods;
    bool lost;
} flow;

static void after_step(void *user, const scree_sim *sim, const scree_sim_step_view *step)
{
    flow *w = user;
    if (!w->lost) w->lost = !scree_comparison_step(&w->methods, sim, step);
}

static bool flow_out(flow *w, scree_sim *sim, char *why, size_t size)
{
    scree_sim_report report;
    scree_sim_observe(sim, after_step, w);
    for (int i = 0; i < COMPARED_SPAN && !scree_cli_interrupted(); ++i) {
        scree_headway("nezami-2006, flow", (size_t)i, COMPARED_SPAN);
        scree_sim_step(sim, 1, &report);
        if (!w->lost) continue;
        snprintf(why, size, "no memory, or a grain was lost");
        return false;
    }
    return !scree_cli_interrupted();
}

static bool filled(void *user, const scree_run *run)
{
    const scree_run_status s = scree_run_status_of(run);
    const double limit = 2.0; // s, of the scene's first stage
    (void)user;
    scree_headway("nezami-2006, filling the box, ms", (size_t)(1e3 * s.time), (size_t)(1e3 * limit));
    return s.stage == 0;
}

static void draw(const trial *t, const scree_run *run, int grains, const char *when)
{
    char name[64];
    snprintf(name, sizeof name, "nezami-2006-box-%d-%s", grains, when);
    scree_trial_still(t, run, name, scree_still_any);
}

// The flow goes on to the later pictures of Fig. 15.
static bool go_on(const trial *t, const scree_run *run, int grains, double start)
{
    enum { CHUNK = 100 };
    static const double times[] = { 1.4, 2.0 }; // s
    static const char *const names[] = { "1.4s", "2.0s" };
    scree_sim *sim = scree_run_sim(run);
    scree_sim_report report;
    scree_sim_observe(sim, NULL, NULL);
    for (int i = 0; i < 2; ++i) {
        const int64_t all = (int64_t)((start + times[i] - scree_sim_time(sim)) / scree_run_status_of(run).dt + 0.5);
        for (int64_t k = 0; k < all && !scree_cli_interrupted(); k += CHUNK) {
            scree_headway("nezami-2006, flow for the pictures", (size_t)k, (size_t)all);
            scree_sim_step(sim, all - k < CHUNK ? (int)(all - k) : CHUNK, &report);
        }
        if (!scree_cli_interrupted()) draw(t, run, grains, names[i]);
    }
    return !scree_cli_interrupted();
}

typedef struct box_run {
    int grains;
    double side; // of the box, m
    bool drawn;  // as Fig. 15 draws the largest one
} box_run;

static scene_changes changes_of(const box_run *box)
{
    scene_changes changes = { 0 };
    scree_trial_change(&changes, "insert.0.count=%d", box->grains);
    const double grain = 2.9e-5, share = 0.15; // volume of a grain, m^3, and of the space that they begin with
    scree_trial_change(&changes, "insert.0.region.max=[%g, %g, %g]", box->side, box->side,
                       box->grains * grain / (share * box->side * box->side));
    scree_trial_change(&changes, "walls.east.offset=%g", -box->side);
    scree_trial_change(&changes, "walls.north.offset=%g", -box->side);
    return changes;
}

static bool run_box(const study_options *options, const box_run *box, scene_changes *changes, uint64_t seed, flow *w)
{
    trial t = { .self = options->self,
                .seed = seed,
                .pictures = box->drawn && seed == options->seed ? options->pictures : NULL };
    scene_trial s;
    bool whole = scree_scene_trial_run(&s, &scree_resource_nezami_box_yaml, changes, filled, NULL, &t);
    const double start = whole ? scree_sim_time(scree_run_sim(s.run)) : 0.0;
    if (whole) draw(&t, s.run, box->grains, "0s");
    whole = whole && flow_out(w, scree_run_sim(s.run), t.why, sizeof t.why);
    if (whole && t.pictures != NULL) whole = go_on(&t, s.run, box->grains, start);
    if (t.why[0] != 0) scree_cli_trouble(&scree_cli_reproduce, "nezami-2006: %s", t.why);
    scree_scene_trial_close(&s);
    return whole;
}

static bool kept_box(const study_options *options, const box_run *box, uint64_t seed, flow *w)
{
    char key[KEY_SIZE];
    double values[COMPARED_VALUES];
    scene_changes changes = changes_of(box);
    scree_key_box(key, box->grains, box->side, w->methods.window, seed,
                  scree_scene_set_up(&scree_resource_nezami_box_yaml, &changes));
    if (scree_kept_find(options, key, values, COMPARED_VALUES)) {
        scree_comparison_set(&w->methods, values);
        return true;
    }
    if (!run_box(options, box, &changes, seed, w)) return false;
    scree_comparison_values(&w->methods, values);
    return scree_kept_add(options, key, values, COMPARED_VALUES);
}

enum { BOXES = 10, MOST_SEEDS = 32 };

static const box_run boxes[BOXES] = { { 500, 0.3, false },   { 4000, 0.3, false },  { 5000, 1.0, false },
                                      { 10000, 1.0, false }, { 15000, 1.0, false }, { 20000, 1.0, false },
                                      { 25000, 1.0, false }, { 30000, 1.0, false }, { 37500, 1.0, false },
                                      { 45000, 1.0, false } };

// Printed: ratios over all ten boxes; the share of links of two iterations or fewer, and of detection, in %.
static const double fcp_low = 10.0, fcp_high = 13.0, slm_low = 17.0, slm_high = 21.0;
static const double links_printed = 95.0, links_mean_printed = 3.0, share_low = 70.0, share_high = 80.0;

// One box with several seeds: means and errors.
static bool measure_box(const study_options *options, const box_run *box, int window, int seeds,
                        trial_mean out[COMPARISON_FIGURES])
{
    double of[MOST_SEEDS][COMPARISON_FIGURES], values[MOST_SEEDS];
    for (int i = 0; i < seeds; ++i) {
        flow run = { .methods = { .margin = 0.05 * median_size, .window = window } };
        scree_headway_simulation(box->grains);
        const bool whole = kept_box(options, box, options->seed + (uint64_t)i, &run);
        scree_comparison_figures(&run.methods, of[i]);
        scree_comparison_free(&run.methods);
        if (!whole) return false;
    }
    for (int k = 0; k < COMPARISON_FIGURES; ++k) {
        for (int i = 0; i < seeds; ++i) values[i] = of[i][k];
        out[k] = scree_mean_of(values, seeds);
    }
    return true;
}

static void add_ratios(figures *f, const char *const *names, int count, trial_mean (*m)[COMPARISON_FIGURES])
{
    scree_figures_table(f, "R: the time of CP over that of a method",
                        "grains\tpairs\tFCP\terror\tSLM\terror\tauto\terror\tlinks of two iterations or fewer, %: "
                        "all\tapart\tin contact\tSLM > FCP > 1");
    for (int i = 0; i < count; ++i) {
        const trial_mean *of = m[i], *fcp = &of[RATIO_FCP], *slm = &of[RATIO_SLM], *best = &of[RATIO_AUTO];
        char words[3][ERROR_WORDS];
        scree_figures_row(f, "%s\t%.0f\t%.1f\t%s\t%.1f\t%s\t%.0f\t%s\t%.1f\t%.1f\t%.1f\t%s", names[i], of[PAIRS].mean,
                          fcp->mean, scree_trial_error(words[0], fcp, 1), slm->mean,
                          scree_trial_error(words[1], slm, 1), best->mean, scree_trial_error(words[2], best, 0),
                          of[LINKS_ALL].mean, of[LINKS_APART].mean, of[LINKS_IN_CONTACT].mean,
                          scree_figures_verdict(f, slm->mean > fcp->mean && fcp->mean > 1.0));
    }
}

// The change of a ratio for ten times as many grains, by least squares over the logarithm.
static double trend(const double *grains, const double *r, int count)
{
    double sx = 0.0, sy = 0.0, sxx = 0.0, sxy = 0.0;
    for (int i = 0; i < count; ++i) {
        const double x = log10(grains[i]);
        sx += x;
        sy += r[i];
        sxx += x * x;
        sxy += x * r[i];
    }
    return (count * sxy - sx * sy) / (count * sxx - sx * sx);
}

static void judge(figures *f, const char *const *names, int count, trial_mean (*m)[COMPARISON_FIGURES])
{
    scree_comparison_printed_table(f, "grains");
    for (int i = 0; i < count; ++i) {
        const trial_mean *of = m[i], *fcp = &of[RATIO_FCP], *slm = &of[RATIO_SLM], *links = &of[LINKS_ALL],
                         *mean = &of[ITERATIONS + COMPARED_SLM], *share = &of[SHARE + COMPARED_CP];
        scree_comparison_printed_row(f, "R of FCP", names[i], "13 to 10", fcp, 1,
                                     scree_comparison_in_print(fcp->mean, fcp_low, fcp_high));
        scree_comparison_printed_row(f, "R of SLM", names[i], "21 to 17", slm, 1,
                                     scree_comparison_in_print(slm->mean, slm_low, slm_high));
        scree_comparison_printed_row(f, "links of two iterations or fewer, %", names[i], "95", links, 1,
                                     fabs(links->mean - links_printed) <= 2.0);
        scree_comparison_printed_row(f, "iterations of SLM, mean", names[i], "rarely above 3", mean, 2,
                                     mean->mean <= links_mean_printed);
        scree_comparison_printed_row(f, "detection's share by CP, %", names[i], "70 to 80", share, 1,
                                     share->mean >= share_low && share->mean <= share_high);
    }
}

static void judge_trends(figures *f, const double grains[BOXES], double r[2][BOXES], int count)
{
    static const char *const names[2] = { "FCP", "SLM" };
    static const double ends[2] = { 500.0, 45000.0 }, printed[2][2] = { { 13.0, 10.0 }, { 21.0, 17.0 } };
    if (count < 2) return;
    scree_figures_table(f, "R as grains become ten times as many",
                        "method\tpaper: falls by\tmeasured: changes by\tverdict");
    for (int k = 0; k < 2; ++k) {
        const double slope = trend(grains, r[k], count);
        scree_figures_row(f, "%s\t%.1f\t%+.1f\t%s", names[k], -trend(ends, printed[k], 2), slope,
                          scree_figures_verdict(f, slope < 0.0));
    }
}

static void add_chart(figures *f, const double grains[BOXES], double r[2][BOXES], double error[2][BOXES], int count)
{
    static const char *const names[4] = { "FCP", "SLM", "FCP, paper", "SLM, paper" };
    static const double ends[2] = { 500.0, 45000.0 }, printed[2][2] = { { 13.0, 10.0 }, { 21.0, 17.0 } };
    chart c = { .kind = CHART_POINTS,
                .title = "Speed-up over CP, flow out of a box",
                .x_label = "grains",
                .y_label = "R",
                .log_x = true,
                .series_count = 4 };
    for (int i = 0; i < 4; ++i) {
        c.series[i].name = names[i];
        c.series[i].x = i < 2 ? grains : ends;
        c.series[i].y = i < 2 ? r[i] : printed[i - 2];
        c.series[i].error = i < 2 ? error[i] : NULL;
        c.series[i].line = i >= 2;
        c.series[i].count = i < 2 ? count : 2;
    }
    scree_figures_chart(f, &c);
}

static void introduce(figures *f, int window, int seeds, int most)
{
    scree_figures_section(
        f, "5.2.1: flow out of a box",
        "Printed: tetrahedra, pyramids, cubes and 14-vertex solids, evenly; 2 to 5 cm with a median of 3.8 cm; 130 and "
        "102 kN/m, 35 degrees, 1.3e-4 s. Ours: sizes are diameters of spheres of equal volume, even below and above "
        "the median; 2650 kg/m3, restitution 0.3, depth law, one contact point a pair; strewn at random over the box "
        "and let fall until at rest; the methods are asked about pairs whose boxes, grown by 5 %% of D50, overlap. R "
        "is the time of CP over that of a method, in ten windows of %d steps, spread evenly over the first 1,000 steps "
        "after two walls are gone (in print over all 1,000). In print, FCP falls from 13 to 10 and SLM from 21 to 17 "
        "as grains become more, around 95 %% of the links take two iterations or fewer, their mean is rarely above 3, "
        "and detection takes up to 70 to 80 %% of the time. %d seed%s of each box; of the ten boxes in print, those of "
        "up to %d grains.",
        window, seeds, seeds > 1 ? "s" : "", most);
    scree_figures_note(f,
                       "Agreement: R within a fifth beyond the print's range, for print tells its ends only; the share "
                       "of links within two points; the fall of R by its sign. Iterations are normals that CP tries, "
                       "sets of candidate planes of FCP, and links. The share of detection by `auto` is that of the "
                       "steps outside the windows, where the simulation queries the pairs that may touch; those by the "
                       "other methods follow from their times in the windows, where they are asked about all pairs.");
}

bool scree_nezami_flow(const study_options *options, figures *f)
{
    const int window = options->quick ? 4 : 10, wanted = scree_trials_repeats(options, 2, 1),
              seeds = wanted < MOST_SEEDS ? wanted : MOST_SEEDS,
              most = options->grains > 0 ? options->grains : boxes[options->quick ? 0 : BOXES - 1].grains;
    double grains[BOXES], r[2][BOXES], error[2][BOXES];
    trial_mean m[BOXES][COMPARISON_FIGURES];
    char words[BOXES][16];
    const char *names[BOXES];
    int count = 0;
    double work = 0.0;
    for (int i = 0; i < BOXES && boxes[i].grains <= most; ++i) work += (double)boxes[i].grains * seeds;
    introduce(f, window, seeds, most);
    scree_headway_study(work);
    for (int i = 0; i < BOXES && boxes[i].grains <= most; ++i, ++count) {
        box_run box = boxes[i];
        box.drawn = i + 1 == BOXES || boxes[i + 1].grains > most;
        if (!measure_box(options, &box, window, seeds, m[i])) return false;
        snprintf(words[i], sizeof words[i], "%d", box.grains);
        names[i] = words[i];
        grains[i] = box.grains;
        for (int k = 0; k < 2; ++k) {
            r[k][i] = m[i][RATIO_FCP + k].mean;
            error[k][i] = m[i][RATIO_FCP + k].error;
        }
    }
    add_ratios(f, names, count, m);
    judge(f, names, count, m);
    judge_trends(f, grains, r, count);
    scree_comparison_costs(f, "grains", names, count, (const trial_mean(*)[COMPARISON_FIGURES])m);
    scree_comparison_shares(f, "grains", names, count, (const trial_mean(*)[COMPARISON_FIGURES])m);
    add_chart(f, grains, r, error, count);
    return true;
}
