// Stages, sinks, planes that measure the flow and regions in which grains are measured.
#include <stdio.h>
#include <string.h>

#include "fill/supply.h"
#include "scene/parts.h"

// ---------------------------------------------------------------------------------------------------- sinks, flow planes

static void read_sinks(scree_scene_reader *r, const scree_yaml *node)
{
    int count;
    scree_scene_sink *list = scree_scene_list(r, node, "sinks", SCREE_YAML_MAP, sizeof *list, &count);
    for (int i = 0; i < count; ++i) {
        list[i].name = node->items[i].key;
        list[i].place = node->items[i].key_place;
        if (node->items[i].value->kind != SCREE_YAML_MAP)
            scree_scene_complain(r->errors, list[i].place, "%s: expected a region, as {min: [...], max: [...]}",
                                 list[i].name);
        else
            scree_value_region(r, node->items[i].value, &list[i].region);
    }
    r->scene->sinks = list;
    r->scene->sink_count = count;
}

/// A region with a volume, or nothing after an error.
static void read_measured(scree_scene_reader *r, const scree_yaml *node, scree_measured_region *out)
{
    scree_scene_region region = { .kind = SCREE_REGION_NONE };
    if (!scree_value_region(r, node, &region)) return;
    if (region.kind == SCREE_REGION_HALF_SPACE)
        scree_scene_complain(r->errors, node->place, "measure: expected a box or a cylinder, which have a volume");
    else
        scree_scene_check_inside(r, node, &region);
    *out = (scree_measured_region){ region.low, region.high, region.radius };
}

/// One region, or several with names.
static void read_measures(scree_scene_reader *r, const scree_yaml *node)
{
    static const char *const keys[] = { "min", "max", "from", "to", "radius", "type", "normal", "offset" };
    bool is_one = false;
    for (size_t i = 0; i < sizeof keys / sizeof *keys && node->kind == SCREE_YAML_MAP; ++i)
        is_one = is_one || scree_yaml_find(node, keys[i]) != NULL;
    int count = 1;
    scree_scene_measure *list = is_one ? scree_arena_take(r->arena, sizeof *list)
                                       : scree_scene_list(r, node, "measure", SCREE_YAML_MAP, sizeof *list, &count);
    if (list == NULL) return;
    for (int i = 0; i < count; ++i) {
        const scree_yaml *value = is_one ? node : node->items[i].value;
        list[i] = (scree_scene_measure){ .place = is_one ? node->place : node->items[i].key_place,
                                         .name = is_one ? NULL : node->items[i].key };
        if (value->kind != SCREE_YAML_MAP)
            scree_scene_complain(r->errors, list[i].place, "%s: expected a region, as {min: [...], max: [...]}",
                                 list[i].name);
        else
            read_measured(r, value, &list[i].region);
    }
    r->scene->measures = list;
    r->scene->measure_count = count;
}

static void read_flow(scree_scene_reader *r, const scree_yaml *node, scree_scene_flow *flow)
{
    static const scree_key keys[] = {
        { .name = "normal",
          .type = KEY_VECTOR,
          .offset = offsetof(scree_scene_flow, normal),
          KEY_ANY,
          .required = true },
        { .name = "offset",
          .type = KEY_NUMBER,
          .offset = offsetof(scree_scene_flow, offset),
          KEY_ANY,
          .required = true },
        { .name = "min", .type = KEY_VECTOR, .offset = offsetof(scree_scene_flow, low), KEY_ANY },
        { .name = "max", .type = KEY_VECTOR, .offset = offsetof(scree_scene_flow, high), KEY_ANY },
    };
    flow->low = (scree_vec3){ -INFINITY, -INFINITY, -INFINITY };
    flow->high = (scree_vec3){ INFINITY, INFINITY, INFINITY };
    scree_keys_read(r, node, flow->name, keys, sizeof keys / sizeof *keys, flow);
    if (flow->normal.x == 0.0 && flow->normal.y == 0.0 && flow->normal.z == 0.0 &&
        scree_yaml_find(node, "normal") != NULL)
        scree_scene_complain(r->errors, node->place, "%s: the normal must not be 0", flow->name);
}

