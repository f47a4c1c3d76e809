// descantes-2019: "contact detection takes 10 % to 20 %" of the time of simulations of polyhedra, less in slow strain, more in
// flow. No run is printed; here it is measured in the box of nezami-2006, by several methods, while the grains rest and while they
// flow.
#include <math.h>
#include <stdio.h>

#include "bed.h"
#include "command.h"
#include "scene_trial.h"
#include "simulations.h"

enum { METHODS = 4, QUICK_METHODS = 3, REST = 0, FLOW, STATES };

static const char *const methods[METHODS] = { "auto", "gjk-td", "fcp-revised", "cp-revised" };

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
    const double settled = 0.3; // s
    if (status.time < settled) {
        scree_sim_observe(scree_run_sim(run), note, s);
        return true;
    }
    s->state = status.stage == 0 ? REST : FLOW;
    return true;
}

static bool measure(int method, int grains, shares *s)
{
    trial t = { .seed = 1 };
    scene_changes changes = { 0 };
    scene_trial run;
    const double box = 0.3, grain = 2.9e-5,
                 share = 0.1; // m; volume of a grain, m^3, and of the space that they begin with
    s->state = -1;
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
    const bool whole = scree_scene_trial_run(&run, &scree_resource_nezami_box_yaml, &changes, watch, s, &t);
    if (t.why[0] != 0) scree_cli_trouble(&scree_cli_reproduce, "descantes-2019, %s: %s", methods[method], t.why);
    scree_scene_trial_close(&run);
    return whole;
}

static bool run(const study_options *options, figures *f)
{
    const int grains = options->quick ? 150 : 1000;
    scree_figures_paper(f, "descantes-2019",
                        "Classical contact detection algorithms for 3D DEM simulations: drawbacks and solutions",
                        "Y. Descantes, F. Tricoire, P. Richard, 2019");
    scree_figures_section(f, "Share of detection",
                          "A remark without a printed run: detection takes 10 to 20 %% of the time of their "
                          "simulations of polyhedra, less in slow strain "
                          "and more in flow. Here: %d grains of the box of nezami-2006 (tetrahedra to 14-vertex "
                          "solids, depth law, one contact point a "
                          "pair, 1.3e-4 s), each method moving them: the last 0.1 s at rest, and the first 0.1 s of "
                          "the flow. Shares depend on how much else a "
                          "program does; ours leaves out pairs that are known to be apart, and one thread does all.",
                          grains);
    scree_figures_table(f, "Share of detection in the time of a step, %",
                        "method\tpaper\tat rest\tin flow\tmicroseconds a step at rest\tin flow\tmore in flow\tverdict");
    for (int m = 0; m < (options->quick ? QUICK_METHODS : METHODS); ++m) {
        shares s = { 0 };
        if (!measure(m, grains, &s)) return false;
        const double dt = 1.3e-4, steps = 0.1 / dt, rest = 100.0 * s.narrow[REST] / s.all[REST],
                     flow = 100.0 * s.narrow[FLOW] / s.all[FLOW];
        scree_figures_row(f, "%s\t10 to 20\t%.0f\t%.0f\t%.0f\t%.0f\t%s\t%s", methods[m], rest, flow,
                          1e6 * s.all[REST] / steps, 1e6 * s.all[FLOW] / steps, flow > rest ? "yes" : "no",
                          m == 0 ? scree_figures_beyond(f) : scree_figures_verdict(f, rest >= 10.0 && rest <= 20.0));
    }
    return true;
}

const study scree_simulations_descantes_2019 = { .name = "descantes-2019",
                                                 .summary = "the share of detection in the time of a simulation",
                                                 .run = run };
