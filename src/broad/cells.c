// See cells.h.
#include "broad/cells.h"

#include <math.h>
#include <string.h>

#include "math/vec3.h"

// Cells are longer than the boxes in them by this part: centres that are a cell apart stay in neighbouring cells,
// though their numbers are rounded.
#define SLACK 1e-6

// Beyond this no coordinate is taken.
#define FARTHEST 1e100

// Images are numbered in 16 bits.
#define MOST_PERIODS 16000.0

enum { MOST_CELLS = (1 << SCREE_CELL_BITS) - 8, RADIX_BITS = 11, RADIX = 1 << RADIX_BITS };

// What is known of all boxes before they are sorted.
typedef struct survey {
    double least, most; // length of the longest side, skin included
    scree_vec3 low, high;
    size_t finite, ghosts;
    bool valid;
} survey;

static double component(scree_vec3 v, int axis)
{
    return axis == 0 ? v.x : axis == 1 ? v.y : v.z;
}

static void set_component(scree_vec3 *v, int axis, double value)
{
    *(axis == 0 ? &v->x : axis == 1 ? &v->y : &v->z) = value;
}

static bool is_finite(const scree_box3 *b)
{
    return v3_is_finite(b->low) && v3_is_finite(b->high);
}

// Ends that are not infinite must leave room for sums and quotients.
static bool is_end(scree_vec3 v)
{
    return !v3_is_finite(v) || v3_max_abs(v) <= FARTHEST;
}

static bool is_box(const scree_box3 *b)
{
    return b->low.x <= b->high.x && b->low.y <= b->high.y && b->low.z <= b->high.z && is_end(b->low) && is_end(b->high);
}

static double longest_side(const scree_box3 *b)
{
    return v3_max_abs(v3_sub(b->high, b->low));
}

// The image of a box in the first period, grown by half the skin, and how many periods it was moved by.
static bool wrap(const scree_broad *broad, const scree_box3 *b, scree_cell_entry *out)
{
    const double half = 0.5 * broad->skin;
    out->box = *b;
    for (int axis = 0; axis < 3; ++axis) {
        const double period = component(broad->period, axis);
        double low = component(b->low, axis) - half, high = component(b->high, axis) + half, moved = 0.0;
        out->image[axis] = 0;
        if (period > 0.0) {
            moved = floor(low / period);
            if (!(fabs(moved) < MOST_PERIODS) || !(high - low <= 0.5 * period)) return false;
            low -= moved * period;
            high -= moved * period;
            out->image[axis] = (int16_t)-moved;
        }
        set_component(&out->box.low, axis, low);
        set_component(&out->box.high, axis, high);
    }
    return true;
}

// Along each axis, whether a ghost of this box one period on (1), or one period back (-1), can meet another box.
static bool may_shift(const scree_broad *broad, const scree_box3 *wrapped, double longest, int axis, int way)
{
    const double period = component(broad->period, axis);
    if (way == 0) return true;
    if (!(period > 0.0)) return false;
    return way > 0 ? component(wrapped->low, axis) <= longest : component(wrapped->high, axis) >= period;
}

// The 13 of the 26 neighbouring periods whose first way that is not 0 leads on: each pair of images is met once.
static int ghost_ways(const scree_broad *broad, const scree_box3 *wrapped, double longest, int8_t ways[13][3])
{
    int count = 0;
    for (int code = 14; code < 27; ++code) {
        const int x = code / 9 - 1, y = code / 3 % 3 - 1, z = code % 3 - 1;
        if (!may_shift(broad, wrapped, longest, 0, x) || !may_shift(broad, wrapped, longest, 1, y) ||
            !may_shift(broad, wrapped, longest, 2, z))
            continue;
        ways[count][0] = (int8_t)x;
        ways[count][1] = (int8_t)y;
        ways[count++][2] = (int8_t)z;
    }
    return count;
}

