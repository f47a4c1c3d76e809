// Separating axes, pruned on the Gauss map.
//
// Source      Gottschalk (1996) for the axes; Gregorius, "The separating axis test between convex polyhedra" (2013)
//             for the pruning.
// Idea        Every face of M = B - A is a face of A with a vertex of B, a vertex of A with a face of B, or a
//             parallelogram of two edges. Two edges span a face of M just if their arcs on the Gauss map cross: the arc
//             of A's edge runs between the normals n0, n1 of its faces, that of B's edge between the negated normals
//             m0, m1 of its. The depth is the least offset of all these faces from the origin.
// Departures  1. The arcs' test is written with the edges themselves (n0 x n1 is along the edge). Its four terms are
//                then lengths, and are compared with a length, the pair's rounding error. Pairs in doubt are scored.
//             2. A pair of edges is scored by the gap over all vertices before it may win, so a pair that does not span
//                a face of M cannot report a gap that does not exist.
//             3. The normal of nearly parallel edges is uncertain. Their distance needs no normal, and it bounds what
//                the pair could add. If it is also thinner than the rounding error, it is left to its neighbours, which
//                are as near. It is scored where the edges are not parallel but short: all parallelograms of a body
//                smaller than the error, paired with a far larger one, are thin, and none has a neighbour that is not.
//             4. Faces merged from facets that are coplanar up to rounding: the tolerance of the arcs' test includes
//                how far the facets' normals may be off (scree_shape.spread). The edges between the facets of a face
//                are not scored; what they can add to the gap of the face is bounded by the heights of the other body's
//                vertices, see kernels/hull/hull_least.h.
// Limits      Time is the number of pairs of edges; large hulls go to EPA first (solve/polytope/epa.c).
#include "solve/polytope/sat.h"

// Below this sine of the angle between two edges, the signs that decide whether their arcs cross are mostly rounding.
#define NEARLY_PARALLEL 1e-8

// Gauss map of -B, in A's frame.
typedef struct gauss_map {
    scree_vec3 *normal; // of each face of -B
    scree_vec3 *along;  // each edge, from vertex 0 to vertex 1
    scree_vec3 *start;  // its vertex 0
    double *length;     // its length
    double *side;       // of each face, for the edge of A at hand: m . E
} gauss_map;

static int edge_count(const scree_shape *s)
{
    return s->core == SCREE_CORE_SEGMENT ? 1 : s->hull->edge_count;
}

size_t scree_sat_scratch(const scree_shape *a, const scree_shape *b)
{
    (void)a;
    size_t faces = (size_t)b->hull->face_count, edges = (size_t)edge_count(b);
    return scree_arena_bytes(faces * sizeof(scree_vec3)) + 2 * scree_arena_bytes(edges * sizeof(scree_vec3)) +
           scree_arena_bytes(edges * sizeof(double)) + scree_arena_bytes(faces * sizeof(double));
}

static const scree_edge segment_edge = { { 0, 1 }, { -1, -1 } };

static scree_edge edge_at(const scree_shape *s, int i)
{
    return s->core == SCREE_CORE_SEGMENT ? segment_edge : scree_edge_at(s->hull, i);
}

static bool map_b(const scree_cores *c, scree_arena *scratch, gauss_map *g)
{
    const scree_shape *b = c->b;
    g->normal = scree_arena_take(scratch, (size_t)b->hull->face_count * sizeof *g->normal);
    g->along = scree_arena_take(scratch, (size_t)edge_count(b) * sizeof *g->along);
    g->start = scree_arena_take(scratch, (size_t)edge_count(b) * sizeof *g->start);
    g->length = scree_arena_take(scratch, (size_t)edge_count(b) * sizeof *g->length);
    g->side = scree_arena_take(scratch, (size_t)b->hull->face_count * sizeof *g->side);
    if (g->normal == NULL || g->along == NULL || g->start == NULL || g->length == NULL || g->side == NULL) return false;
    for (int i = 0; i < b->hull->face_count; ++i) g->normal[i] = v3_neg(m3_mul(&c->rotation, b->hull->faces[i].normal));
    for (int i = 0; i < edge_count(b); ++i) {
        const int *v = edge_at(b, i).vertex;
        g->along[i] = m3_mul(&c->rotation, v3_sub(scree_stored_vertex(b, v[1]), scree_stored_vertex(b, v[0])));
        g->start[i] = scree_cores_vertex_b(c, v[0]);
        g->length[i] = v3_norm(g->along[i]);
    }
    return true;
}

static void propose(scree_sat_result *r, const scree_axis *axis)
{
    ++r->axes;
    if (axis->gap > r->best.gap) r->best = *axis;
    r->upper = fmax(r->upper, axis->gap);
}

