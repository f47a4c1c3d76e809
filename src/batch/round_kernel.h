// An ellipsoid or a superquadric S with a polyhedron P: scree_round_polyhedron(), compiled for each number of lanes,
// which are faces of P, sides of one or edges at a vertex (see point_kernel.h).
//
// Source      Our own; the steps are those of narrow/superquadric_polytope_climb.c.
// Idea        From the face that S is highest over: where the point of S nearest to its plane is over the face, that is
//             all. Else from the side or corner of it that this point is nearest to. An ellipsoid has the foot of a
//             vertex or an edge by one equation for one number (round_foot.h). A superquadric takes Newton's method on
//             its surface (round_steps.h); while steps are long, the feature is looked for again at each: the one
//             nearest to the centre of curvature. Apart, touching and in shallow contact are one case.
//             With X on S, m its normal, and the last step taken along: below, the signed distance is bounded by the
//             gap along m, with the height of S from the ellipsoid about it that touches it at X
//             (narrow/superquadric_pair.h). From above, S has a ball inside that touches it at X, and P has the point
//             q: they are apart by |q - the ball's centre| less its radius, whatever its sign. The two meet when the
//             step is small. That the feature is the lowest one along m is told by signs next to it, which must be
//             clear by what features are named by.
// Limits      Where the depth comes near to the radius of that ball, signs are not clear, or steps do not get shorter:
//             left to others.
#ifndef SCREE_BATCH_ROUND_KERNEL_H
#define SCREE_BATCH_ROUND_KERNEL_H

#include "batch/round_foot.h"
#include "narrow/round_polyhedron.h"

// The feature nearest to y. False if y is inside P.
static inline bool round_look_for(round_pair *p, scree_vec3 y, point_nearest *x)
{
    p->place.q = y;
    return find_nearest(&p->place, x) && x->distance > 0.0;
}

// The same, from the vertex or the edge that x is at, which it mostly is.
static inline bool round_look_near(round_pair *p, scree_vec3 y, point_nearest *x)
{
    int face = -1;
    p->place.q = y;
    if (!round_follow(p, y, x)) return round_look_for(p, y, x);
    x->way = v3_sub(y, x->at);
    const point_verdict v =
        x->kind == SCREE_FEATURE_VERTEX ? from_vertex(&p->place, x, &face) : from_edge(&p->place, x, &face);
    return v == POINT_STAYS || (v == POINT_MOVES && walk_to_nearest(&p->place, face, x));
}

// The support along the way, for shapes whose faces are flat to rounding only.
static inline bool round_is_lowest(const round_pair *p, const point_nearest *x)
{
    const scree_shape *s = p->place.s;
    if (s->slack == 0.0) return true;
    const int hint = x->kind == SCREE_FEATURE_VERTEX ? x->index : s->edges[x->index].vertex[0];
    const scree_vec3 top = scree_stored_vertex(s, scree_support_vertex(s, x->way, hint));
    return v3_dot(x->way, v3_sub(top, x->at)) <= 0.5 * p->place.error;
}

// What is left open between the bounds: where q is seen from the ball's centre.
static inline double round_upper(const round_pair *p, const round_spot *s, scree_vec3 q)
{
    const double ball = p->ball / v3_dot(s->x, s->m);
    return v3_norm(v3_add_scaled(v3_sub(q, s->x), ball, s->m)) - ball;
}

static inline bool round_is_shallow(const round_pair *p, const round_spot *s, double gap)
{
    return gap * v3_dot(s->x, s->m) > (ROUND_SHALLOW - 1.0) * p->ball;
}

// The end of the last step, with its proof: x gets the way and the distance, `upper` the bound from above. If another
// feature is lower, x goes to a face beside it.
typedef enum round_verdict { ROUND_THERE, ROUND_NOT_YET, ROUND_DOUBT } round_verdict;

