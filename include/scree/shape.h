// Shapes: convex, immutable, shared by any number of bodies and threads.
//
//   create    scree_sphere_create, scree_ellipsoid_create, scree_half_space_create, scree_box_create,
//             scree_capsule_create, scree_polyhedron_create, scree_polyhedron_create_like, scree_superquadric_create,
//             scree_cylinder_create, scree_cone_create, scree_tapered_capsule_create, scree_support_shape_create;
//             in 2-D scree_disc_create, scree_polygon_create; any of these at another size: scree_shape_create_scaled
//   describe  scree_shape_kind_of, ..._dimension, ..._mass, ..._bounds, ..._support
//   what it was made from  scree_shape_rounding, ..._radius, ..._top_radius, ..._half_length, ..._half_extents,
//             ..._semi_axes, ..._exponents, ..._plane, ..._support_def
//   inspect   vertices, faces and edges of polyhedra, boxes and polygons
//
// For NULL, the calls that describe and inspect return 0 or NULL, and scree_shape_kind_of() a kind named "unknown". So
// they do for a vertex or a face that the shape does not have; the vertices and faces of such an edge are -1.
//
// Every shape takes a `rounding`: the radius of the ball that it is swept by (0: sharp).
// Lengths must be finite and between 1e-60 and 1e60 in magnitude (or 0 for coordinates).
#ifndef SCREE_SHAPE_H
#define SCREE_SHAPE_H

#include <stdbool.h>
#include <stddef.h>

#include "scree/export.h"
#include "scree/status.h"
#include "scree/vec.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct scree_shape scree_shape;

typedef enum scree_shape_kind {
    SCREE_SPHERE,
    SCREE_HALF_SPACE,
    SCREE_BOX,
    SCREE_CAPSULE,
    SCREE_POLYHEDRON,
    SCREE_SUPPORT_SHAPE,
    SCREE_DISC,
    SCREE_POLYGON,
    SCREE_ELLIPSOID,
    SCREE_SUPERQUADRIC,
    SCREE_CYLINDER,
    SCREE_CONE,
    SCREE_TAPERED_CAPSULE
} scree_shape_kind;

/// Volume, centroid and inertia at unit density, about the centroid, in the shape's own frame.
/// In 2-D: area, centroid, and inertia.zz the polar second moment of area.
/// A half space has infinite volume and inertia.
typedef struct scree_mass {
    double volume;
    scree_vec3 centroid;
    scree_sym3 inertia; ///< the tensor itself: inertia.xx = integral of y^2 + z^2, inertia.xy = -integral of x y
} scree_mass;

/// The bounding box along the axes and a bounding sphere of the rounded shape, in the shape's own frame. Infinite for a
/// half space.
typedef struct scree_bounds {
    scree_vec3 low, high;
    scree_vec3 centre;
    double radius;
} scree_bounds;

/// The support point of the shape along `direction` (finite, not 0, of any length). Must be pure: the same answer for
/// the same direction, from any thread.
typedef scree_vec3 (*scree_support_fn)(const void *user, scree_vec3 direction);

/// A user's own convex shape.
typedef struct scree_support_def {
    scree_support_fn support;
    const void *user;  ///< passed to `support`; must outlive the shape
    int dimension;     ///< 3, or 2 (directions then have z = 0, and so must the points)
    scree_vec3 centre; ///< any point inside the shape
    double radius;     ///< of a sphere around `centre` that contains the shape
    scree_mass mass;   ///< what scree_shape_mass() is to return; may be left 0. scree does not add the rounding: give
                       ///< the mass of the swept shape
} scree_support_def;

/// Each returns NULL on bad input, with the reason in `error` (which may be NULL).
SCREE_API scree_shape *scree_sphere_create(double radius, double rounding, scree_error *error);
/// The ellipsoid (x / a)^2 + (y / b)^2 + (z / c)^2 <= 1 with these semi-axes, in any order of length.
SCREE_API scree_shape *scree_ellipsoid_create(scree_vec3 semi_axes, double rounding, scree_error *error);
/// The superquadric (|x / a|^n2 + |y / b|^n2)^(n1 / n2) + |z / c|^n1 <= 1 with semi-axes a, b, c and exponents n1
/// (along z) and n2 (in planes perpendicular to z), both from 2 to 100. LIGGGHTS and LAMMPS call the semi-axes shape
/// and the exponents blockiness.
SCREE_API scree_shape *scree_superquadric_create(scree_vec3 semi_axes, double n1, double n2, double rounding,
                                                 scree_error *error);
/// All points within `radius` of the z axis with |z| <= half_length.
SCREE_API scree_shape *scree_cylinder_create(double radius, double half_length, double rounding, scree_error *error);
/// The hull of the disc of this radius about (0, 0, -half_length), perpendicular to z, and of the apex
/// (0, 0, half_length).
SCREE_API scree_shape *scree_cone_create(double radius, double half_length, double rounding, scree_error *error);
/// The hull of two balls: of bottom_radius about (0, 0, -half_length) and of top_radius about (0, 0, half_length). One
/// of them may hold the other.
SCREE_API scree_shape *scree_tapered_capsule_create(double bottom_radius, double top_radius, double half_length,
                                                    double rounding, scree_error *error);
