// Two hulls that overlap: which edges can take part in a normal with less depth than the best one so far?
//
// Idea        N = reference - incident reaches along n as far as the depth along n. Let d be the depth along the best
//             normal. What is known to be in N reaches no farther than N: a point w of it by w . n; the balls inside
//             the two hulls, together, by their radii less way . n, where `way` leads from the centre of the
//             reference's ball to that of the incident's. Normals along which that is d or more are covered: they are
//             no better. The normal of two edges lies on the arcs of both on the Gauss map; so an edge whose whole arc
//             is covered has no part in a better normal, and neither has a face whose normal is covered. A point that
//             covers both ends of an arc covers all of it, since normals in between are sums of the two whose weights
//             add up to 1 or more. The balls leave a cap around `way` open, which an arc enters at an end or where it
//             comes nearest. The points used are the corners of the face of N that the best normal belongs to: it is
//             large where the balls are small. For large hulls, a float pass first selects the faces whose normals are
//             near the cap.
// Limits      Rounding leaves more edges open.
#ifndef SCREE_KERNELS_HULL_HULL_OPEN_H
#define SCREE_KERNELS_HULL_HULL_OPEN_H

#include <string.h>

#include "kernels/hull/hull_edges.h"

enum { KNOWN_POINTS = 8 };

/// What is known to be in N, in the frame of the hull whose outward normals are tested.
typedef struct hull_known {
    double enough; ///< the depth from which on a normal need not be tested
    bool ball;     ///< normals along which way . n is not above `level` are covered
    scree_vec3 way;
    double level;
    double blur; ///< what products of the way and an edge may be off by: an edge is at right angles to the normals of
                 ///< its faces up to the error, over its length
    int count;
    scree_vec3 point[KNOWN_POINTS];
} hull_known;

/// The balls inside the two hulls. `enough` includes a margin for the roundings here.
static inline void know_balls(const hull_frame *f, double enough, double error, hull_known *k)
{
    const double *const a = f->reference->hull->inscribed_ball, *const b = f->incident->hull->inscribed_ball;
    k->enough = enough;
    k->ball = a[3] > 0.0 && b[3] > 0.0;
    k->way = v3_sub(v3_add(m3_mul(f->rotation, v3(b[0], b[1], b[2])), f->shift), v3(a[0], a[1], a[2]));
    k->level = a[3] + b[3] - enough;
    k->blur = error * v3_norm(k->way);
    k->count = 0;
}

static inline void know_point(scree_vec3 w, hull_known *k)
{
    if (k->count < KNOWN_POINTS) k->point[k->count++] = w;
}

/// A face of the reference, or some of its corners, with a vertex of the incident, which is at p.
static inline void know_face(const hull_frame *f, int face, scree_vec3 p, hull_known *k)
{
    const scree_face *at = &f->reference->hull->faces[face];
    const int step = (at->count + KNOWN_POINTS - 1) / KNOWN_POINTS;
    for (int i = 0; i < at->count; i += step)
        know_point(v3_sub(scree_node_at(f->reference, f->reference->hull->face_vertices[at->first + i]), p), k);
}

/// The ends of two edges.
static inline void know_edges(const hull_frame *f, int reference, int incident, hull_known *k)
{
    const scree_edge of_v = scree_edge_at(f->reference->hull, reference),
                     of_w = scree_edge_at(f->incident->hull, incident);
    const int *v = of_v.vertex, *w = of_w.vertex;
    for (int i = 0; i < 4; ++i)
        know_point(v3_sub(scree_node_at(f->reference, v[i & 1]), incident_vertex(f, w[i >> 1])), k);
}

/// The same for the incident, whose normals are negated in N.
static inline hull_known known_to_incident(const hull_frame *f, const hull_known *reference)
{
    hull_known k = *reference;
    k.way = v3_neg(m3_mul_transposed(f->rotation, reference->way));
    for (int i = 0; i < k.count; ++i) k.point[i] = v3_neg(m3_mul_transposed(f->rotation, reference->point[i]));
    return k;
}

