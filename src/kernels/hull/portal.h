// Do two convex bodies overlap? Needs only support points, and proves the answer either way.
//
// Source      Chung, Wang, Proc. VRST (1996), for the second direction; Snethen, XenoCollide, Game Programming Gems 7
//             (2008), for the portal. The proofs are our own.
// Idea        M = B - A holds the origin where the bodies overlap. Along a direction u that leads from A to B, w is the
//             lowest point of M; if u . w > 0, they are apart. A direction that fails is reflected at w: for two bodies
//             apart the reflection usually separates them, and for two in contact it is near their normal. If not,
//             three points of M make a portal that the ray from v, a point well inside M, to the origin passes through.
//             As long as the origin is beyond the portal, its normal is the next direction, and the new w replaces one
//             of the three. When the origin is before it, it is in the tetrahedron of v and the portal. A margin
//             expands M by a ball.
// Proof       Apart: the gap along u is above twice the error of a gap. Overlapping: a ball about the origin of more
//             than the error of a point of M is inside all four planes of the tetrahedron, and so the origin is inside
//             those of the true points too. With e_i = w_i - v and o = -v, the origin's distances from the planes,
//             times twice the areas, are the products [e_i e_j o] and [e_0 e_1 e_2] less their sum. No area is above 4
//             size^2, no product off by more than PORTAL_ROUNDINGS of size^3.
// Departures  The first direction need not be the line to v. The origin is placed against the portal by the products
//             that the proof takes, not by a plane of its own.
// Limits      Undecided: touching bodies, origins on a plane through v and two of the points, and searches that take
//             too long.
#ifndef SCREE_KERNELS_HULL_PORTAL_H
#define SCREE_KERNELS_HULL_PORTAL_H

#include "pair/pair.h"

enum { PORTAL_STEPS = 10 }; // support points; four or five are usual in contact, one or two apart

#define PORTAL_ROUNDINGS 512.0

/// Sizes outside this range are left to the search: up to the sixth power of a size is compared here.
#define PORTAL_LEAST_SIZE 1e-40
#define PORTAL_MOST_SIZE 1e40

/// What M gives along u, all in the frame of A.
typedef struct portal_point {
    scree_vec3 w; ///< a low point of M along u
    double low;   ///< no point of M is lower, up to the error times the length of u
} portal_point;

/// `user` is the pair, with its state between calls. Inlined.
typedef portal_point (*portal_support)(void *user, scree_vec3 u);

typedef struct portal_search {
    scree_vec3 inside; ///< v
    double margin;     ///< 0 or more
    double error;      ///< of a gap, and of a point of M
    double size;       ///< no point of M is farther from the origin
    // The points so far, relative to v, and the planes through v and two of them: three points are counter-clockwise
    // seen from outside. e is cyclic: its last entry repeats the first.
    int count;
    scree_vec3 e[4], n[3]; ///< n[i] = e[i] x e[i + 1]
    double s[3];           ///< n[i] . o
} portal_search;

/// Expands M by the margin; true if u proves that the bodies are apart.
static inline bool portal_separates(const portal_search *q, scree_vec3 u, portal_point *x)
{
    const double length2 = v3_norm2(u);
    if (q->margin > 0.0) {
        const double length = sqrt(length2);
        x->low -= q->margin * length;
        x->w = v3_add_scaled(x->w, -q->margin / length, u);
    }
    return x->low > 0.0 && x->low * x->low > 4.0 * q->error * q->error * length2;
}

/// A second point: the plane through both and v. The next direction leads to the origin's side of it.
static inline scree_vec3 portal_second(portal_search *q, scree_vec3 x)
{
    const scree_vec3 n = v3_cross(q->e[0], x);
    const double s = -v3_dot(n, q->inside);
    const bool flipped = s < 0.0;
    q->e[1] = flipped ? q->e[0] : x;
    q->e[0] = flipped ? x : q->e[0];
    q->n[0] = flipped ? v3_neg(n) : n;
    q->s[0] = fabs(s);
    q->count = 2;
    return v3_neg(q->n[0]);
}

