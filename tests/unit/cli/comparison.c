// The comparison of nezami-2006's methods: which steps it counts, what it adds up, and its shares of time from known sums.
#include "simulations/comparison.h"

#include <string.h>

#include "check.h"

enum { GRAINS = 3, WINDOW = 4 };

// Three cubes in a row without gravity, the first two in contact.
static scree_sim *make_row(void)
{
    scree_error error = { 0 };
    scree_sim_settings s = scree_sim_defaults();
    s.domain_low = (scree_vec3){ -10.0, -10.0, -10.0 };
    s.domain_high = (scree_vec3){ 10.0, 10.0, 10.0 };
    s.gravity = (scree_vec3){ 0.0, 0.0, 0.0 };
    s.law = SCREE_LAW_DEPTH;
    s.dt = 1e-7;
    s.threads = 1;
    const scree_material rock = { .name = "rock", .density = 2650.0, .youngs_modulus = 1e6, .poisson_ratio = 0.2 };
    scree_sim *sim = scree_sim_create(&s, &error);
    if (sim == NULL) abort();
    const int material = scree_sim_add_material(sim, &rock, &error);
    const double at[GRAINS] = { 0.0, 0.999, 2.05 };
    for (int i = 0; i < GRAINS; ++i) {
        const scree_grain g = { .shape = scree_sim_add_shape(
                                    sim, scree_box_create((scree_vec3){ 0.5, 0.5, 0.5 }, 0.0, &error), &error),
                                .material = material,
                                .position = { at[i], 0.1 * i, 0.05 * i },
                                .orientation = { 1.0, 0.0, 0.0, 0.0 } };
        if (scree_sim_add_grain(sim, &g, &error) < 0) abort();
    }
    return sim;
}

static void compare(void *user, const scree_sim *sim, const scree_sim_step_view *step)
{
    CHECK(scree_comparison_step(user, sim, step));
}

static void check_sums(void)
{
    comparison b = { .margin = 0.1, .window = WINDOW };
    scree_sim *sim = make_row();
    scree_sim_observe(sim, compare, &b);
    scree_sim_step(sim, COMPARED_SPAN, NULL);
    const double counted = COMPARED_WINDOWS * WINDOW, pairs = 2.0; // the first and the third are out of reach
    CHECK(b.pair_count == 2 && b.grain_count == GRAINS);
    CHECK(b.counted_steps == counted);
    // Not the windows, the step that leads into them, nor the one after them.
    CHECK(b.own_steps == COMPARED_SPAN - COMPARED_WINDOWS * (WINDOW + 2.0));
    CHECK(b.calls[COMPARED_APART] == counted && b.calls[COMPARED_IN_CONTACT] == counted);
    CHECK(b.quick[COMPARED_APART] <= counted && b.quick[COMPARED_IN_CONTACT] <= counted);
    for (int m = 0; m < COMPARED_METHODS; ++m) {
        CHECK(b.seconds[m] > 0.0);
        CHECK_NEAR(scree_comparison_nanoseconds(&b, m), 1e9 * b.seconds[m] / (pairs * counted), 1e-6);
    }
    for (int m = COMPARED_CP; m <= COMPARED_SLM; ++m) CHECK(scree_comparison_iterations(&b, m) >= 1.0);
    const double share = scree_comparison_share(&b);
    CHECK(share > 0.0 && share < 100.0);
    // Beyond the span nothing is added.
    double before[COMPARED_VALUES], after[COMPARED_VALUES];
    scree_comparison_values(&b, before);
    scree_sim_step(sim, 5, NULL);
    scree_comparison_values(&b, after);
    CHECK(memcmp(before, after, sizeof before) == 0);
    // What is kept comes back.
    comparison back = { 0 };
    scree_comparison_set(&back, before);
    scree_comparison_values(&back, after);
    CHECK(memcmp(before, after, sizeof before) == 0);
    scree_comparison_free(&b);
    scree_sim_destroy(sim);
}

static void check_shares(void)
{
    // Of a step: 3 s for detection and 1 s for the rest; by fcp, 19 s for detection.
    comparison b = { .seconds = { [COMPARED_FCP] = 38.0, [COMPARED_SLM] = 4.0 },
                     .iterations = { [COMPARED_SLM] = 30.0 },
                     .counted_steps = 2.0,
                     .calls = { 8.0, 2.0 },
                     .quick = { 8.0, 1.0 },
                     .step_seconds = 20.0,
                     .narrow_seconds = 15.0,
                     .own_steps = 5.0 };
    CHECK_NEAR(scree_comparison_share(&b), 75.0, 1e-12);
    CHECK_NEAR(scree_comparison_share_by(&b, COMPARED_FCP), 95.0, 1e-12);
    CHECK_NEAR(scree_comparison_share_by(&b, COMPARED_SLM), 100.0 * 2.0 / 3.0, 1e-12);
    CHECK_NEAR(scree_comparison_quick(&b, COMPARED_APART), 100.0, 1e-12);
    CHECK_NEAR(scree_comparison_quick(&b, COMPARED_IN_CONTACT), 50.0, 1e-12);
    CHECK_NEAR(scree_comparison_quick(&b, COMPARED_STATES), 90.0, 1e-12);
    CHECK_NEAR(scree_comparison_iterations(&b, COMPARED_SLM), 3.0, 1e-12);
    CHECK_NEAR(scree_comparison_nanoseconds(&b, COMPARED_SLM), 4e8, 1e-3);
}

int main(void)
{
    check_sums();
    check_shares();
    return check_done();
}
