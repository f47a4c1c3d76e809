// The outer surface of a cap, triangle by triangle.
//
// Idea    Vector fields along the plane's normal that are constant along it, or grow with the depth d, turn integrals
//         over the cap and the section into integrals over the cap's outer surface, projected onto the plane: volume =
//         int d, energy = int d^2 / 2, area = int 1, and so on. Faces are clipped at d = 0 and split into triangles, on
//         which these are integrals of quadratic polynomials. Triangles at right angles to the plane vanish by
//         themselves. The integral is over a closed surface, whatever it consists of: the sums are each other's
//         derivatives to rounding.
#ifndef SCREE_REGION_CAP_SURFACE_H
#define SCREE_REGION_CAP_SURFACE_H

#include "region/cap.h"

/// A corner: its depth and its position in the plane.
typedef struct cap_corner {
    double d, u, v;
} cap_corner;

/// Over a triangle of twice the area t: int f = t / 6 sum f, int f g = t / 24 (sum f g + sum f sum g).
static inline void cap_add_triangle(scree_cap *cap, const cap_corner *a, const cap_corner *b, const cap_corner *c)
{
    const double twice = (b->u - a->u) * (c->v - a->v) - (b->v - a->v) * (c->u - a->u);
    const double sixth = twice / 6.0, share = twice / 24.0;
    const double d = a->d + b->d + c->d, u = a->u + b->u + c->u, v = a->v + b->v + c->v;
    cap->energy += 0.5 * share * (a->d * a->d + b->d * b->d + c->d * c->d + d * d);
    cap->volume += sixth * d;
    cap->first[0] += share * (a->d * a->u + b->d * b->u + c->d * c->u + d * u);
    cap->first[1] += share * (a->d * a->v + b->d * b->v + c->d * c->v + d * v);
    cap->area += 0.5 * twice;
    cap->area_first[0] += sixth * u;
    cap->area_first[1] += sixth * v;
    cap->area_second[0] += share * (a->u * a->u + b->u * b->u + c->u * c->u + u * u);
    cap->area_second[1] += share * (a->u * a->v + b->u * b->v + c->u * c->v + u * v);
    cap->area_second[2] += share * (a->v * a->v + b->v * b->v + c->v * c->v + v * v);
}

/// A polygon, corner by corner, counter-clockwise seen from outside: a fan of triangles.
typedef struct cap_fan {
    cap_corner first, last;
    int count;
} cap_fan;

static inline void cap_extend(scree_cap *cap, cap_fan *f, const cap_corner *c)
{
    if (f->count >= 2) cap_add_triangle(cap, &f->first, &f->last, c);
    if (f->count == 0)
        f->first = *c;
    else
        f->last = *c;
    f->count++;
}

static inline cap_corner cap_crossing(const cap_corner *a, const cap_corner *b)
{
    const double share = a->d / (a->d - b->d);
    return (cap_corner){ 0.0, a->u + share * (b->u - a->u), a->v + share * (b->v - a->v) };
}

/// The next corner of a polygon that is clipped at d = 0, after `last`.
static inline void cap_clip(scree_cap *cap, cap_fan *f, const cap_corner *last, const cap_corner *here)
{
    if ((last->d > 0.0) != (here->d > 0.0)) {
        const cap_corner cut = cap_crossing(last, here);
        cap_extend(cap, f, &cut);
    }
    if (here->d > 0.0) cap_extend(cap, f, here);
}

static inline cap_corner cap_corner_at(const scree_cap_frame *f, scree_vec3 point)
{
    const scree_vec3 x = v3_sub(point, f->origin);
    return (cap_corner){ v3_dot(f->normal, x) - f->offset, v3_dot(f->u, x), v3_dot(f->v, x) };
}

#endif
