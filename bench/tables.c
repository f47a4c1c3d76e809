// See tables.h.
#include "tables.h"

#include <math.h>

const char bench_prose[] =
    "A set is 5,000 pairs (hulls of 1,000 vertices: 1,000), a moving set 1,000 pairs of 100 steps (hulls of 1,000 "
    "vertices and superquadrics: 200 pairs); --quick takes fewer, and the column `pairs` has the number. Distances are "
    "parts of the pair's size, the two bounding radii together, but `30 % in`: 30 % of the depth that the two would "
    "have, rotated as they are, with their centres of mass on one point, since not every two can overlap by 30 % of "
    "their size. `One in eight in` has every eighth pair 1 % in and the others 10 % apart. Pairs come to their "
    "distance along the line between these centres, as grains that collide. Errors are parts of the size, of the "
    "distances of the pairs in the column `judged`, against references of 64 and 113 bits that prove what they say: "
    "all pairs of a set, and an even choice of 5,000 of a moving set's, less those that nothing is proven of. 99.9 % "
    "is told where 1,000 and more are judged. Wrong are overlaps that are none, or the reverse, and distances that are "
    "off by 1e-3 of the size and more, of those judged; failures are of all pairs.";

double bench_ns(const set_result *result, double seconds)
{
    return 1e9 * seconds / (double)result->pairs;
}

const char *bench_error_word(char words[16], double error)
{
    snprintf(words, 16, isfinite(error) ? "%.0e" : "-", error);
    return words;
}

const char *bench_ratio_word(char words[16], double ratio)
{
    snprintf(words, 16, !isfinite(ratio) ? "-" : ratio < 10.0 ? "%.2f" : "%.1f", ratio);
    return words;
}

const char *bench_holds_word(const summary_row *row)
{
    return !row->known ? "not measured" : row->holds ? "yes" : "NO";
}

// How a row's cells are parted, and what stands for a number that is not there.
typedef struct style {
    const char *begin, *between, *end, *none;
} style;

static const style csv = { "", ";", "\n", "" };
static const style markdown = { "| ", " | ", " |\n", "-" };

static void write_number(FILE *out, const style *s, const char *format, double number)
{
    fputs(s->between, out);
    if (isfinite(number))
        fprintf(out, format, number);
    else
        fputs(s->none, out);
}

static void write_cells(FILE *out, const style *s, const set_result *r, int i)
{
    const bench_verdict *v = &r->verdict[i];
    fprintf(out, "%s%s%s%s%s%s", s->begin, r->set->group, s->between, r->set->name, s->between, bench_peer_at(i)->name);
    write_number(out, s, "%.1f", bench_ns(r, r->time[i].best));
    write_number(out, s, "%.1f", bench_ns(r, r->time[i].median));
    write_number(out, s, "%.3f", r->time[i].best / r->time[0].best);
    write_number(out, s, "%.2e", v->median);
    write_number(out, s, "%.2e", v->high);
    write_number(out, s, "%.2e", v->worst);
    fprintf(out, "%s%zu%s%zu%s%zu%s%zu%s", s->between, v->wrong, s->between, v->judged, s->between, v->failed,
            s->between, r->pairs, s->end);
}

static void write_rows(FILE *out, const style *s, const set_result *results, int count)
{
    for (int i = 0; i < count; ++i)
        for (int k = 0; k < bench_peer_count(); ++k)
            if (results[i].served[k]) write_cells(out, s, &results[i], k);
}

void bench_write_csv(FILE *out, const set_result *results, int count)
{
    fputs("group;set;library;ns_best;ns_median;to_scree;error_median;error_999;error_worst;wrong;judged;failed;pairs\n",
          out);
    write_rows(out, &csv, results, count);
}

