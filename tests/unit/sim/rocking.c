// A slender block that rocks from edge to edge on a rough plane: its period against Housner's (1963).
//
// Block    half width b, half height h, R^2 = b^2 + h^2, tan(alpha) = b / h; it rotates about one edge at a time. For small
//          angles, theta'' = -p^2 (alpha - theta) with p^2 = 3 g / (4 R). Let go at theta_m, it takes
//          acosh(1 / (1 - theta_m / alpha)) / p to stand upright: a quarter of the period.
// Here     each half swing between two upright moments has its own amplitude, since impacts take some energy: its length
//          is compared with that of its own amplitude. Contacts are soft: the block rotates about a point a little inside
//          of its edge, which takes longer, the less so the stiffer they are.
#include "scene.h"

static const double g = 9.81, b = 0.1, h = 0.5;

typedef struct swing {
    double time, amplitude;
} swing;

static double angle_of(const scree_sim *sim)
{
    return 2.0 * asin(scree_sim_grains(sim).orientations[0].y);
}

static scree_sim *leaning(double angle, double modulus, double dt)
{
    scree_sim_settings s = scree_sim_defaults();
    s.gravity = vec(0.0, 0.0, -g);
    s.dt = dt;
    scree_material m = plain_material(0.9, 2.0);
    m.youngs_modulus = modulus;
    scree_sim *sim = new_sim(s, m);
    add_plane(sim, vec(0.0, 0.0, 1.0), 0.0);
    const int block = scree_sim_add_shape(sim, scree_box_create(vec(b, 0.2, h), 0.0, NULL), NULL);
    // About the y axis, by a positive angle: it stands on its edge at +b.
    const scree_grain grain = { .shape = block,
                                .position = { 0.0, 0.0, h * cos(angle) + b * sin(angle) },
                                .orientation = scree_quat_from_euler(vec(0.0, angle, 0.0)) };
    CHECK(scree_sim_add_grain(sim, &grain, NULL) == 0);
    return sim;
}

// On to the next upright moment.
static swing next_swing(scree_sim *sim, double dt)
{
    swing s = { 0 };
    const double start = scree_sim_time(sim), first = angle_of(sim);
    double angle = first, before = first;
    for (int i = 0; i < 1000000; ++i) {
        run_steps(sim, 1);
        before = angle;
        angle = angle_of(sim);
        s.amplitude = fmax(s.amplitude, fabs(angle));
        if (i > 100 && (angle > 0.0) != (before > 0.0)) break;
    }
    // Where between the two steps.
    s.time = scree_sim_time(sim) - start - dt * fabs(angle) / (fabs(angle) + fabs(before));
    return s;
}

static double housner_quarter(double amplitude)
{
    const double p = sqrt(0.75 * g / hypot(b, h)), alpha = atan(b / h);
    return acosh(1.0 / (1.0 - amplitude / alpha)) / p;
}

static void test_period(double modulus, double dt, double allowed)
{
    const double alpha = atan(b / h), start = 0.6 * alpha;
    scree_sim *sim = leaning(start, modulus, dt);
    const swing quarter = next_swing(sim, dt);
    CHECK_NEAR(quarter.amplitude, start, 0.01 * alpha);
    CHECK_NEAR(quarter.time / housner_quarter(start), 1.0, allowed);
    const int swings = check_scale() < 1.0 ? 1 : 3;
    for (int i = 0; i < swings; ++i) {
        const swing half = next_swing(sim, dt);
        CHECK(half.amplitude > 0.2 * alpha && half.amplitude < start);
        CHECK_NEAR(half.time / (2.0 * housner_quarter(half.amplitude)), 1.0, allowed);
    }
    scree_sim_destroy(sim);
}

int main(void)
{
    test_period(1e8, 5e-5, 0.05);
    if (check_scale() >= 1.0) test_period(1e9, 1.5e-5, 0.015);
    return check_done();
}
