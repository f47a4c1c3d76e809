// Two convex polygons (a point is one without edges).
//
// Idea        Every edge of M = B - A is an edge of A with a vertex of B, or the other way round. If some edge has the
//             origin outside, the nearest point of M is on such an edge; otherwise the depth is the least offset.
// Departures  Where two edges are parallel, M's edge consists of both, and rounding decides which vertex is paired with
//             which edge. So the neighbours of the support vertex are tried as well, and no part of M's edge is missed.
#include "solve/planar/planar.h"

// Edges with a gap above minus this, in units of the pair's error, are searched for the nearest points: those that face
// the other polygon and, where the two touch, those that may.
#define FACING 16.0

typedef struct search {
    const scree_cores *c;
    scree_axis best; // the largest gap among the edges' normals
    double nearest;  // distance of the nearest points found on edges that face the other polygon
    scree_vec3 on_a, on_b;
    int axes;
    bool settling;  // second pass: of the gaps that are largest to rounding, choose
    double beyond;  // the one whose vertex projects least far beyond its edge
    double largest; // the largest gap
} search;

// How far the projection of the axis' vertex lies beyond the ends of its edge. The edge's direction is taken from the
// axis: the end points of an edge shorter than the rounding of its position do not define one.
static double beyond_edge(const scree_cores *c, const scree_axis *x)
{
    const bool of_a = x->feature_a == SCREE_FEATURE_EDGE;
    const int i = of_a ? x->at.index_a : x->at.index_b, count = of_a ? c->a->vertex_count : c->b->vertex_count;
    const scree_vec3 p = of_a ? x->at.a : x->at.b, v = of_a ? x->at.b : x->at.a;
    const scree_vec3 q = of_a ? scree_cores_vertex_a(c, (i + 1) % count) : scree_cores_vertex_b(c, (i + 1) % count);
    const scree_vec3 out = of_a ? x->n : v3_neg(x->n), along = v3(-out.y, out.x, 0.0);
    return fmax(0.0, fmax(v3_dot(v3_sub(p, v), along), v3_dot(v3_sub(v, q), along)));
}

static scree_axis axis_of(const search *s, scree_vec3 n, double gap, int index_a, int index_b, bool edge_of_a)
{
    scree_vec3 a = scree_cores_vertex_a(s->c, index_a), b = scree_cores_vertex_b(s->c, index_b);
    scree_axis axis = { .n = n, .gap = gap, .at = { v3_sub(b, a), a, b, index_a, index_b } };
    axis.feature_a = edge_of_a ? SCREE_FEATURE_EDGE : SCREE_FEATURE_VERTEX;
    return axis;
}

// Tries the axis' vertex and those of its two neighbours that are as near to the edge: if two edges are parallel,
// either end may be the one over the other edge.
static void settle_on(search *s, const scree_axis *axis)
{
    const bool edge_of_a = axis->feature_a == SCREE_FEATURE_EDGE;
    const int index_a = axis->at.index_a, index_b = axis->at.index_b;
    const int count = edge_of_a ? s->c->b->vertex_count : s->c->a->vertex_count;
    for (int k = -1; k <= 1; ++k) {
        const int other = ((edge_of_a ? index_b : index_a) + k + count) % count;
        const scree_axis x =
            axis_of(s, axis->n, axis->gap, edge_of_a ? index_a : other, edge_of_a ? other : index_b, edge_of_a);
        if (v3_dot(axis->n, x.at.w) > axis->gap + 0.5 * s->c->error) continue;
        const double beyond = beyond_edge(s->c, &x);
        if (!(beyond < s->beyond)) continue;
        s->beyond = beyond;
        s->best = x;
    }
}

static void propose(search *s, scree_vec3 n, double gap, int index_a, int index_b, bool edge_of_a)
{
    s->axes += !s->settling;
    if (s->settling ? gap < s->largest - 0.5 * s->c->error : gap <= s->best.gap) return;
    const scree_axis axis = axis_of(s, n, gap, index_a, index_b, edge_of_a);
    if (s->settling)
        settle_on(s, &axis);
    else
        s->best = axis;
}

// The distance of segment pq of one polygon to vertex `index` of the other and to its two neighbours.
static void approach(search *s, scree_vec3 p, scree_vec3 q, bool segment_of_a, int index)
{
    int count = segment_of_a ? s->c->b->vertex_count : s->c->a->vertex_count;
    for (int k = -1; k <= 1; ++k) {
        int i = (index + k + count) % count;
        scree_vec3 x = segment_of_a ? scree_cores_vertex_b(s->c, i) : scree_cores_vertex_a(s->c, i), on_x, on_segment;
        double distance = scree_segment_distance(p, q, x, x, &on_segment, &on_x);
        if (distance >= s->nearest) continue;
        s->nearest = distance;
        s->on_a = segment_of_a ? on_segment : x;
        s->on_b = segment_of_a ? x : on_segment;
    }
}

