#include "fill/try.h"

#include <stdio.h>

#include "fill/shapes.h"
#include "fill/walls.h"

typedef struct trial {
    const scree_scene *scene;
    scree_fill_tell tell;
    void *user;
} trial;

static void complain(const trial *t, scree_scene_place place, const char *name, const scree_error *error)
{
    char words[SCREE_MESSAGE_SIZE + 80];
    snprintf(words, sizeof words, "%.60s: %s", name, error->message);
    t->tell(t->user, place, words);
}

static void try_cluster(const trial *t, const scree_scene_shape *s)
{
    scree_error error = { SCREE_OK, "" };
    for (size_t i = 0; i < s->part_count; ++i) {
        scree_shape *part = scree_fill_part(t->scene, &s->parts[i], 1.0, &error);
        if (part == NULL) {
            complain(t, s->parts[i].place, s->name, &error);
            return;
        }
        scree_shape_destroy(part);
    }
}

void scree_fill_try_shape(const scree_scene *scene, const scree_scene_shape *shape, scree_fill_tell tell, void *user)
{
    const trial t = { scene, tell, user };
    const double sizes[2] = { shape->size.low, shape->size.high };
    if (shape->kind == SCREE_SCENE_CLUSTER) {
        try_cluster(&t, shape);
        return;
    }
    for (int i = 0; i < (shape->size.kind > SCREE_SIZE_FIXED ? 2 : 1); ++i) {
        scree_error error = { SCREE_OK, "" };
        scree_fill_random random = fill_stream(1, 0, 0);
        const double size = shape->size.kind == SCREE_SIZE_GIVEN ? 0.0 : sizes[i];
        scree_shape *made = scree_fill_shape(shape, size, &random, &error);
        if (made == NULL) {
            complain(&t, shape->place, shape->name, &error);
            return;
        }
        scree_shape_destroy(made);
    }
}

void scree_fill_try_wall(const scree_scene *scene, const scree_scene_wall *wall, scree_fill_tell tell, void *user)
{
    const trial t = { scene, tell, user };
    for (int face = 0; face < 6; ++face) {
        scree_error error = { SCREE_OK, "" };
        size_t count;
        if (wall->kind == SCREE_WALL_BOX ? (wall->faces >> face & 1u) == 0 : face > 0) continue;
        scree_fill_piece *pieces = scree_fill_pieces(scene, wall, face, &count, &error);
        if (pieces == NULL) {
            complain(&t, wall->place, wall->name, &error);
            return;
        }
        scree_fill_pieces_free(pieces, count);
    }
}
