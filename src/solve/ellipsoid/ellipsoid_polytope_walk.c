// The nearest feature of a polytope to an ellipsoid that it does not intersect.
//
// Idea        GJK with an exact ellipsoid: of P only a simplex of one to three vertices is kept, and the distance from
//             the ellipsoid to it is solved exactly, not through support points. The support vertex of P along the
//             normal found joins the simplex, until none is below it. The distance decreases with every step, so no
//             simplex comes twice; two to four steps are usual. With a good start direction, such as that of the last
//             time step, the walk starts on the face, edge or vertex under it, and mostly ends there.
// Limits      Near touching, rounding decides whether E intersects the simplex. The walk then ends either way, and the
//             search over all features (ellipsoid_polytope_depth.c) settles it.
#include "pair/simplex.h"
#include "solve/ellipsoid/ellipsoid_polytope_search.h"

// A vertex counts as below the plane of the feature only if it is by more than this many roundings of the size.
#define LEVEL_ROUNDINGS 8.0

// A face or edge whose slope against the start direction is at most this is taken as the one to start from.
#define START_SLOPE 0.01

scree_walk_end scree_view_at_vertex(const scree_polytope_view *e, int vertex, scree_touch *out)
{
    scree_vec3 p = scree_seen_vertex(e, vertex);
    if (scree_ellipsoid_holds(e->axes, p)) return SCREE_WALK_MEETS;
    scree_closest closest[2];
    (void)scree_closest_to_point(e->axes, p, INFINITY, closest);
    *out = (scree_touch){ .closest = closest[0], .count = 1, .corner = { vertex }, .face = -1 };
    return SCREE_WALK_APART;
}

static scree_vec3 shrunk(scree_vec3 axes, scree_vec3 x)
{
    return v3(x.x / axes.x, x.y / axes.y, x.z / axes.z);
}

static scree_walk_end segment_touch(const scree_polytope_view *e, int i, int j, scree_touch *out)
{
    scree_vec3 p = scree_seen_vertex(e, i), q = scree_seen_vertex(e, j), d = v3_sub(q, p);
    scree_shadow shadow = scree_ellipsoid_shadow(e->axes, v3_unit(d));
    if (scree_shadow_holds(&shadow, p)) {
        // The line enters E; in coordinates where E is the unit ball, the middle of the chord is nearest to the centre.
        scree_vec3 from = shrunk(e->axes, p), along = shrunk(e->axes, d);
        double middle = -v3_dot(from, along) / v3_norm2(along);
        if (middle >= 0.0 && middle <= 1.0) return SCREE_WALK_MEETS;
        return scree_view_at_vertex(e, middle < 0.0 ? i : j, out);
    }
    scree_closest closest[2];
    (void)scree_closest_to_line(e->axes, &shadow, p, INFINITY, closest);
    double t = v3_dot(v3_sub(closest[0].x, p), d) / v3_norm2(d);
    if (!(t > 0.0 && t < 1.0)) return scree_view_at_vertex(e, t > 0.5 ? j : i, out);
    *out = (scree_touch){ .closest = closest[0], .count = 2, .corner = { i, j }, .face = -1 };
    return SCREE_WALK_APART;
}

static bool face_has(const scree_shape *p, int face, int vertex)
{
    for (int k = 0; k < p->hull->faces[face].count; ++k)
        if (p->hull->face_vertices[p->hull->faces[face].first + k] == vertex) return true;
    return false;
}

static int common_face(const scree_shape *p, int i, int j, int k)
{
    for (int at = p->hull->nodes[i].fan; at < p->hull->nodes[i].fan_end; ++at) {
        int face = scree_vertex_face(p->hull, at);
        if (face_has(p, face, j) && face_has(p, face, k)) return face;
    }
    return -1;
}

// Is x, in the plane of the corners (counter-clockwise about n), inside the polygon?
static bool is_over(const scree_vec3 *corner, int count, scree_vec3 n, scree_vec3 x)
{
    scree_vec3 from = corner[count - 1];
    for (int i = 0; i < count; ++i) {
        if (v3_dot(v3_cross(n, v3_sub(corner[i], from)), v3_sub(x, from)) < 0.0) return false;
        from = corner[i];
    }
    return true;
}

