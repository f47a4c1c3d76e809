// Nearest points of two features, evaluated with double-doubles.
//
// Idea        Along nearly parallel features the distance changes by less than a rounding, so that a comparison of
//             distances in double picks any of their points; the difference of two points 1e-8 apart has half its
//             digits. With twice the digits, both the right points and an exact normal come out.
#include "pair/exact_nearest.h"

static dd3 dd3_along(scree_vec3 from, dd t, dd3 d)
{
    dd3 r = dd3_from(from);
    return (dd3){ dd_add(r.x, dd_mul(t, d.x)), dd_add(r.y, dd_mul(t, d.y)), dd_add(r.z, dd_mul(t, d.z)) };
}

static dd3 dd3_minus(dd3 a, dd3 b)
{
    return (dd3){ dd_sub(a.x, b.x), dd_sub(a.y, b.y), dd_sub(a.z, b.z) };
}

static bool dd_less(dd a, dd b)
{
    return a.hi < b.hi || (a.hi == b.hi && a.lo < b.lo);
}

static dd dd_clamped(dd t)
{
    const dd zero = { 0.0, 0.0 }, one = { 1.0, 0.0 };
    return dd_less(t, zero) ? zero : dd_less(one, t) ? one : t;
}

static void offer(dd3 on_a, dd3 on_b, scree_nearest *best)
{
    dd3 v = dd3_minus(on_b, on_a);
    dd distance2 = dd3_dot(v, v);
    if (!dd_less(distance2, best->distance2)) return;
    *best = (scree_nearest){ distance2, dd3_value(v), dd3_value(on_a), dd3_value(on_b) };
}

// The point of the segment from q, along e, that is nearest to x.
static dd3 on_segment(scree_vec3 q, dd3 e, dd3 x)
{
    dd length2 = dd3_dot(e, e);
    if (!(length2.hi > 0.0)) return dd3_from(q);
    return dd3_along(q, dd_clamped(dd_div(dd3_dot(dd3_minus(x, dd3_from(q)), e), length2)), e);
}

// Ends against segments, and the crossing of the two lines where it is inside.
static void offer_segments(const scree_vec3 p[2], const scree_vec3 q[2], scree_nearest *best)
{
    dd3 d = dd3_diff(p[1], p[0]), e = dd3_diff(q[1], q[0]), r = dd3_diff(q[0], p[0]);
    for (int i = 0; i < 2; ++i) {
        offer(dd3_from(p[i]), on_segment(q[0], e, dd3_from(p[i])), best);
        offer(on_segment(p[0], d, dd3_from(q[i])), dd3_from(q[i]), best);
    }
    dd3 n = dd3_cross(d, e);
    dd n2 = dd3_dot(n, n);
    if (!(n2.hi > 0.0)) return;
    dd3 on_p = dd3_along(p[0], dd_clamped(dd_div(dd3_dot(dd3_cross(r, e), n), n2)), d);
    dd3 on_q = on_segment(q[0], e, on_p);
    offer(on_segment(p[0], d, on_q), on_q, best);
}

// The foot of x on the plane through a point, across n: with all its digits, since v must not lean by the rounding of a
// stored normal.
static dd3 on_plane(scree_vec3 point, dd3 n, dd3 x)
{
    dd n2 = dd3_dot(n, n), height = dd3_dot(dd3_minus(x, dd3_from(point)), n);
    if (!(n2.hi > 0.0)) return dd3_from(point);
    dd t = dd_neg(dd_div(height, n2));
    return (dd3){ dd_add(x.x, dd_mul(t, n.x)), dd_add(x.y, dd_mul(t, n.y)), dd_add(x.z, dd_mul(t, n.z)) };
}

// Corner i of a face, in A's frame; the last is followed by the first.
static scree_vec3 face_corner(const scree_cores *c, bool of_a, const scree_face *f, int i)
{
    const scree_shape *s = of_a ? c->a : c->b;
    int number = s->face_vertices[f->first + i % f->count];
    return of_a ? scree_cores_vertex_a(c, number) : scree_cores_vertex_b(c, number);
}

// No edge has x on its outer side; n is the normal of the corners.
static bool is_over(const scree_cores *c, bool of_a, const scree_face *f, dd3 n, dd3 x)
{
    for (int i = 0; i < f->count; ++i) {
        scree_vec3 p = face_corner(c, of_a, f, i), q = face_corner(c, of_a, f, i + 1);
        if (dd3_dot(dd3_cross(n, dd3_diff(q, p)), dd3_minus(x, dd3_from(p))).hi < 0.0) return false;
    }
    return true;
}

