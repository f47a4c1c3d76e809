// See spans.h.
//
// Source      zomorodian-2002: intersecting boxes with segment trees that are never stored.
// Idea        If two intervals on a line meet, one contains the other's low end. A range of low ends is halved
//             recursively, and each interval descends into the halves that it covers in part; where it covers a whole
//             range, it meets all boxes that begin there along this axis, and the next axis decides. Lists are
//             rearranged in place. The work is O(n log(n)^3) plus the number of pairs.
// Departures  1. Ends are replaced by their ranks among all low ends. No two low ends are equal then, so that the
//                halving ends, and ties need no rule.
//             2. Ranges are halved by rank, which is the median along the first axis and bounds the depth along all;
//                the paper takes medians of samples.
//             3. Short lists are tested pair by pair, without a sort.
// Limits      Single-threaded. Some 4 to 8 us a box for a hundred thousand of them, against 0.2 us in cells that suit
//             them.
#include "broad/spans.h"

#include <assert.h>
#include <string.h>

enum { FEW = 48 }; // lists as short as this are tested pair by pair

// A box by ranks: `high` is the number of low ends that are not above its own high end.
typedef struct span {
    uint32_t low[3], high[3], entry;
} span;

static_assert(2 * sizeof(span) <= sizeof(scree_cell_entry), "two lists of spans take the room of one of entries");

typedef struct span_list {
    span *at;
    size_t count;
} span_list;

typedef struct search {
    const scree_cell_entry *entries;
    scree_pair_sink *out;
} search;

// ----------------------------------------------------------------------------------------------------------- places

// A word whose integer order is the order of the doubles.
static uint64_t word_of(double x)
{
    uint64_t bits;
    x += 0.0; // -0 becomes 0
    memcpy(&bits, &x, sizeof bits);
    return bits >> 63 ? ~bits : bits | (uint64_t)1 << 63;
}

static double end_of(scree_vec3 v, int axis)
{
    return axis == 0 ? v.x : axis == 1 ? v.y : v.z;
}

static void place_along(scree_cells *c, int axis, span *spans)
{
    const size_t n = c->entry_count;
    scree_sorter *s = &c->sort;
    for (size_t i = 0; i < n; ++i) s->keys[0][i] = word_of(end_of(c->entries[i].box.low, axis));
    int at = scree_sort_keys(s);
    for (size_t k = 0; k < n; ++k) spans[s->order[at][k]].low[axis] = (uint32_t)k;
    memcpy(c->keys, s->keys[at], n * sizeof *c->keys);
    for (size_t i = 0; i < n; ++i) s->keys[0][i] = word_of(end_of(c->entries[i].box.high, axis));
    at = scree_sort_keys(s);
    size_t below = 0;
    for (size_t k = 0; k < n; ++k) {
        while (below < n && c->keys[below] <= s->keys[at][k]) ++below;
        spans[s->order[at][k]].high[axis] = (uint32_t)below;
    }
}

// ----------------------------------------------------------------------------------------------------------- search

// Moves the spans that contain a rank between `first` and `last` (excluding their own ends) to the front of the list;
// returns their number.
static size_t gather_holding(span_list list, int axis, uint32_t first, uint32_t last)
{
    size_t kept = 0;
    for (size_t i = 0; i < list.count; ++i) {
        const span here = list.at[i];
        list.at[i] = list.at[kept];
        list.at[kept] = here;
        kept += (here.low[axis] < last) & (here.high[axis] > first);
    }
    return kept;
}

// The same for spans that cover all ranks from `first` to `last`.
static size_t gather_covering(span_list list, int axis, uint32_t first, uint32_t last)
{
    size_t kept = 0;
    for (size_t i = 0; i < list.count; ++i) {
        const span here = list.at[i];
        list.at[i] = list.at[kept];
        list.at[kept] = here;
        kept += (here.low[axis] < first) & (here.high[axis] > last);
    }
    return kept;
}

static void take_all(const search *s, span_list a, span_list b)
{
    for (size_t i = 0; i < a.count; ++i)
        for (size_t k = 0; k < b.count; ++k)
            scree_sink_take(s->out, &s->entries[a.at[i].entry], &s->entries[b.at[k].entry]);
}

static inline bool holds(const span *a, const span *b, int axis)
{
    return (a->low[axis] < b->low[axis]) & (b->low[axis] < a->high[axis]);
}

// All pairs whose first span contains the second's low end along `axis` and that meet along the axes before it.
static void take_holding(const search *s, span_list over, span_list points, int axis)
{
    for (size_t i = 0; i < over.count; ++i) {
        const span a = over.at[i];
        for (size_t k = 0; k < points.count; ++k) {
            const span *b = &points.at[k];
            bool meet = holds(&a, b, axis);
            for (int other = 0; other < axis; ++other)
                meet &= (a.low[other] < b->high[other]) & (b->low[other] < a.high[other]);
            if (meet) scree_sink_take(s->out, &s->entries[a.entry], &s->entries[b->entry]);
        }
    }
}

// As take_holding(), for lists of any length. Recursion over axes and halves is at most 3 times 31 deep.
// NOLINTNEXTLINE(misc-no-recursion)
static void search_holding(const search *s, span_list over, span_list points, int axis)
{
    if (over.count == 0 || points.count == 0) return;
    if (axis < 0 || over.count <= FEW || points.count <= FEW) {
        s->out->work += over.count * points.count;
        if (axis < 0)
            take_all(s, over, points);
        else
            take_holding(s, over, points, axis);
        return;
    }
    s->out->work += over.count + points.count;
    uint32_t first = UINT32_MAX, last = 0;
    for (size_t k = 0; k < points.count; ++k) {
        const uint32_t low = points.at[k].low[axis];
        first = low < first ? low : first;
        last = low > last ? low : last;
    }
    over.count = gather_holding(over, axis, first, last);
    const span_list all = { over.at, gather_covering(over, axis, first, last) };
    search_holding(s, all, points, axis - 1);
    if (axis > 0) search_holding(s, points, all, axis - 1); // else these are the same pairs
    const span_list part = { over.at + all.count, over.count - all.count };
    const uint32_t middle = first + (last - first) / 2;
    const span_list left = { points.at, gather_holding(points, axis, 0, middle + 1) };
    const span_list right = { points.at + left.count, points.count - left.count };
    search_holding(s, (span_list){ part.at, gather_holding(part, axis, first, middle) }, left, axis);
    search_holding(s, (span_list){ part.at, gather_holding(part, axis, middle + 1, last) }, right, axis);
}

void scree_spans_pairs(scree_cells *c, scree_pair_sink *out)
{
    const search s = { c->entries, out };
    const span_list over = { c->spare, c->entry_count }, points = { over.at + c->entry_count, c->entry_count };
    for (size_t i = 0; i < c->entry_count; ++i) over.at[i].entry = (uint32_t)i;
    for (int axis = 0; axis < 3; ++axis) place_along(c, axis, over.at);
    memcpy(points.at, over.at, c->entry_count * sizeof *over.at);
    search_holding(&s, over, points, 2);
}
