// One pair of ellipsoids: its two bodies are the lanes.
//
// Source      ellipsoid.c, operation by operation, so that the answers are the same to the last bit.
// Idea        See smooth_single.h. What belongs to the pair is in both lanes of two, since their sum does not depend on
//             the order.
// Limits      Included after ellipsoid.c, which has the details.
#ifndef SCREE_KERNELS_ELLIPSOID_ELLIPSOID_SINGLE_H
#define SCREE_KERNELS_ELLIPSOID_ELLIPSOID_SINGLE_H

#include "kernels/smooth_single.h"

// The same in both lanes, except rotation, q, s, k, trace, det and least.
typedef struct single_pair {
    two_mat3 rotation;
    scree_two3 q;
    two_sym3 s, k, mixed;
    scree_two trace, det, least;
    scree_two3 d;
    scree_two error, near2;
    bool usual;
} single_pair;

static inline scree_two two_mixed_diagonal(scree_two a, scree_two b, scree_two c)
{
    return a * two_swap(b) + b * two_swap(a) - 2.0 * (c * two_swap(c));
}

static inline scree_two two_mixed_rest(scree_two a, scree_two b, scree_two c, scree_two d)
{
    return 2.0 * ((a * two_swap(b) + b * two_swap(a)) - (c * two_swap(d) + d * two_swap(c)));
}

static inline void single_pair_make(const scree_body *a, const scree_body *b, single_pair *p)
{
    const scree_shape *s = a->shape, *t = b->shape;
    const scree_two3 axes = two3_of(s->form->semi_axes, t->form->semi_axes), q = two3_times(axes, axes);
    const scree_two core_radius = { s->core_radius, t->core_radius }, slack = { s->slack, t->slack };
    p->rotation = two_rotation(a->orientation, b->orientation, &p->usual);
    p->q = q;
    p->s = two_rotated(&p->rotation, q);
    p->k = two_adjugate(&p->s);
    p->trace = q.x + q.y + q.z;
    p->det = q.x * q.y * q.z;
    p->least = -two_max(two_max(-q.x, -q.y), -q.z);
    const scree_two even = p->least / two_max(two_max(q.x, q.y), q.z);
    const two_sym3 *k = &p->k;
    p->mixed.xx = two_mixed_diagonal(k->yy, k->zz, k->yz);
    p->mixed.yy = two_mixed_diagonal(k->xx, k->zz, k->xz);
    p->mixed.zz = two_mixed_diagonal(k->xx, k->yy, k->xy);
    p->mixed.xy = two_mixed_rest(k->xz, k->yz, k->xy, k->zz);
    p->mixed.xz = two_mixed_rest(k->xy, k->yz, k->xz, k->yy);
    p->mixed.yz = two_mixed_rest(k->xy, k->xz, k->xx, k->yz);
    const scree_vec3 d = v3_sub(b->position, a->position);
    p->d = two3_of(d, d);
    const scree_two dd = two3_dot(p->d, p->d);
    p->error =
        SCREE_ROUNDING * (SMOOTH_ROUNDINGS_RADIUS * two_sum(core_radius) + SMOOTH_ROUNDINGS_SHIFT * lane_two_sqrt(dd));
    p->error += two_sum(slack);
    const double evenness = even[0] < even[1] ? even[0] : even[1],
                 near2 = NEAR * NEAR * (evenness * evenness * evenness);
    p->near2 = two_of(near2, near2);
    p->usual = p->usual && ASPECT2 * evenness >= 1.0 && two_is_between(core_radius, 1e-10, 1e10) && dd[0] > 1e-22 &&
               dd[0] < 1e22;
}

// rough_inverse_root()
static inline scree_two two_rough_inverse_root(scree_two x)
{
    const scree_two y = two_from_words(ROUGH_INVERSE_ROOT - (two_to_words(x) >> 1));
    return y * (1.5 - 0.5 * x * y * y);
}

// solved()
static inline scree_two3 single_solved(const single_pair *p, scree_two f, scree_two c)
{
    two_sym3 x = two_mix(f, &p->s);
    x.xx += c;
    x.yy += c;
    x.zz += c;
    x = two_adjugate(&x);
    return two_sym3_mul(&x, p->d);
}

