// Which features hold the two witness points, and where.
//
// Idea        Let n be a normal whose gap is the distance d to rounding, and p, q the true points: q - p = d m, with
//             the true normal m. No part of A is above its top along n, none of B below its bottom, and the two are the
//             gap apart. So p is below A's top by at most rounding and d (1 - n . m), which is rounding too; and the
//             feature that holds p has a corner that is as high. All faces and edges that end at such corners are
//             tested: for their nearest points, in double-double, where the bodies are apart or touching; else for an
//             axis of their own along which the points lie on them. Where the nearest points are too close to define
//             the normal, the known normal and the features found are made to fit each other. A face that was merged
//             from facets hides the edges between these, its diagonals; where nothing else fits, they and the facets
//             are tested, and reported as the face.
// Limits      At most so many corners, edges and faces of each body. Thin plates have many corners that are as high: of
//             these, first the ends of the edges nearest to the point that the search ended with; where none of them
//             holds the points, more of them.
#include "pair/witness.h"

#include "pair/level_points.h"
#include "pair/patch.h"

enum { FEW_CORNERS = SCREE_LEVEL_CORNERS, MOST_LINES = 2 * SCREE_SLAB_FEATURES, MOST_SIDES = 8 };

/// How far two points may be off their features and each other, in units of the pair's error.
#define SLACK SCREE_LEVEL

/// Times the slack, how far two features may miss each other once they are moved together along their own normal.
#define MOST_SLACK 4.0

/// How far below the top a corner may be, in the same units: the error on both sides, of the gap and of the distance.
#define SLAB 4.0

// `width`: of the interval of the distance.
static void slabs_of_both(const scree_cores *c, scree_vec3 n, double width, int most, scree_vec3 on_a, scree_vec3 on_b,
                          scree_slab *a, scree_slab *b)
{
    const double slab = width > SCREE_NARROW * c->error ? width : SLAB * c->error;
    *a = scree_slab_along(c->a, n, slab, most, on_a);
    *b = scree_slab_along(c->b, v3_neg(m3_mul_transposed(&c->rotation, n)), slab, most,
                          m3_mul_transposed(&c->rotation, v3_sub(on_b, c->shift)));
}

typedef struct search {
    const scree_cores *c;
    const scree_answer *x;
    double slack;
    double cosine; // of the largest angle between the normal and an axis
    // the best so far
    scree_axis axis;
    scree_nearest nearest; // apart or in touch
    scree_nearest supported;
    scree_vec3 on_a, on_b; // overlapping
} search;

// In double first, exactly only where that could be the nearest.
static void propose_nearest(search *s, const scree_axis *features)
{
    scree_vec3 on_a, on_b;
    const double distance = scree_axis_feature_distance(s->c, features, &on_a, &on_b);
    if (!(distance <= sqrt(s->nearest.distance2.hi) + s->slack)) return;
    const scree_nearest exact = scree_exact_nearest(s->c, features);
    if (!(dd_value(dd_sub(exact.distance2, s->nearest.distance2)) < 0.0) && isfinite(s->nearest.distance2.hi)) return;
    s->nearest = exact;
    s->axis = *features;
}

// Features that are as near to each other as the nearest ones, to rounding: of these, the ones with the largest gap along the line
// between their points.
static void propose_supported(search *s, const scree_axis *features)
{
    scree_vec3 on_a, on_b;
    const double distance = scree_axis_feature_distance(s->c, features, &on_a, &on_b);
    if (!(distance <= sqrt(s->nearest.distance2.hi) + s->slack)) return;
    const scree_nearest exact = scree_exact_nearest(s->c, features);
    const scree_vec3 n = v3_unit(exact.v);
    if (!(v3_norm2(n) > 0.0)) return;
    scree_mvertex at = s->x->at;
    const double gap = scree_cores_gap(s->c, n, &at);
    if (!(gap > s->axis.gap)) return;
    s->axis = *features;
    s->axis.gap = gap;
    s->supported = exact;
}

