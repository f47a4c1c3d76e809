// Beyond descantes-2019: over many random pairs that overlap, how often each method finds the true minimum, how far off
// it is otherwise, and how often it does not end.
#include <math.h>
#include <string.h>

#include "descantes.h"
#include "random_pairs.h"
#include "text.h"

enum { PAIRS = 100000, QUICK_PAIRS = 10000 };

static double percent(uint64_t part, uint64_t whole)
{
    return 100.0 * (double)part / (double)whole;
}

static void add_answers(const pair_results *r, figures *f)
{
    scree_figures_table(f, "Answers against the exact ones",
                        "method\texact\tto 1e-6\ttoo deep\ttoo shallow\tmedian off\tworst off\tdoes not end\tproven");
    for (int m = 0; m < r->method_count; ++m) {
        const tally *t = &r->tallies[m];
        if (t->asked == 0) {
            scree_figures_row(f, "%s\tnot available", r->methods[m]->name);
            continue;
        }
        char median[24], worst[24];
        scree_figures_row(f, "%s\t%.3f %%\t%.3f %%\t%.3f %%\t%.3f %%\t%s\t%s\t%.3f %%\t%.2f %%", r->methods[m]->name,
                          percent(t->right, t->asked), percent(t->nearly, t->asked), percent(t->too_deep, t->asked),
                          percent(t->too_shallow, t->asked), scree_descantes_percent(median, r->median_off[m]),
                          scree_descantes_percent(worst, r->worst_off[m]), percent(t->cut_short, t->asked),
                          percent(t->certified, t->asked));
    }
    scree_figures_note(f, "Exact is to 1e-9 of the pair's size (the two bounding radii together); off by how much is "
                          "relative to the overlap, over the answers that are not exact. A search does not end if it "
                          "meets its bound on steps. Proven: the answer comes with a certified interval as narrow as "
                          "the tolerance, 1e-12 of the size; a method that proves nothing may be right all the same.");
}

/// "-" for what a method does not count.
static void add_mean(text *cells, uint64_t sum, uint64_t asked)
{
    if (sum == 0)
        scree_cli_text_words(cells, "\t-");
    else
        scree_cli_text_printf(cells, "\t%.1f", (double)sum / (double)asked);
}

static void add_counts(const pair_results *r, figures *f)
{
    scree_figures_table(f, "Mean counts for one pair",
                        "method\titerations\tGJK updates\texpansions\tperturbations\tcandidates\tlink iterations");
    for (int m = 0; m < r->method_count; ++m) {
        const tally *t = &r->tallies[m];
        text cells = { 0 };
        if (t->asked == 0) continue;
        add_mean(&cells, t->iterations, t->asked);
        add_mean(&cells, t->gjk_updates, t->asked);
        add_mean(&cells, t->epa_iterations, t->asked);
        add_mean(&cells, t->perturbations, t->asked);
        add_mean(&cells, t->candidates, t->asked);
        add_mean(&cells, t->link_iterations, t->asked);
        scree_cli_text_add(&cells, "", 1);
        if (!cells.failed) scree_figures_row(f, "%s%s", r->methods[m]->name, cells.bytes);
        scree_cli_text_free(&cells);
    }
}

static void add_bound(const pair_results *r, figures *f)
{
    for (int m = 0; m < r->method_count; ++m) {
        const tally *t = &r->tallies[m];
        if (t->asked == 0 || strcmp(r->methods[m]->name, "gjk-td") != 0) continue;
        scree_figures_note(f,
                           "The paper bounds the expansions of `gjk-td` by 3 (v_A + v_B) - 8. The surface of the "
                           "Minkowski difference has up to v_A v_B vertices, so that the bound does not hold in "
                           "general; here it was met or passed by %.3f %% of the pairs.",
                           percent(t->beyond_bound, t->asked));
    }
}

/// A line for each method that fails at all, over the depth.
static void add_depths(const pair_results *r, figures *f)
{
    double middles[PAIR_DEPTHS], wrong[PAIR_METHODS][PAIR_DEPTHS];
    text headings = { 0 };
    chart c = { .kind = CHART_LINES, .title = "Share of pairs without the exact answer, by depth of overlap" };
    c.x_label = "overlap, % of that of coinciding centroids";
    c.y_label = "not exact, % of pairs";
    c.log_x = true;
    scree_cli_text_words(&headings, "overlap\tpairs");
    for (int m = 0; m < r->method_count; ++m) {
        const tally *t = &r->tallies[m];
        if (t->asked == 0) continue;
        scree_cli_text_printf(&headings, "\t%s", r->methods[m]->name);
        for (int d = 0; d < PAIR_DEPTHS; ++d)
            wrong[m][d] = t->asked_at[d] > 0 ? percent(t->wrong_at[d], t->asked_at[d]) : NAN;
        if (t->right == t->asked || c.series_count == CHART_SERIES) continue;
        c.series[c.series_count].name = r->methods[m]->name;
        c.series[c.series_count].x = middles;
        c.series[c.series_count].y = wrong[m];
        c.series[c.series_count++].count = PAIR_DEPTHS;
    }
    scree_cli_text_add(&headings, "", 1);
    scree_figures_table(f, "Pairs without the exact answer, by depth of overlap",
                        headings.failed ? "overlap" : headings.bytes);
    scree_cli_text_free(&headings);
    for (int d = 0; d < PAIR_DEPTHS; ++d) {
        const double low = scree_random_pairs_depths[d], high = scree_random_pairs_depths[d + 1];
        text cells = { 0 };
        middles[d] = 100.0 * sqrt(low * high);
        scree_cli_text_printf(&cells, "%g to %g %%\t%llu", 100.0 * low, 100.0 * high,
                              (unsigned long long)r->tallies[0].asked_at[d]);
        for (int m = 0; m < r->method_count; ++m)
            if (r->tallies[m].asked > 0) scree_cli_text_printf(&cells, "\t%.3f %%", wrong[m][d]);
        scree_cli_text_add(&cells, "", 1);
        if (!cells.failed) scree_figures_row(f, "%s", cells.bytes);
        scree_cli_text_free(&cells);
    }
    if (c.series_count > 0) scree_figures_chart(f, &c);
}

bool scree_descantes_random_pairs(const study_options *options, figures *f)
{
    pair_results r;
    size_t pairs = options->pairs > 0 ? options->pairs : options->quick ? QUICK_PAIRS : PAIRS;
    scree_figures_section(f, "Beyond the paper: random pairs that overlap",
                          "%zu pairs of hulls with 4 to 20 vertices in any orientation, from grains that barely touch "
                          "(0.1 %% of the overlap of coinciding centroids) to grains half inside each other (50 %%), "
                          "as many in each decade. For every method that serves polyhedra: how often it finds the "
                          "true minimum, how far off it is otherwise, and how often it does not end. Exact is the "
                          "certified answer of `auto`.",
                          pairs);
    if (!scree_random_pairs_run(options, pairs, &r)) return false;
    add_answers(&r, f);
    add_counts(&r, f);
    add_bound(&r, f);
    add_depths(&r, f);
    return true;
}
