// Walls that carry, move, rotate, press and are taken away; 2-D; periodic images; driven grains; reports.
#include <string.h>

#include "scene.h"

static scree_sim *box_scene(double dt)
{
    scree_sim_settings s = scree_sim_defaults();
    s.gravity = vec(0.0, 0.0, -9.81);
    s.domain_low = vec(-3.0, -3.0, -3.0);
    s.domain_high = vec(3.0, 3.0, 3.0);
    s.dt = dt;
    return new_sim(s, plain_material(0.2, 0.5));
}

// The floor carries the weight; without it, the ball falls, and out of the domain.
static void test_floor(void)
{
    scree_sim *sim = box_scene(2e-4);
    const int ball = scree_sim_add_shape(sim, scree_sphere_create(0.5, 0.0, NULL), NULL);
    const int floor_wall = add_plane(sim, vec(0.0, 0.0, 1.0), 0.0);
    add_at(sim, ball, vec(0.0, 0.0, 0.5), vec(0.0, 0.0, 0.0));
    add_at(sim, ball, vec(1.5, 0.0, 0.5), vec(0.0, 0.0, 0.0));
    run_steps(sim, 10000);
    const double weight = 2.0 * scree_sim_grains(sim).masses[0] * 9.81;
    const scree_sim_wall_view wall = scree_sim_wall_at(sim, floor_wall);
    CHECK(strcmp(wall.name, "plane") == 0 && !wall.removed && wall.piece_count == 1);
    CHECK_NEAR(wall.force.z / weight, -1.0, 1e-6);
    CHECK_NEAR(wall.torque.y / weight, 0.75, 1e-6);
    scree_sim_contact contacts[4];
    CHECK(scree_sim_contacts(sim, contacts, 4) == 2);
    CHECK(contacts[0].a == -1 - floor_wall && contacts[0].b == 0 && contacts[0].depth > 0.0);
    CHECK_NEAR(contacts[0].force.force.z / weight, 0.5, 1e-6);
    const scree_sim_totals t = scree_sim_measure(sim);
    CHECK(t.contacts == 2);
    CHECK_NEAR(t.coordination, 1.0, 1e-15);
    CHECK_NEAR(t.unbalanced, 0.0, 1e-5);
    CHECK(scree_sim_remove_wall(sim, floor_wall) && !scree_sim_remove_wall(sim, floor_wall));
    CHECK(scree_sim_contacts(sim, contacts, 4) == 0);
    scree_sim_report report;
    CHECK(!scree_sim_step(sim, 20000, &report));
    CHECK(report.trouble == SCREE_TROUBLE_ESCAPE && report.grain == 0);
    CHECK(!scree_sim_step(sim, 20000, &report) && report.grain == 1); // one step later
    CHECK(scree_sim_step(sim, 100, &report));
    scree_sim_destroy(sim);
}

// A lift: the ball is carried up, and the work is what it gains.
static void test_lift(void)
{
    scree_sim *sim = box_scene(2e-4);
    const int ball = scree_sim_add_shape(sim, scree_sphere_create(0.5, 0.0, NULL), NULL);
    const int plate = scree_sim_add_shape(sim, scree_box_create(vec(1.0, 1.0, 0.1), 0.0, NULL), NULL);
    const scree_grain_part piece = { plate, { 0.0, 0.0, -0.1 }, { 1.0, 0.0, 0.0, 0.0 } };
    const scree_wall wall = { .name = "plate", .pieces = &piece, .piece_count = 1 };
    const int lift = scree_sim_add_wall(sim, &wall, NULL);
    add_at(sim, ball, vec(0.0, 0.0, 0.5), vec(0.0, 0.0, 0.0));
    run_steps(sim, 5000);
    const scree_sim_totals before = scree_sim_measure(sim);
    const scree_wall_motion up = { .velocity = { 0.0, 0.0, 1.0 } };
    CHECK(scree_sim_move_wall(sim, lift, &up, NULL));
    run_steps(sim, 5000);
    const scree_sim_totals after = scree_sim_measure(sim);
    const double z = scree_sim_wall_at(sim, lift).position.z;
    CHECK_NEAR(z, 1.0, 1e-12);
    CHECK_NEAR(scree_sim_grains(sim).positions[0].z - z, 0.5, 0.012);
    const double gain = after.potential - before.potential + after.kinetic_translation + after.elastic -
                        before.elastic + after.dissipated - before.dissipated;
    CHECK_NEAR((after.work - before.work) / gain, 1.0, 5e-3);
    scree_sim_destroy(sim);
}

