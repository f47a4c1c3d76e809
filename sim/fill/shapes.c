#include "fill/shapes.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CANDIDATES = 6 };

static const double pi = 3.14159265358979323846;

double scree_fill_diameter(double volume, int dimension)
{
    return dimension == 2 ? 2.0 * sqrt(volume / pi) : cbrt(6.0 * volume / pi);
}

static bool is_flat(const scree_scene_shape *s)
{
    return s->kind >= SCREE_SCENE_DISC;
}

// --------------------------------------------------------------------------------------------------------- random hulls

static double distance2(scree_vec3 a, scree_vec3 b)
{
    const double x = a.x - b.x, y = a.y - b.y, z = a.z - b.z;
    return x * x + y * y + z * z;
}

/// Points on the unit sphere (2-D: circle), each the best of some candidates (Mitchell 1991): farthest from those that
/// are there. So vertices are spread out and none hides within the hull.
static void draw_vertices(const scree_scene_shape *s, scree_fill_random *random, scree_vec3 *points)
{
    for (size_t i = 0; i < s->vertex_count; ++i) {
        double farthest = -1.0;
        for (int c = 0; c < CANDIDATES; ++c) {
            const scree_vec3 p = is_flat(s) ? fill_circle(random) : fill_direction(random);
            double nearest = INFINITY;
            for (size_t j = 0; j < i; ++j) nearest = fmin(nearest, distance2(p, points[j]));
            if (nearest <= farthest) continue;
            farthest = nearest;
            points[i] = p;
        }
    }
    if (s->edges.x <= 0.0) return;
    for (size_t i = 0; i < s->vertex_count; ++i)
        points[i] = (scree_vec3){ points[i].x * s->edges.x, points[i].y * s->edges.y, points[i].z * s->edges.z };
}

/// The hull of the points times `scale`.
static scree_shape *make_hull(const scree_scene_shape *s, const scree_vec3 *points, double scale, double rounding,
                              scree_error *error)
{
    scree_vec3 *scaled = malloc(s->vertex_count * sizeof *scaled + 1);
    if (scaled == NULL) {
        *error = (scree_error){ SCREE_NO_MEMORY, "out of memory" };
        return NULL;
    }
    for (size_t i = 0; i < s->vertex_count; ++i)
        scaled[i] = (scree_vec3){ scale * points[i].x, scale * points[i].y, scale * points[i].z };
    scree_shape *shape = is_flat(s) ? scree_polygon_create(scaled, s->vertex_count, rounding, error)
                                    : scree_polyhedron_create(scaled, s->vertex_count, rounding, error);
    free(scaled);
    return shape;
}

// ---------------------------------------------------------------------------------------------------------- all kinds

/// With its own lengths times `scale`, and this rounding.
static scree_shape *make(const scree_scene_shape *s, const scree_vec3 *points, double scale, double rounding,
                         scree_error *error)
{
    const scree_vec3 axes = { scale * s->semi_axes.x, scale * s->semi_axes.y, scale * s->semi_axes.z };
    const double radius = scale * s->radius, half = 0.5 * scale * s->length;
    switch (s->kind) {
    case SCREE_SCENE_SPHERE:
        return scree_sphere_create(radius, rounding, error);
    case SCREE_SCENE_DISC:
        return scree_disc_create(radius, rounding, error);
    case SCREE_SCENE_BOX:
        return scree_box_create((scree_vec3){ 0.5 * scale * s->edges.x - rounding, 0.5 * scale * s->edges.y - rounding,
                                              0.5 * scale * s->edges.z - rounding },
                                rounding, error);
    case SCREE_SCENE_ELLIPSOID:
        return scree_ellipsoid_create(axes, rounding, error);
    case SCREE_SCENE_SUPERQUADRIC:
        return scree_superquadric_create(axes, s->exponents.x, s->exponents.y, rounding, error);
    case SCREE_SCENE_CYLINDER:
        return scree_cylinder_create(radius, half, rounding, error);
    case SCREE_SCENE_CONE:
        return scree_cone_create(radius, half, rounding, error);
    case SCREE_SCENE_CAPSULE:
        return scree_capsule_create(radius, half, rounding, error);
    case SCREE_SCENE_TAPERED_CAPSULE:
        return scree_tapered_capsule_create(radius, scale * s->top_radius, half, rounding, error);
    case SCREE_SCENE_CLUSTER:
        *error = (scree_error){ SCREE_INVALID_ARGUMENT, "a cluster is not one shape" };
        return NULL;
    default:
        return make_hull(s, points, scale, rounding, error);
    }
}

