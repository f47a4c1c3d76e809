// Linear spring and dashpot at one point, with a tangential spring under Coulomb's limit, rolling and torsional
// resistance.
//
//   normal       f = max(0, k d - c u_n), c = 2 zeta sqrt(m k), m the effective mass at the point; the contact is
//                attractive only by its adhesion
//   tangential   a stored force, f_t <- f_t - k_t u_t dt with k_t = ratio k, rotated with the contact; a dashpot
//                ratio c in parallel; the sum is at most friction times f
//   rolling, torsion   springs k_t R^2 against the relative rotation, at most friction times f R
//
// `stiffness` is in N/m. Elastic energy k d^2 / 2 and those of the springs.
#ifndef SCREE_SIM_LAWS_LINEAR_H
#define SCREE_SIM_LAWS_LINEAR_H

#include "scree_sim/laws/common.h"

SCREE_LAW_INLINE scree_contact_force scree_law_linear(const scree_contact_region *region,
                                                      const scree_contact_motion *motions,
                                                      const scree_contact_constants *constants, double dt,
                                                      scree_contact_history *history)
{
    const scree_vec3 n = region->normal;
    const scree_law_motion motion = scree_law_relative(n, motions);
    const double k = constants->stiffness, kt = constants->tangential_ratio * k;
    const double damping = 2.0 * constants->damping_ratio * sqrt(constants->mass * k);
    const double elastic = k * region->depth;
    double normal = elastic - damping * motion.normal;
    if (!(normal > 0.0)) normal = 0.0;

    scree_contact_force out;
    out.elastic = 0.5 * elastic * region->depth;
    out.dissipated = (elastic - normal) * scree_law_mean_parting(&motion, normal, constants, dt) * dt;
    const scree_vec3 old = scree_law_turned(history->shear, n, motion.twist * dt);
    const scree_vec3 shear =
        scree_law_slide(old, history->stiffness, motion.tangential, kt, constants->tangential_ratio * damping,
                        constants->friction * normal, dt, &history->shear, &out);
    out.couple = scree_law_resist(constants, &motion, n, kt, normal, dt, history, &out);
    history->stiffness = kt;
    out.force = scree_law_add(shear, normal - constants->adhesion, n);
    return out;
}

#endif
