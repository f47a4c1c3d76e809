// Grains on a rough plane: a sphere rolls, a block slides.
#include "scene.h"

static scree_sim *on_slope(double friction, double slope, scree_shape *shape, double height)
{
    scree_sim_settings s = scree_sim_defaults();
    const double g = 9.81, angle = atan(slope);
    s.gravity = vec(g * sin(angle), 0.0, -g * cos(angle));
    s.dt = 2e-4;
    scree_sim *sim = new_sim(s, plain_material(0.3, friction));
    const int form = scree_sim_add_shape(sim, shape, NULL);
    add_plane(sim, vec(0.0, 0.0, 1.0), 0.0);
    add_at(sim, form, vec(0.0, 0.0, height), vec(0.0, 0.0, 0.0));
    return sim;
}

// 5/7 of the acceleration of a slide, without slip.
static void test_rolling(void)
{
    const double slope = 0.3, angle = atan(slope), t = 1.0;
    scree_sim *sim = on_slope(0.5, slope, scree_sphere_create(0.5, 0.0, NULL), 0.4999);
    run_steps(sim, 5000);
    const scree_sim_grains_view g = scree_sim_grains(sim);
    CHECK_NEAR(g.velocities[0].x, 5.0 / 7.0 * 9.81 * sin(angle) * t, 0.02);
    CHECK_NEAR(g.spins[0].y * 0.5, g.velocities[0].x, 0.02);
    scree_sim_destroy(sim);
}

// Beyond the friction angle: g (sin - mu cos).
static void test_sliding(void)
{
    const double mu = 0.4, slope = 0.6, angle = atan(slope);
    scree_sim *sim = on_slope(mu, slope, scree_box_create(vec(0.5, 0.5, 0.2), 0.0, NULL), 0.1999);
    run_steps(sim, 5000);
    const double v = scree_sim_grains(sim).velocities[0].x;
    CHECK_NEAR(v / (9.81 * (sin(angle) - mu * cos(angle))), 1.0, 0.03);
    scree_sim_destroy(sim);
}

int main(void)
{
    test_rolling();
    test_sliding();
    return check_done();
}
