// The pressure field of two polyhedra, or of one and a half space: the planes of one pair in lanes.
//
// Source      region/field.c for the surface and its cells.
// Idea        surface_make.h finds the planes that bound the shared volume, surface_walk.h the surface, surface_sums.h
//             adds up. What a pair reads of its shapes is prefetched while the pair before it is answered: where every grain
//             has a shape of its own, these do not fit into the caches.
// Limits      Pairs without a proof are left.
#include "kernels/field/surface_make.h"
#include "kernels/field/surface_sums.h"
#include "pair/fetch.h"

static bool answer(const scree_field_pair *pair, surface *s)
{
    return surface_planes_make(pair, &s->planes) && surface_walk(s) &&
           surface_write(s, pair->sign, pair->least_ball, pair->out);
}

uint64_t SCREE_AT_WIDTH(scree_surface_fields)(const scree_field_pair *pairs, int count)
{
    surface s;
    uint64_t done = 0;
    for (int i = 0; i < count; ++i) {
        if (i + 2 < count) {
            scree_fetch_hull(pairs[i + 2].a->shape);
            scree_fetch_hull(pairs[i + 2].b->shape);
        }
        if (i + 1 < count) {
            scree_fetch_arrays(pairs[i + 1].a->shape);
            scree_fetch_arrays(pairs[i + 1].b->shape);
        }
        done |= (uint64_t)answer(&pairs[i], &s) << i;
    }
    return done;
}
