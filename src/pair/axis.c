// Normals of edges, distances between single features; and exact normals from features.
//
// Idea        A normal taken from the difference v of two near points is as wrong as v is short: at a gap of 1e-14 of
//             the size nothing of it is left. But the features are known by then, and they give the normal to the last
//             digit: that of a face, the cross product of two edges, or v without its component along an edge. Every
//             candidate is scored by its gap over all vertices, so a bad one does no harm.
#include "pair/axis.h"

#include "pair/exact_nearest.h"

scree_vec3 scree_edge_normal(scree_vec3 along_a, scree_vec3 along_b)
{
    // The rounding error of a small cross product has any direction, also along the edges. Removing the component along
    // one edge also removes that along the other, up to their small angle.
    scree_vec3 n = v3_unit(v3_cross(along_a, along_b)), e = v3_unit(along_a);
    return v3_unit(v3_add_scaled(n, -v3_dot(n, e), e));
}

scree_vec3 scree_facet_normal(const scree_vec3 at[3])
{
    scree_vec3 side[3];
    int longest = 0;
    for (int i = 0; i < 3; ++i) side[i] = v3_sub(at[(i + 1) % 3], at[i]);
    for (int i = 1; i < 3; ++i)
        if (v3_norm2(side[i]) > v3_norm2(side[longest])) longest = i;
    return v3_unit(v3_cross(side[(longest + 1) % 3], side[(longest + 2) % 3]));
}

static double point_segment(scree_vec3 p, scree_vec3 q0, scree_vec3 q1, scree_vec3 *on_q)
{
    double weight[2];
    scree_vec3 v = scree_nearest_on_segment(v3_sub(q0, p), v3_sub(q1, p), weight);
    *on_q = weight[0] >= weight[1] ? v3_add_scaled(q0, weight[1], v3_sub(q1, q0))
                                   : v3_add_scaled(q1, weight[0], v3_sub(q0, q1));
    return v3_norm(v);
}

// The crossing of the two lines seen along their common normal, where it lies inside both segments.
static bool crossing(scree_vec3 p0, scree_vec3 d, scree_vec3 q0, scree_vec3 e, scree_vec3 *on_p, scree_vec3 *on_q)
{
    scree_vec3 n = v3_cross(d, e), r = v3_sub(q0, p0);
    double n2 = v3_norm2(n);
    if (!(n2 > 0.0)) return false;
    double s = v3_dot(v3_cross(r, e), n) / n2, t = v3_dot(v3_cross(r, d), n) / n2;
    if (!(s >= 0.0 && s <= 1.0 && t >= 0.0 && t <= 1.0)) return false;
    *on_p = v3_add_scaled(p0, s, d);
    *on_q = v3_add_scaled(q0, t, e);
    return true;
}

typedef struct nearest_pair {
    scree_vec3 p, q;
    double distance;
} nearest_pair;

// How far the distance is above what the line between the points proves for the two segments. 0 for the nearest points.
static double shortfall(const nearest_pair *x, const scree_vec3 p[2], const scree_vec3 q[2])
{
    scree_vec3 n = v3_unit(v3_sub(x->q, x->p));
    double reach_p = fmax(v3_dot(n, p[0]), v3_dot(n, p[1])), reach_q = fmin(v3_dot(n, q[0]), v3_dot(n, q[1]));
    return x->distance - (reach_q - reach_p);
}

