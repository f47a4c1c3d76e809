// One pair of bodies with equal exponents: its two bodies are the lanes.
//
// Source      equal_surface.h and equal.c, operation by operation, so that the answers are the same to the last bit.
// Idea        See smooth_single.h.
// Limits      Included after equal.c, which has the details.
#ifndef SCREE_KERNELS_SUPERQUADRIC_EQUAL_SINGLE_H
#define SCREE_KERNELS_SUPERQUADRIC_EQUAL_SINGLE_H

#include "kernels/smooth_single.h"

// A's value is in the first lane of two, B's in the second.
typedef struct single_equal {
    two_mat3 rotation;
    scree_two3 axes, inverse;
    scree_two n, inverse_n, less_1, dual, knee, knee_slope;
    int less_2;                        // n - 2, where both have the same whole number, else -1
    int bits;                          // else its number of bits,
    scree_two_mask bit[EXPONENT_BITS]; // and the masks of the set ones, where it is whole
    scree_two_mask fractional;         // where it is not
    bool some_whole, some_fractional;
    scree_two ball, least;
    scree_vec3 d;
    double size, error, enough;
} single_equal;

typedef struct single_surface_point {
    scree_two3 u, sign;
} single_surface_point;

typedef struct single_sight {
    scree_two3 u, powers, normal;
    scree_two sum, rho, height, curvature;
    scree_vec3 on_a, on_b, normal_a, normal_b;
} single_sight;

static inline scree_two two_min(scree_two a, scree_two b)
{
    return two_pick((scree_two_mask)(a < b), a, b);
}

static inline scree_two two_sign(scree_two a)
{
    return two_signed(two_of(1.0, 1.0), a);
}

static inline scree_two single_most(scree_two3 v)
{
    return two_max(two_max(v.x, v.y), v.z);
}

// Rotates both bodies' vectors into world axes, and back.
static inline scree_two3 single_out(const two_mat3 *m, scree_two3 v)
{
    return two3(two3_dot(m->row[0], v), two3_dot(m->row[1], v), two3_dot(m->row[2], v));
}

static inline scree_two3 single_own(const two_mat3 *m, scree_two3 v)
{
    const scree_two3 *r = m->row;
    return two3(r[0].x * v.x + r[1].x * v.y + r[2].x * v.z, r[0].y * v.x + r[1].y * v.y + r[2].y * v.z,
                r[0].z * v.x + r[1].z * v.y + r[2].z * v.z);
}

// equal_power() where both exponents are whole
static inline scree_two two_whole_power(const single_equal *p, scree_two x)
{
    scree_two r = two_of(1.0, 1.0);
    if (p->less_2 >= 0) {
        if ((p->less_2 & 1) != 0) r = x;
        for (int k = p->less_2 >> 1; k != 0; k >>= 1) {
            x *= x;
            if ((k & 1) != 0) r *= x;
        }
        return r;
    }
    r = two_pick(p->bit[0], x, r);
    for (int k = 1; k < p->bits; ++k) {
        x *= x;
        r = two_pick(p->bit[k], r * x, r);
    }
    return r;
}

static __attribute__((noinline)) void fractional_power(const single_equal *p, scree_two *x)
{
    const scree_two power = lane_two_power(*x, p->n - 2.0);
    *x = p->some_whole ? two_pick(p->fractional, power, two_whole_power(p, *x)) : power;
}

static __attribute__((noinline)) void fractional_powers(const single_equal *p, scree_two3 *v)
{
    const scree_two k = p->n - 2.0;
    scree_two3 power;
    lane_two_powers(v->x, v->y, k, &power.x, &power.y);
    power.z = lane_two_power(v->z, k);
    if (p->some_whole) {
        const scree_two_mask m = p->fractional;
        power.x = two_pick(m, power.x, two_whole_power(p, v->x));
        power.y = two_pick(m, power.y, two_whole_power(p, v->y));
        power.z = two_pick(m, power.z, two_whole_power(p, v->z));
    }
    *v = power;
}