static scree_edge ends_of(const scree_shape *s, int edge)
{
    const scree_edge segment = { { 0, 1 }, { 0, 0 } };
    return s->core == SCREE_CORE_SEGMENT ? segment : scree_edge_at(s->hull, edge);
}

// An edge as a vector: rotated as a vector, since its ends in A's frame are rounded, and it may be short.
static scree_vec3 along_of(const scree_cores *c, bool of_a, int edge)
{
    const scree_shape *s = of_a ? c->a : c->b;
    const scree_edge of_v = ends_of(s, edge);
    const int *v = of_v.vertex;
    const scree_vec3 d = v3_sub(scree_stored_vertex(s, v[1]), scree_stored_vertex(s, v[0]));
    return of_a ? d : m3_mul(&c->rotation, d);
}

// The normal of a face, or of two edges, on the side of the known one; 0 for parallel edges.
static scree_vec3 normal_of(const scree_cores *c, const scree_axis *f, scree_vec3 toward)
{
    if (f->feature_a == SCREE_FEATURE_FACE) return c->a->hull->faces[f->index_a].normal;
    if (f->feature_b == SCREE_FEATURE_FACE) return v3_neg(m3_mul(&c->rotation, c->b->hull->faces[f->index_b].normal));
    const scree_vec3 n = scree_edge_normal(along_of(c, true, f->index_a), along_of(c, false, f->index_b));
    return v3_dot(n, toward) < 0.0 ? v3_neg(n) : n;
}

// Whether the gap along an axis' own normal is as good as the best, to rounding. `back` has B moved back by the gap:
// where the features touch, their points are the answer.
static bool measure_axis(const search *s, scree_axis *axis, scree_cores *back)
{
    const scree_cores *c = s->c;
    if (!(v3_norm2(axis->n) > 0.0 && v3_dot(axis->n, s->x->normal) > s->cosine)) return false;
    axis->at = s->x->at;
    axis->gap = scree_cores_gap(c, axis->n, &axis->at);
    if (!(axis->gap >= s->x->distance - c->error && axis->gap > s->axis.gap)) return false;
    *back = *c;
    back->shift = v3_add_scaled(c->shift, -axis->gap, axis->n);
    return true;
}

static void keep_axis(search *s, const scree_axis *axis, scree_vec3 on_a, scree_vec3 on_b)
{
    s->axis = *axis;
    s->on_a = on_a;
    s->on_b = v3_add_scaled(on_b, axis->gap, axis->n);
}

// An axis as good as the best along which the points lie on the features that it comes from.
static void propose_axis(search *s, const scree_axis *features)
{
    scree_axis axis = *features;
    scree_cores back;
    scree_vec3 on_a, on_b;
    axis.n = normal_of(s->c, features, s->x->normal);
    if (!measure_axis(s, &axis, &back)) return;
    if (scree_axis_feature_distance(&back, features, &on_a, &on_b) <= s->slack) keep_axis(s, &axis, on_a, on_b);
}

static void propose_all(search *s, const scree_slab *a, const scree_slab *b,
                        void (*propose)(search *s, const scree_axis *features))
{
    scree_axis f = { .feature_a = SCREE_FEATURE_FACE, .feature_b = SCREE_FEATURE_VERTEX };
    for (int i = 0; i < a->faces; ++i) {
        for (int j = 0; j < b->corners; ++j) {
            f.index_a = a->face[i];
            f.index_b = b->corner[j];
            propose(s, &f);
        }
    }
    f.feature_a = SCREE_FEATURE_VERTEX;
    f.feature_b = SCREE_FEATURE_FACE;
    for (int i = 0; i < a->corners; ++i) {
        for (int j = 0; j < b->faces; ++j) {
            f.index_a = a->corner[i];
            f.index_b = b->face[j];
            propose(s, &f);
        }
    }
    f.feature_a = f.feature_b = SCREE_FEATURE_EDGE;
    for (int i = 0; i < a->edges; ++i) {
        for (int j = 0; j < b->edges; ++j) {
            f.index_a = a->edge[i];
            f.index_b = b->edge[j];
            propose(s, &f);
        }
    }
}