// An upper bound on what the edges between the facets of a merged face can add to its gap. `s` is the other body, `d`
// the face's inward normal in the frame of `s`, and `top` the support vertex of `s` along it.
static double hidden_gain(const scree_shape *s, scree_vec3 d, int top, double steep)
{
    const double height = v3_dot(d, scree_stored_vertex(s, top));
    double most = 0.0;
    for (int i = 0; i < s->vertex_count; ++i) {
        const double below = height - v3_dot(d, scree_stored_vertex(s, i));
        if (below <= steep) most = fmax(most, below);
    }
    return most;
}

// Raises the upper bound for a face of `s` that may have been merged, once its gap is known.
static void allow_for_facets(const scree_cores *c, const scree_shape *s, const scree_face *f, const scree_shape *other,
                             scree_vec3 d, int top, double gap, scree_sat_result *r)
{
    const double steep = s->hull->spread * other->core_radius;
    if (f->count <= 3 || steep <= 0.5 * c->error || gap + steep <= r->upper) return;
    const double gain = hidden_gain(other, d, top, steep);
    if (gain > 0.5 * c->error) r->upper = fmax(r->upper, gap + gain);
}

static void score_faces_of_a(const scree_cores *c, scree_sat_result *r)
{
    int hint = 0;
    for (int i = 0; i < c->a->hull->face_count; ++i) {
        const scree_face *f = &c->a->hull->faces[i];
        const scree_vec3 inward = v3_neg(m3_mul_transposed(&c->rotation, f->normal));
        hint = scree_support_vertex(c->b, inward, hint);
        scree_vec3 b = scree_cores_vertex_b(c, hint);
        int corner = c->a->hull->face_vertices[f->first];
        scree_vec3 a = scree_stored_vertex(c->a, corner);
        scree_axis axis = { .n = f->normal, .gap = v3_dot(f->normal, b) - f->offset };
        axis.at = (scree_mvertex){ v3_sub(b, a), a, b, corner, hint };
        axis.feature_a = SCREE_FEATURE_FACE;
        axis.feature_b = SCREE_FEATURE_VERTEX;
        axis.index_a = i;
        axis.index_b = hint;
        propose(r, &axis);
        allow_for_facets(c, c->a, f, c->b, inward, hint, axis.gap, r);
    }
}

static void score_faces_of_b(const scree_cores *c, const gauss_map *g, scree_sat_result *r)
{
    int hint = 0;
    for (int i = 0; i < c->b->hull->face_count; ++i) {
        const scree_face *f = &c->b->hull->faces[i];
        scree_vec3 n = g->normal[i];
        hint = scree_support_vertex(c->a, n, hint);
        scree_vec3 a = scree_stored_vertex(c->a, hint);
        int corner = c->b->hull->face_vertices[f->first];
        scree_vec3 b = scree_cores_vertex_b(c, corner);
        // f->normal . x <= f->offset in B's frame is n . x >= n . shift - f->offset in A's.
        scree_axis axis = { .n = n, .gap = (v3_dot(n, c->shift) - v3_dot(n, a)) - f->offset };
        axis.at = (scree_mvertex){ v3_sub(b, a), a, b, hint, corner };
        axis.feature_a = SCREE_FEATURE_VERTEX;
        axis.feature_b = SCREE_FEATURE_FACE;
        axis.index_a = hint;
        axis.index_b = i;
        propose(r, &axis);
        allow_for_facets(c, c->b, f, c->a, n, hint, axis.gap, r);
    }
}

// Whether x is on the arc from p to q (less than half a circle, counter-clockwise about `axis`), up to `slack`.
static bool on_arc(scree_vec3 x, scree_vec3 p, scree_vec3 q, scree_vec3 axis, double slack)
{
    return v3_dot(v3_cross(p, x), axis) >= -slack && v3_dot(v3_cross(x, q), axis) >= -slack &&
           v3_dot(x, v3_add(p, q)) > 0.0;
}

// The arcs of two nearly parallel edges lie on nearly the same circle: do they share a part of it?
static bool arcs_overlap(const scree_cores *c, const gauss_map *g, scree_edge ea, scree_edge eb, scree_vec3 along_a,
                         scree_vec3 along_b)
{
    if (ea.face[0] < 0 || eb.face[0] < 0) return true;
    const double slack = sqrt(NEARLY_PARALLEL);
    scree_vec3 n0 = c->a->hull->faces[ea.face[0]].normal, n1 = c->a->hull->faces[ea.face[1]].normal;
    scree_vec3 m0 = g->normal[eb.face[0]], m1 = g->normal[eb.face[1]];
    scree_vec3 u = v3_unit(along_a), v = v3_unit(along_b);
    return on_arc(n0, m0, m1, v, slack) || on_arc(n1, m0, m1, v, slack) || on_arc(m0, n0, n1, u, slack) ||
           on_arc(m1, n0, n1, u, slack);
}

