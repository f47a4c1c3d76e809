// The pressure-field law, for polyhedra and polygons: a region instead of a point. Stacks rest, and elastic collisions
// conserve energy.
//
//   elastic      K times force and couple of the field (scree/pressure.h), K in N/m^3
//   normal       along the field's force; both force and couple are scaled by f / |F|, f = max(0, |F| - c u_n), with
//                c = 2 zeta sqrt(m K A), A the projected area and m the mass that is felt at the point
//   tangential   a remembered force with k = ratio K A; a dashpot ratio c beside it; the sum is at most
//                friction times f
//   torsion      a spring k s^2 / 6, s = sqrt(A) the width of the region; at most 0.38 s friction f
//   rocking      a dashpot c s^2 / 12; the stiffness is in the field's couple
//
// region: `force` and `couple` of the field on B for unit stiffness, `point` its centre of pressure, `normal` along the
// force, `area` and, as `radius`, s. In 2-D the area is a length, and s the same. The energy of the field is
// region->energy, where it was asked for.
#ifndef SCREE_SIM_LAWS_PRESSURE_FIELD_H
#define SCREE_SIM_LAWS_PRESSURE_FIELD_H

#include "scree_sim/laws/common.h"

SCREE_LAW_INLINE scree_contact_force scree_law_pressure_field(const scree_contact_region *region,
                                                              const scree_contact_motion motions[2],
                                                              const scree_contact_constants *constants, double dt,
                                                              scree_contact_history *history)
{
    const scree_vec3 n = region->normal;
    const scree_law_motion motion = scree_law_relative(n, motions);
    const double area = region->area > 0.0 ? region->area : 0.0;
    const double k = constants->stiffness * area, kt = constants->tangential_ratio * k;
    const double square = region->radius * region->radius;
    const double damping = 2.0 * constants->damping_ratio * sqrt(constants->mass * k);
    const double elastic = constants->stiffness * sqrt(scree_law_dot(region->force, region->force));
    double normal = elastic - damping * motion.normal;
    if (!(normal > 0.0)) normal = 0.0;
    const double share = elastic > 0.0 ? normal / elastic : 0.0;

    scree_contact_force out;
    out.elastic = constants->stiffness * region->energy;
    out.couple = scree_law_scale(share * constants->stiffness, region->couple);
    out.dissipated = (elastic - normal) * motion.normal * dt +
                     (1.0 - share) * constants->stiffness * scree_law_dot(region->couple, motion.spin) * dt;
    const scree_vec3 old = scree_law_turned(history->shear, n, motion.twist * dt);
    const scree_vec3 shear =
        scree_law_slide(old, history->stiffness, motion.tangential, kt, constants->tangential_ratio * damping,
                        constants->friction * normal, dt, &history->shear, &out);

    const double about = scree_law_dot(motion.spin, n);
    if (constants->friction > 0.0) {
        scree_vec3 spring;
        const scree_vec3 twist = scree_law_slide(
            scree_law_scale(history->torsion, n), history->stiffness * square / 6.0, scree_law_scale(about, n),
            kt * square / 6.0, 0.0, 0.38 * region->radius * constants->friction * normal, dt, &spring, &out);
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
