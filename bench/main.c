// scree-bench: every set through every library, in one run.
#include <errno.h>
#include <getopt.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "headway.h"
#include "interrupt.h"
#include "machine.h"
#include "result.h"
#include "scree/batch.h"
#include "tables.h"

typedef struct bench_options {
    bool quick;
    const char *only; ///< sets whose name or group holds this
    const char *csv, *markdown, *html;
    uint64_t seed;
} bench_options;

static const char help[] =
    "usage: scree-bench [OPTIONS]\n"
    "\n"
    "Asks scree and the libraries that Debian has about the same pairs, in turns, on one core, and\n"
    "prints what each takes and how right it is.\n"
    "\n"
    "  -q, --quick          fewer pairs: under two minutes\n"
    "  -o, --only WORDS     sets whose name or group holds the words, as in --only cubes\n"
    "      --csv FILE       a line for each set and library\n"
    "      --markdown FILE  the tables\n"
    "      --html FILE      the tables, with plots\n"
    "  -s, --seed N         of the sets (default 1)\n"
    "  -h, --help           this text\n"
    "\n"
    "Columns: ns a pair, the best turn and the median; how many times as long as scree, call by call;\n"
    "the error of the distance relative to the pair's size (median, 99.9 %, worst), against references\n"
    "that prove what they say; answers that are plainly wrong, of those judged; how many are judged;\n"
    "failures, of all; pairs.\n";

static bool parse(int count, char **words, bench_options *o)
{
    enum { CSV = 256, MARKDOWN, HTML };
    static const struct option known[] = {
        { "quick", no_argument, NULL, 'q' },       { "only", required_argument, NULL, 'o' },
        { "csv", required_argument, NULL, CSV },   { "markdown", required_argument, NULL, MARKDOWN },
        { "html", required_argument, NULL, HTML }, { "seed", required_argument, NULL, 's' },
        { "help", no_argument, NULL, 'h' },        { NULL, 0, NULL, 0 }
    };
    *o = (bench_options){ .seed = 1 };
    for (int letter; (letter = getopt_long(count, words, "qo:s:h", known, NULL)) != -1;) {
        char *end = NULL;
        switch (letter) {
        case 'q':
            o->quick = true;
            break;
        case 'o':
            o->only = optarg;
            break;
        case CSV:
            o->csv = optarg;
            break;
        case MARKDOWN:
            o->markdown = optarg;
            break;
        case HTML:
            o->html = optarg;
            break;
        case 's':
            o->seed = strtoull(optarg, &end, 10);
            if (*optarg != 0 && *end == 0) break;
            fprintf(stderr, "scree-bench: --seed: expected a number, got '%s'\n", optarg);
            return false;
        case 'h':
            fputs(help, stdout);
            exit(0);
        default:
            return false;
        }
    }
    if (optind < count) fprintf(stderr, "scree-bench: unexpected argument '%s'\n", words[optind]);
    return optind == count;
}

// ---------------------------------------------------------------------------------------------------------- results

static size_t pairs_of(const bench_set *set, bool quick)
{
    const bool large = set->detail_a >= 1000 || set->detail_b >= 1000;
    const bool slow = large || set->family_a == BENCH_SUPERQUADRIC;
    if (set->pose != BENCH_ANYHOW && set->steps > 1) return quick ? 25 : 250;
    if (set->steps > 1) return quick ? (slow ? 24 : 128) : (slow ? 200 : 1000);
    return quick ? (large ? 100 : 500) : (large ? 1000 : 5000);
}

// After the turns that are timed: once more, for whole contacts. False where memory ran out.
static bool judge_entry(const bench_entry *e, const bench_pairs *pairs, const bench_truth *truth, bench_verdict *out)
{
    if (e->peer->keep == NULL) {
        *out = bench_judge(e->peer, pairs, truth, e->answers, NULL);
        return true;
    }
    scree_contact *contacts = calloc(pairs->count + 1, sizeof *contacts);
    bench_answer *again = calloc(pairs->count + 1, sizeof *again);
    const bool whole = contacts != NULL && again != NULL;
    if (whole) {
        e->peer->keep(e->state, contacts);
        e->peer->run(e->state, again);
        *out = bench_judge(e->peer, pairs, truth, e->answers, contacts);
    }
    free(contacts);
    free(again);
    return whole;
}