static inline scree_two two_power(const single_equal *p, scree_two x)
{
    if (!p->some_fractional) return two_whole_power(p, x);
    fractional_power(p, &x);
    return x;
}

static inline scree_two3 two_powers(const single_equal *p, scree_two3 v)
{
    if (!p->some_fractional) return two3(two_whole_power(p, v.x), two_whole_power(p, v.y), two_whole_power(p, v.z));
    fractional_powers(p, &v);
    return v;
}

// halley()
static inline scree_two single_halley(scree_two k, scree_two there, scree_two s)
{
    return ((k - 1.0) * there + (k + 1.0) * s) / ((k + 1.0) * there + (k - 1.0) * s);
}

// ---------------------------------------------------------------------------------------------------------- the pair

// p->some_fractional is set already.
static inline void single_exponents(const scree_exponent *a, const scree_exponent *b, single_equal *p)
{
    p->n = two_of(a->n, b->n);
    p->inverse_n = two_of(a->inverse, b->inverse);
    p->less_1 = p->n - 1.0;
    p->dual = two_of(a->dual_less_1, b->dual_less_1);
    p->knee = two_of(a->knee, b->knee);
    p->knee_slope = two_of(a->knee_slope, b->knee_slope);
    const bool whole_a = a->whole > 0, whole_b = b->whole > 0;
    const int less_a = whole_a ? a->whole - 2 : 0, less_b = whole_b ? b->whole - 2 : 0;
    p->fractional = (scree_two_mask){ whole_a ? 0 : -1, whole_b ? 0 : -1 };
    p->some_whole = whole_a || whole_b;
    p->less_2 = !p->some_fractional && less_a == less_b ? less_a : -1;
    p->bits = 0;
    if (p->less_2 >= 0) return;
    for (int k = 0; k < EXPONENT_BITS; ++k) {
        p->bit[k] = -(scree_two_mask){ less_a >> k & 1, less_b >> k & 1 };
        if ((less_a | less_b) >> k != 0) p->bits = k + 1;
    }
}

// equal_pair_make(); false: left to the search.
static inline bool single_equal_make(const scree_body *a, const scree_body *b, double tolerance, single_equal *p)
{
    const scree_shape *s = a->shape, *t = b->shape;
    bool usual;
    p->rotation = two_rotation(a->orientation, b->orientation, &usual);
    p->axes = two3_of(s->form->semi_axes, t->form->semi_axes);
    p->inverse = two3(1.0 / p->axes.x, 1.0 / p->axes.y, 1.0 / p->axes.z);
    p->least = two_min(two_min(p->axes.x, p->axes.y), p->axes.z);
    single_exponents(&s->form->along, &t->form->along, p);
    p->ball = p->least * p->least / p->less_1;
    p->d = v3_sub(b->position, a->position);
    const double dd = v3_dot(p->d, p->d), length = sqrt(dd), ra = s->core_radius, rb = t->core_radius, radii = ra + rb;
    const double allowed =
        tolerance < 0.0 ? SCREE_DEFAULT_TOLERANCE * (s->bounds.radius + t->bounds.radius) : tolerance;
    p->size = radii + length;
    p->error = SCREE_ROUNDING * (SMOOTH_ROUNDINGS_RADIUS * radii + SMOOTH_ROUNDINGS_SHIFT * length);
    p->error += s->slack + t->slack;
    p->enough = 0.5 * allowed > SCREE_SQ_ENOUGH * p->error ? 0.5 * allowed : SCREE_SQ_ENOUGH * p->error;
    return usual && two_is_between(two_of(ra, rb), LEAST_SIZE, MOST_SIZE) && ra <= MOST_ASPECT * p->least[0] &&
           rb <= MOST_ASPECT * p->least[1] && dd > LEAST_SIZE * LEAST_SIZE && dd < MOST_SIZE * MOST_SIZE;
}

