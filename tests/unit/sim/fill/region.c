// Regions to fill: grains are spread evenly in a cylinder, however thin and oblique, and a share of it is filled.
#include <math.h>
#include <string.h>

#include "check.h"
#include "scree_sim/run.h"

static scree_run *fill(int dimension, const char *insert, scree_scene **scene)
{
    char text[2000];
    scree_scene_errors errors;
    scree_error error = { SCREE_OK, "" };
    const bool flat = dimension == 2;
    const char *shape = flat ? "disc" : "sphere";
    snprintf(text, sizeof text,
             "seed: 3\ndimension: %d\ngravity: %s\ndomain: {min: %s, max: %s}\n"
             "materials: {m: {density: 2000, youngs_modulus: 1e6}}\n"
             "shapes: {ball: {type: %s, size: 0.1}, dust: {type: %s, size: 1e-6}}\n"
             "stages: [{until: {time: 1}}]\ninsert: [{%s}]\n",
             dimension, flat ? "[0, 0]" : "[0, 0, 0]", flat ? "[0, 0]" : "[0, 0, 0]", flat ? "[9, 9]" : "[9, 9, 9]",
             shape, shape, insert);
    *scene = scree_scene_parse(text, strlen(text), "region.yaml", NULL, 0, &errors);
    for (size_t i = 0; i < errors.count; ++i)
        CHECK_MSG(false, "%d:%d: %s", errors.list[i].line, errors.list[i].column, errors.list[i].message);
    scree_scene_errors_free(&errors);
    if (*scene == NULL) return NULL;
    scree_run *run = scree_run_create(*scene, NULL, &error);
    CHECK_MSG(run != NULL, "%s", error.message);
    return run;
}

// Along the axis the mean is 1/2, of the squared distance from it half that of the rim; in 2-D a third.
static void test_cylinder(int dimension, double radius)
{
    const double length[3] = { 6.0, 5.0, dimension == 3 ? 7.0 : 0.0 };
    char insert[300];
    scree_scene *scene;
    snprintf(insert, sizeof insert,
             dimension == 3 ? "shapes: dust, count: 2000, region: {from: [1, 2, 1], to: [7, 7, 8], radius: %g}"
                            : "shapes: dust, count: 2000, region: {from: [1, 2], to: [7, 7], radius: %g}",
             radius);
    scree_run *run = fill(dimension, insert, &scene);
    if (run == NULL) return;
    const scree_sim_grains_view g = scree_sim_grains(scree_run_sim(run));
    const double square = length[0] * length[0] + length[1] * length[1] + length[2] * length[2];
    double along = 0.0, across = 0.0;
    CHECK(g.count == 2000);
    for (size_t i = 0; i < g.count; ++i) {
        const double p[3] = { g.positions[i].x - 1.0, g.positions[i].y - 2.0,
                              dimension == 3 ? g.positions[i].z - 1.0 : 0.0 };
        const double t = (p[0] * length[0] + p[1] * length[1] + p[2] * length[2]) / square;
        double off = 0.0;
        for (int k = 0; k < 3; ++k) off += (p[k] - t * length[k]) * (p[k] - t * length[k]) / (radius * radius);
        CHECK(t > -1e-9 && t < 1.0 + 1e-9 && off < 1.0 + 1e-9);
        along += t / (double)g.count;
        across += off / (double)g.count;
    }
    CHECK_NEAR(along, 0.5, 0.03);
    CHECK_NEAR(across, dimension == 3 ? 0.5 : 1.0 / 3.0, 0.03);
    scree_run_destroy(run);
    scree_scene_destroy(scene);
}

// A fifth of a rectangle of 4 by 1, in discs of diameter 0.1: 101.9 of them.
static void test_area(void)
{
    scree_scene *scene;
    scree_run *run =
        fill(2, "shapes: ball, from: pack, fraction: 0.2, region: {from: [1, 2], to: [5, 2], radius: 0.5}", &scene);
    if (run == NULL) return;
    CHECK(scree_sim_grains(scree_run_sim(run)).count == 102);
    scree_run_destroy(run);
    scree_scene_destroy(scene);
}

int main(void)
{
    test_cylinder(3, 0.5);
    test_cylinder(3, 1e-5);
    test_cylinder(2, 0.5);
    test_cylinder(2, 1e-5);
    test_area();
    return check_done();
}
