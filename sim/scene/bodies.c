#include "scene/bodies.h"

#include <stdlib.h>

#include "fill/shapes.h"
#include "fill/walls.h"

/// Nothing that a law or a method depends on tells them apart.
static bool is_alike(const scree_scene_body *a, const scree_scene_body *b)
{
    double n[2], m[2];
    scree_shape_exponents(a->shape, &n[0], &n[1]);
    scree_shape_exponents(b->shape, &m[0], &m[1]);
    const bool is_sharp[2] = { scree_shape_rounding(a->shape) == 0.0, scree_shape_rounding(b->shape) == 0.0 };
    return a->name == b->name && a->material == b->material && a->is_sheet == b->is_sheet &&
           scree_shape_kind_of(a->shape) == scree_shape_kind_of(b->shape) && is_sharp[0] == is_sharp[1] &&
           n[0] == m[0] && n[1] == m[1];
}

/// Takes an owned shape over.
static void add(scree_scene_bodies *out, scree_scene_body body)
{
    bool is_known = body.shape == NULL;
    out->failed = out->failed || body.shape == NULL;
    for (size_t i = 0; i < out->count && !is_known; ++i) is_known = is_alike(&out->list[i], &body);
    if (!is_known && out->count == out->capacity) {
        const size_t capacity = 2 * out->capacity + 16;
        scree_scene_body *list = realloc(out->list, capacity * sizeof *list);
        out->failed = is_known = list == NULL;
        if (list != NULL) out->list = list;
        if (list != NULL) out->capacity = capacity;
    }
    if (!is_known)
        out->list[out->count++] = body;
    else if (body.is_owned)
        scree_shape_destroy((scree_shape *)body.shape);
}

/// A grain of a shape of the scene: its parts.
static void add_grain(scree_scene_bodies *out, const scree_scene *scene, int shape, int material)
{
    const scree_scene_shape *s = &scene->shapes[shape];
    scree_error error;
    scree_fill_random random = fill_stream(1, 0, 0);
    scree_scene_body body = { .name = s->name, .material = material, .is_owned = true };
    if (s->kind != SCREE_SCENE_CLUSTER) {
        body.shape = scree_fill_shape(s, s->size.kind == SCREE_SIZE_GIVEN ? 0.0 : s->size.low, &random, &error);
        add(out, body);
    }
    for (size_t i = 0; s->kind == SCREE_SCENE_CLUSTER && i < s->part_count; ++i) {
        body.shape = scree_fill_part(scene, &s->parts[i], 1.0, &error);
        add(out, body);
    }
}

/// Each combination of a shape and a material once.
static void add_listed(scree_scene_bodies *out, const scree_scene *scene, const scree_scene_insert *in)
{
    const size_t materials = (size_t)scene->material_count;
    bool *seen = calloc((size_t)scene->shape_count * materials + 1, sizeof *seen);
    out->failed = out->failed || seen == NULL;
    for (size_t k = 0; k < in->grain_count && seen != NULL; ++k) {
        bool *is_seen = &seen[(size_t)in->grains[k].shape * materials + (size_t)in->grains[k].material];
        if (!*is_seen) add_grain(out, scene, in->grains[k].shape, in->grains[k].material);
        *is_seen = true;
    }
    free(seen);
}

/// Grains of another run: whatever shapes they have.
static void add_run(scree_scene_bodies *out, const scree_scene_insert *in)
{
    const scree_sim_grains_view g = scree_sim_grains(in->state);
    int32_t forms = 0;
    for (size_t i = 0; i < g.count; ++i) forms = g.shapes[i] >= forms ? g.shapes[i] + 1 : forms;
    size_t *one = calloc((size_t)forms + 1, sizeof *one); // by its number, a grain of this shape
    out->failed = out->failed || one == NULL;
    for (size_t i = 0; i < g.count && one != NULL; ++i) one[g.shapes[i]] = i;
    for (size_t k = 0; k < in->grain_count && one != NULL; ++k) {
        const size_t i = one[in->grains[k].shape];
        for (int32_t p = g.first_parts[i]; p < g.first_parts[i + 1]; ++p)
            add(out,
                (scree_scene_body){ .shape = g.parts[p].shape, .name = in->file, .material = in->grains[k].material });
    }
    free(one);
}

static void add_grains(scree_scene_bodies *out, const scree_scene *scene)
{
    int64_t grains = 0;
    for (int i = 0; i < scene->insert_count; ++i) {
        const scree_scene_insert *in = &scene->inserts[i];
        for (size_t k = 0; k < in->share_count; ++k) {
            if (in->shares[k].weight > 0.0) add_grain(out, scene, in->shares[k].shape, in->material);
        }
        if (in->kind == SCREE_INSERT_LIST) add_listed(out, scene, in);
        if (in->kind == SCREE_INSERT_RUN) add_run(out, in);
        const bool is_list = in->kind == SCREE_INSERT_LIST || in->kind == SCREE_INSERT_RUN;
        grains += is_list ? (int64_t)in->grain_count : in->count > 0 ? in->count : 2;
    }
    out->has_pairs = grains > 1;
}

/// In two dimensions a half plane is a rectangle for the simulator.
static void add_half_plane(scree_scene_bodies *out, scree_scene_body body)
{
    const scree_vec3 corners[4] = { { 0.0, 0.0, 0.0 }, { 1.0, 0.0, 0.0 }, { 1.0, 1.0, 0.0 }, { 0.0, 1.0, 0.0 } };
    scree_shape_destroy((scree_shape *)body.shape);
    body.shape = scree_polygon_create(corners, 4, 0.0, NULL);
    add(out, body);
}

static void add_wall(scree_scene_bodies *out, const scree_scene *scene, const scree_scene_wall *wall)
{
    for (int face = 0; face < 6; ++face) {
        scree_error error;
        size_t count = 0;
        if (wall->kind == SCREE_WALL_BOX ? (wall->faces >> face & 1u) == 0 : face > 0) continue;
        scree_fill_piece *pieces = scree_fill_pieces(scene, wall, face, &count, &error);
        out->failed = out->failed || pieces == NULL;
        for (size_t i = 0; pieces != NULL && i < count; ++i) {
            const bool is_sheet = wall->kind == SCREE_WALL_MESH && wall->thickness == 0.0;
            const scree_scene_body body = { pieces[i].shape, wall->name, wall->material, true, is_sheet, true };
            pieces[i].shape = NULL;
            if (scene->settings.dimension == 2 && scree_shape_kind_of(body.shape) == SCREE_HALF_SPACE)
                add_half_plane(out, body);
            else
                add(out, body);
        }
        scree_fill_pieces_free(pieces, pieces != NULL ? count : 0);
    }
}

scree_scene_bodies scree_scene_bodies_make(const scree_scene *scene)
{
    scree_scene_bodies out = { .list = NULL };
    add_grains(&out, scene);
    for (int w = 0; w < scene->wall_count; ++w) add_wall(&out, scene, &scene->walls[w]);
    return out;
}

void scree_scene_bodies_free(scree_scene_bodies *bodies)
{
    for (size_t i = 0; i < bodies->count; ++i) {
        if (bodies->list[i].is_owned) scree_shape_destroy((scree_shape *)bodies->list[i].shape);
    }
    free(bodies->list);
    *bodies = (scree_scene_bodies){ .list = NULL };
}

bool scree_scene_bodies_meet(const scree_scene_bodies *bodies, size_t i, size_t j)
{
    const bool a = bodies->list[i].is_wall, b = bodies->list[j].is_wall;
    return a != b || (!a && !b && bodies->has_pairs);
}
