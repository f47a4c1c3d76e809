// Shapes and materials, looked at and copied from one simulation to another.
#include <stdlib.h>

#include "scree/rotation.h"
#include "scree/storage.h"
#include "state/state.h"

const scree_material *scree_sim_material_at(const scree_sim *sim, int material)
{
    return sim != NULL && (size_t)material < sim->material_count ? &sim->materials[material] : NULL;
}

scree_mass scree_sim_shape_mass(const scree_sim *sim, int shape)
{
    scree_mass mass = { 0 };
    if (sim == NULL || (size_t)shape >= sim->form_count || sim->forms[shape].is_infinite) return mass;
    const sim_form *form = &sim->forms[shape];
    const scree_mat3 r = scree_quat_to_matrix(form->principal);
    const double m[3] = { form->moments.x, form->moments.y, form->moments.z };
    double i[3][3];
    for (int a = 0; a < 3; ++a) {
        for (int b = 0; b < 3; ++b)
            i[a][b] = r.row[a].x * m[0] * r.row[b].x + r.row[a].y * m[1] * r.row[b].y + r.row[a].z * m[2] * r.row[b].z;
    }
    mass.volume = form->volume;
    mass.centroid = form->centroid;
    mass.inertia =
        (scree_sym3){ .xx = i[0][0], .yy = i[1][1], .zz = i[2][2], .xy = i[0][1], .xz = i[0][2], .yz = i[1][2] };
    return mass;
}

/// Copies of the shapes of a cluster's parts, each as a shape of its own.
static bool copy_parts(scree_sim *sim, const scree_sim *other, const sim_form *form, scree_grain_part *parts,
                       scree_error *error)
{
    for (int32_t k = 0; k < form->part_count; ++k) {
        const sim_part *part = &other->parts[form->first_part + k]; // may move when a shape is added
        scree_shape *shape = scree_shape_copy(part->shape, NULL, error);
        parts[k] =
            (scree_grain_part){ .position = v3_add(form->centroid, part->offset), .orientation = part->orientation };
        parts[k].shape = shape != NULL ? scree_sim_add_shape(sim, shape, error) : -1;
        if (parts[k].shape < 0) return false;
    }
    return true;
}

static int copy_cluster(scree_sim *sim, const scree_sim *other, int shape, scree_error *error)
{
    const sim_form form = other->forms[shape];
    scree_grain_part *parts = calloc((size_t)form.part_count, sizeof *parts);
    int copy = -1;
    if (parts == NULL)
        scree_sim_fail(error, SCREE_NO_MEMORY, "no memory for a cluster");
    else if (copy_parts(sim, other, &form, parts, error)) {
        const scree_mass mass = scree_sim_shape_mass(other, shape);
        copy = scree_sim_add_cluster(sim, parts, (size_t)form.part_count, &mass, error);
    }
    free(parts);
    return copy;
}

int scree_sim_copy_shape(scree_sim *sim, const scree_sim *other, int shape, scree_error *error)
{
    if (sim == NULL || other == NULL || (size_t)shape >= other->form_count) {
        scree_sim_fail(error, SCREE_INVALID_ARGUMENT, "no simulation, or no such shape");
        return -1;
    }
    if (other->forms[shape].owned == NULL) return copy_cluster(sim, other, shape, error);
    scree_shape *copy = scree_shape_copy(other->forms[shape].owned, NULL, error);
    return copy != NULL ? scree_sim_add_shape(sim, copy, error) : -1;
}
