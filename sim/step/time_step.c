// The time step that is stable with all contacts of a grain and their dashpots: a fraction of the shortest sqrt(m / k)
// of all grains at their stiffest contact.
//
//   linear, depth   a tenth of it, with the stiffness k. Where a contact can lie off the line of the centres, by up to
//                   sqrt(R^2 - h^2) with R the farthest and h the nearest distance of the surface from the centre, it
//                   also rotates the grain: m is the effective mass there
//   Hertz           the same, with the stiffness at a depth of a twentieth of the radius
//   pressure field  a fifth, with k = K A, A the largest face, and the whole mass
//   volume          the same with k = k A^2, times what the exponent adds (sim_volume_stiffening())
//   floating plane  the same with k = 2 K A, as on a half space, and A the largest side of the box around the body
//
// Walls count as more of the same grains, except for sheets without thickness, on which every grain has a one-point
// law.
#include "laws/constants.h"
#include "laws/laws.h"
#include "scree_sim/sim.h"

static const double without_grains = 1e-4;

static double felt_mass(const sim_form *form, double mass)
{
    const scree_vec3 i = form->moments;
    double least = i.z;
    if (i.x > 0.0 && i.x < least) least = i.x;
    if (i.y > 0.0 && i.y < least) least = i.y;
    const double arm = form->radius * form->radius - form->inradius * form->inradius;
    return mass / (1.0 + fmax(0.0, arm) * form->volume / least);
}

// The square of the time step of a contact of a part with another as large, of class `other`.
static double squared_time(const scree_sim *sim, const sim_form *form, const sim_part *part, sim_class other,
                           const sim_mixed *mixed, double mass)
{
    const scree_law law = scree_sim_base_law(sim, scree_sim_law_for(sim, part->kind, other));
    const double stiffness = sim_constants_of_parts(law, part, part, mixed, mass).stiffness;
    switch (law) {
    case SCREE_LAW_FLOATING_PLANE:
        return 0.02 * mass / (stiffness * part->face_area);
    case SCREE_LAW_PRESSURE_FIELD:
        return 0.04 * mass / (stiffness * part->face_area);
    case SCREE_LAW_VOLUME:
        return 0.04 * mass /
               (stiffness * part->face_area * part->face_area * sim_volume_stiffening(sim->settings.volume_exponent));
    case SCREE_LAW_HERTZ:
        return 0.01 * felt_mass(form, mass) / (2.0 * stiffness * sqrt(0.05) * part->own_radius);
    default:
        return 0.01 * felt_mass(form, mass) / stiffness;
    }
}

static bool has_sheets(const scree_sim *sim)
{
    for (size_t i = 0; i < sim->piece_count; ++i)
        if (sim->parts[sim->bodies.part_of[i]].kind == SIM_CLASS_SHEET) return true;
    return false;
}

scree_sim_critical scree_sim_critical_step(scree_sim *sim)
{
    scree_sim_critical found = { .grain = -1, .material = -1, .other = -1 };
    if (sim == NULL) return found;
    const bool sheets = has_sheets(sim);
    double shortest = INFINITY;
    const sim_grains *g = &sim->grains;
    for (size_t i = 0; i < g->count; ++i) {
        const sim_form *form = &sim->forms[g->forms[i]];
        for (int32_t p = 0; p < form->part_count; ++p)
            for (size_t m = 0; m < sim->material_count; ++m) {
                const sim_mixed *mixed = &sim->mixed[(size_t)g->materials[i] * sim->material_count + m];
                const sim_part *part = &sim->parts[form->first_part + p];
                for (int s = 0; s < (sheets ? 2 : 1); ++s) {
                    const sim_class other = s == 0 ? part->kind : SIM_CLASS_SHEET;
                    const double time = squared_time(sim, form, part, other, mixed, g->masses[i]);
                    if (!(time < shortest)) continue;
                    shortest = time;
                    found.grain = g->ids[i];
                    found.material = g->materials[i];
                    found.other = (int)m;
                    found.law = scree_sim_law_for(sim, part->kind, other);
                }
            }
    }
    found.value = isfinite(shortest) ? sqrt(shortest) : without_grains;
    return found;
}

double scree_sim_time_step(scree_sim *sim)
{
    return scree_sim_critical_step(sim).value;
}
