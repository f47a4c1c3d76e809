// A body of the query protocol: its JSON read into a shape's numbers and a pose, every field checked and named.
#ifndef SCREE_CLI_BODY_H
#define SCREE_CLI_BODY_H

#include <stdbool.h>
#include <stddef.h>

#include "complaint.h"
#include "json.h"
#include "meshes.h"
#include "scree/shape.h"

/// The numbers that define a shape, in one block, so that equal shapes have equal bytes. Number 0 is the head: kind,
/// rounding and 0. For polyhedra and polygons the points follow, for the others one point that holds the parameters:
/// (radius, half_length, 0), half_extents, or normal and then (offset, 0, 0).
typedef struct shape_key {
    scree_vec3 *numbers;
    size_t count, capacity;
} shape_key;

typedef struct body_text {
    shape_key key; ///< its memory is kept from body to body
    scree_vec3 position;
    scree_quat orientation;
    int dimension;
} body_text;

void scree_cli_body_free(body_text *body);

/// Read a body. `path` is the prefix of its fields' names in messages ("a."; "" for a body by itself). Returns false
/// with a complaint if a field is missing, unknown, of another shape, given twice, or of the wrong type. Whether the
/// numbers make a valid shape is checked by the library. Mesh files are read through `meshes`.
bool scree_cli_body_read(json_value value, const char *path, mesh_store *meshes, body_text *body, complaint *c);

/// The library's shape of these numbers; `pattern` as in scree_polyhedron_create_like().
scree_shape *scree_cli_shape_create(const shape_key *key, const scree_shape *pattern, scree_error *error);

#endif