static double diameter_of(const scree_shape *shape)
{
    return scree_fill_diameter(scree_shape_mass(shape).volume, scree_shape_dimension(shape));
}

/// With its own lengths; unless these are metres, the rounding is a share of the size of the sharp shape.
static scree_shape *make_unit(const scree_scene_shape *s, const scree_vec3 *points, scree_error *error)
{
    if (s->size.kind == SCREE_SIZE_GIVEN) return make(s, points, 1.0, s->rounding, error);
    scree_shape *sharp = make(s, points, 1.0, 0.0, error);
    if (sharp == NULL || s->rounding == 0.0) return sharp;
    const double rounding = s->rounding * diameter_of(sharp);
    scree_shape_destroy(sharp);
    return make(s, points, 1.0, rounding, error);
}

/// The longest edge of a box is as long as its size says; other shapes are scaled to the volume of a ball of this
/// diameter. Their rounding scales along.
static scree_shape *make_sized(const scree_scene_shape *s, const scree_vec3 *points, double size, scree_error *error)
{
    if (s->kind == SCREE_SCENE_BOX) {
        const double scale = size / fmax(s->edges.x, fmax(s->edges.y, s->edges.z));
        return make(s, NULL, scale, s->rounding * scale, error);
    }
    scree_shape *unit = make_unit(s, points, error);
    if (unit == NULL) return NULL;
    const double whole = diameter_of(unit), rounding = scree_shape_rounding(unit);
    scree_shape_destroy(unit);
    return make(s, points, size / whole, rounding * size / whole, error);
}

scree_shape *scree_fill_unit(const scree_scene_shape *shape, scree_error *error)
{
    return make_unit(shape, shape->vertices, error);
}

scree_shape *scree_fill_sized(const scree_shape *unit, double size, scree_error *error)
{
    return scree_shape_create_scaled(unit, size / diameter_of(unit), error);
}

scree_shape *scree_fill_shape(const scree_scene_shape *shape, double size, scree_fill_random *random,
                              scree_error *error)
{
    const bool drawn = shape->kind == SCREE_SCENE_RANDOM_HULL || shape->kind == SCREE_SCENE_RANDOM_POLYGON;
    scree_vec3 *points = drawn ? malloc(shape->vertex_count * sizeof *points) : NULL;
    scree_error own;
    if (error == NULL) error = &own;
    if (drawn && points == NULL) {
        *error = (scree_error){ SCREE_NO_MEMORY, "out of memory" };
        return NULL;
    }
    if (drawn) draw_vertices(shape, random, points);
    const scree_vec3 *vertices = drawn ? points : shape->vertices;
    scree_shape *made =
        size > 0.0 ? make_sized(shape, vertices, size, error) : make(shape, vertices, 1.0, shape->rounding, error);
    free(points);
    return made;
}

// ------------------------------------------------------------------------------------------------------------ clusters

/// The part at scale 1 has lengths of its own or a fixed size, and both scale.
scree_shape *scree_fill_part(const scree_scene *scene, const scree_scene_part *part, double scale, scree_error *error)
{
    const scree_scene_shape *s = &scene->shapes[part->shape];
    scree_fill_random unused = { 0 };
    if (s->size.kind == SCREE_SIZE_FIXED) return scree_fill_shape(s, scale * s->size.low, &unused, error);
    return make(s, s->vertices, scale, scale * s->rounding, error);
}
