#define _POSIX_C_SOURCE 200809L

#include "yade.h"

#include <stdio.h>

/// Reads cubes.txt; a timed run after one that lets the contacts come about.
static const char *const script =
    "import time\n"
    "import yade.log\n"
    "from yade import polyhedra_utils\n"
    "yade.log.setLevel('Default', 1)\n"
    "stone = PolyhedraMat()\n"
    "stone.density, stone.young, stone.poisson, stone.frictionAngle = 1.0, 1e5, 0.2, 0.3\n"
    "O.materials.append(stone)\n"
    "corners = [(x, y, z) for x in (-.5, .5) for y in (-.5, .5) for z in (-.5, .5)]\n"
    "lines = open('cubes.txt').readlines()\n"
    "width, steps = float(lines[0].split()[0]), int(lines[0].split()[1])\n"
    "for line in lines[1:]:\n"
    "    p = [float(word) for word in line.split()]\n"
    "    cube = polyhedra_utils.polyhedra(stone, v=corners)\n"
    "    cube.state.pos, cube.state.ori = p[:3], Quaternion(*p[3:])\n"
    "    O.bodies.append(cube)\n"
    "for axis in (0, 1, 2):\n"
    "    O.bodies.append(utils.wall(0, axis=axis, sense=1, material=stone))\n"
    "    if axis < 2: O.bodies.append(utils.wall(width, axis=axis, sense=-1, material=stone))\n"
    "O.engines = [ForceResetter(),\n"
    "    InsertionSortCollider([Bo1_Polyhedra_Aabb(), Bo1_Wall_Aabb()], verletDist=.05),\n"
    "    InteractionLoop([Ig2_Wall_Polyhedra_PolyhedraGeom(), Ig2_Polyhedra_Polyhedra_PolyhedraGeom()],\n"
    "        [Ip2_PolyhedraMat_PolyhedraMat_PolyhedraPhys()], [Law2_PolyhedraGeom_PolyhedraPhys_Volumetric()]),\n"
    "    NewtonIntegrator(damping=0.3, gravity=(0, 0, -9.81), exactAsphericalRot=True)]\n"
    "O.dt = 3e-4\n"
    "O.run(2, True)\n"
    "start = time.process_time()\n"
    "O.run(steps, True)\n"
    "print('RATE %.1f' % ((len(lines) - 1) * steps / (time.process_time() - start)), flush=True)\n";

static FILE *open_in(const char *folder, const char *name)
{
    char path[4096];
    const int length = snprintf(path, sizeof path, "%s/%s", folder, name);
    return length > 0 && length < (int)sizeof path ? fopen(path, "w") : NULL;
}

static bool write_inputs(const packing *cubes, int steps, const char *folder)
{
    FILE *out = open_in(folder, "cubes.txt");
    if (out == NULL) return false;
    fprintf(out, "%.8f %d\n", cubes->width, steps);
    for (size_t i = 0; i < cubes->count; ++i) {
        const scree_vec3 p = cubes->bodies[i].position;
        const scree_quat q = cubes->bodies[i].orientation;
        fprintf(out, "%.8f %.8f %.8f %.8f %.8f %.8f %.8f\n", p.x, p.y, p.z, q.w, q.x, q.y, q.z);
    }
    bool good = fclose(out) == 0;
    out = open_in(folder, "cubes.py");
    if (out == NULL) return false;
    good = fputs(script, out) >= 0 && good;
    return fclose(out) == 0 && good;
}

double yade_rate(const packing *cubes, int steps, const char *folder)
{
    char command[4096 + 128], line[512];
    double rate = 0.0;
    if (!write_inputs(cubes, steps, folder)) return 0.0;
    const int length = snprintf(command, sizeof command,
                                "cd '%s' && OMP_NUM_THREADS=1 timeout 900 yade -j1 -x -n cubes.py 2>/dev/null", folder);
    FILE *log = length > 0 && length < (int)sizeof command ? popen(command, "r") : NULL;
    if (log == NULL) return 0.0;
    while (fgets(line, sizeof line, log) != NULL) (void)sscanf(line, "RATE %lf", &rate);
    (void)pclose(log);
    if (rate == 0.0) fprintf(stderr, "yade (Debian's package of that name) failed, or is not installed\n");
    return rate;
}
