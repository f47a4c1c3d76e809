// Two pebbles: how far apart they are, how curved where they face each other, whether they overlap, and the contact
// function that hard-particle simulations use; then a line through one of them.
#include <math.h>
#include <stdio.h>

#include "scree/scree.h"

static void show(const scree_body *a, const scree_body *b)
{
    scree_contact c;
    scree_curvature on_a, on_b;
    scree_contact_function f;
    bool overlap;
    if (scree_query(a, b, NULL, &c) != SCREE_OK || scree_ellipsoids_overlap(a, b, &overlap) != SCREE_OK ||
        scree_perram_wertheim(a, b, &f) != SCREE_OK || scree_ellipsoid_curvature(a, c.point_a, &on_a) != SCREE_OK ||
        scree_ellipsoid_curvature(b, c.point_b, &on_b) != SCREE_OK) {
        printf("no answer\n");
        return;
    }
    printf("distance %9.6f, overlap: %s\n", c.distance, overlap ? "yes" : "no");
    printf("  radii of curvature where they meet: A %.4f to %.4f, B %.4f to %.4f\n", on_a.smallest, on_a.largest,
           on_b.smallest, on_b.largest);
    printf("  contact function %.6f: scaled by %.6f they touch at (%.4f, %.4f, %.4f)\n", f.value, sqrt(f.value),
           f.point.x, f.point.y, f.point.z);
    printf("  its gradient (%.4f, %.4f, %.4f), rotating A (%.4f, %.4f, %.4f)\n", f.gradient.x, f.gradient.y,
           f.gradient.z, f.rotation_gradient_a.x, f.rotation_gradient_a.y, f.rotation_gradient_a.z);
}

int main(void)
{
    scree_shape *flat = scree_ellipsoid_create((scree_vec3){ 2.0, 1.5, 0.5 }, 0.0, NULL);
    scree_shape *egg = scree_ellipsoid_create((scree_vec3){ 0.5, 0.5, 0.75 }, 0.0, NULL);
    scree_mass mass = scree_shape_mass(flat);
    printf("the flat one: volume %.6f, inertia %.6f %.6f %.6f\n", mass.volume, mass.inertia.xx, mass.inertia.yy,
           mass.inertia.zz);

    scree_body a = scree_body_at(flat, (scree_vec3){ 0.0, 0.0, 0.0 });
    scree_body b = scree_body_at(egg, (scree_vec3){ 1.0, 0.5, 1.5 });
    b.orientation = (scree_quat){ 0.9, 0.3, -0.2, 0.1 }; // need not be unit
    for (int step = 0; step < 3; ++step) {
        show(&a, &b);
        b.position.z -= 0.375;
    }

    double accuracy;
    if (scree_ellipsoids_accuracy(&a, &b, 1e-3, &accuracy) == SCREE_OK)
        printf("a model with a threshold of 0.001 radii needs the distance to %.3e\n", accuracy);

    bool meets;
    double first, last;
    scree_vec3 from = { -4.0, 0.5, 0.25 }, to = { 4.0, 0.5, 0.25 };
    if (scree_ellipsoid_ray(&a, from, to, &meets, &first, &last) == SCREE_OK && meets)
        printf("a line along x enters the flat one at x = %.6f and leaves it at %.6f\n",
               from.x + first * (to.x - from.x), from.x + last * (to.x - from.x));

    scree_shape_destroy(flat);
    scree_shape_destroy(egg);
    return 0;
}
