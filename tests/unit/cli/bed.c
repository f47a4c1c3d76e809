// The height of a bed and the packing fraction of its middle: by the grains that are there, however dense they lie.
#include "validate/bed.h"

#include <math.h>

#include "check.h"

static const double pi = 3.14159265358979323846;

enum { SIDE = 6, LAYERS = 20 };

static void put(scree_sim *sim, int shape, int material, scree_vec3 at)
{
    scree_error error = { 0 };
    const scree_grain g = { .shape = shape, .material = material, .position = at, .orientation = { .w = 1.0 } };
    if (scree_sim_add_grain(sim, &g, &error) < 0) abort();
}

// Balls of size 1 in a cubic lattice on a floor at height 0, and some that lie on top of it.
static scree_sim *make_bed(double apart, int on_top)
{
    scree_error error = { 0 };
    scree_sim_settings s = scree_sim_defaults();
    s.domain_low = (scree_vec3){ -100.0, -100.0, -100.0 };
    s.domain_high = (scree_vec3){ 100.0, 100.0, 100.0 };
    s.threads = 1;
    const scree_material rock = { .name = "rock", .density = 2000.0, .youngs_modulus = 1e6, .poisson_ratio = 0.2 };
    scree_sim *sim = scree_sim_create(&s, &error);
    if (sim == NULL) abort();
    const int material = scree_sim_add_material(sim, &rock, &error),
              ball = scree_sim_add_shape(sim, scree_sphere_create(0.5, 0.0, &error), &error);
    for (int i = 0; i < SIDE * SIDE * LAYERS; ++i)
        put(sim, ball, material,
            (scree_vec3){ apart * (i % SIDE), apart * (i / SIDE % SIDE), 0.5 + apart * (i / (SIDE * SIDE)) });
    for (int i = 0; i < on_top; ++i) put(sim, ball, material, (scree_vec3){ 2.0 * i, 0.0, 25.0 + i });
    return sim;
}

static void check_bed(double apart, int on_top)
{
    const double density = 2000.0, margin = 2.5, area = SIDE * SIDE * apart * apart;
    const double fraction = pi / 6.0 / (apart * apart * apart), height = 0.5 + apart * (LAYERS - 1) + 0.5;
    scree_sim *sim = make_bed(apart, on_top);
    const double top = scree_bed_top(sim, BED_SHARE, density),
                 middle = scree_bed_middle_fraction(sim, area, margin, density);
    // Below the highest of the layers' grains by less than half a size, whatever lies on it.
    CHECK_MSG(top < height && top > height - 0.5, "%g: top %g of %g", apart, top, height);
    CHECK_MSG(fabs(middle / fraction - 1.0) < 0.03, "%g: fraction %g of %g", apart, middle, fraction);
    CHECK(isnan(scree_bed_middle_fraction(sim, area, 0.5 * height, density)));
    CHECK(scree_bed_top(sim, 0.5, density) < 0.55 * height && scree_bed_top(sim, 0.5, density) > 0.45 * height);
    scree_sim_destroy(sim);
}

int main(void)
{
    // From loose to denser than any published fraction; a top by a fraction of 0.5 was three sizes too high in the densest.
    const double apart[] = { 1.0, 0.95, 0.9, 0.88 };
    for (int i = 0; i < 4; ++i)
        for (int on_top = 0; on_top < 4; on_top += 3) check_bed(apart[i], on_top);
    return check_done();
}
