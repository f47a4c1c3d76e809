// Oblique impacts of a sphere on a plane, and collisions of every two shapes: closed forms and conserved quantities.
#include "mixed_scene.h"

enum { ALL_SHAPES = 14 };

// Slow, so that the overlap is small beside the radius.
static const double normal_speed = 0.1;

static scree_sim *oblique(scree_law law, double restitution, double friction, double speed)
{
    scree_sim_settings s = scree_sim_defaults();
    s.dt = 5e-5;
    s.law = law;
    scree_sim *sim = new_sim(s, plain_material(restitution, friction));
    const int ball = scree_sim_add_shape(sim, scree_sphere_create(0.5, 0.0, NULL), NULL);
    add_plane(sim, vec(0.0, 0.0, 1.0), 0.0);
    add_at(sim, ball, vec(0.0, 0.0, 0.501), vec(speed, 0.0, -normal_speed));
    run_steps(sim, 16000);
    CHECK(scree_sim_measure(sim).contacts == 0);
    return sim;
}

// It slides all the while: the tangential impulse is friction times the normal one.
static void test_slip(scree_law law, double e)
{
    const double mu = 0.1, speed = 0.4;
    scree_sim *sim = oblique(law, e, mu, speed);
    const scree_sim_grains_view g = scree_sim_grains(sim);
    CHECK_NEAR(g.velocities[0].z / normal_speed, e, 0.01);
    const double slip = mu * (1.0 + e) * normal_speed;
    CHECK_NEAR((speed - g.velocities[0].x) / slip, 1.0, 0.01);
    CHECK_NEAR(g.spins[0].y / (2.5 * slip / 0.5), 1.0, 0.01);
    const scree_sim_totals t = scree_sim_measure(sim);
    const double start = 0.5 * g.masses[0] * (speed * speed + normal_speed * normal_speed);
    CHECK_NEAR((t.kinetic_translation + t.kinetic_rotation + t.dissipated) / start, 1.0, 2e-3);
    scree_sim_destroy(sim);
}

// It sticks all the while: the surface velocity swings with the tangential spring against 2/7 of the mass, for half a
// period of the normal one: it is turned back, by cos(pi sqrt(7/2 k_t / k_n)).
static void test_stick(void)
{
    const double speed = 0.05;
    scree_sim *sim = oblique(SCREE_LAW_LINEAR, 1.0, 1e3, speed);
    const scree_sim_grains_view g = scree_sim_grains(sim);
    const double surface = g.velocities[0].x - 0.5 * g.spins[0].y;
    CHECK_NEAR(surface / speed, cos(3.14159265358979 * sqrt(3.5 * 0.5)), 0.02);
    CHECK_NEAR(g.velocities[0].z / normal_speed, 1.0, 1e-3);
    CHECK(surface < 0.0);
    scree_sim_destroy(sim);
}

// A body falls and comes to rest at the longest time step of the rule: what it has lost was dissipated, to 3 %.
static void test_balance(scree_law law, double restitution)
{
    scree_sim_settings s = scree_sim_defaults();
    s.gravity = vec(0.0, 0.0, -9.81);
    s.law = law;
    scree_sim *sim = new_sim(s, plain_material(restitution, 0.5));
    add_plane(sim, vec(0.0, 0.0, 1.0), 0.0);
    scree_shape *shape = law == SCREE_LAW_PRESSURE_FIELD ? scree_box_create(vec(0.5, 0.5, 0.5), 0.0, NULL)
                                                         : scree_sphere_create(0.5, 0.0, NULL);
    add_at(sim, scree_sim_add_shape(sim, shape, NULL), vec(0.0, 0.0, 1.0), vec(0.0, 0.0, 0.0));
    const double before = scree_sim_measure(sim).potential;
    run_steps(sim, 4000);
    const scree_sim_totals t = scree_sim_measure(sim);
    const double lost = before - t.potential - t.elastic - t.kinetic_translation - t.kinetic_rotation;
    CHECK_MSG(fabs(t.dissipated / lost - 1.0) < 0.03, "law %d, restitution %g: dissipated %g, lost %g", (int)law,
              restitution, t.dissipated, lost);
    scree_sim_destroy(sim);
}

// The shapes that add_shapes() leaves out.
static void add_all_shapes(scree_sim *sim, uint64_t *state)
{
    add_shapes(sim, state);
    scree_vec3 points[12];
    for (int i = 0; i < 12; ++i)
        points[i] = vec(0.7 * random_share(state) - 0.35, 0.7 * random_share(state) - 0.35, 0.7 * random_share(state));
    scree_shape *const more[] = {
        scree_cone_create(0.4, 0.8, 0.0, NULL),
        scree_tapered_capsule_create(0.35, 0.2, 0.3, 0.0, NULL),
        scree_box_create(vec(0.3, 0.25, 0.35), 0.1, NULL),
        scree_polyhedron_create(points, 12, 0.05, NULL),
        scree_superquadric_create(vec(0.4, 0.3, 0.5), 3.0, 2.5, 0.0, NULL),
        scree_cylinder_create(0.3, 0.3, 0.1, NULL),
    };
    for (int i = 0; i < ALL_SHAPES - 8; ++i) CHECK(scree_sim_add_shape(sim, more[i], NULL) == 8 + i);
}

