// Two hulls that overlap: is there a pair of edges with less depth than the best face?
//
// Source      The pruning on the Gauss map is that of solve/polytope/sat.c, which also explains where it may fail.
// Idea        Let d be the depth along n. A pair of edges with less depth d' along n' has two points, one on each edge,
//             that are d' apart along n'. Their heights below their bodies' support heights along n add up to d - d' (n
//             . n') < 2 d: the edges reach into two slabs of that depth, or of half of it where n . n' cannot be
//             negative. For shallow contacts that leaves few edges; for deep ones, few are open (hull_edges.h). Testing
//             all pairs of these, in lanes, is the proof. Where the vertex is not right over the face, better edges are
//             near it: they are tested first, so that fewer remain.
// Limits      No answer for nearly parallel edges that might matter, and for too many remaining edges.
#ifndef SCREE_KERNELS_HULL_HULL_DEEP_H
#define SCREE_KERNELS_HULL_HULL_DEEP_H

#include "kernels/hull/hull_edges.h"
#include "kernels/hull/hull_least.h"

enum { PROOF_FACES = 512 }; // with more, the faces are not tested for whether a point is inside

/// Edges at a smaller angle (its sine) are left to solve/polytope/sat.c.
#define HULL_PARALLEL 1e-7

/// The least depth so far, in the reference's frame.
typedef struct deep_search {
    const hull_frame *f;
    double error, size;
    double tilt; ///< see tilt_of_faces()
    scree_vec3 n;
    double gap;
    int vertex_reference, vertex_incident;
    int face;                          ///< of the reference, where the search began
    int edge_reference, edge_incident; ///< -1: the face is the best
    bool doubt;
    int scored;   ///< pairs of edges scored over all vertices
    double reach; ///< depth of the slabs
    edge_rows references, incidents;
} deep_search;

/// Whether the depth is more than `depth` along every normal at 90 degrees or more to n: shown by the overlap of the
/// balls inside the two hulls.
static inline bool faces_forward(const hull_frame *f, scree_vec3 n, double depth)
{
    const double along = v3_dot(n, f->shift), across = v3_norm(v3_add_scaled(f->shift, -along, n));
    const double a = f->reference->hull->inner_radius, b = f->incident->hull->inner_radius;
    return along > 0.0 && a > 0.0 && b > 0.0 && a + b - across > depth;
}

/// Whether the depth along n is the least of all. It is that of a face of M = incident - reference on which the
/// projection of the origin is `inside` away from the nearest side. So M has, at that depth, a disc of that radius
/// about the projection, and along any normal at an angle t to n the depth is at least depth cos t + inside sin t: no
/// less than `depth` up to t = 2 atan(inside / depth). Beyond that angle it is enough if the overlap of the balls
/// inside the two hulls is as deep: it is radii - along cos t - across sin t, which grows with t from the angle of the
/// line between their centres on.
static inline bool is_least(const hull_frame *f, scree_vec3 n, double gap, double inside, double error)
{
    const double enough = 8.0 * error - gap, a = f->reference->hull->inner_radius, b = f->incident->hull->inner_radius;
    const double radius = inside - error; // what is certain in spite of rounding
    if (!(radius > 0.0 && a > 0.0 && b > 0.0)) return false;
    const double along = v3_dot(n, f->shift), across = v3_norm(v3_add_scaled(f->shift, -along, n));
    const double ratio = radius / enough, square = 1.0 + ratio * ratio;
    const double cosine = (1.0 - ratio * ratio) / square, sine = 2.0 * ratio / square;
    return sine * along - cosine * across > 0.0 && a + b - along * cosine - across * sine > enough;
}

/// Fills in what is known to be in N = reference - incident once there is a normal.
static inline void know_meeting(const deep_search *q, hull_known *k)
{
    know_balls(q->f, 8.0 * q->error + q->tilt - q->gap, q->error, k);
    if (q->edge_reference < 0)
        know_face(q->f, q->face, incident_vertex(q->f, q->vertex_incident), k);
    else
        know_edges(q->f, q->edge_reference, q->edge_incident, k);
}

