// Pairs of ellipsoids over lanes: one pair a lane, or one pair in all of them.
//
// Source      pair/ellipsoid_pair.h and ellipsoids.c for the gap along a normal, its second derivative and the ball
//             that proves it. The start, and the order of the work, are our own.
// Idea        Where the gap g along n is largest, d = p_B - p_A = (S_A / h_A + S_B / h_B + g) n, with the matrices S of
//             squared semi-axes and the support heights h along n. Solving this for n, with the h and g of any normal,
//             gives a better one: the error shrinks by a factor of 0.02 at an aspect ratio of 3 : 2, of 0.3 at 6. Two
//             such steps from the line of centres (none from the cached normal of a pair that has moved), then one to
//             three steps of Newton's method; the last evaluation is along axes rotated into each body's own frame,
//             where nothing cancels, and one more step from there is taken without evaluation. Normals are not scaled
//             to unit length, so that no step waits for a division: the matrices' adjugates are enough. Roots and
//             quotients of the same operand are issued together. Second derivatives: with f = 1 / h^3 and K the
//             adjugate of S, the inverse of H_A + H_B + g across n is (f_A K_A + f_B K_B + g) / det there, and det is
//             the sum of the bodies' own det S / h^4, of the mixed term f_A f_B n^T [K_A, K_B] n, with the mixed
//             adjugate [,], and of g (trace + g). The proof does not depend on how n was found, so it is made only at
//             the end.
// Limits      Aspect ratios up to 64, sizes from 1e-10 to 1e10. What is not proven within LANE_STEPS evaluations, above
//             all deep overlaps, is left to solve/ellipsoid/ellipsoids.c. Included by one file for each width, after
//             SCREE_LANES is set.
#include "kernels/smooth_bodies.h"
#include "pair/ellipsoid_limits.h"

// The squared aspect ratio up to which adjugates of S are accurate to 1e-8.
#define ASPECT2 4096.0
// After a step shorter than this, in radians, over the third power of the aspect ratio, the next step can be taken
// without evaluation. Measured: the next is about its square, and the proof needs a shorter one the longer the bodies are;
// where that fails, there is one more evaluation.
#define NEAR 5e-2
// How much a depth may reduce the least eigenvalue of S_A / h_A + S_B / h_B, as a fraction of it.
#define LEAST_PART 0.5

// The fraction of the gap along the line of centres, surface to surface, that is likely to remain along the normal.
#define GAP_PART 0.25

// The bit patterns of 1 / sqrt(x) and of x, halved, add up to nearly the same for all x; this constant minimises the
// error (M. Robertson, A brief history of InvSqrt, 2012).
#define ROUGH_INVERSE_ROOT UINT64_C(0x5fe6eb50c7b537a9)

enum { LANE_STEPS = 8 };

// Index 0 is A, 1 is B.
typedef struct lane_pair {
    lane_mat3 rotation[2];
    lane3 q[2];      // squared semi-axes
    lane_sym3 s[2];  // S: the same in world axes
    lane_sym3 k[2];  // its adjugate
    lane_sym3 mixed; // [K_A, K_B], its off-diagonal entries doubled
    lane trace[2], det[2], least[2], evenness[2];
    lane3 d;
    lane error, near2; // near2: squared angle, see NEAR
} lane_pair;

// ------------------------------------------------------------------------------------------------------- the pair

static inline lane most_of(lane3 v)
{
    return lane_max(lane_max(v.x, v.y), v.z);
}

static inline void make_body(const smooth_body *b, lane_pair *p, int i, lane_mask *usual)
{
    const lane3 q = l3_times(b->axes, b->axes);
    p->rotation[i] = smooth_rotation(b, usual);
    p->q[i] = q;
    p->s[i] = smooth_rotated(&p->rotation[i], q);
    p->k[i] = ls3_adjugate(&p->s[i]);
    p->trace[i] = q.x + q.y + q.z;
    p->det[i] = q.x * q.y * q.z;
    p->least[i] = lane_min(lane_min(q.x, q.y), q.z);
    p->evenness[i] = p->least[i] / most_of(q);
    *usual &= (ASPECT2 * p->evenness[i] >= 1.0) & is_between(b->core_radius, 1e-10, 1e10);
}

static inline lane mixed_diagonal(lane a, lane b, lane c, lane d, lane e, lane f)
{
    return a * d + b * c - 2.0 * (e * f);
}

