// Rotations: quaternions from and to what other programs keep.
//
//   scree_quat_from_axis_angle(), ..._from_axis_degrees()    a rotation about an axis
//   scree_quat_from_euler(), ..._from_euler_degrees()        three rotations about the fixed axes
//   scree_quat_about_z()                                     the rotation of 2-D bodies
//   scree_quat_from_matrix(), scree_quat_to_matrix()         rotation matrices
//   scree_quat_normalise(), ..._multiply(), ..._rotate()     arithmetic
//
// Rotations are right-handed and active: they rotate bodies, not coordinates. A vector v of the body's frame is q v
// q^-1 in the world. Quaternions passed in may have any length but 0. An invalid rotation (a value that is not finite,
// an axis or a quaternion of length 0, a reflection) gives the quaternion or matrix of zeros, which queries reject as
// SCREE_INVALID_POSE. No call allocates or keeps anything.
#ifndef SCREE_ROTATION_H
#define SCREE_ROTATION_H

#include "scree/export.h"
#include "scree/vec.h"

#ifdef __cplusplus
extern "C" {
#endif

/// By `angle` radians about `axis`, of any length but 0. Unit, up to rounding.
SCREE_API scree_quat scree_quat_from_axis_angle(scree_vec3 axis, double angle);
/// The same in degrees. Multiples of 90 degrees about a coordinate axis are exact. For that, the quaternion is unit
/// only up to a factor: queries accept that, and scree_quat_normalise() scales it.
SCREE_API scree_quat scree_quat_from_axis_degrees(scree_vec3 axis, double degrees);
/// By `angle` radians about z.
SCREE_API scree_quat scree_quat_about_z(double angle);

/// About the fixed axes of the world: first by angles.x about x, then by angles.y about y, then by angles.z about z, in
/// radians; the matrix is R_z R_y R_x. This is roll, pitch and yaw; the same rotation as yaw about z, then pitch about
/// the new y, then roll about the new x. The command's `euler_degrees` is this in degrees.
SCREE_API scree_quat scree_quat_from_euler(scree_vec3 angles);
/// The same in degrees, exact for multiples of 90 as scree_quat_from_axis_degrees() is.
SCREE_API scree_quat scree_quat_from_euler_degrees(scree_vec3 degrees);

/// The rotation nearest to a matrix of positive determinant: its orthogonal polar factor. A matrix that is a rotation
/// up to rounding, or up to a positive factor, gives that rotation, also by 180 degrees. Unit, with w >= 0. NULL gives
/// 0.
SCREE_API scree_quat scree_quat_from_matrix(const scree_mat3 *matrix);
/// The rotation matrix, orthogonal up to rounding.
SCREE_API scree_mat3 scree_quat_to_matrix(scree_quat q);

/// Scaled to length 1; the sign is kept.
SCREE_API scree_quat scree_quat_normalise(scree_quat q);
/// p q: the rotation q, followed by p. Not scaled.
SCREE_API scree_quat scree_quat_multiply(scree_quat p, scree_quat q);
/// The vector, rotated. Zeros if q is not a rotation.
SCREE_API scree_vec3 scree_quat_rotate(scree_quat q, scree_vec3 v);

#ifdef __cplusplus
}
#endif

#endif
