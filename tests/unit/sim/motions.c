// Several motions of a wall at the same time: oscillations and rotations about several centres, against closed forms; the
// velocity that grains see; bounds on the path, which must not let a pair sleep that touches; save and restore.
#include <stdlib.h>
#include <string.h>

#include "mixed_scene.h"

static const double two_pi = 6.28318530717958647693;

static scree_sim *with_paddle(scree_sim_settings s, const scree_wall_motion *motions, size_t count)
{
    scree_error error = { SCREE_OK, "" };
    scree_sim *sim = new_sim(s, plain_material(0.5, 0.5));
    const int shape = scree_sim_add_shape(sim, scree_box_create(vec(0.4, 0.05, 0.3), 0.0, NULL), NULL);
    const scree_grain_part piece = { shape, { 0.0, 0.0, 0.0 }, { 1.0, 0.0, 0.0, 0.0 } };
    const scree_wall wall = { .name = "paddle", .pieces = &piece, .piece_count = 1, .position = { 1.3, 0.2, 0.3 } };
    CHECK(scree_sim_add_wall(sim, &wall, NULL) == 0);
    CHECK_MSG(scree_sim_set_wall_motions(sim, 0, motions, count, &error), "%s", error.message);
    return sim;
}

static void check_at(const scree_sim *sim, scree_vec3 expected, double tolerance)
{
    const scree_vec3 p = scree_sim_wall_at(sim, 0).position;
    CHECK_NEAR(p.x, expected.x, tolerance);
    CHECK_NEAR(p.y, expected.y, tolerance);
    CHECK_NEAR(p.z, expected.z, tolerance);
}

// v rotated about z.
static scree_vec3 about_z(scree_vec3 v, double angle)
{
    return vec(cos(angle) * v.x - sin(angle) * v.y, sin(angle) * v.x + cos(angle) * v.y, v.z);
}

// Two oscillations and a velocity.
static void test_oscillations(void)
{
    scree_sim_settings s = scree_sim_defaults();
    s.dt = 1e-3;
    const scree_wall_motion motions[] = { { .amplitude = { 0.1, 0.0, 0.0 }, .frequency = 2.0, .phase = 0.3 },
                                          { .velocity = { 0.0, 0.5, 0.0 } },
                                          { .amplitude = { 0.02, 0.0, 0.3 }, .frequency = 5.0 } };
    scree_sim *sim = with_paddle(s, motions, 3);
    for (int i = 0; i < 5; ++i) {
        run_steps(sim, 137);
        const double t = scree_sim_time(sim), a = two_pi * 2.0 * t + 0.3, b = two_pi * 5.0 * t;
        const double x = 0.1 * (sin(a) - sin(0.3)) + 0.02 * sin(b);
        check_at(sim, vec(1.3 + x, 0.2 + 0.5 * t, 0.3 + 0.3 * sin(b)), 1e-12);
        const scree_vec3 v = scree_sim_wall_at(sim, 0).velocity;
        CHECK_NEAR(v.x, 0.1 * two_pi * 2.0 * cos(a) + 0.02 * two_pi * 5.0 * cos(b), 1e-11);
        CHECK_NEAR(v.y, 0.5, 1e-15);
        CHECK_NEAR(v.z, 0.3 * two_pi * 5.0 * cos(b), 1e-11);
    }
    scree_sim_destroy(sim);
}

// A planetary mixer that drives along y: a rotation about the origin carries the centre of the second one.
static void test_planet(void)
{
    scree_sim_settings s = scree_sim_defaults();
    s.dt = 1e-3;
    const double arm = 2.0, own = -7.0, speed = 0.25;
    const scree_wall_motion motions[] = { { .spin = { 0.0, 0.0, arm } },
                                          { .velocity = { 0.0, speed, 0.0 } },
                                          { .spin = { 0.0, 0.0, own }, .centre = { 1.0, 0.0, 0.0 } } };
    scree_sim *sim = with_paddle(s, motions, 3);
    for (int i = 0; i < 5; ++i) {
        run_steps(sim, 211);
        const double t = scree_sim_time(sim);
        const scree_vec3 joint = about_z(vec(1.0, 0.0, 0.0), arm * t);
        const scree_vec3 tip = about_z(vec(0.3, 0.2, 0.3), (arm + own) * t);
        check_at(sim, vec(joint.x + tip.x, joint.y + tip.y + speed * t, 0.3), 1e-12);
        const scree_sim_wall_view w = scree_sim_wall_at(sim, 0);
        CHECK_NEAR(w.spin.z, arm + own, 1e-15);
        CHECK_NEAR(w.velocity.x, -arm * joint.y - (arm + own) * tip.y, 1e-11);
        CHECK_NEAR(w.velocity.y, arm * joint.x + (arm + own) * tip.x + speed, 1e-11);
        const double half = 0.5 * (arm + own) * t;
        CHECK_NEAR(fabs(w.orientation.w), fabs(cos(half)), 1e-12);
        scree_wall_motion now[2];
        CHECK(scree_sim_wall_motions(sim, 0, now, 2) == 3 && now[1].velocity.y == speed);
        CHECK_NEAR(now[0].centre.y, speed * t, 1e-12);
    }
    scree_sim_destroy(sim);
}

