// A YAML document as a tree in memory, with the place of every node. libfyaml splits the text into events; the tree is
// our own, so that depth and size have limits.
#ifndef SCREE_SIM_SCENE_YAML_H
#define SCREE_SIM_SCENE_YAML_H

#include "scene/arena.h"
#include "scene/errors.h"

typedef enum scree_yaml_kind { SCREE_YAML_SCALAR, SCREE_YAML_LIST, SCREE_YAML_MAP } scree_yaml_kind;

typedef struct scree_yaml scree_yaml;

/// An item of a list, or a value of a map with its key.
typedef struct scree_yaml_item {
    const char *key; ///< NULL in lists
    scree_scene_place key_place;
    const char *meant; ///< of a key that nobody knows: the one that is likeliest meant; else NULL
    size_t complaint;  ///< the number of the error that the key is unknown, from 1; else 0
    scree_yaml *value;
} scree_yaml_item;

struct scree_yaml {
    scree_yaml_kind kind;
    scree_scene_place place;
    const char *text; ///< of a scalar
    size_t text_size;
    bool quoted; ///< a quoted scalar is a string, whatever it looks like
    scree_yaml_item *items;
    size_t count;
};

/// NULL after an error. An empty document is an empty map.
scree_yaml *scree_yaml_parse(const void *bytes, size_t size, const char *file, scree_arena *arena,
                             scree_scene_errors *errors);
/// The value of a key, or NULL.
scree_yaml *scree_yaml_find(const scree_yaml *map, const char *key);
/// Apply `words`, one "path.to.key=value"; maps on the way that are missing are made, but for the names of things: a
/// material, a shape, a wall, a tool, a sink or a plane of flow that the scene does not have is an error.
void scree_yaml_override(scree_yaml *root, const char *words, scree_arena *arena, scree_scene_errors *errors);

#endif