// equal_see()
static inline void single_see(const single_equal *p, const single_surface_point *s, single_sight *v)
{
    v->powers = two_powers(p, s->u);
    const scree_two3 w = two3_times(v->powers, s->u), slopes = two3_times(two3_times(w, p->inverse), s->sign);
    v->sum = two3_dot(w, s->u);
    v->rho = single_halley(p->n, v->sum, two_of(1.0, 1.0));
    const scree_two length2 = two3_dot(slopes, slopes), inverse = lane_two_sqrt(length2) * (1.0 / length2);
    v->normal = two3_scale(slopes, inverse);
    v->height = v->rho * v->sum * inverse;
    v->curvature = p->less_1 * inverse * (2.0 - v->rho);
    v->u = two3_scale(s->u, v->rho);
    const scree_two3 at = single_out(&p->rotation, two3_times(two3_times(v->u, s->sign), p->axes));
    const scree_two3 n = single_out(&p->rotation, v->normal);
    v->on_a = two3_a(&at);
    v->on_b = v3_add(p->d, two3_b(&at));
    v->normal_a = two3_a(&n);
    v->normal_b = v3_neg(two3_b(&n));
}

// --------------------------------------------------------------------------------------------------------- the start

// equal_ellipsoid()
static inline scree_two3 single_ellipsoids(const single_equal *p, scree_two3 d)
{
    const scree_two3 by_axes = two3_times(d, p->inverse);
    const scree_two3 t = two3(two_abs(by_axes.x), two_abs(by_axes.y), two_abs(by_axes.z));
    const scree_two3 q = two3_scale(t, 1.0 / single_most(t));
    const scree_two power = 2.0 - 4.0 * p->inverse_n, none = two_of(0.0, 0.0);
    const scree_two_mask slow = (scree_two_mask)(power < 1.0);
    const scree_two c0 = two_pick(slow, 1.0 - power, none), c2 = two_pick(slow, none, power - 1.0), c1 = 1.0 - c0 - c2;
    const scree_two3 m = two3(c0 + SCREE_SQ_LEAST + q.x * (c1 + c2 * q.x), c0 + SCREE_SQ_LEAST + q.y * (c1 + c2 * q.y),
                              c0 + SCREE_SQ_LEAST + q.z * (c1 + c2 * q.z));
    const scree_two k = 1.0 + (1.0 - 2.0 * p->inverse_n) * ((m.x + m.y + m.z) - 1.0);
    const scree_two3 aa = two3_times(p->axes, p->axes);
    return two3(aa.x * (k / m.x), aa.y * (k / m.y), aa.z * (k / m.z));
}

// equal_facing()
static inline scree_two3 single_equal_facing(const single_equal *p)
{
    const scree_two3 d = two3_of(p->d, p->d), own = single_own(&p->rotation, d), e = single_ellipsoids(p, own);
    const two_sym3 s = two_rotated(&p->rotation, e);
    const scree_two h = lane_two_sqrt(two3_dot(two3_times(e, own), own)), dd = two3_dot(d, d);
    const scree_two far = two_max(dd - two_sum(h), two_of(0.0, 0.0));
    two_sym3 x = two_mix(dd / h, &s);
    x.xx += far;
    x.yy += far;
    x.zz += far;
    x = two_adjugate(&x);
    return two_sym3_mul(&x, d);
}

// rough_power() of rough_ratio()
static inline scree_two two_rough_power(const single_equal *p, scree_two s)
{
    const scree_two large = two_of(0x1p52, 0x1p52), x = two_max(s, two_of(1e-100, 1e-100));
    const lane_two_words zero = two_to_words(two_of(1.0, 1.0)), last = two_to_words(large);
    const scree_two down = two_from_words(last + ((zero - two_to_words(x)) >> 12));
    const lane_two_words bits = two_to_words(p->dual * (down - large) + large);
    return two_from_words(zero - ((bits - last) << 12));
}

static inline scree_two two_rough_ratio(const single_equal *p, scree_two q, scree_two power, scree_two s)
{
    return q * single_halley(p->less_1, power * q, s);
}

