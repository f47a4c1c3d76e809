// Servo walls: they close at their speed, reach the force within 2 %, hold it while the sample gives way, and follow the
// area that a pressure acts on. The same bytes for any number of threads and after a restore.
#include <stdlib.h>
#include <string.h>

#include "scene.h"

enum { SIDE = 6, WINDOW = 20 }; // grains of a bed along each axis

typedef struct bed {
    scree_sim *sim;
    int floor, lid;
} bed;

// Loose grains between a floor and a lid, periodic along x and y: layers that are moved sideways, with gaps.
static bed loose_bed(bool cubes, scree_law law, double restitution, int threads)
{
    const double pitch = 1.3, width = SIDE * pitch;
    scree_sim_settings s = scree_sim_defaults();
    s.domain_low = vec(0.0, 0.0, -20.0);
    s.domain_high = vec(width, width, 60.0);
    s.boundary[0] = s.boundary[1] = SCREE_PERIODIC;
    s.law = law;
    s.threads = threads;
    bed b = { .sim = new_sim(s, plain_material(restitution, 0.3)) };
    scree_shape *shape = cubes ? scree_box_create(vec(0.5, 0.5, 0.5), 0.0, NULL) : scree_sphere_create(0.5, 0.0, NULL);
    const int grain = scree_sim_add_shape(b.sim, shape, NULL);
    b.floor = add_plane(b.sim, vec(0.0, 0.0, 1.0), 0.0);
    b.lid = add_plane(b.sim, vec(0.0, 0.0, -1.0), -(SIDE * pitch + 2.0));
    for (int i = 0; i < SIDE * SIDE * SIDE; ++i) {
        const int x = i % SIDE, y = i / SIDE % SIDE, z = i / SIDE / SIDE;
        const double shift = 0.37 * z, wiggle = 0.1 * (i * 7 % 11 - 5) / 5.0;
        const scree_vec3 at = { fmod(pitch * x + shift + 0.5 * wiggle, width), fmod(pitch * y + 0.7 * shift, width),
                                pitch * z + 0.75 + wiggle };
        add_at(b.sim, grain, at, vec(0.0, 0.0, 0.0));
    }
    return b;
}

static bool press(scree_sim *sim, int wall, double force, double speed)
{
    const scree_wall_motion servo = {
        .servo = true, .servo_normal = { 0.0, 0.0, -1.0 }, .servo_force = force, .servo_speed = speed
    };
    return CHECK(scree_sim_move_wall(sim, wall, &servo, NULL));
}

static double load_of(const scree_sim *sim, int wall)
{
    return scree_sim_wall_at(sim, wall).force.z;
}

typedef struct course {
    double least, most, mean; // of the force over its target; the extremes of means over WINDOW steps
} course;

static course watch(const bed *b, double force, int steps)
{
    course c = { INFINITY, -INFINITY, 0.0 };
    double window = 0.0;
    for (int i = 1; i <= steps; ++i) {
        run_steps(b->sim, 1);
        const double share = load_of(b->sim, b->lid) / force;
        c.mean += share / steps;
        window += share / WINDOW;
        if (i % WINDOW != 0) continue;
        c.least = fmin(c.least, window);
        c.most = fmax(c.most, window);
        window = 0.0;
    }
    return c;
}

