// nezami-2006: the shortest link, the fast common plane and Cundall's common plane against the clock.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "command.h"
#include "headway.h"
#include "interrupt.h"
#include "scenes/planar.h"
#include "stopwatch.h"
#include "study.h"
#include "tracks.h"

enum { CP, FCP, SLM, AUTO, METHODS };

static const char *const method_names[METHODS] = { "cp", "fcp", "slm", "auto" };

// The paper's order.
static bool in_order(double slm, double fcp)
{
    return slm > fcp && fcp > 1.0;
}

// ---------------------------------------------------------------------------------------------- Fig. 13: polygons

typedef struct planar_run {
    const scree_planar_pair *pair;
    scree_query_options options;
    scree_contact contact;
} planar_run;

static void run_planar(void *user)
{
    planar_run *r = user;
    scree_query(&r->pair->a, &r->pair->b, &r->options, &r->contact);
}

// The same plane: normal and gap of the exact answer. CP stops at a tilt of 1e-7 degrees, and both its errors are some
// times that.
static bool same_plane(const scree_contact *c, const scree_contact *exact, double size)
{
    double dx = c->normal.x - exact->normal.x, dy = c->normal.y - exact->normal.y;
    return hypot(dx, dy) <= 1e-7 && fabs(c->distance - exact->distance) <= 1e-7 * size;
}

static bool race_planar(const study_options *options, const scree_planar_pair *pair, double times[METHODS], bool *same)
{
    planar_run runs[METHODS];
    contestant contestants[METHODS];
    for (int m = 0; m < METHODS; ++m) {
        runs[m] = (planar_run){ .pair = pair, .options = scree_query_defaults() };
        runs[m].options.method = scree_method_find(method_names[m]);
        runs[m].options.detail = SCREE_DETAIL_SEARCH;
        contestants[m] = (contestant){ .run = run_planar, .user = &runs[m] };
    }
    if (!scree_stopwatch_race(contestants, METHODS, options->quick ? 5 : 25, 1e-3)) return false;
    *same = true;
    for (int m = 0; m < METHODS; ++m) {
        times[m] = contestants[m].best;
        *same &= same_plane(&runs[m].contact, &runs[AUTO].contact, scree_pair_size(pair->a.shape, pair->b.shape));
    }
    return true;
}

// Speed-ups over CP.
typedef struct planar_ratios {
    double slm[SCREE_LINK_PAIRS], fcp[SCREE_LINK_PAIRS], automatic[SCREE_LINK_PAIRS];
} planar_ratios;

static void chart_planar(figures *f, const planar_ratios *printed, const planar_ratios *measured)
{
    static const char *const numbers[SCREE_LINK_PAIRS] = { "1", "2", "3", "4", "5", "6", "7", "8", "9" };
    chart c = { .kind = CHART_BARS, .title = "Fig. 13: speed-up over CP", .x_label = "pair", .y_label = "R" };
    c.categories = numbers;
    c.category_count = SCREE_LINK_PAIRS;
    static const char *const names[] = { "SLM, paper", "SLM", "FCP, paper", "FCP", "auto" };
    const double *const values[] = { printed->slm, measured->slm, printed->fcp, measured->fcp, measured->automatic };
    c.series_count = (int)(sizeof values / sizeof *values);
    for (int i = 0; i < c.series_count; ++i) {
        c.series[i].name = names[i];
        c.series[i].y = values[i];
        c.series[i].count = SCREE_LINK_PAIRS;
    }
    scree_figures_chart(f, &c);
}

