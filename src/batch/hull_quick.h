// Two hulls that are apart: a good guess of the features that are nearest, and its proof.
//
// Idea        The face of either hull that is farthest outside of the other is found by brute force where both are tiny
//             (up to eight faces and vertices), else by a glance: the vertex ahead on the way from one hull to the
//             other picks the face, the face its vertex. What is nearest is then the vertex and the face, or an edge of
//             the face and an edge that leaves the vertex: all these pairs are looked at side by side. The line between
//             the nearest two is the normal if the farthest vertices along it say so, which proves it, however it came
//             about. All is in the frame of A; what goes one way or the other is looked up, not branched upon.
// Limits      Any doubt, and features that meet in more than a point: no answer, and the search begins anew.
#ifndef SCREE_BATCH_HULL_QUICK_H
#define SCREE_BATCH_HULL_QUICK_H

#include <assert.h>

#include "batch/hull_near.h"

/// Vertices less than this below the highest one, in units of the core's radius, are next to it. Two vertices are at
/// most two radii apart: if all that are up there belong to a feature, no edge or face next to it is level.
#define QUICK_LEVEL (3.0 * HULL_SLOPE)

/// A gap that is the sum of both reaches and of the way between the origins has 26 roundings of that way, where
/// SCREE_ROUNDINGS_SHIFT counts 25.
#define QUICK_ERROR 1.0625

/// The square of the sine of the angle between two edges above which it is clear where they cross.
#define QUICK_SINE2 1e-4

/// A face of one of the hulls, and the vertex of the other that is nearest to its plane.
typedef struct face_view {
    double gap; ///< between the two, along the face's normal
    int face, vertex;
} face_view;

/// A face of each of two hulls.
typedef struct face_views {
    face_view of_a, of_b;
    /// Where they are not tiny: how far the nearest of the other's vertices that have been looked at is outside of each
    /// face.
    lane least_a[SHORT_SCAN / SCREE_LANES], least_b[SHORT_SCAN / SCREE_LANES];
} face_views;

/// a if the condition holds, else b; of what goes one way as often as the other, without a branch.
static inline int either(bool condition, int a, int b)
{
    return b ^ ((a ^ b) & -(int)condition);
}

/// One of the two hulls: x in A's frame = turn x + shift.
typedef struct quick_hull {
    const scree_shape *shape;
    const scree_mat3 *turn;
    const scree_vec3 *shift;
} quick_hull;

static const scree_mat3 quick_no_turn = { { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } } };
static const scree_vec3 quick_no_shift = { 0, 0, 0 };

static inline __attribute__((always_inline)) lane3 turn_lanes(const scree_mat3 *m, lane3 v)
{
    const scree_vec3 *r = m->row;
    return l3(lane_of(r[0].x) * v.x + lane_of(r[0].y) * v.y + lane_of(r[0].z) * v.z,
              lane_of(r[1].x) * v.x + lane_of(r[1].y) * v.y + lane_of(r[1].z) * v.z,
              lane_of(r[2].x) * v.x + lane_of(r[2].y) * v.y + lane_of(r[2].z) * v.z);
}

static inline __attribute__((always_inline)) lane3 shift_lanes(const scree_vec3 *s, lane3 v)
{
    return l3(v.x + lane_of(s->x), v.y + lane_of(s->y), v.z + lane_of(s->z));
}

static inline __attribute__((always_inline)) void put_lane(double *p, lane x)
{
    *(lane_anywhere *)(void *)p = x;
}

static inline __attribute__((always_inline)) scree_vec3 quick_vertex(const quick_hull *h, int i)
{
    const scree_shape *s = h->shape;
    const scree_vec3 v = m3_mul(h->turn, v3(s->x[i], s->y[i], s->z[i]));
    return v3(v.x + h->shift->x, v.y + h->shift->y, v.z + h->shift->z);
}

// ------------------------------------------------------------------------------------------------------ tiny hulls

static inline bool is_tiny(const scree_shape *s)
{
    return s->padded_count == TINY && s->padded_face_count == TINY;
}

