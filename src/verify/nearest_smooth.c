// Points of smooth cores, in their own frame.
//
// Idea        Ellipsoids and superquadrics are met along the normal, by a quadratic equation or by Newton steps; the
//             rest is removed by scaling with the gauge g (1 on the surface, of degree 1), so that the point is on the
//             surface whatever came before. Bodies of revolution are given by their outline: an arc and straight sides.
#include "verify/nearest.h"

// A gauge in double: powers, a root and quotients, each accurate to 2 roundings.
#define ROUNDINGS_GAUGE 32.0

static wide3 over_axes(scree_vec3 a, wide3 x)
{
    return (wide3){ w_div(x.x, w_of(a.x)), w_div(x.y, w_of(a.y)), w_div(x.z, w_of(a.z)) };
}

// The root s of |(x + s m) / a| = 1 nearest to 0; the line must leave the body. Else, and in the end, by scaling.
static wide3 on_ellipsoid(scree_vec3 a, wide3 x, wide3 m)
{
    const wide3 u = over_axes(a, x), v = over_axes(a, m);
    const wide p = w3_dot(v, v), q = w3_dot(u, v), r = w_sub(w3_dot(u, u), w_of(1.0));
    const wide root2 = w_sub(w_mul(q, q), w_mul(p, r));
    if (root2.hi > 0.0 && q.hi > 0.0) {
        const wide s = w_neg(w_div(r, w_add(q, w_sqrt(root2))));
        x = w3_add(x, w3_mul(m, s));
    }
    const wide gauge = w3_length(over_axes(a, x));
    return gauge.hi > 0.0 ? w3_mul(x, w_div(w_of(1.0), gauge)) : (wide3){ w_of(a.x), w_of(0.0), w_of(0.0) };
}

// (u^n + v^n)^(1/n) for u, v >= 0, and its slopes.
static double norm_of(double u, double v, double n, double *slope_u, double *slope_v)
{
    const double most = u > v ? u : v;
    *slope_u = *slope_v = 0.0;
    if (!(most > 0.0)) return 0.0;
    const double p = u / most, q = v / most, norm = pow(pow(p, n) + pow(q, n), 1.0 / n);
    *slope_u = pow(p / norm, n - 1.0);
    *slope_v = pow(q / norm, n - 1.0);
    return most * norm;
}

static double gauge_at(const scree_shape *s, scree_vec3 x, scree_vec3 *slope)
{
    const scree_vec3 a = s->form->semi_axes;
    double by_x, by_y, by_flat, by_z;
    const double flat = norm_of(fabs(x.x) / a.x, fabs(x.y) / a.y, s->form->n2, &by_x, &by_y);
    const double gauge = norm_of(flat, fabs(x.z) / a.z, s->form->n1, &by_flat, &by_z);
    *slope = (scree_vec3){ copysign(by_x * by_flat / a.x, x.x), copysign(by_y * by_flat / a.y, x.y),
                           copysign(by_z / a.z, x.z) };
    return gauge;
}

static double length_of(scree_vec3 x)
{
    return sqrt(x.x * x.x + x.y * x.y + x.z * x.z);
}

double scree_radial_distance(const scree_shape *s, scree_vec3 x)
{
    if (s->core != SCREE_CORE_ELLIPSOID && s->core != SCREE_CORE_SUPERQUADRIC) return HUGE_VAL;
    const scree_vec3 a = s->form->semi_axes, u = { x.x / a.x, x.y / a.y, x.z / a.z };
    scree_vec3 unused;
    const bool powers = s->core == SCREE_CORE_SUPERQUADRIC && !(s->form->n1 == 2.0 && s->form->n2 == 2.0);
    const double gauge = powers ? gauge_at(s, x, &unused) : sqrt(u.x * u.x + u.y * u.y + u.z * u.z);
    if (!(gauge > 0.5)) return HUGE_VAL;
    return length_of(x) * fabs(1.0 - 1.0 / gauge);
}

// A bound on the distance from the surface: along the ray from the centre or, from inside, along the shortest axis.
static double off_at_most(const scree_shape *s, scree_vec3 x, double gauge)
{
    const scree_vec3 a = s->form->semi_axes;
    const double radial = gauge > 0.5 ? length_of(x) * fabs(1.0 - 1.0 / gauge) : HUGE_VAL;
    if (gauge > 1.0) return radial;
    const double least = a.x < a.y ? a.x : a.y, shortest = a.z < least ? a.z : least;
    return shortest < radial ? shortest : radial;
}

