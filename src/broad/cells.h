// Boxes sorted into cells of several sizes: what the search for pairs runs over.
//
// Idea        Level l has cells of side s 2^l. A box belongs to the first level whose cells are as long as it is, in
//             the cell of its centre, so it reaches at most half a cell beyond it. A key packs the level and the three
//             cell indices into one word; boxes are sorted by key, and a cell is a run of equal keys. Empty cells store
//             nothing, so neither a large domain nor a small box costs anything. In a periodic domain every box is
//             moved into one period, and those near the low sides are repeated behind the high sides as ghosts: of the
//             two images of a pair that meets across a side, only one is there. Outliers do not set the cells for all:
//             where the domain needs more cells than there are indices, the cells cover the region of most boxes, and
//             what lies beyond is clamped to the outermost cells, where neighbours stay neighbours. The largest few
//             boxes, if far larger than all others, have no cell and are tested against all.
#ifndef SCREE_BROAD_CELLS_H
#define SCREE_BROAD_CELLS_H

#include "base/arena.h"
#include "broad/sort.h"
#include "scree/broad.h"

enum {
    SCREE_BROAD_LEVELS = 16,
    SCREE_CELL_BITS = 20,
    SCREE_LAST_CELL = (1 << SCREE_CELL_BITS) - 4 ///< along an axis, from 0
};

/// Limit of coordinates, skin and period.
#define SCREE_BROAD_FARTHEST 1e100

/// The key of boxes that are larger than the cells of all levels: it sorts last.
#define SCREE_NO_CELL UINT64_MAX

typedef struct scree_cell_entry {
    scree_aabb box; ///< grown by half the skin, in the first period or as a ghost behind it
    int32_t owner;
    int16_t image[3]; ///< which periodic image of the owner's box this is
    bool ghost;
} scree_cell_entry;

typedef struct scree_cells {
    scree_cell_entry *entries; ///< sorted by key
    size_t entry_count;
    size_t placed;    ///< of these, the entries that have a cell; they come first
    uint64_t *keys;   ///< of each non-empty cell, ascending
    uint32_t *starts; ///< its first entry; one more at the end
    size_t cell_count;
    uint32_t *slots;   ///< hash table of cells: number + 1, or 0
    uint32_t *rows;    ///< hash table of rows: the number of the first cell + 1, or 0
    size_t slot_count; ///< of each; a power of two
    int32_t *giants;   ///< boxes that are infinite
    size_t giant_count;
    scree_vec3 origin;
    double side; ///< of the cells of level 0
    int level_count;
    size_t level_size[SCREE_BROAD_LEVELS]; ///< entries
    scree_sorter sort;                     ///< free after sorting, like `spare`: room for as many keys and entries
    void *spare;
} scree_cells;

/// Bytes; 0 where a box is invalid.
size_t scree_cells_scratch(const scree_broad *broad);

/// SCREE_OK, SCREE_INVALID_ARGUMENT or SCREE_SCRATCH_TOO_SMALL.
scree_status scree_cells_make(const scree_broad *broad, scree_cells *c);

static inline double scree_cell_side(const scree_cells *c, int level)
{
    return c->side * (double)(1 << level);
}

/// The cell index along an axis; `at` is a coordinate from the origin, in units of cells.
static inline int64_t scree_cell_number(double at)
{
    // Comparisons only, for values that are not finite or do not fit into 64 bits.
    return !(at > 0.0) ? 0 : at < (double)SCREE_LAST_CELL ? (int64_t)at : SCREE_LAST_CELL;
}

static inline uint64_t scree_cell_key(int level, int64_t x, int64_t y, int64_t z)
{
    // Plus one, so that the cell before the first one has an index, too.
    const uint64_t column = (uint64_t)(x + 1), row = (uint64_t)(y + 1), layer = (uint64_t)(z + 1);
    return ((((uint64_t)level << SCREE_CELL_BITS | layer) << SCREE_CELL_BITS | row) << SCREE_CELL_BITS) | column;
}

static inline int scree_cell_level(uint64_t key)
{
    return (int)(key >> (3 * SCREE_CELL_BITS));
}

/// A key without its column.
static inline uint64_t scree_cell_row(uint64_t key)
{
    return key >> SCREE_CELL_BITS;
}

/// The index of the cell in `keys`, or -1 where it is empty.
int64_t scree_cells_find(const scree_cells *c, uint64_t key);

/// The index of the first non-empty cell in the row of this key that is not before it; -1 where there is none.
int64_t scree_cells_find_in_row(const scree_cells *c, uint64_t key);

#endif
