// 4 of peng-hanley-2019, Fig. 12: what each case costs for the five regular solids, and what more faces cost.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "headway.h"
#include "peng_hanley.h"
#include "scenes/place.h"
#include "stopwatch.h"

enum { SPHERES = 10000, QUICK_SPHERES = 2000, CURVE = 41 };

// All spheres around one solid, in the order of their cases; those with the centre inside are left out.
typedef struct solid_cost {
    size_t count, of_case[PH_CASES];
    double *ph_sq, *ours; // ns of each sphere; from first_of() on those of a case, each list sorted by itself
    double mean, mean_ours;
} solid_cost;

typedef struct sphere_time {
    int ph_case;
    double ph_sq, ours;
} sphere_time;

static size_t first_of(const solid_cost *c, int ph_case)
{
    size_t first = 0;
    for (int i = 0; i < ph_case; ++i) first += c->of_case[i];
    return first;
}

static double median(const solid_cost *c, const double *times, int ph_case)
{
    return scree_ph_quantile(times + first_of(c, ph_case), c->of_case[ph_case], 0.5);
}

// -------------------------------------------------------------------------------------------------------- measurement

static bool time_sphere(const study_options *options, const pair_set *pair, const scratch *s, sphere_time *out)
{
    pair_run runs[2] = { { .pairs = pair, .options = scree_ph_question("ph-sq") },
                         { .pairs = pair, .options = scree_ph_question("auto") } };
    contestant contestants[2];
    scree_contact k;
    scree_counts n;
    for (int i = 0; i < 2; ++i) {
        scree_scratch_lend(s, &runs[i].options);
        contestants[i] = (contestant){ .run = scree_pair_run, .user = &runs[i] };
    }
    if (!scree_study_query_counted(&pair->a[0], &pair->b[0], &runs[0].options, &k, &n)) return false;
    out->ph_case = n.ph_case > 0 && n.ph_case < PH_CASES ? n.ph_case : 0;
    if (out->ph_case == PH_INSIDE) return true;
    if (!scree_stopwatch_race(contestants, 2, options->quick ? 5 : 9, options->quick ? 5e-6 : 2e-5)) return false;
    out->ph_sq = 1e9 * contestants[0].best;
    out->ours = 1e9 * contestants[1].best;
    return true;
}

// Into the lists of their cases.
static void sort_out(const sphere_time *times, size_t count, solid_cost *c)
{
    for (size_t i = 0; i < count; ++i)
        if (times[i].ph_case != PH_INSIDE) c->of_case[times[i].ph_case]++;
    for (int ph_case = 0; ph_case < PH_CASES; ++ph_case) {
        const size_t first = c->count;
        for (size_t i = 0; i < count && ph_case != PH_INSIDE; ++i) {
            if (times[i].ph_case != ph_case) continue;
            c->ph_sq[c->count] = times[i].ph_sq;
            c->ours[c->count++] = times[i].ours;
            c->mean += times[i].ph_sq;
            c->mean_ours += times[i].ours;
        }
        scree_ph_sort(c->ph_sq + first, c->count - first);
        scree_ph_sort(c->ours + first, c->count - first);
    }
    c->mean /= (double)c->count;
    c->mean_ours /= (double)c->count;
}

static bool measure(const study_options *options, int solid, size_t spheres, const scree_shape *polyhedron,
                    const scree_shape *sphere, solid_cost *c)
{
    sphere_time *times = calloc(spheres, sizeof *times);
    scree_body a = scree_body_at(polyhedron, s3(0, 0, 0)), b = scree_body_at(sphere, s3(0, 0, 0));
    const pair_set pair = { 1, &a, &b };
    scratch s = { 0 };
    c->ph_sq = malloc(spheres * sizeof *c->ph_sq);
    c->ours = malloc(spheres * sizeof *c->ours);
    bool whole = times != NULL && c->ph_sq != NULL && c->ours != NULL && scree_scratch_reserve(&s, polyhedron, sphere);
    if (!whole) scree_cli_trouble(&scree_cli_reproduce, "out of memory");
    for (size_t i = 0; i < spheres && whole; ++i) {
        b.position = scree_ph_centre(options->seed, PH_COST_STREAM, i); // the same for every solid
        whole = time_sphere(options, &pair, &s, &times[i]);
        scree_headway("peng-hanley-2019, Fig. 12", (size_t)solid * spheres + i, PH_SOLIDS * spheres);
    }
    if (whole) sort_out(times, spheres, c);
    scree_scratch_free(&s);
    free(times);
    return whole;
}

// ------------------------------------------------------------------------------------------------------------- Fig. 12

