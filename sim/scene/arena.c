#include "scene/arena.h"

#include <stdalign.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK_SIZE = 1 << 16 };

struct scree_arena_block {
    scree_arena_block *older;
    size_t used, capacity;
    alignas(max_align_t) unsigned char bytes[];
};

static scree_arena_block *add_block(scree_arena *arena, size_t size)
{
    const size_t capacity = size > BLOCK_SIZE ? size : BLOCK_SIZE;
    scree_arena_block *block = calloc(1, sizeof *block + capacity);
    if (block == NULL) return NULL;
    block->capacity = capacity;
    block->older = arena->newest;
    arena->newest = block;
    return block;
}

void *scree_arena_take(scree_arena *arena, size_t size)
{
    const size_t step = alignof(max_align_t);
    if (arena->failed || size > SIZE_MAX / 4) {
        arena->failed = true;
        return NULL;
    }
    size = (size + step - 1) / step * step;
    scree_arena_block *block = arena->newest;
    if (block == NULL || block->capacity - block->used < size) block = add_block(arena, size);
    if (block == NULL) {
        arena->failed = true;
        return NULL;
    }
    void *place = block->bytes + block->used;
    block->used += size;
    return place;
}

char *scree_arena_text(scree_arena *arena, const char *bytes, size_t size)
{
    char *copy = scree_arena_take(arena, size + 1);
    if (copy != NULL && size > 0) memcpy(copy, bytes, size);
    return copy;
}

void scree_arena_free(scree_arena *arena)
{
    while (arena->newest != NULL) {
        scree_arena_block *block = arena->newest;
        arena->newest = block->older;
        free(block);
    }
}

// Capacities are powers of 2, so that the count alone says when the list is full.
void *scree_arena_append(scree_arena *arena, void **list, size_t *count, size_t size)
{
    if ((*count & (*count - 1)) == 0) {
        const size_t capacity = *count > 0 ? 2 * *count : 1;
        if (capacity > SIZE_MAX / 8 / size) {
            arena->failed = true;
            return NULL;
        }
        void *larger = scree_arena_take(arena, capacity * size);
        if (larger == NULL) return NULL;
        if (*count > 0) memcpy(larger, *list, *count * size);
        *list = larger;
    }
    return (char *)*list + (*count)++ * size;
}
