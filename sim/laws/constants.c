// How the moduli of two materials become the stiffness of a contact, law by law.
//
//   linear, depth   k = 1 / (1 / (2 E_A R_A) + 1 / (2 E_B R_B)) in N/m, R the radius of the sphere of equal volume
//   Hertz           1 / E = (1 - v_A^2) / E_A + (1 - v_B^2) / E_B in Pa
//   pressure field, floating plane
//                   K = 1 / (h_A / E_A + h_B / E_B) in N/m^3, h the inradius
//   volume          K / (4 h^2) in N/m^5, h the smaller inradius; in 2-D K / (2 h)
//
// A wall has the radius of the other body. A stiffness that was given for the pair of materials comes first; Hertz
// always has its moduli.
#include "laws/laws.h"

static double finite_or(double x, double other)
{
    return isfinite(x) ? x : other;
}

static double point_stiffness(const sim_part *a, const sim_part *b, const sim_mixed *m)
{
    const double ra = finite_or(a->own_radius, b->own_radius), rb = finite_or(b->own_radius, a->own_radius);
    const double ka = 2.0 * m->youngs[0] * ra, kb = 2.0 * m->youngs[1] * rb;
    return ka * kb / (ka + kb);
}

static double field_stiffness(const sim_part *a, const sim_part *b, const sim_mixed *m)
{
    const double ha = finite_or(a->inradius, b->inradius), hb = finite_or(b->inradius, a->inradius);
    return 1.0 / (ha / m->youngs[0] + hb / m->youngs[1]);
}

static double reduced_radius(const sim_part *a, const sim_part *b)
{
    if (isinf(a->own_radius)) return b->own_radius;
    if (isinf(b->own_radius)) return a->own_radius;
    return a->own_radius * b->own_radius / (a->own_radius + b->own_radius);
}

static void set_hertz(scree_contact_constants *c, const sim_mixed *m)
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

scree_contact_constants scree_sim_constants(scree_law law, const sim_part *a, const sim_part *b, const sim_mixed *mixed,
                                            double mass)
{
    scree_contact_constants c = {
        .tangential_ratio = mixed->tangential_ratio,
        .damping_ratio = mixed->damping_clamped,
        .friction = mixed->friction,
        .rolling_friction = mixed->rolling_friction,
        .torsional_friction = mixed->torsional_friction,
        .adhesion = mixed->adhesion,
        .mass = mass,
        .radius = reduced_radius(a, b),
        .stiffness = mixed->given.stiffness,
    };
    const bool is_given = !isnan(mixed->given.stiffness);
    const double h = fmin(a->inradius, b->inradius);
    switch (law) {
    case SCREE_LAW_HERTZ:
        set_hertz(&c, mixed);
        break;
    case SCREE_LAW_PRESSURE_FIELD:
    case SCREE_LAW_FLOATING_PLANE:
        if (!is_given) c.stiffness = field_stiffness(a, b, mixed);
        break;
    case SCREE_LAW_VOLUME:
        c.stiffness = is_given ? c.stiffness : field_stiffness(a, b, mixed);
        c.stiffness /= a->kind == SIM_CLASS_POLYGON ? 2.0 * h : 4.0 * h * h;
        break;
    default:
        if (!is_given) c.stiffness = point_stiffness(a, b, mixed);
        break;
    }
    return c;
}
