// What users see of the state.
#include "state/endless.h"

scree_sim_grains_view scree_sim_grains(const scree_sim *sim)
{
    if (sim == NULL) return (scree_sim_grains_view){ 0 };
    scree_sim_compact((scree_sim *)sim); // removed grains are taken out when somebody looks
    const sim_grains *g = &sim->grains;
    return (scree_sim_grains_view){ .count = g->count,
                                    .ids = g->ids,
                                    .shapes = g->forms,
                                    .materials = g->materials,
                                    .modes = g->modes,
                                    .positions = g->positions,
                                    .orientations = g->orientations,
                                    .velocities = g->velocities,
                                    .spins = g->spins,
                                    .masses = g->masses,
                                    .first_parts = g->first_parts,
                                    .parts =
                                        sim->bodies.bodies != NULL ? sim->bodies.bodies + sim->piece_count : NULL };
}

int scree_sim_wall_count(const scree_sim *sim)
{
    return sim != NULL ? (int)sim->wall_count : 0;
}

void scree_sim_wall_load(const scree_sim *sim, int wall, scree_vec3 *force, scree_vec3 *torque)
{
    *force = *torque = v3(0.0, 0.0, 0.0);
    for (size_t p = 0; p < sim->contacts.count; ++p) {
        const sim_record *r = &sim->contacts.records[p];
        if (!r->touches) continue;
        const scree_pair *pair = &sim->slots.pairs[r->slot];
        if (sim->bodies.owners[pair->a] != -1 - wall) continue; // walls come first in every pair
        const scree_vec3 arm = v3_sub(r->point, sim->walls[wall].position);
        *force = v3_sub(*force, r->force);
        *torque = v3_sub(*torque, v3_add(v3_cross(arm, r->force), r->couple));
    }
}

scree_sim_wall_view scree_sim_wall_at(const scree_sim *sim, int wall)
{
    if (sim == NULL || (size_t)wall >= sim->wall_count) return (scree_sim_wall_view){ .name = "", .removed = true };
    const sim_wall *w = &sim->walls[wall];
    scree_sim_compact((scree_sim *)sim);
    scree_sim_wall_view view = { .name = w->name,
                                 .material = w->material,
                                 .removed = w->removed,
                                 .position = w->position,
                                 .orientation = w->orientation,
                                 .velocity = w->velocity,
                                 .spin = w->spin,
                                 .pieces = scree_sim_pieces_given((scree_sim *)sim, w),
                                 .piece_count = (size_t)w->piece_count };
    scree_sim_wall_load(sim, wall, &view.force, &view.torque);
    return view;
}

size_t scree_sim_contacts(const scree_sim *sim, scree_sim_contact *contacts, size_t capacity)
{
    if (sim == NULL) return 0;
    scree_sim_compact((scree_sim *)sim);
    size_t count = 0;
    for (size_t p = 0; p < sim->contacts.count; ++p) {
        const sim_record *r = &sim->contacts.records[p];
        if (!r->touches) continue;
        if (contacts != NULL && count < capacity) {
            const scree_pair *pair = &sim->slots.pairs[r->slot];
            contacts[count] = (scree_sim_contact){ .a = sim->bodies.owners[pair->a],
                                                   .b = sim->bodies.owners[pair->b],
                                                   .normal = r->normal,
                                                   .point = r->point,
                                                   .depth = r->depth,
                                                   .force = { r->force, r->couple, r->elastic, 0.0 },
                                                   .law = (scree_law)r->law };
        }
        ++count;
    }
    return count;
}
