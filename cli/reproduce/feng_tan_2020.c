// feng-tan-2020: what GJK and EPA take, and the contact features of Fig. 4.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "command.h"
#include "crew.h"
#include "feng_tan.h"
#include "pair_drawing.h"
#include "scenes/grains.h"
#include "scenes/planar.h"
#include "scree/method.h"
#include "study.h"

enum { STAGES = FENG_TAN_STAGES, GROUPS = FENG_TAN_GROUPS };

typedef feng_tan_figures printed;
typedef feng_tan_group group;

static const feng_tan_group *const groups = scree_feng_tan_groups;
static const scree_grain types[FENG_TAN_TYPES] = { SCREE_GRAIN_P5, SCREE_GRAIN_P16, SCREE_GRAIN_F16,
                                                   SCREE_GRAIN_SPHERE };

// The paper does not say how deep its grains overlap, but that they do so ever more. Means, of the smaller grain's
// size; a pair has any overlap up to twice as much. Fitted: chosen after a look at the counts, so that those with a
// sphere come near the print. What other overlaps give has a table of its own.
static const double stage_overlap[STAGES] = { 0.001, 0.002, 0.003, 0.004 };
static const double other_overlap[STAGES] = { 0.0005, 0.005, 0.01, 0.02 };

// Nor does it say which pairs GJK is asked for. Near neighbours: any gap up to this, of the smaller size. Fitted too.
static const double neighbour_gap = 0.1;

// GJK's updates agree with the print if they are as near as this. With a sphere, the print itself changes by 1.6 from
// stage to stage. Iterations of EPA are judged by their order: a band as wide as they are would say nothing.
static const double band = 1.0, sphere_band = 1.5;

// ------------------------------------------------------------------------------------------------------- counting

// What one pair took; -1 where it could not be made.
typedef enum counted { BOXES, APART, CONTACT, EPA, COUNTED } counted;

typedef struct item {
    int of[COUNTED];
} item;

typedef struct census {
    const study_options *options;
    const double *overlaps; // one for each stage
    const scree_method *method;
    size_t pairs; // for each group and stage
    item *items;
    size_t scratch_size; // for each thread
    char *scratch;
} census;

typedef struct means {
    double of[COUNTED];
} means;

typedef struct results {
    size_t pairs; // behind each mean
    means at[GROUPS][STAGES];
} results;

// GJK + EPA on one pair.
static scree_counts ask(const census *c, int hand, const scree_body *a, const scree_body *b)
{
    scree_query_options o = scree_query_defaults();
    o.method = c->method;
    o.detail = SCREE_DETAIL_SEARCH;
    o.scratch = c->scratch + (size_t)hand * c->scratch_size;
    o.scratch_size = c->scratch_size;
    scree_counts counts;
    const scree_paper paper = { .counts = &counts };
    o.paper = &paper;
    scree_contact contact;
    scree_query(a, b, &o, &contact);
    return counts;
}

// Not in contact, anywhere where the boxes overlap.
static int count_boxes(const census *c, int hand, const scree_shape *shape_a, const scree_shape *shape_b,
                       scree_random *random)
{
    enum { TRIES = 1000 };
    for (int i = 0; i < TRIES; ++i) {
        scree_body a, b;
        bool overlap = true;
        scree_grains_box_pair(shape_a, shape_b, random, &a, &b);
        if (scree_overlap(&a, &b, NULL, &overlap) == SCREE_OK && !overlap) return ask(c, hand, &a, &b).gjk_updates;
    }
    return -1;
}

