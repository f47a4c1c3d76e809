// A point and a polyhedron: scree_point_polyhedron(), compiled for each number of lanes. The lanes are the polyhedron's
// faces, the sides of a face or the edges at a vertex.
//
// Idea        Starts from the plane that the point is farthest in front of, or least behind. Behind all planes, the
//             point is inside, and that plane gives the depth. Otherwise, if the nearest point is inside a face, it is
//             in this one, since no plane is farther away than the polyhedron is; if not, it is on an edge or at a
//             vertex, usually of this face, else reached from neighbour to neighbour. On a convex body a feature that
//             is nearest among its neighbours is the nearest: it is proven by the signs of some products (the point is
//             inside all sides of a face; beyond both faces of an edge; every edge leads away from it at a vertex).
//             Only signs that are clear by SCREE_FEATURE_SLOPE count, which is far above rounding and also decides the
//             features.
// Limits      Points near the surface and unclear signs are left to the search. Faces that were merged from facets flat
//             to rounding (a shape with slack) prove nothing by signs: there the support function is checked.
#ifndef SCREE_KERNELS_POINT_POINT_KERNEL_H
#define SCREE_KERNELS_POINT_POINT_KERNEL_H

#include <float.h>

#include "kernels/direct.h"
#include "kernels/hull/hull_scan.h"
#include "kernels/kernels.h"
#include "lanes/lane.h"
#include "pair/answer.h"
#include "pair/exact_shift.h"
#include "pair/warm.h"

enum {
    POINT_MANY_FACES = 160, // with more faces, a walk replaces the scan of all
    POINT_ROUNDS = 24       // steps from feature to feature, at most; two or three as a rule
};

// The point in the polyhedron's frame.
typedef struct point_place {
    const scree_shape *s;
    scree_vec3 q;
    double error; // of a gap; see pair/pair.h
    scree_mat3 rotation;
    scree_vec3 origin; // of the polyhedron's stored frame, in the world
} point_place;

// The nearest point of the polyhedron; q is `distance` from it along `way`, which points outwards.
typedef struct point_nearest {
    scree_feature kind;
    int index;
    scree_vec3 at, way; // `way` need not be unit
    double distance;
} point_nearest;

static inline void point_place_make(const scree_body *solid, const scree_body *ball, point_place *p)
{
    const scree_shape *s = solid->shape;
    p->s = s;
    p->rotation = m3_from_quat(solid->orientation);
    // Centres are 0 or longer than 1e-60: see shape/shape.h.
    if (v3_norm2(s->centre) + v3_norm2(ball->shape->centre) == 0.0) {
        p->q = m3_mul_transposed(&p->rotation, v3_sub(ball->position, solid->position));
        p->origin = solid->position;
    } else {
        p->q = dd3_value(scree_exact_shift(solid, ball));
        p->origin = dd3_value(scree_exact_place(solid));
    }
    p->error = SCREE_ROUNDING * (SCREE_ROUNDINGS_A * s->core_radius + SCREE_ROUNDINGS_SHIFT * v3_norm(p->q)) +
               (s->slack + ball->shape->slack);
}

static inline double height_over(const scree_shape *s, int face, scree_vec3 q)
{
    return v3_dot(s->hull->faces[face].normal, q) - s->hull->faces[face].offset;
}

static inline lane heights_at(const scree_shape *s, int i, scree_vec3 q)
{
    return q.x * lane_at(s->hull->face_x + i) + q.y * lane_at(s->hull->face_y + i) +
           q.z * lane_at(s->hull->face_z + i) - lane_at(s->hull->face_offset + i);
}

// The plane that q is farthest in front of: the first of equals, whatever the number of lanes.
static inline int outermost_face(const scree_shape *s, scree_vec3 q, double *height)
{
    lane best = heights_at(s, 0, q);
    lane_mask at = { 0 };
    for (int i = SCREE_LANES; i < s->hull->padded_face_count; i += SCREE_LANES) {
        const lane h = heights_at(s, i, q);
        const lane_mask better = h > best;
        best = lane_select(better, h, best);
        at = (better & i) | (~better & at);
    }
    const lane most = lane_most(best);
    unsigned bits = lane_bits_equal(best, most);
    *height = most[0];
    if (s->hull->padded_face_count <= SCREE_LANES) return __builtin_ctz(bits);
    int first = INT32_MAX;
    for (; bits != 0; bits &= bits - 1) {
        const int i = __builtin_ctz(bits), number = (int)at[i] + i;
        if (number < first) first = number;
    }
    return first;
}

