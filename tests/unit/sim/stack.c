// Ten cubes on top of each other, each rotated against the one below, at rest.
//
// In full, 400,000 steps, from SCREE_TEST_SCALE=0.25 on, as in `make test`.
#include "stack.h"

static scree_sim *ten_cubes(double drag)
{
    scree_sim_settings s = scree_sim_defaults();
    s.gravity = vec(0.0, 0.0, -9.81);
    s.dt = 5e-4;
    s.drag = drag;
    scree_material m = plain_material(0.3, 0.5);
    m.density = 1.0;
    m.youngs_modulus = 1e5;
    return new_stack(s, m, scree_box_create(vec(0.5, 0.5, 0.5), 0.0, NULL), 10, 0.1);
}

static void test_rest(void)
{
    const int64_t steps = 400000;
    const stack_result free_sway = watch_stack(ten_cubes(0.0), steps);
    CHECK_MSG(free_sway.kinetic < 1e-5, "kinetic energy %g of the drop", free_sway.kinetic);
    CHECK_MSG(free_sway.mean_drift < 1e-4, "the mean drifts by %g", free_sway.mean_drift);
    CHECK_NEAR(free_sway.weight, 1.0, 5e-3);
    const stack_result damped = watch_stack(ten_cubes(2.0), steps);
    CHECK_MSG(damped.kinetic < 1e-15, "kinetic energy %g of the drop", damped.kinetic);
    CHECK_MSG(damped.raw_drift < 1e-4, "creep %g", damped.raw_drift);
    CHECK_NEAR(damped.weight, 1.0, 1e-9);
}

// Too few steps to rest: the floor bears the stack, and nothing falls over.
static void test_settling(int64_t steps)
{
    const stack_result r = watch_stack(ten_cubes(2.0), steps);
    CHECK(r.kinetic < 1e-2 && r.raw_drift < 0.1);
    CHECK_NEAR(r.weight, 1.0, 0.1);
}

int main(void)
{
    if (check_scale() >= 0.25)
        test_rest();
    else
        test_settling(2000);
    return check_done();
}
