// Round bodies with polyhedra, over lanes: the pairs, each in its polyhedron's frame. See round.c.
//
// Idea        What is the same for all pairs is computed with a pair in each lane; what depends on the features of a
//             polyhedron, pair by pair, with the values of its lane. A single pair takes the same path, with all lanes
//             alike, so that its bits are those of a batch.
// Limits      Included after SCREE_LANES is set.
#ifndef SCREE_KERNELS_ROUND_ROUND_GROUP_H
#define SCREE_KERNELS_ROUND_ROUND_GROUP_H

#include "kernels/point/point_kernel.h"
#include "kernels/smooth_bodies.h"
#include "shape/superquadric_form.h"

enum { ROUND_POWER_BITS = 4 }; // of whole exponents up to SCREE_MOST_KERNEL_EXPONENT, less 2

// The fraction of the ball's radius that an overlap must leave.
#define ROUND_SHALLOW 0.25

// How far apart the bounds may be, in units of the error, in addition to the error on both sides.
#define ROUND_ENOUGH 1.0

// P is the polyhedron, S the round body.
typedef struct round_group {
    const scree_body *solid[SCREE_LANES], *other[SCREE_LANES];
    const scree_shape *p[SCREE_LANES], *s[SCREE_LANES];
    lane_mask usual; // valid poses that need no scaling
    lane_mat3 world; // x in the world = world (x in P's frame) + origin
    lane3 origin;
    lane_mat3 rotation; // x in P's frame = rotation (x in S's frame) + centre
    lane3 centre;
    lane3 axes, per, squares; // semi-axes of S; 1 / those, their squares
    lane3 bend;               // (n - 1) / squares
    lane least, most;         // of the squares
    lane ball; // the radius of the ball that touches S from inside, times the height of S along the normal
    lane span; // upper bound of the distance of two points of P
    lane radius_p, radius_s;
    lane tolerance, error;
    unsigned similar;                  // pairs of similar sizes: see pair/pair.h
    lane enough;                       // the width of the bounds that is accepted
    lane less_1, inverse, dual_less_1; // of the exponent: n - 1, 1 / n, 1 / (n - 1)
    lane_mask bit[ROUND_POWER_BITS];   // of n - 2: those that are set
    int bits;                          // the most bits in any lane
    int alike;                         // the exponent, if all lanes have the same; else 0
} round_group;

static inline lane3 round_to_p(const round_group *g, lane3 x)
{
    return l3_add(lm3_mul(&g->rotation, x), g->centre);
}