static bool study_planar(const study_options *options, figures *f)
{
    static const planar_ratios printed = { .slm = { 5.7, 9.6, 16.4, 5.0, 11.3, 11.8, 15.9, 9.8, 10.5 },
                                           .fcp = { 2.3, 3.1, 4.6, 2.6, 3.3, 3.0, 3.6, 1.3, 3.7 } };
    scree_planar_pair pairs[SCREE_LINK_PAIRS];
    scree_error error = { 0 };
    if (!scree_link_pairs_open(pairs, &error)) {
        scree_cli_trouble(&scree_cli_reproduce, "nezami-2006: %s", error.message);
        return false;
    }
    scree_figures_section(
        f, "Fig. 13: polygons",
        "Nine pairs of polygons that are apart, no earlier plane known. The paper shows its pairs "
        "without coordinates: these are of the same kind, not the same, so the speed-ups R = t(CP) / t "
        "compare in their order alone.");
    scree_figures_table(f, "Speed-up over CP, and whether SLM, FCP and CP find the same plane",
                        "pair\tCP, us\tSLM: paper\tSLM\tFCP: paper\tFCP\tauto\tsame plane\tSLM > FCP > 1");
    planar_ratios measured;
    bool whole = true;
    for (int i = 0; i < SCREE_LINK_PAIRS && whole; ++i) {
        double t[METHODS];
        bool same;
        scree_headway("nezami-2006, Fig. 13", (size_t)i, SCREE_LINK_PAIRS);
        whole = race_planar(options, &pairs[i], t, &same);
        if (!whole) break;
        measured.slm[i] = t[CP] / t[SLM];
        measured.fcp[i] = t[CP] / t[FCP];
        measured.automatic[i] = t[CP] / t[AUTO];
        const char *plane = scree_figures_verdict(f, same);
        const char *order = scree_figures_verdict(f, in_order(measured.slm[i], measured.fcp[i]));
        scree_figures_row(f, "%d: %s\t%.2f\t%.1f\t%.1f\t%.1f\t%.1f\t%.1f\t%s\t%s", i + 1, pairs[i].what, 1e6 * t[CP],
                          printed.slm[i], measured.slm[i], printed.fcp[i], measured.fcp[i], measured.automatic[i],
                          plane, order);
    }
    scree_headway_clear();
    if (whole) chart_planar(f, &printed, &measured);
    scree_planar_close(pairs, SCREE_LINK_PAIRS);
    return whole;
}

// ------------------------------------------------------------------------------------------- Fig. 16: polyhedra

enum { GRAINS = 4, COMBINATIONS = GRAINS * (GRAINS + 1) / 2, WAYS = 2 };
enum { COLD, WARM };

typedef struct polyhedra {
    char names[COMBINATIONS][48];
    double seconds[COMBINATIONS][WAYS][METHODS]; // a call
    tracks_tally tally[WAYS][METHODS][TRACK_KINDS];
} polyhedra;

// All methods, cold and warm, on one track; times add up.
static bool race_track(const study_options *options, const track *on, double seconds[WAYS][METHODS],
                       tracks_tally tally[WAYS][METHODS][TRACK_KINDS])
{
    enum { RUNS = WAYS * METHODS };
    track_run runs[RUNS];
    contestant contestants[RUNS];
    for (int i = 0; i < RUNS; ++i) {
        runs[i] = scree_track_run_make(on, method_names[i % METHODS], i / METHODS == WARM);
        scree_track_run_count(&runs[i], tally[i / METHODS][i % METHODS]);
        contestants[i] = (contestant){ .run = scree_track_run, .user = &runs[i] };
    }
    if (!scree_stopwatch_race(contestants, RUNS, options->quick ? 5 : 7, 2e-4)) return false;
    for (int i = 0; i < RUNS; ++i) seconds[i / METHODS][i % METHODS] += contestants[i].best / TRACK_STEPS;
    return true;
}

static bool race_tracks(const study_options *options, const tracks *on, double seconds[WAYS][METHODS],
                        tracks_tally tally[WAYS][METHODS][TRACK_KINDS])
{
    for (int i = 0; i < on->count; ++i)
        if (!race_track(options, &on->track[i], seconds, tally)) return false;
    for (int i = 0; i < WAYS * METHODS; ++i) seconds[i / METHODS][i % METHODS] /= on->count;
    return true;
}

// Hands the tracks of each combination to `use`.
static bool each_combination(const study_options *options, double step, const char *what,
                             bool (*use)(const study_options *options, const tracks *t, int k, void *user), void *user)
{
    const size_t least = 2, of_one = options->pairs / ((size_t)COMBINATIONS * TRACK_STEPS);
    int pairs = options->quick ? 6 : 24;
    if (options->pairs > 0) pairs = (int)(of_one > least ? of_one : least);
    int k = 0;
    for (int a = 0; a < GRAINS; ++a) {
        for (int b = a; b < GRAINS; ++b, ++k) {
            tracks t;
            scree_error error = { .message = "out of memory" };
            scree_headway(what, (size_t)k, COMBINATIONS);
            if (!scree_tracks_open(&t, (scree_grain)a, (scree_grain)b, pairs, step, options->seed, &error)) {
                scree_cli_trouble(&scree_cli_reproduce, "nezami-2006: %s", error.message);
                return false;
            }
            bool whole = use(options, &t, k, user) && !scree_cli_interrupted();
            scree_tracks_close(&t);
            if (!whole) return false;
        }
    }
    scree_headway_clear();
    return true;
}