/// Takes the edges that are in the two slabs of the best normal and open, each in the frame of its own hull. False
/// where there are too many.
static inline bool take_open_edges(deep_search *q)
{
    const hull_frame *f = q->f;
    const scree_vec3 inward = v3_neg(m3_mul_transposed(f->rotation, q->n));
    hull_known of_reference;
    know_meeting(q, &of_reference);
    const hull_known of_incident = known_to_incident(f, &of_reference);
    q->reach = (faces_forward(f, q->n, of_reference.enough) ? -1.0 : -2.0) * q->gap + 8.0 * q->error;
    return take_open(f->incident, inward, q->vertex_incident, q->reach, &of_incident, &q->incidents) &&
           take_open(f->reference, q->n, q->vertex_reference, q->reach, &of_reference, &q->references);
}

static inline bool find_open_edges(deep_search *q)
{
    if (!take_open_edges(q)) return false;
    move_to_incident(q->f, &q->references);
    return true;
}

/// Takes the edges that leave a vertex. False where there are too many.
static inline bool take_fan(const scree_shape *s, int vertex, edge_rows *rows)
{
    if (has_few_edges(s)) {
        take_bits(s, s->hull->vertex_edge_bits[vertex], rows);
        return true;
    }
    const int first = fan_begin(s, vertex), count = fan_end(s, vertex) - first;
    if (count > HULL_EDGES) return false;
    for (int i = 0; i < count; ++i) rows->list[i] = scree_vertex_edge(s->hull, first + i);
    take_list(s, count, rows);
    return true;
}

/// Takes the edges of a face whose bits are set: at most HULL_CORNERS.
static inline void take_sides(const scree_shape *s, int face, unsigned passed, edge_rows *rows)
{
    const int first = s->hull->faces[face].first;
    int count = 0;
    uint64_t bits = 0;
    if (has_few_edges(s)) {
        for (; passed != 0; passed &= passed - 1)
            bits |= UINT64_C(1) << s->hull->edge_place[scree_face_edge(s->hull, first + __builtin_ctz(passed))];
        take_bits(s, bits, rows);
        return;
    }
    for (; passed != 0; passed &= passed - 1)
        rows->list[count++] = scree_face_edge(s->hull, first + __builtin_ctz(passed));
    take_list(s, count, rows);
}

/// Takes the edges of the face that the vertex is beyond, and those that leave the vertex. False where there are too
/// many.
static inline bool find_near_edges(deep_search *q, int face, unsigned passed)
{
    q->reach = INFINITY;
    if (!take_fan(q->f->incident, q->vertex_incident, &q->incidents)) return false;
    take_sides(q->f->reference, face, passed, &q->references);
    move_to_incident(q->f, &q->references);
    return true;
}

/// The most pairs of edges that are scored over all vertices. There are more where all normals of two thin hulls are
/// equally good, as for a hull inside itself: these are left to the search.
enum { MOST_SCORED = 1024 };

