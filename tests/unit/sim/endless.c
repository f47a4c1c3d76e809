// Pieces of walls that span a periodic domain have no end and no seam: grains move as in an open domain beside a piece that
// is far longer, modulo the period.
#include <stdlib.h>
#include <string.h>

#include "scene.h"

enum { PLATE, ROD, DRUM, SLAB, KINDS };

static const double period = 4.0;

// About (1, 2, 0), periodic along x and y, or open and wide.
static scree_sim *domain(bool is_periodic, double gravity)
{
    scree_sim_settings s = scree_sim_defaults();
    const double half = is_periodic ? 0.5 * period : 500.0;
    s.gravity = vec(0.0, 0.0, gravity);
    s.domain_low = vec(1.0 - half, 2.0 - half, -20.0);
    s.domain_high = vec(1.0 + half, 2.0 + half, 20.0);
    if (is_periodic) s.boundary[0] = s.boundary[1] = SCREE_PERIODIC;
    s.dt = 5e-4;
    return new_sim(s, plain_material(0.3, 0.5));
}

static int add_pieces(scree_sim *sim, scree_shape **shapes, const scree_vec3 *places, size_t count, scree_quat q)
{
    scree_grain_part pieces[16];
    scree_error error = { SCREE_OK, "" };
    for (size_t i = 0; i < count; ++i)
        pieces[i] = (scree_grain_part){ scree_sim_add_shape(sim, shapes[i], NULL), places[i], q };
    const scree_wall wall = { .name = "wall", .pieces = pieces, .piece_count = count };
    const int number = scree_sim_add_wall(sim, &wall, &error);
    CHECK_MSG(number >= 0, "%s", error.message);
    return number;
}

// The inner side of twelve segments around an axis along y through the origin, apothem 1.6.
static scree_shape *segment(int number, double from, double to)
{
    scree_vec3 p[8];
    for (int c = 0; c < 8; ++c) {
        const double angle = (number + (c & 1 ? 0.5 : -0.5)) * 0.5235987755982988;
        const double r = (c & 4 ? 1.9 : 1.6) / cos(0.2617993877991494);
        p[c] = vec(r * sin(angle), c & 2 ? to : from, r * cos(angle));
    }
    return scree_polyhedron_create(p, 8, 0.0, NULL);
}

// In a periodic domain the piece is one to one and a half periods long; else very long.
static int add_kind(scree_sim *sim, int kind, bool is_periodic)
{
    const scree_quat none = { 1.0, 0.0, 0.0, 0.0 }, to_y = scree_quat_from_euler(vec(1.5707963267948966, 0.0, 0.0));
    const double half = is_periodic ? 0.5 * period : 400.0;
    scree_shape *shapes[12];
    scree_vec3 places[12] = { { 0.0, 0.0, 0.0 } };
    size_t count = 1;
    if (kind == PLATE) { // along y, narrow along x
        shapes[0] = scree_box_create(vec(0.9, 1.2 * half, 0.3), 0.0, NULL);
        places[0] = vec(1.0, 0.1, -0.3);
        return add_pieces(sim, shapes, places, 1, none);
    }
    if (kind == ROD) { // at the side of the domain along x
        shapes[0] = scree_cylinder_create(0.8, half, 0.0, NULL);
        places[0] = vec(-0.9, 2.0, 0.0);
        return add_pieces(sim, shapes, places, 1, to_y);
    }
    if (kind == SLAB) {
        shapes[0] = scree_box_create(vec(half, half, 0.5), 0.0, NULL);
        places[0] = vec(3.0, 2.0, -0.5);
        return add_pieces(sim, shapes, places, 1, none);
    }
    for (; count <= 12; ++count) {
        shapes[count - 1] = segment((int)count, 2.0 - half, 2.0 + 1.1 * half);
        places[count - 1] = vec(1.0, 0.0, 0.0);
    }
    return add_pieces(sim, shapes, places, 12, none);
}

static double wrapped(double difference)
{
    return fabs(difference - period * nearbyint(difference / period));
}