// equal_surface_point_facing() of both, which face along n and against it.
static inline void single_surface_point_facing(const single_equal *p, scree_two3 n, single_surface_point *s)
{
    const scree_two against = { 1.0, -1.0 };
    const scree_two3 d = single_own(&p->rotation, two3_scale(n, against)), by_axes = two3_times(d, p->axes);
    const scree_two3 t = two3(two_abs(by_axes.x), two_abs(by_axes.y), two_abs(by_axes.z));
    const scree_two3 slopes = two3_scale(t, 1.0 / single_most(t));
    s->sign = two3(two_sign(d.x), two_sign(d.y), two_sign(d.z));
    const scree_two3 rough =
        two3(two_rough_power(p, slopes.x), two_rough_power(p, slopes.y), two_rough_power(p, slopes.z));
    const scree_two3 there = two_powers(p, rough);
    const scree_two3 q =
        two3(two_rough_ratio(p, rough.x, there.x, slopes.x), two_rough_ratio(p, rough.y, there.y, slopes.y),
             two_rough_ratio(p, rough.z, there.z, slopes.z));
    const scree_two sum = two3_dot(two3_times(two_powers(p, q), q), q);
    s->u = two3_scale(q, single_halley(p->n, sum, two_of(1.0, 1.0)));
}

// ---------------------------------------------------------------------------------------------------------- the step

typedef struct single_step {
    scree_two3 du, slopes;
    scree_vec3 e, f; // tangents
    double on_ax, on_ay, on_bx, on_by, rotation_x, rotation_y, length2, sag;
} single_step;

static inline scree_two3 single_across(scree_two x, scree_two y, scree_two3 e, scree_two3 f)
{
    return two3_add_scaled(two3_scale(e, x), y, f);
}