static void write_summary(FILE *out, const summary_row *rows, int count)
{
    fputs("| work | must | measured, worst | best | the worst is | holds |\n| --- | --- | --: | --: | --- | --- |\n",
          out);
    for (int i = 0; i < count; ++i) {
        const double none = (double)NAN;
        char worst[16], best[16];
        fprintf(out, "| %s | %s | %s | %s | %s | %s |\n", rows[i].work, rows[i].must,
                bench_ratio_word(worst, rows[i].known ? rows[i].worst : none),
                bench_ratio_word(best, rows[i].known ? rows[i].best : none), rows[i].known ? rows[i].where : "-",
                bench_holds_word(&rows[i]));
    }
    fputc('\n', out);
}

bench_verdict bench_verified(const set_result *results, int count, int peer)
{
    bench_verdict sum = { .proven = 0 };
    for (int i = 0; i < count; ++i) {
        const bench_verdict *v = &results[i].verdict[peer];
        sum.proven += v->proven;
        sum.undecided += v->undecided;
        sum.refuted += v->refuted;
    }
    return sum;
}

static void write_verified(FILE *out, const set_result *results, int count)
{
    fputs("Scree's answers, all of them, through scree_verify():\n\n| way of asking | proven | undecided | refuted |\n"
          "| --- | --: | --: | --: |\n",
          out);
    for (int i = 0; i < bench_peer_count(); ++i) {
        const bench_verdict v = bench_verified(results, count, i);
        if (v.proven + v.undecided + v.refuted > 0)
            fprintf(out, "| %s | %zu | %zu | %zu |\n", bench_peer_at(i)->name, v.proven, v.undecided, v.refuted);
    }
    fputc('\n', out);
}

static void write_moving(FILE *out, const set_result *results, int count)
{
    moving_row row;
    bool any = false;
    for (int i = 0; i < count; ++i) {
        if (!bench_moving(&results[i], &row)) continue;
        if (!any)
            fputs("| group | moving set | ns, call | ns, batch | ns, warm call | ns, warm batch | batch / warm batch | "
                  "FCL / warm batch | warm batch / one axis |\n"
                  "| --- | --- | --: | --: | --: | --: | --: | --: | --: |\n",
                  out);
        any = true;
        fprintf(out, "%s%s%s%s", markdown.begin, results[i].set->group, markdown.between, results[i].set->name);
        for (int k = 0; k < MOVING_TIMES; ++k) write_number(out, &markdown, "%.0f", row.ns[k]);
        for (int k = 0; k < MOVING_RATIOS; ++k) write_number(out, &markdown, "%.2f", row.ratio[k]);
        fputs(markdown.end, out);
    }
    if (any) fputc('\n', out);
}

static void write_tails(FILE *out, const set_result *results, int count)
{
    fputs("The slowest pairs, single cold calls, the least of nine repeats of each:\n\n"
          "| group | set | ns, mean | ns, 99.9 % | ns, slowest | 99.9 % / mean |\n"
          "| --- | --- | --: | --: | --: | --: |\n",
          out);
    for (int i = 0; i < count; ++i) {
        const bench_tail *t = &results[i].tail;
        if (t->mean > 0.0)
            fprintf(out, "| %s | %s | %.0f | %.0f | %.0f | %.1f |\n", results[i].set->group, results[i].set->name,
                    1e9 * t->mean, 1e9 * t->high, 1e9 * t->most, t->high / t->mean);
    }
    fputc('\n', out);
}

void bench_write_markdown(FILE *out, const set_result *results, int count, const summary_row *rows, int row_count)
{
    write_summary(out, rows, row_count);
    write_verified(out, results, count);
    write_moving(out, results, count);
    write_tails(out, results, count);
    fprintf(out, "%s\n\n", bench_prose);
    fputs(
        "| group | set | library | ns, best | ns, median | to scree | error, median | 99.9 % | worst | wrong | judged "
        "| failed | pairs |\n| --- | --- | --- | --: | --: | --: | --: | --: | --: | --: | --: | --: | --: |\n",
        out);
    write_rows(out, &markdown, results, count);
}