// Closes on a loose bed of 216 grains, consolidates it and holds the force; then while the floor is drawn back and pushed at
// a third of the servo's speed.
static void check_bed(const char *what, bool cubes, scree_law law, double restitution)
{
    const double force = 3e4, speed = 0.4;
    const bed b = loose_bed(cubes, law, restitution, 1);
    press(b.sim, b.lid, force, speed);
    int steps = 0, slow = 0;
    for (; steps < 40000 && load_of(b.sim, b.lid) < 0.5 * force; ++steps) {
        slow += steps > 0 && scree_sim_wall_at(b.sim, b.lid).velocity.z > -0.99 * speed;
        run_steps(b.sim, 1);
    }
    CHECK_MSG(load_of(b.sim, b.lid) >= 0.5 * force, "%s: no load", what);
    CHECK_MSG(slow < steps / 20, "%s: slower than asked for in %d of %d steps", what, slow, steps);
    const course jam = watch(&b, force, 2000);
    CHECK_MSG(jam.most < 1.5, "%s: %g of the force while it jams", what, jam.most);
    watch(&b, force, 4000);
    const course hold = watch(&b, force, 1000);
    CHECK_MSG(hold.least > 0.98 && hold.most < 1.02, "%s: %g to %g of the force", what, hold.least, hold.most);
    for (int k = 0; k < 2; ++k) {
        const scree_wall_motion move = { .velocity = { 0.0, 0.0, k == 0 ? -speed / 3.0 : speed / 3.0 } };
        CHECK(scree_sim_move_wall(b.sim, b.floor, &move, NULL));
        watch(&b, force, 300);
        const course give = watch(&b, force, 500);
        CHECK_MSG(fabs(give.mean - 1.0) < 0.02, "%s: %g of the force from a floor that moves", what, give.mean);
    }
    scree_sim_destroy(b.sim);
}

static void test_beds(void)
{
    check_bed("spheres", false, SCREE_LAW_AUTO, 0.5);
    check_bed("spheres that lose little", false, SCREE_LAW_AUTO, 0.95);
    check_bed("spheres by Hertz", false, SCREE_LAW_HERTZ, 0.3);
    check_bed("cubes", true, SCREE_LAW_AUTO, 0.3);
}

// One grain on a floor, for laws and speeds from slow to so fast that dashpots alone give more than the force.
static void check_grain(bool cube, scree_law law, double speed)
{
    scree_sim_settings s = scree_sim_defaults();
    s.gravity = vec(0.0, 0.0, -9.81);
    s.law = law;
    s.dt = 2e-4;
    scree_sim *sim = new_sim(s, plain_material(0.2, 0.5));
    scree_shape *shape = cube ? scree_box_create(vec(0.5, 0.5, 0.5), 0.0, NULL) : scree_sphere_create(0.5, 0.0, NULL);
    const int grain = scree_sim_add_shape(sim, shape, NULL);
    add_plane(sim, vec(0.0, 0.0, 1.0), 0.0);
    const int lid = add_plane(sim, vec(0.0, 0.0, -1.0), -1.2);
    add_at(sim, grain, vec(0.0, 0.0, 0.5), vec(0.0, 0.0, 0.0));
    press(sim, lid, 2e4, speed);
    run_steps(sim, 20000);
    CHECK_MSG(fabs(load_of(sim, lid) / 2e4 - 1.0) < 1e-3, "one grain, law %d, at %g m/s: %g N", (int)law, speed,
              load_of(sim, lid));
    CHECK_NEAR(scree_sim_wall_at(sim, lid).velocity.z, 0.0, 1e-3);
    scree_sim_destroy(sim);
}

static void test_grains(void)
{
    static const double speeds[] = { 0.3, 1.0, 20.0 };
    for (int i = 0; i < 3; ++i) {
        check_grain(false, SCREE_LAW_LINEAR, speeds[i]);
        check_grain(false, SCREE_LAW_HERTZ, speeds[i]);
        check_grain(true, SCREE_LAW_PRESSURE_FIELD, speeds[i]);
        check_grain(true, SCREE_LAW_DEPTH, speeds[i]);
    }
}

// -------------------------------------------------------------------------------------------------------------- pressure

typedef struct cell {
    scree_sim *sim;
    int west, east, south, north, floor, lid;
} cell;

// A grid of spheres that touch, between six planes.
static cell full_cell(void)
{
    scree_sim_settings s = scree_sim_defaults();
    s.domain_low = vec(-20.0, -20.0, -20.0);
    s.domain_high = vec(20.0, 20.0, 20.0);
    s.local_damping = 0.3;
    cell c = { .sim = new_sim(s, plain_material(0.2, 0.0)) };
    const int ball = scree_sim_add_shape(c.sim, scree_sphere_create(0.5, 0.0, NULL), NULL);
    c.west = add_plane(c.sim, vec(1.0, 0.0, 0.0), 0.0);
    c.east = add_plane(c.sim, vec(-1.0, 0.0, 0.0), -4.0);
    c.south = add_plane(c.sim, vec(0.0, 1.0, 0.0), 0.0);
    c.north = add_plane(c.sim, vec(0.0, -1.0, 0.0), -5.0);
    c.floor = add_plane(c.sim, vec(0.0, 0.0, 1.0), 0.0);
    c.lid = add_plane(c.sim, vec(0.0, 0.0, -1.0), -3.02);
    for (int i = 0; i < 60; ++i)
        add_at(c.sim, ball, vec(0.5 + i % 4, 0.5 + i / 4 % 5, 0.5 + i / 20), vec(0.0, 0.0, 0.0));
    return c;
}

