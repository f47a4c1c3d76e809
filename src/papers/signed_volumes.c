// The signed-volumes sub-algorithm.
//
// Source      Montanari, Petrinic, Barbieri (2017), as described and mended in section 2 of descantes-2019.
// Idea        First the smallest set of points that contains the nearest point, then its weights. For a set, the
//             projection P0 of the origin on its affine hull splits volume, area or length into signed parts, one for
//             each point. If all have the sign of the whole, P0 is inside; otherwise the answer is in a set without one
//             of the points whose part has the other sign. The parts over the whole are the weights, lambda_i of
//             equation (5): column i of M, the points' coordinates over a row of ones, is replaced by P0.
// Departures  1. Equation (5), not (4), which has the minors of M without their signs.
//             2. Of a triangle or a segment, the rows of M are more than its columns. Those are left out that make the
//                whole smallest: the triangle is seen along the largest coordinate of its normal, the segment measured
//                along its largest.
//             3. The parts are divided by their own sum. It is det(M) but for rounding, and weights then add to 1.
//             4. Past the end of a segment the nearest point is that end, be it the newer or the older.
// Limits      The sides of a flat tetrahedron are decided by rounding; it is then the distances that choose among
//             faces.
#include "papers/signed_volumes.h"

#include "base/impossible.h"

typedef struct candidate {
    scree_vec3 v; // the projection of the origin
    double weight[4];
} candidate;

static double coordinate(scree_vec3 p, int axis)
{
    return axis == 0 ? p.x : axis == 1 ? p.y : p.z;
}

static int largest_coordinate(scree_vec3 p)
{
    double x = fabs(p.x), y = fabs(p.y), z = fabs(p.z);
    return x >= y && x >= z ? 0 : y >= z ? 1 : 2;
}

// det[p q r] over ones, without the coordinate `axis`: twice the area of the triangle as seen along that axis.
static double area_along(int axis, scree_vec3 p, scree_vec3 q, scree_vec3 r)
{
    int i = (axis + 1) % 3, k = (axis + 2) % 3;
    double ux = coordinate(q, i) - coordinate(p, i), uy = coordinate(q, k) - coordinate(p, k);
    double vx = coordinate(r, i) - coordinate(p, i), vy = coordinate(r, k) - coordinate(p, k);
    return ux * vy - uy * vx;
}

// The numerators of (5), for the points that `set` lists, and P0. Their sum is the whole.
static scree_vec3 split_segment(const scree_vec3 *y, const int *set, double part[4])
{
    scree_vec3 p = y[set[0]], q = y[set[1]], d = v3_sub(q, p);
    double length2 = v3_norm2(d);
    if (!(length2 > 0.0)) return p;
    scree_vec3 near = v3_norm2(p) <= v3_norm2(q) ? p : q;
    scree_vec3 projection = v3_add_scaled(near, -v3_dot(near, d) / length2, d);
    // Once more, so that it is perpendicular to d to the last digit, however near the origin is.
    projection = v3_add_scaled(projection, -v3_dot(projection, d) / length2, d);
    int axis = largest_coordinate(d);
    part[0] = coordinate(q, axis) - coordinate(projection, axis);
    part[1] = coordinate(projection, axis) - coordinate(p, axis);
    return projection;
}

static scree_vec3 split_triangle(const scree_vec3 *y, const int *set, double part[4])
{
    scree_vec3 p = y[set[0]], q = y[set[1]], r = y[set[2]], n = scree_triangle_normal(p, q, r);
    double n2 = v3_norm2(n), p2 = v3_norm2(p), q2 = v3_norm2(q), r2 = v3_norm2(r);
    if (!(n2 > 0.0)) return p;
    scree_vec3 near = p2 <= q2 && p2 <= r2 ? p : q2 <= r2 ? q : r;
    scree_vec3 projection = v3_scale(n, v3_dot(n, near) / n2);
    int axis = largest_coordinate(n);
    part[0] = area_along(axis, projection, q, r);
    part[1] = area_along(axis, p, projection, r);
    part[2] = area_along(axis, p, q, projection);
    return projection;
}

static scree_vec3 split_tetrahedron(const scree_vec3 *y, const int *set, double part[4])
{
    scree_vec3 p = y[set[0]], q = y[set[1]], r = y[set[2]], s = y[set[3]];
    part[0] = -v3_dot(q, v3_cross(r, s));
    part[1] = v3_dot(p, v3_cross(r, s));
    part[2] = -v3_dot(p, v3_cross(q, s));
    part[3] = v3_dot(p, v3_cross(q, r));
    return v3(0, 0, 0);
}

static scree_vec3 split(const scree_vec3 *y, const int *set, int count, double part[4])
{
    for (int i = 0; i < 4; ++i) part[i] = i < count && count == 1 ? 1.0 : 0.0;
    switch (count) {
    case 4:
        return split_tetrahedron(y, set, part);
    case 3:
        return split_triangle(y, set, part);
    case 2:
        return split_segment(y, set, part);
    default:
        return y[set[0]];
    }
}

static bool same_sign(double a, double b)
{
    return (a > 0.0 && b > 0.0) || (a < 0.0 && b < 0.0);
}

static candidate nearest(const scree_vec3 *y, const int *set, int count)
{
    double part[4], whole = 0.0, least = INFINITY;
    candidate inside = { .v = split(y, set, count, part) }, best = inside;
    for (int i = 0; i < count; ++i) whole += part[i];
    for (int i = 0; i < count; ++i) {
        inside.weight[set[i]] = part[i] / whole;
        if (same_sign(part[i], whole)) continue;
        int rest[3] = { 0, 0, 0 };
        for (int j = 0, k = 0; j < count; ++j)
            if (j != i) rest[k++] = set[j];
        candidate without = nearest(y, rest, count - 1);
        double length2 = v3_norm2(without.v);
        if (length2 < least) {
            least = length2;
            best = without;
        }
    }
    return isfinite(least) ? best : inside;
}

scree_vec3 scree_signed_volumes_nearest(void *state, const scree_vec3 *y, int count, double weight[4])
{
    (void)state;
    SCREE_REQUIRE(count >= 1 && count <= 4);
    static const int all[4] = { 0, 1, 2, 3 };
    candidate found = nearest(y, all, count);
    for (int i = 0; i < 4; ++i) weight[i] = found.weight[i];
    return found.v;
}
