// Looking into shapes, and letting go of them.
#include "shape/shape.h"

#include <math.h>
#include <stdlib.h>

#include "math/vec3.h"
#include "shape/support.h"

void scree_shape_destroy(scree_shape *shape)
{
    free(shape);
}

scree_shape_kind scree_shape_kind_of(const scree_shape *shape)
{
    return shape->kind;
}

const char *scree_shape_kind_name(scree_shape_kind kind)
{
    static const char *const names[] = {
        [SCREE_SPHERE] = "sphere",
        [SCREE_HALF_SPACE] = "plane",
        [SCREE_BOX] = "box",
        [SCREE_CAPSULE] = "capsule",
        [SCREE_POLYHEDRON] = "polyhedron",
        [SCREE_SUPPORT_SHAPE] = "custom",
        [SCREE_DISC] = "disc",
        [SCREE_POLYGON] = "polygon",
        [SCREE_ELLIPSOID] = "ellipsoid",
        [SCREE_SUPERQUADRIC] = "superquadric",
        [SCREE_CYLINDER] = "cylinder",
        [SCREE_CONE] = "cone",
        [SCREE_TAPERED_CAPSULE] = "tapered_capsule",
    };
    return kind >= 0 && (size_t)kind < sizeof names / sizeof *names ? names[kind] : "unknown";
}

scree_vec3 scree_shape_semi_axes(const scree_shape *shape)
{
    return shape->semi_axes;
}

void scree_shape_exponents(const scree_shape *shape, double *n1, double *n2)
{
    *n1 = shape->n1;
    *n2 = shape->n2;
}

int scree_shape_dimension(const scree_shape *shape)
{
    return shape->dimension;
}

double scree_shape_rounding(const scree_shape *shape)
{
    return shape->rounding;
}

scree_mass scree_shape_mass(const scree_shape *shape)
{
    return shape->mass;
}

scree_bounds scree_shape_bounds(const scree_shape *shape)
{
    return shape->bounds;
}

static bool has_vertices(const scree_shape *shape)
{
    return shape->core == SCREE_CORE_POLYHEDRON || shape->core == SCREE_CORE_POLYGON;
}

int scree_shape_vertex_count(const scree_shape *shape)
{
    return has_vertices(shape) ? shape->vertex_count : 0;
}

int scree_shape_edge_count(const scree_shape *shape)
{
    return has_vertices(shape) ? shape->edge_count : 0;
}

int scree_shape_face_count(const scree_shape *shape)
{
    return shape->core == SCREE_CORE_POLYHEDRON ? shape->face_count : 0;
}

scree_vec3 scree_shape_vertex(const scree_shape *shape, int i)
{
    return v3_add(shape->centre, scree_stored_vertex(shape, i)); // exact: so was the subtraction
}

void scree_shape_edge(const scree_shape *shape, int i, int vertices[2], int faces[2])
{
    for (int k = 0; k < 2; ++k) {
        vertices[k] = shape->edges[i].vertex[k];
        faces[k] = shape->edges[i].face[k];
    }
}

int scree_shape_face_size(const scree_shape *shape, int i)
{
    return shape->faces[i].count;
}

const int *scree_shape_face_vertices(const scree_shape *shape, int i)
{
    return shape->face_vertices + shape->faces[i].first;
}

scree_vec3 scree_shape_face_normal(const scree_shape *shape, int i)
{
    return shape->faces[i].normal;
}

scree_vec3 scree_shape_support(const scree_shape *shape, scree_vec3 direction)
{
    scree_vec3 u = v3_unit(direction), p;
    if (shape->core == SCREE_CORE_HALF_SPACE) {
        p = v3_scale(shape->plane_normal, shape->plane_offset);
    } else if (shape->core == SCREE_CORE_SUPPORT) {
        p = shape->support(shape->support_user, direction);
    } else if (scree_core_is_smooth(shape)) {
        p = scree_smooth_support(shape, u);
    } else {
        p = v3_add(shape->centre, scree_stored_vertex(shape, scree_support_vertex(shape, u, 0)));
    }
    return shape->radius > 0.0 ? v3_add_scaled(p, shape->radius, u) : p;
}
