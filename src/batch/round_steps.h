// A round body and a polyhedron: spots on the body, and Newton's steps from one to the next. See round_kernel.h.
//
// Source      The steps are those of narrow/superquadric_polytope_climb.c, for equal exponents.
#ifndef SCREE_BATCH_ROUND_STEPS_H
#define SCREE_BATCH_ROUND_STEPS_H

#include "batch/point_kernel.h"
#include "shape/superquadric_form.h"

enum { ROUND_STEPS = 10, ROUND_ROOT_STEPS = 16 };

// A step of the root this small beside it is the last one: the next would be its square.
#define ROUND_LAST_ROOT 1e-8

// A step that turns the normal by less than this leaves the feature of P as it is, mostly; by less than this, it is
// the last, and the normal is right to its square.
#define ROUND_SMALL_TURN 0.05
#define ROUND_LAST_TURN 1e-6

// Of 1 + gap * curvature, where S bends more than P is deep: the least that a step divides by.
#define ROUND_FLAT 0.05

// The part of the ball's radius that an overlap must leave.
#define ROUND_SHALLOW 0.25

// The bounds may be apart by this, in units of the error, beside the error on both sides.
#define ROUND_ENOUGH 1.0

typedef struct round_pair {
    point_place place; // q: the centre of S in P's frame
    const scree_shape *s;
    scree_mat3 turn; // x in P's frame = turn (x in S's frame) + centre
    scree_vec3 centre, per;
    scree_vec3 squares; // of the semi-axes
    double least;       // of these
    double ball;        // its radius times the height of S along the normal
    double enough;      // the width of the bounds that will do
    double product;     // of gap and height along the last normal of a face
    double tilt;        // what the lowest point of P may be below an edge that n is not quite at right angles to
} round_pair;

// A point of S, in S's frame, and what follows from it.
typedef struct round_spot {
    scree_vec3 x, m;  // the normal, outward
    scree_vec3 k;     // the curvature along a tangent t is the sum of k t^2
    scree_vec3 power; // u^(n-2), by the semi-axes and of any one scale,
    double scale;     // which this takes out: the ellipsoid about S has h(n)^2 <= scale sum of (a n)^2 / power
    double bend;      // the trace of the curvatures
} round_spot;

static inline void round_pair_make(const scree_body *solid, const scree_body *other, double tolerance, round_pair *p)
{
    point_place_make(solid, other, &p->place);
    const scree_shape *s = other->shape;
    const scree_mat3 turn = m3_from_quat(other->orientation);
    p->s = s;
    p->turn = m3_transposed_mul(&p->place.turn, &turn);
    p->centre = p->place.q;
    p->per = v3(1.0 / s->semi_axes.x, 1.0 / s->semi_axes.y, 1.0 / s->semi_axes.z);
    p->place.error += SCREE_ROUNDING * SCREE_ROUNDINGS_B * s->core_radius;
    const scree_vec3 a = s->semi_axes;
    p->squares = v3(a.x * a.x, a.y * a.y, a.z * a.z);
    p->least = min2(p->squares.x, min2(p->squares.y, p->squares.z));
    p->ball = p->least * s->along.dual_less_1;
    p->enough = max2(0.5 * tolerance, ROUND_ENOUGH * p->place.error);
}

static inline scree_vec3 round_to_p(const round_pair *p, scree_vec3 x)
{
    return v3_add(m3_mul(&p->turn, x), p->centre);
}

static inline scree_vec3 round_to_s(const round_pair *p, scree_vec3 y)
{
    return m3_mul_transposed(&p->turn, v3_sub(y, p->centre));
}

// The point of the surface on the ray along x. With u the coordinates by semi-axes, at the surface, and n the exponent:
// the normal goes like u^(n-1) / a, the curvature like (n - 1) u^(n-2) / a^2, and the ellipsoid has u^(n-2).
static inline void round_put(const round_pair *p, scree_vec3 x, round_spot *out)
{
    const scree_exponent *e = &p->s->along;
    const scree_vec3 y = v3(x.x * p->per.x, x.y * p->per.y, x.z * p->per.z);
    const double most = max2(fabs(y.x), max2(fabs(y.y), fabs(y.z)));
    const double over = most > 0.5 && most < 2.0 ? 1.0 : 1.0 / most;
    const scree_vec3 u = v3(y.x * over, y.y * over, y.z * over);
    const double px = sq_power_less_2(e, fabs(u.x)), py = sq_power_less_2(e, fabs(u.y)),
                 pz = sq_power_less_2(e, fabs(u.z));
    const double sum = u.x * u.x * px + u.y * u.y * py + u.z * u.z * pz, root = sq_root(e, sum);
    const scree_vec3 q = v3(px * p->per.x, py * p->per.y, pz * p->per.z);
    const scree_vec3 g = v3(q.x * u.x, q.y * u.y, q.z * u.z);
    const double unit = 1.0 / v3_norm(g), each = (e->n - 1.0) * root * unit;
    out->x = v3_scale(x, over / root);
    out->m = v3_scale(g, unit);
    out->k = v3(each * q.x * p->per.x, each * q.y * p->per.y, each * q.z * p->per.z);
    out->power = v3(px, py, pz);
    out->scale = sum / (root * root);
    const scree_vec3 m = out->m;
    out->bend = out->k.x * (1.0 - m.x * m.x) + out->k.y * (1.0 - m.y * m.y) + out->k.z * (1.0 - m.z * m.z);
}

