// Mesh files that bodies name, each read once.
#ifndef SCREE_CLI_MESHES_H
#define SCREE_CLI_MESHES_H

#include <stdbool.h>
#include <stddef.h>

#include "scree/status.h"
#include "scree/vec.h"

/// A file as it was found: the vertices of its hull, or what is wrong with it.
typedef struct mesh_file {
    char *path; ///< NULL: an empty slot
    bool hull;  ///< taken, though it may not be convex
    scree_vec3 *points;
    size_t count;
    char trouble[SCREE_MESSAGE_SIZE + 64]; ///< names the file; "" where it was read
} mesh_file;

enum { MESH_SLOTS = 256 };

/// All zeros is an empty store. The files of one thread.
typedef struct mesh_store {
    mesh_file slots[MESH_SLOTS];
    size_t points; ///< of all files, to bound the memory
} mesh_store;

void scree_cli_meshes_clear(mesh_store *store);

/// The file, which is read the first time and again once its slot has been taken by another. It stays until the next
/// call. NULL where memory ran out.
const mesh_file *scree_cli_meshes_get(mesh_store *store, const char *path, bool hull);

#endif
