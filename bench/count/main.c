// scree-count: the queries of one set, for callgrind to count: it collects in count_queries() alone, of a moving set in
// count_steps().
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "scenes/verified.h"
#include "scree/batch.h"
#include "scree/method.h"
#include "set.h"

enum { PAIRS = 200 };

// "cubes, polyhedra, 1 % in"
static void print_name(char *words, size_t size, const bench_set *set)
{
    snprintf(words, size, "%s, %s", set->name, set->group);
}

// Enough to see a change in every search: not every aspect ratio and size.
static bool is_counted(const bench_set *set)
{
    static const char *const names[] = { "4 vertices",
                                         "cubes",
                                         "14 vertices",
                                         "20 vertices",
                                         "100 vertices",
                                         "3/2",
                                         "6",
                                         "n = 4",
                                         "sphere - cube",
                                         "4 corners",
                                         "ellipsoid 3 - 20 vertices",
                                         "superquadric 4 - 20 vertices" };
    if (set->steps > 1) return false;                    // a hundred times as much
    if (2 * set->pool == BENCH_OWN_SHAPES) return false; // cost cache misses, not instructions
    for (size_t i = 0; i < sizeof names / sizeof *names; ++i)
        if (strcmp(set->name, names[i]) == 0) return true;
    return false;
}

// All pairs of a set, as single calls and as one batch take them.
typedef struct work {
    bench_pairs pairs;
    scree_query_options options;
    scree_body *bodies;
    scree_pair *numbers;
    scree_contact *results;
    scree_cache *caches; // of moving sets: one for each pair of a step
    scree_batch batch;
} work;

static bool open_single(work *w)
{
    w->options = scree_query_defaults();
    for (size_t i = 0; i < w->pairs.count; ++i) {
        const size_t need = scree_method_scratch(NULL, w->pairs.a[i].shape, w->pairs.b[i].shape) + 64;
        if (need > w->options.scratch_size) w->options.scratch_size = need;
    }
    w->options.scratch = malloc(w->options.scratch_size);
    return w->options.scratch != NULL;
}

static bool open_batch(work *w)
{
    const size_t count = w->pairs.count;
    w->bodies = malloc(2 * count * sizeof *w->bodies);
    w->numbers = malloc(count * sizeof *w->numbers);
    w->results = malloc(count * sizeof *w->results);
    w->caches = calloc(w->pairs.lot, sizeof *w->caches);
    if (w->bodies == NULL || w->numbers == NULL || w->results == NULL || w->caches == NULL) return false;
    for (size_t i = 0; i < count; ++i) {
        w->bodies[2 * i] = w->pairs.a[i];
        w->bodies[2 * i + 1] = w->pairs.b[i];
        w->numbers[i] = (scree_pair){ .a = (int32_t)(2 * i), .b = (int32_t)(2 * i + 1) };
    }
    w->batch = (scree_batch){ .bodies = w->bodies, .body_count = 2 * count, .pairs = w->numbers, .threads = 1 };
    w->batch.pair_count = count;
    w->batch.scratch_size = scree_batch_scratch(&w->batch);
    w->batch.scratch = malloc(w->batch.scratch_size);
    return w->batch.scratch != NULL;
}

static void close_work(work *w)
{
    free(w->options.scratch);
    free(w->bodies);
    free(w->numbers);
    free(w->results);
    free(w->caches);
    free(w->batch.scratch);
    bench_pairs_close(&w->pairs);
}

// How the pairs are asked: by single calls, as one batch, as batches of one pair each; within a margin of 0, by single calls
// and as one batch; and for a verdict.
typedef enum query_mode { CALLS, BATCH, ONES, WITHIN, WITHIN_BATCH, OVERLAP, WAYS } query_mode;

static const char *const way_names[WAYS] = { "call", "batch", "one", "within", "within-batch", "overlap" };

// Not static and not inlined: callgrind knows it by its name.
void count_queries(work *w, query_mode way);

