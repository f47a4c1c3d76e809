#include "pair/simplex_refine.h"

static scree_vec3 weighted(const scree_simplex *s)
{
    scree_vec3 sum = v3(0, 0, 0);
    for (int i = 0; i < s->count; ++i) sum = v3_add_scaled(sum, s->weight[i], s->vertex[i].w);
    return sum;
}

// The corner from which the shortest side of a triangle goes to the next corner.
static int shortest_side(const scree_simplex *s)
{
    int best = 0;
    double least = INFINITY;
    for (int i = 0; i < 3; ++i) {
        const double length2 = v3_norm2(v3_sub(s->vertex[(i + 1) % 3].w, s->vertex[i].w));
        if (!(length2 < least)) continue;
        least = length2;
        best = i;
    }
    return best;
}

void scree_simplex_refine(scree_simplex *s)
{
    enum { ROUNDS = 4 };
    if (s->count != 3) return;
    const int base = shortest_side(s), near = (base + 1) % 3, far = (base + 2) % 3;
    const scree_vec3 narrow = v3_sub(s->vertex[near].w, s->vertex[base].w);
    const scree_vec3 wide = v3_sub(s->vertex[far].w, s->vertex[base].w), along = v3_unit(wide);
    const scree_vec3 across = v3_add_scaled(narrow, -v3_dot(narrow, along), along);
    for (int i = 0; i < ROUNDS; ++i) {
        scree_simplex t = *s;
        const scree_vec3 rest = weighted(s);
        const double by_near = -v3_dot(rest, across) / v3_norm2(across);
        const double by_far = -v3_dot(v3_add_scaled(rest, by_near, narrow), along) / v3_norm(wide);
        t.weight[near] = fmin(fmax(t.weight[near] + by_near, 0.0), 1.0);
        t.weight[far] = fmin(fmax(t.weight[far] + by_far, 0.0), 1.0 - t.weight[near]);
        t.weight[base] = 1.0 - t.weight[near] - t.weight[far];
        if (!(v3_norm2(weighted(&t)) < v3_norm2(rest))) return;
        *s = t;
    }
}
