// Clusters: volume, centre and inertia of the union of their parts, exactly where the parts do not overlap. union.c has more
// of those that do.
#include "fill/cluster.h"

#include <math.h>
#include <string.h>

#include "check.h"

static const double pi = 3.14159265358979323846;

static const char head[] = "domain: {min: [-9, -9, -9], max: [9, 9, 9]}\n"
                           "materials: {m: {density: 2000, youngs_modulus: 1e6}}\n"
                           "shapes:\n"
                           "  cube: {type: box, size: 1}\n"
                           "  bar: {type: box, size: [1, 2, 3]}\n"
                           "  ball: {type: sphere, size: 2}\n";
static const char tail[] = "insert: [{from: list, grains: [{shape: cluster, position: [0, 0, 0]}]}]\n"
                           "stages: [{until: {time: 1}}]\n";

static const char head_2d[] = "dimension: 2\n"
                              "domain: {min: [-9, -9], max: [9, 9]}\n"
                              "materials: {m: {density: 2000, youngs_modulus: 1e6}}\n"
                              "shapes:\n"
                              "  square: {type: polygon, vertices: [[0, 0], [1, 0], [1, 1], [0, 1]]}\n";
static const char tail_2d[] = "insert: [{from: list, grains: [{shape: cluster, position: [0, 0]}]}]\n"
                              "stages: [{until: {time: 1}}]\n";

static scree_mass mass_of(const char *before, const char *parts, const char *after)
{
    char text[2000];
    scree_scene_errors errors;
    scree_error error = { SCREE_OK, "" };
    scree_mass mass = { 0 };
    snprintf(text, sizeof text, "%s  cluster: {type: cluster, parts: [%s]}\n%s", before, parts, after);
    scree_scene *scene = scree_scene_parse(text, strlen(text), "cluster.yaml", NULL, 0, &errors);
    for (size_t i = 0; i < errors.count; ++i)
        CHECK_MSG(false, "%d:%d: %s", errors.list[i].line, errors.list[i].column, errors.list[i].message);
    CHECK(scene != NULL);
    if (scene != NULL) {
        const scree_scene_shape *cluster = &scene->shapes[scene->shape_count - 1];
        CHECK_MSG(scree_fill_cluster_mass(scene, cluster, &mass, &error), "%s", error.message);
    }
    scree_scene_destroy(scene);
    scree_scene_errors_free(&errors);
    return mass;
}

static void check_mass(const scree_mass *m, double volume, scree_vec3 centre, const double inertia[6], double relative)
{
    const double size = cbrt(volume), second = volume * size * size;
    CHECK_NEAR(m->volume, volume, relative * volume);
    CHECK_NEAR(m->centroid.x, centre.x, relative * size);
    CHECK_NEAR(m->centroid.y, centre.y, relative * size);
    CHECK_NEAR(m->centroid.z, centre.z, relative * size);
    CHECK_NEAR(m->inertia.xx, inertia[0], relative * second);
    CHECK_NEAR(m->inertia.yy, inertia[1], relative * second);
    CHECK_NEAR(m->inertia.zz, inertia[2], relative * second);
    CHECK_NEAR(m->inertia.xy, inertia[3], relative * second);
    CHECK_NEAR(m->inertia.xz, inertia[4], relative * second);
    CHECK_NEAR(m->inertia.yz, inertia[5], relative * second);
}

// Two unit cubes side by side: a box of 2 by 1 by 1.
static void test_two_cubes(void)
{
    const scree_mass m = mass_of(head, "{shape: cube, position: [0, 0, 0]}, {shape: cube, position: [1, 0, 0]}", tail);
    const double inertia[6] = { 2.0 * 2.0 / 12.0, 2.0 * 5.0 / 12.0, 2.0 * 5.0 / 12.0, 0.0, 0.0, 0.0 };
    check_mass(&m, 2.0, (scree_vec3){ 0.5, 0.0, 0.0 }, inertia, 1e-12);
}

// An L of three cubes, with a product of inertia: each has 1/6 about its own centre.
static void test_angle(void)
{
    const scree_mass m = mass_of(head,
                                 "{shape: cube, position: [0, 0, 0]}, {shape: cube, position: [1, 0, 0]}, "
                                 "{shape: cube, position: [0, 1, 0]}",
                                 tail);
    const double c = 1.0 / 3.0, square = 2.0 * c * c + (1.0 - c) * (1.0 - c); // sum of x^2 about the centre
    const double product = c * c - 2.0 * c * (1.0 - c);                       // sum of x y
    const double inertia[6] = { 0.5 + square, 0.5 + square, 0.5 + 2.0 * square, -product, 0.0, 0.0 };
    check_mass(&m, 3.0, (scree_vec3){ c, c, 0.0 }, inertia, 1e-12);
}

