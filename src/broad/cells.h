// Boxes sorted into cells of several sizes: what the search for pairs runs over.
//
// Idea        Level l has cells of side s 2^l, and a box belongs to the first level whose cells are as long as it is,
//             in the cell of its centre: it then reaches half a cell over it at most. A key is the level and the cell's
//             three numbers in one word; boxes are sorted by it, and a cell is a run of equal keys. Nothing is stored
//             for empty cells, so that neither a large domain nor a small box costs anything. In a periodic domain
//             every box is moved into one period, and those next to its low sides are put behind the high sides once
//             more, as ghosts: of the two images of a pair that meet across a side, only one is there.
//             Few boxes do not choose the cells of all. Where the domain has more cells than there are numbers, cells
//             are laid where most boxes are, and what lies beyond is in the outermost ones: neighbours stay neighbours.
//             The largest few, where they are larger than all others by far, have no cell and are held against all.
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

/// Beyond this no coordinate is taken, nor skin or period.
#define SCREE_BROAD_FARTHEST 1e100

/// The key of boxes that are larger than the cells of all levels: behind those of all cells.
#define SCREE_NO_CELL UINT64_MAX

typedef struct scree_cell_entry {
    scree_aabb box; ///< grown by half the skin, in the first period or as a ghost behind it
    int32_t owner;
    int16_t image[3]; ///< of the owner's box, this one is the image
    bool ghost;
} scree_cell_entry;

typedef struct scree_cells {
    scree_cell_entry *entries; ///< sorted by key
    size_t entry_count;
    size_t placed;    ///< of them, those that have a cell; they come first
    uint64_t *keys;   ///< of each cell that is not empty, ascending
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
    scree_sorter sort;                     ///< of no use any more, nor is `spare`: room for as many keys and entries
    void *spare;
} scree_cells;

/// Bytes; 0 where some box is not one.
size_t scree_cells_scratch(const scree_broad *broad);

/// SCREE_OK, SCREE_INVALID_ARGUMENT or SCREE_SCRATCH_TOO_SMALL.
scree_status scree_cells_make(const scree_broad *broad, scree_cells *c);

static inline double scree_cell_side(const scree_cells *c, int level)
{
    return c->side * (double)(1 << level);
}

/// The number of a cell along an axis; `at` is a coordinate from the origin, in cells.
static inline int64_t scree_cell_number(double at)
{
    // No more than a comparison for what is not finite or not within 64 bits.
    return !(at > 0.0) ? 0 : at < (double)SCREE_LAST_CELL ? (int64_t)at : SCREE_LAST_CELL;
}

static inline uint64_t scree_cell_key(int level, int64_t x, int64_t y, int64_t z)
{
    // One is added, so that the cell before the first one has a number too.
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

/// The number of the cell in `keys`, or -1 where it is empty.
int64_t scree_cells_find(const scree_cells *c, uint64_t key);

/// The number of the first cell in the row of this key that is not before it; -1 where there is none.
int64_t scree_cells_find_in_row(const scree_cells *c, uint64_t key);

#endif