/// The best of some faces, in lanes, over some vertices. Numbers are known where this is inlined.
static inline __attribute__((always_inline)) face_view
view_all(const lane3 *n, const lane *offset, int faces, const double *x, const double *y, const double *z, int vertices)
{
    double number[TINY];
    lane least[TINY / SCREE_LANES], most;
    for (int i = 0; i * SCREE_LANES < faces; ++i) {
        lane low = l3_dot(n[i], l3(lane_of(x[0]), lane_of(y[0]), lane_of(z[0]))), which = lane_of(0.0);
        for (int v = 1; v < vertices; ++v) {
            const lane h = l3_dot(n[i], l3(lane_of(x[v]), lane_of(y[v]), lane_of(z[v])));
            which = lane_pick(flags_below(h, low), lane_of(v), which);
            low = lane_min(h, low);
        }
        least[i] = low - offset[i];
        put_lane(number + i * SCREE_LANES, which);
    }
    const int face = first_highest(least, (faces + SCREE_LANES - 1) / SCREE_LANES, &most);
    return (face_view){ most[0], face, (int)number[face] };
}

/// The best face of each.
static inline __attribute__((always_inline)) void view_both(const scree_cores *c, int count, face_view *of_a,
                                                            face_view *of_b)
{
    const scree_shape *a = c->a, *b = c->b;
    double x[TINY], y[TINY], z[TINY];
    lane3 n[TINY / SCREE_LANES];
    lane offset[TINY / SCREE_LANES];
    for (int i = 0, k = 0; k < count; ++i, k += SCREE_LANES) {
        const lane3 v = shift_lanes(&c->shift, turn_lanes(&c->turn, lanes_at(b->x, b->y, b->z, k)));
        put_lane(x + k, v.x);
        put_lane(y + k, v.y);
        put_lane(z + k, v.z);
        n[i] = turn_lanes(&c->turn, lanes_at(b->face_x, b->face_y, b->face_z, k));
        offset[i] = lane_at(b->face_offset + k) +
                    l3_dot(n[i], l3(lane_of(c->shift.x), lane_of(c->shift.y), lane_of(c->shift.z)));
    }
    *of_b = view_all(n, offset, count, a->x, a->y, a->z, count);
    for (int i = 0, k = 0; k < count; ++i, k += SCREE_LANES) {
        n[i] = lanes_at(a->face_x, a->face_y, a->face_z, k);
        offset[i] = lane_at(a->face_offset + k);
    }
    *of_a = view_all(n, offset, count, x, y, z, count);
}

static inline __attribute__((always_inline)) void view_tiny(const scree_cores *c, face_view *of_a, face_view *of_b)
{
    const scree_shape *a = c->a, *b = c->b;
    const int half = TINY / 2;
    if (a->vertex_count <= half && b->vertex_count <= half && a->face_count <= half && b->face_count <= half)
        view_both(c, half, of_a, of_b);
    else
        view_both(c, TINY, of_a, of_b);
}

// ---------------------------------------------------------------------------------------------------- small hulls

/// Few enough faces and vertices that all are looked at.
static inline bool is_small(const scree_shape *s)
{
    return s->padded_count <= SHORT_SCAN && s->padded_face_count <= SHORT_SCAN;
}

/// The first vertex that is farthest along d.
static inline __attribute__((always_inline)) int far_vertex(const scree_shape *s, scree_vec3 d)
{
    lane height[SHORT_SCAN / SCREE_LANES], most;
    const int count = (s->vertex_count + SCREE_LANES - 1) / SCREE_LANES;
    height[0] = heights_of(s->x, s->y, s->z, d);
    for (int i = 1, k = SCREE_LANES; i < count; ++i, k += SCREE_LANES)
        height[i] = heights_of(s->x + k, s->y + k, s->z + k, d);
    return first_highest(height, count, &most);
}

/// The first face that p, and all points before it, are farthest outside of.
static inline __attribute__((always_inline)) int far_face(const scree_shape *s, scree_vec3 p, bool again, lane *least)
{
    lane most;
    const int count = (s->face_count + SCREE_LANES - 1) / SCREE_LANES;
    int i = 0;
    do { // there is a face
        const int k = i * SCREE_LANES;
        const lane h = heights_of(s->face_x + k, s->face_y + k, s->face_z + k, p) - lane_at(s->face_offset + k);
        least[i] = again ? lane_min(h, least[i]) : h;
    } while (++i < count);
    return first_highest(least, count, &most);
}

static inline __attribute__((always_inline)) void keep_better(face_view *view, double gap, int face, int vertex,
                                                              bool again)
{
    if (again && !(gap > view->gap)) return;
    *view = (face_view){ gap, face, vertex };
}

