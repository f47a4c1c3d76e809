// Proves the depth along a normal by a closed surface of triangles inside M, around the origin.
//
// Source      The bound of the expanding polytope (epa.c), without the expansion: here the normal is known already.
// Idea        If a closed surface of triangles winds around the origin, all points nearer than its nearest triangle are
//             inside the hull of its corners, even if it is folded. The corners are points of M, so the depth is at
//             least that distance. One ray decides whether it winds around the origin. The surface is laid out like
//             latitudes and longitudes: a pole at the best normal, where the corner is the nearest point itself, meridians, and circles of
//             support points along normals tilted by growing angles. Which angles: near the pole, with tilts measured
//             by e = sqrt(H) tilt (H the radius matrix), a triangle whose circumcircle has the centre e and the radius
//             r is farther than the depth d by (e^2 (1 - d / R) - r^2) / 2, R being the least radius of curvature. A
//             triangle at the pole has r = e and falls short by e^2 d / 2 R, which determines the first circle. Between
//             two circles, one q times as wide as the other, with six meridians, r^2 = e^2 (1 - 3 q / (q + 1)^2): so 3
//             q / (q + 1)^2 must be above d / R. A shallow overlap needs few circles.
// Limits      Not for deep overlaps: nothing is proven if d / R is above some 0.6, or the far side of M is near.
#include "solve/smooth/smooth_normals.h"

#include "math/dd.h"

enum { MERIDIANS = 6, MOST_CIRCLES = 12, SOUTHERN = 2 };

// The tilt, as a slope, at which the northern circles end.
#define LAST_SLOPE 2.0

// The largest ratio of one circle to the last: the model is for small tilts.
#define WIDEST_STEP 20.0

typedef struct cover {
    const scree_cores *c;
    int circles;
    scree_vec3 north, south, corner[MOST_CIRCLES + SOUTHERN][MERIDIANS];
    scree_vec3 ray, across[2]; // a direction unlikely to hit an edge, and a frame with it
} cover;

// The largest ratio q of the next circle for which 3 q / (q + 1)^2 is still large enough.
static double step_for(double ratio)
{
    const double k = 3.0 / fmin(fmax(1.3 * ratio, 1e-3), 0.74) - 2.0; // q + 1 / q
    return fmin(0.5 * (k + sqrt(fmax(k * k - 4.0, 0.0))), WIDEST_STEP);
}

// Principal directions and radii of curvature, the larger first.
static void principal(const scree_climb *x, scree_vec3 axis[2], double radius[2])
{
    const scree_bend h = x->radii;
    const double mean = 0.5 * (h.uu + h.vv), half = 0.5 * (h.uu - h.vv), root = sqrt(half * half + h.uv * h.uv);
    const double angle = 0.5 * atan2(h.uv, half);
    radius[0] = mean + root;
    radius[1] = fmax(mean - root, 0.0);
    axis[0] = v3_add_scaled(v3_scale(x->view.u, cos(angle)), sin(angle), x->view.v);
    axis[1] = v3_add_scaled(v3_scale(x->view.u, -sin(angle)), cos(angle), x->view.v);
}

static void set_circle(cover *g, int i, scree_vec3 n, scree_vec3 p, scree_vec3 q)
{
    static const double cosine[MERIDIANS] = { 1.0, 0.5, -0.5, -1.0, -0.5, 0.5 };
    static const double sine[MERIDIANS] = { 0.0, 0.8660254, 0.8660254, 0.0, -0.8660254, -0.8660254 };
    for (int k = 0; k < MERIDIANS; ++k) {
        const scree_vec3 d = v3_add(v3_scale(p, cosine[k]), v3_scale(q, sine[k]));
        g->corner[i][k] = scree_cores_support(g->c, v3_neg(v3_add(n, d)), NULL).w;
    }
}

static bool make(cover *g, const scree_climb *x, double depth, double tolerance)
{
    scree_vec3 axis[2];
    double radius[2];
    principal(x, axis, radius);
    const double least = radius[1];
    if (!(least > depth)) return false;
    const double q = step_for(depth / least), root[2] = { sqrt(radius[0]), sqrt(radius[1]) };
    double e = fmin(sqrt(1.5 * tolerance * least / depth), 0.3 * root[1]);
    if (log(LAST_SLOPE * root[0] / e) > (MOST_CIRCLES - 1) * log(q)) return false;
    const scree_vec3 n = x->best.n;
    g->north = v3_sub(x->on_b, x->on_a);
    g->circles = 0;
    for (bool last = false; !last; e *= q) {
        last = e >= LAST_SLOPE * root[0] || g->circles == MOST_CIRCLES - 1;
        const double slope[2] = { fmin(e / root[0], LAST_SLOPE), fmin(e / root[1], LAST_SLOPE) };
        set_circle(g, g->circles++, n, v3_scale(axis[0], slope[0]), v3_scale(axis[1], slope[1]));
    }
    set_circle(g, g->circles++, v3_scale(n, -0.2), axis[0], axis[1]);
    set_circle(g, g->circles++, v3_neg(n), axis[0], axis[1]);
    g->south = scree_cores_support(g->c, n, NULL).w;
    g->ray = v3_unit(v3_add(n, v3_add_scaled(v3_scale(axis[0], 0.3819660), 0.2360680, axis[1])));
    g->across[0] = v3_any_normal_to(g->ray);
    g->across[1] = v3_cross(g->ray, g->across[0]);
    return true;
}

