// How the moduli of two materials become the stiffness of a contact, law by law.
//
//   linear, depth   k = 1 / (1 / (2 E_A R_A) + 1 / (2 E_B R_B)), R the radius of the sphere of equal volume
//
// A half space has the other body's radius. A stiffness that was given for the pair of materials comes first.
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

static double reduced_radius(const sim_part *a, const sim_part *b)
{
    if (isinf(a->own_radius)) return b->own_radius;
    if (isinf(b->own_radius)) return a->own_radius;
    return a->own_radius * b->own_radius / (a->own_radius + b->own_radius);
}

scree_contact_constants scree_sim_constants(scree_law law, const sim_part *a, const sim_part *b, const sim_mixed *mixed,
                                            double mass)
{
    (void)law;
    scree_contact_constants c = {
        .tangential_ratio = mixed->tangential_ratio,
        .damping_ratio = mixed->damping_clamped,
        .friction = mixed->friction,
        .rolling_friction = mixed->rolling_friction,
        .torsional_friction = mixed->torsional_friction,
        .adhesion = mixed->adhesion,
        .mass = mass,
        .radius = reduced_radius(a, b),
    };
    c.stiffness = isnan(mixed->given.stiffness) ? point_stiffness(a, b, mixed) : mixed->given.stiffness;
    return c;
}