// A plate that rotates about the z axis carries a ball that rests on it around.
static void test_turntable(void)
{
    scree_sim *sim = box_scene(5e-4);
    const int ball = scree_sim_add_shape(sim, scree_box_create(vec(0.2, 0.2, 0.1), 0.0, NULL), NULL);
    const int plate = scree_sim_add_shape(sim, scree_box_create(vec(2.0, 2.0, 0.1), 0.0, NULL), NULL);
    const scree_grain_part piece = { plate, { 0.0, 0.0, -0.1 }, { 1.0, 0.0, 0.0, 0.0 } };
    const scree_wall wall = { .name = "table", .pieces = &piece, .piece_count = 1 };
    const int table = scree_sim_add_wall(sim, &wall, NULL);
    add_at(sim, ball, vec(1.0, 0.0, 0.1), vec(0.0, 0.0, 0.0));
    run_steps(sim, 500);
    const double pi = 3.14159265358979;
    const scree_wall_motion rotation = { .spin = { 0.0, 0.0, 0.2 * pi } };
    CHECK(scree_sim_move_wall(sim, table, &rotation, NULL));
    run_steps(sim, 5000);
    const scree_sim_wall_view view = scree_sim_wall_at(sim, table);
    CHECK_NEAR(view.orientation.z, sin(0.25 * pi), 1e-9);
    const scree_vec3 p = scree_sim_grains(sim).positions[0];
    CHECK_NEAR(atan2(p.y, p.x), 0.5 * pi, 0.15);
    CHECK_NEAR(hypot(p.x, p.y), 1.0, 0.1);
    scree_sim_destroy(sim);
}

// A plate above a ball presses with the force that it is to hold, also where it may move so fast that dashpots alone give
// more than that.
static void test_servo(double speed)
{
    scree_sim *sim = box_scene(2e-4);
    const int ball = scree_sim_add_shape(sim, scree_sphere_create(0.5, 0.0, NULL), NULL);
    add_plane(sim, vec(0.0, 0.0, 1.0), 0.0);
    const int press = add_plane(sim, vec(0.0, 0.0, -1.0), -1.2);
    add_at(sim, ball, vec(0.0, 0.0, 0.5), vec(0.0, 0.0, 0.0));
    const scree_wall_motion servo = {
        .servo = true, .servo_normal = { 0.0, 0.0, -2.0 }, .servo_force = 2e4, .servo_speed = speed
    };
    CHECK(scree_sim_move_wall(sim, press, &servo, NULL));
    run_steps(sim, 20000);
    CHECK_NEAR(scree_sim_wall_at(sim, press).force.z, 2e4, 20.0);
    CHECK_NEAR(scree_sim_wall_at(sim, press).velocity.z, 0.0, 1e-3);
    scree_sim_destroy(sim);
}

