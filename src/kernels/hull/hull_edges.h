// Edges of two hulls in lanes, for searches over pairs of edges; and which of them can take part in a better normal.
//
// Idea        The edges of interest are listed, and transposed into lanes. For hulls of few edges the list comes from a
//             bit mask, in an order in which neighbours are close together (scree_hull.grouped_edges).
#ifndef SCREE_KERNELS_HULL_HULL_EDGES_H
#define SCREE_KERNELS_HULL_HULL_EDGES_H

#include <string.h>

#include "kernels/hull/hull_near.h"
#include "lanes/lane_rows.h"

enum {
    HULL_EDGES = 128,     // listed edges of each hull, at most
    HULL_VERTICES = 2048, // vertices of a hull whose edges are listed, at most
    EDGE_GROUPS = HULL_EDGES / SCREE_LANES
};

/// The rows of an edge: vertex[0], the vector to vertex[1], the normals of its faces, its length.
enum line_row { LINE_START, LINE_ALONG = 3, LINE_FIRST = 6, LINE_SECOND = 9, LINE_LENGTH = 12, LINE_ROWS = 16 };

/// Groups of as many edges as there are lanes.
typedef struct edge_rows {
    int groups;
    unsigned used[EDGE_GROUPS]; ///< a bit for each lane in use
    lane drop[EDGE_GROUPS];     ///< lower bound on how far each edge is below its hull's support height
    int list[HULL_EDGES];       ///< edge indices
    int vertex_count;           ///< for hulls of many edges: the vertices in the slab whose edges these are
    int vertices[HULL_EDGES];
    lane own[EDGE_GROUPS][LINE_ROWS];
} edge_rows;

static inline lane3 row_of(const edge_rows *rows, int group, int row)
{
    const lane *r = rows->own[group] + row;
    return l3(r[0], r[1], r[2]);
}

/// A row of one edge, broadcast to all lanes.
static inline lane3 row_of_one(const edge_rows *rows, int group, int i, int row)
{
    const double *r = (const double *)(const void *)(rows->own[group] + row) + i;
    return l3(lane_of(r[0]), lane_of(r[SCREE_LANES]), lane_of(r[2 * SCREE_LANES]));
}

/// Computes edges in lanes from their ends and faces.
static inline void compute_lines(const scree_shape *s, const int *number, lane *own)
{
    const double *from[SCREE_LANES], *to[SCREE_LANES], *first[SCREE_LANES], *second[SCREE_LANES];
    for (int i = 0; i < SCREE_LANES; ++i) {
        const scree_edge e = scree_edge_at(s->hull, number[i]);
        from[i] = &s->hull->nodes[e.vertex[0]].at.x;
        to[i] = &s->hull->nodes[e.vertex[1]].at.x;
        first[i] = &s->hull->faces[e.face[0]].normal.x;
        second[i] = &s->hull->faces[e.face[1]].normal.x;
    }
    lane_columns_of_four(from, 0, own + LINE_START);
    lane_columns_of_four(to, 0, own + LINE_ALONG);
    for (int k = 0; k < 3; ++k) own[LINE_ALONG + k] = own[LINE_ALONG + k] - own[LINE_START + k];
    const lane3 along = l3(own[LINE_ALONG], own[LINE_ALONG + 1], own[LINE_ALONG + 2]);
    lane_columns_of_four(first, 0, own + LINE_FIRST);
    lane_columns_of_four(second, 0, own + LINE_SECOND);
    own[LINE_LENGTH] = lane_sqrt(l3_dot(along, along));
}

/// Fills the lanes from the list.
__attribute__((noinline)) static void take_list(const scree_shape *s, int count, edge_rows *rows)
{
    rows->groups = (count + SCREE_LANES - 1) / SCREE_LANES;
    for (int i = count; i % SCREE_LANES != 0; ++i) rows->list[i] = rows->list[count - 1];
    for (int group = 0; group < rows->groups; ++group) {
        compute_lines(s, rows->list + group * SCREE_LANES, rows->own[group]);
        rows->used[group] = lane_bits(lane_first(count - group * SCREE_LANES));
        rows->drop[group] = lane_of(0.0);
    }
}

