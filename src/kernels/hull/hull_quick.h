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

#include "kernels/hull/hull_measure.h"
#include "kernels/hull/hull_near.h"

/// Vertices less than this below the highest one, in units of the core's radius, count as level with it. Two vertices
/// are at most two radii apart, so if only the feature's own vertices are level, no adjacent edge or face is.
#define QUICK_LEVEL (3.0 * HULL_SLOPE)

/// Heights that are compared by QUICK_LEVEL must be accurate to 1 / QUICK_SHARP of it. They are not if one of the hulls is
/// very small relative to the distance.
#define QUICK_SHARP 16.0

/// The squared sine of the angle between two edges above which their crossing is well-conditioned.
#define QUICK_SINE2 1e-4

/// A computed line between two points is off by up to the pair's error. If it is shorter than this, in units of the
/// error, it may lean against the edges that it should be perpendicular to by more than the slope of level features,
/// SCREE_FEATURE_SLOPE.
#define QUICK_LINE 0x1p20

// ----------------------------------------------------------------------------------------------------- the best faces

/// A face of one of the hulls, and the other's vertex nearest to its plane.
typedef struct face_view {
    double gap; ///< between the two, along the face's normal
    int face, vertex;
} face_view;

/// A face of each hull. The layout does not depend on SCREE_LANES, so that a wider kernel can take over.
typedef struct face_views {
    /// For hulls that are not tiny: for each face, the least height over it of the other's points tested so far.
    double least_a[SHORT_SCAN] __attribute__((aligned(64)));
    double least_b[SHORT_SCAN] __attribute__((aligned(64)));
    double x[SHORT_SCAN], y[SHORT_SCAN], z[SHORT_SCAN]; ///< B's vertices in A's frame
    face_view of_a, of_b;
} face_views;

/// a if the condition holds, else b: branch-free, for unpredictable conditions.
static inline int either(bool condition, int a, int b)
{
    return b ^ ((a ^ b) & -(int)condition);
}

/// One of the two hulls, in A's frame.
typedef struct quick_hull {
    const scree_shape *shape;
    const double *x, *y, *z;    ///< its vertices
    const scree_mat3 *rotation; ///< rotation of its normals
} quick_hull;

static const scree_mat3 quick_no_rotation = { { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } } };

static inline __attribute__((always_inline)) lane3 rotate_lanes(const scree_mat3 *m, lane3 v)
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

/// Vertices of B in A's frame, as many as lanes, from number k on.
static inline __attribute__((always_inline)) void rotate_vertices(const scree_cores *c, int k, face_views *out)
{
    const scree_shape *b = c->b;
    const lane3 v = shift_lanes(&c->shift, rotate_lanes(&c->rotation, lanes_at(b->x, b->y, b->z, k)));
    lane_put(out->x + k, v.x);
    lane_put(out->y + k, v.y);
    lane_put(out->z + k, v.z);
}

// ------------------------------------------------------------------------------------------------------ tiny hulls

static inline bool is_tiny(const scree_shape *s)
{
    return s->padded_count == TINY && s->hull->padded_face_count == TINY;
}

/// The best of some faces, in lanes, over some vertices. The counts are constants where this is inlined.
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
        lane_put(number + i * SCREE_LANES, which);
    }
    const int face = first_highest(least, (faces + SCREE_LANES - 1) / SCREE_LANES, &most);
    return (face_view){ most[0], face, (int)number[face] };
}

/// The best face of each, for this count of vertices and faces.
static inline __attribute__((always_inline)) void view_tiny(const scree_cores *c, int count, face_views *v)
{
    const scree_shape *a = c->a, *b = c->b;
    lane3 n[TINY / SCREE_LANES];
    lane offset[TINY / SCREE_LANES];
    for (int i = 0, k = 0; k < count; ++i, k += SCREE_LANES) {
        rotate_vertices(c, k, v);
        n[i] = rotate_lanes(&c->rotation, lanes_at(b->hull->face_x, b->hull->face_y, b->hull->face_z, k));
        offset[i] = lane_at(b->hull->face_offset + k) +
                    l3_dot(n[i], l3(lane_of(c->shift.x), lane_of(c->shift.y), lane_of(c->shift.z)));
    }
    v->of_b = view_all(n, offset, count, a->x, a->y, a->z, count);
    for (int i = 0, k = 0; k < count; ++i, k += SCREE_LANES) {
        n[i] = lanes_at(a->hull->face_x, a->hull->face_y, a->hull->face_z, k);
        offset[i] = lane_at(a->hull->face_offset + k);
    }
    v->of_a = view_all(n, offset, count, v->x, v->y, v->z, count);
}

