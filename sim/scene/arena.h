// Memory that is freed all at once: the tree of a scene file, and the scene itself.
#ifndef SCREE_SIM_SCENE_ARENA_H
#define SCREE_SIM_SCENE_ARENA_H

#include <stdbool.h>
#include <stddef.h>

typedef struct scree_arena_block scree_arena_block;

typedef struct scree_arena {
    scree_arena_block *newest;
    bool failed; ///< memory ran out once
} scree_arena;

/// Zeroed, for objects of any type; NULL where memory ran out.
void *scree_arena_take(scree_arena *arena, size_t size);
/// A copy that ends with a 0.
char *scree_arena_text(scree_arena *arena, const char *bytes, size_t size);
void scree_arena_free(scree_arena *arena);

/// A list that grows by one item of `size` bytes: room for the new one, or NULL. The list moves.
void *scree_arena_append(scree_arena *arena, void **list, size_t *count, size_t size);

#endif
