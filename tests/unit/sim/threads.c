// The same bytes for 1, 2 and 3 threads, with an observer, and after a save and a restore at any step. The steps are
// others in each run of the test; threads SEED takes those of the seed that it printed.
#include <string.h>
#include <time.h>

#include "mixed_scene.h"

typedef struct bytes {
    void *data;
    size_t size;
} bytes;

static bytes saved(const scree_sim *sim)
{
    bytes b = { NULL, 0 };
    scree_error error = { SCREE_OK, "" };
    CHECK_MSG(scree_sim_save(sim, &b.data, &b.size, &error), "%s", error.message);
    return b;
}

static void append(bytes *b, const void *data, size_t size)
{
    b->data = realloc(b->data, b->size + size + 1);
    memcpy((char *)b->data + b->size, data, size);
    b->size += size;
}

// All that a user sees of the state, in numbers that have no padding between them.
static bytes state_of(const scree_sim *sim)
{
    const scree_sim_grains_view g = scree_sim_grains(sim);
    const int64_t steps = scree_sim_steps(sim);
    bytes b = { NULL, 0 };
    append(&b, &steps, sizeof steps);
    append(&b, g.ids, g.count * sizeof *g.ids);
    append(&b, g.positions, g.count * sizeof *g.positions);
    append(&b, g.orientations, g.count * sizeof *g.orientations);
    append(&b, g.velocities, g.count * sizeof *g.velocities);
    append(&b, g.spins, g.count * sizeof *g.spins);
    scree_sim_contact contacts[1000];
    const size_t count = scree_sim_contacts(sim, contacts, 1000);
    for (size_t i = 0; i < count && i < 1000; ++i) {
        append(&b, &contacts[i].a, sizeof contacts[i].a);
        append(&b, &contacts[i].b, sizeof contacts[i].b);
        append(&b, &contacts[i].force, sizeof contacts[i].force);
        append(&b, &contacts[i].point, sizeof contacts[i].point);
    }
    const scree_sim_totals t = scree_sim_measure(sim);
    append(&b, &t.dissipated, sizeof t.dissipated);
    append(&b, &t.pairs, sizeof t.pairs);
    append(&b, &t.awake, sizeof t.awake);
    return b;
}

static void check_same(bytes a, bytes b, const char *what)
{
    CHECK_MSG(a.size == b.size && memcmp(a.data, b.data, a.size) == 0, "%s: other bytes", what);
    free(b.data);
}

// What happens between the steps: a grain goes, another one comes.
static void change(scree_sim *sim)
{
    CHECK(scree_sim_remove_grain(sim, 17));
    CHECK(!scree_sim_remove_grain(sim, 17));
    const scree_grain grain = { .shape = 7, .position = { 0.0, 0.0, 20.0 } };
    CHECK(scree_sim_add_grain(sim, &grain, NULL) == 80);
}

// From step `from` to step `to`, with the change after step `half`.
static void advance(scree_sim *sim, int64_t from, int64_t to, int64_t half)
{
    const bool is_between = from <= half && half < to;
    if (is_between) {
        run_steps(sim, half - from);
        change(sim);
    }
    run_steps(sim, to - (is_between ? half : from));
}

// Saved and restored, by itself: as if the program had been killed and started anew.
static scree_sim *reborn(scree_sim *sim)
{
    scree_error error = { SCREE_OK, "" };
    const bytes now = saved(sim);
    scree_sim_destroy(sim);
    scree_sim *again = scree_sim_restore(now.data, now.size, &error);
    CHECK_MSG(again != NULL, "%s", error.message);
    free(now.data);
    return again;
}

