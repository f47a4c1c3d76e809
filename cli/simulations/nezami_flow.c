// nezami-2006, 5.2.1: polyhedra flow out of a box, and the time that detection takes by the common plane, the fast common
// plane, the shortest link and `auto`.
//
// Method  `auto` moves the grains. In each of the first steps of the flow, every method is asked about the very same poses:
//         all pairs whose boxes along the axes, grown by 5 % of D50, overlap, warm from its own answers of the step before.
#include <stdio.h>

#include "beside.h"
#include "command.h"
#include "headway.h"
#include "interrupt.h"
#include "kept.h"
#include "scene_trial.h"
#include "simulations.h"

static const double median_size = 0.038; // D50, m

static void note_times(void *user, const scree_sim *sim, const scree_sim_step_view *step)
{
    (void)sim;
    scree_beside_note(user, step);
}

// Steps of the flow, each asked about by all methods.
static bool flow_out(beside *w, scree_sim *sim, int steps, char *why, size_t size)
{
    scree_sim_report report;
    scree_sim_observe(sim, note_times, w);
    for (int i = 0; i < steps && !scree_cli_interrupted(); ++i) {
        scree_headway("nezami-2006, flow", (size_t)i, (size_t)steps);
        scree_sim_step(sim, 1, &report);
        if (!scree_beside_ask(w, sim)) {
            snprintf(why, size, "no memory, or a grain was lost");
            return false;
        }
    }
    return !scree_cli_interrupted();
}

static bool filled(void *user, const scree_run *run)
{
    (void)user;
    return scree_run_status_of(run).stage == 0;
}

static bool run_box(int grains, double box, int steps, beside *w)
{
    trial t = { .seed = 1 };
    scene_changes changes = { 0 };
    scene_trial s;
    scree_trial_change(&changes, "insert.0.count=%d", grains);
    const double grain = 2.9e-5, share = 0.15; // volume of a grain, m^3, and of the space that they begin with
    scree_trial_change(&changes, "insert.0.region.max=[%g, %g, %g]", box, box, grains * grain / (share * box * box));
    scree_trial_change(&changes, "walls.east.offset=%g", -box);
    scree_trial_change(&changes, "walls.north.offset=%g", -box);
    bool whole = scree_scene_trial_run(&s, &scree_resource_nezami_box_yaml, &changes, filled, NULL, &t);
    whole = whole && flow_out(w, scree_run_sim(s.run), steps, t.why, sizeof t.why);
    if (t.why[0] != 0) scree_cli_trouble(&scree_cli_reproduce, "nezami-2006: %s", t.why);
    scree_scene_trial_close(&s);
    return whole;
}

static bool kept_box(const study_options *options, int grains, double box, int steps, beside *w)
{
    char key[96];
    double values[BESIDE_VALUES];
    snprintf(key, sizeof key, "nezami-2006, box, %d grains, %d steps", grains, steps);
    if (scree_kept_find(options, key, values, BESIDE_VALUES)) {
        scree_beside_set(w, values);
        return true;
    }
    if (!run_box(grains, box, steps, w)) return false;
    scree_beside_values(w, values);
    return scree_kept_add(options, key, values, BESIDE_VALUES);
}

static void add_row(figures *f, const beside *w)
{
    const double cp = w->seconds[BESIDE_CP], fcp = cp / w->seconds[BESIDE_FCP], slm = cp / w->seconds[BESIDE_SLM];
    scree_figures_row(f, "%zu\t%zu\t%.1f\t%.1f\t%.1f\t%.0f\t%.0f\t%.0f\t%.0f\t%s", w->grain_count, w->pair_count, fcp,
                      slm, cp / w->seconds[BESIDE_AUTO], scree_beside_quick(w, BESIDE_APART),
                      scree_beside_quick(w, BESIDE_IN_CONTACT), scree_beside_share_by(w, BESIDE_CP),
                      scree_beside_share(w), scree_figures_verdict(f, slm > fcp && fcp > 1.0));
}

bool scree_nezami_flow(const study_options *options, figures *f)
{
    static const struct {
        int grains;
        double box;
        bool quick;
    } boxes[] = {
        { 500, 0.3, true }, { 4000, 0.3, false }, { 5000, 1.0, false }, { 15000, 1.0, false }, { 45000, 1.0, false }
    };
    const int steps = options->quick ? 100 : 1000;
    scree_figures_section(
        f, "5.2.1: flow out of a box",
        "Tetrahedra, pyramids, cubes and 14-vertex solids, evenly; 2 to 5 cm with a median of 3.8 cm "
        "(taken as the diameter of "
        "the sphere of equal volume, even below and above the median); 130 and 102 kN/m, 35 degrees, "
        "1.3e-4 s. Ours: 2650 "
        "kg/m3, restitution 0.3, strewn at random and let fall, which pairs are asked about (boxes grown by 5 "
        "%% of D50). R is the time "
        "of CP over that of a method, over the first %d steps after two walls are gone; in print, "
        "FCP falls from 13 to 10 and "
        "SLM from 21 to 17 as grains become more, 95 %% of the links take two iterations or fewer, "
        "and detection takes 70 to "
        "80 %% of the time.",
        steps);
    scree_figures_table(
        f, "Ten boxes in print; these here",
        "grains\tpairs\tR of FCP\tR of SLM\tR of auto\tSLM in two iterations or fewer, %: apart\tin contact\t"
        "detection's share of the time, %: by CP\tby auto\tSLM > FCP > 1");
    for (size_t i = 0; i < sizeof boxes / sizeof *boxes; ++i) {
        if (options->quick && !boxes[i].quick) continue;
        beside w = { .margin = 0.05 * median_size };
        const bool whole = kept_box(options, boxes[i].grains, boxes[i].box, steps, &w);
        if (whole) add_row(f, &w);
        scree_beside_free(&w);
        if (!whole) return false;
    }
    return true;
}
