// The inside-outside function of a superquadric. See sq_field.h.
#include "papers/sq_field.h"

// Steps of the line search. F and the gauge are convex along a line and Newton steps come from one side, doubling the
// digits each time; the bound is reached where a line grazes the surface.
enum { MOST_LINE_STEPS = 64 };

// Closer to the surface than this, a Newton step on F is as good as one on the gauge, and needs no root.
#define STRAIGHT 0.125

// A step below this many of the line's units and of the point's coordinates ends the search.
#define LAST_STEP 0x1p-50

bool scree_is_superquadric(const scree_shape *s)
{
    const bool kind = s->kind == SCREE_SUPERQUADRIC || s->kind == SCREE_ELLIPSOID || s->kind == SCREE_SPHERE;
    return kind && s->rounding == 0.0;
}

scree_sq_field scree_sq_field_make(scree_vec3 axes, scree_exponent n1, scree_exponent n2)
{
    scree_sq_field f = { .axes = axes, .n1 = n1, .n2 = n2, .plain = n1.n == n2.n };
    f.per_axis = v3(1.0 / axes.x, 1.0 / axes.y, 1.0 / axes.z);
    f.least_axis = fmin(axes.x, fmin(axes.y, axes.z));
    return f;
}

scree_sq_field scree_sq_field_of(const scree_shape *s)
{
    if (s->kind != SCREE_SPHERE) return scree_sq_field_make(s->form->semi_axes, s->form->along, s->form->across);
    const scree_exponent two = { .n = 2.0, .inverse = 0.5, .dual_less_1 = 1.0, .whole = 2, .root_halvings = 1 };
    scree_sq_field ball = scree_sq_field_make(v3(s->radius, s->radius, s->radius), two, two);
    ball.ball = true;
    return ball;
}

static scree_sq_expansion plain_jet(const scree_sq_field *f, scree_vec3 x)
{
    const scree_vec3 i = f->per_axis;
    const double u = fabs(x.x * i.x), v = fabs(x.y * i.y), w = fabs(x.z * i.z), n = f->n1.n, bend = n * (n - 1.0);
    const double p = sq_power_less_2(&f->n1, u), q = sq_power_less_2(&f->n1, v), r = sq_power_less_2(&f->n1, w);
    return (scree_sq_expansion){
        .value = u * u * p + v * v * q + w * w * r - 1.0,
        .gradient = v3(copysign(n * u * p * i.x, x.x), copysign(n * v * q * i.y, x.y), copysign(n * w * r * i.z, x.z)),
        .hessian = { .xx = bend * p * i.x * i.x, .yy = bend * q * i.y * i.y, .zz = bend * r * i.z * i.z },
    };
}

// With rho = (u^n2 + v^n2)^(1/n2), as in shape/superquadric_form.h: the Hessian of rho^n1 is a multiple of the square
// of rho's slopes and one of the square of (v, -u), both at least 0.
scree_sq_expansion scree_sq_expand(const scree_sq_field *f, scree_vec3 x)
{
    if (f->plain) return plain_jet(f, x);
    const scree_vec3 i = f->per_axis;
    const double u = fabs(x.x * i.x), v = fabs(x.y * i.y), w = fabs(x.z * i.z), n1 = f->n1.n, n2 = f->n2.n;
    const double r = sq_power_less_2(&f->n1, w), most = fmax(u, v);
    double value = w * w * r - 1.0, slope[2] = { 0, 0 }, xx = 0, yy = 0, xy = 0;
    if (most > 0.0) {
        const double q = fmin(u, v) / most, p = sq_power_less_2(&f->n2, q), sum = 1.0 + q * q * p;
        const double root = sq_root(&f->n2, sum), rho = most * root, unit = root / sum;
        const double steep = sq_power_less_2(&f->n1, rho), lesser = q * p * unit;
        const double ends[2] = { u > v ? unit : lesser, u > v ? lesser : unit };
        const double around = n1 * steep * (n2 - 1.0) * p * unit * unit, rise = n1 * (n1 - 1.0) * steep;
        xx = rise * ends[0] * ends[0] + (u > v ? q * q : 1.0) * around;
        yy = rise * ends[1] * ends[1] + (u > v ? 1.0 : q * q) * around;
        xy = rise * ends[0] * ends[1] - q * around;
        for (int k = 0; k < 2; ++k) slope[k] = n1 * steep * rho * ends[k];
        value += steep * rho * rho;
    }
    const double sign = copysign(1.0, x.x) * copysign(1.0, x.y);
    return (scree_sq_expansion){
        .value = value,
        .gradient = v3(copysign(slope[0] * i.x, x.x), copysign(slope[1] * i.y, x.y), copysign(n1 * w * r * i.z, x.z)),
        .hessian = { .xx = xx * i.x * i.x,
                     .yy = yy * i.y * i.y,
                     .zz = n1 * (n1 - 1.0) * r * i.z * i.z,
                     .xy = sign * xy * i.x * i.y },
    };
}

// A Newton step towards the surface along d: of F near it, of the gauge farther away, where F grows with a high power.
static double newton_step(const scree_sq_field *f, scree_vec3 x, scree_vec3 d, double *value, double *rate)
{
    scree_vec3 g;
    *value = scree_sq_slope(f, x, &g);
    *rate = v3_dot(g, d);
    if (fabs(*value) < STRAIGHT) return -*value / *rate;
    const double gauge = scree_sq_gauge_of(f, *value);
    return (1.0 - gauge) / gauge * (f->n1.n * (1.0 + *value)) / *rate;
}

static bool is_last(scree_vec3 x, scree_vec3 d, double t, double step)
{
    return fabs(step) * v3_max_abs(d) <= LAST_STEP * (fabs(t) * v3_max_abs(d) + v3_max_abs(x));
}

// From inside the first step overshoots, F being convex, and all others return to the surface from outside.
double scree_sq_leave(const scree_sq_field *f, scree_vec3 x, scree_vec3 d)
{
    double value, rate, t = 0.0, step = newton_step(f, x, d, &value, &rate);
    if (!(value < 0.0)) return 0.0;
    // At the middle and behind it F gives no step: start as far out as the surface can be.
    const double reach = 2.0 * v3_norm(f->axes) / v3_norm(d);
    if (!(rate > 0.0) || !(step < reach)) step = reach;
    for (int i = 0; i < MOST_LINE_STEPS; ++i) {
        t = fmax(0.0, t + step);
        if (i > 0 && is_last(x, d, t, step)) break;
        step = newton_step(f, v3_add_scaled(x, t, d), d, &value, &rate);
        if (!(rate > 0.0) || !isfinite(step)) break;
    }
    return t;
}

bool scree_sq_enter(const scree_sq_field *f, scree_vec3 x, scree_vec3 d, double *t)
{
    *t = 0.0;
    for (int i = 0; i < MOST_LINE_STEPS; ++i) {
        double value, rate;
        const scree_vec3 at = v3_add_scaled(x, *t, d);
        const double step = newton_step(f, at, d, &value, &rate);
        if (!(value > 0.0)) return true;
        if (!(rate < 0.0) || !isfinite(step)) return false;
        *t += step;
        if (is_last(x, d, *t, step)) return true;
    }
    return false;
}
