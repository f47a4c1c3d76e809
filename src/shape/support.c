// Support vertices: a scan over lanes for few vertices, a climb along the edges for many.
#include "shape/support.h"

#include <string.h>

#include "math/vec3.h"

enum { LANES = 8 };

typedef double lanes __attribute__((vector_size(LANES * sizeof(double))));
typedef int64_t numbers __attribute__((vector_size(LANES * sizeof(int64_t))));

// By pointer: vectors wider than the target's registers have no settled way of being returned.
static inline void heights(const scree_shape *s, scree_vec3 d, int i, lanes *out)
{
    lanes x, y, z;
    memcpy(&x, s->x + i, sizeof x);
    memcpy(&y, s->y + i, sizeof y);
    memcpy(&z, s->z + i, sizeof z);
    *out = d.x * x + d.y * y + d.z * z;
}

// Each lane keeps its best and where that was; the lowest number wins among equals.
static int scan(const scree_shape *s, scree_vec3 d)
{
    lanes best, h;
    heights(s, d, 0, &best);
    numbers at = { 0, 1, 2, 3, 4, 5, 6, 7 }, here = at;
    for (int i = LANES; i < s->padded_count; i += LANES) {
        here += LANES;
        heights(s, d, i, &h);
        numbers better = h > best;
        best = (lanes)(((numbers)h & better) | ((numbers)best & ~better));
        at = (here & better) | (at & ~better);
    }
    int winner = 0;
    for (int k = 1; k < LANES; ++k) {
        if (best[k] > best[winner] || (best[k] == best[winner] && at[k] < at[winner])) winner = k;
    }
    return at[winner] < s->vertex_count ? (int)at[winner] : 0; // padding repeats vertex 0
}

double scree_support_height(const scree_shape *s, scree_vec3 d)
{
    lanes best, h;
    heights(s, d, 0, &best);
    for (int i = LANES; i < s->padded_count; i += LANES) {
        heights(s, d, i, &h);
        numbers better = h > best;
        best = (lanes)(((numbers)h & better) | ((numbers)best & ~better));
    }
    double top = best[0];
    for (int k = 1; k < LANES; ++k) {
        if (best[k] > top) top = best[k];
    }
    return top;
}

// Where a step up is smaller than the rounding of the heights, their difference says nothing; d . (u - v) still does,
// since the rounding is then one of the step, not of the size. A cycle of such steps is cut by the bound on their
// number.
static int climb(const scree_shape *s, scree_vec3 d, int v)
{
    for (int step = 0; step < s->vertex_count; ++step) {
        scree_vec3 p = scree_stored_vertex(s, v);
        int best = -1;
        double rise = 0.0;
        for (int k = s->fan_start[v]; k < s->fan_start[v + 1]; ++k) {
            double r = v3_dot(d, v3_sub(scree_stored_vertex(s, s->neighbours[k]), p));
            if (r > rise) {
                rise = r;
                best = s->neighbours[k];
            }
        }
        if (best < 0) return v;
        v = best;
    }
    return scan(s, d);
}

int scree_support_vertex(const scree_shape *s, scree_vec3 direction, int hint)
{
    if (s->vertex_count <= SCREE_SCAN_LIMIT || s->fan_start == NULL) return scan(s, direction);
    return climb(s, direction, hint);
}
