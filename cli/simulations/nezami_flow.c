// nezami-2006, 5.2.1: polyhedra flow out of a box, and the time that detection takes by the common plane, the fast common
// plane, the shortest link and `auto`.
//
// Method  `auto` moves the grains. In windows of the first 1,000 steps of the flow (comparison.h), every method is asked about
//         the very same poses: all pairs whose boxes along the axes, grown by 5 % of D50, overlap.
#include <stdio.h>

#include "command.h"
#include "comparison.h"
#include "headway.h"
#include "interrupt.h"
#include "kept.h"
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

static bool run_box(const study_options *options, const box_run *box, uint64_t seed, flow *w)
{
    trial t = { .seed = seed, .pictures = box->drawn && seed == options->seed ? options->pictures : NULL };
    scene_changes changes = { 0 };
    scene_trial s;
    scree_trial_change(&changes, "insert.0.count=%d", box->grains);
    const double grain = 2.9e-5, share = 0.15; // volume of a grain, m^3, and of the space that they begin with
    scree_trial_change(&changes, "insert.0.region.max=[%g, %g, %g]", box->side, box->side,
                       box->grains * grain / (share * box->side * box->side));
    scree_trial_change(&changes, "walls.east.offset=%g", -box->side);
    scree_trial_change(&changes, "walls.north.offset=%g", -box->side);
    bool whole = scree_scene_trial_run(&s, &scree_resource_nezami_box_yaml, &changes, filled, NULL, &t);
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
    char key[96];
    double values[COMPARED_VALUES];
    snprintf(key, sizeof key, "nezami-2006, box, %d grains, windows of %d steps, seed %llu", box->grains,
             w->methods.window, (unsigned long long)seed);
    if (scree_kept_find(options, key, values, COMPARED_VALUES)) {
        scree_comparison_set(&w->methods, values);
        return true;
    }
    if (!run_box(options, box, seed, w)) return false;
    scree_comparison_values(&w->methods, values);
    return scree_kept_add(options, key, values, COMPARED_VALUES);
}

enum { FCP, SLM, AUTO, APART, IN_CONTACT, ALL, SHARE_CP, SHARE_AUTO, PAIRS, BOX_FIGURES, BOXES = 10, MOST_SEEDS = 32 };

// One box with several seeds: means and errors.
static bool measure_box(const study_options *options, const box_run *box, int window, int seeds,
                        trial_mean out[BOX_FIGURES])
{
    double of[BOX_FIGURES][MOST_SEEDS];
    for (int i = 0; i < seeds; ++i) {
        flow run = { .methods = { .margin = 0.05 * median_size, .window = window } };
        comparison *w = &run.methods;
        const bool whole = kept_box(options, box, options->seed + (uint64_t)i, &run);
        const double cp = w->seconds[COMPARED_CP];
        of[FCP][i] = cp / w->seconds[COMPARED_FCP];
        of[SLM][i] = cp / w->seconds[COMPARED_SLM];
        of[AUTO][i] = cp / w->seconds[COMPARED_AUTO];
        of[APART][i] = scree_comparison_quick(w, COMPARED_APART);
        of[IN_CONTACT][i] = scree_comparison_quick(w, COMPARED_IN_CONTACT);
        of[ALL][i] = scree_comparison_quick(w, COMPARED_STATES);
        of[SHARE_CP][i] = scree_comparison_share_by(w, COMPARED_CP);
        of[SHARE_AUTO][i] = scree_comparison_share(w);
        of[PAIRS][i] = (double)w->pair_count;
        scree_comparison_free(w);
        if (!whole) return false;
    }
    for (int k = 0; k < BOX_FIGURES; ++k) out[k] = scree_mean_of(of[k], seeds);
    return true;
}

static void add_row(figures *f, int grains, const trial_mean m[BOX_FIGURES])
{
    char words[3][ERROR_WORDS];
    scree_figures_row(f, "%d\t%.0f\t%.1f\t%s\t%.1f\t%s\t%.0f\t%s\t%.0f\t%.0f\t%.0f\t%.0f\t%.0f\t%s", grains,
                      m[PAIRS].mean, m[FCP].mean, scree_trial_error(words[0], &m[FCP], 1), m[SLM].mean,
                      scree_trial_error(words[1], &m[SLM], 1), m[AUTO].mean, scree_trial_error(words[2], &m[AUTO], 0),
                      m[ALL].mean, m[APART].mean, m[IN_CONTACT].mean, m[SHARE_CP].mean, m[SHARE_AUTO].mean,
                      scree_figures_verdict(f, m[SLM].mean > m[FCP].mean && m[FCP].mean > 1.0));
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

bool scree_nezami_flow(const study_options *options, figures *f)
{
    static const struct {
        int grains;
        double side;
    } boxes[BOXES] = { { 500, 0.3 },   { 4000, 0.3 },  { 5000, 1.0 },  { 10000, 1.0 }, { 15000, 1.0 },
                       { 20000, 1.0 }, { 25000, 1.0 }, { 30000, 1.0 }, { 37500, 1.0 }, { 45000, 1.0 } };
    const int window = options->quick ? 4 : 10, wanted = scree_trials_repeats(options, 2, 1),
              seeds = wanted < MOST_SEEDS ? wanted : MOST_SEEDS,
              most = options->grains > 0 ? options->grains : boxes[options->quick ? 0 : BOXES - 1].grains;
    double grains[BOXES], r[2][BOXES], error[2][BOXES];
    int count = 0;
    scree_figures_section(
        f, "5.2.1: flow out of a box",
        "Tetrahedra, pyramids, cubes and 14-vertex solids, evenly; 2 to 5 cm with a median of 3.8 cm "
        "(taken as the diameter of "
        "the sphere of equal volume, even below and above the median); 130 and 102 kN/m, 35 degrees, "
        "1.3e-4 s. Ours: 2650 "
        "kg/m3, restitution 0.3, strewn at random and let fall, which pairs are asked about (boxes grown by 5 "
        "%% of D50). R is the time "
        "of CP over that of a method, in ten windows of %d steps, spread evenly over the first 1,000 steps after two "
        "walls "
        "are gone (in print over all 1,000); in print, "
        "FCP falls from 13 to 10 and "
        "SLM from 21 to 17 as grains become more, 95 %% of the links take two iterations or fewer, "
        "and detection takes 70 to "
        "80 %% of the time. %d seed%s of each box; of the ten boxes in print, those of up to %d grains.",
        window, seeds, seeds > 1 ? "s" : "", most);
    scree_figures_table(f, "Ten boxes in print; these here",
                        "grains\tpairs\tR of FCP\terror\tR of SLM\terror\tR of auto\terror\tSLM in two iterations or "
                        "fewer, %: all\tapart\t"
                        "in contact\tdetection's share of the time, %: by CP\tby auto\tSLM > FCP > 1");
    for (int i = 0; i < BOXES; ++i) {
        if (boxes[i].grains > most) continue;
        trial_mean m[BOX_FIGURES];
        const box_run box = { boxes[i].grains, boxes[i].side, i + 1 == BOXES || boxes[i + 1].grains > most };
        if (!measure_box(options, &box, window, seeds, m)) return false;
        add_row(f, boxes[i].grains, m);
        grains[count] = boxes[i].grains;
        for (int k = 0; k < 2; ++k) {
            r[k][count] = m[k].mean;
            error[k][count] = m[k].error;
        }
        ++count;
    }
    add_chart(f, grains, r, error, count);
    return true;
}
