// Round bodies with polyhedra, over lanes: the pairs, each in its polyhedron's frame. See round_kernel.h.
//
// Idea        What is the same for all pairs is done for as many as there are lanes at once; what depends on the
//             features of a polyhedron, one pair after the other, with the numbers of its lane. A single pair takes the
//             same way, with all lanes alike: its bits cannot differ from those in a batch.
// Limits      Included after SCREE_LANES is set.
#ifndef SCREE_BATCH_ROUND_GROUP_H
#define SCREE_BATCH_ROUND_GROUP_H

#include "batch/pair_lanes.h"
#include "batch/point_kernel.h"
#include "shape/superquadric_form.h"

enum { ROUND_POWER_BITS = 4 }; // of exponents up to SCREE_ROUND_MOST_EXPONENT, less 2

// The part of the ball's radius that an overlap must leave.
#define ROUND_SHALLOW 0.25

// The bounds may be apart by this, in units of the error, beside the error on both sides.
#define ROUND_ENOUGH 1.0

// P is the polyhedron, S the round body.
typedef struct round_group {
    const scree_body *solid[SCREE_LANES], *other[SCREE_LANES];
    const scree_shape *p[SCREE_LANES], *s[SCREE_LANES];
    lane_mask usual; // poses that are valid, and need no scaling
    lane_mat3 world; // x in the world = world (x in P's frame) + origin
    lane3 origin;
    lane_mat3 turn; // x in P's frame = turn (x in S's frame) + centre
    lane3 centre;
    lane3 axes, per, squares; // semi-axes of S; 1 / those, their squares
    lane least, most;         // of the squares
    lane ball; // the radius of the ball that touches S from inside, times the height of S along the normal
    lane span; // no two points of P are farther apart
    lane radius_p, radius_s;
    lane tolerance, error;
    lane enough;                       // the width of the bounds that will do
    lane less_1, inverse, dual_less_1; // of the exponent: n - 1, 1 / n, 1 / (n - 1)
    lane_mask bit[ROUND_POWER_BITS];   // of n - 2: those that are set
    int bits;                          // that any lane has
    int alike;                         // the exponent, if all lanes have the same; else 0
} round_group;

static inline lane3 round_to_p(const round_group *g, lane3 x)
{
    return l3_add(lm3_mul(&g->turn, x), g->centre);
}

static inline lane3 round_to_s(const round_group *g, lane3 y)
{
    return lm3_mul_transposed(&g->turn, l3_sub(y, g->centre));
}

static inline scree_vec3 round_lane3(const lane3 *v, int i)
{
    return v3(v->x[i], v->y[i], v->z[i]);
}

static inline void round_put3(lane3 *v, int i, scree_vec3 x)
{
    v->x[i] = x.x;
    v->y[i] = x.y;
    v->z[i] = x.z;
}

// |u|^(n-2), of one coordinate
static inline lane round_power(const round_group *g, lane u)
{
    u = lane_abs(u);
    lane r = lane_select(g->bit[0], u, lane_of(1.0));
    for (int i = 1; i < g->bits; ++i) {
        u *= u;
        r = lane_select(g->bit[i], r * u, r);
    }
    return r;
}

// The same of all three, with the usual exponents told apart: the products are the same.
static inline lane3 round_powers(const round_group *g, lane3 u)
{
    const lane one = lane_of(1.0);
    switch (g->alike) {
    case 2:
        return l3(one, one, one);
    case 3:
        return l3(lane_abs(u.x), lane_abs(u.y), lane_abs(u.z));
    case 4:
        return l3_times(u, u);
    default:
        return l3(round_power(g, u.x), round_power(g, u.y), round_power(g, u.z));
    }
}

// Rows of one number a lane.
typedef struct round_rows {
    double body[2][BODY_ROWS][SCREE_LANES] __attribute__((aligned(64)));
    double less_1[SCREE_LANES] __attribute__((aligned(64))), inverse[SCREE_LANES] __attribute__((aligned(64)));
    double dual_less_1[SCREE_LANES] __attribute__((aligned(64)));
    double whole[SCREE_LANES] __attribute__((aligned(64))); // n - 2
} round_rows;

static inline void round_gather(const round_group *g, int i, round_rows *r)
{
    const scree_exponent *e = &g->s[i]->along;
    gather_body(g->solid[i], r->body[0], i);
    gather_body(g->other[i], r->body[1], i);
    r->less_1[i] = e->n - 1.0;
    r->inverse[i] = e->inverse;
    r->dual_less_1[i] = e->dual_less_1;
    r->whole[i] = e->n - 2.0;
}