// The distance of a vertex from side i of a face, in double.
static double side_distance(const scree_cores *c, bool of_a, const scree_face *f, int i, scree_vec3 vertex)
{
    const scree_vec3 p = face_corner(c, of_a, f, i), d = v3_sub(face_corner(c, of_a, f, i + 1), p);
    const scree_vec3 r = v3_sub(vertex, p);
    const double length2 = v3_norm2(d), t = length2 > 0.0 ? v3_dot(r, d) / length2 : 0.0;
    return v3_norm(v3_add_scaled(r, -(t > 0.0 ? min2(t, 1.0) : 0.0), d));
}

// The sides of a face that may be nearest to a vertex: of large faces, few.
static void offer_sides(const scree_cores *c, bool of_a, const scree_face *f, scree_vec3 vertex, scree_nearest *best)
{
    enum { FEW = 8 };
    double near = INFINITY;
    for (int i = 0; f->count > FEW && i < f->count; ++i) near = min2(near, side_distance(c, of_a, f, i, vertex));
    for (int i = 0; i < f->count; ++i) {
        if (f->count > FEW && side_distance(c, of_a, f, i, vertex) > near + c->error) continue;
        const scree_vec3 edge[2] = { face_corner(c, of_a, f, i), face_corner(c, of_a, f, i + 1) };
        const scree_vec3 point[2] = { vertex, vertex };
        offer_segments(of_a ? edge : point, of_a ? point : edge, best);
    }
}

static void offer_face(const scree_cores *c, bool of_a, int face, scree_vec3 vertex, scree_nearest *best)
{
    const scree_face *f = of_a ? &c->a->faces[face] : &c->b->faces[face];
    scree_vec3 n = of_a ? f->normal : m3_mul(&c->turn, f->normal), p = face_corner(c, of_a, f, 0);
    bool over = true;
    for (int i = 1; i <= f->count; ++i) {
        scree_vec3 q = face_corner(c, of_a, f, i);
        over = over && v3_dot(v3_cross(n, v3_sub(q, p)), v3_sub(vertex, p)) >= 0.0;
        p = q;
    }
    offer_sides(c, of_a, f, vertex, best);
    if (!over) return;
    // Three corners spread around the face. Those of a thin one are rounded, and may let the plane lean so much that
    // the foot is beside the face: then it is in neither body, and some edge is as near.
    const scree_vec3 around[3] = { face_corner(c, of_a, f, 0), face_corner(c, of_a, f, f->count / 3),
                                   face_corner(c, of_a, f, 2 * f->count / 3) };
    dd3 up = dd3_cross(dd3_diff(around[1], around[0]), dd3_diff(around[2], around[0]));
    // Three that are nearly in line while the face has others may do so even if the foot is over all of them.
    for (int i = 0; i < f->count; ++i) {
        const double off = dd_value(dd3_dot(dd3_diff(face_corner(c, of_a, f, i), around[0]), up));
        if (!(fabs(off) <= c->error * v3_norm(dd3_value(up)))) return;
    }
    dd3 x = dd3_from(vertex), foot = on_plane(around[0], up, x);
    if (is_over(c, of_a, f, up, foot)) offer(of_a ? foot : x, of_a ? x : foot, best);
}

void scree_edge_ends(const scree_cores *c, bool of_a, int edge, scree_vec3 end[2])
{
    const scree_shape *s = of_a ? c->a : c->b;
    for (int i = 0; i < 2; ++i) {
        int k = s->core == SCREE_CORE_SEGMENT ? i : s->edges[edge].vertex[i];
        end[i] = of_a ? scree_cores_vertex_a(c, k) : scree_cores_vertex_b(c, k);
    }
}

scree_nearest scree_exact_nearest(const scree_cores *c, const scree_axis *features)
{
    scree_nearest best = { .distance2 = { INFINITY, 0.0 } };
    if (features->feature_a == SCREE_FEATURE_FACE) {
        offer_face(c, true, features->index_a, scree_cores_vertex_b(c, features->index_b), &best);
    } else if (features->feature_b == SCREE_FEATURE_FACE) {
        offer_face(c, false, features->index_b, scree_cores_vertex_a(c, features->index_a), &best);
    } else {
        scree_vec3 p[2], q[2];
        scree_edge_ends(c, true, features->index_a, p);
        scree_edge_ends(c, false, features->index_b, q);
        offer_segments(p, q, &best);
    }
    return best;
}