// An edge, or a diagonal of a merged face, reported as that face; or a core that is a point.
typedef struct line {
    int end[2];
    scree_feature feature;
    int index;
} line;

// The edges, and then the diagonals that begin at the corners; returns how many, and in `edges` how many are edges.
static int list_lines(const scree_shape *s, const scree_slab *r, line lines[MOST_LINES], int *edges)
{
    int count = 0;
    for (int i = 0; i < r->edges; ++i) {
        const scree_edge e = ends_of(s, r->edge[i]);
        lines[count++] = (line){ { e.vertex[0], e.vertex[1] }, SCREE_FEATURE_EDGE, r->edge[i] };
    }
    if (s->core == SCREE_CORE_POINT) lines[count++] = (line){ { 0, 0 }, SCREE_FEATURE_VERTEX, 0 };
    *edges = count;
    for (int i = 0; i < r->faces; ++i) {
        const scree_face *f = &s->hull->faces[r->face[i]];
        const int *corner = &s->hull->face_vertices[f->first];
        for (int j = 0; j < f->count; ++j) {
            if (!scree_is_among(corner[j], r->corner, r->corners)) continue;
            for (int k = 2; k + 1 < f->count && count < MOST_LINES; ++k)
                lines[count++] = (line){ { corner[j], corner[(j + k) % f->count] }, SCREE_FEATURE_FACE, r->face[i] };
        }
    }
    return count;
}

// A line from a far corner to one of a tiny facet has the same direction in each of the faces that end there: takes the
// one whose normal the axis is.
static bool is_normal_of(const scree_shape *s, const line *l, scree_vec3 out)
{
    if (l->feature != SCREE_FEATURE_FACE) return true;
    return v3_norm(v3_sub(s->hull->faces[l->index].normal, out)) <= scree_face_slope(s, l->index);
}

static void propose_line_axis(search *s, const line *a, const line *b)
{
    const scree_cores *c = s->c;
    const scree_vec3 along_a = v3_sub(scree_stored_vertex(c->a, a->end[1]), scree_stored_vertex(c->a, a->end[0]));
    const scree_vec3 along_b = v3_sub(scree_stored_vertex(c->b, b->end[1]), scree_stored_vertex(c->b, b->end[0]));
    scree_axis axis = { .feature_a = a->feature, .index_a = a->index, .feature_b = b->feature, .index_b = b->index };
    axis.n = scree_edge_normal(along_a, m3_mul(&c->rotation, along_b));
    if (v3_dot(axis.n, s->x->normal) < 0.0) axis.n = v3_neg(axis.n);
    if (!is_normal_of(c->a, a, axis.n)) return;
    if (!is_normal_of(c->b, b, v3_neg(m3_mul_transposed(&c->rotation, axis.n)))) return;
    scree_cores back;
    scree_vec3 on_a, on_b;
    if (!measure_axis(s, &axis, &back)) return;
    const double off = scree_segment_distance(
        scree_cores_vertex_a(&back, a->end[0]), scree_cores_vertex_a(&back, a->end[1]),
        scree_cores_vertex_b(&back, b->end[0]), scree_cores_vertex_b(&back, b->end[1]), &on_a, &on_b);
    if (off <= s->slack) keep_axis(s, &axis, on_a, on_b);
}

static void propose_line_nearest(search *s, const line *a, const line *b)
{
    const scree_nearest exact = scree_exact_nearest_lines(s->c, a->end, b->end);
    if (!(dd_value(dd_sub(exact.distance2, s->nearest.distance2)) < 0.0)) return;
    s->nearest = exact;
    s->axis = (scree_axis){
        .feature_a = a->feature, .index_a = a->index, .feature_b = b->feature, .index_b = b->index, .gap = -INFINITY
    };
}

