// Free rotation of an asymmetric top: energy and angular momentum over a million steps, of a box and of a cluster whose
// principal axes are not those of its frame.
#include "mixed_scene.h"

static void test_top(scree_sim *sim, int shape, double dt)
{
    const scree_grain grain = { .shape = shape, .spin = { 0.3, 2.0, 0.5 }, .orientation = { 0.3, 0.5, -0.2, 0.7 } };
    CHECK(scree_sim_add_grain(sim, &grain, NULL) >= 0);
    const scree_sim_totals before = scree_sim_measure(sim);
    double worst = 0.0;
    const int64_t parts = 50, all = check_scale() >= 0.25 ? 1000000 : check_scaled(1000000), steps = all / parts + 1;
    scree_vec3 spin = grain.spin;
    double tumbled = 0.0;
    for (int64_t i = 0; i < parts; ++i) {
        run_steps(sim, steps);
        const scree_sim_totals t = scree_sim_measure(sim);
        worst = fmax(worst, fabs(t.kinetic_rotation / before.kinetic_rotation - 1.0));
        const scree_vec3 l = t.angular_momentum, m = before.angular_momentum;
        CHECK_NEAR(l.x, m.x, 1e-11 * fabs(m.y));
        CHECK_NEAR(l.y, m.y, 1e-11 * fabs(m.y));
        CHECK_NEAR(l.z, m.z, 1e-11 * fabs(m.y));
        const scree_vec3 now = scree_sim_grains(sim).spins[0];
        tumbled = fmax(tumbled, fabs(now.x - spin.x) + fabs(now.y - spin.y) + fabs(now.z - spin.z));
    }
    CHECK_MSG(worst < 1e-8, "energy error %g at dt %g", worst, dt);
    CHECK(check_scale() < 0.25 || tumbled > 0.1); // it tumbles
    scree_sim_destroy(sim);
}

// A top that is symmetric about z rotates about its angular momentum at the rate L / I_x.
static void test_precession(void)
{
    scree_sim_settings s = scree_sim_defaults();
    s.dt = 1e-4;
    scree_sim *sim = new_sim(s, plain_material(0.5, 0.0));
    const int shape = scree_sim_add_shape(sim, scree_box_create(vec(0.5, 0.5, 0.2), 0.0, NULL), NULL);
    const scree_grain grain = { .shape = shape, .spin = { 1.0, 0.0, 3.0 } };
    CHECK(scree_sim_add_grain(sim, &grain, NULL) == 0);
    const scree_vec3 l = scree_sim_measure(sim).angular_momentum;
    const double mass = 400.0, ix = mass / 12.0 * (1.0 + 0.16), iz = mass / 12.0 * 2.0;
    CHECK_NEAR(l.x, ix, 1e-9);
    CHECK_NEAR(l.z, 3.0 * iz, 1e-9);
    const double rate = sqrt(l.x * l.x + l.z * l.z) / ix;
    const double period = 2.0 * 3.14159265358979323846 / rate;
    s.dt = period / 20000.0;
    scree_sim_destroy(sim);
    sim = new_sim(s, plain_material(0.5, 0.0));
    CHECK(scree_sim_add_shape(sim, scree_box_create(vec(0.5, 0.5, 0.2), 0.0, NULL), NULL) == 0);
    CHECK(scree_sim_add_grain(sim, &grain, NULL) == 0);
    run_steps(sim, 20000);
    const scree_vec3 w = scree_sim_grains(sim).spins[0]; // as at the start
    CHECK_NEAR(w.x, 1.0, 1e-6);
    CHECK_NEAR(w.y, 0.0, 1e-6);
    CHECK_NEAR(w.z, 3.0, 1e-6);
    scree_sim_destroy(sim);
}

int main(void)
{
    scree_sim_settings s = scree_sim_defaults();
    s.dt = 1e-4;
    scree_sim *sim = new_sim(s, plain_material(0.5, 0.0));
    test_top(sim, scree_sim_add_shape(sim, scree_box_create(vec(0.5, 0.3, 0.2), 0.0, NULL), NULL), s.dt);
    sim = new_sim(s, plain_material(0.5, 0.0));
    uint64_t state = 1;
    add_shapes(sim, &state);
    test_top(sim, 7, s.dt);
    test_precession();
    return check_done();
}