// ---------------------------------------------------------------------------------------------------- small hulls

/// Few enough faces and vertices to test all.
static inline bool is_small(const scree_shape *s)
{
    return s->hull->face_loops != NULL;
}

static inline bool are_small(const scree_cores *c)
{
    return is_small(c->a) && is_small(c->b);
}

/// The first support vertex along d, among as many as there are in the rows.
static inline __attribute__((always_inline)) int far_vertex(const double *x, const double *y, const double *z,
                                                            int vertices, scree_vec3 d, lane *most)
{
    lane height[SHORT_SCAN / SCREE_LANES];
    const int count = (vertices + SCREE_LANES - 1) / SCREE_LANES;
    lane best = height[0] = heights_of(x, y, z, d);
    for (int i = 1, k = SCREE_LANES; i < count; ++i, k += SCREE_LANES) {
        height[i] = heights_of(x + k, y + k, z + k, d);
        best = lane_max(best, height[i]);
    }
    *most = lane_most(best);
    return first_equal(height, count, *most);
}

/// The first face with the largest height of p over it; with `again`, with the largest of the least heights over it of all
/// points tested so far. `least` keeps these heights, one for each face.
static inline __attribute__((always_inline)) int far_face(const scree_shape *s, scree_vec3 p, bool again, double *least)
{
    lane best = lane_of(-INFINITY);
    const int count = (s->hull->face_count + SCREE_LANES - 1) / SCREE_LANES;
    // Read once: as far as a compiler can tell, the stores below may alias these.
    const double *x = s->hull->face_x, *y = s->hull->face_y, *z = s->hull->face_z, *offset = s->hull->face_offset;
    lane_in_memory *height = lane_rows(least);
    int i = 0;
    do { // there is at least one face
        const int k = i * SCREE_LANES;
        const lane h = heights_of(x + k, y + k, z + k, p) - lane_at(offset + k);
        height[i] = again ? lane_min(h, height[i]) : h;
        best = lane_max(best, height[i]);
    } while (++i < count);
    return first_equal(height, count, lane_most(best));
}

static inline __attribute__((always_inline)) void keep_better(face_view *view, double gap, int face, int vertex,
                                                              bool again)
{
    if (again && !(gap > view->gap)) return;
    *view = (face_view){ gap, face, vertex };
}

/// A good face of each: the one that the other's point is farthest outside of, p of B and q of A, in A's frame. `again`:
/// see far_face().
static inline __attribute__((always_inline)) void view_from(const scree_cores *c, scree_vec3 p, scree_vec3 q,
                                                            bool again, face_views *v)
{
    const scree_shape *a = c->a, *b = c->b;
    const scree_vec3 back = m3_mul_transposed(&c->rotation, v3_sub(q, c->shift));
    const int face_a = far_face(a, p, again, v->least_a), face_b = far_face(b, back, again, v->least_b);
    const scree_vec3 n_a = v3(a->hull->face_x[face_a], a->hull->face_y[face_a], a->hull->face_z[face_a]);
    const scree_vec3 n_b =
        m3_mul(&c->rotation, v3(b->hull->face_x[face_b], b->hull->face_y[face_b], b->hull->face_z[face_b]));
    lane above_a, above_b;
    const int low_b = far_vertex(v->x, v->y, v->z, b->vertex_count, v3_neg(n_a), &above_a);
    const int low_a = far_vertex(a->x, a->y, a->z, a->vertex_count, v3_neg(n_b), &above_b);
    const double offset_b = b->hull->face_offset[face_b] + v3_dot(n_b, v3(c->shift.x, c->shift.y, c->shift.z));
    keep_better(&v->of_a, -above_a[0] - a->hull->face_offset[face_a], face_a, low_b, again);
    keep_better(&v->of_b, -above_b[0] - offset_b, face_b, low_a, again);
}

