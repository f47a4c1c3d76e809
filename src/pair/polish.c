// Exact normals from features.
//
// Idea        A normal taken from the difference v of two near points is as wrong as v is short: at a gap of 1e-14 of
//             the size nothing of it is left. But the features are known by then, and they give the normal to the last
//             digit: that of a face, the cross product of two edges, or v without its component along an edge. Every
//             candidate is scored by its gap over all vertices, so a bad one does no harm.
#include "pair/exact_nearest.h"

enum { MOST_VERTICES = 4 };

typedef struct candidates {
    const scree_cores *c;
    scree_vec3 toward; // near to the normal, or 0
    scree_axis *best;
} candidates;

static void score(const candidates *k, scree_vec3 n, scree_axis axis)
{
    axis.n = n;
    axis.at = k->best->at; // a hint
    axis.gap = scree_cores_gap(k->c, n, &axis.at);
    if (axis.feature_a == SCREE_FEATURE_FACE) axis.index_b = axis.at.index_b;
    if (axis.feature_b == SCREE_FEATURE_FACE) axis.index_a = axis.at.index_a;
    if (axis.gap > k->best->gap) *k->best = axis;
}

// A direction of unknown sign: tries both, or the one on the side of `toward`.
static void score_line(const candidates *k, scree_vec3 n, scree_axis axis)
{
    if (v3_norm2(n) == 0.0) return;
    double side = v3_dot(n, k->toward);
    if (side >= 0.0) score(k, n, axis);
    if (side <= 0.0) score(k, v3_neg(n), axis);
}

static void score_face_a(const candidates *k, int face)
{
    scree_axis axis = { .feature_a = SCREE_FEATURE_FACE, .feature_b = SCREE_FEATURE_VERTEX, .index_a = face };
    score(k, k->c->a->hull->faces[face].normal, axis);
}

static void score_face_b(const candidates *k, int face)
{
    scree_axis axis = { .feature_a = SCREE_FEATURE_VERTEX, .feature_b = SCREE_FEATURE_FACE, .index_b = face };
    score(k, v3_neg(m3_mul(&k->c->rotation, k->c->b->hull->faces[face].normal)), axis);
}

static int distinct(const scree_simplex *s, bool of_a, int index[MOST_VERTICES])
{
    int count = 0;
    for (int i = 0; i < s->count; ++i) {
        int j = of_a ? s->vertex[i].index_a : s->vertex[i].index_b, seen = 0;
        while (seen < count && index[seen] != j) ++seen;
        if (seen == count) index[count++] = j;
    }
    return count;
}

static bool face_has(const scree_shape *s, int face, int vertex)
{
    const scree_face *f = &s->hull->faces[face];
    for (int i = 0; i < f->count; ++i)
        if (s->hull->face_vertices[f->first + i] == vertex) return true;
    return false;
}

// Every face that holds all of these vertices (with `any`: that ends at one of them).
static void score_faces(const candidates *k, bool of_a, const int *index, int count, bool any)
{
    const scree_shape *s = of_a ? k->c->a : k->c->b;
    for (int v = 0; v < (any ? count : 1); ++v) {
        for (int i = s->hull->nodes[index[v]].fan; i < s->hull->nodes[index[v]].fan_end; ++i) {
            int face = scree_vertex_face(s->hull, i), held = 0;
            while (held < count && (any || face_has(s, face, index[held]))) ++held;
            if (held < count) continue;
            if (of_a)
                score_face_a(k, face);
            else
                score_face_b(k, face);
        }
    }
}

typedef struct edge_list {
    int count, edge[32];
    scree_vec3 along[32]; // in A's frame, from vertex 0 to vertex 1
} edge_list;

