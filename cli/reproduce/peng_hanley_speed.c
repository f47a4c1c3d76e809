// Beside peng-hanley-2019: auto, exact to 1e-11, against sq-newton by exponent and against ph-sq by the number of
// faces.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "headway.h"
#include "peng_hanley.h"
#include "scenes/grains.h"
#include "stopwatch.h"

enum { PAIRS = 100, QUICK_PAIRS = 30, SIGNS = 2, APART = 0, OVERLAPPING = 1 };

// Of auto's distance, relative to the size of the pair.
static const double accuracy = 1e-11;

enum { MOST_ROWS = 8 };

// One table: by exponent for two superquadrics, by solid (so by faces) for a superquadric and a polyhedron.
typedef struct comparison {
    const char *title, *x_label, *rival;
    int count;
    double exponents[MOST_ROWS];
    bool solids; // the first of scree_ph_solid()
} comparison;

static const comparison comparisons[] = {
    { "Two superquadrics: time of a query", "n1 = n2", "sq-newton", 7, { 2, 3, 4, 5, 6, 7, 8 }, false },
    { "A superquadric (n1 = n2 = 4) and a polyhedron: time of a query",
      "faces",
      "ph-sq",
      8,
      { 4, 4, 4, 4, 4, 4, 4, 4 },
      true },
};

// Pairs of one kind; the shapes are theirs.
typedef struct field {
    pair_set pairs[SIGNS];
    scree_shape **shapes;
    size_t shape_count;
    scratch lent; // to one query at a time
} field;

typedef struct field_times {
    double rival[SIGNS], ours[SIGNS]; // ns a query
    double error;                     // auto's own bound, relative to the size of the pair; the largest
} field_times;

static void close_field(field *s)
{
    for (size_t i = 0; i < s->shape_count; ++i) scree_shape_destroy(s->shapes[i]);
    for (int sign = 0; sign < SIGNS; ++sign) scree_pair_set_close(&s->pairs[sign]);
    free(s->shapes);
    scree_scratch_free(&s->lent);
}

// Superquadrics of exponent n and an aspect of 2 with each other, or where `solid` is one, with it: neighbours as a
// broad phase finds them, at gaps of 0.1 to 10 % of their size, and contacts as they are in use, 0.01 to 1 % deep. A
// pair that cannot be placed is left out.
static bool open_field(uint64_t seed, double n, int solid, size_t count, field *out, scree_error *error)
{
    *out = (field){ .shapes = calloc(2 * SIGNS * count, sizeof *out->shapes) };
    scree_query_options exact = scree_query_defaults();
    if (out->shapes == NULL) return false;
    for (int sign = 0; sign < SIGNS; ++sign) {
        pair_set *set = &out->pairs[sign];
        if (!scree_pair_set_open(set, count)) return false;
        for (size_t i = 0; i < count; ++i) {
            scree_random r = random_stream(seed, PH_SPEED_STREAM, i);
            const double size = random_between(&r, 0.7, 1.4);
            const double gap = sign == APART ? random_decade(&r, -3, -1) : -random_decade(&r, -4, -2);
            scree_shape *a =
                solid < 0 ? scree_ph_random_superquadric(n, n, 2.0, 1.0, &r, error) : scree_ph_solid(solid, 1.0, error);
            scree_shape *b = scree_ph_random_superquadric(n, n, 2.0, size, &r, error);
            if (a != NULL) out->shapes[out->shape_count++] = a;
            if (b != NULL) out->shapes[out->shape_count++] = b;
            if (a == NULL || b == NULL || !scree_scratch_reserve(&out->lent, a, b)) return false;
            scree_scratch_lend(&out->lent, &exact);
            set->count += scree_grains_place_by(a, b, gap, &exact, &r, &set->a[set->count], &set->b[set->count]);
        }
    }
    return true;
}

static bool race(const study_options *options, const char *rival, const field *s, field_times *out)
{
    pair_run runs[2 * SIGNS];
    contestant contestants[2 * SIGNS];
    for (int i = 0; i < 2 * SIGNS; ++i) {
        const bool ours = i % 2 == 1;
        runs[i] = (pair_run){ .pairs = &s->pairs[i / 2], .options = scree_ph_question(ours ? "auto" : rival) };
        runs[i].accuracy = ours ? accuracy : 0.0;
        scree_scratch_lend(&s->lent, &runs[i].options);
        contestants[i] = (contestant){ .run = scree_pair_run, .user = &runs[i] };
    }
    const bool whole = scree_stopwatch_race(contestants, 2 * SIGNS, options->quick ? 7 : 25, 5e-4);
    for (int sign = 0; sign < SIGNS && whole; ++sign) {
        const double count = (double)s->pairs[sign].count;
        out->rival[sign] = out->ours[sign] = NAN;
        if (count == 0.0 || runs[2 * sign].missing) continue;
        out->rival[sign] = 1e9 * contestants[2 * sign].best / count;
        out->ours[sign] = 1e9 * contestants[2 * sign + 1].best / count;
    }
    return whole;
}

// Half the widest interval that auto certifies.
static double error_of_auto(const field *s)
{
    scree_query_options question = scree_ph_question("auto");
    double worst = 0.0;
    scree_scratch_lend(&s->lent, &question);
    for (int sign = 0; sign < SIGNS; ++sign) {
        for (size_t i = 0; i < s->pairs[sign].count; ++i) {
            const scree_body *a = &s->pairs[sign].a[i], *b = &s->pairs[sign].b[i];
            const double size = scree_pair_size(a->shape, b->shape);
            scree_contact k;
            question.tolerance = accuracy * size;
            if (scree_study_query(a, b, &question, &k)) worst = fmax(worst, 0.5 * (k.upper - k.lower) / size);
        }
    }
    return worst;
}

