// 4.2 of girault-2022: the mean number of iterations of moving balls and GJK against the size of the array, the volume
// fraction and the aspect ratio (Figs. 21 and 22).
#include <math.h>
#include <stdlib.h>

#include "command.h"
#include "crew.h"
#include "girault.h"

enum { COUNTED = 2, BLOCK = 256 };

static const double accuracy = 0.5e-5; // 1e-5 Req

// By one thread, over one array.
typedef struct count_hand {
    uint64_t iterations[COUNTED][ARRAY_PARTS], failures[COUNTED];
    bool missing[COUNTED];
} count_hand;

typedef struct count_job {
    const girault_array *array;
    count_hand *hands;
} count_job;

// Means of the array's first parts, so of volume fractions 0.05, 0.10, ...
typedef struct count_means {
    double mean[COUNTED][ARRAY_PARTS];
} count_means;

typedef struct count_results {
    count_means of[ARRAY_LENGTHS][ARRAY_ASPECTS];
    uint64_t queries, failures[COUNTED];
    bool available[COUNTED];
} count_results;

static void count_pairs(void *user, int number, size_t first, size_t end)
{
    const count_job *job = user;
    count_hand *h = &job->hands[number];
    for (int m = 0; m < COUNTED; ++m) {
        const scree_query_options question = scree_girault_question(m == 0 ? MOVING_BALLS : GJK, accuracy);
        int part = 0;
        for (size_t i = first; i < end && !h->missing[m]; ++i) {
            scree_body a, b;
            scree_contact k;
            scree_counts n;
            while (i >= job->array->part_end[part]) ++part;
            scree_girault_array_pair(job->array, i, &a, &b);
            h->missing[m] = !scree_study_query_counted(&a, &b, &question, &k, &n);
            if (h->missing[m]) break;
            // Algorithm 2 counts the calls of its sub-algorithm.
            h->iterations[m][part] += (uint64_t)(m == 0 ? k.iterations : n.gjk_updates);
            h->failures[m] += n.cut_short;
        }
    }
}

static bool count_array(const study_options *options, const girault_array *array, count_means *out, count_results *all)
{
    count_job job = { .array = array, .hands = calloc((size_t)options->threads, sizeof *job.hands) };
    if (job.hands == NULL) {
        scree_cli_trouble(&scree_cli_reproduce, "out of memory");
        return false;
    }
    bool whole = scree_crew_run(options->threads, array->pair_count, BLOCK, count_pairs, &job, "girault-2022, Fig. 21");
    for (int m = 0; m < COUNTED && whole; ++m) {
        uint64_t sum = 0;
        for (int part = 0; part < ARRAY_PARTS; ++part) {
            for (int t = 0; t < options->threads; ++t) sum += job.hands[t].iterations[m][part];
            out->mean[m][part] = (double)sum / (double)array->part_end[part];
        }
        for (int t = 0; t < options->threads; ++t) {
            all->failures[m] += job.hands[t].failures[m];
            all->available[m] &= !job.hands[t].missing[m];
        }
    }
    all->queries += array->pair_count;
    free(job.hands);
    return whole;
}

// --------------------------------------------------------------------------------------------------------- figures

static void charts(figures *f, const girault_arrays *arrays, const count_results *r, int m)
{
    static const double fractions[ARRAY_PARTS] = { 0.05, 0.10, 0.15, 0.20, 0.25 };
    static const char *const by_length[COUNTED] = { "Fig. 21: iterations of moving-balls, volume fraction 0.25",
                                                    "Fig. 22: iterations of gjk-johnson, volume fraction 0.25" };
    static const char *const by_fraction[COUNTED] = { "Fig. 21: iterations of moving-balls, the largest arrays",
                                                      "Fig. 22: iterations of gjk-johnson, the largest arrays" };
    double y[GIRAULT_ASPECTS][ARRAY_LENGTHS];
    chart lengths = {
        .kind = CHART_LINES, .title = by_length[m], .x_label = "l = L/Deq", .y_label = "mean iterations"
    };
    chart parts = { .kind = CHART_LINES, .title = by_fraction[m], .x_label = "volume fraction" };
    parts.y_label = "mean iterations";
    lengths.series_count = parts.series_count = GIRAULT_ASPECTS;
    for (int v = 0; v < GIRAULT_ASPECTS; ++v) {
        for (int l = 0; l < ARRAY_LENGTHS; ++l) y[v][l] = r->of[l][v].mean[m][ARRAY_PARTS - 1];
        lengths.series[v].name = parts.series[v].name = scree_girault_aspect_names[v];
        lengths.series[v].x = arrays->lengths;
        lengths.series[v].y = y[v];
        lengths.series[v].count = ARRAY_LENGTHS;
        parts.series[v].x = fractions;
        parts.series[v].y = r->of[ARRAY_LENGTHS - 1][v].mean[m];
        parts.series[v].count = ARRAY_PARTS;
    }
    scree_figures_chart(f, &lengths);
    scree_figures_chart(f, &parts);
}

