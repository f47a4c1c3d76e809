// Grains in another order of memory: the same motion, but for rounding, with what contacts remember; and the same bytes after
// a save and a restore, at sizes where it happens by itself.
#include <string.h>

#include "mixed_scene.h"
#include "step/step.h"

static size_t find(const scree_sim_grains_view *g, int64_t id)
{
    size_t i = 0;
    while (i < g->count && g->ids[i] != id) ++i;
    CHECK(i < g->count);
    return i;
}

static double distance(scree_vec3 a, scree_vec3 b)
{
    return hypot(hypot(a.x - b.x, a.y - b.y), a.z - b.z);
}

// The two differ by little more than rounding: collisions make it grow.
static void compare(const scree_sim *plain, const scree_sim *moved, double allowed)
{
    const scree_sim_grains_view g = scree_sim_grains(plain), h = scree_sim_grains(moved);
    size_t elsewhere = 0;
    CHECK(g.count == h.count);
    for (size_t i = 0; i < g.count; ++i) {
        const size_t k = find(&h, g.ids[i]);
        elsewhere += k != i;
        CHECK(g.shapes[i] == h.shapes[k] && g.materials[i] == h.materials[k]);
        CHECK_NEAR(distance(g.positions[i], h.positions[k]), 0.0, allowed);
        CHECK_NEAR(distance(g.velocities[i], h.velocities[k]), 0.0, 1e5 * allowed);
        const scree_body *a = &g.parts[g.first_parts[i]], *b = &h.parts[h.first_parts[k]];
        CHECK(scree_shape_kind_of(a->shape) == scree_shape_kind_of(b->shape));
        CHECK_NEAR(distance(a->position, b->position), 0.0, allowed);
    }
    CHECK(elsewhere > g.count / 2);
}

static void test_motion(bool is_periodic)
{
    scree_sim *plain = mixed_scene(is_periodic, 1), *moved = mixed_scene(is_periodic, 1);
    run_steps(plain, 1200);
    run_steps(moved, 1200);
    CHECK(scree_sim_measure(plain).contacts > 20);
    const int64_t rebuilds = moved->rebuilds;
    CHECK(scree_sim_reorder(moved));
    plain->is_stale = moved->is_stale = true;
    run_steps(plain, 1);
    run_steps(moved, 1);
    CHECK(moved->rebuilds == rebuilds + 1);
    CHECK(scree_sim_measure(plain).contacts == scree_sim_measure(moved).contacts);
    CHECK_NEAR(scree_sim_measure(plain).elastic, scree_sim_measure(moved).elastic,
               1e-7 * scree_sim_measure(plain).elastic);
    compare(plain, moved, 1e-12);
    run_steps(plain, 50);
    run_steps(moved, 50);
    compare(plain, moved, 1e-9);
    CHECK(scree_sim_remove_grain(moved, 3) && !scree_sim_remove_grain(moved, 3));
    run_steps(moved, 1);
    const scree_sim_grains_view g = scree_sim_grains(moved);
    for (size_t i = 0; i < g.count; ++i) CHECK(g.ids[i] != 3);
    CHECK(!scree_sim_remove_grain(moved, 3) && scree_sim_remove_grain(moved, 4));
    scree_sim_destroy(plain);
    scree_sim_destroy(moved);
}

// So many spheres that they are put in order by themselves: neighbours in memory are near each other then.
static scree_sim *many(void)
{
    scree_sim_settings s = scree_sim_defaults();
    s.dt = 1e-4;
    scree_sim *sim = new_sim(s, plain_material(0.5, 0.3));
    const int sphere = scree_sim_add_shape(sim, scree_sphere_create(0.5, 0.0, NULL), NULL);
    const int side = 24, count = side * side * side;
    for (int n = 0; n < count; ++n) {
        const int at = (int)((int64_t)n * 7919 % count); // all over the lattice
        const scree_grain grain = { .shape = sphere,
                                    .position = vec(0.995 * (at % side), 0.995 * (at / side % side),
                                                    0.995 * (at / side / side)) };
        CHECK(scree_sim_add_grain(sim, &grain, NULL) == n);
    }
    return sim;
}

static void test_order(void)
{
    scree_sim *sim = many();
    run_steps(sim, 2);
    const scree_sim_grains_view g = scree_sim_grains(sim);
    CHECK((int)g.count >= SIM_REORDER_LEAST);
    double mean = 0.0;
    for (size_t i = 1; i < g.count; ++i) mean += distance(g.positions[i], g.positions[i - 1]) / (double)g.count;
    CHECK(mean < 2.5);
    void *bytes = NULL, *again = NULL;
    size_t size = 0, size_again = 0;
    CHECK(scree_sim_save(sim, &bytes, &size, NULL));
    scree_sim *copy = scree_sim_restore(bytes, size, NULL);
    CHECK(copy != NULL);
    free(bytes);
    for (int i = 0; copy != NULL && i < 2; ++i) {
        scree_sim *one = i == 0 ? sim : copy;
        one->rebuilds = SIM_REORDER_EVERY - 1; // the list after the next one is in a new order
        one->is_stale = true;
        run_steps(one, 1);
        one->is_stale = true;
        run_steps(one, 3);
        CHECK(scree_sim_save(one, i == 0 ? &bytes : &again, i == 0 ? &size : &size_again, NULL));
    }
    CHECK(size == size_again && memcmp(bytes, again, size) == 0);
    free(bytes);
    free(again);
    scree_sim_destroy(sim);
    scree_sim_destroy(copy);
}

int main(void)
{
    test_motion(false);
    test_motion(true);
    test_order();
    return check_done();
}