/// Adds a third point. If the ray from v to the origin passes between the three, they are the portal; otherwise the
/// search continues from the plane that the ray is on the wrong side of.
static inline scree_vec3 portal_third(portal_search *q, scree_vec3 x)
{
    const scree_vec3 n1 = v3_cross(q->e[1], x), n2 = v3_cross(x, q->e[0]);
    const double s1 = -v3_dot(n1, q->inside), s2 = -v3_dot(n2, q->inside);
    if (s1 < 0.0) {
        q->e[0] = x;
        q->n[0] = v3_neg(n1);
        q->s[0] = -s1;
    } else if (s2 < 0.0) {
        q->e[1] = x;
        q->n[0] = v3_neg(n2);
        q->s[0] = -s2;
    } else {
        q->e[2] = x;
        q->n[1] = n1;
        q->n[2] = n2;
        q->s[1] = s1;
        q->s[2] = s2;
        q->count = 3;
    }
    return v3_neg(q->n[0]);
}

/// The new point replaces the one whose removal leaves the ray inside the portal. False where rounding leaves none.
static inline bool portal_replace(portal_search *q, scree_vec3 x)
{
    const scree_vec3 across = v3_cross(q->inside, x);
    const double d[4] = { v3_dot(across, q->e[0]), v3_dot(across, q->e[1]), v3_dot(across, q->e[2]),
                          v3_dot(across, q->e[0]) };
    // The first of the two that stay: negative there, positive at the next one.
    static const int stays[8] = { -1, 2, 0, 2, 1, 1, 0, -1 };
    const int i = stays[(d[0] > 0.0) | (d[1] > 0.0) << 1 | (d[2] > 0.0) << 2];
    if (i < 0) return false;
    q->e[3] = q->e[0];
    const scree_vec3 first = q->e[i], second = q->e[i + 1];
    q->n[0] = q->n[i];
    q->s[0] = q->s[i];
    q->e[0] = first;
    q->e[1] = second;
    q->e[2] = x;
    q->n[1] = v3_cross(second, x);
    q->n[2] = v3_cross(x, first);
    q->s[1] = d[i + 1];
    q->s[2] = -d[i];
    return true;
}

/// The origin against the portal: 0 inside, proven; -1 undecided; 1 beyond, go on.
static inline int portal_place(const portal_search *q)
{
    const double clear = q->size * q->size * (4.0 * q->error + PORTAL_ROUNDINGS * SCREE_ROUNDING * q->size);
    const double before = v3_dot(q->n[0], q->e[2]) - (q->s[0] + q->s[1] + q->s[2]);
    if (!(before > clear)) return 1;
    return q->s[0] > clear && q->s[1] > clear && q->s[2] > clear ? 0 : -1;
}

/// For two cores in A's frame: `inside` is a point of B less one of A.
static inline void portal_search_make(const scree_shape *a, const scree_shape *b, scree_vec3 shift, scree_vec3 inside,
                                      double margin, portal_search *q)
{
    scree_cores c;
    c.a = a;
    c.b = b;
    c.shift = shift;
    scree_cores_measure(&c);
    q->inside = inside;
    q->margin = margin;
    q->error = c.error;
    q->size = c.size + margin;
    q->count = 0;
}

/// Farther apart than the margin: 1 proven yes, 0 proven no, -1 undecided. u is the first direction; `known`: it did
/// not separate them, and w is the point of M along it.
static inline __attribute__((always_inline)) int portal_verdict(portal_search *q, portal_support support, void *user,
                                                                scree_vec3 u, bool known, scree_vec3 w)
{
    if (!(q->size > PORTAL_LEAST_SIZE && q->size < PORTAL_MOST_SIZE)) return -1;
    for (int step = 0; step < PORTAL_STEPS; ++step) {
        portal_point next = { w, 0.0 };
        if (!known || step > 0) next = support(user, u);
        if (portal_separates(q, u, &next)) return 1;
        const scree_vec3 x = v3_sub(next.w, q->inside);
        if (q->count == 3) {
            if (!portal_replace(q, x)) return -1;
        } else if (q->count == 2) {
            u = portal_third(q, x);
            if (q->count == 2) continue;
        } else if (q->count == 1) {
            // The same point again: the next direction is perpendicular to it and v.
            u = step == 1 && v3_equal(x, q->e[0]) ? v3_cross(next.w, q->inside) : portal_second(q, x);
            continue;
        } else {
            q->e[0] = x;
            q->count = 1;
            u = v3_add_scaled(u, -2.0 * v3_dot(u, next.w) / v3_norm2(next.w), next.w);
            continue;
        }
        const int place = portal_place(q);
        if (place <= 0) return place;
        u = v3_neg(v3_add(v3_add(q->n[0], q->n[1]), q->n[2]));
    }
    return -1;
}

#endif
