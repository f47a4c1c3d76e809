// scree-hunt: looks for pairs that the library answers wrongly, for as long as one lets it.
//
// It goes in laps: each has one round of every family, the rounds are shared out among the threads, and the ledger is
// written after each. Ctrl-C ends the hunt at once; the lap in progress is not counted and comes again.
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "ledger.h"
#include "minimise.h"

#ifdef _OPENMP
#include <omp.h>
#endif

enum { SHOWN_MAX = 20 }; // findings of a family that are made small and printed in one run; the others are counted

static const char usage[] =
    "usage: scree-hunt [--folder DIR] [--seconds N] [--laps N] [--pairs N] [--shapes N] [--threads N] [--family NAME]\n"
    "                  [--seed N] [--report]\n"
    "\n"
    "Draws hostile pairs of convex bodies, asks scree about each in every way (single, stale cache, batch, warm\n"
    "batch, margin, loose tolerance), and judges every answer. What it finds is made small and printed as lines\n"
    "for `scree query`.\n"
    "\n"
    "  --folder DIR   keeps the counts in DIR/ledger.txt and the findings in DIR/found.jsonl; a later run goes on\n"
    "                 from there (default: hunt)\n"
    "  --seconds N    stop after the lap that passes N seconds (default: never)\n"
    "  --laps N       stop after N laps\n"
    "  --pairs N      stop when the ledger has N pairs of all families together\n"
    "  --shapes N     and N shapes of each family\n"
    "  --threads N    default: one for each core\n"
    "  --family NAME  this family alone, without a ledger; `list` prints their names\n"
    "  --spoil        falsify every hundredth answer, to see that it is noticed\n"
    "  --seed N       other pairs (default: 1; a ledger keeps its own)\n"
    "  --report       print the table of the ledger, and hunt for nothing\n"
    "\n"
    "A lap is 55,200 pairs and 768 shapes of 96 families. 500 million pairs with 100,000 shapes of each family\n"
    "(--pairs 500e6 --shapes 1e5) are 12,500 laps: some two hours of one core, one hour of two.\n"
    "\n"
    "Exit status: 0 nothing was found, 1 something was, 2 bad arguments or no disk.\n";

typedef struct settings {
    const char *folder;
    double seconds;
    long laps, pairs, shapes; // 0: no end
    int threads, family;      // family -1: all
    uint64_t seed;
    bool spoil, report;
} settings;

// What a thread works with.
typedef struct bench {
    hunt_round *round;
    hunt_judge *judge;
    hunt_judge *reducer; // to make findings small with: the judge of the round is in use
} bench;

typedef struct hunt {
    settings set;
    hunt_ledger ledger;
    FILE *found;
    bench *benches; // one for each thread
    int shown[HUNT_FAMILIES_MAX];
    double took[HUNT_FAMILIES_MAX]; // seconds for the last round of a family
    long findings;
} hunt;

static volatile sig_atomic_t stop;

static void on_signal(int number)
{
    (void)number;
    stop = 1;
}

// What the report of a round needs to know.
typedef struct chase {
    hunt *hunt;
    hunt_judge *judge; // to make findings small with
    int family;
} chase;

// `scree query` has no input for the cache: it is reported separately.
static void print_cache(FILE *out, const scree_cache *cache)
{
    fprintf(out, ", axis %.9g %.9g %.9g, features %d %d and %d %d, vertices %d and %d", (double)cache->axis[0],
            (double)cache->axis[1], (double)cache->axis[2], cache->feature_a, cache->index_a, cache->feature_b,
            cache->index_b, cache->vertex_a, cache->vertex_b);
}

static void print_finding(FILE *out, const chase *c, const hunt_finding *finding, const scree_scene_pose *pose)
{
    char *line = NULL;
    size_t length = 0;
    FILE *memory = open_memstream(&line, &length);
    if (memory == NULL) return;
    scree_scene_print(memory, pose);
    fclose(memory);
    if (line != NULL) {
        fprintf(out, "{\"id\":\"%s, %s: %s", scree_hunt_family(c->family)->name, scree_hunt_way_name(finding->way),
                finding->reason);
        if (finding->way == HUNT_STALE) print_cache(out, &finding->cache);
        fputs("\",", out);
        if (finding->way == HUNT_LOOSE) fprintf(out, "\"tolerance\":%.17g,", finding->tolerance);
        fputs(line + 1, out);
    }
    free(line);
    fflush(out);
}

