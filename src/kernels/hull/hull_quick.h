// Two hulls that are apart: a good guess of the nearest features, and its proof.
//
// Idea        The face of either hull that is farthest outside of the other is found by brute force where both are tiny
//             (up to eight faces and vertices), else by a guess: the support vertex along the line between the hulls
//             picks the face, the face its vertex. The nearest features are then the vertex and the face, or an edge of
//             the face and an edge that leaves the vertex: all these pairs are tested in lanes. The line between the
//             nearest two is the normal if the support vertices along it confirm that, which is a proof wherever the
//             guess came from. Everything is in the frame of A, with B's vertices transformed once; what may go either
//             way is looked up, not branched upon. Sides and edges are computed from the vertices, by index: stored
//             rows would wait for memory.
// Limits      Where rounding may decide, or features meet in more than a point, there is no answer, and the search
//             starts over.
#ifndef SCREE_KERNELS_HULL_HULL_QUICK_H
#define SCREE_KERNELS_HULL_HULL_QUICK_H

#include <assert.h>

#include "kernels/hull/hull_views.h"

/// Vertices less than this below the highest one, in units of the core's radius, count as level with it. Two vertices
/// are at most two radii apart: if all level ones belong to a feature, no edge or face adjacent to it is level.
#define QUICK_LEVEL (3.0 * HULL_SLOPE)

/// A gap that is the sum of both support heights and of the distance of the origins has 26 roundings of that distance,
/// where SCREE_ROUNDINGS_SHIFT counts 25.
#define QUICK_ERROR 1.0625

/// Heights that are compared by QUICK_LEVEL are off by at most a fraction of it, one over this: otherwise one of the
/// hulls is so small relative to the distance that the comparison means nothing.
#define QUICK_SHARP 16.0

/// The squared sine of the angle between two edges above which their crossing is well-conditioned.
#define QUICK_SINE2 1e-4

/// A computed line between two points is off by up to the pair's error. If it is shorter than this, in units of the
/// error, it may lean against the edges that it should be perpendicular to by more than the slope of level features,
/// SCREE_FEATURE_SLOPE.
#define QUICK_LINE 0x1p20

// ----------------------------------------------------------------------------------------- edges of face and vertex

/// The answer, valid once it is proven: in the frame of A.
typedef struct quick_answer {
    double gap, length; ///< along the normal; and between the points
    scree_vec3 n, away; ///< unit; and the vector from A's point to B's
    scree_vec3 on_a, on_b;
    int feature_a, feature_b, index_a, index_b;
} quick_answer;

/// A candidate answer: the features of the reference and of the incident hull, the incident's point, and the vector to
/// it from the reference's point.
typedef struct quick_guess {
    scree_vec3 n, away, on_incident;
    double length; ///< of the vector
    int feature_reference, feature_incident;
    int index_reference, index_incident;
    bool clear; ///< two edges cross far from their ends, and are not nearly parallel
} quick_guess;

/// The sides of a face in A's frame: a row has a double for each side.
typedef struct quick_sides {
    double way[3][HULL_CORNERS];                                   ///< u, from corner to corner
    double from[3][HULL_CORNERS];                                  ///< w, from the corner to the vertex before the face
    double uu[HULL_CORNERS], uw[HULL_CORNERS], part[HULL_CORNERS]; ///< products of these, and one over the first
} quick_sides;

static inline __attribute__((always_inline)) lane3 numbered3(const quick_hull *h, const uint8_t *at, int step)
{
    return l3(lane_at_bytes(h->x, at, step), lane_at_bytes(h->y, at, step), lane_at_bytes(h->z, at, step));
}

