// The volume law: force and couple are the gradient of an energy w(V) of the shared volume V (Feng and Tan 2020):
//
//   energy       w(V) = k / m V0^2 (V / V0)^m, k in N/m^5; m is 2 by default: w = k V^2 / 2. V0 = 0.4 h^3 (2-D:
//                0.2 h^2), h the smaller inradius: the volume at which the force does not depend on m
//   elastic      w'(V) times the area vector of the surface of A inside B, and its couple, at the centroid of the volume
//   the rest     as in patch.h, with the normal stiffness k A^2 times (V / V0)^(m - 2), at most 10; A is the length of
//                the area vector
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
    const double area = region->area, force = sqrt(scree_law_dot(region->force, region->force));
    const double secant = force / scree_law_divisor(area * region->volume); // (V / V0)^(m - 2)
    const double stiffness = constants->stiffness * area * area * (secant < 10.0 ? secant : 10.0);
    return scree_law_patch(region, motions, constants, stiffness, dt, history);
}

#endif
