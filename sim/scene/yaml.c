#include "scene/yaml.h"

#include <libfyaml.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DEEPEST = 24, MOST_ANCHORS = 256 };

typedef struct anchor {
    const char *name;
    scree_yaml *node;
} anchor;

/// A list or map that is being filled.
typedef struct level {
    scree_yaml *node;
    const char *key; ///< map: read, its value is next
    scree_scene_place key_place;
} level;

typedef struct builder {
    const char *file;
    scree_arena *arena;
    scree_scene_errors *errors;
    scree_yaml *root;
    level levels[DEEPEST];
    int depth;
    anchor anchors[MOST_ANCHORS];
    int anchor_count;
    int documents;
} builder;

static scree_scene_place place_of(const builder *b, struct fy_token *token)
{
    const struct fy_mark *mark = token != NULL ? fy_token_start_mark(token) : NULL;
    scree_scene_place place = { b->file, 0, 0 };
    if (mark == NULL) return place;
    place.line = mark->line + 1;
    place.column = mark->column + 1;
    return place;
}

static const char *text_of(builder *b, struct fy_token *token, size_t *size)
{
    *size = 0;
    const char *bytes = token != NULL ? fy_token_get_text(token, size) : NULL;
    return scree_arena_text(b->arena, bytes != NULL ? bytes : "", bytes != NULL ? *size : 0);
}

// ----------------------------------------------------------------------------------------------------------- the tree

static bool is_new_key(const builder *b, const scree_yaml *map, const char *key, scree_scene_place place)
{
    const scree_yaml *there = scree_yaml_find(map, key);
    if (there == NULL) return true;
    scree_scene_complain(b->errors, place, "%.60s stands here a second time", key);
    return false;
}

static bool append(builder *b, scree_yaml *node, scree_yaml_item item)
{
    void *items = node->items;
    scree_yaml_item *added = scree_arena_append(b->arena, &items, &node->count, sizeof *added);
    node->items = items;
    if (added == NULL) return false;
    *added = item;
    return true;
}

/// Hang a node below the open list or map.
static bool attach(builder *b, scree_yaml *node)
{
    if (b->depth == 0) {
        if (b->root == NULL) b->root = node;
        return true;
    }
    level *top = &b->levels[b->depth - 1];
    if (top->node->kind == SCREE_YAML_MAP && top->key == NULL) {
        if (node->kind != SCREE_YAML_SCALAR) {
            scree_scene_complain(b->errors, node->place, "a key must be a word");
            return false;
        }
        top->key = node->text;
        top->key_place = node->place;
        return true;
    }
    const bool kept = top->key == NULL || is_new_key(b, top->node, top->key, top->key_place);
    const scree_yaml_item item = { .key = top->key, .key_place = top->key_place, .value = node };
    if (kept && !append(b, top->node, item)) return false;
    top->key = NULL;
    return true;
}

static bool remember(builder *b, struct fy_token *token, scree_yaml *node)
{
    if (token == NULL) return true;
    size_t size;
    const char *name = text_of(b, token, &size);
    if (b->anchor_count == MOST_ANCHORS) {
        scree_scene_complain(b->errors, node->place, "more than %d anchors", MOST_ANCHORS);
        return false;
    }
    b->anchors[b->anchor_count++] = (anchor){ name, node };
    return name != NULL;
}

static bool add_alias(builder *b, struct fy_token *token)
{
    size_t size;
    const char *name = text_of(b, token, &size);
    for (int i = b->anchor_count - 1; i >= 0 && name != NULL; --i) {
        if (strcmp(b->anchors[i].name, name) == 0) return attach(b, b->anchors[i].node);
    }
    scree_scene_complain(b->errors, place_of(b, token), "no anchor &%.60s stands before this",
                         name != NULL ? name : "");
    return false;
}

static scree_yaml *add_node(builder *b, scree_yaml_kind kind, struct fy_token *token, struct fy_token *named)
{
    scree_yaml *node = scree_arena_take(b->arena, sizeof *node);
    if (node == NULL) return NULL;
    node->kind = kind;
    node->place = place_of(b, token);
    return remember(b, named, node) ? node : NULL;
}