static void add_edge(const candidates *k, bool of_a, int edge, edge_list *list)
{
    const scree_shape *s = of_a ? k->c->a : k->c->b;
    if (list->count == 32) return;
    for (int i = 0; i < list->count; ++i)
        if (list->edge[i] == edge) return;
    const scree_edge of_v = scree_edge_at(s->hull, edge);
    const int *v = of_v.vertex;
    scree_vec3 d = v3_sub(scree_stored_vertex(s, v[1]), scree_stored_vertex(s, v[0]));
    list->edge[list->count] = edge;
    list->along[list->count++] = of_a ? d : m3_mul(&k->c->rotation, d);
}

// The edges between the vertices (with `any`: that end at one of them).
static edge_list edges_of(const candidates *k, bool of_a, const int *index, int count, bool any)
{
    const scree_shape *s = of_a ? k->c->a : k->c->b;
    edge_list list = { .count = 0 };
    if (s->core == SCREE_CORE_SEGMENT && (count == 2 || any)) {
        scree_vec3 d = v3_sub(scree_stored_vertex(s, 1), scree_stored_vertex(s, 0));
        list.along[list.count++] = of_a ? d : m3_mul(&k->c->rotation, d);
    }
    if (s->core != SCREE_CORE_POLYHEDRON) return list;
    for (int v = 0; v < count; ++v) {
        for (int i = s->hull->nodes[index[v]].fan; i < s->hull->nodes[index[v]].fan_end; ++i) {
            bool wanted = any;
            for (int w = 0; w < count; ++w) wanted = wanted || scree_neighbour(s->hull, i) == index[w];
            if (wanted) add_edge(k, of_a, scree_vertex_edge(s->hull, i), &list);
        }
    }
    return list;
}

static void score_edges(const candidates *k, const edge_list *a, const edge_list *b)
{
    scree_axis axis = { .feature_a = SCREE_FEATURE_EDGE, .feature_b = SCREE_FEATURE_EDGE };
    for (int i = 0; i < a->count; ++i) {
        for (int j = 0; j < b->count; ++j) {
            axis.index_a = a->edge[i];
            axis.index_b = b->edge[j];
            score_line(k, scree_edge_normal(a->along[i], b->along[j]), axis);
        }
    }
}

// `toward` made perpendicular to one edge: the normal of a vertex-edge contact, or of two parallel edges.
static void score_adjacent(const candidates *k, const edge_list *list)
{
    scree_axis axis = { .feature_a = SCREE_FEATURE_SURFACE, .index_a = -1, .index_b = -1 };
    for (int i = 0; i < list->count; ++i) {
        scree_vec3 e = v3_unit(list->along[i]);
        scree_vec3 d = v3_add_scaled(k->toward, -v3_dot(k->toward, e), e);
        d = v3_add_scaled(d, -v3_dot(d, e), e); // once more: the first time leaves rounding along e
        if (v3_norm2(d) > 0.0) score(k, v3_unit(d), axis);
    }
}

// Cores without features: the simplex, with its plane and its edges, stands for them.
static void score_simplex(const candidates *k, const scree_simplex *s)
{
    const scree_axis axis = { .feature_a = SCREE_FEATURE_SURFACE, .index_a = -1, .index_b = -1 };
    edge_list edges = { .count = 0 };
    for (int i = 0; i < s->count; ++i)
        for (int j = i + 1; j < s->count; ++j) edges.along[edges.count++] = v3_sub(s->vertex[j].w, s->vertex[i].w);
    score_adjacent(k, &edges);
    if (s->count == 3 && k->c->a->dimension == 3)
        score_line(k, scree_edge_normal(edges.along[0], edges.along[1]), axis);
}

void scree_polish(const scree_cores *c, const scree_simplex *s, scree_vec3 toward, bool wide, scree_axis *best)
{
    candidates k = { c, toward, best };
    int a[MOST_VERTICES], b[MOST_VERTICES];
    int count_a = distinct(s, true, a), count_b = distinct(s, false, b);
    if (count_a == 0) return;
    if (a[0] < 0 || b[0] < 0) {
        score_simplex(&k, s);
        return;
    }
    edge_list edges_a = edges_of(&k, true, a, count_a, wide), edges_b = edges_of(&k, false, b, count_b, wide);
    score_edges(&k, &edges_a, &edges_b);
    score_adjacent(&k, &edges_a);
    score_adjacent(&k, &edges_b);
    if (c->a->core == SCREE_CORE_POLYHEDRON && (wide || count_a >= 3)) score_faces(&k, true, a, count_a, wide);
    if (c->b->core == SCREE_CORE_POLYHEDRON && (wide || count_b >= 3)) score_faces(&k, false, b, count_b, wide);
}

