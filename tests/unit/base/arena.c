// The arena: aligned blocks that do not overlap, in as many bytes as scree_arena_bytes() names, wherever the memory starts.
#include "base/arena.h"

#include <string.h>

#include "check.h"

static unsigned char memory[4096];

static void test_blocks(void)
{
    static const size_t sizes[] = { 1, 64, 0, 200, 63, 65 };
    enum { BLOCKS = sizeof sizes / sizeof *sizes };
    size_t need = 0;
    for (int i = 0; i < BLOCKS; ++i) need += scree_arena_bytes(sizes[i]);
    for (size_t start = 0; start < 2 * SCREE_ARENA_ALIGN; ++start) {
        scree_arena arena = scree_arena_make(memory + start, need);
        const unsigned char *end = memory + start;
        for (int i = 0; i < BLOCKS; ++i) {
            unsigned char *block = scree_arena_take(&arena, sizes[i]);
            if (!CHECK_MSG(block != NULL, "start %zu, block %d: no room", start, i)) return;
            CHECK_MSG((uintptr_t)block % SCREE_ARENA_ALIGN == 0, "start %zu, block %d is not aligned", start, i);
            CHECK_MSG(block >= end && block + sizes[i] <= memory + start + need, "start %zu, block %d", start, i);
            memset(block, i, sizes[i]);
            end = block + sizes[i];
        }
    }
}

// NULL leaves the arena as it was: a smaller block may still fit.
static void test_used_up(void)
{
    for (size_t size = 0; size < 3 * SCREE_ARENA_ALIGN; ++size) {
        scree_arena arena = scree_arena_make(memory, size);
        const scree_arena before = arena;
        CHECK(scree_arena_take(&arena, size + 1) == NULL && scree_arena_take(&arena, SIZE_MAX) == NULL);
        CHECK(arena.next == before.next && arena.end == before.end);
        const size_t skip = (size_t)(-(intptr_t)memory & (SCREE_ARENA_ALIGN - 1));
        CHECK((scree_arena_take(&arena, size - (size < skip ? size : skip)) != NULL) == (size >= skip));
    }
}

int main(void)
{
    test_blocks();
    test_used_up();
    return check_done();
}