// first_facing()
static inline scree_two3 single_first_facing(const single_pair *p)
{
    const scree_two3 d = p->d;
    const scree_two dd = two3_dot(d, d), c2 = two3_dot(two_sym3_mul(&p->k, d), d) * (1.0 / p->det);
    const scree_two inverse = two_rough_inverse_root(c2), c = c2 * inverse,
                    h = lane_two_sqrt(two3_dot(two_sym3_mul(&p->s, d), d));
    const scree_two most = dd - dd * two_sum(inverse), least = two_max(dd - two_sum(h), two_of(0.0, 0.0));
    return single_solved(p, c, two_max(least, GAP_PART * most));
}

// facing()
static inline scree_two3 single_facing(const single_pair *p, scree_two3 m)
{
    const scree_two h2 = two3_dot(two_sym3_mul(&p->s, m), m), inverse = two_rough_inverse_root(h2);
    const scree_two h = h2 * inverse;
    const scree_two gap = (two3_dot(m, p->d) - two_sum(h)) * (1.0 / two3_dot(m, m));
    return single_solved(p, inverse, two_max(gap, -LEAST_PART * two_sum(p->least * inverse)));
}

// ------------------------------------------------------------------------------------------------------- the climb

typedef struct single_view {
    scree_two3 m, at, t, step;
    scree_two inverse, square;
    scree_two mm, per_mm, gap, step2, det;
    bool usual;
} single_view;

// look_on()
static inline void single_look_on(const single_pair *p, scree_two h2, single_view *x)
{
    const scree_two3 m = x->m;
    const scree_two xx = m.x * m.x, yy = m.y * m.y, zz = m.z * m.z, none = two_of(0.0, 0.0);
    const two_sym3 *k = &p->mixed;
    const scree_two mixed =
        ((k->xx * xx + k->yy * yy) + (k->zz * zz + k->xy * (m.x * m.y))) + (k->xz * (m.x * m.z) + k->yz * (m.y * m.z));
    x->mm = xx + yy + zz;
    const scree_two h = lane_two_sqrt(h2);
    x->square = 1.0 / h2;
    x->per_mm = 1.0 / x->mm;
    x->inverse = h * x->square;
    const scree_two f = x->inverse * x->square;
    const scree_two trace = (p->trace - two3_dot(x->at, x->at) * x->square) * x->inverse;
    const scree_two det = p->det * (x->square * x->square);
    x->gap = (two3_dot(m, p->d) - two_sum(h)) * x->per_mm;
    x->t = two3_add_scaled(two3_sub(p->d, two3_sum(two3_scale(x->at, x->inverse))), -x->gap, m);
    const scree_two bend = two_sum(trace), shared = two_max(mixed, none) * (f * two_swap(f));
    x->det = x->mm * (two_sum(det) + shared) + x->gap * (bend + x->gap);
    x->usual = x->det[0] > SCREE_CLIMB_SINGULAR * bend[0] * bend[0] && bend[0] + 2.0 * x->gap[0] > 0.0;
    const two_sym3 inverse = two_mix(f, &p->k);
    const scree_two3 y = two_sym3_mul(&inverse, x->t);
    x->step = two3_add_scaled(two3_add_scaled(two3_scale(y, x->mm), x->gap, x->t), -two3_dot(m, y), m);
    x->step2 = two3_dot(x->step, x->step);
}

static inline void single_look(const single_pair *p, scree_two3 m, single_view *x)
{
    x->m = m;
    x->at = two_sym3_mul(&p->s, m);
    single_look_on(p, two3_dot(x->at, m), x);
}

static inline void single_look_closely(const single_pair *p, scree_two3 m, single_view *x)
{
    const scree_two3 *r = p->rotation.row;
    const scree_two3 own = two3(r[0].x * m.x + r[1].x * m.y + r[2].x * m.z, r[0].y * m.x + r[1].y * m.y + r[2].y * m.z,
                                r[0].z * m.x + r[1].z * m.y + r[2].z * m.z);
    const scree_two3 w = two3_times(p->q, own);
    x->m = m;
    x->at = two3(two3_dot(r[0], w), two3_dot(r[1], w), two3_dot(r[2], w));
    single_look_on(p, two3_dot(w, own), x);
}