/// The same once more, from the vertices that the last view found.
static inline __attribute__((always_inline)) void view_again(const scree_cores *c, face_views *v)
{
    const int i = v->of_a.vertex, k = v->of_b.vertex;
    view_from(c, v3(v->x[i], v->y[i], v->z[i]), v3(c->a->x[k], c->a->y[k], c->a->z[k]), true, v);
}

/// The first view is from the other's support vertex. For a hull of many vertices against one of few, its middle is
/// good enough.
static inline __attribute__((always_inline)) void view_small(const scree_cores *c, scree_vec3 start, face_views *v)
{
    const scree_shape *a = c->a, *b = c->b;
    const bool few_a = a->vertex_count <= TINY, few_b = b->vertex_count <= TINY;
    lane most;
    scree_vec3 p, q;
    int k = 0;
    do rotate_vertices(c, k, v);
    while ((k += SCREE_LANES) < b->vertex_count);
    if (few_a == few_b || few_a) {
        const int i = far_vertex(a->x, a->y, a->z, a->vertex_count, start, &most);
        q = v3(a->x[i], a->y[i], a->z[i]);
    } else {
        q = a->hull->middle; // the origin need not be in the hull
    }
    if (few_a == few_b || few_b) {
        const int i = far_vertex(v->x, v->y, v->z, b->vertex_count, v3_neg(start), &most);
        p = v3(v->x[i], v->y[i], v->z[i]);
    } else {
        p = v3_add(m3_mul(&c->rotation, b->hull->middle), c->shift);
    }
    view_from(c, p, q, false, v);
}

/// Fills the padding, which wider vectors will read, with copies of the first face.
static inline void fill_views(const scree_cores *c, face_views *v)
{
    for (int k = c->a->hull->face_count; k < c->a->hull->padded_face_count; ++k) v->least_a[k] = v->least_a[0];
    for (int k = c->b->hull->face_count; k < c->b->hull->padded_face_count; ++k) v->least_b[k] = v->least_b[0];
}

// ----------------------------------------------------------------------------------------- edges of face and vertex

/// The features of the reference and of the incident hull.
typedef struct quick_guess {
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
        lane_put(out->way[0] + i, u.x);
        lane_put(out->way[1] + i, u.y);
        lane_put(out->way[2] + i, u.z);
        lane_put(out->from[0] + i, w.x);
        lane_put(out->from[1] + i, w.y);
        lane_put(out->from[2] + i, w.z);
        lane_put(out->uu + i, uu);
        lane_put(out->uw + i, l3_dot(u, w));
        lane_put(out->part + i, lane_of(1.0) / uu);
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
}

/// The nearest of all pairs of segments, by index.
typedef struct quick_segments {
    double distance2, s, t, sine2;
    int side, spoke; ///< of the loops
} quick_segments;

/// Extracts one lane.
static inline __attribute__((always_inline)) void choose_lane(const quick_nearest *x, lane least, quick_segments *out,
                                                              int first)
{
    double row[4][SCREE_LANES];
    lane_put(row[0], x->s);
    lane_put(row[1], x->t);
    lane_put(row[2], x->side);
    lane_put(row[3], x->sine2);
    const int i = __builtin_ctz(lane_bits_equal(x->distance2, least));
    out->distance2 = least[0];
    out->s = row[0][i];
    out->t = row[1][i];
    out->side = (int)row[2][i];
    out->spoke = first + i;
    out->sine2 = row[3][i];
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
        quick_nearest best = { lane_of(INFINITY), none, none, none, none };
        for (unsigned rest = passed; rest != 0; rest &= rest - 1)
            try_side(sides, __builtin_ctz(rest), e, ee, part_e, &best);
        best.distance2 = lane_select(counted, best.distance2, lane_of(INFINITY));
        const lane least = lane_least(best.distance2);
        if (least[0] < out->distance2) choose_lane(&best, least, out, k);
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
    g->feature_reference = SCREE_FEATURE_VERTEX + inner_reference;
    g->feature_incident = SCREE_FEATURE_VERTEX + inner_incident;
    g->index_reference = either(inner_reference, side.edge, either(s < 1.0, side.from, side.to));
    g->index_incident = either(inner_incident, spoke.edge, either(t < 1.0, vertex, spoke.to));
    const bool inside = (s > HULL_END) & (s < 1.0 - HULL_END) & (t > HULL_END) & (t < 1.0 - HULL_END);
    g->clear = (!(inner_reference & inner_incident)) | (inside & (x->sine2 > QUICK_SINE2));
}