static inline void round_spread(double *numbers)
{
    put(numbers, lane_of(numbers[0]));
}

// One pair, in all lanes; or as many as lanes.
static inline void round_gather_all(int count, round_group *g, round_rows *r)
{
    for (int i = 0; i < count; ++i) round_gather(g, i, r);
    if (count > 1) return;
    for (int k = 0; k < BODY_ROWS; ++k) {
        round_spread(r->body[0][k]);
        round_spread(r->body[1][k]);
    }
    round_spread(r->less_1);
    round_spread(r->inverse);
    round_spread(r->dual_less_1);
    round_spread(r->whole);
}

static inline void round_exponents(int count, round_group *g, const round_rows *r)
{
    g->less_1 = row(r->less_1);
    g->inverse = row(r->inverse);
    g->dual_less_1 = row(r->dual_less_1);
    // A whole number in the last bits of a double: its bits, one by one.
    const lane_mask whole = (lane_mask)(row(r->whole) + 0x1p52);
    int most = 0, least = INT32_MAX;
    for (int i = 0; i < count; ++i) {
        const int n = g->s[i]->along.whole;
        most = n > most ? n : most;
        least = n < least ? n : least;
    }
    g->alike = most == least ? most : 0;
    g->bits = 1;
    for (int k = 0; k < ROUND_POWER_BITS; ++k) {
        g->bit[k] = -(whole >> k & 1);
        if ((most - 2) >> k != 0) g->bits = k + 1;
    }
}

// As point_place_make() does it, for bodies of which one is given far from its own origin.
static inline void round_shift_exactly(round_group *g, int i)
{
    round_put3(&g->centre, i, dd3_value(scree_exact_shift(g->solid[i], g->other[i])));
    round_put3(&g->origin, i, dd3_value(scree_exact_place(g->solid[i])));
}

static inline void round_group_fill(const round_rows *r, int count, double tolerance, round_group *g)
{
    g->usual = pose_is_usual(r->body[0]) & pose_is_usual(r->body[1]);
    g->world = turn_of(r->body[0]);
    const lane_mat3 turn_s = turn_of(r->body[1]);
    g->turn = lm3_transposed_mul(&g->world, &turn_s);
    g->origin = rows3(r->body[0], PX);
    g->centre = lm3_mul_transposed(&g->world, l3_sub(rows3(r->body[1], PX), g->origin));
    for (int i = 0; i < count; ++i)
        if (v3_norm2(g->p[i]->centre) + v3_norm2(g->s[i]->centre) != 0.0) round_shift_exactly(g, i);
    g->axes = rows3(r->body[1], AX);
    g->per = l3(1.0 / g->axes.x, 1.0 / g->axes.y, 1.0 / g->axes.z);
    g->squares = l3_times(g->axes, g->axes);
    g->least = lane_min(g->squares.x, lane_min(g->squares.y, g->squares.z));
    g->most = lane_max(g->squares.x, lane_max(g->squares.y, g->squares.z));
    round_exponents(count, g, r);
    g->ball = g->least * g->dual_less_1;
    g->radius_p = row(r->body[0][RADIUS]);
    g->radius_s = row(r->body[1][RADIUS]);
    const lane core_p = row(r->body[0][CORE_RADIUS]), core_s = row(r->body[1][CORE_RADIUS]);
    g->span = 2.0 * core_p;
    const lane far = lane_sqrt(l3_dot(g->centre, g->centre));
    g->error = SCREE_ROUNDING * (SCREE_ROUNDINGS_A * core_p + SCREE_ROUNDINGS_SHIFT * far + SCREE_ROUNDINGS_B * core_s);
    g->error += row(r->body[0][SLACK]) + row(r->body[1][SLACK]);
    const lane size = row(r->body[0][BOUND]) + row(r->body[1][BOUND]);
    g->tolerance = lane_either(tolerance < 0.0, SCREE_DEFAULT_TOLERANCE * size, lane_of(tolerance));
    g->enough = lane_max(0.5 * g->tolerance, ROUND_ENOUGH * g->error);
}

// The bodies and their shapes are there. A negative tolerance: the default.
static inline __attribute__((always_inline)) void round_group_make(int count, double tolerance, round_group *g)
{
    round_rows r;
    round_gather_all(count, g, &r);
    round_group_fill(&r, count, tolerance, g);
}

#endif
