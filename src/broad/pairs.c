// All pairs of boxes that meet.
//
// Idea        Within a level, a box meets those of its own cell and of the 26 around it: half of them, so that each
//             pair comes up once. Cells are in the order of layer, row and column, so that the three cells of a
//             neighbouring row are one run, and where it begins moves on as the cells do: no cell is ever looked up.
//             Between two levels, cells or rows of cells are looked up in a table, from whichever level that takes
//             fewer looks: few large boxes among many small ones cost as little as few small ones among many large.
//             Threads take runs of cells. Pairs come in the order of cells, however many runs there are: each run is
//             first counted, and then written to where its pairs belong.
#include "broad/cells.h"

#include <math.h>

#ifdef _OPENMP
#include <omp.h>
#endif

#include "math/vec3.h"

enum { ROWS = 4, MOST_RUNS = 256, LAST_CELL = (1 << SCREE_CELL_BITS) - 3 };

// Where pairs go: counted, and written as long as there is room.
typedef struct pair_sink {
    scree_broad_pair *pairs; // NULL: counted alone
    size_t capacity, count;
} pair_sink;

static inline bool boxes_meet(const scree_box3 *a, const scree_box3 *b)
{
    return (a->low.x <= b->high.x) & (b->low.x <= a->high.x) & (a->low.y <= b->high.y) & (b->low.y <= a->high.y) &
           (a->low.z <= b->high.z) & (b->low.z <= a->high.z);
}

// The lower number is A. Both boxes are images of their owners': their difference is what B is to be shifted by.
static scree_broad_pair pair_of(const scree_cell_entry *a, const scree_cell_entry *b)
{
    const bool turned = a->owner > b->owner;
    const scree_cell_entry *first = turned ? b : a, *second = turned ? a : b;
    scree_broad_pair p = { .a = first->owner, .b = second->owner };
    for (int i = 0; i < 3; ++i) p.image[i] = (int16_t)(second->image[i] - first->image[i]);
    return p;
}

static inline void offer(const scree_cell_entry *a, const scree_cell_entry *b, pair_sink *out)
{
    if (!boxes_meet(&a->box, &b->box) || (a->ghost && b->ghost)) return;
    if (out->pairs != NULL && out->count < out->capacity) out->pairs[out->count] = pair_of(a, b);
    ++out->count;
}

static void offer_cells(const scree_cells *c, size_t cell, size_t first, size_t last, pair_sink *out)
{
    const scree_cell_entry *e = c->entries;
    for (uint32_t i = c->starts[cell]; i < c->starts[cell + 1]; ++i)
        for (uint32_t k = c->starts[first]; k < c->starts[last]; ++k) offer(&e[i], &e[k], out);
}

static void offer_within(const scree_cells *c, size_t cell, pair_sink *out)
{
    const scree_cell_entry *e = c->entries;
    for (uint32_t i = c->starts[cell]; i < c->starts[cell + 1]; ++i)
        for (uint32_t k = i + 1; k < c->starts[cell + 1]; ++k) offer(&e[i], &e[k], out);
}

