#define _POSIX_C_SOURCE 200809L
#include "meshes.h"

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "scree/mesh.h"

enum { MOST_POINTS = 1 << 20 };

static void clear_slot(mesh_store *store, mesh_file *file)
{
    store->points -= file->count;
    free(file->path);
    free(file->points);
    *file = (mesh_file){ .path = NULL };
}

void scree_cli_meshes_clear(mesh_store *store)
{
    for (int i = 0; i < MESH_SLOTS; ++i) clear_slot(store, &store->slots[i]);
}

static size_t slot_of(const char *path, bool hull)
{
    uint64_t hash = hull ? 2 : 1;
    for (; *path != 0; ++path) hash = (hash ^ (unsigned char)*path) * 0x100000001B3u; // FNV
    return (size_t)(hash >> 32) % MESH_SLOTS;
}

static bool keep_points(mesh_file *file, const scree_shape *shape)
{
    const int count = scree_shape_vertex_count(shape);
    file->points = malloc((size_t)count * sizeof *file->points);
    if (file->points == NULL) return false;
    for (int i = 0; i < count; ++i) file->points[i] = scree_shape_vertex(shape, i);
    file->count = (size_t)count;
    return true;
}

/// The name as messages show it: of a long one, the end.
static const char *shown(const mesh_file *file)
{
    enum { LONGEST = 120 };
    const size_t size = strlen(file->path);
    return size <= LONGEST ? file->path : file->path + size - LONGEST;
}

/// A pipe would be waited for, and a device may have no end.
static bool is_plain_file(mesh_file *file)
{
    struct stat facts;
    if (stat(file->path, &facts) != 0) {
        snprintf(file->trouble, sizeof file->trouble, "%s: %s", shown(file), strerror(errno));
        return false;
    }
    if (S_ISREG(facts.st_mode)) return true;
    snprintf(file->trouble, sizeof file->trouble, "%s: is %s", shown(file),
             S_ISDIR(facts.st_mode) ? "a directory" : "not a plain file");
    return false;
}

/// False where memory ran out. What is wrong with the file is kept as its trouble.
static bool load(mesh_file *file)
{
    scree_mesh mesh;
    scree_error error = { SCREE_OK, "" };
    if (!is_plain_file(file)) return true;
    if (scree_mesh_read(file->path, SCREE_MESH_BY_NAME, &mesh, &error) != SCREE_OK) {
        snprintf(file->trouble, sizeof file->trouble, "%s", error.message);
        return error.status != SCREE_NO_MEMORY;
    }
    scree_shape *shape = scree_polyhedron_create_from_mesh(&mesh, file->hull, 0.0, &error);
    scree_mesh_free(&mesh);
    bool sound = error.status != SCREE_NO_MEMORY;
    if (shape != NULL)
        sound = keep_points(file, shape);
    else
        snprintf(file->trouble, sizeof file->trouble, "%s: %s%s", shown(file), error.message,
                 error.status == SCREE_NOT_CONVEX ? " (\"hull\": true)" : "");
    scree_shape_destroy(shape);
    return sound;
}

const mesh_file *scree_cli_meshes_get(mesh_store *store, const char *path, bool hull)
{
    mesh_file *file = &store->slots[slot_of(path, hull)];
    if (file->path != NULL && file->hull == hull && strcmp(file->path, path) == 0) return file;
    if (store->points > MOST_POINTS) scree_cli_meshes_clear(store);
    clear_slot(store, file);
    file->path = strdup(path);
    file->hull = hull;
    if (file->path == NULL) return NULL;
    if (!load(file)) {
        clear_slot(store, file);
        return NULL;
    }
    store->points += file->count;
    return file;
}
