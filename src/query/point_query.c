// A point as a body: a core of one vertex, swept by nothing, on the stack.
#include <stdalign.h>

#include "base/arena.h"
#include "scree/point.h"
#include "shape/shape.h"

enum { LANES = 8 }; // vertices are padded to as many

typedef struct point_shape {
    alignas(SCREE_ARENA_ALIGN) double zeros[LANES];
    scree_shape shape;
} point_shape;

// Not scree_sphere_create(), which asks for a radius and for memory. `p` must not be moved.
static void make_point(point_shape *p, int dimension)
{
    *p = (point_shape){ .zeros = { 0.0 } };
    p->shape.kind = dimension == 2 ? SCREE_DISC : SCREE_SPHERE;
    p->shape.core = SCREE_CORE_POINT;
    p->shape.family = dimension == 2 ? SCREE_FAMILY_DISC : SCREE_FAMILY_BALL;
    p->shape.dimension = dimension;
    p->shape.vertex_count = 1;
    p->shape.padded_count = LANES;
    p->shape.x = p->shape.y = p->shape.z = p->zeros;
}

scree_status scree_point_distance(const scree_body *body, scree_vec3 point, const scree_query_options *options,
                                  scree_contact *out)
{
    point_shape p;
    if (body == NULL || body->shape == NULL) return scree_query(body, body, options, out);
    make_point(&p, body->shape->dimension);
    scree_body there = scree_body_at(&p.shape, point);
    return scree_query(body, &there, options, out);
}

size_t scree_point_scratch(const scree_shape *shape)
{
    point_shape p;
    if (shape == NULL) return 0;
    make_point(&p, shape->dimension);
    return scree_query_scratch(shape, &p.shape);
}
