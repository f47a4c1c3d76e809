// A dense elastic gas in a periodic box: momentum is conserved, and the energy does not drift.
//
// In full, from SCREE_TEST_SCALE=0.25 on, as in `make test`: 100,000 steps of 64 grains, loose and dense, and 20,000 of 512 dense
// ones.
#include "mixed_scene.h"

enum { HULLS = 8, CORNERS = 20, SAMPLES = 10 };

static scree_shape *new_hull(uint64_t *state)
{
    scree_vec3 points[CORNERS];
    for (int i = 0; i < CORNERS; ++i) {
        const double z = 2.0 * random_share(state) - 1.0, angle = 6.28318530717959 * random_share(state);
        const double r = sqrt(1.0 - z * z);
        points[i] = vec(0.6 * r * cos(angle), 0.6 * r * sin(angle), 0.6 * z);
    }
    return scree_polyhedron_create(points, CORNERS, 0.0, NULL);
}

/// `count` grains along each side of the box.
static scree_sim *new_gas(bool are_hulls, int count, double spacing)
{
    const double side = count * spacing;
    scree_sim_settings s = scree_sim_defaults();
    s.domain_low = vec(0.0, 0.0, 0.0);
    s.domain_high = vec(side, side, side);
    for (int i = 0; i < 3; ++i) s.boundary[i] = SCREE_PERIODIC;
    s.dt = 2e-4;
    scree_material m = plain_material(1.0, 0.0);
    m.density = 1.0;
    m.youngs_modulus = 1e5;
    scree_sim *sim = new_sim(s, m);
    uint64_t state = 3;
    int shapes[HULLS];
    for (int i = 0; i < HULLS; ++i)
        shapes[i] = scree_sim_add_shape(
            sim, are_hulls ? new_hull(&state) : scree_box_create(vec(0.5, 0.5, 0.5), 0.0, NULL), NULL);
    for (int i = 0; i < count * count * count; ++i) {
        const scree_vec3 at = { spacing * (i % count), spacing * (i / count % count), spacing * (i / count / count) };
        const scree_vec3 v = { random_share(&state) - 0.5, random_share(&state) - 0.5, random_share(&state) - 0.5 };
        add_at(sim, shapes[i % HULLS], at, vec(4.0 * v.x, 4.0 * v.y, 4.0 * v.z));
    }
    return sim;
}

// The mean of ten moments: velocity Verlet's energy sways by some 1e-6 while grains collide.
static double mean_energy(scree_sim *sim)
{
    double sum = 0.0;
    for (int i = 0; i < SAMPLES; ++i) {
        run_steps(sim, 50);
        const scree_sim_totals t = scree_sim_measure(sim);
        sum += t.kinetic_translation + t.kinetic_rotation + t.elastic;
    }
    return sum / SAMPLES;
}

static void test_gas(bool are_hulls, int count, double spacing, double fraction, int steps)
{
    scree_sim *sim = new_gas(are_hulls, count, spacing);
    run_steps(sim, 1500); // at first, faces meet flush: the onset of such contacts costs some 1e-5, once
    const scree_sim_totals start = scree_sim_measure(sim);
    const double before = mean_energy(sim);
    const bool is_full = check_scale() >= 0.25;
    run_steps(sim, is_full ? steps : check_scaled(10000));
    const double change = mean_energy(sim) / before - 1.0, allowed = is_full ? 1e-5 : 5e-6;
    const scree_sim_totals end = scree_sim_measure(sim);
    CHECK_MSG(fabs(change) < allowed, "%s: energy changed by %g", are_hulls ? "hulls" : "cubes", change);
    CHECK_NEAR(start.volume / pow(count * spacing, 3.0), fraction, 0.02);
    const double off = fabs(end.momentum.x - start.momentum.x) + fabs(end.momentum.y - start.momentum.y) +
                       fabs(end.momentum.z - start.momentum.z);
    CHECK_MSG(off < 1e-10, "momentum changed by %g", off);
    // Equipartition: they have collided often.
    CHECK(!is_full || end.kinetic_rotation > 0.3 * end.kinetic_translation);
    scree_sim_destroy(sim);
}

int main(void)
{
    test_gas(false, 4, 1.5, 0.296, 100000);
    test_gas(true, 4, 1.3, 0.226, 100000);
    test_gas(false, 4, 1.25, 0.512, 100000);
    test_gas(true, 4, 1.15, 0.305, 100000);
    if (check_scale() < 0.25) return check_done();
    test_gas(false, 8, 1.25, 0.512, 20000);
    test_gas(true, 8, 1.15, 0.305, 20000);
    return check_done();
}
