// How the moduli of two materials become the stiffness of a contact, law by law.
//
//   linear, depth   k = 1 / (1 / (2 E_A R_A) + 1 / (2 E_B R_B)) in N/m, R the radius of the sphere of equal volume
//   Hertz           1 / E = (1 - v_A^2) / E_A + (1 - v_B^2) / E_B in Pa
//   pressure field, floating plane
//                   K = 1 / (h_A / E_A + h_B / E_B) in N/m^3, h the inradius
//   volume          K / (4 h^2) in N/m^5, h the smaller inradius; in 2-D K / (2 h)
//   the user's      that of the law with the same region (scree_sim_base_law())
//
// A wall has the radius of the other body. A stiffness given for the pair of materials takes precedence, and so does, in
// the linear and depth laws, a collision time; Hertz always uses the moduli. Everything is inline: it runs for each contact, in the lanes of lanes.c.
#ifndef SCREE_SIM_LAWS_CONSTANTS_H
#define SCREE_SIM_LAWS_CONSTANTS_H

#include "state/state.h"

/// The lengths of a part that its contacts use.
typedef struct sim_lengths {
    double own_radius, inradius; // as in sim_part
} sim_lengths;

static inline double sim_finite_or(double x, double other)
{
    return x < (double)INFINITY ? x : other;
}

static inline double sim_point_stiffness(sim_lengths a, sim_lengths b, const sim_mixed *m)
{
    const double ra = sim_finite_or(a.own_radius, b.own_radius), rb = sim_finite_or(b.own_radius, a.own_radius);
    const double ka = 2.0 * m->youngs[0] * ra, kb = 2.0 * m->youngs[1] * rb;
    return ka * kb / (ka + kb);
}

static inline double sim_field_stiffness(sim_lengths a, sim_lengths b, const sim_mixed *m)
{
    const double ha = sim_finite_or(a.inradius, b.inradius), hb = sim_finite_or(b.inradius, a.inradius);
    return 1.0 / (ha / m->youngs[0] + hb / m->youngs[1]);
}

/// The volume V0 of the volume law (volume.h): that of two faces of cubes of half width h, the smaller inradius, which
/// overlap by h / 10. There the force does not depend on the exponent.
static inline double sim_volume_unit(double inradius_a, double inradius_b, bool is_flat)
{
    const double h = inradius_a < inradius_b ? inradius_a : inradius_b;
    return is_flat ? 0.2 * h * h : 0.4 * h * h * h;
}

/// The largest stiffness of faces by the volume law with the exponent m over that with 2. Above 2 it grows with the
/// depth: that of 0.3 h counts. Below 2 it falls with it: that of h / 100 counts.
static inline double sim_volume_stiffening(double m)
{
    return m < 2.0 ? pow(10.0, 2.0 - m) : (m - 1.0) * pow(3.0, m - 2.0);
}

static inline double sim_reduced_radius(sim_lengths a, sim_lengths b)
{
    const double ra = sim_finite_or(a.own_radius, b.own_radius), rb = sim_finite_or(b.own_radius, a.own_radius);
    const bool is_wall = ra != a.own_radius || rb != b.own_radius;
    return is_wall ? ra : ra * rb / (ra + rb);
}

static inline void sim_set_hertz(scree_contact_constants *c, const sim_mixed *m)
{
    const double *e = m->youngs, *v = m->poisson;
    double compliance = 0.0, shear = 0.0;
    for (int i = 0; i < 2; ++i) {
        compliance += (1.0 - v[i] * v[i]) / e[i];
        shear += 2.0 * (2.0 - v[i]) * (1.0 + v[i]) / e[i];
    }
    c->stiffness = 1.0 / compliance;
    c->tangential_ratio = isnan(m->given.tangential_ratio) ? 4.0 * compliance / shear : m->given.tangential_ratio;
    c->damping_ratio = m->damping_hertz;
}

/// The constants of a contact by its law, which is not the user's; `mass` is the effective mass at the contact, `reduced` that of the centres.
static inline scree_contact_constants sim_constants(scree_law law, sim_lengths a, sim_lengths b, bool is_flat,
                                                    const sim_mixed *mixed, double mass, double reduced)
{
    scree_contact_constants c = {
        .tangential_ratio = mixed->tangential_ratio,
        .damping_ratio = mixed->damping_clamped,
        .friction = mixed->friction,
        .rolling_friction = mixed->rolling_friction,
        .torsional_friction = mixed->torsional_friction,
        .adhesion = mixed->adhesion,
        .mass = mass,
        .radius = sim_reduced_radius(a, b),
        .stiffness = mixed->given.stiffness,
    };
    const bool is_given = !isnan(mixed->given.stiffness);
    const double h = a.inradius < b.inradius ? a.inradius : b.inradius;
    switch (law) {
    case SCREE_LAW_HERTZ:
        sim_set_hertz(&c, mixed);
        break;
    case SCREE_LAW_PRESSURE_FIELD:
    case SCREE_LAW_FLOATING_PLANE:
        if (!is_given) c.stiffness = sim_field_stiffness(a, b, mixed);
        break;
    case SCREE_LAW_VOLUME:
        c.stiffness = is_given ? c.stiffness : sim_field_stiffness(a, b, mixed);
        c.stiffness /= is_flat ? 2.0 * h : 4.0 * h * h;
        break;
    default:
        if (!is_given) c.stiffness = sim_point_stiffness(a, b, mixed);
        if (mixed->stiffness_of_mass > 0.0) c.stiffness = mixed->stiffness_of_mass * reduced;
        break;
    }
    return c;
}

/// The same of two parts, of which the other one does not move.
static inline scree_contact_constants sim_constants_of_parts(scree_law law, const sim_part *a, const sim_part *b,
                                                             const sim_mixed *mixed, double mass)
{
    const sim_lengths la = { a->own_radius, a->inradius }, lb = { b->own_radius, b->inradius };
    return sim_constants(law, la, lb, a->kind == SIM_CLASS_POLYGON, mixed, mass, mass);
}

#endif