// The first cell from `from` on whose key is not below `key`.
static size_t first_not_below(const scree_cells *c, size_t from, uint64_t key)
{
    size_t low = from, high = c->cell_count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (c->keys[middle] < key)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

// The cells of a level, from `low` to `high`, that hold every box that may meet this one.
typedef struct cell_range {
    int64_t low[3], high[3];
} cell_range;

static cell_range range_of(const scree_cells *c, const scree_box3 *b, int level)
{
    const double scale = 1.0 / scree_cell_side(c, level);
    const double margin = 0.5 + 1e-6; // half a cell is what a box there reaches over its own; and roundings
    const scree_vec3 low = v3_scale(v3_sub(b->low, c->origin), scale),
                     high = v3_scale(v3_sub(b->high, c->origin), scale);
    cell_range r = { { (int64_t)floor(low.x - margin), (int64_t)floor(low.y - margin), (int64_t)floor(low.z - margin) },
                     { (int64_t)floor(high.x + margin), (int64_t)floor(high.y + margin),
                       (int64_t)floor(high.z + margin) } };
    for (int i = 0; i < 3; ++i) {
        if (r.low[i] < 0) r.low[i] = 0;
        if (r.high[i] >= LAST_CELL) r.high[i] = LAST_CELL;
    }
    return r;
}

static void offer_coarser(const scree_cells *c, const scree_cell_entry *a, int level, pair_sink *out)
{
    const cell_range r = range_of(c, &a->box, level);
    for (int64_t z = r.low[2]; z <= r.high[2]; ++z) {
        for (int64_t y = r.low[1]; y <= r.high[1]; ++y) {
            for (int64_t x = r.low[0]; x <= r.high[0]; ++x) {
                const int64_t cell = scree_cells_find(c, scree_cell_key(level, x, y, z));
                if (cell < 0) continue;
                for (uint32_t k = c->starts[cell]; k < c->starts[cell + 1]; ++k) offer(a, &c->entries[k], out);
            }
        }
    }
}

// By rows, of which a large box crosses far fewer than cells.
static void offer_finer(const scree_cells *c, const scree_cell_entry *a, int level, pair_sink *out)
{
    const cell_range r = range_of(c, &a->box, level);
    for (int64_t z = r.low[2]; z <= r.high[2]; ++z) {
        for (int64_t y = r.low[1]; y <= r.high[1]; ++y) {
            const uint64_t last = scree_cell_key(level, r.high[0], y, z);
            const int64_t first = scree_cells_find_in_row(c, scree_cell_key(level, r.low[0], y, z));
            if (first < 0) continue;
            for (size_t cell = (size_t)first; cell < c->cell_count && c->keys[cell] <= last; ++cell)
                for (uint32_t k = c->starts[cell]; k < c->starts[cell + 1]; ++k) offer(a, &c->entries[k], out);
        }
    }
}

// Of two levels, those entries ask that make fewer questions: of each fine one some 12 cells, of each coarse one the
// rows that it crosses.
static bool asks_upwards(const scree_cells *c, int fine, int coarse)
{
    const double rows = (double)(1 << (coarse - fine)) + 3.0;
    return 12.0 * (double)c->level_size[fine] <= rows * rows * (double)c->level_size[coarse];
}

static void offer_levels(const scree_cells *c, size_t cell, pair_sink *out)
{
    const int level = scree_cell_level(c->keys[cell]);
    for (int other = 0; other < c->level_count; ++other) {
        if (other == level || c->level_size[other] == 0) continue;
        const bool upwards = other > level;
        if (upwards ? !asks_upwards(c, level, other) : asks_upwards(c, other, level)) continue;
        for (uint32_t i = c->starts[cell]; i < c->starts[cell + 1]; ++i) {
            if (upwards)
                offer_coarser(c, &c->entries[i], other, out);
            else
                offer_finer(c, &c->entries[i], other, out);
        }
    }
}

// The cells from `first` to `end`, with what lies behind each in its level, and above it in the coarser ones.
static void offer_run(const scree_cells *c, size_t first, size_t end, pair_sink *out)
{
    const uint64_t row = (uint64_t)1 << SCREE_CELL_BITS, layer = row << SCREE_CELL_BITS;
    const uint64_t ahead[ROWS] = { row, layer - row, layer, layer + row };
    size_t at[ROWS];
    for (int r = 0; r < ROWS && first < end; ++r) at[r] = first_not_below(c, first, c->keys[first] + ahead[r] - 1);
    for (size_t cell = first; cell < end; ++cell) {
        const uint64_t key = c->keys[cell];
        offer_within(c, cell, out);
        if (cell + 1 < c->cell_count && c->keys[cell + 1] == key + 1) offer_cells(c, cell, cell + 1, cell + 2, out);
        for (int r = 0; r < ROWS; ++r) {
            while (at[r] < c->cell_count && c->keys[at[r]] < key + ahead[r] - 1) ++at[r];
            size_t last = at[r];
            while (last < c->cell_count && c->keys[last] <= key + ahead[r] + 1) ++last;
            offer_cells(c, cell, at[r], last, out);
        }
        if (c->level_count > 1) offer_levels(c, cell, out);
    }
}

// Boxes without an end are held against all; along periodic axes they meet everything.
static void offer_giants(const scree_broad *broad, const scree_cells *c, pair_sink *out)
{
    const bool free_x = !(broad->period.x > 0.0), free_y = !(broad->period.y > 0.0), free_z = !(broad->period.z > 0.0);
    for (size_t g = 0; g < c->giant_count; ++g) {
        const int32_t giant = c->giants[g];
        const scree_box3 *a = &broad->boxes[giant];
        size_t next = 0; // of the giants: of two, the first meets the second
        for (size_t i = 0; i < broad->box_count; ++i) {
            const scree_box3 *b = &broad->boxes[i];
            const bool is_giant = next < c->giant_count && c->giants[next] == (int32_t)i;
            if (is_giant) ++next;
            if (is_giant && (int32_t)i <= giant) continue;
            const double skin = broad->skin;
            const bool meet = (!free_x || (a->low.x <= b->high.x + skin && b->low.x <= a->high.x + skin)) &&
                              (!free_y || (a->low.y <= b->high.y + skin && b->low.y <= a->high.y + skin)) &&
                              (!free_z || (a->low.z <= b->high.z + skin && b->low.z <= a->high.z + skin));
            if (!meet) continue;
            const bool turned = giant > (int32_t)i;
            const scree_broad_pair p = { .a = turned ? (int32_t)i : giant, .b = turned ? giant : (int32_t)i };
            if (out->pairs != NULL && out->count < out->capacity) out->pairs[out->count] = p;
            ++out->count;
        }
    }
}

static int thread_count(const scree_broad *broad)
{
    if (broad->threads > 0) return broad->threads;
#ifdef _OPENMP
    return omp_get_max_threads();
#else
    return 1;
#endif
}

// Runs of cells with about as many entries each.
static size_t run_start(const scree_cells *c, int run, int runs)
{
    const uint32_t entry = (uint32_t)((uint64_t)c->entry_count * (uint64_t)run / (uint64_t)runs);
    size_t low = 0, high = c->cell_count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (c->starts[middle] < entry)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static void offer_by_threads(const scree_cells *c, int threads, pair_sink *out)
{
    const int runs = 16 * threads < MOST_RUNS ? 16 * threads : MOST_RUNS;
    pair_sink sinks[MOST_RUNS];
#pragma omp parallel for num_threads(threads) schedule(dynamic, 1)
    for (int r = 0; r < runs; ++r) {
        sinks[r] = (pair_sink){ .count = 0 };
        offer_run(c, run_start(c, r, runs), run_start(c, r + 1, runs), &sinks[r]);
    }
    for (int r = 0; r < runs; ++r) {
        const size_t here = sinks[r].count, room = out->capacity > out->count ? out->capacity - out->count : 0;
        sinks[r] = (pair_sink){ .pairs = room > 0 ? out->pairs + out->count : NULL, .capacity = room };
        out->count += here;
    }
#pragma omp parallel for num_threads(threads) schedule(dynamic, 1)
    for (int r = 0; r < runs; ++r) {
        if (sinks[r].pairs != NULL) offer_run(c, run_start(c, r, runs), run_start(c, r + 1, runs), &sinks[r]);
    }
}

static bool is_period(double length)
{
    return length >= 0.0 && length < (double)INFINITY;
}

static bool is_question(const scree_broad *b)
{
    return b != NULL && b->skin >= 0.0 && b->skin < (double)INFINITY && b->threads >= 0 && is_period(b->period.x) &&
           is_period(b->period.y) && is_period(b->period.z) && (b->boxes != NULL || b->box_count == 0);
}

size_t scree_broad_scratch(const scree_broad *broad)
{
    return is_question(broad) ? scree_cells_scratch(broad) : 0;
}

scree_status scree_broad_pairs(const scree_broad *broad, scree_broad_pair *pairs, size_t capacity, size_t *count)
{
    if (count == NULL) return SCREE_INVALID_ARGUMENT;
    *count = 0;
    if (!is_question(broad) || (pairs == NULL && capacity > 0)) return SCREE_INVALID_ARGUMENT;
    scree_arena scratch = scree_arena_make(broad->scratch, broad->scratch_size);
    scree_cells c;
    const scree_status status = scree_cells_make(broad, &scratch, &c);
    if (status != SCREE_OK) return status;
    pair_sink out = { .pairs = pairs, .capacity = capacity };
    const int threads = thread_count(broad);
    if (threads > 1)
        offer_by_threads(&c, threads, &out);
    else
        offer_run(&c, 0, c.cell_count, &out);
    offer_giants(broad, &c, &out);
    *count = out.count;
    return out.count <= capacity ? SCREE_OK : SCREE_SCRATCH_TOO_SMALL;
}