/// A good face of each: that which the other's vertex is farthest outside of. `again`: so are the vertices before.
static inline __attribute__((always_inline)) void view_from(const scree_cores *c, int from_a, int from_b, bool again,
                                                            face_views *v)
{
    const scree_shape *a = c->a, *b = c->b;
    const quick_hull turned = { b, &c->turn, &c->shift };
    const scree_vec3 p = quick_vertex(&turned, from_b);
    const scree_vec3 q = m3_mul_transposed(
        &c->turn, v3(a->x[from_a] - c->shift.x, a->y[from_a] - c->shift.y, a->z[from_a] - c->shift.z));
    const int face_a = far_face(a, p, again, v->least_a), face_b = far_face(b, q, again, v->least_b);
    const scree_vec3 n_a = v3(a->face_x[face_a], a->face_y[face_a], a->face_z[face_a]);
    const scree_vec3 n_b = m3_mul(&c->turn, v3(b->face_x[face_b], b->face_y[face_b], b->face_z[face_b]));
    const int low_b = far_vertex(b, v3_neg(m3_mul_transposed(&c->turn, n_a))), low_a = far_vertex(a, v3_neg(n_b));
    const double gap_a = v3_dot(n_a, quick_vertex(&turned, low_b)) - a->face_offset[face_a];
    const scree_vec3 low = v3(a->x[low_a] - c->shift.x, a->y[low_a] - c->shift.y, a->z[low_a] - c->shift.z);
    const double gap_b = v3_dot(n_b, low) - b->face_offset[face_b];
    keep_better(&v->of_a, gap_a, face_a, low_b, again);
    keep_better(&v->of_b, gap_b, face_b, low_a, again);
}

static inline __attribute__((always_inline)) void view_small(const scree_cores *c, scree_vec3 start, face_views *v)
{
    const int from_a = far_vertex(c->a, start), from_b = far_vertex(c->b, v3_neg(m3_mul_transposed(&c->turn, start)));
    view_from(c, from_a, from_b, false, v);
}

// ----------------------------------------------------------------------------------------- edges of face and vertex

/// What may be the answer: the features of home and guest, the guest's point, and the way to it from that of home.
typedef struct quick_guess {
    scree_vec3 away, on_guest;
    double length; ///< of the way
    int feature_home, feature_guest;
    int index_home, index_guest;
    bool clear; ///< two edges cross far from their ends, and not nearly parallel
} quick_guess;

/// What is proven, in the frame of A.
typedef struct quick_answer {
    double gap, length; ///< along the normal, and between the points
    scree_vec3 n, away, on_a, on_b;
    int feature_a, feature_b, index_a, index_b;
} quick_answer;

/// Which sides of a face the point p is beyond, a bit for each; and which ones it is next to, or beyond.
static inline __attribute__((always_inline)) unsigned sides_passed(const quick_hull *home, int first, int count,
                                                                   scree_vec3 p, double error, unsigned *next)
{
    const scree_shape *s = home->shape;
    const scree_vec3 q =
        m3_mul_transposed(home->turn, v3(p.x - home->shift->x, p.y - home->shift->y, p.z - home->shift->z));
    unsigned passed = 0, close = 0;
    for (int i = 0; i < count; i += SCREE_LANES) {
        const int k = first + i;
        const lane h = heights_of(s->inward_x + k, s->inward_y + k, s->inward_z + k, q),
                   at = lane_at(s->inward_offset + k);
        passed |= lane_bits_below(h, at) << i;
        close |= lane_bits_below(h, at + lane_of(error)) << i;
    }
    *next = close & (UINT32_MAX >> (HULL_CORNERS - count));
    return passed & (UINT32_MAX >> (HULL_CORNERS - count));
}

/// The sides of a face, in A's frame: rows of one number for each.
typedef struct quick_sides {
    double way[3][HULL_CORNERS], corner[3][HULL_CORNERS]; ///< from corner to corner
    double square[HULL_CORNERS], part[HULL_CORNERS];      ///< of its length, and one over it
} quick_sides;

