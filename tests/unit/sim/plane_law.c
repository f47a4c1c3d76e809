// The floating-plane law: what it is there for. Cylinders, rounded boxes and blocky superquadrics rest on each other,
// do not creep on a slope, and keep their energy in elastic collisions.
#include "stack.h"

enum { CYLINDER, ROUNDED, BLOCKY, CAPSULE, CONE, KINDS };

// Of height 1 standing on their ends, but for the capsule.
static scree_shape *shape_of(int kind)
{
    switch (kind) {
    case CYLINDER:
        return scree_cylinder_create(0.5, 0.5, 0.0, NULL);
    case ROUNDED:
        return scree_box_create(vec(0.4, 0.4, 0.4), 0.1, NULL);
    case BLOCKY:
        return scree_superquadric_create(vec(0.5, 0.5, 0.5), 8.0, 8.0, 0.0, NULL);
    case CAPSULE:
        return scree_capsule_create(0.3, 0.4, 0.0, NULL);
    default:
        return scree_cone_create(0.5, 0.5, 0.0, NULL);
    }
}

// Grains of mass 1 / m^3, K = 1e5 N/m^3 for two of them.
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
static double collide(uint64_t seed, int kind, int other, double dt)
{
    scree_sim_settings s = scree_sim_defaults();
    s.dt = dt;
    scree_sim *sim = new_sim(s, soft_material(1.0, 0.0));
    const int first_shape = scree_sim_add_shape(sim, shape_of(kind), NULL);
    const int second_shape = scree_sim_add_shape(sim, shape_of(other), NULL);
    const scree_grain first = { .shape = first_shape,
                                .orientation = random_orientation(&seed),
                                .spin = { 0.5, 1.0, -1.0 } };
    const scree_grain second = { .shape = second_shape,
                                 .position = { 1.6, 0.3 * random_share(&seed), 0.1 },
                                 .orientation = random_orientation(&seed),
                                 .velocity = { -2.0, 0.0, 0.3 },
                                 .spin = { -0.5, 0.0, 1.0 } };
    CHECK(scree_sim_add_grain(sim, &first, NULL) == 0 && scree_sim_add_grain(sim, &second, NULL) == 1);
    const scree_sim_totals before = scree_sim_measure(sim);
    run_steps(sim, (int64_t)(1.0 / dt));
    const scree_sim_totals after = scree_sim_measure(sim);
    CHECK(fabs(after.momentum.x - before.momentum.x) < 1e-12);
    scree_sim_destroy(sim);
    return fabs(energy_of(&after) / energy_of(&before) - 1.0);
}

static scree_sim *on_slope(int kind, double friction, double slope)
{
    scree_sim_settings s = scree_sim_defaults();
    const double angle = atan(slope);
    s.gravity = vec(9.81 * sin(angle), 0.0, -9.81 * cos(angle));
    s.dt = 5e-4;
    scree_sim *sim = new_sim(s, soft_material(0.3, friction));
    const int shape = scree_sim_add_shape(sim, shape_of(kind), NULL);
    add_plane(sim, vec(0.0, 0.0, 1.0), 0.0);
    add_at(sim, shape, vec(0.0, 0.0, 0.5), vec(0.0, 0.0, 0.0));
    return sim;
}

static void test_slope(int kind)
{
    const double mu = 0.5, angle = 1.02 * atan(mu);
    scree_sim *sim = on_slope(kind, mu, tan(0.98 * atan(mu)));
    run_steps(sim, 5000); // what is not flat rocks for a while
    const double start = scree_sim_grains(sim).positions[0].x;
    run_steps(sim, 10000); // 5 s
    const double creep = scree_sim_grains(sim).positions[0].x - start;
    scree_sim_destroy(sim);
    sim = on_slope(kind, mu, tan(angle));
    run_steps(sim, 2000);
    const double v = scree_sim_grains(sim).velocities[0].x, t = scree_sim_time(sim);
    run_steps(sim, 4000);
    const double a = (scree_sim_grains(sim).velocities[0].x - v) / (scree_sim_time(sim) - t);
    const double ratio = a / (9.81 * (sin(angle) - mu * cos(angle)));
    scree_sim_destroy(sim);
    if (getenv("SCREE_TEST_SHOW") != NULL) printf("slope, kind %d: creep %g, acceleration %g\n", kind, creep, ratio);
    CHECK_NEAR(creep, 0.0, 1e-3);
    CHECK_NEAR(ratio, 1.0, 0.01);
}