/// The bits of the first `count` lanes.
static inline unsigned first_bits(int count)
{
    return count < SCREE_LANES ? (1u << count) - 1u : (1u << SCREE_LANES) - 1u;
}

// ------------------------------------------------------------------------------------------- from feature to feature

typedef enum point_verdict { POINT_STAYS, POINT_MOVES, POINT_DOUBT } point_verdict;

// Sides k, k + 1, ... of a face's loop, and q relative to them.
typedef struct point_sides {
    lane3 e, r;                 // the side, and the vector from its first corner to q
    lane inner, along, length2; // how far q is inside; its product with the side; the side's squared length
} point_sides;

static inline point_sides sides_at(const scree_shape *s, const scree_face *f, scree_vec3 q, int k)
{
    const lane_sides sides = sides_from(s, f, k);
    point_sides x = { .e = sides.along, .r = l3_sub(l3_of(q), sides.from) };
    x.along = l3_dot(x.r, x.e);
    x.length2 = l3_dot(x.e, x.e);
    x.inner = l3_dot(l3_cross(l3_of(f->normal), x.e), x.r) / lane_sqrt(x.length2);
    return x;
}

// The nearest side by its distance, and the position along it: 0 to 1.
__attribute__((noinline)) static void nearest_side_of_all(const scree_shape *s, const scree_face *f, scree_vec3 q,
                                                          int *side, double *t)
{
    double nearest = -INFINITY; // negated squared distance
    for (int i = 0; i < f->count; i += SCREE_LANES) {
        const point_sides r = sides_at(s, f, q, f->first + i);
        const lane part = lane_min(lane_max(r.along / r.length2, lane_of(0.0)), lane_of(1.0));
        const lane3 d = l3_add_scaled(r.r, -part, r.e);
        const lane near = lane_select(lane_first(f->count - i), -l3_dot(d, d), lane_of(-INFINITY));
        const lane most = lane_most(near);
        if (!(most[0] > nearest)) continue;
        double all[SCREE_LANES] __attribute__((aligned(64)));
        lane_put_row(all, part);
        const int at = __builtin_ctz(lane_bits_equal(near, most));
        nearest = most[0];
        *side = i + at;
        *t = all[at];
    }
}

static inline double part_along(const scree_shape *s, const scree_face *f, scree_vec3 q, int k)
{
    const scree_vec3 e = side_at(s, f, k), r = v3_sub(q, corner_at(s, k));
    return v3_dot(r, e) / v3_norm2(e);
}

// The side of a face that is nearest to q, and the position along it: from 0 to 1, ends included. False if q, seen
// along the normal, is inside; `close` gets whether it is near a side, to rounding. If q is outside of a side and
// between its ends, no other side is nearer; past the end of one and before the start of the next, the corner between
// them is.
static inline bool nearest_side(const scree_shape *s, const scree_face *f, scree_vec3 q, double error, int *side,
                                double *t, bool *close)
{
    uint64_t outside = 0, before = 0, past = 0;
    unsigned near_side = 0;
    for (int i = 0; i < f->count; i += SCREE_LANES) {
        const point_sides r = sides_at(s, f, q, f->first + i);
        const unsigned all = first_bits(f->count - i);
        const unsigned out = lane_bits_below(r.inner, lane_of(0.0)) & all;
        near_side |= ~lane_bits_below(lane_of(error), r.inner) & all;
        if (i >= 64) {
            outside |= out;
            continue;
        }
        outside |= (uint64_t)out << i;
        before |= (uint64_t)(~lane_bits_below(lane_of(0.0), r.along) & all) << i;
        past |= (uint64_t)(~lane_bits_below(r.along, r.length2) & all) << i;
    }
    *close = near_side != 0;
    if (outside == 0) return false;
    const bool all_seen = f->count <= 64;
    const uint64_t over_side = outside & ~before & ~past;
    const uint64_t corner = before & (past << 1 | past >> (all_seen ? f->count - 1 : 63));
    if (!all_seen || (over_side | corner) == 0) {
        nearest_side_of_all(s, f, q, side, t);
    } else if (over_side != 0) {
        *side = __builtin_ctzll(over_side);
        *t = part_along(s, f, q, f->first + *side);
    } else {
        *side = __builtin_ctzll(corner);
        *t = 0.0;
    }
    return true;
}