static inline __attribute__((always_inline)) void lay_sides(const quick_hull *home, int first, int count,
                                                            quick_sides *out)
{
    const scree_shape *s = home->shape;
    for (int i = 0; i < count; i += SCREE_LANES) {
        const int k = first + i;
        const lane3 u = turn_lanes(home->turn, lanes_at(s->side_x, s->side_y, s->side_z, k));
        const lane3 corner = turn_lanes(home->turn, lanes_at(s->corner_x, s->corner_y, s->corner_z, k));
        const lane3 at = shift_lanes(home->shift, corner);
        const lane square = l3_dot(u, u);
        put_lane(out->way[0] + i, u.x);
        put_lane(out->way[1] + i, u.y);
        put_lane(out->way[2] + i, u.z);
        put_lane(out->corner[0] + i, at.x);
        put_lane(out->corner[1] + i, at.y);
        put_lane(out->corner[2] + i, at.z);
        put_lane(out->square + i, square);
        put_lane(out->part + i, lane_of(1.0) / square);
    }
}

/// The nearest two segments so far, of a side of the face and an edge that leaves the vertex.
typedef struct quick_nearest {
    double distance2;
    int side, spoke; ///< the side's number in the face, the edge's in the list of its shape
    int lane;
    double s[SCREE_LANES], t[SCREE_LANES]; ///< along the side, and along the edge: in lanes, of which one counts
    double sine2[SCREE_LANES], length[SCREE_LANES], away[3][SCREE_LANES], on_guest[3][SCREE_LANES];
} quick_nearest;

/// One side, and all edges that leave the vertex at p.
static inline __attribute__((always_inline)) void try_side(const quick_sides *sides, int side, const quick_hull *guest,
                                                           int first, int fan, scree_vec3 p, quick_nearest *best)
{
    const scree_shape *g = guest->shape;
    const lane none = lane_of(0.0), whole = lane_of(1.0);
    const lane3 at = l3_of(p),
                u = l3(lane_of(sides->way[0][side]), lane_of(sides->way[1][side]), lane_of(sides->way[2][side]));
    const lane3 w = l3_sub(
        at, l3(lane_of(sides->corner[0][side]), lane_of(sides->corner[1][side]), lane_of(sides->corner[2][side])));
    const lane uu = lane_of(sides->square[side]), part = lane_of(sides->part[side]), uw = l3_dot(u, w);
    for (int k = 0; k < fan; k += SCREE_LANES) {
        const lane3 e = turn_lanes(guest->turn, lanes_at(g->spoke_x, g->spoke_y, g->spoke_z, first + k));
        const lane ee = l3_dot(e, e), eu = l3_dot(e, u), ew = l3_dot(e, w);
        const lane area2 = ee * uu - eu * eu, part_e = whole / ee, part_both = whole / area2;
        // Where the two are parallel the product is no number, and lane_max() takes 0.
        lane t = lane_min(lane_max((eu * uw - ew * uu) * part_both, none), whole);
        const lane s = lane_min(lane_max((uw + t * eu) * part, none), whole);
        t = lane_min(lane_max((s * eu - ew) * part_e, none), whole);
        const lane3 way = l3_scale(e, t), d = l3_sub(l3_add(w, way), l3_scale(u, s)), on = l3_add(at, way);
        const lane d2 = l3_dot(d, d), counted = lane_select(lane_first(fan - k), d2, lane_of(INFINITY));
        const lane least = lane_least(counted);
        if (!(least[0] < best->distance2)) continue;
        best->distance2 = least[0];
        best->lane = __builtin_ctz(lane_bits_equal(counted, least));
        best->side = side;
        best->spoke = first + k + best->lane;
        put_lane(best->s, s);
        put_lane(best->t, t);
        put_lane(best->sine2, area2 * part_e * part);
        put_lane(best->length, lane_sqrt(d2));
        put_lane(best->away[0], d.x);
        put_lane(best->away[1], d.y);
        put_lane(best->away[2], d.z);
        put_lane(best->on_guest[0], on.x);
        put_lane(best->on_guest[1], on.y);
        put_lane(best->on_guest[2], on.z);
    }
}

