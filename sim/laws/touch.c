// One contact: the region that its law needs, and the law.
#include "laws/laws.h"
#include "scree/volume.h"
#include "scree_sim/laws/depth.h"
#include "scree_sim/laws/floating_plane.h"
#include "scree_sim/laws/hertz.h"
#include "scree_sim/laws/linear.h"
#include "scree_sim/laws/pressure_field.h"
#include "scree_sim/laws/volume.h"

// The contact as the library found it: one point.
static scree_contact_region point_region(const scree_contact *contact)
{
    return (scree_contact_region){
        .normal = contact->normal, .point = contact->point, .depth = -contact->distance, .area = contact->patch_area
    };
}

// A region whose force is there: its normal is along it. False where there is no force.
static bool finish_region(const sim_touch *touch, scree_contact_region *region)
{
    const double size = v3_length(region->force);
    if (!(size > 0.0)) return false;
    region->normal = v3_scale(1.0 / size, region->force);
    region->radius = touch->parts[0]->kind == SIM_CLASS_POLYGON ? region->area : sqrt(fmax(0.0, region->area));
    return true;
}

static bool field_region(const sim_touch *touch, scree_contact_region *region)
{
    const scree_pressure *p = touch->pressure;
    if (p == NULL || p->status != SCREE_OK) return false;
    region->point = p->centre;
    region->force = p->force;
    region->couple = p->couple;
    region->area = p->area;
    return finish_region(touch, region);
}

// The width is that of a square with the same second moments over its area.
static bool plane_region(const sim_touch *touch, const scree_contact *contact, scree_contact_history *history,
                         scree_contact_region *region)
{
    const scree_floating_plane_options options = { touch->scratch, touch->scratch_size, &history->plane };
    scree_floating_plane p;
    if (touch->plane != NULL)
        p = *touch->plane;
    else
        scree_floating_plane_query(touch->bodies[0], touch->bodies[1], contact, &options, &p);
    if ((p.status != SCREE_OK && p.status != SCREE_NO_CONVERGENCE) || !(p.area > 0.0)) return false;
    region->depth = p.depth;
    region->point = p.point;
    region->force = p.force;
    region->area = p.area;
    region->energy = p.energy;
    if (!finish_region(touch, region)) return false;
    region->radius = sqrt(fmax(0.0, 6.0 * (p.moments.xx + p.moments.yy + p.moments.zz) / p.area));
    return true;
}

// For the energy V^2 / 2.
static bool volume_region(const sim_touch *touch, scree_contact_region *region)
{
    double volume;
    if (touch->parts[0]->kind == SIM_CLASS_POLYGON) {
        scree_overlap_area_result r;
        if (scree_overlap_area(touch->bodies[0], touch->bodies[1], touch->scratch, touch->scratch_size, &r) != SCREE_OK)
            return false;
        volume = r.area;
        region->point = r.centroid;
        region->force = v3_scale(volume, r.length_vector);
        region->couple = v3_scale(volume, r.couple);
        region->area = v3_length(r.length_vector);
    } else {
        scree_overlap_volume_result r;
        if (scree_overlap_volume(touch->bodies[0], touch->bodies[1], touch->scratch, touch->scratch_size, &r) !=
            SCREE_OK)
            return false;
        volume = r.volume;
        region->point = r.centroid;
        region->force = v3_scale(volume, r.area_vector);
        region->couple = v3_scale(volume, r.couple);
        region->area = v3_length(r.area_vector);
    }
    region->energy = 0.5 * volume * volume;
    return finish_region(touch, region);
}

// The mass that a push along the normal feels: rotation makes it less where the contact is off the line of the centres.
// With the mean moment of inertia, which is enough for a dashpot.
static double felt_mass(const sim_touch *touch, scree_vec3 normal)
{
    double inverse = 0.0;
    for (int i = 0; i < 2; ++i) {
        const scree_vec3 lever = v3_cross(touch->motions[i].arm, normal);
        inverse += touch->inverse_masses[i] + touch->inverse_inertias[i] * v3_dot(lever, lever);
    }
    return 1.0 / inverse;
}

// The reduced radius: that of the spheres of equal volume, or of the surfaces where they meet.
static double hertz_radius(const scree_sim *sim, const sim_touch *touch, scree_vec3 normal, double equivalent)
{
    if (sim->settings.hertz_radius != SCREE_HERTZ_LOCAL) return equivalent;
    const double a = scree_sim_local_radius(touch->parts[0], touch->bodies[0]->orientation, normal);
    const double b = scree_sim_local_radius(touch->parts[1], touch->bodies[1]->orientation, v3_scale(-1.0, normal));
    return 1.0 / (1.0 / a + 1.0 / b);
}

static scree_contact_force apply(const scree_sim *sim, scree_law law, const scree_contact_region *region,
                                 const sim_touch *touch, const scree_contact_constants *constants,
                                 scree_contact_history *history)
{
    switch (law) {
    case SCREE_LAW_HERTZ:
        return scree_law_hertz(region, touch->motions, constants, sim->dt, history);
    case SCREE_LAW_DEPTH:
        return scree_law_depth(region, touch->motions, constants, sim->dt, history);
    case SCREE_LAW_PRESSURE_FIELD:
        return scree_law_pressure_field(region, touch->motions, constants, sim->dt, history);
    case SCREE_LAW_FLOATING_PLANE:
        return scree_law_floating_plane(region, touch->motions, constants, sim->dt, history);
    case SCREE_LAW_VOLUME:
        return scree_law_volume(region, touch->motions, constants, sim->dt, history);
    case SCREE_LAW_USER:
        return sim->settings.user_law(region, touch->motions, constants, sim->dt, history);
    default:
        return scree_law_linear(region, touch->motions, constants, sim->dt, history);
    }
}

scree_contact_force scree_sim_touch(const scree_sim *sim, sim_touch *touch, const scree_contact *contact,
                                    const scree_vec3 centres[2], scree_contact_history *history,
                                    scree_contact_region *region)
{
    const scree_law law = scree_sim_law_for(sim, touch->parts[0]->kind, touch->parts[1]->kind);
    bool presses = true;
    *region = point_region(contact);
    if (law == SCREE_LAW_PRESSURE_FIELD) presses = field_region(touch, region);
    if (law == SCREE_LAW_VOLUME) presses = volume_region(touch, region);
    if (law == SCREE_LAW_FLOATING_PLANE) presses = plane_region(touch, contact, history, region);
    touch->law = law;
    if (!presses) { // they share no more than rounding
        *history = (scree_contact_history){ 0 };
        return (scree_contact_force){ 0 };
    }
    for (int i = 0; i < 2; ++i) touch->motions[i].arm = v3_sub(region->point, centres[i]);
    const scree_contact_constants constants =
        scree_sim_constants(law, touch->parts[0], touch->parts[1], touch->mixed, felt_mass(touch, region->normal));
    if (law == SCREE_LAW_HERTZ) region->radius = hertz_radius(sim, touch, region->normal, constants.radius);
    return apply(sim, law, region, touch, &constants, history);
}