static item count_item(const census *c, int hand, size_t cell, size_t number)
{
    const group *g = &groups[cell / STAGES];
    scree_random random = random_stream(c->options->seed, 0x2020u + cell, number);
    double size_a = random_between(&random, 0.5, 1.5), size_b = random_between(&random, 0.5, 1.5);
    double size = fmin(size_a, size_b);
    double gap = size * random_between(&random, 0.0, neighbour_gap);
    double overlap = size * c->overlaps[cell % STAGES] * random_between(&random, 0.0, 2.0);
    scree_shape *shape_a = scree_grain_make(types[g->a], size_a, NULL),
                *shape_b = scree_grain_make(types[g->b], size_b, NULL);
    scree_body a, b;
    item it = { { -1, -1, -1, -1 } };
    if (shape_a != NULL && shape_b != NULL) {
        it.of[BOXES] = count_boxes(c, hand, shape_a, shape_b, &random);
        if (scree_grains_place(shape_a, shape_b, gap, &random, &a, &b)) it.of[APART] = ask(c, hand, &a, &b).gjk_updates;
        if (scree_grains_collide(shape_a, shape_b, -overlap, NULL, &random, &a, &b)) {
            scree_counts counts = ask(c, hand, &a, &b);
            it.of[CONTACT] = counts.gjk_updates;
            it.of[EPA] = counts.epa_iterations;
        }
    }
    scree_shape_destroy(shape_a);
    scree_shape_destroy(shape_b);
    return it;
}

static void count_items(void *user, int hand, size_t first, size_t end)
{
    census *c = user;
    for (size_t i = first; i < end; ++i) c->items[i] = count_item(c, hand, i / c->pairs, i % c->pairs);
}

static means mean_of(const item *items, size_t count)
{
    means m;
    for (int k = 0; k < COUNTED; ++k) {
        double sum = 0.0, made = 0.0;
        for (size_t i = 0; i < count; ++i) {
            if (items[i].of[k] < 0) continue;
            sum += items[i].of[k];
            made += 1.0;
        }
        m.of[k] = sum / made;
    }
    return m;
}

// The most that a pair of any group needs. Sizes do not matter.
static size_t scratch_for(const scree_method *method)
{
    const size_t alignment = 64;
    size_t most = 0;
    for (int i = 0; i < GROUPS; ++i) {
        scree_shape *a = scree_grain_make(types[groups[i].a], 1.0, NULL),
                    *b = scree_grain_make(types[groups[i].b], 1.0, NULL);
        size_t need = a != NULL && b != NULL ? scree_method_scratch(method, a, b) : 0;
        if (need > most) most = need;
        scree_shape_destroy(a);
        scree_shape_destroy(b);
    }
    return (most + alignment) / alignment * alignment;
}

static bool take_census(const study_options *options, const double overlaps[STAGES], results *out)
{
    census c = { .options = options, .overlaps = overlaps, .method = scree_method_find("gjk-epa") };
    const size_t least = 10, of_one = options->pairs / ((size_t)GROUPS * STAGES * 3);
    c.pairs = options->quick ? 1000 : 4000;
    if (options->pairs > 0) c.pairs = of_one > least ? of_one : least;
    out->pairs = c.pairs;
    c.scratch_size = scratch_for(c.method);
    size_t count = c.pairs * GROUPS * STAGES;
    c.items = calloc(count, sizeof *c.items);
    c.scratch = calloc((size_t)options->threads, c.scratch_size);
    bool whole = c.items != NULL && c.scratch != NULL;
    if (!whole) scree_cli_trouble(&scree_cli_reproduce, "out of memory");
    whole = whole && scree_crew_run(options->threads, count, 16, count_items, &c, "feng-tan-2020, pairs");
    for (size_t i = 0; i < (size_t)GROUPS * STAGES && whole; ++i)
        out->at[i / STAGES][i % STAGES] = mean_of(&c.items[i * c.pairs], c.pairs);
    free(c.items);
    free(c.scratch);
    return whole;
}

// ------------------------------------------------------------------------------------------------- Tables I and II

