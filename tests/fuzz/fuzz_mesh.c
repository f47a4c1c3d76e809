// Bytes to meshes: the first byte picks the format, the rest is the file. What can be read must be a sound mesh, and
// small ones go on to convexity, hull and back to a shape.
#include <math.h>
#include <stdint.h>
#include <stdlib.h>

#include "scree/mesh.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(int condition)
{
    if (!condition) abort();
}

static void check_mesh(const scree_mesh *mesh)
{
    require(mesh->point_count > 0 && mesh->face_starts != NULL && mesh->face_starts[0] == 0);
    require(mesh->face_starts[mesh->face_count] == mesh->corner_count);
    for (size_t i = 0; i < mesh->point_count; ++i)
        require(isfinite(mesh->points[i].x) && isfinite(mesh->points[i].y) && isfinite(mesh->points[i].z));
    for (size_t f = 0; f < mesh->face_count; ++f) require(mesh->face_starts[f] + 3 <= mesh->face_starts[f + 1]);
    for (size_t i = 0; i < mesh->corner_count; ++i)
        require(mesh->corners[i] >= 0 && (size_t)mesh->corners[i] < mesh->point_count);
}

static void make_shapes(const scree_mesh *mesh)
{
    double concavity = scree_mesh_concavity(mesh);
    require(concavity >= 0.0);
    scree_error error = { SCREE_OK, "" };
    scree_shape *convex = scree_polyhedron_create_from_mesh(mesh, false, 0.0, &error);
    require(convex != NULL || error.status != SCREE_OK);
    require(convex == NULL || concavity <= 1e-6);
    scree_shape *hull = scree_polyhedron_create_from_mesh(mesh, true, 0.0, &error);
    require(hull != NULL || convex == NULL);
    scree_shape_destroy(convex);
    scree_shape_destroy(hull);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    enum { SMALL = 200 };
    static const scree_mesh_format formats[] = { SCREE_MESH_BY_NAME, SCREE_MESH_STL, SCREE_MESH_OBJ, SCREE_MESH_OFF };
    if (size == 0) return 0;
    scree_mesh mesh;
    scree_error error = { SCREE_OK, "" };
    scree_status status = scree_mesh_parse(data + 1, size - 1, "fuzz", formats[data[0] % 4], &mesh, &error);
    require(status == error.status);
    if (status == SCREE_OK) {
        check_mesh(&mesh);
        if (mesh.point_count <= SMALL && mesh.face_count <= SMALL) make_shapes(&mesh);
    } else
        require(mesh.points == NULL && mesh.point_count == 0 && error.message[0] != '\0');
    scree_mesh_free(&mesh);
    return 0;
}
