// See peng_hanley_pairs.h.
#include "peng_hanley_pairs.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "command.h"
#include "crew.h"
#include "scenes/grains.h"
#include "scenes/place.h"

enum { BLOCK = 16 };

const double scree_ph_depths[PH_DEPTHS + 1] = { 1e-4, 1e-3, 1e-2, 3e-2, 1e-1, 3e-1 };
const char *const scree_ph_depth_names[PH_DEPTHS] = { "0.01 to 0.1 %", "0.1 to 1 %", "1 to 3 %", "3 to 10 %",
                                                      "10 to 30 %" };

static const double accuracy = 1e-11; // of the exact distance, relative to the size of the pair

static const double size_ends[PH_SIZES - 1] = { 0.5, 1.0, 2.0 };
const char *const scree_ph_size_names[PH_SIZES] = { "below 1/2", "1/2 to 1", "1 to 2", "above 2" };

typedef struct pairs_job {
    uint64_t seed;
    const ph_pairs *pairs;
    scratch *scratch; // one a thread
} pairs_job;

static double radius_of(const scree_shape *s)
{
    return cbrt(0.75 / 3.14159265358979323846 * scree_shape_mass(s).volume);
}

// The radius of the smaller body is the unit of length.
static void query_pair(const ph_pairs *pairs, const scratch *lent, const scree_body *a, const scree_body *b,
                       double radius, ph_record *out)
{
    scree_query_options exact = scree_ph_question("auto"), question = scree_ph_question(pairs->method);
    scree_contact k, e;
    scree_counts n;
    scree_scratch_lend(lent, &exact);
    scree_scratch_lend(lent, &question);
    if (!scree_study_query(a, b, &exact, &e) || !scree_study_query_counted(a, b, &question, &k, &n)) {
        out->made = false;
        return;
    }
    out->decided = e.lower > 0.0 || e.upper < 0.0;
    out->contact = e.upper < 0.0;
    out->converged = !n.cut_short;
    out->ph_case = n.ph_case;
    out->says = k.state != SCREE_SEPARATED;
    if (!out->says || !out->contact) return;
    out->off = fabs(k.distance - e.distance) / radius;
    out->overlap = fabs(k.distance - e.distance) / -e.distance;
    out->normal = 57.29577951308232 * acos(fmax(-1.0, fmin(1.0, s3_dot(k.normal, e.normal))));
}

static void try_pair(const pairs_job *job, scratch *lent, size_t number, ph_record *out)
{
    const ph_pairs *pairs = job->pairs;
    scree_random r = random_stream(job->seed, pairs->stream, number);
    scree_shape *shapes[2] = { NULL, NULL };
    scree_body a, b;
    *out = (ph_record){ .off = NAN, .overlap = NAN, .normal = NAN };
    const double share = random_decade(&r, log10(scree_ph_depths[0]), log10(scree_ph_depths[PH_DEPTHS]));
    const double sign = random_sign(&r);
    while (out->depth < PH_DEPTHS - 1 && share >= scree_ph_depths[out->depth + 1]) ++out->depth;
    pairs->make((int)(number % (size_t)pairs->groups), &r, shapes);
    if (shapes[0] != NULL && shapes[1] != NULL && scree_scratch_reserve(lent, shapes[0], shapes[1])) {
        const double of_a = radius_of(shapes[0]), of_b = radius_of(shapes[1]), radius = fmin(of_a, of_b);
        scree_query_options options = scree_query_defaults();
        while (out->size < PH_SIZES - 1 && of_b >= size_ends[out->size] * of_a) ++out->size;
        scree_scratch_lend(lent, &options);
        options.tolerance = accuracy * scree_pair_size(shapes[0], shapes[1]);
        out->made = scree_grains_place_by(shapes[0], shapes[1], sign * share * radius, &options, &r, &a, &b);
        out->contact = sign < 0.0; // until it is proven
        if (out->made) query_pair(pairs, lent, &a, &b, radius, out);
    }
    scree_shape_destroy(shapes[0]);
    scree_shape_destroy(shapes[1]);
}

