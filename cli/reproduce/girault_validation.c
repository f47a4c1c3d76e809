// 3.2 to 3.4 of girault-2022: a spheroid and its mirror image. Errors against the distance, the scale, the aspect ratio
// and the accuracy asked for (Figs. 6 to 14).
#include <math.h>
#include <stdio.h>

#include "girault_mirror.h"

enum { SCALES, ASPECTS, ACCURACIES, SWEEPS };

static const mirror_sweep sweeps[SWEEPS] = {
    [SCALES] = { "scale",
                 5,
                 { { "scale 1e-6", 3, 1e-6, 1e-5, 0, 0 },
                   { "scale 1e-3", 3, 1e-3, 1e-5, 0, 0 },
                   { "scale 1", 3, 1, 1e-5, 0, 0 },
                   { "scale 1e3", 3, 1e3, 1e-5, 0, 0 },
                   { "scale 1e6", 3, 1e6, 1e-5, 0, 0 } } },
    [ASPECTS] = { "aspect ratio",
                  6,
                  { { "Ar 1/6", 1.0 / 6.0, 1, 1e-6, 0, 0 },
                    { "Ar 1/3", 1.0 / 3.0, 1, 1e-6, 0, 0 },
                    { "Ar 2/3", 2.0 / 3.0, 1, 1e-6, 0, 0 },
                    { "Ar 3/2", 1.5, 1, 1e-6, 0, 0 },
                    { "Ar 3", 3, 1, 1e-6, 0, 0 },
                    { "Ar 6", 6, 1, 1e-6, 0, 0 } } },
    [ACCURACIES] = { "accuracy",
                     3,
                     { { "eps 1e-4", 3, 1, 1e-4, 0, 0 },
                       { "eps 1e-6", 3, 1, 1e-6, 0, 0 },
                       { "eps 1e-8", 3, 1, 1e-8, 0, 0 } } },
};

// Their figures in the paper; 0: none.
static const int figure_numbers[GIRAULT_METHODS][SWEEPS] = {
    { 6, 7, 8 }, { 9, 10, 11 }, { 12, 13, 14 }, { 0, 0, 0 }, { 0, 0, 0 }, { 0, 0, 0 },
};

// ---------------------------------------------------------------------------------------------------------- claims

typedef struct mirror_results {
    mirror_curves of[GIRAULT_METHODS][SWEEPS];
} mirror_results;

// A hundredth of eps_d is what the stopping test may make of rounding; the curves "collapse into a single one".
static bool collapses(const mirror_curves *r)
{
    return r->unconverged == 0 && r->spread <= 0.01;
}

static void claim_row(figures *f, int method, int which, const mirror_curves *r)
{
    static const char *const claims[SWEEPS] = { "error within eps_d, the same at every scale",
                                                "error within eps_d at every aspect ratio",
                                                "error within eps_d for every eps_d" };
    char name[64], worst[24], point[24];
    const int number = figure_numbers[method][which];
    const bool claimed = method == MOVING_BALLS || method == GJK || method == NEWTON_COULOMB;
    if (number > 0)
        snprintf(name, sizeof name, "Fig. %d: %s", number, sweeps[which].what);
    else
        snprintf(name, sizeof name, "%s", sweeps[which].what);
    if (!r->available) {
        scree_girault_missing(f, scree_girault_methods[method], name);
        return;
    }
    bool holds = r->unconverged == 0 && r->worst <= 1.0 && (which != SCALES || collapses(r));
    const char *paper = claimed ? claims[which] : method == AUTO ? "-" : "not so, see below";
    const char *verdict = claimed          ? scree_figures_verdict(f, holds)
                          : method == AUTO ? scree_figures_beyond(f)
                                           : scree_figures_verdict(f, !holds);
    scree_figures_row(f, "%s\t%s\t%s\t%s\t%s\t%d of %d\t%s", scree_girault_methods[method], name, paper,
                      scree_cells_number(worst, r->worst), scree_cells_number(point, r->worst_point),
                      r->asked - r->unconverged, r->asked, verdict);
}

