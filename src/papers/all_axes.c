// All separating axes, all pairs of features: the exact reference.
//
// Source      Gottschalk, Lin, Manocha (1996) for the axes. Unlike in sat.c nothing is pruned: an axis or feature pair
//             that is not scored is proven not to be the answer.
// Idea        Overlapping: every face of M = B - A has the normal of a face of A or of B, or of an edge of A and an
//             edge of B. The largest gap along all these, each over all vertices, is minus the depth. Separated (the
//             largest gap is positive, or 0 to rounding): the nearest of all faces with all vertices of the other body
//             and of all edges with all edges. In the plane: all edges' normals; all edges with vertices.
// Departures  1. The normal of two edges is computed in double-double wherever it could matter, so that nearly parallel
//                edges, whose cross product is mostly rounding in double, are not a special case. Parallel edges have
//                no normal of their own: their faces' normals suffice.
//             2. The line between the two nearest points is a candidate for the normal of separated bodies. It has full
//                accuracy in 3-D (exact_nearest.c); in 2-D an edge's normal is as good wherever the line is not.
//             3. The edges between facets that were merged into one face are not stored. Where they could add more than
//                rounding to the gap of the face (kernels/hull/hull_least.h), the upper bound is that over all normals
//                (solve/polytope/depth_cover.c), which needs only vertices.
// Limits      Time is the product of the numbers of edges, times the vertices.
#include "papers/all_axes.h"

#include <limits.h>

#include "pair/exact_nearest.h"
#include "papers/classic.h"
#include "solve/polytope/depth_cover.h"

typedef struct search {
    const scree_classic *pair;
    const scree_cores *c;
    scree_axis best;       // the largest gap so far
    scree_nearest nearest; // the nearest points so far; in 2-D only distance2.hi counts
    int scored, most;
    bool cut_short;
} search;

// False once the bound on the work is reached.
static bool may_go_on(search *s)
{
    s->cut_short = s->cut_short || s->scored >= s->most;
    s->scored += !s->cut_short;
    return !s->cut_short;
}

static void score(search *s, scree_vec3 n, scree_axis axis)
{
    axis.n = n;
    axis.at = s->best.at; // a hint
    axis.gap = scree_cores_gap(s->c, n, &axis.at);
    if (axis.feature_a == SCREE_FEATURE_VERTEX) axis.index_a = axis.at.index_a;
    if (axis.feature_b == SCREE_FEATURE_VERTEX) axis.index_b = axis.at.index_b;
    if (!(axis.gap > s->best.gap)) return;
    s->best = axis;
    scree_classic_trace(s->pair, "sat", s->scored, n, &axis.at);
}

// The faces of polyhedra, the edges of polygons.
static void score_faces(search *s)
{
    const scree_cores *c = s->c;
    scree_axis axis = { .feature_a = SCREE_FEATURE_FACE, .feature_b = SCREE_FEATURE_VERTEX };
    for (axis.index_a = 0; axis.index_a < c->a->hull->face_count && may_go_on(s); ++axis.index_a)
        score(s, c->a->hull->faces[axis.index_a].normal, axis);
    axis = (scree_axis){ .feature_a = SCREE_FEATURE_VERTEX, .feature_b = SCREE_FEATURE_FACE };
    for (axis.index_b = 0; axis.index_b < c->b->hull->face_count && may_go_on(s); ++axis.index_b)
        score(s, v3_neg(m3_mul(&c->rotation, c->b->hull->faces[axis.index_b].normal)), axis);
}

static scree_vec3 exact_normal(const scree_vec3 a[2], const scree_vec3 b[2])
{
    return v3_unit(dd3_value(dd3_cross(dd3_diff(a[1], a[0]), dd3_diff(b[1], b[0]))));
}

// Below this sine of the angle between two edges, their cross product in double is mostly rounding.
#define NEARLY_PARALLEL 1e-8

// Error of a gap along the normal of two edges, from that of the normal: see uncertainty() in sat.c.
static double doubt_about(const scree_cores *c, scree_vec3 along_a, scree_vec3 along_b, scree_vec3 cross)
{
    double sine = v3_norm(cross) / (v3_norm(along_a) * v3_norm(along_b));
    return sine > NEARLY_PARALLEL ? 2.0 * c->error + 16.0 * SCREE_ROUNDING * c->size / sine : INFINITY;
}

