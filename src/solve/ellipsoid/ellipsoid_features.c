// An ellipsoid against a point, or against a line projected along itself: the secular equation.
//
// Source      Eberly, "Distance from a point to an ellipse, an ellipsoid, or a hyperellipsoid" (2013); Martinez, "Local
//             minimizers of quadratic functions on Euclidean balls and spheres", SIAM J. Optim. 4 (1994); for the
//             iteration More and Sorensen, "Computing a trust region step", SIAM J. Sci. Stat. Comput. 4 (1983).
// Idea        At a point x of the surface whose normal passes through p, p_k = x_k - t x_k / a_k^2 with one t for all
//             axes k. So x_k = a_k^2 p_k / (a_k^2 - t), and x is on the surface if S(t) = sum of (a_k p_k / (a_k^2 -
//             t))^2 = 1. With a the shortest axis, t < a^2 has one root: the closest point. Beyond a^2, up to the
//             square of the next axis, there are two roots or none, and the smaller one is the only other local minimum
//             of the depth: the way out on the far side. A line is a point again, in the plane across it.
// Departures  1. The unknown is the distance of t from a^2, not t, so that a^2 - t does not cancel, however near p is
//                to the plane of symmetry across the shortest axis. On that plane the last coordinate follows from the
//                others.
//             2. The axes of the ellipse in the plane come from one rotation of two vectors, and the shorter one from
//                the area, so that it has full relative accuracy at any aspect ratio.
// Limits      The closest point is as well-conditioned as the curvature allows. The gap, which has its maximum there,
//             always is.
#include "solve/ellipsoid/ellipsoid_features.h"

// A step this small relative to the unknown is the last one: the next would be its square.
#define LAST_STEP 1e-8

// Newton's method starts near the root and rises to it monotonically, in 4 to 8 steps, or more where two roots meet.
enum { STEPS = 60 };

// With a relative residual above this, a point is discarded: the normal has better information.
#define USEFUL 1e-6

// A coordinate of p this small relative to the shortest axis counts as 0, which moves no closest point by a rounding.
// The reciprocal of a subnormal one could overflow.
#define NO_LENGTH 0x1p-400

// sum of (w_k / (c_k + d))^2 = 1 for d; w_k = a_k |p_k|, c_k = a_k^2 - a_least^2.
typedef struct secular {
    int count, least;
    double a[3], p[3], w[3], c[3];
    double rest; // the sum at d = 0 without the shortest axis; below 1 there is a solution on both sides
} secular;

static scree_vec3 shrunk(scree_vec3 axes, scree_vec3 x)
{
    return v3(x.x / axes.x, x.y / axes.y, x.z / axes.z);
}

static scree_vec3 stretched(scree_vec3 axes, scree_vec3 m)
{
    return v3(axes.x * m.x, axes.y * m.y, axes.z * m.z);
}

double scree_ellipsoid_reach(scree_vec3 axes, scree_vec3 m)
{
    return v3_norm(stretched(axes, m));
}

scree_vec3 scree_ellipsoid_top(scree_vec3 axes, scree_vec3 m)
{
    return stretched(axes, v3_unit(stretched(axes, m)));
}

bool scree_ellipsoid_holds(scree_vec3 axes, scree_vec3 p)
{
    return v3_norm2(shrunk(axes, p)) < 1.0;
}

static void prepare(secular *s)
{
    s->least = 0;
    for (int k = 1; k < s->count; ++k)
        if (s->a[k] < s->a[s->least]) s->least = k;
    const double a = s->a[s->least];
    s->rest = 0.0;
    for (int k = 0; k < s->count; ++k) {
        if (fabs(s->p[k]) < NO_LENGTH * a) s->p[k] = 0.0;
        s->w[k] = s->a[k] * fabs(s->p[k]);
        s->c[k] = (s->a[k] - a) * (s->a[k] + a);
        if (k == s->least || s->w[k] == 0.0) continue;
        const double r = s->w[k] / s->c[k];
        s->rest += r * r;
    }
}