// In the plane: a disc and a square fall on an edge.
static void test_planar(void)
{
    scree_sim_settings s = scree_sim_defaults();
    s.dimension = 2;
    s.gravity = vec(0.0, -9.81, 0.0);
    s.dt = 2e-4;
    scree_sim *sim = new_sim(s, plain_material(0.2, 0.5));
    const scree_vec3 square[] = { { -0.5, -0.5, 0.0 }, { 0.5, -0.5, 0.0 }, { 0.5, 0.5, 0.0 }, { -0.5, 0.5, 0.0 } };
    const scree_vec3 ground[] = { { -5.0, -1.0, 0.0 }, { 5.0, -1.0, 0.0 }, { 5.0, 0.0, 0.0 }, { -5.0, 0.0, 0.0 } };
    const int disc = scree_sim_add_shape(sim, scree_disc_create(0.5, 0.0, NULL), NULL);
    const int block = scree_sim_add_shape(sim, scree_polygon_create(square, 4, 0.0, NULL), NULL);
    const int floor_shape = scree_sim_add_shape(sim, scree_polygon_create(ground, 4, 0.0, NULL), NULL);
    const scree_grain_part piece = { floor_shape, { 0.0, 0.0, 0.0 }, { 1.0, 0.0, 0.0, 0.0 } };
    const scree_wall wall = { .name = "ground", .pieces = &piece, .piece_count = 1 };
    CHECK(scree_sim_add_wall(sim, &wall, NULL) == 0);
    add_at(sim, disc, vec(-2.0, 0.6, 0.0), vec(0.5, 0.0, 0.0));
    add_at(sim, block, vec(2.0, 0.55, 0.0), vec(0.0, 0.0, 0.0));
    const scree_grain off = { .shape = disc, .position = { 0.0, 5.0, 0.1 } };
    CHECK(scree_sim_add_grain(sim, &off, NULL) == -1);
    run_steps(sim, 10000);
    const scree_sim_grains_view g = scree_sim_grains(sim);
    CHECK_NEAR(g.masses[0], 1000.0 * 3.14159265358979 * 0.25, 1e-6);
    CHECK_NEAR(g.positions[0].y, 0.5, 0.02);
    CHECK_NEAR(g.positions[1].y, 0.5, 0.02);
    CHECK(g.positions[0].z == 0.0 && g.spins[0].x == 0.0 && g.orientations[1].x == 0.0);
    // A disc that slides comes to roll: two thirds of its speed are left.
    CHECK_NEAR(g.velocities[0].x, 0.5 * 2.0 / 3.0, 0.03);
    CHECK_NEAR(-g.spins[0].z * 0.5, g.velocities[0].x, 0.01);
    scree_sim_destroy(sim);
}

static scree_sim *planar(bool is_periodic)
{
    scree_sim_settings s = scree_sim_defaults();
    s.dimension = 2;
    s.gravity = vec(0.0, -9.81, 0.0);
    s.dt = 2e-4;
    s.domain_low = vec(-4.0, -1.0, -1.0);
    s.domain_high = vec(4.0, 5.0, 1.0);
    if (is_periodic) s.boundary[0] = SCREE_PERIODIC;
    return new_sim(s, plain_material(0.2, 0.5));
}

static int add_square(scree_sim *sim)
{
    const scree_vec3 square[] = { { -0.5, -0.5, 0.0 }, { 0.5, -0.5, 0.0 }, { 0.5, 0.5, 0.0 }, { -0.5, 0.5, 0.0 } };
    return scree_sim_add_shape(sim, scree_polygon_create(square, 4, 0.0, NULL), NULL);
}

// Half planes in 2-D: a stack of squares rests on a line with the force K d of the pressure field, also where the domain
// is periodic, beside a wall that moves along itself without end.
static void test_lines(bool is_periodic)
{
    scree_sim *sim = planar(is_periodic);
    const int square = add_square(sim);
    const int ground = add_plane(sim, vec(0.0, 2.0, 0.0), 0.0);
    const int belt = add_plane(sim, vec(-1.0, 0.0, 0.0), -3.4);
    const scree_wall_motion motion = { .velocity = { 0.0, 200.0, 0.0 } };
    CHECK(ground == 0 && belt == 1);
    if (!is_periodic) CHECK(scree_sim_move_wall(sim, belt, &motion, NULL)); // by 200 m: the domain has 6
    for (int i = 0; i < 3; ++i) add_at(sim, square, vec(-3.9 + 0.01 * i, 0.501 + 1.0 * i, 0.0), vec(0.0, 0.0, 0.0));
    run_steps(sim, 5000);
    const scree_sim_grains_view g = scree_sim_grains(sim);
    const double weight = 3.0 * 9.81 * g.masses[0];
    CHECK_NEAR(scree_sim_wall_at(sim, ground).force.y / weight, -1.0, 0.02);
    // K = 1 / (h / E + h / E) = 1e6 N/m^2 for a square on the wall; one edge of 1 m.
    CHECK_NEAR(0.5 - g.positions[0].y, weight / 1e6, 0.03 * weight / 1e6);
    scree_sim_contact contacts[8];
    CHECK(scree_sim_contacts(sim, contacts, 8) == 3);
    for (int i = 0; i < 3; ++i) CHECK(contacts[i].law == SCREE_LAW_PRESSURE_FIELD);
    if (!is_periodic) {
        add_at(sim, square, vec(2.901, 2.0, 0.0), vec(0.0, 0.0, 0.0));
        run_steps(sim, 50);
        CHECK(scree_sim_wall_at(sim, belt).force.x > 0.0); // the belt is there, though it has moved by 200 m
        CHECK(scree_sim_grains(sim).velocities[3].y > -9.81 * 50 * 2e-4);
    }
    scree_sim_destroy(sim);
}

