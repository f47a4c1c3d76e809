// Idea    A grain's shadow holds all places where the ball in a new grain could overlap it: a ball, or for ellipsoids
//         one of squared semi-axes (1 + 1/k) a^2 + (1 + k) s^2, which holds the one of semi-axes a swept by a ball of
//         radius s for every k > 0, since (x + y)^2 <= (1 + 1/k) x^2 + (1 + k) y^2. Shadows are enlarged by half
//         a cell's diagonal, and a cell counts as full only if all of it is surely covered, so that no verdict depends on
//         the cells.
#define _POSIX_C_SOURCE 200809L
#include "shadows.h"

#include <math.h>
#include <stdlib.h>

// More cells cost memory and work for each grain, fewer make longer lists.
enum { CELLS_A_GRAIN = 8, CELLS_A_RADIUS = 6, MOST_CELLS_A_SIDE = 2048 };

// Lengths and forms are taken this much larger, relatively, for their rounding.
static const double far_side = 1.0 + 1e-9;

static int cells_along(double side, double edge)
{
    double n = floor(side / edge);
    return n < 1.0 ? 1 : n > MOST_CELLS_A_SIDE ? MOST_CELLS_A_SIDE : (int)n;
}

static shadow_line empty_line(void)
{
    shadow_line line = { .next = SHADOW_NONE };
    for (int i = 0; i < SHADOW_SLOTS; ++i) line.numbers[i] = SHADOW_NONE;
    return line;
}

bool scree_shadows_make(shadow_grid *g, const packing_box *box, size_t count, double least_inner, double most_inner,
                        double most_outer)
{
    *g = (shadow_grid){ .box = *box, .least_inner = least_inner, .most_inner = most_inner };
    const scree_vec3 size = box->size;
    double edge = cbrt(size.x / ((double)CELLS_A_GRAIN * (double)(count + 1)) * size.y * size.z);
    edge = fmax(edge, most_outer / CELLS_A_RADIUS);
    g->n[0] = cells_along(size.x, edge);
    g->n[1] = cells_along(size.y, edge);
    g->n[2] = cells_along(size.z, edge);
    g->edge = (scree_vec3){ size.x / g->n[0], size.y / g->n[1], size.z / g->n[2] };
    g->per_edge = (scree_vec3){ g->n[0] / size.x, g->n[1] / size.y, g->n[2] / size.z };
    g->half_diagonal = 0.5 * sqrt(g->edge.x * g->edge.x + g->edge.y * g->edge.y + g->edge.z * g->edge.z);
    g->half_diagonal = far_side * g->half_diagonal + scree_packing_rounding(box);
    g->cell_count = (size_t)g->n[0] * (size_t)g->n[1] * (size_t)g->n[2];
    g->line_capacity = g->cell_count + g->cell_count / 4;
    g->lines = malloc(g->line_capacity * sizeof *g->lines);
    if (g->lines == NULL) return false;
    while (g->line_count < g->cell_count) g->lines[g->line_count++] = empty_line();
    return true;
}

void scree_shadows_free(shadow_grid *g)
{
    free(g->lines);
    *g = (shadow_grid){ 0 };
}

// -------------------------------------------------------------------------------------------------------- lists

/// A new line behind line `at`; its number, or SIZE_MAX where memory ran out.
static size_t add_line(shadow_grid *g, size_t at)
{
    if (g->line_count == g->line_capacity) {
        size_t capacity = 2 * g->line_capacity;
        shadow_line *lines = capacity < SHADOW_FULL ? realloc(g->lines, capacity * sizeof *lines) : NULL;
        if (lines == NULL) return SIZE_MAX;
        g->lines = lines;
        g->line_capacity = capacity;
    }
    g->lines[g->line_count] = empty_line();
    g->lines[at].next = (uint32_t)g->line_count;
    return g->line_count++;
}

/// Put a number into a cell's list: first in it, or last.
static bool append(shadow_grid *g, size_t cell, uint32_t number, bool first)
{
    if (first) {
        uint32_t displaced = g->lines[cell].numbers[0];
        g->lines[cell].numbers[0] = number;
        if (displaced == SHADOW_NONE) return true;
        number = displaced;
    }
    size_t at = cell;
    while (g->lines[at].next != SHADOW_NONE) at = g->lines[at].next;
    if (g->lines[at].numbers[SHADOW_SLOTS - 1] != SHADOW_NONE) at = add_line(g, at);
    if (at == SIZE_MAX) return false;
    uint32_t *numbers = g->lines[at].numbers;
    while (*numbers != SHADOW_NONE) ++numbers;
    *numbers = number;
    return true;
}

// ------------------------------------------------------------------------------------------------------ shadows

/// What a grain's shadow looks like.
typedef struct shadow {
    const grain *caster;
    bool quadratic;
    double reach2;        ///< squared radius of a ball around it
    scree_sym3 swept;     ///< a form that is 1 on the edge of an ellipsoid around it
    double full;          ///< a cell with its middle in the ball of this radius is full
    scree_vec3 half_edge; ///< of a cell
} shadow;