// At a vertex: every edge must lead away from S. Else x goes to the one that leads to it most.
static inline point_verdict round_from_vertex(const round_pair *p, point_nearest *x)
{
    const scree_shape *s = p->place.s;
    double most = 0.0;
    int leads = -1;
    bool clear = true;
    for (int k = s->fan_start[x->index]; k < s->fan_start[x->index + 1]; ++k) {
        const scree_vec3 d = v3(s->spoke_x[k], s->spoke_y[k], s->spoke_z[k]);
        const double rise = v3_dot(d, x->way), length2 = v3_norm2(d), part = rise * fabs(rise) / length2;
        clear = clear && rise * rise > DIRECT_SLOPE2 * length2;
        if (!(part > most)) continue;
        most = part;
        leads = k;
    }
    if (leads < 0) return clear ? POINT_STAYS : POINT_DOUBT;
    x->kind = SCREE_FEATURE_EDGE;
    x->index = s->vertex_edges[leads];
    return POINT_MOVES;
}

// On an edge: the faces beside it must both end before S. Else x goes to the one that does not.
static inline point_verdict round_from_edge(const round_pair *p, point_nearest *x)
{
    int face = -1;
    const point_verdict v = from_edge(&p->place, x, &face);
    if (v != POINT_MOVES) return v;
    x->kind = SCREE_FEATURE_FACE;
    x->index = face;
    return v;
}

// Along m, at the point q of P that x is at, from the spot s next to it.
static inline round_verdict round_prove(round_pair *p, const round_spot *s, scree_vec3 m, point_nearest *x,
                                        double *upper)
{
    const scree_vec3 a = p->s->semi_axes, e = s->power, way = m3_mul(&p->turn, m);
    const scree_vec3 n = v3_scale(way, 1.0 / v3_norm(way)), own = m3_mul_transposed(&p->turn, n);
    double low = v3_dot(n, v3_sub(x->at, p->centre));
    p->tilt = 0.0;
    if (x->kind == SCREE_FEATURE_EDGE) {
        scree_vec3 end[2];
        round_ends(p, x, end);
        const scree_vec3 d = v3_sub(end[1], end[0]);
        low = min2(v3_dot(n, v3_sub(end[0], p->centre)), v3_dot(n, v3_sub(end[1], p->centre)));
        p->tilt = 2.0 * p->place.s->core_radius * fabs(v3_dot(n, d)) / v3_norm(d);
    }
    const scree_vec3 w = v3(a.x * own.x, a.y * own.y, a.z * own.z);
    x->distance = low - sqrt(s->scale * (w.x * w.x / e.x + w.y * w.y / e.y + w.z * w.z / e.z));
    x->way = v3_neg(n);
    *upper = round_upper(p, s, round_to_s(p, x->at));
    if (!(*upper - x->distance + p->tilt <= p->enough)) return ROUND_NOT_YET;
    const point_verdict v = x->kind == SCREE_FEATURE_VERTEX ? round_from_vertex(p, x) : round_from_edge(p, x);
    if (v == POINT_STAYS) return round_is_lowest(p, x) ? ROUND_THERE : ROUND_DOUBT;
    return v == POINT_DOUBT ? ROUND_DOUBT : ROUND_NOT_YET;
}

// The end of the step from s.
static inline round_verdict round_arrive(round_pair *p, const round_spot *s, scree_vec3 step, double gap,
                                         point_nearest *x, double *upper)
{
    const scree_vec3 turn = round_turned(s, step);
    const scree_vec3 m = v3_add_scaled(v3_add(s->m, turn), -v3_dot(turn, s->m), s->m);
    const scree_vec3 to = v3_add_scaled(v3_add(s->x, step), gap, m);
    return round_follow(p, round_to_p(p, to), x) ? round_prove(p, s, m, x, upper) : ROUND_NOT_YET;
}

// About the point of S that is farthest along m: without a power.
static inline scree_vec3 round_rough_support(const round_pair *p, scree_vec3 m)
{
    const scree_exponent *e = &p->s->along;
    const scree_vec3 a = p->s->semi_axes, w = v3(a.x * fabs(m.x), a.y * fabs(m.y), a.z * fabs(m.z));
    const double over = 1.0 / max2(w.x, max2(w.y, w.z)), least = 1e-30; // of 1: roots of less are next to nothing
    const scree_vec3 u = v3(sq_rough_power(max2(w.x * over, least), e->dual_less_1),
                            sq_rough_power(max2(w.y * over, least), e->dual_less_1),
                            sq_rough_power(max2(w.z * over, least), e->dual_less_1));
    const double sum = sq_whole_power(u.x, e->whole) + sq_whole_power(u.y, e->whole) + sq_whole_power(u.z, e->whole);
    const double scale = 1.0 / sq_root(e, max2(sum, 1.0));
    return v3(copysign(scale * a.x * u.x, m.x), copysign(scale * a.y * u.y, m.y), copysign(scale * a.z * u.z, m.z));
}

