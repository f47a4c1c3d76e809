// --set path.to.key=value: changes the tree before it is read, so that a value of the command line obeys the same rules.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "scene/keys.h"

typedef struct assignment {
    scree_scene_place place;
    scree_arena *arena;
    scree_scene_errors *errors;
} assignment;

/// The sections whose keys are names that the user chose, and what such a name names.
static const struct {
    const char *section, *kind;
} named_sections[] = {
    { "materials", "material" }, { "shapes", "shape" },    { "walls", "wall" },     { "tools", "tool" },
    { "sinks", "sink" },         { "flow", "flow plane" }, { "measure", "region" },
};

static bool is_word(const char *word, const char *text, size_t size)
{
    return strlen(word) == size && memcmp(word, text, size) == 0;
}

/// In "materials.rok.friction", `rok` has to be there: a mistyped name would make another material that nothing uses.
/// "materials.clay={...}" gives the whole of a material and adds one.
static bool knows_name(const assignment *a, const scree_yaml *root, const char *words, const char *equals)
{
    const char *dot = memchr(words, '.', (size_t)(equals - words));
    const char *end = dot != NULL ? memchr(dot + 1, '.', (size_t)(equals - dot - 1)) : NULL;
    if (end == NULL) return true;
    const size_t count = sizeof named_sections / sizeof *named_sections;
    size_t s = 0;
    while (s < count && !is_word(named_sections[s].section, words, (size_t)(dot - words))) ++s;
    if (s == count) return true;
    const char *name = scree_arena_text(a->arena, dot + 1, (size_t)(end - dot - 1));
    const scree_yaml *section = scree_yaml_find(root, named_sections[s].section);
    if (name == NULL || name[0] == 0 || (section != NULL && section->kind != SCREE_YAML_MAP)) return true;
    if (section != NULL && scree_yaml_find(section, name) != NULL) return true;
    char hint[80] = "";
    if (section != NULL && section->count > 0)
        scree_scene_hint(name, &section->items->key, sizeof *section->items, (int)section->count, hint);
    scree_scene_complain(a->errors, a->place, "there is no %s %.40s%s (%s.%.40s={...} would add one)",
                         named_sections[s].kind, name, hint, named_sections[s].section, name);
    return false;
}

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
        if (is_word(node->items[i].key, key, size)) return &node->items[i].value;
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
    if (equals[1 + strspn(equals + 1, " \t")] == 0) {
        scree_scene_complain(errors, a.place, "there is no value after the =");
        return;
    }
    if (!knows_name(&a, root, words, equals)) return;
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
