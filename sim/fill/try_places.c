// Grains that find no place in their region, however often one is drawn: they would wait for ever, and with them the rest of
// their mixture. The smallest one of each shape is put to random places among the walls that stay where they are.
#include <stdio.h>
#include <stdlib.h>

#include "fill/supply.h"
#include "fill/try.h"
#include "run/build.h"

enum { PLACES = 10000 };

/// May a wall make room later?
static bool moves(const scree_scene *scene, int wall)
{
    if (scene->walls[wall].motion_count > 0) return true;
    for (int i = 0; i < scene->stage_count; ++i) {
        const scree_scene_stage *s = &scene->stages[i];
        for (size_t k = 0; k < s->remove_count; ++k) {
            if (s->remove[k].wall == wall) return true;
        }
        for (size_t k = 0; k < s->change_count; ++k) {
            if (s->changes[k].wall == wall) return true;
        }
    }
    return false;
}

static void remove_moving(const scree_scene *scene, const scree_run_walls *walls, scree_sim *sim)
{
    for (int w = 0; w < scene->wall_count; ++w) {
        for (int f = 0; f < SCREE_RUN_FACES && moves(scene, w); ++f) {
            if (walls->walls[w][f] >= 0) scree_sim_remove_wall(sim, walls->walls[w][f]);
        }
    }
}

static void check_shares(scree_fill_maker *maker, int insert, scree_fill_report report, void *user)
{
    const scree_scene_insert *in = &maker->scene->inserts[insert];
    scree_error error;
    for (size_t k = 0; k < in->share_count; ++k) {
        const scree_scene_shape *shape = &maker->scene->shapes[in->shares[k].shape];
        const double size = shape->size.kind == SCREE_SIZE_GIVEN ? 0.0 : shape->size.low;
        scree_fill_random random = fill_stream(maker->scene->seed, (uint64_t)insert, k);
        scree_fill_made made;
        char words[240];
        if (!scree_fill_make(maker, in->shares[k].shape, size, &random, &made, &error)) continue;
        if (in->shares[k].weight <= 0.0 || scree_fill_has_place(maker, insert, &made, PLACES, &random)) continue;
        snprintf(
            words, sizeof words,
            "insert: %.60s: the smallest grain, %.4g m across, finds no place in its region: %d places were tried, and "
            "walls are in the way at each (lengths are in metres)",
            shape->name, 2.0 * made.radius, PLACES);
        report(user, in->place, words);
    }
}

void scree_fill_try_places(const scree_scene *scene, scree_fill_report report, void *user)
{
    scree_error error;
    scree_run_walls walls = { NULL };
    scree_fill_maker maker;
    bool wanted = false;
    for (int i = 0; i < scene->insert_count; ++i) wanted |= scene->inserts[i].kind == SCREE_INSERT_RATE;
    if (!wanted || scene->wall_count == 0) return;
    scree_sim *sim = scree_run_build(scene, 1e-12, 1, NULL, &walls, &error);
    if (sim != NULL && scree_fill_maker_begin(&maker, scene, sim, &error)) {
        remove_moving(scene, &walls, sim);
        for (int i = 0; i < scene->insert_count; ++i) {
            if (scene->inserts[i].kind == SCREE_INSERT_RATE) check_shares(&maker, i, report, user);
        }
        scree_fill_maker_end(&maker);
    }
    free(walls.walls);
    scree_sim_destroy(sim);
}
