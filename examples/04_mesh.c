// A grain from a mesh file: its size and inertia, how far it has sunk into the floor, and the polygon it stands on.
#include <stdio.h>
#include <stdlib.h>

#include "scree/scree.h"

static scree_shape *read_grain(const char *path)
{
    scree_error error;
    scree_mesh mesh;
    scree_shape *grain = NULL;
    if (scree_mesh_read(path, SCREE_MESH_BY_NAME, &mesh, &error) == SCREE_OK) {
        grain = scree_polyhedron_create_from_mesh(&mesh, false, 0.0, &error);
        scree_mesh_free(&mesh);
    }
    if (grain == NULL) fprintf(stderr, "%s\n", error.message);
    return grain;
}

int main(int argc, char **argv)
{
    scree_shape *grain = read_grain(argc > 1 ? argv[1] : "prism.off");
    if (grain == NULL) return EXIT_FAILURE;
    scree_mass mass = scree_shape_mass(grain);
    printf("%d vertices, %d edges, %d faces\n", scree_shape_vertex_count(grain), scree_shape_edge_count(grain),
           scree_shape_face_count(grain));
    printf("volume %.6f, inertia about x %.6f\n", mass.volume, mass.inertia.xx);

    scree_shape *slab = scree_box_create((scree_vec3){ 4.0, 4.0, 0.5 }, 0.0, NULL);
    scree_body ground = scree_body_at(slab, (scree_vec3){ 0.0, 0.0, -0.5 });
    scree_body standing = scree_body_at(grain, (scree_vec3){ 0.0, 0.0, 0.4375 });

    scree_contact contact;
    scree_patch patch = { 0 };
    scree_vec3 corners[16];
    scree_status status = scree_query(&ground, &standing, NULL, &contact);
    if (status == SCREE_OK) status = scree_contact_patch(&ground, &standing, &contact, NULL, &patch, corners, 16);
    printf("distance %.6f, %s\n", contact.distance, scree_features_name(contact.feature_a, contact.feature_b));
    printf("stands on %d corners, area %.6f\n", patch.count, patch.area);
    if (status != SCREE_OK) fprintf(stderr, "%s\n", scree_status_text(status));

    scree_shape_destroy(slab);
    scree_shape_destroy(grain);
    return status == SCREE_OK ? EXIT_SUCCESS : EXIT_FAILURE;
}
