// A frame in which the intersection of two convex bodies is round enough to be sampled, however thin it is.
//
// Source: Groetschel, Lovasz and Schrijver, Geometric Algorithms and Combinatorial Optimization, 1988, section 4.6: the
// ellipsoid method with shallow cuts. An ellipsoid holds the intersection. If its centre, or a point on one of its axes a
// quarter of the way out, is outside of a body, then the tangent plane at the nearest point of the body cuts off a part of
// the ellipsoid, and a smaller one holds the rest. If all these points are inside, their hull is within the intersection.
// Each step takes more than 1 % of the volume, so that the search ends: with such an ellipsoid, or with one so small that
// the bodies share next to nothing.
#include <math.h>

#include "fill/shared.h"

enum { STEPS = 20000 };

// A ball of radius 1 has 4 times the volume of the unit cube.
static const double least_share = 0.25e-9;

static double dot(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/// An ellipsoid around the box that both bounding boxes share.
static bool begin(const scree_fill_solid *a, const scree_fill_solid *b, scree_fill_frame *e)
{
    const scree_aabb p = scree_body_aabb(&a->body, 0.0), q = scree_body_aabb(&b->body, 0.0);
    const double low[3] = { fmax(p.low.x, q.low.x), fmax(p.low.y, q.low.y), fmax(p.low.z, q.low.z) };
    const double high[3] = { fmin(p.high.x, q.high.x), fmin(p.high.y, q.high.y), fmin(p.high.z, q.high.z) };
    *e = (scree_fill_frame){ .centre = { 0.0, 0.0, 0.0 } };
    for (int k = 0; k < a->dimension && k < 3; ++k) {
        if (!(low[k] < high[k])) return false;
        e->centre[k] = 0.5 * (low[k] + high[k]);
        e->axes[k][k] = 0.5 * sqrt(a->dimension) * (high[k] - low[k]);
    }
    return true;
}

double scree_fill_frame_scale(const scree_fill_frame *frame, int dimension)
{
    const double(*m)[3] = frame->axes;
    if (dimension == 2) return fabs(m[0][0] * m[1][1] - m[0][1] * m[1][0]);
    return fabs(m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1]) - m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0]) +
                m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0]));
}

/// A plane that has the bodies on one side: its normal in the frame, unit, and how far it is from the centre there,
/// against the normal. Above 0 it cuts off more than a half.
typedef struct cut {
    double normal[3], depth;
} cut;

static void look_for_cut(const scree_fill_frame *e, scree_fill_solid *s, const double u[3], cut *deepest)
{
    double p[3], normal[3], g[3] = { 0.0, 0.0, 0.0 };
    for (int k = 0; k < 3; ++k) p[k] = e->centre[k] + dot(e->axes[k], u);
    const double distance = scree_fill_solid_distance(s, p, normal);
    if (distance <= 0.0) return;
    for (int k = 0; k < s->dimension; ++k) {
        for (int row = 0; row < 3; ++row) g[k] += e->axes[row][k] * normal[row];
    }
    const double length = sqrt(dot(g, g));
    const double depth = (distance - dot(g, u)) / length;
    if (depth <= deepest->depth) return;
    deepest->depth = depth;
    for (int k = 0; k < 3; ++k) deepest->normal[k] = g[k] / length;
}

/// The ellipsoid of least volume around what the cut leaves of this one.
static void shrink(scree_fill_frame *e, const cut *c, int n)
{
    const double shift = (1.0 + n * c->depth) / (n + 1);
    const double across = sqrt(n * n * (1.0 - c->depth * c->depth) / (n * n - 1.0));
    const double along = n * (1.0 - c->depth) / (n + 1); // of the axis along the normal
    for (int row = 0; row < n; ++row) {
        const double g = dot(e->axes[row], c->normal);
        e->centre[row] -= shift * g;
        for (int k = 0; k < n; ++k) e->axes[row][k] = across * e->axes[row][k] + (along - across) * g * c->normal[k];
    }
}

bool scree_fill_shared_frame(scree_fill_solid *a, scree_fill_solid *b, double least, scree_fill_frame *frame)
{
    const int n = a->dimension;
    if (!begin(a, b, frame)) return false;
    for (int step = 0; step < STEPS && scree_fill_frame_scale(frame, n) > least_share * least; ++step) {
        cut deepest = { .depth = -1.0 };
        for (int k = 0; k <= 2 * n && (k != 1 || deepest.depth < 0.0); ++k) {
            double u[3] = { 0.0, 0.0, 0.0 };
            if (k > 0) u[(k - 1) / 2] = (k % 2 == 1 ? 1.0 : -1.0) / (n + 1);
            look_for_cut(frame, a, u, &deepest);
            look_for_cut(frame, b, u, &deepest);
        }
        if (deepest.depth <= -1.0) return true;
        if (deepest.depth >= 1.0) return false;
        shrink(frame, &deepest, n);
    }
    return false;
}