// equal_newton(); false where there is no step.
static inline bool single_newton(const single_equal *p, const single_surface_point *point, const single_sight *v,
                                 single_step *step)
{
    const scree_vec3 n = v->normal_a;
    const double sign = copysign(1.0, n.z), a = -1.0 / (sign + n.z), b = n.x * n.y * a;
    const scree_vec3 e = v3(1.0 + sign * n.x * n.x * a, sign * b, -sign * n.x), f = v3(b, sign + n.y * n.y * a, -n.y);
    const scree_two3 own_e = single_own(&p->rotation, two3_of(e, e)), own_f = single_own(&p->rotation, two3_of(f, f));
    const scree_two3 scaled_e = two3_times(own_e, p->inverse), scaled_f = two3_times(own_f, p->inverse);
    const scree_two3 me = two3_times(v->powers, scaled_e), mf = two3_times(v->powers, scaled_f);
    const scree_two xx = v->curvature * two3_dot(me, scaled_e), xy = v->curvature * two3_dot(me, scaled_f);
    const scree_two yy = v->curvature * two3_dot(mf, scaled_f);
    const double cosine = v3_dot(n, v->normal_b), secant = 1.0 / cosine;
    const scree_vec3 way = v3_sub(v->on_b, v->on_a);
    const double g = v3_dot(way, n), tx = v3_dot(way, e), ty = v3_dot(way, f);
    double nu_x = v3_dot(v->normal_b, e) * secant, nu_y = v3_dot(v->normal_b, f) * secant;
    if (nu_x * nu_x + nu_y * nu_y <= SCREE_SQ_NOISE * SCREE_SQ_NOISE) nu_x = nu_y = 0.0;
    const double axx = xx[0], axy = xy[0], ayy = yy[0], bxx = xx[1], bxy = xy[1], byy = yy[1];
    const double rx = nu_x + (bxx * tx + bxy * ty), ry = nu_y + (bxy * tx + byy * ty);
    const double m00 = axx + bxx + g * (bxx * axx + bxy * axy), m01 = axy + bxy + g * (bxx * axy + bxy * ayy);
    const double m10 = axy + bxy + g * (bxy * axx + byy * axy), m11 = ayy + byy + g * (bxy * axy + byy * ayy);
    const double scale = fabs(m00) + fabs(m11) + fabs(m01) + fabs(m10), det = m00 * m11 - m01 * m10;
    if (!(fabs(det) > SCREE_SQ_SINGULAR * scale * scale && cosine > NORMALS_CLOSE)) return false;
    const double inverse = 1.0 / det, on_ax = (rx * m11 - ry * m01) * inverse, on_ay = (ry * m00 - rx * m10) * inverse;
    double rotation_x = axx * on_ax + axy * on_ay, rotation_y = axy * on_ax + ayy * on_ay;
    const double on_bx = on_ax - tx + g * rotation_x, on_by = on_ay - ty + g * rotation_y;
    const double length_a = on_ax * on_ax + on_ay * on_ay, length_b = on_bx * on_bx + on_by * on_by;
    const double sag_a = on_ax * rotation_x + on_ay * rotation_y;
    const double sag_b = on_bx * (bxx * on_bx + bxy * on_by) + on_by * (bxy * on_bx + byy * on_by);
    step->length2 = length_a > length_b ? length_a : length_b;
    step->sag = 0.5 * (sag_a > sag_b ? sag_a : sag_b);
    const double rotation2 = rotation_x * rotation_x + rotation_y * rotation_y;
    if (rotation2 > SCREE_SQ_MOST_ROTATION * SCREE_SQ_MOST_ROTATION) {
        const double part = SCREE_SQ_MOST_ROTATION / sqrt(rotation2);
        rotation_x *= part;
        rotation_y *= part;
    }
    step->e = e;
    step->f = f;
    step->on_ax = on_ax;
    step->on_ay = on_ay;
    step->on_bx = on_bx;
    step->on_by = on_by;
    step->rotation_x = rotation_x;
    step->rotation_y = rotation_y;
    step->du = two3_times(single_across(two_of(on_ax, on_bx), two_of(on_ay, on_by), scaled_e, scaled_f), point->sign);
    // B's outward normal is f x e in its own frame.
    const scree_two3 other = two3(own_f.y * own_e.z - own_f.z * own_e.y, own_f.z * own_e.x - own_f.x * own_e.z,
                                  own_f.x * own_e.y - own_f.y * own_e.x);
    const scree_two3 out = two3(two_of(v->normal.x[0], other.x[1]), two_of(v->normal.y[0], other.y[1]),
                                two_of(v->normal.z[0], other.z[1]));
    const scree_two3 rotated =
        two3_add(out, single_across(two_of(rotation_x, -rotation_x), two_of(rotation_y, -rotation_y), own_e, own_f));
    step->slopes = two3_times(two3_times(rotated, p->axes), point->sign);
    return true;
}

// ---------------------------------------------------------------------------------------------------------- the move

typedef struct single_longest {
    scree_two old, place, slope, power;
} single_longest;

// equal_move_axis()
static inline scree_two single_move_axis(const single_equal *p, const single_longest *l, scree_two u, scree_two place,
                                         scree_two slope, scree_two *sign)
{
    const scree_two knee = p->knee * l->place, most = MOST_RATIO * l->place;
    const scree_two_mask by_slope = (scree_two_mask)(slope >= p->knee_slope * l->slope) &
                                    ((scree_two_mask)(u >= p->knee * l->old) | (scree_two_mask)(place > knee));
    const scree_two from = two_min(two_max(place, knee), most);
    const scree_two near = from * single_halley(p->less_1, two_power(p, from) * from * l->slope, slope * l->power);
    *sign = two_negate((scree_two_mask)~by_slope & two_to_bits(place), *sign);
    return two_pick(by_slope, two_min(near, most), two_min(two_abs(place), knee));
}