/// All edges of a tetrahedron.
static inline void take_tetrahedron(const scree_shape *s, edge_rows *rows)
{
    enum { EDGES = SCREE_TETRA_EDGES };
    rows->groups = (EDGES + SCREE_LANES - 1) / SCREE_LANES;
    for (int group = 0; group < rows->groups; ++group) {
        for (int i = 0; i < SCREE_LANES; ++i)
            rows->list[group * SCREE_LANES + i] = s->hull->tetra_lines->edge[group * SCREE_LANES + i];
        for (int k = 0; k <= LINE_LENGTH; ++k)
            rows->own[group][k] = lane_at(s->hull->tetra_lines->row[k] + group * SCREE_LANES);
        rows->used[group] = lane_bits(lane_first(EDGES - group * SCREE_LANES));
        rows->drop[group] = lane_of(0.0);
    }
}

/// Hulls of few edges have a bit for each edge.
static inline bool has_few_edges(const scree_shape *s)
{
    return s->hull->grouped_edges != NULL;
}

/// Lists edges by their bits.
static inline void take_bits(const scree_shape *s, uint64_t bits, edge_rows *rows)
{
    int count = 0;
    for (; bits != 0; bits &= bits - 1) rows->list[count++] = s->hull->grouped_edges[__builtin_ctzll(bits)];
    take_list(s, count, rows);
}

/// Transforms the edges in use, of the reference, into the frame of the incident.
static inline void move_to_incident(const hull_frame *f, edge_rows *rows)
{
    const lane_mat3 rotation = { { l3_of(f->rotation->row[0]), l3_of(f->rotation->row[1]),
                                   l3_of(f->rotation->row[2]) } };
    const lane3 shift = l3_of(f->shift);
    for (int i = 0; i < rows->groups; ++i) {
        if (rows->used[i] == 0) continue;
        lane3 moved[4] = { lm3_mul_transposed(&rotation, l3_sub(row_of(rows, i, LINE_START), shift)) };
        for (int k = 1; k < 4; ++k) moved[k] = lm3_mul_transposed(&rotation, row_of(rows, i, 3 * k));
        lane *own = rows->own[i];
        for (int k = 0; k < 4; ++k) {
            own[3 * k] = moved[k].x;
            own[3 * k + 1] = moved[k].y;
            own[3 * k + 2] = moved[k].z;
        }
    }
}

/// Vertices whose edges are still to be listed, and the visited ones.
typedef struct slab_flood {
    int count, *vertex; ///< at most HULL_EDGES
    uint64_t seen[HULL_VERTICES / 64];
} slab_flood;

static inline bool see_vertex(slab_flood *x, int v)
{
    const uint64_t bit = UINT64_C(1) << (v & 63);
    if ((x->seen[v >> 6] & bit) != 0) return true;
    if (x->count == HULL_EDGES) return false;
    x->seen[v >> 6] |= bit;
    x->vertex[x->count++] = v;
    return true;
}

/// Lists the edges of a vertex, from k on, that their other ends do not list. `above`: the ends that are in the slab
/// themselves. Returns the count so far, or -1 where there are too many.
static inline int list_spokes(const scree_shape *s, int v, int k, unsigned spokes, unsigned above, slab_flood *x,
                              int count, int *list)
{
    for (; spokes != 0; spokes &= spokes - 1) {
        const int i = __builtin_ctz(spokes), other = scree_neighbour(s->hull, k + i);
        if ((above >> i & 1u) != 0u) {
            if (!see_vertex(x, other)) return -1;
            if (other < v) continue;
        }
        if (count == HULL_EDGES) return -1;
        list[count++] = scree_vertex_edge(s->hull, k + i);
    }
    return count;
}

