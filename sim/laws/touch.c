// The region of a contact, as its law needs it.
#include "laws/constants.h"
#include "laws/laws.h"
#include "scree/volume.h"

// The contact as the library found it: one point.
static scree_contact_region point_region(const scree_contact *contact)
{
    return (scree_contact_region){
        .normal = contact->normal, .point = contact->point, .depth = -contact->distance, .area = contact->patch_area
    };
}

// Completes a region with a force: its normal is along it. False if there is no force.
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
    region->energy = p->energy;
    return finish_region(touch, region);
}

// The width is that of a square with the same second moments over its area.
static bool plane_region(const sim_touch *touch, const scree_contact *contact, scree_vec3 *plane,
                         scree_contact_region *region)
{
    const scree_floating_plane_options options = { .scratch = touch->scratch,
                                                   .scratch_size = touch->scratch_size,
                                                   .last = plane };
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

// For the energy w(V) of volume.h with the exponent m.
static bool volume_region(const sim_touch *touch, double m, scree_contact_region *region)
{
    double volume;
    if (touch->parts[0]->kind == SIM_CLASS_POLYGON) {
        scree_overlap_area_result r;
        if (scree_overlap_area(touch->bodies[0], touch->bodies[1], touch->scratch, touch->scratch_size, &r) != SCREE_OK)
            return false;
        volume = r.area;
        region->point = r.centroid;
        region->force = r.length_vector;
        region->couple = r.couple;
        region->area = v3_length(r.length_vector);
    } else {
        scree_overlap_volume_result r;
        if (scree_overlap_volume(touch->bodies[0], touch->bodies[1], touch->scratch, touch->scratch_size, &r) !=
            SCREE_OK)
            return false;
        volume = r.volume;
        region->point = r.centroid;
        region->force = r.area_vector;
        region->couple = r.couple;
        region->area = v3_length(r.area_vector);
    }
    if (!(volume > 0.0)) return false;
    const double v0 = sim_volume_unit(touch->parts[0]->inradius, touch->parts[1]->inradius,
                                      touch->parts[0]->kind == SIM_CLASS_POLYGON);
    const double load = m == 2.0 ? volume : volume * pow(volume / v0, m - 2.0);
    region->volume = volume;
    region->force = v3_scale(load, region->force);
    region->couple = v3_scale(load, region->couple);
    region->energy = load * volume / m;
    return finish_region(touch, region);
}

// The reduced radius: that of the spheres of equal volume, or of the surfaces where they touch.
static double hertz_radius(const scree_sim *sim, const sim_touch *touch, scree_vec3 normal)
{
    const sim_lengths lengths[2] = { { touch->parts[0]->own_radius, 0.0 }, { touch->parts[1]->own_radius, 0.0 } };
    if (sim->settings.hertz_radius != SCREE_HERTZ_LOCAL) return sim_reduced_radius(lengths[0], lengths[1]);
    const double a = scree_sim_local_radius(touch->parts[0], touch->bodies[0]->orientation, normal);
    const double b = scree_sim_local_radius(touch->parts[1], touch->bodies[1]->orientation, v3_scale(-1.0, normal));
    return 1.0 / (1.0 / a + 1.0 / b);
}

bool scree_sim_region(const scree_sim *sim, scree_law law, const sim_touch *touch, const scree_contact *contact,
                      scree_vec3 *plane, scree_contact_region *region)
{
    *region = point_region(contact);
    switch (scree_sim_base_law(sim, law)) {
    case SCREE_LAW_PRESSURE_FIELD:
        return field_region(touch, region);
    case SCREE_LAW_VOLUME:
        return volume_region(touch, law == SCREE_LAW_USER ? 2.0 : sim->settings.volume_exponent, region);
    case SCREE_LAW_FLOATING_PLANE:
        return plane_region(touch, contact, plane, region);
    case SCREE_LAW_HERTZ:
        region->radius = hertz_radius(sim, touch, region->normal);
        return true;
    default:
        return true;
    }
}