// A square on a tilted line slides as it should; lines are what they are in the plane.
static void test_tilted_line(void)
{
    const double mu = 0.5, angle = 0.7;
    scree_sim *sim = planar(false);
    const int square = add_square(sim);
    add_plane(sim, vec(sin(angle), cos(angle), 0.0), 0.0);
    const scree_grain grain = { .shape = square,
                                .position = { 0.499 * sin(angle), 0.499 * cos(angle), 0.0 },
                                .orientation = scree_quat_from_euler(vec(0.0, 0.0, -angle)) };
    CHECK(scree_sim_add_grain(sim, &grain, NULL) == 0);
    run_steps(sim, 4000);
    const scree_vec3 v = scree_sim_grains(sim).velocities[0];
    const double expected = 9.81 * (sin(angle) - mu * cos(angle)) * 0.8;
    CHECK_NEAR(hypot(v.x, v.y), expected, 0.05 * expected);
    scree_error error;
    CHECK(scree_sim_add_shape(sim, scree_half_space_create(vec(0.0, 1.0, 1.0), 0.0, 0.0, NULL), &error) == -1);
    CHECK(error.status == SCREE_INVALID_ARGUMENT);
    scree_sim_destroy(sim);
    scree_sim_settings s = scree_sim_defaults(); // a domain without bounds
    s.dimension = 2;
    sim = new_sim(s, plain_material(0.2, 0.5));
    CHECK(scree_sim_add_shape(sim, scree_half_space_create(vec(0.0, 1.0, 0.0), 0.0, 0.0, NULL), &error) == -1);
    scree_sim_destroy(sim);
}

// Two balls meet through the side of a periodic domain, again and again.
static void test_periodic(void)
{
    scree_sim_settings s = scree_sim_defaults();
    s.domain_low = vec(0.0, 0.0, 0.0);
    s.domain_high = vec(6.0, 6.0, 6.0);
    for (int i = 0; i < 3; ++i) s.boundary[i] = SCREE_PERIODIC;
    s.dt = 1e-3;
    scree_sim *sim = new_sim(s, plain_material(1.0, 0.0));
    const int ball = scree_sim_add_shape(sim, scree_sphere_create(0.5, 0.0, NULL), NULL);
    add_at(sim, ball, vec(1.0, 3.0, 3.0), vec(-1.0, 0.0, 0.0));
    add_at(sim, ball, vec(5.0, 3.0, 3.0), vec(1.0, 0.0, 0.0));
    run_steps(sim, 1500);
    const scree_sim_grains_view g = scree_sim_grains(sim);
    CHECK_NEAR(g.velocities[0].x, 1.0, 1e-3);
    CHECK_NEAR(g.velocities[1].x, -1.0, 1e-3);
    run_steps(sim, 28500);
    CHECK_NEAR(fabs(scree_sim_grains(sim).velocities[0].x), 1.0, 1e-3);
    CHECK_NEAR(scree_sim_measure(sim).momentum.x, 0.0, 1e-9);
    for (int i = 0; i < 2; ++i) CHECK(scree_sim_grains(sim).positions[i].x > -0.5);
    scree_sim_destroy(sim);
}

static void push(void *user, const scree_sim *sim, size_t grain, scree_vec3 *force, scree_vec3 *torque)
{
    (void)user;
    force->x = 2.0 * scree_sim_grains(sim).masses[grain];
    torque->z = 5.0;
}