/// Edges in lanes.
typedef struct edge_arcs {
    lane3 along, first, second;
    lane length;
} edge_arcs;

/// The arcs that enter the open cap of the balls.
static inline unsigned arcs_in_cap(const hull_known *k, const edge_arcs *e)
{
    const lane3 way = l3_of(k->way), across = l3_cross(way, e->along);
    const lane blur = lane_of(k->blur), ends = lane_max(l3_dot(way, e->first), l3_dot(way, e->second));
    const unsigned out = lane_bits_below(ends, lane_of(k->level));
    // On the whole circle, way . n is at most |across| / |along|; that maximum is on the arc if the ends are on either
    // side of it.
    const unsigned one_sided =
        lane_bits_below(l3_dot(across, e->first), -blur) | lane_bits_below(blur, l3_dot(across, e->second));
    const lane room = lane_of(k->level) * e->length - blur;
    const unsigned low = lane_bits_below(lane_of(0.0), room) & lane_bits_below(l3_dot(across, across), room * room);
    return ~(out & (one_sided | low));
}

/// The arcs that no point covers.
static inline unsigned arcs_beyond_points(const hull_known *k, const edge_arcs *e)
{
    lane most = lane_of(-INFINITY);
    for (int i = 0; i < k->count; ++i) {
        const lane3 w = l3_of(k->point[i]);
        most = lane_max(lane_min(l3_dot(w, e->first), l3_dot(w, e->second)), most);
    }
    return ~lane_bits_below(lane_of(k->enough), most);
}

/// Keeps only the open edges.
static inline void leave_covered(const hull_known *k, edge_rows *rows)
{
    for (int i = 0; i < rows->groups; ++i) {
        if (rows->used[i] == 0) continue;
        const edge_arcs e = { row_of(rows, i, LINE_ALONG), row_of(rows, i, LINE_FIRST), row_of(rows, i, LINE_SECOND),
                              rows->own[i][LINE_LENGTH] };
        if (k->ball) rows->used[i] &= arcs_in_cap(k, &e);
        if (rows->used[i] != 0) rows->used[i] &= arcs_beyond_points(k, &e);
    }
}

/// Packs the edges in use into adjacent lanes. Returns their number. For a hull of few edges, only where that leaves at
/// most half of the groups: packing takes longer than skipping a few lanes.
static inline int pack_edges(const scree_shape *s, edge_rows *rows)
{
    int left = 0, count = 0;
    for (int i = 0; i < rows->groups; ++i) left += __builtin_popcount(rows->used[i]);
    if (has_few_edges(s) && 2 * ((left + SCREE_LANES - 1) / SCREE_LANES) > rows->groups) return left;
    for (int i = 0; i < rows->groups; ++i)
        for (unsigned bits = rows->used[i]; bits != 0; bits &= bits - 1)
            rows->list[count++] = rows->list[i * SCREE_LANES + __builtin_ctz(bits)];
    take_list(s, count, rows);
    return count;
}

// ------------------------------------------------------------------------------------------------- large hulls

/// Error bound of a product with a normal in float, relative to the lengths, with a margin.
#define COARSE_NORMAL 0x1p-19

enum { FACE_COVERED = (1 << KNOWN_POINTS) - 1, FACE_IN_CAP = 1 << KNOWN_POINTS };