static void compare_with(int kind, bool is_cube, scree_vec3 from, scree_vec3 velocity, const scree_wall_motion *motion,
                         int64_t steps)
{
    scree_sim *sims[2] = { domain(true, -9.81), domain(false, -9.81) };
    for (int i = 0; i < 2; ++i) {
        const int wall = add_kind(sims[i], kind, i == 0);
        scree_shape *grain =
            is_cube ? scree_box_create(vec(0.3, 0.3, 0.3), 0.0, NULL) : scree_sphere_create(0.3, 0.0, NULL);
        const int shape = scree_sim_add_shape(sims[i], grain, NULL);
        if (motion != NULL) CHECK(scree_sim_move_wall(sims[i], wall, motion, NULL));
        add_at(sims[i], shape, from, velocity);
        run_steps(sims[i], steps);
    }
    const scree_sim_grains_view a = scree_sim_grains(sims[0]), b = scree_sim_grains(sims[1]);
    const scree_vec3 p = a.positions[0], q = b.positions[0], v = a.velocities[0], w = b.velocities[0];
    CHECK_MSG(wrapped(p.x - q.x) < 1e-7 && wrapped(p.y - q.y) < 1e-7 && fabs(p.z - q.z) < 1e-7,
              "wall %d: (%.9g %.9g %.9g), not (%.9g %.9g %.9g)", kind, p.x, p.y, p.z, q.x, q.y, q.z);
    CHECK_NEAR(v.x, w.x, 1e-6);
    CHECK_NEAR(v.y, w.y, 1e-6);
    CHECK_NEAR(v.z, w.z, 1e-6);
    const scree_sim_wall_view one = scree_sim_wall_at(sims[0], 0), other = scree_sim_wall_at(sims[1], 0);
    CHECK_NEAR(one.force.z, other.force.z, 1e-6 * (1.0 + fabs(other.force.z)));
    CHECK(fabs(q.y - from.y) > 1.5 * period || kind == ROD);
    CHECK(fabs(p.y - 2.0) <= 0.6 * period && fabs(p.x - 1.0) <= 0.6 * period);
    scree_sim_destroy(sims[0]);
    scree_sim_destroy(sims[1]);
}

static void test_contacts(void)
{
    const scree_wall_motion belt = { .velocity = { 0.0, -1.0, 0.0 } }, sideways = { .velocity = { 0.5, -3.0, 0.0 } };
    const scree_wall_motion turn = { .spin = { 0.0, 1.5, 0.0 }, .centre = { 1.0, 7.0, 0.0 } };
    for (int is_cube = 0; is_cube < 2; ++is_cube) {
        const double up = is_cube ? 0.2999 : 0.2995;
        compare_with(PLATE, is_cube, vec(1.0, 3.6, up), vec(0.0, 8.0, 0.0), NULL, 3000);
        compare_with(PLATE, is_cube, vec(1.0, 3.6, up), vec(0.0, 8.0, 0.0), &belt, 3000);
        compare_with(SLAB, is_cube, vec(1.0, 2.0, up), vec(5.0, 8.0, 0.0), NULL, 3000);
        compare_with(SLAB, is_cube, vec(1.0, 2.0, up), vec(5.0, 8.0, 0.0), &sideways, 3000);
        compare_with(DRUM, is_cube, vec(1.0, 3.6, -1.28), vec(0.0, 9.0, 0.0), &turn, 3000);
    }
    // Onto the image of the rod that looks in on the other side. The floating plane of a cube depends on a rod's length.
    compare_with(ROD, 0, vec(-0.95, 3.7, 1.15), vec(0.0, 4.0, 0.0), NULL, 1000);
}

// A plate that carries a cube across the side of the domain, again and again, and the same after a restart.
static void test_carried(void)
{
    scree_sim *sim = domain(true, -9.81);
    const int wall = add_kind(sim, PLATE, true);
    const int cube = scree_sim_add_shape(sim, scree_box_create(vec(0.3, 0.3, 0.3), 0.0, NULL), NULL);
    const scree_wall_motion motion = { .velocity = { 2.0, 0.7, 0.0 } };
    add_at(sim, cube, vec(1.0, 2.0, 0.2999), vec(2.0, 0.7, 0.0));
    CHECK(scree_sim_move_wall(sim, wall, &motion, NULL));
    run_steps(sim, 4000);
    void *bytes;
    size_t size;
    CHECK(scree_sim_save(sim, &bytes, &size, NULL));
    scree_sim *again = scree_sim_restore(bytes, size, NULL);
    run_steps(sim, 9000);
    run_steps(again, 9000);
    const scree_sim_grains_view g = scree_sim_grains(sim), h = scree_sim_grains(again);
    CHECK(memcmp(g.positions, h.positions, sizeof *g.positions) == 0);
    CHECK_NEAR(wrapped(g.positions[0].x - 1.0 - 13.0), 0.0, 0.02);
    CHECK_NEAR(wrapped(g.positions[0].y - 2.0 - 4.55), 0.0, 0.02);
    CHECK_NEAR(g.positions[0].z, 0.2999, 0.01);
    // A view has the piece as it was given, where the wall has taken it.
    const scree_sim_wall_view view = scree_sim_wall_at(again, wall);
    CHECK(view.piece_count == 1);
    CHECK_NEAR(scree_shape_half_extents(view.pieces[0].shape).y, 2.4, 0.0);
    CHECK_NEAR(view.pieces[0].position.x, 14.0, 1e-9);
    CHECK_NEAR(view.pieces[0].position.y, 4.65, 1e-9);
    free(bytes);
    scree_sim_destroy(sim);
    scree_sim_destroy(again);
}

// What spans the domain may rotate about its own axis alone.
static void test_rotation(void)
{
    scree_sim *sim = domain(true, 0.0);
    const int plate = add_kind(sim, PLATE, true), slab = add_kind(sim, SLAB, true);
    const scree_wall_motion about_y = { .spin = { 0.0, 1.0, 0.0 } }, about_x = { .spin = { 1.0, 0.0, 0.0 } };
    scree_error error = { SCREE_OK, "" };
    CHECK(scree_sim_move_wall(sim, plate, &about_y, &error));
    CHECK(!scree_sim_move_wall(sim, plate, &about_x, &error) && strstr(error.message, "that axis alone") != NULL);
    CHECK(!scree_sim_move_wall(sim, slab, &about_y, &error) && !scree_sim_move_wall(sim, slab, &about_x, &error));
    scree_sim_destroy(sim);
}

