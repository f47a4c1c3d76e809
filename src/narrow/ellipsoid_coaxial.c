// Two spheroids on one axis.
//
// Idea        Bodies of revolution with a common axis have their least depth along all normals of a cone. Nothing in three
//             dimensions tells these normals apart, and the other proofs rely on a minimum that stands out. In a plane
//             through the axis it does: there are two ellipses, F(c, s) = h_A + h_B - z c with h = sqrt((a c)^2 + (b s)^2)
//             over the quarter c, s >= 0 of the unit circle, and arcs take the place of cells (ellipsoid_cells.c): w . n
//             at both ends of the arc, or radii of curvature (a b)^2 / h^3 of at least the value at the minimum.
//             Of any other pair, the spheroids inside the two bodies on their best aligned axes are taken. To put them
//             on one axis costs the offset's part across it and the turn times the radius of the body turned.
// Limits      Sharp to rounding for coaxial spheroids only; beside these by as much as they are off.
#include "narrow/ellipsoid_coaxial.h"

enum { STACK = 64, ARCS = 2048, SAMPLES = 32, HALVINGS = 26 };

// Semi-axes along and across the common axis, and the distance of the centres along it.
typedef struct planar {
    double along[2], across[2], z;
    double cost; // what the depth may be less than that of the planar pair by
} planar;

typedef struct point {
    double c, s;    // the normal
    double w[2];    // the point of the surface there
    double h[2], f; // the support heights; F
} point;

static double component(scree_vec3 v, int i)
{
    return i == 0 ? v.x : i == 1 ? v.y : v.z;
}

static double lesser_other(scree_vec3 v, int i)
{
    return fmin(component(v, (i + 1) % 3), component(v, (i + 2) % 3));
}

// The pair on A's axis i and B's axis j.
static planar planar_on(const scree_ellipsoid_pair *p, int i, int j)
{
    const scree_two3 root = { two_sqrt(p->q.x), two_sqrt(p->q.y), two_sqrt(p->q.z) };
    const scree_two3 axes = two3_scale(root, p->radius);
    const scree_vec3 a = two3_a(&axes), b = two3_b(&axes), d = p->offset;
    planar r = { .along = { component(a, i), component(b, j) }, .z = fabs(component(d, i)) };
    r.across[0] = lesser_other(a, i);
    r.across[1] = lesser_other(b, j);
    const double aside = hypot(component(d, (i + 1) % 3), component(d, (i + 2) % 3));
    // The sine of the angle between the axes; what B's support function changes by is less than twice that.
    const double turn = hypot(component(p->turn.row[(i + 1) % 3], j), component(p->turn.row[(i + 2) % 3], j));
    r.cost = aside + 2.0 * turn * fabs(r.along[1] - r.across[1]) + 16.0 * SCREE_ROUNDING * p->size;
    return r;
}

// That with the least to lose.
static planar best_planar(const scree_ellipsoid_pair *p)
{
    planar best = { .cost = INFINITY };
    double least = INFINITY;
    for (int i = 0; i < 9; ++i) {
        const planar r = planar_on(p, i / 3, i % 3);
        const scree_two3 root = { two_sqrt(p->q.x), two_sqrt(p->q.y), two_sqrt(p->q.z) };
        const scree_two3 axes = two3_scale(root, p->radius);
        const scree_vec3 a = two3_a(&axes), b = two3_b(&axes);
        const double unround =
            a.x + a.y + a.z - r.along[0] - 2.0 * r.across[0] + b.x + b.y + b.z - r.along[1] - 2.0 * r.across[1];
        if (!(r.cost + unround < least)) continue;
        least = r.cost + unround;
        best = r;
    }
    return best;
}

static point point_at(const planar *p, double c, double s)
{
    const double length = hypot(c, s);
    point x = { .c = c / length, .s = s / length, .w = { -p->z, 0.0 } };
    for (int i = 0; i < 2; ++i) {
        x.h[i] = hypot(p->along[i] * x.c, p->across[i] * x.s);
        if (!(x.h[i] > 0.0)) continue;
        x.w[0] += p->along[i] * (p->along[i] * x.c / x.h[i]);
        x.w[1] += p->across[i] * (p->across[i] * x.s / x.h[i]);
    }
    x.f = x.w[0] * x.c + x.w[1] * x.s;
    return x;
}

// The lowest of some samples, and then of ever nearer neighbours.
static point lowest_point(const planar *p)
{
    double step = 0.5 * acos(-1.0) / SAMPLES, at = 0.0;
    point best = point_at(p, 1.0, 0.0);
    for (int i = 1; i <= SAMPLES + 2 * HALVINGS; ++i) {
        const bool fine = i > SAMPLES;
        if (fine && i % 2 == 1) step *= 0.5;
        const double angle = !fine ? i * step : i % 2 == 1 ? at + step : at - step;
        const point x = point_at(p, fabs(cos(angle)), fabs(sin(angle)));
        if (!(x.f < best.f)) continue;
        best = x;
        at = angle;
    }
    return best;
}

// The radii of curvature from the minimum to the arc's far end are not below `value`: h is monotone over the quarter.
static bool rises(const planar *p, const point *minimum, const point *a, const point *b, double value)
{
    double r = 0.0;
    for (int i = 0; i < 2; ++i) {
        const double h = fmax(minimum->h[i], fmax(a->h[i], b->h[i])), u = p->along[i] / h, v = p->across[i] / h;
        if (h > 0.0) r += u * u * v * v * h;
    }
    return r >= value;
}

static bool is_above(const double w[2], const point *a, const point *b, double level)
{
    return w[0] * a->c + w[1] * a->s >= level && w[0] * b->c + w[1] * b->s >= level;
}

// F >= level over the whole quarter.
static bool all_above(const planar *p, const point *minimum, double level)
{
    point from[STACK], to[STACK];
    int open = 1;
    from[0] = point_at(p, 1.0, 0.0);
    to[0] = point_at(p, 0.0, 1.0);
    for (int i = 0; i < ARCS && open > 0; ++i) {
        const point a = from[--open], b = to[open];
        if (is_above(a.w, &a, &b, level) || is_above(b.w, &a, &b, level)) continue;
        if (rises(p, minimum, &a, &b, minimum->f)) continue;
        const point middle = point_at(p, a.c + b.c, a.s + b.s);
        if (is_above(middle.w, &a, &b, level)) continue;
        if (open + 2 > STACK) return false;
        from[open] = a;
        to[open] = from[open + 1] = middle;
        to[open + 1] = b;
        open += 2;
    }
    return open == 0;
}

double scree_ellipsoid_coaxial_doubt(const scree_ellipsoid_pair *p, double enough, const scree_ellipsoid_view *x)
{
    const planar q = best_planar(p);
    const double depth = -x->gap, slack = 0.25 * enough;
    if (!(q.cost < depth)) return INFINITY;
    const point minimum = lowest_point(&q);
    if (!all_above(&q, &minimum, minimum.f - slack)) return INFINITY;
    return depth - (minimum.f - slack - q.cost);
}
