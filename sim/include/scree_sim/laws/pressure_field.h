// The pressure-field law, for polyhedra and polygons: a region instead of a point. Stacks rest, and elastic collisions
// conserve energy.
//
//   elastic      K times force and couple of the field (scree/pressure.h) at its centre of pressure, K in N/m^3
//   the rest     as in patch.h, with the normal stiffness k = K A, A the projected area
#ifndef SCREE_SIM_LAWS_PRESSURE_FIELD_H
#define SCREE_SIM_LAWS_PRESSURE_FIELD_H

#include "scree_sim/laws/patch.h"

SCREE_LAW_INLINE scree_contact_force scree_law_pressure_field(const scree_contact_region *region,
                                                              const scree_contact_motion *motions,
                                                              const scree_contact_constants *constants, double dt,
                                                              scree_contact_history *history)
{
    const double area = region->area > 0.0 ? region->area : 0.0;
    return scree_law_patch(region, motions, constants, constants->stiffness * area, dt, history);
}

#endif
