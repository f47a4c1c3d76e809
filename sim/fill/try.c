#include "fill/try.h"

#include <math.h>
#include <stdio.h>

#include "fill/shapes.h"
#include "fill/walls.h"

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

/// How much of half a period a box takes up, along the periodic axis where that is most; *axis is its name.
static double share_of_period(const scree_scene *scene, scree_aabb box, char *axis)
{
    const scree_sim_settings *s = &scene->settings;
    const double sides[3] = { box.high.x - box.low.x, box.high.y - box.low.y, box.high.z - box.low.z };
    const double periods[3] = { s->domain_high.x - s->domain_low.x, s->domain_high.y - s->domain_low.y,
                                s->domain_high.z - s->domain_low.z };
    double most = 0.0;
    for (int k = 0; k < s->dimension && k < 3; ++k) {
        if (s->boundary[k] != SCREE_PERIODIC || !isfinite(sides[k]) || 2.0 * sides[k] <= most * periods[k]) continue;
        most = 2.0 * sides[k] / periods[k];
        *axis = "xyz"[k];
    }
    return most;
}

/// The search for neighbours takes one image of each: nothing may be longer than half a period.
static void check_length(const trial *t, scree_scene_place place, const char *name, const scree_body *body)
{
    char axis = 'x', words[160];
    if (!t->scene->has_domain || !(share_of_period(t->scene, scree_body_aabb(body, 0.0), &axis) > 1.0)) return;
    snprintf(words, sizeof words, "%.60s: longer than half the domain along %c, which is periodic", name, axis);
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

/// The first piece that is too long. Half spaces have no length.
static void check_pieces(const trial *t, const scree_scene_wall *wall, const scree_fill_piece *pieces, size_t count)
{
    for (size_t i = 0; i < count; ++i) {
        const scree_vec3 p = scree_quat_rotate(wall->orientation, pieces[i].position), w = wall->position;
        const scree_body body = { pieces[i].shape,
                                  { w.x + p.x, w.y + p.y, w.z + p.z },
                                  scree_quat_multiply(wall->orientation, pieces[i].orientation) };
        char axis;
        check_length(t, wall->place, wall->name, &body);
        if (share_of_period(t->scene, scree_body_aabb(&body, 0.0), &axis) > 1.0) return;
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
