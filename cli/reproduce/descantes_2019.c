// descantes-2019: nine contact situations, by the methods of the paper and by ours (Table 1, Fig. 11); the rest of the
// study is in descantes_*.c.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "descantes.h"
#include "pair_drawing.h"
#include "querying.h"
#include "scree/method.h"

// The paper prints normals and overlaps with 15 decimals, and finds that the common plane, which stops at a tilt of
// 1e-7 degrees, "differs beyond the ninth decimal place".
static const double normal_digit = 1e-15;
static const double plane_agreement = 1e-8; // that tilt, in radians, times the size of the bodies
static const double machine_precision = 2e-15;

// The paper's three, then ours.
static const char *const methods[] = { "gjk-td", "fcp-revised", "cp-revised", "sat", "gjk-epa", "auto" };

enum { METHODS = sizeof methods / sizeof *methods, PAPER_METHODS = 3 };

bool scree_descantes_query(const char *method, const scree_situation *s, scree_contact *out)
{
    scree_query_options options = scree_query_defaults();
    options.method = scree_method_find(method);
    if (options.method == NULL) return false;
    scree_status status = scree_query(&s->a, &s->b, &options, out);
    return status == SCREE_OK || status == SCREE_NO_CONVERGENCE;
}

const char *scree_descantes_percent(char words[24], double share)
{
    double x = 100.0 * share;
    if (x == 0.0)
        snprintf(words, 24, "-");
    else
        snprintf(words, 24, x < 1e-3 ? "%.1e %%" : x < 10.0 ? "%.2g %%" : "%.0f %%", x);
    return words;
}

// ------------------------------------------------------------------------------------------------------ Table 1

/// What rounds to 0 has no sign.
static double shown(double x)
{
    return fabs(x) < 0.5e-15 ? 0.0 : x;
}

static double normal_error(scree_vec3 n, scree_vec3 exact)
{
    return fmax(fabs(n.x - exact.x), fmax(fabs(n.y - exact.y), fabs(n.z - exact.z)));
}

/// One unit of the last printed digit: half of it is the paper's rounding, and the other half is for ours.
static bool is_printed(const scree_situation *s, const scree_contact *k, bool plane)
{
    double overlap = fabs(k->distance - s->distance), normal = normal_error(k->normal, s->normal);
    if (plane) return overlap <= plane_agreement && normal <= plane_agreement;
    return overlap <= s->last_digit && normal <= normal_digit;
}

static void draw(const scree_situation *s, figures *f)
{
    char title[80], id[40];
    scree_contact k;
    snprintf(title, sizeof title, "%s: overlap %.6g", s->figure, -s->distance);
    snprintf(id, sizeof id, "descantes-2019 %s", s->figure);
    scree_pair_drawing(f, title, id, &s->a, &s->b, scree_descantes_query("auto", s, &k) ? &k : NULL);
}

