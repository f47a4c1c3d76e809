// A rotating drum: the slope of its bed against the Froude number, w^2 R / g, up to where the grains stay on its wall.
#include <math.h>
#include <stdio.h>

#include "bed.h"
#include "cases.h"
#include "scene_trial.h"

enum { ANGLE, OFF_CENTRE, SPEEDS = 6, FLOWS = 5 };

static const double froude[SPEEDS] = { 0.005, 0.01, 0.03, 0.1, 0.3, 4.0 };
static const double pi = 3.14159265358979323846, radius = 0.08, gravity = 9.81; // SI

typedef struct drum_watch {
    double from; // s, of the run
    running_mean angle, off_centre;
} drum_watch;

// By the bed's centre of mass, which lies at right angles below a flat surface.
static bool watch(void *user, const scree_run *run)
{
    drum_watch *w = user;
    if (scree_run_status_of(run).time < w->from) return true;
    const scree_vec3 c = scree_bed_centre(scree_run_sim(run));
    scree_running_add(&w->angle, atan2(fabs(c.x), -c.z) * 180.0 / pi);
    scree_running_add(&w->off_centre, hypot(c.x, c.z) / radius);
    return true;
}

static void rotate(const void *user, trial *t)
{
    const study_options *options = user;
    const double spin = sqrt(froude[t->setting] * gravity / radius);
    // Until it is steady, and then as long again; fast drums rotate for longer.
    const double way = t->setting < 3 ? 0.9 : t->setting < FLOWS ? 1.5 * pi : 8.0 * pi, fill = 0.2, steady = way / spin;
    const int layers = options->quick ? 3 : 6;
    scene_changes changes = { 0 };
    scene_trial s;
    drum_watch w = { .from = fill + steady };
    const double half = 0.5 * 0.01 * layers;
    scree_trial_change(&changes, "insert.0.count=%d", 100 * layers);
    scree_trial_change(&changes, "insert.0.region={type: cylinder, from: [0, %g, 0], to: [0, %g, 0], radius: 0.074}",
                       -half + 1e-4, half - 1e-4);
    scree_trial_change(&changes, "walls.front.offset=%g", -half);
    scree_trial_change(&changes, "walls.back.offset=%g", -half);
    scree_trial_change(&changes, "tools.drum.centre=[0, %g, 0]", -half - 0.005);
    scree_trial_change(&changes, "tools.drum.length=%g", 2.0 * half + 0.01);
    scree_trial_change(&changes, "domain={min: [-0.12, %g, -0.12], max: [0.12, %g, 0.12]}", -half - 0.01, half + 0.01);
    scree_trial_change(&changes, "stages.1.motion.drum.spin=[0, %g, 0]", spin);
    scree_trial_change(&changes, "stages.1.until.time=%g", (options->quick ? 2.0 : 4.0) * steady);
    if (scree_scene_trial_run(&s, &scree_resource_drum_yaml, &changes, watch, &w, t)) {
        t->values[ANGLE] = scree_running_mean(&w.angle);
        t->values[OFF_CENTRE] = scree_running_mean(&w.off_centre);
        static const char *const stills[SPEEDS] = {
            NULL, NULL, "drum-rolling", NULL, "drum-cataracting", "drum-centrifuging"
        };
        if (stills[t->setting] != NULL)
            scree_trial_still(t, s.run, stills[t->setting], (scree_vec3){ 0.15, 1.0, -0.2 });
    }
    scree_scene_trial_close(&s);
}

