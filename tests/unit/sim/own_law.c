// A law of the user's own with each region: the simulator's law, called from it, gives the same bytes as the law itself, and
// pairs of shapes without the region keep the law of the table. The volume law keeps the energy whatever its exponent.
#include <stdlib.h>
#include <string.h>

#include "mixed_scene.h"
#include "scree_sim/laws/floating_plane.h"
#include "scree_sim/laws/pressure_field.h"
#include "scree_sim/laws/volume.h"

static scree_contact_force own_field(const scree_contact_region *region, const scree_contact_motion *motions,
                                     const scree_contact_constants *constants, double dt,
                                     scree_contact_history *history)
{
    scree_contact_force out = scree_law_pressure_field(region, motions, constants, dt, history);
    if (!(region->energy > 0.0) || region->volume != 0.0) out.force.x = NAN; // which is reported
    return out;
}

// The plane is not the law's: what it writes there is ignored.
static scree_contact_force own_plane(const scree_contact_region *region, const scree_contact_motion *motions,
                                     const scree_contact_constants *constants, double dt,
                                     scree_contact_history *history)
{
    const scree_contact_force out = scree_law_floating_plane(region, motions, constants, dt, history);
    history->plane = vec(1.0, 2.0, 3.0);
    return out;
}

static scree_contact_force own_volume(const scree_contact_region *region, const scree_contact_motion *motions,
                                      const scree_contact_constants *constants, double dt,
                                      scree_contact_history *history)
{
    scree_contact_force out = scree_law_volume(region, motions, constants, dt, history);
    if (fabs(region->energy / (0.5 * region->volume * region->volume) - 1.0) > 1e-12) out.force.x = NAN;
    return out;
}

static const struct {
    scree_law law;
    scree_law_region region;
    scree_law_function function;
} laws[] = {
    { SCREE_LAW_PRESSURE_FIELD, SCREE_LAW_REGION_FIELD, own_field },
    { SCREE_LAW_FLOATING_PLANE, SCREE_LAW_REGION_PLANE, own_plane },
    { SCREE_LAW_VOLUME, SCREE_LAW_REGION_VOLUME, own_volume },
};

// Every shape, on a floor and between walls; steps until all have met.
static scree_sim *heap_with(size_t law, bool is_own, int threads)
{
    scree_sim_settings s = mixed_settings(false, threads);
    s.law = is_own ? SCREE_LAW_USER : laws[law].law;
    s.user_law = is_own ? laws[law].function : NULL;
    s.user_region = is_own ? laws[law].region : SCREE_LAW_REGION_POINT;
    return mixed_scene_of(s);
}

static bool same_grains(const scree_sim *a, const scree_sim *b)
{
    const scree_sim_grains_view u = scree_sim_grains(a), v = scree_sim_grains(b);
    return u.count == v.count && memcmp(u.positions, v.positions, u.count * sizeof *u.positions) == 0 &&
           memcmp(u.spins, v.spins, u.count * sizeof *u.spins) == 0;
}

// The largest difference of positions, and of angular velocities, of grains in the same order.
static double distance_of(const scree_sim *a, const scree_sim *b)
{
    const scree_sim_grains_view u = scree_sim_grains(a), v = scree_sim_grains(b);
    double most = u.count == v.count ? 0.0 : INFINITY;
    for (size_t i = 0; i < u.count && i < v.count; ++i) {
        const scree_vec3 p = u.positions[i], q = v.positions[i], s = u.spins[i], t = v.spins[i];
        most = fmax(most, fabs(p.x - q.x) + fabs(p.y - q.y) + fabs(p.z - q.z));
        most = fmax(most, fabs(s.x - t.x) + fabs(s.y - t.y) + fabs(s.z - t.z));
    }
    return most;
}

static void test_same(size_t law)
{
    // A field with its energy has other roundings.
    const bool is_exact = laws[law].region != SCREE_LAW_REGION_FIELD;
    const int64_t steps = is_exact ? 1500 : 500;
    scree_sim *plain = heap_with(law, false, 1), *own = heap_with(law, true, 1), *three = heap_with(law, true, 3);
    run_steps(plain, steps);
    run_steps(own, steps);
    CHECK_MSG(distance_of(plain, own) <= (is_exact ? 0.0 : 1e-6), "law %zu: off by %g", law, distance_of(plain, own));
    const scree_sim_totals a = scree_sim_measure(plain), b = scree_sim_measure(own);
    CHECK(a.contacts > (is_exact ? 20 : 5) && b.contacts == a.contacts);
    CHECK_NEAR(b.dissipated / a.dissipated, 1.0, is_exact ? 1e-15 : 1e-6);
    CHECK_NEAR(b.elastic / a.elastic, 1.0, is_exact ? 1e-12 : 1e-6);
    // Stopped halfway, and with more threads.
    void *bytes = NULL;
    size_t size = 0;
    run_steps(three, steps / 2);
    CHECK(scree_sim_save(three, &bytes, &size, NULL));
    scree_sim_destroy(three);
    three = scree_sim_restore(bytes, size, NULL);
    CHECK(three != NULL && !scree_sim_step(three, 1, NULL)); // it lacks its law
    scree_sim_set_user_law(three, laws[law].function, (scree_law_region)99);
    CHECK(!scree_sim_step(three, 1, NULL));
    scree_sim_set_user_law(three, laws[law].function, laws[law].region);
    run_steps(three, steps - steps / 2);
    CHECK_MSG(same_grains(three, own), "law %zu: other bytes after a stop", law);
    free(bytes);
    scree_sim_destroy(plain);
    scree_sim_destroy(own);
    scree_sim_destroy(three);
}

