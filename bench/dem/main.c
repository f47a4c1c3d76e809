// scree-bench-dem: particle-steps a second of settled boxes of 4,000 grains, compared with Debian's LAMMPS, in one run.
//
// Then, unless only some rows are asked for: two threads, a flowing heap, a million cubes and the memory of a million hulls
// (8 GB), files. A quick run has a hundred thousand of each, unless --million asks for a million, and so has a machine with
// less than 12 GB.
//
// --only TEXT runs the rows whose name holds it, or one of several that are separated by commas; `extra` what comes after
// the rows.
//
//   scree-bench-dem [--quick] [--million] [--only TEXT] [--threads N] FOLDER-OF-PACKINGS SCRATCH-FOLDER
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "extra.h"
#include "files.h"
#include "settle.h"
#include "yade.h"

typedef struct arguments {
    bool quick, million;
    const char *only;
    int threads;
    const char *packings, *folder;
} arguments;

static bool read_arguments(int argc, char **argv, arguments *out)
{
    *out = (arguments){ .threads = 1 };
    for (int i = 1; i < argc; ++i) {
        if (strcmp(argv[i], "--quick") == 0)
            out->quick = true;
        else if (strcmp(argv[i], "--million") == 0)
            out->million = true;
        else if (strcmp(argv[i], "--only") == 0 && i + 1 < argc)
            out->only = argv[++i];
        else if (strcmp(argv[i], "--threads") == 0 && i + 1 < argc)
            out->threads = atoi(argv[++i]);
        else if (out->packings == NULL)
            out->packings = argv[i];
        else if (out->folder == NULL)
            out->folder = argv[i];
        else
            return false;
    }
    return out->folder != NULL && out->threads > 0;
}

static bool read_packing(const arguments *given, const char *name, packing *out)
{
    char path[4096];
    const int length = snprintf(path, sizeof path, "%s/%s", given->packings, name);
    return length > 0 && length < (int)sizeof path && packing_read(path, out);
}

static bool measure_files(const arguments *given)
{
    char path[4096];
    const int length = snprintf(path, sizeof path, "%s/../../examples/scenes/pour.yaml", given->packings);
    return length > 0 && length < (int)sizeof path && dem_files(path, given->quick, given->folder);
}

static void print_row(const dem_row *row, const dem_result *result, double peer)
{
    printf("| %s | %.0f | ", row->name, result->rate);
    if (peer > 0.0)
        printf("%.0f | %.3g | %.3g | ", peer, result->rate / peer, row->wanted);
    else
        printf("- | - | %.3g | ", row->wanted);
    printf("%.0f %% | %.0f | %.2f | %.1e | %.1e |\n", 100.0 * result->awake, result->all_awake, result->contacts,
           result->overlap, result->dt);
    (void)fflush(stdout);
}

/// Is a row of that name among those that were asked for?
static bool is_wanted(const char *row, const char *only)
{
    if (only == NULL) return true;
    for (const char *at = only; *at != '\0';) {
        const size_t length = strcspn(at, ",");
        for (const char *name = row; length > 0 && *name != '\0'; ++name)
            if (strncmp(name, at, length) == 0) return true;
        at += length + (at[length] == ',');
    }
    return false;
}

/// Boxes of 4,000 grains along each side of the large beds: 16 make a million grains.
static int copies_of(const arguments *given)
{
    const double bytes = (double)sysconf(_SC_PHYS_PAGES) * (double)sysconf(_SC_PAGESIZE);
    if (given->quick && !given->million) return 5;
    if (bytes >= 12e9 || given->million) return 16;
    fprintf(stderr, "a hundred thousand grains instead of a million: this machine has %.0f GB of memory\n",
            1e-9 * bytes);
    return 5;
}

int main(int argc, char **argv)
{
    arguments given;
    packing cubes, spheres;
    if (!read_arguments(argc, argv, &given)) {
        fprintf(stderr,
                "usage: %s [--quick] [--million] [--only TEXT] [--threads N] FOLDER-OF-PACKINGS SCRATCH-FOLDER\n",
                argv[0]);
        return 2;
    }
    if (!read_packing(&given, "cubes_4000.txt", &cubes)) return 1;
    if (!read_packing(&given, "spheres_4000.txt", &spheres)) {
        packing_free(&cubes);
        return 1;
    }
    const double peers[2] = { [LAMMPS_CUBES] =
                                  lammps_rate(LAMMPS_CUBES, &cubes, 5, given.quick ? 10 : 50, given.folder),
                              [LAMMPS_SPHERES] = lammps_rate(LAMMPS_SPHERES, &spheres, 500, 2000, given.folder) };
    printf("| 4,000 grains, settled, %d thread%s | particle-steps/s | LAMMPS, one core | ratio | wanted | pairs awake "
           "| with all pairs awake | contacts a grain | largest overlap / inradius | time step, s |\n"
           "| --- | --: | --: | --: | --: | --: | --: | --: | --: | --: |\n",
           given.threads, given.threads > 1 ? "s" : "");
    int failures = 0;
    for (int i = 0; i < dem_row_count; ++i) {
        const dem_row *row = &dem_rows[i];
        dem_result result = { 0 };
        if (!is_wanted(row->name, given.only)) continue;
        const bool is_there = strcmp(row->packing, "cubes") == 0 || strcmp(row->packing, "spheres") == 0;
        packing own = { 0 };
        const packing *start = strcmp(row->packing, "spheres") == 0 ? &spheres : &cubes;
        const bool good = (is_there || dem_settle(row, start, given.folder, &own)) &&
                          dem_run(row, is_there ? start : &own, given.quick ? 500 : 20000, given.quick ? 200 : 2000,
                                  given.threads, &result);
        if (good)
            print_row(row, &result, peers[row->peer]);
        else
            ++failures;
        packing_free(&own);
    }
    if (is_wanted("extra", given.only)) {
        failures += !dem_extra(&cubes, given.quick, copies_of(&given));
        failures += !measure_files(&given);
    }
    if (is_wanted("yade", given.only)) {
        const double yade = yade_rate(&cubes, given.quick ? 1 : 5, given.folder);
        if (yade > 0.0) printf("\nYADE's polyhedra, 4,000 cubes, one core: %.0f particle-steps/s\n", yade);
    }
    packing_free(&cubes);
    packing_free(&spheres);
    return failures > 0;
}
