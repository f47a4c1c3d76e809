// A grain in free fall, and one that bounces: closed forms.
#include "scene.h"

static void test_free_fall(void)
{
    scree_sim_settings s = scree_sim_defaults();
    s.gravity = vec(0.0, 0.0, -9.81);
    s.dt = 1e-3;
    scree_sim *sim = new_sim(s, plain_material(0.5, 0.0));
    const int ball = scree_sim_add_shape(sim, scree_sphere_create(0.5, 0.0, NULL), NULL);
    add_at(sim, ball, vec(1.0, 2.0, 3.0), vec(0.1, 0.0, 2.0));
    run_steps(sim, 1000);
    const scree_sim_grains_view g = scree_sim_grains(sim);
    const double t = scree_sim_time(sim);
    CHECK_NEAR(t, 1.0, 1e-12);
    CHECK(scree_sim_steps(sim) == 1000);
    CHECK_NEAR(g.positions[0].x, 1.0 + 0.1 * t, 1e-12);
    CHECK_NEAR(g.positions[0].z, 3.0 + 2.0 * t - 0.5 * 9.81 * t * t, 1e-11);
    CHECK_NEAR(g.velocities[0].z, 2.0 - 9.81 * t, 1e-11);
    CHECK_NEAR(g.masses[0], 1000.0 * 4.0 / 3.0 * 3.14159265358979 * 0.125, 1e-9);
    scree_sim_destroy(sim);
}

// Without gravity: the speed after is the restitution times the speed before, and the contact lasts as long as the
// damped half period says.
static void test_bounce(double restitution)
{
    scree_sim_settings s = scree_sim_defaults();
    s.dt = 2e-4;
    scree_sim *sim = new_sim(s, plain_material(restitution, 0.3));
    const int ball = scree_sim_add_shape(sim, scree_sphere_create(0.5, 0.0, NULL), NULL);
    add_plane(sim, vec(0.0, 0.0, 1.0), 0.0);
    add_at(sim, ball, vec(0.0, 0.0, 0.6), vec(0.0, 0.0, -1.0));
    run_steps(sim, 3000);
    const scree_sim_grains_view g = scree_sim_grains(sim);
    CHECK_NEAR(g.velocities[0].z, restitution, 3e-3);
    CHECK_NEAR(g.velocities[0].x, 0.0, 1e-12);
    const scree_sim_totals t = scree_sim_measure(sim);
    const double before = 0.5 * g.masses[0];
    CHECK_NEAR((t.kinetic_translation + t.dissipated) / before, 1.0, 5e-3);
    CHECK(t.elastic == 0.0 && t.contacts == 0);
    scree_sim_destroy(sim);
}

// Two equal balls, head on: they exchange velocities.
static void test_exchange(void)
{
    scree_sim_settings s = scree_sim_defaults();
    s.dt = 1e-4;
    scree_sim *sim = new_sim(s, plain_material(1.0, 0.0));
    const int ball = scree_sim_add_shape(sim, scree_sphere_create(0.5, 0.0, NULL), NULL);
    add_at(sim, ball, vec(0.0, 0.0, 0.0), vec(1.0, 0.0, 0.0));
    add_at(sim, ball, vec(1.2, 0.0, 0.0), vec(0.0, 0.0, 0.0));
    run_steps(sim, 5000);
    const scree_sim_grains_view g = scree_sim_grains(sim);
    CHECK_NEAR(g.velocities[0].x, 0.0, 1e-4);
    CHECK_NEAR(g.velocities[1].x, 1.0, 1e-4);
    scree_sim_destroy(sim);
}

int main(void)
{
    test_free_fall();
    test_bounce(1.0);
    test_bounce(0.7);
    test_bounce(0.3);
    test_exchange();
    return check_done();
}
