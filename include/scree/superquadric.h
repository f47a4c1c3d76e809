// Superquadrics: their inside-outside function and surface.
//
//   scree_superquadric_value()      F with its gradient and Hessian             peng-hanley-2019, equation 1
//   scree_superquadric_normal()     the outward normal at a surface point
//   scree_superquadric_curvature()  principal radii of curvature
//
// F(x, y, z) = (|x / a|^n2 + |y / b|^n2)^(n1 / n2) + |z / c|^n1 - 1: below 0 inside, 0 on the surface. Bodies must be
// superquadrics, ellipsoids or spheres without rounding (else SCREE_INVALID_ARGUMENT); points are in world coordinates.
// No call allocates or keeps anything.
#ifndef SCREE_SUPERQUADRIC_H
#define SCREE_SUPERQUADRIC_H

#include "scree/body.h"
#include "scree/ellipsoid.h"
#include "scree/export.h"
#include "scree/status.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct scree_field_value {
    double value;
    scree_vec3 gradient;
    scree_sym3 hessian;
} scree_field_value;

/// At any point where F and its derivatives are doubles; SCREE_INVALID_ARGUMENT where they overflow (with exponents of
/// 100, some thousand sizes away). On the z axis, F is not twice differentiable if n1 = 2 < n2: its second derivatives
/// along x and y are given.
SCREE_API scree_status scree_superquadric_value(const scree_body *superquadric, scree_vec3 point,
                                                scree_field_value *out);

/// Of the level set of F through `point` (any point but the centre), which is the surface itself for points on it.
SCREE_API scree_status scree_superquadric_normal(const scree_body *superquadric, scree_vec3 point, scree_vec3 *out);

/// At the surface point that `point` is on, or nearly: the one on the same radius. Not at the centre. Radii are
/// infinite where the surface is flat.
SCREE_API scree_status scree_superquadric_curvature(const scree_body *superquadric, scree_vec3 point,
                                                    scree_curvature *out);

#ifdef __cplusplus
}
#endif

#endif
