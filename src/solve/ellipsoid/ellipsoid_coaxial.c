// Two spheroids, reduced to a problem in a plane.
//
// Idea        Bodies of revolution with a common axis have their least depth along all normals of a cone; if they are
//             nearly coaxial, the depth is nearly the same along these. In three dimensions nothing distinguishes these
//             normals, and the other proofs need an isolated minimum. In a half plane bounded by the axis it is
//             isolated. Let one spheroid have the axis z, and n = (c, s u) with a unit vector u across z and s >= 0. Of
//             all u, the one along the component of d across z has the least depth, so only the length of that
//             component matters:
//               - With the other spheroid on the same axis, F(c, s) = h_A + h_B - c d_z - s |d_across|. If its axis is
//                 tilted, the depth may be less by a bounded cost.
//               - A prolate spheroid is a union of balls about points q b of its axis b, of radius r(q) with
//                 (r / across)^2 + q^2 / (along^2 - across^2) = 1, and its support function the largest of theirs. For
//                 each ball F >= h_A + r(q) - c (d - q b)_z - s |(d - q b)_across|, and for the best q of each (c, s)
//                 with equality for the best u, however the axes lie: the least depth of any spheroid and a prolate one
//                 is that of this planar problem.
//             Arcs of the half circle of (c, s) take the place of cells (ellipsoid_cells.c). Let w be a point of the
//             body whose support function is F, or that of the one ball: w . n at both ends bounds F on the arc. For
//             coaxial spheroids there is also the test by radii of curvature, (a b)^2 / h^3 >= the value at the
//             minimum. Other ellipsoids are replaced by spheroids inside them.
// Limits      Sharp to rounding for coaxial spheroids, and for nearly coaxial ones if one of them is prolate. Two
//             oblate ones that are not quite coaxial lose in proportion to the angle between their axes.
#include "solve/ellipsoid/ellipsoid_coaxial.h"

enum { STACK = 64, ARCS = 4096, SAMPLES = 32, HALVINGS = 26, CENTRE_STEPS = 64, ROUNDS = 8 };

// Error bound on a value of F, in roundings of the size.
#define VALUE_ROUNDINGS 16.0
// Sine of the angle between the axes up to which a ring of normals is searched for.
#define NEARLY_COAXIAL 0.2
// Error of F from a ball that is not quite the best one, in units of the size.
#define BALL_ERROR 0x1p-56

// Semi-axes along and across, of the first spheroid (axis z) and of the other; the other's axis and position, by their
// components along z and across it.
typedef struct planar {
    double along[2], across[2];
    double d[3], b[3];
    double k2, tilt; // along^2 - across^2 of the other; the component of b across z
    bool balls;      // the other one is a union of balls; else it is moved onto the axis
    double cost;     // by which the depth may be less than that of the planar pair
    int axis;        // the first one's axis that is z
    bool swapped;    // the first one is B
    double upwards;  // 1, or -1 if z was reversed
} planar;

typedef struct point {
    double c, s;    // the normal
    double w[2], r; // a ball in the body that touches its surface there; radius 0 unless `balls`
    double h[2], f; // the support heights; F
} point;

// A body's semi-axes, and the index of the one about which it is most nearly round.
typedef struct spheroid {
    double along, across, unround;
    int axis;
} spheroid;

static double component(scree_vec3 v, int i)
{
    return i == 0 ? v.x : i == 1 ? v.y : v.z;
}

// The spheroid inside the ellipsoid, about axis i.
static spheroid spheroid_on(scree_vec3 axes, int i)
{
    spheroid r = { .along = component(axes, i), .axis = i };
    const double one = component(axes, (i + 1) % 3), other = component(axes, (i + 2) % 3);
    r.across = fmin(one, other);
    r.unround = fmax(one, other) - r.across;
    return r;
}

static spheroid roundest(scree_vec3 axes)
{
    spheroid best = spheroid_on(axes, 0);
    for (int i = 1; i < 3; ++i) {
        const spheroid r = spheroid_on(axes, i);
        if (r.unround < best.unround) best = r;
    }
    return best;
}

