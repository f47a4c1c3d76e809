// Many pairs in one call, step after step: a column of cubes on a floor is squeezed, and every contact of the column is
// asked again. The caches carry what a step learnt to the next one; all memory is the caller's.
#include <stdio.h>
#include <stdlib.h>

#include "scree/scree.h"

enum { CUBES = 4, BODIES = CUBES + 1, PAIRS = CUBES, STEPS = 3 };

int main(void)
{
    scree_shape *floor = scree_half_space_create((scree_vec3){ 0.0, 0.0, 1.0 }, 0.0, 0.0, NULL);
    scree_shape *cube = scree_box_create((scree_vec3){ 0.5, 0.5, 0.5 }, 0.0, NULL);
    scree_body bodies[BODIES] = { scree_body_at(floor, (scree_vec3){ 0.0, 0.0, 0.0 }) };
    scree_pair pairs[PAIRS];
    scree_cache caches[PAIRS] = { 0 }; // all zeros: nothing known yet
    scree_contact contacts[PAIRS];
    for (int i = 0; i < CUBES; ++i) {
        bodies[i + 1] = scree_body_at(cube, (scree_vec3){ 0.0, 0.0, 0.5 + i });
        pairs[i] = (scree_pair){ .a = i, .b = i + 1 }; // each body with the one above
    }

    scree_batch batch = {
        .bodies = bodies, .body_count = BODIES, .pairs = pairs, .pair_count = PAIRS, .caches = caches
    };
    batch.scratch_size = scree_batch_scratch(&batch);
    batch.scratch = malloc(batch.scratch_size);

    scree_status status = batch.scratch != NULL ? SCREE_OK : SCREE_NO_MEMORY;
    for (int step = 1; step <= STEPS && status == SCREE_OK; ++step) {
        for (int i = 1; i < BODIES; ++i) bodies[i].position.z -= 0.015625 * i; // the higher, the further
        status = scree_query_batch(&batch, NULL, contacts);
        printf("step %d:", step);
        for (int i = 0; i < PAIRS; ++i) printf(" %9.6f", contacts[i].distance);
        printf("\n");
    }
    if (status != SCREE_OK) fprintf(stderr, "%s\n", scree_status_text(status));

    free(batch.scratch);
    scree_shape_destroy(cube);
    scree_shape_destroy(floor);
    return status == SCREE_OK ? EXIT_SUCCESS : EXIT_FAILURE;
}