static void test_stack(int kind, int count, int64_t steps, double still, double creep)
{
    scree_sim_settings s = scree_sim_defaults();
    s.gravity = vec(0.0, 0.0, -9.81);
    s.dt = 5e-4;
    s.drag = 2.0; // for the sway: see stack.h
    scree_sim *sim = new_stack(s, soft_material(0.3, 0.5), shape_of(kind), count, 0.1);
    const stack_result r = watch_stack(sim, steps);
    if (getenv("SCREE_TEST_SHOW") != NULL)
        printf("stack, kind %d: kinetic %g, drift %g, mean %g, weight %g\n", kind, r.kinetic, r.raw_drift, r.mean_drift,
               r.weight);
    CHECK_MSG(r.kinetic < still, "kind %d: kinetic energy %g", kind, r.kinetic);
    CHECK_MSG(r.raw_drift < creep, "kind %d: creep %g", kind, r.raw_drift);
    CHECK_NEAR(r.weight, 1.0, steps < 20000 ? 0.1 : 1e-3);
}

// As the drag takes nothing from it, the tower sways for a minute or two: what is bounded is what is left in the end, and
// how far the mean positions creep.
static void test_free_stack(int kind, int count, double modulus)
{
    scree_sim_settings s = scree_sim_defaults();
    s.gravity = vec(0.0, 0.0, -9.81);
    s.dt = 5e-4;
    scree_material m = soft_material(0.3, 0.5);
    m.youngs_modulus = modulus;
    const stack_result r = watch_stack(new_stack(s, m, shape_of(kind), count, 0.1), 400000);
    if (getenv("SCREE_TEST_SHOW") != NULL)
        printf("free stack, kind %d: kinetic %g, drift %g, mean %g\n", kind, r.kinetic, r.raw_drift, r.mean_drift);
    CHECK_MSG(r.kinetic < 1e-5, "kind %d: kinetic energy %g", kind, r.kinetic);
    CHECK_MSG(r.mean_drift < 1e-4, "kind %d: the mean drifts by %g", kind, r.mean_drift);
    CHECK_NEAR(r.weight, 1.0, 5e-3);
}

// In full, 400,000 steps without a drag, from SCREE_TEST_SCALE=0.25 on, as in `make test`.
int main(void)
{
    const long collisions = check_scaled(4);
    double worst = 0.0;
    for (int i = 0; i < KINDS; ++i)
        for (int k = 0; k <= i; ++k)
            for (long n = 0; n < collisions; ++n) {
                const double off = collide((uint64_t)(100 + n), i, k, 1e-4);
                CHECK_MSG(off < 5e-6, "kinds %d %d: energy changed by %g", i, k, off);
                worst = fmax(worst, off);
            }
    if (getenv("SCREE_TEST_SHOW") != NULL) printf("collisions: %g\n", worst);
    test_slope(CYLINDER);
    test_slope(ROUNDED);
    test_slope(BLOCKY);
    const bool is_full = check_scale() >= 0.25;
    const int64_t steps = is_full ? 20000 : 2000;
    const double still = is_full ? 1e-5 : 1e-1, creep = is_full ? 1e-3 : 0.1;
    test_stack(CYLINDER, 5, steps, still, creep);
    test_stack(ROUNDED, 10, steps, still, creep);
    test_stack(BLOCKY, 5, steps, still, creep); // ten of them, as soft as this, buckle
    if (is_full) {
        test_free_stack(CYLINDER, 5, 1e5);
        test_free_stack(ROUNDED, 10, 1e5);
        test_free_stack(BLOCKY, 10, 1e6);
    }
    return check_done();
}
