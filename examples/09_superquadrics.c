// A grain over a wall, tilted, as it gets blockier: its volume, how far it is from the wall, and how curved it is where
// it will touch, which a Hertzian contact asks for; and what OVITO calls it.
#include <stdio.h>

#include "scree/scree.h"

static void show(double n1, double n2, const scree_body *wall)
{
    scree_error error;
    scree_shape *shape = scree_superquadric_create((scree_vec3){ 2.0, 1.5, 1.0 }, n1, n2, 0.0, &error);
    if (shape == NULL) {
        printf("%s\n", error.message);
        return;
    }
    scree_body grain = scree_body_at(shape, (scree_vec3){ 0.0, 0.0, 2.5 });
    grain.orientation = (scree_quat){ 0.9, 0.3, -0.2, 0.1 }; // need not be unit
    scree_contact c;
    scree_curvature bend;
    scree_field_value f;
    if (scree_query(&grain, wall, NULL, &c) == SCREE_OK &&
        scree_superquadric_curvature(&grain, c.point_a, &bend) == SCREE_OK &&
        scree_superquadric_value(&grain, c.point_b, &f) == SCREE_OK) {
        printf("n1 %g, n2 %g (OVITO: phi %.3f, theta %.3f): volume %.4f\n", n1, n2, 2.0 / n2, 2.0 / n1,
               scree_shape_mass(shape).volume);
        printf("  %.4f from the wall, radii of curvature there %.4f and %.4f; F at the wall's point %.4f\n", c.distance,
               bend.smallest, bend.largest, f.value);
    }
    scree_shape_destroy(shape);
}

int main(void)
{
    scree_shape *ground = scree_half_space_create((scree_vec3){ 0.0, 0.0, 1.0 }, 0.0, 0.0, NULL);
    scree_body wall = scree_body_at(ground, (scree_vec3){ 0.0, 0.0, 0.0 });
    show(2.0, 2.0, &wall); // an ellipsoid
    show(2.0, 4.0, &wall);
    show(4.0, 4.0, &wall);
    show(8.0, 8.0, &wall);
    show(1.5, 4.0, &wall); // refused, with the reason
    scree_shape_destroy(ground);
    return 0;
}
