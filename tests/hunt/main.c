// scree-hunt: looks for pairs that the library answers wrongly, for as long as one lets it.
//
// It goes in laps: each gives every family its share of rounds, the rounds are shared out among the threads, and the
// ledger is written after each. Ctrl-C ends the hunt at once; the lap in progress is not counted and comes again.
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
    "usage: scree-hunt [--folder DIR] [--seconds N] [--laps N] [--threads N] [--family NAME] [--seed N]\n"
    "\n"
    "Draws hostile pairs of convex bodies, asks scree about each in every way (single, stale cache, batch, warm "
    "batch,\n"
    "margin), and judges every answer. What it finds is made small and printed as lines for `scree query`.\n"
    "\n"
    "  --folder DIR   keeps the counts in DIR/ledger.txt and the findings in DIR/found.jsonl; a later run goes on\n"
    "                 from there (default: hunt)\n"
    "  --seconds N    stop after the lap that passes N seconds (default: never)\n"
    "  --laps N       stop after N laps\n"
    "  --threads N    default: one for each core\n"
    "  --family NAME  this family alone, without a ledger; `list` prints their names\n"
    "  --spoil        falsify every hundredth answer, to see that it is noticed\n"
    "  --seed N       other pairs (default: 1; a ledger keeps its own)\n"
    "\n"
    "Exit status: 0 nothing was found, 1 something was, 2 bad arguments or no disk.\n";

typedef struct settings {
    const char *folder;
    double seconds;
    long laps;
    int threads, family; // family -1: all
    uint64_t seed;
    bool spoil;
} settings;

typedef struct hunt {
    settings set;
    hunt_ledger ledger;
    FILE *found;
    int shown[HUNT_FAMILIES_MAX];
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
    hunt_judge *judge; // to make findings small with: the round's own is in use
    int family;
} chase;

// What `scree query` cannot say: the cache that it was asked with.
static void print_cache(FILE *out, const scree_cache *cache)
{
    const scree_cache_hint *h = &cache->hint;
    fprintf(out, ", axis %.17g %.17g %.17g, features %d %d and %d %d, vertices %d and %d", cache->axis.x, cache->axis.y,
            cache->axis.z, h->feature_a, h->index_a, h->feature_b, h->index_b, h->vertex_a, h->vertex_b);
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
        fprintf(out, "\",%s", line + 1);
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

// One round's place in a lap.
typedef struct task {
    int family;
    int number; // among the family's rounds of this lap
} task;

static int list_tasks(const hunt *h, task *tasks)
{
    int count = 0;
    // The last families hold the longest rounds, and begin.
    for (int f = scree_hunt_family_count() - 1; f >= 0; --f) {
        if (h->set.family >= 0 && h->set.family != f) continue;
        for (int k = 0; k < scree_hunt_family(f)->rounds; ++k) tasks[count++] = (task){ f, k };
    }
    return count;
}

static bool run_task(hunt *h, const task *t, hunt_judge *judge, hunt_judge *reducer, hunt_tally *tally)
{
    hunt_round *round = malloc(sizeof *round);
    if (round == NULL) return false;
    uint64_t number = (uint64_t)h->ledger.laps * (uint64_t)scree_hunt_family(t->family)->rounds + (uint64_t)t->number;
    chase c = { h, reducer, t->family };
    scree_hunt_round_open(round, t->family, h->ledger.seed, number);
    scree_hunt_judge_round(judge, round, tally, on_finding, &c);
    scree_hunt_round_close(round);
    free(round);
    return true;
}

// Runs one lap; false where it was interrupted or there is no memory. Its counts are then dropped.
static bool run_lap(hunt *h, const task *tasks, int count)
{
    hunt_tally tallies[HUNT_FAMILIES_MAX] = { { 0 } };
    bool whole = true;
#pragma omp parallel num_threads(h->set.threads)
    {
        hunt_judge *judge = scree_hunt_judge_open(h->set.spoil), *reducer = scree_hunt_judge_open(h->set.spoil);
#pragma omp for schedule(dynamic, 1)
        for (int i = 0; i < count; ++i) {
            hunt_tally tally = { 0 };
            bool done = !stop && judge != NULL && reducer != NULL && run_task(h, &tasks[i], judge, reducer, &tally);
#pragma omp critical(tallies)
            {
                whole = whole && done;
                scree_hunt_tally_add(&tallies[tasks[i].family], &tally);
            }
        }
        scree_hunt_judge_close(judge);
        scree_hunt_judge_close(reducer);
    }
    if (!whole) return false;
    ++h->ledger.laps;
    for (int f = 0; f < scree_hunt_family_count(); ++f) scree_hunt_tally_add(&h->ledger.tallies[f], &tallies[f]);
    return true;
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void show_progress(const hunt *h)
{
    hunt_tally sum = { 0 };
    for (int f = 0; f < scree_hunt_family_count(); ++f) scree_hunt_tally_add(&sum, &h->ledger.tallies[f]);
    fprintf(stderr, "lap %ld: %ld pairs, %ld answers, %.4f undecided, %ld without convergence, %ld wrong; %.0f s\n",
            h->ledger.laps, sum.pairs, sum.answers, (double)sum.undecided / (double)sum.answers, sum.no_convergence,
            sum.wrong, h->ledger.seconds);
}

static int run(hunt *h, const char *ledger_path)
{
    task tasks[1024];
    int count = list_tasks(h, tasks);
    double begun = now(), before = h->ledger.seconds, shown = begun;
    for (long laps = 0; !stop && (h->set.laps == 0 || laps < h->set.laps); ++laps) {
        if (!run_lap(h, tasks, count)) break;
        h->ledger.seconds = before + now() - begun;
        if (ledger_path != NULL && !scree_hunt_ledger_write(&h->ledger, ledger_path)) return 2;
        if (now() - shown > 10.0) {
            show_progress(h);
            shown = now();
        }
        if (h->set.seconds > 0.0 && now() - begun > h->set.seconds) break;
    }
    scree_hunt_ledger_print(&h->ledger, stdout);
    return h->findings > 0 ? 1 : 0;
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
        if (strcmp(argv[i], "--spoil") == 0) {
            set->spoil = true;
            continue;
        }
        const char *option = argv[i];
        if (!number_after(argc, argv, &i, &value)) return false;
        if (strcmp(option, "--seconds") == 0)
            set->seconds = value;
        else if (strcmp(option, "--laps") == 0)
            set->laps = (long)value;
        else if (strcmp(option, "--threads") == 0 && value >= 1.0)
            set->threads = (int)value;
        else if (strcmp(option, "--seed") == 0)
            set->seed = (uint64_t)value;
        else
            return false;
    }
    return true;
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
    if (h.set.family >= 0) return run(&h, NULL);
    char ledger[4096], found[4096];
    snprintf(ledger, sizeof ledger, "%s/ledger.txt", h.set.folder);
    snprintf(found, sizeof found, "%s/found.jsonl", h.set.folder);
    if (mkdir(h.set.folder, 0777) != 0 && errno != EEXIST) {
        fprintf(stderr, "scree-hunt: %s: %s\n", h.set.folder, strerror(errno));
        return 2;
    }
    if (!scree_hunt_ledger_read(&h.ledger, ledger)) return 2;
    h.found = fopen(found, "a");
    if (h.found == NULL) {
        fprintf(stderr, "scree-hunt: %s: %s\n", found, strerror(errno));
        return 2;
    }
    int status = run(&h, ledger);
    return fclose(h.found) == 0 ? status : 2;
}