/// The sides of a face with normal n and a point p before it. Returns the sides that p is beyond, a bit for each;
/// `close` gets whether it is near one that it is not beyond. A face whose corners are one point in this frame has
/// sides of length 0: `close` is set. Otherwise, a p that is inside all sides by more than rounding is over the hull of
/// the corners, however rounding has moved these.
static inline __attribute__((always_inline)) unsigned lay_sides(const quick_hull *reference, scree_loop loop,
                                                                scree_vec3 n, scree_vec3 p, double error, int most,
                                                                quick_sides *out, bool *close)
{
    const scree_loop_side *side = reference->shape->hull->loop_sides + loop.first;
    const lane3 normal = l3_of(n), at = l3_of(p);
    unsigned passed = 0, next = 0;
    for (int i = 0; i < (most <= SCREE_LANES ? 1 : loop.count); i += SCREE_LANES) {
        const lane3 from = numbered3(reference, &side[i].from, (int)sizeof *side);
        const lane3 u = l3_sub(numbered3(reference, &side[i].to, (int)sizeof *side), from), w = l3_sub(at, from);
        const lane uu = l3_dot(u, u), h = l3_dot(l3_cross(normal, u), w);
        passed |= lane_bits_below(h, lane_of(0.0)) << i;
        next |= lane_bits(h * h <= lane_of(4.0 * (error * error)) * uu) << i;
        put_lane(out->way[0] + i, u.x);
        put_lane(out->way[1] + i, u.y);
        put_lane(out->way[2] + i, u.z);
        put_lane(out->from[0] + i, w.x);
        put_lane(out->from[1] + i, w.y);
        put_lane(out->from[2] + i, w.z);
        put_lane(out->uu + i, uu);
        put_lane(out->uw + i, l3_dot(u, w));
        put_lane(out->part + i, lane_of(1.0) / uu);
    }
    const unsigned all = UINT32_MAX >> (HULL_CORNERS - loop.count);
    *close = (next & all) != 0;
    return passed & all;
}

/// The nearest two segments so far, a side of the face and an edge that leaves the vertex, with one of these edges in
/// each lane.
typedef struct quick_nearest {
    lane distance2, side, s, t; ///< s along the side, t along the edge
    lane sine2;
    lane3 d;
} quick_nearest;

/// Tests one side with edges e that leave the vertex; ee are their squared lengths, part_e the reciprocals.
static inline __attribute__((always_inline)) void try_side(const quick_sides *sides, int side, lane3 e, lane ee,
                                                           lane part_e, quick_nearest *best)
{
    const lane none = lane_of(0.0), whole = lane_of(1.0);
    const lane3 u = l3(lane_of(sides->way[0][side]), lane_of(sides->way[1][side]), lane_of(sides->way[2][side]));
    const lane3 w = l3(lane_of(sides->from[0][side]), lane_of(sides->from[1][side]), lane_of(sides->from[2][side]));
    const lane uu = lane_of(sides->uu[side]), uw = lane_of(sides->uw[side]), part = lane_of(sides->part[side]);
    const lane eu = l3_dot(e, u), ew = l3_dot(e, w), area2 = ee * uu - eu * eu;
    // Where the two are parallel the quotient is NaN, and lane_max() takes 0.
    lane t = lane_min(lane_max((eu * uw - ew * uu) / area2, none), whole);
    const lane s = lane_min(lane_max((uw + t * eu) * part, none), whole);
    t = lane_min(lane_max((s * eu - ew) * part_e, none), whole);
    const lane3 d = l3_sub(l3_add_scaled(w, t, e), l3_scale(u, s));
    const lane d2 = l3_dot(d, d);
    const lane_flags nearer = flags_below(d2, best->distance2);
    best->distance2 = lane_pick(nearer, d2, best->distance2);
    best->side = lane_pick(nearer, lane_of(side), best->side);
    best->s = lane_pick(nearer, s, best->s);
    best->t = lane_pick(nearer, t, best->t);
    best->sine2 = lane_pick(nearer, area2 * part_e * part, best->sine2);
    best->d =
        l3(lane_pick(nearer, d.x, best->d.x), lane_pick(nearer, d.y, best->d.y), lane_pick(nearer, d.z, best->d.z));
}

/// The nearest of all pairs of segments, by index.
typedef struct quick_segments {
    double distance2, length, s, t, sine2;
    scree_vec3 n, d, on_incident;
    int side, spoke; ///< of the loops
} quick_segments;