static bool race_set(const bench_options *o, const bench_pairs *pairs, const bench_truth *truth, set_result *out)
{
    const int count = bench_peer_count();
    bench_entry entries[MOST_PEERS] = { { 0 } };
    bool whole = true;
    for (int i = 0; i < count; ++i) {
        entries[i].peer = bench_peer_at(i);
        entries[i].state = entries[i].peer->open(pairs);
        entries[i].answers = calloc(pairs->count + 1, sizeof *entries[i].answers);
        whole = whole && entries[i].answers != NULL;
    }
    whole = whole && bench_race(entries, count, o->quick ? 7 : 11);
    for (int i = 0; i < count; ++i) {
        out->served[i] = entries[i].state != NULL;
        if (whole && out->served[i]) {
            out->time[i] = entries[i].time;
            whole = judge_entry(&entries[i], pairs, truth, &out->verdict[i]);
        }
        if (out->served[i]) entries[i].peer->close(entries[i].state);
        free(entries[i].answers);
    }
    return whole;
}

static bool run_set(const bench_options *o, const bench_set *set, set_result *out)
{
    bench_pairs pairs;
    bench_truth truth = { .count = 0 };
    *out = (set_result){ .set = set };
    const size_t most = o->quick ? 500 : 5000;
    bool whole = bench_pairs_open(&pairs, set, pairs_of(set, o->quick), o->seed) &&
                 bench_truth_open(&truth, &pairs, most) && race_set(o, &pairs, &truth, out);
    out->pairs = pairs.count;
    if (whole && set->steps <= 1) whole = bench_tail_of(&pairs, &out->tail);
    bench_truth_close(&truth);
    bench_pairs_close(&pairs);
    return whole;
}

// ---------------------------------------------------------------------------------------------------------- reports

static void add_rows(figures *f, const set_result *r)
{
    for (int i = 0; i < bench_peer_count(); ++i) {
        if (!r->served[i]) continue;
        const bench_verdict *v = &r->verdict[i];
        char median[16], high[16], worst[16];
        scree_figures_row(f, "%s\t%s\t%.0f\t%.0f\t%.2f\t%s\t%s\t%s\t%zu\t%zu\t%zu\t%zu", r->set->name,
                          bench_peer_at(i)->name, bench_ns(r, r->time[i].best), bench_ns(r, r->time[i].median),
                          r->time[i].best / r->time[0].best, bench_error_word(median, v->median),
                          bench_error_word(high, v->high), bench_error_word(worst, v->worst), v->wrong, v->judged,
                          v->failed, r->pairs);
    }
}

// One chart for each group: a bar for each set and library, on a logarithmic scale.
static void add_chart(figures *f, const set_result *results, int count)
{
    static double y[MOST_PEERS][MOST_SETS];
    const char *names[MOST_SETS];
    chart c = { .kind = CHART_BARS, .title = results[0].set->group, .x_label = "set", .y_label = "ns a pair" };
    c.log_y = true;
    c.categories = names;
    c.category_count = count;
    for (int i = 0; i < bench_peer_count() && c.series_count < CHART_SERIES; ++i) {
        bool any = false;
        for (int k = 0; k < count; ++k) {
            names[k] = results[k].set->name;
            y[c.series_count][k] = results[k].served[i] ? bench_ns(&results[k], results[k].time[i].best) : (double)NAN;
            any = any || results[k].served[i];
        }
        if (!any) continue;
        c.series[c.series_count].name = bench_peer_at(i)->name;
        c.series[c.series_count].y = y[c.series_count];
        c.series[c.series_count++].count = count;
    }
    scree_figures_chart(f, &c);
}

static const char columns[] =
    "set\tlibrary\tns, best\tns, median\tto scree\terror, median\t99.9 %\tworst\twrong\tjudged\tfailed\tpairs";

static bool has_group(const set_result *results, int count, const char *group)
{
    for (int i = 0; i < count; ++i)
        if (strcmp(results[i].set->group, group) == 0) return true;
    return false;
}

