// Orientations given in degrees, as quaternions.
#ifndef SCREE_CLI_ROTATION_H
#define SCREE_CLI_ROTATION_H

#include "scree/vec.h"

/// By `degrees` about `axis`, of any length but 0. Not scaled to length 1: multiples of 90 degrees about an axis of
/// coordinates are then exact.
scree_quat scree_cli_quat_axis_angle(scree_vec3 axis, double degrees);

/// About the fixed axes x, then y, then z.
scree_quat scree_cli_quat_euler(scree_vec3 degrees);

#endif