static inline void stand_at_vertex(const point_place *p, int vertex, point_nearest *x)
{
    x->kind = SCREE_FEATURE_VERTEX;
    x->index = vertex;
    x->at = scree_stored_vertex(p->s, vertex);
    x->way = v3_sub(p->q, x->at);
}

// Takes the end of the edge that is nearer to q, and the component of the vector to q perpendicular to the edge: the
// rest would tilt the normal too much for a long edge where q is near.
static inline void stand_on_side(const point_place *p, const scree_face *f, int side, double t, point_nearest *x)
{
    const scree_shape *s = p->s;
    const int k = f->first + side, next = side + 1 < f->count ? k + 1 : f->first, from = t <= 0.5 ? k : next;
    const scree_vec3 e = side_at(s, f, k), end = corner_at(s, from);
    const double inverse = 1.0 / v3_norm2(e);
    x->kind = SCREE_FEATURE_EDGE;
    x->index = scree_face_edge(s->hull, k);
    x->at = v3_add_scaled(end, t <= 0.5 ? t : t - 1.0, e);
    const scree_vec3 way = v3_sub(p->q, x->at);
    x->way = v3_add_scaled(way, -(v3_dot(way, e) * inverse), e);
}

// A face: its inside, or its nearest edge or vertex.
static inline point_verdict from_face(const point_place *p, int face, point_nearest *x)
{
    const scree_shape *s = p->s;
    const scree_face *f = &s->hull->faces[face];
    int side = 0;
    double t = 0.0;
    bool close;
    if (nearest_side(s, f, p->q, p->error, &side, &t, &close)) {
        const int k = f->first + side, next = side + 1 < f->count ? k + 1 : f->first;
        if (t > 0.0 && t < 1.0)
            stand_on_side(p, f, side, t, x);
        else
            stand_at_vertex(p, s->hull->face_vertices[t <= 0.0 ? k : next], x);
        return POINT_MOVES;
    }
    x->kind = SCREE_FEATURE_FACE;
    x->index = face;
    x->way = f->normal;
    x->distance = height_over(s, face, p->q);
    x->at = v3_add_scaled(p->q, -x->distance, f->normal);
    // Beyond the tip of a sliver, its nearly parallel sides do not decide.
    return close ? POINT_DOUBT : POINT_STAYS;
}

// An edge: q must be beyond the end of both adjacent faces. `face` gets one for which it is not.
static inline point_verdict from_edge(const point_place *p, const point_nearest *x, int *face)
{
    const scree_shape *s = p->s;
    const scree_edge k = scree_edge_at(s->hull, x->index);
    const scree_vec3 e = v3_sub(scree_stored_vertex(s, k.vertex[1]), scree_stored_vertex(s, k.vertex[0]));
    const scree_vec3 across = v3_cross(e, x->way); // its product with a face's normal points inwards for face 0
    const double inner0 = v3_dot(s->hull->faces[k.face[0]].normal, across);
    const double inner1 = -v3_dot(s->hull->faces[k.face[1]].normal, across);
    const double clear2 = DIRECT_SLOPE2 * (v3_norm2(e) * v3_norm2(x->way));
    const bool clear = inner0 * inner0 > clear2 && inner1 * inner1 > clear2;
    if (!clear) return POINT_DOUBT;
    if (inner0 < 0.0 && inner1 < 0.0) return POINT_STAYS;
    *face = inner0 > 0.0 ? k.face[0] : k.face[1];
    return POINT_MOVES;
}

// A vertex: every edge must lead away from q. `face` gets a face adjacent to an edge that does not.
static inline point_verdict from_vertex(const point_place *p, const point_nearest *x, int *face)
{
    const scree_shape *s = p->s;
    const int first = s->hull->nodes[x->index].fan, end = s->hull->nodes[x->index].fan_end;
    const lane far2 = lane_of(DIRECT_SLOPE2 * v3_norm2(x->way));
    bool clear = true;
    int leads = -1;
    for (int k = first; k < end; k += SCREE_LANES) {
        const lane3 d = spokes_at(s, x->index, k);
        const lane rise = l3_dot(d, l3_of(x->way));
        const unsigned all = first_bits(end - k), up = lane_bits_below(lane_of(0.0), rise) & all;
        clear = clear && (lane_bits_below(far2 * l3_dot(d, d), rise * rise) & all) == all;
        if (up != 0 && leads < 0) leads = k + __builtin_ctz(up);
    }
    if (leads < 0) return clear ? POINT_STAYS : POINT_DOUBT;
    const scree_edge leading = scree_edge_at(s->hull, scree_vertex_edge(s->hull, leads));
    const int *adjacent = leading.face;
    *face = height_over(s, adjacent[0], p->q) > height_over(s, adjacent[1], p->q) ? adjacent[0] : adjacent[1];
    return POINT_MOVES;
}

