// Edges of two hulls in lanes, for searches over pairs of edges.
//
// Idea        The edges of interest are listed, and transposed into lanes. For hulls of few edges the list comes from a
//             bit mask, in an order in which neighbours are close together (scree_hull.grouped_edges).
#ifndef SCREE_KERNELS_HULL_HULL_EDGES_H
#define SCREE_KERNELS_HULL_HULL_EDGES_H

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

#endif
