// What is measured in a part of the domain: packing of grains that the surface of a region cuts, coordination, stress and
// fabric, also in a periodic domain and in 2-D.
#include <stdlib.h>
#include <string.h>

#include "mixed_scene.h"

static const double pi = 3.14159265358979323846;

static scree_measured_region box(scree_vec3 low, scree_vec3 high)
{
    return (scree_measured_region){ low, high, 0.0 };
}

static double packing_in(const scree_sim *sim, scree_measured_region region)
{
    const scree_sim_local l = scree_sim_measure_in(sim, &region);
    return l.packing * l.volume;
}

// A ball, cut by a plane, by a corner and by a cylinder: the volume inside.
static void test_ball(void)
{
    scree_sim *sim = new_sim(scree_sim_defaults(), plain_material(0.5, 0.5));
    const int ball = scree_sim_add_shape(sim, scree_sphere_create(1.0, 0.0, NULL), NULL);
    uint64_t state = 5;
    const scree_grain grain = { .shape = ball, .orientation = random_orientation(&state) };
    CHECK(scree_sim_add_grain(sim, &grain, NULL) == 0);
    const double whole = 4.0 / 3.0 * pi;
    CHECK_NEAR(packing_in(sim, box(vec(-2, -2, -2), vec(2, 2, 2))), whole, 1e-12);
    CHECK_NEAR(packing_in(sim, box(vec(-2, -2, 0), vec(2, 2, 2))), 0.5 * whole, 1e-12);
    CHECK(packing_in(sim, box(vec(1.1, -2, -2), vec(2, 2, 2))) == 0.0);
    double bias = 0.0;
    for (int i = 1; i < 20; ++i) {
        const double h = 0.1 * i, cap = pi * h * h * (3.0 - h) / 3.0; // above z = 1 - h
        const double found = packing_in(sim, box(vec(-2, -2, 1.0 - h), vec(2, 2, 2)));
        CHECK_NEAR(found / whole, cap / whole, 0.03);
        bias += (found - cap) / whole / 19.0;
    }
    CHECK_NEAR(bias, 0.0, 2e-3);
    CHECK_NEAR(packing_in(sim, box(vec(0, 0, 0), vec(2, 2, 2))), 0.125 * whole, 0.02 * whole);
    const scree_measured_region rod = { vec(0, 0, -3), vec(0, 0, 3), 0.6 };
    CHECK_NEAR(packing_in(sim, rod), whole * (1.0 - pow(1.0 - 0.36, 1.5)), 0.04 * whole);
    const scree_measured_region wide = { vec(0, 0, -3), vec(0, 0, 3), 1.1 };
    CHECK_NEAR(packing_in(sim, wide), whole, 1e-12);
    CHECK_NEAR(scree_sim_measure_in(sim, &wide).volume, 6.0 * pi * 1.21, 1e-12);
    scree_sim_destroy(sim);
}

static double trace_off(const scree_mat3 *a, const scree_mat3 *b)
{
    double off = 0.0;
    for (int i = 0; i < 3; ++i)
        off = fmax(off, fmax(fabs(a->row[i].x - b->row[i].x),
                             fmax(fabs(a->row[i].y - b->row[i].y), fabs(a->row[i].z - b->row[i].z))));
    return off;
}

// The region that is the domain: as scree_sim_measure() has it. Two that make it up: their mean.
static void test_whole(bool is_periodic)
{
    scree_sim *sim = mixed_scene(is_periodic, 1);
    run_steps(sim, 1500);
    const scree_sim_totals t = scree_sim_measure(sim);
    const scree_measured_region all = box(vec(-2.5, -2.5, -1.0), vec(2.5, 2.5, 40.0));
    const scree_sim_local l = scree_sim_measure_in(sim, &all);
    const double size = fabs(t.stress.row[2].z);
    CHECK(t.contacts > 20 && size > 0.0);
    CHECK_NEAR(l.packing * l.volume / t.volume, 1.0, is_periodic ? 1e-3 : 1e-2); // grains that overlap a wall
    if (is_periodic) CHECK_NEAR(trace_off(&l.stress, &t.stress) / size, 0.0, 1e-9);
    if (is_periodic) CHECK(l.contacts == t.contacts && l.grains == (int64_t)scree_sim_grains(sim).count);
    if (is_periodic) CHECK_NEAR(l.coordination, t.coordination, 1e-12);
    if (is_periodic) CHECK_NEAR(l.fabric.zz, t.fabric.zz, 1e-12);
    const double cut = 0.83;
    const scree_measured_region low = box(all.low, vec(cut, 2.5, 40.0)), high = box(vec(cut, -2.5, -1.0), all.high);
    const scree_sim_local a = scree_sim_measure_in(sim, &low), b = scree_sim_measure_in(sim, &high);
    scree_mat3 sum;
    const double u = a.volume / l.volume, v = b.volume / l.volume;
    for (int i = 0; i < 3; ++i) {
        sum.row[i].x = u * a.stress.row[i].x + v * b.stress.row[i].x;
        sum.row[i].y = u * a.stress.row[i].y + v * b.stress.row[i].y;
        sum.row[i].z = u * a.stress.row[i].z + v * b.stress.row[i].z;
    }
    CHECK_NEAR(trace_off(&sum, &l.stress) / size, 0.0, 1e-9);
    CHECK_NEAR(u * a.packing + v * b.packing, l.packing, 1e-12);
    CHECK(a.grains + b.grains == l.grains && a.contacts + b.contacts == l.contacts && a.grains > 0 && b.grains > 0);
    scree_sim_destroy(sim);
}

