#include "fill/try.h"

#include <stdio.h>

#include "fill/lengths.h"
#include "fill/shapes.h"

typedef struct trial {
    const scree_scene *scene;
    scree_fill_report report;
    void *user;
} trial;

static void complain(const trial *t, scree_scene_place place, const char *name, const scree_error *error)
{
    char words[SCREE_MESSAGE_SIZE + 80];
    snprintf(words, sizeof words, "%.60s: %s", name, error->message);
    t->report(t->user, place, words);
}

static void check_length(const trial *t, scree_scene_place place, const char *name, const scree_body *body)
{
    char words[160];
    const scree_fill_length found = scree_fill_length_of(t->scene, scree_body_aabb(body, 0.0), 0);
    if (!(found.share > 1.0)) return;
    snprintf(words, sizeof words, "%.60s: longer than half the domain along %c, which is periodic", name, found.axis);
    t->report(t->user, place, words);
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

void scree_fill_try_shape(const scree_scene *scene, const scree_scene_shape *shape, scree_fill_report report,
                          void *user)
{
    const trial t = { scene, report, user };
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
        const scree_body body = { made, { 0.0, 0.0, 0.0 }, { 1.0, 0.0, 0.0, 0.0 } };
        check_length(&t, shape->place, shape->name, &body);
        scree_shape_destroy(made);
    }
}

/// The first piece that is too long. Half spaces have no length, and what spans a period has no end.
static void check_pieces(const trial *t, const scree_scene_wall *wall, const scree_fill_piece *pieces, size_t count)
{
    for (size_t i = 0; i < count; ++i) {
        const scree_body body = scree_fill_piece_body(wall, &pieces[i]);
        const unsigned endless = scree_sim_spans(&t->scene->settings, &body);
        const scree_fill_length found = scree_fill_length_of(t->scene, scree_body_aabb(&body, 0.0), endless);
        char words[SCREE_MESSAGE_SIZE];
        if (!(found.share > 1.0)) continue;
        snprintf(words, sizeof words,
                 "%.60s: %.4g m long along %c, which is periodic and %.4g m long: a piece of a wall is at most half of "
                 "that, or spans it, straight along %c, and has no end then; cut it into shorter plates",
                 wall->name, found.length, found.axis, found.period, found.axis);
        t->report(t->user, wall->place, words);
        return;
    }
}

void scree_fill_try_wall(const scree_scene *scene, const scree_scene_wall *wall, scree_fill_report report, void *user)
{
    const trial t = { scene, report, user };
    for (int face = 0; face < 6; ++face) {
        scree_error error = { SCREE_OK, "" };
        size_t count;
        if (wall->kind == SCREE_WALL_BOX ? (wall->faces >> face & 1u) == 0 : face > 0) continue;
        scree_fill_piece *pieces = scree_fill_pieces(scene, wall, face, &count, &error);
        if (pieces == NULL) {
            complain(&t, wall->place, wall->name, &error);
            return;
        }
        check_pieces(&t, wall, pieces, count);
        scree_fill_pieces_free(pieces, count);
    }
}
