// 4.3 of girault-2022: moving balls against GJK over aspect ratio, volume fraction and accuracy (Figs. 23 and 24), and
// auto for comparison.
#include <math.h>
#include <stdio.h>

#include "batch_run.h"
#include "girault.h"
#include "girault_exact.h"
#include "headway.h"
#include "stopwatch.h"

enum { ACCURACIES = 5, OURS = 2 * ACCURACIES, BATCH, CONTESTANTS };

static const double accuracies[ACCURACIES] = { 1e-3, 1e-4, 1e-5, 1e-6, 1e-7 }; // eps_d / Req
static const char *const accuracy_names[ACCURACIES] = { "1e-3", "1e-4", "1e-5", "1e-6", "1e-7" };
static const double fractions[ARRAY_PARTS] = { 0.05, 0.10, 0.15, 0.20, 0.25 };

// Nanoseconds a query: contestants 2 i and 2 i + 1 are moving balls and GJK at accuracy i, the last are auto,
// call by call and all pairs in one call.
typedef struct speed_results {
    double part[GIRAULT_ASPECTS][ARRAY_PARTS][CONTESTANTS];       // of the pairs that a part adds
    double cumulative[GIRAULT_ASPECTS][ARRAY_PARTS][CONTESTANTS]; // of the array up to it
    bool available[CONTESTANTS];
    double error[GIRAULT_ASPECTS]; // of auto, relative to the size of the pair
    size_t timed;
} speed_results;

// Pairs of one part of an array, as many as time allows, evenly taken.
static bool take_sample(const girault_array *array, int part, size_t most, pair_set *out)
{
    size_t first = part > 0 ? array->part_end[part - 1] : 0, all = array->part_end[part] - first;
    size_t count = all < most ? all : most;
    if (!scree_pair_set_open(out, count)) return false;
    out->count = count;
    for (size_t i = 0; i < out->count; ++i)
        scree_girault_array_pair(array, first + i * all / out->count, &out->a[i], &out->b[i]);
    return true;
}

// The largest error of auto, in batch, against the distance in long double.
static double error_of_auto(const pair_set *s, const batch_run *batch)
{
    double worst = 0.0;
    for (size_t i = 0; i < s->count; ++i) {
        const scree_contact k = batch->results[i];
        long double lower, upper;
        if (k.status != SCREE_OK) return NAN;
        scree_girault_exact(&s->a[i], &s->b[i], k.normal, &lower, &upper);
        double off = (double)fmaxl(fabsl(k.distance - lower), fabsl(upper - k.distance));
        worst = fmax(worst, off / scree_pair_size(s->a[i].shape, s->b[i].shape));
    }
    return worst;
}

static bool race(const study_options *options, const pair_set *pairs, batch_run *batch, double times[CONTESTANTS],
                 speed_results *all)
{
    pair_run runs[CONTESTANTS];
    contestant contestants[CONTESTANTS];
    for (int i = 0; i < CONTESTANTS; ++i) {
        const double req = 0.5; // Deq being 1
        int method = i >= OURS ? AUTO : i % 2 == 0 ? MOVING_BALLS : GJK;
        runs[i] = (pair_run){ .pairs = pairs };
        runs[i].options = scree_girault_question(method, i >= OURS ? -1.0 : accuracies[i / 2] * req);
        contestants[i] = (contestant){ .run = scree_pair_run, .user = &runs[i] };
    }
    contestants[BATCH] = (contestant){ .run = scree_batch_run, .user = batch };
    bool whole = scree_stopwatch_race(contestants, CONTESTANTS, options->quick ? 5 : 9, 2e-4);
    for (int i = 0; i < CONTESTANTS; ++i) {
        times[i] = 1e9 * contestants[i].best / (double)(pairs->count > 0 ? pairs->count : 1);
        all->available[i] &= !runs[i].missing;
    }
    return whole;
}

