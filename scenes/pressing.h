// Pairs of polyhedra, or polygons, that overlap by a wanted depth: what rests, rolls and collides in a pile.
#ifndef SCREE_SCENES_PRESSING_H
#define SCREE_SCENES_PRESSING_H

#include <stdint.h>

#include "pairs.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum scree_pressing_kind {
    SCREE_PRESSING_CUBES_AT_REST, ///< face to face, any yaw and offset, tilted by 0 or 1e-9 to 1e-1
    SCREE_PRESSING_CUBES,         ///< any orientation: corners, edges, faces
    SCREE_PRESSING_HULLS,         ///< of 4 to 20 points
    SCREE_PRESSING_THIN,          ///< needles and plates, 10 to 300 times as long as thick
    SCREE_PRESSING_RATIO,         ///< sizes that differ by up to 1e3
    SCREE_PRESSING_SMALL,         ///< hulls of 1e-9
    SCREE_PRESSING_LARGE,         ///< hulls of 1e9
    SCREE_PRESSING_WALL,          ///< boxes and hulls on a half space
    SCREE_PRESSING_DEEP,          ///< hulls and thin ones, one through the other or inside it
    SCREE_PRESSING_POLYGONS,      ///< 2-D: of 3 to 12 points
    SCREE_PRESSING_AT_REST, ///< a solid with a face on a half space or on a face of another, but for a tilt of 0 or 1e-16 to
                            ///< 1e-6; overlapping by about as much, or by 1e-16 to 1e-6 of the size
    SCREE_PRESSING_TWISTED, ///< prisms whose upper end is rotated by 1e-16 to 1e-2: each side is two facets next to one plane
    SCREE_PRESSING_SHALLOW, ///< tetrahedra, other hulls and boxes, at depths of 1e-12 to 1e-2 of the size
    SCREE_PRESSING_UNEQUAL, ///< sizes that differ by 1e3 to 1e6
    SCREE_PRESSING_NESTED,  ///< a hull or box with its middle inside a larger one, at any place
    SCREE_PRESSING_PLATES,  ///< needles, plates and blades, 100 to 1e6 times as long as thick
    SCREE_PRESSING_DUPLICATES, ///< hulls of 4 to 8 points, each twice, but for 0 or 1e-17 to 1e-10, and points on their faces
    SCREE_PRESSING_KINDS
} scree_pressing_kind;

/// The solids are the pair's own.
typedef struct scree_pressing {
    scree_solid solid[2];
    scree_body a, b;
    double size;  ///< of the smaller one: the radius about its origin
    double depth; ///< that was wanted
} scree_pressing;

const char *scree_pressing_name(scree_pressing_kind kind);

/// Pair number `number` of a seed. False where a shape could not be made.
bool scree_pressing_open(scree_pressing_kind kind, uint64_t seed, uint64_t number, scree_pressing *out);
void scree_pressing_close(scree_pressing *pair);

#ifdef __cplusplus
}
#endif

#endif