double scree_segment_distance(scree_vec3 p0, scree_vec3 p1, scree_vec3 q0, scree_vec3 q1, scree_vec3 *on_p,
                              scree_vec3 *on_q)
{
    const scree_vec3 p[2] = { p0, p1 }, q[2] = { q0, q1 };
    nearest_pair pair[5];
    int count = 4;
    for (int i = 0; i < 2; ++i) {
        pair[i].p = p[i];
        pair[i].distance = point_segment(p[i], q0, q1, &pair[i].q);
        pair[i + 2].q = q[i];
        pair[i + 2].distance = point_segment(q[i], p0, p1, &pair[i + 2].p);
    }
    if (crossing(p0, v3_sub(p1, p0), q0, v3_sub(q1, q0), &pair[4].p, &pair[4].q)) {
        // For nearly parallel segments the crossing is ill-conditioned; the nearest points to it on each, in turn, are
        // nearer.
        (void)point_segment(pair[4].p, q0, q1, &pair[4].q);
        pair[4].distance = point_segment(pair[4].q, p0, p1, &pair[4].p);
        count = 5;
    }
    double least = INFINITY;
    for (int i = 0; i < count; ++i) least = fmin(least, pair[i].distance);
    // Nearly parallel segments are equally near, to rounding, all along. Among those pairs of points, take the one
    // whose line is nearest to their normal.
    double reach = fmax(fmax(v3_max_abs(p0), v3_max_abs(p1)), fmax(v3_max_abs(q0), v3_max_abs(q1)));
    int best = -1;
    double best_shortfall = INFINITY;
    for (int i = 0; i < count; ++i) {
        if (pair[i].distance > least + 8.0 * SCREE_ROUNDING * reach) continue;
        double s = shortfall(&pair[i], p, q);
        if (best < 0 || s < best_shortfall) {
            best = i;
            best_shortfall = s;
        }
    }
    *on_p = pair[best].p;
    *on_q = pair[best].q;
    return pair[best].distance;
}

// The rounding of a product of three vectors, the first of them unit, is less than this fraction of the others'
// lengths.
#define SIDE_ROUNDING (16.0 * SCREE_ROUNDING)

static double sum_abs(scree_vec3 v)
{
    return fabs(v.x) + fabs(v.y) + fabs(v.z);
}

// Sides shorter than this, relative to the distance to the point, have no reliable direction: a face is convex only to
// rounding.
#define SHORT_SIDE 0x1p-30

static bool is_left(scree_vec3 normal, scree_vec3 from, scree_vec3 to, scree_vec3 p)
{
    const scree_vec3 side = v3_sub(to, from), r = v3_sub(p, from);
    return v3_dot(v3_cross(normal, side), r) >= -SIDE_ROUNDING * (sum_abs(side) * sum_abs(r));
}

// Whether p is over one of the triangles that the first corner makes with the others. It is inside all sides of the face that
// are not short. A triangle whose corners are on one line to rounding is left out: it would hold every point of that line.
static bool is_over_fan(const scree_shape *shape, const scree_face *f, scree_vec3 p)
{
    const int *corner = &shape->hull->face_vertices[f->first];
    const scree_vec3 q = scree_stored_vertex(shape, corner[0]);
    for (int i = 1; i + 1 < f->count; ++i) {
        const scree_vec3 u = scree_stored_vertex(shape, corner[i]), v = scree_stored_vertex(shape, corner[i + 1]);
        const scree_vec3 qu = v3_sub(u, q), qv = v3_sub(v, q);
        const double area = v3_dot(f->normal, v3_cross(qu, qv));
        if (!(area > 4.0 * SIDE_ROUNDING * (sum_abs(qu) * sum_abs(qv)))) continue;
        if (is_left(f->normal, q, u, p) && is_left(f->normal, u, v, p) && is_left(f->normal, v, q, p)) return true;
    }
    return false;
}

// A side no longer than this many times the error of the hull's construction has no reliable direction, from wherever
// it is seen.
#define WELDED_SIDE 16.0

