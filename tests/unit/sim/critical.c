// Which grain sets the time step, and how deep grains are expected to be pressed into each other, against closed forms.
#include <math.h>

#include "scene.h"

static const double pi = 3.14159265358979323846;

static scree_material other_material(double modulus)
{
    scree_material m = plain_material(0.25, 0.5);
    m.name = "other";
    m.youngs_modulus = modulus;
    return m;
}

/// A large and a small cube, and a stiffer material that nothing is made of yet: it counts, since a wall may be.
static void check_step(void)
{
    scree_sim *sim = new_sim(scree_sim_defaults(), plain_material(0.25, 0.5));
    const scree_material stiff = other_material(1e8);
    CHECK(scree_sim_critical_step(sim).grain == -1 && scree_sim_critical_step(sim).material == -1);
    CHECK(scree_sim_add_material(sim, &stiff, NULL) == 1);
    const int large = scree_sim_add_shape(sim, scree_box_create(vec(0.5, 0.5, 0.5), 0.0, NULL), NULL);
    const int small = scree_sim_add_shape(sim, scree_box_create(vec(0.1, 0.1, 0.1), 0.0, NULL), NULL);
    add_at(sim, large, vec(0.0, 0.0, 0.0), vec(0.0, 0.0, 0.0));
    const int64_t id = add_at(sim, small, vec(3.0, 0.0, 0.0), vec(0.0, 0.0, 0.0));
    const scree_sim_critical c = scree_sim_critical_step(sim);
    CHECK(c.grain == id && c.material == 0 && c.other == 1 && c.law == SCREE_LAW_PRESSURE_FIELD);
    const double k = 1.0 / (0.1 / 1e6 + 0.1 / 1e8); // of cubes with an edge of 0.2
    CHECK_MSG(fabs(c.value / (0.2 * sqrt(8.0 / (k * 0.04))) - 1.0) < 1e-12, "%g", c.value);
    CHECK(c.value == scree_sim_time_step(sim));
    scree_sim_destroy(sim);
}

/// A cube on its corner: the cone that touches its inscribed ball has the section pi / 2 d^2.
static void check_cube(void)
{
    scree_sim *sim = new_sim(scree_sim_defaults(), plain_material(0.25, 0.5));
    const int cube = scree_sim_add_shape(sim, scree_box_create(vec(0.5, 0.5, 0.5), 0.0, NULL), NULL);
    add_at(sim, cube, vec(0.0, 0.0, 0.0), vec(0.0, 0.0, 0.0));
    const double k = 1e6, section = 0.5 * pi; // stiffness of two cubes with inradius 0.5
    const double energy = 0.25 * 0.5 * 1000.0 * 4.0, load = 50.0 * pow(6.0 / pi, 2.0 / 3.0);
    const scree_sim_critical fall = scree_sim_critical_overlap(sim, 2.0, 0.0);
    const scree_sim_critical rest = scree_sim_critical_overlap(sim, 0.0, 50.0);
    CHECK_MSG(fabs(fall.value / (2.0 * pow(12.0 * energy / (k * section), 0.25)) - 1.0) < 1e-12, "%g", fall.value);
    CHECK_MSG(fabs(rest.value / (2.0 * cbrt(3.0 * load / (k * section))) - 1.0) < 1e-12, "%g", rest.value);
    CHECK(fall.grain == 0 && fall.law == SCREE_LAW_PRESSURE_FIELD);
    CHECK(scree_sim_critical_overlap(sim, 0.0, 0.0).value == 0.0);
    scree_sim_destroy(sim);
}

/// A ball: its spring, and a softer material is the critical one.
static void check_ball(void)
{
    scree_sim *sim = new_sim(scree_sim_defaults(), plain_material(0.25, 0.5));
    const scree_material soft = other_material(1e5);
    CHECK(scree_sim_add_material(sim, &soft, NULL) == 1);
    const int ball = scree_sim_add_shape(sim, scree_sphere_create(0.5, 0.0, NULL), NULL);
    add_at(sim, ball, vec(0.0, 0.0, 0.0), vec(0.0, 0.0, 0.0));
    const scree_sim_critical c = scree_sim_critical_overlap(sim, 1.0, 0.0);
    const double k = 1e6 * 1e5 / 1.1e6, mass = 1000.0 * pi / 6.0;
    CHECK_MSG(fabs(c.value / (2.0 * sqrt(0.25 * mass / k)) - 1.0) < 1e-12, "%g", c.value);
    CHECK(c.other == 1 && c.law == SCREE_LAW_LINEAR);
    scree_sim_destroy(sim);
}

int main(void)
{
    check_step();
    check_cube();
    check_ball();
    return check_done();
}