/// Extracts one lane.
static inline __attribute__((always_inline)) void choose_lane(const quick_nearest *x, lane least, lane3 e, scree_vec3 p,
                                                              quick_segments *out, int first)
{
    const lane length = lane_sqrt(x->distance2), part = lane_of(1.0) / length;
    double row[12][SCREE_LANES];
    put_lane(row[0], x->s);
    put_lane(row[1], x->t);
    put_lane(row[2], x->side);
    put_lane(row[3], x->sine2);
    put_lane(row[4], length);
    put_lane(row[5], x->d.x);
    put_lane(row[6], x->d.y);
    put_lane(row[7], x->d.z);
    put_lane(row[8], part);
    put_lane(row[9], p.x + x->t * e.x);
    put_lane(row[10], p.y + x->t * e.y);
    put_lane(row[11], p.z + x->t * e.z);
    const int i = __builtin_ctz(lane_bits_equal(x->distance2, least));
    out->distance2 = least[0];
    out->s = row[0][i];
    out->t = row[1][i];
    out->side = (int)row[2][i];
    out->spoke = first + i;
    out->sine2 = row[3][i];
    out->length = row[4][i];
    out->d = v3(row[5][i], row[6][i], row[7][i]);
    out->n = v3_scale(out->d, row[8][i]);
    out->on_incident = v3(row[9][i], row[10][i], row[11][i]);
}

/// Tests the sides in `passed` with all edges that leave the incident's vertex at p.
static inline __attribute__((always_inline)) void try_all(const quick_sides *sides, unsigned passed,
                                                          const quick_hull *incident, scree_loop loop, scree_vec3 p,
                                                          int most, quick_segments *out)
{
    const scree_loop_spoke *spoke = incident->shape->hull->loop_spokes + loop.first;
    for (int k = 0; k < (most <= SCREE_LANES ? 1 : loop.count); k += SCREE_LANES) {
        const lane3 e = l3_sub(numbered3(incident, &spoke[k].to, (int)sizeof *spoke), l3_of(p));
        const lane none = lane_of(0.0), ee = l3_dot(e, e), part_e = lane_of(1.0) / ee;
        const lane_mask counted = lane_first(loop.count - k);
        quick_nearest best = { lane_of(INFINITY), none, none, none, none, { none, none, none } };
        for (unsigned rest = passed; rest != 0; rest &= rest - 1)
            try_side(sides, __builtin_ctz(rest), e, ee, part_e, &best);
        best.distance2 = lane_select(counted, best.distance2, lane_of(INFINITY));
        const lane least = lane_least(best.distance2);
        if (least[0] < out->distance2) choose_lane(&best, least, e, p, out, k);
    }
}

/// The features of the nearest two segments.
static inline __attribute__((always_inline)) void guess_segments(const quick_hull *reference,
                                                                 const quick_hull *incident, scree_loop loop,
                                                                 scree_loop fan, int vertex, const quick_segments *x,
                                                                 quick_guess *g)
{
    const double s = x->s, t = x->t;
    const bool inner_reference = (s > 0.0) & (s < 1.0), inner_incident = (t > 0.0) & (t < 1.0);
    const scree_loop_side side = reference->shape->hull->loop_sides[loop.first + x->side];
    const scree_loop_spoke spoke = incident->shape->hull->loop_spokes[fan.first + x->spoke];
    g->n = x->n;
    g->away = x->d;
    g->length = x->length;
    g->on_incident = x->on_incident;
    g->feature_reference = SCREE_FEATURE_VERTEX + inner_reference;
    g->feature_incident = SCREE_FEATURE_VERTEX + inner_incident;
    g->index_reference = either(inner_reference, side.edge, either(s < 1.0, side.from, side.to));
    g->index_incident = either(inner_incident, spoke.edge, either(t < 1.0, vertex, spoke.to));
    const bool inside = (s > HULL_END) & (s < 1.0 - HULL_END) & (t > HULL_END) & (t < 1.0 - HULL_END);
    g->clear = (!(inner_reference & inner_incident)) | (inside & (x->sine2 > QUICK_SINE2));
}

/// A vertex right before a face with normal n, at the vector `from` from one of the face's corners.
static inline __attribute__((always_inline)) void guess_over_face(scree_vec3 n, scree_vec3 from, scree_vec3 p,
                                                                  const face_view *view, quick_guess *g)
{
    // Normalised to the last bit: it is unit to a few roundings, so one Newton step is enough.
    g->n = v3_scale(n, 1.5 - 0.5 * v3_norm2(n));
    g->length = v3_dot(g->n, from);
    g->away = v3_scale(g->n, g->length);
    g->on_incident = p;
    g->feature_reference = SCREE_FEATURE_FACE;
    g->feature_incident = SCREE_FEATURE_VERTEX;
    g->index_reference = view->face;
    g->index_incident = view->vertex;
    g->clear = true;
}