// Is q over the face, inside all of its sides by more than rounding?
static inline bool round_is_clearly_over(const round_pair *p, const scree_face *f, scree_vec3 q)
{
    const scree_shape *s = p->place.s;
    const double clear = DIRECT_CLEAR * p->place.error;
    for (int i = 0; i < f->count; ++i) {
        const int k = f->first + i;
        const scree_vec3 e = v3(s->side_x[k], s->side_y[k], s->side_z[k]);
        const scree_vec3 r = v3_sub(q, v3(s->corner_x[k], s->corner_y[k], s->corner_z[k]));
        const double inner = v3_dot(f->normal, v3_cross(e, r));
        if (!(inner > 0.0 && inner * inner > clear * clear * v3_norm2(e))) return false;
    }
    return true;
}

// The point of S that is farthest along m, and its height.
static inline scree_vec3 round_support(const round_pair *p, scree_vec3 m, double *height)
{
    const scree_vec3 a = p->s->semi_axes, w = v3(a.x * m.x, a.y * m.y, a.z * m.z);
    if (p->s->core != SCREE_CORE_ELLIPSOID) return sq_support(p->s, m, height);
    *height = v3_norm(w);
    const double per = 1.0 / *height;
    return v3(a.x * w.x * per, a.y * w.y * per, a.z * w.z * per);
}

// A face: the point of S that is nearest to its plane. If that is over the face, it is the answer; else x goes to the
// side, or the corner, that it is nearest to. `at` is that point of S, or near it.
static inline round_verdict round_over_face(round_pair *p, bool first, point_nearest *x, scree_vec3 *at, double *upper)
{
    const int face = x->index;
    const scree_face *f = &p->place.s->faces[face];
    const scree_vec3 m = v3_neg(m3_mul_transposed(&p->turn, f->normal));
    p->tilt = 0.0;
    if (first && p->s->core != SCREE_CORE_ELLIPSOID) {
        *at = round_rough_support(p, m);
        p->place.q = round_to_p(p, *at);
        if (from_face(&p->place, face, x) == POINT_MOVES) return ROUND_NOT_YET;
    }
    double height;
    *at = round_support(p, m, &height);
    p->place.q = round_to_p(p, *at);
    const double gap = v3_dot(f->normal, p->centre) - f->offset - height;
    p->product = gap * height;
    if (from_face(&p->place, face, x) == POINT_MOVES) return ROUND_NOT_YET;
    if (!round_is_clearly_over(p, f, p->place.q)) return ROUND_DOUBT;
    x->distance = *upper = gap;
    return x->distance * height > (ROUND_SHALLOW - 1.0) * p->ball ? ROUND_THERE : ROUND_DOUBT;
}

// The point of P that the spot s leads to: on the same feature where the last step was short, else on the nearest one
// to the centre of curvature.
static inline bool round_find(round_pair *p, const round_spot *s, double last, point_nearest *x)
{
    const scree_vec3 on = round_to_p(p, s->x), n = m3_mul(&p->turn, s->m);
    const double gap = v3_dot(n, v3_sub(x->at, on));
    const scree_vec3 y = v3_add_scaled(on, gap - max2(1.0 / s->bend, gap), n);
    return (last * s->bend < ROUND_SMALL_TURN && round_follow(p, y, x)) || round_look_near(p, y, x);
}

