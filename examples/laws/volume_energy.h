// A contact law of one's own on the shared volume V of two polyhedra: the gradient of an energy w(V) = c V^m, with a dashpot,
// without friction.
//
//   scree run --law examples/laws/volume_energy.h examples/scenes/pour.yaml
//
// scree_user_region says what the law gets of a contact: a point (which is the default), the pressure field, the shared volume
// or the floating plane (scree_law_region in scree_sim/law.h). Pairs of shapes without a shared volume, such as a grain and an
// endless plane, keep the law of the simulator's table (docs/simulation.md).
#ifndef EXAMPLES_LAWS_VOLUME_ENERGY_H
#define EXAMPLES_LAWS_VOLUME_ENERGY_H

#include <math.h>

#include "scree_sim/laws/common.h"

const scree_law_region scree_user_region = SCREE_LAW_REGION_VOLUME; // exported: not static

/// Force and couple are w'(V) times the gradient of V. `region` has them for the energy k V^2 / 2 with k = 1, whose
/// derivative is V.
scree_contact_force scree_user_law(const scree_contact_region *region, const scree_contact_motion *motions,
                                   const scree_contact_constants *constants, double dt, scree_contact_history *history)
{
    const double m = 1.5, scale = 0.4 * pow(constants->radius, 3.0); // a volume: c has to have the right unit
    const double c = 0.5 * constants->stiffness * pow(scale, 2.0 - m), v = region->volume;
    const double slope = m * c * pow(v, m - 1.0);                                     // w'(V)
    const double elastic = slope * region->area, secant = elastic * region->area / v; // N, N/m
    const double dashpot = 2.0 * constants->damping_ratio * sqrt(secant * constants->mass);
    const scree_law_motion motion = scree_law_relative(region->normal, motions); // of B relative to A, at the point
    const double force = fmax(0.0, elastic - dashpot * motion.normal), share = force / elastic;
    const scree_vec3 couple = scree_law_scale(slope / v, region->couple);
    (void)history; // nothing to remember: there is no friction
    return (scree_contact_force){
        .force = scree_law_scale(share * slope / v, region->force),
        .couple = scree_law_scale(share, couple),
        .elastic = c * pow(v, m),
        .dissipated = ((elastic - force) * scree_law_mean_parting(&motion, force, constants, dt) +
                       (1.0 - share) * scree_law_dot(couple, motion.spin)) *
                      dt,
    };
}

#endif