// The root d >= 0. False if there is none: p is on the plane of symmetry across the shortest axis, near its middle.
static bool near_root(const secular *s, double *root)
{
    double all = 0.0, widest = 0.0, d = 0.0;
    for (int k = 0; k < s->count; ++k) {
        all += s->w[k] * s->w[k];
        widest = fmax(widest, s->c[k]);
        d = fmax(d, s->w[k] - s->c[k]); // the only term that is 1 here
    }
    d = fmax(d, sqrt(all) - widest);
    if (d == 0.0 && s->rest < 1.0) return false;
    // 1 / sqrt(S) is concave: from below, Newton steps stay below the root.
    for (int i = 0; i < STEPS; ++i) {
        double sum = 0.0, slope = 0.0;
        for (int k = 0; k < s->count; ++k) {
            if (s->w[k] == 0.0) continue;
            const double over = 1.0 / (s->c[k] + d), r = s->w[k] * over;
            sum += r * r;
            slope += r * r * over;
        }
        const double step = (sqrt(sum) - 1.0) * sum / slope;
        if (!(step > 0.0)) break;
        d += step;
        if (step <= LAST_STEP * d) break;
    }
    *root = d;
    return true;
}

// The root -d on the far side of the shortest axis, if there is one.
static bool far_root(const secular *s, double *root)
{
    const double w = s->w[s->least];
    if (!(s->rest < 1.0)) return false;
    double limit = INFINITY, d = w / sqrt(1.0 - s->rest); // S is above 1 below this
    for (int k = 0; k < s->count; ++k)
        if (k != s->least) limit = fmin(limit, s->c[k]);
    // S is convex, so Newton steps stay below its first root.
    for (int i = 0; i < STEPS; ++i) {
        if (!(d < limit)) return false;
        double sum = 0.0, slope = 0.0;
        for (int k = 0; k < s->count; ++k) {
            const double over = k == s->least ? -1.0 / d : 1.0 / (s->c[k] - d), r = s->w[k] * over;
            sum += r * r;
            slope += r * r * over;
        }
        if (sum <= 1.0) break;
        if (!(slope < 0.0)) return false;
        const double step = 0.5 * (sum - 1.0) / -slope;
        d += step;
        if (step <= LAST_STEP * d) break;
    }
    *root = d;
    return true;
}

// x_k / a_k^2 at the closest point, a vector along the normal there. Returns whether the last coordinate was completed:
// it could as well have the other sign.
static bool near_slope(secular *s, double slope[3])
{
    prepare(s);
    double d;
    if (near_root(s, &d)) {
        // For equal axes and a root at the limit of the next case, numerator and denominator are both 0.
        for (int k = 0; k < s->count; ++k) slope[k] = s->p[k] == 0.0 ? s->p[k] : s->p[k] / (s->c[k] + d);
        return false;
    }
    for (int k = 0; k < s->count; ++k) slope[k] = s->w[k] == 0.0 ? 0.0 : s->p[k] / s->c[k];
    const double last = sqrt(fmax(0.0, 1.0 - s->rest)) / s->a[s->least];
    slope[s->least] = s->p[s->least] < 0.0 ? -last : last;
    return true;
}

// The same on the far side of the shortest axis, from the near one; false where there is none.
static bool far_slope(const secular *s, bool completed, double slope[3])
{
    if (completed) {
        slope[s->least] = -slope[s->least];
        return true;
    }
    double d;
    if (s->w[s->least] == 0.0 || !far_root(s, &d)) return false;
    for (int k = 0; k < s->count; ++k) slope[k] = s->p[k] / (k == s->least ? -d : s->c[k] - d);
    return true;
}

// Sets the gap along m, and moves x onto the surface along its normal, to remove the rounding of the axes and the root.
static void settle(scree_vec3 axes, scree_vec3 p, scree_closest *f)
{
    const double reach = scree_ellipsoid_reach(axes, f->m), off = v3_norm(shrunk(axes, f->x)) - 1.0;
    f->gap = v3_dot(f->m, p) - reach;
    f->x = fabs(off) <= USEFUL ? v3_add_scaled(f->x, -off * reach, f->m) : scree_ellipsoid_top(axes, f->m);
}