// -------------------------------------------------------------------------------------------------------- the proof

/// Support height of vertices in rows along d; `level` gets how many of them are within `depth` of the farthest, itself
/// included. There are at most `most`; if that is up to TINY, the rows have exactly that many.
static inline __attribute__((always_inline)) double reach_along(const double *x, const double *y, const double *z,
                                                                int vertices, int most, scree_vec3 d, double depth,
                                                                int *level)
{
    lane height[SHORT_SCAN / SCREE_LANES];
    const int count = ((most <= TINY ? most : vertices) + SCREE_LANES - 1) / SCREE_LANES;
    lane best = height[0] = heights_of(x, y, z, d);
    for (int i = 1, k = SCREE_LANES; i < count; ++i, k += SCREE_LANES) {
        height[i] = heights_of(x + k, y + k, z + k, d);
        best = lane_max(best, height[i]);
    }
    best = lane_most(best);
    const lane near = best - lane_of(depth);
    uint64_t below = 0;
    for (int i = 0; i < count; ++i) below |= (uint64_t)lane_bits_below(height[i], near) << (i * SCREE_LANES);
    *level = __builtin_popcountll(~below & (UINT64_MAX >> (SHORT_SCAN - vertices)));
    return best[0];
}

/// Whether the number of level vertices fits the feature: one for a vertex, two for an edge, any for a face.
static inline bool is_level(int feature, int level)
{
    return (feature == level) | (feature == SCREE_FEATURE_FACE);
}

/// Whether the support vertices along the normal are those of the features.
static inline __attribute__((always_inline)) bool prove_guess(const scree_cores *c, const face_views *v,
                                                              const quick_guess *g, bool a_is_reference, double touch,
                                                              int most, quick_answer *out)
{
    static_assert(SCREE_FEATURE_VERTEX == 1 && SCREE_FEATURE_EDGE == 2, "as many as they have vertices");
    static const double of_reference[2] = { 0.0, 1.0 }, signs[2] = { -1.0, 1.0 };
    const scree_shape *a = c->a, *b = c->b;
    const scree_vec3 away = v3_scale(g->away, signs[a_is_reference]), n = v3_scale(g->n, signs[a_is_reference]);
    const double depth_a = QUICK_LEVEL * a->core_radius, depth_b = QUICK_LEVEL * b->core_radius;
    int level_a, level_b;
    const double reach_a = reach_along(a->x, a->y, a->z, a->vertex_count, most, n, depth_a, &level_a);
    const double reach_b = reach_along(v->x, v->y, v->z, b->vertex_count, most, v3_neg(n), depth_b, &level_b);
    const double gap = -reach_b - reach_a;
    out->gap = gap;
    out->length = g->length;
    out->n = n;
    out->away = away;
    out->on_a = v3_add_scaled(g->on_incident, -of_reference[a_is_reference], away);
    out->on_b = v3_add_scaled(g->on_incident, of_reference[!a_is_reference], away);
    out->feature_a = either(a_is_reference, g->feature_reference, g->feature_incident);
    out->feature_b = either(a_is_reference, g->feature_incident, g->feature_reference);
    out->index_a = either(a_is_reference, g->index_reference, g->index_incident);
    out->index_b = either(a_is_reference, g->index_incident, g->index_reference);
    const bool single_a = is_level(out->feature_a, level_a), single_b = is_level(out->feature_b, level_b);
    const bool sharp = (depth_a > QUICK_SHARP * c->error) & (depth_b > QUICK_SHARP * c->error);
    return g->clear & single_a & single_b & sharp & (gap > touch) & (g->length - gap <= c->error);
}

