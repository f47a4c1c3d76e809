// Which features carry the two points, and where.
//
// Idea        Let n be a normal whose gap is the distance d to rounding, and p, q the true points: q - p = d m, with
//             the true normal m. No part of A is above its top along n, none of B below its bottom, and the two are the
//             gap apart. So p is no more below A's top than rounding and d (1 - n . m) make up, which is rounding too;
//             and the feature that p lies on has a corner that is as high. All faces and edges that end at such corners
//             are asked: for their nearest points, in double-doubles, where the bodies are apart or in touch; else for
//             an axis of their own along which the points lie on them. Where the nearest points are too near to tell the
//             normal, the normal that was known and the features found are made to fit each other.
// Limits      At most so many corners, edges and faces of each body. Thin plates have many corners that are as high: of
//             these, first the ends of the edges that are nearest to the point that the search has ended with; where
//             none of them carries the points, more of them.
#include "pair/witness.h"

#include "pair/level_points.h"

enum { FEW_CORNERS = SCREE_LEVEL_CORNERS, MOST_CORNERS = 32, MOST_FEATURES = 96 };

/// What two points may be off their features and each other, in units of the pair's error.
#define SLACK SCREE_LEVEL

/// Times the slack, how far two features may miss each other once they are moved together along their own normal.
#define MOST_SLACK 4.0

/// How far below the top a corner may be, in the same units: the error on both sides, of the gap and of the distance.
#define SLAB 4.0

// The corners of one body that reach to the contact plane, and what ends there.
typedef struct reach {
    int corners, edges, faces;
    bool more; // there are more corners than asked for
    int corner[MOST_CORNERS], edge[MOST_FEATURES], face[MOST_FEATURES];
} reach;

static void add_number(int number, int *list, int *count)
{
    for (int i = 0; i < *count; ++i)
        if (list[i] == number) return;
    if (*count < MOST_FEATURES) list[(*count)++] = number;
}

static double segment_off(scree_vec3 p, scree_vec3 q, scree_vec3 x)
{
    const scree_vec3 d = v3_sub(q, p), r = v3_sub(x, p);
    const double length2 = v3_norm2(d), t = length2 > 0.0 ? v3_dot(r, d) / length2 : 0.0;
    return v3_norm(v3_add_scaled(r, -fmin(fmax(t, 0.0), 1.0), d));
}

// How far a point is from a vertex and the edges that end there.
static double fan_off(const scree_shape *s, int vertex, scree_vec3 x)
{
    const scree_vec3 v = scree_stored_vertex(s, vertex);
    double off = v3_norm(v3_sub(x, v));
    for (int k = s->fan_start[vertex]; k < s->fan_start[vertex + 1]; ++k)
        off = fmin(off, segment_off(v, scree_stored_vertex(s, s->neighbours[k]), x));
    return off;
}

// Of the corners as high as `least`, those whose edges are nearest to the point `near`.
static void nearest_corners(const scree_shape *s, scree_vec3 out, double least, int most, scree_vec3 near, reach *r)
{
    double off[MOST_CORNERS];
    r->corners = 0;
    for (int i = 0; i < s->vertex_count; ++i) {
        if (!(v3_dot(out, scree_stored_vertex(s, i)) >= least)) continue;
        const double here = fan_off(s, i, near);
        int at = r->corners;
        for (; at > 0 && here < off[at - 1]; --at) {
            if (at == most) continue;
            off[at] = off[at - 1];
            r->corner[at] = r->corner[at - 1];
        }
        if (at == most) continue;
        off[at] = here;
        r->corner[at] = i;
        if (r->corners < most) ++r->corners;
    }
}