static void print_stage(figures *f, const group *g, int stage, const printed *paper, const means *m)
{
    bool sphere = isnan(paper->epa);
    bool near = fabs(m->of[APART] - paper->apart) <= band &&
                fabs(m->of[CONTACT] - paper->contact) <= (sphere ? sphere_band : band);
    const char *verdict = scree_figures_verdict(f, near);
    if (sphere)
        scree_figures_row(f, "%s\t%d\t%.2f\t%.2f\t%.2f\t%.2f\t-\t-\t%s", g->name, stage + 1, paper->apart, m->of[APART],
                          paper->contact, m->of[CONTACT], verdict);
    else
        scree_figures_row(f, "%s\t%d\t%.2f\t%.2f\t%.2f\t%.2f\t%.2f\t%.2f\t%s", g->name, stage + 1, paper->apart,
                          m->of[APART], paper->contact, m->of[CONTACT], paper->epa, m->of[EPA], verdict);
}

static void print_table(figures *f, const char *caption, bool second, const results *r)
{
    scree_figures_table(
        f, caption, "group\tstage\tGJK(0): paper\tmeasured\tGJK(1): paper\tmeasured\tEPA: paper\tmeasured\tverdict");
    for (int i = 0; i < GROUPS; ++i) {
        const printed *paper = second ? groups[i].second : groups[i].first;
        for (int k = 0; k < STAGES && paper[0].apart > 0.0; ++k) print_stage(f, &groups[i], k, &paper[k], &r->at[i][k]);
    }
}

// The groups of Table I by their vertices: two pyramids; a pyramid and a solid of 16; two solids of 16.
enum { FEW = 1, MIXED = 3, MANY = 6 };

static double least_epa(const results *r, int stage, int first, int end)
{
    double least = INFINITY;
    for (int i = first; i < end; ++i) least = fmin(least, r->at[i][stage].of[EPA]);
    return least;
}

static double most_epa(const results *r, int stage, int first, int end)
{
    double most = 0.0;
    for (int i = first; i < end; ++i) most = fmax(most, r->at[i][stage].of[EPA]);
    return most;
}

// "the number of polyhedral vertices/faces has a slightly larger impact on the convergence of EPA": in print, at every
// stage of both tables, each group with more vertices takes more iterations than each with fewer.
static void print_trend(figures *f, const results *r)
{
    scree_figures_table(f, "EPA: more vertices, more iterations",
                        "stage\tpaper: P5-P5\tmeasured\tpaper: P5-P16, P5-F16\tmeasured\t"
                        "paper: P16 and F16\tmeasured\tverdict");
    for (int k = 0; k < STAGES; ++k) {
        double least[2] = { INFINITY, INFINITY }, most[2] = { 0 };
        for (int i = FEW; i < MANY; ++i) {
            const int kind = i < MIXED ? 0 : 1;
            least[kind] = fmin(least[kind], groups[i].first[k].epa);
            most[kind] = fmax(most[kind], groups[i].first[k].epa);
        }
        const double few = r->at[0][k].of[EPA], mixed_least = least_epa(r, k, FEW, MIXED),
                     mixed_most = most_epa(r, k, FEW, MIXED), many_least = least_epa(r, k, MIXED, MANY);
        scree_figures_row(f, "%d\t%.2f\t%.2f\t%.2f to %.2f\t%.2f to %.2f\t%.2f to %.2f\t%.2f to %.2f\t%s", k + 1,
                          groups[0].first[k].epa, few, least[0], most[0], mixed_least, mixed_most, least[1], most[1],
                          many_least, most_epa(r, k, MIXED, MANY),
                          scree_figures_verdict(f, few < mixed_least && mixed_most < many_least));
    }
}

static double stage_mean(const double values[STAGES])
{
    double sum = 0.0;
    for (int k = 0; k < STAGES; ++k) sum += values[k] / STAGES;
    return sum;
}

