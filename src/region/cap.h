// The part of a body beyond a plane: its volume, its depth and the section, integrated.
//
// With d = normal . (x - origin) - offset, the depth of a point beyond the plane, and u, v coordinates in the plane from
// the origin on:
//   energy = integral of d dV, volume = integral of dV, first = integrals of u and v dV       over the cap, d > 0
//   area, area_first, area_second = integrals of 1; u, v; u u, u v, v v dA                    over the section, d = 0
// The latter are the derivatives of the former in the plane's offset and slopes: what Newton's method needs.
#ifndef SCREE_REGION_CAP_H
#define SCREE_REGION_CAP_H

#include "math/vec3.h"
#include "shape/shape.h"

/// A plane with axes: u, v, normal are unit, right-handed and, like origin, in the body's stored frame.
typedef struct scree_cap_frame {
    scree_vec3 origin, u, v, normal;
    double offset;
} scree_cap_frame;

typedef struct scree_cap {
    double energy, volume, first[2];
    double area, area_first[2], area_second[3];
} scree_cap;

/// A superquadric's surface as an inscribed polyhedron: of an octant with semi-axes 1, the parts over the sides z = 1
/// and x = 1 of a cube; the part over y = 1 is the latter mirrored.
enum { SCREE_CAP_CELLS = 8, SCREE_CAP_SIDE = SCREE_CAP_CELLS + 1, SCREE_CAP_POINTS = SCREE_CAP_SIDE * SCREE_CAP_SIDE };

typedef struct scree_cap_mesh {
    double p[SCREE_CAP_SIDE];                             // coordinates of the lines that divide a side
    double top[SCREE_CAP_POINTS], side[SCREE_CAP_POINTS]; // factors that move a point of the cube in to the surface
} scree_cap_mesh;

/// Whether there are integrals for this core: all bounded 3-D cores but users' own.
bool scree_cap_serves(const scree_shape *shape);

/// How far the plane must be moved towards the body to account for its rounding; 0 if the cap includes the rounding.
double scree_cap_shift(const scree_shape *shape);

/// For superquadrics that are not ellipsoids, from their exponents; does nothing for other shapes, whose caps
/// need no mesh.
void scree_cap_mesh_make(const scree_shape *shape, scree_cap_mesh *mesh);

/// The cap of a shape, without its rounding as far as scree_cap_shift() accounts for it.
scree_cap scree_cap_of(const scree_shape *shape, const scree_cap_mesh *mesh, const scree_cap_frame *frame);

scree_cap scree_cap_of_polyhedron(const scree_shape *shape, const scree_cap_frame *frame);
scree_cap scree_cap_of_superquadric(const scree_shape *shape, const scree_cap_mesh *mesh, const scree_cap_frame *frame);
/// About the origin.
scree_cap scree_cap_of_ellipsoid(scree_vec3 semi_axes, const scree_cap_frame *frame);
/// Hulls of two discs across z, and of two balls on it, at -half_length and half_length; neither ball contains the
/// other.
scree_cap scree_cap_of_frustum(double bottom, double top, double half_length, const scree_cap_frame *frame);
scree_cap scree_cap_of_capsule(double bottom, double top, double half_length, const scree_cap_frame *frame);

#endif