// Both normals of two edges. In double first, then in double-double if that could be a larger gap.
static void score_edge_pair(search *s, const scree_vec3 a[2], const scree_vec3 b[2], scree_axis axis)
{
    scree_vec3 along_a = v3_sub(a[1], a[0]), along_b = v3_sub(b[1], b[0]), cross = v3_cross(along_a, along_b);
    double doubt = doubt_about(s->c, along_a, along_b, cross);
    for (int sign = -1; sign <= 1 && may_go_on(s); sign += 2) {
        scree_vec3 n = v3_scale(v3_unit(cross), sign);
        scree_mvertex at = s->best.at;
        // No gap is larger than that between the two edges themselves.
        if (isfinite(doubt) && v3_dot(n, v3_sub(b[0], a[0])) + doubt <= s->best.gap) continue;
        if (isfinite(doubt) && scree_cores_gap(s->c, n, &at) + doubt <= s->best.gap) continue;
        n = v3_scale(exact_normal(a, b), sign);
        if (v3_norm2(n) > 0.0) score(s, n, axis);
    }
}

static void edge_ends(const scree_cores *c, bool of_a, int edge, scree_vec3 end[2])
{
    const scree_edge e = scree_edge_at(of_a ? c->a->hull : c->b->hull, edge);
    const int *vertex = e.vertex;
    for (int i = 0; i < 2; ++i) end[i] = of_a ? scree_cores_vertex_a(c, vertex[i]) : scree_cores_vertex_b(c, vertex[i]);
}

static void score_edges(search *s)
{
    scree_axis axis = { .feature_a = SCREE_FEATURE_EDGE, .feature_b = SCREE_FEATURE_EDGE };
    for (axis.index_b = 0; axis.index_b < s->c->b->hull->edge_count; ++axis.index_b) {
        scree_vec3 a[2], b[2];
        edge_ends(s->c, false, axis.index_b, b);
        for (axis.index_a = 0; axis.index_a < s->c->a->hull->edge_count && !s->cut_short; ++axis.index_a) {
            edge_ends(s->c, true, axis.index_a, a);
            score_edge_pair(s, a, b, axis);
        }
    }
}

// The distance of two features, in double first, then in double-double if they could be the nearest.
static void approach(search *s, const scree_axis *features)
{
    const double same = 8.0 * SCREE_ROUNDING * s->c->size;
    scree_vec3 on_a, on_b;
    if (!may_go_on(s)) return;
    if (scree_axis_feature_distance(s->c, features, &on_a, &on_b) > sqrt(s->nearest.distance2.hi) + same) return;
    scree_nearest exact = scree_exact_nearest(s->c, features);
    if (s->nearest.distance2.hi == INFINITY || dd_value(dd_sub(exact.distance2, s->nearest.distance2)) < 0.0)
        s->nearest = exact;
}

static void approach_faces(search *s, bool of_a)
{
    scree_axis axis = { .feature_a = of_a ? SCREE_FEATURE_FACE : SCREE_FEATURE_VERTEX };
    axis.feature_b = of_a ? SCREE_FEATURE_VERTEX : SCREE_FEATURE_FACE;
    int count_a = of_a ? s->c->a->hull->face_count : s->c->a->vertex_count;
    int count_b = of_a ? s->c->b->vertex_count : s->c->b->hull->face_count;
    for (axis.index_a = 0; axis.index_a < count_a; ++axis.index_a)
        for (axis.index_b = 0; axis.index_b < count_b && !s->cut_short; ++axis.index_b) approach(s, &axis);
}

static void approach_edges(search *s)
{
    scree_axis axis = { .feature_a = SCREE_FEATURE_EDGE, .feature_b = SCREE_FEATURE_EDGE };
    for (axis.index_a = 0; axis.index_a < s->c->a->hull->edge_count; ++axis.index_a)
        for (axis.index_b = 0; axis.index_b < s->c->b->hull->edge_count && !s->cut_short; ++axis.index_b)
            approach(s, &axis);
}

static scree_vec3 polygon_vertex(const scree_cores *c, bool of_a, int i)
{
    return of_a ? scree_cores_vertex_a(c, i % c->a->vertex_count) : scree_cores_vertex_b(c, i % c->b->vertex_count);
}

