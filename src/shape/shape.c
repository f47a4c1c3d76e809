// Queries on shapes.
#include "shape/shape.h"

#include <math.h>

#include "base/fp_environment.h"
#include "math/vec3.h"
#include "scree/query.h"
#include "shape/support.h"

// Of no shape at all; its name is "unknown".
#define SCREE_NO_KIND ((scree_shape_kind)-1)

size_t scree_shape_memory(const scree_shape *shape)
{
    return shape != NULL ? shape->block_size : 0;
}

scree_shape_kind scree_shape_kind_of(const scree_shape *shape)
{
    return shape != NULL ? shape->kind : SCREE_NO_KIND;
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

int scree_shape_dimension(const scree_shape *shape)
{
    return shape != NULL ? shape->dimension : 0;
}

double scree_shape_rounding(const scree_shape *shape)
{
    return shape != NULL ? shape->rounding : 0.0;
}

scree_mass scree_shape_mass(const scree_shape *shape)
{
    SCREE_FP_GUARD();
    const scree_mass none = { .volume = 0.0 };
    return shape != NULL ? scree_mass_of(shape) : none;
}

scree_bounds scree_shape_bounds(const scree_shape *shape)
{
    const scree_bounds none = { .radius = 0.0 };
    return shape != NULL ? shape->bounds : none;
}

static bool has_vertices(const scree_shape *shape)
{
    return shape != NULL && (shape->core == SCREE_CORE_POLYHEDRON || shape->core == SCREE_CORE_POLYGON);
}

static int vertex_count(const scree_shape *shape)
{
    return has_vertices(shape) ? shape->vertex_count : 0;
}

static int edge_count(const scree_shape *shape)
{
    return has_vertices(shape) ? shape->hull->edge_count : 0;
}

static int face_count(const scree_shape *shape)
{
    return shape != NULL && shape->core == SCREE_CORE_POLYHEDRON ? shape->hull->face_count : 0;
}

int scree_shape_vertex_count(const scree_shape *shape)
{
    return vertex_count(shape);
}

int scree_shape_edge_count(const scree_shape *shape)
{
    return edge_count(shape);
}

int scree_shape_face_count(const scree_shape *shape)
{
    return face_count(shape);
}

scree_vec3 scree_shape_vertex(const scree_shape *shape, int i)
{
    if (i < 0 || i >= vertex_count(shape)) return v3(0, 0, 0);
    return v3_add(shape->centre, scree_stored_vertex(shape, i)); // exact: so was the subtraction
}

void scree_shape_edge(const scree_shape *shape, int i, int vertices[2], int faces[2])
{
    const bool is_there = i >= 0 && i < edge_count(shape);
    for (int k = 0; k < 2; ++k) {
        if (vertices != NULL) vertices[k] = is_there ? scree_edge_at(shape->hull, i).vertex[k] : -1;
        if (faces != NULL) faces[k] = is_there ? scree_edge_at(shape->hull, i).face[k] : -1;
    }
}

int scree_shape_face_size(const scree_shape *shape, int i)
{
    return i >= 0 && i < face_count(shape) ? shape->hull->faces[i].count : 0;
}

const int *scree_shape_face_vertices(const scree_shape *shape, int i)
{
    return i >= 0 && i < face_count(shape) ? shape->hull->face_vertices + shape->hull->faces[i].first : NULL;
}

scree_vec3 scree_shape_face_normal(const scree_shape *shape, int i)
{
    return i >= 0 && i < face_count(shape) ? shape->hull->faces[i].normal : v3(0, 0, 0);
}

// Not inlined: see base/fp_environment.h.
__attribute__((noinline)) static scree_vec3 farthest(const scree_shape *shape, scree_vec3 direction)
{
    scree_vec3 u = v3_unit(direction), p;
    if (shape->core == SCREE_CORE_HALF_SPACE) {
        p = v3_scale(shape->form->plane_normal, shape->form->plane_offset);
    } else if (shape->core == SCREE_CORE_SUPPORT) {
        p = shape->form->support(shape->form->support_user, direction);
    } else if (scree_core_is_smooth(shape)) {
        p = scree_smooth_support(shape, u);
    } else {
        p = v3_add(shape->centre, scree_stored_vertex(shape, scree_support_vertex(shape, u, 0)));
    }
    return shape->radius > 0.0 ? v3_add_scaled(p, shape->radius, u) : p;
}

scree_vec3 scree_shape_support(const scree_shape *shape, scree_vec3 direction)
{
    SCREE_FP_GUARD();
    return shape != NULL ? farthest(shape, direction) : v3(0, 0, 0);
}

double scree_pair_size(const scree_shape *a, const scree_shape *b)
{
    return a != NULL && b != NULL ? scree_size_of_pair(a, b) : 0.0;
}