// The groups in the order in which they come first.
static void report(figures *f, const set_result *results, int count)
{
    static set_result group[MOST_SETS];
    for (int i = 0; i < count; ++i) {
        const char *name = results[i].set->group;
        if (has_group(results, i, name)) continue;
        int members = 0;
        for (int k = i; k < count; ++k)
            if (strcmp(results[k].set->group, name) == 0) group[members++] = results[k];
        scree_figures_section(f, name, "%s", "");
        scree_figures_table(f, name, columns);
        for (int k = 0; k < members; ++k) add_rows(f, &group[k]);
        add_chart(f, group, members);
    }
}

static const char must_columns[] = "work\tmust\tmeasured, worst\tbest\tthe worst is\tholds";

static void report_moving(figures *f, const set_result *results, int count)
{
    bool any = false;
    moving_row row;
    for (int i = 0; i < count; ++i) {
        if (!bench_moving(&results[i], &row)) continue;
        char words[MOVING_RATIOS][16];
        if (!any)
            scree_figures_table(f, "moving sets, without caches and with",
                                "group\tset\tns, call\tns, batch\tns, warm call\tns, warm batch\tbatch / warm batch\t"
                                "FCL / warm batch\twarm batch / one axis");
        any = true;
        scree_figures_row(f, "%s\t%s\t%.0f\t%.0f\t%.0f\t%.0f\t%s\t%s\t%s", results[i].set->group, results[i].set->name,
                          row.ns[0], row.ns[1], row.ns[2], row.ns[3], bench_ratio_word(words[0], row.ratio[0]),
                          bench_ratio_word(words[1], row.ratio[1]), bench_ratio_word(words[2], row.ratio[2]));
    }
}

static void report_verified(figures *f, const set_result *results, int count)
{
    scree_figures_table(f, "scree's answers, all of them, through scree_verify()",
                        "way of asking\tproven\tundecided\trefuted");
    for (int i = 0; i < bench_peer_count(); ++i) {
        const bench_verdict v = bench_verified(results, count, i);
        if (v.proven + v.undecided + v.refuted > 0)
            scree_figures_row(f, "%s\t%zu\t%zu\t%zu", bench_peer_at(i)->name, v.proven, v.undecided, v.refuted);
    }
}

// False, with a message, if any is.
static bool none_is_refuted(const set_result *results, int count)
{
    size_t refuted = 0;
    for (int i = 0; i < bench_peer_count(); ++i) refuted += bench_verified(results, count, i).refuted;
    if (refuted > 0) fprintf(stderr, "scree-bench: scree_verify() REFUTES %zu of scree's answers\n", refuted);
    return refuted == 0;
}

static void report_tails(figures *f, const set_result *results, int count)
{
    scree_figures_table(f, "the slowest pairs, single cold calls, the least of nine repeats of each",
                        "group\tset\tns, mean\tns, 99.9 %\tns, slowest\t99.9 % / mean");
    for (int i = 0; i < count; ++i) {
        const set_result *r = &results[i];
        if (r->tail.mean > 0.0)
            scree_figures_row(f, "%s\t%s\t%.0f\t%.0f\t%.0f\t%.1f", r->set->group, r->set->name, 1e9 * r->tail.mean,
                              1e9 * r->tail.high, 1e9 * r->tail.most, r->tail.high / r->tail.mean);
    }
}

static void report_summary(figures *f, const summary_row *rows, int count, const bench_threads *threads)
{
    scree_figures_section(f, "what is asked for", "%s", "Ratios of the best turns; the worst set of each row counts.");
    scree_figures_table(f, "what is asked for", must_columns);
    for (int i = 0; i < count; ++i) {
        const double none = (double)NAN;
        char worst[16], best[16];
        scree_figures_row(f, "%s\t%s\t%s\t%s\t%s\t%s", rows[i].work, rows[i].must,
                          bench_ratio_word(worst, rows[i].known ? rows[i].worst : none),
                          bench_ratio_word(best, rows[i].known ? rows[i].best : none),
                          rows[i].known ? rows[i].where : "-", bench_holds_word(&rows[i]));
    }
    if (threads == NULL) return;
    scree_figures_note(f, "Two threads: this process may run on %d core%s; not pinned.%s", threads->cores,
                       threads->cores == 1 ? "" : "s",
                       threads->cores < 2 ? " With fewer than two, their ratio says nothing." : "");
    scree_figures_table(f, "two threads", "group\tset\tns a pair, one\tns a pair, two\tratio");
    for (int i = 0; i < threads->count; ++i)
        scree_figures_row(f, "%s\t%s\t%.0f\t%.0f\t%.2f", threads->set[i]->group, threads->set[i]->name, threads->one[i],
                          threads->two[i], threads->one[i] / threads->two[i]);
}

