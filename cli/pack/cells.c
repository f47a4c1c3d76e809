// Idea    Cells about as long as the mean spacing, and a third of the reach at least. The offsets to all cells within
//         reach are sorted by distance once, so that a walk meets the near ones first. Each walk makes small tables,
//         one for each axis, of the cells along it; a cell's number, its distance and the place relative to it are then
//         sums or triples of entries. Most cells are one line of cache. Their places are in single precision, which is
//         why ranges are taken a little too large.
#define _POSIX_C_SOURCE 200809L
#include "cells.h"

#include <math.h>
#include <stdlib.h>

// The first cells of a walk are fetched from memory when it is made.
enum { MOST_CELLS_A_SIDE = 1024, CACHE_LINE = 64, FETCHED = 10 };

// In cells: ranges are taken so much larger, and distances of cells so much smaller. Coordinates in single precision
// are up to CELL_SPAN cells, with roundings of 1e-6, and places are rounded into a neighbouring cell by 1e-13 at most.
static const double slack = 1e-5;

// Of empty slots: beyond every range, and its square is a number.
static const float nowhere = 1e18F;

static double side_of(const cell_grid *g, int axis)
{
    return axis == 0 ? g->box.x : axis == 1 ? g->box.y : g->box.z;
}

static double edge_of(const cell_grid *g, int axis)
{
    return side_of(g, axis) / g->n[axis];
}

/// The number of cells along an axis, and the offsets: all cells once where the reach goes round the box.
static void divide(cell_grid *g, int axis, double edge, double reach)
{
    double wanted = floor(side_of(g, axis) / edge);
    int n = wanted < 1.0 ? 1 : wanted > MOST_CELLS_A_SIDE ? MOST_CELLS_A_SIDE : (int)wanted;
    g->n[axis] = n;
    int w = (int)ceil(fmin(reach / edge_of(g, axis) + slack, MOST_CELLS_A_SIDE));
    if (g->periodic && 2 * w + 1 > n) {
        g->goes_round = true;
        g->low[axis] = -((n - 1) / 2);
        g->high[axis] = n / 2;
    } else {
        if (w > n - 1) w = n - 1;
        g->low[axis] = -w;
        g->high[axis] = w;
    }
}

/// Squared distance between the middles of two cells.
static double middle_distance2(const cell_grid *g, cell_offset o)
{
    double x = (o.x + g->low[0]) * edge_of(g, 0), y = (o.y + g->low[1]) * edge_of(g, 1),
           z = (o.z + g->low[2]) * edge_of(g, 2);
    return x * x + y * y + z * z;
}

/// Which of two is visited first.
static bool is_before(const cell_grid *g, cell_offset a, cell_offset b)
{
    if (a.nearest2 != b.nearest2) return a.nearest2 < b.nearest2;
    return middle_distance2(g, a) < middle_distance2(g, b);
}

/// Insertion sort: some hundreds, and once.
static void insert(cell_grid *g, cell_offset o)
{
    int i = g->offset_count++;
    for (; i > 0 && is_before(g, o, g->offsets[i - 1]); --i) g->offsets[i] = g->offsets[i - 1];
    g->offsets[i] = o;
}

/// The gap between two cells along an axis, in units.
static double gap_along(const cell_grid *g, int axis, int offset)
{
    int between = abs(offset) - 1;
    return between > 0 ? between * edge_of(g, axis) / g->unit - slack : 0.0;
}

static bool make_offsets(cell_grid *g, double reach)
{
    size_t most = 1;
    for (int i = 0; i < 3; ++i) most *= (size_t)(g->high[i] - g->low[i] + 1);
    g->offsets = malloc(most * sizeof *g->offsets);
    if (g->offsets == NULL) return false;
    const double range = reach / g->unit + slack;
    for (int z = g->low[2]; z <= g->high[2]; ++z) {
        for (int y = g->low[1]; y <= g->high[1]; ++y) {
            for (int x = g->low[0]; x <= g->high[0]; ++x) {
                double dx = gap_along(g, 0, x), dy = gap_along(g, 1, y), dz = gap_along(g, 2, z);
                double nearest2 = dx * dx + dy * dy + dz * dz;
                if (nearest2 > range * range) continue;
                g->next_count += abs(x) <= 1 && abs(y) <= 1 && abs(z) <= 1;
                insert(g, (cell_offset){ (float)nearest2, (uint8_t)(x - g->low[0]), (uint8_t)(y - g->low[1]),
                                         (uint8_t)(z - g->low[2]) });
            }
        }
    }
    return true;
}

static void clear_line(cell_grid *g, uint32_t i)
{
    for (int k = 0; k < CELL_SLOTS; ++k) {
        g->lines[i].x[k] = g->lines[i].y[k] = g->lines[i].z[k] = nowhere;
        g->lines[i].numbers[k] = CELL_NONE;
    }
    g->next[i] = CELL_NONE;
}