static inline void make_pair(const smooth_pair *g, lane_pair *p, lane_mask *usual)
{
    make_body(&g->body[0], p, 0, usual);
    make_body(&g->body[1], p, 1, usual);
    const lane_sym3 *a = &p->k[0], *b = &p->k[1];
    p->mixed.xx = mixed_diagonal(a->yy, a->zz, b->yy, b->zz, a->yz, b->yz);
    p->mixed.yy = mixed_diagonal(a->xx, a->zz, b->xx, b->zz, a->xz, b->xz);
    p->mixed.zz = mixed_diagonal(a->xx, a->yy, b->xx, b->yy, a->xy, b->xy);
    p->mixed.xy = 2.0 * ((a->xz * b->yz + a->yz * b->xz) - (a->xy * b->zz + a->zz * b->xy));
    p->mixed.xz = 2.0 * ((a->xy * b->yz + a->yz * b->xy) - (a->xz * b->yy + a->yy * b->xz));
    p->mixed.yz = 2.0 * ((a->xy * b->xz + a->xz * b->xy) - (a->xx * b->yz + a->yz * b->xx));
    p->d = l3_sub(g->body[1].at, g->body[0].at);
    const lane dd = l3_dot(p->d, p->d);
    *usual &= is_between(dd, 1e-22, 1e22);
    const lane radii = g->body[0].core_radius + g->body[1].core_radius;
    p->error = SCREE_ROUNDING * (SMOOTH_ROUNDINGS_RADIUS * radii + SMOOTH_ROUNDINGS_SHIFT * lane_sqrt(dd));
    p->error += g->body[0].slack + g->body[1].slack;
    const lane even = lane_min(p->evenness[0], p->evenness[1]);
    p->near2 = NEAR * NEAR * (even * even * even);
}

// The normal of (a A + b B + c) n = d.
static inline lane3 solved(const lane_pair *p, lane a, lane b, lane c)
{
    lane_sym3 x = ls3_mix(a, &p->s[0], b, &p->s[1]);
    x.xx += c;
    x.yy += c;
    x.zz += c;
    x = ls3_adjugate(&x);
    return ls3_mul(&x, p->d);
}

// 1 / sqrt(x), to 0.2 %: the bits of a double, taken for a number, go like its logarithm. For a start, it will do, and
// takes half as long as the root and a quotient.
static inline lane rough_inverse_root(lane x)
{
    const lane y = lane_from_words(ROUGH_INVERSE_ROOT - (lane_to_words(x) >> 1));
    return y * (1.5 - 0.5 * x * y * y);
}

// From the line of centres. Along it the surfaces are |d| / c from each centre, with c^2 = d S^-1 d: less than the
// support height along the line, and nearer to that along the normal. The gap is at least the one along the line, and
// at most the one between the surfaces.
static inline lane3 first_facing(const lane_pair *p)
{
    const lane3 d = p->d;
    const lane dd = l3_dot(d, d);
    lane c[2], inverse[2], h[2];
    for (int i = 0; i < 2; ++i) {
        const lane c2 = l3_dot(ls3_mul(&p->k[i], d), d) * (1.0 / p->det[i]);
        inverse[i] = rough_inverse_root(c2);
        c[i] = c2 * inverse[i];
        h[i] = lane_sqrt(l3_dot(ls3_mul(&p->s[i], d), d));
    }
    const lane most = dd - dd * (inverse[0] + inverse[1]), least = lane_max(dd - (h[0] + h[1]), lane_of(0.0));
    return solved(p, c[0], c[1], lane_max(least, GAP_PART * most));
}

// The normal for the support heights and the gap along m, both of any length.
static inline lane3 facing(const lane_pair *p, lane3 m)
{
    const lane a2 = l3_dot(ls3_mul(&p->s[0], m), m), b2 = l3_dot(ls3_mul(&p->s[1], m), m);
    const lane i_a = rough_inverse_root(a2), i_b = rough_inverse_root(b2), h_a = a2 * i_a, h_b = b2 * i_b;
    const lane gap = (l3_dot(m, p->d) - (h_a + h_b)) * (1.0 / l3_dot(m, m));
    const lane far = lane_max(gap, -LEAST_PART * (p->least[0] * i_a + p->least[1] * i_b));
    return solved(p, i_a, i_b, far);
}

// ------------------------------------------------------------------------------------------------------- the climb

// Evaluation along m, of any length, and the next step.
typedef struct lane_view {
    lane3 m, at[2], t;          // S m; and the part of p_B - p_A perpendicular to m
    lane inverse[2], square[2]; // 1 / h and 1 / h^2 along m
    lane mm, per_mm;            // |m|^2 and its inverse
    lane gap;                   // divided by |m|
    lane3 step;                 // from m, times det
    lane step2, det;
    lane_mask usual;
} lane_view;

