// Whether an ellipsoid or a superquadric S and a polyhedron P are farther apart than a margin: a portal (portal.h)
// between vertices of P and approximate support points of S (shape/reach.h).
//
// Idea        As hull_verdict.c; what the portal leaves undecided is settled by the nearest feature (round.c).
#ifndef SCREE_KERNELS_ROUND_ROUND_VERDICT_H
#define SCREE_KERNELS_ROUND_ROUND_VERDICT_H

#include "kernels/hull/hull_scan.h"
#include "kernels/hull/portal.h"
#include "shape/reach.h"

/// The pair in the frame of P.
typedef struct round_tops {
    const scree_shape *p, *s;
    scree_mat3 rotation;
    scree_vec3 shift;
} round_tops;

static inline __attribute__((always_inline)) portal_point round_tops_along(void *user, scree_vec3 u)
{
    const round_tops *r = user;
    const hull_top top = top_from(r->p, u, top_near(r->p, u));
    const scree_reach reach = scree_reach_along(r->s, v3_neg(m3_mul_transposed(&r->rotation, u)));
    const scree_vec3 on_s = v3_add(m3_mul(&r->rotation, reach.at), r->shift);
    return (portal_point){ v3_sub(on_s, scree_stored_vertex(r->p, top.vertex)),
                           v3_dot(u, r->shift) - (top.height + reach.height) };
}

static inline int round_portal(const scree_body *solid, const scree_body *other, double margin)
{
    round_tops r = { .p = solid->shape, .s = other->shape };
    if (scree_has_centre(r.p) || scree_has_centre(r.s)) return -1;
    const scree_mat3 rotation_p = m3_from_quat(solid->orientation), rotation_s = m3_from_quat(other->orientation);
    r.rotation = m3_transposed_mul(&rotation_p, &rotation_s);
    r.shift = m3_mul_transposed(&rotation_p, v3_sub(other->position, solid->position));
    portal_search q;
    portal_search_make(r.p, r.s, r.shift, v3_sub(r.shift, r.p->hull->middle), margin, &q);
    const scree_vec3 line = r.p->hull->inner_radius > 0.0 ? r.shift : q.inside;
    return portal_verdict(&q, round_tops_along, &r, line, false, line);
}

/// See scree_round_polyhedron_farther_than().
static inline int round_verdict_on(const scree_body *a, const scree_body *b, double margin)
{
    const bool swapped = b->shape->core == SCREE_CORE_POLYHEDRON;
    const int answer = round_portal(swapped ? b : a, swapped ? a : b, margin);
    return answer >= 0 ? answer : round_is_farther(a, b, margin);
}

#endif
