// For tests of an ellipsoid with a polytope: the signed distance in long double, by brute force over all features.
//
// The gap along a unit direction m, the least m . p over P less the reach of the ellipsoid, is at most the signed
// distance, and at the right m it is the signed distance, apart or overlapping. The right m is the normal of a face, or
// stationary among the directions across an edge, or among all for a vertex. So the gaps along all such directions are
// looked at, stationary or not in the right place: every gap is a true bound, and the largest is the truth.
//
//   faces     normals of all triples of vertices, in both senses (of large hulls: of the shape's faces)
//   edges     sign changes of the slope around the circle across each pair of vertices, by bisection
//   vertices  all roots of the secular equation, the useless ones too, by bisection
#ifndef SCREE_TESTS_NARROW_WIDE_ELLIPSOID_H
#define SCREE_TESTS_NARROW_WIDE_ELLIPSOID_H

#include "smooth.h"

enum { WIDE_MOST = 400, WIDE_TRIPLES = 5, WIDE_SAMPLES = 48, WIDE_HALVINGS = 80 };

typedef struct wide_pair {
    real3 axes;
    const scree_shape *shape; // of P, or NULL for a segment
    int count;
    real3 p[WIDE_MOST]; // in the ellipsoid's frame
    real gap;           // the largest so far
    real3 m;            // and its direction
} wide_pair;

static inline real3 r3_sub(real3 a, real3 b)
{
    return r3(a.x - b.x, a.y - b.y, a.z - b.z);
}

static inline real r3_norm(real3 a)
{
    real m = fmaxl(fabsl(a.x), fmaxl(fabsl(a.y), fabsl(a.z)));
    if (m == 0) return 0;
    real3 s = r3(a.x / m, a.y / m, a.z / m);
    return m * sqrtl(r3_dot(s, s));
}

static inline real wide_reach(const wide_pair *w, real3 m)
{
    return r3_norm(r3(w->axes.x * m.x, w->axes.y * m.y, w->axes.z * m.z));
}

static inline real wide_gap(const wide_pair *w, real3 m)
{
    real least = INFINITY;
    for (int i = 0; i < w->count; ++i) least = fminl(least, r3_dot(m, w->p[i]));
    return least - wide_reach(w, m);
}

static inline void wide_propose(wide_pair *w, real3 d)
{
    real length = r3_norm(d);
    if (!(length > 0) || !isfinite(length)) return;
    real3 m = r3(d.x / length, d.y / length, d.z / length);
    real gap = wide_gap(w, m);
    if (!(gap > w->gap)) return;
    w->gap = gap;
    w->m = m;
}

static inline void wide_faces(wide_pair *w)
{
    if (w->count > WIDE_TRIPLES) {
        for (int f = 0; f < scree_shape_face_count(w->shape); ++f) {
            const int *v = scree_shape_face_vertices(w->shape, f);
            int n = scree_shape_face_size(w->shape, f);
            real3 sum = r3(0, 0, 0); // Newell's normal
            for (int i = 0; i < n; ++i)
                sum = r3_add_scaled(sum, 1,
                                    r3_cross(r3_sub(w->p[v[i]], w->p[v[0]]), r3_sub(w->p[v[(i + 1) % n]], w->p[v[0]])));
            wide_propose(w, r3(-sum.x, -sum.y, -sum.z));
        }
        return;
    }
    for (int i = 0; i < w->count; ++i)
        for (int j = 0; j < i; ++j)
            for (int k = 0; k < j; ++k) {
                real3 n = r3_cross(r3_sub(w->p[j], w->p[i]), r3_sub(w->p[k], w->p[i]));
                wide_propose(w, n);
                wide_propose(w, r3(-n.x, -n.y, -n.z));
            }
}

// Directions cos(t) u + sin(t) v; u and v need not have length 1: several choices of theirs divide the circle in
// several ways, so that no narrow corner of it falls between two samples.
typedef struct wide_arc {
    real3 p, u, v;
} wide_arc;

static inline real3 wide_mix(const wide_arc *c, real u, real v)
{
    return r3_add_scaled(r3(u * c->u.x, u * c->u.y, u * c->u.z), v, c->v);
}