// The corner of the face at the end of the edge that x is beyond; -1 if x is inside the face.
static int beyond_edge(const scree_polytope_view *e, int face, scree_vec3 x)
{
    const scree_face *f = &e->p->hull->faces[face];
    const int *corner = &e->p->hull->face_vertices[f->first];
    scree_vec3 n = f->normal, y = m3_mul_transposed(&e->rotation, v3_sub(x, e->shift));
    scree_vec3 from = scree_stored_vertex(e->p, corner[f->count - 1]);
    for (int i = 0; i < f->count; ++i) {
        scree_vec3 to = scree_stored_vertex(e->p, corner[i]);
        if (v3_dot(v3_cross(n, v3_sub(to, from)), v3_sub(y, from)) < 0.0) return i;
        from = to;
    }
    return -1;
}

static scree_walk_end nearer(scree_walk_end one, const scree_touch *x, scree_walk_end two, const scree_touch *y,
                             scree_touch *out)
{
    if (one == SCREE_WALK_MEETS || two == SCREE_WALK_MEETS) return SCREE_WALK_MEETS;
    *out = x->closest.gap <= y->closest.gap ? *x : *y;
    return SCREE_WALK_APART;
}

// The triangle i j k, where k is new: the nearest point is not on edge i j.
static scree_walk_end triangle_touch(const scree_polytope_view *e, int i, int j, int k, scree_touch *out)
{
    const scree_vec3 corner[3] = { scree_seen_vertex(e, i), scree_seen_vertex(e, j), scree_seen_vertex(e, k) };
    scree_vec3 outward = v3_unit(scree_triangle_normal(corner[0], corner[1], corner[2])), m = outward;
    int face = common_face(e->p, i, j, k);
    if (face >= 0) m = m3_mul(&e->rotation, e->p->hull->faces[face].normal);
    if (v3_dot(m, corner[0]) < 0.0) m = v3_neg(m);
    double height = v3_dot(m, corner[0]), reach = scree_ellipsoid_reach(e->axes, m);
    scree_closest closest = { .m = m, .gap = height - reach, .x = scree_ellipsoid_top(e->axes, m) };
    if (closest.gap > 0.0) {
        bool over = face >= 0 ? beyond_edge(e, face, closest.x) < 0 : is_over(corner, 3, outward, closest.x);
        *out = (scree_touch){ .closest = closest, .count = 3, .corner = { i, j, k }, .face = face };
        if (over) return SCREE_WALK_APART;
    } else if (is_over(corner, 3, outward, v3_scale(closest.x, height / reach))) {
        return SCREE_WALK_MEETS; // the centre of the ellipse in which the plane cuts E
    }
    scree_touch x, y;
    scree_walk_end one = segment_touch(e, i, k, &x);
    if (one == SCREE_WALK_MEETS) return one;
    return nearer(one, &x, segment_touch(e, j, k, &y), &y, out);
}

// Is E's centre inside the tetrahedron?
static bool holds_centre(const scree_polytope_view *e, const int w[4])
{
    scree_vec3 p[4];
    for (int i = 0; i < 4; ++i) p[i] = scree_seen_vertex(e, w[i]);
    for (int i = 0; i < 4; ++i) {
        scree_vec3 a = p[(i + 1) % 4], b = p[(i + 2) % 4], c = p[(i + 3) % 4];
        scree_vec3 n = scree_triangle_normal(a, b, c);
        if (!(v3_dot(n, v3_sub(p[i], a)) * v3_dot(n, v3_neg(a)) > 0.0)) return false;
    }
    return true;
}

static scree_walk_end simplex_touch(const scree_polytope_view *e, const int w[4], int count, scree_touch *out)
{
    if (count == 2) return segment_touch(e, w[0], w[1], out);
    if (count == 3) return triangle_touch(e, w[0], w[1], w[2], out);
    if (holds_centre(e, w)) return SCREE_WALK_MEETS;
    scree_touch x, y;
    scree_walk_end end = triangle_touch(e, w[0], w[1], w[3], &x);
    if (end == SCREE_WALK_APART) end = nearer(end, &x, triangle_touch(e, w[0], w[2], w[3], &y), &y, &x);
    if (end == SCREE_WALK_APART) end = nearer(end, &x, triangle_touch(e, w[1], w[2], w[3], &y), &y, &x);
    *out = x;
    return end;
}

