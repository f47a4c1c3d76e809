// How contact features change while a body moves a little: a fixed quadrilateral A and a triangle B in four
// configurations, in the spirit of Fig. 4 of Feng and Tan (2020), by their own method and by the default one.
#include <stdio.h>

#include "scree/scree.h"

static const double degree = 0.017453292519943295;

static void show(const scree_body *a, const scree_body *b, const char *method)
{
    scree_query_options options = scree_query_defaults();
    options.method = scree_method_find(method);
    scree_contact c;
    if (scree_query(a, b, &options, &c) != SCREE_OK) printf("no convergence: ");
    printf("   %-7s  %-11s  normal (%5.2f, %5.2f)  depth %.3f  on A (%.3f, %.3f)  on B (%.3f, %.3f)\n", method,
           scree_features_name(c.feature_a, c.feature_b), c.normal.x, c.normal.y, -c.distance, c.point_a.x, c.point_a.y,
           c.point_b.x, c.point_b.y);
}

int main(void)
{
    // B's corner (0, 0) is the one that reaches into A, near A's lower left corner; its top edge ends there.
    const scree_vec3 of_a[4] = { { 0, 0, 0 }, { 4, 0, 0 }, { 3.5, 2.5, 0 }, { 0, 3, 0 } };
    const scree_vec3 of_b[3] = { { 0, 0, 0 }, { -2, 0, 0 }, { -0.75, -2, 0 } };
    scree_shape *quadrilateral = scree_polygon_create(of_a, 4, 0.0, NULL),
                *triangle = scree_polygon_create(of_b, 3, 0.0, NULL);

    static const struct {
        const char *what;
        double x, angle;
    } cases[4] = {
        { "a  about as far inside the left edge as inside the bottom edge", 0.50, 10 },
        { "b  moved to the right by 0.02", 0.52, 10 },
        { "c  rotated clockwise: top edge parallel to the bottom edge", 0.52, 0 },
        { "d  rotated clockwise further", 0.52, -10 },
    };
    scree_body a = scree_body_at(quadrilateral, (scree_vec3){ 0, 0, 0 });
    for (int i = 0; i < 4; ++i) {
        scree_body b = scree_body_at(triangle, (scree_vec3){ cases[i].x, 0.51, 0 });
        b.orientation = scree_quat_about_z(cases[i].angle * degree);
        puts(cases[i].what);
        show(&a, &b, "gjk-epa");
        show(&a, &b, "auto");
    }
    scree_shape_destroy(quadrilateral);
    scree_shape_destroy(triangle);
    return 0;
}