static void chart_groups(figures *f, const results *r)
{
    enum { SERIES = 6 };
    static const char *const names[SERIES] = {
        "GJK(0), paper", "GJK(0)", "GJK(1), paper", "GJK(1)", "EPA, paper", "EPA"
    };
    const char *categories[GROUPS];
    double y[SERIES][GROUPS];
    for (int i = 0; i < GROUPS; ++i) {
        const printed *paper = groups[i].first[0].apart > 0.0 ? groups[i].first : groups[i].second;
        double values[SERIES][STAGES];
        for (int k = 0; k < STAGES; ++k) {
            const double row[SERIES] = { paper[k].apart,   r->at[i][k].of[APART],
                                         paper[k].contact, r->at[i][k].of[CONTACT],
                                         paper[k].epa,     isnan(paper[k].epa) ? NAN : r->at[i][k].of[EPA] };
            for (int s = 0; s < SERIES; ++s) values[s][k] = row[s];
        }
        for (int s = 0; s < SERIES; ++s) y[s][i] = stage_mean(values[s]);
        categories[i] = groups[i].name;
    }
    chart c = { .kind = CHART_BARS, .title = "GJK updates and EPA iterations, mean of the four stages" };
    c.x_label = "group";
    c.y_label = "a pair";
    c.categories = categories;
    c.category_count = GROUPS;
    c.series_count = SERIES;
    for (int s = 0; s < SERIES; ++s) {
        c.series[s].name = names[s];
        c.series[s].y = y[s];
        c.series[s].count = GROUPS;
    }
    scree_figures_chart(f, &c);
}

enum { SOLIDS = 6 }; // the groups without a sphere come first

// The mean of one figure over all groups from `first` to before `end`, at one stage.
static double group_mean(const results *r, counted what, int stage, int first, int end)
{
    double sum = 0.0;
    for (int i = first; i < end; ++i) sum += r->at[i][stage].of[what] / (end - first);
    return sum;
}

// 5.2.1, the observations: what the paper reads from its tables.
static void observe(figures *f, const results *r)
{
    double least[COUNTED], most[COUNTED], epa = 0.0, sphere = 0.0, solid = 0.0;
    for (int n = 0; n < COUNTED; ++n) least[n] = INFINITY, most[n] = 0.0;
    for (int k = 0; k < STAGES; ++k) {
        for (int i = 0; i < GROUPS; ++i) {
            for (int n = 0; n < COUNTED; ++n) {
                least[n] = fmin(least[n], r->at[i][k].of[n]);
                most[n] = fmax(most[n], r->at[i][k].of[n]);
            }
        }
        epa += group_mean(r, EPA, k, 0, SOLIDS) / STAGES;
        solid += group_mean(r, CONTACT, k, 0, SOLIDS) / STAGES;
        sphere += group_mean(r, CONTACT, k, SOLIDS, GROUPS) / STAGES;
    }
    bool more_epa = group_mean(r, EPA, STAGES - 1, 0, SOLIDS) > group_mean(r, EPA, 0, 0, SOLIDS);
    bool fewer_updates = group_mean(r, CONTACT, STAGES - 1, 0, SOLIDS) < group_mean(r, CONTACT, 0, 0, SOLIDS);
    scree_figures_table(f, "What the paper observes", "observation\tpaper\tmeasured\tverdict");
    scree_figures_row(f, "updates to find no contact, near neighbours (fitted)\taround 4\t%.1f to %.1f\t%s",
                      least[APART], most[APART], scree_figures_verdict(f, least[APART] > 3.0 && most[APART] < 5.0));
    scree_figures_row(f, "the same, any pair whose boxes overlap\taround 4\t%.1f to %.1f\t%s", least[BOXES],
                      most[BOXES], scree_figures_verdict(f, least[BOXES] > 3.0 && most[BOXES] < 5.0));
    scree_figures_row(f, "updates to find contact, polyhedra\t5 to 7\t%.1f\t%s", solid,
                      scree_figures_verdict(f, solid > 5.0 && solid < 7.0));
    scree_figures_row(f, "the same with a sphere\tover 50 %% more\t%.0f %% more\t%s", 100.0 * (sphere / solid - 1.0),
                      scree_figures_verdict(f, sphere > 1.5 * solid));
    scree_figures_row(f, "iterations of EPA\taround 2\t%.1f\t%s", epa,
                      scree_figures_verdict(f, epa > 1.0 && epa < 3.0));
    scree_figures_row(f, "deeper overlap: more EPA iterations\tyes\t%s\t%s", more_epa ? "yes" : "no",
                      scree_figures_verdict(f, more_epa));
    scree_figures_row(f, "deeper overlap: fewer GJK updates\tyes\t%s\t%s", fewer_updates ? "yes" : "no",
                      scree_figures_verdict(f, fewer_updates));
}

