// The contact of two boxes as a region: a block is tipped on a floor, and the force under it moves to one side, smoothly.
// With one contact point, that point would jump from edge to edge.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "scree/scree.h"

int main(void)
{
    const double stiffness = 1e6, depth = 0.001; // K in N/m^3, and how far the middle of the face is in, in m
    scree_shape *ground = scree_box_create((scree_vec3){ 1.0, 1.0, 0.5 }, 0.0, NULL);
    scree_shape *block = scree_box_create((scree_vec3){ 0.1, 0.1, 0.2 }, 0.0, NULL);
    const scree_body a = scree_body_at(ground, (scree_vec3){ 0.0, 0.0, -0.5 });
    const scree_pressure_options with_energy = { .energy = true };
    scree_status status = SCREE_OK;

    printf("  tilt   force, N   acts at x, m   moment, N m   area, m^2   energy, J\n");
    for (int i = 1; i <= 5 && status == SCREE_OK; ++i) {
        const double tilt = 0.005 * i; // about the y axis, through the middle of the face
        scree_body b = scree_body_at(block, (scree_vec3){ 0.2 * sin(tilt), 0.0, 0.2 * cos(tilt) - depth });
        b.orientation = (scree_quat){ cos(0.5 * tilt), 0.0, sin(0.5 * tilt), 0.0 };
        scree_contact contact;
        scree_pressure p;
        status = scree_query(&a, &b, NULL, &contact);
        if (status == SCREE_OK) status = scree_pressure_query(&a, &b, &contact, &with_energy, &p);
        if (status != SCREE_OK) break;
        // About the middle of the face: what rights the block.
        const double moment = p.couple.y + p.centre.z * p.force.x - p.centre.x * p.force.z;
        printf("%6.3f %10.3f %14.5f %13.5f %11.5f %11.7f\n", tilt, stiffness * p.force.z, p.centre.x,
               stiffness * moment, p.area, stiffness * p.energy);
    }
    if (status != SCREE_OK) fprintf(stderr, "%s\n", scree_status_text(status));

    scree_shape_destroy(block);
    scree_shape_destroy(ground);
    return status == SCREE_OK ? EXIT_SUCCESS : EXIT_FAILURE;
}
