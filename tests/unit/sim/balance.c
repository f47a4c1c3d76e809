// kinetic + potential + elastic + dissipated - work is constant, also where gravity turns, or is along a periodic axis.
#include "scene.h"

static double balance_of(const scree_sim *sim)
{
    const scree_sim_totals t = scree_sim_measure(sim);
    return t.kinetic_translation + t.kinetic_rotation + t.potential + t.elastic + t.dissipated - t.work;
}

static double kinetic_of(const scree_sim *sim)
{
    const scree_sim_totals t = scree_sim_measure_motion(sim);
    return t.kinetic_translation + t.kinetic_rotation;
}

// Cubes and balls on a lattice in a box of 6 m about (7, 8, 9), open or periodic.
static scree_sim *new_scene(scree_boundary boundary, double restitution)
{
    scree_sim_settings s = scree_sim_defaults();
    s.domain_low = vec(4.0, 5.0, 6.0);
    s.domain_high = vec(10.0, 11.0, 12.0);
    for (int k = 0; k < 3; ++k) s.boundary[k] = boundary;
    s.gravity = vec(0.0, 0.0, -9.81);
    s.dt = 1e-4;
    scree_material material = plain_material(restitution, 0.3);
    material.youngs_modulus = 1e7;
    scree_sim *sim = new_sim(s, material);
    const int ball = scree_sim_add_shape(sim, scree_sphere_create(0.4, 0.0, NULL), NULL);
    const int cube = scree_sim_add_shape(sim, scree_box_create(vec(0.35, 0.35, 0.35), 0.0, NULL), NULL);
    if (boundary == SCREE_OPEN) {
        for (int k = 0; k < 3; ++k) {
            const scree_vec3 n = vec(k == 0, k == 1, k == 2), back = vec(-(k == 0), -(k == 1), -(k == 2));
            add_plane(sim, n, k == 0 ? 4.0 : k == 1 ? 5.0 : 6.0);
            add_plane(sim, back, k == 0 ? -10.0 : k == 1 ? -11.0 : -12.0);
        }
    }
    for (int i = 0; i < 8; ++i) {
        const scree_vec3 at = vec(5.5 + 2.0 * (i & 1) + 0.1 * i, 6.5 + 2.0 * (i >> 1 & 1), 7.5 + 2.0 * (i >> 2));
        add_at(sim, i % 3 == 0 ? cube : ball, at, vec(0.3 * i - 1.0, 0.5, -0.2 * i));
    }
    return sim;
}

// Grains fall through the domain again and again: gravity's work without end is in `work`.
static void test_periodic(void)
{
    scree_sim *sim = new_scene(SCREE_PERIODIC, 0.5);
    run_steps(sim, 1);
    const double before = balance_of(sim);
    run_steps(sim, 30000);
    const double speed = 9.81 * 3.0;
    const scree_sim_totals t = scree_sim_measure(sim);
    CHECK_MSG(t.work > 0.4 * 8 * 200.0 * speed * speed, "work %g J", t.work);
    CHECK_MSG(fabs(balance_of(sim) - before) < 1e-3 * kinetic_of(sim), "balance %g and %g J, kinetic energy %g J",
              before, balance_of(sim), kinetic_of(sim));
    scree_sim_destroy(sim);
}

// Gravity turns by a right angle a second, in steps, and the grains follow it around a closed box.
static void test_turning(double restitution)
{
    scree_sim *sim = new_scene(SCREE_OPEN, restitution);
    run_steps(sim, 1);
    const double before = balance_of(sim);
    double work = 0.0, last = scree_sim_measure(sim).work;
    for (int i = 0; i < 2000; ++i) {
        const double angle = 1.5707963267948966 * 1e-3 * i;
        scree_sim_set_gravity(sim, vec(9.81 * sin(angle), 0.0, -9.81 * cos(angle)));
        run_steps(sim, 10);
        const double now = scree_sim_measure_motion(sim).work;
        work += fabs(now - last);
        last = now;
    }
    CHECK_MSG(work > 1e5, "work of gravity %g J", work);
    CHECK_MSG(fabs(balance_of(sim) - before) < 2e-3 * work, "balance %g and %g J, work %g J", before, balance_of(sim),
              work);
    scree_sim_destroy(sim);
}

int main(void)
{
    test_periodic();
    test_turning(1.0);
    test_turning(0.3);
    return check_done();
}