/// Lists the edges with an end above `level` along d. On a convex body such vertices are connected, so they are found
/// by a flood fill from `peak`. Returns their number, or -1 where there are too many.
static inline int list_by_flood(const scree_shape *s, scree_vec3 d, int peak, double level, edge_rows *rows)
{
    slab_flood x;
    int count = 0;
    x.count = 0;
    x.vertex = rows->vertices;
    if (s->vertex_count > HULL_VERTICES) return -1;
    for (int i = 0; i < s->vertex_count; i += 64) x.seen[i / 64] = 0;
    see_vertex(&x, peak);
    for (int i = 0; i < x.count; ++i) {
        const int v = x.vertex[i], end = fan_end(s, v);
        const lane room = lane_of(level - v3_dot(d, scree_node_at(s, v)));
        for (int k = fan_begin(s, v); k < end; k += SCREE_LANES) {
            const lane rise = l3_dot(l3_of(d), spokes_at(s, v, k));
            const unsigned spokes = lane_bits(lane_first(end - k));
            count = list_spokes(s, v, k, spokes, ~lane_bits_below(rise, room), &x, count, rows->list);
            if (count < 0) return -1;
        }
    }
    rows->vertex_count = x.count;
    return count;
}

/// Error bound of products with the vertices, relative to the hull's size, with a margin.
#define SLAB_ROUNDING 0x1p-47

/// For a hull of few edges: the bits of those with an end not lower than `level` along n, possibly with some more.
static inline uint64_t bits_in_slab(const scree_shape *s, scree_vec3 n, double level)
{
    const lane low = lane_of(level - SLAB_ROUNDING * s->core_radius);
    uint64_t bits = 0;
    for (int k = 0; k < s->vertex_count; k += SCREE_LANES) {
        unsigned in = ~lane_bits_below(heights_of(s->x + k, s->y + k, s->z + k, n), low) & ((1u << SCREE_LANES) - 1u);
        if (s->vertex_count - k < SCREE_LANES) in &= (1u << (s->vertex_count - k)) - 1u;
        for (; in != 0; in &= in - 1) bits |= s->hull->vertex_edge_bits[k + __builtin_ctz(in)];
    }
    return bits;
}

/// Keeps the listed edges that have an end at most `reach` below `top` along n.
static inline void leave_low(scree_vec3 n, double top, double reach, edge_rows *rows)
{
    const lane3 d = l3_of(n);
    for (int i = 0; i < rows->groups; ++i) {
        const lane start = l3_dot(d, row_of(rows, i, LINE_START)), rise = l3_dot(d, row_of(rows, i, LINE_ALONG));
        rows->drop[i] = lane_of(top) - lane_max(start, start + rise);
        rows->used[i] &= ~lane_bits_below(lane_of(reach), rows->drop[i]);
    }
}

// --------------------------------------------------------------------------------------------------------- open edges
//
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

enum { KNOWN_POINTS = 8 };

/// What is known to be in N, in the frame of the hull whose outward normals are tested.
typedef struct hull_known {
    double enough; ///< the depth from which on a normal need not be tested
    bool ball;     ///< normals along which way . n is not above `level` are covered
    scree_vec3 way;
    double level;
    double product_error; ///< of products of the way and an edge: an edge is at right angles to the normals of its
                          ///< faces up to the error, over its length
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
    k->product_error = error * v3_norm(k->way);
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
    const lane error = lane_of(k->product_error), ends = lane_max(l3_dot(way, e->first), l3_dot(way, e->second));
    const unsigned out = lane_bits_below(ends, lane_of(k->level));
    // On the whole circle, way . n is at most |across| / |along|; that maximum is on the arc if the ends are on either
    // side of it.
    const unsigned one_sided =
        lane_bits_below(l3_dot(across, e->first), -error) | lane_bits_below(error, l3_dot(across, e->second));
    const lane room = lane_of(k->level) * e->length - error;
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