// The squared semi-axes of an ellipsoid like S, in P's frame: xx, yy, zz, xy, xz, yz.
static inline void round_squares(const round_pair *p, double out[6])
{
    const scree_vec3 a = p->s->semi_axes, *r = p->turn.row;
    const double grow = 2.0 - 2.0 * p->s->along.inverse; // what a blocky body's corners reach farther, about
    const scree_vec3 aa = v3(grow * a.x * a.x, grow * a.y * a.y, grow * a.z * a.z);
    const scree_vec3 x = v3(aa.x * r[0].x, aa.y * r[0].y, aa.z * r[0].z),
                     y = v3(aa.x * r[1].x, aa.y * r[1].y, aa.z * r[1].z);
    const scree_vec3 z = v3(aa.x * r[2].x, aa.y * r[2].y, aa.z * r[2].z);
    out[0] = v3_dot(x, r[0]);
    out[1] = v3_dot(y, r[1]);
    out[2] = v3_dot(z, r[2]);
    out[3] = v3_dot(x, r[1]);
    out[4] = v3_dot(x, r[2]);
    out[5] = v3_dot(y, r[2]);
}

// The face that an ellipsoid like S is highest over.
static inline int round_first_face(const round_pair *p)
{
    const scree_shape *s = p->place.s;
    const scree_vec3 c = p->centre;
    double k[6];
    round_squares(p, k);
    lane best = lane_of(-INFINITY);
    lane_mask at = { 0 };
    for (int i = 0; i < s->padded_face_count; i += SCREE_LANES) {
        const lane x = lane_at(s->face_x + i), y = lane_at(s->face_y + i), z = lane_at(s->face_z + i);
        const lane reach2 =
            x * (k[0] * x + 2.0 * (k[3] * y + k[4] * z)) + y * (k[1] * y + (2.0 * k[5]) * z) + z * (k[2] * z);
        const lane h =
            c.x * x + c.y * y + c.z * z - lane_at(s->face_offset + i) - lane_sqrt(lane_max(reach2, lane_of(0.0)));
        const lane_mask better = h > best;
        best = lane_select(better, h, best);
        at = (better & i) | (~better & at);
    }
    const lane most = lane_most(best);
    int first = INT32_MAX;
    for (unsigned bits = lane_bits_equal(best, most); bits != 0; bits &= bits - 1) {
        const int i = __builtin_ctz(bits), number = (int)at[i] + i;
        if (number < first) first = number;
    }
    return first < s->face_count ? first : 0;
}

// True if x is the answer.
static inline bool round_search(round_pair *p, point_nearest *x, double *upper, int *steps)
{
    scree_vec3 at = { 0.0, 0.0, 0.0 };
    double last = INFINITY;
    bool known = true; // x is the feature to step to
    while (++*steps <= ROUND_STEPS) {
        if (x->kind == SCREE_FEATURE_FACE) {
            const round_verdict v = round_over_face(p, *steps == 1, x, &at, upper);
            if (v != ROUND_NOT_YET) return v == ROUND_THERE;
            if (*steps == 1) at = v3_add(at, round_to_s(p, x->at));
            known = true;
        }
        round_spot s;
        round_put(p, at, &s);
        if (!known && !round_find(p, &s, last, x)) return false;
        known = false;
        if (x->kind == SCREE_FEATURE_FACE) continue;
        const scree_vec3 way = v3_sub(round_to_s(p, x->at), s.x);
        const double gap = v3_dot(s.m, way);
        scree_vec3 step;
        if (!round_step(p, &s, x, way, max2(gap, (ROUND_SHALLOW - 1.0) * p->ball / v3_dot(s.x, s.m)), &step))
            return false;
        last = v3_norm(step);
        at = v3_add(s.x, step);
        if (!(last * s.bend < ROUND_LAST_TURN)) continue;
        if (!round_is_shallow(p, &s, gap)) return false;
        const round_verdict v = round_arrive(p, &s, step, gap, x, upper);
        if (v != ROUND_NOT_YET) return v == ROUND_THERE;
    }
    return false;
}