// The planar problem of two spheroids: `d` is the other's position and `b` its axis, in the frame of the first.
static planar planar_of(const spheroid *one, const spheroid *other, scree_vec3 d, scree_vec3 b)
{
    const int i = one->axis, k = (i + 1) % 3, l = (i + 2) % 3;
    return (planar){ .along = { one->along, other->along },
                     .across = { one->across, other->across },
                     .d = { component(d, i), component(d, k), component(d, l) },
                     .b = { component(b, i), component(b, k), component(b, l) },
                     .axis = i,
                     .upwards = 1.0 };
}

static scree_vec3 column(const scree_mat3 *m, int j)
{
    return v3(component(m->row[0], j), component(m->row[1], j), component(m->row[2], j));
}

// The other spheroid moved onto the axis, for the choice of axes that costs least.
static planar on_one_axis(const scree_ellipsoid_pair *p, scree_vec3 a, scree_vec3 b)
{
    planar best = { .cost = INFINITY };
    double least = INFINITY;
    for (int k = 0; k < 9; ++k) {
        const spheroid one = spheroid_on(a, k / 3), other = spheroid_on(b, k % 3);
        planar r = planar_of(&one, &other, p->offset, column(&p->rotation, k % 3));
        // hypot() is the sine of the angle between the axes; B's support function changes by less than twice that.
        r.cost = 2.0 * hypot(r.b[1], r.b[2]) * fabs(other.along - other.across);
        r.upwards = copysign(1.0, r.d[0]);
        r.d[0] = fabs(r.d[0]); // then F(-c, s) >= F(c, s)
        const double loss = r.cost + one.unround + other.unround;
        if (!(loss < least)) continue;
        least = loss;
        best = r;
    }
    return best;
}

// One of them as a union of balls. False if neither is prolate, or one is not round up to `slack`.
static bool with_balls(const scree_ellipsoid_pair *p, scree_vec3 a, scree_vec3 b, double slack, planar *out)
{
    const spheroid of_a = roundest(a), of_b = roundest(b);
    if (of_a.unround + of_b.unround > slack) return false;
    const bool swapped = of_b.along < of_b.across;
    if (swapped && of_a.along < of_a.across) return false;
    *out = swapped
               ? planar_of(&of_b, &of_a, m3_mul_transposed(&p->rotation, v3_neg(p->offset)), p->rotation.row[of_a.axis])
               : planar_of(&of_a, &of_b, p->offset, column(&p->rotation, of_b.axis));
    out->balls = true;
    out->swapped = swapped;
    return true;
}

static double length2(double x, double y)
{
    return sqrt(x * x + y * y);
}

// The ball that reaches farthest along (c, s): q maximizes r(q) + q w with w = c b_z + s u . b, where u is the
// direction of (d - q b)_across and turns towards -b as q grows. For w itself, the maximum is at q = k^2 w /
// sqrt(across^2 + (k w)^2).
static double centre_for(const planar *p, double w)
{
    return p->k2 * w / sqrt(p->across[1] * p->across[1] + p->k2 * w * w);
}

// The best w. The w that belongs to q decreases as q grows: the solution is between any w and the w of its q.
static double best_reach(const planar *p, double c, double s)
{
    const double straight = c * p->b[0];
    double low = straight - s * p->tilt, high = straight + s * p->tilt, w = straight;
    const double stiff = p->k2 / p->across[1]; // at most dq/dw
    for (int i = 0; i < CENTRE_STEPS; ++i) {
        // At its maximum over q, F is flat or has a kink with slopes up to the tilt.
        const double width = high - low;
        if (stiff * width * (width + p->tilt) <= BALL_ERROR) break;
        const double q = centre_for(p, w), x = p->d[1] - q * p->b[1], y = p->d[2] - q * p->b[2];
        const double away = length2(x, y), next = away > 0.0 ? straight + s * ((x * p->b[1] + y * p->b[2]) / away) : w;
        if (next == w) break;
        if (next > w)
            low = w;
        else
            high = w;
        w = next > low && next < high ? next : 0.5 * (low + high);
    }
    return w;
}