static void edges_of_a(search *s)
{
    const scree_cores *c = s->c;
    int hint = 0;
    for (int i = 0; i < c->a->hull->face_count; ++i) {
        const scree_face *f = &c->a->hull->faces[i];
        hint = scree_support_vertex(c->b, v3_neg(m3_mul_transposed(&c->rotation, f->normal)), hint);
        double gap = v3_dot(f->normal, scree_cores_vertex_b(c, hint)) - f->offset;
        propose(s, f->normal, gap, i, hint, true);
        if (gap > -FACING * c->error) {
            int next = (i + 1) % c->a->vertex_count;
            approach(s, scree_cores_vertex_a(c, i), scree_cores_vertex_a(c, next), true, hint);
        }
    }
}

static void edges_of_b(search *s)
{
    const scree_cores *c = s->c;
    int hint = 0;
    for (int i = 0; i < c->b->hull->face_count; ++i) {
        const scree_face *f = &c->b->hull->faces[i];
        scree_vec3 n = v3_neg(m3_mul(&c->rotation, f->normal));
        hint = scree_support_vertex(c->a, n, hint);
        double gap = (v3_dot(n, c->shift) - v3_dot(n, scree_cores_vertex_a(c, hint))) - f->offset;
        propose(s, n, gap, hint, i, false);
        if (gap > -FACING * c->error) {
            int next = (i + 1) % c->b->vertex_count;
            approach(s, scree_cores_vertex_b(c, i), scree_cores_vertex_b(c, next), false, hint);
        }
    }
}

// Of the edges whose gaps are equal to rounding, choose one that contains its vertex's projection.
static void settle(search *s)
{
    const scree_axis before = s->best;
    s->beyond = beyond_edge(s->c, &before);
    if (s->beyond <= s->c->error) return;
    s->settling = true;
    edges_of_a(s);
    edges_of_b(s);
    if (s->beyond > s->c->error) s->best = before;
}

// A vertex, and its projection on the line of the edge.
static void take_points(search *s)
{
    const scree_axis *x = &s->best;
    const bool edge_of_a = x->feature_a == SCREE_FEATURE_EDGE;
    s->on_a = edge_of_a ? v3_add_scaled(x->at.b, -x->gap, x->n) : x->at.a;
    s->on_b = edge_of_a ? x->at.b : v3_add_scaled(x->at.a, x->gap, x->n);
}

// The normal is the line between the two nearest points, unless it agrees with an edge's normal to rounding: that one
// is more exact, and the points lie on that edge.
static void separated(search *s)
{
    const double slack = 0.5 * s->c->error;
    scree_vec3 d = v3_sub(s->on_b, s->on_a);
    if (v3_norm2(d) == 0.0) return;
    if (v3_norm(v3_add_scaled(d, -s->best.gap, s->best.n)) <= slack) {
        settle(s);
        return;
    }
    scree_axis axis = { .n = v3_unit(d), .at = s->best.at };
    axis.gap = scree_cores_gap(s->c, axis.n, &axis.at);
    if (axis.gap > s->best.gap || s->nearest - axis.gap <= slack) {
        s->best = axis;
        return;
    }
    // Edges collinear to rounding: the points lie on another edge than the normal's.
    settle(s);
    if (beyond_edge(s->c, &s->best) <= s->c->error) take_points(s);
}

// For parallel edges, scree_finish() decides where the points lie.
static void overlapping(search *s)
{
    settle(s);
    take_points(s);
}

static void two_points(search *s)
{
    s->on_a = scree_cores_vertex_a(s->c, 0);
    s->on_b = scree_cores_vertex_b(s->c, 0);
    scree_vec3 d = v3_sub(s->on_b, s->on_a);
    s->nearest = v3_norm(d);
    s->best = (scree_axis){ .n = s->nearest > 0.0 ? v3_unit(d) : v3(1, 0, 0) };
    s->best.gap = scree_cores_gap(s->c, s->best.n, &s->best.at);
}

void scree_polygons(const scree_task *task, scree_answer *out)
{
    const scree_cores *c = task->cores;
    search s = { .c = c, .best = { .gap = -INFINITY }, .nearest = INFINITY };
    edges_of_a(&s);
    edges_of_b(&s);
    if (s.axes == 0) two_points(&s);
    s.largest = s.best.gap;
    if (s.axes > 0 && s.best.gap > 0.0)
        separated(&s);
    else if (s.axes > 0)
        overlapping(&s);
    const double gap = s.best.gap, most = fmax(gap, s.largest);
    out->normal = s.best.n;
    out->distance = gap;
    out->lower = gap - c->error;
    out->upper = fmax(most, most > -c->error ? s.nearest : most) + c->error;
    out->at = s.best.at;
    out->on_a = s.on_a;
    out->on_b = s.on_b;
    out->iterations = s.axes > 0 ? s.axes : 1;
}