// -------------------------------------------------------------------------------------------------------- the proof

/// Support height of vertices in rows along d; `level` gets how many of them are within `depth` of the farthest, itself
/// included. There are at most `most`; if that is up to TINY, it is a constant, and the rows are padded to it.
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

/// The ends of edges, or vertices.
static inline __attribute__((always_inline)) measure_ends
quick_ends(const scree_cores *c, const face_views *v, const scree_hull_answer *h, bool edge_a, bool edge_b)
{
    const scree_shape *a = c->a, *b = c->b;
    scree_edge of_a = { .vertex = { h->index_a, h->index_a } }, of_b = { .vertex = { h->index_b, h->index_b } };
    if (edge_a) of_a = scree_edge_at(a->hull, h->index_a);
    if (edge_b) of_b = scree_edge_at(b->hull, h->index_b);
    const int i = of_a.vertex[0], j = of_a.vertex[1], k = of_b.vertex[0], l = of_b.vertex[1];
    const scree_vec3 p = v3(a->x[i], a->y[i], a->z[i]), u = v3(a->x[j] - p.x, a->y[j] - p.y, a->z[j] - p.z);
    const scree_vec3 along = v3(b->x[l] - b->x[k], b->y[l] - b->y[k], b->z[l] - b->z[k]);
    return ends_of(l3_of(p), l3_of(u), l3_of(v3(v->x[k], v->y[k], v->z[k])), l3_of(m3_mul(&c->rotation, along)));
}

/// Measures edges and vertices that are apart. False where the points are not on them: rounding has decided which are nearest.
static inline __attribute__((always_inline)) bool measure_quickly(const scree_cores *c, const face_views *v,
                                                                  const scree_hull_answer *h, hull_measure *y)
{
    const bool edge_a = h->feature_a == SCREE_FEATURE_EDGE, edge_b = h->feature_b == SCREE_FEATURE_EDGE;
    const measure_ends ends = quick_ends(c, v, h, edge_a, edge_b);
    lane s, t;
    if (edge_a & edge_b) {
        measure_crossing crossing;
        measure_edges(&ends, ends.away, &crossing, y);
        s = crossing.s;
        t = crossing.t;
    } else {
        measure_line(&ends, lane_whole(-(int64_t)edge_a), lane_whole(-(int64_t)edge_b), &s, &t, y);
    }
    lane3 line;
    measure_gap(&ends, &line, y);
    return are_on_edges(s, t);
}

/// Whether the support vertices along the normal are those of the features.
static inline __attribute__((always_inline)) bool prove_guess(const scree_cores *c, const face_views *v,
                                                              const hull_measure *y, double touch, int most,
                                                              scree_hull_answer *out)
{
    static_assert(SCREE_FEATURE_VERTEX == 1 && SCREE_FEATURE_EDGE == 2, "as many as they have vertices");
    const scree_shape *a = c->a, *b = c->b;
    const scree_vec3 n = first_lane(y->n);
    const double depth_a = QUICK_LEVEL * a->core_radius, depth_b = QUICK_LEVEL * b->core_radius;
    int level_a, level_b;
    const double reach_a = reach_along(a->x, a->y, a->z, a->vertex_count, most, n, depth_a, &level_a);
    const double reach_b = reach_along(v->x, v->y, v->z, b->vertex_count, most, v3_neg(n), depth_b, &level_b);
    const double gap = -reach_b - reach_a;
    measured(c, y, &out->found);
    out->found.iterations = 1;
    out->plain = true;
    const bool single_a = is_level((int)out->feature_a, level_a), single_b = is_level((int)out->feature_b, level_b);
    const bool sharp = (depth_a > QUICK_SHARP * c->error) & (depth_b > QUICK_SHARP * c->error);
    return single_a & single_b & sharp & (gap > touch) & (y->length[0] - gap <= c->error);
}