// The foot of the feature that x is at. Where that of an edge is beyond an end, x goes there: NOT_YET.
static inline round_verdict round_foot(const round_pair *p, double t, point_nearest *x, round_spot *s)
{
    if (x->kind == SCREE_FEATURE_VERTEX)
        return round_vertex_foot(p, round_to_s(p, x->at), t, s) ? ROUND_THERE : ROUND_DOUBT;
    const scree_edge *k = &p->place.s->edges[x->index];
    scree_vec3 end[2];
    round_ends(p, x, end);
    const scree_vec3 d = v3_sub(end[1], end[0]), from = round_to_s(p, end[0]), side = m3_mul_transposed(&p->turn, d);
    const double length2 = v3_norm2(side);
    if (!round_line_foot(p, from, v3_scale(side, 1.0 / sqrt(length2)), t, s)) return ROUND_DOUBT;
    const double part = v3_dot(v3_sub(s->x, from), side) / length2;
    x->at = part <= 0.5 ? v3_add_scaled(end[0], part, d) : v3_add_scaled(end[1], part - 1.0, d);
    if (part > 0.0 && part < 1.0) return ROUND_THERE;
    x->kind = SCREE_FEATURE_VERTEX;
    x->index = k->vertex[part > 0.5];
    x->at = end[part > 0.5];
    return ROUND_NOT_YET;
}

// An ellipsoid has the foot of a vertex, and of an edge, by one equation for one number: from feature to feature.
static inline bool round_walk(round_pair *p, point_nearest *x, double *upper, int *steps)
{
    while (++*steps <= ROUND_STEPS) {
        if (x->kind == SCREE_FEATURE_FACE) {
            scree_vec3 at;
            const round_verdict v = round_over_face(p, *steps == 1, x, &at, upper);
            if (v != ROUND_NOT_YET) return v == ROUND_THERE;
        }
        round_spot s = { .power = { 1.0, 1.0, 1.0 }, .scale = 1.0 };
        round_verdict v = round_foot(p, max2(p->product, 0.0), x, &s);
        if (v == ROUND_THERE) v = round_prove(p, &s, s.m, x, upper);
        if (v != ROUND_NOT_YET) return v == ROUND_THERE && round_is_shallow(p, &s, x->distance);
    }
    return false;
}

// The nearest feature, from the face that the body is highest over.
static inline bool round_find_nearest(round_pair *p, point_nearest *x, double *upper, int *steps)
{
    *steps = 0;
    *x = (point_nearest){ .kind = SCREE_FEATURE_FACE, .index = round_first_face(p) };
    return p->s->core == SCREE_CORE_ELLIPSOID ? round_walk(p, x, upper, steps) : round_search(p, x, upper, steps);
}

static inline bool answer_round(const scree_body *a, const scree_body *b, double tolerance, scree_contact *out)
{
    const bool swapped = b->shape->core == SCREE_CORE_POLYHEDRON;
    const scree_body *solid = swapped ? b : a, *other = swapped ? a : b;
    round_pair p;
    point_nearest x;
    double upper;
    int steps;
    round_pair_make(solid, other, tolerance, &p);
    if (!round_find_nearest(&p, &x, &upper, &steps)) return false;
    const double radii = solid->shape->radius + other->shape->radius;
    const double spread = 4.0 * DBL_EPSILON * (radii + fabs(x.distance)), open = max2(upper - x.distance, 0.0);
    const double width = open + p.tilt + 2.0 * (p.place.error + spread);
    if (!(width <= max2(tolerance, SCREE_NARROW * p.place.error + 3.0 * spread))) return false;
    point_publish(&p.place, &x, other->shape->radius, swapped, tolerance, out);
    out->lower -= p.tilt;
    out->upper += open;
    out->iterations = steps;
    return true;
}

// One plane beyond the margin will do; else the nearest feature.
static inline int round_is_farther(const scree_body *a, const scree_body *b, double margin)
{
    const bool swapped = b->shape->core == SCREE_CORE_POLYHEDRON;
    round_pair p;
    point_nearest x;
    double upper;
    int steps;
    round_pair_make(swapped ? b : a, swapped ? a : b, 0.0, &p);
    const scree_face *f = &p.place.s->faces[round_first_face(&p)];
    const double height = sq_height(p.s, m3_mul_transposed(&p.turn, f->normal)), above = margin + p.place.error;
    if (v3_dot(f->normal, p.centre) - f->offset - height > above) return 1;
    if (!round_find_nearest(&p, &x, &upper, &steps)) return -1;
    if (x.distance - p.tilt > above) return 1;
    return max2(upper, x.distance) <= margin - p.place.error ? 0 : -1;
}

#endif