// `out` is a direction, and `near` a point, of the shape's own frame.
static reach reach_along(const scree_shape *s, scree_vec3 out, double slab, int most, scree_vec3 near)
{
    reach r = { .corners = 0 };
    double top = -INFINITY;
    for (int i = 0; i < s->vertex_count; ++i) top = fmax(top, v3_dot(out, scree_stored_vertex(s, i)));
    for (int i = 0; i < s->vertex_count; ++i) {
        if (!(v3_dot(out, scree_stored_vertex(s, i)) >= top - slab)) continue;
        r.more = r.corners == most;
        if (r.more) break;
        r.corner[r.corners++] = i;
    }
    if (s->core == SCREE_CORE_SEGMENT) r.edge[r.edges++] = 0;
    if (s->core != SCREE_CORE_POLYHEDRON) return r;
    if (r.more) nearest_corners(s, out, top - slab, most, near, &r);
    for (int i = 0; i < r.corners; ++i) {
        for (int k = s->fan_start[r.corner[i]]; k < s->fan_start[r.corner[i] + 1]; ++k) {
            add_number(s->vertex_edges[k], r.edge, &r.edges);
            add_number(s->vertex_faces[k], r.face, &r.faces);
        }
    }
    return r;
}

// `width`: of the interval of the distance.
static void reach_of_both(const scree_cores *c, scree_vec3 n, double width, int most, scree_vec3 on_a, scree_vec3 on_b,
                          reach *a, reach *b)
{
    const double slab = width > SCREE_NARROW * c->error ? width : SLAB * c->error;
    *a = reach_along(c->a, n, slab, most, on_a);
    *b = reach_along(c->b, v3_neg(m3_mul_transposed(&c->turn, n)), slab, most,
                     m3_mul_transposed(&c->turn, v3_sub(on_b, c->shift)));
}

typedef struct search {
    const scree_cores *c;
    const scree_answer *x;
    double slack;
    double cosine; // of what the normal may turn by, at most, to that of an axis
    // the best so far
    scree_axis axis;
    scree_nearest nearest; // apart or in touch
    scree_vec3 on_a, on_b; // overlapping
} search;

// In double first, exactly where that could be the nearest.
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

static const int *ends_of(const scree_shape *s, int edge)
{
    static const int segment[2] = { 0, 1 };
    return s->core == SCREE_CORE_SEGMENT ? segment : s->edges[edge].vertex;
}

// An edge as a vector: turned as such, for its ends in A's frame are rounded, and it may be short.
static scree_vec3 along_of(const scree_cores *c, bool of_a, int edge)
{
    const scree_shape *s = of_a ? c->a : c->b;
    const int *v = ends_of(s, edge);
    const scree_vec3 d = v3_sub(scree_stored_vertex(s, v[1]), scree_stored_vertex(s, v[0]));
    return of_a ? d : m3_mul(&c->turn, d);
}

// The normal of a face, or of two edges, on the side of the one that is known; 0 for parallel edges.
static scree_vec3 normal_of(const scree_cores *c, const scree_axis *f, scree_vec3 toward)
{
    if (f->feature_a == SCREE_FEATURE_FACE) return c->a->faces[f->index_a].normal;
    if (f->feature_b == SCREE_FEATURE_FACE) return v3_neg(m3_mul(&c->turn, c->b->faces[f->index_b].normal));
    const scree_vec3 n = scree_edge_normal(along_of(c, true, f->index_a), along_of(c, false, f->index_b));
    return v3_dot(n, toward) < 0.0 ? v3_neg(n) : n;
}

// An axis as good as the best, to rounding, along which the points lie on the features that it comes from.
static void propose_axis(search *s, const scree_axis *features)
{
    const scree_cores *c = s->c;
    scree_axis axis = *features;
    axis.n = normal_of(c, features, s->x->normal);
    if (!(v3_norm2(axis.n) > 0.0 && v3_dot(axis.n, s->x->normal) > s->cosine)) return;
    axis.at = s->x->at;
    axis.gap = scree_cores_gap(c, axis.n, &axis.at);
    if (!(axis.gap >= s->x->distance - c->error && axis.gap > s->axis.gap)) return;
    // B moved back by the gap: where the features touch, their points are the answer.
    scree_cores back = *c;
    back.shift = v3_add_scaled(c->shift, -axis.gap, axis.n);
    scree_vec3 on_a, on_b;
    if (!(scree_axis_feature_distance(&back, features, &on_a, &on_b) <= s->slack)) return;
    s->axis = axis;
    s->on_a = on_a;
    s->on_b = v3_add_scaled(on_b, axis.gap, axis.n);
}

