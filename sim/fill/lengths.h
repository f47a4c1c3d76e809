// How long bodies are along the periodic axes: the search for neighbours takes one image of each, so that nothing may be
// longer than half a period, but for pieces of walls that span it and have no end (scree_sim_spans()).
#ifndef SCREE_SIM_FILL_LENGTHS_H
#define SCREE_SIM_FILL_LENGTHS_H

#include "fill/walls.h"
#include "scree/broad.h"

typedef struct scree_fill_length {
    double share;          ///< of half a period; 0: nowhere periodic
    double length, period; ///< m
    char axis;             ///< x, y or z
} scree_fill_length;

/// Along the periodic axis where a box takes up most of half a period. Bits of `endless` are axes that do not count.
scree_fill_length scree_fill_length_of(const scree_scene *scene, scree_aabb box, unsigned endless);

/// A piece of a wall in the world.
scree_body scree_fill_piece_body(const scree_scene_wall *wall, const scree_fill_piece *piece);

#endif
