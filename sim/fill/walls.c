// Planes and the faces of boxes without a thickness are half spaces. Everything else is made of
// bounded convex pieces: a cylinder with grains inside of flat segments, a mesh of one prism for each flat convex face.
#include "fill/walls.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "fill/flat.h"
#include "scree_sim/sim.h"

typedef struct piece_list {
    scree_fill_piece *pieces;
    size_t count, capacity;
    scree_error *error;
} piece_list;

static scree_vec3 add(scree_vec3 a, double t, scree_vec3 b)
{
    return (scree_vec3){ a.x + t * b.x, a.y + t * b.y, a.z + t * b.z };
}

static scree_vec3 cross(scree_vec3 a, scree_vec3 b)
{
    return (scree_vec3){ a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x };
}

static double dot(scree_vec3 a, scree_vec3 b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static scree_vec3 unit(scree_vec3 a)
{
    const double length = sqrt(dot(a, a));
    return length > 0.0 ? (scree_vec3){ a.x / length, a.y / length, a.z / length } : a;
}

/// Takes the shape over.
static bool push(piece_list *list, scree_shape *shape)
{
    if (shape == NULL) return false;
    if (list->count == list->capacity) {
        const size_t capacity = list->capacity > 0 ? 2 * list->capacity : 8;
        scree_fill_piece *pieces = realloc(list->pieces, capacity * sizeof *pieces);
        if (pieces == NULL) {
            *list->error = (scree_error){ SCREE_NO_MEMORY, "out of memory" };
            scree_shape_destroy(shape);
            return false;
        }
        list->pieces = pieces;
        list->capacity = capacity;
    }
    list->pieces[list->count++] = (scree_fill_piece){ .shape = shape, .orientation = { 1.0, 0.0, 0.0, 0.0 } };
    return true;
}

static bool push_hull(piece_list *list, const scree_vec3 *points, size_t count, int dimension)
{
    return push(list, dimension == 2 ? scree_polygon_create(points, count, 0.0, list->error)
                                     : scree_polyhedron_create(points, count, 0.0, list->error));
}

static bool push_at(piece_list *list, scree_shape *shape, scree_vec3 position)
{
    if (!push(list, shape)) return false;
    list->pieces[list->count - 1].position = position;
    return true;
}

// --------------------------------------------------------------------------------------------------------------- planes

/// normal . x <= offset is solid.
static bool add_plane(piece_list *list, scree_vec3 normal, double offset)
{
    return push(list, scree_half_space_create(normal, offset, 0.0, list->error));
}

// ---------------------------------------------------------------------------------------------------------------- boxes

/// One face, as a half space or as a slab outside of the box. In 2-D a slab is a polygon.
static bool add_face(piece_list *list, const scree_scene *scene, const scree_scene_wall *w, int face)
{
    const int dimension = scene->settings.dimension;
    const double low[3] = { w->low.x, w->low.y, w->low.z }, high[3] = { w->high.x, w->high.y, w->high.z };
    const int axis = face / 2;
    const bool upper = face % 2 == 1;
    double normal[3] = { 0.0, 0.0, 0.0 };
    normal[axis] = upper ? -1.0 : 1.0;
    if (w->thickness == 0.0)
        return add_plane(list, (scree_vec3){ normal[0], normal[1], normal[2] }, upper ? -high[axis] : low[axis]);
    scree_vec3 corners[8];
    for (int c = 0; c < 8; ++c) {
        double p[3];
        for (int k = 0; k < 3; ++k) {
            const bool far = (c >> k & 1) != 0;
            if (k != axis)
                p[k] = far ? high[k] + w->thickness : low[k] - w->thickness;
            else if (upper)
                p[k] = far ? high[k] + w->thickness : high[k];
            else
                p[k] = far ? low[k] : low[k] - w->thickness;
        }
        corners[c] = (scree_vec3){ p[0], p[1], dimension == 2 ? 0.0 : p[2] };
    }
    return push_hull(list, corners, dimension == 2 ? 4 : 8, dimension);
}

// ------------------------------------------------------------------------------------------- cylinders; in 2-D circles

/// The rotation that takes the z axis to this one.
static scree_quat from_z(scree_vec3 axis)
{
    const scree_vec3 z = { 0.0, 0.0, 1.0 };
    if (axis.z < -0.999999) return (scree_quat){ 0.0, 1.0, 0.0, 0.0 };
    const scree_vec3 c = cross(z, axis);
    return scree_quat_normalise((scree_quat){ 1.0 + axis.z, c.x, c.y, c.z });
}

static bool add_solid_cylinder(piece_list *list, const scree_scene_wall *w, int dimension)
{
    if (dimension == 2) return push_at(list, scree_disc_create(w->radius[0], 0.0, list->error), w->centre);
    if (!push_at(list, scree_cylinder_create(w->radius[0], 0.5 * w->length, 0.0, list->error),
                 add(w->centre, 0.5 * w->length, w->axis)))
        return false;
    list->pieces[list->count - 1].orientation = from_z(w->axis);
    return true;
}

/// A disc of the given radius and thickness outside of the end of a hollow cylinder.
static bool add_cap(piece_list *list, const scree_scene_wall *w, bool top)
{
    const double radius = (top ? w->radius[1] : w->radius[0]) + w->thickness;
    const double height = top ? w->length + 0.5 * w->thickness : -0.5 * w->thickness;
    if (!push_at(list, scree_cylinder_create(radius, 0.5 * w->thickness, 0.0, list->error),
                 add(w->centre, height, w->axis)))
        return false;
    list->pieces[list->count - 1].orientation = from_z(w->axis);
    return true;
}

/// Flat segments around a cylinder or cone; the inner faces touch the circle of the given radius in their middle. In 2-D
/// there is one end, and four corners.
static bool add_hollow_cylinder(piece_list *list, const scree_scene_wall *w, int dimension)
{
    const double step = 2.0 * 3.14159265358979323846 / w->segments, widen = 1.0 / cos(0.5 * step);
    const scree_quat q = from_z(w->axis);
    const scree_vec3 u = scree_quat_rotate(q, (scree_vec3){ 1.0, 0.0, 0.0 });
    const scree_vec3 v = scree_quat_rotate(q, (scree_vec3){ 0.0, 1.0, 0.0 });
    for (int s = 0; s < w->segments; ++s) {
        scree_vec3 corners[8];
        size_t count = 0;
        for (int c = 0; c < 8; ++c) {
            const double angle = step * (s + (c & 1 ? 0.5 : -0.5));
            const int end = c >> 1 & 1;
            if (dimension == 2 && end == 1) continue;
            const double radius = widen * (w->radius[end] + (c & 4 ? w->thickness : 0.0));
            scree_vec3 p = add(w->centre, end * w->length, w->axis);
            p = add(p, radius * cos(angle), u);
            corners[count++] = add(p, radius * sin(angle), v);
        }
        if (!push_hull(list, corners, count, dimension)) return false;
    }
    return (!(w->caps & 1u) || add_cap(list, w, false)) && (!(w->caps & 2u) || add_cap(list, w, true));
}

// --------------------------------------------------------------------------------------------------- plates and meshes

/// A normal of points that lie in a plane; false where they do not.
static bool common_plane(const scree_vec3 *points, size_t count, scree_vec3 *normal)
{
    double size = 0.0;
    scree_vec3 best = { 0.0, 0.0, 0.0 };
    for (size_t i = 1; i < count; ++i) {
        for (size_t j = i + 1; j < count; ++j) {
            const scree_vec3 n = cross(add(points[i], -1.0, points[0]), add(points[j], -1.0, points[0]));
            if (dot(n, n) > dot(best, best)) best = n;
        }
        size = fmax(size, sqrt(dot(add(points[i], -1.0, points[0]), add(points[i], -1.0, points[0]))));
    }
    *normal = unit(best);
    for (size_t i = 1; i < count; ++i) {
        if (fabs(dot(add(points[i], -1.0, points[0]), *normal)) > 1e-9 * size) return false;
    }
    return dot(best, best) > 0.0;
}

/// Points and the same points moved by `shift`.
static bool add_extruded(piece_list *list, const scree_vec3 *points, size_t count, scree_vec3 near, scree_vec3 far,
                         int dimension)
{
    scree_vec3 *all = malloc(2 * count * sizeof *all + 1);
    if (all == NULL) {
        *list->error = (scree_error){ SCREE_NO_MEMORY, "out of memory" };
        return false;
    }
    for (size_t i = 0; i < count; ++i) {
        all[i] = add(points[i], 1.0, near);
        all[count + i] = add(points[i], 1.0, far);
    }
    const bool made = push_hull(list, all, 2 * count, dimension);
    free(all);
    return made;
}

static bool add_plate(piece_list *list, const scree_scene_wall *w, int dimension)
{
    if (w->vertex_count == 0) {
        const scree_vec3 half = { 0.5 * w->edges.x, 0.5 * w->edges.y, 0.5 * w->edges.z };
        if (dimension == 3) return push(list, scree_box_create(half, 0.0, list->error));
        const scree_vec3 corners[4] = {
            { -half.x, -half.y, 0 }, { half.x, -half.y, 0 }, { half.x, half.y, 0 }, { -half.x, half.y, 0 }
        };
        return push_hull(list, corners, 4, 2);
    }
    if (w->thickness == 0.0) return push_hull(list, w->vertices, w->vertex_count, dimension);
    scree_vec3 normal;
    if (dimension == 2) {
        const scree_vec3 along = unit(add(w->vertices[1], -1.0, w->vertices[0]));
        normal = (scree_vec3){ -along.y, along.x, 0.0 };
    } else if (!common_plane(w->vertices, w->vertex_count, &normal)) {
        *list->error = (scree_error){ SCREE_INVALID_ARGUMENT, "thickness: the vertices do not lie in a plane" };
        return false;
    }
    const double half = 0.5 * w->thickness;
    return add_extruded(list, w->vertices, w->vertex_count,
                        (scree_vec3){ half * normal.x, half * normal.y, half * normal.z },
                        (scree_vec3){ -half * normal.x, -half * normal.y, -half * normal.z }, dimension);
}

/// Several plates, each in its place in the frame of all.
static bool add_plates(piece_list *list, const scree_scene_wall *w, int dimension)
{
    for (size_t i = 0; i < w->part_count; ++i) {
        const scree_scene_wall *part = &w->parts[i];
        if (!add_plate(list, part, dimension)) return false;
        list->pieces[list->count - 1].position = part->position;
        list->pieces[list->count - 1].orientation = part->orientation;
    }
    return true;
}

typedef struct prism_list {
    piece_list *list;
    double thickness;
} prism_list;

/// A prism behind a face of a mesh. Faces without a thickness are prisms, too, so thin that the simulator takes them for
/// sheets: grains feel them from either side.
static bool add_prism(void *user, const scree_vec3 *corners, size_t count, scree_vec3 normal)
{
    const prism_list *prisms = user;
    double size = 0.0;
    for (size_t i = 1; i < count; ++i) {
        const scree_vec3 d = add(corners[i], -1.0, corners[0]);
        size = fmax(size, dot(d, d));
    }
    const double t = prisms->thickness > 0.0 ? -prisms->thickness : -SCREE_SIM_SHEET * sqrt(size);
    return add_extruded(prisms->list, corners, count, (scree_vec3){ 0.0, 0.0, 0.0 },
                        (scree_vec3){ t * normal.x, t * normal.y, t * normal.z }, 3);
}

/// One prism for each flat convex face, behind it: its front is where the corners are counter-clockwise.
static bool add_mesh(piece_list *list, const scree_scene_wall *w)
{
    prism_list prisms = { list, w->thickness };
    bool out_of_memory;
    if (!scree_fill_flat(w->vertices, w->vertex_count / 3, add_prism, &prisms, &out_of_memory)) {
        if (out_of_memory) *list->error = (scree_error){ SCREE_NO_MEMORY, "out of memory" };
        return false;
    }
    if (list->count > 0) return true;
    *list->error = (scree_error){ SCREE_INVALID_ARGUMENT, "the mesh has no triangle with an area" };
    return false;
}

// ------------------------------------------------------------------------------------------------------------- all kinds

static bool add_wall(piece_list *list, const scree_scene *scene, const scree_scene_wall *w, int face)
{
    const int dimension = scene->settings.dimension;
    switch (w->kind) {
    case SCREE_WALL_PLANE:
        return add_plane(list, w->normal, w->offset);
    case SCREE_WALL_BOX:
        return add_face(list, scene, w, face);
    case SCREE_WALL_CYLINDER:
        return w->outside ? add_solid_cylinder(list, w, dimension) : add_hollow_cylinder(list, w, dimension);
    case SCREE_WALL_PLATE:
        return add_plate(list, w, dimension);
    case SCREE_WALL_PLATES:
        return add_plates(list, w, dimension);
    default:
        return add_mesh(list, w);
    }
}

scree_fill_piece *scree_fill_pieces(const scree_scene *scene, const scree_scene_wall *wall, int face, size_t *count,
                                    scree_error *error)
{
    scree_error own;
    piece_list list = { .error = error != NULL ? error : &own };
    *count = 0;
    if (!add_wall(&list, scene, wall, face)) {
        scree_fill_pieces_free(list.pieces, list.count);
        return NULL;
    }
    *count = list.count;
    return list.pieces;
}

void scree_fill_pieces_free(scree_fill_piece *pieces, size_t count)
{
    for (size_t i = 0; i < count; ++i) scree_shape_destroy(pieces[i].shape);
    free(pieces);
}
