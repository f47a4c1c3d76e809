// Surface points of superquadrics. See superquadric_pair.h.
#include "pair/superquadric_pair.h"

// Exponents from which on scree_sq_surface_point_toward() treats a body as blocky.
#define BLOCKY 3.0

static double larger_exponent(const scree_shape *s)
{
    return s->form->n1 > s->form->n2 ? s->form->n1 : s->form->n2;
}

static double ball_of(const scree_shape *s)
{
    const double least = scree_least_of(s->form->semi_axes);
    return least * least / (larger_exponent(s) - 1.0);
}

scree_sq_pair scree_sq_pair_make(const scree_cores *c)
{
    const bool point = c->b->core == SCREE_CORE_POINT;
    const scree_shape *a = c->a, *b = point ? a : c->b;
    scree_sq_pair p = { .shape = { a, b }, .point = point, .rotation = c->rotation, .size = c->size };
    p.axes = two3_of(a->form->semi_axes, b->form->semi_axes);
    p.inverse = (scree_two3){ 1.0 / p.axes.x, 1.0 / p.axes.y, 1.0 / p.axes.z };
    p.bend1 = two_of(a->form->n1 - 1.0, b->form->n1 - 1.0);
    p.inverse1 = two_of(a->form->along.inverse, b->form->along.inverse);
    p.halved1 = a->form->along.root_halvings >= 0 && b->form->along.root_halvings >= 0;
    p.halved2 = a->form->across.root_halvings >= 0 && b->form->across.root_halvings >= 0;
    p.inverse2 = two_of(a->form->across.inverse, b->form->across.inverse);
    p.bend2 = two_of(a->form->n2 - 1.0, b->form->n2 - 1.0);
    p.blocky = larger_exponent(a) > SCREE_SQ_MOST_ROUNDED || larger_exponent(b) > SCREE_SQ_MOST_ROUNDED;
    p.ball = two_of(ball_of(a), point ? 0.0 : ball_of(b));
    p.offset = point ? scree_cores_vertex_b(c, 0) : c->shift;
    const double least_a = scree_least_of(a->form->semi_axes), least_b = scree_least_of(b->form->semi_axes);
    p.least = least_a < least_b ? least_a : least_b;
    return p;
}

static scree_vec3 signs_of(scree_vec3 d)
{
    return v3(copysign(1.0, d.x), copysign(1.0, d.y), copysign(1.0, d.z));
}

static double quotient(double least, double most)
{
    return most > 0.0 ? least / most : 0.0;
}

// The arguments u, v, z >= 0 of the gauge, of any size.
static scree_sq_surface_point surface_point_of(const scree_shape *shape, double u, double v, double z, scree_vec3 sign)
{
    const scree_exponent *e1 = &shape->form->along, *e2 = &shape->form->across;
    scree_sq_surface_point s = { .sign = sign };
    s.across = scree_sq_ratio_of(e2, v > u ? quotient(u, v) : quotient(v, u), v > u);
    const double q = s.across.q, rho = (v > u ? v : u) * sq_root(e2, 1.0 + q * q * s.across.p);
    s.along = scree_sq_ratio_of(e1, z > rho ? quotient(rho, z) : quotient(z, rho), z > rho);
    return s;
}

scree_sq_surface_point scree_sq_surface_point_along(const scree_sq_pair *p, int i, scree_vec3 x)
{
    const scree_vec3 v = v3_times(x, two3_lane(&p->inverse, i));
    return surface_point_of(p->shape[i], fabs(v.x), fabs(v.y), fabs(v.z), signs_of(x));
}

// Roots push a blocky body's point from its faces' middles towards the edges, where support points are. Measured: half
// a step less for exponents from 3 to 8.
scree_sq_surface_point scree_sq_surface_point_toward(const scree_sq_pair *p, int i, scree_vec3 d)
{
    const scree_shape *shape = p->shape[i];
    if (shape->form->n1 < BLOCKY && shape->form->n2 < BLOCKY) return scree_sq_surface_point_along(p, i, d);
    const scree_vec3 v = v3_times(d, two3_lane(&p->inverse, i));
    return surface_point_of(shape, sqrt(fabs(v.x)), sqrt(fabs(v.y)), sqrt(fabs(v.z)), signs_of(d));
}

scree_sq_surface_point scree_sq_surface_point_facing(const scree_sq_pair *p, int i, scree_vec3 d)
{
    const scree_exponent *e1 = &p->shape[i]->form->along, *e2 = &p->shape[i]->form->across;
    const scree_vec3 t = v3_times(d, two3_lane(&p->axes, i));
    const double u = fabs(t.x), v = fabs(t.y), z = fabs(t.z);
    scree_sq_surface_point s = { .sign = signs_of(d) };
    s.across = scree_sq_ratio_facing(e2, v > u ? quotient(u, v) : quotient(v, u), v > u);
    // The dual value of the step: the larger argument times the sum over its root.
    const double q = s.across.q, sum = 1.0 + q * q * s.across.p;
    const double sigma = (v > u ? v : u) * sum / sq_root(e2, sum);
    s.along = scree_sq_ratio_facing(e1, z > sigma ? quotient(sigma, z) : quotient(z, sigma), z > sigma);
    return s;
}

// A value and its inverse.
typedef struct both_ways {
    scree_two up, down;
} both_ways;