static bool race_combination(const study_options *options, const tracks *t, int k, void *user)
{
    polyhedra *p = user;
    snprintf(p->names[k], sizeof p->names[k], "%s, %s", scree_grain_name(t->a), scree_grain_name(t->b));
    return race_tracks(options, t, p->seconds[k], p->tally);
}

// All combinations as often.
static void mean_times(const polyhedra *p, int way, double out[METHODS])
{
    for (int m = 0; m < METHODS; ++m) {
        out[m] = 0.0;
        for (int k = 0; k < COMBINATIONS; ++k) out[m] += p->seconds[k][way][m] / COMBINATIONS;
    }
}

static void time_row(figures *f, const char *name, const double t[METHODS], bool printed)
{
    double fcp = t[CP] / t[FCP], slm = t[CP] / t[SLM];
    const char *verdict = printed ? scree_figures_verdict(f, in_order(slm, fcp)) : scree_figures_beyond(f);
    scree_figures_row(f, "%s\t%.2f\t%.2f\t%.2f\t%.2f\t%.1f\t%.1f\t%.1f\t%s", name, 1e6 * t[CP], 1e6 * t[FCP],
                      1e6 * t[SLM], 1e6 * t[AUTO], fcp, slm, t[CP] / t[AUTO], verdict);
}

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

// Of the combinations' speed-ups. CP takes ten times as long on tetrahedra as on others, and the means are theirs.
static double median_ratio(const polyhedra *p, int way, int method)
{
    double r[COMBINATIONS];
    for (int k = 0; k < COMBINATIONS; ++k) r[k] = p->seconds[k][way][CP] / p->seconds[k][way][method];
    qsort(r, COMBINATIONS, sizeof *r, by_size);
    return 0.5 * (r[(COMBINATIONS - 1) / 2] + r[COMBINATIONS / 2]);
}

static void time_table(figures *f, const polyhedra *p, int way, const char *caption)
{
    double mean[METHODS];
    scree_figures_table(f, caption, "pair\tCP, us\tFCP, us\tSLM, us\tauto, us\tR: FCP\tR: SLM\tR: auto\tSLM > FCP > 1");
    for (int k = 0; k < COMBINATIONS; ++k) time_row(f, p->names[k], p->seconds[k][way], way == WARM);
    mean_times(p, way, mean);
    time_row(f, "all", mean, way == WARM);
    scree_figures_row(f, "median R\t-\t-\t-\t-\t%.1f\t%.1f\t%.1f\t-", median_ratio(p, way, FCP),
                      median_ratio(p, way, SLM), median_ratio(p, way, AUTO));
    if (way != WARM) return;
    static const char *const printed[] = { "paper, Fig. 16: 500 grains\t-\t-\t-\t-\t13\t21\t-\t-",
                                           "paper, Fig. 16: 45,000 grains\t-\t-\t-\t-\t10\t17\t-\t-",
                                           "paper, Table I: translation\t-\t-\t-\t-\t12.5\t18.3\t-\t-",
                                           "paper, Table I: rotation\t-\t-\t-\t-\t11.1\t18.1\t-\t-",
                                           "paper, Table I: lifting\t-\t-\t-\t-\t11.7\t18.1\t-\t-" };
    for (size_t i = 0; i < sizeof printed / sizeof *printed; ++i) scree_figures_row(f, "%s", printed[i]);
}

