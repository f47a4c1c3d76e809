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