// The sign of it is that of the slope of the gap between the ellipsoid and the point p.
static inline real wide_slope(const wide_pair *w, const wide_arc *c, real t)
{
    real cosine = cosl(t), sine = sinl(t);
    real3 a = w->axes, d = wide_mix(c, cosine, sine), way = wide_mix(c, -sine, cosine);
    way = r3_add_scaled(way, -r3_dot(d, way) / r3_dot(d, d), d);
    real h = wide_reach(w, d);
    real3 top = r3(a.x * a.x * d.x / h, a.y * a.y * d.y / h, a.z * a.z * d.z / h);
    return r3_dot(r3_sub(c->p, top), way);
}

static inline void wide_circle(wide_pair *w, const wide_arc *c)
{
    const real step = 6.283185307179586476925L / WIDE_SAMPLES;
    real before, after = wide_slope(w, c, 0);
    for (int i = 0; i < WIDE_SAMPLES; ++i) {
        real from = step * i, to = step * (i + 1);
        before = after;
        after = wide_slope(w, c, to);
        if (!(before >= 0 && after <= 0)) continue; // no maximum in here
        for (int k = 0; k < WIDE_HALVINGS; ++k) {
            real middle = 0.5L * (from + to);
            *(wide_slope(w, c, middle) > 0 ? &from : &to) = middle;
        }
        wide_propose(w, wide_mix(c, cosl(from), sinl(from)));
    }
}

static inline void wide_line(wide_pair *w, int i, int j)
{
    real3 e = r3_unit(r3_sub(w->p[j], w->p[i])), a = w->axes;
    real3 axis = fabsl(e.x) <= fabsl(e.y) && fabsl(e.x) <= fabsl(e.z) ? r3(1, 0, 0)
                 : fabsl(e.y) <= fabsl(e.z)                           ? r3(0, 1, 0)
                                                                      : r3(0, 0, 1);
    real3 u = r3_unit(r3_cross(e, axis)), v = r3_cross(e, u);
    // The axes of the ellipse that is seen along e.
    real3 au = r3(a.x * u.x, a.y * u.y, a.z * u.z), av = r3(a.x * v.x, a.y * v.y, a.z * v.z);
    real angle = 0.5L * atan2l(2 * r3_dot(au, av), r3_dot(au, au) - r3_dot(av, av)), c = cosl(angle), s = sinl(angle);
    real3 first = r3_add_scaled(r3(c * u.x, c * u.y, c * u.z), s, v), second = r3_cross(e, first);
    real longer = wide_reach(w, first), shorter = wide_reach(w, second);
    for (int k = 0; k < 3; ++k) {
        real stretch = k == 0 ? 1 : k == 1 ? longer / shorter : sqrtl(longer / shorter);
        wide_arc arc = { w->p[i], first, r3(stretch * second.x, stretch * second.y, stretch * second.z) };
        wide_circle(w, &arc);
    }
}

static inline void wide_lines(wide_pair *w)
{
    if (w->count <= WIDE_TRIPLES) {
        for (int i = 0; i < w->count; ++i)
            for (int j = 0; j < i; ++j) wide_line(w, i, j);
        return;
    }
    for (int i = 0; i < scree_shape_edge_count(w->shape); ++i) {
        int vertex[2], face[2];
        scree_shape_edge(w->shape, i, vertex, face);
        wide_line(w, vertex[0], vertex[1]);
    }
}

static inline real wide_secular(const wide_pair *w, real3 p, int k, real d)
{
    const real a[3] = { w->axes.x, w->axes.y, w->axes.z }, x[3] = { p.x, p.y, p.z };
    real sum = 0;
    for (int i = 0; i < 3; ++i) {
        real r = a[i] * x[i] / ((a[i] - a[k]) * (a[i] + a[k]) - d);
        sum += x[i] == 0 ? 0 : r * r;
    }
    return sum;
}

// The stationary point at t = a_k^2 + d. Where p is on a plane of symmetry, both ends across it.
static inline void wide_stationary(wide_pair *w, real3 p, int k, real d)
{
    const real a[3] = { w->axes.x, w->axes.y, w->axes.z }, x[3] = { p.x, p.y, p.z };
    real m[3], sum = 0;
    for (int i = 0; i < 3; ++i) {
        real over = (a[i] - a[k]) * (a[i] + a[k]) - d;
        m[i] = x[i] == 0 ? 0 : x[i] / over;
        sum += a[i] * a[i] * m[i] * m[i];
    }
    wide_propose(w, r3(m[0], m[1], m[2]));
    if (d != 0 || !(sum < 1)) return;
    real last = sqrtl(1 - sum) / a[k];
    for (int side = -1; side <= 1; side += 2) {
        real end[3] = { m[0], m[1], m[2] };
        end[k] = side * last;
        wide_propose(w, r3(end[0], end[1], end[2]));
    }
}