static void count_steps(void *user, const scree_sim *sim, const scree_sim_step_view *step)
{
    CHECK(step->body_count == 3 && step->pair_count >= step->active_count && scree_sim_steps(sim) > 0);
    ++*(int *)user;
}

// Driven and fixed grains, a force of one's own, drag, an observer, blocked places.
static void test_doors(void)
{
    scree_sim_settings s = scree_sim_defaults();
    s.dt = 1e-3;
    s.drag = 0.5;
    scree_sim *sim = new_sim(s, plain_material(1.0, 0.0));
    const int ball = scree_sim_add_shape(sim, scree_sphere_create(0.5, 0.0, NULL), NULL);
    const scree_grain driven = { .shape = ball,
                                 .position = { 0.0, 10.0, 0.0 },
                                 .velocity = { 0.0, 1.0, 0.0 },
                                 .spin = { 0.0, 0.0, 1.0 },
                                 .mode = SCREE_GRAIN_DRIVEN };
    const scree_grain fixed = {
        .shape = ball, .position = { 0.0, -10.0, 0.0 }, .velocity = { 0.0, 1.0, 0.0 }, .mode = SCREE_GRAIN_FIXED
    };
    CHECK(scree_sim_add_grain(sim, &driven, NULL) == 0 && scree_sim_add_grain(sim, &fixed, NULL) == 1);
    add_at(sim, ball, vec(0.0, 0.0, 0.0), vec(0.0, 0.0, 0.0));
    CHECK(scree_sim_blocked(sim, &(scree_grain){ .shape = ball, .position = { 0.9, 0.0, 0.0 } }));
    CHECK(!scree_sim_blocked(sim, &(scree_grain){ .shape = ball, .position = { 1.1, 0.0, 0.0 } }));
    int count = 0;
    scree_sim_force(sim, push, NULL);
    scree_sim_observe(sim, count_steps, &count);
    run_steps(sim, 1000);
    CHECK(count == 1000);
    const scree_sim_grains_view g = scree_sim_grains(sim);
    CHECK_NEAR(g.positions[0].y, 11.0, 1e-9);
    CHECK_NEAR(g.orientations[0].z, sin(0.5), 1e-6);
    CHECK(g.positions[1].y == -10.0);
    // dv/dt = 2 - v / 2
    CHECK_NEAR(g.velocities[2].x, 4.0 * (1.0 - exp(-0.5)), 1e-2);
    CHECK_NEAR(g.spins[2].z, 5.0 / (0.4 * g.masses[2] * 0.25), 1e-3);
    scree_sim_destroy(sim);
}

// Overlaps beyond the limit are reported once for each pair of grains; numbers that are none until the grain is gone.
static void test_reports(void)
{
    scree_sim_settings s = scree_sim_defaults();
    s.dt = 1e-5;
    s.overlap_limit = 0.1;
    scree_sim *sim = new_sim(s, plain_material(1.0, 0.0));
    const int ball = scree_sim_add_shape(sim, scree_sphere_create(0.5, 0.0, NULL), NULL);
    for (int i = 0; i < 2; ++i) {
        add_at(sim, ball, vec(0.0, 5.0 * i, 0.0), vec(0.0, 0.0, 0.0));
        add_at(sim, ball, vec(0.9 - 0.1 * i, 5.0 * i, 0.0), vec(0.0, 0.0, 0.0));
    }
    scree_sim_report report;
    CHECK(!scree_sim_step(sim, 5, &report) && report.trouble == SCREE_TROUBLE_OVERLAP);
    CHECK(report.grain == 2 && report.other == 3);
    CHECK_NEAR(report.value, 0.4, 1e-3);
    CHECK(!scree_sim_step(sim, 5, &report) && report.grain == 0 && report.other == 1);
    CHECK(scree_sim_step(sim, 5, &report));
    CHECK_NEAR(scree_sim_measure(sim).largest_overlap, 0.4, 1e-3);
    scree_sim_destroy(sim);
}