static void time_chart(figures *f, const polyhedra *p)
{
    enum { PRINTED = 3, BARS = COMBINATIONS + 1 + PRINTED, SERIES = 3 };
    static const int methods[SERIES] = { FCP, SLM, AUTO };
    static const char *const printed_names[PRINTED] = { "paper: 500 grains", "paper: 45,000 grains", "paper: bucket" };
    static const double printed[SERIES][PRINTED] = { { 13, 10, 12 }, { 21, 17, 18 }, { NAN, NAN, NAN } };
    const char *names[BARS];
    double r[SERIES][BARS];
    chart c = {
        .kind = CHART_BARS, .title = "Speed-up over CP, warm", .x_label = "pair", .y_label = "R", .log_y = true
    };
    c.categories = names;
    c.category_count = BARS;
    c.series_count = SERIES;
    for (int s = 0; s < SERIES; ++s) {
        for (int k = 0; k < COMBINATIONS; ++k) r[s][k] = p->seconds[k][WARM][CP] / p->seconds[k][WARM][methods[s]];
        r[s][COMBINATIONS] = median_ratio(p, WARM, methods[s]);
        for (int k = 0; k < PRINTED; ++k) r[s][COMBINATIONS + 1 + k] = printed[s][k];
        c.series[s].name = method_names[methods[s]];
        c.series[s].y = r[s];
        c.series[s].count = BARS;
    }
    for (int k = 0; k < BARS; ++k)
        names[k] = k < COMBINATIONS ? p->names[k] : k == COMBINATIONS ? "median" : printed_names[k - COMBINATIONS - 1];
    scree_figures_chart(f, &c);
}

static double percent(long part, long all)
{
    return 100.0 * (double)part / (double)all;
}

enum { STEPS = 3 };

// The paper's time step of 1.3e-4 s moves a grain of 38 mm by a thousandth of its size at 0.3 m/s.
static const double steps[STEPS] = { 1e-3, 3e-4, 1e-4 };

static bool count_combination(const study_options *options, const tracks *t, int k, void *user)
{
    tracks_tally *tally = user;
    (void)options;
    (void)k;
    for (int i = 0; i < t->count; ++i) {
        track_run r = scree_track_run_make(&t->track[i], method_names[SLM], true);
        scree_track_run_count(&r, tally);
    }
    return true;
}

// Calls with so many link iterations, of both kinds of tracks or of one.
static double link_share(const tracks_tally t[TRACK_KINDS], int least, int most, int first_kind, int last_kind)
{
    long calls = 0, all = 0;
    for (int kind = first_kind; kind <= last_kind; ++kind) {
        all += t[kind].calls;
        for (int i = least; i <= most; ++i) calls += t[kind].link_iterations[i];
    }
    return percent(calls, all);
}

static void iterations_row(figures *f, const char *start, const char *paper, const tracks_tally t[TRACK_KINDS],
                           const char *verdict)
{
    scree_figures_row(f, "%s\t%s\t%.1f %%\t%.1f %%\t%.1f %%\t%s", start, paper,
                      link_share(t, 0, 2, TRACK_APART, TRACK_OVERLAPPING),
                      link_share(t, 0, 2, TRACK_APART, TRACK_APART),
                      link_share(t, 0, 2, TRACK_OVERLAPPING, TRACK_OVERLAPPING), verdict);
}

static void iterations_chart(figures *f, tracks_tally warm[STEPS][TRACK_KINDS], const tracks_tally cold[TRACK_KINDS])
{
    static const char *const names[] = { "1", "2", "3", "4", "5", "6", "7 or more" };
    static const char *const series[STEPS + 1] = { "warm, steps of 0.1 %", "warm, 0.03 %", "warm, 0.01 %", "cold" };
    enum { BARS = sizeof names / sizeof *names };
    double shares[STEPS + 1][BARS];
    chart c = { .kind = CHART_BARS, .title = "Iterations of SLM", .x_label = "iterations", .y_label = "calls, %" };
    c.categories = names;
    c.category_count = BARS;
    c.series_count = STEPS + 1;
    for (int s = 0; s <= STEPS; ++s) {
        const tracks_tally *t = s < STEPS ? warm[s] : cold;
        for (int i = 0; i < BARS; ++i) shares[s][i] = link_share(t, i + 1, i + 1, TRACK_APART, TRACK_OVERLAPPING);
        c.series[s].name = series[s];
        c.series[s].y = shares[s];
        c.series[s].count = BARS;
    }
    scree_figures_chart(f, &c);
}