// Newton's step from m, with S m of both bodies and their squared support heights along m.
static inline void look_on(const lane_pair *p, const lane h2[2], lane_view *x)
{
    const lane3 m = x->m;
    const lane xx = m.x * m.x, yy = m.y * m.y, zz = m.z * m.z;
    const lane_sym3 *k = &p->mixed;
    const lane mixed =
        ((k->xx * xx + k->yy * yy) + (k->zz * zz + k->xy * (m.x * m.y))) + (k->xz * (m.x * m.z) + k->yz * (m.y * m.z));
    lane h[2], f[2], trace[2], det[2];
    x->mm = xx + yy + zz;
    x->per_mm = 1.0 / x->mm;
    for (int i = 0; i < 2; ++i) {
        h[i] = lane_sqrt(h2[i]);
        x->square[i] = 1.0 / h2[i];
        x->inverse[i] = h[i] * x->square[i];
        f[i] = x->inverse[i] * x->square[i];
        trace[i] = (p->trace[i] - l3_dot(x->at[i], x->at[i]) * x->square[i]) * x->inverse[i];
        det[i] = p->det[i] * (x->square[i] * x->square[i]);
    }
    x->gap = (l3_dot(m, p->d) - (h[0] + h[1])) * x->per_mm;
    const lane3 a = l3_scale(x->at[0], x->inverse[0]), b = l3_scale(x->at[1], x->inverse[1]);
    x->t = l3_add_scaled(l3_sub(p->d, l3_add(a, b)), -x->gap, m);
    const lane bend = trace[0] + trace[1], shared = lane_max(mixed, lane_of(0.0)) * (f[0] * f[1]);
    x->det = x->mm * ((det[0] + det[1]) + shared) + x->gap * (bend + x->gap);
    x->usual = (x->det > SCREE_CLIMB_SINGULAR * bend * bend) & (bend + 2.0 * x->gap > 0.0);
    const lane_sym3 inverse = ls3_mix(f[0], &p->k[0], f[1], &p->k[1]);
    const lane3 y = ls3_mul(&inverse, x->t);
    x->step = l3_add_scaled(l3_add_scaled(l3_scale(y, x->mm), x->gap, x->t), -l3_dot(m, y), m);
    x->step2 = l3_dot(x->step, x->step);
}

static inline void look(const lane_pair *p, lane3 m, lane_view *x)
{
    x->m = m;
    x->at[0] = ls3_mul(&p->s[0], m);
    x->at[1] = ls3_mul(&p->s[1], m);
    const lane h2[2] = { l3_dot(x->at[0], m), l3_dot(x->at[1], m) };
    look_on(p, h2, x);
}

// The same, evaluated in each body's own frame.
static inline void look_closely(const lane_pair *p, lane3 m, lane_view *x)
{
    lane h2[2];
    x->m = m;
    for (int i = 0; i < 2; ++i) {
        const lane3 own = lm3_mul_transposed(&p->rotation[i], m), w = l3_times(p->q[i], own);
        x->at[i] = lm3_mul(&p->rotation[i], w);
        h2[i] = l3_dot(w, own);
    }
    look_on(p, h2, x);
}

// Whether the step, as an angle, is below `angle`: squared, times the squared determinant.
static inline lane_mask is_shorter(const lane_view *x, lane angle2)
{
    return x->step2 < angle2 * (x->det * x->det) * x->mm;
}

// Climbs until the next step is the last but one.
static inline lane3 climb(const lane_pair *p, lane3 m, lane *steps, lane_mask *usual)
{
    lane_mask active = *usual;
    for (int i = 0; i < LANE_STEPS && lane_bits(active) != 0; ++i) {
        lane_view x;
        look(p, m, &x);
        *usual &= ~active | (x.usual & is_shorter(&x, lane_of(1.0)));
        active &= *usual;
        m = l3_select(active, l3_add_scaled(x.step, x.det, m), m);
        *steps += lane_where(active, lane_of(1.0));
        active &= ~is_shorter(&x, p->near2);
    }
    *usual &= ~active;
    return m;
}

// The change of body i's support point when m moves by `step`: H_i step.
static inline lane3 moved(const lane_pair *p, const lane_view *x, int i, lane3 step)
{
    const lane3 y = ls3_mul(&p->s[i], step), at = x->at[i];
    return l3_scale(l3_add_scaled(y, -l3_dot(at, step) * x->square[i], at), x->inverse[i]);
}

// The end of a climb.
typedef struct lane_end {
    lane length, gap, doubt; // |m|; along the unit normal; how far above it the distance can be
    lane_mask proven;        // bounded tightly enough, and the remaining step needs no evaluation
} lane_end;

