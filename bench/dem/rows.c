#define _POSIX_C_SOURCE 200809L

#include "rows.h"

#include <math.h>
#include <stdio.h>
#include <time.h>

static scree_shape *cube(int number)
{
    (void)number;
    return scree_box_create((scree_vec3){ 0.5, 0.5, 0.5 }, 0.0, NULL);
}

/// Points on a sphere of diameter 1.1, by a generator of its own for each number: grains about as large as the cubes.
static scree_shape *hull_of(int number, int count)
{
    scree_vec3 points[20];
    uint64_t state = 0x9e3779b97f4a7c15u * (uint64_t)(number + 1);
    for (int i = 0; i < count; ++i) {
        double v[3];
        double square = 0.0;
        do {
            square = 0.0;
            for (int k = 0; k < 3; ++k) {
                state = state * 6364136223846793005u + 1442695040888963407u;
                v[k] = (double)(state >> 11) * 0x1p-52 - 1.0;
                square += v[k] * v[k];
            }
        } while (square > 1.0 || square < 0.01);
        const double scale = 0.55 / sqrt(square);
        points[i] = (scree_vec3){ scale * v[0], scale * v[1], scale * v[2] };
    }
    return scree_polyhedron_create(points, (size_t)count, 0.0, NULL);
}

static scree_shape *hull(int number)
{
    return hull_of(number, 20);
}

scree_shape *dem_gravel(int number)
{
    return hull_of(number, 14);
}

static scree_shape *ellipsoid(int number)
{
    (void)number;
    return scree_ellipsoid_create((scree_vec3){ 0.6, 0.5, 0.45 }, 0.0, NULL);
}

static scree_shape *superquadric(int number)
{
    (void)number;
    return scree_superquadric_create((scree_vec3){ 0.5, 0.5, 0.5 }, 8.0, 8.0, 0.0, NULL);
}

static scree_shape *sphere(int number)
{
    (void)number;
    return scree_sphere_create(0.5, 0.0, NULL);
}

// Stiffness 1e6 keeps the overlaps of some twelve layers below 1e-4 of an edge; spheres are as soft as LAMMPS's.
const dem_row dem_rows[] = {
    { "cubes, depth law", cube, false, "cubes", SCREE_LAW_DEPTH, 1e6, LAMMPS_CUBES, 300.0, 0.0 },
    { "cubes, pressure field", cube, false, "cubes", SCREE_LAW_PRESSURE_FIELD, 1e6, LAMMPS_CUBES, 180.0, 0.0 },
    { "20-vertex hulls, depth law", hull, true, "hulls", SCREE_LAW_DEPTH, 1e6, LAMMPS_CUBES, 250.0, 0.0 },
    { "20-vertex hulls, pressure field", hull, true, "hulls", SCREE_LAW_PRESSURE_FIELD, 1e6, LAMMPS_CUBES, 60.0, 0.0 },
    { "ellipsoids, linear law", ellipsoid, false, "ellipsoids", SCREE_LAW_LINEAR, 1e6, LAMMPS_CUBES, 600.0, 0.0 },
    { "superquadrics n = 8, depth law", superquadric, false, "superquadrics", SCREE_LAW_DEPTH, 1e6, LAMMPS_CUBES, 300.0,
      0.0 },
    { "spheres, linear law", sphere, false, "spheres", SCREE_LAW_LINEAR, 1e4, LAMMPS_SPHERES, 0.7, 0.0 },
};
const int dem_row_count = sizeof dem_rows / sizeof *dem_rows;