static void report(figures *f, const trials *t)
{
    double angle[FLOWS], error[FLOWS], off[SPEEDS];
    char words[ERROR_WORDS];
    scree_figures_table(f, "Slope of the bed",
                        "Froude number\tdegrees\terror\tcentre of mass off the axis, of the radius");
    for (int i = 0; i < SPEEDS; ++i) {
        const trial_mean m = scree_trials_mean(t, i, ANGLE);
        off[i] = scree_trials_mean(t, i, OFF_CENTRE).mean;
        if (i < FLOWS) angle[i] = m.mean;
        if (i < FLOWS) error[i] = m.error;
        if (i < FLOWS)
            scree_figures_row(f, "%g\t%.1f\t%s\t%.3f", froude[i], m.mean, scree_trial_error(words, &m, 1), off[i]);
        else
            scree_figures_row(f, "%g\t-\t-\t%.3f", froude[i], off[i]);
    }
    const double slow = 0.5 * (angle[0] + angle[1]), fast = 0.5 * (angle[FLOWS - 2] + angle[FLOWS - 1]),
                 change = angle[1] - angle[0], aside = hypot(error[0], error[1]),
                 apart = 0.5 * hypot(aside, hypot(error[FLOWS - 2], error[FLOWS - 1]));
    const trial_mean high = scree_trials_mean(t, SPEEDS - 1, OFF_CENTRE),
                     low = scree_trials_mean(t, FLOWS - 1, OFF_CENTRE);
    scree_figures_table(f, "Trends", "trend\texpected\tmeasured\tverdict");
    scree_figures_row(f, "steeper at 0.1 and 0.3 than at 0.005 and 0.01\tby degrees\t%.1f\t%s", fast - slow,
                      scree_trend_verdict(f, scree_trend(fast - slow, apart)));
    for (int i = 2; i < FLOWS; ++i)
        scree_figures_row(f, "steeper at %g than at %g\tby degrees\t%.1f\t%s", froude[i], froude[i - 1],
                          angle[i] - angle[i - 1],
                          scree_trend_verdict(f, scree_trend(angle[i] - angle[i - 1], hypot(error[i], error[i - 1]))));
    scree_figures_row(f, "hardly changes from 0.005 to 0.01 (rolling)\twithin 5 degrees\t%.1f\t%s", change,
                      scree_trend_verdict(f, scree_trend(5.0 - fabs(change), aside)));
    scree_figures_row(f, "centrifuges well above 1: the centre of mass is on the axis\tbelow 0.1\t%.3f\t%s", high.mean,
                      scree_trend_verdict(f, scree_trend(0.1 - high.mean, high.error)));
    scree_figures_row(f, "does not below 1\tabove 0.2\t%.3f\t%s", low.mean,
                      scree_trend_verdict(f, scree_trend(low.mean - 0.2, low.error)));
    chart c = { .kind = CHART_POINTS,
                .title = "Slope of the bed in a drum",
                .x_label = "Froude number",
                .y_label = "degrees",
                .log_x = true,
                .series_count = 1 };
    c.series[0].name = "scree";
    c.series[0].x = froude;
    c.series[0].y = angle;
    c.series[0].error = error;
    c.series[0].count = FLOWS;
    scree_figures_chart(f, &c);
}

static bool run(const study_options *options, figures *f)
{
    const int repeats = scree_trials_repeats(options, 2, 3);
    scree_figures_paper(f, "drum", "Rotating drums", "regimes by the Froude number: Mellmann, Powder Technology 2001");
    scree_figures_section(
        f, "Slope against the Froude number",
        "A drum of 16 grains' diameter and %d grains' length with smooth ends, 48 flat segments, half filled with %d "
        "spheres of 1 cm (within 10 %%), 2500 kg/m3, 0.25 MPa, restitution 0.3, friction 0.5 (wall too), linear "
        "law, " AUTO_STEP
        ". The slope is that of the line from the axis to the bed's centre of mass, averaged once the drum has rotated "
        "by 0.9 radians (3/4 of a turn from 0.1 on). In the literature the rolling bed of slow drums (up to about "
        "0.01) has a slope that hardly depends on the speed, then it becomes steeper (cascading, cataracting), and "
        "grains stay on the wall above 1, the outer layer first. A trend counts where it is above two standard errors, "
        "else it is "
        "undecided. %d seed%s.",
        options->quick ? 3 : 6, options->quick ? 300 : 600, repeats, repeats > 1 ? "s" : "");
    trials t;
    const bool whole = scree_trials_run(&t, options, "drum", SPEEDS, repeats, rotate, options);
    if (whole) report(f, &t);
    scree_trials_close(&t);
    return whole;
}

const study scree_case_drum = {
    .name = "drum", .summary = "a drum's slope against the Froude number", .takes = "quick 50 s, full 5 min", .run = run
};