/// Scores two edges whose arcs cross, in the sense `sign`, or may cross, and which promise less depth than the best.
static inline void score_edges(deep_search *q, int reference, int incident, double sign)
{
    const hull_frame *f = q->f;
    const scree_edge of_v = scree_edge_at(f->reference->hull, reference),
                     of_w = scree_edge_at(f->incident->hull, incident);
    const int *v = of_v.vertex, *w = of_w.vertex;
    const scree_vec3 p = scree_node_at(f->reference, v[0]), u = v3_sub(scree_node_at(f->reference, v[1]), p);
    const scree_vec3 start = incident_vertex(f, w[0]);
    const scree_vec3 e =
        m3_mul(f->rotation, v3_sub(scree_node_at(f->incident, w[1]), scree_node_at(f->incident, w[0])));
    const double sine = v3_norm(v3_cross(u, e)) / sqrt(v3_norm2(u) * v3_norm2(e));
    const double slack = 2.0 * q->error + 16.0 * SCREE_ROUNDING * q->size / sine;
    const scree_vec3 n = v3_scale(broad_normal(u, e), sign);
    const double promised = v3_dot(n, v3_sub(start, p));
    if (promised + slack <= q->gap) return; // a better one has been found since
    q->doubt = q->doubt || !(sine > HULL_PARALLEL);
    if (!(promised > q->gap)) return;
    if (++q->scored > MOST_SCORED) q->doubt = true;
    const int top_reference = highest_vertex(f->reference, n, q->vertex_reference);
    const int top_incident = highest_incident(f, v3_neg(n), q->vertex_incident);
    const double gap = v3_dot(n, v3_sub(incident_vertex(f, top_incident), scree_node_at(f->reference, top_reference)));
    const double excess = promised - gap;
    q->doubt = q->doubt || (excess > 2.0 * q->error && excess <= slack);
    if (!(gap > q->gap)) return;
    q->n = n;
    q->gap = gap;
    q->vertex_reference = top_reference;
    q->vertex_incident = top_incident;
    q->edge_reference = reference;
    q->edge_incident = incident;
}

/// An edge of the reference in all lanes.
typedef struct reference_edge {
    int number;
    double length, drop;
    lane3 start, along, first, second;
} reference_edge;

static inline reference_edge reference_edge_at(const edge_rows *rows, int group, int i)
{
    reference_edge h = { .number = rows->list[group * SCREE_LANES + i], .drop = rows->drop[group][i] };
    h.length = rows->own[group][LINE_LENGTH][i];
    h.start = row_of_one(rows, group, i, LINE_START);
    h.along = row_of_one(rows, group, i, LINE_ALONG);
    h.first = row_of_one(rows, group, i, LINE_FIRST);
    h.second = row_of_one(rows, group, i, LINE_SECOND);
    return h;
}

/// One edge of the reference with a group of the incident's. `known` is the gap to beat, as it was before the scan:
/// what is scored, and in which order, must not depend on the group size.
static inline void scan_group(deep_search *q, const reference_edge *h, int group, double known)
{
    const edge_rows *g = &q->incidents;
    // The heights of both below their supports add up to at most the depth of the slabs.
    const unsigned used = g->used[group] & ~lane_bits_below(lane_of(q->reach - h->drop), g->drop[group]);
    if (used == 0) return;
    const lane3 u = h->along, e = row_of(g, group, LINE_ALONG);
    // N holds the incident reflected, so its edge's arc is that of the negated normals: hence the signs.
    const lane s0 = l3_dot(row_of(g, group, LINE_FIRST), u), s1 = -l3_dot(row_of(g, group, LINE_SECOND), u);
    const lane t0 = l3_dot(h->first, e), t1 = -l3_dot(h->second, e);
    // The arcs cross in one sense where all of these are positive, in the other where all are negative; near 0,
    // rounding may decide.
    const lane low = lane_min(lane_min(s0, s1), lane_min(t0, t1)), high = lane_max(lane_max(s0, s1), lane_max(t0, t1));
    const lane doubt = lane_of(q->error + q->tilt);
    const unsigned forth = used & ~lane_bits_below(low, -doubt), back = used & ~lane_bits_below(doubt, high);
    if ((forth | back) == 0) return;
    const lane3 cross = l3_cross(u, e);
    const lane area = lane_sqrt(l3_dot(cross, cross)), length = g->own[group][LINE_LENGTH];
    const lane volume = l3_dot(cross, l3_sub(row_of(g, group, LINE_START), h->start));
    // Gap times area, with the slack of score_edges(): drops what cannot beat the best.
    const lane least =
        lane_of(known - 2.0 * q->error) * area - lane_of(16.0 * SCREE_ROUNDING * q->size * h->length) * length;
    const unsigned broad = lane_bits_below(lane_of(q->error) * lane_max(length, lane_of(h->length)), area);
    const unsigned up = forth & broad & lane_bits_below(least, volume);
    const unsigned down = back & broad & lane_bits_below(least, -volume);
    for (unsigned bits = up | down; bits != 0; bits &= bits - 1) {
        const int i = __builtin_ctz(bits), incident = g->list[group * SCREE_LANES + i];
        if ((up >> i & 1u) != 0u) score_edges(q, h->number, incident, 1.0);
        if ((down >> i & 1u) != 0u) score_edges(q, h->number, incident, -1.0);
    }
}