static void approach_planar(search *s, bool edge_of_a)
{
    const scree_cores *c = s->c;
    int edges = edge_of_a ? c->a->vertex_count : c->b->vertex_count;
    int vertices = edge_of_a ? c->b->vertex_count : c->a->vertex_count;
    for (int i = 0; i < edges; ++i) {
        scree_vec3 p = polygon_vertex(c, edge_of_a, i), q = polygon_vertex(c, edge_of_a, i + 1);
        for (int j = 0; j < vertices && may_go_on(s); ++j) {
            scree_vec3 x = polygon_vertex(c, !edge_of_a, j), on_edge, on_x;
            double distance = scree_segment_distance(p, q, x, x, &on_edge, &on_x);
            if (!(distance * distance < s->nearest.distance2.hi)) continue;
            s->nearest.distance2.hi = distance * distance;
            s->nearest.on_a = edge_of_a ? on_edge : x;
            s->nearest.on_b = edge_of_a ? x : on_edge;
            s->nearest.v = v3_sub(s->nearest.on_b, s->nearest.on_a);
        }
    }
}

static void approach_all(search *s)
{
    bool planar = s->c->a->dimension == 2;
    for (int of_a = 0; of_a < 2; ++of_a) {
        if (planar)
            approach_planar(s, of_a != 0);
        else
            approach_faces(s, of_a != 0);
    }
    if (!planar) approach_edges(s);
    scree_axis line = { .feature_a = SCREE_FEATURE_SURFACE, .index_a = -1, .index_b = -1 };
    if (!s->cut_short && v3_norm2(s->nearest.v) > 0.0) score(s, v3_unit(s->nearest.v), line);
}

// For overlapping bodies: a vertex and its projection on the face, or the nearest points of two edges.
static void take_overlap_points(const search *s, scree_finding *found)
{
    const scree_axis *x = &s->best;
    found->on_a = x->at.a;
    found->on_b = x->at.b;
    if (x->feature_a == SCREE_FEATURE_FACE)
        found->on_a = v3_add_scaled(x->at.b, -x->gap, x->n);
    else if (x->feature_b == SCREE_FEATURE_FACE)
        found->on_b = v3_add_scaled(x->at.a, x->gap, x->n);
    else
        (void)scree_axis_feature_distance(s->c, x, &found->on_a, &found->on_b);
}

// The upper bound for an overlap, once everything stored has been scored.
static double upper_of_overlap(const search *s)
{
    const scree_cores *c = s->c;
    const double hidden = fmax(c->a->hull->spread * c->b->core_radius, c->b->hull->spread * c->a->core_radius);
    if (c->a->dimension == 2 || hidden <= 0.5 * c->error) return s->best.gap;
    scree_depth_cover_result cover;
    scree_depth_cover(c, &s->best, &cover);
    return fmax(cover.upper, s->best.gap);
}

static void take_nearest(const search *s, scree_finding *found)
{
    found->on_a = s->nearest.on_a;
    found->on_b = s->nearest.on_b;
    found->upper = sqrt(s->nearest.distance2.hi);
}

size_t scree_all_axes_scratch(const scree_shape *a, const scree_shape *b)
{
    return scree_classic_scratch(a, b);
}

scree_status scree_all_axes(const scree_body *a, const scree_body *b, const scree_query_options *options,
                            scree_contact *out)
{
    scree_classic p;
    scree_classic_open(a, b, options, false, &p);
    search s = {
        .pair = &p, .c = &p.cores, .best = { .gap = -INFINITY }, .nearest = { .distance2 = { INFINITY, 0.0 } }
    };
    s.most = options->max_iterations > 0 ? options->max_iterations : INT_MAX;
    score_faces(&s);
    if (p.cores.a->dimension == 3) score_edges(&s);
    bool overlapping = s.best.gap < -p.cores.error;
    if (!overlapping) approach_all(&s);

    scree_finding found = { .normal = s.best.n, .distance = s.best.gap, .at = s.best.at, .cut_short = s.cut_short };
    found.has_points = found.has_upper = !s.cut_short;
    if (overlapping) {
        take_overlap_points(&s, &found);
        found.upper = s.cut_short ? s.best.gap : upper_of_overlap(&s);
    } else {
        take_nearest(&s, &found);
    }
    found.iterations = found.counts.candidates = s.scored;
    return scree_classic_close(&p, &found, out);
}
