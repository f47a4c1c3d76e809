// One contact: the region that its law needs, and the law.
#include "laws/laws.h"
#include "scree_sim/laws/depth.h"
#include "scree_sim/laws/hertz.h"
#include "scree_sim/laws/linear.h"

// The contact as the library found it: one point.
static scree_contact_region point_region(const scree_contact *contact)
{
    return (scree_contact_region){
        .normal = contact->normal, .point = contact->point, .depth = -contact->distance, .area = contact->patch_area
    };
}

static scree_law_function function_of(const scree_sim *sim, scree_law law)
{
    switch (law) {
    case SCREE_LAW_HERTZ:
        return scree_law_hertz;
    case SCREE_LAW_DEPTH:
        return scree_law_depth;
    case SCREE_LAW_USER:
        return sim->settings.user_law;
    default:
        return scree_law_linear;
    }
}

scree_contact_force scree_sim_touch(const scree_sim *sim, sim_touch *touch, const scree_contact *contact,
                                    const scree_vec3 centres[2], scree_contact_history *history,
                                    scree_contact_region *region)
{
    const double mass = 1.0 / (touch->inverse_masses[0] + touch->inverse_masses[1]);
    touch->law = scree_sim_law_for(sim, touch->parts[0]->kind, touch->parts[1]->kind);
    *region = point_region(contact);
    for (int i = 0; i < 2; ++i) touch->motions[i].arm = v3_sub(region->point, centres[i]);
    const scree_contact_constants constants =
        scree_sim_constants(touch->law, touch->parts[0], touch->parts[1], touch->mixed, mass);
    if (touch->law == SCREE_LAW_HERTZ) region->radius = constants.radius;
    return function_of(sim, touch->law)(region, touch->motions, &constants, sim->dt, history);
}
