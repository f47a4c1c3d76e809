// An ellipsoid and a polytope, segment, point or half space.
//
// Idea        The gap along n is the least n . p over the polytope's points less the ellipsoid's support. Which point
//             is the least parts the sphere into regions (a vertex), arcs (an edge) and single directions (a face); the
//             greatest gap lies inside one of them, and there it is a maximum of a smooth function: of the distance of
//             the vertex from the ellipsoid, of the edge's line from it (a planar question), or at the face's normal.
//             All maxima of all features are tried: the gap along each is a bound from below, the best is the answer.
//             A point has at most two such maxima, on either side of the shortest axis: it may also lie beyond the far
//             side of a flat ellipsoid that it is to be drawn back through.
// Limits      As for ellipsoids: overlapping, completeness rests on that last sentence, which ellipsoid_proof.c checks.
#include "oracle/ellipsoid_parts.h"

enum { STEPS = 100, CANDIDATES_MAX = 48 };

// Long double tells gaps apart to better than this, relative to the size: what is within it is looked at in 113 bits.
static const long double BAND = 1e-12L;

// A maximum of one feature, and the gap along it.
typedef struct candidate {
    int kind; // 0 vertex, 1 edge, 2 face
    int index;
    long double n[3], gap;
} candidate;

typedef struct candidate_list {
    const ellipsoid_pair *pair;
    smooth_l smooth;
    int count;
    long double best, band;
    candidate of[CANDIDATES_MAX];
} candidate_list;

static long double own_support(const smooth_l *s, const long double n[3])
{
    return sqrtl(s->a[0] * n[0] * n[0] + s->a[1] * n[1] * n[1] + s->a[2] * n[2] * n[2]);
}

static void propose(candidate_list *list, int kind, int index, const long double n[3])
{
    const lvec *points = list->pair->rough, direction = { n[0], n[1], n[2] };
    long double least = l3_dot(points[0], direction);
    for (int i = 1; i < list->pair->count; ++i) least = fminl(least, l3_dot(points[i], direction));
    candidate c = { kind, index, { n[0], n[1], n[2] }, least - own_support(&list->smooth, n) };
    if (list->count > 0 && c.gap < list->best - list->band) return;
    if (c.gap > list->best || list->count == 0) list->best = c.gap;
    if (list->count < CANDIDATES_MAX) {
        list->of[list->count++] = c;
        return;
    }
    int weakest = 0;
    for (int i = 1; i < list->count; ++i) {
        if (list->of[i].gap < list->of[weakest].gap) weakest = i;
    }
    if (c.gap > list->of[weakest].gap) list->of[weakest] = c;
}

// The maxima of one vertex, or of an edge's line, whose axis the question is planar about.
static void try_smooth(candidate_list *list, int kind, int index, const smooth_l *s, long double starts[][3], int count)
{
    for (int k = 0; k < count; ++k) {
        long double n[3] = { starts[k][0], starts[k][1], starts[k][2] };
        if (s->planar != NULL) {
            long double off = dot_l(n, s->planar);
            for (int i = 0; i < 3; ++i) n[i] -= off * s->planar[i];
        }
        if (!(dot_l(n, n) > 1e-30L)) continue;
        make_unit_l(n);
        facing_l at;
        descend_l(s, n, STEPS, 1e-22L * s->unit, &at);
        // The direction counts as well: the gap along it is that of all points, some of them far from this feature.
        settle_l(s, n, &at);
        propose(list, kind, index, n);
    }
}

static void try_vertex(candidate_list *list, int index)
{
    smooth_l s = list->smooth;
    lvec p = list->pair->rough[index];
    s.c[0] = p.x;
    s.c[1] = p.y;
    s.c[2] = p.z;
    int shortest = s.a[0] <= s.a[1] && s.a[0] <= s.a[2] ? 0 : s.a[1] <= s.a[2] ? 1 : 2, next = (shortest + 1) % 3;
    long double starts[5][3] = { { p.x / s.a[0], p.y / s.a[1], p.z / s.a[2] } };
    starts[1][shortest] = starts[3][next] = 1;
    starts[2][shortest] = starts[4][next] = -1;
    long double length = sqrtl(dot_l(starts[0], starts[0]));
    for (int i = 0; i < 3 && length > 0; ++i) starts[0][i] /= length;
    try_smooth(list, 0, index, &s, starts, 5);
}