// The figures that depend on the overlap, for overlaps from a twentieth of a percent to two.
static void print_overlaps(figures *f, const results *r, const results *others)
{
    scree_figures_table(
        f,
        "How the counts depend on the mean overlap (the print: 5.2 to 6.9, 9.5 to 11.2; 1.2 to 1.6, 1.3 "
        "to 2.0, 1.8 to 2.5)",
        "overlap\tGJK(1), polyhedra\tGJK(1), with a sphere\tEPA, P5-P5\tEPA, P5 and 16\tEPA, 16 and "
        "16\tverdict");
    for (int i = 0; i < 2 * STAGES; ++i) {
        // The smallest of the others, then the four stages, then the rest.
        bool stage = i >= 1 && i <= STAGES;
        int k = stage ? i - 1 : i == 0 ? 0 : i - STAGES;
        const results *from = stage ? r : others;
        scree_figures_row(f, "%g %%\t%.2f\t%.2f\t%.2f\t%.2f\t%.2f\t%s",
                          100.0 * (stage ? stage_overlap : other_overlap)[k], group_mean(from, CONTACT, k, 0, SOLIDS),
                          group_mean(from, CONTACT, k, SOLIDS, GROUPS), from->at[0][k].of[EPA],
                          group_mean(from, EPA, k, FEW, MIXED), group_mean(from, EPA, k, MIXED, MANY),
                          scree_figures_beyond(f));
    }
}

// What the tables leave out: how the count depends on which pairs are asked for, and EPA with spheres.
static void print_beyond(figures *f, const results *r)
{
    scree_figures_table(
        f, "Beyond the tables: any pair whose boxes overlap but that is not in contact, and EPA throughout",
        "group\tGJK(0), boxes overlap\tGJK(0), near neighbours\tEPA\tverdict");
    for (int i = 0; i < GROUPS; ++i) {
        double mean[COUNTED] = { 0 };
        for (int k = 0; k < STAGES; ++k)
            for (int n = 0; n < COUNTED; ++n) mean[n] += r->at[i][k].of[n] / STAGES;
        scree_figures_row(f, "%s\t%.2f\t%.2f\t%.2f\t%s", groups[i].name, mean[BOXES], mean[APART], mean[EPA],
                          scree_figures_beyond(f));
    }
}

static bool study_tables(const study_options *options, figures *f)
{
    results r, others;
    if (!take_census(options, stage_overlap, &r) || !take_census(options, other_overlap, &others)) return false;
    scree_figures_section(
        f, "Tables I and II: updates and iterations",
        "Pairs of pyramids (P5), octagonal prisms (P16), octagonal frustums (F16) and spheres (S), "
        "anyhow turned, sizes from 1 to 3; %zu for each group, stage and kind. GJK(0): near "
        "neighbours, with any gap up to %g %% of the smaller size. GJK(1) and EPA: in contact; the "
        "mean overlap at the four stages is %g, %g, %g and %g %% of the smaller size. The paper "
        "tells neither gaps nor overlaps, only that its packing becomes ever denser. Both were chosen "
        "here so that GJK(0), and GJK(1) with a sphere, come near the print: that these agree is a "
        "fit. The tables below show what other choices give. Pairs in contact have moved together along the line of "
        "their centres, as grains that collide. A row agrees where GJK's figures are within %g of the print (GJK(1) "
        "with a sphere: %g). EPA, whose iterations are few, is judged by their order in a table of its own.",
        r.pairs, 100.0 * neighbour_gap, 100.0 * stage_overlap[0], 100.0 * stage_overlap[1], 100.0 * stage_overlap[2],
        100.0 * stage_overlap[3], band, sphere_band);
    print_table(f, "Table I: polyhedra", false, &r);
    print_table(f, "Table II: polyhedra and spheres", true, &r);
    print_trend(f, &r);
    chart_groups(f, &r);
    observe(f, &r);
    print_overlaps(f, &r, &others);
    print_beyond(f, &r);
    return true;
}