// Walks from a face, or from the vertex in x if that is -1, to the feature nearest to q.
static inline bool walk_to_nearest(const point_place *p, int face, point_nearest *x)
{
    point_verdict v = POINT_MOVES;
    for (int round = 0; round < POINT_ROUNDS && v == POINT_MOVES; ++round) {
        if (face >= 0) v = from_face(p, face, x);
        if (v == POINT_MOVES) v = x->kind == SCREE_FEATURE_VERTEX ? from_vertex(p, x, &face) : from_edge(p, x, &face);
    }
    if (v != POINT_STAYS) return false;
    if (x->kind != SCREE_FEATURE_FACE) x->distance = v3_norm(x->way);
    return x->distance > DIRECT_CLEAR * p->error;
}

// ------------------------------------------------------------------------------------------------------- the answer

// Checks the support height along the normal, for shapes whose faces are flat only to rounding.
static bool support_agrees(const point_place *p, const point_nearest *x)
{
    if (!scree_hides_edges(p->s) || x->kind == SCREE_FEATURE_FACE) return true;
    const scree_vec3 n = v3_unit(x->way);
    const int hint = x->kind == SCREE_FEATURE_VERTEX ? x->index : scree_edge_at(p->s->hull, x->index).vertex[0];
    const scree_vec3 top = scree_stored_vertex(p->s, scree_support_vertex(p->s, n, hint));
    return x->distance - v3_dot(n, v3_sub(p->q, top)) <= 0.5 * p->error;
}

// Behind all planes by more than rounding: the depth is that of the plane which q is least behind.
static inline bool is_inside(const point_place *p, double height)
{
    return height < -p->error;
}

// Also below that plane's face by more than rounding: of faces in one plane to rounding, any can be the highest.
static inline bool is_below_face(const point_place *p, int face)
{
    const scree_shape *s = p->s;
    const scree_face *f = &s->hull->faces[face];
    unsigned outside = 0;
    for (int i = 0; i < f->count; i += SCREE_LANES) {
        const lane inner = inside_of_sides(s, f, f->first + i, p->q);
        outside |= ~lane_bits_below(lane_of(p->error), inner) & first_bits(f->count - i);
    }
    return outside == 0;
}

static inline bool stand_inside(const point_place *p, int face, double height, point_nearest *x)
{
    x->kind = SCREE_FEATURE_FACE;
    x->index = face;
    x->way = p->s->hull->faces[face].normal;
    x->distance = height;
    x->at = v3_add_scaled(p->q, -height, x->way);
    return is_below_face(p, face);
}

// x clamped to [low, high], and the third of the line that x is in.
static inline double clamped(double x, double low, double high, int *third)
{
    *third = 1 - (x < low) + (x > high);
    return min2(max2(x, low), high);
}

// Outside a box: the components of the point beyond its faces. The cell follows from the point; it remains to check
// that the vector leans clearly towards each of the faces.
static inline bool find_adjacent_box(const point_place *p, point_nearest *x)
{
    const scree_shape *s = p->s;
    const scree_vec3 q = p->q, low = s->hull->box->low, high = s->hull->box->high;
    int i, j, k;
    x->at = v3(clamped(q.x, low.x, high.x, &i), clamped(q.y, low.y, high.y, &j), clamped(q.z, low.z, high.z, &k));
    x->way = v3_sub(q, x->at);
    const scree_vec3 squares = v3(x->way.x * x->way.x, x->way.y * x->way.y, x->way.z * x->way.z);
    const double length2 = squares.x + squares.y + squares.z, least = DIRECT_SLOPE2 * length2;
    const int cell = i + 3 * j + 9 * k;
    x->kind = scree_box_feature(cell);
    x->index = scree_box_index(s->hull->box, cell);
    x->distance = sqrt(length2);
    // Branch-free: the cell is unpredictable.
    const int clear = ((i == 1) | (squares.x > least)) & ((j == 1) | (squares.y > least)) &
                      ((k == 1) | (squares.z > least)) & (x->distance > DIRECT_CLEAR * p->error);
    return clear != 0;
}