static void test_settings(void)
{
    scree_sim_settings s = scree_sim_defaults();
    CHECK(s.volume_exponent == 2.0 && s.user_region == SCREE_LAW_REGION_POINT);
    s.user_region = (scree_law_region)4;
    CHECK(scree_sim_create(&s, NULL) == NULL);
    s = scree_sim_defaults();
    static const double bad[] = { 0.9, 4.1, -2.0, NAN };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; ++i) {
        s.volume_exponent = bad[i];
        CHECK(scree_sim_create(&s, NULL) == NULL);
    }
}

// ------------------------------------------------------------------------------------------------------ the exponent

static double energy_of(const scree_sim_totals *t)
{
    return t->kinetic_translation + t->kinetic_rotation + t->potential + t->elastic;
}

// Two bodies meet at random, without losses: the largest relative change of the energy.
static double collide(uint64_t seed, bool are_boxes, bool is_flat, double exponent, double dt, double *depth)
{
    scree_sim_settings s = scree_sim_defaults();
    s.dt = dt;
    s.law = SCREE_LAW_VOLUME;
    s.volume_exponent = exponent;
    if (is_flat) s.dimension = 2;
    scree_material m = plain_material(1.0, 0.0);
    m.density = 1.0;
    m.youngs_modulus = 1e5;
    scree_sim *sim = new_sim(s, m);
    int shape = are_boxes ? 1 : 5;
    const scree_vec3 corners[] = { { -0.5, -0.5, 0.0 }, { 0.5, -0.4, 0.0 }, { 0.6, 0.4, 0.0 }, { -0.3, 0.6, 0.0 } };
    if (is_flat)
        shape = scree_sim_add_shape(sim, scree_polygon_create(corners, 4, 0.0, NULL), NULL);
    else
        add_shapes(sim, &seed);
    scree_grain first = { .shape = shape, .orientation = random_orientation(&seed), .spin = { 0.5, 1.0, -1.0 } };
    scree_grain second = { .shape = shape,
                           .position = { 1.6, 0.3 * random_share(&seed), 0.1 },
                           .orientation = random_orientation(&seed),
                           .velocity = { -2.0, 0.0, 0.3 },
                           .spin = { -0.5, 0.0, 1.0 } };
    if (is_flat) {
        first.spin = vec(0.0, 0.0, 1.0);
        second.spin = vec(0.0, 0.0, -0.5);
        second.position.z = second.velocity.z = 0.0;
        first.orientation = scree_quat_from_euler(vec(0.0, 0.0, 6.0 * random_share(&seed)));
        second.orientation = scree_quat_from_euler(vec(0.0, 0.0, 6.0 * random_share(&seed)));
    }
    CHECK(scree_sim_add_grain(sim, &first, NULL) == 0 && scree_sim_add_grain(sim, &second, NULL) == 1);
    const scree_sim_totals before = scree_sim_measure(sim);
    double worst = 0.0;
    for (int i = 0; i < 20; ++i) { // also while they touch: the elastic energy is part of it
        run_steps(sim, (int64_t)(0.05 / dt));
        const scree_sim_totals now = scree_sim_measure(sim);
        worst = fmax(worst, fabs(energy_of(&now) / energy_of(&before) - 1.0));
        *depth = fmax(*depth, now.largest_overlap);
        CHECK(fabs(now.momentum.x - before.momentum.x) < 1e-12);
    }
    scree_sim_destroy(sim);
    return worst;
}

static void test_exponent(double exponent, double allowed)
{
    double worst[3] = { 0.0 }, depth[3] = { 0.0 };
    const long wanted = check_scaled(12), collisions = wanted > 6 ? wanted : 6; // some pairs miss each other
    for (long i = 0; i < collisions; ++i)
        for (int kind = 0; kind < 3; ++kind)
            worst[kind] =
                fmax(worst[kind], collide((uint64_t)(100 + i), kind == 0, kind == 2, exponent, 1e-4, &depth[kind]));
    if (getenv("SCREE_TEST_SHOW") != NULL)
        printf("m = %g: boxes %.2g, hulls %.2g, polygons %.2g; depths %.2g %.2g %.2g\n", exponent, worst[0], worst[1],
               worst[2], depth[0], depth[1], depth[2]);
    for (int kind = 0; kind < 3; ++kind)
        CHECK_MSG(worst[kind] < allowed, "m = %g, kind %d: energy off by %g", exponent, kind, worst[kind]);
    CHECK(depth[0] > 0.01 && depth[1] > 0.01);
}

int main(void)
{
    for (size_t i = 0; i < sizeof laws / sizeof *laws; ++i) test_same(i);
    test_settings();
    test_exponent(1.0, 2e-4);
    test_exponent(1.5, 2e-5);
    test_exponent(2.0, 2e-5);
    test_exponent(3.0, 2e-5);
    return check_done();
}
