// All pairs of boxes that meet.
//
// Idea        Within a level, a box meets those of its own cell and of the 26 around it: half of them, so that each
//             pair comes up once. Cells are in the order of layer, row and column, so that the three cells of a
//             neighbouring row are one run, whose start advances with the cells: no cell is ever looked up. Between two
//             levels, cells or rows of cells are looked up in a table, from whichever level needs fewer lookups: few
//             large boxes among many small ones cost as little as few small ones among many large. Threads take runs of
//             cells. Each run is first counted, and then written behind the pairs of the one before; at the end all
//             pairs are sorted by their indices. Where the cells do not separate the boxes, the pairs found so far are
//             dropped as soon as the failed tests exceed so many a box, and the spans of spans.h find them all.
#include "broad/search.h"

#include <math.h>

#include "base/fp_environment.h"
#include "base/threads.h"
#include "broad/pair_order.h"
#include "broad/sink.h"
#include "broad/spans.h"
#include "math/vec3.h"

// MISSES: failed tests for each box, after which the spans take over, which cost somewhat more. REPORT: misses after
// which a thread updates the shared count.
enum { ROWS = 4, MOST_RUNS = 256, MISSES = 1024, REPORT = 1 << 16 };

// Misses of all threads together: so far, and at most.
typedef struct miss_limit {
    size_t had, most;
} miss_limit;

// One thread's run, and its share of the limit.
typedef struct pair_run {
    scree_pair_sink sink;
    miss_limit *limit;
    size_t reported, next; // counts of misses; SIZE_MAX: no limit
} pair_run;

// Tests of boxes that did not meet.
static size_t misses_of(const scree_pair_sink *out)
{
    return out->work - out->count - out->filtered;
}

// Adds to the shared count; whether the run may go on.
static bool report(pair_run *out, size_t misses)
{
    const size_t more = misses - out->reported;
    size_t had;
#pragma omp atomic capture
    {
        out->limit->had += more;
        had = out->limit->had;
    }
    out->reported = misses;
    out->next = misses + REPORT;
    return had <= out->limit->most;
}

static inline bool boxes_meet(const scree_aabb *a, const scree_aabb *b)
{
    return (a->low.x <= b->high.x) & (b->low.x <= a->high.x) & (a->low.y <= b->high.y) & (b->low.y <= a->high.y) &
           (a->low.z <= b->high.z) & (b->low.z <= a->high.z);
}

static inline void propose(const scree_cell_entry *a, const scree_cell_entry *b, scree_pair_sink *out)
{
    if (boxes_meet(&a->box, &b->box)) scree_sink_take(out, a, b);
}

// Tests one box against entries `first` to `last`; false: stop the run.
static bool propose_to(const scree_cells *c, const scree_cell_entry *a, uint32_t first, uint32_t last, pair_run *out)
{
    for (uint32_t k = first; k < last; ++k) propose(a, &c->entries[k], &out->sink);
    out->sink.work += last - first;
    const size_t misses = misses_of(&out->sink);
    return misses < out->next || report(out, misses);
}

static bool propose_cells(const scree_cells *c, size_t cell, size_t first, size_t last, pair_run *out)
{
    for (uint32_t i = c->starts[cell]; i < c->starts[cell + 1]; ++i)
        if (!propose_to(c, &c->entries[i], c->starts[first], c->starts[last], out)) return false;
    return true;
}

