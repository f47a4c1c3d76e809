// How deep grains will be pressed into each other, before anything is simulated: a corner on a face, by an impact or under
// the weight of what lies above. As the corner stands a cone from the farthest point of the surface that touches the
// inscribed ball, so that at depth d the section has the area c d^2, c = pi h^2 / (R^2 - h^2), until it is as large as the
// largest face A. R is the farthest distance of the surface from the centre, h the nearest. The softer of corner and face
// counts. An impact of energy W and a load P press to the depth d:
//
//   pressure field, floating plane   W = K c d^4 / 12 or K A d^2 / 2      P = K c d^3 / 3 or K A d
//   the same in 2-D (t = h / sqrt(R^2 - h^2))   K t d^3 / 3 or K A d^2 / 2    K t d^2 or K A d
//   volume, with V = c d^3 / 3       w(V)                                 w'(V) c d^2
//   linear, depth                    k d^2 / 2                            k d
//   Hertz                            8/15 E sqrt(R) d^(5/2)               4/3 E sqrt(R) d^(3/2)
//
// Of the kinetic energy, e^2 is left after an impact with restitution e, and about e at its deepest point; at e = 0, with
// critical damping, exp(-2).
#include "laws/constants.h"
#include "laws/laws.h"
#include "scree_sim/sim.h"

static const double pi = 3.14159265358979323846;

typedef struct press {
    double energy, load;
} press;

/// The tangent of half the angle of the cone.
static double corner_of(const sim_part *part)
{
    const double far = scree_shape_bounds(part->shape).radius, near = part->inradius;
    return near / sqrt(fmax(far * far - near * near, 1e-12 * far * far));
}

static double field_depth(const sim_part *part, double tangent, double stiffness, bool is_flat, press p)
{
    const double ka = stiffness * part->face_area, face = fmax(sqrt(2.0 * p.energy / ka), p.load / ka);
    if (is_flat) {
        const double kt = stiffness * tangent;
        return fmax(face, fmax(cbrt(3.0 * p.energy / kt), sqrt(p.load / kt)));
    }
    const double kc = stiffness * pi * tangent * tangent;
    return fmax(face, fmax(sqrt(sqrt(12.0 * p.energy / kc)), cbrt(3.0 * p.load / kc)));
}

// V = c d^3 / 3.
static double volume_depth(double section, double m, double stiffness, double v0, press p)
{
    const double k = stiffness * pow(v0, 2.0 - m), third = section / 3.0;
    return fmax(cbrt(pow(m * p.energy / k, 1.0 / m) / third),
                pow(p.load / (3.0 * k * pow(third, m)), 1.0 / (3.0 * m - 1.0)));
}

static double depth_of(scree_law law, double m, const sim_part *part, const scree_contact_constants *c, press p)
{
    const double tangent = corner_of(part), k = c->stiffness, section = pi * tangent * tangent;
    const double hertz = k * sqrt(c->radius);
    switch (law) {
    case SCREE_LAW_PRESSURE_FIELD:
    case SCREE_LAW_FLOATING_PLANE:
        return field_depth(part, tangent, k, part->kind == SIM_CLASS_POLYGON, p);
    case SCREE_LAW_VOLUME:
        return volume_depth(section, m, k, sim_volume_unit(part->inradius, part->inradius, false), p);
    case SCREE_LAW_HERTZ:
        return fmax(pow(1.875 * p.energy / hertz, 0.4), pow(0.75 * p.load / hertz, 2.0 / 3.0));
    default:
        return fmax(sqrt(2.0 * p.energy / k), p.load / k);
    }
}

scree_sim_critical scree_sim_critical_overlap(scree_sim *sim, double speed, double pressure)
{
    scree_sim_critical found = { .grain = -1, .material = -1, .other = -1 };
    if (sim == NULL) return found;
    const sim_grains *g = &sim->grains;
    for (size_t i = 0; i < g->count; ++i) {
        const sim_form *form = &sim->forms[g->forms[i]];
        for (int32_t n = 0; n < form->part_count; ++n) {
            const sim_part *part = &sim->parts[form->first_part + n];
            const scree_law law = scree_sim_law_for(sim, part->kind, part->kind);
            const scree_law base = scree_sim_base_law(sim, law);
            const double width = 2.0 * part->own_radius;
            const double area = sim->settings.dimension == 2 ? width : width * width;
            for (size_t m = 0; m < sim->material_count; ++m) {
                const sim_mixed *mixed = &sim->mixed[(size_t)g->materials[i] * sim->material_count + m];
                const double left = fmax(mixed->restitution, exp(-2.0));
                const press p = { 0.5 * left * g->masses[i] * speed * speed, pressure * area };
                const scree_contact_constants c = sim_constants_of_parts(base, part, part, mixed, g->masses[i]);
                const double share = depth_of(base, sim->settings.volume_exponent, part, &c, p) / part->inradius;
                if (!(share > found.value)) continue;
                found = (scree_sim_critical){ share, g->ids[i], g->materials[i], (int)m, law };
            }
        }
    }
    return found;
}
