// --set path.to.key=value: changes the tree before it is read, so that a value of the command line obeys the same rules.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "scene/yaml.h"

typedef struct assignment {
    scree_scene_place place;
    scree_arena *arena;
    scree_scene_errors *errors;
} assignment;

/// The value of a key of a map or of a number of a list; a new key of a map where there is none.
static scree_yaml **slot(const assignment *a, scree_yaml *node, const char *key, size_t size)
{
    if (node->kind == SCREE_YAML_LIST) {
        char *end;
        const unsigned long long i = strtoull(key, &end, 10);
        if (key[0] >= '0' && key[0] <= '9' && end == key + size && i < node->count) return &node->items[i].value;
        scree_scene_complain(a->errors, a->place, "%.*s: the list has the numbers 0 to %zu", (int)size, key,
                             node->count - 1);
        return NULL;
    }
    if (node->kind == SCREE_YAML_SCALAR) {
        scree_scene_complain(a->errors, a->place, "%.*s: what stands before it is a value, not a map", (int)size, key);
        return NULL;
    }
    for (size_t i = 0; i < node->count; ++i) {
        if (strlen(node->items[i].key) == size && memcmp(node->items[i].key, key, size) == 0)
            return &node->items[i].value;
    }
    void *items = node->items;
    scree_yaml_item *item = scree_arena_append(a->arena, &items, &node->count, sizeof *item);
    node->items = items;
    const char *name = item != NULL ? scree_arena_text(a->arena, key, size) : NULL;
    scree_yaml *empty = name != NULL ? scree_arena_take(a->arena, sizeof *empty) : NULL;
    if (empty == NULL) {
        if (item != NULL) --node->count;
        return NULL;
    }
    *empty = (scree_yaml){ .kind = SCREE_YAML_MAP, .place = a->place };
    *item = (scree_yaml_item){ .key = name, .key_place = a->place, .value = empty };
    return &item->value;
}

/// Gives all nodes of a value the position of the option. Aliases may lead to some of them more than once, or in a
/// circle; line 0 marks a node that was visited.
static void put_place(scree_yaml *node, scree_scene_place place)
{
    if (node->place.line == 0) return;
    node->place = place;
    for (size_t i = 0; i < node->count; ++i) {
        node->items[i].key_place = place;
        put_place(node->items[i].value, place);
    }
}

void scree_yaml_override(scree_yaml *root, const char *words, scree_arena *arena, scree_scene_errors *errors)
{
    const char *equals = strchr(words, '=');
    char name[128];
    snprintf(name, sizeof name, "--set %.*s", equals != NULL ? (int)(equals - words) : (int)strlen(words), words);
    assignment a = { { scree_arena_text(arena, name, strlen(name)), 0, 0 }, arena, errors };
    if (a.place.file == NULL) return;
    if (equals == NULL || equals == words) {
        scree_scene_complain(errors, a.place, "expected KEY=VALUE, such as materials.rock.friction=0.3");
        return;
    }
    scree_yaml **target = &root;
    for (const char *key = words; key < equals;) {
        const char *dot = memchr(key, '.', (size_t)(equals - key));
        const char *end = dot != NULL ? dot : equals;
        if (end == key || end + 1 == equals) {
            scree_scene_complain(errors, a.place, "an empty name between dots");
            return;
        }
        target = slot(&a, *target, key, (size_t)(end - key));
        if (target == NULL) return;
        key = end + 1;
    }
    scree_yaml *value = scree_yaml_parse(equals + 1, strlen(equals + 1), a.place.file, arena, errors);
    if (value == NULL) return;
    put_place(value, a.place);
    *target = value;
}