/// Whether a facet of a merged face, which has not been scored, may have less depth than the best.
static inline bool may_miss_facets(const deep_search *q)
{
    const double rounding = 0.5 * q->error;
    return q->tilt > rounding && are_faces_open(q->f, q->gap, rounding, q->vertex_reference, q->vertex_incident);
}

static inline void scan_edges(deep_search *q)
{
    const double known = q->gap;
    for (int reference = 0; reference < q->references.groups; ++reference)
        for (unsigned bits = q->references.used[reference]; bits != 0 && q->scored <= MOST_SCORED; bits &= bits - 1) {
            const reference_edge h = reference_edge_at(&q->references, reference, __builtin_ctz(bits));
            for (int group = 0; group < q->incidents.groups; ++group)
                if (q->incidents.used[group] != 0) scan_group(q, &h, group, known);
        }
}

/// The points of two edges that cross, along their normal; false where they do not cross inside, or do not span a face
/// of M. `inside` gets the distance of the crossing from the sides of that face, a parallelogram.
static inline bool meet_edges(const deep_search *q, hull_meeting *m, double *inside)
{
    const hull_frame *f = q->f;
    const scree_edge of_v = scree_edge_at(f->reference->hull, q->edge_reference),
                     of_w = scree_edge_at(f->incident->hull, q->edge_incident);
    const int *v = of_v.vertex, *w = of_w.vertex;
    const scree_vec3 p = scree_node_at(f->reference, v[0]), g = incident_vertex(f, w[0]);
    const scree_vec3 u = v3_sub(scree_node_at(f->reference, v[1]), p), e = v3_sub(incident_vertex(f, w[1]), g);
    const scree_vec3 across_incident = v3_cross(q->n, e), across_reference = v3_cross(q->n, u), between = v3_sub(g, p);
    const double s = v3_dot(between, across_incident) / v3_dot(u, across_incident);
    const double t = -v3_dot(between, across_reference) / v3_dot(e, across_reference);
    if (!(s >= 0.0 && s <= 1.0 && t >= 0.0 && t <= 1.0)) return false;
    if (!(v3_dot(q->n, between) - q->gap <= q->error)) return false; // other vertices are beyond these edges
    const double area = fabs(v3_dot(u, across_incident)), end_s = s < 0.5 ? s : 1.0 - s, end_t = t < 0.5 ? t : 1.0 - t;
    const double inside_s = end_s * area / v3_norm(e), inside_t = end_t * area / v3_norm(u);
    *inside = inside_s < inside_t ? inside_s : inside_t;
    m->n = q->n;
    m->gap = m->length = q->gap;
    m->on_reference = v3_add_scaled(p, s, u);
    m->on_incident = v3_add_scaled(g, t, e);
    m->feature_reference = m->feature_incident = SCREE_FEATURE_EDGE;
    m->index_reference = q->edge_reference;
    m->index_incident = q->edge_incident;
    m->vertex_reference = q->vertex_reference;
    m->vertex_incident = q->vertex_incident;
    note_plainness(f, q->error, m);
    const double near = HULL_END, far = 1.0 - HULL_END;
    m->plain = m->plain && !are_parallel(u, e) && s > near && s < far && t > near && t < far;
    return true;
}

static inline bool is_small_enough(const scree_shape *s)
{
    return s->hull->padded_face_count <= PROOF_FACES;
}