// About the same centre, spins add up as vectors; the order has no effect.
static void test_same_centre(void)
{
    scree_sim_settings s = scree_sim_defaults();
    s.dt = 1e-3;
    const scree_vec3 c = { 0.5, 0.1, 0.0 };
    const scree_wall_motion two[] = { { .spin = { 1.0, 0.0, 0.0 }, .centre = c },
                                      { .spin = { 0.0, 2.0, 0.5 }, .centre = c } };
    const scree_wall_motion one = { .spin = { 1.0, 2.0, 0.5 }, .centre = c };
    scree_sim *a = with_paddle(s, two, 2), *b = with_paddle(s, &one, 1);
    run_steps(a, 500);
    run_steps(b, 500);
    const scree_sim_wall_view u = scree_sim_wall_at(a, 0), v = scree_sim_wall_at(b, 0);
    CHECK(memcmp(&u.position, &v.position, sizeof u.position) == 0);
    CHECK(memcmp(&u.orientation, &v.orientation, sizeof u.orientation) == 0);
    scree_sim_destroy(a);
    scree_sim_destroy(b);
}

// Grains around a paddle with four motions.
static scree_sim *mixer(int threads)
{
    scree_sim_settings s = mixed_settings(false, threads);
    s.domain_low = vec(-1e3, -1e3, -1e3);
    s.domain_high = vec(1e3, 1e3, 1e3);
    const scree_wall_motion motions[] = { { .spin = { 0.0, 0.0, 3.0 } },
                                          { .spin = { 0.0, 2.0, 11.0 }, .centre = { 1.0, 0.0, 0.3 } },
                                          { .amplitude = { 0.0, 0.0, 0.1 }, .frequency = 4.0 },
                                          { .amplitude = { 0.05, 0.1, 0.0 }, .frequency = 9.0, .phase = 1.0 } };
    scree_sim *sim = with_paddle(s, motions, 4);
    uint64_t state = 3;
    add_plane(sim, vec(0.0, 0.0, 1.0), -0.2);
    const int box = scree_sim_add_shape(sim, scree_box_create(vec(0.1, 0.12, 0.08), 0.0, NULL), NULL);
    for (int i = 0; i < 60; ++i) {
        const scree_grain grain = { .shape = box,
                                    .position = { -1.5 + 0.6 * (i % 6), -1.5 + 0.6 * (i / 6 % 5),
                                                  0.05 + 0.4 * (i / 30) },
                                    .orientation = random_orientation(&state) };
        if (!scree_sim_blocked(sim, &grain)) CHECK(scree_sim_add_grain(sim, &grain, NULL) >= 0);
    }
    return sim;
}

static bool same_grains(const scree_sim *a, const scree_sim *b)
{
    const scree_sim_grains_view u = scree_sim_grains(a), v = scree_sim_grains(b);
    return u.count == v.count && u.count > 40 && memcmp(u.positions, v.positions, u.count * sizeof *u.positions) == 0 &&
           memcmp(u.spins, v.spins, u.count * sizeof *u.spins) == 0;
}

static void test_grains(void)
{
    const int64_t steps = 1600;
    scree_sim *one = mixer(1), *awake = mixer(1), *three = mixer(3);
    scree_sim_keep_awake(awake, true);
    run_steps(one, steps);
    run_steps(awake, steps);
    CHECK(scree_sim_measure(one).work > 1.0);
    CHECK_MSG(same_grains(one, awake), "a pair slept that touches");
    void *bytes = NULL;
    size_t size = 0;
    run_steps(three, steps / 3);
    CHECK(scree_sim_save(three, &bytes, &size, NULL));
    scree_sim_destroy(three);
    three = scree_sim_restore(bytes, size, NULL);
    run_steps(three, steps - steps / 3);
    CHECK_MSG(same_grains(one, three), "other bytes after a stop");
    free(bytes);
    scree_sim_destroy(one);
    scree_sim_destroy(awake);
    scree_sim_destroy(three);
}

static void test_errors(void)
{
    const scree_wall_motion servo = {
        .servo = true, .servo_normal = { 1.0, 0.0, 0.0 }, .servo_force = 1.0, .servo_speed = 1.0
    };
    const scree_wall_motion servos[] = { servo, servo }, many[SCREE_WALL_MOTIONS + 1] = { { .frequency = 1.0 } };
    scree_sim *sim = with_paddle(scree_sim_defaults(), &servo, 1);
    CHECK(!scree_sim_set_wall_motions(sim, 0, servos, 2, NULL));
    CHECK(!scree_sim_set_wall_motions(sim, 0, many, SCREE_WALL_MOTIONS + 1, NULL));
    CHECK(!scree_sim_set_wall_motions(sim, 0, NULL, 1, NULL));
    CHECK(!scree_sim_set_wall_motions(sim, 1, &servo, 1, NULL));
    CHECK(!scree_sim_set_wall_motions(NULL, 0, &servo, 1, NULL));
    CHECK(!scree_sim_move_wall(sim, 0, NULL, NULL));
    CHECK(scree_sim_wall_motions(NULL, 0, NULL, 0) == 0 && scree_sim_wall_motions(sim, 0, NULL, 0) == 1);
    CHECK(scree_sim_set_wall_motions(sim, 0, many, SCREE_WALL_MOTIONS, NULL));
    CHECK(scree_sim_set_wall_motions(sim, 0, NULL, 0, NULL) && scree_sim_wall_motions(sim, 0, NULL, 0) == 0);
    scree_sim_destroy(sim);
}

int main(void)
{
    test_oscillations();
    test_planet();
    test_same_centre();
    test_grains();
    test_errors();
    return check_done();
}