// A column of cubes: the stress in the middle carries what is above.
static void test_column(void)
{
    scree_sim_settings s = scree_sim_defaults();
    s.gravity = vec(0.0, 0.0, -9.81);
    s.dt = 5e-4;
    s.drag = 5.0;
    s.domain_low = vec(-1.0, -1.0, 0.0);
    s.domain_high = vec(1.0, 1.0, 10.0);
    scree_sim *sim = new_sim(s, plain_material(0.3, 0.5));
    const int cube = scree_sim_add_shape(sim, scree_box_create(vec(0.5, 0.5, 0.5), 0.0, NULL), NULL);
    add_plane(sim, vec(0.0, 0.0, 1.0), 0.0);
    for (int i = 0; i < 5; ++i) add_at(sim, cube, vec(0.0, 0.0, 0.5 + i), vec(0.0, 0.0, 0.0));
    run_steps(sim, 20000);
    // The branch from the second cube to the third goes through all of it, at z from about 1.5 to 2.5.
    const scree_measured_region middle = box(vec(-0.5, -0.5, 1.7), vec(0.5, 0.5, 2.1));
    const scree_measured_region rod = { vec(0.0, 0.0, 1.7), vec(0.0, 0.0, 2.1), 0.3 };
    const scree_sim_local l = scree_sim_measure_in(sim, &middle), r = scree_sim_measure_in(sim, &rod);
    const double weight = 3.0 * 1000.0 * 9.81;
    CHECK_NEAR(l.stress.row[2].z / weight, 1.0, 1e-3);
    CHECK_NEAR(r.stress.row[2].z * pi * 0.09 / weight, 1.0, 1e-3);
    CHECK_NEAR(l.fabric.zz, 1.0, 1e-9);
    CHECK(l.contacts == 1 && r.contacts == 1 && l.grains == 0 && l.coordination == 0.0);
    const scree_measured_region third = box(vec(-0.5, -0.5, 2.2), vec(0.5, 0.5, 2.8));
    const scree_sim_local t = scree_sim_measure_in(sim, &third);
    CHECK(t.grains == 1 && t.coordination == 2.0 && t.contacts == 0);
    scree_sim_destroy(sim);
}

// Half of a square in 2-D, and a square across a periodic border.
static void test_flat(void)
{
    scree_sim_settings s = scree_sim_defaults();
    s.dimension = 2;
    s.domain_low = vec(0.0, 0.0, -1.0);
    s.domain_high = vec(10.0, 10.0, 1.0);
    s.boundary[0] = SCREE_PERIODIC;
    scree_sim *sim = new_sim(s, plain_material(0.3, 0.5));
    const scree_vec3 corners[] = { { -0.5, -0.5, 0 }, { 0.5, -0.5, 0 }, { 0.5, 0.5, 0 }, { -0.5, 0.5, 0 } };
    const int square = scree_sim_add_shape(sim, scree_polygon_create(corners, 4, 0.0, NULL), NULL);
    add_at(sim, square, vec(5.0, 5.0, 0.0), vec(0.0, 0.0, 0.0));
    add_at(sim, square, vec(0.0, 8.0, 0.0), vec(0.0, 0.0, 0.0));
    CHECK_NEAR(packing_in(sim, box(vec(4, 5, 0), vec(6, 6, 0))), 0.5, 1e-12);
    CHECK_NEAR(packing_in(sim, box(vec(0, 7, 0), vec(10, 9, 0))), 1.0, 1e-12);
    CHECK_NEAR(packing_in(sim, box(vec(0, 7, 0), vec(1, 9, 0))), 0.5, 1e-12);
    CHECK_NEAR(packing_in(sim, box(vec(9, 7, 0), vec(10, 9, 0))), 0.5, 1e-12);
    const scree_measured_region strip = { vec(4, 5, 0), vec(6, 5, 0), 1.0 };
    CHECK_NEAR(scree_sim_measure_in(sim, &strip).volume, 4.0, 1e-12);
    CHECK_NEAR(packing_in(sim, strip), 1.0, 1e-12);
    scree_sim_destroy(sim);
}

static void test_nothing(void)
{
    scree_sim *sim = new_sim(scree_sim_defaults(), plain_material(0.5, 0.5));
    const scree_measured_region none = box(vec(1, 1, 1), vec(0, 2, 2)), unit = box(vec(0, 0, 0), vec(1, 1, 1));
    CHECK(scree_sim_measure_in(sim, &none).volume == 0.0);
    CHECK(scree_sim_measure_in(sim, NULL).volume == 0.0 && scree_sim_measure_in(NULL, &none).volume == 0.0);
    CHECK(scree_sim_measure_in(sim, &unit).volume == 1.0 && scree_sim_measure_in(sim, &unit).packing == 0.0);
    scree_sim_destroy(sim);
}

int main(void)
{
    test_ball();
    test_whole(false);
    test_whole(true);
    test_column();
    test_flat();
    test_nothing();
    return check_done();
}