static bool add_scalar(builder *b, const struct fy_event *event)
{
    struct fy_token *token = event->scalar.value;
    scree_yaml *node = add_node(b, SCREE_YAML_SCALAR, token, event->scalar.anchor);
    if (node == NULL) return false;
    node->text = text_of(b, token, &node->text_size);
    node->quoted = token != NULL && fy_token_scalar_style(token) != FYSS_PLAIN;
    // An empty value has no token: it stands at its key, and an empty key at its map.
    if (node->place.line == 0 && b->depth > 0) {
        const level *top = &b->levels[b->depth - 1];
        node->place = top->key != NULL ? top->key_place : top->node->place;
    }
    return node->text != NULL && attach(b, node);
}

static bool open_level(builder *b, scree_yaml_kind kind, struct fy_token *token, struct fy_token *named)
{
    scree_yaml *node = add_node(b, kind, token, named);
    if (node == NULL) return false;
    if (b->depth == DEEPEST) {
        scree_scene_complain(b->errors, node->place, "nested more than %d deep", DEEPEST);
        return false;
    }
    if (!attach(b, node)) return false;
    b->levels[b->depth++] = (level){ .node = node };
    return true;
}

/// Adds the keys of another map, those excepted that are there already.
static bool add_keys_of(builder *b, scree_yaml *map, const scree_yaml *other, scree_scene_place place)
{
    if (other->kind != SCREE_YAML_MAP || other == map) {
        scree_scene_complain(b->errors, place, "<<: expected a map, or a list of maps, that stands before this");
        return false;
    }
    for (size_t i = 0; i < other->count; ++i) {
        if (scree_yaml_find(map, other->items[i].key) != NULL) continue;
        if (!append(b, map, other->items[i])) return false;
    }
    return true;
}

/// The merge key of YAML, `<<: *anchor`, in a map that is complete: keys of its own are preferred, then those of the first
/// map of a list.
static bool merge(builder *b, scree_yaml *map)
{
    size_t at = 0;
    while (at < map->count && strcmp(map->items[at].key, "<<") != 0) ++at;
    if (at == map->count) return true;
    const scree_yaml_item item = map->items[at];
    map->count -= 1;
    memmove(&map->items[at], &map->items[at + 1], (map->count - at) * sizeof item);
    if (item.value->kind != SCREE_YAML_LIST) return add_keys_of(b, map, item.value, item.key_place);
    for (size_t i = 0; i < item.value->count; ++i) {
        if (!add_keys_of(b, map, item.value->items[i].value, item.key_place)) return false;
    }
    return true;
}

static bool close_level(builder *b)
{
    scree_yaml *node = b->depth > 0 ? b->levels[--b->depth].node : NULL;
    return node == NULL || node->kind != SCREE_YAML_MAP || merge(b, node);
}

static bool take(builder *b, const struct fy_event *event)
{
    switch (event->type) {
    case FYET_DOCUMENT_START:
        if (++b->documents > 1)
            scree_scene_complain(b->errors, place_of(b, event->document_start.document_start),
                                 "a second document: a scene is one");
        return b->documents == 1;
    case FYET_MAPPING_START:
        return open_level(b, SCREE_YAML_MAP, event->mapping_start.mapping_start, event->mapping_start.anchor);
    case FYET_SEQUENCE_START:
        return open_level(b, SCREE_YAML_LIST, event->sequence_start.sequence_start, event->sequence_start.anchor);
    case FYET_MAPPING_END:
    case FYET_SEQUENCE_END:
        return close_level(b);
    case FYET_SCALAR:
        return add_scalar(b, event);
    case FYET_ALIAS:
        return add_alias(b, event->alias.anchor);
    default:
        return true;
    }
}

// ------------------------------------------------------------------------------------------------------------ reading

/// What libfyaml says is wrong: its first error, which the others follow from.
static void report_first(builder *b, struct fy_diag *diag)
{
    void *previous = NULL;
    const struct fy_diag_error *error = fy_diag_errors_iterate(diag, &previous);
    scree_scene_place place = { b->file, 0, 0 };
    if (error != NULL && error->line >= 0) {
        place.line = error->line;
        place.column = error->column;
    }
    const char *words = error != NULL && error->msg != NULL ? error->msg : "cannot be read";
    scree_scene_complain(b->errors, place, "not YAML: %.200s", words);
}

