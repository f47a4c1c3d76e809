// Beyond peng-hanley-2019: Newton's method for two superquadrics (2.1), which the paper builds on: where it converges,
// and how good its verdicts, overlaps and normals are, by exponent, aspect ratio and size ratio.
#include "peng_hanley_pairs.h"

enum { PAIRS = 180000, QUICK_PAIRS = 36000 };

// Everything but one thing is usual: exponents of 4, an aspect of 2, equal sizes.
typedef struct setting {
    double n, aspect, ratio;
} setting;

static const setting settings[] = {
    { 2, 2, 1 },   { 3, 2, 1 },  { 4, 2, 1 },   { 6, 2, 1 },     { 8, 2, 1 },   { 12, 2, 1 },
    { 20, 2, 1 },  { 4, 1, 1 },  { 4, 5, 1 },   { 4, 10, 1 },    { 4, 2, 3 },   { 4, 2, 10 },
    { 4, 2, 100 }, { 8, 5, 10 }, { 20, 5, 10 }, { 20, 10, 100 }, { 4, 100, 1 }, { 4, 2, 10000 },
};

enum { SETTINGS = sizeof settings / sizeof *settings, EXPONENTS = 7 };

static void make(int number, scree_random *r, scree_shape *out[2])
{
    const setting *s = &settings[number];
    out[0] = scree_ph_random_superquadric(s->n, s->n, s->aspect, 1.0, r, NULL);
    out[1] = scree_ph_random_superquadric(s->n, s->n, s->aspect, s->ratio, r, NULL);
}

static bool settings_table(figures *f, const ph_pairs *pairs)
{
    scree_figures_table(f, "sq-newton by exponent, aspect and size ratio",
                        "n1 = n2\taspect\tsize ratio\tconverged\t" PH_TALLY_HEADINGS);
    for (int i = 0; i < SETTINGS; ++i) {
        ph_tally t;
        text cells = { 0 };
        if (!scree_ph_tally(pairs, (ph_choice){ .groups = (uint32_t)1 << i, .depth = -1 }, &t)) return false;
        const size_t made = t.pairs - t.unmade;
        scree_cli_text_printf(&cells, "%g\t%g\t%g", settings[i].n, settings[i].aspect, settings[i].ratio);
        scree_cli_text_printf(&cells, "\t%.2f %%", made > 0 ? 100.0 * (double)t.converged / (double)made : 0.0);
        scree_ph_tally_row(f, &cells, &t);
    }
    return true;
}

static bool report(figures *f, const ph_pairs *pairs)
{
    static const char *const names[EXPONENTS] = { "n = 2", "n = 3", "n = 4", "n = 6", "n = 8", "n = 12", "n = 20" };
    uint32_t groups[EXPONENTS];
    for (int i = 0; i < EXPONENTS; ++i) groups[i] = (uint32_t)1 << i;
    return settings_table(f, pairs) && scree_ph_depths_table(f, pairs, "exponents", names, groups, EXPONENTS);
}

bool scree_ph_newton(const study_options *options, figures *f)
{
    ph_pairs pairs = { .count = options->pairs > 0 ? options->pairs
                                : options->quick   ? QUICK_PAIRS
                                                   : PAIRS,
                       .groups = SETTINGS,
                       .make = make,
                       .method = "sq-newton",
                       .stream = PH_NEWTON_STREAM,
                       .what = "peng-hanley-2019, sq-newton" };
    scree_figures_section(
        f, "Beyond the paper: Newton's method for two superquadrics",
        "%zu random pairs of superquadrics with n1 = n2, any way round, at gaps and overlaps as above; the exponent, "
        "the "
        "aspect ratio (largest over smallest semi-axis) and the size ratio are varied, the first seven rows being "
        "those "
        "by exponent alone. `sq-newton` has converged if it came to its own end; what it says of contact counts in any "
        "case. Its overlap is the one along its normal at its contact point, which is no shortest translation.",
        pairs.count);
    return scree_ph_pairs_study(options, f, &pairs, report);
}
