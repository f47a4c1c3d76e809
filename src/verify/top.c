// The support function of a core along a direction.
//
// Idea        Vertices are scanned in double, and those that rounding leaves in doubt again in wide. Smooth cores have
//             closed forms: with a the semi-axes, an ellipsoid's height is |a d|, a superquadric's the norm of a d that
//             is dual to its own, with the exponents n / (n - 1).
#include "verify/place.h"
#include "verify/power.h"

// A product of two vectors of doubles, the first one rounded from wide: 3 products, 2 sums, 3 roundings of the factors,
// and half a rounding for those of second order, of at most sqrt(3) of the vectors' lengths.
#define ROUNDINGS_DOT 16.0

// Powers and roots of a superquadric's height: each pow() is accurate to 2 roundings, its argument and exponent to 3.
#define ROUNDINGS_POWERS 32.0

// The scan in double keeps four independent maxima.
static double highest(const scree_shape *s, scree_vec3 d)
{
    double top[4] = { -HUGE_VAL, -HUGE_VAL, -HUGE_VAL, -HUGE_VAL };
    int i = 0;
    for (; i + 4 <= s->padded_count; i += 4)
        for (int k = 0; k < 4; ++k) {
            const double h = d.x * s->x[i + k] + d.y * s->y[i + k] + d.z * s->z[i + k];
            top[k] = h > top[k] ? h : top[k];
        }
    const double left = top[0] > top[1] ? top[0] : top[1], right = top[2] > top[3] ? top[2] : top[3];
    return left > right ? left : right;
}

// The highest vertex, d in the shape's frame.
static int top_vertex(const scree_shape *s, wide3 d, wide *height)
{
    const scree_vec3 rough = w3_round(d);
    const double band = 2.0 * ROUNDINGS_DOT * VERIFY_ROUNDING * s->core_radius, least = highest(s, rough) - band;
    int best = -1;
    for (int i = 0; i < s->vertex_count; ++i) {
        const double h = rough.x * s->x[i] + rough.y * s->y[i] + rough.z * s->z[i];
        if (h < least) continue;
        const wide exact = w3_dot_plain(d, scree_stored_vertex(s, i));
        if (best >= 0 && w_sub(exact, *height).hi <= 0.0) continue;
        best = i;
        *height = exact;
    }
    return best;
}

static wide3 stretch(scree_vec3 a, wide3 d)
{
    return (wide3){ w_times(d.x, a.x), w_times(d.y, a.y), w_times(d.z, a.z) };
}

static scree_top ellipsoid_top(const scree_shape *s, wide3 d)
{
    const wide3 u = stretch(s->form->semi_axes, d);
    const wide height = w3_length(u), over = w_div(w_of(1.0), height);
    return (scree_top){ .height = height, .point = w3_mul(stretch(s->form->semi_axes, u), over) };
}

// (u^m + v^m)^(1/m) for u, v >= 0, and its slopes; m from 1 to 2.
static double dual_norm(double u, double v, double m, double *slope_u, double *slope_v)
{
    const double most = u > v ? u : v;
    *slope_u = *slope_v = 0.0;
    if (!(most > 0.0)) return 0.0;
    const double p = u / most, q = v / most;
    const double sum = pow(p, m) + pow(q, m), norm = pow(sum, 1.0 / m);
    *slope_u = p > 0.0 ? pow(p / norm, m - 1.0) : 0.0;
    *slope_v = q > 0.0 ? pow(q / norm, m - 1.0) : 0.0;
    return most * norm;
}

static scree_top superquadric_top(const scree_shape *s, wide3 d)
{
    const scree_vec3 a = s->form->semi_axes, r = w3_round(d);
    const double u = a.x * fabs(r.x), v = a.y * fabs(r.y), w = a.z * fabs(r.z);
    double by_u, by_v, by_flat, by_w;
    const double flat = dual_norm(u, v, s->form->n2 / (s->form->n2 - 1.0), &by_u, &by_v);
    const double height = dual_norm(flat, w, s->form->n1 / (s->form->n1 - 1.0), &by_flat, &by_w);
    const scree_vec3 point = { copysign(a.x * by_u * by_flat, r.x), copysign(a.y * by_v * by_flat, r.y),
                               copysign(a.z * by_w, r.z) };
    return (scree_top){ .height = w_of(height),
                        .error = ROUNDINGS_POWERS * VERIFY_ROUNDING * s->core_radius,
                        .point = w3_of(point) };
}

