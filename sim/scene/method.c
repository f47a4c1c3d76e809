// `method`: one of the library's table, that serves every pair of shapes of the scene.
#include <stdio.h>
#include <string.h>

#include "scene/bodies.h"
#include "scene/parts.h"
#include "scree/method.h"

void scree_scene_read_method(scree_scene_reader *r, const scree_yaml *node)
{
    enum { MOST = 64 };
    const char *names[MOST];
    int count = 0;
    for (; count < scree_method_count() && count < MOST; ++count) names[count] = scree_method_at(count)->name;
    const int found = scree_value_name(r, node, "method", names, sizeof *names, count);
    if (found >= 0 && strcmp(names[found], "auto") != 0) r->scene->settings.method = scree_method_at(found);
}

/// The first pair that a method does not serve. False if it serves all.
static bool find_unserved(const scree_scene_bodies *bodies, const scree_method *method, size_t pair[2])
{
    for (size_t i = 0; i < bodies->count; ++i) {
        for (size_t j = i; j < bodies->count; ++j) {
            const scree_shape *a = bodies->list[i].shape, *b = bodies->list[j].shape;
            if (!scree_scene_bodies_meet(bodies, i, j) || (method->serves(a, b) && method->serves(b, a))) continue;
            pair[0] = i;
            pair[1] = j;
            return true;
        }
    }
    return false;
}

/// "auto, gjk-epa"
static void list_serving(const scree_scene_bodies *bodies, char *words, size_t size)
{
    size_t used = 0, pair[2];
    words[0] = 0;
    for (int i = 0; i < scree_method_count() && used < size; ++i) {
        const scree_method *m = scree_method_at(i);
        if (find_unserved(bodies, m, pair)) continue;
        const int n = snprintf(words + used, size - used, "%s%s", used > 0 ? ", " : "", m->name);
        used += n > 0 ? (size_t)n : 0;
    }
}

void scree_scene_check_method(scree_scene_reader *r, const scree_yaml *root)
{
    const scree_yaml *node = scree_yaml_find(root, "method");
    const scree_method *method = r->scene->settings.method;
    if (node == NULL || method == NULL || r->resumed || r->errors->count > 0) return;
    scree_scene_bodies bodies = scree_scene_bodies_make(r->scene);
    size_t pair[2];
    char serving[128];
    if (find_unserved(&bodies, method, pair)) {
        const scree_scene_body *a = &bodies.list[pair[0]], *b = &bodies.list[pair[1]];
        list_serving(&bodies, serving, sizeof serving);
        scree_scene_complain(r->errors, node->place,
                             "method: %s serves %.50s, not %.20s with %s%.20s; all of this scene: %s", method->name,
                             method->pairs, a->name, b->is_wall ? "wall " : "", b->name, serving);
    }
    scree_scene_bodies_free(&bodies);
}