/// Processor time of one thread, so that what else the machine does counts little; of several, the time that passes.
static double now(bool of_one)
{
    struct timespec t;
    (void)clock_gettime(of_one ? CLOCK_PROCESS_CPUTIME_ID : CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static bool add_wall(scree_sim *sim, const char *name, int material, const scree_vec3 *normals, const double *offsets,
                     size_t count, scree_error *error)
{
    scree_grain_part pieces[4];
    for (size_t i = 0; i < count; ++i) {
        scree_shape *side = scree_half_space_create(normals[i], offsets[i], 0.0, error);
        const int shape = side != NULL ? scree_sim_add_shape(sim, side, error) : -1;
        if (shape < 0) return false;
        pieces[i] = (scree_grain_part){ .shape = shape, .orientation = { 1.0, 0.0, 0.0, 0.0 } };
    }
    const scree_wall wall = { .name = name,
                              .material = material,
                              .pieces = pieces,
                              .piece_count = count,
                              .orientation = { 1.0, 0.0, 0.0, 0.0 } };
    return scree_sim_add_wall(sim, &wall, error) >= 0;
}

/// Five half spaces around the box, which is open at the top.
static bool add_walls(scree_sim *sim, int material, double width, scree_error *error)
{
    const scree_vec3 up = { 0.0, 0.0, 1.0 },
                     inward[4] = { { 1.0, 0.0, 0.0 }, { -1.0, 0.0, 0.0 }, { 0.0, 1.0, 0.0 }, { 0.0, -1.0, 0.0 } };
    const double floor_height = 0.0, offsets[4] = { 0.0, -width, 0.0, -width };
    return add_wall(sim, "floor", material, &up, &floor_height, 1, error) &&
           add_wall(sim, "sides", material, inward, offsets, 4, error);
}

static bool add_grains(scree_sim *sim, const dem_row *row, int material, const packing *grains, scree_error *error)
{
    int shape = -1;
    for (size_t i = 0; i < grains->count; ++i) {
        if (shape < 0 || row->distinct) shape = scree_sim_add_shape(sim, row->shape((int)i), error);
        if (shape < 0) return false;
        const scree_body *body = &grains->bodies[i];
        const scree_grain grain = {
            .shape = shape, .material = material, .position = body->position, .orientation = body->orientation
        };
        if (scree_sim_add_grain(sim, &grain, error) < 0) return false;
    }
    return true;
}

scree_sim *dem_build(const dem_row *row, const packing *grains, int threads, double skin, scree_error *error)
{
    scree_sim_settings settings = scree_sim_defaults();
    settings.gravity = (scree_vec3){ 0.0, 0.0, -9.81 };
    settings.skin = skin;
    settings.law = row->law;
    settings.local_damping = row->damping;
    settings.threads = threads;
    scree_sim *sim = scree_sim_create(&settings, error);
    if (sim == NULL) return NULL;
    const scree_material material = { .name = "stone",
                                      .density = 1.0,
                                      .youngs_modulus = row->stiffness,
                                      .poisson_ratio = 0.25,
                                      .restitution = 0.3,
                                      .friction = 0.3 };
    const int m = scree_sim_add_material(sim, &material, error);
    const scree_material_pair pair = { .restitution = NAN,
                                       .friction = NAN,
                                       .rolling_friction = NAN,
                                       .torsional_friction = NAN,
                                       .adhesion = NAN,
                                       .stiffness = row->stiffness,
                                       .tangential_ratio = NAN };
    if (m < 0 || !scree_sim_set_pair(sim, m, m, &pair, error) || !add_walls(sim, m, grains->width, error) ||
        !add_grains(sim, row, m, grains, error)) {
        scree_sim_destroy(sim);
        return NULL;
    }
    return sim;
}

static void sum_awake(void *user, const scree_sim *sim, const scree_sim_step_view *step)
{
    double *sums = user;
    (void)sim;
    sums[0] += (double)step->active_count;
    sums[1] += (double)step->pair_count;
}

double dem_rate(scree_sim *sim, int steps, int threads)
{
    scree_sim_report report = { 0 };
    const size_t count = scree_sim_grains(sim).count;
    const double start = now(threads == 1);
    if (scree_sim_step(sim, steps, &report)) return (double)count * steps / (now(threads == 1) - start);
    fprintf(stderr, "the simulation stopped at %g s\n", report.time);
    return 0.0;
}

bool dem_run(const dem_row *row, const packing *grains, int settle, int steps, int threads, dem_result *out)
{
    scree_error error = { 0 };
    scree_sim *sim = dem_build(row, grains, threads, 0.0, &error);
    scree_sim_report report = { 0 };
    bool good = sim != NULL && scree_sim_step(sim, settle, &report);
    if (good) {
        out->rate = dem_rate(sim, steps, threads);
        scree_sim_keep_awake(sim, true);
        out->all_awake = dem_rate(sim, steps / 10, threads);
        scree_sim_keep_awake(sim, false);
        good = out->rate > 0.0 && out->all_awake > 0.0;
    }
    if (good) {
        const scree_sim_totals totals = scree_sim_measure(sim);
        double sums[2] = { 0.0, 0.0 };
        scree_sim_observe(sim, sum_awake, sums);
        good = scree_sim_step(sim, 100, &report);
        out->awake = sums[1] > 0.0 ? sums[0] / sums[1] : 0.0;
        out->contacts = totals.coordination;
        out->overlap = totals.largest_overlap;
        out->dt = scree_sim_time(sim) / (double)scree_sim_steps(sim);
    }
    if (!good)
        fprintf(stderr, "%s: %s\n", row->name,
                sim == NULL ? error.message : "the simulation stopped; a grain escaped?");
    scree_sim_destroy(sim);
    return good;
}
