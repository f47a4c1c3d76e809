// Shapes that are hard on purpose: feature sizes, angles and ratios of every magnitude.
#ifndef SCREE_HUNT_SHAPES_H
#define SCREE_HUNT_SHAPES_H

#include "scenes/pairs.h"
#include "scenes/random.h"

typedef enum hunt_maker {
    HUNT_HULL,        // 4 to 40 random points
    HUNT_CHIPPED,     // a box, prism or hull with corners cut off, chips of 1e-18 to 0.3 of the body
    HUNT_SLIVER,      // a hull squeezed along one or two directions, to 1e-12
    HUNT_CLUSTERED,   // a hull whose points are repeated at distances of 1e-17 to 1e-2
    HUNT_LOW,         // faces that are coplanar but for 1e-17 to 1e-1
    HUNT_LATTICE,     // the hull of small whole numbers: ties everywhere
    HUNT_PRISM,       // prisms, antiprisms and frustums of 3 to 32 sides
    HUNT_BOX,         // equal, unequal and thin
    HUNT_TETRAHEDRON, // any, sharp ones too
    HUNT_POLYTOPE,    // any of the above
    HUNT_ROUNDED,     // any of the above, swept by a ball of 1e-15 to 10 times its size
    HUNT_SPHERE,
    HUNT_CAPSULE,
    HUNT_CYLINDER,
    HUNT_CONE,
    HUNT_TAPERED,
    HUNT_REVOLVED, // one of the last three, flat, long or equal
    HUNT_ELLIPSOID,
    HUNT_SUPERQUADRIC,
    HUNT_SMOOTH, // any smooth shape
    HUNT_NEEDLE, // an ellipsoid, a superquadric or a body of revolution, thin in one or two directions, to 1e-6
    HUNT_DOT,    // a sphere or a capsule whose radius is 1e-18 to 1e-2 of its size: a point, a segment
    HUNT_SWEPT,  // any smooth shape, swept by a ball of 1e-15 to 10 times its size
    HUNT_HALF_SPACE,
    HUNT_POLYGON,         // 3 to 24 corners
    HUNT_HOSTILE_POLYGON, // chipped, squeezed, clustered, on a lattice
    HUNT_DISC,
    HUNT_GRID,    // a box or a prism with points all over its faces
    HUNT_WHEEL,   // a prism of 40 to 250 sides
    HUNT_EXTREME, // capsules hardly longer than a ball, tapered capsules next to one ball in the other, or to a cone
    HUNT_ROUNDED_POLYGON, // a hostile polygon, swept by a disc
    HUNT_FAR_PLANE,       // a half space whose plane is up to 1e12 sizes from its origin
    HUNT_OFFSET,          // a polytope whose points are 1 to 1e8 sizes from its own origin
    HUNT_ZONOTOPE,        // the sum of 3 to 6 segments, some of them nearly parallel: parallel edges all around
    HUNT_CYCLIC,          // points on the curve (t, t^2, t^3): long thin faces, next to coplanar on a short piece of it
    HUNT_BALLED,          // any smooth shape, swept by a ball of 10 to 1e9 times its size
    HUNT_SCALED           // a polyhedron made as a scaled copy of another, 1e-6 to 1e6 times as large
} hunt_maker;

/// Makes one, of about the given size. False where the numbers drawn make no shape; then draw again.
bool scree_hunt_shape(scree_solid *out, hunt_maker maker, double size, scree_random *random);

#endif
