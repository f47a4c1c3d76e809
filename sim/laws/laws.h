// From a contact of the library to a force: which law, and the region that it needs. The laws run in lanes.h.
#ifndef SCREE_SIM_LAWS_LAWS_H
#define SCREE_SIM_LAWS_LAWS_H

#include "state/state.h"

/// The law of a pair of parts, by the settings and the table.
scree_law scree_sim_law_for(const scree_sim *sim, sim_class a, sim_class b);

/// The radius of the mean curvature of a part's surface where `outward` (unit, world axes) is its normal, at most that of
/// the sphere of equal volume; the latter where the surface is flat or sharp there. Infinite for half spaces.
double scree_sim_local_radius(const sim_part *part, scree_quat orientation, scree_vec3 outward);

/// Two bodies that touch.
typedef struct sim_touch {
    const scree_body *bodies[2]; // B at its image
    const sim_part *parts[2];
    const scree_pressure *pressure;    // of this contact, if the law needs it
    const scree_floating_plane *plane; // of this contact, if it is known already; else NULL
    void *scratch;
    size_t scratch_size;
} sim_touch;

/// The region of a contact. False if the two share no more than rounding, and there is no force. `plane` is the stored
/// floating plane of the contact: in, and out.
bool scree_sim_region(const scree_sim *sim, scree_law law, const sim_touch *touch, const scree_contact *contact,
                      scree_vec3 *plane, scree_contact_region *region);

#endif