// equal_move() of both; false where the step is too long.
static inline bool single_move(const single_equal *p, const single_sight *v, const single_step *step,
                               single_surface_point *s)
{
    scree_two3 du = step->du;
    const scree_two length2 = two3_dot(du, du), one = two_of(1.0, 1.0);
    if (length2[0] > 1.0 || length2[1] > 1.0) du = two3_scale(du, 1.0 / lane_two_sqrt(two_max(length2, one)));
    const scree_two3 u = v->u, to = two3_add(u, du), slopes = step->slopes;
    const scree_two_mask x = (scree_two_mask)(u.x >= u.y) & (scree_two_mask)(u.x >= u.z);
    const scree_two_mask y = ~x & (scree_two_mask)(u.y >= u.z);
    single_longest l = { .old = single_most(u), .place = two_pick(x, to.x, two_pick(y, to.y, to.z)) };
    l.slope = two_pick(x, slopes.x, two_pick(y, slopes.y, slopes.z));
    if (!(l.place[0] > LEAST_BIG && l.place[1] > LEAST_BIG && l.slope[0] > 0.0 && l.slope[1] > 0.0)) return false;
    l.power = two_power(p, l.place) * l.place;
    s->u = two3(single_move_axis(p, &l, u.x, to.x, slopes.x, &s->sign.x),
                single_move_axis(p, &l, u.y, to.y, slopes.y, &s->sign.y),
                single_move_axis(p, &l, u.z, to.z, slopes.z, &s->sign.z));
    return true;
}

// --------------------------------------------------------------------------------------------------------- the search

typedef struct single_finding {
    double gap, upper;
    scree_vec3 n, on_a, on_b;
    int steps;
} single_finding;

// equal_gap()
static inline double single_gap(const single_equal *p, const single_sight *v)
{
    const double gap = v3_dot(v->normal_a, p->d) - v->height[0];
    const scree_two3 d = two3_times(single_own(&p->rotation, two3_of(v->normal_a, v->normal_a)), p->axes);
    const scree_two3 m = two3_scale(v->powers, 1.0 / (v->sum * (v->rho * v->rho)));
    return gap - sqrt((d.x * d.x / m.x + d.y * d.y / m.y + d.z * d.z / m.z)[1]);
}

// equal_bound()
static inline double single_bound(const single_equal *p, const single_sight *v)
{
    const scree_two r = p->ball / v->height;
    const scree_vec3 from = v3_add_scaled(v->on_a, -r[0], v->normal_a), to = v3_add_scaled(v->on_b, r[1], v->normal_b);
    const scree_vec3 way = v3_sub(to, from);
    return sqrt(v3_dot(way, way)) - (r[0] + r[1]);
}

// equal_arrive(): 0 not yet, 1 nearby, 2 done.
static inline int single_arrive(const single_equal *p, const single_sight *v, double fine, single_finding *f)
{
    const double gap = single_gap(p, v), upper = single_bound(p, v);
    if (!(upper - gap <= p->enough)) return 0;
    const scree_vec3 astray = v3_add_scaled(v3_sub(v->on_b, v->on_a), -gap, v->normal_a);
    const scree_vec3 apart = v3_sub(v->normal_a, v->normal_b);
    const double least = p->least[0] < p->least[1] ? p->least[0] : p->least[1];
    f->gap = gap;
    f->upper = upper;
    f->n = v3_scale(v->normal_a, 1.5 - 0.5 * v3_dot(v->normal_a, v->normal_a));
    f->on_a = v->on_a;
    f->on_b = v->on_b;
    const bool there = v3_dot(astray, astray) <= fine * fine * least * least && v3_dot(apart, apart) <= fine * fine;
    return there ? 2 : 1;
}

// equal_trust()
static inline void single_trust(const single_sight *v, const single_step *s, single_finding *f)
{
    const scree_vec3 facing = v3_add(v->normal_a, v3_add_scaled(v3_scale(s->e, s->rotation_x), s->rotation_y, s->f));
    f->n = v3_scale(facing, 1.0 / sqrt(v3_dot(facing, facing)));
    f->on_a = v3_add(f->on_a, v3_add_scaled(v3_scale(s->e, s->on_ax), s->on_ay, s->f));
    f->on_b = v3_add(f->on_b, v3_add_scaled(v3_scale(s->e, s->on_bx), s->on_by, s->f));
}