__attribute__((noinline)) void count_queries(work *w, query_mode way)
{
    scree_query_options options = w->options;
    options.within = way == WITHIN || way == WITHIN_BATCH;
    if (way == BATCH || way == WITHIN_BATCH) {
        (void)scree_query_batch(&w->batch, &options, w->results);
        return;
    }
    scree_batch one = w->batch;
    one.pair_count = 1;
    for (size_t i = 0; i < w->pairs.count; ++i) {
        const scree_body *a = &w->pairs.a[i], *b = &w->pairs.b[i];
        bool overlap = false;
        one.pairs = &w->numbers[i];
        if (way == ONES)
            (void)scree_query_batch(&one, NULL, &w->results[i]);
        else if (way == OVERLAP)
            (void)scree_overlap(a, b, &options, &overlap);
        else
            (void)scree_query(a, b, &options, &w->results[i]);
    }
}

// Steps of a moving set as a DEM asks them: a batch for each, with caches and a margin.
static void query_steps(work *w, size_t first, size_t end)
{
    const size_t lot = w->pairs.lot;
    scree_query_options options = scree_query_defaults();
    options.within = true;
    options.margin = w->pairs.margin;
    scree_batch batch = w->batch;
    batch.body_count = 2 * lot;
    batch.pair_count = lot;
    batch.caches = w->caches;
    for (size_t i = first; i < end; i += lot) {
        batch.bodies = w->bodies + 2 * i;
        (void)scree_query_batch(&batch, &options, w->results);
    }
}

// All steps but the first, which fills the caches. Not static and not inlined, as above.
void count_steps(work *w);

__attribute__((noinline)) void count_steps(work *w)
{
    query_steps(w, w->pairs.lot, w->pairs.count);
}

static int run_steps(const bench_set *set)
{
    work w = { .bodies = NULL };
    const bool whole = bench_pairs_open(&w.pairs, set, PAIRS, 1) && open_batch(&w);
    if (whole) {
        query_steps(&w, 0, w.pairs.lot);
        count_steps(&w);
        printf("lanes %d\nqueries %zu\n", scree_batch_lanes(), w.pairs.count - w.pairs.lot);
    }
    close_work(&w);
    return whole ? 0 : 1;
}

// What the last way answered; not counted. A verdict is no contact.
static bool all_hold(const work *w, query_mode way)
{
    scree_query_options options = w->options;
    options.within = way == WITHIN || way == WITHIN_BATCH;
    bool hold = true;
    for (size_t i = 0; way != OVERLAP && i < w->pairs.count; ++i)
        hold = scree_verified_holds(way_names[way], &w->pairs.a[i], &w->pairs.b[i], &options, &w->results[i]) && hold;
    return hold;
}

// The ways from `way` to `last`, one after the other.
static int run(const bench_set *set, query_mode way, query_mode last)
{
    work w = { .bodies = NULL };
    bool whole = bench_pairs_open(&w.pairs, set, PAIRS, 1) && open_single(&w) && open_batch(&w);
    for (; whole && way <= last; ++way) {
        count_queries(&w, way);
        whole = all_hold(&w, way);
    }
    if (whole) printf("lanes %d\n", scree_batch_lanes());
    close_work(&w);
    return whole ? 0 : 1;
}

int main(int count, char **words)
{
    char name[128];
    if (count == 2 && strcmp(words[1], "--pairs") == 0) return printf("%d\n", PAIRS) < 0;
    const bool list = count == 2 && strcmp(words[1], "--list") == 0;
    const bool list_still = count == 2 && strcmp(words[1], "--list-still") == 0;
    const bool list_moving = count == 2 && strcmp(words[1], "--list-moving") == 0;
    const bool all = count == 3 && strcmp(words[2], "all") == 0, steps = count == 3 && strcmp(words[2], "steps") == 0;
    query_mode way = CALLS;
    while (count == 3 && !all && !steps && way < WAYS && strcmp(words[2], way_names[way]) != 0) ++way;
    for (int i = 0; i < bench_set_count(); ++i) {
        const bench_set *set = bench_set_at(i);
        print_name(name, sizeof name, set);
        if ((list && is_counted(set)) || (list_still && set->steps <= 1) || (list_moving && set->steps > 1)) puts(name);
        if (steps && set->steps > 1 && strcmp(words[1], name) == 0) return run_steps(set);
        if (count == 3 && !steps && way < WAYS && strcmp(words[1], name) == 0)
            return run(set, way, all ? WAYS - 1 : way);
    }
    if (list || list_still || list_moving) return 0;
    fputs("usage: scree-count --list | --list-still | --list-moving | --pairs |\n"
          "       SET call|batch|one|within|within-batch|overlap|all|steps\n",
          stderr);
    return 2;
}
