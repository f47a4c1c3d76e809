// Which of two bodies `auto` takes for A.
#ifndef SCREE_PAIR_ORDER_H
#define SCREE_PAIR_ORDER_H

#include "scree/body.h"
#include "shape/shape.h"

static inline int scree_order_of(double a, double b)
{
    return a < b ? -1 : a > b ? 1 : 0;
}

static inline bool scree_pose_in_order(const scree_body *a, const scree_body *b)
{
    const scree_vec3 p = a->position, q = b->position;
    const scree_quat u = a->orientation, v = b->orientation;
    if (p.x != q.x) return p.x < q.x; // nearly always
    const double first[7] = { p.x, p.y, p.z, u.w, u.x, u.y, u.z }, second[7] = { q.x, q.y, q.z, v.w, v.x, v.y, v.z };
    for (int i = 0; i < 7; ++i)
        if (scree_order_of(first[i], second[i]) != 0) return first[i] < second[i];
    return true;
}

/// Half spaces last; then the larger body first, since only B's vertices are rotated and lose digits; then any fixed
/// order, which does not change when the unit of length is scaled by a power of two.
static inline bool scree_pair_in_order(const scree_body *a, const scree_body *b)
{
    const scree_shape *s = a->shape, *t = b->shape;
    const bool plane_s = s->core == SCREE_CORE_HALF_SPACE, plane_t = t->core == SCREE_CORE_HALF_SPACE;
    if (plane_s != plane_t) return plane_t;
    if (s->core_radius != t->core_radius) return s->core_radius > t->core_radius;
    if (s->radius != t->radius) return s->radius > t->radius;
    if (s->fingerprint != t->fingerprint) return s->fingerprint < t->fingerprint;
    return scree_pose_in_order(a, b);
}

#endif