static void work(void *user, int hand, size_t first, size_t end)
{
    const pairs_job *job = user;
    for (size_t i = first; i < end; ++i) try_pair(job, &job->scratch[hand], i, &job->pairs->records[i]);
}

static bool query_all(const study_options *options, const ph_pairs *pairs)
{
    const size_t threads = (size_t)options->threads;
    pairs_job job = { options->seed, pairs, calloc(threads, sizeof *job.scratch) };
    bool whole = job.scratch != NULL && pairs->records != NULL;
    if (whole)
        whole = scree_crew_run(options->threads, pairs->count, BLOCK, work, &job, pairs->what);
    else
        scree_cli_trouble(&scree_cli_reproduce, "out of memory");
    for (size_t i = 0; i < threads && job.scratch != NULL; ++i) scree_scratch_free(&job.scratch[i]);
    free(job.scratch);
    return whole;
}

// --------------------------------------------------------------------------------------------------------- tallies

static void add(const ph_record *r, ph_tally *t)
{
    t->pairs++;
    t->unmade += !r->made;
    t->undecided += r->made && !r->decided;
    t->converged += r->made && r->converged;
    if (!r->made || !r->decided) return;
    t->right += r->says == r->contact;
    t->false_contact += r->says && !r->contact;
    t->missed += !r->says && r->contact;
}

static void summarize(double *values, size_t count, double out[3])
{
    scree_ph_sort(values, count);
    out[PH_MEDIAN] = scree_ph_quantile(values, count, 0.5);
    out[PH_MOST] = scree_ph_quantile(values, count, 0.95);
    out[PH_WORST] = scree_ph_quantile(values, count, 1.0);
}

static bool chosen(const ph_pairs *pairs, size_t number, const ph_choice *c)
{
    const ph_record *r = &pairs->records[number];
    const uint32_t group = (uint32_t)1 << number % (size_t)pairs->groups;
    return (c->groups == 0 || (c->groups & group) != 0) && (c->depth < 0 || c->depth == r->depth) &&
           (c->sign == 0 || (c->sign < 0) == r->contact) && (c->ph_case == 0 || c->ph_case == r->ph_case) &&
           (c->size == 0 || c->size - 1 == r->size);
}

bool scree_ph_tally(const ph_pairs *pairs, ph_choice choice, ph_tally *out)
{
    double *values = malloc((3 * pairs->count + 1) * sizeof *values);
    *out = (ph_tally){ 0 };
    if (values == NULL) {
        scree_cli_trouble(&scree_cli_reproduce, "out of memory");
        return false;
    }
    double *overlaps = values, *normals = values + pairs->count, *offs = normals + pairs->count;
    for (size_t i = 0; i < pairs->count; ++i) {
        const ph_record *r = &pairs->records[i];
        if (!chosen(pairs, i, &choice)) continue;
        add(r, out);
        if (!r->made || isnan(r->overlap)) continue;
        offs[out->measured] = r->off;
        overlaps[out->measured] = r->overlap;
        normals[out->measured++] = r->normal;
    }
    summarize(overlaps, out->measured, out->overlap);
    summarize(normals, out->measured, out->normal);
    summarize(offs, out->measured, out->off);
    free(values);
    return true;
}

// ----------------------------------------------------------------------------------------------------------- tables

static void add_error(text *cells, const char *unit, double value)
{
    if (isnan(value))
        scree_cli_text_words(cells, "\t-");
    else
        scree_cli_text_printf(cells, value < 100.0 ? "\t%.2g %s" : "\t%.0f %s", value, unit);
}