bool scree_is_over_face(const scree_shape *shape, int face, scree_vec3 p)
{
    const scree_face *f = &shape->hull->faces[face];
    const int *corner = &shape->hull->face_vertices[f->first];
    const double shortest = WELDED_SIDE * (shape->slack + SIDE_ROUNDING * shape->core_radius);
    scree_vec3 q0 = scree_stored_vertex(shape, corner[f->count - 1]);
    int sides = 0;
    for (int i = 0; i < f->count; ++i) {
        const scree_vec3 q1 = scree_stored_vertex(shape, corner[i]), side = v3_sub(q1, q0), r = v3_sub(p, q0);
        if (v3_norm(side) <= shortest) continue;
        if (v3_dot(v3_cross(f->normal, side), r) <= SIDE_ROUNDING * (sum_abs(side) * sum_abs(r))) return false;
        q0 = q1;
        ++sides;
    }
    return sides > 2;
}

// If rounding decides on which side of an edge the point is, it counts as outside, and the edge is as near. Beyond the
// tip of a sliver, where the sides are nearly parallel, that happens far away from the face.
double scree_face_distance(const scree_shape *shape, int face, scree_vec3 p, scree_vec3 *on_face)
{
    const scree_face *f = &shape->hull->faces[face];
    const int *corner = &shape->hull->face_vertices[f->first];
    double best = INFINITY;
    bool over = true;     // p is over the face: inside all its edges
    bool outside = false; // outside a side that is not short
    scree_vec3 q0 = scree_stored_vertex(shape, corner[f->count - 1]);
    for (int i = 0; i < f->count; ++i) {
        scree_vec3 q1 = scree_stored_vertex(shape, corner[i]);
        const scree_vec3 side = v3_sub(q1, q0), r = v3_sub(p, q0);
        if (v3_dot(v3_cross(f->normal, side), r) <= SIDE_ROUNDING * (sum_abs(side) * sum_abs(r))) {
            over = false;
            outside = outside || sum_abs(side) > SHORT_SIDE * sum_abs(r);
            scree_vec3 x;
            double t = point_segment(p, q0, q1, &x);
            if (t < best) {
                best = t;
                *on_face = x;
            }
        }
        q0 = q1;
    }
    if (!over && (outside || !is_over_fan(shape, f, p))) return best;
    double height = v3_dot(f->normal, v3_sub(p, q0));
    *on_face = v3_add_scaled(p, -height, f->normal);
    return fabs(height);
}

static void edge_of(const scree_shape *s, int edge, int vertex[2])
{
    vertex[0] = s->core == SCREE_CORE_SEGMENT ? 0 : scree_edge_at(s->hull, edge).vertex[0];
    vertex[1] = s->core == SCREE_CORE_SEGMENT ? 1 : scree_edge_at(s->hull, edge).vertex[1];
}

double scree_axis_feature_distance(const scree_cores *c, const scree_axis *axis, scree_vec3 *on_a, scree_vec3 *on_b)
{
    if (axis->feature_a == SCREE_FEATURE_FACE) {
        *on_b = scree_cores_vertex_b(c, axis->index_b);
        return scree_face_distance(c->a, axis->index_a, *on_b, on_a);
    }
    if (axis->feature_b == SCREE_FEATURE_FACE) {
        *on_a = scree_cores_vertex_a(c, axis->index_a);
        scree_vec3 p = m3_mul_transposed(&c->rotation, v3_sub(*on_a, c->shift)), q;
        double distance = scree_face_distance(c->b, axis->index_b, p, &q);
        *on_b = v3_add(m3_mul(&c->rotation, q), c->shift);
        return distance;
    }
    if (axis->feature_a == SCREE_FEATURE_EDGE && axis->feature_b == SCREE_FEATURE_EDGE) {
        int i[2], j[2];
        edge_of(c->a, axis->index_a, i);
        edge_of(c->b, axis->index_b, j);
        return scree_segment_distance(scree_cores_vertex_a(c, i[0]), scree_cores_vertex_a(c, i[1]),
                                      scree_cores_vertex_b(c, j[0]), scree_cores_vertex_b(c, j[1]), on_a, on_b);
    }
    return INFINITY;
}

// ------------------------------------------------------------------------------------------------------ exact normals

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
