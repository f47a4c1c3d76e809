// A square cuboid as a die: how often it comes to rest on one of its two square faces. Steel dice were thrown by hand: Probability
// analysis for rolls of a square cuboidal die, The Mathematical Gazette 97 (2013), note 97.16, has shares and counts in its Table 1.
#include <math.h>
#include <stdio.h>

#include "cases.h"
#include "scenes/random.h"
#include "scree/rotation.h"
#include "scree_sim/sim.h"
#include "trials.h"

enum { RATIOS = 6, OTHERS = 6, TOSSES = RATIOS + OTHERS, DOUBTFUL = 1 };

// How a die is thrown.
typedef struct toss {
    const char *what;
    double ratio; // height over the edge of the square
    double restitution, friction;
    double spin;      // up to that about each axis, rad/s
    double low, high; // where it falls from, m
} toss;

// What the experiment leaves open is the same in the first six. The others try, for one of them, what that matters.
static const toss tosses[TOSSES] = {
    { "", 0.47, 0.5, 0.3, 60.0, 0.15, 0.25 },
    { "", 0.75, 0.5, 0.3, 60.0, 0.15, 0.25 },
    { "", 0.93, 0.5, 0.3, 60.0, 0.15, 0.25 },
    { "", 1.16, 0.5, 0.3, 60.0, 0.15, 0.25 },
    { "", 1.44, 0.5, 0.3, 60.0, 0.15, 0.25 },
    { "", 1.87, 0.5, 0.3, 60.0, 0.15, 0.25 },
    { "restitution 0.2", 0.75, 0.2, 0.3, 60.0, 0.15, 0.25 },
    { "restitution 0.8", 0.75, 0.8, 0.3, 60.0, 0.15, 0.25 },
    { "friction 0.1", 0.75, 0.5, 0.1, 60.0, 0.15, 0.25 },
    { "friction 0.6", 0.75, 0.5, 0.6, 60.0, 0.15, 0.25 },
    { "up to 300 rad/s", 0.75, 0.5, 0.3, 300.0, 0.15, 0.25 },
    { "from 2 to 4 cm", 0.75, 0.5, 0.3, 60.0, 0.02, 0.04 },
};

static const double published[RATIOS] = { 0.916, 0.548, 0.399, 0.148, 0.052, 0.009 }; // on a square face
static const int thrown[RATIOS] = { 332, 799, 516, 1011, 654, 680 };                  // in the experiment

static const double edge = 0.01;                     // of the square, m
static const double density = 7850.0, modulus = 2e7; // SI
static const double aside = 0.5;                     // up to that along each side, m/s

static bool add_table(scree_sim *sim, int material, scree_error *error)
{
    const scree_vec3 up = { 0.0, 0.0, 1.0 };
    const scree_grain_part plane = { .shape =
                                         scree_sim_add_shape(sim, scree_half_space_create(up, 0.0, 0.0, error), error),
                                     .orientation = { .w = 1.0 } };
    const scree_wall table = { .name = "table", .material = material, .pieces = &plane, .piece_count = 1 };
    return plane.shape >= 0 && scree_sim_add_wall(sim, &table, error) >= 0;
}

static bool throw_die(scree_sim *sim, int material, const toss *how, uint64_t seed, scree_error *error)
{
    scree_random random = random_stream(seed, 0, 0);
    const scree_vec3 half = { 0.5 * edge, 0.5 * edge, 0.5 * how->ratio * edge };
    const scree_grain die = {
        .shape = scree_sim_add_shape(sim, scree_box_create(half, 0.0, error), error),
        .material = material,
        .position = { 0.0, 0.0, random_between(&random, how->low, how->high) },
        .orientation = random_rotation(&random),
        .velocity = { random_between(&random, -aside, aside), random_between(&random, -aside, aside), 0.0 },
        .spin = { random_between(&random, -how->spin, how->spin), random_between(&random, -how->spin, how->spin),
                  random_between(&random, -how->spin, how->spin) },
    };
    return die.shape >= 0 && scree_sim_add_grain(sim, &die, error) >= 0;
}

static scree_sim *set_up(const toss *how, uint64_t seed, scree_error *error)
{
    scree_sim_settings s = scree_sim_defaults();
    const double room = 5.0;
    s.domain_low = (scree_vec3){ -room, -room, -room };
    s.domain_high = (scree_vec3){ room, room, room };
    s.gravity = (scree_vec3){ 0.0, 0.0, -9.81 };
    s.threads = 1;
    const scree_material steel = { .name = "steel",
                                   .density = density,
                                   .youngs_modulus = modulus,
                                   .poisson_ratio = 0.3,
                                   .restitution = how->restitution,
                                   .friction = how->friction };
    scree_sim *sim = scree_sim_create(&s, error);
    if (sim == NULL) return NULL;
    const int material = scree_sim_add_material(sim, &steel, error);
    if (material >= 0 && add_table(sim, material, error) && throw_die(sim, material, how, seed, error)) return sim;
    scree_sim_destroy(sim);
    return NULL;
}

// It lies on a face, and hardly moves: no edge is in its reach any more.
static bool at_rest(const scree_sim *sim, double *axis)
{
    const scree_sim_grains_view g = scree_sim_grains(sim);
    const scree_sim_totals t = scree_sim_measure(sim);
    const scree_quat q = g.orientations[0];
    const scree_quat back = { q.w, -q.x, -q.y, -q.z };
    const scree_vec3 up = scree_quat_rotate(back, (scree_vec3){ 0.0, 0.0, 1.0 }); // in the die's own frame
    const double level = fmax(fabs(up.x), fmax(fabs(up.y), fabs(up.z)));
    *axis = fabs(up.z);
    return level > 0.999 && t.kinetic_translation + t.kinetic_rotation < 1e-4 * g.masses[0] * 9.81 * edge;
}

