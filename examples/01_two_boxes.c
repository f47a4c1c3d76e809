// Two unit cubes, the second one above and a little to the side: how far apart, and where do they meet?
#include <stdio.h>

#include "scree/scree.h"

int main(void)
{
    scree_shape *cube = scree_box_create((scree_vec3){ 0.5, 0.5, 0.5 }, 0.0, NULL);
    scree_body a = scree_body_at(cube, (scree_vec3){ 0.0, 0.0, 0.0 });
    scree_body b = scree_body_at(cube, (scree_vec3){ 0.25, 0.0, 1.125 });

    scree_contact contact;
    scree_status status = scree_query(&a, &b, NULL, &contact);

    printf("distance %g, in [%.9f, %.9f]\n", contact.distance, contact.lower, contact.upper);
    printf("normal   (%g, %g, %g)\n", contact.normal.x, contact.normal.y, contact.normal.z);
    printf("point    (%g, %g, %g)\n", contact.point.x, contact.point.y, contact.point.z);
    printf("features %s\n", scree_features_name(contact.feature_a, contact.feature_b));

    scree_shape_destroy(cube);
    return status == SCREE_OK ? 0 : 1;
}
