// Symmetric poses: where minima tie, or form a ring or a whole sphere.
#ifndef SCREE_SCENES_SYMMETRIC_H
#define SCREE_SCENES_SYMMETRIC_H

#include "pairs.h"
#include "random.h"

/// Sets both poses: coincident, concentric, coaxial, in a common plane of symmetry, quarter-turned or mirrored; every
/// second pair is then off that by a tilt or an offset of 1e-16 to 1e-2, lengths relative to `size`.
void scree_symmetric_put(scree_scene_pose *pose, double size, scree_random *random);

/// Semi-axes that are often equal, or equal but for 1e-16 to 1e-3; aspect ratios up to 1e3.
scree_vec3 scree_symmetric_axes(scree_random *random);

/// An exponent of 2 to 100, often a small whole number or close to 2.
double scree_symmetric_exponent(scree_random *random);

#endif
