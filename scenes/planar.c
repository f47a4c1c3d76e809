// Pairs of polygons. See planar.h.
#include "planar.h"

#include <math.h>

#include "place.h"

enum { SIDES_MAX = 16 };

// A polygon on an ellipse: `sides` vertices, the first at `phase` degrees, stretched along x and then rotated.
typedef struct outline {
    int sides;
    double radius, phase, stretch, angle;
    scree_vec3 at;
} outline;

typedef struct plan {
    const char *what;
    outline a, b;
} plan;

static const plan link_plans[SCREE_LINK_PAIRS] = {
    { "triangle and triangle, vertex to edge", { 3, 1, 0, 1, 7, { 0, 0, 0 } }, { 3, 1, 0, 1, -11, { 1.9, 0.2, 0 } } },
    { "square and square, parallel edges", { 4, 1, 45, 1, 0, { 0, 0, 0 } }, { 4, 1, 45, 1, 0, { 1.6, 0.3, 0 } } },
    { "hexagon and triangle, vertex to vertex", { 6, 1, 0, 1, 0, { 0, 0, 0 } }, { 3, 1, 180, 1, 4, { 2.2, 0.05, 0 } } },
    { "pentagon and square, vertex to edge", { 5, 1, 0, 1, 20, { 0, 0, 0 } }, { 4, 1, 45, 1, 33, { 1.5, 1.2, 0 } } },
    { "two bars, end to side", { 4, 1, 45, 4, 0, { 0, 0, 0 } }, { 4, 1, 45, 4, 80, { 0.8, 3.7, 0 } } },
    { "octagon and octagon, edge to vertex", { 8, 1, 10, 1, 0, { 0, 0, 0 } }, { 8, 0.8, 5, 1, 0, { 1.5, 1.1, 0 } } },
    { "large and small, vertex to edge", { 12, 6, 3, 1, 0, { 0, 0, 0 } }, { 5, 0.5, 0, 1, 15, { 4.2, 4.9, 0 } } },
    { "two blades, nearly parallel", { 6, 1, 15, 5, 0, { 0, 0, 0 } }, { 6, 1, 15, 5, 3, { 0.7, 2.1, 0 } } },
    { "16 sides and a square, vertex to edge",
      { 16, 1.5, 4, 1, 0, { 0, 0, 0 } },
      { 4, 1, 45, 1, 25, { -1.9, 1.5, 0 } } },
};

static scree_body make(const outline *o, scree_error *error)
{
    const double degree = 3.14159265358979323846 / 180.0;
    scree_vec3 points[SIDES_MAX];
    for (int i = 0; i < o->sides; ++i) {
        double angle = (o->phase + 360.0 * i / o->sides) * degree;
        points[i] = s3(o->radius * o->stretch * cos(angle), o->radius * sin(angle), 0.0);
    }
    scree_body body = scree_body_at(scree_polygon_create(points, (size_t)o->sides, 0.0, error), o->at);
    body.orientation = scree_quat_about_z(o->angle * degree);
    return body;
}

bool scree_link_pairs_open(scree_planar_pair out[SCREE_LINK_PAIRS], scree_error *error)
{
    for (int i = 0; i < SCREE_LINK_PAIRS; ++i) out[i] = (scree_planar_pair){ 0 };
    for (int i = 0; i < SCREE_LINK_PAIRS; ++i) {
        out[i].what = link_plans[i].what;
        out[i].a = make(&link_plans[i].a, error);
        out[i].b = make(&link_plans[i].b, error);
        if (out[i].a.shape != NULL && out[i].b.shape != NULL) continue;
        scree_planar_close(out, SCREE_LINK_PAIRS);
        return false;
    }
    return true;
}

// The origin of the triangle is the vertex that is inside the quadrilateral, near its lower left corner. The third edge
// from there goes left; it is the top one, and level where the triangle is not rotated.
bool scree_rotated_pairs_open(scree_planar_pair out[SCREE_ROTATED_PAIRS], scree_error *error)
{
    static const scree_vec3 quadrilateral[4] = { { 0, 0, 0 }, { 4, 0, 0 }, { 4.5, 3, 0 }, { 0, 2.5, 0 } };
    static const scree_vec3 triangle[3] = { { 0, 0, 0 }, { -3, 0, 0 }, { -1.25, -2.5, 0 } };
    static const struct {
        const char *what;
        double x, angle;
    } steps[SCREE_ROTATED_PAIRS] = {
        { "(a) initial position", 0.48, 0.25 },
        { "(b) B moved to the right slightly", 0.52, 0.25 },
        { "(c) B rotated clockwise (parallel sides)", 0.52, 0.0 },
        { "(d) B rotated clockwise further", 0.52, -0.25 },
    };
    for (int i = 0; i < SCREE_ROTATED_PAIRS; ++i) out[i] = (scree_planar_pair){ 0 };
    for (int i = 0; i < SCREE_ROTATED_PAIRS; ++i) {
        out[i].what = steps[i].what;
        out[i].a = scree_body_at(scree_polygon_create(quadrilateral, 4, 0.0, error), s3(0, 0, 0));
        out[i].b = scree_body_at(scree_polygon_create(triangle, 3, 0.0, error), s3(steps[i].x, 0.5, 0));
        out[i].b.orientation = scree_quat_about_z(steps[i].angle);
        if (out[i].a.shape != NULL && out[i].b.shape != NULL) continue;
        scree_planar_close(out, SCREE_ROTATED_PAIRS);
        return false;
    }
    return true;
}

void scree_planar_close(scree_planar_pair *pairs, int count)
{
    for (int i = 0; i < count; ++i) {
        scree_shape_destroy((scree_shape *)pairs[i].a.shape);
        scree_shape_destroy((scree_shape *)pairs[i].b.shape);
        pairs[i] = (scree_planar_pair){ 0 };
    }
}