static bool is_periodic(const scree_broad *broad)
{
    return broad->period.x > 0.0 || broad->period.y > 0.0 || broad->period.z > 0.0;
}

static survey survey_boxes(const scree_broad *broad)
{
    survey s = { .least = (double)INFINITY, .valid = true };
    s.low = v3((double)INFINITY, (double)INFINITY, (double)INFINITY);
    s.high = v3_neg(s.low);
    for (size_t i = 0; i < broad->box_count; ++i) {
        const scree_box3 *b = &broad->boxes[i];
        s.valid = s.valid && is_box(b);
        if (!is_finite(b)) continue;
        const double side = longest_side(b) + broad->skin;
        ++s.finite;
        if (side < s.least) s.least = side;
        if (side > s.most) s.most = side;
    }
    for (size_t i = 0; s.valid && i < broad->box_count; ++i) {
        scree_cell_entry e;
        int8_t ways[13][3];
        if (!is_finite(&broad->boxes[i])) continue;
        s.valid = wrap(broad, &broad->boxes[i], &e);
        if (s.valid && is_periodic(broad)) s.ghosts += (size_t)ghost_ways(broad, &e.box, s.most, ways);
        for (int axis = 0; axis < 3; ++axis) {
            const double reach = component(broad->period, axis) > 0.0 ? component(broad->period, axis) : 0.0;
            set_component(&s.low, axis, fmin(component(s.low, axis), component(e.box.low, axis) - reach));
            set_component(&s.high, axis, fmax(component(s.high, axis), component(e.box.high, axis) + reach));
        }
    }
    return s;
}

static size_t slots_for(size_t entries)
{
    size_t slots = 16;
    while (slots < 2 * entries) slots *= 2;
    return slots;
}

static size_t scratch_for(const survey *s, size_t boxes)
{
    const size_t n = s->finite + s->ghosts + 1;
    size_t bytes = 2 * scree_arena_bytes(n * sizeof(scree_cell_entry)) + 3 * scree_arena_bytes(n * sizeof(uint64_t));
    bytes += 3 * scree_arena_bytes(n * sizeof(uint32_t)) + scree_arena_bytes((boxes + 1) * sizeof(int32_t));
    return bytes + 2 * scree_arena_bytes(slots_for(n) * sizeof(uint32_t));
}

size_t scree_cells_scratch(const scree_broad *broad)
{
    const survey s = survey_boxes(broad);
    return s.valid ? scratch_for(&s, broad->box_count) : 0;
}

// --------------------------------------------------------------------------------------------------------- entries

static void choose_levels(const survey *s, scree_cells *c)
{
    const double range = fmax(v3_max_abs(v3_sub(s->high, s->low)), 0.0);
    double top = s->most * (1.0 + SLACK);
    if (top < range / MOST_CELLS) top = range / MOST_CELLS;
    if (!(top > 0.0)) top = 1.0; // points, all at one place
    const double least = fmax(fmax(s->least, range / MOST_CELLS), top / (1 << (SCREE_BROAD_LEVELS - 1)));
    c->level_count = 1;
    while (c->level_count < SCREE_BROAD_LEVELS && 0.5 * top >= least && 0.5 * top >= range / MOST_CELLS) {
        top *= 0.5;
        ++c->level_count;
    }
    c->side = top;
    c->origin = s->low;
}

static uint64_t key_of(const scree_cells *c, const scree_box3 *b)
{
    const double side = longest_side(b) * (1.0 + SLACK);
    int level = 0;
    while (level < c->level_count - 1 && side > scree_cell_side(c, level)) ++level;
    const double scale = 1.0 / scree_cell_side(c, level);
    const scree_vec3 at = v3_scale(v3_sub(v3_lerp(b->low, b->high, 0.5), c->origin), scale);
    return scree_cell_key(level, (int64_t)floor(at.x), (int64_t)floor(at.y), (int64_t)floor(at.z));
}