// Newton steps along the gradient of the gauge, which is convex: from outside they stay outside and come nearer. Each
// point on the way bounds the distance, so it does not matter where they end.
double scree_steepest_distance(const scree_shape *s, scree_vec3 x)
{
    enum { STEPS = 24 };
    if (s->core != SCREE_CORE_ELLIPSOID && s->core != SCREE_CORE_SUPERQUADRIC) return HUGE_VAL;
    double best = HUGE_VAL;
    scree_vec3 moved = { 0.0, 0.0, 0.0 };
    for (int i = 0; i < STEPS; ++i) {
        const scree_vec3 at = { x.x + moved.x, x.y + moved.y, x.z + moved.z };
        scree_vec3 slope;
        const double gauge = gauge_at(s, at, &slope), steep = length_of(slope);
        const double off = length_of(moved) + off_at_most(s, at, gauge);
        best = off < best ? off : best;
        if (!(gauge > 0.5)) break; // near the centre the gradient may lead anywhere
        const double step = (1.0 - gauge) / steep;
        if (!(fabs(step) > VERIFY_ROUNDING * s->core_radius)) break;
        moved.x += step * (slope.x / steep);
        moved.y += step * (slope.y / steep);
        moved.z += step * (slope.z / steep);
    }
    return best;
}

static bool on_superquadric(const scree_shape *s, wide3 x, wide3 m, bool precise, scree_surface_point *point)
{
    enum { STEPS = 4 };
    const scree_vec3 along = w3_round(m);
    scree_vec3 slope;
    double gauge = gauge_at(s, w3_round(x), &slope);
    for (int i = 0; i < STEPS; ++i) {
        const double rise = slope.x * along.x + slope.y * along.y + slope.z * along.z, miss = 1.0 - gauge;
        // If the normal is unrelated to the surface, steps lead nowhere.
        if (!(fabs(miss) <= 0.25) || !(rise * s->core_radius > fabs(miss))) break;
        x = w3_add(x, w3_times(m, miss / rise));
        gauge = gauge_at(s, w3_round(x), &slope);
    }
    if (!(gauge > 0.0)) return false;
    const wide exact = precise ? scree_wide_gauge(s, x) : w_of(gauge);
    point->at = w3_mul(x, w_div(w_of(1.0), exact));
    point->error = (precise ? VERIFY_POWERS : ROUNDINGS_GAUGE * VERIFY_ROUNDING) * s->core_radius;
    return true;
}

// Half an outline: the distance from the axis, and the position along it.
typedef struct flat {
    wide across, along;
} flat;

typedef struct flat_best {
    flat at;
    double off2;
} flat_best;

static void take(flat x, flat q, flat_best *best)
{
    const double u = w_round(w_sub(x.across, q.across)), v = w_round(w_sub(x.along, q.along)), off2 = u * u + v * v;
    if (off2 < best->off2) *best = (flat_best){ q, off2 };
}

// The point of the straight side from p to q; the parameter is a double, so the point is on it to far below rounding.
static void take_side(flat x, flat p, flat q, flat_best *best)
{
    const double u = w_round(w_sub(q.across, p.across)), v = w_round(w_sub(q.along, p.along));
    const double r = w_round(w_sub(x.across, p.across)), s = w_round(w_sub(x.along, p.along));
    const double dot = r * u + s * v, whole = u * u + v * v;
    const double t = dot <= 0.0 || !(whole > 0.0) ? 0.0 : dot >= whole ? 1.0 : dot / whole;
    const flat at = { w_add(w_times(q.across, t), w_mul(p.across, w_sum(1.0, -t))),
                      w_add(w_times(q.along, t), w_mul(p.along, w_sum(1.0, -t))) };
    take(x, at, best);
}

static void frustum_outline(const scree_shape *s, flat x, flat_best *best)
{
    const wide zero = w_of(0.0), low = w_of(-s->form->half_length), high = w_of(s->form->half_length);
    const flat rim_low = { w_of(s->form->bottom), low }, rim_high = { w_of(s->form->top), high };
    take_side(x, (flat){ zero, low }, rim_low, best);
    take_side(x, rim_low, rim_high, best);
    take_side(x, (flat){ zero, high }, rim_high, best);
}

