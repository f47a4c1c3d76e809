// A triangle B comes down on a quadrilateral A (Figs. 1 and 3 of feng-tan-2020). The entrance block E(B, A) is where
// the reference point of B must not be. It stays the same while B moves without rotating, so it is built once; whether
// the two are apart, touch or overlap, and by how much, is then a question about one point.
#include <stdio.h>

#include "scree/scree.h"

int main(void)
{
    const scree_vec3 quadrilateral[4] = { { 0, 0, 0 }, { 4, 1, 0 }, { 5, 3, 0 }, { 1, 3, 0 } };
    const scree_vec3 triangle[3] = { { 0, 0, 0 }, { 1.5, 1.5, 0 }, { -1.5, 1.5, 0 } };
    scree_shape *shape_a = scree_polygon_create(quadrilateral, 4, 0.0, NULL);
    scree_shape *shape_b = scree_polygon_create(triangle, 3, 0.0, NULL);
    scree_body a = scree_body_at(shape_a, (scree_vec3){ 0, 0, 0 });
    scree_body b = scree_body_at(shape_b, (scree_vec3){ 3, 4, 0 });

    scree_error error;
    scree_vec3 centroid = scree_shape_mass(shape_b).centroid;
    scree_shape *block = scree_entrance_block(&b, &a, scree_body_point(&b, centroid), &error);
    if (block == NULL) {
        fprintf(stderr, "%s\n", error.message);
        return 1;
    }
    printf("block with %d corners, area %g:", scree_shape_vertex_count(block), scree_shape_mass(block).volume);
    for (int i = 0; i < scree_shape_vertex_count(block); ++i) {
        scree_vec3 p = scree_shape_vertex(block, i);
        printf(" (%g, %g)", p.x, p.y);
    }
    printf("\n");

    scree_body placed = scree_body_at(block, (scree_vec3){ 0, 0, 0 });
    const double heights[3] = { 3.75, 3.0, 2.5 };
    for (int i = 0; i < 3; ++i) {
        b.position.y = heights[i];
        scree_vec3 reference = scree_body_point(&b, centroid);
        scree_contact of_point, of_pair;
        if (scree_point_distance(&placed, reference, NULL, &of_point) != SCREE_OK) return 1;
        if (scree_query(&b, &a, NULL, &of_pair) != SCREE_OK) return 1;
        printf("reference point (%g, %g): %g from the block; the query says %g, %s\n", reference.x, reference.y,
               of_point.distance, of_pair.distance, scree_state_name(of_pair.state));
    }
    scree_shape_destroy(block);
    scree_shape_destroy(shape_a);
    scree_shape_destroy(shape_b);
    return 0;
}