void scree_scene_read_measures(scree_scene_reader *r, const scree_yaml *root)
{
    const scree_yaml *sinks = scree_yaml_find(root, "sinks"), *flows = scree_yaml_find(root, "flow");
    const scree_yaml *measure = scree_yaml_find(root, "measure");
    int count;
    if (measure != NULL) read_measures(r, measure);
    if (sinks != NULL) read_sinks(r, sinks);
    if (flows == NULL) return;
    scree_scene_flow *list = scree_scene_list(r, flows, "flow", SCREE_YAML_MAP, sizeof *list, &count);
    for (int i = 0; i < count; ++i) {
        list[i].name = flows->items[i].key;
        list[i].place = flows->items[i].key_place;
        read_flow(r, flows->items[i].value, &list[i]);
    }
    r->scene->flows = list;
    r->scene->flow_count = count;
}

// ------------------------------------------------------------------------------------------------------------ conditions

static void read_sink_count(scree_scene_reader *r, const scree_yaml *node, scree_scene_until *until)
{
    const scree_key key = { .name = "sink", .low = 1, .high = 1e12 };
    const scree_scene *scene = r->scene;
    if (node->kind != SCREE_YAML_MAP || node->count != 1) {
        scree_scene_complain(r->errors, node->place, "sink: expected a sink and a count, as {outlet: 100}");
        return;
    }
    const scree_yaml name = { .kind = SCREE_YAML_SCALAR,
                              .place = node->items[0].key_place,
                              .text = node->items[0].key,
                              .text_size = strlen(node->items[0].key) };
    if (scene->sink_count == 0)
        scree_scene_complain(r->errors, name.place, "there are no sinks");
    else
        until->sink = scree_value_name(r, &name, "sink", &scene->sinks->name, sizeof *scene->sinks, scene->sink_count);
    scree_value_count(r, node->items[0].value, &key, &until->sink_count);
}

/// A sink cannot take more grains than there will ever be. A resumed scene has run.
static void check_sink_count(scree_scene_reader *r, const scree_yaml *until, const scree_scene_stage *stage)
{
    const scree_yaml *sink = until != NULL ? scree_yaml_find(until, "sink") : NULL;
    double most = 0.0;
    if (sink == NULL || r->errors->count > 0 || r->resumed || isfinite(stage->limit)) return;
    for (int i = 0; i < r->scene->insert_count; ++i) most += scree_fill_most_grains(r->scene, i);
    if ((double)stage->until.sink_count <= most) return;
    scree_scene_complain(
        r->errors, sink->items[0].value->place,
        "sink: %.60s cannot take %lld grains: at most %.0f are inserted, so that the stage would not end "
        "(a limit would end it)",
        sink->items[0].key, (long long)stage->until.sink_count, most);
}

static void read_until(scree_scene_reader *r, const scree_yaml *node, scree_scene_until *until)
{
    static const char *const all[] = { "all", NULL };
    static const scree_key keys[] = {
        { .name = "time", .type = KEY_NUMBER, .offset = offsetof(scree_scene_until, time), KEY_NOT_NEGATIVE },
        { .name = "inserted", .type = KEY_OTHER },
        { .name = "unbalanced", .type = KEY_NUMBER, .offset = offsetof(scree_scene_until, unbalanced), KEY_POSITIVE },
        { .name = "kinetic_energy",
          .type = KEY_NUMBER,
          .offset = offsetof(scree_scene_until, kinetic_energy),
          KEY_POSITIVE },
        { .name = "sink", .type = KEY_OTHER },
    };
    const scree_key inserted = { .name = "inserted", .words = all };
    int word;
    if (!scree_keys_read(r, node, "until", keys, sizeof keys / sizeof *keys, until)) return;
    if (scree_value_choice(r, scree_yaml_find(node, "inserted"), &inserted, &word)) until->inserted = true;
    const scree_yaml *sink = scree_yaml_find(node, "sink");
    if (sink != NULL) read_sink_count(r, sink, until);
    if (node->count == 0) scree_scene_complain(r->errors, node->place, "until: no condition");
    if (until->inserted && r->scene->insert_count == 0)
        scree_scene_complain(r->errors, node->place, "until: nothing is inserted");
}