static void propose_all(search *s, const reach *a, const reach *b,
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

// The line between the nearest points, or what the features make of it: a foot that is next to the border of a face, to
// rounding, may be on the wrong side, and the line then leans by as little as the points can tell, but not the gap.
static bool take_line(const search *s, const reach *a, const reach *b, scree_answer *x)
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
    // A gap beyond rounding is nearer to the distance than what the search has, and the points bound it from above.
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
    return true;
}

// The nearest points, and a normal that fits them.
static bool take_nearest(const search *s, const reach *a, const reach *b, scree_answer *x, scree_witness *found)
{
    const scree_nearest *p = &s->nearest;
    if (!isfinite(p->distance2.hi)) return false;
    if (scree_astray(v3(0, 0, 0), p->v, x->distance, x->normal) > s->slack && !take_line(s, a, b, x)) return false;
    found->on_a = p->on_a;
    found->on_b = p->on_b;
    return true;
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

// Features of slivers, which rounding turns, may miss each other by a little more than the slack.
static bool find_axis(search *s, const reach *a, const reach *b, scree_answer *x, scree_witness *found)
{
    const double slack = s->slack;
    s->axis.gap = -INFINITY;
    for (; !isfinite(s->axis.gap) && s->slack <= MOST_SLACK * slack; s->slack *= 2.0)
        propose_all(s, a, b, propose_axis);
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

// The normal is that of the face, at right angles to the edge, in the cone of the vertex; `out` and `top`, the
// farthest corner along it, are in the shape's own frame.
static bool fits(const scree_shape *s, scree_feature kind, int index, scree_vec3 out, scree_vec3 top, double slab)
{
    if (kind == SCREE_FEATURE_VERTEX) return v3_dot(out, v3_sub(top, scree_stored_vertex(s, index))) <= slab;
    if (kind == SCREE_FEATURE_FACE) return v3_norm(v3_sub(s->faces[index].normal, out)) <= SCREE_FEATURE_SLOPE;
    const int *v = ends_of(s, index);
    const scree_vec3 d = v3_sub(scree_stored_vertex(s, v[1]), scree_stored_vertex(s, v[0]));
    return fabs(v3_dot(d, out)) <= SCREE_FEATURE_SLOPE * v3_norm(d);
}

static bool both_fit(const scree_cores *c, const scree_answer *x, const scree_witness *w)
{
    const scree_vec3 n = x->normal, m = v3_neg(m3_mul_transposed(&c->turn, n));
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
    const int *v = face ? &s->face_vertices[s->faces[*index].first] : ends_of(s, *index);
    const int count = face ? s->faces[*index].count : 2;
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
        if (face && segment_off(from, to, p) <= slack) side = s->face_edges[s->faces[*index].first + i];
    }
    if (side < 0) return;
    *kind = SCREE_FEATURE_EDGE;
    *index = side;
}

// A vertex and an edge: the normal freed of what it has along the edge, twice, for what rounding leaves.
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
    return true;
}

// Of bodies in touch, any normal fits the nearest points, and what these lie on need not lie across it. They may lie on
// less than was asked for them, a corner above all; or the features have a normal of their own that is as good.
static void fit_features(search *s, const reach *a, const reach *b, scree_answer *x, scree_witness *found)
{
    const scree_cores *c = s->c;
    if (both_fit(c, x, found)) return;
    narrow(c, true, found->on_a, s->slack, &found->feature_a, &found->index_a);
    narrow(c, false, found->on_b, s->slack, &found->feature_b, &found->index_b);
    if (both_fit(c, x, found) || take_across(s, x, found)) return;
    s->axis.gap = -INFINITY;
    s->cosine = -2.0; // any: where the distance is rounding, tips have normals all around
    propose_all(s, a, b, propose_axis);
    if (take_axis(s, x, found)) name(s, found);
}

