// Keys that are right, but have no effect in this scene: warnings. What has an effect depends on the laws of the contacts
// that can occur, by the shapes and materials that meet.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "scene/bodies.h"
#include "scene/parts.h"

#define LAW(law) (1u << SCREE_LAW_##law)

static const char *const law_names[] = { "auto",           "linear", "Hertz",         "depth",
                                         "pressure field", "volume", "floating plane" };
enum { LAWS = sizeof law_names / sizeof *law_names };

/// The keys of materials and pairs that some laws do not read, and the laws that do.
static const struct {
    const char *key;
    unsigned laws;
} readers[] = {
    { "rolling_friction", LAW(LINEAR) | LAW(HERTZ) },
    { "torsional_friction", LAW(LINEAR) | LAW(HERTZ) },
    { "poisson_ratio", LAW(HERTZ) },
    { "collision_time", LAW(LINEAR) | LAW(DEPTH) },
    { "stiffness", LAW(LINEAR) | LAW(DEPTH) | LAW(PRESSURE_FIELD) | LAW(VOLUME) | LAW(FLOATING_PLANE) },
};

typedef struct effects {
    const scree_scene *scene;
    scree_scene_errors *warnings;
    unsigned *laws; ///< bits of the laws of contacts between two materials
    size_t materials;
} effects;

/// "the linear and depth laws"
static const char *list_laws(unsigned laws, char *words, size_t size)
{
    size_t used = (size_t)snprintf(words, size, "the ");
    int count = 0;
    for (int l = 0; l < LAWS && used < size; ++l) {
        if ((laws >> l & 1u) == 0) continue;
        const char *joint = count++ == 0 ? "" : laws >> (l + 1) == 0 ? " and " : ", ";
        const int n = snprintf(words + used, size - used, "%s%s", joint, law_names[l]);
        used += n > 0 ? (size_t)n : 0;
    }
    if (used < size) snprintf(words + used, size - used, " law%s", count > 1 ? "s" : "");
    return words;
}

static unsigned laws_between(const effects *e, int a, int b)
{
    return e->laws[(size_t)a * e->materials + (size_t)b];
}

static void gather_laws(effects *e, const scree_scene_bodies *bodies)
{
    const scree_law wanted = e->scene->settings.law;
    for (size_t i = 0; i < bodies->count; ++i) {
        for (size_t j = i; j < bodies->count; ++j) {
            const scree_scene_body *a = &bodies->list[i], *b = &bodies->list[j];
            if (!scree_scene_bodies_meet(bodies, i, j)) continue;
            const unsigned bit = 1u << scree_sim_law_chosen(wanted, a->shape, b->shape, b->is_sheet);
            e->laws[(size_t)a->material * e->materials + (size_t)b->material] |= bit;
            e->laws[(size_t)b->material * e->materials + (size_t)a->material] |= bit;
        }
    }
}

/// The keys of a map, a material or a pair, that none of the laws reads.
static void check_readers(effects *e, const scree_yaml *map, unsigned laws)
{
    char have[96], need[96];
    for (size_t k = 0; k < sizeof readers / sizeof *readers; ++k) {
        const scree_yaml *value = scree_yaml_find(map, readers[k].key);
        const bool is_zero = value != NULL && value->kind == SCREE_YAML_SCALAR && strtod(value->text, NULL) == 0.0;
        if (value == NULL || is_zero || (laws & readers[k].laws) != 0) continue;
        scree_scene_complain(e->warnings, value->place, "%s has no effect: its contacts have %s; it is for %s",
                             readers[k].key, list_laws(laws, have, sizeof have),
                             list_laws(readers[k].laws, need, sizeof need));
    }
}

/// A grain gets its mass from its material, even if it touches nothing.
static bool is_used(const scree_scene_bodies *bodies, size_t material)
{
    for (size_t i = 0; i < bodies->count; ++i)
        if (bodies->list[i].material == (int)material) return true;
    return false;
}

static void check_materials(effects *e, const scree_scene_bodies *bodies, const scree_yaml *node)
{
    for (size_t a = 0; a < e->materials; ++a) {
        unsigned laws = 0;
        for (size_t b = 0; b < e->materials; ++b) laws |= laws_between(e, (int)a, (int)b);
        if (laws == 0 && is_used(bodies, a)) continue;
        if (laws == 0)
            scree_scene_complain(e->warnings, node->items[a].key_place,
                                 "%.60s has no effect: nothing that grains touch, and no grain, is of this material",
                                 node->items[a].key);
        else
            check_readers(e, node->items[a].value, laws);
    }
}

static void check_pairs(effects *e, const scree_yaml *node)
{
    const scree_scene *scene = e->scene;
    for (int i = 0; i < scene->pair_count; ++i) {
        const scree_scene_pair *p = &scene->pairs[i];
        const unsigned laws = laws_between(e, p->material, p->other);
        if (laws != 0)
            check_readers(e, node->items[i].value, laws);
        else
            scree_scene_complain(e->warnings, p->place, "the pair has no effect: no grain of %.60s touches %.60s",
                                 scene->materials[p->material].properties.name,
                                 scene->materials[p->other].properties.name);
    }
}

