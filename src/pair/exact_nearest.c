// Nearest points of two features, evaluated in double-double.
//
// Idea        Along nearly parallel features the distance changes by less than a rounding, so that a comparison of
//             distances in double picks any of their points; and the difference of two points 1e-8 apart has only half
//             its digits. In double-double, both the right points and an exact normal result. B's vertices are rotated
//             in double-double, too: rounded one by one, they would rotate a face of 1e-6 by some 1e-9, and the line to
//             it with it.
#include "pair/exact_nearest.h"

static dd3 dd3_along(dd3 from, dd t, dd3 d)
{
    return (dd3){ dd_add(from.x, dd_mul(t, d.x)), dd_add(from.y, dd_mul(t, d.y)), dd_add(from.z, dd_mul(t, d.z)) };
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

static void propose(dd3 on_a, dd3 on_b, scree_nearest *best)
{
    dd3 v = dd3_minus(on_b, on_a);
    dd distance2 = dd3_dot(v, v);
    if (!dd_less(distance2, best->distance2)) return;
    *best = (scree_nearest){ distance2, dd3_value(v), dd3_value(on_a), dd3_value(on_b) };
}

static dd rotated(scree_vec3 row, scree_vec3 p, double shift)
{
    const dd x = dd_two_prod(row.x, p.x), y = dd_two_prod(row.y, p.y), z = dd_two_prod(row.z, p.z);
    return dd_add(dd_add(x, y), dd_add(z, dd_make(shift, 0.0)));
}

// A vertex in A's frame.
static dd3 vertex_at(const scree_cores *c, bool of_a, int i)
{
    const scree_vec3 p = scree_stored_vertex(of_a ? c->a : c->b, i);
    if (of_a) return dd3_from(p);
    return (dd3){ rotated(c->rotation.row[0], p, c->shift.x), rotated(c->rotation.row[1], p, c->shift.y),
                  rotated(c->rotation.row[2], p, c->shift.z) };
}

// The point of the segment from q, along e, nearest to x.
static dd3 on_segment(dd3 q, dd3 e, dd3 x)
{
    dd length2 = dd3_dot(e, e);
    if (!(length2.hi > 0.0)) return q;
    return dd3_along(q, dd_clamped(dd_div(dd3_dot(dd3_minus(x, q), e), length2)), e);
}

// Tests ends against segments, and the crossing of the two lines where it is inside.
static void propose_segments(const dd3 p[2], const dd3 q[2], scree_nearest *best)
{
    dd3 d = dd3_minus(p[1], p[0]), e = dd3_minus(q[1], q[0]), r = dd3_minus(q[0], p[0]);
    for (int i = 0; i < 2; ++i) {
        propose(p[i], on_segment(q[0], e, p[i]), best);
        propose(on_segment(p[0], d, q[i]), q[i], best);
    }
    dd3 n = dd3_cross(d, e);
    dd n2 = dd3_dot(n, n);
    if (!(n2.hi > 0.0)) return;
    dd3 on_p = dd3_along(p[0], dd_clamped(dd_div(dd3_dot(dd3_cross(r, e), n), n2)), d);
    dd3 on_q = on_segment(q[0], e, on_p);
    propose(on_segment(p[0], d, on_q), on_q, best);
}

// The projection of x on the plane through a point, perpendicular to n, in double-double: v must not lean by the
// rounding of a stored normal.
static dd3 on_plane(dd3 point, dd3 n, dd3 x)
{
    dd n2 = dd3_dot(n, n), height = dd3_dot(dd3_minus(x, point), n);
    if (!(n2.hi > 0.0)) return point;
    dd t = dd_neg(dd_div(height, n2));
    return (dd3){ dd_add(x.x, dd_mul(t, n.x)), dd_add(x.y, dd_mul(t, n.y)), dd_add(x.z, dd_mul(t, n.z)) };
}

// Corner i of a face, in A's frame; the last is followed by the first.
static scree_vec3 face_corner(const scree_cores *c, bool of_a, const scree_face *f, int i)
{
    const scree_shape *s = of_a ? c->a : c->b;
    int number = s->hull->face_vertices[f->first + i % f->count];
    return of_a ? scree_cores_vertex_a(c, number) : scree_cores_vertex_b(c, number);
}

static dd3 exact_corner(const scree_cores *c, bool of_a, const scree_face *f, int i)
{
    return vertex_at(c, of_a, (of_a ? c->a : c->b)->hull->face_vertices[f->first + i % f->count]);
}

// No edge has x on its outer side; n is the normal of the corners.
static bool is_over(const scree_cores *c, bool of_a, const scree_face *f, dd3 n, dd3 x)
{
    for (int i = 0; i < f->count; ++i) {
        dd3 p = exact_corner(c, of_a, f, i), q = exact_corner(c, of_a, f, i + 1);
        if (dd3_dot(dd3_cross(n, dd3_minus(q, p)), dd3_minus(x, p)).hi < 0.0) return false;
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
static void propose_sides(const scree_cores *c, bool of_a, const scree_face *f, dd3 vertex, scree_nearest *best)
{
    enum { FEW = 8 };
    const scree_vec3 rough = dd3_value(vertex);
    double near = INFINITY;
    for (int i = 0; f->count > FEW && i < f->count; ++i) near = min2(near, side_distance(c, of_a, f, i, rough));
    for (int i = 0; i < f->count; ++i) {
        if (f->count > FEW && side_distance(c, of_a, f, i, rough) > near + c->error) continue;
        const dd3 edge[2] = { exact_corner(c, of_a, f, i), exact_corner(c, of_a, f, i + 1) };
        const dd3 point[2] = { vertex, vertex };
        propose_segments(of_a ? edge : point, of_a ? point : edge, best);
    }
}

// The first corner of a face, the one farthest from it, and the one farthest from the line through both, by index in
// the face: others may be so close to each other, or to a line, that rounding tilts the plane through them.
static void spanning_corners(const scree_cores *c, bool of_a, const scree_face *f, int corner[3])
{
    const scree_vec3 first = face_corner(c, of_a, f, 0);
    double farthest2 = -1.0, widest2 = -1.0;
    corner[0] = corner[1] = corner[2] = 0;
    for (int i = 1; i < f->count; ++i) {
        const double away2 = v3_norm2(v3_sub(face_corner(c, of_a, f, i), first));
        if (!(away2 > farthest2)) continue;
        farthest2 = away2;
        corner[1] = i;
    }
    const scree_vec3 along = v3_sub(face_corner(c, of_a, f, corner[1]), first);
    for (int i = 1; i < f->count; ++i) {
        const double wide2 = v3_norm2(v3_cross(along, v3_sub(face_corner(c, of_a, f, i), first)));
        if (i == corner[1] || !(wide2 > widest2)) continue;
        widest2 = wide2;
        corner[2] = i;
    }
}

// In double: no edge of the face has the point p on its outer side; in the shape's own frame.
static bool is_before(const scree_shape *s, const scree_face *f, scree_vec3 p)
{
    const int *corner = &s->hull->face_vertices[f->first];
    scree_vec3 from = scree_stored_vertex(s, corner[f->count - 1]);
    for (int i = 0; i < f->count; ++i) {
        const scree_vec3 to = scree_stored_vertex(s, corner[i]);
        if (!(v3_dot(v3_cross(f->normal, v3_sub(to, from)), v3_sub(p, from)) >= 0.0)) return false;
        from = to;
    }
    return true;
}

static void propose_face(const scree_cores *c, bool of_a, int face, int vertex, scree_nearest *best)
{
    const scree_face *f = of_a ? &c->a->hull->faces[face] : &c->b->hull->faces[face];
    const dd3 x = vertex_at(c, !of_a, vertex);
    const scree_vec3 rough = dd3_value(x);
    const scree_vec3 own = of_a ? rough : m3_mul_transposed(&c->rotation, v3_sub(rough, c->shift));
    propose_sides(c, of_a, f, x, best);
    const bool whole = is_before(of_a ? c->a : c->b, f, own);
    if (!whole && !scree_is_over_face(of_a ? c->a : c->b, face, own)) return;
    // Three corners that span the face. For a thin face, its plane may lean so much that the projection misses the
    // face: then it is in neither body, and some edge is as near. Where sides are too short to decide, it must be over
    // the others by more than rounding.
    int around[3];
    spanning_corners(c, of_a, f, around);
    if (around[1] > around[2]) { // in the order of the face
        const int last = around[1];
        around[1] = around[2];
        around[2] = last;
    }
    const dd3 base = exact_corner(c, of_a, f, around[0]);
    const dd3 up = dd3_cross(dd3_minus(exact_corner(c, of_a, f, around[1]), base),
                             dd3_minus(exact_corner(c, of_a, f, around[2]), base));
    // Three nearly collinear ones while the face has others may do so even if the projection is over all of them.
    for (int i = 0; i < f->count; ++i) {
        const double off = dd_value(dd3_dot(dd3_minus(exact_corner(c, of_a, f, i), base), up));
        if (!(fabs(off) <= c->error * v3_norm(dd3_value(up)))) return;
    }
    const dd3 projection = on_plane(base, up, x);
    if (!whole || is_over(c, of_a, f, up, projection)) propose(of_a ? projection : x, of_a ? x : projection, best);
}

// The projection of x on a triangle, if it is inside.
static void propose_triangle(bool of_a, const dd3 corner[3], dd3 x, scree_nearest *best)
{
    const dd3 up = dd3_cross(dd3_minus(corner[1], corner[0]), dd3_minus(corner[2], corner[0]));
    const dd3 on = on_plane(corner[0], up, x);
    for (int i = 0; i < 3; ++i) {
        const dd3 side = dd3_minus(corner[(i + 1) % 3], corner[i]);
        if (dd3_dot(dd3_cross(up, side), dd3_minus(on, corner[i])).hi < 0.0) return;
    }
    propose(of_a ? on : x, of_a ? x : on, best);
}

// The corners of a merged sliver are in one plane only to rounding, which may tilt it: its triangles are in the body all the same.
scree_nearest scree_exact_nearest_fan(const scree_cores *c, const scree_axis *features)
{
    scree_nearest best = { .distance2 = { INFINITY, 0.0 } };
    const bool of_a = features->feature_a == SCREE_FEATURE_FACE;
    if (!of_a && features->feature_b != SCREE_FEATURE_FACE) return best;
    const scree_face *f = of_a ? &c->a->hull->faces[features->index_a] : &c->b->hull->faces[features->index_b];
    const dd3 x = vertex_at(c, !of_a, of_a ? features->index_b : features->index_a);
    for (int i = 2; f->count > 3 && i < f->count; ++i) {
        const dd3 corner[3] = { exact_corner(c, of_a, f, 0), exact_corner(c, of_a, f, i - 1),
                                exact_corner(c, of_a, f, i) };
        propose_triangle(of_a, corner, x, &best);
    }
    return best;
}

static void exact_ends(const scree_cores *c, bool of_a, int edge, dd3 end[2])
{
    const scree_shape *s = of_a ? c->a : c->b;
    for (int i = 0; i < 2; ++i)
        end[i] = vertex_at(c, of_a, s->core == SCREE_CORE_SEGMENT ? i : scree_edge_at(s->hull, edge).vertex[i]);
}

scree_nearest scree_exact_nearest_lines(const scree_cores *c, const int ends_a[2], const int ends_b[2])
{
    scree_nearest best = { .distance2 = { INFINITY, 0.0 } };
    const dd3 p[2] = { vertex_at(c, true, ends_a[0]), vertex_at(c, true, ends_a[1]) };
    const dd3 q[2] = { vertex_at(c, false, ends_b[0]), vertex_at(c, false, ends_b[1]) };
    propose_segments(p, q, &best);
    return best;
}

scree_nearest scree_exact_nearest(const scree_cores *c, const scree_axis *features)
{
    scree_nearest best = { .distance2 = { INFINITY, 0.0 } };
    if (features->feature_a == SCREE_FEATURE_FACE) {
        propose_face(c, true, features->index_a, features->index_b, &best);
    } else if (features->feature_b == SCREE_FEATURE_FACE) {
        propose_face(c, false, features->index_b, features->index_a, &best);
    } else {
        dd3 p[2], q[2];
        exact_ends(c, true, features->index_a, p);
        exact_ends(c, false, features->index_b, q);
        propose_segments(p, q, &best);
    }
    return best;
}