/// Whether two edges, whose mutually nearest points are in `m`, certainly have a point in both hulls.
static inline bool edges_overlap(const deep_search *q, const hull_meeting *m)
{
    const hull_frame *f = q->f;
    if (!is_small_enough(f->reference) || !is_small_enough(f->incident)) return false;
    const scree_vec3 p = m3_mul_transposed(f->rotation, v3_sub(m->on_reference, f->shift));
    if (outside_by(f->incident, p) < -q->error || outside_by(f->reference, m->on_incident) < -q->error) return true;
    const scree_edge of_v = scree_edge_at(f->reference->hull, q->edge_reference),
                     of_w = scree_edge_at(f->incident->hull, q->edge_incident);
    const int *v = of_v.vertex, *w = of_w.vertex;
    const scree_vec3 from = scree_node_at(f->reference, v[0]), along = v3_sub(scree_node_at(f->reference, v[1]), from);
    const scree_vec3 start = incident_vertex(f, w[0]), e = v3_sub(incident_vertex(f, w[1]), start);
    return segment_enters(f->reference, start, e, q->error) ||
           segment_enters(f->incident, m3_mul_transposed(f->rotation, v3_sub(from, f->shift)),
                          m3_mul_transposed(f->rotation, along), q->error);
}

/// The same for the incident's vertex, which is at p, and the edges that leave it. A thin body may be pierced, with the
/// vertex beyond it.
static inline bool vertex_overlaps(const hull_frame *f, int vertex, scree_vec3 p, double error)
{
    if (!is_small_enough(f->reference)) return false;
    if (outside_by(f->reference, p) < -error) return true;
    const scree_shape *s = f->incident;
    for (int k = fan_begin(s, vertex); k < fan_end(s, vertex); ++k)
        if (segment_enters(f->reference, p, m3_mul(f->rotation, spoke_at(s, vertex, k)), error)) return true;
    return false;
}

/// Starts a search from a face of the reference and the incident's vertex, which is at p.
static inline void begin_deep(const hull_frame *f, int face, int vertex, scree_vec3 p, const scree_cores *c,
                              deep_search *q)
{
    const scree_face *at = &f->reference->hull->faces[face];
    q->f = f;
    q->error = c->error;
    q->size = c->size;
    q->tilt = tilt_of_faces(f, c->size);
    q->n = at->normal;
    q->gap = v3_dot(at->normal, p) - at->offset;
    q->vertex_reference = f->reference->hull->face_vertices[at->first];
    q->vertex_incident = vertex;
    q->face = face;
    q->edge_reference = q->edge_incident = -1;
    q->doubt = false;
    q->scored = 0;
}

/// With few vertices the slabs have few edges, and scanning these is faster than is_least_nearby().
static inline bool pays_nearby(const hull_frame *f)
{
    return f->reference->padded_count > TINY || f->incident->padded_count > TINY;
}

/// Whether a face of the incident is on the reference's face, so that the depth is the least of all; `m` is the meeting of the
/// face and the vertex, which is `inside` its sides.
static inline bool meet_flat_deep(const hull_frame *f, int face, int vertex, double inside, double error,
                                  hull_meeting *m)
{
    flat_faces x;
    if (!find_flat_faces(f, face, vertex, m->gap, inside, error, &x)) return false;
    if (!is_least(f, m->n, m->gap, x.radius, error)) return false;
    if (x.rise <= FLAT_LEVEL * error) {
        m->length = m->gap + x.rise;
        return true;
    }
    // Tilted faces: up to the angle 2 atan(inside / enough) the face and the vertex have the proof.
    const double enough = 8.0 * error - m->gap, near = inside - error, radius = x.radius - error;
    if (!(near > 0.0 && radius >= enough)) return false;
    const double ratio = near / enough, square = 1.0 + ratio * ratio;
    const double cosine = (1.0 - ratio * ratio) / square, sine = 2.0 * ratio / square;
    return (-m->gap - x.rise) * cosine + radius * sine >= enough;
}