static void check_settings(effects *e, const scree_yaml *root)
{
    const scree_scene *scene = e->scene;
    const scree_yaml *law = scree_yaml_find(root, "law"), *radius = scree_yaml_find(root, "hertz_radius");
    const scree_yaml *factor = scree_yaml_find(root, "time_step_factor");
    const scree_yaml *exponent = scree_yaml_find(root, "volume_exponent");
    char have[96];
    unsigned laws = 0;
    for (size_t i = 0; i < e->materials * e->materials; ++i) laws |= e->laws[i];
    if (laws == 0) return;
    list_laws(laws, have, sizeof have);
    if (law != NULL && scene->settings.law != SCREE_LAW_AUTO && (laws >> scene->settings.law & 1u) == 0)
        scree_scene_complain(e->warnings, law->place,
                             "law has no effect: %s serves no pair of shapes of this scene; they have %s",
                             law_names[scene->settings.law], have);
    if (radius != NULL && (laws & LAW(HERTZ)) == 0)
        scree_scene_complain(e->warnings, radius->place,
                             "hertz_radius has no effect: the contacts have %s; it is for law: hertz", have);
    if (exponent != NULL && (laws & LAW(VOLUME)) == 0)
        scree_scene_complain(e->warnings, exponent->place,
                             "volume_exponent has no effect: the contacts have %s; it is for law: volume", have);
    if (factor != NULL && scene->settings.dt > 0.0)
        scree_scene_complain(e->warnings, factor->place,
                             "time_step_factor has no effect: time_step is given; it is for time_step: auto");
}

// ---------------------------------------------------------------------------------------------------------------- stages

/// The faces of a wall as bits: all of them, or one.
static unsigned faces_of(const scree_scene *scene, int wall, int face)
{
    const scree_scene_wall *w = &scene->walls[wall];
    const unsigned all = w->kind == SCREE_WALL_BOX ? w->faces : 1u;
    return face < 0 ? all : 1u << face;
}

/// A motion of a wall that has been removed, and a wall that is removed a second time.
static void check_stage(effects *e, const scree_yaml *node, const scree_scene_stage *stage, unsigned *removed,
                        const char **when)
{
    const scree_scene *scene = e->scene;
    const scree_yaml *remove = scree_yaml_find(node, "remove"), *motion = scree_yaml_find(node, "motion");
    for (size_t i = 0; i < stage->remove_count; ++i) {
        const scree_scene_wall_part *p = &stage->remove[i];
        const unsigned faces = faces_of(scene, p->wall, p->face);
        const scree_yaml *value = remove->kind == SCREE_YAML_LIST ? remove->items[i].value : remove;
        if ((faces & ~removed[p->wall]) == 0)
            scree_scene_complain(e->warnings, value->place, "remove has no effect: %.60s is removed already, by %.60s",
                                 value->text, when[p->wall]);
        else
            when[p->wall] = stage->name;
        removed[p->wall] |= faces;
    }
    for (size_t i = 0; i < stage->change_count; ++i) {
        const scree_scene_change *c = &stage->changes[i];
        if ((faces_of(scene, c->wall, c->face) & ~removed[c->wall]) != 0) continue;
        scree_scene_complain(
            e->warnings, motion->items[i].key_place,
            "motion has no effect: %.60s has been removed, by %.60s; it moves before that, or not at all",
            motion->items[i].key, when[c->wall]);
    }
}

static void check_stages(effects *e, const scree_yaml *node)
{
    const size_t walls = (size_t)e->scene->wall_count;
    unsigned *removed = calloc(walls + 1, sizeof *removed);
    const char **when = calloc(walls + 1, sizeof *when);
    for (int i = 0; i < e->scene->stage_count && removed != NULL && when != NULL; ++i)
        check_stage(e, node->items[i].value, &e->scene->stages[i], removed, when);
    free(removed);
    free(when);
}

void scree_scene_find_effects(const scree_scene *scene, const scree_yaml *root, scree_scene_errors *warnings)
{
    effects e = { .scene = scene, .warnings = warnings, .materials = (size_t)scene->material_count };
    const scree_yaml *pairs = scree_yaml_find(root, "pairs");
    e.laws = calloc(e.materials * e.materials + 1, sizeof *e.laws);
    scree_scene_bodies bodies = scree_scene_bodies_make(scene);
    if (e.laws != NULL && !bodies.failed) {
        gather_laws(&e, &bodies);
        check_materials(&e, &bodies, scree_yaml_find(root, "materials"));
        if (pairs != NULL) check_pairs(&e, pairs);
        check_settings(&e, root);
    }
    scree_scene_bodies_free(&bodies);
    free(e.laws);
    check_stages(&e, scree_yaml_find(root, "stages"));
    scree_scene_errors_sort(warnings, scene->file);
}