/// A face with the normal n, in A's frame, and a vertex before it, at p there.
static inline __attribute__((always_inline)) void measure_view(const scree_cores *c, bool face_of_a, int face,
                                                               scree_vec3 n, scree_vec3 p, hull_measure *y)
{
    const scree_hull *hull = (face_of_a ? c->a : c->b)->hull;
    const scree_vec3 plane = v3(hull->face_x[face], hull->face_y[face], hull->face_z[face]);
    const scree_vec3 over = face_of_a ? p : m3_mul_transposed(&c->rotation, v3_sub(p, c->shift));
    const lane3 out = l3_of(n);
    measure_face(lane_whole(-(int64_t)!face_of_a), l3_of(plane), lane_of(hull->face_offset[face]), l3_of(over),
                 face_of_a ? out : l3(-out.x, -out.y, -out.z), l3_of(p), y);
}

/// The nearest features, guessed from `view`: a face of the reference, and the vertex of the incident nearest to that. False: no
/// proof.
static inline __attribute__((always_inline)) bool meet_quickly(const scree_cores *c, const face_views *v,
                                                               bool a_is_reference, const face_view *view, double touch,
                                                               int most, scree_hull_answer *out)
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
    quick_guess g = { SCREE_FEATURE_FACE, SCREE_FEATURE_VERTEX, view->face, view->vertex, true };
    quick_sides sides;
    bool close;
    const unsigned passed = lay_sides(reference, loop, n, p, c->error, most, &sides, &close);
    // Beyond the tip of a sliver, its nearly parallel sides do not decide; nor does a vertex behind the face.
    if (passed == 0 && (close | !(view->gap > touch))) return false;
    if (passed != 0) {
        quick_segments x = { .distance2 = INFINITY };
        try_all(&sides, passed, incident, fan, p, most, &x);
        if (!(x.distance2 < INFINITY)) return false; // NaN
        guess_segments(reference, incident, loop, fan, view->vertex, &x, &g);
        if (!g.clear) return false;
    }
    out->feature_a = (scree_feature)either(a_is_reference, g.feature_reference, g.feature_incident);
    out->feature_b = (scree_feature)either(a_is_reference, g.feature_incident, g.feature_reference);
    out->index_a = either(a_is_reference, g.index_reference, g.index_incident);
    out->index_b = either(a_is_reference, g.index_incident, g.index_reference);
    hull_measure y;
    if (passed == 0)
        measure_view(c, a_is_reference, view->face, n, p, &y);
    else if (!measure_quickly(c, v, out, &y))
        return false;
    return prove_guess(c, v, &y, passed == 0 ? touch : QUICK_LINE * c->error, most, out);
}

/// The hulls have up to `most` vertices and faces: a constant where this is inlined.
static inline __attribute__((always_inline)) bool meet_best(const scree_cores *c, const face_views *v, double touch,
                                                            int most, scree_hull_answer *out)
{
    const bool a_is_reference = v->of_a.gap >= v->of_b.gap;
    const face_view best = { v->of_a.gap > v->of_b.gap ? v->of_a.gap : v->of_b.gap,
                             either(a_is_reference, v->of_a.face, v->of_b.face),
                             either(a_is_reference, v->of_a.vertex, v->of_b.vertex) };
    return meet_quickly(c, v, a_is_reference, &best, touch, most, out);
}

/// The nearest features, from the first view or, if that is not proven, a second. For tiny hulls the first view tests all faces:
/// there is no second, and where no face separates them, edges adjacent to the best one may.
static inline __attribute__((always_inline)) bool search_quickly(const scree_cores *c, scree_vec3 start, double touch,
                                                                 face_views *v, scree_hull_answer *out)
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

#endif
