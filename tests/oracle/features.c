// The smallest distance of two cores over every pair of their features.
//
// Idea    Two disjoint polytopes are nearest at a vertex and an edge (or vertex), inside two edges, or at a vertex and
//         the inside of a face. Each pair of that kind gives two points of the two bodies, so each distance is an upper
//         bound whatever rounding did to it; the caller proves the smallest by the gap along its direction.
#include "oracle/parts.h"

#include <stddef.h>

enum { A_VERTEX_B_EDGE, A_EDGE_B_VERTEX, EDGES_INSIDE, A_VERTEX_B_FACE, A_FACE_B_VERTEX };

typedef struct feature_search {
    oracle_pair *pair;
    const oracle_placed *a, *b;
    long double extent;
    long double slack; // what rounding can do to a distance here
    long double best;  // the smallest so far
} feature_search;

static void note(feature_search *s, int kind, int i, int j, long double distance)
{
    if (distance > s->best + s->slack) return;
    if (distance < s->best) s->best = distance;
    scree_oracle_candidate(s->pair, (oracle_candidate){ kind, i, j, 1, distance });
}

static long double clamp01(long double t)
{
    return t > 0 ? (t < 1 ? t : 1) : 0;
}

static long double rough_vertex_edge(lvec v, lvec p, lvec q)
{
    lvec d = l3_sub(q, p), w = l3_sub(v, p);
    long double length2 = l3_dot(d, d);
    long double t = length2 > 0 ? clamp01(l3_dot(w, d) / length2) : 0;
    return l3_norm(l3_add_scaled(w, -t, d));
}

static qvec exact_on_edge(qvec v, qvec p, qvec q)
{
    qvec d = q3_sub(q, p);
    quad length2 = q3_dot(d, d);
    quad t = length2 > 0 ? q3_dot(q3_sub(v, p), d) / length2 : 0;
    return q3_add_scaled(p, t > 0 ? (t < 1 ? t : 1) : 0, d);
}

static void scan_vertices_edges(feature_search *s, const oracle_placed *points, const oracle_placed *edges, int kind)
{
    for (int j = 0; j < edges->hull->edge_count; ++j) {
        const oracle_edge *e = &edges->hull->edges[j];
        lvec p = edges->rough[e->end[0]], q = edges->rough[e->end[1]];
        for (int i = 0; i < points->count; ++i) {
            long double d = rough_vertex_edge(points->rough[i], p, q);
            if (kind == A_VERTEX_B_EDGE)
                note(s, kind, i, j, d);
            else
                note(s, kind, j, i, d);
        }
    }
}

// Where edges cross at so small an angle that t and u below have no digits: their ends are nearly as near as they get.
static void note_nearly_parallel(feature_search *s, int i, int j, long double sine)
{
    const oracle_edge *ea = &s->a->hull->edges[i], *eb = &s->b->hull->edges[j];
    lvec p = s->a->rough[ea->end[0]], q = s->a->rough[ea->end[1]];
    lvec r = s->b->rough[eb->end[0]], t = s->b->rough[eb->end[1]];
    long double ends = fminl(fminl(rough_vertex_edge(p, r, t), rough_vertex_edge(q, r, t)),
                             fminl(rough_vertex_edge(r, p, q), rough_vertex_edge(t, p, q)));
    long double nearer = ends - 2 * sine * (l3_norm(l3_sub(q, p)) + l3_norm(l3_sub(t, r)));
    if (nearer > s->best + s->slack) return;
    scree_oracle_candidate(s->pair, (oracle_candidate){ EDGES_INSIDE, i, j, 1, nearer });
}

// Lines p + t d and r + u e are nearest at t, u with both inside (0, 1), or there is nothing to note.
static void scan_edge_pair(feature_search *s, int i, int j)
{
    const oracle_edge *ea = &s->a->hull->edges[i], *eb = &s->b->hull->edges[j];
    lvec p = s->a->rough[ea->end[0]], r = s->b->rough[eb->end[0]];
    lvec d = l3_sub(s->a->rough[ea->end[1]], p), e = l3_sub(s->b->rough[eb->end[1]], r), w = l3_sub(r, p);
    long double dd = l3_dot(d, d), de = l3_dot(d, e), ee = l3_dot(e, e);
    lvec n = l3_cross(d, e);
    long double det = l3_dot(n, n);
    if (!(det > 0)) return;
    long double dw = l3_dot(d, w), ew = l3_dot(e, w);
    long double t = (dw * ee - ew * de) / det, u = (dw * de - ew * dd) / det;
    // Outside by more than rounding: an end is nearer, and the vertex-edge pairs have it.
    long double loose = 64 * LONG_UNIT * (dd * ee / det) * (1 + s->extent * (1 / sqrtl(dd) + 1 / sqrtl(ee)));
    if (loose > 1e-3L) {
        note_nearly_parallel(s, i, j, sqrtl(det / (dd * ee)));
        return;
    }
    if (t < -loose || t > 1 + loose || u < -loose || u > 1 + loose) return;
    // From t the nearest point of the other edge: the errors of t and u would not cancel along nearly parallel edges.
    lvec at = l3_add_scaled(p, clamp01(t), d);
    note(s, EDGES_INSIDE, i, j, rough_vertex_edge(at, r, s->b->rough[eb->end[1]]));
}