void scree_ph_tally_row(figures *f, text *cells, const ph_tally *t)
{
    const size_t decided = t->pairs - t->unmade - t->undecided;
    scree_cli_text_printf(cells, "\t%zu", decided);
    if (decided > 0)
        scree_cli_text_printf(cells, "\t%.2f %%", 100.0 * (double)t->right / (double)decided);
    else
        scree_cli_text_words(cells, "\t-");
    scree_cli_text_printf(cells, "\t%zu\t%zu", t->false_contact, t->missed);
    add_error(cells, "%", 100.0 * t->overlap[PH_MEDIAN]);
    add_error(cells, "%", 100.0 * t->overlap[PH_MOST]);
    add_error(cells, "%", 100.0 * t->off[PH_MOST]);
    add_error(cells, "%", 100.0 * t->off[PH_WORST]);
    add_error(cells, "deg", t->normal[PH_MEDIAN]);
    add_error(cells, "deg", t->normal[PH_MOST]);
    scree_cli_text_printf(cells, "\t%s", scree_figures_beyond(f));
    scree_cells_row(f, cells);
}

bool scree_ph_depths_table(figures *f, const ph_pairs *pairs, const char *heading, const char *const *names,
                           const uint32_t *groups, int count)
{
    double y[2][CHART_SERIES][PH_DEPTHS];
    char title[2][80], headings[256];
    chart c[2] = { { .kind = CHART_LINES, .y_label = "% of the radius" },
                   { .kind = CHART_LINES, .y_label = "degrees" } };
    snprintf(title[0], sizeof title[0], "%s: overlap off, 95 %% of the pairs", pairs->method);
    snprintf(title[1], sizeof title[1], "%s: normal off, 95 %% of the pairs", pairs->method);
    snprintf(headings, sizeof headings, "%s\toverlap\t%s", heading, PH_TALLY_HEADINGS);
    scree_figures_table(f, "By the overlap", headings);
    for (int i = 0; i < count; ++i) {
        for (int d = 0; d < PH_DEPTHS; ++d) {
            ph_tally t;
            text cells = { 0 };
            if (!scree_ph_tally(pairs, (ph_choice){ .groups = groups[i], .depth = d, .sign = -1 }, &t)) return false;
            scree_cli_text_printf(&cells, "%s\t%s", names[i], scree_ph_depth_names[d]);
            scree_ph_tally_row(f, &cells, &t);
            y[0][i][d] = 100.0 * t.off[PH_MOST];
            y[1][i][d] = t.normal[PH_MOST];
        }
    }
    for (int k = 0; k < 2; ++k) {
        c[k].title = title[k];
        c[k].x_label = "overlap / radius of the smaller";
        c[k].log_y = true;
        c[k].categories = scree_ph_depth_names;
        c[k].category_count = PH_DEPTHS;
        c[k].series_count = count;
        for (int i = 0; i < count; ++i) {
            c[k].series[i].name = names[i];
            c[k].series[i].y = y[k][i];
            c[k].series[i].count = PH_DEPTHS;
        }
        scree_figures_chart(f, &c[k]);
    }
    return true;
}

static bool left_out(figures *f, const ph_pairs *pairs)
{
    ph_tally t;
    if (!scree_ph_tally(pairs, (ph_choice){ .depth = -1 }, &t)) return false;
    scree_figures_note(f,
                       "Of %zu pairs %zu could not be brought to their distance, and for %zu the interval of `auto` "
                       "proves neither contact nor none; these are left out.",
                       t.pairs, t.unmade, t.undecided);
    return true;
}

bool scree_ph_pairs_study(const study_options *options, figures *f, ph_pairs *pairs,
                          bool (*report)(figures *f, const ph_pairs *pairs))
{
    scree_random r = random_stream(options->seed, pairs->stream, 0);
    scree_shape *shapes[2];
    bool whole = true;
    pairs->make(pairs->groups - 1, &r, shapes);
    if (shapes[0] != NULL && shapes[1] != NULL && scree_ph_serves(f, pairs->method, shapes[0], shapes[1])) {
        pairs->records = calloc(pairs->count, sizeof *pairs->records);
        whole = query_all(options, pairs) && report(f, pairs) && left_out(f, pairs);
        free(pairs->records);
    }
    scree_shape_destroy(shapes[0]);
    scree_shape_destroy(shapes[1]);
    return whole;
}