static inline bool single_is_shorter(const single_view *x, double angle2)
{
    return x->step2[0] < angle2 * (x->det[0] * x->det[0]) * x->mm[0];
}

// climb(); false: left to the search.
static inline bool single_climb(const single_pair *p, scree_two3 *m, int *steps)
{
    for (int i = 0; i < LANE_STEPS; ++i) {
        single_view x;
        single_look(p, *m, &x);
        if (!(x.usual && single_is_shorter(&x, 1.0))) return false;
        *m = two3_add_scaled(x.step, x.det, *m);
        ++*steps;
        if (single_is_shorter(&x, p->near2[0])) return true;
    }
    return false;
}

typedef struct single_end {
    scree_two length, gap, doubt;
    bool proven;
} single_end;

// end_of()
static inline single_end single_end_of(const single_pair *p, const single_view *x)
{
    single_end end = { .length = lane_two_sqrt(x->mm) };
    end.gap = x->gap * end.length;
    const scree_two depth = end.gap + two_sum(p->least * x->inverse) * end.length;
    end.doubt = 0.5 * two3_dot(x->t, x->t) / depth;
    end.proven = x->usual && single_is_shorter(x, SCREE_CLIMB_LAST * SCREE_CLIMB_LAST) && depth[0] > 0.0 &&
                 end.doubt[0] <= SCREE_ELLIPSOIDS_ENOUGH * p->error[0];
    return end;
}

// ------------------------------------------------------------------------------------------------------ the answer

// answer_of()
static inline single_answer single_answer_of(const single_pair *p, const single_view *x, const single_end *end,
                                             int steps)
{
    const scree_two3 step = two3_scale(x->step, 1.0 / x->det);
    const scree_two per_length = end->length * x->per_mm, sign = { 1.0, -1.0 };
    const scree_two3 rotated = two3_scale(two3_add(x->m, step), per_length), y = two_sym3_mul(&p->s, step);
    const double gap = end->gap[0], high = gap + end->doubt[0];
    const scree_two3 moved = two3_scale(two3_add_scaled(y, -two3_dot(x->at, step) * x->square, x->at), x->inverse);
    const scree_two3 on = two3_scale(two3_add(two3_scale(x->at, x->inverse), moved), sign);
    single_answer r = { .lower = gap - p->error[0], .error = p->error[0], .steps = steps };
    r.distance = gap + 0.5 * (two3_dot(x->t, step)[0] * per_length[0]);
    r.upper = (r.distance > high ? r.distance : high) + p->error[0];
    r.n = two3_first(two3_scale(rotated, 1.5 - 0.5 * two3_dot(rotated, rotated)));
    r.on_a = two3_a(&on);
    r.on_b = two3_b(&on);
    return r;
}

static inline bool answer_single(const scree_body *a, const scree_body *b, double tolerance, const scree_cache *cache,
                                 scree_contact *out)
{
    single_pair p;
    single_pair_make(a, b, &p);
    if (!p.usual) return false;
    scree_two3 m;
    if (cache != NULL && cache->filled)
        m = two3_of(scree_cache_axis(cache), scree_cache_axis(cache));
    else
        m = single_facing(&p, single_first_facing(&p));
    int steps = 0;
    if (!two_is_between(two3_dot(m, m), 1e-70, 1e70) || !single_climb(&p, &m, &steps)) return false;
    single_view x;
    single_look_closely(&p, m, &x);
    single_end end = single_end_of(&p, &x);
    if (x.usual && !end.proven) {
        single_look_closely(&p, two3_add_scaled(x.step, x.det, m), &x);
        end = single_end_of(&p, &x);
    }
    if (!end.proven) return false;
    const single_answer answer = single_answer_of(&p, &x, &end, steps);
    return single_publish(a, b, false, tolerance, &answer, out);
}

#endif
