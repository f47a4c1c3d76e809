// The closest points of ellipsoids and superquadrics to vertices and edges, over lanes. See round.c.
//
// Source      Our own; Newton's method on Lagrange's conditions, as in papers/sq_newton.c, for a point and for a line.
// Idea        Of S = { sum u^n = 1 }, u = |x| / a, the point x is nearest to a point v where x + t g = v for some t,
//             with g = u^(n-1) / a, which goes along the normal; and to the line v + s e where x + t g = v + s e and
//             e . g = 0. With the diagonal matrix k = (n - 1) u^(n-2) / a^2 of its curvatures, the steps
//               (1 + t k) dx + g dt - e ds = -r,   g . dx = (1 - sum u^n) / n,   (k e) . dx = -e . g
//             are two equations for dt and ds once dx is eliminated. No roots, and two independent quotients: the steps
//             leave the surface and return to it. A vertex is an edge with e = 0. The parameter s along the edge enters
//             linearly, is solved for in each step, and starts from 0 each time.
// Limits      Nothing is proven here. Where S is flat along the edge, steps are long: they are cut.
#ifndef SCREE_KERNELS_ROUND_ROUND_CLOSEST_H
#define SCREE_KERNELS_ROUND_ROUND_CLOSEST_H

#include "kernels/round/round_group.h"

enum { ROUND_CLOSEST_STEPS = 20 }; // at most; three or four as a rule

// Squared steps: the last one, whose square is what remains, in units of the squared least semi-axis; the longest, in
// units of the squared longest one; and in these units the least that rounding leaves.
#define ROUND_CLOSE2 1e-10
#define ROUND_LEAST2 1e-28
#define ROUND_FAR2 1.0

// At a point x.
typedef struct round_normals {
    lane3 u, power, g; // power: |u|^(n-2)
    lane sum;          // of u^n
} round_normals;

typedef struct round_closest {
    lane3 v, e;       // e need not be unit; 0 for a vertex
    lane3 x;          // the closest point,
    lane t;           // from which t g leads to the point, or to the line
    round_normals at; // x
} round_closest;

static inline __attribute__((always_inline)) round_normals round_normals_at(const round_group *p, lane3 x)
{
    round_normals s;
    s.u = l3_times(x, p->per);
    s.power = round_powers(p, s.u);
    s.g = l3_times(s.power, l3_times(s.u, p->per));
    s.sum = l3_dot(s.power, l3_times(s.u, s.u));
    return s;
}

// Newton's step in x and t. For a single pair this is bound by latency: what does not depend on the last results is
// multiplied beforehand.
static inline __attribute__((always_inline)) lane3 round_closest_step(const round_group *p, const round_closest *f,
                                                                      lane *dt)
{
    const lane3 e = f->e, g = f->at.g, bend = p->bend, power = f->at.power;
    const lane3 k = l3_times(power, bend), tk = l3_times(power, l3_scale(bend, f->t));
    const lane3 d = l3(1.0 + tk.x, 1.0 + tk.y, 1.0 + tk.z);
    const lane3 r = l3_sub(l3_add_scaled(f->x, f->t, g), f->v), ke = l3_times(k, e);
    const lane3 c = l3(d.y * d.z, d.x * d.z, d.x * d.y); // the inverse, times `all`
    const lane all = c.x * d.x, over = 1.0 / all;
    const lane gg = l3_dot(c, l3_times(g, g)), ge = l3_dot(c, l3_times(g, e));
    const lane eg = l3_dot(c, l3_times(ke, g)), ee = l3_dot(c, l3_times(ke, e));
    const lane sharp = lane_select(ee == 0.0, lane_of(1.0), ee); // for a vertex, anything
    const lane bg = all * ((1.0 - f->at.sum) * p->inverse) + l3_dot(c, l3_times(g, r));
    const lane be = l3_dot(c, l3_times(ke, r)) - all * l3_dot(e, g);
    const lane det = 1.0 / (ge * eg - gg * sharp), ds = (eg * bg - gg * be) * det;
    *dt = (bg * sharp - be * ge) * det;
    const lane3 own = l3_scale(c, over);
    return l3_sub(l3_sub(l3_scale(l3_times(own, e), ds), l3_times(own, r)), l3_scale(l3_times(own, g), *dt));
}

// Newton's steps in the open lanes, until they are short; returns the lanes that are still open.
static inline __attribute__((always_inline)) lane_mask round_find_closest(const round_group *p, lane_mask open,
                                                                          round_closest *f)
{
    // From far away, an error of the normal moves the point by that much more; but less than rounding cannot be
    // achieved.
    const lane least2 = p->least * p->least, near = least2 / (least2 + f->t * f->t);
    const lane close2 = lane_max(ROUND_CLOSE2 * p->least * near, ROUND_LEAST2 * p->most);
    const lane far2 = ROUND_FAR2 * p->most;
    for (int i = 0; i < ROUND_CLOSEST_STEPS && lane_bits(open) != 0; ++i) {
        lane dt;
        lane3 dx = round_closest_step(p, f, &dt);
        const lane length2 = l3_dot(dx, dx);
        const lane_mask wide = open & (length2 > far2);
        if (lane_bits(wide) != 0) {
            const lane part = lane_select(wide, lane_sqrt(far2 / length2), lane_of(1.0));
            dx = l3_scale(dx, part);
            dt *= part;
        }
        f->x = l3_select(open, l3_add(f->x, dx), f->x);
        f->t = lane_select(open, f->t + dt, f->t);
        f->at = round_normals_at(p, f->x);
        open &= ~(length2 <= close2);
    }
    return open;
}

#endif
