// Hertz-Mindlin, without the memory of partial slip.
//
//   normal       f = 4/3 E sqrt(R) d^(3/2) - c u_n, at least 0, with the stiffness S = 2 E sqrt(R d) and
//                c = 2 zeta sqrt(m S); zeta is the one that gives the restitution e, which is then the same at any speed
//   tangential   k_t = ratio S, where the ratio is 4 G / E: 8 G sqrt(R d)
//   1 / E = (1 - v_A^2) / E_A + (1 - v_B^2) / E_B,  1 / G = (2 - v_A) / G_A + (2 - v_B) / G_B
//
// `stiffness` is the reduced modulus E in Pa, region->radius the reduced radius R, by the equivalent spheres or by the
// local curvatures. Rolling and torsion as in the linear law. Elastic energy 8/15 E sqrt(R) d^(5/2).
#ifndef SCREE_SIM_LAWS_HERTZ_H
#define SCREE_SIM_LAWS_HERTZ_H

#include "scree_sim/laws/common.h"

SCREE_LAW_INLINE scree_contact_force scree_law_hertz(const scree_contact_region *region,
                                                     const scree_contact_motion *motions,
                                                     const scree_contact_constants *constants, double dt,
                                                     scree_contact_history *history)
{
    const scree_vec3 n = region->normal;
    const scree_law_motion motion = scree_law_relative(n, motions);
    const double stiffness = 2.0 * constants->stiffness * sqrt(region->radius * region->depth);
    const double kt = constants->tangential_ratio * stiffness;
    const double damping = 2.0 * constants->damping_ratio * sqrt(constants->mass * stiffness);
    const double elastic = 2.0 / 3.0 * stiffness * region->depth;
    double normal = elastic - damping * motion.normal;
    if (!(normal > 0.0)) normal = 0.0;

    scree_contact_force out;
    out.elastic = 0.4 * elastic * region->depth;
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