static bool exact_between_edges(const feature_search *s, int i, int j, qvec *on_a, qvec *on_b)
{
    const oracle_edge *ea = &s->a->hull->edges[i], *eb = &s->b->hull->edges[j];
    qvec p = s->a->points[ea->end[0]], r = s->b->points[eb->end[0]];
    qvec d = q3_sub(s->a->points[ea->end[1]], p), e = q3_sub(s->b->points[eb->end[1]], r), w = q3_sub(r, p);
    qvec n = q3_cross(d, e);
    quad det = q3_dot(n, n);
    if (!(det > 0)) return false;
    // The triple-product form keeps its digits where the edges are nearly parallel.
    quad t = q3_dot(q3_cross(w, e), n) / det, u = q3_dot(q3_cross(w, d), n) / det;
    if (t < 0 || t > 1 || u < 0 || u > 1) return false;
    *on_a = q3_add_scaled(p, t, d);
    *on_b = q3_add_scaled(r, u, e);
    return true;
}

// A vertex over the inside of a triangle, by the signs of three triple products.
static void scan_vertices_faces(feature_search *s, const oracle_placed *points, const oracle_placed *faces, int kind)
{
    for (int j = 0; j < faces->hull->triangle_count; ++j) {
        const int *c = faces->hull->triangles[j].corner;
        lvec p = faces->rough[c[0]], q = faces->rough[c[1]], r = faces->rough[c[2]];
        lvec n = l3_cross(l3_sub(q, p), l3_sub(r, p));
        long double length = l3_norm(n), scale = length * (1 - 1e-15L);
        if (!(length > 0)) continue;
        lvec side[3] = { l3_cross(n, l3_sub(q, p)), l3_cross(n, l3_sub(r, q)), l3_cross(n, l3_sub(p, r)) };
        long double loose = 1e-15L * length * length;
        for (int i = 0; i < points->count; ++i) {
            lvec v = points->rough[i], w = l3_sub(v, p);
            long double height = l3_dot(n, w) / scale;
            if (height < -s->slack || height > s->best + s->slack) continue;
            if (l3_dot(side[0], w) < -loose || l3_dot(side[1], l3_sub(v, q)) < -loose ||
                l3_dot(side[2], l3_sub(v, r)) < -loose) {
                continue;
            }
            if (kind == A_VERTEX_B_FACE)
                note(s, kind, i, j, height);
            else
                note(s, kind, j, i, height);
        }
    }
}

// v is beyond the side of a triangle from p to q, by more than rounding. What is on the line between two triangles of
// one face must be inside one of them: that line is no edge.
static bool is_beyond(qvec v, qvec p, qvec q, qvec normal)
{
    const qvec way = q3_sub(v, p), inward = q3_cross(normal, q3_sub(q, p));
    return q3_dot(inward, way) < -16 * QUAD_UNIT * q3_norm(inward) * q3_norm(way);
}

static bool exact_on_face(qvec v, const oracle_placed *faces, int j, qvec *out)
{
    const int *c = faces->hull->triangles[j].corner;
    qvec p = faces->points[c[0]], q = faces->points[c[1]], r = faces->points[c[2]];
    qvec n = q3_cross(q3_sub(q, p), q3_sub(r, p));
    quad nn = q3_dot(n, n);
    if (!(nn > 0)) return false;
    if (is_beyond(v, p, q, n) || is_beyond(v, q, r, n) || is_beyond(v, r, p, n)) return false;
    *out = q3_add_scaled(v, -q3_dot(n, q3_sub(v, p)) / nn, n);
    return true;
}

static bool exact_points(const feature_search *s, const oracle_candidate *c, qvec *on_a, qvec *on_b)
{
    const oracle_placed *a = s->a, *b = s->b;
    const oracle_edge *e;
    switch (c->kind) {
    case A_VERTEX_B_EDGE:
        e = &b->hull->edges[c->j];
        *on_a = a->points[c->i];
        *on_b = exact_on_edge(*on_a, b->points[e->end[0]], b->points[e->end[1]]);
        return true;
    case A_EDGE_B_VERTEX:
        e = &a->hull->edges[c->i];
        *on_b = b->points[c->j];
        *on_a = exact_on_edge(*on_b, a->points[e->end[0]], a->points[e->end[1]]);
        return true;
    case EDGES_INSIDE:
        return exact_between_edges(s, c->i, c->j, on_a, on_b);
    case A_VERTEX_B_FACE:
        *on_a = a->points[c->i];
        return exact_on_face(*on_a, b, c->j, on_b);
    default:
        *on_b = b->points[c->j];
        return exact_on_face(*on_b, a, c->i, on_a);
    }
}

oracle_nearest scree_oracle_nearest_features(oracle_pair *pair, const oracle_placed *a, const oracle_placed *b,
                                             quad extent, bool all)
{
    long double slack = (all ? 1e-9L : 64 * LONG_UNIT) * (long double)extent;
    feature_search s = { pair, a, b, (long double)extent, slack, INFINITY };
    pair->candidate_count = 0;
    scan_vertices_edges(&s, a, b, A_VERTEX_B_EDGE);
    scan_vertices_edges(&s, b, a, A_EDGE_B_VERTEX);
    scan_vertices_faces(&s, a, b, A_VERTEX_B_FACE);
    scan_vertices_faces(&s, b, a, A_FACE_B_VERTEX);
    for (int i = 0; !a->hull->planar && i < a->hull->edge_count; ++i) {
        for (int j = 0; j < b->hull->edge_count; ++j) scan_edge_pair(&s, i, j);
    }
    oracle_nearest best = { .found = false };
    enum { FEW = 24 };
    int judged = 0;
    for (int k = 0; k < pair->candidate_count; ++k) {
        const oracle_candidate *c = &pair->candidates[k];
        qvec on_a, on_b;
        if (c->best > s.best + slack || (!all && judged >= FEW)) continue;
        if (!exact_points(&s, c, &on_a, &on_b)) continue;
        ++judged;
        quad d = q3_norm(q3_sub(on_b, on_a));
        if (!best.found || d < best.distance) best = (oracle_nearest){ d, on_a, on_b, true };
    }
    return best;
}