/// The features of the nearest two segments.
static inline __attribute__((always_inline)) void guess_segments(const quick_hull *home, const quick_hull *guest,
                                                                 int corner, int vertex, const quick_nearest *x,
                                                                 quick_guess *g)
{
    const int i = x->lane;
    const double s = x->s[i], t = x->t[i];
    const bool inner_home = (s > 0.0) & (s < 1.0), inner_guest = (t > 0.0) & (t < 1.0);
    const int k = corner + x->side, edge = home->shape->face_edges[k], from = home->shape->face_vertices[k];
    const int *ends = home->shape->edges[edge].vertex;
    const int end_home = either(s < 1.0, from, ends[0] + ends[1] - from);
    const int end_guest = either(t < 1.0, vertex, guest->shape->neighbours[x->spoke]);
    const int spoke = guest->shape->vertex_edges[x->spoke];
    g->away = v3(x->away[0][i], x->away[1][i], x->away[2][i]);
    g->length = x->length[i];
    g->on_guest = v3(x->on_guest[0][i], x->on_guest[1][i], x->on_guest[2][i]);
    g->feature_home = SCREE_FEATURE_VERTEX + inner_home;
    g->feature_guest = SCREE_FEATURE_VERTEX + inner_guest;
    g->index_home = either(inner_home, edge, end_home);
    g->index_guest = either(inner_guest, spoke, end_guest);
    const bool inside = (s > HULL_END) & (s < 1.0 - HULL_END) & (t > HULL_END) & (t < 1.0 - HULL_END);
    g->clear = (!(inner_home & inner_guest)) | (inside & (x->sine2[i] > QUICK_SINE2));
}

// -------------------------------------------------------------------------------------------------------- the proof

/// How far a hull reaches along d; `level` gets how many vertices are next to the farthest, itself included.
static inline __attribute__((always_inline)) double reach_along(const scree_shape *s, scree_vec3 d, int *level)
{
    lane height[SHORT_SCAN / SCREE_LANES];
    const int count = (s->vertex_count + SCREE_LANES - 1) / SCREE_LANES;
    lane best = height[0] = heights_of(s->x, s->y, s->z, d);
    for (int i = 1, k = SCREE_LANES; i < count; ++i, k += SCREE_LANES) {
        height[i] = heights_of(s->x + k, s->y + k, s->z + k, d);
        best = lane_max(best, height[i]);
    }
    best = lane_most(best);
    const lane near = best - lane_of(QUICK_LEVEL * s->core_radius);
    uint64_t below = 0;
    for (int i = 0; i < count; ++i) below |= (uint64_t)lane_bits_below(height[i], near) << (i * SCREE_LANES);
    *level = __builtin_popcountll(~below & (UINT64_MAX >> (SHORT_SCAN - s->vertex_count)));
    return best[0];
}

/// As many vertices next to the farthest as a feature has: a vertex, the two of an edge, any of a face.
static inline bool is_level(int feature, int level)
{
    return (feature == level) | (feature == SCREE_FEATURE_FACE);
}

/// Whether the farthest vertices along the normal are those of the features.
static inline __attribute__((always_inline)) bool prove_guess(const scree_cores *c, const quick_guess *g,
                                                              bool a_is_home, double touch, quick_answer *out)
{
    static_assert(SCREE_FEATURE_VERTEX == 1 && SCREE_FEATURE_EDGE == 2, "as many as they have vertices");
    static const double of_home[2] = { 0.0, 1.0 }, signs[2] = { -1.0, 1.0 };
    const double length = g->length;
    const scree_vec3 away = v3_scale(g->away, signs[a_is_home]), n = v3_scale(away, 1.0 / length);
    const scree_vec3 inward = v3_neg(m3_mul_transposed(&c->turn, n));
    int level_a, level_b;
    const double reach_a = reach_along(c->a, n, &level_a), reach_b = reach_along(c->b, inward, &level_b);
    const double gap = v3_dot(n, v3(c->shift.x, c->shift.y, c->shift.z)) - reach_a - reach_b;
    out->gap = gap;
    out->length = length;
    out->n = n;
    out->away = away;
    out->on_a = v3_add_scaled(g->on_guest, -of_home[a_is_home], away);
    out->on_b = v3_add_scaled(g->on_guest, of_home[!a_is_home], away);
    out->feature_a = either(a_is_home, g->feature_home, g->feature_guest);
    out->feature_b = either(a_is_home, g->feature_guest, g->feature_home);
    out->index_a = either(a_is_home, g->index_home, g->index_guest);
    out->index_b = either(a_is_home, g->index_guest, g->index_home);
    const bool alone_a = is_level(out->feature_a, level_a), alone_b = is_level(out->feature_b, level_b);
    return g->clear & alone_a & alone_b & (gap > touch) & (length - gap <= c->error);
}