static bool measure(const study_options *options, const girault_arrays *arrays, speed_results *r)
{
    const size_t asked = options->pairs / (GIRAULT_ASPECTS * ARRAY_PARTS) + 1;
    const size_t most = options->pairs > 0 && asked < 500 ? asked : options->quick ? 200 : 500;
    *r = (speed_results){ .timed = 0 };
    for (int i = 0; i < CONTESTANTS; ++i) r->available[i] = true;
    for (int v = 0; v < GIRAULT_ASPECTS; ++v) {
        const girault_array *array = &arrays->array[ARRAY_LENGTHS - 1][v];
        double sums[CONTESTANTS] = { 0 };
        for (int part = 0; part < ARRAY_PARTS; ++part) {
            pair_set pairs;
            batch_run batch = { .bodies = NULL };
            scree_headway("girault-2022, times", (size_t)v * ARRAY_PARTS + (size_t)part,
                          (size_t)GIRAULT_ASPECTS * ARRAY_PARTS);
            bool whole = take_sample(array, part, most, &pairs) && scree_batch_run_open(&batch, &pairs) &&
                         race(options, &pairs, &batch, r->part[v][part], r);
            if (whole) r->error[v] = fmax(r->error[v], error_of_auto(&pairs, &batch));
            r->timed += pairs.count;
            scree_batch_run_close(&batch);
            scree_pair_set_close(&pairs);
            if (!whole) return false;
            double weight = (double)(array->part_end[part] - (part > 0 ? array->part_end[part - 1] : 0));
            for (int i = 0; i < CONTESTANTS; ++i) {
                sums[i] += weight * r->part[v][part][i];
                r->cumulative[v][part][i] = sums[i] / (double)array->part_end[part];
            }
        }
    }
    scree_headway_clear();
    return true;
}

static double ratio(const speed_results *r, int aspect, int part, int accuracy)
{
    const double *times = r->cumulative[aspect][part];
    return times[2 * accuracy] / times[2 * accuracy + 1];
}

// --------------------------------------------------------------------------------------------------------- Fig. 23

static void fractions_table(figures *f, const speed_results *r)
{
    static const int aspects[] = { 0, 1, 4, 5 }, shown[] = { 0, 2, 4 };
    double y[12][ARRAY_PARTS];
    char names[12][40];
    int series = 0;
    chart c = { .kind = CHART_LINES, .title = "Fig. 23: time of moving-balls over that of gjk-johnson" };
    c.x_label = "volume fraction";
    c.y_label = "t(moving-balls) / t(gjk-johnson)";
    scree_figures_table(f, "Fig. 23: time of moving balls over that of GJK, by volume fraction",
                        "Ar\teps_d / Req\t0.05\t0.10\t0.15\t0.20\t0.25\tlargest / least\tnearly constant");
    for (size_t i = 0; i < sizeof aspects / sizeof *aspects; ++i) {
        for (size_t k = 0; k < sizeof shown / sizeof *shown; ++k, ++series) {
            double least = INFINITY, most = 0.0;
            for (int part = 0; part < ARRAY_PARTS; ++part) {
                y[series][part] = ratio(r, aspects[i], part, shown[k]);
                least = fmin(least, y[series][part]);
                most = fmax(most, y[series][part]);
            }
            const double *v = y[series];
            scree_figures_row(f, "%s\t%s\t%.2f\t%.2f\t%.2f\t%.2f\t%.2f\t%.2f\t%s",
                              scree_girault_aspect_names[aspects[i]], accuracy_names[shown[k]], v[0], v[1], v[2], v[3],
                              v[4], most / least, scree_figures_verdict(f, most / least <= 1.25));
            snprintf(names[series], sizeof names[series], "Ar %s, eps_d %s", scree_girault_aspect_names[aspects[i]],
                     accuracy_names[shown[k]]);
            c.series[series].name = names[series];
            c.series[series].x = fractions;
            c.series[series].y = y[series];
            c.series[series].count = ARRAY_PARTS;
        }
    }
    c.series_count = series;
    scree_figures_chart(f, &c);
}