// A bar of 1 by 2 by 3 that is rotated by a quarter about x is one of 1 by 3 by 2; beside it the same again.
static void test_rotated(void)
{
    const scree_mass m = mass_of(head,
                                 "{shape: bar, position: [0, 0, 0], euler_degrees: [90, 0, 0]}, "
                                 "{shape: bar, position: [1, 0, 0], euler_degrees: [90, 0, 0]}",
                                 tail);
    const double inertia[6] = {
        12.0 * (9.0 + 4.0) / 12.0, 12.0 * (4.0 + 4.0) / 12.0, 12.0 * (4.0 + 9.0) / 12.0, 0.0, 0.0, 0.0
    };
    check_mass(&m, 12.0, (scree_vec3){ 0.5, 0.0, 0.0 }, inertia, 1e-9);
}

// Cubes that share half of their volume: a box of 1.5 by 1 by 1.
static void test_overlapping_cubes(void)
{
    const scree_mass m =
        mass_of(head, "{shape: cube, position: [0, 0, 0]}, {shape: cube, position: [0.5, 0, 0]}", tail);
    const double inertia[6] = { 1.5 * 2.0 / 12.0, 1.5 * 3.25 / 12.0, 1.5 * 3.25 / 12.0, 0.0, 0.0, 0.0 };
    check_mass(&m, 1.5, (scree_vec3){ 0.25, 0.0, 0.0 }, inertia, 2e-5);
}

// Two balls of radius 1 at a distance of 1: each loses a cap of height 1/2. Moments of a ball without its cap beyond
// x = h by slices of radius^2 1 - x^2.
static void test_balls(void)
{
    const scree_mass m =
        mass_of(head, "{shape: ball, position: [-0.5, 0, 0]}, {shape: ball, position: [0.5, 0, 0]}", tail);
    enum { SLICES = 20000 };
    double volume = 0.0, along = 0.0, across = 0.0; // sums of 1, x^2 and y^2 over both
    for (int i = 0; i < SLICES; ++i) {
        const double dx = 1.5 / SLICES, x = (i + 0.5) * dx - 1.0; // of the right ball mirrored, from -1 to 0.5
        const double square = 1.0 - x * x, slice = 2.0 * pi * square * dx, at = x - 0.5;
        volume += slice;
        along += slice * at * at;
        across += slice * square / 4.0;
    }
    CHECK_NEAR(volume, 2.0 * (4.0 / 3.0 * pi - pi * 0.25 * 2.5 / 3.0), 1e-6); // the cap: pi h^2 (3 - h) / 3
    const double inertia[6] = { 2.0 * across, along + across, along + across, 0.0, 0.0, 0.0 };
    check_mass(&m, volume, (scree_vec3){ 0.0, 0.0, 0.0 }, inertia, 2e-5);
}

// In the plane: two squares side by side.
static void test_planar(void)
{
    const scree_mass m =
        mass_of(head_2d, "{shape: square, position: [0, 0]}, {shape: square, position: [1, 0]}", tail_2d);
    CHECK_NEAR(m.volume, 2.0, 1e-12);
    CHECK_NEAR(m.centroid.x, 1.0, 1e-12);
    CHECK_NEAR(m.centroid.y, 0.5, 1e-12);
    CHECK_NEAR(m.inertia.zz, 2.0 * 5.0 / 12.0, 1e-12);
}

// Twice the size: 2^3 of the volume, 2^5 of the inertia; in 2-D 2^2 and 2^4.
static void test_scaled(void)
{
    const scree_mass m = { .volume = 1.0,
                           .centroid = { 0.5, 0.0, 0.0 },
                           .inertia = { .xx = 1.0, .zz = 1.0, .xy = -0.5 } };
    const scree_mass solid = scree_fill_scaled_mass(&m, 2.0, 3), flat = scree_fill_scaled_mass(&m, 2.0, 2);
    CHECK(solid.volume == 8.0 && solid.centroid.x == 1.0 && solid.inertia.xx == 32.0 && solid.inertia.xy == -16.0);
    CHECK(flat.volume == 4.0 && flat.inertia.zz == 16.0);
}

int main(void)
{
    test_two_cubes();
    test_angle();
    test_rotated();
    test_overlapping_cubes();
    test_balls();
    test_planar();
    test_scaled();
    return check_done();
}
