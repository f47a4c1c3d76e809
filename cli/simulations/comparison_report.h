// What both simulations of nezami-2006 report of a comparison.
#ifndef SCREE_CLI_COMPARISON_REPORT_H
#define SCREE_CLI_COMPARISON_REPORT_H

#include "comparison.h"
#include "figures.h"
#include "trials.h"

enum {
    RATIO_FCP, // the time of cp over theirs
    RATIO_SLM,
    RATIO_AUTO,
    LINKS_ALL, // of slm: calls of two iterations or fewer, %
    LINKS_APART,
    LINKS_IN_CONTACT,
    PAIRS,
    ITERATIONS,                                  // of a pair, by each method
    NANOSECONDS = ITERATIONS + COMPARED_METHODS, // of a pair
    SHARE = NANOSECONDS + COMPARED_METHODS,      // of the time of a step, %
    COMPARISON_FIGURES = SHARE + COMPARED_METHODS
};

void scree_comparison_figures(const comparison *b, double of[COMPARISON_FIGURES]);

/// The print's figure agrees with a ratio of times within a fifth, and with a range of them within a fifth beyond its ends.
bool scree_comparison_in_print(double ratio, double low, double high);

/// A row for the table of what is printed.
void scree_comparison_printed_table(figures *f, const char *where);
void scree_comparison_printed_row(figures *f, const char *figure, const char *where, const char *paper,
                                  const trial_mean *m, int digits, bool agrees);

/// Tables, with a row for each place (the number of grains, the phase): what a pair costs, and the shares of detection.
void scree_comparison_costs(figures *f, const char *where, const char *const *places, int count,
                            const trial_mean (*m)[COMPARISON_FIGURES]);
void scree_comparison_shares(figures *f, const char *where, const char *const *places, int count,
                             const trial_mean (*m)[COMPARISON_FIGURES]);

#endif
