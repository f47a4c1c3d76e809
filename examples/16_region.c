// The region of a contact for solvers that want points: a block comes down onto a floor, and its four points are known before
// it touches. Their ids tell which point of the last step is which.
#include <stdio.h>
#include <stdlib.h>

#include "scree/scree.h"

int main(void)
{
    scree_shape *floor = scree_half_space_create((scree_vec3){ 0.0, 0.0, 1.0 }, 0.0, 0.0, NULL);
    scree_shape *block = scree_box_create((scree_vec3){ 0.2, 0.1, 0.1 }, 0.0, NULL);
    const scree_body a = scree_body_at(floor, (scree_vec3){ 0.0, 0.0, 0.0 });
    uint64_t ids[SCREE_REGION_POINTS];
    scree_region_options options = { .margin = 0.01, .last = ids };
    scree_status status = SCREE_OK;

    for (int step = 0; step < 3 && status == SCREE_OK; ++step) {
        scree_body b = scree_body_at(block, (scree_vec3){ 0.0, 0.0, 0.108 - 0.005 * step });
        b.orientation = (scree_quat){ 1.0, 0.002, 0.005, 0.1 };
        scree_region_polygon polygons[16];
        scree_region_corner corners[64];
        scree_region r = { .polygons = polygons, .polygon_capacity = 16, .corners = corners, .corner_capacity = 64 };
        status = scree_region_query(&a, &b, NULL, &options, &r);
        printf("step %d: %d polygons\n", step, r.polygon_count);
        for (int i = 0; i < r.point_count; ++i) {
            int before = -1;
            for (int k = 0; k < options.last_count; ++k)
                if (ids[k] == r.points[i].id) before = k;
            printf("  (%6.3f, %6.3f): distance %7.4f, %s", r.points[i].point.x, r.points[i].point.y,
                   r.points[i].distance, before < 0 ? "new\n" : "");
            if (before >= 0) printf("point %d of the last step\n", before);
        }
        options.last_count = r.point_count;
        for (int i = 0; i < r.point_count; ++i) ids[i] = r.points[i].id;
    }
    if (status != SCREE_OK) fprintf(stderr, "%s\n", scree_status_text(status));

    scree_shape_destroy(block);
    scree_shape_destroy(floor);
    return status == SCREE_OK ? EXIT_SUCCESS : EXIT_FAILURE;
}
