// What the laws with a region share: an elastic force and couple integrated over it, dashpots, and friction with
// torsion over its width.
//
//   normal       along the elastic force; force and couple are both scaled by f / |F|, f = max(0, |F| - c u_n), with
//                c = 2 zeta sqrt(m k), k the normal stiffness and m the effective mass at the point
//   tangential   a stored force with k_t = ratio k, and a dashpot ratio c in parallel; the sum is at most friction
//                times f
//   torsion      a spring k_t s^2 / 6 and a dashpot ratio c s^2 / 6, s the width of the region; the sum is at most
//                0.38 s friction f
//   rocking      a dashpot c s^2 / 12; the stiffness is in the elastic couple
//
// region: `force` and `couple` on B for unit stiffness, `point` where the force acts, `normal` along the force, `area`
// and, as `radius`, s = sqrt(area). In 2-D the area is a length, and s the same.
#ifndef SCREE_SIM_LAWS_PATCH_H
#define SCREE_SIM_LAWS_PATCH_H

#include "scree_sim/laws/common.h"

SCREE_LAW_INLINE scree_contact_force scree_law_patch(const scree_contact_region *region,
                                                     const scree_contact_motion *motions,
                                                     const scree_contact_constants *constants, double k, double dt,
                                                     scree_contact_history *history)
{
    const scree_vec3 n = region->normal;
    const scree_law_motion motion = scree_law_relative(n, motions);
    const double kt = constants->tangential_ratio * k, square = region->radius * region->radius;
    const double damping = 2.0 * constants->damping_ratio * sqrt(constants->mass * k);
    const double elastic = constants->stiffness * sqrt(scree_law_dot(region->force, region->force));
    double normal = elastic - damping * motion.normal;
    if (!(normal > 0.0)) normal = 0.0;
    const double share = normal / scree_law_divisor(elastic);
    const scree_vec3 couple = scree_law_scale(constants->stiffness, region->couple);

    scree_contact_force out;
    out.elastic = constants->stiffness * region->energy;
    out.couple = scree_law_scale(share, couple);
    out.dissipated = ((elastic - normal) * scree_law_mean_parting(&motion, normal, constants, dt) +
                      (1.0 - share) * scree_law_dot(couple, motion.spin)) *
                     dt;
    const scree_vec3 old = scree_law_turned(history->shear, n, motion.twist * dt);
    const scree_vec3 shear =
        scree_law_slide(old, history->stiffness, motion.tangential, kt, constants->tangential_ratio * damping,
                        constants->friction * normal, dt, &history->shear, &out);

    const double about = scree_law_dot(motion.spin, n);
    if (constants->friction > 0.0) {
        scree_vec3 spring;
        const scree_vec3 twist = scree_law_slide(
            scree_law_scale(history->torsion, n), history->stiffness * square / 6.0, scree_law_scale(about, n),
            kt * square / 6.0, constants->tangential_ratio * damping * square / 6.0,
            0.38 * region->radius * constants->friction * normal, dt, &spring, &out);
        history->torsion = scree_law_dot(spring, n);
        out.couple = scree_law_add(out.couple, 1.0, twist);
    }
    const scree_vec3 rocking = scree_law_add(motion.spin, -about, n);
    const double resistance = normal > 0.0 ? damping * square / 12.0 : 0.0;
    out.couple = scree_law_add(out.couple, -resistance, rocking);
    out.dissipated += resistance * scree_law_dot(rocking, rocking) * dt;
    history->stiffness = kt;
    out.force = scree_law_add(shear, normal - constants->adhesion, n);
    return out;
}

#endif