static scree_wall_motion holding(double pressure, int west, int east, int south, int north)
{
    return (scree_wall_motion){ .servo = true,
                                .servo_normal = { 0.0, 0.0, -1.0 },
                                .servo_speed = 0.2,
                                .servo_pressure = pressure,
                                .servo_sides = { { west, east, 0.0 }, { south, north, 0.0 } } };
}

static double target_of(const scree_sim *sim, int wall)
{
    scree_wall_motion m = { .servo = false };
    CHECK(scree_sim_wall_motions(sim, wall, &m, 1) == 1);
    return m.servo_force;
}

// The force follows the area while a side comes in, and stays what it is once that wall was taken away.
static void test_pressure(void)
{
    const double pressure = 2000.0;
    const cell c = full_cell();
    const scree_wall_motion servo = holding(pressure, c.west, c.east, c.south, c.north),
                            in = { .velocity = { 0.02, 0.0, 0.0 } }, still = { .servo = false };
    CHECK(scree_sim_move_wall(c.sim, c.lid, &servo, NULL));
    CHECK_NEAR(target_of(c.sim, c.lid), pressure * 20.0, 1e-6);
    CHECK(scree_sim_move_wall(c.sim, c.west, &in, NULL));
    while (scree_sim_wall_at(c.sim, c.west).position.x < 0.1) run_steps(c.sim, 1);
    CHECK(scree_sim_move_wall(c.sim, c.west, &still, NULL));
    run_steps(c.sim, 3000);
    const double x = 4.0 - scree_sim_wall_at(c.sim, c.west).position.x;
    CHECK(x < 3.901);
    CHECK_NEAR(load_of(c.sim, c.lid) / (pressure * x * 5.0), 1.0, 0.01);
    CHECK(scree_sim_remove_wall(c.sim, c.north));
    run_steps(c.sim, 1);
    CHECK_NEAR(target_of(c.sim, c.lid), pressure * x * 5.0, 1e-6);
    scree_sim_destroy(c.sim);
}

static void test_fixed_side(void)
{
    const cell c = full_cell();
    scree_wall_motion servo = holding(1000.0, c.west, c.east, -1, 0);
    servo.servo_sides[1].length = 0.5;
    CHECK(scree_sim_move_wall(c.sim, c.lid, &servo, NULL));
    CHECK_NEAR(target_of(c.sim, c.lid), 2000.0, 1e-9);
    scree_sim_destroy(c.sim);
}

// Between a plate and a plane, as far apart as their surfaces.
static void test_plate(void)
{
    const cell c = full_cell();
    const int shape = scree_sim_add_shape(c.sim, scree_box_create(vec(0.1, 3.0, 3.0), 0.0, NULL), NULL);
    const scree_grain_part pieces[2] = { { shape, { 4.6, 2.0, 2.0 }, { 1.0, 0.0, 0.0, 0.0 } },
                                         { shape, { 4.9, 2.0, 2.0 }, { 1.0, 0.0, 0.0, 0.0 } } };
    const scree_wall plate = { .name = "plate", .pieces = pieces, .piece_count = 1 },
                     two = { .name = "two", .pieces = pieces, .piece_count = 2 };
    const int wall = scree_sim_add_wall(c.sim, &plate, NULL), pair = scree_sim_add_wall(c.sim, &two, NULL);
    scree_wall_motion servo = holding(1000.0, c.west, wall, c.south, c.north);
    CHECK(scree_sim_move_wall(c.sim, c.lid, &servo, NULL));
    CHECK_NEAR(target_of(c.sim, c.lid), 1000.0 * 4.5 * 5.0, 1e-6);
    scree_error error = { SCREE_OK, "" };
    servo.servo_sides[0].other = pair; // of several pieces
    CHECK(!scree_sim_move_wall(c.sim, c.lid, &servo, &error) && strstr(error.message, "two") != NULL);
    servo.servo_sides[0].other = c.north; // at a right angle
    CHECK(!scree_sim_move_wall(c.sim, c.lid, &servo, NULL));
    servo.servo_sides[0].other = c.west; // itself
    CHECK(!scree_sim_move_wall(c.sim, c.lid, &servo, NULL));
    servo.servo_sides[0].other = 99;
    CHECK(!scree_sim_move_wall(c.sim, c.lid, &servo, NULL));
    servo.servo_sides[0] = (scree_wall_side){ -1, 0, 0.0 };
    CHECK(!scree_sim_move_wall(c.sim, c.lid, &servo, NULL));
    servo.servo_pressure = -1.0;
    CHECK(!scree_sim_move_wall(c.sim, c.lid, &servo, NULL));
    scree_sim_destroy(c.sim);
}

