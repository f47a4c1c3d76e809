#define _POSIX_C_SOURCE 200809L

#include "lammps.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "scree/rotation.h"

enum { PATH_SIZE = 4096 };

static const double rounding = 0.05;

static FILE *open_in(const char *folder, const char *name)
{
    char path[PATH_SIZE];
    const int length = snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = length > 0 && length < PATH_SIZE ? fopen(path, "w") : NULL;
    if (file == NULL) fprintf(stderr, "%s/%s: cannot be written\n", folder, name);
    return file;
}

static double height_of(const packing *grains)
{
    double top = 0.0;
    for (size_t i = 0; i < grains->count; ++i)
        if (grains->bodies[i].position.z > top) top = grains->bodies[i].position.z;
    return top + 3.0;
}

static void write_cube(FILE *out, size_t number, const scree_body *body)
{
    static const int corners[8][3] = { { 1, 1, 1 },  { 1, -1, 1 },  { -1, -1, 1 },  { -1, 1, 1 },
                                       { 1, 1, -1 }, { 1, -1, -1 }, { -1, -1, -1 }, { -1, 1, -1 } };
    static const char *const edges = "0 1\n1 2\n2 3\n3 0\n4 5\n5 6\n6 7\n7 4\n0 4\n1 5\n2 6\n3 7\n";
    static const char *const faces = "0 1 2 3\n4 5 6 7\n0 1 5 4\n1 2 6 5\n2 3 7 6\n3 0 4 7\n";
    const double half = 0.5 - rounding;
    fprintf(out, "%zu 3 79\n8 12 6\n0.16667 0.16667 0.16667 0 0 0\n", number);
    for (int c = 0; c < 8; ++c) {
        const scree_vec3 local = { half * corners[c][0], half * corners[c][1], half * corners[c][2] };
        const scree_vec3 corner = scree_quat_rotate(body->orientation, local);
        fprintf(out, "%.8f %.8f %.8f\n", corner.x, corner.y, corner.z);
    }
    fprintf(out, "%s%s%g\n", edges, faces, 2.0 * rounding);
}

static bool write_data(lammps_kind kind, const packing *grains, const char *folder)
{
    FILE *out = open_in(folder, "data");
    if (out == NULL) return false;
    const double high = grains->width + 1.0;
    fprintf(out, "a settled box\n\n%zu atoms\n", grains->count);
    if (kind == LAMMPS_CUBES) fprintf(out, "%zu bodies\n", grains->count);
    fprintf(out, "1 atom types\n-1 %g xlo xhi\n-1 %g ylo yhi\n-1 %g zlo zhi\n\nAtoms\n\n", high, high,
            height_of(grains));
    for (size_t i = 0; i < grains->count; ++i) {
        const scree_vec3 p = grains->bodies[i].position;
        fprintf(out, "%zu 1 %s %.8f %.8f %.8f\n", i + 1, kind == LAMMPS_CUBES ? "1 1.0" : "1.0 1.0", p.x, p.y, p.z);
    }
    if (kind == LAMMPS_CUBES) {
        fprintf(out, "\nBodies\n\n");
        for (size_t i = 0; i < grains->count; ++i) write_cube(out, i + 1, &grains->bodies[i]);
    }
    return fclose(out) == 0;
}

/// The input: contact stiffness 10,000, weight of unit masses under 9.81, five walls.
static bool write_input(lammps_kind kind, const packing *grains, int relax, int steps, const char *folder)
{
    FILE *out = open_in(folder, "in");
    if (out == NULL) return false;
    const bool cubes = kind == LAMMPS_CUBES;
    fprintf(out, "units lj\nboundary f f f\ncomm_modify vel yes\nnewton %s\natom_style %s\n%sread_data data\n",
            cubes ? "on" : "off", cubes ? "body rounded/polyhedron 1 24" : "sphere",
            cubes ? "atom_modify map array\n" : "");
    if (cubes)
        fprintf(out,
                "pair_style body/rounded/polyhedron 20 5 0.3 1.0 0.1\npair_coeff * * 10000 0\nfix 1 all nve/body\n");
    else
        fprintf(out, "pair_style gran/hooke/history 10000 5000 40 20 0.3 1\npair_coeff * *\nfix 1 all nve/sphere\n");
    fprintf(out, "neighbor 0.1 bin\nneigh_modify every 1 delay 0 check yes\ntimestep 0.0005\n"
                 "fix 2 all gravity 9.81 vector 0 0 -1\n");
    const char *wall = cubes ? "wall/body/polyhedron 10000 20 5" : "wall/gran hooke/history 10000 5000 40 20 0.3 1";
    fprintf(out, "fix 3 all %s xplane 0.0 %.6f\nfix 4 all %s yplane 0.0 %.6f\nfix 5 all %s zplane 0.0 NULL\n", wall,
            grains->width, wall, grains->width, wall);
    fprintf(out, "thermo 100000\nrun %d\nrun %d\n", relax, steps);
    return fclose(out) == 0;
}

/// "Loop time of 12.3 on 1 procs for 500 steps with 4000 atoms": the last of them is that of the timed steps; then
/// "98.5% CPU use", which makes it processor time.
static double read_rate(FILE *log, const packing *grains, int steps)
{
    double seconds = 0.0, share = 100.0;
    int loops = 0;
    char line[512];
    while (fgets(line, sizeof line, log) != NULL)
        if (sscanf(line, "Loop time of %lf", &seconds) == 1)
            ++loops;
        else
            (void)sscanf(line, "%lf%% CPU use", &share);
    return loops == 2 && seconds > 0.0 && share > 0.0 ? (double)grains->count * steps / (seconds * share / 100.0) : 0.0;
}

double lammps_rate(lammps_kind kind, const packing *grains, int relax, int steps, const char *folder)
{
    if (!write_data(kind, grains, folder) || !write_input(kind, grains, relax, steps, folder)) return 0.0;
    char command[PATH_SIZE + 64];
    const int length =
        snprintf(command, sizeof command, "cd '%s' && OMP_NUM_THREADS=1 lmp -in in -log none 2>&1", folder);
    FILE *log = length > 0 && length < (int)sizeof command ? popen(command, "r") : NULL;
    if (log == NULL) return 0.0;
    const double rate = read_rate(log, grains, steps);
    (void)pclose(log);
    if (rate == 0.0) fprintf(stderr, "lmp (Debian's package lammps) failed, or is not installed; see %s\n", folder);
    return rate;
}