void scree_polish_faces(const scree_cores *c, const scree_simplex *s, scree_axis *best)
{
    const candidates k = { .c = c, .best = best };
    int a[MOST_VERTICES], b[MOST_VERTICES];
    const int count_a = distinct(s, true, a), count_b = distinct(s, false, b);
    if (count_a == 0 || a[0] < 0 || b[0] < 0) return;
    if (c->a->core == SCREE_CORE_POLYHEDRON) score_faces(&k, true, a, count_a, true);
    if (c->b->core == SCREE_CORE_POLYHEDRON) score_faces(&k, false, b, count_b, true);
}

// In double first, exactly only where that could be the nearest.
static void propose_pair(const scree_cores *c, const scree_axis *features, scree_nearest *best)
{
    const double same = 8.0 * SCREE_ROUNDING * c->size;
    scree_vec3 on_a, on_b;
    double distance = scree_axis_feature_distance(c, features, &on_a, &on_b);
    if (!(distance <= sqrt(best->distance2.hi) + same)) return;
    scree_nearest exact = scree_exact_nearest(c, features);
    if (dd_value(dd_sub(exact.distance2, best->distance2)) < 0.0 || best->distance2.hi == INFINITY) *best = exact;
}

// The faces that end at the vertices `index` of one body, with the vertices `other` of the other.
static void propose_faces(const scree_cores *c, bool of_a, const int *index, int count, const int *other,
                          int other_count, scree_nearest *best)
{
    const scree_shape *s = of_a ? c->a : c->b;
    if (s->core != SCREE_CORE_POLYHEDRON) return;
    scree_axis axis = { .feature_a = of_a ? SCREE_FEATURE_FACE : SCREE_FEATURE_VERTEX };
    axis.feature_b = of_a ? SCREE_FEATURE_VERTEX : SCREE_FEATURE_FACE;
    for (int v = 0; v < count; ++v) {
        for (int i = s->hull->nodes[index[v]].fan; i < s->hull->nodes[index[v]].fan_end; ++i) {
            for (int w = 0; w < other_count; ++w) {
                axis.index_a = of_a ? scree_vertex_face(s->hull, i) : other[w];
                axis.index_b = of_a ? other[w] : scree_vertex_face(s->hull, i);
                propose_pair(c, &axis, best);
            }
        }
    }
}

bool scree_nearest_features(const scree_cores *c, const scree_simplex *s, scree_nearest *best)
{
    candidates k = { .c = c };
    *best = (scree_nearest){ .distance2 = { INFINITY, 0.0 } };
    int a[MOST_VERTICES], b[MOST_VERTICES];
    int count_a = distinct(s, true, a), count_b = distinct(s, false, b);
    if (count_a == 0 || a[0] < 0 || b[0] < 0) return false;
    propose_faces(c, true, a, count_a, b, count_b, best);
    propose_faces(c, false, b, count_b, a, count_a, best);
    edge_list edges_a = edges_of(&k, true, a, count_a, true), edges_b = edges_of(&k, false, b, count_b, true);
    scree_axis axis = { .feature_a = SCREE_FEATURE_EDGE, .feature_b = SCREE_FEATURE_EDGE };
    for (int i = 0; i < edges_a.count; ++i) {
        for (int j = 0; j < edges_b.count; ++j) {
            axis.index_a = edges_a.edge[i];
            axis.index_b = edges_b.edge[j];
            propose_pair(c, &axis, best);
        }
    }
    return isfinite(best->distance2.hi);
}