bool scree_witness_nearest(const scree_cores *c, scree_vec3 n, scree_vec3 on_a, scree_vec3 on_b, scree_nearest *out)
{
    reach a, b;
    reach_of_both(c, n, 0.0, FEW_CORNERS, on_a, on_b, &a, &b);
    search s = { .c = c, .slack = SLACK * c->error, .nearest = { .distance2 = { INFINITY, 0.0 } } };
    propose_all(&s, &a, &b, propose_nearest);
    *out = s.nearest;
    return isfinite(out->distance2.hi);
}

// Among so many corners of each; `more` says whether there are more.
static bool find_among(const scree_cores *c, int most, scree_answer *x, scree_witness *found, bool *more)
{
    reach a, b;
    reach_of_both(c, x->normal, x->upper - x->lower, most, x->on_a, x->on_b, &a, &b);
    *more = a.more || b.more;
    search s = { .c = c, .x = x, .slack = SLACK * c->error, .cosine = 0.5, .axis = { .gap = -INFINITY } };
    s.nearest.distance2.hi = INFINITY;
    const bool apart = x->distance > -c->error;
    if (apart) propose_all(&s, &a, &b, propose_nearest);
    // Corners are rounded: next to the side of a face, the side may come out nearer than the face, too far from the foot
    // to fit the normal. The axis of the two features has the foot.
    const bool nearest = apart && take_nearest(&s, &a, &b, x, found);
    if (!nearest && !find_axis(&s, &a, &b, x, found)) return false;
    name(&s, found);
    if (nearest) fit_features(&s, &a, &b, x, found);
    x->on_a = found->on_a;
    x->on_b = found->on_b;
    return true;
}

// The feature that holds a point across the normal of x, by its name.
static bool name_by_point(const scree_cores *c, bool of_a, const scree_answer *x, scree_vec3 point, scree_feature *kind,
                          int *index)
{
    scree_feature_set set = { .kind = SCREE_FEATURE_VERTEX, .index = -1 };
    if (!scree_feature_find(c, of_a, x->normal, point, SLACK * c->error, &set)) return false;
    *kind = set.kind;
    *index = set.index;
    return true;
}

// How far below the top corners are looked for, at most, in units of the error.
#define DEEPEST 4096.0

// The normal as it is, and points that fit it, whatever features they are on.
static bool find_level(const scree_cores *c, scree_answer *x, scree_witness *found)
{
    for (double width = SLAB; width <= DEEPEST; width *= 8.0) {
        reach a, b;
        reach_of_both(c, x->normal, width * c->error, FEW_CORNERS, x->on_a, x->on_b, &a, &b);
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

bool scree_witness_find(const scree_cores *c, scree_answer *x, scree_witness *found)
{
    if (x->at.index_a < 0 || x->at.index_b < 0 || c->a->dimension != 3) return false;
    bool more;
    return find_among(c, FEW_CORNERS, x, found, &more) || (more && find_among(c, MOST_CORNERS, x, found, &more)) ||
           find_level(c, x, found);
}

bool scree_feature_carries(const scree_feature_set *set, scree_vec3 n, scree_vec3 p, double slack)
{
    double off = INFINITY;
    bool over = set->count > 2;
    for (int i = 0; i < set->count; ++i) {
        const scree_vec3 from = set->corner[i], to = set->corner[(i + 1) % set->count], d = v3_sub(to, from);
        // Beyond the tip of a sliver, sides that are all but parallel do not tell: well inside, or next to one of them.
        over = over && v3_dot(v3_cross(n, d), v3_sub(p, from)) >= slack * v3_norm(d);
        off = fmin(off, segment_off(from, to, p));
    }
    return off <= slack || (over && fabs(v3_dot(set->out, v3_sub(p, set->corner[0]))) <= slack);
}