// ----------------------------------------------------------------------------------------------------------- Fig. 4

static bool study_turns(figures *f)
{
    static const char *const edges[SCREE_TURN_PAIRS] = { "left", "bottom", "bottom", "left" };
    scree_planar_pair pairs[SCREE_TURN_PAIRS];
    scree_error error = { 0 };
    if (!scree_turn_pairs_open(pairs, &error)) {
        scree_cli_trouble(&scree_cli_reproduce, "feng-tan-2020: %s", error.message);
        return false;
    }
    scree_figures_section(
        f, "Fig. 4: four configurations",
        "A quadrilateral A and a triangle B that is moved and turned a little: the contact jumps from "
        "the left edge of A to its bottom edge and back. In (c) the two edges are parallel; the paper's "
        "figure has a vertex and an edge there, its text says that the whole edges meet, and so do "
        "we: the type is that of all points that meet.");
    scree_figures_table(f, "Contact features by gjk-epa",
                        "configuration\tedge of A: paper\tedge of A\ttype: paper\ttype\toverlap\tnormal\tverdict");
    scree_query_options o = scree_query_defaults();
    o.method = scree_method_find("gjk-epa");
    for (int i = 0; i < SCREE_TURN_PAIRS; ++i) {
        scree_contact c;
        scree_query(&pairs[i].a, &pairs[i].b, &o, &c);
        const char *edge = c.normal.x < -0.999 ? "left" : c.normal.y < -0.999 ? "bottom" : "another";
        const char *type = scree_features_name(c.feature_a, c.feature_b);
        bool parallel = i == 2;
        bool agrees = edge[0] == edges[i][0] && c.feature_a == SCREE_FEATURE_EDGE &&
                      (parallel || c.feature_b == SCREE_FEATURE_VERTEX);
        scree_figures_row(f, "%s\t%s\t%s\t%s\t%s\t%.4f\t(%.4f, %.4f)\t%s", pairs[i].what, edges[i], edge,
                          parallel ? "v-e in the figure, e-e in the text" : "v-e", type, -c.distance, c.normal.x,
                          c.normal.y, scree_figures_verdict(f, agrees));
    }
    for (int i = 0; i < SCREE_TURN_PAIRS; ++i) {
        scree_contact c;
        char id[48];
        scree_query(&pairs[i].a, &pairs[i].b, &o, &c);
        snprintf(id, sizeof id, "feng-tan-2020 Fig. 4 %.3s", pairs[i].what);
        scree_pair_drawing(f, pairs[i].what, id, &pairs[i].a, &pairs[i].b, &c);
    }
    scree_planar_close(pairs, SCREE_TURN_PAIRS);
    return true;
}

static bool run(const study_options *options, figures *f)
{
    scree_figures_paper(f, "feng-tan-2020",
                        "On Minkowski difference-based contact detection in discrete/discontinuous modelling of convex "
                        "polygons/polyhedra: Algorithms and implementation",
                        "Y. T. Feng, Y. Tan, 2020");
    return scree_feng_tan_entrance(f) && study_turns(f) && study_tables(options, f);
}

const study scree_study_feng_tan_2020 = {
    .name = "feng-tan-2020",
    .summary = "GJK updates and EPA iterations of polyhedra and spheres, contact features",
    .run = run,
};
