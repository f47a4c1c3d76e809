// Equal points made one.
#ifndef SCREE_SHAPE_MESH_MESH_WELD_H
#define SCREE_SHAPE_MESH_MESH_WELD_H

#include <stdbool.h>
#include <stddef.h>

#include "scree/vec.h"

/// A hash table of points by their coordinates (0 and -0 are equal). All zero is an empty one.
typedef struct scree_weld {
    int *slots; // numbers of points, -1: free
    size_t capacity, count;
} scree_weld;

/// The number under which a point equal to `point` was entered; `number` itself, after entering it, if there is none.
/// `points` are those entered so far, by number. -1: no memory.
int scree_weld_enter(scree_weld *weld, const scree_vec3 *points, scree_vec3 point, int number);
void scree_weld_free(scree_weld *weld);

#endif
