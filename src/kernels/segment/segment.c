// Two capsules, and a capsule and a ball: closed forms, one pair after the other.
//
// Source      Ericson, Real-Time Collision Detection (2005), 5.1.9: the nearest points of two segments.
// Idea        With unit axes u and v, half lengths l and m and the vector d between the centres, s minimises the
//             distance of the lines and is clamped to [-l, l]; t is the nearest on B to it, clamped to [-m, m]; then s
//             is the nearest on A to that.
// Proof       The points bound the distance from above, the gap along the line between them from below.
// Parallel    Axes that are parallel to rounding share a segment; its middle is where the points are.
// Limits      Left to the search: axes that cross or nearly touch, where the line between the points has no direction;
//             bounds that rounding keeps apart; axes that are parallel to SCREE_FEATURE_SLOPE but not to rounding.
#include "kernels/segment/segment_answer.h"
#include "pair/pair.h"

#if SCREE_LANES <= SCREE_MOST_SINGLE_LANES

// Of the half lengths: 15 for an axis from a quaternion, 5 for products and sums. Of the vector between the centres: 1
// for itself, 4 for the sums and products.
#define HALF_ROUNDINGS 20.0
#define SHIFT_ROUNDINGS 8.0

typedef struct segment_pair {
    scree_vec3 u, v, d; // axes, and the vector from the first centre to the second
    double l, m;        // half lengths
    double s, t;        // the nearest points are s u and d + t v
} segment_pair;

static inline scree_vec3 way_between(const segment_pair *p)
{
    return v3_sub(v3_add_scaled(p->d, p->t, p->v), v3_scale(p->u, p->s));
}

// False where the axes are nearly parallel and rounding decides which segment they share.
static inline bool find_nearest(segment_pair *p, double error, bool *parallel)
{
    const double b = v3_dot(p->u, p->v), c = v3_dot(p->u, p->d), f = v3_dot(p->v, p->d);
    const double sine2 = v3_norm2(v3_cross(p->u, p->v));
    *parallel = sine2 <= DIRECT_SLOPE2;
    if (*parallel) {
        const double low = max2(-p->l, c - p->m), high = min2(p->l, c + p->m), length = high - low;
        if (length > -SCREE_FEATURE_SLOPE * (p->l + p->m)) {
            if (!(length > 4.0 * error) || !(sine2 * (length * length) <= 0.25 * error * error)) return false;
            p->s = 0.5 * (low + high);
            p->t = segment_clamp(b * p->s - f, p->m);
            return true;
        }
        *parallel = false; // one is beyond the other: ends meet
    }
    p->s = sine2 > 0.0 ? segment_clamp((c - b * f) / sine2, p->l) : 0.0;
    p->t = segment_clamp(b * p->s - f, p->m);
    p->s = segment_clamp(b * p->t + c, p->l);
    return true;
}

// Where both points are inside their segments: one correction step from the components of the connecting line along the
// axes.
static inline void improve_nearest(segment_pair *p)
{
    if (fabs(p->s) == p->l || fabs(p->t) == p->m) return;
    const scree_vec3 w = way_between(p);
    const double b = v3_dot(p->u, p->v), c = v3_dot(p->u, w), f = v3_dot(p->v, w);
    const double sine2 = v3_norm2(v3_cross(p->u, p->v));
    if (!(sine2 > 0.0)) return;
    p->s = segment_clamp(p->s + (c - b * f) / sine2, p->l);
    p->t = segment_clamp(p->t + (b * c - f) / sine2, p->m);
}

// From the points to the bounds; false: no proof.
static inline bool prove(const segment_pair *p, segment_answer *x)
{
    const scree_vec3 w = way_between(p);
    const double square = v3_norm2(w);
    if (!(square > SEGMENT_LEAST && square < SEGMENT_MOST)) return false;
    x->length = sqrt(square);
    if (!(x->length > DIRECT_CLEAR * x->error)) return false;
    x->n = v3_scale(w, 1.0 / x->length);
    x->gap = v3_dot(x->n, p->d) - p->m * fabs(v3_dot(x->n, p->v)) - p->l * fabs(v3_dot(x->n, p->u));
    return x->length - x->gap <= SEGMENT_ENOUGH * x->error;
}

static inline bool answer_two(segment_pair *p, segment_answer *x)
{
    bool parallel;
    if (!find_nearest(p, x->error, &parallel)) return false;
    if (!prove(p, x)) {
        if (parallel) return false;
        improve_nearest(p);
        if (!prove(p, x)) return false;
    }
    const scree_vec3 on_core = v3_scale(p->u, p->s);
    x->on_first = v3_add(on_core, x->first->position);
    x->has_patch = parallel;
    if (parallel) x->middle = v3_add_scaled(x->on_first, 0.5 * x->length, x->n);
    return true;
}

// For a ball as the second body.
static inline bool answer_ball(segment_pair *p, segment_answer *x)
{
    p->s = segment_clamp(v3_dot(p->u, p->d), p->l);
    p->t = 0.0;
    p->m = 0.0;
    p->v = v3(0.0, 0.0, 0.0);
    x->has_patch = false;
    if (!prove(p, x)) return false;
    x->on_first = v3_add_scaled(x->first->position, p->s, p->u);
    return true;
}

static inline bool answer_segments(const scree_body *a, const scree_body *b, double tolerance, scree_contact *out)
{
    const bool swapped = !scree_pair_in_order(a, b); // a ball comes second
    const scree_body *first = swapped ? b : a, *second = swapped ? a : b;
    const scree_shape *s = first->shape, *t = second->shape;
    const bool ball = t->core == SCREE_CORE_POINT;
    if (!s->centred || !t->centred || !segment_rotation_is_usual(first->orientation)) return false;
    if (!ball && !segment_rotation_is_usual(second->orientation)) return false;
    segment_pair p = { .u = segment_axis(first->orientation), .d = v3_sub(second->position, first->position) };
    segment_answer x = { .first = first, .second = second, .feature_first = SCREE_FEATURE_SURFACE, .index_first = -1 };
    p.l = s->z[1];
    const double far = fabs(p.d.x) + fabs(p.d.y) + fabs(p.d.z);
    x.error = SCREE_ROUNDING * (HALF_ROUNDINGS * (s->core_radius + t->core_radius) + SHIFT_ROUNDINGS * far);
    if (!ball) {
        p.v = segment_axis(second->orientation);
        p.m = t->z[1];
    }
    if (!(ball ? answer_ball(&p, &x) : answer_two(&p, &x))) return false;
    segment_publish(&x, swapped, tolerance, out);
    return true;
}

bool SCREE_AT_WIDTH(scree_segment)(const scree_body *a, const scree_body *b, double tolerance, scree_contact *out)
{
    return answer_segments(a, b, tolerance, out);
}

int SCREE_AT_WIDTH(scree_segments)(const scree_lane_work *work, int32_t *left)
{
    return scree_answer_directly(work, answer_segments, left);
}
#endif
