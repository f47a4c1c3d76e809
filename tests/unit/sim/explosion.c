// Kinetic energy that explodes is reported with grain, contact and time; what is put in by gravity, walls, forces of
// one's own and grains that were added with an overlap is not mistaken for it.
#include "mixed_scene.h"

static scree_sim *watched(double dt, double gravity, scree_law law)
{
    scree_sim_settings s = scree_sim_defaults();
    s.energy_limit = 10.0;
    s.dt = dt;
    s.law = law;
    s.gravity = vec(0.0, 0.0, -gravity);
    return new_sim(s, plain_material(1.0, 0.0));
}

// Steps far above the stability limit of sqrt(m / k): the ball gains energy wherever it meets the other one.
static void test_long_step(void)
{
    scree_sim *sim = watched(0.2, 0.0, SCREE_LAW_LINEAR);
    const int ball = scree_sim_add_shape(sim, scree_sphere_create(0.5, 0.0, NULL), NULL);
    add_at(sim, ball, vec(0.0, 0.0, 0.0), vec(0.0, 0.0, 0.0));
    add_at(sim, ball, vec(50.0, 0.0, 0.0), vec(0.0, 0.0, 0.0));
    add_at(sim, ball, vec(1.3, 0.0, 0.0), vec(-1.0, 0.0, 0.0));
    scree_sim_report report;
    CHECK(!scree_sim_step(sim, 100, &report));
    CHECK(report.trouble == SCREE_TROUBLE_ENERGY && report.value > 10.0);
    CHECK((report.grain == 0 && report.other == 2) || (report.grain == 2 && report.other == 0));
    CHECK(report.time == scree_sim_time(sim) && scree_sim_steps(sim) < 10);
    CHECK(scree_sim_step(sim, 100, &report)); // they fly apart, and nothing more is gained
    scree_sim_destroy(sim);
}

// The same with a wall: it is the grain that is named.
static void test_wall(void)
{
    scree_sim *sim = watched(0.2, 0.0, SCREE_LAW_LINEAR);
    const int ball = scree_sim_add_shape(sim, scree_sphere_create(0.5, 0.0, NULL), NULL);
    add_plane(sim, vec(0.0, 0.0, 1.0), 0.0);
    add_at(sim, ball, vec(0.0, 0.0, 0.6), vec(0.0, 0.0, -1.0));
    scree_sim_report report;
    CHECK(!scree_sim_step(sim, 100, &report));
    CHECK(report.trouble == SCREE_TROUBLE_ENERGY && report.grain == 0 && report.other == -1);
    scree_sim_destroy(sim);
}

static void push(void *user, const scree_sim *sim, size_t grain, scree_vec3 *force, scree_vec3 *torque)
{
    (void)user;
    force->x = scree_sim_grains(sim).masses[grain];
    torque->y = 1.0;
}

// Everything that may put energy in, from rest.
static void test_supplies(void)
{
    scree_sim *sim = watched(2e-4, 0.0, SCREE_LAW_AUTO);
    const int ball = scree_sim_add_shape(sim, scree_sphere_create(0.5, 0.0, NULL), NULL);
    const int cube = scree_sim_add_shape(sim, scree_box_create(vec(0.5, 0.5, 0.5), 0.0, NULL), NULL);
    add_at(sim, ball, vec(0.0, 0.0, 0.0), vec(0.0, 0.0, 0.0));
    add_at(sim, ball, vec(0.9, 0.0, 0.0), vec(0.0, 0.0, 0.0)); // with an overlap
    add_at(sim, cube, vec(10.0, 0.0, 0.0), vec(0.0, 0.0, 0.0));
    add_at(sim, cube, vec(10.2, 0.3, 0.9), vec(0.0, 0.0, 0.0));
    run_steps(sim, 2000);
    CHECK(scree_sim_measure(sim).kinetic_translation > 0.0);
    scree_sim_set_gravity(sim, vec(0.0, 0.0, -9.81));
    run_steps(sim, 500);
    scree_sim_destroy(sim);

    sim = watched(2e-4, 0.0, SCREE_LAW_AUTO);
    const int other = scree_sim_add_shape(sim, scree_sphere_create(0.5, 0.0, NULL), NULL);
    add_at(sim, other, vec(0.0, 0.0, 0.6), vec(0.0, 0.0, 0.0));
    const int wall = add_plane(sim, vec(0.0, 0.0, 1.0), 0.0);
    const scree_wall_motion lift = { .velocity = { 0.0, 0.0, 1.0 } };
    CHECK(scree_sim_move_wall(sim, wall, &lift, NULL));
    run_steps(sim, 2000);
    CHECK(scree_sim_grains(sim).velocities[0].z > 1.0);
    scree_sim_force(sim, push, NULL);
    run_steps(sim, 500);
    scree_sim_destroy(sim);
}

// A heap of everything settles under gravity, between walls that move.
static void test_heap(void)
{
    scree_sim *sim = mixed_scene(false, 1);
    void *bytes;
    size_t size;
    run_steps(sim, check_scaled(500));
    CHECK(scree_sim_save(sim, &bytes, &size, NULL));
    scree_sim *again = scree_sim_restore(bytes, size, NULL);
    CHECK(again != NULL);
    run_steps(again, check_scaled(500));
    free(bytes);
    scree_sim_destroy(sim);
    scree_sim_destroy(again);
}

int main(void)
{
    test_long_step();
    test_wall();
    test_supplies();
    test_heap();
    return check_done();
}