static bool has_corner(const scree_touch *t, int vertex)
{
    for (int i = 0; i < t->count; ++i)
        if (t->corner[i] == vertex) return true;
    return false;
}

// If E's point projects into the face, nothing is nearer; else start from the edge that it is beyond.
static scree_walk_end face_start(const scree_polytope_view *e, int face, scree_touch *out, bool *done)
{
    const scree_seen_face seen = scree_see_face(e, face);
    const scree_face *f = &e->p->hull->faces[face];
    const int *corner = &e->p->hull->face_vertices[f->first];
    const int beyond = beyond_edge(e, face, seen.top);
    *done = beyond < 0 && seen.depth < 0.0;
    if (beyond >= 0) return segment_touch(e, corner[beyond > 0 ? beyond - 1 : f->count - 1], corner[beyond], out);
    *out = (scree_touch){ .closest = { .m = v3_neg(seen.out), .x = seen.top, .gap = -seen.depth }, .face = face };
    return *done ? SCREE_WALK_APART : SCREE_WALK_OPEN;
}

scree_walk_end scree_view_at_feature(const scree_polytope_view *e, scree_vec3 m, scree_touch *out, bool *done)
{
    const scree_shape *p = e->p;
    const scree_vec3 down = m3_mul_transposed(&e->rotation, v3_neg(m));
    const int vertex = scree_support_vertex(p, down, 0);
    int ends[2] = { 1 - vertex, 1 - vertex }, face = -1; // of a segment: the other end
    *done = false;
    if (p->core == SCREE_CORE_POLYHEDRON) {
        const int first = p->hull->nodes[vertex].fan, last = p->hull->nodes[vertex].fan_end;
        double most = -INFINITY;
        for (int k = first; k < last; ++k) {
            const double along = v3_dot(down, p->hull->faces[scree_vertex_face(p->hull, k)].normal);
            if (!(along > most)) continue;
            most = along;
            face = scree_vertex_face(p->hull, k);
            ends[0] = scree_neighbour(p->hull, k);
            ends[1] = scree_neighbour(p->hull, k + 1 < last ? k + 1 : first);
        }
        if (most * most >= 1.0 - START_SLOPE * START_SLOPE && most > 0.0) return face_start(e, face, out, done);
    }
    double flattest = START_SLOPE;
    int end = -1;
    for (int i = 0; i < 2; ++i) {
        const scree_vec3 d = v3_sub(scree_stored_vertex(p, ends[i]), scree_stored_vertex(p, vertex));
        const double slope = fabs(v3_dot(down, d)) / v3_norm(d);
        if (!(slope <= flattest)) continue;
        flattest = slope;
        end = ends[i];
    }
    return end < 0 ? scree_view_at_vertex(e, vertex, out) : segment_touch(e, vertex, end, out);
}

scree_walk_end scree_view_walk(const scree_polytope_view *e, int limit, scree_touch *out, int *steps)
{
    const double level = LEVEL_ROUNDINGS * SCREE_ROUNDING * e->c->size;
    double lower = -INFINITY;
    scree_walk_end end = SCREE_WALK_APART;
    for (*steps = 1; end == SCREE_WALK_APART && *steps < limit; ++*steps) {
        scree_vec3 down = m3_mul_transposed(&e->rotation, v3_neg(out->closest.m));
        int next = scree_support_vertex(e->p, down, out->corner[0]);
        scree_vec3 rise = v3_sub(scree_seen_vertex(e, next), scree_seen_vertex(e, out->corner[0]));
        double below = v3_dot(out->closest.m, rise);
        lower = fmax(lower, out->closest.gap + fmin(below, 0.0));
        scree_view_trace(e, "walk", *steps, out, lower, out->closest.gap);
        if (has_corner(out, next) || below >= -level) return SCREE_WALK_APART;
        int w[4];
        for (int i = 0; i < out->count; ++i) w[i] = out->corner[i];
        w[out->count] = next;
        scree_touch better;
        end = simplex_touch(e, w, out->count + 1, &better);
        if (end != SCREE_WALK_APART) return end;
        if (!(better.closest.gap < out->closest.gap)) return SCREE_WALK_OPEN;
        *out = better;
    }
    return end == SCREE_WALK_APART ? SCREE_WALK_OPEN : end;
}