static void table(figures *f, const girault_arrays *arrays, const count_results *r, int m, double allowed)
{
    static const char *const captions[COUNTED] = { "Fig. 21: mean iterations of moving balls, eps_d = 1e-5 Req",
                                                   "Fig. 22: mean iterations of GJK, eps_d = 1e-5 Req" };
    text headings = { 0 };
    scree_cli_text_words(&headings, "Ar\t0.05\t0.10\t0.15\t0.20\t0.25");
    for (int l = 0; l < ARRAY_LENGTHS; ++l) scree_cli_text_printf(&headings, "\tl = %g", arrays->lengths[l]);
    scree_cli_text_words(&headings, "\tchange\tsettled");
    scree_cli_text_add(&headings, "", 1);
    scree_figures_table(f, captions[m], headings.failed ? "Ar" : headings.bytes);
    scree_cli_text_free(&headings);
    if (!r->available[m]) {
        scree_girault_missing(f, scree_girault_methods[m == 0 ? MOVING_BALLS : GJK], "-");
        return;
    }
    for (int v = 0; v < GIRAULT_ASPECTS; ++v) {
        text cells = { 0 };
        const double *mean = r->of[ARRAY_LENGTHS - 1][v].mean[m];
        scree_cli_text_words(&cells, scree_girault_aspect_names[v]);
        for (int part = 0; part < ARRAY_PARTS; ++part) scree_cli_text_printf(&cells, "\t%.2f", mean[part]);
        for (int l = 0; l < ARRAY_LENGTHS; ++l)
            scree_cli_text_printf(&cells, "\t%.2f", r->of[l][v].mean[m][ARRAY_PARTS - 1]);
        double last = mean[ARRAY_PARTS - 1], before = r->of[ARRAY_LENGTHS - 2][v].mean[m][ARRAY_PARTS - 1];
        double change = fabs(last / before - 1.0);
        scree_cli_text_printf(&cells, "\t%.1f %%\t%s", 100.0 * change, scree_figures_verdict(f, change <= allowed));
        scree_cells_row(f, &cells);
    }
    charts(f, arrays, r, m);
}

bool scree_girault_iterations(const study_options *options, const girault_arrays *arrays, double ratio[GIRAULT_ASPECTS],
                              figures *f)
{
    static count_results r;
    const double allowed = arrays->lengths[ARRAY_LENGTHS - 1] >= 30.0 ? 0.03 : 0.1;
    r = (count_results){ .available = { true, true } };
    for (int l = 0; l < ARRAY_LENGTHS; ++l)
        for (int v = 0; v < GIRAULT_ASPECTS; ++v)
            if (!count_array(options, &arrays->array[l][v], &r.of[l][v], &r)) return false;
    for (int v = 0; v < GIRAULT_ASPECTS; ++v) {
        const count_means *largest = &r.of[ARRAY_LENGTHS - 1][v];
        ratio[v] = largest->mean[0][ARRAY_PARTS - 1] / largest->mean[1][ARRAY_PARTS - 1];
    }
    scree_figures_section(
        f, "4.2, Figs. 21 and 22: iterations in random arrays",
        "Periodic arrays of equal spheroids, placed one by one wherever there is room, up to a volume fraction of 0.25 "
        "(the array of 0.05 is the first fifth of them); all %llu pairs whose bounding spheres are 0.2 Req apart or "
        "less. The columns 0.05 to 0.25 are volume fractions at the largest l; those of l are at 0.25. The paper's "
        "curves have no printed values; it says that l = 30 is enough for a mean. Judged is the change from the last "
        "l but one to the largest, which must be below %.0f %%.",
        (unsigned long long)r.queries, 100.0 * allowed);
    for (int m = 0; m < COUNTED; ++m) table(f, arrays, &r, m, allowed);
    scree_figures_table(f, "Queries that did not converge", "method\tqueries\tpaper\tmeasured\tverdict");
    for (int m = 0; m < COUNTED; ++m) {
        const char *name = scree_girault_methods[m == 0 ? MOVING_BALLS : GJK];
        if (!r.available[m])
            scree_figures_row(f, "%s\tnot available", name);
        else
            scree_figures_row(f, "%s\t%llu\t0\t%llu\t%s", name, (unsigned long long)r.queries,
                              (unsigned long long)r.failures[m], scree_figures_verdict(f, r.failures[m] == 0));
    }
    return true;
}
