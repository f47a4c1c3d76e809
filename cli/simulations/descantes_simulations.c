// descantes-2019: "contact detection takes 10 % to 20 %" of the time of simulations of polyhedra, less in slow strain, more in
// flow. No run is printed; here it is measured in the box of nezami-2006, by several methods, while the grains rest and while they
// flow.
#include <math.h>
#include <stdio.h>

#include "bed.h"
#include "command.h"
#include "headway.h"
#include "kept.h"
#include "keys.h"
#include "scene_trial.h"
#include "simulations.h"

enum { METHODS = 4, QUICK_METHODS = 3, REST = 0, FLOW, STATES };

static const char *const methods[METHODS] = { "auto", "gjk-td", "fcp-revised", "cp-revised" };
static const double costs[METHODS] = { 0.9, 3.2, 4.1, 106.0 }; // roughly, of a step: for the time left

typedef struct shares {
    double narrow[STATES], all[STATES];
    int state; // -1: neither
} shares;

static void note(void *user, const scree_sim *sim, const scree_sim_step_view *step)
{
    shares *s = user;
    (void)sim;
    if (s->state < 0) return;
    s->narrow[s->state] += step->seconds_narrow;
    s->all[s->state] += step->seconds_broad + step->seconds_narrow + step->seconds_law + step->seconds_motion;
}

static bool watch(void *user, const scree_run *run)
{
    shares *s = user;
    const scree_run_status status = scree_run_status_of(run);
    const double settled = 0.3, end = 0.5; // s
    scree_headway("descantes-2019, ms", (size_t)(1e3 * status.time), (size_t)(1e3 * end));
    if (status.time < settled) {
        scree_sim_observe(scree_run_sim(run), note, s);
        return true;
    }
    s->state = status.stage == 0 ? REST : FLOW;
    return true;
}

static scene_changes changes_of(int method, int grains)
{
    scene_changes changes = { 0 };
    const double box = 0.3, grain = 2.9e-5,
                 share = 0.1; // m; volume of a grain, m^3, and of the space that they begin with
    scree_trial_change(&changes, "method=%s", methods[method]);
    scree_trial_change(&changes, "insert.0.count=%d", grains);
    scree_trial_change(&changes, "insert.0.region.max=[%g, %g, %g]", box, box, grains * grain / (share * box * box));
    // The methods want two polyhedra: thick plates instead of planes.
    static const struct {
        const char *name;
        double x, y, z;
    } plates[] = { { "floor", 0.0, 0.0, -1.0 },
                   { "west", -1.0, 0.0, 1.0 },
                   { "south", 0.0, -1.0, 1.0 },
                   { "east", 1.0, 0.0, 1.0 },
                   { "north", 0.0, 1.0, 1.0 } };
    for (int i = 0; i < 5; ++i) {
        const double half = 2.0; // of a cube that is one side
        const bool upright = plates[i].z > 0.0;
        scree_trial_change(&changes, "walls.%s={type: plate, size: [4, 4, 4], position: [%g, %g, %g]}", plates[i].name,
                           0.5 * box + plates[i].x * (0.5 * box + half), 0.5 * box + plates[i].y * (0.5 * box + half),
                           upright ? half - 0.1 : -half);
    }
    scree_trial_change(&changes, "stages.0={name: fill, until: {time: 0.4}}");
    scree_trial_change(&changes, "stages.1.until.time=0.1");
    return changes;
}

static bool measure(const study_options *options, int method, uint64_t seed, scene_changes *changes, shares *s)
{
    trial t = { .self = options->self, .seed = seed };
    scene_trial run;
    s->state = -1;
    const bool whole = scree_scene_trial_run(&run, &scree_resource_nezami_box_yaml, changes, watch, s, &t);
    if (t.why[0] != 0) scree_cli_trouble(&scree_cli_reproduce, "descantes-2019, %s: %s", methods[method], t.why);
    scree_scene_trial_close(&run);
    return whole;
}

static bool kept_shares(const study_options *options, int method, int grains, uint64_t seed, shares *s)
{
    char key[KEY_SIZE];
    double values[2 * STATES];
    scene_changes changes = changes_of(method, grains);
    scree_key_shares(key, methods[method], grains, seed, scree_scene_set_up(&scree_resource_nezami_box_yaml, &changes));
    const bool found = scree_kept_find(options, key, values, 2 * STATES);
    for (int i = 0; i < STATES && found; ++i) {
        s->narrow[i] = values[i];
        s->all[i] = values[STATES + i];
    }
    if (found) return true;
    if (!measure(options, method, seed, &changes, s)) return false;
    for (int i = 0; i < STATES; ++i) {
        values[i] = s->narrow[i];
        values[STATES + i] = s->all[i];
    }
    return scree_kept_add(options, key, values, 2 * STATES);
}

