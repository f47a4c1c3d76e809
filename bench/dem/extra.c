#define _POSIX_C_SOURCE 200809L

#include "extra.h"

#include <malloc.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/// With this skin, grains that have fallen for a third of a second make a list every 10 to 20 steps.
static const double narrow_skin = 0.006;

/// Memory of the process now, in bytes; 0 where the system does not report it. What earlier rows have freed is given back first.
static double memory_now(void)
{
    (void)malloc_trim(0);
    FILE *file = fopen("/proc/self/statm", "r");
    if (file == NULL) return 0.0;
    char line[128] = "";
    char *end = line;
    const bool read = fgets(line, sizeof line, file) != NULL;
    (void)fclose(file);
    (void)strtol(line, &end, 10);
    return read ? (double)strtol(end, NULL, 10) * (double)sysconf(_SC_PAGESIZE) : 0.0;
}

static void print_row(const char *name, double value, const char *unit, double ratio, const char *wanted)
{
    printf("| %s | %.0f %s | ", name, value, unit);
    if (ratio > 0.0)
        printf("%.3g | %s |\n", ratio, wanted);
    else
        printf("- | %s |\n", wanted);
    (void)fflush(stdout);
}

static void count_rebuilds(void *user, const scree_sim *sim, const scree_sim_step_view *step)
{
    (void)sim;
    *(int *)user += step->rebuilt;
}

/// The sides of the box are gone, and the grains flow.
static bool flow(const packing *cubes, int settle, int steps, double settled)
{
    scree_error error = { 0 };
    scree_sim *sim = dem_build(&dem_rows[0], cubes, 1, narrow_skin, &error);
    int rebuilds = 0;
    bool good = sim != NULL && dem_rate(sim, settle, 1) > 0.0 && scree_sim_remove_wall(sim, 1);
    const double dt = good ? scree_sim_time(sim) / (double)scree_sim_steps(sim) : 1.0;
    good = good && dem_rate(sim, (int)(0.35 / dt), 1) > 0.0;
    const double rate = good ? dem_rate(sim, steps, 1) : 0.0;
    if (rate > 0.0) {
        char name[96];
        scree_sim_observe(sim, count_rebuilds, &rebuilds);
        (void)dem_rate(sim, 200, 1);
        snprintf(name, sizeof name, "cubes that flow, a list every %.0f steps", 200.0 / (rebuilds > 0 ? rebuilds : 1));
        print_row(name, rate, "/s", rate / settled, "0.7 of settled ones");
    }
    scree_sim_destroy(sim);
    return rate > 0.0;
}

/// The box repeated `copies` times along x and along y.
static bool copy_box(const packing *from, int copies, packing *out)
{
    const size_t boxes = (size_t)copies * (size_t)copies;
    *out = (packing){ .count = boxes * from->count, .width = copies * from->width };
    out->bodies = malloc(out->count * sizeof *out->bodies);
    if (out->bodies == NULL) return false;
    for (size_t k = 0; k < boxes; ++k) {
        const size_t column = k % (size_t)copies, line = k / (size_t)copies;
        for (size_t i = 0; i < from->count; ++i) {
            scree_body *to = &out->bodies[k * from->count + i];
            *to = from->bodies[i];
            to->position.x += (double)column * from->width;
            to->position.y += (double)line * from->width;
        }
    }
    return true;
}

static bool grow(const packing *cubes, int copies, int settle, int steps, double small)
{
    packing many;
    scree_error error = { 0 };
    if (!copy_box(cubes, copies, &many)) return false;
    const double before = memory_now();
    scree_sim *sim = dem_build(&dem_rows[0], &many, 1, 0.0, &error);
    double rate = sim != NULL ? dem_rate(sim, settle, 1) : 0.0;
    if (rate > 0.0) rate = dem_rate(sim, steps, 1);
    if (rate > 0.0) {
        char name[96];
        snprintf(name, sizeof name, "%zu cubes", many.count);
        print_row(name, rate, "/s", small / rate, "cost grows to 1.3 at most");
        const double bytes = (memory_now() - before) / (double)many.count;
        print_row("memory of a cube", bytes, "bytes", 1e6 * bytes / 3e9, "1: a million in 3 GB");
    }
    scree_sim_destroy(sim);
    packing_free(&many);
    return rate > 0.0;
}

/// Hulls of 14 vertices, each its own, as they come to rest on top of each other.
static bool weigh_hulls(const packing *cubes, int copies, int steps)
{
    const dem_row row = { "", dem_gravel, true, "cubes", SCREE_LAW_PRESSURE_FIELD, 1e6, LAMMPS_CUBES, 0.0, 0.0 };
    packing many;
    scree_error error = { 0 };
    if (!copy_box(cubes, copies, &many)) return false;
    const double before = memory_now();
    scree_sim *sim = dem_build(&row, &many, 1, 0.0, &error);
    const bool good = sim != NULL && dem_rate(sim, steps, 1) > 0.0;
    if (good) {
        const double bytes = (memory_now() - before) / (double)many.count;
        char name[96];
        snprintf(name, sizeof name, "memory of a hull of 14 vertices, %zu that all differ", many.count);
        print_row(name, bytes, "bytes", 1e6 * bytes / 12e9, "1: a million in 12 GB");
    }
    scree_sim_destroy(sim);
    packing_free(&many);
    return good;
}

bool dem_extra(const packing *cubes, bool quick, int copies)
{
    const int settle = quick ? 500 : 10000, steps = quick ? 200 : 2000;
    scree_error error = { 0 };
    scree_sim *sim = dem_build(&dem_rows[0], cubes, 1, 0.0, &error);
    const bool is_settled = sim != NULL && dem_rate(sim, settle, 1) > 0.0;
    const double one = is_settled ? dem_rate(sim, steps, 1) : 0.0;
    double passed = 0.0, two = 0.0;
    for (int i = 0; i < 5 && one > 0.0; ++i) { // in turn: the best of each
        scree_sim_set_threads(sim, 1);
        passed = fmax(passed, dem_rate(sim, steps, 0));
        scree_sim_set_threads(sim, 2);
        two = fmax(two, dem_rate(sim, steps, 2));
    }
    scree_sim_destroy(sim);
    if (!(one > 0.0 && passed > 0.0 && two > 0.0)) return false;
    printf("\n| cubes, depth law | | ratio | wanted |\n| --- | --: | --: | --- |\n");
    print_row("4000, settled", one, "/s", 0.0, "");
    print_row("two threads, by the time that passes", two, "/s", two / passed, "1.85 of one");
    bool good = flow(cubes, settle, steps, one);
    good = weigh_hulls(cubes, copies, 5) && good;
    return grow(cubes, copies, quick ? 10 : 200, quick ? 10 : 50, one) && good;
}