// The facet of three corners of a face, and a corner of the other body.
static void propose_facet(search *s, bool of_a, int face, const int corner[3], int vertex)
{
    const scree_cores *c = s->c;
    const scree_shape *shape = of_a ? c->a : c->b;
    scree_vec3 at[3];
    for (int i = 0; i < 3; ++i) at[i] = scree_stored_vertex(shape, corner[i]);
    scree_vec3 n = scree_facet_normal(at);
    if (v3_dot(n, shape->hull->faces[face].normal) < 0.0) n = v3_neg(n);
    scree_axis axis = { .n = of_a ? n : v3_neg(m3_mul(&c->rotation, n)) };
    axis.feature_a = of_a ? SCREE_FEATURE_FACE : SCREE_FEATURE_VERTEX;
    axis.feature_b = of_a ? SCREE_FEATURE_VERTEX : SCREE_FEATURE_FACE;
    axis.index_a = of_a ? face : vertex;
    axis.index_b = of_a ? vertex : face;
    scree_cores back;
    scree_vec3 on_a, on_b;
    if (!measure_axis(s, &axis, &back)) return;
    if (scree_axis_feature_distance(&back, &axis, &on_a, &on_b) <= s->slack) keep_axis(s, &axis, on_a, on_b);
}

static void propose_facets(search *s, bool of_a, const scree_slab *own, const scree_slab *other)
{
    const scree_shape *shape = of_a ? s->c->a : s->c->b;
    for (int i = 0; i < own->faces; ++i) {
        const scree_face *f = &shape->hull->faces[own->face[i]];
        const int *corner = &shape->hull->face_vertices[f->first];
        if (f->count < 4 || f->count > MOST_SIDES) continue;
        for (int j = 0; j < f->count; ++j) {
            for (int k = 0; k < j; ++k) {
                for (int l = 0; l < k; ++l) {
                    const int three[3] = { corner[j], corner[k], corner[l] };
                    for (int v = 0; v < other->corners; ++v)
                        propose_facet(s, of_a, own->face[i], three, other->corner[v]);
                }
            }
        }
    }
}

// The edges that merged faces hide, with each other and with those that are listed.
static void propose_diagonals(search *s, const scree_slab *a, const scree_slab *b,
                              void (*propose)(search *s, const line *a, const line *b))
{
    const scree_cores *c = s->c;
    line lines_a[MOST_LINES], lines_b[MOST_LINES];
    int edges_a, edges_b;
    if (!(fmax(c->a->hull->spread, c->b->hull->spread) > 0.0)) return;
    const int count_a = list_lines(c->a, a, lines_a, &edges_a), count_b = list_lines(c->b, b, lines_b, &edges_b);
    for (int i = 0; i < count_a; ++i)
        for (int j = i < edges_a ? edges_b : 0; j < count_b; ++j) propose(s, &lines_a[i], &lines_b[j]);
}

static void propose_hidden(search *s, const scree_slab *a, const scree_slab *b)
{
    propose_diagonals(s, a, b, propose_line_axis);
    if (s->c->a->hull->spread > 0.0) propose_facets(s, true, a, b);
    if (s->c->b->hull->spread > 0.0) propose_facets(s, false, b, a);
}