static bool propose_within(const scree_cells *c, size_t cell, pair_run *out)
{
    for (uint32_t i = c->starts[cell]; i < c->starts[cell + 1]; ++i)
        if (!propose_to(c, &c->entries[i], i + 1, c->starts[cell + 1], out)) return false;
    return true;
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

// The cells of a level, from `low` to `high`, that can hold boxes which meet this one.
typedef struct cell_range {
    int64_t low[3], high[3];
} cell_range;

static cell_range range_of(const scree_cells *c, const scree_aabb *b, int level)
{
    const double scale = 1.0 / scree_cell_side(c, level);
    const double margin = 0.5 + 1e-6; // a box reaches at most half a cell beyond its own; plus roundings
    const scree_vec3 low = v3_scale(v3_sub(b->low, c->origin), scale),
                     high = v3_scale(v3_sub(b->high, c->origin), scale);
    return (cell_range){
        { scree_cell_number(low.x - margin), scree_cell_number(low.y - margin), scree_cell_number(low.z - margin) },
        { scree_cell_number(high.x + margin), scree_cell_number(high.y + margin), scree_cell_number(high.z + margin) }
    };
}

static bool propose_coarser(const scree_cells *c, const scree_cell_entry *a, int level, pair_run *out)
{
    const cell_range r = range_of(c, &a->box, level);
    for (int64_t z = r.low[2]; z <= r.high[2]; ++z) {
        for (int64_t y = r.low[1]; y <= r.high[1]; ++y) {
            for (int64_t x = r.low[0]; x <= r.high[0]; ++x) {
                const int64_t cell = scree_cells_find(c, scree_cell_key(level, x, y, z));
                ++out->sink.work;
                if (cell >= 0 && !propose_to(c, a, c->starts[cell], c->starts[cell + 1], out)) return false;
            }
        }
    }
    return true;
}

// Row by row: a large box crosses far fewer rows than cells.
static bool propose_finer(const scree_cells *c, const scree_cell_entry *a, int level, pair_run *out)
{
    const cell_range r = range_of(c, &a->box, level);
    for (int64_t z = r.low[2]; z <= r.high[2]; ++z) {
        for (int64_t y = r.low[1]; y <= r.high[1]; ++y) {
            const uint64_t last = scree_cell_key(level, r.high[0], y, z);
            const int64_t first = scree_cells_find_in_row(c, scree_cell_key(level, r.low[0], y, z));
            ++out->sink.work;
            if (first < 0) continue;
            for (size_t cell = (size_t)first; cell < c->cell_count && c->keys[cell] <= last; ++cell)
                if (!propose_to(c, a, c->starts[cell], c->starts[cell + 1], out)) return false;
        }
    }
    return true;
}

// Between two levels, the side with fewer lookups does them: each fine entry looks up some 12 cells, each coarse one
// the rows that it crosses.
static bool fine_looks_up(const scree_cells *c, int fine, int coarse)
{
    const double rows = (double)(1 << (coarse - fine)) + 3.0;
    return 12.0 * (double)c->level_size[fine] <= rows * rows * (double)c->level_size[coarse];
}

static bool propose_levels(const scree_cells *c, size_t cell, pair_run *out)
{
    const int level = scree_cell_level(c->keys[cell]);
    for (int other = 0; other < c->level_count; ++other) {
        if (other == level || c->level_size[other] == 0) continue;
        const bool upwards = other > level;
        if (upwards ? !fine_looks_up(c, level, other) : fine_looks_up(c, other, level)) continue;
        for (uint32_t i = c->starts[cell]; i < c->starts[cell + 1]; ++i) {
            const scree_cell_entry *a = &c->entries[i];
            if (!(upwards ? propose_coarser(c, a, other, out) : propose_finer(c, a, other, out))) return false;
        }
    }
    return true;
}

// The cells from `first` to `end`, each with the cells behind it in its level and the ones above it in coarser levels;
// stops at the limit.
static void propose_run(const scree_cells *c, size_t first, size_t end, pair_run *out)
{
    SCREE_FP_GUARD();
    const uint64_t row = (uint64_t)1 << SCREE_CELL_BITS, layer = row << SCREE_CELL_BITS;
    const uint64_t ahead[ROWS] = { row, layer - row, layer, layer + row };
    size_t at[ROWS];
    for (int r = 0; r < ROWS && first < end; ++r) at[r] = first_not_below(c, first, c->keys[first] + ahead[r] - 1);
    for (size_t cell = first; cell < end; ++cell) {
        const uint64_t key = c->keys[cell];
        if (!propose_within(c, cell, out)) return;
        if (cell + 1 < c->cell_count && c->keys[cell + 1] == key + 1 &&
            !propose_cells(c, cell, cell + 1, cell + 2, out))
            return;
        for (int r = 0; r < ROWS; ++r) {
            while (at[r] < c->cell_count && c->keys[at[r]] < key + ahead[r] - 1) ++at[r];
            size_t last = at[r];
            while (last < c->cell_count && c->keys[last] <= key + ahead[r] + 1) ++last;
            if (!propose_cells(c, cell, at[r], last, out)) return;
        }
        if (c->level_count > 1 && !propose_levels(c, cell, out)) return;
    }
}

// Boxes without a cell, against all that have one and the ones after them.
static void propose_unplaced(const scree_cells *c, scree_pair_sink *out)
{
    for (size_t i = c->placed; i < c->entry_count; ++i) {
        for (size_t k = 0; k < c->placed; ++k) propose(&c->entries[i], &c->entries[k], out);
        for (size_t k = i + 1; k < c->entry_count; ++k) propose(&c->entries[i], &c->entries[k], out);
    }
}

// Infinite boxes are tested against all; along periodic axes they meet everything.
static void propose_giants(const scree_broad *broad, const scree_cells *c, scree_pair_sink *out)
{
    const bool free_x = !(broad->period.x > 0.0), free_y = !(broad->period.y > 0.0), free_z = !(broad->period.z > 0.0);
    for (size_t g = 0; g < c->giant_count; ++g) {
        const int32_t giant = c->giants[g];
        const scree_aabb *a = &broad->boxes[giant];
        size_t next = 0; // index among the giants: each pair of giants counts once
        for (size_t i = 0; i < broad->box_count; ++i) {
            const scree_aabb *b = &broad->boxes[i];
            const bool is_giant = next < c->giant_count && c->giants[next] == (int32_t)i;
            if (is_giant) ++next;
            if (is_giant && (int32_t)i <= giant) continue;
            const double skin = broad->skin;
            const bool meet = (!free_x || (a->low.x <= b->high.x + skin && b->low.x <= a->high.x + skin)) &&
                              (!free_y || (a->low.y <= b->high.y + skin && b->low.y <= a->high.y + skin)) &&
                              (!free_z || (a->low.z <= b->high.z + skin && b->low.z <= a->high.z + skin));
            if (!meet || (out->filter != NULL && !scree_may_pair(out->filter, giant, (int32_t)i))) continue;
            const bool swapped = giant > (int32_t)i;
            const scree_pair p = { .a = swapped ? (int32_t)i : giant, .b = swapped ? giant : (int32_t)i };
            if (out->pairs != NULL && out->count < out->capacity) out->pairs[out->count] = p;
            ++out->count;
        }
    }
}

// Start of a run of cells; runs have about as many entries each.
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

// Both return whether there were too many misses, which does not depend on the threads; the count of pairs is then
// incomplete.
static bool propose_by_one(const scree_cells *c, miss_limit *limit, scree_pair_sink *out)
{
    pair_run run = { .sink = *out, .limit = limit, .next = REPORT };
    propose_run(c, 0, c->cell_count, &run);
    *out = run.sink;
    return misses_of(out) > limit->most;
}

static bool propose_by_threads(const scree_cells *c, int threads, miss_limit *limit, scree_pair_sink *out)
{
    const int runs = threads < MOST_RUNS / 16 ? 16 * threads : MOST_RUNS;
    pair_run run[MOST_RUNS];
#pragma omp parallel for num_threads(threads) schedule(dynamic, 1)
    for (int r = 0; r < runs; ++r) {
        run[r] = (pair_run){ .sink.filter = out->filter, .limit = limit, .next = REPORT };
        propose_run(c, run_start(c, r, runs), run_start(c, r + 1, runs), &run[r]);
    }
    for (int r = 0; r < runs; ++r) {
        const size_t here = run[r].sink.count, room = out->capacity > out->count ? out->capacity - out->count : 0;
        out->work += run[r].sink.work;
        out->filtered += run[r].sink.filtered;
        run[r] = (pair_run){ .sink.filter = out->filter, .next = SIZE_MAX };
        if (room > 0) {
            run[r].sink.pairs = out->pairs + out->count;
            run[r].sink.capacity = room;
        }
        out->count += here;
    }
    if (misses_of(out) > limit->most) return true;
#pragma omp parallel for num_threads(threads) schedule(dynamic, 1)
    for (int r = 0; r < runs; ++r) {
        if (run[r].sink.pairs != NULL) propose_run(c, run_start(c, r, runs), run_start(c, r + 1, runs), &run[r]);
    }
    return false;
}

static bool is_period(double length)
{
    return length >= 0.0 && length <= SCREE_BROAD_FARTHEST;
}

static bool is_filter(const scree_filter *f, size_t count)
{
    uint8_t most = 0;
    for (size_t i = 0; f != NULL && f->species != NULL && i < count; ++i)
        if (f->species[i] > most) most = f->species[i];
    return most < 64;
}

static bool is_question(const scree_broad *b)
{
    return b != NULL && b->skin >= 0.0 && b->skin <= SCREE_BROAD_FARTHEST && b->threads >= 0 &&
           is_period(b->period.x) && is_period(b->period.y) && is_period(b->period.z) &&
           (b->boxes != NULL || b->box_count == 0) && b->box_count <= INT32_MAX && is_filter(b->filter, b->box_count);
}

size_t scree_broad_scratch(const scree_broad *broad)
{
    SCREE_FP_GUARD();
    return is_question(broad) ? scree_cells_scratch(broad) : 0;
}

scree_status scree_broad_search(const scree_broad *broad, scree_pair *pairs, size_t capacity, size_t *count,
                                scree_broad_effort *effort)
{
    if (!is_question(broad) || (pairs == NULL && capacity > 0)) return SCREE_INVALID_ARGUMENT;
    scree_cells c;
    const scree_status status = scree_cells_make(broad, &c);
    if (status != SCREE_OK) return status;
    scree_pair_sink out = { .pairs = pairs, .capacity = capacity, .filter = broad->filter };
    miss_limit limit = { .most = MISSES * c.entry_count };
    const int threads = scree_thread_count(broad->threads, MOST_RUNS); // no more than runs
    if (threads > 1 ? propose_by_threads(&c, threads, &limit, &out) : propose_by_one(&c, &limit, &out)) {
        out.count = 0;
        effort->by_spans = true;
        scree_spans_pairs(&c, &out);
    } else {
        propose_unplaced(&c, &out);
        out.work += c.entry_count * (c.entry_count - c.placed);
    }
    propose_giants(broad, &c, &out);
    effort->tests = out.work;
    *count = out.count;
    if (out.count > capacity) return SCREE_SCRATCH_TOO_SMALL;
    if (out.count > 0) scree_sort_pairs(pairs, out.count, threads);
    return SCREE_OK;
}

scree_status scree_broad_pairs(const scree_broad *broad, scree_pair *pairs, size_t capacity, size_t *count)
{
    SCREE_FP_GUARD();
    if (count == NULL) return SCREE_INVALID_ARGUMENT;
    *count = 0;
    scree_broad_effort effort = { .tests = 0 };
    return scree_broad_search(broad, pairs, capacity, count, &effort);
}