static inline lane3 round_to_s(const round_group *g, lane3 y)
{
    return lm3_mul_transposed(&g->rotation, l3_sub(y, g->centre));
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

// The same for all three, with special cases for common exponents: the products are the same.
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

// ------------------------------------------------------------------------------------------------ what is read of them

static inline void round_read_single(const scree_body *body, smooth_body *b)
{
    b->at = l3_of(body->position);
    b->qw = lane_of(body->orientation.w);
    b->qx = lane_of(body->orientation.x);
    b->qy = lane_of(body->orientation.y);
    b->qz = lane_of(body->orientation.z);
    smooth_shape_of(body->shape, b);
}

// One pair, in all lanes; or as many as there are lanes.
static inline __attribute__((always_inline)) void round_read(const round_group *g, int count, smooth_body *p,
                                                             smooth_body *s)
{
    if (count == 1) {
        round_read_single(g->solid[0], p);
        round_read_single(g->other[0], s);
    } else {
        smooth_gather_bodies(g->solid, p);
        smooth_gather_bodies(g->other, s);
    }
}

static inline __attribute__((always_inline)) void round_exponents(int count, round_group *g)
{
    const scree_exponent *e = &g->s[0]->form->along;
    int most = e->whole, least = e->whole;
    for (int i = 1; i < count; ++i) {
        const int n = g->s[i]->form->along.whole;
        most = n > most ? n : most;
        least = n < least ? n : least;
    }
    g->alike = most == least ? most : 0;
    g->bits = 1;
    for (int k = 0; k < ROUND_POWER_BITS; ++k)
        if ((most - 2) >> k != 0) g->bits = k + 1;
    if (count == 1 || g->alike != 0) { // as in most batches
        g->less_1 = lane_of(e->n - 1.0);
        g->inverse = lane_of(e->inverse);
        g->dual_less_1 = lane_of(e->dual_less_1);
        for (int k = 0; k < ROUND_POWER_BITS; ++k) g->bit[k] = lane_whole(-((most - 2) >> k & 1));
        return;
    }
    double less_1[SCREE_LANES], inverse[SCREE_LANES], dual_less_1[SCREE_LANES];
    lane_mask less_2 = { 0 };
    for (int i = 0; i < SCREE_LANES; ++i) {
        e = &g->s[i]->form->along;
        less_1[i] = e->n - 1.0;
        inverse[i] = e->inverse;
        dual_less_1[i] = e->dual_less_1;
        less_2[i] = e->whole - 2;
    }
    g->less_1 = lane_at(less_1);
    g->inverse = lane_at(inverse);
    g->dual_less_1 = lane_at(dual_less_1);
    for (int k = 0; k < ROUND_POWER_BITS; ++k) g->bit[k] = -(less_2 >> k & 1);
}

// As point_place_make(), for bodies of which one is far from its own origin.
static inline void round_shift_exactly(round_group *g, int i)
{
    round_put3(&g->centre, i, dd3_value(scree_exact_shift(g->solid[i], g->other[i])));
    round_put3(&g->origin, i, dd3_value(scree_exact_place(g->solid[i])));
}

// a transposed times b
static inline __attribute__((always_inline)) void round_rotation_between(const lane_mat3 *a, const lane_mat3 *b,
                                                                         lane_mat3 *out)
{
    const lane3 *r = a->row;
    out->row[0] = lm3_mul_transposed(b, l3(r[0].x, r[1].x, r[2].x));
    out->row[1] = lm3_mul_transposed(b, l3(r[0].y, r[1].y, r[2].y));
    out->row[2] = lm3_mul_transposed(b, l3(r[0].z, r[1].z, r[2].z));
}

// The bodies and their shapes are set already. A negative tolerance: the default.
static inline __attribute__((always_inline)) void round_group_make(int count, double tolerance, round_group *g)
{
    smooth_body p, s;
    round_read(g, count, &p, &s);
    // Poses that are valid without a closer look: see scree_pose_is_valid().
    g->usual = (l3_dot(p.at, p.at) < 1e119) & (l3_dot(s.at, s.at) < 1e119);
    g->world = smooth_rotation(&p, &g->usual);
    const lane_mat3 rotation_s = smooth_rotation(&s, &g->usual);
    round_rotation_between(&g->world, &rotation_s, &g->rotation);
    g->origin = p.at;
    g->centre = lm3_mul_transposed(&g->world, l3_sub(s.at, p.at));
    for (int i = 0; i < count; ++i)
        if (v3_norm2(g->p[i]->centre) + v3_norm2(g->s[i]->centre) != 0.0) round_shift_exactly(g, i);
    g->axes = s.axes;
    g->per = l3(1.0 / g->axes.x, 1.0 / g->axes.y, 1.0 / g->axes.z);
    g->squares = l3_times(g->axes, g->axes);
    g->least = lane_min(g->squares.x, lane_min(g->squares.y, g->squares.z));
    g->most = lane_max(g->squares.x, lane_max(g->squares.y, g->squares.z));
    round_exponents(count, g);
    g->bend = l3_scale(l3_times(g->per, g->per), g->less_1);
    g->ball = g->least * g->dual_less_1;
    g->radius_p = p.radius;
    g->radius_s = s.radius;
    g->span = 2.0 * p.core_radius;
    const lane far = lane_sqrt(l3_dot(g->centre, g->centre));
    g->error = SCREE_ROUNDING *
               (SCREE_ROUNDINGS_A * p.core_radius + SCREE_ROUNDINGS_SHIFT * far + SCREE_ROUNDINGS_B * s.core_radius);
    g->error += p.slack + s.slack;
    g->tolerance = lane_either(tolerance < 0.0, SCREE_DEFAULT_TOLERANCE * (p.bound + s.bound), lane_of(tolerance));
    g->similar = lane_bits((p.bound * SCREE_UNEQUAL >= s.bound) & (s.bound * SCREE_UNEQUAL >= p.bound));
    g->enough = lane_max(0.5 * g->tolerance, ROUND_ENOUGH * g->error);
}

#endif