static point point_at(const planar *p, double c, double s)
{
    const double length = length2(c, s);
    point x = { .c = c / length, .s = s / length };
    const double q = p->balls ? centre_for(p, best_reach(p, x.c, x.s)) : 0.0;
    x.w[0] = q * p->b[0] - p->d[0];
    x.w[1] = -length2(p->d[1] - q * p->b[1], p->d[2] - q * p->b[2]);
    for (int i = 0; i < (p->balls ? 1 : 2); ++i) {
        x.h[i] = length2(p->along[i] * x.c, p->across[i] * x.s);
        if (!(x.h[i] > 0.0)) continue;
        x.w[0] += p->along[i] * (p->along[i] * x.c / x.h[i]);
        x.w[1] += p->across[i] * (p->across[i] * x.s / x.h[i]);
    }
    if (p->balls) x.r = p->across[1] * (p->k2 > 0.0 ? sqrt(fmax(0.0, 1.0 - q * (q / p->k2))) : 1.0);
    x.f = x.w[0] * x.c + x.w[1] * x.s + x.r;
    return x;
}

static point point_along(const planar *p, double angle)
{
    const double c = cos(angle);
    return point_at(p, p->balls ? c : fabs(c), fabs(sin(angle)));
}

// Descends from one point to ever closer neighbours.
static point descend(const planar *p, point best)
{
    double at = atan2(best.s, best.c), step = acos(-1.0) / SAMPLES;
    for (int i = 0; i < 2 * HALVINGS; ++i) {
        if (i % 2 == 0) step *= 0.5;
        const double angle = i % 2 == 0 ? at + step : at - step;
        const point x = point_along(p, angle);
        if (!(x.f < best.f)) continue;
        best = x;
        at = angle;
    }
    return best;
}

// The lowest of some samples over the half circle, or its first quarter, and the descent from it.
static point lowest_point(const planar *p)
{
    const double step = (p->balls ? 1.0 : 0.5) * acos(-1.0) / SAMPLES;
    point best = point_at(p, 1.0, 0.0);
    for (int i = 1; i <= SAMPLES; ++i) {
        const point x = point_along(p, i * step);
        if (x.f < best.f) best = x;
    }
    return descend(p, best);
}

// Whether all radii of curvature from the minimum to the arc's far end are at least `value`: h is monotone over a
// quarter.
static bool rises(const planar *p, const point *minimum, const point *a, const point *b, double value)
{
    double r = 0.0;
    for (int i = 0; i < 2; ++i) {
        const double h = fmax(minimum->h[i], fmax(a->h[i], b->h[i])), u = p->along[i] / h, v = p->across[i] / h;
        if (h > 0.0) r += u * u * v * v * h;
    }
    return r >= value;
}

// Whether w . n + r |n| >= level |n| over the arc. For r <= level (the ball is shrunk to that) it is enough to test the
// ends.
static bool is_above(const point *x, const point *a, const point *b, double level)
{
    const double cut = x->r > level ? x->r - level : 0.0, rest = level - (x->r - cut);
    const double w[2] = { x->w[0] + cut * x->c, x->w[1] + cut * x->s };
    return w[0] * a->c + w[1] * a->s >= rest && w[0] * b->c + w[1] * b->s >= rest;
}

// Whether F >= level over the half circle, or the quarter. A lower point found on the way becomes the minimum.
static bool all_above(const planar *p, double level, point *minimum)
{
    point from[STACK], to[STACK];
    int open = p->balls ? 2 : 1;
    from[0] = point_at(p, 1.0, 0.0);
    to[0] = from[1] = point_at(p, 0.0, 1.0);
    to[1] = point_at(p, -1.0, 0.0);
    for (int i = 0; i < ARCS && open > 0; ++i) {
        const point a = from[--open], b = to[open];
        if (is_above(&a, &a, &b, level) || is_above(&b, &a, &b, level)) continue;
        if (!p->balls && rises(p, minimum, &a, &b, minimum->f)) continue;
        const point middle = point_at(p, a.c + b.c, a.s + b.s);
        if (is_above(&middle, &a, &b, level)) continue;
        if (middle.f < level) {
            *minimum = middle;
            return false;
        }
        if (open + 2 > STACK) return false;
        from[open] = a;
        to[open] = from[open + 1] = middle;
        to[open + 1] = b;
        open += 2;
    }
    return open == 0;
}

