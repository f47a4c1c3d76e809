// How superquadrics, cylinders, cones and tapered capsules are brought together with each other and with other shapes.
#ifndef SCREE_SCENES_SUPERQUADRIC_POSES_H
#define SCREE_SCENES_SUPERQUADRIC_POSES_H

#include "pairs.h"
#include "random.h"

typedef enum scree_meeting {
    ANYHOW,          // any orientation, from concentric to apart
    GAP,             // apart by 1e-12 to 10 sizes, any point of the surfaces
    TOUCH,           // by 0, or by 1e-17 to 1e-13 of either sign
    SHALLOW,         // overlapping by 1e-12 to 0.1 of the least half width
    DEEP,            // each one's centre may be inside the other
    CONCENTRIC,      // one centre: equal, quarter-turned or any orientation
    COAXIAL,         // one axis of each on a common line
    STACKED,         // quarter-turned, a face against a face, any gap, shifted sideways or not
    NEARLY,          // the last three, but for a tilt and a way of 1e-17 to 1e-2
    TWINS,           // the same shape in the same place, or off it by next to nothing
    SYMMETRIC,       // symmetric.h
    SYMMETRIC_TWINS, // the same, of one shape
    NEAR_AXIS,       // one axis of revolution, but for a tilt and a way across of 0 or 1e-16 to 1e-2: coincident,
                     // nested, stacked, either way up
    NEAR_TWINS,      // the same, two of the same shape
    ADJACENT,        // side by side, their axes parallel but for such a tilt
    RESTING,         // GAP, TOUCH or SHALLOW, but for such a tilt and way
    FAR_AWAY,        // GAP and SHALLOW, up to 1e6 sizes from the origin
    APART            // 10 to 1e6 sizes apart
} scree_meeting;

// Which points of a superquadric meet; other shapes have their own.
typedef enum scree_place { ANYWHERE, FACE, EDGE, CORNER } scree_place;

/// Sets the poses of the pair, whose solids are chosen. Beside a half space everything is a gap of some magnitude and
/// sign.
void scree_superquadric_put(scree_scene_pose *pose, scree_meeting how, scree_place on_a, scree_place on_b,
                            scree_random *random);

#endif
