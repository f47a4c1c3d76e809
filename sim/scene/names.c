// Names that would give two columns of the time series the same head: columns hold no spaces, commas and quotes, and long
// names are cut.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "scene/parts.h"

enum { LONGEST = 128, MOST_FACES = 6, LONGEST_WALL = 100, LONGEST_COUNTED = 80 };

typedef struct column {
    char name[LONGEST]; ///< as it stands in the time series
    const char *given;
    scree_scene_place place;
} column;

static void add(column *list, size_t *count, const char *given, int most, const char *face, scree_scene_place place)
{
    column *c = &list[(*count)++];
    snprintf(c->name, sizeof c->name, "%.*s%s", most, given, face);
    for (char *at = c->name; *at != 0; ++at) {
        if ((unsigned char)*at <= ' ' || *at == ',' || *at == '"' || *at == '#') *at = '_';
    }
    c->given = given;
    c->place = place;
}

static int by_name(const void *a, const void *b)
{
    const column *p = a, *q = b;
    const int order = strcmp(p->name, q->name);
    return order != 0                       ? order
           : p->place.line != q->place.line ? p->place.line - q->place.line
                                            : p->place.column - q->place.column;
}

/// Sorts them, of the same name in the order of the file.
static void complain(scree_scene_reader *r, column *list, size_t count)
{
    if (count > 1) qsort(list, count, sizeof *list, by_name);
    for (size_t i = 1; i < count; ++i) {
        if (strcmp(list[i - 1].name, list[i].name) != 0) continue;
        scree_scene_complain(r->errors, list[i].place,
                             "%.60s and %.60s would have the same columns in the time series, %.60s", list[i - 1].given,
                             list[i].given, list[i].name);
    }
}

static void check_walls(scree_scene_reader *r, column *list)
{
    static const char *const faces[MOST_FACES] = { ".x-", ".x+", ".y-", ".y+", ".z-", ".z+" };
    const scree_scene *scene = r->scene;
    size_t count = 0;
    for (int w = 0; w < scene->wall_count; ++w) {
        const scree_scene_wall *wall = &scene->walls[w];
        const bool is_box = wall->kind == SCREE_WALL_BOX;
        for (int f = 0; f < (is_box ? MOST_FACES : 1); ++f) {
            if (!is_box || (wall->faces >> f & 1u) != 0)
                add(list, &count, wall->name, LONGEST_WALL, is_box ? faces[f] : "", wall->place);
        }
    }
    complain(r, list, count);
}

void scree_scene_check_names(scree_scene_reader *r)
{
    const scree_scene *scene = r->scene;
    if (r->resumed || r->errors->count > 0) return;
    const size_t most = MOST_FACES * (size_t)scene->wall_count + (size_t)scene->sink_count + (size_t)scene->flow_count +
                        (size_t)scene->measure_count;
    column *list = calloc(most + 1, sizeof *list);
    if (list == NULL) return;
    check_walls(r, list);
    size_t count = 0;
    for (int i = 0; i < scene->sink_count; ++i)
        add(list, &count, scene->sinks[i].name, LONGEST_COUNTED, "", scene->sinks[i].place);
    complain(r, list, count);
    count = 0;
    for (int i = 0; i < scene->flow_count; ++i)
        add(list, &count, scene->flows[i].name, LONGEST_COUNTED, "", scene->flows[i].place);
    complain(r, list, count);
    count = 0;
    for (int i = 0; i < scene->measure_count && scene->measures[i].name != NULL; ++i)
        add(list, &count, scene->measures[i].name, LONGEST_COUNTED, "", scene->measures[i].place);
    complain(r, list, count);
    free(list);
}