/// The half space normal . x <= offset, as written: the normal need not be unit and is not scaled first.
SCREE_API scree_shape *scree_half_space_create(scree_vec3 normal, double offset, double rounding, scree_error *error);
/// A box centred on the origin.
SCREE_API scree_shape *scree_box_create(scree_vec3 half_extents, double rounding, scree_error *error);
/// All points within `radius` of the segment from (0, 0, -half_length) to (0, 0, half_length).
SCREE_API scree_shape *scree_capsule_create(double radius, double half_length, double rounding, scree_error *error);
/// The hull of at least 4 points, in any order, not coplanar; repeated and interior points are allowed.
SCREE_API scree_shape *scree_polyhedron_create(const scree_vec3 *points, size_t count, double rounding,
                                               scree_error *error);
/// The same hull, sooner: if the face graph of `pattern` (a polyhedron made from as many points, or with as many
/// vertices) is proven to be that of these points too, it is reused, and no hull is computed. NULL: no pattern. The answer does not depend on the
/// pattern, except for the order of faces and edges.
SCREE_API scree_shape *scree_polyhedron_create_like(const scree_shape *pattern, const scree_vec3 *points, size_t count,
                                                    double rounding, scree_error *error);
SCREE_API scree_shape *scree_support_shape_create(const scree_support_def *def, double rounding, scree_error *error);
SCREE_API scree_shape *scree_disc_create(double radius, double rounding, scree_error *error);
/// The hull of at least 3 points in the plane z = 0 (z must be 0), in any order, not collinear.
SCREE_API scree_shape *scree_polygon_create(const scree_vec3 *points, size_t count, double rounding,
                                            scree_error *error);
/// The shape `of`, its rounding included, scaled about its origin: all lengths times `factor`, which is positive; the
/// coordinates of vertices are rounded to doubles. A polyhedron or polygon shares with the original what does not depend
/// on the size, and so takes less memory and is made sooner; both are destroyed as usual, in any order, from any thread.
/// NULL with SCREE_INVALID_ARGUMENT for a user's support function.
SCREE_API scree_shape *scree_shape_create_scaled(const scree_shape *of, double factor, scree_error *error);

/// NULL is fine. No body may use the shape any more.
SCREE_API void scree_shape_destroy(scree_shape *shape);

SCREE_API scree_shape_kind scree_shape_kind_of(const scree_shape *shape);
/// The name in the query protocol: "sphere", "plane", "box", ...
SCREE_API const char *scree_shape_kind_name(scree_shape_kind kind);
SCREE_API int scree_shape_dimension(const scree_shape *shape);
SCREE_API scree_mass scree_shape_mass(const scree_shape *shape);
SCREE_API scree_bounds scree_shape_bounds(const scree_shape *shape);
/// The support point of the rounded shape along `direction`, in the shape's own frame; not for half spaces.
SCREE_API scree_vec3 scree_shape_support(const scree_shape *shape, scree_vec3 direction);

/// What a shape was made from, as it was given; each is 0 for shapes that do not have it. A constructor called with
/// these values makes the same shape. So do the vertices of a polyhedron or polygon, unless points within rounding of
/// its surface were left out: the resulting error of the surface widens intervals, and only scree_shape_to_bytes()
/// keeps it.
SCREE_API double scree_shape_rounding(const scree_shape *shape);
/// Of a sphere, disc, capsule, cylinder or cone; the lower one of a tapered capsule. Without the rounding.
SCREE_API double scree_shape_radius(const scree_shape *shape);
/// The upper one of a tapered capsule.
SCREE_API double scree_shape_top_radius(const scree_shape *shape);
/// Of a capsule, tapered capsule, cylinder or cone.
SCREE_API double scree_shape_half_length(const scree_shape *shape);
/// Of a box.
SCREE_API scree_vec3 scree_shape_half_extents(const scree_shape *shape);
/// Of an ellipsoid or a superquadric.
SCREE_API scree_vec3 scree_shape_semi_axes(const scree_shape *shape);
/// n1 and n2 of a superquadric; 2 and 2 of an ellipsoid.
SCREE_API void scree_shape_exponents(const scree_shape *shape, double *n1, double *n2);
/// Of a half space; the normal is not scaled to length 1.
SCREE_API void scree_shape_plane(const scree_shape *shape, scree_vec3 *normal, double *offset);
/// Of a support shape.
SCREE_API scree_support_def scree_shape_support_def(const scree_shape *shape);

/// The graph of a polyhedron or box: vertices, edges, and faces (coplanar facets are merged). A polygon has vertices
/// in counter-clockwise order and edge i from vertex i to the next. All counts are 0 for other shapes.
SCREE_API int scree_shape_vertex_count(const scree_shape *shape);
SCREE_API int scree_shape_edge_count(const scree_shape *shape);
SCREE_API int scree_shape_face_count(const scree_shape *shape);
/// Vertex i, in the shape's own frame, as it was given.
SCREE_API scree_vec3 scree_shape_vertex(const scree_shape *shape, int i);
/// The two vertices of edge i, and its two adjacent faces (-1 in 2-D).
SCREE_API void scree_shape_edge(const scree_shape *shape, int i, int vertices[2], int faces[2]);
/// How many vertices face i has; its vertex indices, counter-clockwise from outside; its outward unit normal.
SCREE_API int scree_shape_face_size(const scree_shape *shape, int i);
SCREE_API const int *scree_shape_face_vertices(const scree_shape *shape, int i);
SCREE_API scree_vec3 scree_shape_face_normal(const scree_shape *shape, int i);

#ifdef __cplusplus
}
#endif

#endif