// equal_search()
static inline bool single_search(const single_equal *p, single_surface_point *point, single_finding *f)
{
    const double nearly = SCREE_SQ_NEARLY_THERE * p->size, standstill = SCREE_SQ_STANDSTILL * p->size;
    const double fine = SCREE_SQ_FINE * sqrt(p->enough / p->size);
    const double ball = p->ball[0] < p->ball[1] ? p->ball[0] : p->ball[1];
    int at = 0;
    single_sight v;
    single_see(p, point, &v);
    for (f->steps = 1; f->steps <= EQUAL_STEPS; ++f->steps) {
        single_step step = { 0 };
        if (!single_newton(p, point, &v, &step)) return false;
        if (at == 1 && step.length2 <= 2.0 * SCREE_SQ_TRUSTED * ball) {
            single_trust(&v, &step, f);
            return true;
        }
        if (step.length2 <= standstill * standstill || !single_move(p, &v, &step, point)) return false;
        single_see(p, point, &v);
        const scree_two off = two_abs(v.sum - 1.0);
        at = 0;
        if (step.sag <= nearly && off[0] <= ON_SURFACE && off[1] <= ON_SURFACE) at = single_arrive(p, &v, fine, f);
        if (at == 2) return true;
    }
    return false;
}

// Compiled twice, each with all that it calls, since the code for fractional exponents takes registers from that for
// whole ones. `fractional`: at least one is.
static inline __attribute__((always_inline)) bool answer_single(const scree_body *first, const scree_body *second,
                                                                double tolerance, const scree_cache *cache,
                                                                bool fractional, scree_contact *out)
{
    const bool swapped = !scree_pair_in_order(first, second);
    const scree_body *a = swapped ? second : first, *b = swapped ? first : second;
    single_equal p;
    p.some_fractional = fractional;
    if (!single_equal_make(a, b, tolerance, &p)) return false;
    const bool warm = cache != NULL && cache->filled;
    const scree_vec3 axis = warm ? scree_cache_axis(cache) : v3(0.0, 0.0, 0.0), last = swapped ? v3_neg(axis) : axis;
    const scree_two3 n = warm ? two3_of(last, last) : single_equal_facing(&p);
    if (!two_is_between(two3_dot(n, n), 1e-200, 1e200)) return false;
    single_surface_point point;
    single_surface_point_facing(&p, n, &point);
    single_finding f;
    if (!single_search(&p, &point, &f)) return false;
    single_answer x = { .distance = f.gap, .lower = f.gap - p.error, .error = p.error, .n = f.n, .steps = f.steps };
    x.upper = (f.upper > f.gap ? f.upper : f.gap) + p.error;
    const scree_vec3 rest = v3_add_scaled(v3_sub(f.on_b, f.on_a), -x.distance, x.n);
    const bool astray = v3_dot(rest, rest) > p.error * p.error;
    x.on_a = astray ? v3_add_scaled(f.on_a, 0.5, rest) : f.on_a;
    x.on_b = v3_sub(v3_add_scaled(x.on_a, x.distance, x.n), p.d);
    return single_publish(a, b, swapped, tolerance, &x, out);
}

static __attribute__((noinline, flatten)) bool answer_fractional(const scree_body *a, const scree_body *b,
                                                                 double tolerance, const scree_cache *cache,
                                                                 scree_contact *out)
{
    return answer_single(a, b, tolerance, cache, true, out);
}

static __attribute__((noinline, flatten)) bool answer_whole(const scree_body *a, const scree_body *b, double tolerance,
                                                            const scree_cache *cache, scree_contact *out)
{
    return answer_single(a, b, tolerance, cache, false, out);
}

static inline bool equal_answer_single(const scree_body *a, const scree_body *b, double tolerance,
                                       const scree_cache *cache, scree_contact *out)
{
    const bool fractional = a->shape->form->along.whole == 0 || b->shape->form->along.whole == 0;
    return fractional ? answer_fractional(a, b, tolerance, cache, out) : answer_whole(a, b, tolerance, cache, out);
}

#endif