static void add_entry(scree_cells *c, const scree_cell_entry *e, uint64_t *keys)
{
    keys[c->entry_count] = key_of(c, &e->box);
    ++c->level_size[scree_cell_level(keys[c->entry_count])];
    c->entries[c->entry_count++] = *e;
}

static void add_ghosts(const scree_broad *broad, const scree_cell_entry *e, double longest, scree_cells *c,
                       uint64_t *keys)
{
    int8_t ways[13][3];
    const int count = ghost_ways(broad, &e->box, longest, ways);
    for (int i = 0; i < count; ++i) {
        scree_cell_entry ghost = *e;
        ghost.ghost = true;
        for (int axis = 0; axis < 3; ++axis) {
            const double shift = ways[i][axis] * component(broad->period, axis);
            set_component(&ghost.box.low, axis, component(e->box.low, axis) + shift);
            set_component(&ghost.box.high, axis, component(e->box.high, axis) + shift);
            ghost.image[axis] = (int16_t)(ghost.image[axis] + ways[i][axis]);
        }
        add_entry(c, &ghost, keys);
    }
}

static void fill_entries(const scree_broad *broad, double longest, scree_cells *c, uint64_t *keys)
{
    const bool periodic = is_periodic(broad);
    for (size_t i = 0; i < broad->box_count; ++i) {
        if (!is_finite(&broad->boxes[i])) {
            c->giants[c->giant_count++] = (int32_t)i;
            continue;
        }
        scree_cell_entry e = { .owner = (int32_t)i };
        (void)wrap(broad, &broad->boxes[i], &e);
        add_entry(c, &e, keys);
        if (periodic) add_ghosts(broad, &e, longest, c, keys);
    }
}

// ------------------------------------------------------------------------------------------------------------ sort

typedef struct sorter {
    uint64_t *keys[2];
    uint32_t *order[2];
    size_t count;
} sorter;

// One digit; false where all keys have the same, and nothing moved.
static bool sort_digit(sorter *s, int from, int shift)
{
    size_t places[RADIX] = { 0 };
    const uint64_t *keys = s->keys[from];
    for (size_t i = 0; i < s->count; ++i) ++places[keys[i] >> shift & (RADIX - 1)];
    if (s->count > 0 && places[keys[0] >> shift & (RADIX - 1)] == s->count) return false;
    size_t sum = 0;
    for (int d = 0; d < RADIX; ++d) {
        const size_t here = places[d];
        places[d] = sum;
        sum += here;
    }
    for (size_t i = 0; i < s->count; ++i) {
        const size_t to = places[keys[i] >> shift & (RADIX - 1)]++;
        s->keys[1 - from][to] = keys[i];
        s->order[1 - from][to] = s->order[from][i];
    }
    return true;
}

// By key, and among equals as they came. Returns which of the two arrays they are in.
static int sort_keys(sorter *s)
{
    int at = 0;
    for (size_t i = 0; i < s->count; ++i) s->order[0][i] = (uint32_t)i;
    for (int shift = 0; shift < 64; shift += RADIX_BITS)
        if (sort_digit(s, at, shift)) at = 1 - at;
    return at;
}

// ----------------------------------------------------------------------------------------------------------- cells

static size_t slot_of(const scree_cells *c, uint64_t key)
{
    key ^= key >> 31;
    key *= 0x9e3779b97f4a7c15u;
    return (size_t)(key >> 32) & (c->slot_count - 1);
}

int64_t scree_cells_find(const scree_cells *c, uint64_t key)
{
    for (size_t slot = slot_of(c, key);; slot = (slot + 1) & (c->slot_count - 1)) {
        if (c->slots[slot] == 0) return -1;
        if (c->keys[c->slots[slot] - 1] == key) return (int64_t)c->slots[slot] - 1;
    }
}

