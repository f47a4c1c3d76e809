// 3.4.5 of girault-2022: the distance below which the algorithm of Jain et al. does not converge (Tables 3 and 4).
#include <math.h>

#include "girault_mirror.h"
#include "interrupt.h"

enum { FACTORS = 5, ACCURACIES = 3 };

static const double factors[FACTORS] = { 1.0, 1.0 / 2.0, 1.0 / 4.0, 1.0 / 10.0, 1.0 / 20.0 };

// As printed: exponents of ten.
static const int table3[GIRAULT_ASPECTS][FACTORS] = {
    { -1, -2, -3, -2, -3 }, { 0, -4, -2, -2, -2 },  { 0, -6, -2, -2, -2 },
    { -1, -4, -2, -2, -2 }, { -2, -3, -2, -2, -2 }, { 0, -3, -2, -2, -2 },
};
static const double accuracies[ACCURACIES] = { 1e-4, 1e-6, 1e-8 };
static const int table4[ACCURACIES][FACTORS] = { { -3, -4, -3, -2, -2 },
                                                 { -2, -3, -2, -2, -2 },
                                                 { -1, -2, -2, -2, -2 } };

enum { UNAVAILABLE = 1 };

// The exponent of the largest d*/Deq at which it does not converge; -MIRROR_DISTANCES: it does at all of them.
static bool reach(double aspect, double accuracy, double factor, int *exponent)
{
    scree_ellipsoid_parameters parameters = scree_ellipsoid_parameters_defaults();
    scree_query_options options = scree_girault_question(JAIN, accuracy);
    parameters.jain_factor = factor;
    const scree_paper paper = { .ellipsoids = &parameters };
    options.paper = &paper;
    for (int i = 0; i < MIRROR_DISTANCES; ++i) {
        mirror_case c;
        if (scree_cli_interrupted()) return false;
        if (!scree_mirror_open(&c, aspect, 1.0, scree_mirror_distances[i])) return false;
        mirror_answer answer = scree_mirror_query(&c, JAIN, &options);
        scree_mirror_close(&c);
        *exponent = answer.available ? -i : UNAVAILABLE;
        if (!answer.converged) return true;
    }
    *exponent = -MIRROR_DISTANCES;
    return true;
}

typedef struct scores {
    int cells, same, near;
} scores;

static void add_cell(text *cells, int printed, int exponent, scores *s)
{
    scree_cli_text_printf(cells, "\t%g (", pow(10.0, printed));
    if (exponent == -MIRROR_DISTANCES)
        scree_cli_text_words(cells, "none)");
    else
        scree_cli_text_printf(cells, "%g)", pow(10.0, exponent));
    s->cells += 1;
    s->same += exponent == printed;
    s->near += exponent >= printed - 1 && exponent <= printed + 1;
}

// One row of either table; false where it was interrupted.
static bool add_row(figures *f, const char *name, double aspect, double accuracy, const int printed[FACTORS], scores *s)
{
    text cells = { 0 };
    scores mine = { 0 };
    scree_cli_text_words(&cells, name);
    for (int k = 0; k < FACTORS; ++k) {
        int exponent;
        if (!reach(aspect, accuracy, factors[k], &exponent)) {
            scree_cli_text_free(&cells);
            return false;
        }
        if (exponent == UNAVAILABLE) {
            scree_cli_text_free(&cells);
            scree_figures_row(f, "%s\tnot available", name);
            return true;
        }
        add_cell(&cells, printed[k], exponent, &mine);
    }
    scree_cli_text_printf(&cells, "\t%d of %d\t%s", mine.near, mine.cells,
                          scree_figures_verdict(f, mine.near == mine.cells));
    scree_cells_row(f, &cells);
    s->cells += mine.cells;
    s->same += mine.same;
    s->near += mine.near;
    return true;
}

bool scree_girault_jain_study(const study_options *options, figures *f)
{
    scores s = { 0 };
    (void)options;
    scree_figures_section(
        f, "3.4.5, Tables 3 and 4: the algorithm of Jain et al.",
        "The mirror case again: the distances, of d*/Deq in {1, 0.1, ... 1e-6}, from which on downwards the algorithm "
        "does not converge (in %d steps), for parts of the published constant C_m. \"The value below which it is "
        "observed not to converge\" is read as the largest at which it fails. First the print, in brackets what was "
        "measured; a row agrees if all of it is within one power of ten.",
        GIRAULT_ITERATIONS);
    static const char headings[] = "row\tC_m as published\t1/2\t1/4\t1/10\t1/20\twithin 10\tverdict";
    scree_figures_table(f, "Table 3: by aspect ratio, eps_d = 1e-6 Deq", headings);
    for (int i = 0; i < GIRAULT_ASPECTS; ++i)
        if (!add_row(f, scree_girault_aspect_names[i], scree_girault_aspects[i], 1e-6, table3[i], &s)) return false;
    scree_figures_table(f, "Table 4: by accuracy, aspect ratio 3", headings);
    static const char *const names[ACCURACIES] = { "eps_d = 1e-4 Deq", "eps_d = 1e-6 Deq", "eps_d = 1e-8 Deq" };
    for (int i = 0; i < ACCURACIES; ++i)
        if (!add_row(f, names[i], 3.0, accuracies[i], table4[i], &s)) return false;
    if (s.cells == 0) return true;
    scree_figures_note(f, "%d of %d figures are the printed ones, %d are within one power of ten.", s.same, s.cells,
                       s.near);
    return true;
}
