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

typedef feng_tan_group group;

static const feng_tan_group *const groups = scree_feng_tan_groups;
static const scree_grain types[FENG_TAN_TYPES] = { SCREE_GRAIN_P5, SCREE_GRAIN_P16, SCREE_GRAIN_F16,
                                                   SCREE_GRAIN_SPHERE };

// Mean overlaps, of the smaller grain's size; a pair has any overlap up to twice as much.
static const double small_overlaps[STAGES] = { 0.0005, 0.001, 0.002, 0.003 };
static const double large_overlaps[STAGES] = { 0.004, 0.005, 0.01, 0.02 };

// Near neighbours: any gap up to this, of the smaller size.
static const double neighbour_gap = 0.1;

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
static scree_counts query_pair(const census *c, int hand, const scree_body *a, const scree_body *b)
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
        if (scree_overlap(&a, &b, NULL, &overlap) == SCREE_OK && !overlap)
            return query_pair(c, hand, &a, &b).gjk_updates;
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
        if (scree_grains_place(shape_a, shape_b, gap, &random, &a, &b))
            it.of[APART] = query_pair(c, hand, &a, &b).gjk_updates;
        if (scree_grains_collide(shape_a, shape_b, -overlap, NULL, &random, &a, &b)) {
            scree_counts counts = query_pair(c, hand, &a, &b);
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

// --------------------------------------------------------------------------------- what the tables depend on

// The groups by their vertices: two pyramids; a pyramid and a solid of 16; two solids of 16; with a sphere.
enum { FEW = 1, MIXED = 3, SOLIDS = 6 };

// The mean of one figure over all groups from `first` to before `end`, for one overlap.
static double group_mean(const results *r, counted what, int overlap, int first, int end)
{
    double sum = 0.0;
    for (int i = first; i < end; ++i) sum += r->at[i][overlap].of[what] / (end - first);
    return sum;
}

static void print_overlaps(figures *f, const results *small, const results *large)
{
    scree_figures_table(
        f,
        "How the counts depend on the mean overlap (the print: 5.2 to 6.9, 9.5 to 11.2; 1.2 to 1.6, 1.3 "
        "to 2.0, 1.8 to 2.5)",
        "overlap\tGJK(1), polyhedra\tGJK(1), with a sphere\tEPA, P5-P5\tEPA, P5 and 16\tEPA, 16 and "
        "16\tverdict");
    for (int i = 0; i < 2 * STAGES; ++i) {
        const results *from = i < STAGES ? small : large;
        const int k = i % STAGES;
        scree_figures_row(f, "%g %%\t%.2f\t%.2f\t%.2f\t%.2f\t%.2f\t%s",
                          100.0 * (i < STAGES ? small_overlaps : large_overlaps)[k],
                          group_mean(from, CONTACT, k, 0, SOLIDS), group_mean(from, CONTACT, k, SOLIDS, GROUPS),
                          from->at[0][k].of[EPA], group_mean(from, EPA, k, FEW, MIXED),
                          group_mean(from, EPA, k, MIXED, SOLIDS), scree_figures_beyond(f));
    }
}

static void print_gaps(figures *f, const results *r)
{
    scree_figures_table(f, "Pairs that are not in contact (the print: 3.5 to 4.7)",
                        "group\tGJK(0), boxes overlap\tGJK(0), near neighbours\tverdict");
    for (int i = 0; i < GROUPS; ++i) {
        double mean[COUNTED] = { 0 };
        for (int k = 0; k < STAGES; ++k)
            for (int n = 0; n < COUNTED; ++n) mean[n] += r->at[i][k].of[n] / STAGES;
        scree_figures_row(f, "%s\t%.2f\t%.2f\t%s", groups[i].name, mean[BOXES], mean[APART], scree_figures_beyond(f));
    }
}

// Do two pyramids take the fewest iterations of EPA, and two solids of 16 vertices the most?
static bool in_order(const results *r, int overlap)
{
    const double few = r->at[0][overlap].of[EPA], mixed = group_mean(r, EPA, overlap, FEW, MIXED),
                 many = group_mean(r, EPA, overlap, MIXED, SOLIDS);
    return few < mixed && mixed < many;
}

// 5.2.1: what the paper reads from its tables, for pairs whose overlap is known.
static void observe(figures *f, const results *small, const results *large)
{
    int ordered = 0;
    for (int k = 0; k < STAGES; ++k) ordered += in_order(small, k) + in_order(large, k);
    const double first = group_mean(small, CONTACT, 0, 0, SOLIDS),
                 last = group_mean(large, CONTACT, STAGES - 1, 0, SOLIDS),
                 first_epa = group_mean(small, EPA, 0, 0, SOLIDS),
                 last_epa = group_mean(large, EPA, STAGES - 1, 0, SOLIDS);
    scree_figures_table(f, "What the paper observes", "observation\tpaper\tmeasured\tverdict");
    scree_figures_row(f, "EPA: more vertices, more iterations\tyes\tfor %d of %d overlaps\t%s", ordered, 2 * STAGES,
                      scree_figures_verdict(f, ordered == 2 * STAGES));
    scree_figures_row(f, "deeper overlap: fewer GJK updates\tyes\t%.2f, then %.2f\t%s", first, last,
                      scree_figures_verdict(f, last < first));
    scree_figures_row(f, "deeper overlap: more EPA iterations\tyes\t%.2f, then %.2f\t%s", first_epa, last_epa,
                      scree_figures_verdict(f, last_epa > first_epa));
}

static bool study_counts(const study_options *options, figures *f)
{
    results small, large;
    if (!take_census(options, small_overlaps, &small) || !take_census(options, large_overlaps, &large)) return false;
    scree_figures_section(
        f, "Updates and iterations, by overlap",
        "Tables I and II are means over a simulation: `scree reproduce --simulations feng-tan-2020` runs it. Here, "
        "what "
        "they hang on: pairs of pyramids (P5), octagonal prisms (P16), octagonal frustums (F16) and spheres (S), "
        "in random orientations, sizes from 1 to 3; %zu for each group, overlap and kind. Pairs in contact have moved "
        "together "
        "along "
        "the line of their centres, as grains that collide. Overlaps are of the smaller size. Not in contact: any pair "
        "whose "
        "boxes along the axes overlap, or near neighbours with any gap up to %g %% of the smaller size.",
        small.pairs, 100.0 * neighbour_gap);
    print_overlaps(f, &small, &large);
    print_gaps(f, &small);
    observe(f, &small, &large);
    return true;
}

// ----------------------------------------------------------------------------------------------------------- Fig. 4

static bool study_rotations(figures *f)
{
    static const char *const edges[SCREE_ROTATED_PAIRS] = { "left", "bottom", "bottom", "left" };
    scree_planar_pair pairs[SCREE_ROTATED_PAIRS];
    scree_error error = { 0 };
    if (!scree_rotated_pairs_open(pairs, &error)) {
        scree_cli_trouble(&scree_cli_reproduce, "feng-tan-2020: %s", error.message);
        return false;
    }
    scree_figures_section(
        f, "Fig. 4: four configurations",
        "A quadrilateral A and a triangle B that is moved and rotated a little: the contact jumps from "
        "the left edge of A to its bottom edge and back. In (c) the two edges are parallel; the paper's "
        "figure has a vertex and an edge there, its text says that the whole edges meet, and so do "
        "we: the type is that of all points that meet.");
    scree_figures_table(f, "Contact features by gjk-epa",
                        "configuration\tedge of A: paper\tedge of A\ttype: paper\ttype\toverlap\tnormal\tverdict");
    scree_query_options o = scree_query_defaults();
    o.method = scree_method_find("gjk-epa");
    for (int i = 0; i < SCREE_ROTATED_PAIRS; ++i) {
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
    for (int i = 0; i < SCREE_ROTATED_PAIRS; ++i) {
        scree_contact c;
        char id[48];
        scree_query(&pairs[i].a, &pairs[i].b, &o, &c);
        snprintf(id, sizeof id, "feng-tan-2020 Fig. 4 %.3s", pairs[i].what);
        scree_pair_drawing(f, pairs[i].what, id, &pairs[i].a, &pairs[i].b, &c);
    }
    scree_planar_close(pairs, SCREE_ROTATED_PAIRS);
    return true;
}

static bool run(const study_options *options, figures *f)
{
    scree_figures_paper(f, "feng-tan-2020",
                        "On Minkowski difference-based contact detection in discrete/discontinuous modelling of convex "
                        "polygons/polyhedra: Algorithms and implementation",
                        "Y. T. Feng, Y. Tan, 2020");
    return scree_feng_tan_entrance(f) && study_rotations(f) && study_counts(options, f);
}

const study scree_study_feng_tan_2020 = {
    .name = "feng-tan-2020",
    .summary = "GJK updates and EPA iterations of polyhedra and spheres, contact features",
    .takes = "quick 10 s, full half a minute",
    .run = run,
};
