// The depth law: a spring on the penetration depth along the normal, at the library's contact point, for any pair of
// shapes. This is what most codes with polyhedra do, and what the papers used.
//
// It is the linear law without rolling and torsional resistance. Where faces meet, the contact point jumps from vertex
// to vertex: stacks rock, and elastic collisions do not conserve energy (docs/simulation.md).
#ifndef SCREE_SIM_LAWS_DEPTH_H
#define SCREE_SIM_LAWS_DEPTH_H

#include "scree_sim/laws/linear.h"

SCREE_LAW_INLINE scree_contact_force scree_law_depth(const scree_contact_region *region,
                                                     const scree_contact_motion *motions,
                                                     const scree_contact_constants *constants, double dt,
                                                     scree_contact_history *history)
{
    scree_contact_constants plain = *constants;
    plain.rolling_friction = 0.0;
    plain.torsional_friction = 0.0;
    return scree_law_linear(region, motions, &plain, dt, history);
}

#endif
