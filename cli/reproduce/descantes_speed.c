// Table 2 of descantes-2019: how long each method takes for the nine situations, relative to GJK-TD.
#include <math.h>
#include <stdlib.h>

#include "descantes.h"
#include "headway.h"
#include "interrupt.h"
#include "scree/method.h"
#include "stopwatch.h"
#include "text.h"

enum { TURNS = 60, QUICK_TURNS = 12 };

static const double turn_time = 0.5e-3; // seconds
static const double mean_factor = 3.0;  // between a printed mean ratio and ours

enum { GJK_TD, FCP, CP, AUTO, SAT, EPA, RACERS };

static const char *const names[RACERS] = { "gjk-td", "fcp-revised", "cp-revised", "auto", "sat", "gjk-epa" };

typedef struct question {
    const scree_situation *situation;
    scree_query_options options;
} question;

static void query_pair(void *user)
{
    const question *q = user;
    scree_contact k;
    scree_query(&q->situation->a, &q->situation->b, &q->options, &k);
}

/// Microseconds for each method; NAN where it has no answer.
static bool race(const scree_situation *s, int turns, double us[RACERS])
{
    contestant contestants[RACERS];
    question questions[RACERS];
    int racing[RACERS], count = 0;
    size_t size = scree_query_scratch(s->a.shape, s->b.shape);
    void *scratch = malloc(size);
    for (int m = 0; m < RACERS; ++m) {
        scree_contact k;
        us[m] = NAN;
        if (scratch == NULL || !scree_descantes_query(names[m], s, &k)) continue;
        question *q = &questions[m];
        *q = (question){ s, scree_query_defaults() };
        q->options.method = scree_method_find(names[m]);
        q->options.detail = SCREE_DETAIL_SEARCH;
        q->options.scratch = scratch;
        q->options.scratch_size = size;
        contestants[count] = (contestant){ .run = query_pair, .user = q };
        racing[count++] = m;
    }
    bool whole = scree_stopwatch_race(contestants, count, turns, turn_time);
    for (int i = 0; i < count; ++i) us[racing[i]] = 1e6 * contestants[i].best;
    free(scratch);
    return whole;
}

typedef struct speeds {
    double us[RACERS][SCREE_SITUATIONS];        ///< measured
    double ratio[RACERS][SCREE_SITUATIONS + 1]; ///< to gjk-td's; the last is the mean of the ratios, as in print
    double paper[RACERS][SCREE_SITUATIONS + 1]; ///< ratios in print, of those methods that the paper has
} speeds;

static bool measure(const study_options *options, const scree_situation *situations, speeds *t)
{
    for (int i = 0; i < SCREE_SITUATIONS; ++i) {
        double us[RACERS];
        scree_headway("timing the situations", (size_t)i, SCREE_SITUATIONS);
        if (!race(&situations[i], options->quick ? QUICK_TURNS : TURNS, us)) return false;
        for (int m = 0; m < RACERS; ++m) {
            t->us[m][i] = us[m];
            t->ratio[m][i] = us[m] / us[GJK_TD];
        }
        t->paper[FCP][i] = situations[i].paper_fcp;
        t->paper[CP][i] = situations[i].paper_cp;
    }
    for (int m = 0; m < RACERS; ++m) {
        double sum = 0.0;
        for (int i = 0; i < SCREE_SITUATIONS; ++i) sum += t->ratio[m][i];
        t->ratio[m][SCREE_SITUATIONS] = sum / SCREE_SITUATIONS;
    }
    t->paper[FCP][SCREE_SITUATIONS] = 5.7;
    t->paper[CP][SCREE_SITUATIONS] = 64.8;
    return !scree_cli_interrupted();
}

static void add_number(text *cells, const char *format, double x)
{
    if (isnan(x))
        scree_cli_text_words(cells, "\tnot available");
    else
        scree_cli_text_printf(cells, format, x);
}

/// Machines and programs differ: what must be as in print is that the common plane is the slowest in every situation.
static bool ranks_agree(const speeds *t, int i)
{
    return t->ratio[CP][i] > 1.0 && t->ratio[CP][i] > t->ratio[FCP][i];
}

