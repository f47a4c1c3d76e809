// The walls of a scene as convex pieces.
#ifndef SCREE_SIM_FILL_WALLS_H
#define SCREE_SIM_FILL_WALLS_H

#include "scree_sim/scene.h"

typedef struct scree_fill_piece {
    scree_shape *shape;
    scree_vec3 position; ///< in the wall's frame
    scree_quat orientation;
} scree_fill_piece;

/// The pieces of a wall, or of one face of a box (`face` 0 to 5; -1 for other walls). The caller owns the list and the
/// shapes. NULL on failure.
scree_fill_piece *scree_fill_pieces(const scree_scene *scene, const scree_scene_wall *wall, int face, size_t *count,
                                    scree_error *error);
void scree_fill_pieces_free(scree_fill_piece *pieces, size_t count);

#endif