// Seen from the ball's centre towards the tip, at 2 half_length: the arc, up to where the tangent from the tip touches.
static void tear_outline(const scree_shape *s, flat x, flat_best *best)
{
    const double radius = s->form->bottom > s->form->top ? s->form->bottom : s->form->top,
                 length = 2.0 * s->form->half_length;
    const wide sine = w_div(w_of(radius), w_of(length)), cosine = w_sqrt(w_sub(w_of(1.0), w_mul(sine, sine)));
    take_side(x, (flat){ w_times(cosine, radius), w_times(sine, radius) }, (flat){ w_of(0.0), w_of(length) }, best);
    const wide far = w_sqrt(w_add(w_mul(x.across, x.across), w_mul(x.along, x.along)));
    if (!(far.hi > 0.0) || w_sub(x.along, w_mul(far, sine)).hi > 0.0) return;
    const wide scale = w_div(w_of(radius), far);
    take(x, (flat){ w_mul(x.across, scale), w_mul(x.along, scale) }, best);
}

static wide3 on_revolved(const scree_shape *s, wide3 x)
{
    const wide across = w_sqrt(w_add(w_mul(x.x, x.x), w_mul(x.y, x.y)));
    flat_best best = { .off2 = HUGE_VAL };
    wide along;
    if (s->core == SCREE_CORE_FRUSTUM) {
        frustum_outline(s, (flat){ across, x.z }, &best);
        along = best.at.along;
    } else {
        const bool up = s->form->top > s->form->bottom; // the ball is at the upper end
        const wide from = w_add(up ? w_neg(x.z) : x.z, w_of(s->form->half_length));
        tear_outline(s, (flat){ across, from }, &best);
        along = w_sub(best.at.along, w_of(s->form->half_length));
        if (up) along = w_neg(along);
    }
    // On the axis, or closer to it than can be resolved: any direction across will do.
    if (!(across.hi > 1e-60 * s->core_radius)) return (wide3){ best.at.across, w_of(0.0), along };
    const wide x_part = w_div(x.x, across), y_part = w_div(x.y, across);
    return (wide3){ w_mul(x_part, best.at.across), w_mul(y_part, best.at.across), along };
}

bool scree_nearest_on_smooth(const scree_shape *s, wide3 x, wide3 out, bool precise, scree_surface_point *point)
{
    point->error = 0.0;
    if (s->core == SCREE_CORE_FRUSTUM || s->core == SCREE_CORE_TEAR) {
        point->at = on_revolved(s, x);
        return true;
    }
    if (s->core == SCREE_CORE_SUPERQUADRIC && !(s->form->n1 == 2.0 && s->form->n2 == 2.0))
        return on_superquadric(s, x, out, precise, point);
    point->at = on_ellipsoid(s->form->semi_axes, x, out);
    return s->core == SCREE_CORE_ELLIPSOID || s->core == SCREE_CORE_SUPERQUADRIC;
}

// How much farther than the radius the core's point t is from x + radius m.
static double excess_of(wide3 x, wide3 t, wide3 m, double radius)
{
    const wide3 v = w3_sub(x, t);
    const wide up = w3_dot(m, v);
    const double above = w_round(up), aside = w_round(w3_length(w3_sub(v, w3_mul(m, up))));
    if (!(radius + above > 0.0)) return HUGE_VAL;
    return ((2.0 * radius + above) * above + aside * aside) / (hypot(radius + above, aside) + radius);
}

// Where the surface leans, it rises towards the ball's centre: as a parabola does, by all of its depth below x, over twice the
// depth divided by the slope. Each point on the way is a point of the core, so it does not matter where they end.
double scree_skin_excess(const scree_shape *s, wide3 x, wide3 m, double radius)
{
    enum { STEPS = 6 };
    const scree_vec3 out = w3_round(m);
    wide3 from = x;
    double best = HUGE_VAL;
    for (int i = 0; i < STEPS; ++i) {
        scree_surface_point point;
        if (!scree_nearest_on_smooth(s, from, m, false, &point)) break;
        const double excess = excess_of(x, point.at, m, radius) + point.error;
        best = excess < best ? excess : best;
        scree_vec3 slope;
        (void)gauge_at(s, w3_round(point.at), &slope);
        const double rise = slope.x * out.x + slope.y * out.y + slope.z * out.z;
        const scree_vec3 aside = { slope.x - rise * out.x, slope.y - rise * out.y, slope.z - rise * out.z };
        const double lean = length_of(aside), below = w_round(w3_dot(m, w3_sub(x, point.at)));
        if (!(rise > 0.0 && lean > 0.0 && below > 0.0)) break;
        const double step = 2.0 * below * rise / (lean * lean);
        if (!(step * lean <= s->core_radius)) break;
        from = w3_sub(from, w3_times(w3_of(aside), step));
    }
    return best;
}
