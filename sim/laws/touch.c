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

// The mass that a push along the normal feels: rotation makes it less where the contact is off the line of the centres.
// With the mean moment of inertia, which is enough for a dashpot.
static double felt_mass(const sim_touch *touch, scree_vec3 normal)
{
    double inverse = 0.0;
    for (int i = 0; i < 2; ++i) {
        const scree_vec3 lever = v3_cross(touch->motions[i].arm, normal);
        inverse += touch->inverse_masses[i] + touch->inverse_inertias[i] * v3_dot(lever, lever);
    }
    return 1.0 / inverse;
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
    touch->law = scree_sim_law_for(sim, touch->parts[0]->kind, touch->parts[1]->kind);
    *region = point_region(contact);
    for (int i = 0; i < 2; ++i) touch->motions[i].arm = v3_sub(region->point, centres[i]);
    const scree_contact_constants constants = scree_sim_constants(touch->law, touch->parts[0], touch->parts[1],
                                                                  touch->mixed, felt_mass(touch, region->normal));
    if (touch->law == SCREE_LAW_HERTZ) region->radius = constants.radius;
    return function_of(sim, touch->law)(region, touch->motions, &constants, sim->dt, history);
}