// How far a vertex may stick out of the plane of two edges because their normal is uncertain: for edges at an angle
// with this sine, the normal is off by some roundings over the sine.
static double uncertainty(const scree_cores *c, double sine)
{
    return 2.0 * c->error + 16.0 * SCREE_ROUNDING * c->size / sine;
}

// An edge of A, as used in the loop over B's edges.
typedef struct edge_of_a {
    int index;
    scree_vec3 start, along;
    double length;
} edge_of_a;

// Scores the normal of an edge of A and edge j of B, whose arcs cross, or may cross, with the sign `sign` of E_a x E_b.
static void score_pair(const scree_cores *c, const gauss_map *g, const edge_of_a *a, int j, double sign,
                       scree_sat_result *r)
{
    scree_vec3 cross = v3_cross(a->along, g->along[j]);
    double area = v3_norm(cross), longer = a->length > g->length[j] ? a->length : g->length[j];
    double sine = area / (a->length * g->length[j]), slack = uncertainty(c, sine);
    const bool thin = area <= c->error * longer;
    if (thin && !(sine > NEARLY_PARALLEL)) return;
    ++r->axes;
    if (sign * v3_dot(cross, v3_sub(g->start[j], a->start)) / area + slack <= r->best.gap) return;
    if (sine <= NEARLY_PARALLEL &&
        !arcs_overlap(c, g, edge_at(c->a, a->index), edge_at(c->b, j), a->along, g->along[j]))
        return;
    scree_axis axis = { .feature_a = SCREE_FEATURE_EDGE, .feature_b = SCREE_FEATURE_EDGE };
    axis.n = v3_scale(scree_edge_normal(a->along, g->along[j]), sign);
    axis.index_a = a->index;
    axis.index_b = j;
    double promised = v3_dot(axis.n, v3_sub(g->start[j], a->start));
    if (!(promised > r->best.gap)) return;
    axis.at = r->best.at;
    axis.gap = scree_cores_gap(c, axis.n, &axis.at);
    if (axis.gap > r->best.gap) r->best = axis;
    r->upper = fmax(r->upper, axis.gap);
    // The gap between the two edges is larger than the gap over all vertices. Either they do not span a face of M after
    // all, or their normal is too uncertain; then their distance, which needs no normal, bounds what they can add.
    double excess = promised - axis.gap;
    if (thin || excess <= 2.0 * c->error || excess > slack) return;
    scree_vec3 on_a, on_b;
    r->upper = fmax(r->upper, -scree_axis_feature_distance(c, &axis, &on_a, &on_b));
}

static void score_edge_of_a(const scree_cores *c, const gauss_map *g, int i, scree_sat_result *r)
{
    const scree_edge ea = edge_at(c->a, i);
    edge_of_a a = { .index = i, .start = scree_stored_vertex(c->a, ea.vertex[0]) };
    a.along = v3_sub(scree_stored_vertex(c->a, ea.vertex[1]), a.start);
    a.length = v3_norm(a.along);
    const double doubt = c->error + (c->a->hull->spread + c->b->hull->spread) * c->size;
    for (int k = 0; k < c->b->hull->face_count; ++k) g->side[k] = v3_dot(g->normal[k], a.along);
    for (int j = 0; j < edge_count(c->b); ++j) {
        const scree_edge eb = edge_at(c->b, j);
        // s0 < 0 < s1 and t0 > 0 > t1, or all signs reversed. A segment has no faces: its arc is a whole circle, and
        // its two terms do not restrict.
        double s0 = -INFINITY, s1 = INFINITY, t0 = INFINITY, t1 = -INFINITY;
        bool forth = true, back = true;
        if (eb.face[0] >= 0) {
            s0 = g->side[eb.face[0]];
            s1 = g->side[eb.face[1]];
            forth = s0 <= doubt && s1 >= -doubt;
            back = s0 >= -doubt && s1 <= doubt;
            if (!forth && !back) continue;
        }
        if (ea.face[0] >= 0) {
            t0 = v3_dot(c->a->hull->faces[ea.face[0]].normal, g->along[j]);
            t1 = v3_dot(c->a->hull->faces[ea.face[1]].normal, g->along[j]);
            forth = forth && t0 >= -doubt && t1 <= doubt;
            back = back && t0 <= doubt && t1 >= -doubt;
        }
        if (forth) score_pair(c, g, &a, j, 1.0, r);
        if (back) score_pair(c, g, &a, j, -1.0, r);
    }
}

bool scree_sat(const scree_cores *c, scree_arena scratch, scree_sat_result *out)
{
    gauss_map g;
    if (!map_b(c, &scratch, &g)) return false;
    *out = (scree_sat_result){ .best = { .gap = -INFINITY }, .upper = -INFINITY };
    score_faces_of_a(c, out);
    score_faces_of_b(c, &g, out);
    for (int i = 0; i < edge_count(c->a); ++i) score_edge_of_a(c, &g, i, out);
    return true;
}