int64_t scree_cells_find_in_row(const scree_cells *c, uint64_t key)
{
    const uint64_t row = scree_cell_row(key);
    for (size_t slot = slot_of(c, row);; slot = (slot + 1) & (c->slot_count - 1)) {
        if (c->rows[slot] == 0) return -1;
        const size_t first = c->rows[slot] - 1;
        if (scree_cell_row(c->keys[first]) != row) continue;
        size_t low = first, high = first + (size_t)(key & ((1u << SCREE_CELL_BITS) - 1)) + 1; // columns ascend
        if (high > c->cell_count) high = c->cell_count;
        while (low < high) {
            const size_t middle = low + (high - low) / 2;
            if (c->keys[middle] < key)
                low = middle + 1;
            else
                high = middle;
        }
        return low < c->cell_count && scree_cell_row(c->keys[low]) == row ? (int64_t)low : -1;
    }
}

static void enter(const scree_cells *c, uint32_t *table, uint64_t key, size_t number)
{
    size_t slot = slot_of(c, key);
    while (table[slot] != 0) slot = (slot + 1) & (c->slot_count - 1);
    table[slot] = (uint32_t)(number + 1);
}

static void fill_cells(const uint64_t *keys, scree_cells *c)
{
    c->cell_count = 0;
    for (size_t i = 0; i < c->entry_count; ++i) {
        if (i > 0 && keys[i] == keys[i - 1]) continue;
        c->keys[c->cell_count] = keys[i];
        c->starts[c->cell_count++] = (uint32_t)i;
    }
    c->starts[c->cell_count] = (uint32_t)c->entry_count;
    if (c->level_count == 1) return; // all neighbours are found by order
    memset(c->slots, 0, c->slot_count * sizeof *c->slots);
    memset(c->rows, 0, c->slot_count * sizeof *c->rows);
    for (size_t i = 0; i < c->cell_count; ++i) {
        const uint64_t row = scree_cell_row(c->keys[i]);
        enter(c, c->slots, c->keys[i], i);
        if (i == 0 || scree_cell_row(c->keys[i - 1]) != row) enter(c, c->rows, row, i);
    }
}

scree_status scree_cells_make(const scree_broad *broad, scree_arena *scratch, scree_cells *c)
{
    const survey s = survey_boxes(broad);
    if (!s.valid || s.finite + s.ghosts > INT32_MAX) return SCREE_INVALID_ARGUMENT;
    const size_t n = s.finite + s.ghosts + 1;
    *c = (scree_cells){ .slot_count = slots_for(n) };
    sorter sort;
    scree_cell_entry *sorted = scree_arena_take(scratch, n * sizeof *sorted);
    c->entries = scree_arena_take(scratch, n * sizeof *c->entries);
    sort.keys[0] = scree_arena_take(scratch, n * sizeof(uint64_t));
    sort.keys[1] = scree_arena_take(scratch, n * sizeof(uint64_t));
    c->keys = scree_arena_take(scratch, n * sizeof(uint64_t));
    sort.order[0] = scree_arena_take(scratch, n * sizeof(uint32_t));
    sort.order[1] = scree_arena_take(scratch, n * sizeof(uint32_t));
    c->starts = scree_arena_take(scratch, n * sizeof(uint32_t));
    c->giants = scree_arena_take(scratch, (broad->box_count + 1) * sizeof *c->giants);
    c->slots = scree_arena_take(scratch, c->slot_count * sizeof *c->slots);
    c->rows = scree_arena_take(scratch, c->slot_count * sizeof *c->rows);
    if (c->rows == NULL) return SCREE_SCRATCH_TOO_SMALL;
    choose_levels(&s, c);
    fill_entries(broad, s.most, c, sort.keys[0]);
    sort.count = c->entry_count;
    const int at = sort_keys(&sort);
    for (size_t i = 0; i < c->entry_count; ++i) sorted[i] = c->entries[sort.order[at][i]];
    c->entries = sorted;
    fill_cells(sort.keys[at], c);
    return SCREE_OK;
}