// Any polyhedron. Not inlined: that would slow down boxes.
__attribute__((noinline)) static bool search_nearest(const point_place *p, point_nearest *x)
{
    const scree_shape *s = p->s;
    if (s->hull->face_count > POINT_MANY_FACES) {
        stand_at_vertex(p, scree_support_vertex(s, p->q, 0), x);
        if (walk_to_nearest(p, -1, x)) return support_agrees(p, x);
    }
    double height;
    const int face = outermost_face(s, p->q, &height);
    if (is_inside(p, height)) return stand_inside(p, face, height, x);
    return height > p->error && walk_to_nearest(p, face, x) && support_agrees(p, x);
}

static inline bool find_nearest(const point_place *p, point_nearest *x)
{
    if (p->s->is_box && find_adjacent_box(p, x)) return true;
    // Copies, so that for boxes p and x stay in registers.
    const point_place place = *p;
    point_nearest found = { .kind = SCREE_FEATURE_SURFACE };
    if (!search_nearest(&place, &found)) return false;
    *x = found;
    return true;
}

// As scree_publish(). The interval is as narrow as rounding allows.
static inline void point_publish(const point_place *p, const point_nearest *x, double ball_radius, bool swapped,
                                 double tolerance, scree_contact *out)
{
    const double radius = p->s->radius, radii = radius + ball_radius, distance = x->distance - radii + 0.0;
    const double spread = 4.0 * DBL_EPSILON * (radii + fabs(x->distance));
    const scree_vec3 way = m3_mul(&p->rotation, x->way);
    const double length = v3_norm(way);
    const scree_vec3 n = v3(way.x / length, way.y / length, way.z / length);
    const scree_vec3 on_solid = v3_add_scaled(v3_add(m3_mul(&p->rotation, x->at), p->origin), radius, n);
    const scree_vec3 on_ball = v3_add_scaled(on_solid, distance, n);
    out->distance = distance;
    out->lower = min2(x->distance - p->error - radii - spread, distance);
    out->upper = max2(x->distance + p->error - radii + spread, distance);
    out->normal = swapped ? v3(0.0 - n.x, 0.0 - n.y, 0.0 - n.z) : v3(n.x + 0.0, n.y + 0.0, n.z + 0.0);
    out->point_a = swapped ? on_ball : on_solid;
    out->point_b = swapped ? on_solid : on_ball;
    out->point = v3_add_scaled(on_solid, 0.5 * distance, n);
    out->patch_area = 0.0;
    out->feature_a = swapped ? SCREE_FEATURE_SURFACE : x->kind;
    out->feature_b = swapped ? x->kind : SCREE_FEATURE_SURFACE;
    out->index_a = swapped ? -1 : x->index;
    out->index_b = swapped ? x->index : -1;
    out->iterations = 1;
    out->state = scree_state_of(distance, tolerance);
    out->status = SCREE_OK;
    scree_clear_rest(out);
}

static inline bool answer_point(const scree_body *a, const scree_body *b, double tolerance, scree_contact *out)
{
    const bool swapped = b->shape->core == SCREE_CORE_POLYHEDRON;
    const scree_body *solid = swapped ? b : a, *ball = swapped ? a : b;
    point_place p;
    point_nearest x;
    point_place_make(solid, ball, &p);
    if (!find_nearest(&p, &x)) return false;
    point_publish(&p, &x, ball->shape->radius, swapped, tolerance, out);
    return true;
}

// Stops at the first plane beyond the margin, or at the first surface point within it.
static inline int point_is_farther(const scree_body *a, const scree_body *b, double margin)
{
    const bool swapped = b->shape->core == SCREE_CORE_POLYHEDRON;
    point_place p;
    point_nearest x = { .kind = SCREE_FEATURE_SURFACE };
    point_place_make(swapped ? b : a, swapped ? a : b, &p);
    const double above = margin + p.error, below = margin - p.error;
    bool found = p.s->is_box && find_adjacent_box(&p, &x);
    if (!found && p.s->hull->face_count > POINT_MANY_FACES) {
        found = search_nearest(&p, &x);
    } else if (!found) {
        double height;
        const int face = outermost_face(p.s, p.q, &height);
        if (height > above) return 1;
        if (is_inside(&p, height)) return 0;
        (void)from_face(&p, face, &x);
        if (below > 0.0 && v3_norm2(v3_sub(p.q, x.at)) <= below * below) return 0;
        found = height > p.error && walk_to_nearest(&p, face, &x) && support_agrees(&p, &x);
    }
    return !found ? -1 : x.distance > above ? 1 : x.distance <= below ? 0 : -1;
}

#endif