/// The nearest features at the face of the reference with the larger gap and the incident's vertex before it.
static inline __attribute__((always_inline)) bool meet_quickly(const scree_cores *c, const face_views *v,
                                                               bool a_is_reference, const face_view *view, double touch,
                                                               int most, quick_answer *out)
{
    const quick_hull hulls[2] = { { c->b, v->x, v->y, v->z, &c->rotation },
                                  { c->a, c->a->x, c->a->y, c->a->z, &quick_no_rotation } };
    const quick_hull *reference = &hulls[a_is_reference], *incident = &hulls[!a_is_reference];
    const scree_shape *s = reference->shape;
    const scree_loop loop = s->hull->face_loops[view->face], fan = incident->shape->hull->vertex_loops[view->vertex];
    const scree_vec3 n = m3_mul(
        reference->rotation, v3(s->hull->face_x[view->face], s->hull->face_y[view->face], s->hull->face_z[view->face]));
    const scree_vec3 p = v3(incident->x[view->vertex], incident->y[view->vertex], incident->z[view->vertex]);
    if (loop.count < 3 || loop.count > HULL_CORNERS) return false;
    quick_guess g;
    quick_sides sides;
    bool close;
    const unsigned passed = lay_sides(reference, loop, n, p, c->error, most, &sides, &close);
    double least = touch;
    if (passed == 0) {
        // Beyond the tip of a sliver, its nearly parallel sides do not decide; nor does a vertex behind the face.
        if (close | !(view->gap > touch)) return false;
        guess_over_face(n, v3(sides.from[0][0], sides.from[1][0], sides.from[2][0]), p, view, &g);
    } else {
        quick_segments x = { .distance2 = INFINITY };
        try_all(&sides, passed, incident, fan, p, most, &x);
        if (!(x.distance2 < INFINITY)) return false; // NaN
        guess_segments(reference, incident, loop, fan, view->vertex, &x, &g);
        least = QUICK_LINE * c->error;
    }
    return prove_guess(c, v, &g, a_is_reference, least, most, out);
}

/// The hulls have up to `most` vertices and faces: a constant where this is inlined.
static inline __attribute__((always_inline)) bool meet_best(const scree_cores *c, const face_views *v, double touch,
                                                            int most, quick_answer *out)
{
    const bool a_is_reference = v->of_a.gap >= v->of_b.gap;
    const face_view best = { v->of_a.gap > v->of_b.gap ? v->of_a.gap : v->of_b.gap,
                             either(a_is_reference, v->of_a.face, v->of_b.face),
                             either(a_is_reference, v->of_a.vertex, v->of_b.vertex) };
    return meet_quickly(c, v, a_is_reference, &best, touch, most, out);
}

/// The features adjacent to the best of the faces, at the first guess or the second. Tiny hulls are settled by the first;
/// if no face separates them, edges adjacent to the best one may.
static inline __attribute__((always_inline)) bool search_quickly(const scree_cores *c, scree_vec3 start, double touch,
                                                                 face_views *v, quick_answer *out)
{
    const scree_shape *a = c->a, *b = c->b;
    if (is_tiny(a) && is_tiny(b)) {
        const int half = TINY / 2;
        if (a->vertex_count <= half && b->vertex_count <= half && a->hull->face_count <= half &&
            b->hull->face_count <= half) {
            view_tiny(c, half, v);
            return meet_best(c, v, touch, half, out);
        }
        view_tiny(c, TINY, v);
        return meet_best(c, v, touch, TINY, out);
    }
    view_small(c, start, v);
    for (bool again = false;; again = true) {
        const bool apart = (v->of_a.gap > touch) | (v->of_b.gap > touch);
        if (apart && meet_best(c, v, touch, SHORT_SCAN, out)) return true;
        if (again) return false;
        view_again(c, v);
    }
}

/// Converts to the form of the other searches.
static inline void quick_found(const scree_cores *c, const quick_answer *q, scree_answer *x)
{
    const double error = QUICK_ERROR * c->error, most = q->length > q->gap ? q->length : q->gap;
    x->distance = most;
    x->lower = q->gap - error;
    x->upper = most + error;
    // Without radii nothing is measured along the normal, so it may have any length (with squares in range) until it is
    // transformed to the world: saves the latency of a root.
    const bool bare = c->a->radius == 0.0 && c->b->radius == 0.0 && most > 1e-100 && most < 1e100;
    x->normal = bare ? q->away : q->n;
    x->on_a = q->on_a;
    x->on_b = q->on_b;
    x->iterations = 1;
}

static inline void report_quick(const scree_cores *c, const quick_answer *q, scree_hull_answer *out)
{
    quick_found(c, q, &out->found);
    out->plain = true;
    out->feature_a = (scree_feature)q->feature_a;
    out->feature_b = (scree_feature)q->feature_b;
    out->index_a = q->index_a;
    out->index_b = q->index_b;
}

#endif