static unsigned spans(scree_shape *shape, scree_vec3 euler)
{
    scree_sim_settings s = scree_sim_defaults();
    s.domain_low = vec(0.0, 0.0, 0.0);
    s.domain_high = vec(period, period, period);
    s.boundary[0] = s.boundary[1] = SCREE_PERIODIC;
    const scree_body body = { shape, vec(3.0, 1.0, 2.0), scree_quat_from_euler(euler) };
    const unsigned axes = scree_sim_spans(&s, &body);
    scree_shape_destroy(shape);
    return axes;
}

static void test_spans(void)
{
    const scree_vec3 none = { 0.0, 0.0, 0.0 }, quarter = { 1.5707963267948966, 0.0, 0.0 }, tilt = { 0.0, 0.01, 0.0 };
    CHECK(spans(scree_box_create(vec(2.0, 1.0, 4.0), 0.0, NULL), none) == 1);
    CHECK(spans(scree_box_create(vec(2.0, 1.0, 4.0), 0.0, NULL), quarter) == 3);
    CHECK(spans(scree_box_create(vec(2.1, 1.0, 1.0), 0.0, NULL), tilt) == 0);
    CHECK(spans(scree_box_create(vec(1.9, 1.0, 1.0), 0.0, NULL), none) == 0);
    CHECK(spans(scree_box_create(vec(2.1, 1.0, 1.0), 0.1, NULL), none) == 0);
    CHECK(spans(scree_cylinder_create(0.5, 2.0, 0.0, NULL), quarter) == 2);
    CHECK(spans(scree_cylinder_create(0.5, 2.0, 0.0, NULL), none) == 0);
    CHECK(spans(scree_sphere_create(2.5, 0.0, NULL), none) == 0);
    CHECK(spans(scree_half_space_create(vec(0.0, 0.0, 1.0), 0.0, 0.0, NULL), none) == 0);
    const scree_vec3 wedge[6] = { { 0, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 }, { 5, 0, 0 }, { 5, 1, 0 }, { 5, 0, 1 } };
    CHECK(spans(scree_polyhedron_create(wedge, 6, 0.0, NULL), none) == 1);
    scree_vec3 skewed[6];
    memcpy(skewed, wedge, sizeof skewed);
    skewed[5].z = 1.1;
    CHECK(spans(scree_polyhedron_create(skewed, 6, 0.0, NULL), none) == 0);
}

// In two dimensions: squares slide on a plate across the seam, as on a line.
static void test_plane(void)
{
    const scree_vec3 square[] = { { -0.3, -0.3, 0.0 }, { 0.3, -0.3, 0.0 }, { 0.3, 0.3, 0.0 }, { -0.3, 0.3, 0.0 } };
    const scree_vec3 plate[] = { { -2.0, -0.5, 0.0 }, { 2.0, -0.5, 0.0 }, { 2.0, 0.0, 0.0 }, { -2.0, 0.0, 0.0 } };
    scree_vec3 at[2];
    for (int i = 0; i < 2; ++i) {
        scree_sim_settings s = scree_sim_defaults();
        s.dimension = 2;
        s.gravity = vec(0.0, -9.81, 0.0);
        s.domain_low = vec(-1.0, -3.0, -1.0);
        s.domain_high = vec(3.0, 3.0, 1.0);
        s.boundary[0] = SCREE_PERIODIC;
        s.dt = 5e-4;
        scree_sim *sim = new_sim(s, plain_material(0.3, 0.5));
        if (i == 0)
            add_plane(sim, vec(0.0, 1.0, 0.0), 0.0);
        else {
            scree_shape *shape = scree_polygon_create(plate, 4, 0.0, NULL);
            const scree_vec3 place = { 0.4, 0.0, 0.0 };
            add_pieces(sim, &shape, &place, 1, (scree_quat){ 1.0, 0.0, 0.0, 0.0 });
        }
        const int shape = scree_sim_add_shape(sim, scree_polygon_create(square, 4, 0.0, NULL), NULL);
        add_at(sim, shape, vec(0.0, 0.2999, 0.0), vec(8.0, 0.0, 0.0));
        run_steps(sim, 3000);
        at[i] = scree_sim_grains(sim).positions[0];
        CHECK(fabs(scree_sim_grains(sim).velocities[0].x) < 1.0);
        scree_sim_destroy(sim);
    }
    CHECK_NEAR(at[0].x, at[1].x, 1e-7);
    CHECK_NEAR(at[0].y, at[1].y, 1e-7);
}

int main(void)
{
    test_contacts();
    test_carried();
    test_rotation();
    test_spans();
    test_plane();
    return check_done();
}
