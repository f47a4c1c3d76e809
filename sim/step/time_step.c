// The largest stable time step: a fifth of the shortest sqrt(m / k) of all grains at their stiffest contact. Where a
// contact can lie off the line of the centres, by up to sqrt(R^2 - h^2) with R the farthest and h the nearest distance
// of the surface from the centre, it also turns the grain: m is the mass that is felt there.
#include "laws/laws.h"
#include "scree_sim/sim.h"

static double felt_mass(const sim_form *form, double mass)
{
    const scree_vec3 i = form->moments;
    double least = i.z;
    if (i.x > 0.0 && i.x < least) least = i.x;
    if (i.y > 0.0 && i.y < least) least = i.y;
    const double arm = form->radius * form->radius - form->inradius * form->inradius;
    return mass / (1.0 + fmax(0.0, arm) * form->volume / least);
}

double scree_sim_time_step(scree_sim *sim)
{
    const double none = 1e-4;
    if (sim == NULL) return 0.0;
    double shortest = INFINITY;
    const sim_grains *g = &sim->grains;
    for (size_t i = 0; i < g->count; ++i) {
        const sim_form *form = &sim->forms[g->forms[i]];
        const double mass = felt_mass(form, g->masses[i]);
        double stiffest = 0.0;
        for (int32_t p = 0; p < form->part_count; ++p) {
            const sim_part *part = &sim->parts[form->first_part + p];
            for (size_t m = 0; m < sim->material_count; ++m) {
                const sim_mixed *mixed = &sim->mixed[(size_t)g->materials[i] * sim->material_count + m];
                const scree_law law = scree_sim_law_for(sim, part->kind, part->kind);
                stiffest = fmax(stiffest, scree_sim_constants(law, part, part, mixed, mass).stiffness);
            }
        }
        shortest = fmin(shortest, mass / stiffest);
    }
    return isfinite(shortest) ? 0.2 * sqrt(shortest) : none;
}