static double form(const scree_sym3 *m, scree_vec3 v)
{
    return v.x * (m->xx * v.x + 2.0 * (m->xy * v.y + m->xz * v.z)) + v.y * (m->yy * v.y + 2.0 * m->yz * v.z) +
           v.z * v.z * m->zz;
}

/// The largest value of the form over the cell around `d`, or more.
static double most_over_cell(const scree_sym3 *m, scree_vec3 d, scree_vec3 h)
{
    double x = m->xx * d.x + m->xy * d.y + m->xz * d.z, y = m->xy * d.x + m->yy * d.y + m->yz * d.z,
           z = m->xz * d.x + m->yz * d.y + m->zz * d.z;
    double of_half_edge = m->xx * h.x * h.x + m->yy * h.y * h.y + m->zz * h.z * h.z +
                          2.0 * (fabs(m->xy) * h.x * h.y + fabs(m->xz) * h.x * h.z + fabs(m->yz) * h.y * h.z);
    return form(m, d) + 2.0 * (fabs(x) * h.x + fabs(y) * h.y + fabs(z) * h.z) + of_half_edge;
}

static shadow make_shadow(const shadow_grid *g, const grain *cast, bool quadratic)
{
    shadow c = { .caster = cast, .quadratic = quadratic };
    const double swept = far_side * g->most_inner + g->half_diagonal;
    const double reach = (quadratic ? cast->outer : cast->inner) * far_side + swept;
    c.reach2 = reach * reach;
    c.full = cast->inner + g->least_inner - g->half_diagonal;
    c.half_edge = (scree_vec3){ 0.5 * far_side * g->edge.x, 0.5 * far_side * g->edge.y, 0.5 * far_side * g->edge.z };
    if (quadratic) c.swept = scree_pack_grain_swept(cast, swept);
    return c;
}

/// Could another image of the grain be the nearest to some place of the cell?
static bool is_between_images(const shadow_grid *g, scree_vec3 d)
{
    const scree_vec3 size = g->box.size, edge = g->edge;
    return !g->box.walls && (fabs(d.x) + edge.x > 0.5 * size.x || fabs(d.y) + edge.y > 0.5 * size.y ||
                             fabs(d.z) + edge.z > 0.5 * size.z);
}

/// Cast on one cell, whose middle is `d` from the grain.
static bool cast_on(shadow_grid *g, size_t cell, uint32_t number, const shadow *c, scree_vec3 d)
{
    double distance2 = d.x * d.x + d.y * d.y + d.z * d.z;
    if (distance2 > c->reach2 || g->lines[cell].numbers[0] == SHADOW_FULL) return true;
    if (c->quadratic && form(&c->swept, d) > far_side && !is_between_images(g, d)) return true;
    bool full = c->full > 0.0 && distance2 < c->full * c->full;
    if (full || (c->quadratic && most_over_cell(&c->caster->core, d, c->half_edge) < 1.0)) {
        g->lines[cell].numbers[0] = SHADOW_FULL;
        return true;
    }
    // One that takes the middle is the likeliest to take a place.
    return append(g, cell, number, scree_pack_grain_reaches(c->caster, c->quadratic, d, g->least_inner));
}

/// The cells along one axis that a shadow of this reach can fall on: `count` of them from `first` on, which are to be
/// wrapped in a periodic box.
static void span(const shadow_grid *g, double x, double per_edge, int n, double reach, int *first, int *count)
{
    int low = (int)floor((x - reach) * per_edge), high = (int)floor((x + reach) * per_edge);
    if (g->box.walls) {
        low = low < 0 ? 0 : low;
        high = high > n - 1 ? n - 1 : high;
    } else if (high - low + 1 > n) {
        high = low + n - 1;
    }
    *first = low;
    *count = high - low + 1;
}

static int wrapped(int i, int n)
{
    return (i % n + n) % n;
}

bool scree_shadows_cast(shadow_grid *g, uint32_t number, const grain *cast, bool quadratic)
{
    const shadow c = make_shadow(g, cast, quadratic);
    const double reach = sqrt(c.reach2);
    const scree_vec3 p = cast->place;
    int first[3], count[3];
    span(g, p.x, g->per_edge.x, g->n[0], reach, &first[0], &count[0]);
    span(g, p.y, g->per_edge.y, g->n[1], reach, &first[1], &count[1]);
    span(g, p.z, g->per_edge.z, g->n[2], reach, &first[2], &count[2]);
    for (int k = 0; k < count[2]; ++k) {
        const int z = wrapped(first[2] + k, g->n[2]);
        for (int j = 0; j < count[1]; ++j) {
            const int y = wrapped(first[1] + j, g->n[1]);
            for (int i = 0; i < count[0]; ++i) {
                const int x = wrapped(first[0] + i, g->n[0]);
                const scree_vec3 middle = { (x + 0.5) * g->edge.x, (y + 0.5) * g->edge.y, (z + 0.5) * g->edge.z };
                const size_t cell = ((size_t)z * (size_t)g->n[1] + (size_t)y) * (size_t)g->n[0] + (size_t)x;
                if (!cast_on(g, cell, number, &c, scree_packing_between(&g->box, middle, p))) return false;
            }
        }
    }
    return true;
}