static void on_finding(void *user, const scree_scene_pose *pose, const hunt_finding *finding)
{
    chase *c = user;
    bool show;
#pragma omp critical(findings)
    {
        ++c->hunt->findings;
        show = c->hunt->shown[c->family]++ < SHOWN_MAX;
    }
    if (!show) return;
    hunt_finding small = *finding;
    hunt_pair pair;
    bool smaller = scree_hunt_minimise(c->judge, pose, &small, &pair);
#pragma omp critical(findings)
    {
        const scree_scene_pose *shown = smaller ? &pair.pose : pose;
        print_finding(stdout, c, smaller ? &small : finding, shown);
        if (c->hunt->found != NULL) print_finding(c->hunt->found, c, smaller ? &small : finding, shown);
    }
    if (smaller) scree_hunt_pair_free(&pair);
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void run_task(hunt *h, int family, const bench *with, hunt_tally *tally)
{
    chase c = { h, with->reducer, family };
    double begun = now();
    scree_hunt_round_open(with->round, family, h->ledger.seed, (uint64_t)h->ledger.laps);
    scree_hunt_judge_round(with->judge, with->round, tally, on_finding, &c);
    scree_hunt_round_close(with->round);
    h->took[family] = now() - begun;
}

static int thread_number(void)
{
#ifdef _OPENMP
    return omp_get_thread_num();
#else
    return 0;
#endif
}

// Runs one lap, a round for each family; false where it was interrupted. Its counts are then dropped.
static bool run_lap(hunt *h, const int *families, int count)
{
    hunt_tally tallies[HUNT_FAMILIES_MAX] = { { 0 } };
#pragma omp parallel for schedule(dynamic, 1) num_threads(h->set.threads)
    for (int i = 0; i < count; ++i) {
        if (!stop) run_task(h, families[i], &h->benches[thread_number()], &tallies[families[i]]);
    }
    if (stop) return false;
    ++h->ledger.laps;
    for (int f = 0; f < scree_hunt_family_count(); ++f) scree_hunt_tally_add(&h->ledger.tallies[f], &tallies[f]);
    return true;
}

// The families of a lap. Those that took longest the last time begin, so that no thread waits for the last one.
static int list_families(const hunt *h, int *families)
{
    int count = 0;
    for (int f = 0; f < scree_hunt_family_count(); ++f) {
        if (h->set.family >= 0 && h->set.family != f) continue;
        int place = count++;
        for (; place > 0 && h->took[families[place - 1]] < h->took[f]; --place) families[place] = families[place - 1];
        families[place] = f;
    }
    return count;
}

static bool is_enough(const hunt *h)
{
    if (h->set.pairs == 0 && h->set.shapes == 0) return false;
    long pairs = 0;
    for (int f = 0; f < scree_hunt_family_count(); ++f) {
        const hunt_tally *t = &h->ledger.tallies[f];
        pairs += t->pairs;
        if ((h->set.family < 0 || h->set.family == f) && t->shapes < h->set.shapes) return false;
    }
    return pairs >= h->set.pairs;
}

static void show_progress(const hunt *h)
{
    hunt_tally sum = { 0 };
    for (int f = 0; f < scree_hunt_family_count(); ++f) scree_hunt_tally_add(&sum, &h->ledger.tallies[f]);
    fprintf(stderr, "lap %ld: %ld pairs, %ld answers, %.4f undecided, %ld without convergence, %ld wrong; %.0f s\n",
            h->ledger.laps, sum.pairs, sum.answers, (double)sum.undecided / (double)sum.answers, sum.no_convergence,
            sum.wrong, h->ledger.seconds);
}

// False where the ledger cannot be written.
static bool run(hunt *h, const char *ledger_path)
{
    double begun = now(), before = h->ledger.seconds, shown = begun;
    for (long laps = 0; !stop && !is_enough(h) && (h->set.laps == 0 || laps < h->set.laps); ++laps) {
        int families[HUNT_FAMILIES_MAX], count = list_families(h, families);
        if (!run_lap(h, families, count)) break;
        h->ledger.seconds = before + now() - begun;
        if (ledger_path != NULL && !scree_hunt_ledger_write(&h->ledger, ledger_path)) return false;
        if (now() - shown > 10.0) {
            show_progress(h);
            shown = now();
        }
        if (h->set.seconds > 0.0 && now() - begun > h->set.seconds) break;
    }
    return true;
}

static bool open_benches(hunt *h)
{
    h->benches = calloc((size_t)h->set.threads, sizeof *h->benches);
    bool good = h->benches != NULL;
    for (int i = 0; good && i < h->set.threads; ++i) {
        h->benches[i] = (bench){ malloc(sizeof(hunt_round)), scree_hunt_judge_open(h->set.spoil),
                                 scree_hunt_judge_open(h->set.spoil) };
        good = h->benches[i].round != NULL && h->benches[i].judge != NULL && h->benches[i].reducer != NULL;
    }
    if (!good) fputs("scree-hunt: no memory\n", stderr);
    return good;
}

static void close_benches(hunt *h)
{
    for (int i = 0; h->benches != NULL && i < h->set.threads; ++i) {
        free(h->benches[i].round);
        scree_hunt_judge_close(h->benches[i].judge);
        scree_hunt_judge_close(h->benches[i].reducer);
    }
    free(h->benches);
}

static bool number_after(int argc, char **argv, int *i, double *out)
{
    char *end = NULL;
    if (*i + 1 >= argc) return false;
    *out = strtod(argv[++*i], &end);
    return end != argv[*i] && *end == '\0' && *out >= 0.0;
}

static int family_named(const char *name)
{
    for (int f = 0; f < scree_hunt_family_count(); ++f) {
        if (strcmp(scree_hunt_family(f)->name, name) == 0) return f;
    }
    return -1;
}

static bool read_arguments(int argc, char **argv, settings *set)
{
    for (int i = 1; i < argc; ++i) {
        double value = 0.0;
        if (strcmp(argv[i], "--folder") == 0 && i + 1 < argc) {
            set->folder = argv[++i];
            continue;
        }
        if (strcmp(argv[i], "--family") == 0 && i + 1 < argc) {
            set->family = family_named(argv[++i]);
            if (set->family < 0) return false;
            continue;
        }
        if (strcmp(argv[i], "--spoil") == 0 || strcmp(argv[i], "--report") == 0) {
            *(argv[i][2] == 's' ? &set->spoil : &set->report) = true;
            continue;
        }
        const char *option = argv[i];
        if (!number_after(argc, argv, &i, &value)) return false;
        if (strcmp(option, "--seconds") == 0)
            set->seconds = value;
        else if (strcmp(option, "--laps") == 0)
            set->laps = (long)value;
        else if (strcmp(option, "--pairs") == 0)
            set->pairs = (long)value;
        else if (strcmp(option, "--shapes") == 0)
            set->shapes = (long)value;
        else if (strcmp(option, "--threads") == 0 && value >= 1.0)
            set->threads = (int)value;
        else if (strcmp(option, "--seed") == 0)
            set->seed = (uint64_t)value;
        else
            return false;
    }
    return true;
}

// All families, with the ledger and the findings in their folder.
static bool run_with_ledger(hunt *h)
{
    char ledger[4096], found[4096];
    snprintf(ledger, sizeof ledger, "%s/ledger.txt", h->set.folder);
    snprintf(found, sizeof found, "%s/found.jsonl", h->set.folder);
    if (!h->set.report && mkdir(h->set.folder, 0777) != 0 && errno != EEXIST) {
        fprintf(stderr, "scree-hunt: %s: %s\n", h->set.folder, strerror(errno));
        return false;
    }
    if (!scree_hunt_ledger_read(&h->ledger, ledger)) return false;
    if (h->set.report) {
        if (h->ledger.laps == 0) fprintf(stderr, "scree-hunt: %s: no lap yet\n", ledger);
        return h->ledger.laps > 0;
    }
    h->found = fopen(found, "a");
    if (h->found == NULL) {
        fprintf(stderr, "scree-hunt: %s: %s\n", found, strerror(errno));
        return false;
    }
    bool good = run(h, ledger);
    return fclose(h->found) == 0 && good;
}

int main(int argc, char **argv)
{
    static hunt h = { .set = { .folder = "hunt", .threads = 1, .family = -1, .seed = 1 } };
#ifdef _OPENMP
    h.set.threads = omp_get_max_threads();
#endif
    if (argc == 3 && strcmp(argv[1], "--family") == 0 && strcmp(argv[2], "list") == 0) {
        for (int f = 0; f < scree_hunt_family_count(); ++f) puts(scree_hunt_family(f)->name);
        return 0;
    }
    if (argc == 2 && strcmp(argv[1], "--help") == 0) {
        fputs(usage, stdout);
        return 0;
    }
    if (!read_arguments(argc, argv, &h.set)) {
        fputs(usage, stderr);
        return 2;
    }
    signal(SIGINT, on_signal);
    signal(SIGTERM, on_signal);
    h.ledger.seed = h.set.seed;
    bool good = open_benches(&h) && (h.set.family >= 0 ? run(&h, NULL) : run_with_ledger(&h));
    close_benches(&h);
    if (!good) return 2;
    scree_hunt_ledger_print(&h.ledger, stdout);
    return h.findings > 0 ? 1 : 0;
}
