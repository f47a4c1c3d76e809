#include "comparison_report.h"

#include <stdio.h>

void scree_comparison_figures(const comparison *b, double of[COMPARISON_FIGURES])
{
    const double cp = b->seconds[COMPARED_CP];
    of[RATIO_FCP] = cp / b->seconds[COMPARED_FCP];
    of[RATIO_SLM] = cp / b->seconds[COMPARED_SLM];
    of[RATIO_AUTO] = cp / b->seconds[COMPARED_AUTO];
    of[LINKS_ALL] = scree_comparison_quick(b, COMPARED_STATES);
    of[LINKS_APART] = scree_comparison_quick(b, COMPARED_APART);
    of[LINKS_IN_CONTACT] = scree_comparison_quick(b, COMPARED_IN_CONTACT);
    of[PAIRS] = (double)b->pair_count;
    for (int m = 0; m < COMPARED_METHODS; ++m) {
        of[ITERATIONS + m] = scree_comparison_iterations(b, m);
        of[NANOSECONDS + m] = scree_comparison_nanoseconds(b, m);
        of[SHARE + m] = m == COMPARED_AUTO ? scree_comparison_share(b) : scree_comparison_share_by(b, m);
    }
}

bool scree_comparison_in_print(double ratio, double low, double high)
{
    const double fifth = 0.2;
    return ratio >= (1.0 - fifth) * low && ratio <= (1.0 + fifth) * high;
}

void scree_comparison_printed_table(figures *f, const char *where)
{
    char headings[96];
    snprintf(headings, sizeof headings, "figure\t%s\tpaper\tmeasured\terror\tverdict", where);
    scree_figures_table(f, "What is printed", headings);
}

void scree_comparison_printed_row(figures *f, const char *figure, const char *where, const char *paper,
                                  const trial_mean *m, int digits, bool agrees)
{
    char words[ERROR_WORDS];
    scree_figures_row(f, "%s\t%s\t%s\t%.*f\t%s\t%s", figure, where, paper, digits, m->mean,
                      scree_trial_error(words, m, digits), scree_figures_verdict(f, agrees));
}

void scree_comparison_costs(figures *f, const char *where, const char *const *places, int count,
                            const trial_mean (*m)[COMPARISON_FIGURES])
{
    static const char *const names[COMPARED_METHODS] = { "CP", "FCP", "SLM", "auto" };
    char headings[160];
    snprintf(
        headings, sizeof headings,
        "%s\tmethod\titerations a pair\tns an iteration\tns a pair\titerations of CP for one\tits time over one of "
        "CP",
        where);
    scree_figures_table(f, "What a pair costs: R is the sixth column over the seventh", headings);
    for (int i = 0; i < count; ++i) {
        const trial_mean *of = m[i];
        const double cp = of[NANOSECONDS + COMPARED_CP].mean / of[ITERATIONS + COMPARED_CP].mean;
        for (int k = 0; k < COMPARED_METHODS; ++k) {
            const double steps = of[ITERATIONS + k].mean, time = of[NANOSECONDS + k].mean;
            if (k == COMPARED_AUTO) // its kernels do not count
                scree_figures_row(f, "%s\t%s\t-\t-\t%.0f\t-\t-", places[i], names[k], time);
            else
                scree_figures_row(f, "%s\t%s\t%.2f\t%.0f\t%.0f\t%.1f\t%.2f", places[i], names[k], steps, time / steps,
                                  time, of[ITERATIONS + COMPARED_CP].mean / steps, time / steps / cp);
        }
    }
}

void scree_comparison_shares(figures *f, const char *where, const char *const *places, int count,
                             const trial_mean (*m)[COMPARISON_FIGURES])
{
    char headings[64], words[ERROR_WORDS];
    snprintf(headings, sizeof headings, "%s\tCP\tFCP\tSLM\tauto\terror", where);
    scree_figures_table(f, "Detection's share of the time of a step, %, by", headings);
    for (int i = 0; i < count; ++i) {
        const trial_mean *of = m[i] + SHARE;
        scree_figures_row(f, "%s\t%.1f\t%.1f\t%.1f\t%.1f\t%s", places[i], of[COMPARED_CP].mean, of[COMPARED_FCP].mean,
                          of[COMPARED_SLM].mean, of[COMPARED_AUTO].mean,
                          scree_trial_error(words, &of[COMPARED_AUTO], 1));
    }
}
