// A grid of cells over a box, periodic or not, for finding the neighbours of a place.
//
//   cell_grid g;
//   if (scree_pack_cells_make(&g, box, periodic, reach, capacity)) {
//       scree_pack_cells_add(&g, 0, place);
//       cell_walk w;
//       scree_pack_cells_walk(&g, &w, place, range);
//       for (uint32_t i; scree_pack_cells_next(&g, &w, &i);) ...  // all within `range`, each once, the near cells first
//       scree_pack_cells_free(&g);
//   }
//
// It stores places, not bodies. In a periodic box it counts with the nearest image of each place, so ranges must not
// exceed half the shortest side. A walk meets all within its range, and perhaps some that are a little beyond.
#ifndef SCREE_CLI_PACK_CELLS_H
#define SCREE_CLI_PACK_CELLS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "scree/vec.h"

#define CELL_NONE UINT32_MAX

/// Cells are at least a third of the reach, so offsets go from -4 to 4.
enum { CELL_SPAN = 9, CELL_SLOTS = 4 };

/// From the cell of a place to another: which entry of the walk's tables holds for each axis.
typedef struct cell_offset {
    float nearest2; ///< squared: no points of the two are nearer
    uint8_t x, y, z;
} cell_offset;

/// Four numbers that are worked on at a time, where the processor can.
typedef float cell_four __attribute__((vector_size(CELL_SLOTS * sizeof(float))));
typedef int32_t cell_mask __attribute__((vector_size(CELL_SLOTS * sizeof(int32_t))));

/// Some places of one cell, relative to its low corner: one line of a processor's cache. The first slots are filled;
/// the others hold CELL_NONE and places out of reach. Here and in the walk, lengths in single precision are in units of
/// the grid's own.
typedef struct cell_line {
    cell_four x, y, z;
    uint32_t numbers[CELL_SLOTS];
} cell_line;

typedef struct cell_grid {
    scree_vec3 box;
    bool periodic;
    double unit;                           ///< the longest edge of a cell
    double per_unit, per_edge[3], edge[3]; ///< 1 / unit; cells a length, and edges in units, along each axis
    bool goes_round;                       ///< the reach does, on some axis: cells do not tell which image is nearest
    int n[3];                              ///< cells along x, y and z
    int low[3], high[3];                   ///< offsets along each axis
    cell_offset *offsets;                  ///< the nearest first
    int offset_count;
    int next_count;   ///< of offsets that are to next cells, or to the cell itself: they come first
    cell_line *lines; ///< one for each cell, and then more for those that are full
    uint32_t *next;   ///< for each line another one of the same cell, or CELL_NONE
    uint32_t line_count;
} cell_grid;

/// For up to `capacity` places, and ranges up to `reach`. False where memory ran out.
bool scree_pack_cells_make(cell_grid *g, scree_vec3 box, bool periodic, double reach, size_t capacity);
void scree_pack_cells_free(cell_grid *g);

/// The place of `number`: from 0 to the box's size on each axis. No more than the capacity.
void scree_pack_cells_add(cell_grid *g, uint32_t number, scree_vec3 place);

/// A walk over the cells around a place.
typedef struct cell_walk {
    scree_vec3 place;
    float range2;
    int offset;                     ///< the next one to visit
    uint32_t line;                  ///< the next one of the same cell, or CELL_NONE
    unsigned hits;                  ///< slots of the line at hand that are still to be handed out
    const uint32_t *numbers;        ///< of that line
    float x, y, z;                  ///< the place, relative to the cell at hand
    uint32_t cells[3][CELL_SPAN];   ///< the part of the cell's number that each axis gives
    float relative[3][CELL_SPAN];   ///< the place, relative to the cells
    float distances2[3][CELL_SPAN]; ///< squared distance from the place to the cells, along the axis
} cell_walk;

void scree_pack_cells_walk(const cell_grid *g, cell_walk *w, scree_vec3 place, double range);

/// Complete the tables, which hold no more than the next cells at first: most walks end there.
void scree_pack_cells_look_far(const cell_grid *g, cell_walk *w);

/// How often the box's side is to be added to `from` to bring it nearest to `to`: -1, 0 or 1.
static inline int scree_pack_cells_image(double from, double to, double side)
{
    double d = from - to;
    return d > 0.5 * side ? -1 : d < -0.5 * side ? 1 : 0;
}

/// Which slots of a line are within range.
static inline unsigned scree_pack_cells_hits(const cell_grid *g, const cell_walk *w, const cell_line *line)
{
    const cell_four x = w->x - line->x, y = w->y - line->y, z = w->z - line->z;
    const cell_mask within = (x * x + y * y + z * z <= w->range2) & (cell_mask){ 1, 2, 4, 8 };
    unsigned hits = (unsigned)(within[0] | within[1] | within[2] | within[3]);
    if (!g->goes_round) return hits;
    for (int i = 0; i < CELL_SLOTS; ++i) hits |= (unsigned)(line->numbers[i] != CELL_NONE) << i;
    return hits;
}

/// Go to the next line with hits; false at the end.
static inline bool scree_pack_cells_advance(const cell_grid *g, cell_walk *w)
{
    for (;;) {
        uint32_t at = w->line;
        if (at == CELL_NONE) {
            if (w->offset == g->offset_count) return false;
            if (w->offset == g->next_count) scree_pack_cells_look_far(g, w);
            const cell_offset o = g->offsets[w->offset++];
            if (o.nearest2 > w->range2) return false;
            if (w->distances2[0][o.x] + w->distances2[1][o.y] + w->distances2[2][o.z] > w->range2) continue;
            at = w->cells[0][o.x] + w->cells[1][o.y] + w->cells[2][o.z];
            w->x = w->relative[0][o.x];
            w->y = w->relative[1][o.y];
            w->z = w->relative[2][o.z];
        }
        const cell_line *line = &g->lines[at];
        w->line = line->numbers[CELL_SLOTS - 1] != CELL_NONE ? g->next[at] : CELL_NONE;
        w->hits = scree_pack_cells_hits(g, w, line);
        w->numbers = line->numbers;
        if (w->hits != 0) return true;
    }
}

/// False at the end.
static inline bool scree_pack_cells_next(const cell_grid *g, cell_walk *w, uint32_t *number)
{
    if (w->hits == 0 && !scree_pack_cells_advance(g, w)) return false;
    int slot = __builtin_ctz(w->hits);
    w->hits &= w->hits - 1;
    *number = w->numbers[slot];
    return true;
}

#endif