// y^k for 1 <= y <= 2 and 0 < k <= 1/2, to some 3 roundings, and its inverse: half as long as two calls of pow(). The
// logarithm by the series of the inverse hyperbolic tangent about sqrt(2); then the hyperbolic cosine and sine of half
// of it by theirs, with terms in pairs.
static inline both_ways two_root(scree_two k, scree_two y)
{
    const double middle = 1.4142135623730951, log_middle = 0.34657359027997264;
    const scree_two z = (y - middle) / (y + middle), w = z * z, w2 = w * w, w4 = w2 * w2;
    const scree_two low = (1.0 + w * (1.0 / 3)) + w2 * (1.0 / 5 + w * (1.0 / 7));
    const scree_two high =
        (1.0 / 9 + w * (1.0 / 11)) + w2 * (1.0 / 13 + w * (1.0 / 15)) + w4 * (1.0 / 17 + w * (1.0 / 19));
    const scree_two t = k * (0.5 * log_middle + z * (low + w4 * high)), t2 = t * t, t4 = t2 * t2;
    const scree_two even =
        t2 * ((1.0 / 2 + t2 * (1.0 / 24)) + t4 * ((1.0 / 720 + t2 * (1.0 / 40320)) + t4 * (1.0 / 3628800)));
    const scree_two odd = t * ((1.0 + t2 * (1.0 / 6)) +
                               t4 * ((1.0 / 120 + t2 * (1.0 / 5040)) + t4 * (1.0 / 362880 + t2 * (1.0 / 39916800))));
    const scree_two up = 1.0 + (even + odd), down = 1.0 + (even - odd);
    return (both_ways){ up * up, down * down };
}

static inline both_ways two_halved(const scree_exponent *a, const scree_exponent *b, scree_two y)
{
    double of_a = y[0], of_b = y[1];
    for (int i = 0; i < a->root_halvings; ++i) of_a = sqrt(of_a);
    for (int i = 0; i < b->root_halvings; ++i) of_b = sqrt(of_b);
    const scree_two root = two_of(of_a, of_b);
    return (both_ways){ root, 1.0 / root };
}

// Both steps have the arguments 1 and q, over the root where the value is 1.
void scree_sq_see(const scree_sq_pair *p, scree_sq_view *x)
{
    const scree_two q1 = x->q1, p1 = x->p1, q2 = x->q2, p2 = x->p2;
    const scree_two sum1 = 1.0 + q1 * q1 * p1, sum2 = 1.0 + q2 * q2 * p2;
    const scree_shape *a = p->shape[0], *b = p->shape[1];
    const both_ways r1 = p->halved1 ? two_halved(&a->form->along, &b->form->along, sum1) : two_root(p->inverse1, sum1);
    const both_ways r2 =
        p->halved2 ? two_halved(&a->form->across, &b->form->across, sum2) : two_root(p->inverse2, sum2);
    const scree_two root1 = r1.up, root2 = r2.up, big1 = r1.down, big2 = r2.down; // big: the larger arguments
    const scree_two slope1 = root1 * (1.0 / sum1), slope2 = root2 * (1.0 / sum2);
    const scree_two_mask y = x->y_first, z = x->z_first;
    const scree_two small1 = q1 * big1, m1 = slope1 * root1, m1_small = p1 * m1; // m: slope over argument
    const scree_two m_rho = two_pick(z, m1_small, m1), rho = two_pick(z, small1, big1);
    const scree_two small2 = q2 * big2, lesser2 = q2 * p2 * slope2, m2 = m_rho * slope2 * root2, m2_small = p2 * m2;
    x->rho = rho;
    x->x = two_pick(y, small2, big2);
    x->y = two_pick(y, big2, small2);
    x->x_step = two_pick(y, lesser2, slope2);
    x->y_step = two_pick(y, slope2, lesser2);
    x->u = (scree_two3){ rho * x->x, rho * x->y, two_pick(z, big1, small1) };
    x->m = (scree_two3){ two_pick(y, m2_small, m2), two_pick(y, m2, m2_small), two_pick(z, m1, m1_small) };
    const scree_two3 scale = two3_times(p->inverse, x->sign), w = two3_times(two3_times(x->u, x->m), scale);
    x->height = 1.0 / two_sqrt(two3_dot(w, w));
    x->own = two3_scale(w, x->height);
    // Second derivatives of a step: (n - 1) q^(n-2) / value * (slope of the larger argument)^2 times the square of
    // (q, -1). That of rho is 1 / rho of this, and counts as often as the gauge's slope along rho: m_rho in all.
    const scree_two one = two_of(1.0, 1.0);
    x->c0 = x->height * m_rho * p->bend2 * p2 * slope2 * slope2;
    x->c1 = x->height * p->bend1 * p1 * slope1 * slope1;
    x->d0x = scale.x * two_pick(y, one, q2);
    x->d0y = -scale.y * two_pick(y, q2, one);
    const scree_two by_rho = two_pick(z, one, q1);
    x->d1 = (scree_two3){ scale.x * by_rho * x->x_step, scale.y * by_rho * x->y_step, -scale.z * two_pick(z, q1, one) };
    const scree_two3 at = two3_times(two3_times(x->u, x->sign), p->axes);
    x->on_a = two3_a(&at);
    x->normal_a = two3_a(&x->own);
    x->on_b = p->point ? p->offset : v3_add(p->offset, m3_mul(&p->rotation, two3_b(&at)));
    // Rotated before its length is known.
    x->normal_b = p->point ? x->normal_a : v3_scale(m3_mul(&p->rotation, two3_b(&w)), -x->height[1]);
}