// The normal in space, in A's frame.
static scree_vec3 normal_at(const scree_ellipsoid_pair *p, const planar *q, const point *x)
{
    const double reach = q->balls ? best_reach(q, x->c, x->s) : 0.0, centre = q->balls ? centre_for(q, reach) : 0.0;
    double u = q->d[1] - centre * q->b[1], v = q->d[2] - centre * q->b[2], length = length2(u, v);
    // The centre is on the axis, as where the axes intersect: choose u so that u . b has its value.
    if (q->balls && x->s > 0.0 && q->tilt > 0.0 && length <= 4.0 * BALL_ERROR) {
        const double along = fmax(-1.0, fmin(1.0, (reach - x->c * q->b[0]) / (x->s * q->tilt)));
        const double aside = sqrt((1.0 - along) * (1.0 + along));
        u = (along * q->b[1] - aside * q->b[2]) / q->tilt;
        v = (along * q->b[2] + aside * q->b[1]) / q->tilt;
        length = length2(u, v);
    }
    double n[3];
    n[q->axis] = q->upwards * x->c;
    n[(q->axis + 1) % 3] = length > 0.0 ? x->s * (u / length) : x->s;
    n[(q->axis + 2) % 3] = length > 0.0 ? x->s * (v / length) : 0.0;
    const scree_vec3 m = v3(n[0], n[1], n[2]);
    return q->swapped ? v3_neg(m3_mul(&p->rotation, m)) : m;
}

// All lengths in units of the size.
static planar scaled(planar q, double size)
{
    for (int i = 0; i < 2; ++i) {
        q.along[i] /= size;
        q.across[i] /= size;
    }
    for (int i = 0; i < 3; ++i) q.d[i] /= size;
    q.cost /= size;
    q.k2 = (q.along[1] - q.across[1]) * (q.along[1] + q.across[1]);
    q.tilt = length2(q.b[1], q.b[2]);
    return q;
}

double scree_ellipsoid_coaxial_doubt(const scree_ellipsoid_pair *p, double enough, const scree_ellipsoid_view *x,
                                     scree_vec3 *normal)
{
    const scree_two3 root = { two_sqrt(p->q.x), two_sqrt(p->q.y), two_sqrt(p->q.z) };
    const scree_two3 axes = two3_scale(root, p->radius);
    const scree_vec3 a = two3_a(&axes), b = two3_b(&axes);
    const double size = p->size, rounding = VALUE_ROUNDINGS * SCREE_ROUNDING;
    planar q = on_one_axis(p, a, b);
    // Balls are slower than accepting the cost, and than the cells, which suffice if the axes are far apart.
    const bool tilted = q.cost + rounding * size > 0.5 * enough, nearly = hypot(q.b[1], q.b[2]) < NEARLY_COAXIAL;
    if (tilted && nearly) (void)with_balls(p, a, b, rounding * size, &q);
    q = scaled(q, size);
    q.cost += rounding;
    const double depth = -x->gap / size, slack = 0.25 * enough / size;
    *normal = two3_a(&x->n);
    if (!(q.cost < depth)) return INFINITY;
    point minimum = lowest_point(&q);
    bool above = false;
    double level = 0.0;
    for (int i = 0; i < ROUNDS && !above; ++i) {
        const double before = minimum.f;
        level = fmin(before, depth) - slack;
        above = level > 0.0 && all_above(&q, level, &minimum);
        if (!(minimum.f < before)) break;
        minimum = descend(&q, minimum);
    }
    *normal = normal_at(p, &q, &minimum);
    return above ? (depth - (level - q.cost)) * size : INFINITY;
}