/// A bit for each face whose normal is in a cap so wide that every arc that enters the cap of the balls has an end in
/// it. The planes of both faces of an edge hold its ends, which are within the outer ball of the hull, and have the
/// inner ball, with the same centre, below them: so both normals are within acos(inner / outer radius) of the direction
/// to such an end, and no part of the arc is farther than that from the nearer of the two.
static inline void mark_cap(const scree_shape *s, const hull_known *known, uint64_t *cap)
{
    const double length = v3_norm(known->way), part = 1.0 / length;
    const float x = (float)(known->way.x * part), y = (float)(known->way.y * part), z = (float)(known->way.z * part);
    const double outer = s->core_radius + v3_norm(v3(s->hull->inscribed_ball[0], s->hull->inscribed_ball[1],
                                                     s->hull->inscribed_ball[2]));
    const float level = (float)(known->level * part * (s->hull->inscribed_ball[3] / outer) - COARSE_NORMAL);
    for (int k = 0; k < s->hull->face_count; k += FLOAT_LANES) {
        const float_lane h = x * float_at(s->hull->coarse_x + k) + y * float_at(s->hull->coarse_y + k) +
                             z * float_at(s->hull->coarse_z + k);
        const uint64_t bits = float_bits_not_below(h, level);
        cap[k / 64] = (k % 64 == 0 ? 0 : cap[k / 64]) | bits << k % 64;
    }
    if (s->hull->face_count % 64 != 0) cap[s->hull->face_count / 64] &= UINT64_MAX >> (64 - s->hull->face_count % 64);
}

/// Which points cover the normals of these faces: a bit for each point. 0 for all other faces.
static inline void mark_covered(const scree_shape *s, const hull_known *known, const uint64_t *cap, uint16_t *mark)
{
    double at[3][KNOWN_POINTS] = { { 0 } }, most2 = 0.0; // a point at 0 covers nothing
    lane3 points[KNOWN_POINTS / SCREE_LANES];
    for (int i = 0; i < known->count; ++i) {
        const scree_vec3 p = known->point[i];
        at[0][i] = p.x;
        at[1][i] = p.y;
        at[2][i] = p.z;
        most2 = v3_norm2(p) > most2 ? v3_norm2(p) : most2;
    }
    for (int i = 0; i < KNOWN_POINTS / SCREE_LANES; ++i) points[i] = lanes_at(at[0], at[1], at[2], i * SCREE_LANES);
    const lane enough = lane_of(known->enough + COARSE_NORMAL * sqrt(most2));
    memset(mark, 0, (size_t)s->hull->face_count * sizeof *mark);
    for (int word = 0; word * 64 < s->hull->face_count; ++word)
        for (uint64_t bits = cap[word]; bits != 0; bits &= bits - 1) {
            const int face = word * 64 + __builtin_ctzll(bits);
            const lane3 n = l3_of(v3(s->hull->coarse_x[face], s->hull->coarse_y[face], s->hull->coarse_z[face]));
            unsigned covered = FACE_IN_CAP;
            for (int i = 0; i < KNOWN_POINTS / SCREE_LANES; ++i)
                covered |= lane_bits_below(enough, l3_dot(points[i], n)) << (i * SCREE_LANES);
            mark[face] = (uint16_t)covered;
        }
}

/// Lists the edges of a hull that may be open, by floats. Returns their number, or -1 where there are too many.
static inline int list_open(const scree_shape *s, const hull_known *known, int *list)
{
    uint64_t cap[HULL_FACES / 64];
    uint16_t mark[HULL_FACES];
    int count = 0;
    mark_cap(s, known, cap);
    mark_covered(s, known, cap, mark);
    for (int word = 0; word * 64 < s->hull->face_count; ++word)
        for (uint64_t bits = cap[word]; bits != 0; bits &= bits - 1) {
            const int face = word * 64 + __builtin_ctzll(bits);
            const scree_face *at = &s->hull->faces[face];
            if (count + at->count > HULL_EDGES) return -1;
            for (int k = at->first; k < at->first + at->count; ++k) {
                const int beyond = scree_face_beyond(s->hull, k, face);
                const unsigned both = mark[face] & mark[beyond];
                // An edge with both faces in the cap is listed once.
                list[count] = scree_face_edge(s->hull, k);
                count += (both & FACE_COVERED) == 0 && ((both & FACE_IN_CAP) == 0 || face < beyond);
            }
        }
    return count;
}

