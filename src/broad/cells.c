// See cells.h.
#include "broad/cells.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "math/vec3.h"

// Cells are longer than their boxes by this fraction, so that centres at most a cell apart stay in neighbouring cells
// although cell indices are rounded.
#define SLACK 1e-6

// Image numbers have 16 bits.
#define MOST_PERIODS 16000.0

// Cells are also longer than their boxes by roundings of coordinates: so many ulps. A centre takes two; moving a box by
// periods and growing it by the skin, up to eight.
#define CENTRE_ROUNDING (4.0 * DBL_EPSILON)
#define BOX_ROUNDING (16.0 * DBL_EPSILON)

// Boxes that are this much larger than all but LARGEST others get no cell, if otherwise the levels would not reach down
// to the smallest boxes.
#define FAR_LARGER 16.0

// Axes along which most boxes are this much shorter than along another one are stretched, by at most MOST_STRETCH.
#define FAR_SHORTER 4.0
#define MOST_STRETCH 1024.0

enum { LARGEST = 16, SAMPLES = 256, SAMPLES_BEYOND = 4, SIDES = 31 };

// Space as the cells see it: stretched along axes where most boxes are short, so that aligned rods and plates become
// cubes. By powers of 2, which are exact: the same boxes meet.
typedef struct frame {
    scree_vec3 stretch, period, skin;
} frame;

