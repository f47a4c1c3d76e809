// Plain vectors and rotations: the values that bodies and results are made of.
//
//   scree_vec3  a point or a direction; in 2-D, z is 0
//   scree_mat3  a matrix, by its rows; scree_sym3 a symmetric one
//   scree_quat  an orientation, w + xi + yj + zk; any length but 0 (it is scaled to 1 where it is used)
#ifndef SCREE_VEC_H
#define SCREE_VEC_H

#ifdef __cplusplus
extern "C" {
#endif

typedef struct scree_vec3 {
    double x, y, z;
} scree_vec3;

typedef struct scree_quat {
    double w, x, y, z;
} scree_quat;

/// A 3 x 3 matrix by its rows: m v = (row[0] . v, row[1] . v, row[2] . v).
typedef struct scree_mat3 {
    scree_vec3 row[3];
} scree_mat3;

/// A symmetric 3 x 3 matrix, such as an inertia tensor.
typedef struct scree_sym3 {
    double xx, yy, zz, xy, xz, yz;
} scree_sym3;

#ifdef __cplusplus
}
#endif

#endif
