// Scaled copies of a shape.
//
// Idea    A shape of few parameters is made again, from scaled ones. A hull is made from its scaled vertices, with the
//         graph of the original as the first guess, so that it is proven like any other hull. Then it gives up every
//         array that the original has too, byte by byte, and reads the original's: the graph, the tables of cells and
//         bits, and what is stored in units of the size. What depends on the size stays its own: vertices, planes, mass.
//         So a scaled copy gives the answers of a polyhedron of the same vertices, to the last bit.
// Limits  Scaled by a number that is not a power of two, vertices are rounded, and so are the normals that follow from
//         them: they are its own too. A body far from its own origin may be rounded to one with another graph; then only
//         what is equal is shared, and possibly nothing.
#include <math.h>
#include <stdlib.h>

#include "base/fp_environment.h"
#include "math/vec3.h"
#include "shape/build.h"

static scree_shape *scaled_parameters(const scree_shape *of, double f, scree_error *error)
{
    const double rounding = f * of->rounding, radius = f * of->given_radius, half = f * scree_shape_half_length(of);
    switch (of->kind) {
    case SCREE_SPHERE:
        return scree_sphere_create(radius, rounding, error);
    case SCREE_DISC:
        return scree_disc_create(radius, rounding, error);
    case SCREE_CAPSULE:
        return scree_capsule_create(radius, half, rounding, error);
    case SCREE_CYLINDER:
        return scree_cylinder_create(radius, half, rounding, error);
    case SCREE_CONE:
        return scree_cone_create(radius, half, rounding, error);
    case SCREE_TAPERED_CAPSULE:
        return scree_tapered_capsule_create(radius, f * of->form->given_top_radius, half, rounding, error);
    case SCREE_BOX:
        return scree_box_create(v3_scale(scree_shape_half_extents(of), f), rounding, error);
    case SCREE_ELLIPSOID:
        return scree_ellipsoid_create(v3_scale(of->form->semi_axes, f), rounding, error);
    case SCREE_SUPERQUADRIC:
        return scree_superquadric_create(v3_scale(of->form->semi_axes, f), of->form->n1, of->form->n2, rounding, error);
    case SCREE_HALF_SPACE:
        return scree_half_space_create(of->form->given_normal, f * of->form->given_offset, rounding, error);
    default:
        scree_error_set(error, SCREE_INVALID_ARGUMENT, "of: a support function cannot be scaled");
        return NULL;
    }
}

static scree_shape *hull_of_scaled_vertices(const scree_shape *of, double f, scree_error *error)
{
    const size_t count = (size_t)of->vertex_count;
    scree_vec3 *points = malloc(count * sizeof *points);
    if (points == NULL) {
        scree_error_set(error, SCREE_NO_MEMORY, "no memory for %zu vertices", count);
        return NULL;
    }
    for (int i = 0; i < of->vertex_count; ++i) points[i] = v3_scale(scree_shape_vertex(of, i), f);
    scree_shape *s = of->core == SCREE_CORE_POLYGON
                         ? scree_polygon_create(points, count, f * of->rounding, error)
                         : scree_polyhedron_create_like(of, points, count, f * of->rounding, error);
    free(points);
    return s;
}

static scree_shape *scaled_hull(const scree_shape *of, double f, scree_error *error)
{
    scree_shape *s = hull_of_scaled_vertices(of, f, error);
    if (s == NULL) return NULL;
    // That of the original may come from points that are no vertices.
    s->slack = fmax(s->slack, f * of->slack);
    if (s->core == SCREE_CORE_POLYGON) scree_shape_set_flats(s);
    return scree_shape_share(s, of, error);
}

scree_shape *scree_shape_create_scaled(const scree_shape *of, double factor, scree_error *error)
{
    SCREE_FP_GUARD();
    if (of == NULL) {
        scree_error_set(error, SCREE_INVALID_ARGUMENT, "of: must not be NULL");
        return NULL;
    }
    if (!scree_check_positive("factor", factor, error)) return NULL;
    const bool is_hull = of->kind == SCREE_POLYHEDRON || of->kind == SCREE_POLYGON;
    return is_hull ? scaled_hull(of, factor, error) : scaled_parameters(of, factor, error);
}