static void cases_table(figures *f, const solid_cost costs[PH_REGULAR])
{
    scree_figures_table(f, "Fig. 12: spheres by case, and the median time of ph-sq in ns",
                        "solid\tfaces\t1\t2\t3\t4\t5\t6\tmean\tauto\tauto / ph-sq");
    for (int i = 0; i < PH_REGULAR; ++i) {
        const solid_cost *c = &costs[i];
        text cells = { 0 };
        scree_cli_text_printf(&cells, "%s\t%d", scree_ph_solid_names[i], scree_ph_solid_faces[i]);
        for (int k = 1; k <= 6; ++k) {
            if (c->of_case[k] > 0)
                scree_cli_text_printf(&cells, "\t%zu: %.0f", c->of_case[k], median(c, c->ph_sq, k));
            else
                scree_cli_text_words(&cells, "\tnone");
        }
        scree_cli_text_printf(&cells, "\t%.0f\t%.0f\t%.2f", c->mean, c->mean_ours, c->mean_ours / c->mean);
        scree_cells_row(f, &cells);
    }
}

static void curves_chart(figures *f, int solid, const solid_cost *c)
{
    enum { OURS = 6, SERIES };
    double x[SERIES][CURVE], y[SERIES][CURVE];
    char title[80], names[SERIES][24];
    chart out = { .kind = CHART_LINES, .title = title, .x_label = "ns", .y_label = "% of the case" };
    out.log_x = true;
    out.series_count = SERIES;
    snprintf(title, sizeof title, "Fig. 12: %s, time of a determination, accumulated", scree_ph_solid_names[solid]);
    // auto has no cases: one curve for all.
    double *ours = malloc((c->count + 1) * sizeof *ours);
    if (ours != NULL) {
        memcpy(ours, c->ours, c->count * sizeof *ours);
        scree_ph_sort(ours, c->count);
    }
    for (int k = 0; k < SERIES; ++k) {
        const double *times = k < OURS ? c->ph_sq + first_of(c, k + 1) : ours;
        const size_t count = k < OURS ? c->of_case[k + 1] : ours != NULL ? c->count : 0;
        for (int i = 0; i < CURVE; ++i) {
            const double share = (double)i / (CURVE - 1);
            x[k][i] = scree_ph_quantile(times, count, share); // of no times: NaN, and no point
            y[k][i] = 100.0 * share;
        }
        if (k < OURS)
            snprintf(names[k], sizeof names[k], "case %d%s", k + 1, count > 0 ? "" : ": none");
        else
            snprintf(names[k], sizeof names[k], "auto, all");
        out.series[k].name = names[k];
        out.series[k].x = x[k];
        out.series[k].y = y[k];
        out.series[k].count = CURVE;
    }
    free(ours);
    scree_figures_chart(f, &out);
}

// Of two cases, over those that are there; `most`: the larger median, else the smaller.
static double of_two(const solid_cost *c, int first, bool most)
{
    double x = median(c, c->ph_sq, first), y = median(c, c->ph_sq, first + 1);
    return most ? fmax(x, y) : fmin(x, y); // these pass over what is not a number
}

// A row of claims: what was `measured`, which is freed; without a verdict where nothing was there to compare.
static void claim_row(figures *f, const char *claim, int solid, text *measured, bool comparable, bool holds)
{
    scree_cli_text_add(measured, "", 1);
    scree_figures_row(f, "%s\t%s\t%s\t%s", claim, scree_ph_solid_names[solid], measured->failed ? "-" : measured->bytes,
                      comparable ? scree_figures_verdict(f, holds) : "-");
    scree_cli_text_free(measured);
}

static void order_row(figures *f, int solid, const solid_cost *c)
{
    text measured = { 0 };
    double before = NAN; // the slowest so far
    int there = 0;
    bool holds = true;
    for (int k = 1; k <= 5; k += 2) {
        const double least = of_two(c, k, false), most = of_two(c, k, true);
        if (isnan(least)) continue;
        scree_cli_text_printf(&measured, "%s%d, %d: %.0f to %.0f ns", there > 0 ? "; " : "", k, k + 1, least, most);
        holds &= there == 0 || before < least;
        before = most;
        ++there;
    }
    claim_row(f, "cases 1 and 2 before 3 and 4 before 5 and 6", solid, &measured, there > 1, holds);
}

static void odd_row(figures *f, int solid, const solid_cost *c)
{
    text measured = { 0 };
    int pairs = 0, odd_first = 0;
    for (int k = 1; k <= 5; k += 2) {
        const double odd = median(c, c->ph_sq, k), even = median(c, c->ph_sq, k + 1);
        if (isnan(odd) || isnan(even)) continue;
        scree_cli_text_printf(&measured, "%s%d / %d: %.2f", pairs > 0 ? "; " : "", k, k + 1, odd / even);
        odd_first += odd < even;
        ++pairs;
    }
    claim_row(f, "no contact sooner than contact", solid, &measured, pairs > 0, 2 * odd_first > pairs);
}