static void add_row(const speeds *t, const scree_situation *s, int i, figures *f)
{
    text cells = { 0 };
    scree_cli_text_words(&cells, s != NULL ? s->figure : "mean");
    if (s != NULL) {
        scree_cli_text_printf(&cells, "\t%.2f", s->paper_td_us);
        add_number(&cells, "\t%.2f", t->us[GJK_TD][i]);
    } else {
        scree_cli_text_words(&cells, "\t\t");
    }
    for (int m = FCP; m < RACERS; ++m) {
        if (m <= CP) add_number(&cells, "\t%.1f", t->paper[m][i]);
        add_number(&cells, "\t%.1f", t->ratio[m][i]);
    }
    bool known = s != NULL && !isnan(t->ratio[FCP][i]) && !isnan(t->ratio[CP][i]);
    scree_cli_text_add(&cells, "", 1);
    if (!cells.failed)
        scree_figures_row(f, "%s\t%s", cells.bytes, known ? scree_figures_verdict(f, ranks_agree(t, i)) : "-");
    scree_cli_text_free(&cells);
}

/// The means that the text quotes: "6 and 65 times more computationally intense on average".
static void add_means(const speeds *t, figures *f)
{
    static const int quoted[] = { FCP, CP };
    scree_figures_table(f, "Mean of the nine ratios to gjk-td", "method\tpaper\tmeasured\tverdict");
    for (int i = 0; i < 2; ++i) {
        const int m = quoted[i];
        const double printed = t->paper[m][SCREE_SITUATIONS], mean = t->ratio[m][SCREE_SITUATIONS];
        if (isnan(mean)) {
            scree_figures_row(f, "%s\t%.1f\tnot available\t-", names[m], printed);
            continue;
        }
        const bool near = mean > printed / mean_factor && mean < printed * mean_factor;
        scree_figures_row(f, "%s\t%.1f\t%.1f\t%s", names[m], printed, mean, scree_figures_verdict(f, near));
    }
}

static void add_chart(const speeds *t, const scree_situation *situations, figures *f)
{
    const char *categories[SCREE_SITUATIONS + 1];
    for (int i = 0; i < SCREE_SITUATIONS; ++i) categories[i] = situations[i].figure;
    categories[SCREE_SITUATIONS] = "mean";
    const int n = SCREE_SITUATIONS + 1;
    chart c = { .kind = CHART_BARS, .title = "Table 2 again: times relative to gjk-td", .log_y = true };
    c.y_label = "time / time of gjk-td";
    c.categories = categories;
    c.category_count = n;
    c.series_count = 4;
    c.series[0].name = "paper: fcp-revised";
    c.series[0].y = t->paper[FCP];
    c.series[1].name = "fcp-revised";
    c.series[1].y = t->ratio[FCP];
    c.series[2].name = "paper: cp-revised";
    c.series[2].y = t->paper[CP];
    c.series[3].name = "cp-revised";
    c.series[3].y = t->ratio[CP];
    for (int i = 0; i < c.series_count; ++i) c.series[i].count = n;
    scree_figures_chart(f, &c);

    c.title = "Time of one query";
    c.y_label = "microseconds";
    c.category_count = SCREE_SITUATIONS;
    c.series_count = RACERS;
    for (int m = 0; m < RACERS; ++m) {
        c.series[m].name = names[m];
        c.series[m].y = t->us[m];
        c.series[m].count = SCREE_SITUATIONS;
    }
    scree_figures_chart(f, &c);
}

bool scree_descantes_speed(const study_options *options, const scree_situation *situations, figures *f)
{
    static speeds t;
    scree_figures_section(
        f, "Table 2: times",
        "Time of one query relative to `gjk-td`, on one thread, without an earlier answer to start from. All methods "
        "take turns, and the best turn of each counts. The paper's figures come from another machine and another "
        "program, so that a row agrees if the common plane is the slowest of the three as in print, and a mean if it "
        "is within a factor of %g of the printed one. `auto`, `sat` and `gjk-epa` are not in the paper.",
        mean_factor);
    if (!measure(options, situations, &t)) return false;
    scree_figures_table(
        f, "Times relative to gjk-td",
        "situation\tgjk-td, \302\265s: paper\tmeasured\tfcp-revised: paper\tmeasured\tcp-revised: paper\t"
        "measured\tauto\tsat\tgjk-epa\tverdict");
    for (int i = 0; i < SCREE_SITUATIONS; ++i) add_row(&t, &situations[i], i, f);
    add_row(&t, NULL, SCREE_SITUATIONS, f);
    add_means(&t, f);
    scree_figures_note(f, "Ratios of times depend on how either method is programmed, and the paper's programs are not "
                          "published: why its `fcp-revised` is slower than `gjk-td` is not known.");
    add_chart(&t, situations, f);
    return true;
}