// The line between the nearest points, or the normal of the features: a projection near the border of a face, to
// rounding, may be on the wrong side, and the line then leans by less than shows in the points, but not in the gap.
static bool take_line(const search *s, const scree_slab *a, const scree_slab *b, scree_answer *x)
{
    const scree_vec3 v = s->nearest.v;
    if (!(x->distance > 0.0)) return false;
    scree_axis axis = { .n = v3_unit(v), .gap = -INFINITY, .at = x->at };
    if (v3_norm2(axis.n) > 0.0) axis.gap = scree_cores_gap(s->c, axis.n, &axis.at);
    scree_simplex corners = { .count = 0 };
    for (; corners.count < 4 && (corners.count < a->corners || corners.count < b->corners); ++corners.count) {
        corners.vertex[corners.count].index_a = a->corner[corners.count < a->corners ? corners.count : 0];
        corners.vertex[corners.count].index_b = b->corner[corners.count < b->corners ? corners.count : 0];
    }
    if (!(axis.gap >= x->distance - s->c->error)) scree_polish(s->c, &corners, v, true, &axis);
    if (!(axis.gap >= x->distance - s->c->error)) return false;
    // A gap larger by more than rounding is nearer to the distance than the search's, and the points bound it from
    // above.
    const bool better = axis.gap > x->distance + s->c->error;
    const double distance = better ? axis.gap : x->distance;
    if (scree_astray(v3(0, 0, 0), v, distance, axis.n) > s->slack) return false;
    if (better) {
        x->distance = distance;
        x->lower = fmax(x->lower, distance - s->c->error);
        x->upper = fmax(fmin(x->upper, v3_norm(v) + s->c->error), distance);
    }
    x->normal = axis.n;
    x->at = axis.at;
    x->lower = fmin(x->lower, axis.gap - s->c->error); // what this normal proves
    return true;
}

// The nearest points, and a normal that fits them.
static bool take_nearest(const search *s, const scree_slab *a, const scree_slab *b, scree_answer *x,
                         scree_witness *found)
{
    const scree_nearest *p = &s->nearest;
    if (!isfinite(p->distance2.hi)) return false;
    if (scree_astray(v3(0, 0, 0), p->v, x->distance, x->normal) > s->slack && !take_line(s, a, b, x)) return false;
    found->on_a = p->on_a;
    found->on_b = p->on_b;
    return true;
}

// Merging coplanar facets hides the edges between them. The nearest of the remaining faces and edges, nearer by less than
// rounding, may therefore not be one that has the contact's normal: take one that does.
static bool take_supported(search *s, const scree_slab *a, const scree_slab *b, scree_answer *x, scree_witness *found)
{
    if (!isfinite(s->nearest.distance2.hi)) return false;
    s->axis.gap = -INFINITY;
    propose_all(s, a, b, propose_supported);
    if (!(s->axis.gap >= x->distance - s->c->error)) return false;
    s->nearest = s->supported;
    return take_nearest(s, a, b, x, found);
}

static bool take_axis(const search *s, scree_answer *x, scree_witness *found)
{
    if (!isfinite(s->axis.gap)) return false;
    x->normal = s->axis.n;
    x->at = s->axis.at;
    x->distance = s->axis.gap;
    x->lower = fmin(x->lower, s->axis.gap - s->c->error);
    found->on_a = s->on_a;
    found->on_b = s->on_b;
    return true;
}

// Features of slivers, which rounding tilts, and those at a corner may miss each other by slightly more than the slack.
static bool find_axis(search *s, const scree_slab *a, const scree_slab *b, scree_answer *x, scree_witness *found)
{
    const double slack = s->slack;
    s->axis.gap = -INFINITY;
    for (; !isfinite(s->axis.gap) && s->slack <= MOST_SLACK * slack; s->slack *= 2.0) {
        propose_all(s, a, b, propose_axis);
        if (!isfinite(s->axis.gap)) propose_hidden(s, a, b);
    }
    s->slack = slack;
    return take_axis(s, x, found);
}

static void name(const search *s, scree_witness *found)
{
    found->feature_a = s->axis.feature_a;
    found->feature_b = s->axis.feature_b;
    found->index_a = s->axis.index_a;
    found->index_b = s->axis.index_b;
}

