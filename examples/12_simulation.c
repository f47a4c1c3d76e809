// A simulation of one's own with libscree_sim: boxes and balls fall into a container and settle, while a wind of one's
// own blows along x. Reads contacts, forces and energies. docs/simulation.md tells how the step works.
#include <math.h>
#include <stdio.h>

#include "scree_sim/sim.h"

enum { SIDE = 4, LAYERS = 3, GRAINS = SIDE * SIDE * LAYERS };

static const double size = 0.01, width = 0.06; // m

static int fail(const char *what, const scree_error *error)
{
    fprintf(stderr, "%s: %s\n", what, error->message);
    return 1;
}

// The door for coupling: a force and a torque on each grain in each step. Here a drag towards the speed of the wind.
static void wind(void *user, const scree_sim *sim, size_t grain, scree_vec3 *force, scree_vec3 *torque)
{
    const double speed = *(const double *)user;
    const scree_sim_grains_view grains = scree_sim_grains(sim);
    (void)torque;
    force->x = 2.0 * grains.masses[grain] * (speed - grains.velocities[grain].x);
}

// Five planes: a floor and four sides.
static bool add_container(scree_sim *sim, int steel, scree_error *error)
{
    const double half = 0.5 * width;
    const struct {
        scree_vec3 normal;
        double offset;
    } planes[] = { { { 0.0, 0.0, 1.0 }, 0.0 },
                   { { 1.0, 0.0, 0.0 }, -half },
                   { { -1.0, 0.0, 0.0 }, -half },
                   { { 0.0, 1.0, 0.0 }, -half },
                   { { 0.0, -1.0, 0.0 }, -half } };
    scree_grain_part pieces[5];
    for (int i = 0; i < 5; ++i) {
        scree_shape *plane = scree_half_space_create(planes[i].normal, planes[i].offset, 0.0, error);
        pieces[i] = (scree_grain_part){ .shape = scree_sim_add_shape(sim, plane, error), .orientation = { .w = 1.0 } };
    }
    const scree_wall wall = { .name = "container", .material = steel, .pieces = pieces, .piece_count = 5 };
    return scree_sim_add_wall(sim, &wall, error) >= 0;
}

static bool add_grains(scree_sim *sim, int rock, scree_error *error)
{
    const int box = scree_sim_add_shape(
        sim, scree_box_create((scree_vec3){ 0.5 * size, 0.4 * size, 0.3 * size }, 0.0, error), error);
    const int ball = scree_sim_add_shape(sim, scree_sphere_create(0.4 * size, 0.0, error), error);
    for (int i = 0; i < GRAINS; ++i) {
        const double angle = 0.7 * i, step = 1.4 * size;
        const int column = i % SIDE, row = i / SIDE % SIDE, layer = i / (SIDE * SIDE);
        const scree_grain grain = {
            .shape = i % 3 == 0 ? ball : box,
            .material = rock,
            .position = { step * (column - 1.5), step * (row - 1.5), size + step * layer },
            .orientation = scree_quat_from_euler((scree_vec3){ angle, 0.3 * angle, 0.1 * angle }),
        };
        if (scree_sim_add_grain(sim, &grain, error) < 0) return false;
    }
    return true;
}

static void describe(const scree_sim *sim)
{
    const scree_sim_totals totals = scree_sim_measure(sim);
    const scree_sim_wall_view container = scree_sim_wall_at(sim, 0);
    const scree_sim_grains_view grains = scree_sim_grains(sim);
    double weight = 0.0;
    for (size_t i = 0; i < grains.count; ++i) weight += 9.81 * grains.masses[i];
    scree_sim_contact contacts[10 * GRAINS];
    const size_t count = scree_sim_contacts(sim, contacts, 10 * GRAINS);
    double strongest = 0.0;
    for (size_t i = 0; i < count; ++i) {
        const scree_vec3 f = contacts[i].force.force;
        strongest = fmax(strongest, sqrt(f.x * f.x + f.y * f.y + f.z * f.z));
    }
    printf("container carries the weight: %s\n", fabs(container.force.z / -weight - 1.0) < 0.02 ? "yes" : "no");
    printf("wind leans on the container: %s\n", container.force.x > 0.0 ? "yes" : "no");
    printf("more than two contacts a grain: %s\n", totals.coordination > 2.0 ? "yes" : "no");
    printf("at rest: %s\n", totals.unbalanced < 0.05 ? "yes" : "no");
    printf("strongest contact bears more than a grain: %s\n", strongest * GRAINS > weight ? "yes" : "no");
}

int main(void)
{
    scree_error error = { SCREE_OK, "" };
    scree_sim_settings settings = scree_sim_defaults();
    settings.gravity = (scree_vec3){ 0.0, 0.0, -9.81 };
    settings.domain_low = (scree_vec3){ -width, -width, -width };
    settings.domain_high = (scree_vec3){ width, width, 10.0 * width };
    scree_sim *sim = scree_sim_create(&settings, &error);
    if (sim == NULL) return fail("create", &error);

    const scree_material rock = { .name = "rock",
                                  .density = 2650.0,
                                  .youngs_modulus = 1e6, // softened, as usual
                                  .poisson_ratio = 0.25,
                                  .restitution = 0.3,
                                  .friction = 0.5 };
    scree_material steel = rock;
    steel.name = "steel";
    steel.youngs_modulus = 1e7;
    const int rock_number = scree_sim_add_material(sim, &rock, &error);
    const int steel_number = scree_sim_add_material(sim, &steel, &error);
    if (!add_container(sim, steel_number, &error) || !add_grains(sim, rock_number, &error)) return fail("add", &error);

    double speed = 0.2;
    scree_sim_force(sim, wind, &speed);
    const double dt = scree_sim_time_step(sim); // what the settings' dt of 0 stands for
    scree_sim_report report;
    if (!scree_sim_step(sim, (int64_t)(0.5 / dt), &report)) {
        fprintf(stderr, "grain %lld is in trouble at %g s\n", (long long)report.grain, report.time);
        return 1;
    }
    describe(sim);
    scree_sim_destroy(sim);
    return 0;
}