static double exact_offset(scree_vec3 p, scree_vec3 q, scree_vec3 r)
{
    const dd3 n = dd3_cross(dd3_diff(q, p), dd3_diff(r, p));
    const dd length = dd_sqrt(dd3_dot(n, n));
    return length.hi > 0.0 ? dd_value(dd_div(dd3_dot(n, dd3_from(p)), length)) : -INFINITY;
}

// A lower bound on the origin's distance from the triangle.
static double distance_from(scree_vec3 p, scree_vec3 q, scree_vec3 r, double enough)
{
    const scree_vec3 pq = v3_sub(q, p), pr = v3_sub(r, p), n = v3_cross(pq, pr);
    const double a = v3_norm(pq), b = v3_norm(pr), area = v3_norm(n), size = v3_norm(p) + v3_norm(q) + v3_norm(r);
    if (!(area > 0.0)) return -INFINITY;
    const double doubt = 16.0 * SCREE_ROUNDING * size * (a * b + size * (a + b)) / area;
    const double offset = fabs(v3_dot(n, p)) / area - doubt;
    if (offset >= enough) return offset;
    const double exact = fabs(exact_offset(p, q, r));
    if (exact >= enough) return exact;
    double weight[3];
    const double near = v3_norm(scree_nearest_on_triangle(p, q, r, weight)), side = fmax(a, b);
    return fmax(exact, near - 16.0 * SCREE_ROUNDING * size * (1.0 + 2.0 * side * side / area));
}

static double largest(double x, double y, double z)
{
    return fmax(fabs(x), fmax(fabs(y), fabs(z)));
}

// The winding of the ray from the origin along z' through the triangle, x and y being coordinates across the ray: +1 or
// -1 where it crosses, else 0. `doubt` is set if the ray comes near an edge.
static int crossing(const cover *g, scree_vec3 p, scree_vec3 q, scree_vec3 r, bool *doubt)
{
    const double px = v3_dot(g->across[0], p), py = v3_dot(g->across[1], p);
    const double qx = v3_dot(g->across[0], q), qy = v3_dot(g->across[1], q);
    const double rx = v3_dot(g->across[0], r), ry = v3_dot(g->across[1], r);
    const double a = px * qy - py * qx, b = qx * ry - qy * rx, c = rx * py - ry * px;
    const double pz = v3_dot(g->ray, p), qz = v3_dot(g->ray, q), rz = v3_dot(g->ray, r);
    const double most = fmax(largest(px, py, pz), fmax(largest(qx, qy, qz), largest(rx, ry, rz)));
    const double noise = 32.0 * SCREE_ROUNDING * most * most;
    if (fmin(a, fmin(b, c)) < -noise && fmax(a, fmax(b, c)) > noise) return 0;
    // All of one sign, or nearly: the ray's line crosses the triangle, ahead of the origin or behind it.
    if (fmax(pz, fmax(qz, rz)) < 0.0) return 0;
    const double ahead = (a * rz + b * pz + c * qz);
    if (fabs(a) <= noise || fabs(b) <= noise || fabs(c) <= noise || fabs(ahead) <= 4.0 * noise * most) {
        *doubt = true;
        return 0;
    }
    if ((ahead > 0.0) != (a > 0.0)) return 0; // behind
    return a > 0.0 ? 1 : -1;
}

typedef struct survey {
    double enough, least;
    int winding;
    bool doubt;
} survey;

static void visit(const cover *g, scree_vec3 p, scree_vec3 q, scree_vec3 r, survey *s)
{
    if (v3_equal(p, q) || v3_equal(q, r) || v3_equal(r, p)) return; // degenerate: its other two sides coincide
    s->least = fmin(s->least, distance_from(p, q, r, s->enough));
    s->winding += crossing(g, p, q, r, &s->doubt);
}

double scree_smooth_normals(const scree_cores *c, const scree_climb *x, double enough, double tolerance)
{
    cover g = { .c = c };
    if (!make(&g, x, -x->best.gap, tolerance)) return -INFINITY;
    survey s = { .enough = enough, .least = INFINITY };
    for (int k = 0; k < MERIDIANS && s.least >= enough; ++k) {
        const int l = (k + 1) % MERIDIANS;
        const scree_vec3 *first = g.corner[0], *last = g.corner[g.circles - 1];
        visit(&g, g.north, first[l], first[k], &s);
        visit(&g, g.south, last[k], last[l], &s);
        for (int i = 0; i + 1 < g.circles; ++i) {
            const scree_vec3 *p = g.corner[i], *q = g.corner[i + 1];
            visit(&g, p[k], p[l], q[k], &s);
            visit(&g, p[l], q[l], q[k], &s);
        }
    }
    // A survey that ended early has not seen all triangles and bounds nothing.
    return s.least >= enough && s.winding != 0 && !s.doubt ? s.least : -INFINITY;
}