static void test_scene(bool is_periodic, uint64_t *random)
{
    const int64_t half = check_scaled(600), all = 2 * half;
    scree_sim *one = mixed_scene(is_periodic, 1);
    run_steps(one, half);
    const bytes middle = state_of(one);
    advance(one, half, all, half);
    const bytes end = state_of(one);
    CHECK(check_scale() < 1.0 || scree_sim_measure(one).contacts > 20);
    scree_sim_destroy(one);

    for (int threads = 2; threads <= 3; ++threads) {
        scree_sim *sim = mixed_scene(is_periodic, threads);
        run_steps(sim, half);
        check_same(middle, state_of(sim), "threads, half way");
        advance(sim, half, all, half);
        check_same(end, state_of(sim), "threads, at the end");
        scree_sim_destroy(sim);
    }

    // Stopped at random steps, the first of them anywhere.
    scree_sim *again = mixed_scene(is_periodic, 1);
    int64_t step = 0, next = (int64_t)(random_share(random) * (double)all);
    while (step < all && again != NULL) {
        const int64_t to = next < all ? next : all;
        advance(again, step, to, half);
        const bytes before = state_of(again);
        again = reborn(again);
        if (again != NULL) check_same(before, state_of(again), "restored");
        free(before.data);
        if (again != NULL) scree_sim_set_threads(again, random_share(random) < 0.3 ? 2 : 1);
        step = to;
        next = step + 1 + (int64_t)(random_share(random) * (double)half / 5.0);
    }
    if (again != NULL) check_same(end, state_of(again), "killed and resumed");
    scree_sim_destroy(again);
    free(middle.data);
    free(end.data);
}

static void look(void *user, const scree_sim *sim, const scree_sim_step_view *step)
{
    (void)sim;
    for (size_t k = 0; k < step->active_count; ++k)
        *(int64_t *)user += !step->contacts[k].beyond && step->contacts[k].distance < 0.0;
}

// Many spheres, which are asked by a query where somebody looks on and by their closed form where nobody does.
static scree_sim *with_spheres(bool is_periodic)
{
    scree_sim *sim = mixed_scene(is_periodic, 1);
    for (int i = 0; i < 54; ++i) {
        const scree_vec3 at = { -1.6 + 1.6 * (i % 3), -1.6 + 1.6 * (i / 3 % 3), 17.0 + 0.9 * (i / 9) };
        const scree_grain grain = { .shape = 0, .position = at, .velocity = { 0.3 * (i % 5), 0.2, -30.0 } };
        CHECK(scree_sim_add_grain(sim, &grain, NULL) == 80 + i);
    }
    return sim;
}

// Whoever looks on changes nothing.
static void test_observed(bool is_periodic)
{
    const int64_t steps = check_scaled(900) + 600; // later, a sphere that was so fast is through a wall
    int64_t seen = 0;
    scree_sim *unobserved = with_spheres(is_periodic), *observed = with_spheres(is_periodic);
    scree_sim_observe(observed, look, &seen);
    run_steps(unobserved, steps);
    run_steps(observed, steps);
    const bytes end = state_of(unobserved);
    check_same(end, state_of(observed), "observed");
    CHECK(seen > 1000);
    free(end.data);
    scree_sim_destroy(unobserved);
    scree_sim_destroy(observed);
}

// Changed and shortened bytes are refused.
static void test_damage(void)
{
    scree_sim *sim = mixed_scene(false, 1);
    run_steps(sim, 3);
    bytes b = saved(sim);
    scree_error error = { SCREE_OK, "" };
    unsigned char *data = b.data;
    uint64_t random = 3;
    for (int i = 0; i < 50; ++i) {
        const size_t at = (size_t)(random_share(&random) * (double)b.size);
        data[at] ^= 4;
        CHECK_MSG(scree_sim_restore(data, b.size, &error) == NULL, "byte %zu", at);
        data[at] ^= 4;
        CHECK_MSG(scree_sim_restore(data, at, &error) == NULL, "the first %zu bytes", at);
    }
    free(b.data);
    scree_sim_destroy(sim);
}

int main(int argc, char **argv)
{
    uint64_t random = argc > 1 ? strtoull(argv[1], NULL, 10) : (uint64_t)time(NULL);
    printf("seed %llu\n", (unsigned long long)random);
    random_share(&random); // the first one of close seeds is close
    test_scene(false, &random);
    test_scene(true, &random);
    test_observed(false);
    test_observed(true);
    test_damage();
    return check_done();
}