// Whether the normal is that of the face, perpendicular to the edge, or in the cone of the vertex; `out` and `top`, the
// farthest corner along it, are in the shape's own frame.
static bool fits(const scree_shape *s, scree_feature kind, int index, scree_vec3 out, scree_vec3 top, double slab)
{
    if (kind == SCREE_FEATURE_VERTEX) return v3_dot(out, v3_sub(top, scree_stored_vertex(s, index))) <= slab;
    if (kind == SCREE_FEATURE_FACE)
        return v3_norm(v3_sub(s->hull->faces[index].normal, out)) <= scree_face_slope(s, index);
    const scree_edge of_v = ends_of(s, index);
    const int *v = of_v.vertex;
    const scree_vec3 d = v3_sub(scree_stored_vertex(s, v[1]), scree_stored_vertex(s, v[0]));
    return fabs(v3_dot(d, out)) <= SCREE_FEATURE_SLOPE * v3_norm(d);
}

static bool both_fit(const scree_cores *c, const scree_answer *x, const scree_witness *w)
{
    const scree_vec3 n = x->normal, m = v3_neg(m3_mul_transposed(&c->rotation, n));
    const double slab = SLAB * c->error;
    return fits(c->a, w->feature_a, w->index_a, n, scree_stored_vertex(c->a, x->at.index_a), slab) &&
           fits(c->b, w->feature_b, w->index_b, m, scree_stored_vertex(c->b, x->at.index_b), slab);
}

// The corner of an edge or face that a point lies on, else the side of the face.
static void narrow(const scree_cores *c, bool of_a, scree_vec3 p, double slack, scree_feature *kind, int *index)
{
    const scree_shape *s = of_a ? c->a : c->b;
    if (*kind == SCREE_FEATURE_VERTEX) return;
    const bool face = *kind == SCREE_FEATURE_FACE;
    scree_edge edge = { { 0, 0 }, { 0, 0 } };
    if (!face) edge = ends_of(s, *index);
    const int *v = face ? &s->hull->face_vertices[s->hull->faces[*index].first] : edge.vertex;
    const int count = face ? s->hull->faces[*index].count : 2;
    int side = -1;
    for (int i = 0; i < count; ++i) {
        const int next = v[(i + 1) % count];
        const scree_vec3 from = of_a ? scree_cores_vertex_a(c, v[i]) : scree_cores_vertex_b(c, v[i]);
        const scree_vec3 to = of_a ? scree_cores_vertex_a(c, next) : scree_cores_vertex_b(c, next);
        if (v3_norm(v3_sub(p, from)) <= slack) {
            *kind = SCREE_FEATURE_VERTEX;
            *index = v[i];
            return;
        }
        if (face && scree_segment_off(from, to, p) <= slack)
            side = scree_face_edge(s->hull, s->hull->faces[*index].first + i);
    }
    if (side < 0) return;
    *kind = SCREE_FEATURE_EDGE;
    *index = side;
}

// A vertex and an edge: the normal without its component along the edge, removed twice because of rounding.
static bool take_across(const search *s, scree_answer *x, const scree_witness *w)
{
    const bool of_a = w->feature_a == SCREE_FEATURE_EDGE;
    if ((of_a ? w->feature_b : w->feature_a) != SCREE_FEATURE_VERTEX) return false;
    if (!of_a && w->feature_b != SCREE_FEATURE_EDGE) return false;
    const scree_vec3 along = v3_unit(along_of(s->c, of_a, of_a ? w->index_a : w->index_b));
    scree_axis axis = { .n = x->normal, .at = x->at };
    for (int i = 0; i < 2; ++i) axis.n = v3_unit(v3_add_scaled(axis.n, -v3_dot(axis.n, along), along));
    if (!(v3_norm2(axis.n) > 0.0)) return false; // the normal was along the edge
    axis.gap = scree_cores_gap(s->c, axis.n, &axis.at);
    if (!(fabs(axis.gap - x->distance) <= s->c->error)) return false;
    if (scree_astray(w->on_a, w->on_b, x->distance, axis.n) > s->slack) return false;
    x->normal = axis.n;
    x->at = axis.at;
    x->lower = fmin(x->lower, axis.gap - s->c->error);
    return true;
}

