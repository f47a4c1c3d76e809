// The grains of another run, from its checkpoint: shapes, poses and, if wanted, velocities. What contacts remember stays
// there.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fill/supply.h"
#include "scene/parts.h"
#include "scree_sim/output.h"

typedef struct state_reading {
    scree_scene_reader *reader;
    const scree_yaml *node, *file;
    scree_scene_insert *insert;
    scree_scene_region region;
    scree_vec3 position;
    bool velocities;
    scree_sim_grains_view view;
} state_reading;

static scree_sim *restore(const char *path, scree_error *error)
{
    scree_sim_checkpoint c;
    if (!scree_sim_checkpoint_read(path, &c, error)) return NULL;
    scree_sim *sim = scree_sim_restore(c.state, c.state_size, error);
    scree_sim_checkpoint_free(&c);
    return sim;
}

/// The material of this scene that one of the other run becomes: of the same name, unless one is given for all.
static int match_material(const state_reading *in, int material)
{
    scree_scene_reader *r = in->reader;
    const scree_material *m = scree_sim_material_at(in->insert->state, material);
    if (in->insert->material >= 0) return in->insert->material;
    for (int i = 0; i < r->scene->material_count && m != NULL && m->name != NULL; ++i) {
        if (strcmp(r->scene->materials[i].properties.name, m->name) == 0) return i;
    }
    return -1;
}

/// By material of the other run; -2: not yet looked for. A missing name is reported once.
static int material_of(const state_reading *in, int *matches, size_t count, int material)
{
    if ((size_t)material >= count) return -1;
    if (matches[material] == -2) {
        matches[material] = match_material(in, material);
        const scree_material *m = scree_sim_material_at(in->insert->state, material);
        if (matches[material] == -1)
            scree_scene_complain(in->reader->errors, in->file->place,
                                 "file: its material %.60s is none of this scene; 'material' gives one to all grains",
                                 m != NULL && m->name != NULL ? m->name : "");
    }
    return matches[material];
}

typedef struct numbered {
    int64_t id;
    size_t index;
} numbered;

static int by_id(const void *p, const void *q)
{
    const int64_t a = ((const numbered *)p)->id, b = ((const numbered *)q)->id;
    return (a > b) - (a < b);
}

/// The grains that are wanted, by their ids. NULL where memory ran out.
static numbered *choose(const state_reading *in, size_t *count)
{
    const scree_sim_grains_view *v = &in->view;
    numbered *list = malloc(v->count * sizeof *list + 1);
    *count = 0;
    for (size_t i = 0; i < v->count && list != NULL; ++i) {
        if (in->region.kind == SCREE_REGION_NONE ||
            scree_fill_within(&in->region, v->positions[i], in->reader->dimension))
            list[(*count)++] = (numbered){ v->ids[i], i };
    }
    if (list != NULL) qsort(list, *count, sizeof *list, by_id);
    return list;
}

static scree_grain grain_of(const state_reading *in, size_t i, int material)
{
    const scree_sim_grains_view *v = &in->view;
    const scree_vec3 c =
        scree_quat_rotate(v->orientations[i], scree_sim_shape_mass(in->insert->state, v->shapes[i]).centroid);
    scree_grain grain = { .shape = v->shapes[i],
                          .material = material,
                          .position = { v->positions[i].x - c.x + in->position.x,
                                        v->positions[i].y - c.y + in->position.y,
                                        v->positions[i].z - c.z + in->position.z },
                          .orientation = v->orientations[i],
                          .mode = (scree_grain_mode)v->modes[i] };
    if (in->velocities) {
        grain.velocity = v->velocities[i];
        grain.spin = v->spins[i];
    }
    return grain;
}

static void copy_grains(state_reading *in)
{
    size_t count, materials = 0;
    while (scree_sim_material_at(in->insert->state, (int)materials) != NULL) ++materials;
    numbered *list = choose(in, &count);
    scree_grain *grains = scree_arena_take(in->reader->arena, count * sizeof *grains + 1);
    int *matches = malloc(materials * sizeof *matches + 1);
    const bool good = list != NULL && grains != NULL && matches != NULL;
    if (!good) in->reader->arena->failed = true;
    if (good && count == 0) scree_scene_complain(in->reader->errors, in->file->place, "file: it holds no grains there");
    for (size_t i = 0; i < materials && good; ++i) matches[i] = -2;
    for (size_t i = 0; i < count && good; ++i)
        grains[i] = grain_of(in, list[i].index, material_of(in, matches, materials, in->view.materials[list[i].index]));
    in->insert->grains = grains;
    in->insert->grain_count = good ? count : 0;
    free(list);
    free(matches);
}

void scree_scene_read_run(scree_scene_reader *r, const scree_yaml *node, bool velocities, scree_scene_insert *insert)
{
    const scree_key position = { .name = "position", KEY_ANY };
    const scree_yaml *region = scree_yaml_find(node, "region");
    state_reading in = { .reader = r, .node = node, .insert = insert, .velocities = velocities };
    scree_error error = { SCREE_OK, "" };
    if (region != NULL) scree_value_region(r, region, &in.region);
    scree_value_vector(r, scree_yaml_find(node, "position"), &position, &in.position);
    if (scree_keys_missing(r, node, "insert", "file")) return;
    in.file = scree_yaml_find(node, "file");
    if (in.file->kind != SCREE_YAML_SCALAR) {
        scree_scene_complain(r->errors, in.file->place, "file: expected a run's folder or a checkpoint");
        return;
    }
    insert->file = scree_scene_path(r, in.file->text);
    if (insert->file == NULL || r->resumed) return;
    insert->state = restore(insert->file, &error);
    if (insert->state == NULL) {
        scree_scene_complain(r->errors, in.file->place, "file: %.200s", error.message);
        return;
    }
    in.view = scree_sim_grains(insert->state);
    if (in.view.count > 0 && scree_shape_dimension(in.view.parts[0].shape) != r->dimension)
        scree_scene_complain(r->errors, in.file->place, "file: its grains are not those of a %d-D scene", r->dimension);
    else
        copy_grains(&in);
}
