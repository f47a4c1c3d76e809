// A program outside scree's own tree: a polyhedron dips into a box.
#include <scree/scree.h>
#include <stdio.h>

int main(void)
{
    const scree_vec3 corners[] = { { 1, 0, 0 }, { -1, 0, 0 }, { 0, 1, 0 }, { 0, -1, 0 }, { 0, 0, 1 }, { 0, 0, -1 } };
    scree_error error = { SCREE_OK, "" };
    scree_shape *octahedron = scree_polyhedron_create(corners, 6, 0.0, &error);
    scree_shape *box = scree_box_create((scree_vec3){ 2.0, 2.0, 0.5 }, 0.0, &error);
    if (octahedron == NULL || box == NULL) {
        fprintf(stderr, "%s\n", error.message);
        return 1;
    }
    scree_body a = scree_body_at(box, (scree_vec3){ 10.0, 0.0, 0.0 });
    scree_body b = scree_body_at(octahedron, (scree_vec3){ 10.5, 0.25, 1.375 });

    scree_contact contact;
    scree_status status = scree_query(&a, &b, NULL, &contact);
    printf("%s, %s, distance %.9f\n", scree_status_name(status), scree_state_name(contact.state), contact.distance);
    printf("normal %.6f %.6f %.6f\n", contact.normal.x + 0.0, contact.normal.y + 0.0, contact.normal.z + 0.0);
    printf("%s\n", scree_features_name(contact.feature_a, contact.feature_b));

    scree_shape_destroy(box);
    scree_shape_destroy(octahedron);
    return status == SCREE_OK ? 0 : 1;
}
