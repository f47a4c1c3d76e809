// The support height of a hull along a direction, and the support vertex. See hull_verdict.c and round_verdict.h.
#ifndef SCREE_KERNELS_HULL_HULL_TOP_H
#define SCREE_KERNELS_HULL_HULL_TOP_H

#include "kernels/hull/hull_scan.h"

/// The support vertex of a hull along a direction, and its height.
typedef struct hull_top {
    int vertex;
    double height;
} hull_top;

static inline bool is_climbed(const scree_shape *s)
{
    return s->padded_count > HULL_SCAN_LIMIT;
}

/// Climbs along the edges from a vertex near the top. Where faces are flat only to rounding, edges need not lead there.
__attribute__((noinline)) static hull_top climb_along(const scree_shape *s, const scree_vec3 *along, int start)
{
    const scree_vec3 d = *along;
    int v = start, up = scree_hides_edges(s) ? -1 : 0;
    for (int budget = s->vertex_count; up >= 0 && budget > 0;) {
        const scree_spokes spokes = scree_spokes_of(s, v);
        const int begin = spokes.first, end = spokes.end;
        double rise = 0.0;
        up = -1;
        for (int k = begin; k < end; k += SCREE_LANES) {
            lane h = heights_of(spokes.x + k, spokes.y + k, spokes.z + k, d);
            if (end - k < SCREE_LANES) h = lane_select(lane_first(end - k), h, lane_of(0.0));
            const lane most = lane_most(h);
            if (!(most[0] > rise)) continue;
            rise = most[0];
            up = k + __builtin_ctz(lane_bits_equal(h, most));
        }
        budget -= end - begin;
        if (up >= 0) v = scree_neighbour(s->hull, up);
    }
    if (up >= 0 || scree_hides_edges(s)) v = scree_support_vertex(s, d, start);
    return (hull_top){ v, v3_dot(d, scree_stored_vertex(s, v)) };
}

/// For hulls that are climbed, a vertex near the farthest one.
static inline __attribute__((always_inline)) hull_top top_near(const scree_shape *s, scree_vec3 d)
{
    if (is_climbed(s)) {
        const int start = scree_support_start(s, d);
        return (hull_top){ start, v3_dot(d, scree_stored_vertex(s, start)) };
    }
    lane best = heights_of(s->x, s->y, s->z, d);
    lane_mask block = { 0 };
    for (int k = SCREE_LANES; k < s->vertex_count; k += SCREE_LANES) {
        const lane h = heights_of(s->x + k, s->y + k, s->z + k, d);
        const lane_mask better = h > best;
        best = lane_max(h, best);
        block = (better & k) | (~better & block);
    }
    const lane most = lane_most(best);
    const int i = __builtin_ctz(lane_bits_equal(best, most) | 1u << (SCREE_LANES - 1));
    return (hull_top){ s->vertex_count <= SCREE_LANES ? i : (int)block[i] + i, most[0] };
}

/// Finishes what top_near() began.
static inline hull_top top_from(const scree_shape *s, scree_vec3 d, hull_top near)
{
    return is_climbed(s) ? climb_along(s, &d, near.vertex) : near;
}

#endif
