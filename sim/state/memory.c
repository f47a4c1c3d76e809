// Growing arrays, and error messages.
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "state/state.h"

bool scree_sim_grow(void *array, size_t *capacity, size_t need, size_t element)
{
    if (need <= *capacity) return true;
    size_t room = *capacity + *capacity / 2 + 16;
    if (room < need) room = need;
    if (room > SIZE_MAX / element) return false;
    void **block = array;
    void *more = realloc(*block, room * element);
    if (more == NULL) return false;
    *block = more;
    *capacity = room;
    return true;
}

// One list of arrays with a common capacity: all of them grow, or the capacity stays as it is.
#define GROW(name, type)                                                                                               \
    {                                                                                                                  \
        void *more = realloc(all->name, room * sizeof(type));                                                          \
        if (more == NULL) return false;                                                                                \
        all->name = more;                                                                                              \
    }

static size_t room_for(size_t capacity, size_t need)
{
    const size_t room = capacity + capacity / 2 + 16;
    return room < need ? need : room;
}

bool scree_sim_grow_grains(sim_grains *all, size_t need)
{
    if (!scree_sim_grow(&all->first_parts, &all->first_capacity, need + 1, sizeof *all->first_parts)) return false;
    if (need <= all->capacity) return true;
    const size_t room = room_for(all->capacity, need);
    SIM_GRAIN_ARRAYS(GROW)
    all->capacity = room;
    return true;
}

bool scree_sim_grow_bodies(sim_bodies *all, size_t need)
{
    if (need <= all->capacity) return true;
    const size_t room = room_for(all->capacity, need);
    SIM_BODY_ARRAYS(GROW)
    all->capacity = room;
    return true;
}

bool scree_sim_grow_slots(sim_slots *all, size_t need)
{
    if (need <= all->capacity) return true;
    const size_t room = room_for(all->capacity, need);
    SIM_SLOT_ARRAYS(GROW)
    all->capacity = room;
    return true;
}

bool scree_sim_grow_contacts(sim_contacts *all, size_t need)
{
    if (need <= all->capacity) return true;
    const size_t room = room_for(all->capacity, need);
    SIM_CONTACT_ARRAYS(GROW)
    all->capacity = room;
    return true;
}

#define FREE(name, type) free(all->name);

void scree_sim_free_slots(sim_slots *all)
{
    SIM_SLOT_ARRAYS(FREE)
    *all = (sim_slots){ 0 };
}

static void free_arrays(scree_sim *sim)
{
    {
        sim_grains *all = &sim->grains;
        SIM_GRAIN_ARRAYS(FREE)
        free(all->first_parts);
    }
    {
        sim_bodies *all = &sim->bodies;
        SIM_BODY_ARRAYS(FREE)
    }
    {
        sim_contacts *all = &sim->contacts;
        SIM_CONTACT_ARRAYS(FREE)
    }
    scree_sim_free_slots(&sim->slots);
    scree_sim_free_slots(&sim->old_slots);
}

void scree_sim_destroy(scree_sim *sim)
{
    if (sim == NULL) return;
    free_arrays(sim);
    for (size_t i = 0; i < sim->form_count; ++i) scree_shape_destroy(sim->forms[i].owned);
    for (size_t i = 0; i < sim->wall_count; ++i) {
        free(sim->walls[i].name);
        free(sim->walls[i].motions);
    }
    for (size_t i = 0; i < sim->material_count; ++i) free((char *)sim->materials[i].name);
    for (int i = 0; i < sim->thread_count; ++i) {
        free(sim->threads[i].scratch);
        free(sim->threads[i].lanes);
        free(sim->threads[i].contacts);
        free(sim->threads[i].pressures);
        free(sim->threads[i].followed);
    }
    void *const blocks[] = {
        sim->forms,         sim->parts,           sim->materials,     sim->mixed,        sim->walls,
        sim->adjacency,     sim->adjacency_first, sim->own_first,     sim->first_owners, sim->wraps,
        sim->sums,          sim->motions,         sim->threads,       sim->answers,      sim->counts,
        sim->broad_scratch, sim->nearby.heads,    sim->nearby.before, sim->numbers,      sim->shown
    };
    for (size_t i = 0; i < sizeof blocks / sizeof *blocks; ++i) free(blocks[i]);
    free(sim);
}

bool scree_sim_fail(scree_error *error, scree_status status, const char *format, ...)
{
    if (error == NULL) return false;
    error->status = status;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(error->message, sizeof error->message, format, arguments);
    va_end(arguments);
    return false;
}