// For touching bodies, any normal fits the nearest points, and their features need not be perpendicular to it. The
// points may lie on smaller features than tested, a corner above all; or the features have a normal of their own that
// is as good.
static void fit_features(search *s, const scree_slab *a, const scree_slab *b, scree_answer *x, scree_witness *found)
{
    const scree_cores *c = s->c;
    if (both_fit(c, x, found)) return;
    narrow(c, true, found->on_a, s->slack, &found->feature_a, &found->index_a);
    narrow(c, false, found->on_b, s->slack, &found->feature_b, &found->index_b);
    if (both_fit(c, x, found) || take_across(s, x, found)) return;
    s->cosine = -2.0; // any: where the distance is rounding, tips have normals all around
    if (find_axis(s, a, b, x, found)) name(s, found);
}

static void propose_fan(search *s, const scree_axis *features)
{
    const scree_nearest exact = scree_exact_nearest_fan(s->c, features);
    if (isfinite(exact.distance2.hi) && exact.distance2.hi < s->nearest.distance2.hi) s->nearest = exact;
}

// Of bodies with more corners at the contact plane than a few, more in a second round.
bool scree_witness_nearest(const scree_cores *c, scree_vec3 n, double gap, double width, scree_vec3 on_a,
                           scree_vec3 on_b, scree_nearest *out)
{
    const double enough = fmax(gap, 0.0) + c->error;
    search s = { .c = c, .slack = SLACK * c->error, .nearest = { .distance2 = { INFINITY, 0.0 } } };
    bool more = true;
    for (int most = FEW_CORNERS; more && !(sqrt(s.nearest.distance2.hi) <= enough); most = SCREE_SLAB_CORNERS) {
        scree_slab a, b;
        slabs_of_both(c, n, width, most, on_a, on_b, &a, &b);
        more = most == FEW_CORNERS && (a.more || b.more);
        propose_all(&s, &a, &b, propose_nearest);
        if (most != FEW_CORNERS || sqrt(s.nearest.distance2.hi) <= enough) continue;
        // Faces on each other have all their diagonals in one plane: thousands of pairs, none nearer than the gap.
        propose_diagonals(&s, &a, &b, propose_line_nearest);
        propose_all(&s, &a, &b, propose_fan);
    }
    *out = s.nearest;
    return isfinite(out->distance2.hi);
}

// Among so many corners of each; `more` says whether there are more.
static bool find_among(const scree_cores *c, int most, scree_answer *x, scree_witness *found, bool *more)
{
    scree_slab a, b;
    slabs_of_both(c, x->normal, x->upper - x->lower, most, x->on_a, x->on_b, &a, &b);
    *more = a.more || b.more;
    search s = { .c = c, .x = x, .slack = SLACK * c->error, .cosine = 0.5, .axis = { .gap = -INFINITY } };
    s.nearest.distance2.hi = INFINITY;
    const bool apart = x->distance > -c->error;
    if (apart) propose_all(&s, &a, &b, propose_nearest);
    // Corners are rounded: near the side of a face, the side may come out nearer than the face, too far from the
    // projection to fit the normal. The axis of the two features has the projection.
    bool nearest = apart && take_nearest(&s, &a, &b, x, found);
    if (apart && !nearest) {
        propose_diagonals(&s, &a, &b, propose_line_nearest);
        nearest = take_nearest(&s, &a, &b, x, found);
    }
    if (!nearest && !find_axis(&s, &a, &b, x, found)) {
        nearest = apart && take_supported(&s, &a, &b, x, found);
        if (!nearest) return false;
    }
    name(&s, found);
    if (nearest) fit_features(&s, &a, &b, x, found);
    x->on_a = found->on_a;
    x->on_b = found->on_b;
    return true;
}