static void spoil(void *user, const scree_sim *sim, size_t grain, scree_vec3 *force, scree_vec3 *torque)
{
    (void)user;
    (void)torque;
    if (scree_sim_grains(sim).ids[grain] == 1 && scree_sim_steps(sim) == 3) force->x = INFINITY;
}

static void test_numbers(void)
{
    scree_sim_settings s = scree_sim_defaults();
    s.dt = 1e-3;
    scree_sim *sim = new_sim(s, plain_material(1.0, 0.0));
    const int ball = scree_sim_add_shape(sim, scree_sphere_create(0.5, 0.0, NULL), NULL);
    for (int i = 0; i < 3; ++i) add_at(sim, ball, vec(3.0 * i, 0.0, 0.0), vec(1.0, 0.0, 0.0));
    scree_sim_force(sim, spoil, NULL);
    scree_sim_report report;
    CHECK(!scree_sim_step(sim, 10, &report));
    CHECK(report.trouble == SCREE_TROUBLE_NUMBER && report.grain == 1 && scree_sim_steps(sim) == 3);
    CHECK(report.other == -1 && report.wall == -1);
    CHECK(!scree_sim_step(sim, 10, &report));
    CHECK(scree_sim_remove_grain(sim, 1));
    CHECK(scree_sim_step(sim, 10, &report));
    CHECK(scree_sim_grains(sim).count == 2 && scree_sim_grains(sim).ids[1] == 2);
    scree_sim_destroy(sim);
}

// A spring, until it is pressed by more than 0.01; then NaN.
static scree_contact_force breaking_law(const scree_contact_region *region, const scree_contact_motion *motions,
                                        const scree_contact_constants *constants, double dt,
                                        scree_contact_history *history)
{
    (void)motions, (void)constants, (void)dt, (void)history;
    const double force = region->depth > 0.01 ? NAN : 1e3 * region->depth;
    return (scree_contact_force){ .force = { force * region->normal.x, force * region->normal.y,
                                             force * region->normal.z } };
}

// A force that is NaN: the report names the contact that it comes from, not the one that presses harder.
static void test_number_of_contact(void)
{
    scree_sim_settings s = scree_sim_defaults();
    s.dt = 1e-3;
    s.energy_limit = 10.0;
    s.law = SCREE_LAW_USER;
    s.user_law = breaking_law;
    scree_sim *sim = new_sim(s, plain_material(1.0, 0.0));
    const int ball = scree_sim_add_shape(sim, scree_sphere_create(0.5, 0.0, NULL), NULL);
    const int floor_wall = add_plane(sim, vec(0.0, 0.0, 1.0), 0.0);
    add_at(sim, ball, vec(0.0, 0.0, 0.499), vec(0.0, 0.0, 0.0));
    add_at(sim, ball, vec(1.02, 0.0, 0.499), vec(-1.0, 0.0, 0.0));
    scree_sim_report report;
    CHECK(!scree_sim_step(sim, 100, &report));
    CHECK(report.trouble == SCREE_TROUBLE_NUMBER && report.grain == 0 && report.other == 1 && report.wall == -1);
    CHECK(report.time > 0.029 && report.time < 0.033);
    scree_sim_destroy(sim);
    sim = new_sim(s, plain_material(1.0, 0.0));
    const int other = scree_sim_add_shape(sim, scree_sphere_create(0.5, 0.0, NULL), NULL);
    CHECK(add_plane(sim, vec(0.0, 0.0, 1.0), 0.0) == floor_wall);
    add_at(sim, other, vec(0.0, 0.0, 0.52), vec(0.0, 0.0, -1.0));
    CHECK(!scree_sim_step(sim, 100, &report));
    CHECK(report.trouble == SCREE_TROUBLE_NUMBER && report.grain == 0 && report.other == -1);
    CHECK(report.wall == floor_wall);
    scree_sim_destroy(sim);
}

int main(void)
{
    test_reports();
    test_numbers();
    test_number_of_contact();
    test_floor();
    test_lift();
    test_turntable();
    test_servo(0.5);
    test_servo(20.0);
    test_planar();
    test_lines(false);
    test_lines(true);
    test_tilted_line();
    test_periodic();
    test_doors();
    return check_done();
}
