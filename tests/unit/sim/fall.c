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

// A given collision time: two balls of other masses, and one on a plane, push for so long, and keep the restitution.
static void test_collision_time(double restitution, bool is_wall)
{
    const double time = 0.02;
    scree_sim_settings s = scree_sim_defaults();
    s.dt = 1e-5;
    scree_sim *sim = new_sim(s, plain_material(restitution, 0.3));
    scree_material_pair pair = { NAN, NAN, NAN, NAN, NAN, NAN, NAN, time };
    CHECK(scree_sim_set_pair(sim, 0, 0, &pair, NULL));
    pair.stiffness = 1e5;
    CHECK(!scree_sim_set_pair(sim, 0, 0, &pair, NULL));
    const int small = scree_sim_add_shape(sim, scree_sphere_create(0.2, 0.0, NULL), NULL);
    const int large = scree_sim_add_shape(sim, scree_sphere_create(0.5, 0.0, NULL), NULL);
    if (is_wall)
        add_plane(sim, vec(0.0, 0.0, 1.0), 0.0);
    else
        add_at(sim, large, vec(0.0, 0.0, -0.5), vec(0.0, 0.0, 0.0));
    add_at(sim, small, vec(0.0, 0.0, 0.2001), vec(0.0, 0.0, -0.5));
    int64_t steps = 0;
    for (int i = 0; i < 5000; ++i) {
        run_steps(sim, 1);
        scree_sim_contact contact;
        const bool touch = scree_sim_contacts(sim, &contact, 1) > 0;
        steps += touch && fabs(contact.force.force.z) > 0.0; // it ends with the force, a little before the overlap
    }
    const scree_sim_grains_view g = scree_sim_grains(sim);
    const double apart = g.velocities[is_wall ? 0 : 1].z - (is_wall ? 0.0 : g.velocities[0].z);
    CHECK_NEAR(apart / 0.5, restitution, 3e-3);
    CHECK_MSG(fabs((double)steps * s.dt / time - 1.0) < 5e-3, "pushed for %g s", (double)steps * s.dt);
    // A fraction of it is the time step of the rule, about a thirtieth: 0.1 sqrt(m / k).
    CHECK(scree_sim_time_step(sim) > time / 40.0 && scree_sim_time_step(sim) < time / 15.0);
    scree_sim_destroy(sim);
}

int main(void)
{
    for (int i = 0; i < 2; ++i) {
        test_collision_time(1.0, i == 1);
        test_collision_time(0.5, i == 1);
        test_collision_time(0.05, i == 1);
    }
    test_free_fall();
    test_bounce(1.0);
    test_bounce(0.7);
    test_bounce(0.3);
    test_exchange();
    return check_done();
}
