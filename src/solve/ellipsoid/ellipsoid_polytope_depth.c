// The largest gap between an ellipsoid and a polytope over all directions, by going through P's features.
//
// Idea        Where vertex v of P is the support vertex, the depth along m, h_E(m) - m . v, is a smooth function of m.
//             So a minimum over the sphere is at a face normal, or a minimum along the arc of an edge, or one inside
//             the region of a vertex on the Gauss map; each kind is solved exactly.
//             The depth is sublinear in m: m . (x - v) is a lower bound for any point x of E. E's lowest points under
//             the faces adjacent to an arc, or around a region, bound the depth there, and exclude most features without
//             solving them. Bounds below 0 prove nothing: near touching, and apart, all are solved.
// Limits      All features are visited: the time grows with their number, as a global minimum requires.
#include "pair/axis.h"
#include "solve/ellipsoid/ellipsoid_polytope_search.h"

// Error bound on the depths evaluated here, in roundings of the size, on top of that of the pose (see pair.c): a rotated
// vertex or normal, its product, the support function. Tests see less than half of this.
#define DEPTH_ROUNDINGS 16.0

// Whether the best feature is P's support along its normal, and contains the projection of E's point.
typedef enum fit { UNKNOWN, FITS, ADJACENT } fit;

typedef struct search {
    const scree_polytope_view *e;
    const scree_seen_face *faces;
    double depth;    // of the best so far; the least, up to rounding
    double least;    // of all that were evaluated
    double rounding; // of a depth
    double tie;      // depths that differ by less may be equal: the faces of P are flat only to the pair's error
    scree_touch *best;
    fit fit;
    bool settling; // accept only features that fit
    int steps;
} search;

scree_seen_face scree_see_face(const scree_polytope_view *e, int face)
{
    const scree_face *f = &e->p->hull->faces[face];
    scree_seen_face s;
    s.out = m3_mul(&e->rotation, f->normal);
    s.height = f->offset + v3_dot(s.out, e->shift);
    const scree_vec3 a = e->axes, u = v3(a.x * s.out.x, a.y * s.out.y, a.z * s.out.z);
    const double reach = v3_norm(u), inverse = -1.0 / reach;
    s.depth = s.height + reach;
    s.top = v3(a.x * u.x * inverse, a.y * u.y * inverse, a.z * u.z * inverse);
    return s;
}

// A lower bound on the depth along the normal of face g from E's lowest point under face f, for faces that share a
// vertex.
static double bound_at(const scree_seen_face *f, const scree_seen_face *g)
{
    return g->height - v3_dot(f->top, g->out);
}

static bool arc_is_hopeless(const search *s, scree_edge edge)
{
    if (s->depth < 0.0) return false;
    const scree_seen_face *f = &s->faces[edge.face[0]], *g = &s->faces[edge.face[1]];
    const double at_g = bound_at(f, g), at_f = bound_at(g, f);
    if (at_g >= s->depth || at_f >= s->depth) return true;
    // The two bounds cross at m = a f + b g, and each holds on its side. For a thin wedge, with nearly opposite normals
    // and m nearly 0, rounding matters.
    const double a = g->depth - at_g, b = f->depth - at_f;
    const scree_vec3 m = v3_add_scaled(v3_scale(f->out, a), b, g->out);
    return a * f->depth + b * at_g - s->rounding * (a + b) >= s->depth * v3_norm(m);
}

static bool region_is_hopeless(const search *s, int vertex, scree_vec3 p)
{
    const scree_shape *shape = s->e->p;
    const scree_vec3 a = s->e->axes;
    const double least = fmax(s->depth, 0.0), shortest = fmin(a.x, fmin(a.y, a.z));
    // The ball of the shortest axis, scaled to the room left around p, is inside E.
    if (shortest * (1.0 - v3_norm(v3(p.x / a.x, p.y / a.y, p.z / a.z))) >= least) return true;
    const int first = shape->core == SCREE_CORE_POLYHEDRON ? shape->hull->nodes[vertex].fan : 0;
    const int last = shape->core == SCREE_CORE_POLYHEDRON ? shape->hull->nodes[vertex].fan_end : 0;
    for (int i = first; i < last; ++i) {
        int k = first;
        while (k < last && bound_at(&s->faces[scree_vertex_face(shape->hull, i)],
                                    &s->faces[scree_vertex_face(shape->hull, k)]) >= least)
            ++k;
        if (k == last) return true;
    }
    return false;
}

// Traces the best so far. Until the end, the only upper bound is the distance from E's centre to a vertex of P.
static void trace_step(search *s)
{
    scree_view_trace(s->e, "features", ++s->steps, s->best, -s->depth, v3_norm(scree_seen_vertex(s->e, 0)));
}