/// A face of the reference and the incident's farthest vertex behind it: whether that depth is the least of all, by the
/// disc inside the face. `passed` gets the edges of the face that the vertex is beyond.
static inline bool meet_face_deep(const hull_frame *f, int face, int vertex, scree_vec3 p, double error,
                                  unsigned *passed, hull_meeting *m)
{
    const place_over at = place_over_face(f->reference, face, p);
    *passed = at.passed;
    meet_face(f, face, vertex, p, m);
    if (!is_least(f, m->n, m->gap, at.inside, error) && !meet_flat_deep(f, face, vertex, at.inside, error, m) &&
        !(at.passed == 0 && pays_nearby(f) && is_least_nearby(f, m, error)))
        return false;
    note_plainness(f, error, m);
    return true;
}

/// Takes the edges that leave the support vertices along the best normal so far. False where there are too many.
static inline bool find_next_edges(deep_search *q)
{
    if (!take_fan(q->f->incident, q->vertex_incident, &q->incidents) ||
        !take_fan(q->f->reference, q->vertex_reference, &q->references))
        return false;
    move_to_incident(q->f, &q->references);
    return true;
}

/// The same for edges near a face of the reference that the incident's vertex is behind, but not right behind; where
/// these do not cross, for the edges beyond their ends, in at most `steps` steps. What is found without a proof stays
/// in `q`.
static inline bool meet_edges_deep(const hull_frame *f, int face, unsigned passed, int steps, deep_search *q,
                                   hull_meeting *m)
{
    double inside;
    if (passed == 0 || !find_near_edges(q, face, passed)) return false;
    for (;; --steps) {
        const double before = q->gap;
        scan_edges(q);
        if (q->doubt || !(q->gap < 0.0) || q->edge_reference < 0) return false;
        if (meet_edges(q, m, &inside)) break;
        if (steps <= 0 || !(q->gap > before) || !find_next_edges(q)) return false;
    }
    return is_least(f, m->n, m->gap, inside, q->error) || (pays_nearby(f) && is_least_nearby(f, m, q->error));
}

/// The best face of all, of either hull, with the vertex before it.
typedef struct best_face {
    double gap;
    int face, vertex, rounds;
    bool of_a;
    bool overlap; ///< some vertex was found to be inside the other hull
    bool tried;   ///< A's best face has no proof of its own: see meet_face_deep()
    unsigned passed;
} best_face;

/// The reference's face has the largest gap of all faces, which is negative: the hulls overlap, or two edges separate
/// them, possibly by more than the slabs reach. So the depth is proven only together with a point that is in both;
/// best->overlap says whether one is known.
static inline bool meet_deep(const hull_frame *f, const best_face *best, const scree_cores *c, hull_meeting *m)
{
    const int face = best->face, vertex = best->vertex;
    if (f->reference->hull->faces[face].count > HULL_CORNERS) return false;
    const scree_vec3 p = incident_vertex(f, vertex);
    unsigned passed = best->passed;
    if (!(best->of_a && best->tried) && meet_face_deep(f, face, vertex, p, c->error, &passed, m)) return true;
    deep_search q;
    begin_deep(f, face, vertex, p, c, &q);
    if (meet_edges_deep(f, face, passed, 0, &q, m)) return true;
    if (!(q.gap > 0.0)) {
        if (!find_open_edges(&q)) return false;
        scan_edges(&q);
    }
    if (q.gap > 0.0) { // apart after all, by two edges
        nearest_segments nearest = { .distance2 = INFINITY };
        try_spokes(f, q.vertex_reference, q.vertex_incident, &nearest);
        return descend(f, &nearest, MOST_STEPS, c->error, m);
    }
    if (q.doubt || may_miss_facets(&q)) return false;
    double inside;
    if (q.edge_reference >= 0) return meet_edges(&q, m, &inside) && (best->overlap || edges_overlap(&q, m));
    meet_face(f, face, vertex, p, m);
    note_plainness(f, c->error, m);
    m->plain = m->plain && passed == 0;
    return best->overlap || vertex_overlaps(f, vertex, p, c->error);
}

#endif