enum { AT_REST, IN_FLOW, STEP, OTHER, SHARE_FIGURES, MOST_SEEDS = 32 };

static bool add_method(const study_options *options, figures *f, int method, int grains, int seeds)
{
    const double dt = 1.3e-4, steps = 0.1 / dt, printed_share = 0.15; // in the middle of 10 to 20 %
    double of[SHARE_FIGURES][MOST_SEEDS];
    trial_mean m[SHARE_FIGURES];
    char words[2][ERROR_WORDS];
    for (int i = 0; i < seeds; ++i) {
        shares s = { 0 };
        scree_headway_simulation(costs[method]);
        if (!kept_shares(options, method, grains, options->seed + (uint64_t)i, &s)) return false;
        of[AT_REST][i] = 100.0 * s.narrow[REST] / s.all[REST];
        of[IN_FLOW][i] = 100.0 * s.narrow[FLOW] / s.all[FLOW];
        of[STEP][i] = 1e6 * s.all[REST] / (steps * grains);
        of[OTHER][i] = 1e6 * (s.all[REST] - s.narrow[REST]) / (steps * grains);
    }
    for (int k = 0; k < SHARE_FIGURES; ++k) m[k] = scree_mean_of(of[k], seeds);
    const double detection = m[STEP].mean - m[OTHER].mean, needed = detection * (1.0 - printed_share) / printed_share;
    scree_figures_row(f, "%s\t10 to 20\t%.0f\t%s\t%.0f\t%s\t%s\t%.2f\t%.2f\t%.0f\t%s", methods[method], m[AT_REST].mean,
                      scree_trial_error(words[0], &m[AT_REST], 1), m[IN_FLOW].mean,
                      scree_trial_error(words[1], &m[IN_FLOW], 1), m[IN_FLOW].mean > m[AT_REST].mean ? "yes" : "no",
                      detection, m[OTHER].mean, needed / m[OTHER].mean,
                      method == 0 ? scree_figures_beyond(f)
                                  : scree_figures_verdict(f, m[AT_REST].mean >= 10.0 && m[AT_REST].mean <= 20.0));
    return true;
}

static bool run(const study_options *options, figures *f)
{
    const int most = options->grains > 0 ? options->grains : 1000,
              grains = options->quick && options->grains == 0 ? 150
                       : most < 1000                          ? most
                                                              : 1000,
              wanted = scree_trials_repeats(options, 3, 3), seeds = wanted < MOST_SEEDS ? wanted : MOST_SEEDS;
    scree_figures_paper(f, "descantes-2019",
                        "Classical contact detection algorithms for 3D DEM simulations: drawbacks and solutions",
                        "Y. Descantes, F. Tricoire, P. Richard, 2019");
    scree_figures_section(
        f, "Share of detection",
        "A remark without a printed run: detection takes 10 to 20 %% of the time of their simulations of polyhedra, "
        "less in slow strain and more in flow. Here: %d grains in the box of nezami-2006 (tetrahedra to 14-vertex "
        "solids of 2 to 5 cm, 2650 kg/m3, 130 and 102 kN/m, friction 35 degrees, restitution 0.3, depth law, one "
        "contact point a pair, 1.3e-4 s) with thick plates as walls, each method moving them: the last 0.1 s at rest, "
        "and the first 0.1 s of the flow. Shares depend on how much else a program does; ours leaves out pairs that "
        "are known to be apart, and one thread does all. The last figures say how long detection and all the rest take "
        "for a grain in a step at rest, and how many times as long the rest would have to take for a share of 15 %%. "
        "%d seed%s.",
        grains, seeds, seeds > 1 ? "s" : "");
    scree_figures_table(f, "Share of detection in the time of a step, %",
                        "method\tpaper\tat rest\terror\tin flow\terror\tmore in flow\tdetection, us a grain\tthe rest, "
                        "us a grain\trest for 15 %: times as long\tverdict");
    const int count = options->quick ? QUICK_METHODS : METHODS;
    double work = 0.0;
    for (int m = 0; m < count; ++m) work += costs[m] * seeds;
    scree_headway_study(work);
    for (int m = 0; m < count; ++m)
        if (!add_method(options, f, m, grains, seeds)) return false;
    return true;
}

const study scree_simulations_descantes_2019 = { .name = "descantes-2019",
                                                 .summary = "the share of detection in the time of a simulation",
                                                 .takes = "quick 15 s, full a quarter of an hour",
                                                 .run = run };
