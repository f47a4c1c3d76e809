// scree_sim_blocked() against all grains one by one: sizes from 1 to 20, open and periodic domains, grains that were added,
// moved and taken out since it was asked last.
#include "check.h"
#include "scenes/random.h"
#include "scree/query.h"
#include "scree_sim/sim.h"

enum { SIZES = 4, GRAINS = 300, TRIALS = 400 };

static const double domain = 20.0;

static scree_grain grain_at_random(scree_random *r, const int *shapes)
{
    const scree_vec3 p = random_in_cube(r, 0.0, domain);
    return (scree_grain){ .shape = shapes[random_below(r, SIZES)], .position = p, .orientation = random_rotation(r) };
}

static bool overlaps(const scree_body *a, const scree_body *b)
{
    bool answer = true;
    return CHECK(scree_overlap(a, b, NULL, &answer) == SCREE_OK) && answer;
}

static bool meets_any(const scree_sim *sim, const scree_shape *shape, const scree_grain *grain, bool periodic)
{
    const scree_sim_grains_view g = scree_sim_grains(sim);
    const int images = periodic ? 1 : 0;
    for (size_t i = 0; i < g.count; ++i)
        for (int x = -images; x <= images; ++x)
            for (int y = -images; y <= images; ++y) {
                const scree_vec3 p = grain->position;
                const scree_body body = { shape, { p.x + domain * x, p.y + domain * y, p.z }, grain->orientation };
                if (overlaps(&body, &g.parts[i])) return true;
            }
    return false;
}

static void compare(scree_sim *sim, scree_random *r, const int *shapes, scree_shape *const *own, bool periodic)
{
    const long trials = check_scaled(TRIALS);
    for (long i = 0; i < trials; ++i) {
        const scree_grain grain = grain_at_random(r, shapes);
        int number = 0;
        while (shapes[number] != grain.shape) ++number;
        CHECK(scree_sim_blocked(sim, &grain) == meets_any(sim, own[number], &grain, periodic));
    }
}

static void add_free(scree_sim *sim, scree_random *r, const int *shapes, int count)
{
    for (int i = 0; i < count; ++i) {
        scree_grain grain = grain_at_random(r, shapes);
        grain.velocity = random_in_cube(r, -3.0, 3.0);
        if (!scree_sim_blocked(sim, &grain)) CHECK(scree_sim_add_grain(sim, &grain, NULL) >= 0);
    }
}

static void try_domain(bool periodic)
{
    scree_sim_settings s = scree_sim_defaults();
    s.domain_low = (scree_vec3){ 0.0, 0.0, 0.0 };
    s.domain_high = (scree_vec3){ domain, domain, domain };
    s.dt = 1e-3;
    s.threads = 1;
    if (periodic) s.boundary[0] = s.boundary[1] = SCREE_PERIODIC;
    scree_sim *sim = scree_sim_create(&s, NULL);
    const scree_material material = { .name = "stone", .density = 1.0, .youngs_modulus = 1e5, .restitution = 0.5 };
    if (!CHECK(sim != NULL && scree_sim_add_material(sim, &material, NULL) == 0)) return;
    int shapes[SIZES];
    scree_shape *own[SIZES];
    for (int i = 0; i < SIZES; ++i) {
        const double half = 0.1 + 0.6 * i;
        const scree_vec3 size = { half, 0.8 * half, 0.5 * half };
        own[i] = scree_box_create(size, 0.0, NULL);
        shapes[i] = scree_sim_add_shape(sim, scree_box_create(size, 0.0, NULL), NULL);
    }
    scree_random r = random_stream(7, 1, periodic);
    compare(sim, &r, shapes, own, periodic);
    add_free(sim, &r, shapes, GRAINS);
    compare(sim, &r, shapes, own, periodic);
    scree_sim_report report;
    (void)scree_sim_step(sim, 300, &report);
    compare(sim, &r, shapes, own, periodic);
    for (int64_t id = 0; id < GRAINS; id += 3) (void)scree_sim_remove_grain(sim, id);
    compare(sim, &r, shapes, own, periodic);
    add_free(sim, &r, shapes, GRAINS);
    compare(sim, &r, shapes, own, periodic);
    for (int i = 0; i < SIZES; ++i) scree_shape_destroy(own[i]);
    scree_sim_destroy(sim);
}

int main(void)
{
    try_domain(false);
    try_domain(true);
    return check_done();
}