// --------------------------------------------------------------------------------------------------------------- changes

static const char *const faces[] = { "x-", "x+", "y-", "y+", "z-", "z+" };

/// All names that a wall may be called by: its own, and of a box those of its faces. NULL where memory ran out.
static const char **wall_names(scree_scene_reader *r, int *count)
{
    const scree_scene *scene = r->scene;
    const char **names = scree_arena_take(r->arena, 7 * (size_t)scene->wall_count * sizeof *names + 1);
    *count = 0;
    for (int w = 0; w < scene->wall_count && names != NULL; ++w) {
        const size_t size = strlen(scene->walls[w].name) + 4;
        names[(*count)++] = scene->walls[w].name;
        for (int f = 0; f < 6; ++f) {
            if (scene->walls[w].kind != SCREE_WALL_BOX || (scene->walls[w].faces >> f & 1u) == 0) continue;
            char *face = scree_arena_take(r->arena, size);
            if (face == NULL) return NULL;
            snprintf(face, size, "%s.%s", scene->walls[w].name, faces[f]);
            names[(*count)++] = face;
        }
    }
    return names;
}

/// That there is no such wall, and which one is likeliest meant; else the names there are.
static void complain_of_wall(scree_scene_reader *r, scree_scene_place place, const char *text)
{
    char hint[160] = "";
    int count;
    const char **names = wall_names(r, &count);
    const char *likeliest = names != NULL ? scree_scene_likeliest(text, names, sizeof *names, count) : NULL;
    if (likeliest != NULL) {
        snprintf(hint, sizeof hint, "; did you mean %.60s?", likeliest);
    } else if (names != NULL && count > 0) {
        size_t used = (size_t)snprintf(hint, sizeof hint, "; there are ");
        for (int i = 0; i < count && used < sizeof hint; ++i)
            used += (size_t)snprintf(hint + used, sizeof hint - used, "%s%.60s", i > 0 ? ", " : "", names[i]);
    }
    scree_scene_complain(r->errors, place, "there is no wall %.60s%s", text, hint);
}

bool scree_scene_find_wall(scree_scene_reader *r, scree_scene_place place, const char *text, scree_scene_wall_part *out)
{
    const scree_scene *scene = r->scene;
    const char *dot = strrchr(text, '.');
    *out = (scree_scene_wall_part){ -1, -1 };
    for (int w = 0; w < scene->wall_count; ++w) {
        const size_t size = strlen(scene->walls[w].name);
        if (strcmp(scene->walls[w].name, text) == 0) out->wall = w;
        if (dot == NULL || (size_t)(dot - text) != size || memcmp(text, scene->walls[w].name, size) != 0) continue;
        for (int f = 0; f < 6; ++f) {
            if (scene->walls[w].kind == SCREE_WALL_BOX && (scene->walls[w].faces >> f & 1u) != 0 &&
                strcmp(dot + 1, faces[f]) == 0)
                *out = (scree_scene_wall_part){ w, f };
        }
    }
    if (out->wall >= 0) return true;
    complain_of_wall(r, place, text);
    return false;
}

