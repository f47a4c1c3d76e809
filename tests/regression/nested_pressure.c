// A small polyhedron or polygon wholly inside a large one.
//
// Seen        In a search over nested pairs of sizes 1 and 1e-3 to 1: the energy of the pressure field was 0 and `deep` was not
//             set in 505 of 2,575.
// Cause       Faces of the large body that are farther away than the small one's size were left out before the extent of its
//             part in the slab of the overlap was measured from the faces: the part seemed to be empty.
// Now         All faces in the slab are measured.
#include "report.h"
#include "scree/pressure.h"

// The energy of a body alone: 2 x the integral of the depth, which is its volume times a share of the radius of the ball
// inscribed in it, since that touches all sides.
static void check_inside(const scree_shape *large, const scree_shape *small, double energy, bool planar)
{
    for (int i = 0; i < 20; ++i) {
        const double x = 0.02 * i - 0.2;
        const scree_body a = scree_body_at(large, (scree_vec3){ 0, 0, 0 });
        const scree_body b = scree_body_at(small, (scree_vec3){ x, 0.3 * x - 0.1, planar ? 0.0 : 0.1 - 0.5 * x });
        const scree_pressure_options o = { .energy = true };
        scree_pressure p = { .area = 0.0 }, q = { .area = 0.0 };
        CHECK(scree_pressure_query(&a, &b, NULL, &o, &p) == SCREE_OK && p.deep);
        CHECK(scree_pressure_query(&b, &a, NULL, NULL, &q) == SCREE_OK && q.deep);
        CHECK_MSG(fabs(p.energy - energy) <= 1e-11 * energy, "energy %.17g, not %.17g", p.energy, energy);
        CHECK(p.force.x == 0.0 && p.force.y == 0.0 && p.force.z == 0.0 && q.force.x == 0.0 && p.area == 0.0);
    }
}

static scree_shape *octahedron(double r)
{
    const scree_vec3 corners[6] = { { r, 0, 0 }, { -r, 0, 0 }, { 0, r, 0 }, { 0, -r, 0 }, { 0, 0, r }, { 0, 0, -r } };
    return scree_polyhedron_create(corners, 6, 0.0, NULL);
}

static scree_shape *octagon(double r)
{
    scree_vec3 corners[8];
    for (int i = 0; i < 8; ++i)
        corners[i] = (scree_vec3){ r * cos(0.78539816339744831 * i), r * sin(0.78539816339744831 * i), 0 };
    return scree_polygon_create(corners, 8, 0.0, NULL);
}

int main(void)
{
    scree_shape *large = octahedron(1.0), *small = octahedron(0.01);
    const double volume = 4e-6 / 3.0, ball = 0.01 / sqrt(3.0);
    check_inside(large, small, 2.0 * volume * ball / 4.0, false);
    scree_shape *wide = octagon(1.0), *narrow = octagon(0.01);
    const double area = 2.0 * sqrt(2.0) * 1e-4, circle = 0.01 * cos(0.39269908169872414);
    check_inside(wide, narrow, 2.0 * area * circle / 3.0, true);
    scree_shape_destroy(large);
    scree_shape_destroy(small);
    scree_shape_destroy(wide);
    scree_shape_destroy(narrow);
    return check_done();
}