wide scree_wide_gauge(const scree_shape *s, wide3 x)
{
    const scree_vec3 a = s->form->semi_axes;
    const wide u = w_div(w_abs(x.x), w_of(a.x)), v = w_div(w_abs(x.y), w_of(a.y)), w = w_div(w_abs(x.z), w_of(a.z));
    return w_norm(w_norm(u, v, w_of(s->form->n2)), w, w_of(s->form->n1));
}

static wide signed_as(wide a, wide sign)
{
    return sign.hi < 0.0 ? w_neg(a) : a;
}

// The gauge's slopes: of (u^n + v^n)^(1/n), ((u / it)^(n-1), (v / it)^(n-1)).
wide3 scree_wide_normal(const scree_shape *s, wide3 x)
{
    const scree_vec3 a = s->form->semi_axes;
    const wide u = w_div(w_abs(x.x), w_of(a.x)), v = w_div(w_abs(x.y), w_of(a.y)), w = w_div(w_abs(x.z), w_of(a.z));
    const wide flat = w_norm(u, v, w_of(s->form->n2)), gauge = w_norm(flat, w, w_of(s->form->n1));
    const wide n1 = w_sum(s->form->n1, -1.0), n2 = w_sum(s->form->n2, -1.0);
    const bool level = flat.hi > 0.0;
    const wide by_flat = w_pow(w_div(flat, gauge), n1), by_w = w_pow(w_div(w, gauge), n1);
    const wide by_u = level ? w_pow(w_div(u, flat), n2) : w_of(0.0),
               by_v = level ? w_pow(w_div(v, flat), n2) : w_of(0.0);
    // Times the least semi-axis, so that nothing is far from 1.
    double least = a.x < a.y ? a.x : a.y;
    least = a.z < least ? a.z : least;
    const wide3 slope = { signed_as(w_mul(w_mul(by_u, by_flat), w_div(w_of(least), w_of(a.x))), x.x),
                          signed_as(w_mul(w_mul(by_v, by_flat), w_div(w_of(least), w_of(a.y))), x.y),
                          signed_as(w_mul(by_w, w_div(w_of(least), w_of(a.z))), x.z) };
    return w3_mul(slope, w_div(w_of(1.0), w3_length(slope)));
}

static wide dual_exponent(double n)
{
    return w_div(w_of(n), w_sum(n, -1.0));
}

// The same in wide; the point, found in double, is scaled onto the surface.
static scree_top superquadric_wide_top(const scree_shape *s, wide3 d)
{
    const scree_vec3 a = s->form->semi_axes;
    const wide u = w_times(w_abs(d.x), a.x), v = w_times(w_abs(d.y), a.y), w = w_times(w_abs(d.z), a.z);
    scree_top top = superquadric_top(s, d);
    const wide gauge = scree_wide_gauge(s, top.point);
    if (gauge.hi > 0.0) top.point = w3_mul(top.point, w_div(w_of(1.0), gauge));
    top.height = w_norm(w_norm(u, v, dual_exponent(s->form->n2)), w, dual_exponent(s->form->n1));
    top.error = VERIFY_POWERS * s->core_radius;
    return top;
}

static scree_top frustum_top(const scree_shape *s, wide3 d)
{
    const double l = s->form->half_length;
    const wide across = w_sqrt(w_add(w_mul(d.x, d.x), w_mul(d.y, d.y))), along = w_times(d.z, l);
    const wide up = w_add(w_times(across, s->form->top), along), down = w_sub(w_times(across, s->form->bottom), along);
    const bool top = w_sub(up, down).hi > 0.0;
    const double r = top ? s->form->top : s->form->bottom;
    // Along the axis the whole rim is equally high, to far below rounding: any point of it will do.
    const bool leans = across.hi > 1e-60;
    const wide over = leans ? w_div(w_of(r), across) : w_of(0.0);
    return (scree_top){ .height = top ? up : down,
                        .point = { w_mul(d.x, over), w_mul(d.y, over), w_of(top ? l : -l) } };
}