static bool iterations_section(const study_options *options, figures *f, const tracks_tally cold[TRACK_KINDS])
{
    tracks_tally warm[STEPS][TRACK_KINDS] = { 0 };
    for (int s = 0; s < STEPS; ++s)
        if (!each_combination(options, steps[s], "nezami-2006, iterations", count_combination, warm[s])) return false;
    scree_figures_section(
        f, "5.2: iterations of SLM",
        "How many iterations the shortest link takes from the link of the step before (warm), and from "
        "the bisector of the centroids (cold). The paper counts 95 %% of the contacts of its flow, and "
        "98 %% of those around its bucket, with two or fewer. That depends on how far a grain moves in "
        "a step, which it does not tell: 0.1 %% of its size are 0.3 m/s at the paper's time step. So "
        "three steps are judged, each by whether it reaches the paper's 95 %%.");
    scree_figures_table(f, "Share of calls with two iterations or fewer",
                        "start, and motion in a step\tpaper\tall pairs\tthose apart\tthose in contact\tverdict");
    static const char *const names[STEPS] = { "warm, 0.1 % and 0.001 rad", "warm, 0.03 % and 0.0003 rad",
                                              "warm, 0.01 % and 0.0001 rad" };
    for (int i = 0; i < STEPS; ++i) {
        double share = link_share(warm[i], 0, 2, TRACK_APART, TRACK_OVERLAPPING);
        iterations_row(f, names[i], "95 to 98 %", warm[i], scree_figures_verdict(f, share >= 95.0));
    }
    iterations_row(f, "cold", "-", cold, scree_figures_beyond(f));
    iterations_chart(f, warm, cold);
    return true;
}

static void right_table(figures *f, const polyhedra *p)
{
    scree_figures_table(
        f, "Calls whose signed distance is the true one to 1e-6 of the pair's size, and in brackets to 1e-3",
        "method\tcold: apart\tcold: in contact\twarm: apart\twarm: in contact\tverdict");
    for (int m = 0; m < METHODS; ++m) {
        char cells[WAYS * TRACK_KINDS][32];
        for (int i = 0; i < WAYS * TRACK_KINDS; ++i) {
            const tracks_tally *t = &p->tally[i / TRACK_KINDS][m][i % TRACK_KINDS];
            snprintf(cells[i], sizeof cells[i], "%.1f %% (%.1f %%)", percent(t->right, t->calls),
                     percent(t->near, t->calls));
        }
        scree_figures_row(f, "%s\t%s\t%s\t%s\t%s\t%s", method_names[m], cells[0], cells[1], cells[2], cells[3],
                          scree_figures_beyond(f));
    }
}

static bool study_polyhedra(const study_options *options, figures *f)
{
    static polyhedra p;
    p = (polyhedra){ 0 };
    if (!each_combination(options, steps[0], "nezami-2006, Fig. 16", race_combination, &p)) return false;
    scree_figures_section(
        f, "Fig. 16 and Table I: polyhedra",
        "The four grains of Fig. 14 in all ten combinations, %ld calls of each method and start. Half "
        "of the pairs are apart by 0.1 to 10 %% of the size, half overlap by 0.01 to 1 %%; each "
        "step moves B by a thousandth of its size and rotates it by 0.001 rad. Each method starts warm "
        "from what it found at the step before itself. The paper times whole simulations, on a machine "
        "of 2006: the order of the methods is what compares.",
        p.tally[WARM][SLM][TRACK_APART].calls + p.tally[WARM][SLM][TRACK_OVERLAPPING].calls);
    time_table(f, &p, WARM, "Time a call, and speed-up over CP: warm, as in time stepping");
    time_chart(f, &p);
    time_table(f, &p, COLD, "The same cold: no earlier plane or link known");
    right_table(f, &p);
    return iterations_section(options, f, p.tally[COLD][SLM]);
}

static bool run(const study_options *options, figures *f)
{
    scree_figures_paper(f, "nezami-2006", "Shortest link method for contact detection in discrete element method",
                        "E. G. Nezami, Y. M. A. Hashash, D. Zhao, J. Ghaboussi, 2006");
    scree_figures_doi(f, "10.1002/nag.500");
    return study_planar(options, f) && study_polyhedra(options, f);
}

const study scree_study_nezami_2006 = {
    .name = "nezami-2006",
    .summary = "shortest link, fast common plane and common plane against the clock, in 2-D and 3-D",
    .takes = "quick 5 s, full 20 s",
    .run = run,
};