// In 2-D a pressure is a force for each metre of the distance between two lines.
static void test_lines(void)
{
    scree_sim_settings s = scree_sim_defaults();
    s.dimension = 2;
    s.domain_low = vec(-5.0, -5.0, -1.0);
    s.domain_high = vec(9.0, 9.0, 1.0);
    scree_sim *sim = new_sim(s, plain_material(0.2, 0.5));
    const int disc = scree_sim_add_shape(sim, scree_disc_create(0.5, 0.0, NULL), NULL);
    const int left = add_plane(sim, vec(1.0, 0.0, 0.0), -0.25), right = add_plane(sim, vec(-2.0, 0.0, 0.0), -8.0);
    add_plane(sim, vec(0.0, 1.0, 0.0), 0.0);
    const int lid = add_plane(sim, vec(0.0, -1.0, 0.0), -1.1);
    for (int i = 0; i < 4; ++i) add_at(sim, disc, vec(0.5 + i, 0.5, 0.0), vec(0.0, 0.0, 0.0));
    scree_wall_motion servo = holding(1000.0, left, right, 0, 0);
    servo.servo_normal = vec(0.0, -1.0, 0.0);
    CHECK(scree_sim_move_wall(sim, lid, &servo, NULL));
    run_steps(sim, 3000);
    CHECK_NEAR(target_of(sim, lid), 4250.0, 1e-6);
    CHECK_NEAR(scree_sim_wall_at(sim, lid).force.y / 4250.0, 1.0, 1e-3);
    scree_sim_destroy(sim);
}

// ----------------------------------------------------------------------------------------------------------------- bytes

static size_t saved(scree_sim *sim, void **bytes)
{
    size_t size = 0;
    CHECK(scree_sim_save(sim, bytes, &size, NULL));
    return size;
}

// After 600 steps with 1 and 3 threads, and with a stop in the middle of the load.
static void test_bytes(void)
{
    void *first = NULL;
    size_t size = 0;
    for (int k = 0; k < 3; ++k) {
        bed b = loose_bed(true, SCREE_LAW_AUTO, 0.3, k == 1 ? 3 : 1);
        press(b.sim, b.lid, 5e3, 2.0);
        run_steps(b.sim, 400);
        if (k == 2) {
            void *half = NULL;
            const size_t half_size = saved(b.sim, &half);
            scree_sim_destroy(b.sim);
            b.sim = scree_sim_restore(half, half_size, NULL);
            free(half);
        }
        run_steps(b.sim, 200);
        scree_sim_set_threads(b.sim, 1);
        void *bytes = NULL;
        const size_t count = saved(b.sim, &bytes);
        CHECK(load_of(b.sim, b.lid) > 0.0);
        scree_sim_destroy(b.sim);
        if (k == 0) {
            first = bytes;
            size = count;
            continue;
        }
        CHECK_MSG(count == size && memcmp(bytes, first, size) == 0, "run %d: other bytes", k);
        free(bytes);
    }
    free(first);
}

int main(void)
{
    test_beds();
    test_grains();
    test_pressure();
    test_fixed_side();
    test_plate();
    test_lines();
    test_bytes();
    return check_done();
}