// The root of S = 1 between `from`, where S is above 1, and `to`, where it is not; as distances from a_k^2. Next to the
// pole the root is tiny: geometric means, then.
static inline real wide_bisect(const wide_pair *w, real3 p, int k, real from, real to)
{
    for (int i = 0; i < 2 * WIDE_HALVINGS; ++i) {
        bool wide = from * to > 0 && (from / to > 2 || to / from > 2);
        real middle = wide ? copysignl(sqrtl(from / to) * fabsl(to), to) : 0.5L * (from + to);
        if (from == 0) middle = to * 1e-6L > 0 || to * 1e-6L < 0 ? to * 1e-6L : 0.5L * to;
        *(wide_secular(w, p, k, middle) > 1 ? &from : &to) = middle;
    }
    return 0.5L * (from + to);
}

// Between the poles a_k^2 and a_k^2 + span (negative: below): S goes from above 1 down and up again, or stays above.
static inline void wide_between(wide_pair *w, real3 p, int k, real span)
{
    real low = 0, high = span;
    for (int i = 0; i < 3 * WIDE_HALVINGS; ++i) { // where it is least, by thirds
        real one = low + (high - low) / 3, two = high - (high - low) / 3;
        if (wide_secular(w, p, k, one) < wide_secular(w, p, k, two))
            high = two;
        else
            low = one;
    }
    real least = 0.5L * (low + high);
    if (wide_secular(w, p, k, least) > 1) return;
    wide_stationary(w, p, k, wide_bisect(w, p, k, 0, least));
}

static inline void wide_vertex(wide_pair *w, real3 p)
{
    const real a[3] = { w->axes.x, w->axes.y, w->axes.z };
    const real big = 4 * (fmaxl(a[0], fmaxl(a[1], a[2])) + r3_norm(p));
    for (int k = 0; k < 3; ++k) {
        wide_stationary(w, p, k, 0);
        // Below the pole down to the next one, and above it up to the next one.
        real below = -INFINITY, above = INFINITY;
        for (int i = 0; i < 3; ++i) {
            real d = (a[i] - a[k]) * (a[i] + a[k]);
            if (d < 0) below = fmaxl(below, d);
            if (d > 0) above = fminl(above, d);
        }
        if (isinf(below))
            wide_stationary(w, p, k, wide_bisect(w, p, k, 0, -big * big));
        else
            wide_between(w, p, k, below);
        if (isinf(above))
            wide_stationary(w, p, k, wide_bisect(w, p, k, 0, big * big));
        else
            wide_between(w, p, k, above);
    }
}

/// The largest gap of all.
static inline real wide_distance(wide_pair *w)
{
    w->gap = -INFINITY;
    wide_faces(w);
    wide_lines(w);
    for (int i = 0; i < w->count; ++i) wide_vertex(w, w->p[i]);
    return w->gap;
}

/// Vertex v of P, given in P's frame.
static inline real3 wide_place(const scree_body *ellipsoid, const scree_body *other, scree_vec3 v)
{
    scree_vec3 p = ellipsoid->position, q = other->position;
    real3 x = real_rotate(other->orientation, r3_from(v), false);
    x = r3(x.x + ((real)q.x - p.x), x.y + ((real)q.y - p.y), x.z + ((real)q.z - p.z));
    return real_rotate(ellipsoid->orientation, x, true);
}

/// The cores of two bodies, the first an ellipsoid, the other a polyhedron, a box, or a capsule of this half length.
static inline void wide_make(wide_pair *w, const scree_body *ellipsoid, const scree_body *other, double half_length)
{
    w->axes = r3_from(scree_shape_semi_axes(ellipsoid->shape));
    w->shape = other->shape;
    w->count = scree_shape_vertex_count(other->shape);
    for (int i = 0; i < w->count; ++i) w->p[i] = wide_place(ellipsoid, other, scree_shape_vertex(other->shape, i));
    if (w->count > 0) return;
    w->count = 2;
    w->p[0] = wide_place(ellipsoid, other, s3(0, 0, -half_length));
    w->p[1] = wide_place(ellipsoid, other, s3(0, 0, half_length));
}

#endif
