// Polyhedra from and to mesh files: STL (text and binary), OBJ and OFF.
#ifndef SCREE_MESH_H
#define SCREE_MESH_H

#include <stdio.h>

#include "scree/shape.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum scree_mesh_format { SCREE_MESH_BY_NAME, SCREE_MESH_STL, SCREE_MESH_OBJ, SCREE_MESH_OFF } scree_mesh_format;

/// Points and faces as they are in the file; faces of any size, one after the other.
typedef struct scree_mesh {
    scree_vec3 *points;
    size_t point_count;
    int *corners; ///< the point indices of all faces, one after the other
    size_t corner_count;
    /// face_count + 1 entries: face i is corners[face_starts[i]] .. corners[face_starts[i + 1] - 1].
    size_t *face_starts;
    size_t face_count;
} scree_mesh;

/// Read a file, or `size` bytes of one. On failure returns the status and leaves `out` empty; the message names the
/// file (or "name") and the line. NULL for a path, the bytes or `out` is SCREE_INVALID_ARGUMENT.
/// STL repeats its points; equal ones are merged.
SCREE_API scree_status scree_mesh_read(const char *path, scree_mesh_format format, scree_mesh *out, scree_error *error);
SCREE_API scree_status scree_mesh_parse(const void *bytes, size_t size, const char *name, scree_mesh_format format,
                                        scree_mesh *out, scree_error *error);
SCREE_API void scree_mesh_free(scree_mesh *mesh);

/// How far the mesh is from convex: the largest height of a point over the plane of a face, over the mesh's size; 0 for
/// a convex mesh, and infinity for one that is not closed, not valid or NULL.
SCREE_API double scree_mesh_concavity(const scree_mesh *mesh);

/// The polyhedron of a convex mesh (concavity up to 1e-6, since STL files hold single precision); with `hull`, the
/// hull of any mesh. NULL and SCREE_NOT_CONVEX in `error` otherwise.
SCREE_API scree_shape *scree_polyhedron_create_from_mesh(const scree_mesh *mesh, bool hull, double rounding,
                                                         scree_error *error);

/// Write a polyhedron, box or polygon (without its rounding) as a mesh file; the file is complete or not there. A
/// polygon becomes a mesh of one face in the plane z = 0.
SCREE_API scree_status scree_mesh_write(const char *path, scree_mesh_format format, const scree_shape *shape,
                                        scree_error *error);
/// The same to an open file, which stays open; the format must be named. After SCREE_FILE_ERROR, errno says why.
SCREE_API scree_status scree_mesh_print(FILE *file, scree_mesh_format format, const scree_shape *shape,
                                        scree_error *error);

#ifdef __cplusplus
}
#endif

#endif