/// Collects the vertices of the edges, as many as fit.
static inline void take_ends(const scree_shape *s, int count, edge_rows *rows)
{
    slab_flood x;
    x.count = 0;
    x.vertex = rows->vertices;
    for (int i = 0; i < s->vertex_count; i += 64) x.seen[i / 64] = 0;
    for (int i = 0; i < count; ++i) {
        see_vertex(&x, scree_edge_at(s->hull, rows->list[i]).vertex[0]);
        see_vertex(&x, scree_edge_at(s->hull, rows->list[i]).vertex[1]);
    }
    rows->vertex_count = x.count;
}

static inline bool is_listed(const scree_shape *s)
{
    return s->hull->coarse_x != NULL && s->hull->padded_face_count <= HULL_FACES && s->vertex_count <= HULL_VERTICES;
}

/// Whether the cap probably holds fewer edges than the slab: on a ball, both are caps.
static inline bool cap_is_smaller(const scree_shape *s, const hull_known *k, double reach)
{
    return k->ball && k->level > 0.0 && k->level * s->core_radius > (s->core_radius - reach) * v3_norm(k->way);
}

/// For a hull of few edges: the bits of those that may be open. See mark_cap() and mark_covered().
static inline uint64_t bits_that_may_open(const scree_shape *s, const hull_known *known)
{
    int64_t mark[64] __attribute__((aligned(64))); // for each face, a bit for each point that covers its normal
    const scree_vec3 centre = v3(s->hull->inscribed_ball[0], s->hull->inscribed_ball[1], s->hull->inscribed_ball[2]);
    const double part = s->hull->inscribed_ball[3] / (s->core_radius + v3_norm(centre));
    const lane enough = lane_of(known->enough),
               level = lane_of(known->level * part - COARSE_NORMAL * v3_norm(known->way));
    uint64_t cap = 0, bits = 0;
    for (int k = 0; k < s->hull->face_count; k += SCREE_LANES) {
        const lane3 n = lanes_at(s->hull->face_x, s->hull->face_y, s->hull->face_z, k);
        lane_mask covered = { 0 };
        for (int i = 0; i < known->count; ++i) covered |= (enough < l3_dot(l3_of(known->point[i]), n)) & (1 << i);
        memcpy(mark + k, &covered, sizeof covered);
        cap |= (uint64_t)(lane_bits_below(l3_dot(l3_of(known->way), n), level) ^ ((1u << SCREE_LANES) - 1u)) << k;
    }
    for (cap &= UINT64_MAX >> (64 - s->hull->face_count); cap != 0; cap &= cap - 1) {
        const int face = __builtin_ctzll(cap);
        const scree_loop loop = s->hull->face_loops[face];
        for (int k = loop.first; k < loop.first + loop.count; ++k) {
            const int edge = s->hull->loop_sides[k].edge, beyond = scree_face_beyond(s->hull, k, face);
            const uint64_t open = (mark[face] & mark[beyond]) == 0;
            bits |= open << s->hull->edge_place[edge];
        }
    }
    return bits;
}

/// Takes the open edges, or those of them that have an end at most `reach` below the vertex `peak`, the support vertex
/// along n. False where there are too many.
static inline bool take_open(const scree_shape *s, scree_vec3 n, int peak, double reach, const hull_known *known,
                             edge_rows *rows)
{
    const bool cap = cap_is_smaller(s, known, reach), few = has_few_edges(s), listed = cap && !few && is_listed(s);
    const double top = v3_dot(n, scree_node_at(s, peak));
    if (few) {
        take_bits(s, cap ? bits_that_may_open(s, known) : bits_in_slab(s, n, top - reach), rows);
    } else {
        const int count = listed ? list_open(s, known, rows->list) : list_by_flood(s, n, peak, top - reach, rows);
        if (count < 0) return false;
        take_list(s, count, rows);
    }
    if (few ? !cap : !listed) leave_low(n, top, reach, rows);
    leave_covered(known, rows);
    const int left = pack_edges(s, rows);
    if (listed) take_ends(s, left, rows);
    return true;
}

#endif
