// Scratch from the caller, handed out from front to back.
#ifndef SCREE_BASE_ARENA_H
#define SCREE_BASE_ARENA_H

#include <stddef.h>
#include <stdint.h>

#include "base/arithmetic.h"

enum { SCREE_ARENA_ALIGN = 64 };

typedef struct scree_arena {
    unsigned char *next, *end;
} scree_arena;

/// `memory` need not be aligned: scree_arena_bytes() includes the alignment.
static inline scree_arena scree_arena_make(void *memory, size_t size)
{
    unsigned char *start = memory;
    scree_arena arena = { start, start + size };
    return arena;
}

/// What a block of `size` bytes takes at most, with its alignment.
static inline size_t scree_arena_bytes(size_t size)
{
    return size + SCREE_ARENA_ALIGN;
}

/// A block aligned for any vector, or NULL when the scratch is used up.
static inline void *scree_arena_take(scree_arena *arena, size_t size)
{
    size_t skip = (size_t)(-(intptr_t)arena->next & (SCREE_ARENA_ALIGN - 1));
    if (skip > (size_t)(arena->end - arena->next) || size > (size_t)(arena->end - arena->next) - skip) return NULL;
    unsigned char *block = arena->next + skip;
    arena->next = block + size;
    return block;
}

#endif