bool scree_pack_cells_make(cell_grid *g, scree_vec3 box, bool periodic, double reach, size_t capacity)
{
    *g = (cell_grid){ .box = box, .periodic = periodic };
    double spacing = cbrt(box.x / (double)(capacity + 1) * box.y * box.z);
    size_t cells = 1;
    for (int i = 0; i < 3; ++i) {
        divide(g, i, fmax(reach / 3.0, spacing), reach);
        cells *= (size_t)g->n[i];
        g->unit = fmax(g->unit, edge_of(g, i));
    }
    g->per_unit = 1.0 / g->unit;
    for (int i = 0; i < 3; ++i) {
        g->edge[i] = edge_of(g, i) * g->per_unit;
        g->per_edge[i] = g->n[i] / side_of(g, i);
    }
    // The lines that a full cell gets after its first hold CELL_SLOTS places each.
    size_t lines = cells + capacity / CELL_SLOTS;
    void *room = NULL;
    if (posix_memalign(&room, CACHE_LINE, lines * sizeof *g->lines) != 0) room = NULL;
    g->lines = room;
    g->next = malloc(lines * sizeof *g->next);
    if (g->lines == NULL || g->next == NULL || !make_offsets(g, reach)) {
        scree_pack_cells_free(g);
        return false;
    }
    for (; g->line_count < cells; ++g->line_count) clear_line(g, g->line_count);
    return true;
}

void scree_pack_cells_free(cell_grid *g)
{
    free(g->offsets);
    free(g->lines);
    free(g->next);
    *g = (cell_grid){ 0 };
}

static int cell_along(const cell_grid *g, double x, int axis)
{
    int i = (int)(x * g->per_edge[axis]);
    return i < g->n[axis] ? i : g->n[axis] - 1;
}

/// The tables of one axis, for the offsets from `low` to `high`.
static void look_along(const cell_grid *g, cell_walk *w, int axis, double x, uint32_t stride, int low, int high)
{
    const int n = g->n[axis], reference = cell_along(g, x, axis);
    const double edge = g->edge[axis], in_reference = x * g->per_unit - reference * edge;
    low = low > g->low[axis] ? low : g->low[axis];
    high = high < g->high[axis] ? high : g->high[axis];
    for (int offset = low, i = low - g->low[axis]; offset <= high; ++offset, ++i) {
        const double relative = in_reference - offset * edge; // above `edge`: the place is beyond the cell
        double gap = (relative < 0.0 ? -relative : relative > edge ? relative - edge : 0.0) - slack;
        // With an even number of cells round the box the last one may be nearer on the other side.
        if (g->goes_round && 2 * offset == n) gap = (offset - 1) * edge - slack;
        int cell = reference + offset;
        bool outside = cell < 0 || cell >= n;
        if (outside && g->periodic) cell += cell < 0 ? n : -n;
        w->relative[axis][i] = (float)relative;
        w->distances2[axis][i] = outside && !g->periodic ? HUGE_VALF : gap > 0.0 ? (float)(gap * gap) : 0.0F;
        w->cells[axis][i] = outside && !g->periodic ? 0 : (uint32_t)cell * stride;
    }
}

static void look_around(const cell_grid *g, cell_walk *w, int low, int high)
{
    look_along(g, w, 0, w->place.x, 1, low, high);
    look_along(g, w, 1, w->place.y, (uint32_t)g->n[0], low, high);
    look_along(g, w, 2, w->place.z, (uint32_t)(g->n[0] * g->n[1]), low, high);
}

void scree_pack_cells_look_far(const cell_grid *g, cell_walk *w)
{
    look_around(g, w, -CELL_SPAN, -2);
    look_around(g, w, 2, CELL_SPAN);
}

void scree_pack_cells_walk(const cell_grid *g, cell_walk *w, scree_vec3 place, double range)
{
    const double reach = range * g->per_unit + slack;
    w->range2 = (float)(reach * reach);
    w->offset = 0;
    w->line = CELL_NONE;
    w->hits = 0;
    w->place = place;
    look_around(g, w, -1, 1);
    for (int i = 0; i < FETCHED && i < g->offset_count; ++i) {
        const cell_offset o = g->offsets[i];
        __builtin_prefetch(&g->lines[w->cells[0][o.x] + w->cells[1][o.y] + w->cells[2][o.z]]);
    }
}

void scree_pack_cells_add(cell_grid *g, uint32_t number, scree_vec3 place)
{
    const int x = cell_along(g, place.x, 0), y = cell_along(g, place.y, 1), z = cell_along(g, place.z, 2);
    uint32_t at = (uint32_t)((z * g->n[1] + y) * g->n[0] + x);
    while (g->lines[at].numbers[CELL_SLOTS - 1] != CELL_NONE) { // it is full
        if (g->next[at] == CELL_NONE) {
            clear_line(g, g->line_count);
            g->next[at] = g->line_count++;
        }
        at = g->next[at];
    }
    cell_line *line = &g->lines[at];
    int slot = 0;
    while (line->numbers[slot] != CELL_NONE) ++slot;
    line->x[slot] = (float)(place.x * g->per_unit - x * g->edge[0]);
    line->y[slot] = (float)(place.y * g->per_unit - y * g->edge[1]);
    line->z[slot] = (float)(place.z * g->per_unit - z * g->edge[2]);
    line->numbers[slot] = number;
}
