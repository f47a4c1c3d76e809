// Triangles of the outer surface of a cap (region/cap_surface.h), clipped at the plane and integrated, one in each lane.
//
// Idea    A triangle with some corners beyond the plane (d > 0) and some not has one corner by itself. Cut along the
//         two edges from that corner, the part beyond is one triangle (with that corner) or two (with the others). All
//         three cases are computed in all lanes, and selected. Sums are kept by triangle index modulo 8, whatever the
//         width, and added up in order, so that the bits do not depend on the width.
#include "kernels/kernels.h"
#include "lanes/lane.h"

enum { GROUP = 8, SUMS = 10 };

typedef struct corner {
    lane d, u, v;
} corner;

static inline corner corner_at(const scree_cap_triangles *t, int which, int i)
{
    return (corner){ lane_at(t->d[which] + i), lane_at(t->u[which] + i), lane_at(t->v[which] + i) };
}

static inline corner either(lane_mask m, const corner *a, const corner *b)
{
    return (corner){ lane_select(m, a->d, b->d), lane_select(m, a->u, b->u), lane_select(m, a->v, b->v) };
}

// Where the edge from a to b crosses the plane, in the lanes of `crosses`.
static inline corner crossing(lane_mask crosses, const corner *a, const corner *b)
{
    const lane one = lane_of(1.0), share = a->d / lane_select(crosses, a->d - b->d, one);
    return (corner){ lane_of(0.0), a->u + share * (b->u - a->u), a->v + share * (b->v - a->v) };
}

// Over a triangle of twice the area t: int f = t / 6 sum f, int f g = t / 24 (sum f g + sum f sum g).
static inline void add(lane sums[SUMS], lane_mask counts, const corner *a, const corner *b, const corner *c)
{
    const lane whole = (b->u - a->u) * (c->v - a->v) - (b->v - a->v) * (c->u - a->u);
    const lane twice = lane_select(counts, whole, lane_of(0.0));
    const lane sixth = twice * lane_of(1.0 / 6.0), share = twice * lane_of(1.0 / 24.0);
    const lane d = a->d + b->d + c->d, u = a->u + b->u + c->u, v = a->v + b->v + c->v;
    sums[0] += lane_of(0.5) * share * (a->d * a->d + b->d * b->d + c->d * c->d + d * d);
    sums[1] += sixth * d;
    sums[2] += share * (a->d * a->u + b->d * b->u + c->d * c->u + d * u);
    sums[3] += share * (a->d * a->v + b->d * b->v + c->d * c->v + d * v);
    sums[4] += lane_of(0.5) * twice;
    sums[5] += sixth * u;
    sums[6] += sixth * v;
    sums[7] += share * (a->u * a->u + b->u * b->u + c->u * c->u + u * u);
    sums[8] += share * (a->u * a->v + b->u * b->v + c->u * c->v + u * v);
    sums[9] += share * (a->v * a->v + b->v * b->v + c->v * c->v + v * v);
}

static inline void add_clipped(lane sums[SUMS], const corner *a, const corner *b, const corner *c)
{
    const lane none = lane_of(0.0);
    const lane_mask of_a = a->d > none, of_b = b->d > none, of_c = c->d > none;
    const lane_mask is_b = (of_a == of_c) & (of_a != of_b), is_c = (of_a == of_b) & (of_a != of_c);
    // The corner by itself, if any, and the two after it.
    corner first = either(is_c, c, a), second = either(is_c, a, b), third = either(is_c, b, c);
    first = either(is_b, b, &first);
    second = either(is_b, c, &second);
    third = either(is_b, a, &third);
    const lane_mask one = first.d > none, two = second.d > none, crosses = one != two;
    const corner to_second = crossing(crosses, &first, &second), to_third = crossing(crosses, &first, &third);
    const corner p = either(one, &first, &second);
    corner q = either(crosses, &to_second, &second), r = either(crosses, &to_third, &third);
    q = either(~one, &third, &q);
    add(sums, one | two, &p, &q, &r);
    if (lane_bits(~one & two) != 0) add(sums, ~one & two, &second, &to_third, &to_second);
}

void SCREE_AT_WIDTH(scree_cap_sums)(const scree_cap_triangles *t, double sums[SUMS])
{
    lane parts[GROUP / SCREE_LANES][SUMS];
    for (int k = 0; k < GROUP / SCREE_LANES; ++k)
        for (int s = 0; s < SUMS; ++s) parts[k][s] = lane_of(0.0);
    for (int i = 0; i < t->count; i += GROUP)
        for (int k = 0; k < GROUP / SCREE_LANES; ++k) {
            const int at = i + k * SCREE_LANES;
            const corner a = corner_at(t, 0, at), b = corner_at(t, 1, at), c = corner_at(t, 2, at);
            add_clipped(parts[k], &a, &b, &c);
        }
    for (int s = 0; s < SUMS; ++s) {
        double sum = 0.0;
        for (int k = 0; k < GROUP; ++k) sum += parts[k / SCREE_LANES][s][k % SCREE_LANES];
        sums[s] += sum;
    }
}
