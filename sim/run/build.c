#include "run/build.h"

#include <stdio.h>
#include <stdlib.h>

#include "fill/walls.h"

static const char *const face_names[] = { "x-", "x+", "y-", "y+", "z-", "z+" };

static bool has_face(const scree_scene_wall *wall, int face)
{
    return wall->kind == SCREE_WALL_BOX ? (wall->faces >> face & 1u) != 0 : face == 0;
}

bool scree_run_number_walls(const scree_scene *scene, scree_run_walls *walls, scree_error *error)
{
    int next = 0;
    walls->walls = calloc((size_t)scene->wall_count + 1, sizeof *walls->walls);
    if (walls->walls == NULL) {
        *error = (scree_error){ SCREE_NO_MEMORY, "out of memory" };
        return false;
    }
    for (int w = 0; w < scene->wall_count; ++w) {
        for (int face = 0; face < SCREE_RUN_FACES; ++face)
            walls->walls[w][face] = has_face(&scene->walls[w], face) ? next++ : -1;
    }
    return true;
}

static bool add_materials(const scree_scene *scene, scree_sim *sim, scree_error *error)
{
    for (int i = 0; i < scene->material_count; ++i) {
        if (scree_sim_add_material(sim, &scene->materials[i].properties, error) < 0) return false;
    }
    for (int i = 0; i < scene->pair_count; ++i) {
        const scree_scene_pair *p = &scene->pairs[i];
        if (!scree_sim_set_pair(sim, p->material, p->other, &p->properties, error)) return false;
    }
    return true;
}

/// The simulation takes the shapes of the pieces over.
static bool add_pieces(scree_sim *sim, const scree_scene_wall *w, const char *name, scree_fill_piece *pieces,
                       size_t count, scree_error *error)
{
    scree_grain_part *parts = calloc(count + 1, sizeof *parts);
    bool good = parts != NULL;
    for (size_t i = 0; i < count && good; ++i) {
        parts[i] = (scree_grain_part){ .position = pieces[i].position, .orientation = pieces[i].orientation };
        parts[i].shape = scree_sim_add_shape(sim, pieces[i].shape, error);
        pieces[i].shape = NULL;
        good = parts[i].shape >= 0;
    }
    const scree_wall wall = { .name = name,
                              .material = w->material,
                              .pieces = parts,
                              .piece_count = count,
                              .position = w->position,
                              .orientation = w->orientation };
    if (parts == NULL) *error = (scree_error){ SCREE_NO_MEMORY, "out of memory" };
    good = good && scree_sim_add_wall(sim, &wall, error) >= 0;
    free(parts);
    return good;
}

static bool add_face(const scree_scene *scene, const scree_scene_wall *w, int face, scree_sim *sim, scree_error *error)
{
    char name[128];
    size_t count;
    if (w->kind == SCREE_WALL_BOX)
        snprintf(name, sizeof name, "%.100s.%s", w->name, face_names[face]);
    else
        snprintf(name, sizeof name, "%.100s", w->name);
    scree_fill_piece *pieces = scree_fill_pieces(scene, w, face, &count, error);
    const bool added = pieces != NULL && add_pieces(sim, w, name, pieces, count, error);
    scree_fill_pieces_free(pieces, pieces != NULL ? count : 0);
    return added;
}

static bool add_walls(const scree_scene *scene, scree_sim *sim, scree_error *error)
{
    for (int w = 0; w < scene->wall_count; ++w) {
        for (int face = 0; face < SCREE_RUN_FACES; ++face) {
            if (has_face(&scene->walls[w], face) && !add_face(scene, &scene->walls[w], face, sim, error)) return false;
        }
    }
    return true;
}

scree_sim *scree_run_build(const scree_scene *scene, double dt, int threads, const scree_run_options *options,
                           scree_run_walls *walls, scree_error *error)
{
    scree_sim_settings settings = scene->settings;
    settings.dt = dt;
    settings.threads = threads;
    if (options != NULL && options->user_law != NULL) {
        settings.law = SCREE_LAW_USER;
        settings.user_law = options->user_law;
        settings.user_region = options->user_region;
    }
    scree_sim *sim = scree_sim_create(&settings, error);
    if (sim == NULL) return NULL;
    if (walls != NULL && !scree_run_number_walls(scene, walls, error)) {
        scree_sim_destroy(sim);
        return NULL;
    }
    if (add_materials(scene, sim, error) && add_walls(scene, sim, error)) return sim;
    if (walls != NULL) {
        free(walls->walls);
        walls->walls = NULL;
    }
    scree_sim_destroy(sim);
    return NULL;
}