static bool measure(const study_options *options, const char *rival, double n, int solid, field_times *out)
{
    const size_t usual = options->quick ? QUICK_PAIRS : PAIRS;
    const size_t count = options->pairs > 0 && options->pairs < usual ? options->pairs : usual;
    scree_error error = { .message = "out of memory" };
    field s;
    bool made = open_field(options->seed, n, solid, count, &s, &error);
    if (!made) scree_ph_trouble(&error);
    bool whole = made && race(options, rival, &s, out);
    if (whole) out->error = error_of_auto(&s);
    close_field(&s);
    return whole;
}

// ------------------------------------------------------------------------------------------------------------ tables

// `most`: how much longer than the rival auto may take.
static void report(figures *f, double x, const field_times *t, double most)
{
    if (!(t->ours[APART] > 0.0 && t->ours[OVERLAPPING] > 0.0)) {
        scree_figures_row(f, "%g\tnot measured", x);
        return;
    }
    const double apart = t->ours[APART] / t->rival[APART], overlapping = t->ours[OVERLAPPING] / t->rival[OVERLAPPING];
    const double mean = 0.5 * (apart + overlapping);
    char error[24];
    scree_figures_row(f, "%g\t%.0f\t%.0f\t%.2f\t%.0f\t%.0f\t%.2f\t%s\t%.2f\t%s\t%s %g\t%s", x, t->rival[APART],
                      t->ours[APART], apart, t->rival[OVERLAPPING], t->ours[OVERLAPPING], overlapping,
                      scree_cells_number(error, t->error), mean, mean < 1.0 ? "faster" : "not",
                      most > 1.0 ? "at most" : "below", most, scree_figures_target(f, mean <= most));
}

static void plot(figures *f, const comparison *of, const double *x, const field_times *t)
{
    double y[2 * SIGNS][MOST_ROWS];
    static const char *const signs[SIGNS] = { "apart", "overlapping" };
    char names[2 * SIGNS][40];
    chart c = { .kind = CHART_LINES, .title = of->title, .x_label = of->x_label, .y_label = "ns", .log_x = true };
    c.log_y = true;
    c.series_count = 2 * SIGNS;
    for (int i = 0; i < 2 * SIGNS; ++i) {
        for (int k = 0; k < of->count; ++k) y[i][k] = i % 2 == 1 ? t[k].ours[i / 2] : t[k].rival[i / 2];
        snprintf(names[i], sizeof names[i], "%s, %s", i % 2 == 1 ? "auto" : of->rival, signs[i / 2]);
        c.series[i].name = names[i];
        c.series[i].x = x;
        c.series[i].y = y[i];
        c.series[i].count = of->count;
    }
    scree_figures_chart(f, &c);
}

static bool compare(const study_options *options, const comparison *of, figures *f)
{
    field_times t[MOST_ROWS] = { { { 0 }, { 0 }, 0 } };
    double x[MOST_ROWS] = { 0 };
    char caption[100], headings[200];
    for (int i = 0; i < of->count; ++i) {
        scree_headway("peng-hanley-2019, times", (size_t)i, (size_t)of->count);
        x[i] = of->solids ? scree_ph_solid_faces[i] : of->exponents[i];
        if (!measure(options, of->rival, of->exponents[i], of->solids ? i : -1, &t[i])) return false;
    }
    snprintf(caption, sizeof caption, "%s, in ns", of->title);
    snprintf(headings, sizeof headings,
             "%s\t%s, apart\tauto\tratio\t%s, overlapping\tauto\tratio\terror of auto\tmean ratio\tauto is\twanted\t"
             "verdict",
             of->x_label, of->rival, of->rival);
    scree_figures_table(f, caption, headings);
    for (int i = 0; i < of->count; ++i) report(f, x[i], &t[i], of->solids && x[i] < 20.0 ? 2.0 : 1.0);
    plot(f, of, x, t);
    return true;
}

bool scree_ph_speed(const study_options *options, figures *f)
{
    scree_error error = { .message = "out of memory" };
    scree_random r = random_stream(options->seed, PH_SPEED_STREAM, 0);
    scree_shape *superquadric = scree_ph_random_superquadric(4.0, 4.0, 2.0, 1.0, &r, &error);
    scree_shape *cube = scree_ph_solid(1, 1.0, &error);
    bool whole = superquadric != NULL && cube != NULL;
    if (!whole) scree_ph_trouble(&error);
    if (whole) {
        scree_figures_section(
            f, "Beside the paper: auto against sq-newton and ph-sq",
            "Superquadrics of an aspect of 2 and about equal sizes, with each other and with regular solids and round "
            "hulls, any way round: neighbours at gaps of 0.1 to 10 %% of the size, and contacts 0.01 to 1 %% deep. "
            "Cold, "
            "one thread, the two methods and both kinds of pairs in turns, the best turn of each. `auto` answers to "
            "1e-11 "
            "of the size of the pair, the others as they usually do. `auto` is to be faster than `sq-newton`, and than "
            "`ph-sq` from 20 faces on; below, it may take twice as long. Judged is the mean of the two ratios. The "
            "error of `auto` is half its widest interval, relative to the size.");
        if (scree_ph_serves(f, "sq-newton", superquadric, superquadric)) whole = compare(options, &comparisons[0], f);
        if (whole && scree_ph_serves(f, "ph-sq", cube, superquadric)) whole = compare(options, &comparisons[1], f);
        scree_headway_clear();
    }
    scree_shape_destroy(superquadric);
    scree_shape_destroy(cube);
    return whole;
}
