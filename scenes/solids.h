// The pools of shapes that classes of pairs draw from.
#ifndef SCREE_SCENES_SOLIDS_H
#define SCREE_SCENES_SOLIDS_H

#include "pairs.h"
#include "random.h"

typedef enum scree_pool {
    POOL_HULLS,       // hulls of 4 to 60 random points
    POOL_SOLIDS,      // cubes, boxes, tetrahedra, octahedra, prisms, some hulls
    POOL_CUBES,       // boxes with sides of 1, 2, 3 and 4, as boxes and as polyhedra
    POOL_PLATES,      // thickness 1e-6 to 1e-12 of the width
    POOL_NEEDLES,     // 1e3 to 1e6 times as long as thick
    POOL_RATIO,       // sizes from 1 to 1e6
    POOL_TINY,        // sizes about 1e-9
    POOL_HUGE,        // sizes about 1e9
    POOL_FAR_LOCAL,   // vertices 10 to 1e6 sizes from their origin
    POOL_DIRTY,       // repeated, interior, coplanar and collinear points
    POOL_LARGE,       // 150 to 800 vertices
    POOL_CHIPPED,     // corners cut off, the cuts from 1e-1 to 1e-30 of the solid; sizes from 1e-7 to 1
    POOL_SLIVERS,     // thin faces, tiny edges, faces that are nearly coplanar
    POOL_PRISMS,      // prisms, antiprisms and truncated pyramids of 3 to 32 sides
    POOL_POLYGONS,    // 3 to 24 random points
    POOL_SQUARES,     // rectangles with sides of 1, 2, 3 and 4
    POOL_SHARP,       // polygons, thin ones, thickness 1e-3 to 1e-12
    POOL_FLAT_RATIO,  // polygons of sizes from 1 to 1e6
    POOL_FLAT_TINY,   // polygons and discs about 1e-9
    POOL_FLAT_HUGE,   // about 1e9
    POOL_FLAT_FAR,    // polygons far from their origin
    POOL_DISCS,       // discs and rounded polygons
    POOL_BALLS,       // spheres
    POOL_CAPSULES,    // capsules, short and long
    POOL_ROUNDED,     // rounded solids
    POOL_PLANES,      // half spaces, with normals of any length
    POOL_ROUND_RATIO, // spheres, capsules and solids from 1 to 1e6
    POOL_ROUND_TINY,  // about 1e-9
    POOL_ROUND_HUGE   // about 1e9
} scree_pool;

/// Appends `count` solids of a pool to the scene. False on failure, with the reason in `error`.
bool scree_scene_add_pool(scree_scene *scene, scree_pool pool, int count, scree_random *random, scree_error *error);

#endif