static inline scree_vec3 round_turned(const round_spot *s, scree_vec3 t)
{
    return v3(s->k.x * t.x, s->k.y * t.y, s->k.z * t.z);
}

// (1 + gap K) step = d on the tangent plane, with a multiple of m to keep it there. False where S bends so much that
// this is no way to a minimum.
static inline bool round_vertex_step(const round_spot *s, scree_vec3 d, double gap, scree_vec3 *step)
{
    const scree_vec3 m = s->m;
    const double x = 1.0 + gap * s->k.x, y = 1.0 + gap * s->k.y, z = 1.0 + gap * s->k.z;
    if (!(x > ROUND_FLAT && y > ROUND_FLAT && z > ROUND_FLAT)) return false;
    const double all = 1.0 / (x * y * z);
    const scree_vec3 per = v3(y * z * all, x * z * all, x * y * all), n = v3(per.x * m.x, per.y * m.y, per.z * m.z);
    const scree_vec3 level = v3_add_scaled(d, -v3_dot(d, m), m);
    const double lift = v3_dot(n, level) / v3_dot(n, m);
    *step = v3(per.x * (level.x - lift * m.x), per.y * (level.y - lift * m.y), per.z * (level.z - lift * m.z));
    return true;
}

// K step . e = -m . e along the edge, and across it as to a vertex: see edge_step() of superquadric_polytope_climb.c.
static inline bool round_edge_step(const round_pair *p, const round_spot *s, scree_vec3 d, double gap, scree_vec3 e,
                                   scree_vec3 *step)
{
    const double lean = v3_dot(s->m, e), most = p->s->core_radius;
    const scree_vec3 u = v3_add_scaled(e, -lean, s->m), w = v3_cross(s->m, e);
    const double length2 = v3_norm2(u);
    if (length2 < 0.01) return round_vertex_step(s, d, gap, step);
    const scree_vec3 turn_u = round_turned(s, u), turn_w = round_turned(s, w);
    const double over = 1.0 / length2;
    const double k_uu = over * v3_dot(u, turn_u), k_uw = over * v3_dot(w, turn_u), k_ww = over * v3_dot(w, turn_w);
    const double ru = -over * lean, rw = over * v3_dot(d, w);
    const double bend = k_uu + k_ww, uu = k_uu + lean * lean * bend / (max2(gap, 0.0) * bend + 1.0);
    // Where it does not bend along the edge, any place along it will do.
    const double per = uu * most > ROUND_FLAT ? 1.0 / uu : 0.0, share = k_uw * per,
                 shadow = max2(k_ww - share * k_uw, 0.0);
    const double stiff = 1.0 + gap * shadow;
    if (!(stiff > ROUND_FLAT)) return false;
    const double across = (rw - gap * share * ru) / stiff, along = ru * per - share * across;
    *step = v3_add_scaled(v3_scale(u, min2(max2(along, -most), most)), min2(max2(across, -most), most), w);
    return true;
}

// The ends of the edge that x is on, in P's frame.
static inline void round_ends(const round_pair *p, const point_nearest *x, scree_vec3 end[2])
{
    const scree_edge *k = &p->place.s->edges[x->index];
    end[0] = scree_stored_vertex(p->place.s, k->vertex[0]);
    end[1] = scree_stored_vertex(p->place.s, k->vertex[1]);
}

static inline bool round_step(const round_pair *p, const round_spot *s, const point_nearest *x, scree_vec3 d,
                              double gap, scree_vec3 *step)
{
    if (x->kind == SCREE_FEATURE_VERTEX) return round_vertex_step(s, d, gap, step);
    scree_vec3 end[2];
    round_ends(p, x, end);
    const scree_vec3 side = m3_mul_transposed(&p->turn, v3_sub(end[1], end[0]));
    return round_edge_step(p, s, d, gap, v3_scale(side, 1.0 / v3_norm(side)), step);
}

// The point of the same edge that is nearest to y. False if that is an end.
static inline bool round_follow(const round_pair *p, scree_vec3 y, point_nearest *x)
{
    if (x->kind == SCREE_FEATURE_VERTEX) return true;
    scree_vec3 end[2];
    round_ends(p, x, end);
    const scree_vec3 d = v3_sub(end[1], end[0]);
    const double t = v3_dot(v3_sub(y, end[0]), d) / v3_norm2(d);
    x->at = t <= 0.5 ? v3_add_scaled(end[0], t, d) : v3_add_scaled(end[1], t - 1.0, d);
    return t > 0.0 && t < 1.0;
}

#endif
