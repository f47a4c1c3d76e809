// Two tetrahedra that overlap: the least depth by all faces of their difference.
//
// Source      See hull_deep.h, and many_tetrahedra.h, which does the same for many pairs at once.
// Idea        The best of the eight faces is known. Of the 36 pairs of edges, those whose arcs on the Gauss map cross
//             are the other faces of the difference; lanes find them and their depths. The best one is measured first,
//             and then hardly any other needs to be. Nothing is left to prove: bodies that no face of their difference
//             separates overlap, and its nearest face has the least depth.
// Limits      As in hull_deep.h: nearly parallel edges that might matter.
#ifndef SCREE_KERNELS_HULL_HULL_TETRA_H
#define SCREE_KERNELS_HULL_HULL_TETRA_H

#include "kernels/hull/hull_deep.h"

enum { TETRA_EDGES = 6, TETRA_VERTICES = 4, TETRA_GROUPS = (TETRA_EDGES + SCREE_LANES - 1) / SCREE_LANES };

/// Edges at a sine below this are always measured; for others, rounding changes the depth by less than TETRA_SLACK of
/// the pair's size.
#define TETRA_SINE 1e-3
#define TETRA_SLACK (16.0 * SCREE_ROUNDING / TETRA_SINE)

/// One edge of the reference with a vector of the incident's edges: where their arcs cross, or may cross, the signed
/// square of their gap; elsewhere -infinity.
typedef struct edge_gaps {
    lane square;
    unsigned back;   ///< the normal is opposite to the cross product
    unsigned narrow; ///< the sine is small
} edge_gaps;

static inline bool are_tetrahedra(const scree_cores *c)
{
    return c->a->vertex_count == TETRA_VERTICES && c->a->hull->edge_count == TETRA_EDGES &&
           c->b->vertex_count == TETRA_VERTICES && c->b->hull->edge_count == TETRA_EDGES;
}

/// See scan_group().
static inline edge_gaps measure_group(const deep_search *q, const reference_edge *h, int group)
{
    const edge_rows *g = &q->incidents;
    const lane3 u = h->along, e = row_of(g, group, LINE_ALONG), cross = l3_cross(u, e);
    const lane s0 = l3_dot(row_of(g, group, LINE_FIRST), u), s1 = -l3_dot(row_of(g, group, LINE_SECOND), u);
    const lane t0 = l3_dot(h->first, e), t1 = -l3_dot(h->second, e);
    const lane low = lane_min(lane_min(s0, s1), lane_min(t0, t1)), high = lane_max(lane_max(s0, s1), lane_max(t0, t1));
    const lane area2 = l3_dot(cross, cross), length = g->own[group][LINE_LENGTH];
    const lane longest = lane_of(q->error) * lane_max(length, lane_of(h->length)), both = lane_of(h->length) * length;
    const unsigned used = g->used[group] & lane_bits_below(longest * longest, area2);
    const unsigned forth = used & ~lane_bits_below(low, lane_of(-q->error));
    const unsigned back = used & ~lane_bits_below(lane_of(q->error), high);
    const lane volume = l3_dot(cross, l3_sub(row_of(g, group, LINE_START), h->start));
    const lane gap = lane_select(lane_of_bits(forth), volume, -volume);
    const lane square = gap / area2 * lane_abs(gap); // in this order, nothing overflows
    return (edge_gaps){ lane_select(lane_of_bits(forth | back), square, lane_of(-INFINITY)), back & ~forth,
                        (forth | back) & lane_bits_below(area2, TETRA_SINE * TETRA_SINE * (both * both)) };
}

/// Scores the pair of edges at an index of the list.
static inline void score_place(deep_search *q, const edge_gaps *gaps, int place)
{
    const int at = place / SCREE_LANES, i = place % SCREE_LANES, reference = at / TETRA_GROUPS;
    const int incident = at % TETRA_GROUPS * SCREE_LANES + i;
    const double sign = (gaps[at].back >> i & 1u) != 0u ? -1.0 : 1.0;
    score_edges(q, q->references.list[reference], q->incidents.list[incident], sign);
}

/// Scores all pairs of edges: the most promising one first, then those that may be less deep.
static inline void score_all(deep_search *q)
{
    enum { PLACES = TETRA_EDGES * TETRA_GROUPS };
    edge_gaps gaps[PLACES];
    lane squares[PLACES], most;
    for (int reference = 0; reference < TETRA_EDGES; ++reference) {
        const reference_edge h = reference_edge_at(&q->references, reference / SCREE_LANES, reference % SCREE_LANES);
        for (int group = 0; group < TETRA_GROUPS; ++group) {
            const int at = reference * TETRA_GROUPS + group;
            gaps[at] = measure_group(q, &h, group);
            squares[at] = gaps[at].square;
        }
    }
    const int highest = first_highest(squares, PLACES, &most), first = most[0] > -q->gap * q->gap ? highest : -1;
    if (first >= 0) score_place(q, gaps, first);
    const double reach = -q->gap + 2.0 * q->error + TETRA_SLACK * q->size;
    for (int at = 0; at < PLACES; ++at) {
        unsigned bits = lane_bits_below(lane_of(-reach * reach), squares[at]) | gaps[at].narrow;
        for (; bits != 0; bits &= bits - 1) {
            const int place = at * SCREE_LANES + __builtin_ctz(bits);
            if (place != first) score_place(q, gaps, place);
        }
    }
}

/// The reference's face is the best of all faces, and does not separate them.
static inline bool meet_tetrahedra(const hull_frame *f, int face, int vertex, const scree_cores *c, hull_meeting *m)
{
    const scree_vec3 p = incident_vertex(f, vertex);
    deep_search q;
    begin_deep(f, face, vertex, p, c, &q);
    take_tetrahedron(f->reference, &q.references);
    take_tetrahedron(f->incident, &q.incidents);
    move_to_incident(f, &q.references);
    score_all(&q);
    double inside;
    if (q.doubt || !(q.gap < 0.0)) return false;
    if (q.edge_reference >= 0) return meet_edges(&q, m, &inside);
    const place_over at = place_over_face(f->reference, face, p);
    meet_face(f, face, vertex, p, m);
    note_plainness(f, c->error, m);
    m->plain = m->plain && at.passed == 0;
    return true;
}

#endif