// Momentum and angular momentum are the same before and after, whatever the shapes and the law.
static void test_pair(int a, int b, scree_law law)
{
    scree_sim_settings s = scree_sim_defaults();
    s.dt = 2e-4;
    s.law = law;
    scree_material m = plain_material(0.6, 0.4);
    m.rolling_friction = m.torsional_friction = 0.05;
    scree_sim *sim = new_sim(s, m);
    uint64_t state = 17 + 8 * (uint64_t)a + (uint64_t)b;
    add_all_shapes(sim, &state);
    const scree_grain first = { .shape = a,
                                .position = { 0.3, 0.1, 0.0 },
                                .orientation = random_orientation(&state),
                                .velocity = { 2.0, 0.2, 0.1 },
                                .spin = { 0.5, 1.0, -2.0 } };
    const scree_grain second = { .shape = b,
                                 .position = { 2.3, 0.2, 0.1 },
                                 .orientation = random_orientation(&state),
                                 .velocity = { -2.0, 0.0, 0.3 },
                                 .spin = { -0.5, 0.0, 1.0 } };
    CHECK(scree_sim_add_grain(sim, &first, NULL) == 0 && scree_sim_add_grain(sim, &second, NULL) == 1);
    const scree_sim_totals before = scree_sim_measure(sim);
    run_steps(sim, 3000);
    const scree_sim_totals after = scree_sim_measure(sim);
    const scree_vec3 p = before.momentum, q = after.momentum, l = before.angular_momentum, k = after.angular_momentum;
    const double size = scree_sim_grains(sim).masses[0] * 4.0;
    const double off = fabs(p.x - q.x) + fabs(p.y - q.y) + fabs(p.z - q.z);
    const double change = fabs(l.x - k.x) + fabs(l.y - k.y) + fabs(l.z - k.z);
    CHECK_MSG(off < 1e-12 * size && change < 1e-12 * size, "shapes %d and %d, law %d: %g, %g", a, b, (int)law, off,
              change);
    const double lost = before.kinetic_translation + before.kinetic_rotation - after.kinetic_translation -
                        after.kinetic_rotation - after.elastic;
    CHECK_MSG(after.dissipated > 0.0, "shapes %d and %d did not meet", a, b);
    CHECK_MSG(fabs(lost - after.dissipated) < 0.1 * (lost + after.dissipated), "shapes %d and %d: lost %g, counted %g",
              a, b, lost, after.dissipated);
    scree_sim_destroy(sim);
}

// The same in the plane: discs, polygons, rounded polygons.
static void test_planar_pair(int a, int b)
{
    scree_sim_settings s = scree_sim_defaults();
    s.dimension = 2;
    s.dt = 2e-4;
    scree_sim *sim = new_sim(s, plain_material(0.6, 0.4));
    const scree_vec3 corners[] = { { -0.4, -0.3, 0.0 }, { 0.5, -0.2, 0.0 }, { 0.3, 0.4, 0.0 }, { -0.3, 0.5, 0.0 } };
    CHECK(scree_sim_add_shape(sim, scree_disc_create(0.4, 0.0, NULL), NULL) == 0);
    CHECK(scree_sim_add_shape(sim, scree_polygon_create(corners, 4, 0.0, NULL), NULL) == 1);
    CHECK(scree_sim_add_shape(sim, scree_polygon_create(corners, 4, 0.1, NULL), NULL) == 2);
    const scree_grain first = { .shape = a, .velocity = { 2.0, 0.2, 0.0 }, .spin = { 0.0, 0.0, -2.0 } };
    const scree_grain second = {
        .shape = b, .position = { 1.4, 0.2, 0.0 }, .velocity = { -2.0, 0.0, 0.0 }, .spin = { 0.0, 0.0, 1.0 }
    };
    CHECK(scree_sim_add_grain(sim, &first, NULL) == 0 && scree_sim_add_grain(sim, &second, NULL) == 1);
    const scree_sim_totals before = scree_sim_measure(sim);
    run_steps(sim, 2000);
    const scree_sim_totals after = scree_sim_measure(sim);
    const double size = scree_sim_grains(sim).masses[0] * 4.0;
    CHECK(after.dissipated > 0.0 && after.contacts == 0 && after.momentum.z == 0.0);
    CHECK(hypot(after.momentum.x - before.momentum.x, after.momentum.y - before.momentum.y) < 1e-12 * size);
    CHECK(fabs(after.angular_momentum.z - before.angular_momentum.z) < 1e-12 * size);
    scree_sim_destroy(sim);
}

int main(void)
{
    test_slip(SCREE_LAW_LINEAR, 0.6);
    test_slip(SCREE_LAW_LINEAR, 1.0);
    test_slip(SCREE_LAW_HERTZ, 0.8);
    test_slip(SCREE_LAW_HERTZ, 0.3);
    test_stick();
    for (int i = 0; i < 3; ++i) {
        test_balance(SCREE_LAW_LINEAR, 0.1 + 0.3 * i);
        test_balance(SCREE_LAW_HERTZ, 0.1 + 0.3 * i);
        test_balance(SCREE_LAW_PRESSURE_FIELD, 0.1 + 0.3 * i);
    }
    const int shapes = check_scale() < 0.25 ? 8 : ALL_SHAPES;
    for (int a = 0; a < shapes; ++a)
        for (int b = a; b < shapes; ++b) {
            test_pair(a, b, SCREE_LAW_AUTO);
            if (check_scale() >= 1.0 && b < 8) test_pair(a, b, SCREE_LAW_HERTZ);
        }
    for (int a = 0; a < 3; ++a)
        for (int b = a; b < 3; ++b) test_planar_pair(a, b);
    return check_done();
}
