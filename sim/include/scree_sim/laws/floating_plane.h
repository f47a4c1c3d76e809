// The floating-plane law, for bodies with flat or straight parts that are not sharp polyhedra: cylinders, cones, capsules,
// rounded boxes and hulls, blocky superquadrics. Stacks rest, and elastic collisions conserve energy.
//
//   elastic      K times the force of the plane (scree/floating_plane.h) at its point, K in N/m^3; no couple
//   the rest     as in patch.h, with the normal stiffness k = K A, A the plane's area, and the width of a square with
//                the same second moments over its area
#ifndef SCREE_SIM_LAWS_FLOATING_PLANE_H
#define SCREE_SIM_LAWS_FLOATING_PLANE_H

#include "scree_sim/laws/patch.h"

SCREE_LAW_INLINE scree_contact_force scree_law_floating_plane(const scree_contact_region *region,
                                                              const scree_contact_motion *motions,
                                                              const scree_contact_constants *constants, double dt,
                                                              scree_contact_history *history)
{
    return scree_law_patch(region, motions, constants, constants->stiffness * region->area, dt, history);
}

#endif