static bool parse_events(builder *b, struct fy_parser *parser, struct fy_diag *diag)
{
    bool going = true;
    while (going) {
        struct fy_event *event = fy_parser_parse(parser);
        if (event == NULL) break;
        going = take(b, event);
        fy_parser_event_free(parser, event);
    }
    if (going && fy_parser_get_stream_error(parser)) {
        report_first(b, diag);
        return false;
    }
    return going;
}

/// The length of the UTF-8 character that starts here; 0 where there is none.
static size_t character(const unsigned char *c, const unsigned char *end)
{
    const size_t size = *c < 0x80 ? 1 : *c >= 0xC2 && *c < 0xE0 ? 2 : *c >= 0xE0 && *c < 0xF0 ? 3 : 4;
    if (*c >= 0x80 && (*c < 0xC2 || *c > 0xF4)) return 0;
    if ((size_t)(end - c) < size) return 0;
    for (size_t i = 1; i < size; ++i) {
        if ((c[i] & 0xC0) != 0x80) return 0;
    }
    // Neither longer than needed, nor surrogates, nor beyond the last code point.
    if ((*c == 0xE0 && c[1] < 0xA0) || (*c == 0xED && c[1] > 0x9F) || (*c == 0xF0 && c[1] < 0x90) ||
        (*c == 0xF4 && c[1] > 0x8F))
        return 0;
    return size;
}

/// Text in UTF-8 without control characters and without directives (%YAML, %TAG): libfyaml 0.7 loops for ever on some
/// of them.
static bool is_text(builder *b, const unsigned char *bytes, size_t size)
{
    scree_scene_place place = { b->file, 1, 1 };
    const unsigned char *end = bytes + size;
    for (const unsigned char *c = bytes; c < end;) {
        const size_t length = character(c, end);
        const bool control = (*c < 0x20 && *c != '\t' && *c != '\n' && *c != '\r') || *c == 0x7F;
        if (length == 0 || control) {
            scree_scene_complain(b->errors, place, "not text in UTF-8: a byte is 0x%02X", *c);
            return false;
        }
        if (*c == '%' && place.column == 1) {
            scree_scene_complain(b->errors, place, "directives (%%) have no place in a scene");
            return false;
        }
        place.column += 1;
        if (*c == '\n' || *c == '\r') {
            place.line += *c == '\n';
            place.column = 1;
        }
        c += length;
    }
    return true;
}

scree_yaml *scree_yaml_parse(const void *bytes, size_t size, const char *file, scree_arena *arena,
                             scree_scene_errors *errors)
{
    builder b = { .file = file, .arena = arena, .errors = errors };
    if (!is_text(&b, bytes, size)) return NULL;
    struct fy_diag_cfg settings;
    fy_diag_cfg_default(&settings);
    settings.fp = NULL;
    struct fy_diag *diag = fy_diag_create(&settings);
    if (diag != NULL) fy_diag_set_collect_errors(diag, true);
    const struct fy_parse_cfg cfg = { .search_path = "", .flags = FYPCF_QUIET | FYPCF_COLLECT_DIAG, .diag = diag };
    struct fy_parser *parser = diag != NULL ? fy_parser_create(&cfg) : NULL;
    bool read = false;
    if (parser != NULL && fy_parser_set_string(parser, size > 0 ? bytes : " ", size > 0 ? size : 1) == 0)
        read = parse_events(&b, parser, diag);
    else
        arena->failed = true;
    fy_parser_destroy(parser);
    fy_diag_destroy(diag);
    if (arena->failed) scree_scene_complain(errors, (scree_scene_place){ file, 0, 0 }, "out of memory");
    if (!read || arena->failed) return NULL;
    if (b.root == NULL) b.root = add_node(&b, SCREE_YAML_MAP, NULL, NULL);
    return b.root;
}

scree_yaml *scree_yaml_find(const scree_yaml *map, const char *key)
{
    for (size_t i = 0; map->kind == SCREE_YAML_MAP && i < map->count; ++i) {
        if (strcmp(map->items[i].key, key) == 0) return map->items[i].value;
    }
    return NULL;
}
