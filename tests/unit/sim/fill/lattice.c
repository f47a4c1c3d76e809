// Grains on a lattice: how many, where, and how far a jitter moves them; and mixtures by number and by mass.
#include "fill/supply.h"

#include <math.h>
#include <string.h>

#include "check.h"
#include "scree_sim/run.h"

static scree_scene *parse(const char *insert)
{
    static const char head[] = "seed: 3\n"
                               "gravity: [0, 0, 0]\n"
                               "domain: {min: [0, 0, 0], max: [9, 9, 9]}\n"
                               "materials: {m: {density: 2000, youngs_modulus: 1e6}}\n"
                               "shapes:\n"
                               "  ball: {type: sphere, size: 0.5}\n"
                               "  small: {type: sphere, size: 0.25}\n"
                               "stages: [{until: {time: 1}}]\n";
    char text[2000];
    scree_scene_errors errors;
    snprintf(text, sizeof text, "%sinsert: [{from: lattice, %s}]\n", head, insert);
    scree_scene *scene = scree_scene_parse(text, strlen(text), "lattice.yaml", NULL, 0, &errors);
    for (size_t i = 0; i < errors.count; ++i)
        CHECK_MSG(false, "%d:%d: %s", errors.list[i].line, errors.list[i].column, errors.list[i].message);
    scree_scene_errors_free(&errors);
    return scene;
}

static scree_run *fill(const scree_scene *scene)
{
    scree_error error = { SCREE_OK, "" };
    scree_run *run = scree_run_create(scene, NULL, &error);
    CHECK_MSG(run != NULL, "%s", error.message);
    return run;
}

// 4 by 3 by 2 sites of 1 by 1.5 by 2 m, in order, each in the middle of its cell.
static void test_sites(double jitter)
{
    char insert[300];
    snprintf(insert, sizeof insert,
             "shapes: {ball: 1}, spacing: [1, 1.5, 2], jitter: %g, region: {min: [1, 1, 1], max: [5.2, 6, 5]}", jitter);
    scree_scene *scene = parse(insert);
    scree_error error;
    CHECK(scree_fill_lattice_sites(scene, 0, &error) == 24);
    scree_run *run = fill(scene);
    const scree_sim_grains_view g = scree_sim_grains(scree_run_sim(run));
    CHECK(g.count == 24);
    double farthest = 0.0;
    for (size_t i = 0; i < g.count; ++i) {
        const scree_vec3 p = g.positions[i];
        const int n = (int)g.ids[i];
        const double site[3] = { 1.5 + n % 4, 1.75 + 1.5 * (n / 4 % 3), 2.0 + 2.0 * (n / 12) };
        const double spacing[3] = { 1.0, 1.5, 2.0 }, at[3] = { p.x, p.y, p.z };
        for (int k = 0; k < 3; ++k) {
            const double room = 2.0 * jitter * (0.5 * spacing[k] - 0.25);
            CHECK_NEAR(at[k], site[k], room + 1e-12);
            farthest = fmax(farthest, fabs(at[k] - site[k]) / (room + 1e-12));
        }
        CHECK_NEAR(g.masses[i], 2000.0 * 3.14159265358979 / 6.0 * 0.125, 1e-9);
    }
    CHECK(jitter == 0.0 || farthest > 0.9); // the jitter is used up to its bounds
    scree_run_destroy(run);
    scree_scene_destroy(scene);
}

// Without a spacing: cells of 2.02 radii; `count` grains at most.
static void test_derived(void)
{
    scree_error error;
    scree_scene *scene = parse("shapes: {ball: 1}, region: {min: [0, 0, 0], max: [2, 1, 1.6]}");
    CHECK(scree_fill_lattice_sites(scene, 0, &error) == 3 * 1 * 3);
    scree_scene_destroy(scene);
    scene = parse("shapes: {ball: 1}, count: 5, region: {min: [0, 0, 0], max: [2, 1, 1.6]}");
    scree_run *run = fill(scene);
    CHECK(scree_sim_grains(scree_run_sim(run)).count == 5);
    scree_run_destroy(run);
    scree_scene_destroy(scene);
}

// Half and half: by number as many of each; by mass eight small ones for each large one.
static void test_mixture(bool by_mass)
{
    char insert[300];
    snprintf(insert, sizeof insert,
             "shapes: {ball: 0.5, small: 0.5}, by: %s, spacing: 0.55, region: {min: [0, 0, 0], max: [9, 9, 9]}",
             by_mass ? "mass" : "number");
    scree_scene *scene = parse(insert);
    scree_run *run = fill(scene);
    const scree_sim_grains_view g = scree_sim_grains(scree_run_sim(run));
    CHECK(g.count == 16 * 16 * 16);
    double large = 0.0;
    for (size_t i = 0; i < g.count; ++i) large += g.masses[i] > 2000.0 * 3.0 / 6.0 * 0.0625;
    const double share = by_mass ? 1.0 / 9.0 : 0.5, count = (double)g.count;
    CHECK_NEAR(large / count, share, 3.0 * sqrt(share * (1.0 - share) / count));
    scree_run_destroy(run);
    scree_scene_destroy(scene);
}

int main(void)
{
    test_sites(0.0);
    test_sites(0.5);
    test_derived();
    test_mixture(false);
    test_mixture(true);
    return check_done();
}