static void claims_table(figures *f, const mirror_results *m)
{
    scree_figures_table(f, "The claim |d - d*| <= eps_d",
                        "method\tvaried\tpaper\tworst |d - d*| / eps_d\tworst |x - x*| / Deq\tconverged\tverdict");
    for (int method = 0; method < GIRAULT_METHODS; ++method)
        for (int which = 0; which < SWEEPS; ++which) claim_row(f, method, which, &m->of[method][which]);
    scree_figures_note(f,
                       "For `auto`, which is asked for no particular eps_d, the errors are in those of the others: "
                       "1e-5, 1e-6, and 1e-4 to 1e-8 of Deq. What did not converge (in %d steps at most) is left "
                       "out of the errors.",
                       GIRAULT_ITERATIONS);
}

// The curves of aspect ratio 3 at eps_d = 1e-6 Deq in numbers.
static void curve_table(figures *f, const mirror_results *m)
{
    enum { OF_THREE = 4 };
    text headings = { 0 };
    scree_cli_text_words(&headings, "d*/Deq");
    for (int method = 0; method < GIRAULT_METHODS; ++method)
        scree_cli_text_printf(&headings, "\t%s", scree_girault_methods[method]);
    scree_cli_text_add(&headings, "", 1);
    scree_figures_table(f, "|d - d*| / Deq at aspect ratio 3, eps_d = 1e-6 Deq",
                        headings.failed ? "d*/Deq" : headings.bytes);
    scree_cli_text_free(&headings);
    for (int i = 0; i < MIRROR_DISTANCES; ++i) {
        text cells = { 0 };
        scree_cli_text_printf(&cells, "%g", scree_mirror_distances[i]);
        for (int method = 0; method < GIRAULT_METHODS; ++method) {
            char words[24];
            scree_cli_text_printf(&cells, "\t%s",
                                  scree_cells_number(words, m->of[method][ASPECTS].distance[OF_THREE][i]));
        }
        scree_cells_row(f, &cells);
    }
}

static void plot_sweep(figures *f, int method, int which, const mirror_curves *r)
{
    char title[120];
    const int number = figure_numbers[method][which];
    if (!r->available || r->unconverged == r->asked) return;
    if (number > 0)
        snprintf(title, sizeof title, "Fig. %d: %s, %s", number, scree_girault_methods[method], sweeps[which].what);
    else
        snprintf(title, sizeof title, "%s, %s", scree_girault_methods[method], sweeps[which].what);
    scree_mirror_plot(f, title, &sweeps[which], r, true);
}

bool scree_girault_mirror_study(const study_options *options, figures *f)
{
    static mirror_results m;
    (void)options;
    for (int method = 0; method < GIRAULT_METHODS; ++method)
        for (int which = 0; which < SWEEPS; ++which)
            if (!scree_mirror_sweep(method, &sweeps[which], &m.of[method][which])) return false;
    scree_figures_section(
        f, "3.2 to 3.4, Figs. 6 to 14: a spheroid and its mirror image",
        "The axis of the spheroid is at 45 degrees to the mirror, so that distance and points are known. Distances "
        "d*/Deq from 1 to 1e-6; in turn the scale (1e-6 to 1e6), the aspect ratio (1/6 to 6) and the accuracy eps_d "
        "(1e-4, 1e-6, 1e-8 of Deq) are varied, the others being 1, 3, and 1e-5 (scales) or 1e-6 (aspect ratios) of "
        "Deq. GJK starts from the printed vector (3.3): from r1 - r2 it would end in one step. Judged is what the "
        "paper says of each: that the error of the distance is within eps_d, and that the curves of all scales are "
        "one, to a hundredth of eps_d.");
    claims_table(f, &m);
    curve_table(f, &m);
    for (int method = 0; method < GIRAULT_METHODS; ++method)
        for (int which = 0; which < SWEEPS && method != PENALTY; ++which)
            plot_sweep(f, method, which, &m.of[method][which]);
    return true;
}
