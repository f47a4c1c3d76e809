// The shapes of one thread: equal numbers share one shape, and hulls are found sooner by the pattern of earlier ones.
//
// Neither changes an answer: a shape depends on its numbers alone, but for the order of the faces and edges of hulls.
#ifndef SCREE_CLI_SHAPES_H
#define SCREE_CLI_SHAPES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "body.h"

/// A shape and the numbers that it was made of. Lives while it is used.
typedef struct stored_shape {
    scree_shape *shape;
    size_t uses;
    bool patterned; ///< made by the pattern of another hull, which may show in the order of its faces and edges
    uint64_t hash;
    size_t count; ///< of the numbers
    scree_vec3 numbers[];
} stored_shape;

enum { SHAPE_SLOTS = 256, PATTERN_SLOTS = 64, SHAPE_ROLES = 2 };

/// All zeros is an empty store.
typedef struct shape_store {
    stored_shape *slots[SHAPE_SLOTS];
    stored_shape *patterns[SHAPE_ROLES][PATTERN_SLOTS]; ///< the last hull of so many points, as body a and as body b
    size_t numbers;                                     ///< held by the slots, to bound the memory
} shape_store;

void scree_cli_shapes_clear(shape_store *store);

/// The shape of `key` (NULL with the reason in `error`); scree_cli_shapes_release() when it is no longer needed.
/// `role` is 0 for body a and 1 for body b: the two often come from two families of hulls. `unpatterned`: not made from
/// another's face graph.
stored_shape *scree_cli_shapes_get(shape_store *store, int role, const shape_key *key, bool unpatterned,
                                   scree_error *error);
void scree_cli_shapes_release(stored_shape *stored);

#endif