// --------------------------------------------------------------------------------------------------------- Fig. 24

// What the text says of the ratio: on which side of 1 it is, and where it gives a number, which.
typedef struct printed_ratio {
    const char *words;
    bool below;         // 1; at 1/3 and 3 the text says both below and above, and "below" is taken
    double least, most; // 0: none
} printed_ratio;

static const printed_ratio printed[GIRAULT_ASPECTS] = {
    { "more than 4", false, 4.0, 4.0 },     { "below 1", true, 0.0, 0.0 }, { "1/3 to 1/2", true, 1.0 / 3.0, 0.5 },
    { "1/3 to 1/2", true, 1.0 / 3.0, 0.5 }, { "below 1", true, 0.0, 0.0 }, { "above 1", false, 0.0, 0.0 },
};

static void aspect_row(figures *f, int v, double y[ACCURACIES][GIRAULT_ASPECTS], double iterations)
{
    const printed_ratio *p = &printed[v];
    bool side = true, near = true;
    for (int i = 0; i < ACCURACIES; ++i) {
        side &= p->below ? y[i][v] < 1.0 : y[i][v] > 1.0;
        near &= y[i][v] >= 0.5 * p->least && y[i][v] <= 2.0 * p->most;
    }
    scree_figures_row(f, "%s\t%s\t%.2f\t%.2f\t%.2f\t%.2f\t%.2f\t%.2f\t%s\t%s", scree_girault_aspect_names[v], p->words,
                      y[0][v], y[1][v], y[2][v], y[3][v], y[4][v], iterations, scree_figures_verdict(f, side),
                      p->most > 0.0 ? scree_figures_verdict(f, near) : "-");
}

static void aspects_table(figures *f, const speed_results *r, const double iterations[GIRAULT_ASPECTS])
{
    double y[ACCURACIES][GIRAULT_ASPECTS];
    chart c = { .kind = CHART_LINES, .title = "Fig. 24: time of moving-balls over that of gjk-johnson", .log_x = true };
    c.x_label = "aspect ratio";
    c.y_label = "t(moving-balls) / t(gjk-johnson)";
    c.log_y = c.paper_marks = true;
    scree_figures_table(f, "Fig. 24: time of moving balls over that of GJK, volume fraction 0.25, by eps_d / Req",
                        "Ar\tpaper\t1e-3\t1e-4\t1e-5\t1e-6\t1e-7\titerations, 1e-5\twhich is faster\tmagnitude");
    for (int v = 0; v < GIRAULT_ASPECTS; ++v) {
        for (int i = 0; i < ACCURACIES; ++i) y[i][v] = ratio(r, v, ARRAY_PARTS - 1, i);
        aspect_row(f, v, y, iterations[v]);
    }
    for (int i = 0; i < ACCURACIES; ++i) {
        c.series[i].name = accuracy_names[i];
        c.series[i].x = scree_girault_aspects;
        c.series[i].y = y[i];
        c.series[i].count = GIRAULT_ASPECTS;
    }
    c.series_count = ACCURACIES;
    // What the text states: a number, or two, where it has them; and the line between slower and faster.
    double least[GIRAULT_ASPECTS], most[GIRAULT_ASPECTS], even[GIRAULT_ASPECTS];
    for (int v = 0; v < GIRAULT_ASPECTS; ++v) {
        least[v] = printed[v].least > 0.0 ? printed[v].least : NAN;
        most[v] = printed[v].most > 0.0 ? printed[v].most : NAN;
        even[v] = 1.0;
    }
    const double *const stated[] = { least, most, even };
    static const char *const stated_names[] = { "paper: at least", "paper: at most", "paper: equal times" };
    for (int i = 0; i < 3; ++i) {
        c.series[c.series_count].name = stated_names[i];
        c.series[c.series_count].x = scree_girault_aspects;
        c.series[c.series_count].y = stated[i];
        c.series[c.series_count++].count = GIRAULT_ASPECTS;
    }
    scree_figures_chart(f, &c);
}