static void add_table(const scree_situation *situations, figures *f)
{
    scree_figures_section(
        f, "Table 1: normals and overlaps",
        "The paper prints the answers of its nine situations but not their coordinates. These pairs are "
        "reconstructions: "
        "bodies of the same kind as its figures show, placed so that the exact answer is the printed one. A method "
        "agrees if it gives all printed digits; `cp-revised`, which stops at a tilt of 1e-7 degrees, if it gives nine "
        "decimals or nearly so, as in the paper. `sat`, `gjk-epa` and `auto` are not in the paper: that they give all "
        "printed digits is a target of scree.");
    scree_figures_table(f, "Normals from A to B, and overlaps (as negative distances)",
                        "situation\tby\tn_x\tn_y\tn_z\toverlap\tverdict");
    for (int i = 0; i < SCREE_SITUATIONS; ++i) {
        const scree_situation *s = &situations[i];
        scree_figures_row(f, "%s\tpaper\t%.15f\t%.15f\t%.15f\t%.15f\t", s->figure, shown(s->normal.x),
                          shown(s->normal.y), shown(s->normal.z), s->distance);
        for (int m = 0; m < METHODS; ++m) {
            scree_contact k;
            if (!scree_descantes_query(methods[m], s, &k)) {
                scree_figures_row(f, "\t%s\tnot available", methods[m]);
                continue;
            }
            bool agrees = is_printed(s, &k, strcmp(methods[m], "cp-revised") == 0);
            scree_figures_row(f, "\t%s\t%.15f\t%.15f\t%.15f\t%.15f\t%s", methods[m], shown(k.normal.x),
                              shown(k.normal.y), shown(k.normal.z), k.distance,
                              m < PAPER_METHODS ? scree_figures_verdict(f, agrees) : scree_figures_target(f, agrees));
        }
    }
    scree_figures_table(f, "The nine reconstructed pairs", "situation\tvertices of A and B\tbodies");
    for (int i = 0; i < SCREE_SITUATIONS; ++i) {
        const scree_situation *s = &situations[i];
        scree_figures_row(f, "%s\t%d and %d\t%s", s->figure, scree_shape_vertex_count(s->a.shape),
                          scree_shape_vertex_count(s->b.shape), s->what);
    }
    for (int i = 0; i < SCREE_SITUATIONS; ++i) draw(&situations[i], f);
    scree_figures_note(
        f, "A is blue, B orange. Edges behind their own body are dashed; the two points and the line between "
           "them are those of the shortest translation that separates the bodies. `--export FILE` writes "
           "the coordinates as lines for `scree query`.");
}

// ------------------------------------------------------------------------------------------------------ Fig. 11

enum { REVISED = 2 };

static const char *const revised[REVISED] = { "fcp-revised", "cp-revised" };

/// Differences of 0 have no place on a logarithmic axis.
static const double drawn_at_least = 1e-17;

typedef struct differences {
    double normal[REVISED][SCREE_SITUATIONS], overlap[REVISED][SCREE_SITUATIONS];
} differences;

static void add_difference_chart(const char *title, const char *const *names, double values[REVISED][SCREE_SITUATIONS],
                                 figures *f)
{
    chart c = { .kind = CHART_BARS, .title = title, .y_label = "difference from gjk-td", .log_y = true };
    c.categories = names;
    c.category_count = SCREE_SITUATIONS;
    c.series_count = REVISED;
    for (int m = 0; m < REVISED; ++m) {
        for (int i = 0; i < SCREE_SITUATIONS; ++i)
            if (values[m][i] < drawn_at_least) values[m][i] = drawn_at_least;
        c.series[m].name = revised[m];
        c.series[m].y = values[m];
        c.series[m].count = SCREE_SITUATIONS;
    }
    scree_figures_chart(f, &c);
}

static void add_difference(const scree_situation *s, int method, differences *d, int i, figures *f)
{
    static const char *const claims[REVISED] = { "machine precision", "beyond nine decimals" };
    scree_contact reference, k;
    const char *name = method == 0 ? s->figure : "";
    d->normal[method][i] = d->overlap[method][i] = NAN;
    if (!scree_descantes_query("gjk-td", s, &reference) || !scree_descantes_query(revised[method], s, &k)) {
        scree_figures_row(f, "%s\t%s\t%s\tnot available\tnot available", name, revised[method], claims[method]);
        return;
    }
    scree_vec3 n = k.normal, m = reference.normal;
    double normal = (fabs(n.x - m.x) + fabs(n.y - m.y) + fabs(n.z - m.z)) / 3.0;
    double overlap = fabs(k.distance - reference.distance);
    double allowed = method == 0 ? machine_precision : plane_agreement;
    d->normal[method][i] = normal;
    d->overlap[method][i] = overlap;
    scree_figures_row(f, "%s\t%s\t%s\t%.1e\t%.1e\t%s", name, revised[method], claims[method], normal, overlap,
                      scree_figures_verdict(f, normal <= allowed && overlap <= allowed * fmax(1.0, -s->distance)));
}