// Of rows of the summary there are none in CSV.
static bool write_table(const char *path, const set_result *results, int count, const summary_row *rows, int row_count)
{
    FILE *out = fopen(path, "w");
    if (out != NULL && rows != NULL)
        bench_write_markdown(out, results, count, rows, row_count);
    else if (out != NULL)
        bench_write_csv(out, results, count);
    if (out != NULL && fclose(out) == 0) return true;
    fprintf(stderr, "scree-bench: %s: %s\n", path, strerror(errno));
    return false;
}

static void add_facts(figures *f, const bench_options *o, bool pinned)
{
    scree_machine_describe(f);
    scree_figures_fact(f, "seed", "%llu", (unsigned long long)o->seed);
    scree_figures_fact(f, "lanes", "%d", scree_batch_lanes());
    scree_figures_fact(f, "pinned to one core", "%s", pinned ? "yes" : "no: the system does not allow it");
    for (int i = 0; i < bench_peer_count(); ++i)
        scree_figures_fact(f, bench_peer_at(i)->name, "%s", bench_peer_at(i)->what);
}

static bool is_wanted(const bench_options *o, const bench_set *set)
{
    return o->only == NULL || strstr(set->name, o->only) != NULL || strstr(set->group, o->only) != NULL;
}

int main(int count, char **words)
{
    bench_options o;
    if (!parse(count, words, &o)) {
        fputs("try scree-bench --help\n", stderr);
        return 2;
    }
    static set_result results[MOST_SETS];
    int done = 0;
    if (bench_set_count() > MOST_SETS || bench_peer_count() > MOST_PEERS) {
        fputs("scree-bench: more sets or libraries than bench/result.h has room for\n", stderr);
        return 1;
    }
    scree_cli_interrupt_catch();
    const bool pinned = bench_pin();
    bool whole = true;
    for (int i = 0; whole && i < bench_set_count(); ++i) {
        if (!is_wanted(&o, bench_set_at(i))) continue;
        scree_headway(bench_set_at(i)->name, (size_t)i, (size_t)bench_set_count());
        whole = run_set(&o, bench_set_at(i), &results[done]);
        done += whole;
    }
    bench_threads threads;
    bench_unpin();
    const bool threaded = whole && o.only == NULL && bench_threads_race(&threads, 20000, o.quick ? 7 : 11, o.seed);
    scree_headway_clear();
    summary_row rows[SUMMARY_ROWS];
    const int row_count = bench_summary(results, done, threaded ? &threads : NULL, rows);
    figures *f = scree_figures_create(true);
    if (f == NULL || done == 0) return 1;
    add_facts(f, &o, pinned);
    scree_figures_head(f, "scree bench", "scree beside the libraries that people use now",
                       "Every set of pairs through every library, in turns, in one run on one core.");
    scree_figures_paper(f, "benchmark", "What each library takes, and how right it is", "one run, one core");
    scree_figures_note(f, "%s", bench_prose);
    report(f, results, done);
    report_summary(f, rows, row_count, threaded ? &threads : NULL);
    report_verified(f, results, done);
    report_moving(f, results, done);
    report_tails(f, results, done);
    bool written = scree_figures_end(f);
    if (o.html != NULL && !scree_figures_write_html(f, o.html)) {
        fprintf(stderr, "scree-bench: %s: %s\n", o.html, strerror(errno));
        written = false;
    }
    scree_figures_destroy(f);
    if (o.csv != NULL) written = write_table(o.csv, results, done, NULL, 0) && written;
    if (o.markdown != NULL) written = write_table(o.markdown, results, done, rows, row_count) && written;
    return none_is_refuted(results, done) && whole && written ? 0 : 1;
}