// ------------------------------------------------------------------------------------------------------------ auto

static void auto_table(figures *f, const speed_results *r)
{
    double y[4][GIRAULT_ASPECTS];
    static const char *const names[4] = { "moving-balls, 1e-7", "gjk-johnson, 1e-7", "auto", "auto, in batch" };
    chart c = { .kind = CHART_LINES, .title = "A query at eps_d = 1e-7 Req", .log_x = true, .log_y = true };
    c.x_label = "aspect ratio";
    c.y_label = "ns";
    c.series_count = 4;
    scree_figures_section(f, "Beside the paper: auto",
                          "The same pairs, in the same race: cold, moving balls and GJK at eps_d = 1e-7 Req, `auto` "
                          "at its own accuracy, once call by call, as the two are timed, and once with all pairs in "
                          "one call of scree_query_batch() on one thread, which gives the same answers to the last "
                          "bit, %d pairs side by side in the lanes of the processor. Its error is that of the "
                          "distance, against long double, relative to the size of the pair (the two bounding radii "
                          "together). It is to be five times as fast as the faster of the two, and accurate to 1e-13; "
                          "the verdict is on the batch.",
                          scree_batch_lanes());
    scree_figures_table(f, "Time of a query, in ns",
                        "Ar\tmoving-balls\tgjk-johnson\tauto\tin batch\tfaster of the two / auto\t/ auto in batch\t"
                        "error of auto\tverdict");
    for (int v = 0; v < GIRAULT_ASPECTS; ++v) {
        const double *t = r->cumulative[v][ARRAY_PARTS - 1];
        double moving_balls = r->available[OURS - 2] ? t[OURS - 2] : NAN, gjk = t[OURS - 1];
        double faster = fmin(moving_balls, gjk), gain = faster / t[BATCH]; // fmin() passes over what is not a number
        char error[24];
        scree_figures_row(f, "%s\t%.0f\t%.0f\t%.0f\t%.0f\t%.2f\t%.2f\t%s\t%s", scree_girault_aspect_names[v],
                          moving_balls, gjk, t[OURS], t[BATCH], faster / t[OURS], gain,
                          scree_cells_number(error, r->error[v]),
                          scree_figures_target(f, gain >= 5.0 && r->error[v] <= 1e-13));
        y[0][v] = moving_balls;
        y[1][v] = gjk;
        y[2][v] = t[OURS];
        y[3][v] = t[BATCH];
    }
    for (int i = 0; i < c.series_count; ++i) {
        c.series[i].name = names[i];
        c.series[i].x = scree_girault_aspects;
        c.series[i].y = y[i];
        c.series[i].count = GIRAULT_ASPECTS;
    }
    scree_figures_chart(f, &c);
}

bool scree_girault_speed(const study_options *options, const girault_arrays *arrays,
                         const double iterations[GIRAULT_ASPECTS], figures *f)
{
    static speed_results r;
    if (!measure(options, arrays, &r)) return false;
    scree_figures_section(
        f, "4.3, Figs. 23 and 24: moving balls against GJK",
        "%zu pairs, evenly from the arrays of l = %g: of each aspect ratio and each fifth of the array as many; means "
        "are weighted by how many pairs the array has. Cold, one thread, all methods and accuracies in turns, the "
        "best turn of each. Fig. 23 is judged by the ratio staying within a factor of 1.25 over the volume fractions, "
        "Fig. 24 by which of the two is faster at every accuracy, and where the text has a number, by being within a "
        "factor of two of it. The ratio of the iterations, in print not given, is what the methods themselves make; "
        "that of the times also depends on how either is programmed.",
        r.timed, arrays->lengths[ARRAY_LENGTHS - 1]);
    if (r.available[0] && r.available[1]) {
        fractions_table(f, &r);
        aspects_table(f, &r, iterations);
    } else {
        scree_figures_note(f, "`moving-balls` or `gjk-johnson`: not available for ellipsoids.");
    }
    auto_table(f, &r);
    return true;
}
