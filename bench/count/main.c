// scree-count: the queries of one set, a number of times over, for callgrind to count.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
    if (set->steps > 1) return false; // a hundred times as much
    for (size_t i = 0; i < sizeof names / sizeof *names; ++i)
        if (strcmp(set->name, names[i]) == 0) return true;
    return false;
}

static int run(const bench_set *set, int rounds)
{
    bench_pairs pairs;
    int status = 1;
    scree_query_options options = scree_query_defaults();
    if (bench_pairs_open(&pairs, set, PAIRS, 1)) {
        for (size_t i = 0; i < pairs.count; ++i) {
            const size_t need = scree_method_scratch(NULL, pairs.a[i].shape, pairs.b[i].shape) + 64;
            if (need > options.scratch_size) options.scratch_size = need;
        }
        options.scratch = malloc(options.scratch_size);
        double sum = 0.0;
        for (int round = 0; options.scratch != NULL && round < rounds; ++round) {
            for (size_t i = 0; i < pairs.count; ++i) {
                scree_contact c;
                (void)scree_query(&pairs.a[i], &pairs.b[i], &options, &c);
                sum += c.distance;
            }
        }
        printf("%.17g\n", sum);
        status = options.scratch == NULL;
        free(options.scratch);
    }
    bench_pairs_close(&pairs);
    return status;
}

int main(int count, char **words)
{
    char name[128];
    if (count == 2 && strcmp(words[1], "--pairs") == 0) return printf("%d\n", PAIRS) < 0;
    const bool list = count == 2 && strcmp(words[1], "--list") == 0;
    for (int i = 0; i < bench_set_count(); ++i) {
        print_name(name, sizeof name, bench_set_at(i));
        if (list && is_counted(bench_set_at(i))) puts(name);
        if (count == 3 && strcmp(words[1], name) == 0) return run(bench_set_at(i), atoi(words[2]));
    }
    if (list) return 0;
    fputs("usage: scree-count --list | --pairs | SET ROUNDS\n", stderr);
    return 2;
}