// The direction is unit to far below what matters here.
static scree_top tear_top(const scree_shape *s, wide3 d)
{
    const double l = s->form->half_length;
    const wide along = w_times(d.z, l), up = w_add(w_of(s->form->top), along),
               down = w_sub(w_of(s->form->bottom), along);
    const bool top = w_sub(up, down).hi > 0.0;
    const wide3 ball = w3_times(d, top ? s->form->top : s->form->bottom);
    return (scree_top){ .height = top ? up : down, .point = { ball.x, ball.y, w_add(ball.z, w_of(top ? l : -l)) } };
}

// The user's function is called along the rounded direction: its point is the highest up to what that costs.
static scree_top support_top(const scree_shape *s, wide3 d)
{
    const scree_vec3 point = s->form->support(s->form->support_user, w3_round(d));
    const bool finite = isfinite(point.x) && isfinite(point.y) && isfinite(point.z);
    if (!finite) return (scree_top){ .height = w_of(s->core_radius), .error = HUGE_VAL };
    const wide3 p = w3_difference(point, s->centre);
    return (scree_top){ .height = w3_dot(d, p), .error = 8.0 * VERIFY_ROUNDING * s->core_radius, .point = p };
}

// In stored coordinates, about the centre.
static scree_top core_top(const scree_shape *s, wide3 d, bool precise)
{
    switch (s->core) {
    case SCREE_CORE_ELLIPSOID:
        return ellipsoid_top(s, d);
    case SCREE_CORE_SUPERQUADRIC:
        if (s->form->n1 == 2.0 && s->form->n2 == 2.0) return ellipsoid_top(s, d);
        return precise ? superquadric_wide_top(s, d) : superquadric_top(s, d);
    case SCREE_CORE_FRUSTUM:
        return frustum_top(s, d);
    case SCREE_CORE_TEAR:
        return tear_top(s, d);
    case SCREE_CORE_SUPPORT:
        return support_top(s, d);
    default: {
        scree_top top = { .error = 0.0 };
        top.point = w3_of(scree_stored_vertex(s, top_vertex(s, d, &top.height)));
        return top;
    }
    }
}

// From heights over the stored origin to heights in the pair's frame: d in the latter, `local` the same in the shape's.
static wide placed_height(const scree_placed *p, wide height, wide3 d, wide3 local)
{
    const scree_vec3 centre = p->shape->centre;
    height = w_add(height, w3_dot(d, p->at));
    if (centre.x != 0.0 || centre.y != 0.0 || centre.z != 0.0) height = w_add(height, w3_dot_plain(local, centre));
    return height;
}

scree_top scree_placed_top(const scree_placed *p, wide3 d, bool precise)
{
    const wide3 local = scree_placed_local_direction(p, d);
    scree_top top = core_top(p->shape, local, precise);
    top.above = top.height;
    top.height = placed_height(p, top.height, d, local);
    return top;
}

wide scree_placed_high_vertex(const scree_placed *p, wide3 d)
{
    const scree_shape *s = p->shape;
    const wide3 local = scree_placed_local_direction(p, d);
    const scree_vec3 r = w3_round(local);
    double most = -HUGE_VAL;
    int best = 0;
    for (int i = 0; i < s->vertex_count; ++i) {
        const double h = r.x * s->x[i] + r.y * s->y[i] + r.z * s->z[i];
        if (h > most) best = i;
        most = h > most ? h : most;
    }
    return placed_height(p, w3_dot_plain(local, scree_stored_vertex(s, best)), d, local);
}

wide3 scree_placed_top_point(const scree_placed *p, const scree_top *top)
{
    return scree_placed_point(p, w3_add(top->point, w3_of(p->shape->centre)));
}
