// The pressure-field law: what it is there for. Elastic collisions keep their energy, blocks do not creep on a slope and
// tip where they should. (Stacks: stack.c, gases: gas.c.)
#include "mixed_scene.h"

// Unit cubes of mass 1, K = 1e5 N/m^3 for two of them.
static scree_material soft_material(double restitution, double friction)
{
    scree_material m = plain_material(restitution, friction);
    m.density = 1.0;
    m.youngs_modulus = 1e5;
    return m;
}

static double energy_of(const scree_sim_totals *t)
{
    return t->kinetic_translation + t->kinetic_rotation + t->potential + t->elastic;
}

// Two bodies meet at random, without losses: the energy after is that before.
static void test_collision(uint64_t seed, bool are_boxes, double dt, double allowed)
{
    scree_sim_settings s = scree_sim_defaults();
    s.dt = dt;
    scree_sim *sim = new_sim(s, soft_material(1.0, 0.0));
    add_shapes(sim, &seed);
    const int shape = are_boxes ? 1 : 5;
    const scree_grain first = { .shape = shape, .orientation = random_orientation(&seed), .spin = { 0.5, 1.0, -1.0 } };
    const scree_grain second = { .shape = shape,
                                 .position = { 1.6, 0.3 * random_share(&seed), 0.1 },
                                 .orientation = random_orientation(&seed),
                                 .velocity = { -2.0, 0.0, 0.3 },
                                 .spin = { -0.5, 0.0, 1.0 } };
    CHECK(scree_sim_add_grain(sim, &first, NULL) == 0 && scree_sim_add_grain(sim, &second, NULL) == 1);
    const scree_sim_totals before = scree_sim_measure(sim);
    run_steps(sim, (int64_t)(1.0 / dt));
    const scree_sim_totals after = scree_sim_measure(sim), motion = scree_sim_measure_motion(sim);
    CHECK(motion.elastic == 0.0 && motion.kinetic_translation == after.kinetic_translation &&
          motion.unbalanced == after.unbalanced);
    const double change = energy_of(&after) / energy_of(&before) - 1.0;
    CHECK_MSG(fabs(change) < allowed, "seed %llu: %g", (unsigned long long)seed, change);
    CHECK(fabs(after.momentum.x - before.momentum.x) < 1e-12 && after.kinetic_translation != 0.0);
    scree_sim_destroy(sim);
}

static scree_sim *on_slope(double friction, double slope, scree_vec3 half, double modulus)
{
    scree_sim_settings s = scree_sim_defaults();
    const double angle = atan(slope);
    s.gravity = vec(9.81 * sin(angle), 0.0, -9.81 * cos(angle));
    s.dt = 5e-4 * sqrt(1e5 / modulus);
    scree_material m = soft_material(0.3, friction);
    m.youngs_modulus = modulus;
    scree_sim *sim = new_sim(s, m);
    const int block = scree_sim_add_shape(sim, scree_box_create(half, 0.0, NULL), NULL);
    add_plane(sim, vec(0.0, 0.0, 1.0), 0.0);
    add_at(sim, block, vec(0.0, 0.0, half.z), vec(0.0, 0.0, 0.0));
    return sim;
}

static void test_slope(void)
{
    const double mu = 0.5;
    scree_sim *sim = on_slope(mu, tan(0.98 * atan(mu)), vec(0.5, 0.5, 0.5), 1e5);
    run_steps(sim, 1000);
    const double start = scree_sim_grains(sim).positions[0].x;
    run_steps(sim, 10000); // 5 s
    CHECK_NEAR(scree_sim_grains(sim).positions[0].x - start, 0.0, 1e-3);
    scree_sim_destroy(sim);
    const double angle = 1.02 * atan(mu);
    sim = on_slope(mu, tan(angle), vec(0.5, 0.5, 0.5), 1e5);
    run_steps(sim, 2000);
    const double v = scree_sim_grains(sim).velocities[0].x, t = scree_sim_time(sim);
    run_steps(sim, 8000);
    const double a = (scree_sim_grains(sim).velocities[0].x - v) / (scree_sim_time(sim) - t);
    CHECK_NEAR(a / (9.81 * (sin(angle) - mu * cos(angle))), 1.0, 0.01);
    scree_sim_destroy(sim);
}

// Twice as high as wide, on a plane too rough to slide: it tips where the slope is above one half. (Where the
// contact is soft, it leans, and tips a little sooner.)
static void test_tipping(void)
{
    for (int steep = 0; steep < 2; ++steep) {
        scree_sim *sim = on_slope(2.0, steep ? 0.55 : 0.45, vec(0.5, 0.5, 1.0), 1e6);
        run_steps(sim, 15000);
        const scree_quat q = scree_sim_grains(sim).orientations[0];
        const double lean = 2.0 * hypot(q.x, q.y);
        CHECK_MSG(steep ? lean > 0.5 : lean < 0.02, "slope %d: leans by %g", steep, lean);
        scree_sim_destroy(sim);
    }
}

int main(void)
{
    const long collisions = check_scaled(20);
    for (long i = 0; i < collisions; ++i) {
        test_collision((uint64_t)(100 + i), true, 1e-4, 1e-6);
        test_collision((uint64_t)(100 + i), false, 1e-4, 1e-6);
    }
    test_slope();
    test_tipping();
    return check_done();
}