// What the text says of Fig. 12.
static void claims_table(figures *f, const solid_cost costs[PH_SOLIDS])
{
    scree_figures_table(f, "What the paper says of Fig. 12", "claim\tsolid\tmeasured\tverdict");
    scree_figures_row(f, "Case 4 cannot occur\tcube\t%zu spheres\t%s", costs[1].of_case[4],
                      scree_figures_verdict(f, costs[1].of_case[4] == 0));
    for (int i = 0; i < PH_REGULAR; ++i) order_row(f, i, &costs[i]);
    for (int i = 0; i < PH_REGULAR; ++i) odd_row(f, i, &costs[i]);
    double more = costs[PH_REGULAR - 1].mean / costs[0].mean;
    scree_figures_row(f, "more faces cost little\ticosahedron\t%.2f times the tetrahedron\t%s", more,
                      scree_figures_verdict(f, more < 2.0));
}

static void faces_table(figures *f, const solid_cost costs[PH_SOLIDS])
{
    double faces[PH_SOLIDS], y[2][PH_SOLIDS];
    static const char *const names[2] = { "ph-sq", "auto" };
    chart c = { .kind = CHART_LINES, .title = "Mean time against the number of faces", .log_x = true, .log_y = true };
    c.x_label = "faces";
    c.y_label = "ns";
    c.series_count = 2;
    scree_figures_table(f, "Mean time against the number of faces, in ns",
                        "solid\tfaces\tph-sq\tauto\tph-sq / that of the tetrahedron\tauto / ph-sq\tverdict");
    for (int i = 0; i < PH_SOLIDS; ++i) {
        const solid_cost *s = &costs[i];
        faces[i] = scree_ph_solid_faces[i];
        y[0][i] = s->mean;
        y[1][i] = s->mean_ours;
        scree_figures_row(f, "%s\t%d\t%.0f\t%.0f\t%.2f\t%.2f\t%s", scree_ph_solid_names[i], scree_ph_solid_faces[i],
                          s->mean, s->mean_ours, s->mean / costs[0].mean, s->mean_ours / s->mean,
                          scree_figures_beyond(f));
    }
    for (int i = 0; i < 2; ++i) {
        c.series[i].name = names[i];
        c.series[i].x = faces;
        c.series[i].y = y[i];
        c.series[i].count = PH_SOLIDS;
    }
    scree_figures_chart(f, &c);
}

static void report(figures *f, const solid_cost costs[PH_SOLIDS])
{
    cases_table(f, costs);
    for (int i = 0; i < PH_REGULAR; ++i) curves_chart(f, i, &costs[i]);
    claims_table(f, costs);
    faces_table(f, costs);
}

bool scree_ph_cost(const study_options *options, figures *f)
{
    const size_t usual = options->quick ? QUICK_SPHERES : SPHERES;
    const size_t spheres = options->pairs > 0 && options->pairs < usual ? options->pairs : usual;
    scree_error error = { .message = "out of memory" };
    scree_shape *sphere = scree_sphere_create(1.0, 0.0, &error), *solids[PH_SOLIDS];
    solid_cost costs[PH_SOLIDS] = { { 0 } };
    bool whole = sphere != NULL;
    for (int i = 0; i < PH_SOLIDS; ++i) {
        solids[i] = scree_ph_solid(i, sqrt(3.0), &error);
        whole &= solids[i] != NULL;
    }
    if (!whole) scree_ph_trouble(&error);
    if (whole) {
        scree_figures_section(
            f, "4, Fig. 12: cost by case and by the number of faces",
            "%zu centres of a sphere of radius 1, even over the cube of 6 of Table 1; those inside the solid (Case 8) "
            "are "
            "left out. The solids have their vertices on one sphere, that of the cube of 2 (the paper does not say how "
            "large they are); five round hulls with more faces follow. Every determination is timed by itself, "
            "repeated, `ph-sq` and `auto` in turns, the best turn of each. The paper has curves without numbers; "
            "judged "
            "is what it says of them, by the medians of the cases; \"modest\" is less than twice as long for 20 faces "
            "as for 4.",
            spheres);
        if (scree_ph_serves(f, "ph-sq", solids[0], sphere)) {
            for (int i = 0; i < PH_SOLIDS && whole; ++i)
                whole = measure(options, i, spheres, solids[i], sphere, &costs[i]);
            scree_headway_clear();
            if (whole) report(f, costs);
        }
    }
    for (int i = 0; i < PH_SOLIDS; ++i) {
        free(costs[i].ph_sq);
        free(costs[i].ours);
        scree_shape_destroy(solids[i]);
    }
    scree_shape_destroy(sphere);
    return whole;
}