// The shadow of the ellipsoid along the edge is an ellipse; the starts are the ends of its short axis.
static void try_edge(candidate_list *list, int index)
{
    const oracle_edge *e = &list->pair->other->hull->edges[index];
    lvec p = list->pair->rough[e->end[0]], d = l3_sub(list->pair->rough[e->end[1]], p);
    long double axis[3] = { d.x, d.y, d.z }, u[3], w[3];
    if (!(dot_l(axis, axis) > 0)) return;
    make_unit_l(axis);
    smooth_l s = list->smooth;
    s.c[0] = p.x;
    s.c[1] = p.y;
    s.c[2] = p.z;
    tangents_l(&s, axis, u, w);
    s.planar = axis;
    long double uu = 0, uw = 0, ww = 0;
    for (int i = 0; i < 3; ++i) {
        uu += s.a[i] * u[i] * u[i];
        uw += s.a[i] * u[i] * w[i];
        ww += s.a[i] * w[i] * w[i];
    }
    long double angle = 0.5L * atan2l(2 * uw, uu - ww), cosine = cosl(angle), sine = sinl(angle), starts[2][3];
    for (int i = 0; i < 3; ++i) {
        starts[0][i] = cosine * w[i] - sine * u[i];
        starts[1][i] = -starts[0][i];
    }
    try_smooth(list, 1, index, &s, starts, 2);
}

static qvec facet_normal(const ellipsoid_pair *p, const oracle_facet *f)
{
    const qvec *v = p->points;
    qvec n = q3_cross(q3_sub(v[f->corner[1]], v[f->corner[0]]), q3_sub(v[f->corner[2]], v[f->corner[0]]));
    // Outward: all others are behind it.
    quad low = 0, high = 0, at = q3_dot(n, v[f->corner[0]]);
    for (int i = 0; i < p->count; ++i) {
        low = q_min(low, q3_dot(n, v[i]) - at);
        high = q_max(high, q3_dot(n, v[i]) - at);
    }
    return q3_unit(high > -low ? q3_neg(n) : n);
}

static void try_facet(candidate_list *list, int index)
{
    qvec n = facet_normal(list->pair, &list->pair->other->hull->facets[index]);
    const long double against[3] = { -(long double)n.x, -(long double)n.y, -(long double)n.z };
    propose(list, 2, index, against);
}

// The candidate again, in 113 bits.
static void sharpen(const ellipsoid_pair *p, const smooth_q *base, const candidate *c, quad n[3], quad *left)
{
    smooth_q s = *base;
    facing_q at;
    quad axis[3];
    *left = 0;
    if (c->kind == 2) {
        qvec m = facet_normal(p, &p->other->hull->facets[c->index]);
        n[0] = -m.x;
        n[1] = -m.y;
        n[2] = -m.z;
        return;
    }
    const oracle_edge *e = &p->other->hull->edges[c->kind == 1 ? c->index : 0];
    qvec point = p->points[c->kind == 1 ? e->end[0] : c->index];
    s.c[0] = point.x;
    s.c[1] = point.y;
    s.c[2] = point.z;
    for (int i = 0; i < 3; ++i) n[i] = (quad)c->n[i];
    if (c->kind == 1) {
        qvec d = q3_unit(q3_sub(p->points[e->end[1]], point));
        axis[0] = d.x;
        axis[1] = d.y;
        axis[2] = d.z;
        s.planar = axis;
        quad off = dot_q(n, axis);
        for (int i = 0; i < 3; ++i) n[i] -= off * axis[i];
    }
    make_unit_q(n);
    descend_q(&s, n, STEPS, QUAD_UNIT * s.unit, &at);
    *left = settle_q(&s, n, &at);
}