static scree_closest closest_to_point(scree_vec3 axes, scree_vec3 p, const double slope[3])
{
    const scree_vec3 q = v3(slope[0], slope[1], slope[2]);
    scree_closest f = { .m = v3_unit(q), .x = stretched(axes, stretched(axes, q)) };
    settle(axes, p, &f);
    return f;
}

int scree_closest_to_point(scree_vec3 axes, scree_vec3 p, double floor, scree_closest closest[2])
{
    secular s = { .count = 3, .a = { axes.x, axes.y, axes.z }, .p = { p.x, p.y, p.z } };
    double slope[3];
    const bool completed = near_slope(&s, slope);
    closest[0] = closest_to_point(axes, p, slope);
    if (!(closest[0].gap > floor) || !far_slope(&s, completed, slope)) return 1;
    closest[1] = closest_to_point(axes, p, slope);
    return 2;
}

scree_shadow scree_ellipsoid_shadow(scree_vec3 axes, scree_vec3 along)
{
    scree_vec3 u = v3_any_normal_to(along), v = v3_cross(along, u);
    const scree_vec3 au = stretched(axes, u), av = stretched(axes, v);
    // A Jacobi rotation, which makes the images of u and v orthogonal.
    const double uu = v3_norm2(au), vv = v3_norm2(av), uv = v3_dot(au, av);
    double t = 0.0;
    if (uv != 0.0) {
        const double z = (vv - uu) / (2.0 * uv);
        t = (z < 0.0 ? -1.0 : 1.0) / (fabs(z) + sqrt(1.0 + z * z));
    }
    const double c = 1.0 / sqrt(1.0 + t * t);
    scree_shadow s = { .along = along };
    s.u = v3_scale(v3_add_scaled(u, -t, v), c);
    s.v = v3_scale(v3_add_scaled(v, t, u), c);
    if (uu - t * uv < vv + t * uv) {
        const scree_vec3 first = s.u;
        s.u = s.v;
        s.v = v3_neg(first);
    }
    s.longer = scree_ellipsoid_reach(axes, s.u);
    const double area = v3_norm(v3(axes.y * axes.z * along.x, axes.x * axes.z * along.y, axes.x * axes.y * along.z));
    s.shorter = fmin(area / s.longer, s.longer);
    return s;
}

bool scree_shadow_holds(const scree_shadow *s, scree_vec3 p)
{
    const double x = v3_dot(s->u, p) / s->longer, y = v3_dot(s->v, p) / s->shorter;
    return x * x + y * y < 1.0;
}

// Across the line, the closest point of the ellipse; along the line, the support point along m.
static scree_closest closest_to_line(scree_vec3 axes, const scree_shadow *s, scree_vec3 p, const double slope[3])
{
    const scree_vec3 q = v3_unit(v3(slope[0], slope[1], 0.0));
    scree_closest f = { .m = v3_add_scaled(v3_scale(s->u, q.x), q.y, s->v) };
    f.x = v3_scale(s->u, slope[0] * s->longer * s->longer);
    f.x = v3_add_scaled(f.x, slope[1] * s->shorter * s->shorter, s->v);
    f.x = v3_add_scaled(f.x, v3_dot(s->along, scree_ellipsoid_top(axes, f.m)), s->along);
    settle(axes, p, &f);
    return f;
}

int scree_closest_to_line(scree_vec3 axes, const scree_shadow *shadow, scree_vec3 p, double floor,
                          scree_closest closest[2])
{
    const double x = v3_dot(shadow->u, p), y = v3_dot(shadow->v, p);
    secular s = { .count = 2, .a = { shadow->longer, shadow->shorter }, .p = { x, y } };
    double slope[3];
    const bool completed = near_slope(&s, slope);
    closest[0] = closest_to_line(axes, shadow, p, slope);
    if (!(closest[0].gap > floor) || !far_slope(&s, completed, slope)) return 1;
    closest[1] = closest_to_line(axes, shadow, p, slope);
    return 2;
}