static void add_accuracy(const scree_situation *situations, figures *f)
{
    static differences d;
    const char *names[SCREE_SITUATIONS];
    scree_figures_section(f, "Fig. 11: differences from GJK-TD",
                          "Mean absolute difference of the three components of the normal, and absolute difference of "
                          "the overlap. In the paper `fcp-revised` agrees to machine precision, and `cp-revised` "
                          "differs beyond the ninth decimal place.");
    scree_figures_table(f, "Differences from gjk-td", "situation\tmethod\tpaper\tnormal\toverlap\tverdict");
    for (int i = 0; i < SCREE_SITUATIONS; ++i) {
        names[i] = situations[i].figure;
        for (int m = 0; m < REVISED; ++m) add_difference(&situations[i], m, &d, i, f);
    }
    add_difference_chart("Fig. 11a again: mean difference of the normal's components", names, d.normal, f);
    add_difference_chart("Fig. 11b again: difference of the overlap", names, d.overlap, f);
    scree_figures_note(f, "Differences below %.0e, 0 among them, are drawn as %.0e.", drawn_at_least, drawn_at_least);
}

// ------------------------------------------------------------------------------------------------------- Fig. 9

static void add_expansions(const scree_situation *situations, figures *f)
{
    enum { PRINTED = 4 }; // E1 to E4 of Fig. 9
    scree_figures_section(
        f, "Fig. 9: expansions of GJK-TD",
        "The paper draws how GJK-TD comes from the last simplex of GJK to the answer in the situation "
        "of Fig. 8a: four vertices, E1 to E4, are added. The reconstructed pair shares its normal, its "
        "overlap and how plain GJK ends with the paper's, but not the vertices of the Minkowski "
        "difference, on which this count depends, and on the first direction too.");
    scree_figures_table(f, "Faces expanded by gjk-td", "situation\tpaper\tGJK updates\texpansions\tverdict");
    for (int i = 0; i < SCREE_SITUATIONS; ++i) {
        const scree_situation *s = &situations[i];
        scree_query_options options = scree_query_defaults();
        scree_contact k;
        scree_counts counts;
        options.method = scree_method_find("gjk-td");
        if (!scree_study_query_counted(&s->a, &s->b, &options, &k, &counts)) continue;
        const int n = counts.epa_iterations;
        if (strcmp(s->figure, "Fig. 8a") == 0)
            scree_figures_row(f, "%s\t%d\t%d\t%d\t%s", s->figure, PRINTED, counts.gjk_updates, n,
                              scree_figures_verdict(f, n == PRINTED));
        else
            scree_figures_row(f, "%s\t-\t%d\t%d\t%s", s->figure, counts.gjk_updates, n, scree_figures_beyond(f));
    }
}

// ------------------------------------------------------------------------------------------------------ the study

static bool study_situations(const study_options *options, const scree_situation *situations, figures *f)
{
    add_table(situations, f);
    add_accuracy(situations, f);
    add_expansions(situations, f);
    return scree_descantes_speed(options, situations, f) && scree_descantes_failures(situations, f) &&
           scree_descantes_random_pairs(options, f);
}

static bool run(const study_options *options, figures *f)
{
    scree_situation situations[SCREE_SITUATIONS];
    scree_error error;
    if (!scree_situations_open(situations, &error)) {
        fprintf(stderr, "scree reproduce: descantes-2019: %s\n", error.message);
        return false;
    }
    scree_figures_paper(f, "descantes-2019",
                        "Classical contact detection algorithms for 3D DEM simulations: drawbacks and solutions",
                        "Yannick Descantes, Fabien Tricoire and Patrick Richard, Computers and Geotechnics, 2019");
    scree_figures_doi(f, "10.1016/j.compgeo.2019.103134");
    bool whole = study_situations(options, situations, f);
    scree_situations_close(situations);
    return whole;
}

const study scree_study_descantes_2019 = {
    .name = "descantes-2019",
    .summary = "nine situations, their answers, differences and times; where methods fail; random pairs",
    .takes = "quick 5 s, full half a minute",
    .run = run,
};