// An upper bound of scree_ellipsoid_doubt().
static inline lane_end end_of(const lane_pair *p, const lane_view *x)
{
    lane_end end = { .length = lane_sqrt(x->mm) };
    end.gap = x->gap * end.length;
    const lane depth = end.gap + (p->least[0] * x->inverse[0] + p->least[1] * x->inverse[1]) * end.length;
    end.doubt = 0.5 * l3_dot(x->t, x->t) / depth;
    end.proven = x->usual & is_shorter(x, lane_of(SCREE_CLIMB_LAST * SCREE_CLIMB_LAST)) & (depth > 0.0) &
                 (end.doubt <= SCREE_ELLIPSOIDS_ENOUGH * p->error);
    return end;
}

// The result, one step further on.
static inline void answer_of(const lane_pair *p, const lane_view *x, const lane_end *end, smooth_answer *r)
{
    const lane3 step = l3_scale(x->step, 1.0 / x->det);
    const lane per_length = end->length * x->per_mm;
    const lane3 rotated = l3_scale(l3_add(x->m, step), per_length);
    r->distance = end->gap + 0.5 * (l3_dot(x->t, step) * per_length);
    r->lower = end->gap - p->error;
    r->upper = lane_max(r->distance, end->gap + end->doubt) + p->error;
    r->n = l3_scale(rotated, 1.5 - 0.5 * l3_dot(rotated, rotated)); // already unit to some 1e-14
    r->on_a = l3_add(l3_scale(x->at[0], x->inverse[0]), moved(p, x, 0, step));
    const lane3 from_b = l3_add(l3_scale(x->at[1], x->inverse[1]), moved(p, x, 1, step));
    r->on_b = l3(-from_b.x, -from_b.y, -from_b.z);
}

// ----------------------------------------------------------------------------------------------------- the answers

// Answers one pair in each lane; returns the bits of those answered.
static inline unsigned answer_lanes(const smooth_pair *g, double tolerance, published *out)
{
    lane_mask usual = lane_whole(-1);
    lane_pair p;
    make_pair(g, &p, &usual);
    lane3 m = g->axis;
    if (lane_bits(~g->warm) != 0) m = l3_select(g->warm, m, facing(&p, first_facing(&p)));
    usual &= is_between(l3_dot(m, m), 1e-70, 1e70);
    lane steps = lane_of(0.0);
    m = climb(&p, m, &steps, &usual);
    lane_view x;
    look_closely(&p, m, &x);
    lane_end end = end_of(&p, &x);
    const lane_mask again = usual & x.usual & ~end.proven;
    if (lane_bits(again) != 0) {
        look_closely(&p, l3_select(again, l3_add_scaled(x.step, x.det, m), m), &x);
        end = end_of(&p, &x);
    }
    usual &= end.proven;
    smooth_answer answer = { .steps = steps };
    answer_of(&p, &x, &end, &answer);
    smooth_publish(g, &answer, p.error, tolerance, out, &usual);
    return lane_bits(usual);
}

static inline int run(const scree_lane_work *work, int32_t *left)
{
    int rest = 0;
    for (int first = 0; first < work->count; first += SCREE_LANES) {
        smooth_pair g;
        published out;
        const scree_body *bodies[2][SCREE_LANES];
        smooth_bodies(work, first, bodies);
        smooth_gather(work, first, bodies, &g);
        const unsigned answered = answer_lanes(&g, work->tolerance, &out);
        for (int i = 0; i < SCREE_LANES && first + i < work->count; ++i) {
            if ((answered >> i & 1u) == 0u) {
                left[rest++] = work->pairs[first + i];
                continue;
            }
            const size_t pair = work->first + (size_t)work->pairs[first + i];
            scatter(&out, i, false, &work->results[pair]);
            if (work->batch->caches != NULL) scree_cache_keep(&work->batch->caches[pair], &work->results[pair]);
        }
    }
    return rest;
}

int SCREE_AT_WIDTH(scree_ellipsoid)(const scree_lane_work *work, int32_t *left)
{
    return run(work, left);
}

// A single pair gains nothing from 8 lanes.
#if SCREE_LANES <= SCREE_MOST_SINGLE_LANES
#include "kernels/ellipsoid/ellipsoid_single.h"

bool SCREE_AT_WIDTH(scree_ellipsoid_pair)(const scree_body *a, const scree_body *b, double tolerance,
                                          const scree_cache *cache, scree_contact *out)
{
    return answer_single(a, b, tolerance, cache, out);
}
#endif