/// What is nearest next to a face of home, farther outside of the guest than others, and the guest's vertex before it.
static inline __attribute__((always_inline)) bool meet_quickly(const scree_cores *c, bool a_is_home,
                                                               const face_view *view, double touch, quick_answer *out)
{
    const quick_hull hulls[2] = { { c->b, &c->turn, &c->shift }, { c->a, &quick_no_turn, &quick_no_shift } };
    const quick_hull *home = &hulls[a_is_home], *guest = &hulls[!a_is_home];
    const scree_face *face = &home->shape->faces[view->face];
    const int vertex = view->vertex, count = face->count, first = guest->shape->fan_start[vertex];
    const int fan = guest->shape->fan_start[vertex + 1] - first;
    if (count < 3 || count > HULL_CORNERS) return false;
    const scree_vec3 p = quick_vertex(guest, vertex);
    quick_guess g;
    unsigned next, passed = sides_passed(home, face->first, count, p, c->error, &next);
    if (passed == 0 && next != 0)
        return false; // beyond the tip of a sliver, sides that are all but parallel do not tell
    quick_sides sides;
    lay_sides(home, face->first, count, &sides);
    if (passed == 0) {
        const scree_vec3 n = v3_unit(m3_mul(home->turn, v3(face->normal.x, face->normal.y, face->normal.z)));
        g.length = v3_dot(n, v3(p.x - sides.corner[0][0], p.y - sides.corner[1][0], p.z - sides.corner[2][0]));
        g.away = v3_scale(n, g.length);
        g.on_guest = p;
        g.feature_home = SCREE_FEATURE_FACE;
        g.feature_guest = SCREE_FEATURE_VERTEX;
        g.index_home = view->face;
        g.index_guest = vertex;
        g.clear = true;
    } else {
        quick_nearest x = { .distance2 = INFINITY };
        for (; passed != 0; passed &= passed - 1) try_side(&sides, __builtin_ctz(passed), guest, first, fan, p, &x);
        if (!(x.distance2 < INFINITY)) return false; // no numbers
        guess_segments(home, guest, face->first, vertex, &x, &g);
    }
    return prove_guess(c, &g, a_is_home, touch, out);
}

static inline __attribute__((always_inline)) bool meet_best(const scree_cores *c, const face_views *v, double touch,
                                                            quick_answer *out)
{
    const bool a_is_home = v->of_a.gap >= v->of_b.gap;
    const face_view best = { 0.0, either(a_is_home, v->of_a.face, v->of_b.face),
                             either(a_is_home, v->of_a.vertex, v->of_b.vertex) };
    return meet_quickly(c, a_is_home, &best, touch, out);
}

/// What is next to the best of the faces.
static inline __attribute__((always_inline)) bool search_quickly(const scree_cores *c, scree_vec3 start, double touch,
                                                                 face_views *v, quick_answer *out)
{
    if (is_tiny(c->a) && is_tiny(c->b))
        view_tiny(c, &v->of_a, &v->of_b);
    else
        view_small(c, start, v);
    const bool apart = (v->of_a.gap > touch) | (v->of_b.gap > touch);
    return apart && meet_best(c, v, touch, out);
}

/// In the form that other searches have.
static inline void quick_found(const scree_cores *c, const quick_answer *q, scree_answer *x)
{
    const double error = QUICK_ERROR * c->error, most = q->length > q->gap ? q->length : q->gap;
    x->distance = most;
    x->lower = q->gap - error;
    x->upper = most + error;
    // Where nothing is measured along it, the normal may be of any length, with squares in the range of doubles, until
    // it is that of the world: one root less to wait for.
    const bool bare = c->a->radius == 0.0 && c->b->radius == 0.0 && most > 1e-100 && most < 1e100;
    x->normal = bare ? q->away : q->n;
    x->on_a = q->on_a;
    x->on_b = q->on_b;
    x->iterations = 1;
}

static inline void tell_quickly(const scree_cores *c, const quick_answer *q, scree_hull_answer *out)
{
    quick_found(c, q, &out->found);
    out->plain = true;
    out->feature_a = (scree_feature)q->feature_a;
    out->feature_b = (scree_feature)q->feature_b;
    out->index_a = q->index_a;
    out->index_b = q->index_b;
}

#endif
