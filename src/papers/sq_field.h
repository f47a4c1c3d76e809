// The inside-outside function of a superquadric with its derivatives: what the papers' superquadric methods share.
//
//   F = (|x/a|^n2 + |y/b|^n2)^(n1/n2) + |z/c|^n1 - 1                     peng-hanley-2019, (1)
//
// `auto` works with the gauge (1 + F)^(1/n1) instead (shape/superquadric_form.h); the methods need F itself, and axes
// and exponents that may be anything on the way from a sphere to the shape. Ellipsoids have exponents 2; a sphere has
// three equal axes as well. Points are about the superquadric's own axes.
//
//   scree_sq_value(), _slope(), _expand()  F; with its gradient; with gradient and Hessian
//   scree_sq_gauge_of()                  (1 + F)^(1/n1) where F is known
//   scree_sq_support_of()                the farthest point along a direction
//   scree_sq_leave(), scree_sq_enter()   where a line leaves it, and enters it
//   scree_sq_ball()                      the radius of a ball around a point that is inside
#ifndef SCREE_PAPERS_SQ_FIELD_H
#define SCREE_PAPERS_SQ_FIELD_H

#include "math/vec3.h"
#include "shape/superquadric_form.h"

typedef struct scree_sq_field {
    scree_vec3 axes, per_axis; ///< semi-axes, and one over them
    scree_exponent n1, n2;
    bool plain; ///< n1 = n2: F is a sum of three powers
    bool ball;  ///< a sphere
    double least_axis;
} scree_sq_field;

/// F near a point; the Hessian is symmetric.
typedef struct scree_sq_expansion {
    double value;
    scree_vec3 gradient;
    scree_sym3 hessian;
} scree_sq_expansion;

/// A superquadric, an ellipsoid or a sphere, without rounding: what the methods serve.
bool scree_is_superquadric(const scree_shape *s);

/// Of such a shape.
scree_sq_field scree_sq_field_of(const scree_shape *s);

scree_sq_field scree_sq_field_make(scree_vec3 axes, scree_exponent n1, scree_exponent n2);

static inline double scree_sq_value(const scree_sq_field *f, scree_vec3 x)
{
    const double u = fabs(x.x * f->per_axis.x), v = fabs(x.y * f->per_axis.y), w = fabs(x.z * f->per_axis.z);
    const double along = w * w * sq_power_less_2(&f->n1, w);
    if (f->plain) return u * u * sq_power_less_2(&f->n2, u) + v * v * sq_power_less_2(&f->n2, v) + along - 1.0;
    const double rho = sq_primal_step(&f->n2, u, v).value;
    return rho * rho * sq_power_less_2(&f->n1, rho) + along - 1.0;
}

/// F, and its gradient.
static inline double scree_sq_slope(const scree_sq_field *f, scree_vec3 x, scree_vec3 *gradient)
{
    const double u = fabs(x.x * f->per_axis.x), v = fabs(x.y * f->per_axis.y), w = fabs(x.z * f->per_axis.z);
    const double n1 = f->n1.n, along = w * sq_power_less_2(&f->n1, w);
    double across, gx, gy;
    if (f->plain) {
        gx = u * sq_power_less_2(&f->n2, u);
        gy = v * sq_power_less_2(&f->n2, v);
        across = gx * u + gy * v;
    } else {
        const sq_step flat = sq_primal_step(&f->n2, u, v);
        const double steep = flat.value * sq_power_less_2(&f->n1, flat.value);
        across = steep * flat.value;
        gx = steep * flat.slope_x;
        gy = steep * flat.slope_y;
    }
    *gradient = v3(copysign(n1 * gx * f->per_axis.x, x.x), copysign(n1 * gy * f->per_axis.y, x.y),
                   copysign(n1 * along * f->per_axis.z, x.z));
    return across + along * w - 1.0;
}

scree_sq_expansion scree_sq_expand(const scree_sq_field *f, scree_vec3 x);

/// (1 + F)^(1/n1) for F = `value`, which must not be near -1.
static inline double scree_sq_gauge_of(const scree_sq_field *f, double value)
{
    const scree_exponent *e = &f->n1;
    if (e->root_halvings < 0) return pow(1.0 + value, e->inverse);
    double y = 1.0 + value;
    for (int i = 0; i < e->root_halvings; ++i) y = sqrt(y);
    return y;
}

/// The farthest point along the unit direction d: the closed form that peng-hanley-2019 takes for walls.
static inline scree_vec3 scree_sq_support_of(const scree_sq_field *f, scree_vec3 d)
{
    const scree_vec3 a = f->axes;
    if (f->ball) return v3_scale(d, a.x);
    const sq_step flat = sq_dual_step(&f->n2, a.x * fabs(d.x), a.y * fabs(d.y));
    const sq_step whole = sq_dual_step(&f->n1, flat.value, a.z * fabs(d.z));
    return v3(copysign(a.x * (whole.slope_x * flat.slope_x), d.x), copysign(a.y * (whole.slope_x * flat.slope_y), d.y),
              copysign(a.z * whole.slope_y, d.z));
}

/// The radius of a ball around x that is inside, up to rounding; 0 if x is not. With g the gauge of x, the body holds x + (1 -
/// g) body, and itself the ball of its shortest semi-axis, since no exponent is below 2. From F the gauge would not be
/// known well enough: near the centre 1 + F has no digits left.
static inline double scree_sq_ball(const scree_sq_field *f, scree_vec3 x)
{
    const double rho = sq_primal_step(&f->n2, fabs(x.x * f->per_axis.x), fabs(x.y * f->per_axis.y)).value;
    const double gauge = sq_primal_step(&f->n1, rho, fabs(x.z * f->per_axis.z)).value;
    return gauge < 1.0 ? (1.0 - gauge) * f->least_axis : 0.0;
}

/// The t >= 0 where x + t d leaves the superquadric, from a point inside; 0 from outside.
double scree_sq_leave(const scree_sq_field *f, scree_vec3 x, scree_vec3 d);

/// The t >= 0 where x + t d enters it, from a point outside; 0 from inside. False where the line misses it.
bool scree_sq_enter(const scree_sq_field *f, scree_vec3 x, scree_vec3 d, double *t);

#endif