// How far the projection of E's point on the touched feature lies outside that feature. If it does, a side or corner of
// the feature, or an adjacent one, is no deeper, up to rounding, and only there are both points on the surfaces.
static double beyond_feature(const search *s, const scree_touch *t)
{
    const scree_polytope_view *e = s->e;
    if (t->face >= 0) {
        const scree_face *f = &e->p->hull->faces[t->face];
        scree_vec3 y = m3_mul_transposed(&e->rotation, v3_sub(t->closest.x, e->shift)), on_face;
        y = v3_add_scaled(y, f->offset - v3_dot(f->normal, y), f->normal);
        return scree_face_distance(e->p, t->face, y, &on_face);
    }
    if (t->count < 2) return 0.0;
    const scree_vec3 p = scree_seen_vertex(e, t->corner[0]), d = v3_sub(scree_seen_vertex(e, t->corner[1]), p);
    const double length = v3_norm(d), along = v3_dot(v3_sub(t->closest.x, p), d);
    return length > 0.0 ? fmax(0.0, fmax(-along, along - length * length) / length) : 0.0;
}

static bool holds_projection(const search *s, const scree_touch *t)
{
    return beyond_feature(s, t) <= s->e->c->error;
}

// For a face this is evaluated only when needed.
static bool best_fits(search *s)
{
    if (s->fit == UNKNOWN) s->fit = holds_projection(s, s->best) ? FITS : ADJACENT;
    return s->fit == FITS;
}

// A candidate whose feature is not P's support along m does not give P's depth. If E is far larger than P, it may come
// within rounding of the right depth all the same, but with a wrong point. So may a candidate that projects outside its
// feature, since the edges of needles are nearly parallel. Neither replaces one that fits if the two tie.
static void propose(search *s, const scree_closest *closest, int count, int i, int j)
{
    if (!(-closest->gap < s->depth)) return;
    scree_vec3 n;
    const double depth = -scree_view_gap(s->e, closest->m, &n, NULL);
    if (!(depth < s->depth)) return;
    const scree_touch touch = { .closest = *closest, .count = count, .corner = { i, j }, .face = -1 };
    const bool is_least = depth + closest->gap <= s->tie;
    const bool fits = is_least && holds_projection(s, &touch);
    s->least = fmin(s->least, depth);
    if (!fits && (s->settling || (depth >= s->depth - s->tie && (!is_least || best_fits(s))))) return;
    s->depth = depth;
    s->fit = fits ? FITS : ADJACENT;
    *s->best = touch;
    trace_step(s);
}

static void search_edge(search *s, int i, int j)
{
    scree_vec3 p = scree_seen_vertex(s->e, i), q = scree_seen_vertex(s->e, j);
    scree_shadow shadow = scree_ellipsoid_shadow(s->e->axes, v3_unit(v3_sub(q, p)));
    scree_closest closest[2];
    const int count = scree_closest_to_line(s->e->axes, &shadow, p, -s->depth, closest);
    for (int k = 0; k < count; ++k) propose(s, &closest[k], 2, i, j);
}

static void search_vertex(search *s, int i)
{
    scree_vec3 p = scree_seen_vertex(s->e, i);
    if (region_is_hopeless(s, i, p)) return;
    scree_closest closest[2];
    const int count = scree_closest_to_point(s->e->axes, p, -s->depth, closest);
    for (int k = 0; k < count; ++k) propose(s, &closest[k], 1, i, i);
}

static void search_faces(search *s, scree_seen_face *faces, bool seen)
{
    int best = -1;
    for (int i = 0; i < s->e->p->hull->face_count; ++i) {
        if (!seen) faces[i] = scree_see_face(s->e, i);
        if (!(faces[i].depth < s->depth)) continue;
        s->depth = faces[i].depth;
        best = i;
    }
    if (best < 0) return;
    *s->best = (scree_touch){ .closest = { .m = v3_neg(faces[best].out), .x = faces[best].top }, .face = best };
    trace_step(s);
}

// The best feature does not fit: take one that does among those that tie with it.
static void settle(search *s)
{
    const scree_shape *p = s->e->p;
    const double depth = s->depth;
    s->settling = true;
    s->depth += s->tie;
    for (int i = 0; i < p->hull->edge_count && s->fit != FITS; ++i)
        search_edge(s, scree_edge_at(p->hull, i).vertex[0], scree_edge_at(p->hull, i).vertex[1]);
    for (int i = 0; i < p->vertex_count && s->fit != FITS; ++i) search_vertex(s, i);
    if (s->fit != FITS) s->depth = depth;
}

double scree_view_depth(const scree_polytope_view *e, scree_seen_face *faces, bool seen, scree_touch *out)
{
    search s = { .e = e, .faces = faces, .depth = INFINITY, .least = INFINITY, .best = out };
    s.rounding = DEPTH_ROUNDINGS * SCREE_ROUNDING * e->c->size;
    s.tie = fmax(s.rounding, e->c->error);
    const scree_shape *p = e->p;
    search_faces(&s, faces, seen);
    if (p->core == SCREE_CORE_SEGMENT) search_edge(&s, 0, 1);
    for (int i = 0; i < p->hull->edge_count; ++i)
        if (!arc_is_hopeless(&s, scree_edge_at(p->hull, i)))
            search_edge(&s, scree_edge_at(p->hull, i).vertex[0], scree_edge_at(p->hull, i).vertex[1]);
    for (int i = 0; i < p->vertex_count; ++i) search_vertex(&s, i);
    if (!best_fits(&s)) settle(&s);
    return s.rounding - fmin(s.least, s.depth);
}
