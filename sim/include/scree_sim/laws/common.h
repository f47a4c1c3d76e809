// Helpers of the contact laws: vectors, the relative motion at the contact point, and the tangential, rolling and
// torsional springs with their limits.
//
// Everything is inline and free of library calls but sqrt(), so that laws compile for a GPU: define SCREE_LAW_INLINE as
// its compiler wants functions to be marked. Branch-free, by selection between two values, so that a loop over contacts
// vectorises.
#ifndef SCREE_SIM_LAWS_COMMON_H
#define SCREE_SIM_LAWS_COMMON_H

#include <math.h>
#include <stdbool.h>

#include "scree_sim/law.h"

#ifndef SCREE_LAW_INLINE
#define SCREE_LAW_INLINE static inline
#endif

SCREE_LAW_INLINE scree_vec3 scree_law_vector(double x, double y, double z)
{
    scree_vec3 v;
    v.x = x;
    v.y = y;
    v.z = z;
    return v;
}

/// a + s b
SCREE_LAW_INLINE scree_vec3 scree_law_add(scree_vec3 a, double s, scree_vec3 b)
{
    return scree_law_vector(a.x + s * b.x, a.y + s * b.y, a.z + s * b.z);
}

SCREE_LAW_INLINE scree_vec3 scree_law_scale(double s, scree_vec3 a)
{
    return scree_law_vector(s * a.x, s * a.y, s * a.z);
}

SCREE_LAW_INLINE double scree_law_dot(scree_vec3 a, scree_vec3 b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

SCREE_LAW_INLINE scree_vec3 scree_law_cross(scree_vec3 a, scree_vec3 b)
{
    return scree_law_vector(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}

/// A divisor: x if it is above 0, else one that makes the quotient 0.
SCREE_LAW_INLINE double scree_law_divisor(double x)
{
    return x > 0.0 ? x : (double)INFINITY;
}

/// The motion of B relative to A at the contact point.
typedef struct scree_law_motion {
    double normal;         ///< along the normal: above 0 they separate
    scree_vec3 tangential; ///< perpendicular to it
    scree_vec3 spin;       ///< of B minus that of A
    double twist;          ///< the mean spin of both about the normal
} scree_law_motion;

SCREE_LAW_INLINE scree_law_motion scree_law_relative(scree_vec3 normal, const scree_contact_motion *motions)
{
    const scree_vec3 a = scree_law_add(motions[0].velocity, 1.0, scree_law_cross(motions[0].spin, motions[0].arm));
    const scree_vec3 b = scree_law_add(motions[1].velocity, 1.0, scree_law_cross(motions[1].spin, motions[1].arm));
    const scree_vec3 u = scree_law_add(b, -1.0, a);
    scree_law_motion m;
    m.normal = scree_law_dot(u, normal);
    m.tangential = scree_law_add(u, -m.normal, normal);
    m.spin = scree_law_add(motions[1].spin, -1.0, motions[0].spin);
    m.twist = 0.5 * (scree_law_dot(motions[0].spin, normal) + scree_law_dot(motions[1].spin, normal));
    return m;
}

/// The mean normal velocity of the two half kicks that the force of this step gives: it changes by normal_force / mass
/// dt between them. Dashpots dissipate their force times this.
SCREE_LAW_INLINE double scree_law_mean_parting(const scree_law_motion *motion, double normal_force,
                                               const scree_contact_constants *constants, double dt)
{
    return motion->normal + 0.5 * dt * normal_force / constants->mass;
}

/// A vector that was perpendicular to the normal of the last step, rotated along with the contact: about the normal by
/// the mean spin of the bodies, then into the plane perpendicular to the new normal, with its length kept.
SCREE_LAW_INLINE scree_vec3 scree_law_turned(scree_vec3 v, scree_vec3 normal, double twist)
{
    scree_vec3 w = scree_law_add(v, twist, scree_law_cross(normal, v));
    w = scree_law_add(w, -scree_law_dot(w, normal), normal);
    return scree_law_scale(sqrt(scree_law_dot(v, v) / scree_law_divisor(scree_law_dot(w, w))), w);
}

/// A spring that slips: `old`, loaded at `stiffness_old`, is advanced by `motion * dt` at `stiffness`, with a dashpot
/// in parallel, and the sum of both is limited to `limit`. Returns the sum; `spring` is what to store. Adds the elastic
/// energy of the spring, and the losses, to `out`.
SCREE_LAW_INLINE scree_vec3 scree_law_slide(scree_vec3 old, double stiffness_old, scree_vec3 motion, double stiffness,
                                            double damping, double limit, double dt, scree_vec3 *spring,
                                            scree_contact_force *out)
{
    const double divisor_old = scree_law_divisor(stiffness_old);
    const double stored = 0.5 * scree_law_dot(old, old) / divisor_old;
    old = scree_law_scale(stiffness_old > stiffness ? stiffness / divisor_old : 1.0, old);
    scree_vec3 load = scree_law_add(old, -stiffness * dt, motion);
    scree_vec3 sum = scree_law_add(load, -damping, motion);
    const double size = sqrt(scree_law_dot(sum, sum));
    const bool slips = size > limit;
    sum = scree_law_scale(slips ? limit / scree_law_divisor(size) : 1.0, sum);
    load = scree_law_vector(slips ? sum.x : load.x, slips ? sum.y : load.y, slips ? sum.z : load.z);
    *spring = load;
    const double energy = 0.5 * scree_law_dot(load, load) / scree_law_divisor(stiffness);
    // The mean of the spring's load before and after, and the dashpot's.
    scree_vec3 mean = scree_law_add(sum, -1.0, load);
    mean = scree_law_add(scree_law_add(mean, 0.5, load), 0.5, old);
    const double work = -scree_law_dot(mean, motion) * dt;
    out->elastic += energy;
    out->dissipated += work - (energy - stored);
    return sum;
}

/// The rolling and torsional couples on B: springs of stiffness k R^2 against the relative rotation, limited to their
/// fractions of normal force times radius.
SCREE_LAW_INLINE scree_vec3 scree_law_resist(const scree_contact_constants *constants, const scree_law_motion *motion,
                                             scree_vec3 normal, double stiffness, double normal_force, double dt,
                                             scree_contact_history *history, scree_contact_force *out)
{
    scree_vec3 couple = scree_law_vector(0.0, 0.0, 0.0);
    const double radius = constants->radius, angular = stiffness * radius * radius;
    const double before = history->stiffness * radius * radius;
    const double about = scree_law_dot(motion->spin, normal);
    if (constants->rolling_friction > 0.0) {
        const scree_vec3 roll = scree_law_add(motion->spin, -about, normal);
        const scree_vec3 old = scree_law_turned(history->rolling, normal, motion->twist * dt);
        couple = scree_law_slide(old, before, roll, angular, 0.0, constants->rolling_friction * normal_force * radius,
                                 dt, &history->rolling, out);
    }
    if (constants->torsional_friction > 0.0) {
        scree_vec3 spring;
        const scree_vec3 sum =
            scree_law_slide(scree_law_scale(history->torsion, normal), before, scree_law_scale(about, normal), angular,
                            0.0, constants->torsional_friction * normal_force * radius, dt, &spring, out);
        history->torsion = scree_law_dot(spring, normal);
        couple = scree_law_add(couple, 1.0, sum);
    }
    return couple;
}

#endif
