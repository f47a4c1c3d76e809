// Which places are taken, whatever the orientation of the new grain: for each small cell of the box, the grains that a new
// grain's inscribed ball could overlap if its centre were there. Updated when a grain is placed, read at every attempt;
// one of thousands of attempts places a grain.
#ifndef SCREE_CLI_PACK_SHADOWS_H
#define SCREE_CLI_PACK_SHADOWS_H

#include <stddef.h>

#include "grain.h"
#include "packing.h"

#define SHADOW_NONE UINT32_MAX
#define SHADOW_FULL (UINT32_MAX - 1) ///< as the first number: every place in the cell is taken

enum { SHADOW_SLOTS = 7 };

/// Some grains of a cell: half a line of a processor's cache. The first slots are filled.
typedef struct shadow_line {
    uint32_t numbers[SHADOW_SLOTS]; ///< or SHADOW_NONE
    uint32_t next;                  ///< another line of the cell, or SHADOW_NONE
} shadow_line;

typedef struct shadow_grid {
    packing_box box;
    int n[3];
    scree_vec3 edge, per_edge;
    double half_diagonal;
    double least_inner, most_inner; ///< radii of the inscribed balls of all grains, also of those to come
    shadow_line *lines;             ///< one for each cell, and then more for those that are full
    size_t cell_count, line_count, line_capacity;
} shadow_grid;

/// For about `count` grains; no inner ball is smaller or larger than these. False where memory ran out.
bool scree_shadows_make(shadow_grid *g, const packing_box *box, size_t count, double least_inner, double most_inner,
                        double most_outer);
void scree_shadows_free(shadow_grid *g);

/// Grain `number` has been put in. False where memory ran out.
bool scree_shadows_cast(shadow_grid *g, uint32_t number, const grain *cast, bool quadratic);

/// The first line of a place's cell.
static inline const shadow_line *scree_shadows_at(const shadow_grid *g, scree_vec3 place)
{
    int x = (int)(place.x * g->per_edge.x), y = (int)(place.y * g->per_edge.y), z = (int)(place.z * g->per_edge.z);
    x = x < g->n[0] ? x : g->n[0] - 1;
    y = y < g->n[1] ? y : g->n[1] - 1;
    z = z < g->n[2] ? z : g->n[2] - 1;
    return &g->lines[((size_t)z * (size_t)g->n[1] + (size_t)y) * (size_t)g->n[0] + (size_t)x];
}

#endif