static uint64_t set_up_of(const toss *how)
{
    char words[256];
    const int size =
        snprintf(words, sizeof words, "die %.9g %.9g %.9g, %.9g %.9g %.9g, %.9g %.9g %.9g %.9g", edge, density, modulus,
                 how->ratio, how->restitution, how->friction, how->spin, how->low, how->high, aside);
    return scree_key_set_up(KEY_NOTHING, words, (size_t)size);
}

static void throw_once(const void *user, trial *t)
{
    enum { CHUNK = 200, CHUNKS = 2000 };
    (void)user;
    if (scree_trial_kept(t, set_up_of(&tosses[t->setting]))) return;
    scree_error error = { 0 };
    scree_sim_report report;
    scree_sim *sim = set_up(&tosses[t->setting], t->seed, &error);
    double axis = 0.0;
    if (sim == NULL) {
        snprintf(t->why, sizeof t->why, "%s", error.message);
        return;
    }
    bool rests = false;
    for (int i = 0; i < CHUNKS && !rests && t->why[0] == 0; ++i) {
        if (!scree_sim_step(sim, CHUNK, &report)) snprintf(t->why, sizeof t->why, "the die was lost");
        rests = at_rest(sim, &axis);
    }
    if (!rests && t->why[0] == 0) snprintf(t->why, sizeof t->why, "the die did not come to rest");
    t->values[0] = axis > 0.5 ? 1.0 : 0.0;
    scree_sim_destroy(sim);
}

// Of a share among so many throws, if p is the true one.
static double count_error(double p, double throws)
{
    return sqrt(p * (1.0 - p) / throws);
}

void scree_die_report(figures *f, const trials *t)
{
    double measured[RATIOS], errors[RATIOS], in_print[RATIOS], ratios[RATIOS];
    scree_figures_table(
        f, "On a square face",
        "height over edge\tthrows there\texperiment\terror\tmeasured\terror\tdifference over its error\tverdict");
    for (int i = 0; i < RATIOS; ++i) {
        const double p = published[i], m = scree_trials_mean(t, i, 0).mean, n = t->repeats;
        measured[i] = m;
        ratios[i] = tosses[i].ratio;
        errors[i] = count_error(p, n);
        in_print[i] = count_error(p, thrown[i]);
        const double off = (m - p) / hypot(errors[i], in_print[i]);
        scree_figures_row(f, "%.2f\t%d\t%.3f\t%.3f\t%.3f\t%.3f\t%+.1f\t%s", ratios[i], thrown[i], p, in_print[i], m,
                          errors[i], off, scree_figures_verdict(f, fabs(off) <= 3.0));
    }
    chart c = { .kind = CHART_LINES,
                .title = "A square cuboid as a die",
                .x_label = "height over edge",
                .y_label = "share on a square face",
                .series_count = 2 };
    c.series[0].name = "experiment";
    c.series[0].x = ratios;
    c.series[0].y = published;
    c.series[0].error = in_print;
    c.series[0].count = RATIOS;
    c.series[1].name = "scree";
    c.series[1].x = ratios;
    c.series[1].y = measured;
    c.series[1].error = errors;
    c.series[1].count = RATIOS;
    scree_figures_chart(f, &c);
}

static void report_others(figures *f, const trials *t)
{
    char title[64];
    snprintf(title, sizeof title, "Height over edge %.2f, thrown otherwise", tosses[DOUBTFUL].ratio);
    scree_figures_table(f, title, "changed\texperiment\tmeasured\terror\tverdict");
    for (int i = RATIOS; i < TOSSES; ++i) {
        const double m = scree_trials_mean(t, i, 0).mean;
        scree_figures_row(f, "%s\t%.3f\t%.3f\t%.3f\t%s", tosses[i].what, published[DOUBTFUL], m,
                          count_error(m, t->repeats), scree_figures_beyond(f));
    }
}

static bool run(const study_options *options, figures *f)
{
    const int throws = scree_trials_repeats(options, 100, 2000);
    scree_figures_paper(f, "die", "The bias of a square cuboid die",
                        "The Mathematical Gazette 97 (2013), note 97.16, Table 1; cf. arXiv:1302.3925");
    scree_figures_section(
        f, "Shares of throws that end on a square face",
        "Steel cuboids, thrown by hand in the experiment. Here: square of 1 cm, dropped from 15 to 25 cm with any "
        "orientation, up to 0.5 m/s sideways and 60 rad/s about each axis; pressure field, modulus 20 MPa (softened), "
        "7850 kg/m3, time step automatic (a fifth of sqrt(m / k)), restitution 0.5, friction 0.3 (our choices: neither "
        "table nor throw are told). %d throws of each. Errors are those of the counts, there and here, by the "
        "published "
        "share p: sqrt(p (1 - p) (1 / there + 1 / here)) for the difference. Agreement: within three of these errors.",
        throws);
    trials t;
    const int settings = options->quick ? RATIOS : TOSSES;
    const bool whole = scree_trials_run(&t, options, "die", settings, throws, throw_once, NULL);
    if (whole) scree_die_report(f, &t);
    if (whole && !options->quick) report_others(f, &t);
    scree_trials_close(&t);
    return whole;
}

const study scree_case_die = { .name = "die",
                               .summary = "a square cuboid as a die: on which face it lands",
                               .takes = "quick 10 s, full a quarter of an hour",
                               .run = run };