// What is known about all boxes before they are sorted.
typedef struct survey {
    double least, most;          // of the longest side, skin included
    double largest[LARGEST + 1]; // sides of the largest, descending; 0 where there are fewer boxes
    scree_vec3 low, high;
    size_t finite, ghosts;
    frame frame;
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

static bool is_finite(const scree_aabb *b)
{
    return v3_is_finite(b->low) && v3_is_finite(b->high);
}

// Finite ends must leave room for sums and quotients without overflow.
static bool is_end(scree_vec3 v)
{
    return !v3_is_finite(v) || v3_max_abs(v) <= SCREE_BROAD_FARTHEST;
}

static bool is_box(const scree_aabb *b)
{
    return b->low.x <= b->high.x && b->low.y <= b->high.y && b->low.z <= b->high.z && is_end(b->low) && is_end(b->high);
}

static double farthest_end(const scree_aabb *b)
{
    const double low = v3_max_abs(b->low), high = v3_max_abs(b->high);
    return low > high ? low : high;
}

static double longest_side(const scree_aabb *b)
{
    return v3_max_abs(v3_sub(b->high, b->low));
}

static int sort_pair(double *low, double *high)
{
    if (!(*low > *high)) return 0;
    const double other = *low;
    *low = *high;
    *high = other;
    return 1;
}

static void insert(double x, double *sorted, int *count)
{
    sorted[(*count)++] = x;
    for (int k = *count - 1; k > 0 && sort_pair(&sorted[k - 1], &sorted[k]); --k) continue;
}

// The median side along each axis, of a sample of the boxes.
static scree_vec3 usual_sides(const scree_broad *broad)
{
    double side[3][SIDES];
    int count[3] = { 0, 0, 0 };
    const size_t step = broad->box_count / SIDES + 1;
    for (size_t i = 0; i < broad->box_count; i += step) {
        const scree_vec3 sides = v3_sub(broad->boxes[i].high, broad->boxes[i].low);
        if (!v3_is_finite(sides)) continue;
        for (int axis = 0; axis < 3; ++axis) insert(component(sides, axis) + broad->skin, side[axis], &count[axis]);
    }
    if (count[0] == 0) return v3(1.0, 1.0, 1.0);
    return v3(side[0][count[0] / 2], side[1][count[1] / 2], side[2][count[2] / 2]);
}

static frame choose_frame(const scree_broad *broad)
{
    frame f;
    const scree_vec3 usual = usual_sides(broad);
    const double longest = v3_max_abs(usual);
    for (int axis = 0; axis < 3; ++axis) {
        const double side = component(usual, axis);
        double stretch = 1.0;
        if (longest > FAR_SHORTER * side)
            while (stretch < MOST_STRETCH && longest >= 2.0 * stretch * side) stretch *= 2.0;
        set_component(&f.stretch, axis, stretch);
        set_component(&f.period, axis, stretch * component(broad->period, axis));
        set_component(&f.skin, axis, stretch * broad->skin);
    }
    return f;
}

static scree_vec3 stretched(const frame *f, scree_vec3 v)
{
    return v3(f->stretch.x * v.x, f->stretch.y * v.y, f->stretch.z * v.z);
}

// The image of a box in the first period, grown by half the skin, and how many periods it was moved by.
static bool wrap(const frame *f, const scree_aabb *b, scree_cell_entry *out)
{
    const scree_vec3 low = v3_add_scaled(stretched(f, b->low), -0.5, f->skin),
                     high = v3_add_scaled(stretched(f, b->high), 0.5, f->skin);
    out->box = (scree_aabb){ low, high };
    for (int axis = 0; axis < 3; ++axis) {
        const double period = component(f->period, axis);
        out->image[axis] = 0;
        if (!(period > 0.0)) continue;
        const double begin = component(low, axis), end = component(high, axis), moved = floor(begin / period);
        if (!(fabs(moved) < MOST_PERIODS) || !(end - begin <= 0.5 * period)) return false;
        set_component(&out->box.low, axis, begin - moved * period);
        set_component(&out->box.high, axis, end - moved * period);
        out->image[axis] = (int16_t)-moved;
    }
    return true;
}

// Along each axis, whether a ghost of this box one period on (1), or one period back (-1), can meet another box.
static bool may_shift(const frame *f, const scree_aabb *wrapped, double longest, int axis, int way)
{
    const double period = component(f->period, axis);
    if (way == 0) return true;
    if (!(period > 0.0)) return false;
    return way > 0 ? component(wrapped->low, axis) <= longest : component(wrapped->high, axis) >= period;
}

// The 13 of the 26 neighbouring periods whose first non-zero step is positive: each pair of images is met once.
static int ghost_ways(const frame *f, const scree_aabb *wrapped, double longest, int8_t ways[13][3])
{
    int count = 0;
    for (int code = 14; code < 27; ++code) {
        const int x = code / 9 - 1, y = code / 3 % 3 - 1, z = code % 3 - 1;
        if (!may_shift(f, wrapped, longest, 0, x) || !may_shift(f, wrapped, longest, 1, y) ||
            !may_shift(f, wrapped, longest, 2, z))
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

// The cell side that a box needs, in whichever period it lies.
static double side_needed(const frame *f, const scree_aabb *b)
{
    const scree_aabb at = { stretched(f, b->low), stretched(f, b->high) };
    const double farthest = farthest_end(&at) + v3_max_abs(f->skin) + 2.0 * v3_max_abs(f->period);
    const double longest = v3_max_abs(v3_add(v3_sub(at.high, at.low), f->skin));
    return longest * (1.0 + SLACK) + BOX_ROUNDING * farthest;
}

static void note_side(double side, survey *s)
{
    if (side < s->least) s->least = side;
    if (side > s->most) s->most = side;
    if (!(side > s->largest[LARGEST])) return;
    int place = LARGEST;
    for (; place > 0 && s->largest[place - 1] < side; --place) s->largest[place] = s->largest[place - 1];
    s->largest[place] = side;
}

static survey survey_boxes(const scree_broad *broad)
{
    survey s = { .least = (double)INFINITY, .frame = choose_frame(broad), .valid = true };
    const frame *f = &s.frame;
    s.low = v3((double)INFINITY, (double)INFINITY, (double)INFINITY);
    s.high = v3_neg(s.low);
    for (size_t i = 0; i < broad->box_count; ++i) {
        const scree_aabb *b = &broad->boxes[i];
        s.valid = s.valid && is_box(b);
        if (!is_finite(b)) continue;
        ++s.finite;
        note_side(side_needed(f, b), &s);
    }
    for (size_t i = 0; s.valid && i < broad->box_count; ++i) {
        scree_cell_entry e;
        int8_t ways[13][3];
        if (!is_finite(&broad->boxes[i])) continue;
        s.valid = wrap(f, &broad->boxes[i], &e);
        if (s.valid && is_periodic(broad)) s.ghosts += (size_t)ghost_ways(f, &e.box, s.most, ways);
        for (int axis = 0; axis < 3; ++axis) {
            const double reach = component(f->period, axis);
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

// Where most boxes are along an axis: the range of a sample of centres without the outermost ones, and as much again on
// either side.
static void choose_window(const scree_broad *broad, const frame *f, int axis, double *low, double *high)
{
    double at[SAMPLES];
    int count = 0;
    const size_t step = broad->box_count / SAMPLES + 1;
    for (size_t i = 0; i < broad->box_count; i += step) {
        scree_cell_entry e;
        if (!is_finite(&broad->boxes[i])) continue;
        (void)wrap(f, &broad->boxes[i], &e);
        insert(0.5 * (component(e.box.low, axis) + component(e.box.high, axis)), at, &count);
    }
    if (count <= 2 * SAMPLES_BEYOND) return;
    const double first = at[SAMPLES_BEYOND], last = at[count - 1 - SAMPLES_BEYOND], around = last - first;
    *low = fmax(*low, first - around);
    *high = fmin(*high, last + around);
}

// The longest side of the region that the cells have to cover, and its origin.
static double choose_origin(const scree_broad *broad, const survey *s, double side, scree_vec3 *origin)
{
    *origin = s->low;
    double range = fmax(v3_max_abs(v3_sub(s->high, s->low)), 0.0);
    if (range <= side * SCREE_LAST_CELL) return range;
    range = 0.0;
    for (int axis = 0; axis < 3; ++axis) {
        double low = component(s->low, axis), high = component(s->high, axis);
        choose_window(broad, &s->frame, axis, &low, &high);
        set_component(origin, axis, low);
        range = fmax(range, high - low);
    }
    return range;
}

static void choose_levels(const scree_broad *broad, const survey *s, scree_cells *c)
{
    const double reach = (double)(1 << (SCREE_BROAD_LEVELS - 1));
    double top = s->most;
    if (s->most > reach * s->least && s->most > FAR_LARGER * s->largest[LARGEST]) top = s->largest[LARGEST];
    const double least = fmax(s->least, top / reach);
    // Bounds the cells from below: the inverse of the side stays finite, and the indices stay in range.
    const double range = s->finite > 0 ? choose_origin(broad, s, least, &c->origin) : 0.0;
    const double smallest = fmax(range / SCREE_LAST_CELL, DBL_MIN);
    top = fmax(top * (1.0 + SLACK), smallest);
    c->level_count = 1;
    while (c->level_count < SCREE_BROAD_LEVELS && 0.5 * top >= fmax(least, smallest)) {
        top *= 0.5;
        ++c->level_count;
    }
    c->side = top;
}

static uint64_t key_of(const scree_cells *c, const scree_aabb *b)
{
    const double farthest = farthest_end(b);
    const double side = longest_side(b) * (1.0 + SLACK) + CENTRE_ROUNDING * farthest;
    int level = 0;
    while (level < c->level_count && side > scree_cell_side(c, level)) ++level;
    if (level == c->level_count) return SCREE_NO_CELL;
    const double scale = 1.0 / scree_cell_side(c, level);
    const scree_vec3 at = v3_scale(v3_sub(v3_lerp(b->low, b->high, 0.5), c->origin), scale);
    return scree_cell_key(level, scree_cell_number(at.x), scree_cell_number(at.y), scree_cell_number(at.z));
}

static void add_entry(scree_cells *c, const scree_cell_entry *e, uint64_t *keys)
{
    const uint64_t key = keys[c->entry_count] = key_of(c, &e->box);
    c->entries[c->entry_count++] = *e;
    if (key == SCREE_NO_CELL) return;
    ++c->level_size[scree_cell_level(key)];
    ++c->placed;
}

static void add_ghosts(const frame *f, const scree_cell_entry *e, double longest, scree_cells *c, uint64_t *keys)
{
    int8_t ways[13][3];
    const int count = ghost_ways(f, &e->box, longest, ways);
    for (int i = 0; i < count; ++i) {
        scree_cell_entry ghost = *e;
        ghost.ghost = true;
        for (int axis = 0; axis < 3; ++axis) {
            const double shift = ways[i][axis] * component(f->period, axis);
            set_component(&ghost.box.low, axis, component(e->box.low, axis) + shift);
            set_component(&ghost.box.high, axis, component(e->box.high, axis) + shift);
            ghost.image[axis] = (int16_t)(ghost.image[axis] + ways[i][axis]);
        }
        add_entry(c, &ghost, keys);
    }
}

static void fill_entries(const scree_broad *broad, const survey *s, scree_cells *c, uint64_t *keys)
{
    const bool periodic = is_periodic(broad);
    for (size_t i = 0; i < broad->box_count; ++i) {
        if (!is_finite(&broad->boxes[i])) {
            c->giants[c->giant_count++] = (int32_t)i;
            continue;
        }
        scree_cell_entry e = { .owner = (int32_t)i };
        (void)wrap(&s->frame, &broad->boxes[i], &e);
        add_entry(c, &e, keys);
        if (periodic) add_ghosts(&s->frame, &e, s->most, c, keys);
    }
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
    for (size_t i = 0; i < c->placed; ++i) {
        if (i > 0 && keys[i] == keys[i - 1]) continue;
        c->keys[c->cell_count] = keys[i];
        c->starts[c->cell_count++] = (uint32_t)i;
    }
    c->starts[c->cell_count] = (uint32_t)c->placed;
    if (c->level_count == 1) return; // all neighbours are found by order
    memset(c->slots, 0, c->slot_count * sizeof *c->slots);
    memset(c->rows, 0, c->slot_count * sizeof *c->rows);
    for (size_t i = 0; i < c->cell_count; ++i) {
        const uint64_t row = scree_cell_row(c->keys[i]);
        enter(c, c->slots, c->keys[i], i);
        if (i == 0 || scree_cell_row(c->keys[i - 1]) != row) enter(c, c->rows, row, i);
    }
}

scree_status scree_cells_make(const scree_broad *broad, scree_cells *c)
{
    const survey s = survey_boxes(broad);
    if (!s.valid || s.finite + s.ghosts > INT32_MAX) return SCREE_INVALID_ARGUMENT;
    if (broad->scratch == NULL || broad->scratch_size < scratch_for(&s, broad->box_count))
        return SCREE_SCRATCH_TOO_SMALL;
    const size_t n = s.finite + s.ghosts + 1;
    scree_arena scratch = scree_arena_make(broad->scratch, broad->scratch_size);
    *c = (scree_cells){ .slot_count = slots_for(n) };
    scree_cell_entry *sorted = scree_arena_take(&scratch, n * sizeof *sorted);
    c->entries = scree_arena_take(&scratch, n * sizeof *c->entries);
    c->sort.keys[0] = scree_arena_take(&scratch, n * sizeof(uint64_t));
    c->sort.keys[1] = scree_arena_take(&scratch, n * sizeof(uint64_t));
    c->keys = scree_arena_take(&scratch, n * sizeof(uint64_t));
    c->sort.order[0] = scree_arena_take(&scratch, n * sizeof(uint32_t));
    c->sort.order[1] = scree_arena_take(&scratch, n * sizeof(uint32_t));
    c->starts = scree_arena_take(&scratch, n * sizeof(uint32_t));
    c->giants = scree_arena_take(&scratch, (broad->box_count + 1) * sizeof *c->giants);
    c->slots = scree_arena_take(&scratch, c->slot_count * sizeof *c->slots);
    c->rows = scree_arena_take(&scratch, c->slot_count * sizeof *c->rows);
    choose_levels(broad, &s, c);
    fill_entries(broad, &s, c, c->sort.keys[0]);
    c->sort.count = c->entry_count;
    const int at = scree_sort_keys(&c->sort);
    for (size_t i = 0; i < c->entry_count; ++i) sorted[i] = c->entries[c->sort.order[at][i]];
    c->spare = c->entries;
    c->entries = sorted;
    fill_cells(c->sort.keys[at], c);
    return SCREE_OK;
}