static void read_removals(scree_scene_reader *r, const scree_yaml *node, scree_scene_stage *stage)
{
    const size_t count = node->kind == SCREE_YAML_LIST ? node->count : 1;
    scree_scene_wall_part *list = scree_arena_take(r->arena, count * sizeof *list + 1);
    if (list == NULL) return;
    for (size_t i = 0; i < count; ++i) {
        const scree_yaml *value = node->kind == SCREE_YAML_LIST ? node->items[i].value : node;
        if (value->kind == SCREE_YAML_SCALAR)
            scree_scene_find_wall(r, value->place, value->text, &list[i]);
        else
            scree_scene_complain(r->errors, value->place, "remove: expected a wall, or a list of walls");
    }
    stage->remove = list;
    stage->remove_count = count;
}

static void read_changes(scree_scene_reader *r, const scree_yaml *node, scree_scene_stage *stage)
{
    int count;
    scree_scene_change *list = scree_scene_list(r, node, "motion", SCREE_YAML_MAP, sizeof *list, &count);
    for (int i = 0; i < count; ++i) {
        scree_scene_wall_part part;
        list[i].wall = -1;
        list[i].face = -1;
        if (scree_scene_find_wall(r, node->items[i].key_place, node->items[i].key, &part)) {
            list[i].wall = part.wall;
            list[i].face = part.face;
        }
        scree_scene_read_motions(r, node->items[i].value, &list[i].motions, &list[i].motion_count);
    }
    stage->changes = list;
    stage->change_count = (size_t)count;
}

// ---------------------------------------------------------------------------------------------------------------- stages

#define FIELD(name) offsetof(scree_scene_stage, name)

static const scree_key stage_keys[] = {
    { .name = "name", .type = KEY_TEXT, .offset = FIELD(name) },
    { .name = "until", .type = KEY_OTHER, .required = true },
    { .name = "at_least", .type = KEY_NUMBER, .offset = FIELD(at_least), KEY_NOT_NEGATIVE },
    { .name = "limit", .type = KEY_NUMBER, .offset = FIELD(limit), KEY_POSITIVE },
    { .name = "remove", .type = KEY_OTHER },
    { .name = "motion", .type = KEY_OTHER },
    { .name = "gravity", .type = KEY_VECTOR, .offset = FIELD(gravity), KEY_ANY },
    { .name = "gravity_rpm", .type = KEY_OTHER },
};

static void read_stage(scree_scene_reader *r, const scree_yaml *node, int number, scree_scene_stage *stage)
{
    char name[24];
    snprintf(name, sizeof name, "stage %d", number + 1);
    stage->place = node->place;
    stage->name = scree_arena_text(r->arena, name, strlen(name));
    stage->until = (scree_scene_until){ .time = NAN, .unbalanced = NAN, .kinetic_energy = NAN, .sink = -1 };
    stage->limit = INFINITY;
    if (stage->name == NULL ||
        !scree_keys_read(r, node, stage->name, stage_keys, sizeof stage_keys / sizeof *stage_keys, stage))
        return;
    const scree_yaml *until = scree_yaml_find(node, "until"), *remove = scree_yaml_find(node, "remove");
    const scree_yaml *motion = scree_yaml_find(node, "motion");
    stage->has_gravity = scree_yaml_find(node, "gravity") != NULL;
    scree_value_rpm(r, node, "gravity_rpm", &stage->gravity_spin);
    if (until != NULL) read_until(r, until, &stage->until);
    if (remove != NULL) read_removals(r, remove, stage);
    if (motion != NULL) read_changes(r, motion, stage);
    check_sink_count(r, until, stage);
    if (stage->limit < stage->at_least)
        scree_scene_complain(r->errors, node->place, "%s: limit is before at_least", stage->name);
}

void scree_scene_read_stages(scree_scene_reader *r, const scree_yaml *root)
{
    const scree_yaml *node = scree_yaml_find(root, "stages");
    int count;
    if (node == NULL) return;
    scree_scene_stage *list = scree_scene_list(r, node, "stages", SCREE_YAML_LIST, sizeof *list, &count);
    for (int i = 0; i < count; ++i) read_stage(r, node->items[i].value, i, &list[i]);
    r->scene->stages = list;
    r->scene->stage_count = count;
}
