// From a contact of the library to a force: which law, its constants, and the call.
#ifndef SCREE_SIM_LAWS_LAWS_H
#define SCREE_SIM_LAWS_LAWS_H

#include "state/state.h"

/// The law of a pair of parts, by the settings and the table.
scree_law scree_sim_law_for(const scree_sim *sim, sim_class a, sim_class b);

/// The constants of a contact by its law; `mass` is the one that is felt at the contact.
scree_contact_constants scree_sim_constants(scree_law law, const sim_part *a, const sim_part *b, const sim_mixed *mixed,
                                            double mass);

/// The radius of the mean curvature of a part's surface where `outward` (unit, world axes) is its normal, at most that of
/// the sphere of equal volume; the latter where the surface is flat or sharp there. Infinite for half spaces.
double scree_sim_local_radius(const sim_part *part, scree_quat orientation, scree_vec3 outward);

/// Two bodies that touch.
typedef struct sim_touch {
    const scree_body *bodies[2]; // B at its image
    const sim_part *parts[2];
    const sim_mixed *mixed;
    scree_contact_motion motions[2];
    double inverse_masses[2];          // 0 where the motion is prescribed
    double inverse_inertias[2];        // the mean of the principal ones
    scree_law law;                     // out: the one that served
    const scree_pressure *pressure;    // of this contact, where the law wants it
    const scree_floating_plane *plane; // of this contact, where it is known already; else NULL
    void *scratch;
    size_t scratch_size;
} sim_touch;

/// The force of a contact, at region->point.
scree_contact_force scree_sim_touch(const scree_sim *sim, sim_touch *touch, const scree_contact *contact,
                                    const scree_vec3 centres[2], scree_contact_history *history,
                                    scree_contact_region *region);

#endif