// The feature that holds a point along the normal of x.
static bool name_by_point(const scree_cores *c, bool of_a, const scree_answer *x, scree_vec3 point, scree_feature *kind,
                          int *index)
{
    scree_feature_set set = { .kind = SCREE_FEATURE_VERTEX, .index = -1 };
    if (!(scree_feature_find(c, of_a, x->normal, point, SLACK * c->error, &set) < INFINITY)) return false;
    *kind = set.kind;
    *index = set.index;
    return true;
}

// How far below the top corners are searched, at most, in units of the error.
#define DEEPEST 4096.0

// Keeps the normal, and finds points that fit it, whatever features they are on.
static bool find_level(const scree_cores *c, scree_answer *x, scree_witness *found)
{
    for (double width = SLAB; width <= DEEPEST; width *= 8.0) {
        scree_slab a, b;
        slabs_of_both(c, x->normal, width * c->error, FEW_CORNERS, x->on_a, x->on_b, &a, &b);
        const double off =
            scree_level_points(c, x, a.corner, a.corners, b.corner, b.corners, &found->on_a, &found->on_b);
        if (!(off <= SLACK * c->error)) continue;
        if (!name_by_point(c, true, x, found->on_a, &found->feature_a, &found->index_a) ||
            !name_by_point(c, false, x, found->on_b, &found->feature_b, &found->index_b))
            return false;
        x->on_a = found->on_a;
        x->on_b = found->on_b;
        return true;
    }
    return false;
}

// The most pairs of edges that are tested for the place where two bodies touch.
enum { MOST_EDGE_PAIRS = 8192 };

// Where an edge of A is nearest to one of B, once B is moved back by the distance, so that the two touch: of bodies with more corners
// on the contact plane than are looked at, where to look. Of the other body, the edges that reach there.
static bool move_to_edges(const scree_cores *c, scree_answer *x)
{
    scree_slab a, b;
    slabs_of_both(c, x->normal, x->upper - x->lower, SCREE_SLAB_CORNERS, x->on_a, x->on_b, &a, &b);
    scree_cores back = *c;
    back.shift = v3_add_scaled(c->shift, -x->distance, x->normal);
    const int count_a = a.more ? c->a->hull->edge_count : a.edges, count_b = b.more ? c->b->hull->edge_count : b.edges;
    if ((long long)count_a * count_b > MOST_EDGE_PAIRS) return false;
    double least = INFINITY;
    for (int i = 0; i < count_a; ++i) {
        for (int j = 0; j < count_b; ++j) {
            const scree_edge e = ends_of(c->a, a.more ? i : a.edge[i]), f = ends_of(c->b, b.more ? j : b.edge[j]);
            scree_vec3 on_a, on_b;
            const double apart = scree_segment_distance(
                scree_cores_vertex_a(&back, e.vertex[0]), scree_cores_vertex_a(&back, e.vertex[1]),
                scree_cores_vertex_b(&back, f.vertex[0]), scree_cores_vertex_b(&back, f.vertex[1]), &on_a, &on_b);
            if (!(apart < least)) continue;
            least = apart;
            x->on_a = on_a;
            x->on_b = v3_add_scaled(on_b, x->distance, x->normal);
        }
    }
    return isfinite(least);
}

bool scree_witness_find(const scree_cores *c, scree_answer *x, scree_witness *found)
{
    if (x->at.index_a < 0 || x->at.index_b < 0 || c->a->dimension != 3) return false;
    bool more;
    if (find_among(c, FEW_CORNERS, x, found, &more)) return true;
    if (more && find_among(c, SCREE_SLAB_CORNERS, x, found, &more)) return true;
    scree_answer moved = *x;
    if (more && move_to_edges(c, &moved) && find_among(c, SCREE_SLAB_CORNERS, &moved, found, &more)) {
        *x = moved;
        return true;
    }
    return find_level(c, x, found);
}