// The point of the feature that faces the ellipsoid's point x; false where it is beyond the feature's end.
static qvec facing_point(const ellipsoid_pair *p, const candidate *c, qvec x, qvec n)
{
    const oracle_hull *hull = p->other->hull;
    if (c->kind == 0) return p->points[c->index];
    if (c->kind == 1) {
        qvec from = p->points[hull->edges[c->index].end[0]], to = p->points[hull->edges[c->index].end[1]];
        qvec d = q3_sub(to, from);
        quad t = q3_dot(q3_sub(x, from), d) / q3_dot(d, d);
        return q3_add_scaled(from, q_max(0, q_min(1, t)), d);
    }
    qvec corner = p->points[hull->facets[c->index].corner[0]];
    return q3_add_scaled(x, q3_dot(q3_sub(corner, x), n), n);
}

// Apart: the distance of two points of the bodies, less the gap. A face's point must be in the polytope.
static quad doubt(const ellipsoid_pair *p, const candidate *c, const quad n[3], quad gap)
{
    qvec m = q3(n[0], n[1], n[2]);
    qvec s = q3(n[0] * p->axes.x, n[1] * p->axes.y, n[2] * p->axes.z);
    quad h = q_sqrt(q3_dot(s, s));
    qvec x = q3(s.x * p->axes.x / h, s.y * p->axes.y / h, s.z * p->axes.z / h);
    qvec y = facing_point(p, c, x, m);
    quad outside = 0;
    if (c->kind == 2) {
        for (int i = 0; i < p->other->hull->facet_count; ++i) {
            qvec f = facet_normal(p, &p->other->hull->facets[i]);
            outside = q_max(outside, q3_dot(f, q3_sub(y, p->points[p->other->hull->facets[i].corner[0]])));
        }
    }
    return q3_norm(q3_sub(y, x)) - gap + outside;
}

static oracle_answer half_space(const ellipsoid_pair *p)
{
    const oracle_hull *hull = p->other->hull;
    quad length = q3_norm(hull->plane_normal);
    qvec m = q3_scale(qrot_apply(&p->rotation, hull->plane_normal), 1 / length);
    qvec s = q3(m.x * p->axes.x, m.y * p->axes.y, m.z * p->axes.z);
    quad gap = -(hull->plane_offset / length + q3_dot(m, p->shift)) - q_sqrt(q3_dot(s, s));
    const quad n[3] = { -m.x, -m.y, -m.z };
    return scree_oracle_ellipsoid_answer(p, n, gap, 0);
}

oracle_answer scree_oracle_ellipsoid_features(const ellipsoid_pair *p)
{
    const oracle_hull *hull = p->other->hull;
    if (hull->half_space) return half_space(p);
    smooth_q fine;
    candidate_list list = { .pair = p, .band = BAND * (long double)p->unit };
    scree_oracle_ellipsoid_fine(p, &fine);
    for (int i = 0; i < 6; ++i) fine.b[i] = 0;
    scree_oracle_ellipsoid_rough(&fine, &list.smooth);
    if (hull->dimension == 3) {
        for (int i = 0; i < hull->facet_count; ++i) try_facet(&list, i);
    }
    for (int i = 0; i < hull->edge_count; ++i) try_edge(&list, i);
    for (int i = 0; i < hull->point_count; ++i) try_vertex(&list, i);
    quad best = 0, best_left = 0, best_n[3] = { 0, 0, 1 };
    bool found = false;
    for (int i = 0; i < list.count; ++i) {
        if (list.of[i].gap < list.best - list.band) continue;
        quad n[3], left;
        sharpen(p, &fine, &list.of[i], n, &left);
        quad gap = scree_oracle_ellipsoid_gap_inside(p, q3(n[0], n[1], n[2]));
        if (gap > 0) left = doubt(p, &list.of[i], n, gap);
        // Of the same gap, the one that is surer: neighbours of the right feature find its direction too.
        bool better = !found || gap > best + QUAD_UNIT * 1000 * p->unit ||
                      (gap > best - QUAD_UNIT * 1000 * p->unit && left < best_left);
        if (!better) continue;
        found = true;
        best = gap;
        best_left = left;
        for (int j = 0; j < 3; ++j) best_n[j] = n[j];
    }
    return scree_oracle_ellipsoid_answer(p, best_n, best, best > 0 ? best_left : 4 * best_left);
}
