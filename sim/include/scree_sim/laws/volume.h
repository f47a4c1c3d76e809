// The volume law: force and couple are the gradient of the energy w = k V^2 / 2 of the shared volume V, after feng-tan's
// energy framework (2020).
//
//   elastic      k V times the area vector of the surface of A inside B, and its couple, at the centroid of the volume;
//                k in N/m^5
//   the rest     as in patch.h, with the normal stiffness k A^2, A the length of the area vector
//
// The gradient is a uniform pressure: a face that is tilted at constant volume feels no couple, and stacks lean. The
// pressure field does better.
#ifndef SCREE_SIM_LAWS_VOLUME_H
#define SCREE_SIM_LAWS_VOLUME_H

#include "scree_sim/laws/patch.h"

SCREE_LAW_INLINE scree_contact_force scree_law_volume(const scree_contact_region *region,
                                                      const scree_contact_motion *motions,
                                                      const scree_contact_constants *constants, double dt,
                                                      scree_contact_history *history)
{
    const double stiffness = constants->stiffness * region->area * region->area;
    return scree_law_patch(region, motions, constants, stiffness, dt, history);
}

#endif
