#include "shapes.h"

#include <stdlib.h>
#include <string.h>

// Beyond so many numbers (about 24 bytes each, and several times that in the hulls) the slots are emptied: a file of
// large hulls that are all different must not fill the memory.
enum { MOST_NUMBERS = 1 << 18 };

static uint64_t hash_of(const shape_key *key)
{
    uint64_t hash = key->count;
    for (size_t i = 0; i < key->count; ++i) {
        uint64_t word[3];
        memcpy(word, &key->numbers[i], sizeof word);
        for (int k = 0; k < 3; ++k) {
            hash = (hash ^ word[k]) * 0x9E3779B97F4A7C15u; // 2^64 over the golden ratio
            hash ^= hash >> 29;
        }
    }
    return hash;
}

void scree_cli_shapes_release(stored_shape *stored)
{
    if (stored == NULL || --stored->uses > 0) return;
    scree_shape_destroy(stored->shape);
    free(stored);
}

static void replace(stored_shape **slot, stored_shape *stored)
{
    stored_shape *old = *slot;
    *slot = stored;
    if (stored != NULL) ++stored->uses;
    scree_cli_shapes_release(old);
}

static void clear_slots(shape_store *store)
{
    for (int i = 0; i < SHAPE_SLOTS; ++i) replace(&store->slots[i], NULL);
    store->numbers = 0;
}

void scree_cli_shapes_clear(shape_store *store)
{
    clear_slots(store);
    for (int role = 0; role < SHAPE_ROLES; ++role)
        for (int i = 0; i < PATTERN_SLOTS; ++i) replace(&store->patterns[role][i], NULL);
}

static stored_shape *create(const shape_key *key, uint64_t hash, const scree_shape *pattern, scree_error *error)
{
    stored_shape *stored = malloc(sizeof *stored + key->count * sizeof *stored->numbers);
    if (stored == NULL) {
        error->status = SCREE_NO_MEMORY;
        strcpy(error->message, "shape: out of memory");
        return NULL;
    }
    stored->shape = scree_cli_shape_create(key, pattern, error);
    if (stored->shape == NULL) {
        free(stored);
        return NULL;
    }
    stored->uses = 1;
    stored->patterned = pattern != NULL;
    stored->hash = hash;
    stored->count = key->count;
    memcpy(stored->numbers, key->numbers, key->count * sizeof *stored->numbers);
    return stored;
}

static void keep(shape_store *store, stored_shape **slot, stored_shape *stored)
{
    if (stored->count > MOST_NUMBERS) return;
    if (store->numbers + stored->count > MOST_NUMBERS) clear_slots(store);
    store->numbers += stored->count - (*slot != NULL ? (*slot)->count : 0);
    replace(slot, stored);
}

stored_shape *scree_cli_shapes_get(shape_store *store, int role, const shape_key *key, bool unpatterned,
                                   scree_error *error)
{
    uint64_t hash = hash_of(key);
    stored_shape **slot = &store->slots[(hash >> 32) % SHAPE_SLOTS], *found = *slot;
    if (found != NULL && found->hash == hash && found->count == key->count && !(unpatterned && found->patterned) &&
        memcmp(found->numbers, key->numbers, key->count * sizeof *key->numbers) == 0) {
        ++found->uses;
        return found;
    }
    bool hull = (scree_shape_kind)key->numbers[0].x == SCREE_POLYHEDRON;
    stored_shape **pattern = &store->patterns[role][key->count % PATTERN_SLOTS];
    bool fits = hull && !unpatterned && *pattern != NULL && (*pattern)->count == key->count;
    stored_shape *stored = create(key, hash, fits ? (*pattern)->shape : NULL, error);
    if (stored == NULL) return NULL;
    keep(store, slot, stored);
    if (hull && key->count <= MOST_NUMBERS) replace(pattern, stored);
    return stored;
}
