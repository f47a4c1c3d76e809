// The pressure field where planes tie: bodies with whole coordinates at whole and half positions, whose vertices and edges lie
// exactly in each other's faces and edges. There, pieces of the surface of equal depths have points and edges in common, and a
// search that follows it from cell to cell may miss one of them.
//
// The force must be minus the slope of the energy, which is summed over the whole medial surface: a central difference, so
// that at a kink (faces in one plane) it is the mean of the one-sided limits, as promised. The force that comes with the
// energy must be the same, and so must that of a batch.
#include <math.h>
#include <stdlib.h>

#include "check.h"
#include "scenes/random.h"
#include "scree/scree.h"

enum { POINTS = 7, POSES = 20, SCRATCH = 1 << 18 };

static double scratch[SCRATCH / sizeof(double)];

static scree_shape *make_shape(scree_random *r, int extent, bool planar)
{
    scree_vec3 points[POINTS];
    const int count = 4 + random_below(r, POINTS - 3);
    if (!planar && random_below(r, 4) == 0) {
        const int half = extent / 2 + 1;
        const scree_vec3 sides = { 1 + random_below(r, half), 1 + random_below(r, half), 1 + random_below(r, half) };
        return scree_box_create(sides, 0.0, NULL);
    }
    for (int i = 0; i < count; ++i)
        points[i] =
            (scree_vec3){ random_below(r, extent), random_below(r, extent), planar ? 0 : random_below(r, extent) };
    return planar ? scree_polygon_create(points, (size_t)count, 0.0, NULL)
                  : scree_polyhedron_create(points, (size_t)count, 0.0, NULL);
}

static double distance(scree_vec3 a, scree_vec3 b)
{
    return hypot(hypot(a.x - b.x, a.y - b.y), a.z - b.z);
}

static scree_pressure query(const scree_body *a, const scree_body *b, bool energy)
{
    const scree_pressure_options o = { .energy = energy, .scratch = scratch, .scratch_size = sizeof scratch };
    scree_pressure p;
    CHECK(scree_pressure_query(a, b, NULL, &o, &p) == SCREE_OK);
    return p;
}

static double energy_at(const scree_body *a, const scree_body *b, scree_vec3 way)
{
    scree_body moved = *b;
    moved.position = (scree_vec3){ b->position.x + way.x, b->position.y + way.y, b->position.z + way.z };
    return query(a, &moved, true).energy;
}

static scree_vec3 slope(const scree_body *a, const scree_body *b, double h, bool planar)
{
    const scree_vec3 x = { h, 0.0, 0.0 }, y = { 0.0, h, 0.0 }, z = { 0.0, 0.0, h };
    const scree_vec3 back_x = { -h, 0.0, 0.0 }, back_y = { 0.0, -h, 0.0 }, back_z = { 0.0, 0.0, -h };
    return (scree_vec3){ (energy_at(a, b, back_x) - energy_at(a, b, x)) / (2.0 * h),
                         (energy_at(a, b, back_y) - energy_at(a, b, y)) / (2.0 * h),
                         planar ? 0.0 : (energy_at(a, b, back_z) - energy_at(a, b, z)) / (2.0 * h) };
}

// With the bodies exchanged, and the force as it would be without.
static scree_vec3 swapped_force(const scree_body *a, const scree_body *b)
{
    const scree_vec3 f = query(b, a, false).force;
    return (scree_vec3){ -f.x, -f.y, -f.z };
}

static scree_pressure in_batch(const scree_body *a, const scree_body *b)
{
    const scree_body bodies[2] = { *a, *b };
    const scree_pair pair = { .a = 0, .b = 1 };
    const scree_batch batch = { .bodies = bodies,
                                .body_count = 2,
                                .pairs = &pair,
                                .pair_count = 1,
                                .scratch = scratch,
                                .scratch_size = sizeof scratch };
    scree_pressure p;
    CHECK(scree_pressure_batch(&batch, NULL, NULL, &p) == SCREE_OK);
    return p;
}

// Returns whether the bodies overlap.
static bool check_pose(const scree_body *a, const scree_body *b, int extent, bool planar, long number)
{
    const scree_pressure quick = query(a, b, false), whole = query(a, b, true), batch = in_batch(a, b);
    const double surface = planar ? extent : extent * extent, unit = 1e-12 * surface * extent;
    CHECK_MSG(distance(quick.force, whole.force) <= unit, "pair %ld: force %g %g %g, with the energy %g %g %g", number,
              quick.force.x, quick.force.y, quick.force.z, whole.force.x, whole.force.y, whole.force.z);
    CHECK_MSG(distance(quick.force, batch.force) == 0.0, "pair %ld: another force in a batch", number);
    CHECK_MSG(distance(quick.force, swapped_force(a, b)) == 0.0, "pair %ld: another force swapped", number);
    if (!(whole.energy > 0.0)) return false;
    // The energy's second derivative is bounded by the surface, but where a depth goes to 0: an error of about h * surface.
    const double h = 1e-5 * extent;
    const scree_vec3 expected = slope(a, b, h, planar);
    CHECK_MSG(distance(quick.force, expected) <= 10.0 * h * surface,
              "pair %ld: force %g %g %g, slope of the energy %g %g %g", number, quick.force.x, quick.force.y,
              quick.force.z, expected.x, expected.y, expected.z);
    return true;
}

static void check_lattice(int extent, bool planar, long count, uint64_t seed)
{
    scree_random r = random_stream(seed, (uint64_t)extent, 0);
    long pairs = 0, touching = 0;
    while (pairs < count) {
        scree_shape *first = make_shape(&r, extent, planar), *second = make_shape(&r, extent, planar);
        for (int i = 0; first != NULL && second != NULL && i < POSES; ++i) {
            const double step = random_below(&r, 3) == 0 ? 0.5 : 1.0;
            const int x = random_below(&r, 2 * extent) - extent, y = random_below(&r, 2 * extent) - extent,
                      z = random_below(&r, 2 * extent) - extent;
            const scree_body a = scree_body_at(first, (scree_vec3){ 0.0, 0.0, 0.0 });
            const scree_body b = scree_body_at(second, (scree_vec3){ step * x, step * y, planar ? 0.0 : step * z });
            ++pairs;
            touching += check_pose(&a, &b, extent, planar, pairs);
        }
        scree_shape_destroy(first);
        scree_shape_destroy(second);
    }
    printf("%s of coordinates below %d: %ld of %ld pairs overlap\n", planar ? "polygons" : "polyhedra", extent,
           touching, pairs);
    CHECK(touching > pairs / 10);
}

int main(void)
{
    for (int extent = 3; extent <= 9; extent += 2) {
        check_lattice(extent, false, check_scaled(8000), 1);
        check_lattice(extent, true, check_scaled(4000), 2);
    }
    return check_done();
}
